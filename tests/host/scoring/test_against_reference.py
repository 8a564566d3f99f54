"""The fast core against the slow reference: the same hands, every book, every answer."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from random_hands import MIX, RARE, random_hands
from reference_scorer import reference_score, try_every_tile
from rings import mostly_thorough
from tenbo.rulebooks import ids, load
from tenbo.scoring.json_records import answer_score, answer_waits
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from tenbo_core.rules import Rules

# As many as examples of a property: `--hypothesis-profile=long` asks for more of both.
HANDS = 6 * settings.default.max_examples
SWITCHES: tuple[dict[str, Any], ...] = (
    {},
    {"kiriage": True, "double_wind_pair_fu": 2, "counted_limit": "yakuman"},
    {"yakuman_stack": True, "double_yakuman": ["kokushi_13", "chuuren_9", "suuankou_tanki", "daisuushii"]},
    {"renhou": "five_han", "red_fives": 3, "two_han_from": 1, "open_tanyao": False},
    {"renhou": "yakuman", "yaku": {"chanta": [0, 0], "pinfu": [0, 0], "suuankou": [0, 0], "honitsu": [4, 0]}},
)


def vary(record: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return the record red fives, counters, or the first turn, now and then."""
    varied = dict(record)
    if rng.random() < 0.3:
        varied["hand"] = varied["hand"].replace("5p", "0p", 1)
        if "5p" == varied["win"] and "0p" not in varied["hand"]:
            varied["win"] = "0p"
    if rng.random() < 0.3:
        varied["honba"] = rng.randrange(7)
    if rng.random() < 0.15 and not varied["melds"]:
        for name in ("riichi", "ippatsu", "last_tile", "chankan", "ura"):
            varied.pop(name, None)
        varied["first_turn"] = varied["by"] == "tsumo" or varied["seat"] != "E"
    return varied


def compare(record: dict[str, Any]) -> None:
    book = load(record["rules"]).with_changes(record.get("set", {}))
    expected = reference_score(record, book.rules)
    try:
        answer = answer_score(record)
    except TenboError as refused:
        assert refused.code in ("no_yaku", "too_few_han"), (record, refused.message)
        assert expected is None, record
        return
    assert expected is not None, record
    counted = answer.get("counted", False)
    assert (expected.han, expected.fu) == (answer["han"], answer["fu"]), record
    assert expected.yakuman == (0 if counted else answer["yakuman"]), record
    assert pay_of(expected.unit, record, book.rules) == answer["pay"], record
    same_worth = sum(han for _, han in answer["yaku"])
    if expected.yaku != {name for name, _ in answer["yaku"]}:
        # Two readings may be worth exactly the same; then either may be given.
        assert same_worth, record
        assert not expected.yakuman, record


def pay_of(unit: int, record: dict[str, Any], rules: Rules) -> dict[str, int]:
    """Work the payment out again: who pays how many units, each rounded up where fu count, counters on top."""
    by_fu, honba_value = rules.counts_fu, rules.honba_value
    honba = record.get("honba", 0)
    east = record["seat"] == "E"

    def paid(factor: int, counters: int) -> int:
        points = unit * factor
        return (-(-points // 100) * 100 if by_fu else points) + counters

    if record["by"] == "ron":
        return {"discarder": paid(6 if east else 4, honba * honba_value)}
    share = honba * honba_value // 3
    return {"each": paid(2, share)} if east else {"east": paid(2, share), "other": paid(1, share)}


# The reference knows four players alone.
BOOKS = [book for book in ids() if load(book).rules.players == 4]


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("book", mostly_thorough(BOOKS, "hands by chance in every book", inner=["ema-2016", "tenhou"]))
@pytest.mark.parametrize("mix", ["mix", "rare"])
def test_random_hands_score_as_the_reference_says(book: str, mix: str) -> None:
    """Every book, hands of every sort and rare yakuman, red fives, counters and first turns among them."""
    rng = Random(book)
    for hand in random_hands(HANDS, seed=len(book) * 7 + len(mix), mix=MIX if mix == "mix" else RARE):
        compare(vary(hand.as_record(book), rng))


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("number", mostly_thorough(range(1, len(SWITCHES)), "hands by chance with every switch"))
def test_every_scoring_switch_does_what_the_reference_does(number: int) -> None:
    """The switches a book may turn, several at once, over common and rare hands."""
    rng = Random(number)
    for hand in random_hands(HANDS, 100 + number) + random_hands(HANDS, 200 + number, RARE):
        compare(vary(hand.as_record("ema-2016") | {"set": SWITCHES[number]}, rng))


def test_waits_are_those_found_by_trying_every_tile() -> None:
    """Tenpai hands, hands one tile away from it, and hands with melds."""
    tenpai = 0
    rng = Random(5)
    for hand in random_hands(400, 9):
        closed = list(hand.closed)
        if rng.random() < 0.3:
            closed[rng.randrange(len(closed))] = rng.randrange(34)
        record = {**hand._replace(closed=closed).as_record()}
        try:
            answer = answer_waits({"hand": record["hand"], "melds": record["melds"]})
        except TenboError as refused:
            assert refused.code == "too_many_tiles"
            continue
        assert try_every_tile(record["hand"], record["melds"]) == answer["waits"]
        tenpai += answer["tenpai"]
    assert tenpai > 200
