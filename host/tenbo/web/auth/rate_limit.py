"""Patience with wrong codes and passwords: an address that tries many waits, and so do all when many addresses try."""

from __future__ import annotations

from collections import OrderedDict, deque

# An address that gives so many wrong ones within this time waits.
MOST_WRONG = 5
WRONG_S = 60.0
# A computer has as many addresses as it likes, above all with IPv6: so many wrong ones of all together are enough.
MOST_TOGETHER = 60
MOST_ADDRESSES = 1000
# Those who have given nothing right yet wait together, and so do those who have given something that is worth the same;
# whoever waits for nobody else is of no crowd.
STRANGERS, ALONE = -1, 1000


class LoginThrottle:
    """Who has tried something wrong of one kind, and when."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, list[tuple[float, str]]] = OrderedDict()
        self._together: dict[int, deque[float]] = {}
        self._right: dict[int, OrderedDict[str, None]] = {}

    def is_blocked(self, address: str, now: float) -> bool:
        """Return whether an address has to wait.

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
        """Keep that an address has tried something wrong; the same one once more, known as `which`, is no other try."""
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
        """Keep that an address knows what is right: of others who guess only those of its own crowd keep it waiting."""
        known = self._right.setdefault(crowd, OrderedDict())
        known[address] = None
        while len(known) > MOST_ADDRESSES:
            known.popitem(last=False)

    def _trust_group(self, address: str) -> int:
        """Return the crowd of an address: that of the most that it has given."""
        return max((crowd for crowd, known in self._right.items() if address in known), default=STRANGERS)
