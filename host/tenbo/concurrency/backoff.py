"""The waits between tries of a worker: each twice the last, up to a limit."""

from __future__ import annotations

FIRST_WAIT_S, LAST_WAIT_S = 0.2, 5.0


class Backoff:
    """The waits between tries: each twice the last, up to a limit.

    >>> wait = Backoff()
    >>> [wait.next() for _ in range(7)]
    [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    """

    def __init__(self, longest_s: float = LAST_WAIT_S) -> None:
        self._wait, self._longest_s = FIRST_WAIT_S, longest_s

    def next(self) -> float:
        """Return the next wait in seconds."""
        wait = self._wait
        self._wait = min(2 * wait, self._longest_s)
        return round(wait, 3)

    def reset(self) -> None:
        """Start again with the shortest wait."""
        self._wait = FIRST_WAIT_S
