"""Rate limits: how fast one device may send, where a burst covers a day offline, and how often one address may dial."""

from __future__ import annotations

import threading


class TokenBucket:
    """Allows a burst of `at_once` tokens, and `per_s` tokens a second after that.

    >>> allowance = TokenBucket(at_once=3, per_s=1)
    >>> [allowance.try_consume(now_ms) for now_ms in (0, 0, 0, 0, 400, 2000)]
    [True, True, True, False, False, True]
    """

    def __init__(self, at_once: int, per_s: int) -> None:
        self._most = 1000 * at_once
        self._per_ms = per_s
        self._left = self._most
        self._filled_at: int | None = None

    def try_consume(self, now_ms: int) -> bool:
        """Take one, or return that nothing is left."""
        if not self.has_tokens(now_ms):
            return False
        self.consume(1)
        return True

    def consume(self, count: int) -> None:
        """Take a number of tokens, also more than are left."""
        self._left -= 1000 * count

    def has_tokens(self, now_ms: int) -> bool:
        """Return whether at least one is left."""
        if self._filled_at is not None:
            self._left = min(self._most, self._left + self._per_ms * (now_ms - self._filled_at))
        self._filled_at = now_ms
        return self._left >= 1000


# A whole hall may come back at once behind one address, and a table dials every two seconds.
DIALS_AT_ONCE, DIALS_PER_S = 128, 2
# The addresses that are remembered; then all are forgotten.
MOST_ADDRESSES = 1024


class TableConnectionLimiter:
    """Counts the connections of each address; those that have become a followed table count for nothing.

    >>> limiter = TableConnectionLimiter()
    >>> [limiter.may_dial("10.0.0.9", 0) for _ in range(DIALS_AT_ONCE + 1)].count(True)
    128
    >>> limiter.release_connection("10.0.0.9")
    >>> limiter.may_dial("10.0.0.9", 0), limiter.may_dial("10.0.0.9", 0), limiter.may_dial("10.0.0.7", 0)
    (True, False, True)
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._allowed: dict[str, TokenBucket] = {}

    def may_dial(self, address: str, now_ms: int) -> bool:
        """Count a connection, and return whether it may be opened."""
        with self._lock:
            if address not in self._allowed and len(self._allowed) >= MOST_ADDRESSES:
                self._allowed.clear()
            return self._allowed.setdefault(address, TokenBucket(DIALS_AT_ONCE, DIALS_PER_S)).try_consume(now_ms)

    def release_connection(self, address: str) -> None:
        """Count a connection no more: it is that of a table of this hall."""
        with self._lock:
            if address in self._allowed:
                self._allowed[address].consume(-1)
