"""The penalties of a game, one by one, under books that take a chombo at once and those that take it after the game."""

from __future__ import annotations

import pytest

from tenbo.tournament.table_penalties import table_penalties
from tenbo_core.event_notation import event_of


@pytest.mark.parametrize(
    ("book", "points", "when"),
    [
        # 3.4.6: 20,000 points after the game.
        ("ema-2025", -20_000, "after_uma"),
        # 6 b: the offender, who is not the dealer, pays a mangan: 4,000 to the dealer and 2,000 to each other player.
        ("alarm", -8_000, "now"),
    ],
)
def test_a_chombo_is_listed_with_what_it_has_cost_the_offender(book, points, when):
    game = [event_of(line, n) for n, line in enumerate((f"start {book}", "hand", "riichi 1", "chombo 2"))]
    assert [(row["seat"], row["points"], row["kind"], row["when"]) for row in table_penalties(game)] == [
        (2, points, "chombo", when)
    ]


def test_of_two_chombos_each_offender_pays_their_own():
    """East pays 4,000 to each, and West a mangan to all three, East among them."""
    game = [event_of(line, n) for n, line in enumerate(("start alarm", "hand", "chombo 0 2"))]
    assert [(row["seat"], row["points"]) for row in table_penalties(game)] == [(0, -12_000), (2, -8_000)]
