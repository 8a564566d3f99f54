"""The offset of another host's clock: it is probed several times, and the quickest answer counts.

Each host has a monotonic count of milliseconds. A probe determines the other's count to within its round trip time, so
the quickest of the last probes is the most exact.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.errors import LinkFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

# Probes that are compared. Two crystals drift apart by some 50 millionths: 15 ms in the five minutes that these cover.
MOST_PROBES = 150
OLDEST_MS = 300_000
# Probes when a host is first reached; later there is one at each poll.
FIRST = 8


class Probe(NamedTuple):
    """One probe of the time: sent and answered by our count, with the other's count and time of day."""

    sent: int
    answered: int
    theirs: int

    @property
    def round_trip_ms(self) -> int:
        """Return the round trip time."""
        return self.answered - self.sent

    @property
    def offset_ms(self) -> int:
        """Return how far the other's count is ahead of ours, as this probe estimates it."""
        return self.theirs - (self.sent + self.answered) // 2


class ClockOffset:
    """The offset between another host's count and ours, and between its time of day and ours.

    >>> time = ClockOffset()
    >>> for sent, took in ((0, 90), (100, 4), (200, 40)):
    ...     time.add_probe(Probe(sent, sent + took, 5000 + sent + took // 2 + took // 8), wall_ms=0)
    >>> time.offset_ms, time.uncertainty_ms, time.to_our_clock(7000)
    (5000, 2, 2000)
    """

    def __init__(self) -> None:
        # Replaced as a whole for readers in other threads; the lock is held by the thread that adds.
        self._probes: tuple[Probe, ...] = ()
        self._lock = threading.Lock()
        # How far its time of day is ahead of ours. It is only displayed; nothing is ordered by it.
        self.wall_offset_ms = 0

    def add_probe(self, exchange: Probe, wall_ms: int) -> None:
        """Add a probe and the offset of its time of day; a jump of the count means that the host was restarted."""
        with self._lock:
            known = self._probes
            if known:
                best = self._best
                if abs(exchange.offset_ms - best.offset_ms) > 1000 + exchange.round_trip_ms + best.round_trip_ms:
                    known = ()
            known = tuple(one for one in known if exchange.sent - one.sent <= OLDEST_MS)
            self._probes = (*known, exchange)[-MOST_PROBES:]
            self.wall_offset_ms = wall_ms

    @property
    def is_known(self) -> bool:
        """Return whether there is a probe."""
        return bool(self._probes)

    @property
    def _best(self) -> Probe:
        return min(self._probes, key=lambda one: (one.round_trip_ms, -one.sent))

    @property
    def offset_ms(self) -> int:
        """Return how far their count is ahead of ours."""
        return self._best.offset_ms

    @property
    def uncertainty_ms(self) -> int:
        """Return the largest possible error of the offset."""
        return (self._best.round_trip_ms + 1) // 2

    def to_our_clock(self, theirs: int) -> int:
        """Return our count at a moment of the other's count."""
        if not self._probes:
            message = sentence(
                "host_clock_unknown", "the clock of the table's host has not been compared with the desk's yet"
            )
            raise LinkFault("no_answer", message, "table")
        return theirs - self.offset_ms


def measure_offset(
    time: ClockOffset, ask: Callable[[], tuple[int, int]], moment: Callable[[], tuple[int, int]], times: int
) -> None:
    """Probe the other's time of day and count `times` times; `moment` returns ours."""
    for _ in range(times):
        _, sent = moment()
        theirs_now, theirs_up = ask()
        now, answered = moment()
        time.add_probe(Probe(sent, answered, theirs_up), theirs_now - now + (answered - sent) // 2)
