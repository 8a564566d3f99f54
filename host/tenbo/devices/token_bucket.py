"""A token bucket that limits how fast one device may send; a burst covers the events of a day offline."""

from __future__ import annotations


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
