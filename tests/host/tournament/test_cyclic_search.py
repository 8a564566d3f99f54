"""The circles that a schedule without repeated pairs is sought in: which there are for how many players and turns."""

from __future__ import annotations

from itertools import combinations

import pytest

from tenbo.tournament.seating.cyclic_catalog import BASES, IN_ORDER, catalog_schedule
from tenbo.tournament.seating.cyclic_search import _shapes

# Players, turns, and each shape: its turns, colours, fixed players and factor.
SHAPES = [
    (16, 5, [(5, 3, 1, 1), (5, 3, 1, 0)]),
    (16, 4, [(4, 4, 0, 0), (4, 3, 4, 0)]),
    (16, 3, [(3, 5, 1, 0), (3, 4, 4, 0)]),
    (12, 4, [(4, 3, 0, 0)]),
    (8, 2, [(2, 4, 0, 0), (2, 3, 2, 0)]),
    (20, 5, [(5, 4, 0, 0), (5, 3, 5, 0)]),
    (20, 6, []),
    (24, 7, [(7, 3, 3, 4), (7, 3, 3, 2), (7, 3, 3, 1), (7, 3, 3, 0)]),
    (24, 5, [(5, 4, 4, 0)]),
    (28, 9, [(9, 3, 1, 7), (9, 3, 1, 4), (9, 3, 1, 1), (9, 3, 1, 0)]),
    (32, 10, []),
    (40, 12, [(12, 3, 4, 0)]),
    (40, 9, [(9, 4, 4, 0)]),
]


@pytest.mark.parametrize(("players", "turns", "shapes"), SHAPES)
def test_players_stand_in_circles_with_at_most_one_fixed_player_a_table(players, turns, shapes):
    """With a multiplier of order three where there is one; the plain circles come last, those that fail not at all."""
    found = _shapes(players, turns)
    assert [(one.turns, one.colours, one.fixed, one.factor) for one in found] == shapes
    assert all(one.turns * one.colours + one.fixed == players for one in found)


# Players and rounds of each schedule that is written down, and how many meetings it repeats; but for twenty players in
# six rounds that is the counting bound.
KNOWN = {
    (12, 11): 132, (20, 6): 6, (20, 7): 20, (24, 8): 12, (32, 10): 0, (32, 11): 32, (36, 12): 18,
}  # fmt: skip


@pytest.mark.parametrize(("size", "repeats"), KNOWN.items())
def test_a_schedule_that_is_written_down_is_whole_and_as_good_as_it_says(size, repeats):
    """Everybody sits once in each round, and the longest that has no more rounds than are wanted is taken."""
    players, rounds = size
    schedule = catalog_schedule(*size)
    assert len(schedule) == rounds
    assert all(sorted(player for table in tables for player in table) == list(range(players)) for tables in schedule)
    assert {len(table) for tables in schedule for table in tables} == {4}
    met = [frozenset(two) for tables in schedule for table in tables for two in combinations(table, 2)]
    assert len(met) - len(set(met)) == repeats
    assert repeats == max(0, players * (3 * rounds - (players - 1)) // 2) or size == (20, 6)
    following = 11 if size == (32, 10) else 7 if size == (20, 6) else None
    assert len(catalog_schedule(players, rounds + 1)) == (following or rounds)
    before = {(20, 7): 6, (32, 11): 10}.get(size)
    earlier = catalog_schedule(players, rounds - 1)
    assert (earlier and len(earlier)) == before


def test_no_other_size_is_written_down():
    """And only the twelve sit in an order that shall stay."""
    assert set(BASES) == set(KNOWN)
    assert IN_ORDER == {(12, 11)}
    assert catalog_schedule(16, 5) is None
