"""Scores as people enter them: in points, or in hundreds as on a sheet of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.table import STAKE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo_core.table import Table

HUNDRED = 100


def required_points(played: Table) -> int:
    """Return what the scores and the riichi sticks of a table add up to."""
    return played.rules.players * played.rules.start_points - played.penalty_points


def are_near_hundreds(played: Table, scores: Sequence[int]) -> bool:
    """Return whether scores are in hundreds although they may not add up: they are about a hundredth of the points.

    >>> from tenbo_core import books
    >>> from tenbo_core.table import Table
    >>> table = Table(books.load("ema-2016"))
    >>> are_near_hundreds(table, [320, 280, 350, 251]), are_near_hundreds(table, [32, 28, 35, 25])
    (True, False)
    """
    total, points = required_points(played), HUNDRED * sum(scores)
    return len(scores) == played.rules.players and total <= 2 * points and points <= 2 * total


def scores_in_points(played: Table, scores: Sequence[int], sticks: int = 0) -> list[int]:
    """Return entered scores in points: scores that add up to a hundredth of the table's points are in hundreds.

    >>> from tenbo_core import books
    >>> from tenbo_core.table import Table
    >>> table = Table(books.load("ema-2016"))
    >>> scores_in_points(table, [320, 280, 350, 250]), scores_in_points(table, [320, 280, 350, 240], sticks=1)
    ([32000, 28000, 35000, 25000], [32000, 28000, 35000, 24000])
    >>> scores_in_points(table, [320, 280, 350, 251]), scores_in_points(table, [32000, 28000, 35000, 25000])
    ([320, 280, 350, 251], [32000, 28000, 35000, 25000])
    """
    total = required_points(played)
    if total and len(scores) == played.rules.players and HUNDRED * sum(scores) + sticks * STAKE == total:
        return [HUNDRED * score for score in scores]
    return list(scores)
