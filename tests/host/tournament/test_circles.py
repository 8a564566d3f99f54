"""The circles that a schedule without repeated pairs is sought in: which there are for how many players and turns."""

from __future__ import annotations

import pytest

from tenbo.tournament.seating.starters import _shapes

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
