"""Rate limiting for failed logins, per address and across all addresses."""

from __future__ import annotations

from collections import OrderedDict, deque

# An address with this many failures within WRONG_S is blocked.
MOST_WRONG = 5
WRONG_S = 60.0
# One computer may use many addresses, above all with IPv6, so failures of a whole group are limited too.
MOST_TOGETHER = 60
MOST_ADDRESSES = 1000
# Clients that have never logged in share one limit (STRANGERS). Clients that have logged in share a limit per role.
# ALONE opts out of the shared limits.
STRANGERS, ALONE = -1, 1000


class LoginThrottle:
    """The failed logins of one kind, with their times."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, list[tuple[float, str]]] = OrderedDict()
        self._together: dict[int, deque[float]] = {}
        self._right: dict[int, OrderedDict[str, None]] = {}

    def is_blocked(self, address: str, now: float) -> bool:
        """Return whether an address is blocked.

        >>> tried = LoginThrottle()
        >>> for n in range(5): tried.record_failure("fe80::1", 10.0 + n)
        >>> tried.is_blocked("fe80::1", 15.0), tried.is_blocked("fe80::2", 15.0), tried.is_blocked("fe80::1", 71.0)
        (True, False, False)
        """
        recent = [one for one in self._wrong.get(address, ()) if 0 <= now - one[0] < WRONG_S]
        if recent:
            self._wrong[address] = recent
        else:
            self._wrong.pop(address, None)
        if len(recent) >= MOST_WRONG:
            return True
        crowd = self._together.get(self._trust_group(address), ())
        return sum(0 <= now - when < WRONG_S for when in crowd) >= MOST_TOGETHER

    def record_failure(self, address: str, now: float, which: str = "") -> None:
        """Record a failed login; repeating the same attempt, identified by `which`, does not count again."""
        known = self._wrong.setdefault(address, [])
        if which and any(one == which for _, one in known):
            return
        known.append((now, which))
        crowd = self._trust_group(address)
        if crowd != ALONE:
            self._together.setdefault(crowd, deque(maxlen=MOST_TOGETHER)).append(now)
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)

    def record_success(self, address: str, crowd: int = ALONE) -> None:
        """Record a successful login, so that failures outside the address's own group no longer block it."""
        known = self._right.setdefault(crowd, OrderedDict())
        known[address] = None
        while len(known) > MOST_ADDRESSES:
            known.popitem(last=False)

    def _trust_group(self, address: str) -> int:
        """Return the trust group of an address: the highest in which it has logged in."""
        return max((crowd for crowd, known in self._right.items() if address in known), default=STRANGERS)
