"""How another host's clock goes against ours: asked several times, and the quickest answer believed.

Each host counts milliseconds that nothing moves. What is known of the other's count at a moment of ours lies within the
time that a question took there and back; so the quickest of the last answers is the one that says most.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.errors import LinkFault

if TYPE_CHECKING:
    from collections.abc import Callable

# Answers that are compared; two crystals part by some 50 millionths, 15 ms in the five minutes that these are from.
KEPT = 150
OLDEST_MS = 300_000
# Asked so often when a host is met, then once at each look.
FIRST = 8


class Probe(NamedTuple):
    """One question for the time: sent and answered by our count, and what theirs was meanwhile."""

    sent: int
    answered: int
    theirs: int

    @property
    def round_trip_ms(self) -> int:
        """Return the time there and back."""
        return self.answered - self.sent

    @property
    def offset_ms(self) -> int:
        """Return how far their count is ahead of ours, as well as this answer can tell."""
        return self.theirs - (self.sent + self.answered) // 2


class ClockOffset:
    """The offset between another host's count and ours, and between its time of day and ours.

    >>> time = ClockOffset()
    >>> for sent, took in ((0, 90), (100, 4), (200, 40)):
    ...     time.add_probe(Probe(sent, sent + took, 5000 + sent + took // 2 + took // 8), wall_ms=0)
    >>> time.ahead_ms, time.uncertain_ms, time.to_our_clock(7000)
    (5000, 2, 2000)
    """

    def __init__(self) -> None:
        self._kept: deque[Probe] = deque(maxlen=KEPT)
        # How far its time of day is ahead of ours, which people see, and nothing is ordered by.
        self.wall_offset_ms = 0

    def add_probe(self, exchange: Probe, wall_ms: int) -> None:
        """Take an answer, and how far its time of day was ahead; a count that jumped belongs to a host started anew."""
        if (
            self._kept
            and abs(exchange.offset_ms - self.offset_ms) > 1000 + exchange.round_trip_ms + self._best.round_trip_ms
        ):
            self._kept.clear()
        self._kept.append(exchange)
        while exchange.sent - self._kept[0].sent > OLDEST_MS:
            self._kept.popleft()
        self.wall_offset_ms = wall_ms

    @property
    def is_known(self) -> bool:
        """Return whether anything is known."""
        return bool(self._kept)

    @property
    def _best(self) -> Probe:
        return min(self._kept, key=lambda one: (one.round_trip_ms, -one.sent))

    @property
    def offset_ms(self) -> int:
        """Return how far their count is ahead of ours."""
        return self._best.offset_ms

    @property
    def uncertainty_ms(self) -> int:
        """Return by how much that may be wrong at most."""
        return (self._best.round_trip_ms + 1) // 2

    def to_our_clock(self, theirs: int) -> int:
        """Return our count at a moment of theirs."""
        if not self._kept:
            raise LinkFault("no_answer", "the clock of its host has not been compared yet", "table")
        return theirs - self.offset_ms


def measure_offset(
    time: ClockOffset, ask: Callable[[], tuple[int, int]], moment: Callable[[], tuple[int, int]], times: int
) -> None:
    """Ask for the other's time of day and count so many times; `moment` gives ours."""
    for _ in range(times):
        _, sent = moment()
        theirs_now, theirs_up = ask()
        now, answered = moment()
        time.add_probe(Probe(sent, answered, theirs_up), theirs_now - now + (answered - sent) // 2)
