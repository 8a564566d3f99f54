"""What must hold for every hand, no matter what it is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from random_hands import RandomHand, random_hands, write
from reference_hands import readings as reference_readings
from tenbo.rulebooks import ids, load
from tenbo.scoring import Hand, Result, scorer_of, why_not
from tenbo.scoring.evaluate import score
from tenbo.scoring.fu import SEVEN_PAIRS
from tenbo.scoring.hand_field_values import MOMENTS
from tenbo.scoring.json_records import answer_score, answer_waits, hand_of_record
from tenbo.scoring.laid_out_groups import readings_of
from tenbo.scoring.melds import parse_meld
from tenbo.scoring.tenpai import exhausted_waits
from tenbo.scoring.tile_parser import parse_tiles
from tenbo.scoring.tiles import NAMES, TILES, pack, tile_text
from tenbo.scoring.typed_hand import parse_declared_hand
from tenbo_core.error_codes import CODES
from tenbo_core.errors import TenboError

HANDS = random_hands(600, 31)
hands = st.sampled_from(HANDS)
# The hands have all 34 kinds of tiles.
books = st.sampled_from([book for book in ids() if load(book).rules.players == 4])


def answer(hand: RandomHand, book: str, **more: Any) -> dict[str, Any]:
    try:
        return answer_score(hand.as_record(book) | more)
    except TenboError as refused:
        return {"code": refused.code}


@pytest.mark.thorough("seconds of a processor")
@given(hands, books, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_indicators_changes_nothing(hand: RandomHand, book: str, rng: Random) -> None:
    """A hand is what it is, however it is written down."""
    closed, dora = list(hand.closed), list(hand.dora)
    rng.shuffle(closed)
    rng.shuffle(dora)
    assert answer(hand, book) == answer(hand._replace(closed=closed, dora=dora), book)


@given(hands, books, st.randoms(use_true_random=False))
def test_the_order_of_melds_changes_only_the_order_of_the_reading(hand: RandomHand, book: str, rng: Random) -> None:
    """Melds are listed as they are given; nothing else depends on it."""
    melds = list(hand.melds)
    rng.shuffle(melds)
    first, second = answer(hand, book), answer(hand._replace(melds=melds), book)
    for either in (first, second):
        for name in ("reading", "fu_items"):
            either[name] = sorted(either.get(name, []))
    assert first == second


@given(hands, books, st.permutations([0, 1, 2]))
def test_exchanging_the_suits_changes_no_points(hand: RandomHand, book: str, suits: list[int]) -> None:
    """But for all green, which is bamboo."""

    def move(tiles: list[int]) -> list[int]:
        return [9 * suits[tile // 9] + tile % 9 if tile < 27 else tile for tile in tiles]

    moved = hand._replace(
        closed=move(hand.closed),
        win=move([hand.win])[0],
        melds=[(word, move(tiles)) for word, tiles in hand.melds],
        dora=move(hand.dora),
        ura=move(hand.ura),
    )
    first, second = answer(hand, book), answer(moved, book)
    if any(name == "ryuuiisou" for either in (first, second) for name, _ in either.get("yaku", [])):
        return
    for name in ("code", "han", "fu", "value", "pay", "yakuman"):
        assert first.get(name) == second.get(name)


@given(hands, books, st.integers(0, 33))
def test_another_indicator_never_pays_less(hand: RandomHand, book: str, indicator: int) -> None:
    """Dora only add; a hand without yaku stays one."""
    first = answer(hand, book)
    second = answer(hand._replace(dora=[*hand.dora, indicator]), book)
    if second.get("code") in ("too_many_tiles", "bad_field"):
        return
    if hand.moment == "chankan" and second.get("code") == "contradiction":
        # The other three of a robbed tile lie in the robbed kan, so none of them can be an indicator.
        assert indicator == hand.win
        return
    assert first.get("code") == second.get("code")
    assert first.get("value", 0) <= second.get("value", 0)


@given(hands, books)
def test_no_reading_is_worth_more_than_the_one_that_is_given(hand: RandomHand, book: str) -> None:
    """Every way to see the hand, scored alone, is at most as good; and the given one is among them."""
    best = answer(hand, book)
    if "value" not in best or best["yakuman"]:
        return
    seen = {
        tuple(sorted(write_group(group.tiles) for group in groups)) for groups in reference_readings(hand.as_record())
    }
    special = ["chiitoitsu" in dict(best["yaku"])]
    assert special == [True] or tuple(sorted(best["reading"])) in seen


def write_group(tiles: tuple[tuple[str, int], ...]) -> str:
    return "".join(str(number) for _, number in tiles) + tiles[0][0]


@given(hands, books, st.integers(0, 9), st.integers(0, 5))
def test_value_payments_gain_and_fu_items_fit_together(hand: RandomHand, book: str, honba: int, sticks: int) -> None:
    """The parts of an answer are one sum."""
    got = answer(hand, book, honba=honba, sticks=sticks)
    if "value" not in got:
        return
    rules = load(book).rules
    pay = got["pay"]
    paid = pay.get("discarder", 0) + 3 * pay.get("each", 0) + pay.get("east", 0) + 2 * pay.get("other", 0)
    assert paid == got["value"] + honba * rules.honba_value
    assert got["gain"] == paid + 1000 * sticks
    total = sum(fu for _, fu in got["fu_items"])
    assert got["fu"] == (total if total == SEVEN_PAIRS else -(-total // 10) * 10)
    if not got["yakuman"] or got.get("counted"):
        assert got["han"] == sum(han for _, han in got["yaku"]) + sum(got["bonus"].values())


@given(hands)
def test_the_readings_are_those_found_by_trying(hand: RandomHand) -> None:
    """Rows of suits and the slow way find the same groups."""
    record = hand.as_record()
    tables = scorer_of(load("ema-2016").rules, hand.seat, hand.round).tables
    melds = [parse_meld(meld) for meld in record["melds"]]  # type: ignore[attr-defined]
    found = readings_of(pack([*hand.closed, hand.win]), hand.win, melds, tables, tsumo=hand.tsumo)
    ours = {tuple(sorted((group.text, group.won) for group in reading.groups)) for reading in found}
    theirs = {
        tuple(sorted((write_group(group.tiles), group.won) for group in groups))
        for groups in reference_readings(record)
    }
    assert theirs == ours


@given(hands, books)
def test_why_not_gives_reasons_exactly_when_a_hand_does_not_score(hand: RandomHand, book: str) -> None:
    """The question and the refusal agree."""
    declared = hand_of_record(hand.as_record(book))
    reasons = why_not(declared, book)
    if reasons:
        assert all(reason.code in CODES and reason.message and reason.at for reason in reasons)
    else:
        assert isinstance(score(declared, book), Result)


@given(hands)
def test_a_scored_hand_was_waiting_for_its_tile(hand: RandomHand) -> None:
    """Waits and scoring see the same hands as complete."""
    record = hand.as_record()
    waits = answer_waits({"hand": record["hand"], "melds": record["melds"]})["waits"]
    assert write([hand.win]) in waits


# --- fuzzing the parsers -------------------------------------------------------------------------

signs = st.text(alphabet="0123456789mpszrESWNPFC 東南西北白發中一五九萬筒索赤🀀🀄🀇🀡,|x", max_size=40)


@given(st.lists(st.sampled_from(sorted(TILES.values())), max_size=20))
def test_tiles_written_and_read_are_the_same(tiles: list[int]) -> None:
    """The output form is an input form."""
    assert sorted(tiles) == sorted(parse_tiles(tile_text(tiles)))


@given(signs)
def test_any_text_is_tiles_or_is_refused(text: str) -> None:
    """No text brings the reader down, and what is read is tiles."""
    try:
        tiles = parse_tiles(text)
    except TenboError as refused:
        assert refused.code == "bad_tile"
    else:
        assert all(0 <= tile < len(NAMES) for tile in tiles)


@given(st.one_of(signs, st.builds(str.__add__, st.sampled_from(["chi ", "pon ", "kan ", "ankan "]), signs)))
def test_any_text_is_a_meld_or_is_refused(text: str) -> None:
    """A meld that was read says itself again."""
    try:
        meld = parse_meld(text)
    except TenboError as refused:
        assert refused.code in ("bad_meld", "bad_tile")
    else:
        assert meld == parse_meld(str(meld))


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | signs,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(signs, inner, max_size=3),
    max_leaves=6,
)
FIELDS = [
    "rules",
    "set",
    "hand",
    "win",
    "by",
    "melds",
    "seat",
    "round",
    "riichi",
    "open_riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "last_tile",
    "first_turn",
]
FIELDS += ["dora", "ura", "honba", "sticks", "pao"]


@pytest.mark.thorough("seconds of a processor")
@given(hands, st.dictionaries(st.sampled_from(FIELDS), junk, min_size=1, max_size=3))
def test_any_record_is_scored_or_refused_with_a_code(hand: RandomHand, changed: dict[str, Any]) -> None:
    """No matter what stands in the fields, the answer is a result or an error record."""
    try:
        result = answer_score(hand.as_record() | changed)
    except TenboError as refused:
        assert refused.code in CODES
        assert refused.message
    else:
        assert result["value"] > 0


def test_moments_exclude_each_other_by_their_very_form() -> None:
    """A hand has one moment; that is why none of them needs a check against another."""
    hand = Hand("234567m345p678s9s", "9s", "ron", moment="last_tile")
    assert hand.moment in MOMENTS


def test_the_fifth_tile_that_a_hand_waits_for_is_named_whichever_it_is() -> None:
    """Four of a kind and three other sets: held closed, three of them in a pon, or as the end of a run."""
    for kind in range(34):
        tile, other = NAMES[kind], "s" if kind < 9 else "m"
        closed = parse_tiles(f"111555999{other}")
        assert exhausted_waits([*closed, kind, kind, kind, kind]) == [kind]
        assert exhausted_waits([*closed, kind], [parse_meld(f"pon {3 * tile}")]) == [kind]
        assert exhausted_waits([*closed[:6], kind, kind, kind, kind, *closed[6:8], kind]) == []
        if kind < 27 and kind % 9 < 7:
            assert exhausted_waits([*closed, kind + 1, kind + 2, kind, kind]) == []
            assert exhausted_waits([*closed[:6], *[kind] * 4, kind + 1, kind + 2, *[kind + 1]]) == []


def test_only_what_a_table_knows_by_itself_is_called_its_own() -> None:
    """A slip of the fingers is told apart from what the table would not let itself be told."""
    for word, own in (("riichi", True), ("honba=2", True), ("seat=E", True), ("riichy", False), ("x=1", False)):
        with pytest.raises(TenboError) as refused:
            parse_declared_hand(["234567m345p678s9s", "9s", word], at_table=True)
        assert ("at a table, which supplies" in refused.value.message) == own, word
