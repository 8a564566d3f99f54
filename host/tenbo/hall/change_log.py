"""What has changed, numbered; the last ones are kept for a client that reconnects."""

from __future__ import annotations

import threading
from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = 1000


class Change(NamedTuple):
    """One change: its number, what kind it is, and what it says."""

    id: int
    kind: str
    data: dict[str, Any]


class ChangeBuffer:
    """A short memory of changes. A slow reader misses old ones and never holds anybody up.

    Numbers go on after `first`: the time of day, in a service, so that they also grow from one run to the next.

    >>> changes = ChangeBuffer()
    >>> changes.publish("table", {"table": 3})
    >>> changes.changes_after(0)
    [Change(id=1, kind='table', data={'table': 3})]
    """

    def __init__(self, first: int = 0) -> None:
        self.last = first
        self._kept: deque[Change] = deque(maxlen=KEPT)
        self._lock = threading.Lock()
        self._callers: list[Callable[[], None]] = []

    def add_listener(self, caller: Callable[[], None]) -> None:
        """Have something called at each change, from whatever thread makes it; it must not wait."""
        self._callers.append(caller)

    def publish(self, kind: str, data: dict[str, Any]) -> None:
        """Publish a change to all followers."""
        with self._lock:
            self.last += 1
            self._kept.append(Change(self.last, kind, data))
        for caller in self._callers:
            caller()

    def changes_after(self, last: int) -> list[Change]:
        """Return the changes after one, as far as they are kept."""
        with self._lock:
            newer = list(takewhile(lambda change: change.id > last, reversed(self._kept)))
        return newer[::-1]
