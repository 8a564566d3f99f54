"""What a record may say and what an answer says, at every bound: counters, copies, switches, payments, repetition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tenbo.rulebooks import load
from tenbo.scoring import Hand, Liability, score
from tenbo.scoring.evaluate import score_nagashi
from tenbo.scoring.json_records import answer_score, declaration_record, hand_of_record, parse_rule_switches
from tenbo.validation.core_sentence_codes import CORE_SENTENCES
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from pathlib import Path

GOOD: dict[str, Any] = {"hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1}
FED: dict[str, Any] = {"hand": "22s11m", "win": "1m", "by": "ron", "melds": ["pon 555z", "pon 666z", "pon 777z"]}


@pytest.mark.parametrize("name", ["honba", "sticks"])
@pytest.mark.parametrize("record", [GOOD, {"nagashi": True, "rules": "austria"}], ids=["hand", "nagashi"])
def test_as_many_counters_and_sticks_count_as_a_table_may_have(record: dict[str, Any], name: str) -> None:
    """From none to 99,999, of a hand as of a nagashi mangan."""
    plain = answer_score(record)
    for number in (0, 1, 99_999):
        each = {"honba": 300, "sticks": 1000}[name]
        assert answer_score(record | {name: number})["gain"] == plain["gain"] + each * number
    for number in (-1, 100_000):
        with pytest.raises(TenboError) as refused:
            answer_score(record | {name: number})
        assert (refused.value.code, refused.value.at) == ("bad_field", name)
        most = f"there can be at most 99999 {name} on the table, not 100000"
        assert refused.value.message == (f"{name} cannot be -1" if number < 0 else most)


SOUND: list[dict[str, Any]] = [
    {}, {"honba": 99_999}, {"sticks": 99_999}, {"riichi": 0}, {"riichi": 2}, {"ippatsu": True},
    {"moment": "last_tile"}, {"riichi": 0, "moment": "last_tile"},
    {"dora": "1z1z2z2z3z"}, {"dora": "1z", "ura": "9s"}, {"dora": "1z2z3z4z5z", "ura": "1z2z3z4z5z"},
    {"dora": "9s9s"}, {"tiles": "230567m345p678s9s"},
    {"tiles": "234567m345p9s", "melds": ["ankan 1111z"], "by": "tsumo", "moment": "rinshan"},
    {"tiles": "234567m345p9s", "melds": ["pon 111z"], "riichi": 0},
    {"tiles": "9s", "melds": ["pon 111z", "chi 234m", "kan 9999m", "kakan 1111p"], "riichi": 0},
]  # fmt: skip
UNSOUND: list[dict[str, Any]] = [
    {"riichi": 0, "ippatsu": True},
    {"open_riichi": True}, {"sorted_in": True}, {"pao": Liability("W")}, {"riichi": 0, "dora": "1z", "ura": "2z"},
    {"dora": "1z", "ura": "2z3z"}, {"dora": "1z1z2z2z3z3z"}, {"dora": "9s9s9s"}, {"moment": "chankan"},
    {"riichi": 0, "moment": "first_turn"}, {"tiles": "234567m345p678s99s"}, {"tiles": "234567m345p678s"},
    {"tiles": "230067m345p678s9s"}, {"tiles": "234567m345p9s", "melds": ["pon 111z"]},
    {"tiles": "234567m345p9s", "melds": ["ankan 1111z"], "by": "tsumo", "moment": "rinshan", "ippatsu": True},
    {"tiles": "234567m345p9s", "melds": ["ankan 1111z"], "moment": "rinshan"},
    {"tiles": "234567m345p9s", "melds": ["pon 111z"], "riichi": 0, "by": "tsumo", "moment": "rinshan"},
    {"tiles": "234567m345p678s9s", "melds": ["pon 111z"], "riichi": 0},
]  # fmt: skip


def hand(more: dict[str, Any]) -> Hand:
    record: dict[str, Any] = {"tiles": "234567m345p678s9s", "by": "ron", "riichi": 1} | more
    return Hand(record.pop("tiles"), "9s", record.pop("by"), **record)


def test_a_hand_without_a_fault_is_known_for_one_at_once_and_no_other_is() -> None:
    """What is sound is scored without a second look, at every bound."""
    rules = load("tenhou").rules
    for more in SOUND:
        assert hand(more).is_sound, more
        assert [*hand(more).faults(rules)] == [], more
    for more in UNSOUND:
        assert not hand(more).is_sound, more


def test_two_red_fives_of_a_suit_are_told_where_there_are_red_fives() -> None:
    """Without three alike beside them, too; without a book no one knows whether there are."""
    red = hand({"tiles": "230067m345p678s9s"})
    for rules, codes in ((load("tenhou").rules, ["too_many_tiles"]), (load("ema-2016").rules, []), (None, [])):
        assert [fault.code for fault in red.faults(rules)] == codes
    red.check()
    with pytest.raises(TenboError, match="0m appears twice"):
        red.check(load("tenhou").rules)


@pytest.mark.parametrize("honba_value", [100, 300, 600])
def test_the_value_of_a_hand_is_without_counters_however_they_are_paid(honba_value: int) -> None:
    """By ron, by tsumo, where a third of them is not whole, and where someone is liable."""
    switches = {"set": {"honba_value": honba_value}}
    for record in (
        GOOD,
        GOOD | {"by": "tsumo"},
        GOOD | {"by": "tsumo", "seat": "E"},
        FED | {"pao": {"seat_wind": "W", "from": "N"}},
        FED | {"by": "tsumo", "pao": {"seat_wind": "W"}},
    ):
        plain = answer_score(record)
        answer = answer_score(record | switches | {"honba": 2})
        assert answer["value"] == plain["value"] == plain["gain"]
        whole = "pao" not in record and record["by"] == "tsumo"
        counters = 2 * honba_value // 3 * 3 if whole else 2 * honba_value
        assert answer["gain"] == plain["gain"] + counters


def test_who_is_liable_is_equal_to_the_same_and_to_nobody_else() -> None:
    """Also in a hand, which is one of a set."""
    one, same = Liability("W", "N"), Liability("w", "n")
    assert one == same
    assert len({one, same, Liability("W"), Liability("N", "W")}) == 3
    assert one not in (Liability("W"), Liability("N", "N"), Liability("W", "W"), ("W", "N"), None)
    fed = [hand_of_record(FED | {"pao": {"seat_wind": "W", "from": wind}}) for wind in ("N", "N", "E")]
    assert len(set(fed)) == 2
    assert [repr(Liability("S")), repr(one)] == ["Liability('S', None)", "Liability('W', 'N')"]


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ({}, "pao applies to daisangen, daisuushii, counting called sets only$"),
        (
            {"pao": ["daisangen"], "pao_counts": "any_kan"},
            "pao applies to daisangen, counting called sets and closed kans$",
        ),
    ],
)
def test_why_nobody_is_liable_is_said_with_what_the_book_knows(switches: dict[str, Any], said: str) -> None:
    rules = load("ema-2016").rules.changed({"pao": ["daisangen", "daisuushii"], "pao_counts": "open"} | switches)
    with pytest.raises(TenboError, match=said) as refused:
        score(hand_of_record(GOOD | {"pao": {"seat_wind": "W", "from": "N"}}), rules)
    assert (refused.value.code, refused.value.at) == ("contradiction", "pao")


def test_a_book_without_liability_refuses_it_as_a_table_does() -> None:
    """Nothing that the hand could have changes that."""
    rules = load("ema-2016").rules.changed({"pao": []})
    for hand in (GOOD, FED):
        with pytest.raises(TenboError) as refused:
            score(hand_of_record(hand | {"pao": {"seat_wind": "W", "from": "N"}}), rules)
        assert (refused.value.code, refused.value.at) == ("not_in_this_rule_book", "pao")
        assert refused.value.message == CORE_SENTENCES["liability_not_in_book"]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("pao=daisangen,suukantsu", ["daisangen", "suukantsu"]), ("uma=1,-2", [1, -2]), ("uma=1, 2", [1, 2]),
        ("payment=[500,600]", [500, 600]), ('pao=["a","b"]', ["a", "b"]), ('yaku={"riichi":[1,0]}', {"riichi": [1, 0]}),
        ('book="a,b"', "a,b"), ("kiriage=true", True), ("renhou=five_han", "five_han"), ("oka=", ""),
        ("oka=,", ["", ""]),
    ],
)  # fmt: skip
def test_a_switch_is_json_a_word_or_words_with_commas(word: str, value: object) -> None:
    assert parse_rule_switches([word]) == {word.partition("=")[0]: value}


@pytest.mark.parametrize("words", [["kiriage"], ["kiriage=true", "kiriage=true"]])
def test_a_switch_has_a_value_and_is_there_once(words: list[str]) -> None:
    with pytest.raises(TenboError) as refused:
        parse_rule_switches(words)
    assert (refused.value.code, refused.value.at) == ("unknown_option", "set")


def test_a_file_is_a_book_where_the_command_line_names_it_and_nowhere_else(tmp_path: Path) -> None:
    """With switches changed and without."""
    own, other = tmp_path / "own.toml", tmp_path / "other.toml"
    for file in (own, other):
        file.write_text('extends = "ema-2016"\nhonba_value = 600\n', encoding="utf-8")
    for more, value in (
        ({}, 1300),
        ({"set": {}}, 1300),
        ({"set": None}, 1300),
        ({"set": {"payment": [500] * 14}}, 2000),
    ):
        record = GOOD | {"honba": 1} | more
        answer = answer_score(record, str(own))
        assert (answer["value"], answer["gain"]) == (value, value + 600)
        assert answer_score(record | {"rules": str(own)}, str(own)) == answer
        assert answer_score(record | {"rules": "ema-2016"}, str(own))["gain"] == value + 300
        for book in (str(other), str(own)):
            with pytest.raises(TenboError) as refused:
                answer_score(record | {"rules": book}, "ema-2016" if book == str(own) else str(own))
            assert refused.value.code == "unknown_rules"


def test_a_declared_hand_is_written_as_it_was_said() -> None:
    """But for what a table knows by itself."""
    said: dict[str, Any] = {
        "hand": "234567m345p9s", "win": "9s", "melds": ["ankan 1111z"], "riichi": 2, "open_riichi": True,
        "ippatsu": True, "last_tile": True, "dora": ["1p", "9m"], "ura": ["2p", "3m"],
    }  # fmt: skip
    declared = hand_of_record(said | {"by": "tsumo", "seat": "W", "round": "S", "honba": 2, "sticks": 1})
    assert declaration_record(declared) == said
    assert list(declaration_record(declared)) == list(said)
    plain = {"hand": "234567m345p6789s", "win": "9s"}
    assert declaration_record(hand_of_record(plain | {"by": "ron", "riichi": 0})) == plain
    sorted_in = hand_of_record(plain | {"by": "tsumo", "sorted_in": True, "rinshan": False})
    assert declaration_record(sorted_in) == plain | {"sorted_in": True}


def test_a_result_says_in_short_what_it_is() -> None:
    """Han and fu, or how many yakuman."""
    assert repr(score(hand_of_record(GOOD))) == "<Result riichi: 1 han 40 fu, 1300>"
    fed = hand_of_record(FED | {"honba": 1})
    assert repr(score(fed)) == "<Result daisangen: 1 yakuman 32000>".replace("yakuman ", "yakuman, ")
    assert repr(score_nagashi("E", "austria", 2)) == "<Result nagashi_mangan: 5 han, 12000>"
