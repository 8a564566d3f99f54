"""Everything that cannot be is refused with its code and its field, and the next line is scored."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from tenbo.game.jsonl_answers import answer_lines
from tenbo.scoring.json_records import answer_score, answer_waits
from tenbo_core.errors import TenboError

GOOD: dict[str, Any] = {"hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1}
OPEN: dict[str, Any] = {"hand": "234m567p22z6s7s", "win": "8s", "by": "ron", "melds": ["pon 555z"]}
KAN: dict[str, Any] = {"hand": "234m567p22z67s", "win": "8s", "by": "tsumo", "melds": ["ankan 5555z"]}
ROBBED: dict[str, Any] = {"hand": "123m77z456p78s222s", "win": "9s", "by": "ron", "chankan": True}
UNDER_ROBBED: dict[str, Any] = ROBBED | {"riichi": 1, "dora": ["1z"], "ura": ["9s"]}
ROBBED_FIVE: dict[str, Any] = ROBBED | {"hand": "123m77z456p34s222s", "win": "0s", "rules": "tenhou"}
FED: dict[str, Any] = {"hand": "22s11m", "win": "1m", "by": "ron", "melds": ["pon 555z", "pon 666z", "pon 777z"]}
FIVE_MELDS: dict[str, Any] = GOOD | {"melds": ["pon 555z", "chi 123m", "pon 111p", "pon 222s", "pon 333s"]}
FOUR_PAIRS: dict[str, Any] = {"hand": "22123m22456p22s1z", "win": "1z", "by": "ron"}
TWICE: dict[str, Any] = {"hand": "1111m5555p99s246s", "win": "7z", "by": "ron"}
NAGASHI: dict[str, Any] = {"nagashi": True, "rules": "austria"}
NOTHING: dict[str, Any] = {"hand": "147m258p369s1234z", "win": "5z", "by": "ron"}

BAD: list[tuple[str, dict[str, Any], str, str]] = [
    # What is missing or of the wrong kind.
    ("no hand", {"win": "9s", "by": "ron"}, "missing_field", "hand"),
    ("no winning tile", {"hand": "234567m345p678s9s", "by": "ron"}, "missing_field", "win"),
    ("no way of winning", {"hand": "234567m345p678s9s", "win": "9s"}, "missing_field", "by"),
    ("hand a list", GOOD | {"hand": ["1m"]}, "bad_field", "hand"),
    ("by a word of no meaning", GOOD | {"by": "rob"}, "bad_field", "by"),
    ("riichi three times", GOOD | {"riichi": 3}, "bad_field", "riichi"),
    ("riichi true", GOOD | {"riichi": True}, "bad_field", "riichi"),
    ("ippatsu a number", GOOD | {"ippatsu": 1}, "bad_field", "ippatsu"),
    ("seat of no wind", GOOD | {"seat": "Q"}, "bad_seat", "seat"),
    ("round of no wind", GOOD | {"round": 1}, "bad_field", "round"),
    ("melds a text", GOOD | {"melds": "pon 555z"}, "bad_field", "melds"),
    ("dora a text", GOOD | {"dora": "3p"}, "bad_field", "dora"),
    ("dora a number", GOOD | {"dora": [3]}, "bad_tile", "dora"),
    ("honba negative", GOOD | {"honba": -1}, "bad_field", "honba"),
    ("honba a fraction", GOOD | {"honba": 0.5}, "bad_field", "honba"),
    ("sticks negative", GOOD | {"sticks": -2}, "bad_field", "sticks"),
    ("pao a text", GOOD | {"pao": "W"}, "bad_field", "pao"),
    ("pao without a wind", GOOD | {"pao": {"from": "N"}}, "missing_field", "pao.seat_wind"),
    ("a field nobody knows", GOOD | {"riichii": 1}, "bad_field", "riichii"),
    ("a field that is an event's", GOOD | {"by_whom": 2}, "bad_field", "by_whom"),
    ("a field of pao nobody knows", GOOD | {"pao": {"seat_wind": "W", "form": "N"}}, "bad_field", "pao.form"),
    ("a field beside nagashi", NAGASHI | {"stick": 1}, "bad_field", "stick"),
    ("a hand that is a number beside nagashi", NAGASHI | {"hand": 5}, "bad_field", "hand"),
    ("a tile that is none beside nagashi", NAGASHI | {"win": "9x"}, "bad_tile", "win"),
    ("a way of winning of no meaning beside nagashi", NAGASHI | {"by": "rob"}, "bad_field", "by"),
    ("melds a text beside nagashi", NAGASHI | {"melds": "pon 555z"}, "bad_field", "melds"),
    ("round of no wind beside nagashi", NAGASHI | {"round": 1}, "bad_field", "round"),
    ("riichi true beside nagashi", NAGASHI | {"riichi": True}, "bad_field", "riichi"),
    ("a moment that is a number beside nagashi", NAGASHI | {"rinshan": 1}, "bad_field", "rinshan"),
    ("dora a number beside nagashi", NAGASHI | {"dora": [3]}, "bad_tile", "dora"),
    ("norths below zero beside nagashi", NAGASHI | {"north": -1}, "bad_field", "north"),
    ("pao a text beside nagashi", NAGASHI | {"pao": "W"}, "bad_field", "pao"),
    ("honba beyond 32 bits", GOOD | {"honba": 2**31}, "bad_field", "honba"),
    ("honba of 4000 digits", GOOD | {"honba": 10**3999}, "bad_field", "honba"),
    ("sticks of 4000 digits", GOOD | {"sticks": -(10**3999)}, "bad_field", "sticks"),
    ("riichi of 4000 digits", GOOD | {"riichi": 10**3999}, "bad_field", "riichi"),
    ("a switch of 4000 digits", GOOD | {"set": {"honba_value": 3 * 10**3999}}, "bad_field", "set.honba_value"),
    # Tiles.
    ("a tile that is none", GOOD | {"hand": "234567m345p678s9x"}, "bad_tile", "hand"),
    ("an eighth honour", GOOD | {"win": "8z"}, "bad_tile", "win"),
    ("a red honour", GOOD | {"dora": ["0z"]}, "bad_tile", "dora"),
    ("two winning tiles", GOOD | {"win": "9s9s"}, "bad_tile", "win"),
    ("numbers without a suit", GOOD | {"hand": "234567m345p6789"}, "bad_tile", "hand"),
    ("thirteen tiles in all", GOOD | {"hand": "234567m345p678s"}, "wrong_tile_count", "hand"),
    ("five melds", FIVE_MELDS, "wrong_tile_count", "melds"),
    ("fifteen tiles in all", GOOD | {"hand": "234567m345p678s99s"}, "wrong_tile_count", "hand"),
    ("no tiles", GOOD | {"hand": ""}, "wrong_tile_count", "hand"),
    ("a tile too many for the melds", OPEN | {"hand": "234m567p22z678s"}, "wrong_tile_count", "hand"),
    ("a fifth copy", GOOD | {"hand": "55555m345p678s99s"}, "too_many_tiles", "hand"),
    ("a fifth copy with the red five", GOOD | {"hand": "05555m345p678s99s"}, "too_many_tiles", "hand"),
    ("a fifth copy won", GOOD | {"hand": "1111m23456p678s7z", "win": "1m"}, "too_many_tiles", "win"),
    ("a fifth copy as indicator", GOOD | {"dora": ["9s", "9s", "9s"]}, "too_many_tiles", "dora"),
    ("a fifth copy under it", GOOD | {"dora": ["9s", "9s"], "ura": ["9s"]}, "too_many_tiles", "ura"),
    ("a fifth copy in a meld", OPEN | {"hand": "234m567p22s55z"}, "too_many_tiles", "melds"),
    ("two red fives of a suit", GOOD | {"rules": "tenhou", "hand": "2300m456p678s999s"}, "too_many_tiles", "hand"),
    ("six indicators", GOOD | {"dora": ["1z", "1z", "2z", "2z", "3z", "3z"]}, "bad_field", "dora"),
    ("six under them", GOOD | {"ura": ["1z", "1z", "2z", "2z", "3z", "3z"]}, "bad_field", "ura"),
    # Melds.
    ("a kan of five tiles", OPEN | {"melds": ["kan 55555z"]}, "bad_meld", "melds"),
    ("a kan of three tiles", OPEN | {"melds": ["kan 555z"]}, "bad_meld", "melds"),
    ("a pon of two", OPEN | {"melds": ["pon 55z"]}, "bad_meld", "melds"),
    ("a pon of different tiles", OPEN | {"melds": ["pon 556z"]}, "bad_meld", "melds"),
    ("a chi with a gap", OPEN | {"melds": ["chi 124m"]}, "bad_meld", "melds"),
    ("a chi of honours", OPEN | {"melds": ["chi 123z"]}, "bad_meld", "melds"),
    ("a chi over two suits", OPEN | {"melds": ["chi 9m12p"]}, "bad_meld", "melds"),
    ("a chi of nothing", OPEN | {"melds": ["chi "]}, "bad_meld", "melds"),
    ("four equal tiles without a word", KAN | {"melds": ["5555z"]}, "bad_meld", "melds"),
    ("a meld of two without a word", OPEN | {"melds": ["55z"]}, "bad_meld", "melds"),
    ("three different tiles without a word", OPEN | {"melds": ["124m"]}, "bad_meld", "melds"),
    ("a meld with a word of no meaning", OPEN | {"melds": ["set 555z"]}, "bad_meld", "melds"),
    ("suits in front and behind", GOOD | {"hand": "m234567p345s678s9s"}, "bad_tile", "hand"),
    ("a suit in front of nothing", GOOD | {"hand": "m234567p345s6789z"}, "bad_tile", "hand"),
    ("a dash within a suit", GOOD | {"hand": "2-7m345p678s9s"}, "bad_tile", "hand"),
    ("a red three", GOOD | {"hand": "mr34567p345s6789"}, "bad_tile", "hand"),
    ("a meld that is a number", OPEN | {"melds": [5]}, "bad_meld", "melds"),
    ("a meld of no tiles", OPEN | {"melds": ["pon xyz"]}, "bad_tile", "melds"),
    # What cannot be true together.
    ("ippatsu without riichi", GOOD | {"riichi": 0, "ippatsu": True}, "contradiction", "ippatsu"),
    ("ura without riichi", GOOD | {"riichi": 0, "ura": ["1m"]}, "contradiction", "ura"),
    ("open riichi without riichi", GOOD | {"riichi": 0, "open_riichi": True}, "contradiction", "open_riichi"),
    ("riichi with an open meld", OPEN | {"riichi": 1}, "contradiction", "riichi"),
    ("rinshan without a kan", GOOD | {"by": "tsumo", "rinshan": True}, "contradiction", "rinshan"),
    ("rinshan with a pon only", OPEN | {"by": "tsumo", "rinshan": True}, "contradiction", "rinshan"),
    ("rinshan by ron", KAN | {"by": "ron", "rinshan": True}, "contradiction", "rinshan"),
    ("rinshan with the last tile", KAN | {"rinshan": True, "last_tile": True}, "contradiction", "rinshan"),
    ("rinshan with ippatsu", KAN | {"rinshan": True, "riichi": 1, "ippatsu": True}, "contradiction", "ippatsu"),
    ("chankan by tsumo", GOOD | {"by": "tsumo", "chankan": True}, "contradiction", "chankan"),
    ("chankan with the last tile", GOOD | {"chankan": True, "last_tile": True}, "contradiction", "chankan"),
    ("chankan with its like in the hand", ROBBED | {"hand": "123m77z456p78s999s"}, "contradiction", "chankan"),
    (
        "chankan with its like in a meld",
        OPEN | {"chankan": True, "melds": ["chi 678s"]},
        "contradiction",
        "chankan",
    ),
    ("chankan with its like as indicator", ROBBED | {"dora": ["9s"]}, "contradiction", "chankan"),
    (
        "chankan with its like under it",
        ROBBED | {"riichi": 1, "dora": ["1z"], "ura": ["9s"]},
        "contradiction",
        "chankan",
    ),
    ("chankan with a red five's like", ROBBED_FIVE | {"dora": ["5s"]}, "contradiction", "chankan"),
    ("one indicator and three under it", GOOD | {"dora": ["1z"], "ura": ["1m", "2m", "3m"]}, "contradiction", "ura"),
    ("ura without an indicator", GOOD | {"ura": ["1m"]}, "contradiction", "ura"),
    ("sorted in by ron", GOOD | {"rules": "austria", "sorted_in": True}, "contradiction", "sorted_in"),
    ("sorted in a number", GOOD | {"rules": "austria", "sorted_in": 1}, "bad_field", "sorted_in"),
    ("sorted in elsewhere", GOOD | {"by": "tsumo", "sorted_in": True}, "not_in_this_rule_book", "sorted_in"),
    ("open riichi elsewhere", GOOD | {"open_riichi": True}, "not_in_this_rule_book", "open_riichi"),
    ("first turn with riichi", GOOD | {"first_turn": True}, "contradiction", "first_turn"),
    ("first turn with a closed kan", KAN | {"first_turn": True}, "contradiction", "first_turn"),
    ("first turn with a pon", OPEN | {"first_turn": True}, "contradiction", "first_turn"),
    ("East's first turn by ron", GOOD | {"riichi": 0, "first_turn": True, "seat": "E"}, "contradiction", "first_turn"),
    ("first turn with the last tile", GOOD | {"riichi": 0, "first_turn": True, "last_tile": True}, "contradiction", ""),
    ("liability for an ordinary hand", GOOD | {"pao": {"seat_wind": "W", "from": "N"}}, "contradiction", "pao"),
    ("liability of the winner of a yakuman", FED | {"pao": {"seat_wind": "S", "from": "N"}}, "contradiction", "pao"),
    ("a discard of the winner of a yakuman", FED | {"pao": {"seat_wind": "W", "from": "S"}}, "contradiction", "pao"),
    ("liability of the winner", GOOD | {"pao": {"seat_wind": "S", "from": "N"}}, "contradiction", "pao"),
    # Possible hands that do not win.
    ("not complete", GOOD | {"win": "1z"}, "not_winning", "win"),
    ("far from complete", GOOD | {"hand": "147m258p369s1234z", "win": "5z"}, "not_winning", "hand"),
    ("renhou with a hand that is none", NOTHING | {"first_turn": True}, "not_winning", "hand"),
    ("renhou with four pairs and two sets", FOUR_PAIRS | {"first_turn": True}, "not_winning", "hand"),
    ("renhou with pairs and two alike", TWICE | {"first_turn": True}, "not_winning", "hand"),
    ("four pairs and two sets", GOOD | {"hand": "22777m22p22345s5z", "win": "5z"}, "not_winning", "hand"),
    ("no yaku", GOOD | {"riichi": 0}, "no_yaku", "hand"),
    ("dora are no yaku", GOOD | {"riichi": 0, "dora": ["8s"]}, "no_yaku", "hand"),
    ("one han, five counters", GOOD | {"rules": "austria", "honba": 5}, "too_few_han", "honba"),
    # Rule books.
    ("a book nobody knows", GOOD | {"rules": "ema-2015"}, "unknown_rules", "rules"),
    ("a book that is a file", GOOD | {"rules": "/etc/passwd"}, "unknown_rules", "rules"),
    ("a book that is a number", GOOD | {"rules": 7}, "bad_field", "rules"),
    ("a switch nobody knows", GOOD | {"set": {"kiriagee": True}}, "unknown_option", "set.kiriagee"),
    ("a switch of the wrong kind", GOOD | {"set": {"kiriage": 1}}, "bad_field", "set.kiriage"),
    ("a yaku nobody knows", GOOD | {"set": {"yaku": {"tanyo": [1, 1]}}}, "unknown_option", "set.yaku.tanyo"),
    ("a yaku of 200 han", GOOD | {"set": {"yaku": {"riichi": [200, 0]}}}, "bad_field", "set.yaku.riichi"),
    ("a yaku below zero", GOOD | {"set": {"yaku": {"riichi": [-3, 0]}}}, "bad_field", "set.yaku.riichi"),
    ("a yaku of 14 han open", GOOD | {"set": {"yaku": {"tanyao": [1, 14]}}}, "bad_field", "set.yaku.tanyao"),
    ("a payment of nothing", GOOD | {"set": {"payment": [0, 500]}}, "bad_field", "set.payment"),
    ("a payment below zero", GOOD | {"set": {"payment": [-250, 500]}}, "bad_field", "set.payment"),
    ("counters below zero", GOOD | {"set": {"honba_value": -300}}, "bad_field", "set.honba_value"),
    ("four yakuman for one", GOOD | {"set": {"yaku": {"daisangen": [52, 52]}}}, "bad_field", "set.yaku.daisangen"),
    ("two han from below zero", GOOD | {"set": {"two_han_from": -5}}, "bad_field", "set.two_han_from"),
    ("two wrong switches", GOOD | {"set": {"kiriage": 1, "counted_limit": 1}}, "bad_field", "set.counted_limit"),
    ("set a list", GOOD | {"set": ["kiriage"]}, "bad_field", "set"),
    ("set false", GOOD | {"set": False}, "bad_field", "set"),
]


@pytest.mark.parametrize(("record", "code", "at"), [pytest.param(*case[1:], id=case[0]) for case in BAD])
def test_bad_input_is_refused_with_its_code_and_field(record: dict[str, Any], code: str, at: str) -> None:
    """A program that sends the record can tell what is wrong, and where, without reading the sentence."""
    with pytest.raises(TenboError) as refused:
        answer_score(record)
    assert code == refused.value.code
    if at:
        assert at == refused.value.at
    assert refused.value.message


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (FIVE_MELDS, "a hand has at most four melds, not 5"),
        (GOOD | {"riichi": True}, "riichi must be 0, 1, or 2 for double riichi, not true"),
        (GOOD | {"honba": None}, "honba must be an integer from -2147483647 to 2147483647, not null"),
        (GOOD | {"hand": False}, "hand must be text, not false"),
    ],
)
def test_a_value_is_repeated_as_it_was_written(record: dict[str, Any], said: str) -> None:
    """Anyone who sends JSON reads JSON, and a number of tiles below none would help no one."""
    with pytest.raises(TenboError, match=said):
        answer_score(record)


def test_the_good_records_are_good() -> None:
    """Otherwise the cases above could be refused for another reason."""
    for record in (GOOD, OPEN, KAN | {"rinshan": True}, ROBBED, ROBBED_FIVE):
        assert answer_score(record)["value"] > 0


@pytest.mark.parametrize(("field", "meant"), [("riichii", "riichi"), ("ponds", None), ("last_tiles", "last_tile")])
def test_the_nearest_known_field_is_named(field: str, meant: str | None) -> None:
    """Anyone who mistypes an optional field would get another value without a word."""
    with pytest.raises(TenboError) as refused:
        answer_score(GOOD | {field: 1})
    assert refused.value.message == f"field {field!r} is not recognised" + (f"; did you mean {meant}?" if meant else "")


def test_the_nearest_known_switch_is_named() -> None:
    """In a record as in a file of one's own."""
    with pytest.raises(TenboError, match="did you mean kiriage"):
        answer_score(GOOD | {"set": {"kiriagee": True}})


def test_a_red_five_is_a_five_in_a_book_without_red_fives() -> None:
    """Two of them as well, since there they are nothing but fives."""
    record = GOOD | {"hand": "00m234m456p678s99s"}
    assert {"dora": 0, "ura": 0, "red": 0} == answer_score(record)["bonus"]


LINES = [
    b"",
    b"   ",
    b"{",
    b"[1, 2]",
    b"7",
    b"nan",
    b'{"hand": NaN}',
    b'{"id": 1, "hand": "\xff"}',
    b"\xfe\xff",
    b'{"id": "' + b"x" * 1_000_000 + b'"}',
    b"[" * 50_000,
]


@pytest.mark.parametrize("digits", [4_000, 4_301, 90_000])
def test_a_number_however_long_is_refused_as_a_field_and_the_next_line_is_scored(digits: int) -> None:
    """It must not take minutes, nor stop the stream."""
    out = io.StringIO()
    line = json.dumps(GOOD)[:-1].encode() + b', "honba": ' + b"7" * digits + b"}\n"
    assert answer_lines([line, json.dumps(GOOD).encode()], answer_score, out) == 1
    first, second = (json.loads(answer) for answer in out.getvalue().splitlines())
    assert first["error"]["code"] == "bad_field"
    assert second["value"] == 1300


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_after_a_line_that_is_no_record_the_next_is_scored(line: bytes) -> None:
    """One answer for each line, in order; the status tells that one was refused."""
    out = io.StringIO()
    status = answer_lines([line + b"\n", json.dumps(GOOD | {"id": 2}).encode()], answer_score, out)
    first, second = (json.loads(answer) for answer in out.getvalue().splitlines())
    assert status == 1
    assert first["id"] is None
    assert first["error"]["code"] == "bad_json"
    assert (2, 1300) == (second["id"], second["value"])


@pytest.mark.parametrize(
    ("record", "code", "at"),
    [
        ({}, "missing_field", "hand"),
        ({"hand": "123m"}, "wrong_tile_count", "hand"),
        ({"hand": "1111m2345678999p"}, "wrong_tile_count", "hand"),
        ({"hand": "11111m23456789p"}, "too_many_tiles", "hand"),
        ({"hand": "1m23456789p", "melds": ["kan 1111m"]}, "wrong_tile_count", "hand"),
        ({"hand": "1m2345678p11s", "melds": ["kan 1111m"]}, "too_many_tiles", "melds"),
        ({"hand": "1m2345678p11s", "melds": ["kan"]}, "bad_meld", "melds"),
        ({"hand": "1m2345678p1x"}, "bad_tile", "hand"),
        ({"hand": "00m2345678p123s9s"}, "too_many_tiles", "hand"),
        ({"hand": "0m2345678p11s", "melds": ["pon 055m"]}, "too_many_tiles", "melds"),
        ({"hand": "123m2345678p123s", "meld": ["pon 055m"]}, "bad_field", "meld"),
        ({"hand": "123m2345678p123s", "win": "1m"}, "bad_field", "win"),
    ],
)
def test_waits_refuse_what_is_no_hand(record: dict[str, Any], code: str, at: str) -> None:
    """A hand that waits has 13 tiles less 3 for each meld."""
    with pytest.raises(TenboError) as refused:
        answer_waits(record)
    assert (code, at) == (refused.value.code, refused.value.at)
