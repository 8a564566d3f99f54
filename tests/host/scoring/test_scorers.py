"""Scorers: which are the same, and what they do with the memory that they fill."""

from __future__ import annotations

import pickle

from tenbo.books import load
from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.scorer import Scorer, scorer_of
from tenbo.scoring.engine.sorted_in import SortedInScorer, sorted_in_scorer_of
from tenbo.scoring.tiles import pack, parse_tiles
from tenbo.scoring.yaku import BIT
from tenbo_core.rules import Rules


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
        SortedInScorer(rules, 1, 0),
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
    assert sorted_in_scorer_of(rules, 1, 0) is sorted_in_scorer_of(rules, 1, 0)


def test_what_is_not_said_to_a_scorer_was_not_there() -> None:
    """No melds, no riichi, no indicators, counters or sticks, and a ron."""
    rules = load("austria").rules
    closed, win = parse_tiles("234567m345p678s2s"), 19
    packed = pack([*closed, win])
    for scorer in (scorer_of(rules, 1, 0), sorted_in_scorer_of(rules, 1, 0)):
        for tsumo in (False, True):
            said = scorer.score_packed(packed, win, tsumo, (), 0, (), (), 0, 0)
            assert scorer.score_packed(packed, win, tsumo) == said
            assert scorer.score(closed, win, tsumo=tsumo) == said
            assert (said.gain, said.melds, said.situation & BIT["riichi"]) == (said.value, (), 0)
        assert scorer.score(closed, win) == scorer.score(closed, win, tsumo=False)


def test_a_memo_asks_once_and_forgets_all_when_it_is_full() -> None:
    """What is beyond its limit begins it anew."""
    asked: list[int] = []

    def twice(key: int) -> int:
        asked.append(key)
        return 2 * key

    memo = Memo(twice, limit=3)
    assert [memo[key] for key in (5, 6, 5, 7, 5, 8, 8, 5)] == [10, 12, 10, 14, 10, 16, 16, 10]
    assert asked == [5, 6, 7, 8, 5]
    assert sorted(memo) == [5, 8]
