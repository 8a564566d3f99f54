"""A session paired by the standings, and tables turned for their winds: whom it puts where, step by step."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tenbo.tournament.seating import pairing, seat_order_balance
from tenbo.tournament.seating.pairing import STANDING, SWISS, RankedPlayer, pair_session
from tenbo.tournament.seating.search_budget import SearchBudget
from tenbo_core.errors import Malformed


@pytest.fixture(autouse=True)
def few_steps(monkeypatch):
    """Small tournaments need no more."""
    monkeypatch.setattr(pairing, "_STEPS", 4000)
    monkeypatch.setattr(seat_order_balance, "_RUNS", 5)
    monkeypatch.setattr(seat_order_balance, "_RUN", 200)


def ranking(*totals):
    """Return players from number 1 on with these totals."""
    return [RankedPlayer(player, total) for player, total in enumerate(totals, 1)]


def pair(how, played, ranked, seed=1):
    """Return the tables of the next session, each in the order of numbers."""
    tables = pair_session(played, ranked, how, Random(seed), SearchBudget(lambda: 0.0, steps=50))
    return [sorted(table) for table in tables]


NO_TIES = ranking(*range(120, 0, -10))


@pytest.mark.parametrize("how", [SWISS, STANDING])
def test_without_a_meeting_the_tables_are_those_of_the_standings(how):
    """The best four at the first."""
    assert pair(how, [], NO_TIES) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert pair(how, [], NO_TIES[:4]) == [[1, 2, 3, 4]]


def test_fewer_than_four_are_no_table():
    """It says how many there are."""
    with pytest.raises(Malformed, match="3 players cannot be paired: a table needs 4 players"):
        pair(SWISS, [], NO_TIES[:3])


def meetings(tables):
    """Return who sits with whom."""
    return {two for table in tables for two in combinations(sorted(table), 2)}


def test_by_swiss_nobody_meets_again_who_need_not():
    """However far apart they stand then; by place it does not count."""
    played = [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]]
    ranked = ranking(*range(160, 0, -10))
    tables = pair(SWISS, played, ranked)
    assert not meetings(tables) & meetings(played[0])
    assert sorted(player for table in tables for player in table) == list(range(1, 17))
    assert 1 in tables[0]
    assert pair(STANDING, played, ranked) == played[0]


def test_by_place_only_those_with_equal_totals_change_places():
    """And they do, where they have met."""
    played = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
    totals = (50, 50, 40, 30, 30, 20, 20, 10)
    assert pair(STANDING, played, ranking(*totals)) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    assert pair(STANDING, played, ranking(80, 70, 60, 50, 40, 30, 20, 10)) == played[0]


@pytest.mark.parametrize(("played", "resting"), [
    ([], {5}),
    ([[[1, 2, 3, 4]]], {4}),
    ([[[1, 2, 3, 5]]], {5}),
    ([[[1, 2, 3, 4]], [[1, 2, 4, 5]]], {4}),
    ([[[1, 2, 3, 4]], [[1, 2, 3, 5]], [[1, 0, 4, 5]]], {1}),
])  # fmt: skip
def test_who_fills_no_table_sits_out_the_last_of_those_who_have_played_most(played, resting):
    """No one is no one, and who plays no more is not asked."""
    tables = pair(SWISS, [*played, [[21, 22, 23, 24]]], ranking(50, 40, 30, 20, 10))
    assert {1, 2, 3, 4, 5} - set(tables[0]) == resting
    assert len(tables) == 1


def test_a_table_costs_its_repeats_and_how_far_apart_its_players_stand():
    """Ten for four in a row; a second meeting weighs as much as ten thousand places."""
    order = pairing._Order(NO_TIES[:8], {(1, 2): 1, (3, 4): 2, (5, 6): 1, (1, 8): 7}, strict=False)
    assert (order._cost(0), order._cost(4)) == (30_010, 10_010)
    order._swap(3, 4)
    assert (order._cost(0), order._cost(4)) == (10_000 + 1 + 2 + 4 + 1 + 3 + 2, 2 + 3 + 4 + 1 + 2 + 1)
    order._swap(0, 7)
    assert [[one.player for one in table] for table in order.tables()] == [[4, 6, 7, 1], [8, 2, 3, 5]]


@pytest.mark.parametrize(("weight", "times", "first"), [
    (5, 1, [1, 2, 3, 4]), (7, 1, [1, 2, 3, 5]), (3, 2, [1, 2, 3, 4]), (4, 2, [1, 2, 3, 5]),
])  # fmt: skip
def test_whoever_has_met_sits_apart_where_that_is_dearer_than_the_places_between(monkeypatch, weight, times, first):
    """To exchange the fourth and the fifth costs six places; the second meeting counts as much as the first."""
    monkeypatch.setattr(pairing, "_REPEAT", weight)
    assert pair(SWISS, [[[1, 4, 21, 22]]] * times, NO_TIES[:8])[0] == first


# ---------------------------------------------------------------- tables that come with their order


def test_who_sits_left_opposite_and_right_is_counted_from_the_lower_number():
    """One step to the right is one; what is taken back counts down."""
    counts = {}
    seat_order_balance._sides([[1, 2, 3, 4]], counts, 1)
    assert counts == {(1, 2): [1, 0, 0], (1, 3): [0, 1, 0], (1, 4): [0, 0, 1], (2, 3): [1, 0, 0], (2, 4): [0, 1, 0],
                      (3, 4): [1, 0, 0]}  # fmt: skip
    seat_order_balance._sides([[4, 3, 2, 1]], counts, 1)
    assert (counts[1, 2], counts[1, 4], counts[1, 3]) == ([1, 0, 1], [1, 0, 1], [0, 2, 0])
    seat_order_balance._sides([[1, 2, 3, 4]], counts, -1)
    assert counts[1, 2] == [0, 0, 1]
    winds = {}
    seat_order_balance._winds([[3, 1, 4, 2], [3, 2, 1, 4]], winds, 1)
    assert winds == {3: [2, 0, 0, 0], 1: [0, 1, 1, 0], 4: [0, 0, 1, 1], 2: [0, 1, 0, 1]}


def test_turning_and_mirroring_makes_winds_and_sides_equal_and_keeps_who_sits_opposite():
    """Four rounds of the same four: each wind once for everybody, each neighbour as often left as right."""
    schedule = [[[1, 2, 3, 4], [5, 6, 7, 8]] for _ in range(4)]
    budget = SearchBudget(lambda: 0.0, steps=1000)
    made = seat_order_balance.balance_seat_order(schedule, Random(3), budget)
    assert [[sorted(table) for table in tables] for tables in made] == schedule
    winds, sides = {}, {}
    for tables in made:
        seat_order_balance._winds(tables, winds, 1)
        seat_order_balance._sides(tables, sides, 1)
    assert set(map(tuple, winds.values())) == {(1, 1, 1, 1)}
    assert {tuple(sides[two]) for two in ((1, 2), (2, 3), (3, 4), (1, 4), (5, 6))} == {(2, 0, 2)}
    assert (sides[1, 3], sides[6, 8]) == ([0, 4, 0], [0, 4, 0])
    assert schedule[0][0] == [1, 2, 3, 4]
    assert budget.taken in range(1200, 2001, 200)
    again = SearchBudget(lambda: 0.0, steps=1000)
    assert (
        seat_order_balance._anneal(
            made, lambda table: [table, table[::-1]], seat_order_balance._winds, Random(4), again
        )
        == made
    )
    assert again.taken == 0


# ---------------------------------------------------------------- how long it may take


def test_a_search_ends_by_steps_by_seconds_or_at_once():
    """And tells what it has reached with the part that is used."""
    told, now = [], [100.0]
    steps = SearchBudget(lambda: now[0], steps=200, report=lambda what, used: told.append((what, used)))
    assert (steps.used_fraction(), steps.taken) == (0, 0)
    steps.count_steps(50)
    steps.count_steps(100)
    steps.report_progress("no repeats")
    assert (steps.used_fraction(), steps.taken, told) == (0.75, 150, [("no repeats", 0.75)])
    seconds = SearchBudget(lambda: now[0], seconds=4)
    now[0] = 101.0
    seconds.count_steps(9)
    assert (seconds.used_fraction(), seconds.taken) == (0.25, 9)
    seconds.report_progress("nobody hears it")
    seconds.end_search()
    assert seconds.used_fraction() == 1
    assert SearchBudget(lambda: 0.0, steps=0).used_fraction() == 0
