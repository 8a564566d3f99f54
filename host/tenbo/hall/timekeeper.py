"""The timekeeper: carries the hall's clock to every table and holds the tables to it.

A table's ledger has the session's events; between them its own clock counts on, with or without us. The
timekeeper measures how that clock goes and moves it by the milliseconds that it is off, so that all
tables sound the signal together.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from tenbo.fleet.station import FOLLOWING
from tenbo.tournament.hall_clock import MINUTE, HallClock, Reading, TableTime, check, clock_of, extra_of
from tenbo_core.clock import FINISHED, PAUSED, Session
from tenbo_core.errors import LinkFault, Refused, TenboError
from tenbo_core.events import DESK
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.fleet import Station
    from tenbo.hall.hall import Hall

# How often every table is asked for its time, and how far off it may be before it is moved.
LOOK_S = 2.0
TOLERANCE_MS = 8
# A start is announced so far ahead, so that every table knows of it in time.
LEAD_MS = 10_000
PINGS = 3


class DayTime:
    """The time of day in milliseconds, which never jumps while we run: taken once, then counted on."""

    def __init__(self) -> None:
        self._offset = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Give the milliseconds since 1970."""
        return self._offset + time.monotonic_ns() // 1_000_000


class Hand:
    """One table's clock as it was last measured."""

    def __init__(self) -> None:
        self.time = TableTime()
        self.off_ms: int | None = None
        self.moves = 0
        self.why = ""


class Timekeeper:
    """One thread that looks after all clocks; `act` is what the desk does with the hall's."""

    def __init__(self, hall: Hall, day: DayTime | None = None) -> None:
        self.day = day or DayTime()
        self.hands: dict[int, Hand] = {}
        self._hall = hall
        self._stop = threading.Event()
        self._now = threading.Event()
        self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)

    def start(self) -> None:
        """Begin to look after the clocks."""
        self._thread.start()

    def close(self) -> None:
        """Leave the tables to themselves."""
        self._stop.set()
        self._now.set()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def clock(self) -> HallClock | None:
        """Give the hall's clock, or None without a session."""
        return clock_of(self._hall.tournament.clock)

    def extra_at(self, table: int) -> int:
        """Give the milliseconds of extra time that one table has for itself."""
        return extra_of(self._hall.tournament.clock, table)

    def act(
        self, act: str, by: str, minutes: int | None = None, table: int | None = None, lead_ms: int = LEAD_MS
    ) -> None:
        """Start, stop, resume or lengthen the session, for the hall or, with a table, for one table alone."""
        now = self.day.now()
        check(self.clock, act, now)
        fields: dict[str, Any] = {"act": act, "at": now}
        if act == "start":
            rules = self._hall.rules()
            fields["minutes"] = minutes or rules.session_minutes
            fields["signal"] = rules.signal_minutes
            fields["at"] = now + lead_ms
            if not fields["minutes"]:
                raise Refused("missing_field", "this rule book has no session time: give --minutes", "minutes")
        elif act == "extra":
            fields["minutes"] = minutes
            if not minutes:
                raise Refused("missing_field", "say how many minutes more", "minutes")
        if table is not None:
            self._one_table(act, table, minutes, by)
            fields["table"] = table
        self._hall.record("clock", by, **fields)
        self._now.set()

    def _one_table(self, act: str, number: int, minutes: int | None, by: str) -> None:
        if act != "extra":
            raise Refused("not_allowed_now", f"{act} is for the whole hall; a table can have extra time", "table")
        self._hall.fleet.ask(number, "do", "extra", DESK, minutes, f"desk: {by}"[:40])

    # ---------------------------------------------------------------- the thread

    def _run(self) -> None:
        while not self._stop.is_set():
            self.look()
            self._now.wait(LOOK_S)
            self._now.clear()

    def look(self) -> None:
        """Measure every table's clock once and put right what is off."""
        clock = self.clock
        for number, station in self._hall.fleet.numbered().items():
            if station.state != FOLLOWING:
                continue
            hand = self.hands.setdefault(number, Hand())
            try:
                seconds = self._measure(station, hand)
                if clock is not None and not clock.over:
                    self._hold(clock, number, station, hand, seconds)
                hand.why = ""
            except TenboError as error:
                if hand.why != error.message:
                    self._hall.log.line(f"clock: {error.message}", level="warning", table=number)
                hand.why = error.message

    def _measure(self, station: Station, hand: Hand) -> int:
        """Ask for the time some times; give the table's ledger clock (ms) at its counter's zero."""
        zero: int | None = None
        for left in reversed(range(PINGS)):
            sent = self.day.now()
            try:
                ((_, _, ticks, ms),) = station.ask("ping")
            except LinkFault:
                # One answer may be lost on the line; a table that gives none is not there.
                if zero is None and not left:
                    raise
                continue
            answered = self.day.now()
            assert isinstance(ticks, int)
            assert isinstance(ms, int)
            hand.time.take(Reading(sent, answered, ticks))
            zero = ms - ticks
        assert zero is not None
        return zero

    def _hold(self, clock: HallClock, number: int, station: Station, hand: Hand, zero: int) -> None:
        """Give a table the session it does not have yet, and move its clock to the hall's."""
        table = station.follower.table
        now = self.day.now()
        if table is None or table.phase == OVER or clock.stage(now) == FINISHED:
            return
        if table.session is None:
            if clock.stage(now) == PAUSED:
                return
            start = -(-(hand.time.ticks_at(max(clock.start, now)) + zero) // 1000) + 1
            station.ask("do", "session", DESK, (clock.length) // MINUTE, start)
            return
        session = table.session
        assert isinstance(session, Session)
        if (clock.stopped is not None) != (session.stopped is not None):
            station.ask("do", "pause" if clock.stopped is not None else "resume", DESK)
            return
        if session.stopped is not None:
            return
        length = clock.length + self.extra_at(number)
        if session.length * 1000 < length:
            station.ask("do", "extra", DESK, (length - 1000 * session.length) // MINUTE, "hall")
            return
        self._align(clock, session, station, hand, zero)

    def _align(self, clock: HallClock, session: Session, station: Station, hand: Hand, zero: int) -> None:
        """Move the table's clock when it is off; its own extra time stays its own."""
        now = self.day.now()
        ticks = hand.time.ticks_at(now)
        left = clock.left(now) + 1000 * session.length - clock.length
        own = 1000 * (session.start + session.length + session.paused) - (ticks + zero)
        hand.off_ms = own - left
        if abs(hand.off_ms) > TOLERANCE_MS:
            station.ask("clock", left, ticks)
            hand.moves += 1

    def picture(self) -> dict[str, Any]:
        """Give the hall's clock and each table's deviation."""
        clock, now = self.clock, self.day.now()
        tables = {
            str(number): {
                "off_ms": hand.off_ms,
                "drift_ppm": hand.time.drift_ppm,
                "moves": hand.moves,
                "extra_ms": self.extra_at(number),
                "why": hand.why,
            }
            for number, hand in sorted(self.hands.items())
            if hand.off_ms is not None or hand.why
        }
        if clock is None:
            return {"stage": "none", "tables": tables}
        return {
            "stage": clock.stage(now),
            "left_ms": max(0, min(clock.left(now), clock.length)),
            "starts_in_ms": max(0, clock.start - now),
            "until_signal_ms": clock.until_signal(now),
            "length_ms": clock.length,
            "tables": tables,
        }
