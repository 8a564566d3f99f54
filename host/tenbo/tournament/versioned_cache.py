"""A cache of computed values: each holds for one version of what it was computed from."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Value = TypeVar("Value")


class VersionedCache(Generic[Value]):
    """Values by key. Thread-safe; two threads may compute the same value at once, and the later one stays.

    >>> cache = VersionedCache[str]()
    >>> cache.get("table 1", 7, lambda: "new"), cache.get("table 1", 7, lambda: "newer")
    ('new', 'new')
    >>> cache.get("table 1", 8, lambda: "newer")
    'newer'
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[Hashable, tuple[object, Value]] = {}

    def get(self, key: Hashable, version: object, compute: Callable[[], Value]) -> Value:
        """Return the value of a key, which is computed again for another version; no lock is held meanwhile."""
        with self._lock:
            known = self._kept.get(key)
        if known is None or known[0] != version:
            return self.put(key, version, compute())
        return known[1]

    def find(self, key: Hashable, version: object) -> Value | None:
        """Return the value of a key that was computed for a version, or None."""
        with self._lock:
            known = self._kept.get(key)
        return None if known is None or known[0] != version else known[1]

    def put(self, key: Hashable, version: object, value: Value) -> Value:
        """Keep the value of a key for a version, and return it."""
        with self._lock:
            self._kept[key] = (version, value)
        return value
