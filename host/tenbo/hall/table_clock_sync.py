"""One table's clock: measures it, compares its session with the hall's, and corrects both.

A table is corrected one step at a time; the next measurement decides about the next step.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tenbo.hall.monotonic_time import TableClockSample
from tenbo.tournament.hall_clock import MINUTE, WRAP, DeviceTickOffset, TickReading, extra_time_ms
from tenbo_core.clock import FINISHED, Session
from tenbo_core.errors import LinkFault
from tenbo_core.events import DESK
from tenbo_core.sentences import sentence
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.devices.station import Station
    from tenbo.hall.monotonic_time import MonotonicWallClock
    from tenbo.tournament.hall_clock import HallClock
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.table import Table

# The offset from which a table's clock is corrected.
TOLERANCE_MS = 8
# The largest offset that is corrected by waiting; a table that is further ahead gets the session again.
MOST_WAIT_MS = 9000
# An answer within this time, or not much slower than the quickest before, is exact enough; after a slower one the table
# is asked again, up to PINGS times. The first answer of a counter that has begun again is taken as it is: the table may
# be off by all the time that it was dark, and over a bad network each question takes a second.
QUICK_MS = 4
SLOWER = 1.25
PINGS = 3
# Upper bound for a device's clock; a larger value is an error.
MOST_MS = 1 << 50


class TableClock:
    """One table's clock as it was last measured; `lock` is held while it is measured and corrected."""

    def __init__(self) -> None:
        self.time = DeviceTickOffset()
        self.off_ms: int | None = None
        self.move_count = 0
        self.sync_error = ""
        self.sample: TableClockSample | None = None
        self.lock = threading.Lock()


class TableClockSync:
    """Measures and corrects the clocks of tables; the caller holds the table's `lock`."""

    def __init__(self, day: MonotonicWallClock, repository: TournamentRepository) -> None:
        self._day = day
        self._repository = repository

    def extra_ms(self, table: int) -> int:
        """Return the milliseconds of extra time of one table alone."""
        return extra_time_ms(self._repository.tournament.clock, table)

    def measure(self, station: Station, table_clock: TableClock) -> int:
        """Measure a table's time, again after a slow answer; return its ledger clock (ms) at its counter's zero."""
        zero: int | None = None
        quick_ms = max(QUICK_MS, SLOWER * table_clock.time.best_round_trip_ms)
        for left in reversed(range(PINGS)):
            try:
                # Measured by the uptime, because the tables may correct the time of day meanwhile.
                sent, answered, ((_, _, ticks, ms),) = station.read_clock(lambda: self._day.now_and_uptime()[1])
            except LinkFault:
                # A lost reply is tolerated; a table without any reply is absent.
                if zero is None and not left:
                    raise
                continue
            if not isinstance(ticks, int) or not isinstance(ms, int) or not (0 <= ticks < WRAP and 0 <= ms < MOST_MS):
                raise LinkFault(
                    "bad_answer",
                    sentence("device_clock_invalid", "its clock gives no valid time: update its firmware"),
                    "pong",
                )
            table_clock.time.add_reading(TickReading(sent, answered, ticks))
            zero = ms - ticks
            if answered - sent <= quick_ms or table_clock.time.is_new:
                break
        assert zero is not None
        return zero

    def sample(
        self, clock: HallClock | None, number: int, station: Station, table_clock: TableClock, zero: int
    ) -> TableClockSample | None:
        """Return how a table's session time compares with the hall's, as a sample of the time of day."""
        session = session_in_play(station.snapshot.table)
        if session is None or clock is None or clock.over or clock.stopped is not None or session.stopped is not None:
            return None
        now, up = self._day.now_and_uptime()
        ticks = table_clock.time.ticks_at(up)
        counted = ticks >= ticks + zero - 1000 * session.start
        return TableClockSample(self._lag_ms(clock, number, session, ticks + zero, now), counted)

    def _lag_ms(self, clock: HallClock, number: int, session: Session, own_now: int, now: int) -> int:
        """Return by how many milliseconds a table has played less of its session than the hall; negative if more."""
        length = clock.length + self.extra_ms(number)
        until = own_now if session.stopped is None else 1000 * session.stopped
        own_left = 1000 * (session.start + session.length + session.paused) - until
        left = clock.until_end(now) + length - clock.length
        return own_left - left - (1000 * session.length - length)

    def correct(self, clock: HallClock, number: int, station: Station, table_clock: TableClock, zero: int) -> None:
        """Correct the state of a table's session, one step at a time, then its clock."""
        table = station.snapshot.table
        now, up = self._day.now_and_uptime()
        session = session_in_play(table)
        if table is None or table.phase == OVER:
            return
        if clock.over:
            if clock.ended_early and session is not None and session.stopped is None:
                station.ask("do", "pause", DESK, "the hall's clock is stopped")
            return
        if clock.stage(now) == FINISHED:
            return
        if session is None:
            if clock.stopped is None:
                self._set_session(clock, station, table_clock, zero)
            return
        more = (clock.length + self.extra_ms(number) - 1000 * session.length) // MINUTE
        if clock.stopped is not None:
            if session.stopped is None:
                station.ask("do", "pause", DESK)
            elif more:
                station.ask("do", "extra", DESK, more, "hall")
            return
        behind = self._lag_ms(clock, number, session, table_clock.time.ticks_at(up) + zero, now)
        sounded = table.hands_left is not None and clock.until_signal(now) == 0
        if not sounded and (behind < -MOST_WAIT_MS or (more and session.stopped is not None)):
            # The table's session differs from the hall's, because it has missed a stop or a pause.
            if session.stopped is None:
                station.ask("do", "pause", DESK, "the table's clock is ahead of the hall's")
            self._set_session(clock, station, table_clock, zero)
        elif session.stopped is not None:
            station.ask("do", "resume", DESK)
        elif more:
            station.ask("do", "extra", DESK, more, "hall")
        else:
            self._align(clock, number, session, station, table_clock, zero)

    def _set_session(self, clock: HallClock, station: Station, table_clock: TableClock, zero: int) -> None:
        """Set the hall's session at a table: from its start, or from the next second if it is running."""
        now, up = self._day.now_and_uptime()
        start = -(-(table_clock.time.ticks_at(up + max(0, clock.start - now)) + zero) // 1000) + 1
        minutes = clock.length // MINUTE
        station.ask("do", "session", DESK, minutes, start)
        # A session begins with a whole second: the rest at once, for the next measurement may be seconds away.
        self._move(clock, minutes * MINUTE, station, table_clock)

    def _align(
        self,
        clock: HallClock,
        number: int,
        session: Session,
        station: Station,
        table_clock: TableClock,
        zero: int,
    ) -> None:
        """Correct the table's clock if it is off, without its own extra time."""
        now, up = self._day.now_and_uptime()
        ticks = table_clock.time.ticks_at(up)
        table_clock.off_ms = self._lag_ms(clock, number, session, ticks + zero, now)
        if abs(table_clock.off_ms) > TOLERANCE_MS:
            self._move(clock, 1000 * session.length, station, table_clock)

    def _move(self, clock: HallClock, length_ms: int, station: Station, table_clock: TableClock) -> None:
        """Move the clock of a table, whose session has this length, to the hall's."""
        now, up = self._day.now_and_uptime()
        station.ask("clock", clock.until_end(now) + length_ms - clock.length, table_clock.time.ticks_at(up))
        table_clock.move_count += 1


def session_in_play(table: Table | None) -> Session | None:
    """Return the session of a table with an unfinished game, or None."""
    if table is None or table.phase == OVER or not isinstance(table.session, Session):
        return None
    return table.session
