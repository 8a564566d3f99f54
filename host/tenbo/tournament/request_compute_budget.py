"""How much a request computes of what was not computed before; a background thread computes the rest."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# So many results, hands or ratings of games are computed without a look at the time.
FREE_STEPS = 8
PAGE_MS = 25
# So many ratings take about 25 ms.
MOST_RATINGS = 200
# The background waits no longer than this for pages, so that it ends even if they never stop.
LONGEST_WAIT_S = 0.2


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


class PagesInProgress:
    """The pages that are being computed. The background waits for them, because one interpreter computes both.

    >>> pages = PagesInProgress()
    >>> with pages.begin():
    ...     pages.wait_until_idle(0)
    False
    >>> pages.wait_until_idle(0)
    True
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._none = threading.Event()
        self._none.set()

    @contextmanager
    def begin(self) -> Iterator[ComputeBudget]:
        """Compute one page within a budget."""
        with self._lock:
            self._number += 1
            self._none.clear()
        try:
            yield ComputeBudget()
        finally:
            with self._lock:
                self._number -= 1
                if not self._number:
                    self._none.set()

    def wait_until_idle(self, longest_s: float = LONGEST_WAIT_S) -> bool:
        """Wait until no page is computed; return whether that is so."""
        return self._none.wait(longest_s)


class UnlimitedBudget(ComputeBudget):
    """A budget without a limit, for a thread that lets pages go first."""

    def __init__(self, pages: PagesInProgress) -> None:
        super().__init__()
        self._pages = pages

    def spend(self) -> bool:
        """Wait for the pages that are being computed."""
        self._pages.wait_until_idle()
        return True

    def spend_ratings(self, games: int) -> bool:  # noqa: ARG002 - as many as there are
        """Wait for the pages that are being computed."""
        return self.spend()
