"""How much a request computes of what was not computed before; a background thread computes the rest."""

from __future__ import annotations

import time

# So many results, hands or ratings of games are computed without a look at the time.
FREE_STEPS = 20
PAGE_MS = 40
# So many ratings take about 25 ms.
MOST_RATINGS = 200


class ComputeBudget:
    """The processor time of one request, in its own thread; `left` counts what was left out.

    >>> budget = ComputeBudget(0)
    >>> [budget.spend() for _ in range(FREE_STEPS + 2)].count(True) == FREE_STEPS, budget.left
    (True, 2)
    """

    def __init__(self, limit_ms: int | None = None) -> None:
        self._end = time.thread_time() + (PAGE_MS if limit_ms is None else limit_ms) / 1000
        self._steps = 0
        self.left = 0

    def spend(self) -> bool:
        """Return whether one more step may be computed; it counts as left out otherwise."""
        self._steps += 1
        if self._steps <= FREE_STEPS or time.thread_time() < self._end:
            return True
        self.left += 1
        return False

    def spend_ratings(self, games: int) -> bool:
        """Return whether so many games may be rated; they count as left out otherwise."""
        if games <= MOST_RATINGS:
            return True
        self.left += games
        return False
