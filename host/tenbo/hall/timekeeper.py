"""The timekeeper: sets the hall's clock at every table and keeps the tables synchronous.

A table's ledger has the events of its session; between them its own clock counts, with or without a host. The
timekeeper measures that clock and corrects its offset, so that all tables sound the signal together. Every table has a
thread of its own, so that one that hangs delays no other.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tenbo.devices.station import FOLLOWING
from tenbo.hall.monotonic_time import (
    KEEP_TABLE_TIME,
    USE_COMPUTER_TIME,
    ClockTrust,
    MonotonicWallClock,
    TableClockSample,
)
from tenbo.hall.table_clock_sync import TableClock, TableClockSync
from tenbo.hall.table_poller import TablePoller
from tenbo.store.ledgers import DESK_STREAM
from tenbo.tournament.edit_conflicts import check_extra_time_unchanged
from tenbo.tournament.hall_clock import (
    HallClock,
    check_clock_act,
    replay_clock,
)
from tenbo.tournament.leftover_clock import LeftoverClock, clock_staleness_reason
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.events import DESK
from tenbo_core.rare_field_checks import MOST_MINUTES
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station import Station
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository

# What the log says of a decision about the tables' clocks.
CLOCK_DECISIONS = {
    KEEP_TABLE_TIME: "keep the tables' time",
    USE_COMPUTER_TIME: "set the tables to the computer's time",
}

# A start is announced this long before, so that every table knows it in time.
LEAD_MS = 10_000


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
        self._sync = TableClockSync(self.day, repository)
        self.clock_trust = ClockTrust(self.day, lambda note: log.write_line(f"clock: {note}", level="error"))
        self._repository = repository
        self._records = records
        self._fleet = fleet
        self._log = log
        self._acting = threading.Lock()
        self._poller = TablePoller(fleet, self._sync_once, log)
        if not self.day.is_confirmed and (self.clock is None or self.clock.over):
            # No clock depends on the time of day yet.
            self.day.confirm()

    def start(self) -> None:
        """Start keeping the clocks."""
        self._poller.start()

    def close(self) -> None:
        """Stop keeping the clocks."""
        self._poller.close()

    @property
    def clock(self) -> HallClock | None:
        """Return the hall's clock, or None without a session."""
        return replay_clock(self._repository.tournament.clock)

    @property
    def staleness_reason(self) -> LeftoverClock | None:
        """Return why the hall's clock is stale, or None while a session in play uses it."""
        repository = self._repository

        def moment_of(n: int) -> int:
            row = repository.store.row(DESK_STREAM, n)
            return 0 if row is None else row.ts_ms

        records, tournament = repository.desk.snapshot
        return clock_staleness_reason(tournament, records, self.day.now(), moment_of)

    def extra_ms(self, table: int) -> int:
        """Return the milliseconds of extra time of one table alone."""
        return self._sync.extra_ms(table)

    def remaining_ms(self, table: int) -> int:
        """Return the milliseconds that one table has left, with its own extra time; it may outlast the hall's clock."""
        clock = self.clock
        if clock is None or clock.over:
            return 0
        return max(0, min(clock.until_end(self.day.now()), clock.length) + self.extra_ms(table))

    # ---------------------------------------------------------------- commands of the desk

    def change_clock(
        self,
        act: str,
        by: str,
        minutes: int | None = None,
        table: int | None = None,
        lead_ms: int = LEAD_MS,
        *,
        seen: int | None = None,
    ) -> list[DeskRecord]:
        """Start, stop, resume, lengthen or shorten the session, for the hall or for one `table` alone.

        Extra time is refused if more was given after the record `seen`.
        The decision about tables and time of day after a power cut makes no record.
        """
        made = []
        if minutes is not None and abs(minutes) > MOST_MINUTES:
            raise Malformed(
                "bad_field",
                sentence(
                    "minutes_too_many",
                    "at most {most_minutes} minutes (one day) can be set, added or taken away",
                    most_minutes=MOST_MINUTES,
                ),
                "minutes",
            )
        if table is not None:
            made.append(self._extend_table_time(act, table, minutes, by, seen))
        elif act in (KEEP_TABLE_TIME, USE_COMPUTER_TIME):
            self.clock_trust.resolve(act, self._samples())
            self._log.write_line(f"clock: {by} decided to {CLOCK_DECISIONS[act]}", level="warning")
        else:
            with self._acting:
                self._check_seen(act, None, seen)
                made.append(self._whole_hall(act, by, minutes, lead_ms))
        self._poller.poll_soon()
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
                message = sentence(
                    "session_time_missing",
                    "this rule book has no session time: give the minutes, 1 or more (--minutes)",
                )
                if minutes is not None:
                    raise Malformed(
                        "bad_field",
                        sentence(
                            "session_too_short", "a session must last at least 1 minute, not {minutes}", minutes=minutes
                        ),
                        "minutes",
                    )
                raise Refused("missing_field", message, "minutes")
        elif act == "extra":
            fields["minutes"] = _required_minutes(minutes)
        made = self._records.record("clock", by, **fields)
        if act == "start":
            # From now on the clock depends on the current time of day only.
            self.clock_trust.trust_current_time()
        return made

    def _extend_table_time(self, act: str, number: int, minutes: int | None, by: str, seen: int | None) -> DeskRecord:
        if act != "extra":
            raise Refused(
                "not_allowed_now",
                sentence(
                    "only_for_whole_hall",
                    "{act} applies to the whole hall; a single table can only get extra time",
                    act=act,
                ),
                "table",
            )
        station = self._fleet.require_station(number)
        # The synchronisation must not correct the table's new length before it is recorded, and a second desk finds
        # what the first has given.
        with self.table_clocks.setdefault(number, TableClock()).lock:
            self._check_seen(act, number, seen)
            check_clock_act(self.clock, act, self.day.now())
            station.ask("do", "extra", DESK, _required_minutes(minutes), f"desk: {by}"[:40])
            return self._records.record("clock", by, act=act, at=self.day.now(), minutes=minutes, table=number)

    def _check_seen(self, act: str, table: int | None, seen: int | None) -> None:
        if seen is not None and act == "extra":
            check_extra_time_unchanged(self._repository.desk.records, table, seen)

    # ---------------------------------------------------------------- every table

    def sync_table_clocks(self) -> None:
        """Measure and correct every table's clock once, in parallel, and wait for the end."""
        self._poller.poll_all()

    def _sync_once(self, number: int, station: Station) -> None:
        """Measure one table and correct it; an error that repeats is logged once."""
        table_clock = self.table_clocks.setdefault(number, TableClock())
        if station.snapshot.state != FOLLOWING:
            table_clock.sample = None
            return
        try:
            with table_clock.lock:
                zero = self._sync.measure(station, table_clock)
                clock = self.clock
                table_clock.sample = self._sync.sample(clock, number, station, table_clock, zero)
                if self.clock_trust.check_and_confirm(self._samples()) and clock is not None:
                    self._sync.correct(clock, number, station, table_clock, zero)
            table_clock.sync_error = ""
        except TenboError as error:
            table_clock.sample = None
            if table_clock.sync_error != error.message and not self._poller.is_stopping:
                self._log.write_line(f"clock: {error.message}", level="warning", table=number)
            table_clock.sync_error = error.message

    def _samples(self) -> list[TableClockSample]:
        return [
            table_clock.sample for table_clock in list(self.table_clocks.values()) if table_clock.sample is not None
        ]

    def clock_and_offsets(self) -> dict[str, Any]:
        """Return the hall's clock and each table's offset."""
        clock, now, left_over = self.clock, self.day.now(), self.staleness_reason
        over = None if left_over is None else left_over._asdict()
        note = {"note": self.clock_trust.note, **reason_code_and_values(self.clock_trust.note)}
        tables = {
            str(number): {
                "off_ms": table_clock.off_ms,
                "drift_ppm": table_clock.time.drift_ppm,
                "moves": table_clock.move_count,
                "extra_ms": self.extra_ms(number),
                "left_ms": self.remaining_ms(number),
                "why": table_clock.sync_error,
                **reason_code_and_values(table_clock.sync_error),
            }
            for number, table_clock in sorted(self.table_clocks.copy().items())
            if table_clock.off_ms is not None or table_clock.sync_error
        }
        if clock is None:
            return {"stage": "none", "left_over": over, **note, "tables": tables}
        return {
            "stage": clock.stage(now),
            "left_over": over,
            "stopped": clock.ended_early,
            "left_ms": clock.left(now),
            "starts_in_ms": 0 if clock.over else max(0, clock.start - now),
            "until_signal_ms": clock.until_signal(now),
            "length_ms": clock.length,
            **note,
            "tables": tables,
        }


def _required_minutes(minutes: int | None) -> int:
    if not minutes:
        raise Refused(
            "missing_field",
            sentence("minutes_missing", "give the minutes to add, or a negative number to take time away"),
            "minutes",
        )
    return minutes
