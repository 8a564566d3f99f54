"""Scorers: which are the same, and what they do with the memory that they fill."""

from __future__ import annotations

import pickle

import pytest

from tenbo.rulebooks import load
from tenbo.scoring.engine import suit_readings
from tenbo.scoring.engine.honour_readings import HonourFeatureTable, Winds, read_honours
from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.reading_features import GROUP_BITS
from tenbo.scoring.engine.scorer import Scorer
from tenbo.scoring.engine.scorer_cache import scorer_of
from tenbo.scoring.engine.seven_pairs import is_seven_pairs
from tenbo.scoring.engine.shape_yaku import yaku_of_honours
from tenbo.scoring.engine.suit_readings import GATES, NINE_GATES, group_bit, nine_gates_entry
from tenbo.scoring.engine.unknown_wait import UnknownWaitScorer, unknown_wait_scorer_of
from tenbo.scoring.engine.yaku_values import yakuman_of
from tenbo.scoring.evaluate import score
from tenbo.scoring.hand import Hand
from tenbo.scoring.laid_out_groups import Group
from tenbo.scoring.tile_parser import parse_tiles
from tenbo.scoring.tiles import pack, tile_text
from tenbo.scoring.yaku import BIT, YAKU
from tenbo_core.rules import Rules
from tenbo_core.yaku_rows import YAKUMAN


def test_scorers_are_equal_whose_book_switches_and_winds_are() -> None:
    """Made apart or from a pickle; another sort of scorer, or anything else, is no scorer like it."""
    book = load("austria")
    rules = book.rules
    alike = Rules(rules.book, dict(rules.values))
    one = Scorer(rules, 1, 0)
    for same in (one, Scorer(rules, 1, 0), Scorer(alike, 1, 0), pickle.loads(pickle.dumps(one))):
        assert one == same
        assert hash(one) == hash(same)
    others = (
        Scorer(rules, 2, 0), Scorer(rules, 1, 1), Scorer(rules, 0, 1), Scorer(load("ema-2016").rules, 1, 0),
        Scorer(Rules("other", rules.values), 1, 0),
        Scorer(book.with_changes({"kiriage": not rules.kiriage}).rules, 1, 0),
        UnknownWaitScorer(rules, 1, 0),
    )  # fmt: skip
    for other in others:
        assert one != other
        assert other != one
    assert (one == 7) is False
    assert one.__eq__(7) is NotImplemented


def test_a_scorer_is_made_once() -> None:
    """For a book, a seat and a round."""
    rules = load("austria").rules
    assert scorer_of(rules, 1, 0) is scorer_of(rules, 1, 0)
    assert unknown_wait_scorer_of(rules, 1, 0) is unknown_wait_scorer_of(rules, 1, 0)


def test_what_is_not_said_to_a_scorer_was_not_there() -> None:
    """No melds, no riichi, no indicators, counters or sticks, and a ron."""
    rules = load("austria").rules
    closed, win = parse_tiles("234567m345p678s2s"), 19
    packed = pack([*closed, win])
    for scorer in (scorer_of(rules, 1, 0), unknown_wait_scorer_of(rules, 1, 0)):
        for tsumo in (False, True):
            said = scorer.score_packed(packed, win, tsumo, (), 0, (), (), 0, 0)
            assert scorer.score_packed(packed, win, tsumo) == said
            assert scorer.score(closed, win, tsumo=tsumo) == said
            assert (said.gain, said.melds, said.situation & BIT["riichi"]) == (said.value, (), 0)
        assert scorer.score(closed, win) == scorer.score(closed, win, tsumo=False)


def test_a_memo_asks_once_and_forgets_all_when_it_is_full() -> None:
    """What is beyond its limit begins it again."""
    asked: list[int] = []

    def twice(key: int) -> int:
        asked.append(key)
        return 2 * key

    memo = Memo(twice, limit=3)
    assert [memo[key] for key in (5, 6, 5, 7, 5, 8, 8, 5)] == [10, 12, 10, 14, 10, 16, 16, 10]
    assert asked == [5, 6, 7, 8, 5]
    assert sorted(memo) == [5, 8]


@pytest.mark.parametrize(
    ("tiles", "are"),
    [("1199m1199p1199s77z", True), ("1199m1199p1109s577z", False), ("550m0m22p", False), ("05m1122p3344s5566z", True),
     ("1111m5555p99s2461s", False), ("1111m22p33p44s55s66z", False), ("112233m445566p", False),
     ("11122m3344p5566s7z", False)],
)  # fmt: skip
def test_seven_pairs_are_seven_and_different(tiles: str, are: bool) -> None:
    """Fourteen tiles, red fives among them, none of a kind more than twice."""
    assert is_seven_pairs(pack(parse_tiles(tiles))) is are


def test_nine_gates_are_those_tiles_and_one_more_of_them() -> None:
    """Whichever; neither two more, nor one less, nor none."""
    for rank in range(9):
        one, entry = 1 << 3 * rank, nine_gates_entry(NINE_GATES + (1 << 3 * rank))
        assert entry & group_bit(GATES + rank)
        assert entry == nine_gates_entry(NINE_GATES + 1) - group_bit(GATES) + group_bit(GATES + rank)
        more = (2 * one, 4 * one, -one, one + (1 << 3 * ((rank + 1) % 9)))
        assert [nine_gates_entry(NINE_GATES + others) for others in more] == [0, 0, 0, 0]
    assert nine_gates_entry(NINE_GATES) == 0


def test_honours_that_are_no_groups_leave_no_yaku_possible() -> None:
    """No matter what else there would be."""
    winds = HonourFeatureTable(Winds(1, 0, 2))
    for bits in (0o1, 0o4, 0o22, 0o3000001, 0o1111111):
        assert yaku_of_honours(read_honours(bits, winds) >> GROUP_BITS) == 0
    for bits in (0, 0o2, 0o3, 0o3333332):
        assert yaku_of_honours(read_honours(bits, winds) >> GROUP_BITS) != 0


def test_suits_that_are_put_together_are_read_as_one_by_one() -> None:
    """All that can be read, those of nine gates among them, and those that can be read in several ways."""
    every = suit_readings.single_readings(4)
    assert every == {bits: suit_readings.single_reading(bits) for bits in every}
    assert suit_readings.NONE not in every.values()
    assert {NINE_GATES + (1 << 3 * rank) for rank in range(9)} <= every.keys()
    for sets in range(4):
        few = {bits: entry for bits, entry in every.items() if sum(map(int, f"{bits:o}")) <= 3 * sets + 2}
        assert suit_readings.single_readings(sets) == few


def test_who_has_asked_for_many_suits_gets_all_others_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """First those of few sets, and neither before nor again."""
    monkeypatch.setattr(suit_readings, "PREFILLS", {2: 1, 161 + 2: 2})
    monkeypatch.setattr(suit_readings, "ONLY", Memo(suit_readings.single_reading_or_prefill, limit=2_000))
    only = suit_readings.ONLY
    # A suit that cannot be read is remembered beside them.
    unreadable = (0o1, 0o11, 0o1001, 0o101)
    lengths = []
    for bits in (0o3, *unreadable[:1], 0o3, 0o222, *unreadable[1:]):
        assert only[bits] == suit_readings.single_reading(bits)
        lengths.append(len(only))
    assert lengths == [1, 2, 2, 161 + 2, 1_284 + 2, 1_284 + 3, 1_284 + 4]


def test_a_book_may_pay_more_for_every_han_as_far_as_its_list_goes() -> None:
    """Its last unit stands for all above."""
    book = load("alarm").with_changes({"payment": [100 * han for han in range(1, 18)]})
    paid = []
    for ura in ("", "9m", "4z", "55p"):
        result = score(Hand("222m666p34567s11z", "8s", "ron", riichi=1, dora="1111m5p", ura=ura), book)
        paid.append((result.han, result.pay.discarder))
    assert paid == [(16, 6400), (16, 6400), (18, 6800), (22, 6800)]


def test_thirteen_counted_han_pay_a_yakuman_where_a_list_of_units_does_not_go_so_far() -> None:
    """The list of the book ends at 11 han; an own one that has a unit for 13 pays that."""
    units = load("alarm").rules.payment
    for more, dora, paid in (
        ([], "111m3s", (11, 24000, "sanbaiman", 0)),
        ([], "111m5p", (13, 32000, "yakuman", 1)),
        ([6000, 7000], "111m5p", (13, 28000, None, 0)),
    ):
        book = load("alarm").with_changes({"counted_limit": "yakuman", "payment": [*units, *more]})
        result = score(Hand("222m666p34567s11z", "8s", "ron", riichi=1, dora=dora), book)
        assert (result.han, result.value, result.limit, result.yakuman) == paid


def test_the_rows_that_count_yakuman_are_those_of_the_yakuman() -> None:
    """A table knows them by name, too: a row of 2 is two yakuman there, and two han of another yaku."""
    assert YAKUMAN.split() == [yaku.name for yaku in YAKU if yaku.yakuman and yaku.name != "renhou"]


def test_a_yakuman_below_the_units_of_an_own_book_is_passed_over_with_unknown_waits_too() -> None:
    """The dearer of two readings counts; where no unit is above a yakuman's, that is the yakuman."""
    hand = Hand("3334477788999s", "8s", "tsumo", riichi=1, sorted_in=True)
    for unit, names in ((9000, ["menzen_tsumo", "riichi", "iipeikou", "chinitsu"]), (7000, ["suuankou"])):
        book = load("austria").with_changes({"payment": [unit]})
        assert [name for name, _ in score(hand, book).yaku] == names


@pytest.mark.parametrize(("stated", "yakuman"), [(0, 0), (1, 1), (2, 2), (12, 12), (13, 1), (25, 1), (26, 2), (39, 3)])
def test_a_yakuman_is_stated_by_its_number_or_by_its_han(stated: int, yakuman: int) -> None:
    """Thirteen han are one; one that counts twice does so where it is stated as one."""
    for double in ([], ["daisuushii"]):
        rules = (
            load("ema-2016").with_changes({"yaku": {"daisuushii": [stated, stated]}, "double_yakuman": double}).rules
        )
        for is_open in (False, True):
            expected = 2 if yakuman == 1 and double else yakuman
            assert yakuman_of("daisuushii", rules, is_open=is_open) == expected


def test_a_group_has_the_kinds_of_its_tiles_and_writes_them() -> None:
    """Of every sort, in every suit."""
    for sort, kinds in (("run", [0, 1, 2]), ("pair", [0, 0]), ("triplet", [0, 0, 0]), ("kan", [0, 0, 0, 0])):
        for kind in range(34):
            group = Group(sort, kind)
            if sort == "run" and (kind >= 27 or kind % 9 > 6):
                continue
            assert group.kinds == tuple(kind + more for more in kinds)
            assert group.text == tile_text(group.kinds)
