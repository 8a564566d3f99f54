"""The numbered log of recent changes, kept for clients that reconnect."""

from __future__ import annotations

import threading
from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_CHANGES = 1000


class HallChange(NamedTuple):
    """One change: its number, its kind and its data."""

    id: int
    kind: str
    data: dict[str, Any]


class ChangeBuffer:
    """A bounded buffer of changes. A slow reader misses old ones and never blocks a writer.

    Numbers start after `first`. A service uses the time of day, so that they also grow from one run to the next.

    >>> changes = ChangeBuffer()
    >>> changes.publish("table", {"table": 3})
    >>> changes.changes_after(0)
    [HallChange(id=1, kind='table', data={'table': 3})]
    """

    def __init__(self, first: int = 0) -> None:
        self.last = first
        self._changes: deque[HallChange] = deque(maxlen=MOST_CHANGES)
        self._lock = threading.Lock()
        self._callers: list[Callable[[], None]] = []

    def add_listener(self, caller: Callable[[], None]) -> None:
        """Call a function at each change, from the thread that makes it; it must not block."""
        self._callers.append(caller)

    def publish(self, kind: str, data: dict[str, Any]) -> None:
        """Publish a change to all listeners."""
        with self._lock:
            self.last += 1
            self._changes.append(HallChange(self.last, kind, data))
        for caller in self._callers:
            caller()

    @property
    def complete_after(self) -> int:
        """Return the number after which all changes are still here; earlier ones went, or are of an earlier run."""
        with self._lock:
            return self.last - len(self._changes)

    def changes_after(self, last: int) -> list[HallChange]:
        """Return the buffered changes after a number."""
        with self._lock:
            newer = list(takewhile(lambda change: change.id > last, reversed(self._changes)))
        return newer[::-1]
