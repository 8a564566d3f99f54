"""The proof that a game's totals add up: every point of the start is accounted for, and the rest is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.validation.points_text import signed_points_text
from tenbo_core.table import POT

if TYPE_CHECKING:
    from tenbo_core.results import GameResult
    from tenbo_core.table import Table


# What the parts are called that have other names in print.
PARTS = {
    "taken": "penalties paid in the game",
    "uncredited": "riichi sticks that no player gets",
    "substitutes": "fixed results of substitutes",
}


class Balance(NamedTuple):
    """The parts of the sum of a game's totals."""

    uma: int
    oka: int
    penalties: int
    taken: int
    uncredited: int
    substitutes: int

    @property
    def total(self) -> int:
        """Return the required sum of the totals."""
        return sum(self)

    def __str__(self) -> str:
        parts = [
            f"{PARTS.get(name, name)} {signed_points_text(value)}" for name, value in self._asdict().items() if value
        ]
        return signed_points_text(self.total) + (f" = {', '.join(parts)}" if parts else "")


def balance_of(table: Table, result: GameResult) -> Balance:
    """Work out the parts from the table, so that only a right result has totals with their sum.

    `taken` are penalties that were paid at once; `oka` is the first place's gain beyond the players'
    stakes; `uncredited` are sticks that the book gives to no player; `substitutes` is the
    difference between fixed results and the points played.
    """
    rules = table.rules
    put_in = rules.players * (rules.target_points - rules.start_points)
    credited = sum(result.scores) - sum(table.scores)
    fixed = 0
    for seat in rules.seats:
        if table.substitutes[seat]:
            played = result.scores[seat] - rules.target_points + result.uma[seat] + result.oka[seat]
            fixed += rules.substitute_result - played - result.penalties[seat]
    return Balance(
        uma=sum(result.uma),
        oka=sum(result.oka) - put_in,
        penalties=sum(table.later) - rules.yakitori * (rules.players - len(table.won)),
        taken=-table.penalty_points,
        uncredited=credited - table.accounts[POT],
        substitutes=fixed,
    )
