"""How often one computer may dial: a flood of connections must not take the time of the tables that are followed."""

from __future__ import annotations

import threading

from tenbo.devices.token_bucket import TokenBucket

# A whole hall may come back at once behind one address, and a table dials every two seconds.
DIALS_AT_ONCE, DIALS_PER_S = 128, 2
# The addresses that are remembered; then all are forgotten.
MOST_ADDRESSES = 1024


class TableConnectionLimiter:
    """Counts the connections of each address; those that have become a followed table count for nothing.

    >>> limiter = TableConnectionLimiter()
    >>> [limiter.may_dial("10.0.0.9", 0) for _ in range(DIALS_AT_ONCE + 1)].count(True)
    128
    >>> limiter.give_back("10.0.0.9")
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

    def give_back(self, address: str) -> None:
        """Count a connection no more: it is that of a table of this hall."""
        with self._lock:
            if address in self._allowed:
                self._allowed[address].consume(-1)
