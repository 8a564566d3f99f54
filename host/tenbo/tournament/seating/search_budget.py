"""The budget of a search: seconds of a clock, or steps, which make it repeatable."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class SearchBudget:
    """A budget in seconds or steps, and the callback for progress."""

    def __init__(
        self,
        clock: Callable[[], float],
        seconds: float | None = None,
        steps: int | None = None,
        report: Callable[[str, float], None] = lambda _what, _left: None,
    ) -> None:
        self._clock, self._began = clock, clock()
        self._seconds, self._steps, self._report = seconds, steps, report
        self.taken = 0
        self._ended = False

    def end_search(self) -> None:
        """End the search now with the best result so far."""
        self._ended = True

    def count_steps(self, steps: int) -> None:
        """Add steps to the count."""
        self.taken += steps

    def used_fraction(self) -> float:
        """Return the used fraction; 1 or more means that it is used up."""
        if self._ended:
            return 1
        if self._steps is not None:
            return self.taken / max(1, self._steps)
        assert self._seconds is not None
        return (self._clock() - self._began) / max(0.001, self._seconds)

    def report_progress(self, what: str) -> None:
        """Report progress."""
        self._report(what, self.used_fraction())
