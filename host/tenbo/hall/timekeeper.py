"""The timekeeper: sets the hall's clock at every table and keeps the tables synchronous.

A table's ledger has the events of its session; between them its own clock counts, with or without a host. The
timekeeper measures that clock and corrects its offset, so that all tables sound the signal together. Every table has a
thread of its own, so that one that hangs delays no other.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, wait
from functools import partial
from typing import TYPE_CHECKING, Any

from tenbo.concurrency.worker import Worker
from tenbo.concurrency.worker_pool import WorkerPool
from tenbo.devices.station import FOLLOWING
from tenbo.hall.trusted_clock import (
    KEEP_TABLE_TIME,
    USE_COMPUTER_TIME,
    ClockTrust,
    MonotonicWallClock,
    TableClockSample,
)
from tenbo.tournament.hall_clock import (
    MINUTE,
    WRAP,
    ClockReading,
    HallClock,
    TableClockOffset,
    check_clock_act,
    extra_time_ms,
    replay_clock,
)
from tenbo.tournament.record_log import STREAM
from tenbo.tournament.stale_clock import StaleClock, stale_clock_for
from tenbo_core.clock import FINISHED, Session
from tenbo_core.errors import LinkFault, Malformed, Refused, TenboError
from tenbo_core.events import DESK
from tenbo_core.rare_field_checks import MOST_MINUTES
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.devices.registry import DeviceRegistry
    from tenbo.devices.station import Station
    from tenbo.hall.record_writer import RecordWriter
    from tenbo.hall.service_log import ServiceLog
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.table import Table

# How often every table is asked for its time, and the offset from which it is corrected.
POLL_S = 2.0
TOLERANCE_MS = 8
# The largest offset that is corrected by waiting; a table that is further ahead gets the session again.
MOST_WAIT_MS = 9000
# A start is announced this long before, so that every table knows it in time.
LEAD_MS = 10_000
# An answer within this time is exact enough; after a slower one the table is asked again, up to PINGS times.
QUICK_MS = 4
PINGS = 3
# More than the tables of any hall; all are synchronised in parallel.
MOST_AT_ONCE = 1000
# Upper bound for a device's clock; a larger value is an error.
MOST_MS = 1 << 50


class TableClock:
    """One table's clock as it was last measured; `lock` is held while its session is changed."""

    def __init__(self) -> None:
        self.time = TableClockOffset()
        self.off_ms: int | None = None
        self.move_count = 0
        self.sync_error = ""
        self.sample: TableClockSample | None = None
        self.lock = threading.Lock()


class Timekeeper:
    """Keeps all clocks, each in a thread of its own; `change_clock` is what the desk does with the hall's."""

    def __init__(
        self,
        repository: TournamentRepository,
        records: RecordWriter,
        fleet: DeviceRegistry,
        log: ServiceLog,
        day: MonotonicWallClock | None = None,
    ) -> None:
        self.day = day or MonotonicWallClock()
        self.table_clocks: dict[int, TableClock] = {}
        self.clock_trust = ClockTrust(self.day, lambda note: log.write_line(f"clock: {note}", level="error"))
        self._repository = repository
        self._records = records
        self._fleet = fleet
        self._log = log
        self._acting = threading.Lock()
        self._looking = threading.Lock()
        # The tables that are being synchronised, and those to synchronise again at once.
        self._busy: set[int] = set()
        self._again: set[int] = set()
        # One thread for each table; threads are kept, because starting one costs more than a synchronisation.
        self._looks = WorkerPool("clock", MOST_AT_ONCE, MOST_AT_ONCE)
        self._thread = Worker("timekeeper", self._run, log)
        if not self.day.is_confirmed and (self.clock is None or self.clock.over):
            # No clock depends on the time of day yet.
            self.day.confirm()

    def start(self) -> None:
        """Start keeping the clocks."""
        self._thread.start()

    def close(self) -> None:
        """Stop keeping the clocks."""
        self._thread.close()
        self._looks.close()

    @property
    def clock(self) -> HallClock | None:
        """Return the hall's clock, or None without a session."""
        return replay_clock(self._repository.tournament.clock)

    @property
    def stale_clock(self) -> StaleClock | None:
        """Return why the hall's clock is stale, or None while a session in play uses it."""
        repository = self._repository

        def moment_of(n: int) -> int:
            row = repository.store.row(STREAM, n)
            return 0 if row is None else row.ts_ms

        return stale_clock_for(repository.tournament, repository.desk.records, self.day.now(), moment_of)

    def extra_ms(self, table: int) -> int:
        """Return the milliseconds of extra time of one table alone."""
        return extra_time_ms(self._repository.tournament.clock, table)

    def remaining_ms(self, table: int) -> int:
        """Return the milliseconds that one table has left, with its own extra time; it may outlast the hall's clock."""
        clock = self.clock
        if clock is None or clock.over:
            return 0
        return max(0, min(clock.until_end(self.day.now()), clock.length) + self.extra_ms(table))

    # ---------------------------------------------------------------- commands of the desk

    def change_clock(
        self, act: str, by: str, minutes: int | None = None, table: int | None = None, lead_ms: int = LEAD_MS
    ) -> list[DeskRecord]:
        """Start, stop, resume, lengthen or shorten the session, for the hall or for one `table` alone.

        The decision about tables and time of day after a power cut makes no record.
        """
        made = []
        if minutes is not None and abs(minutes) > MOST_MINUTES:
            raise Malformed("bad_field", f"minutes are at most {MOST_MINUTES}, a day", "minutes")
        if table is not None:
            made.append(self._extend_table_time(act, table, minutes, by))
        elif act in (KEEP_TABLE_TIME, USE_COMPUTER_TIME):
            self.clock_trust.resolve(act, self._samples())
            self._log.write_line(f"clock: {by} decided to {act} the tables", level="warning")
        else:
            with self._acting:
                made.append(self._whole_hall(act, by, minutes, lead_ms))
        self._thread.notify()
        return made

    def _whole_hall(self, act: str, by: str, minutes: int | None, lead_ms: int) -> DeskRecord:
        now = self.day.now()
        check_clock_act(self.clock, act, now, minutes or 0)
        fields: dict[str, Any] = {"act": act, "at": now}
        if act == "start":
            rules = self._repository.tournament.rulebook.load().rules
            fields["minutes"] = rules.session_minutes if minutes is None else minutes
            fields["signal"] = rules.signal_minutes
            fields["at"] = now + lead_ms
            if fields["minutes"] <= 0:
                message = "this rule book has no session time: give the minutes, 1 or more (--minutes)"
                if minutes is not None:
                    raise Malformed("bad_field", f"a session has 1 minute or more, not {minutes}", "minutes")
                raise Refused("missing_field", message, "minutes")
        elif act == "extra":
            fields["minutes"] = _required_minutes(minutes)
        made = self._records.record("clock", by, **fields)
        if act == "start":
            # From now on the clock depends on the current time of day only.
            self.clock_trust.accept_time()
        return made

    def _extend_table_time(self, act: str, number: int, minutes: int | None, by: str) -> DeskRecord:
        if act != "extra":
            raise Refused("not_allowed_now", f"{act} is for the whole hall; a table can have extra time", "table")
        check_clock_act(self.clock, act, self.day.now())
        station = self._fleet.station_at(number)
        # The synchronisation must not correct the table's new length before it is recorded.
        with self.table_clocks.setdefault(number, TableClock()).lock:
            station.ask("do", "extra", DESK, _required_minutes(minutes), f"desk: {by}"[:40])
            return self._records.record("clock", by, act=act, at=self.day.now(), minutes=minutes, table=number)

    # ---------------------------------------------------------------- threads

    def _run(self) -> None:
        urgent = False
        while not self._thread.is_stopping:
            try:
                self._start_sync(urgent=urgent)
            except Exception as error:  # noqa: BLE001 - an internal error must not stop the hall's clock
                self._log.log_exception(error)
            urgent = self._thread.wait(POLL_S)

    def sync_all(self) -> None:
        """Measure and correct every table's clock once, in parallel, and wait for the end."""
        wait(self._start_sync())

    def _start_sync(self, *, urgent: bool = False) -> list[Future[None]]:
        """Start the synchronisation of every idle table; an urgent one is repeated after a running one."""
        looks = []
        for number, station in self._fleet.stations_by_number().items():
            with self._looking:
                if number in self._busy:
                    if urgent:
                        self._again.add(number)
                    continue
                self._busy.add(number)
            looks.append(self._looks.submit(partial(self._sync_table, number, station)))
        return looks

    def _sync_table(self, number: int, station: Station) -> None:
        """Synchronise one table, and repeat it if it was requested meanwhile."""
        while True:
            try:
                self._sync_once(number, station)
            except Exception as error:  # noqa: BLE001 - an internal error at one table must not stop its clock
                self._log.log_exception(error, table=number)
            with self._looking:
                if number not in self._again or self._thread.is_stopping:
                    self._busy.discard(number)
                    return
                self._again.discard(number)

    def _sync_once(self, number: int, station: Station) -> None:
        """Measure one table and correct it; an error that repeats is logged once."""
        table_clock = self.table_clocks.setdefault(number, TableClock())
        if station.snapshot.state != FOLLOWING:
            table_clock.sample = None
            return
        try:
            with table_clock.lock:
                zero = self._measure(station, table_clock)
                clock = self.clock
                table_clock.sample = self._sample_table(clock, number, station, table_clock, zero)
                if self.clock_trust.check_and_confirm(self._samples()) and clock is not None:
                    self._correct_table(clock, number, station, table_clock, zero)
            table_clock.sync_error = ""
        except TenboError as error:
            table_clock.sample = None
            if table_clock.sync_error != error.message and not self._thread.is_stopping:
                self._log.write_line(f"clock: {error.message}", level="warning", table=number)
            table_clock.sync_error = error.message

    def _measure(self, station: Station, table_clock: TableClock) -> int:
        """Measure a table's time, again after a slow answer; return its ledger clock (ms) at its counter's zero."""
        zero: int | None = None
        for left in reversed(range(PINGS)):
            try:
                # Measured by the uptime, because the tables may correct the time of day meanwhile.
                sent, answered, ((_, _, ticks, ms),) = station.read_clock(lambda: self.day.now_and_uptime()[1])
            except LinkFault:
                # A lost reply is tolerated; a table without any reply is absent.
                if zero is None and not left:
                    raise
                continue
            if not isinstance(ticks, int) or not isinstance(ms, int) or not (0 <= ticks < WRAP and 0 <= ms < MOST_MS):
                raise LinkFault("bad_answer", "its clock answers what is no time: update its firmware", "pong")
            table_clock.time.add_reading(ClockReading(sent, answered, ticks))
            zero = ms - ticks
            if answered - sent <= QUICK_MS:
                break
        assert zero is not None
        return zero

    # ---------------------------------------------------------------- trust in the time of day

    def _sample_table(
        self, clock: HallClock | None, number: int, station: Station, table_clock: TableClock, zero: int
    ) -> TableClockSample | None:
        """Return how a table's session time compares with the hall's, as a sample of the time of day."""
        session = session_in_play(station.snapshot.table)
        if session is None or clock is None or clock.over or clock.stopped is not None or session.stopped is not None:
            return None
        now, up = self.day.now_and_uptime()
        ticks = table_clock.time.ticks_at(up)
        counted = ticks >= ticks + zero - 1000 * session.start
        return TableClockSample(self._lag_ms(clock, number, session, ticks + zero, now), counted)

    def _samples(self) -> list[TableClockSample]:
        return [
            table_clock.sample for table_clock in list(self.table_clocks.values()) if table_clock.sample is not None
        ]

    # ---------------------------------------------------------------- one table

    def _lag_ms(self, clock: HallClock, number: int, session: Session, own_now: int, now: int) -> int:
        """Return by how many milliseconds a table has played less of its session than the hall; negative if more."""
        length = clock.length + self.extra_ms(number)
        until = own_now if session.stopped is None else 1000 * session.stopped
        own_left = 1000 * (session.start + session.length + session.paused) - until
        left = clock.until_end(now) + length - clock.length
        return own_left - left - (1000 * session.length - length)

    def _correct_table(
        self, clock: HallClock, number: int, station: Station, table_clock: TableClock, zero: int
    ) -> None:
        """Correct the state of a table's session, one step at a time, then its clock."""
        table = station.snapshot.table
        now, up = self.day.now_and_uptime()
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
                station.ask("do", "pause", DESK, "it is ahead of the hall")
            self._set_session(clock, station, table_clock, zero)
        elif session.stopped is not None:
            station.ask("do", "resume", DESK)
        elif more:
            station.ask("do", "extra", DESK, more, "hall")
        else:
            self._align(clock, number, session, station, table_clock, zero)

    def _set_session(self, clock: HallClock, station: Station, table_clock: TableClock, zero: int) -> None:
        """Set the hall's session at a table: from its start, or from the next second if it is running."""
        now, up = self.day.now_and_uptime()
        start = -(-(table_clock.time.ticks_at(up + max(0, clock.start - now)) + zero) // 1000) + 1
        station.ask("do", "session", DESK, clock.length // MINUTE, start)

    def _align(
        self, clock: HallClock, number: int, session: Session, station: Station, table_clock: TableClock, zero: int
    ) -> None:
        """Correct the table's clock if it is off, without its own extra time."""
        now, up = self.day.now_and_uptime()
        ticks = table_clock.time.ticks_at(up)
        table_clock.off_ms = self._lag_ms(clock, number, session, ticks + zero, now)
        if abs(table_clock.off_ms) > TOLERANCE_MS:
            station.ask("clock", clock.until_end(now) + 1000 * session.length - clock.length, ticks)
            table_clock.move_count += 1

    def clock_status(self) -> dict[str, Any]:
        """Return the hall's clock and each table's offset."""
        clock, now, left_over = self.clock, self.day.now(), self.stale_clock
        over = None if left_over is None else left_over._asdict()
        tables = {
            str(number): {
                "off_ms": table_clock.off_ms,
                "drift_ppm": table_clock.time.drift_ppm,
                "moves": table_clock.move_count,
                "extra_ms": self.extra_ms(number),
                "left_ms": self.remaining_ms(number),
                "why": table_clock.sync_error,
            }
            for number, table_clock in sorted(self.table_clocks.copy().items())
            if table_clock.off_ms is not None or table_clock.sync_error
        }
        if clock is None:
            return {"stage": "none", "left_over": over, "note": self.clock_trust.note, "tables": tables}
        return {
            "stage": clock.stage(now),
            "left_over": over,
            "stopped": clock.ended_early,
            "left_ms": clock.left(now),
            "starts_in_ms": 0 if clock.over else max(0, clock.start - now),
            "until_signal_ms": clock.until_signal(now),
            "length_ms": clock.length,
            "note": self.clock_trust.note,
            "tables": tables,
        }


def _required_minutes(minutes: int | None) -> int:
    if not minutes:
        raise Refused("missing_field", "say how many minutes more, or fewer with a minus", "minutes")
    return minutes


def session_in_play(table: Table | None) -> Session | None:
    """Return the session of a table with an unfinished game, or None."""
    if table is None or table.phase == OVER or not isinstance(table.session, Session):
        return None
    return table.session
