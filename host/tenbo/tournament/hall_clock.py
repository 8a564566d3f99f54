"""The hall's clock: one session for all tables, and the measurement of each table's own clock.

Everything is a function of the desk's records and of a given millisecond.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.clock import FINISHED, PAUSED, RUNNING, WAITING, Session
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.tournament.record_schema import DeskRecord

MINUTE = 60_000

# A table's millisecond counter wraps here.
WRAP = 1 << 30
# Readings that are kept of each table; the best of them gives the offset.
READINGS = 8
# In a shorter time a few milliseconds of uncertainty look like a drift of thousands of millionths.
DRIFT_NEEDS_MS = 60_000


class HallClock(Session):
    """The session of the whole hall: a table's session in milliseconds, which the desk may end.

    >>> clock = HallClock(start=60_000, length=90 * MINUTE)
    >>> clock.stage(0), clock.until_end(0) == 91 * MINUTE, clock.until_end(120_000) == 89 * MINUTE
    ('waiting', True, True)
    """

    FIELDS = (*Session.FIELDS, "over")

    def __init__(
        self,
        start: int,
        length: int,
        signal: int = 15 * MINUTE,
        paused: int = 0,
        stopped: int | None = None,
        *,
        over: bool = False,
    ) -> None:
        super().__init__(start, length, signal, paused, stopped)
        self.over = over

    def stage(self, now: int) -> str:
        """Return whether the session waits for its start, runs, is paused or is finished."""
        return FINISHED if self.over else super().stage(now)

    def until_signal(self, now: int) -> int:
        """Return the milliseconds until the rule book's signal, that until the start included; 0 after it."""
        return 0 if self.over else max(0, self.until_end(now) - self.signal)

    @property
    def ended_early(self) -> bool:
        """Return whether the desk ended the session before its time was up."""
        return self.over and self.stopped is not None and self.until_end(self.stopped) > 0


def replay_clock(records: Iterable[DeskRecord]) -> HallClock | None:
    """Return the clock by the desk's records, or None without a session."""
    clock: HallClock | None = None
    for record in records:
        fields = record.fields
        if "table" not in fields:
            clock = _apply_act(clock, fields["act"], fields["at"], fields.get("minutes", 0), fields.get("signal", 0))
    return clock


def extra_time_ms(records: Iterable[DeskRecord], table: int) -> int:
    """Return the milliseconds of extra time of one table alone."""
    minutes = 0
    for record in records:
        fields = record.fields
        if fields["act"] == "extra" and fields.get("table") == table:
            minutes += fields["minutes"]
    return minutes * MINUTE


def check_clock_act(clock: HallClock | None, act: str, now: int, minutes: int = 0) -> None:
    """Refuse an act that is not possible in the clock's state."""
    stage = FINISHED if clock is None else clock.stage(now)
    if act == "start":
        if stage != FINISHED:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "clock_runs_already",
                    "the clock has already been started: stop it before you start it again (tenbo clock stop)",
                ),
                "act",
            )
    elif act == "resume" and clock is not None and clock.ended_early:
        return
    elif clock is None or clock.over:
        raise Refused(
            "not_allowed_now", sentence("clock_not_started", "no session is timed: start the clock first"), "act"
        )
    elif act == "pause" and stage not in (RUNNING, WAITING):
        raise Refused(
            "not_allowed_now",
            sentence("clock_not_stoppable", "the clock is already {stage}: there is nothing to pause", stage=stage),
            "act",
        )
    elif act == "resume" and stage != PAUSED:
        raise Refused(
            "not_allowed_now",
            sentence("clock_not_paused", "the clock is {stage}, not paused: there is nothing to resume", stage=stage),
            "act",
        )
    elif act == "extra" and min(clock.until_end(now), clock.length) + minutes * MINUTE <= 0:
        raise Refused(
            "not_allowed_now",
            sentence("too_little_time_left", "there is not that much time left: stop the clock instead"),
            "minutes",
        )


def _apply_act(clock: HallClock | None, act: str, at: int, minutes: int, signal: int) -> HallClock | None:
    if act == "start":
        return HallClock(at, minutes * MINUTE, min(signal, minutes) * MINUTE)
    if clock is None:
        return None
    if act == "pause":
        return clock.changed(stopped=at)
    if act == "resume" and clock.stopped is not None:
        return clock.changed(over=False).after_pause(at)
    if act == "extra":
        return clock.changed(length=clock.length + minutes * MINUTE)
    if act == "stop":
        return clock.changed(over=True, stopped=at if clock.stopped is None else clock.stopped)
    return clock


class TickReading(NamedTuple):
    """One reading of a table's clock: our times of sending and answer, and the table's counter."""

    sent: int
    answered: int
    ticks: int

    @property
    def round_trip_ms(self) -> int:
        """Return the round trip time; the table was read at some moment within it."""
        return self.answered - self.sent

    @property
    def midpoint_ms(self) -> int:
        """Return our best estimate of the time of the table's reading."""
        return (self.sent + self.answered) // 2


class _KnownReadings(NamedTuple):
    """The last readings of a counter, the first since it jumped, and how often it has wrapped since."""

    last: tuple[TickReading, ...] = ()
    first: TickReading | None = None
    turns: int = 0


class DeviceTickOffset:
    """A table's millisecond counter against our clock: the offset by the quickest readings, and the drift.

    >>> time = DeviceTickOffset()
    >>> for second in range(62):
    ...     time.add_reading(TickReading(1000 * second, 1000 * second + 4, 5002 + 1000 * second))
    >>> time.ticks_at(70_000), time.drift_ppm
    (75000, 0)
    """

    def __init__(self) -> None:
        # Replaced as a whole: other threads read while the thread of the table's clock adds.
        self._known = _KnownReadings()

    def add_reading(self, reading: TickReading) -> None:
        """Add a reading; a counter that has restarted or jumped discards earlier readings."""
        known, first, turns = self._known
        if known:
            last = known[-1]
            ticks = reading.ticks + WRAP * turns
            if ticks < last.ticks - WRAP // 2:
                turns += 1
                ticks += WRAP
            gone = ticks - last.ticks - (reading.midpoint_ms - last.midpoint_ms)
            if abs(gone) > 1000 + reading.round_trip_ms + last.round_trip_ms:
                known, first, turns = (), None, 0
                ticks = reading.ticks
            reading = reading._replace(ticks=ticks)
        self._known = _KnownReadings((*known[-READINGS + 1 :], reading), first or reading, turns)

    @property
    def is_new(self) -> bool:
        """Return whether the counter was read once since it began."""
        return len(self._known.last) == 1

    @property
    def best_round_trip_ms(self) -> int:
        """Return the round trip time of the quickest of the last readings; 0 without any."""
        return _best(self._known).round_trip_ms if self._known.last else 0

    @property
    def best_reading(self) -> TickReading:
        """Return the quickest of the last readings, which is the most exact."""
        return _best(self._known)

    def ticks_at(self, now: int) -> int:
        """Return the table's counter at a moment of our clock, wrapped as the table shows it."""
        best = self.best_reading
        return (best.ticks + now - best.midpoint_ms) % WRAP

    @property
    def drift_ppm(self) -> int | None:
        """Return by how many millionths the table's clock is fast; None until that is known."""
        known = self._known
        if known.first is None:
            return None
        best = _best(known)
        ours = best.midpoint_ms - known.first.midpoint_ms
        return None if ours < DRIFT_NEEDS_MS else (best.ticks - known.first.ticks - ours) * 1_000_000 // ours


def _best(known: _KnownReadings) -> TickReading:
    return min(known.last, key=lambda reading: (reading.round_trip_ms, -reading.sent))
