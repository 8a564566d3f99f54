"""What has changed, numbered; the last ones are kept for a client that reconnects."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = 1000


class Change(NamedTuple):
    """One change: its number, what kind it is, and what it says."""

    id: int
    kind: str
    data: dict[str, Any]


class Changes:
    """A short memory of changes. A slow reader misses old ones and never holds anybody up.

    Numbers go on after `first`: the time of day, in a service, so that they also grow from one run to the next.

    >>> changes = Changes()
    >>> changes.publish("table", {"table": 3})
    >>> changes.after(0)
    [Change(id=1, kind='table', data={'table': 3})]
    """

    def __init__(self, first: int = 0) -> None:
        self.last = first
        self._kept: deque[Change] = deque(maxlen=KEPT)
        self._news = threading.Condition()

    def publish(self, kind: str, data: dict[str, Any]) -> None:
        """Publish a change to all followers."""
        with self._news:
            self.last += 1
            self._kept.append(Change(self.last, kind, data))
            self._news.notify_all()

    def after(self, last: int) -> list[Change]:
        """Return the changes after one, as far as they are kept."""
        with self._news:
            return [change for change in self._kept if change.id > last]

    def wait(self, last: int, timeout_s: float) -> list[Change]:
        """Return the changes after one; wait for the first."""
        with self._news:
            self._news.wait_for(lambda: self.last > last, timeout_s)
        return self.after(last)

    def follow(self, last: int, timeout_s: float) -> Iterator[list[Change]]:
        """Yield changes as they come, and an empty list whenever nothing happened for so long.

        A number above the last one comes from a run whose clock was ahead of ours: that client gets all that is kept.
        """
        if last > self.last:
            last = -1
        while True:
            news = self.wait(last, timeout_s)
            if news:
                last = news[-1].id
            yield news
