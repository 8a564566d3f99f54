"""Patience with wrong codes and passwords: an address that tries many waits, and so do all when many addresses try."""

from __future__ import annotations

from collections import OrderedDict, deque

# An address that gives so many wrong ones within this time waits.
MOST_WRONG = 5
WRONG_S = 60.0
# A computer has as many addresses as it likes, above all with IPv6: so many wrong ones of all together are enough.
MOST_TOGETHER = 60
MOST_ADDRESSES = 1000


class Patience:
    """Who has tried something wrong of one kind, and when."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, list[tuple[float, str]]] = OrderedDict()
        self._together: deque[float] = deque(maxlen=MOST_TOGETHER)
        self._right: OrderedDict[str, None] = OrderedDict()

    def is_over(self, address: str, now: float) -> bool:
        """Return whether an address has to wait.

        >>> tried = Patience()
        >>> for n in range(5): tried.wrong("fe80::1", 10.0 + n)
        >>> tried.is_over("fe80::1", 15.0), tried.is_over("fe80::2", 15.0), tried.is_over("fe80::1", 71.0)
        (True, False, False)
        """
        recent = [one for one in self._wrong.get(address, ()) if 0 <= now - one[0] < WRONG_S]
        if recent:
            self._wrong[address] = recent
        else:
            self._wrong.pop(address, None)
        if len(recent) >= MOST_WRONG:
            return True
        crowded = sum(0 <= now - when < WRONG_S for when in self._together) >= MOST_TOGETHER
        return crowded and address not in self._right

    def wrong(self, address: str, now: float, which: str = "") -> None:
        """Keep that an address has tried something wrong; the same one once more, known as `which`, is no other try."""
        known = self._wrong.setdefault(address, [])
        if which and any(one == which for _, one in known):
            return
        known.append((now, which))
        self._together.append(now)
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)

    def right(self, address: str) -> None:
        """Keep that an address knows what is right: others who guess do not keep it waiting."""
        self._right[address] = None
        while len(self._right) > MOST_ADDRESSES:
            self._right.popitem(last=False)
