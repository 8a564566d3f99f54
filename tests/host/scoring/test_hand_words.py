"""A hand in words: what every word says, which words there are not, and what lies beside the closed tiles."""

from __future__ import annotations

from typing import Any

import pytest

from tenbo.scoring.typed_hand import (
    CIRCUMSTANCES,
    IN_JAPANESE,
    TABLE_WORDS,
    bare_tiles_text,
    extract_melds,
    parse_circumstances,
)
from tenbo_core.errors import Malformed

SAID: list[tuple[str, dict[str, Any]]] = [
    *[(word, {word: True}) for word in CIRCUMSTANCES],
    ("OPEN-RIICHI", {"open_riichi": True}),
    ("last_tile last_tile", {"last_tile": True}),
    ("riichi", {"riichi": 1}),
    ("riichi riichi", {"riichi": 2}),
    *[(words, {"riichi": 2}) for words in ("double_riichi", "Double-Riichi", "double riichi", "double 立直")],
    # The winning tile, with a word before it, or with how it came.
    *[(f"{word} 9s", {"win": "9s"}) for word in ("win", "winning", "agari", "on")],
    *[(f"{word}=9s", {"win": "9s"}) for word in ("win", "winning", "agari", "on")],
    *[(way.format("ron"), {"by": "ron", "win": "9s"}) for way in ("{} 9s", "{}9s", "{}=9s", "9s {}", "9s by {}")],
    *[(way.format("tsumo"), {"by": "tsumo", "win": "9s"}) for way in ("{} 9s", "{}9s", "{}=9s", "9s {}", "9s by {}")],
    ("9s ippatsu", {"win": "9s", "ippatsu": True}),
    *[(words, {"by": "ron"}) for words in ("ron", "Ron", "ron ron", "by ron", "by RON", "by ロン", "ron=")],
    # Indicators add up.
    ("dora 3p ura 1m2m dora=4p", {"dora": ["3p", "4p"], "ura": ["1m", "2m"]}),
    ("dora:3p ura:3p", {"dora": ["3p"], "ura": ["3p"]}),
    # Melds.
    ("pon 555z Chi 123m", {"melds": ["pon 555z", "chi 123m"]}),
    ("meld=pon:555z meld=chi:123m", {"melds": ["pon 555z", "chi 123m"]}),
    # What a table knows by itself.
    *[(words, {"seat": "W"}) for words in ("seat W", "seat=W", "seat:W", "Seat West", "seat=west seat=W")],
    *[(words, {"round": "S"}) for words in ("round S", "round=S", "round:S", "round south")],
    *[(words, {"seat": "E"}) for words in ("dealer", "Oya", "親")],
    *[(words, {"honba": 2}) for words in ("honba 2", "honba=2", "honba:2", "2 honba", "2 Counters", "2 counter")],
    *[(words, {"honba": 2}) for words in ("2本場", "本場2", "2 本場", "02本場", "honba=2 2 honba")],
    *[(words, {"sticks": 1}) for words in ("sticks 1", "sticks=1", "sticks:1", "1 stick", "1 sticks", "1供託")],
    ("honba 99999 sticks 99999", {"honba": 99999, "sticks": 99999}),
    ("ron honba 2", {"by": "ron", "honba": 2}),
    ("12345本場", {"honba": 12345}),
    *[(f"{word}{between}3p", {"dora": ["3p"]}) for word in ("ドラ", "dora") for between in ("=", ":")],
    ("ドラ3p 裏ドラ4p", {"dora": ["3p"], "ura": ["4p"]}),
    ("ドラ：3p", {"dora": ["3p"]}),
    ("ロン9s", {"by": "ron", "win": "9s"}),
    *[(word, {"riichi": 1}) for word in ("リーチ", "立直")],
    *[(word, {"riichi": 2}) for word in ("ダブルリーチ", "ダブリー")],
    *[(word, {"by": "ron"}) for word in ("ロン", "栄和")],
    *[(word, {"by": "tsumo"}) for word in ("ツモ", "自摸")],
    *[(word, {"rinshan": True}) for word in ("嶺上開花", "嶺上")],
    *[(word, {"last_tile": True}) for word in ("海底", "河底")],
    ("一発 槍槓 オープンリーチ", {"ippatsu": True, "chankan": True, "open_riichi": True}),
    ("裏3p 供託1", {"ura": ["3p"], "sticks": 1}),
    *[(words, {"riichi": 1, "by": "ron", "win": "9s"}) for words in ("리치 론9s", "리치 론 9s")],
    *[(words, {"riichi": 2, "by": "tsumo"}) for words in ("더블리치 쯔모", "쯔모 더블리치")],
    ("일발 창깡 오픈리치", {"ippatsu": True, "chankan": True, "open_riichi": True}),
    ("영상개화", {"rinshan": True}),
    *[(word, {"last_tile": True}) for word in ("해저", "하저")],
    ("도라3p 뒷도라4p", {"dora": ["3p"], "ura": ["4p"]}),
    *[(words, {"honba": 2, "sticks": 1, "seat": "E"}) for words in ("2본장 1공탁 오야", "본장2 공탁1 오야")],
]  # fmt: skip


@pytest.mark.parametrize(("words", "record"), SAID)
def test_a_word_says_one_thing(words: str, record: dict[str, Any]) -> None:
    assert parse_circumstances(words.split()) == record


def test_every_word_of_the_game_in_japanese_or_korean_says_something() -> None:
    """Alone, or with its tile or number."""
    said = " ".join(words for words, _ in SAID)
    assert [word for word in IN_JAPANESE if word not in said] == []


@pytest.mark.parametrize(
    ("words", "word"),
    [
        # A word with a value that it does not take, or without the one that it needs.
        *[(f"{word}=1", f"{word}=1") for word in (*CIRCUMSTANCES, "riichi", "double_riichi", "dealer", "pon")],
        *[(word, f"{word}=") for word in ("dora", "ura", "seat", "round", "honba", "sticks")],
        *[(f"{word}=", f"{word}=") for word in ("dora", "ura", "seat", "round", "honba", "sticks", "meld", "win")],
        *[(word, word) for word in ("win", "winning", "agari", "on")],
        *[(word, word) for word in ("double", "by", "2", "dora:", "riichi:1", "ronron")],
        # Not one tile.
        *[(f"{word}=9s8s", f"{word}=9s8s") for word in ("win", "on", "ron", "tsumo")],
        ("ron 9s8s", "9s8s"), ("agari 9s8s", "agari"), ("リーチ9s", "riichi9s"),
        # No number of counters or sticks.
        *[(word, word) for name in ("honba", "sticks") for word in (f"{name}=-1", f"{name}=x", f"{name}=٣")],
        *[(f"{word}=100000", f"{word}=100000") for word in ("honba", "sticks")],
        ("123456本場", "123456本場"), ("2 dora", "2"), ("double ron", "double"), ("by riichi", "by"),
        # A winning tile after the winning tile.
        ("9s 9s", "9s"), ("win=9s 8s", "8s"),
        ("foo", "foo"), ("foo=9s", "foo=9s"),
    ],
)  # fmt: skip
def test_a_word_that_says_nothing_is_told_with_those_that_there_are(words: str, word: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_circumstances(words.split())
    assert (refused.value.code, refused.value.at) == ("bad_field", "hand")
    assert refused.value.message == (
        f"{word!r} is not recognised; use one of: ippatsu, open_riichi, sorted_in, rinshan, chankan, "
        "last_tile, first_turn, double_riichi, dora=TILES, ura=TILES, north=N, meld=pon:555z, riichi, honba, sticks, "
        "seat, round, ron, tsumo"
    )


@pytest.mark.parametrize(
    ("words", "record"),
    [
        ("Ippatsu dora 3p1z ura=5s", {"ippatsu": True, "dora": ["3p", "1z"], "ura": ["5s"]}),
        ("pon 555z double_riichi", {"melds": ["pon 555z"], "riichi": 2}),
        ("meld=ankan:5555z rinshan", {"melds": ["ankan 5555z"], "rinshan": True}),
    ],
)
def test_at_a_table_a_word_says_what_it_does_not_know(words: str, record: dict[str, Any]) -> None:
    assert parse_circumstances(words.split(), at_table=True) == record


@pytest.mark.parametrize(
    "words", ["9s", "win=9s", "on 9s", "ron", "ron 9s", "tsumo", "tsumo=9s", "riichi", "2 honba", "sticks 1", "dealer",
              "seat=W", "round S", "pao=W", "foo", "ippatsu=1"]
)  # fmt: skip
def test_at_a_table_nobody_says_what_it_knows_by_itself(words: str) -> None:
    """Which of the words are the table's own is said, and only of those."""
    with pytest.raises(Malformed) as refused:
        parse_circumstances(words.split(), at_table=True)
    is_own = any(name in refused.value.message.partition(" is")[0] for name in TABLE_WORDS)
    assert (" at a table, which supplies riichi, winds, honba and sticks itself; " in refused.value.message) == is_own
    assert refused.value.message.endswith("meld=pon:555z, pao=SEAT")


@pytest.mark.parametrize(
    ("words", "name", "first", "second"),
    [
        ("ron tsumo", "by", "ron", "tsumo"), ("ron 9s tsumo", "by", "ron", "tsumo"),
        ("win 9s ron 8s", "win", "9s", "8s"), ("ron 9s win 8s", "win", "9s", "8s"),
        ("seat W dealer", "seat", "W", "E"), ("round E round S", "round", "E", "S"),
        ("2 honba honba 3", "honba", "2", "3"), ("sticks 1 2 sticks", "sticks", "1", "2"),
    ],
)  # fmt: skip
def test_what_is_said_twice_is_said_alike(words: str, name: str, first: str, second: str) -> None:
    """One of the two would be dropped."""
    with pytest.raises(Malformed) as refused:
        parse_circumstances(words.split())
    assert (refused.value.code, refused.value.at) == ("contradiction", name)
    assert refused.value.message == f"the hand gives both {name} {first} and {name} {second}: give only one"


@pytest.mark.parametrize(
    ("text", "hand", "melds"),
    [
        # In brackets of any sort: melds, one tile that was won, or sets that are parted.
        ("123m456p78s22z [555z] ron", "123m456p78s22z ron", ["555z"]),
        ("123m78s22z (555z)9s{chi 123p}", "123m78s22z 9s", ["555z", "chi 123p"]),
        ("123m78s22z [555z 123p]", "123m78s22z", ["555z", "123p"]),
        ("123m456p78s22z( 9s )[x55xz]", "123m456p78s22z win=9s", ["x55xz"]),
        ("234m567p22z67s [5555z]", "234m567p22z67s", ["5555z"]),
        ("123m [foo] 9s", "123m foo 9s", []),
        ("123m456p78s22z[55566z]", "123m456p78s22z 55566z", []),
        ("[123m](456p){789s}", "123m 456p 789s", []),
        ("(9s)(8s)", "9s 8s", []),
        ("123m [555z", "123m [555z", []),
        # Behind a plus: laid open where the closed tiles are as many as they must be, with the last one or without.
        ("123m456p78s22z+555z", "123m456p78s22z", ["555z"]),
        ("123m456p78s22z9s+555z", "123m456p78s22z9s", ["555z"]),
        ("123m456p78s2z+555z", "123m456p78s2z+555z", []),
        ("123m456p78s22z9s9s+555z", "123m456p78s22z9s9s+555z", []),
        ("123m78s22z+555z + Pon 111p win 9s", "123m78s22z win 9s", ["555z", "Pon 111p"]),
        ("22z+555z+123p+111m+222m", "22z", ["555z", "123p", "111m", "222m"]),
        ("234m567p22z67s+5555z", "234m567p22z67s", ["5555z"]),
        # Beside others in brackets; and one tile behind a plus is the one that was won.
        ("[555z] 123m78s22z+123p 9s", "123m78s22z 9s", ["555z", "123p"]),
        ("[555z] 123m456p78s22z+123p", "123m456p78s22z+123p", ["555z"]),
        ("123m456p78s22z+9s+555z", "123m456p78s22z win=9s", ["555z"]),
        # No melds, or no closed tiles before the plus.
        ("123m456p78s22z+9s", "123m456p78s22z+9s", []),
        ("123m456p78s22z+55566z", "123m456p78s22z+55566z", []),
        ("123m456p+78s22z+555z", "123m456p+78s22z+555z", []),
        ("+555z", "+555z", []), ("ron+555z", "ron+555z", []),
    ],
)  # fmt: skip
def test_what_lies_beside_the_closed_tiles_is_seen(text: str, hand: str, melds: list[str]) -> None:
    left, laid = extract_melds(text)
    assert (left.split(), laid) == (hand.split(), melds)


@pytest.mark.parametrize(
    ("words", "text"),
    [("234 567m 89s", "234567m89s"), ("M123 P45", "M123 P45"), ("123m 9s ron", None), ("", ""), ("foo", None)],
)
def test_words_that_are_tiles_together_are_one_text(words: str, text: str | None) -> None:
    """With the blanks between them where they are read so, without them otherwise."""
    assert bare_tiles_text(words.split()) == text
