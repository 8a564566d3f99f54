"""The trusted time of day for the hall's clock: monotonic, and checked against the tables after a restart.

The wall clock is read once. From then on the milliseconds since the computer's start are counted, in this process and
in the next one, so that setting the wall clock during a session moves nothing. Only after a restart of the computer the
wall clock is read again. It is then checked against the tables, which went on counting.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.sqlite_connection import restrict_to_owner
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo_core.errors import Refused
from tenbo_core.sentences import Sentence, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
# A smaller difference of a table is ignored; the table was off for a moment.
JUMP_MS = 5000
# After a restart of the computer the tables have this time to appear before their times are compared.
PATIENCE_MS = 3000

# The desk's choices if neither the computer nor the tables can confirm the time of day after a restart.
KEEP_TABLE_TIME, USE_COMPUTER_TIME = "keep", "move"


def uptime_ms() -> int:
    """Return the milliseconds since the computer's start, with its sleep where the system counts it."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boottime is None else time.clock_gettime_ns(boottime)) // 1_000_000


def boot_id() -> str:
    """Return the id of this start of the computer, or "" if the system has none."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


class MonotonicWallClock:
    """The time of day in milliseconds: read from the wall clock once for each start of the computer, then counted.

    `is_confirmed` is False after a restart of the computer until the time is confirmed.
    """

    def __init__(
        self,
        file: Path | None = None,
        *,
        wall: Callable[[], int] = wall_clock_ms,
        up: Callable[[], int] = uptime_ms,
        boot: Callable[[], str] = boot_id,
    ) -> None:
        self._file = file
        self._up = up
        self._boot = boot()
        kept = self._saved_offset()
        self._offset = wall() - up() if kept is None else kept
        self.is_confirmed = kept is not None

    def now(self) -> int:
        """Return the milliseconds since 1970."""
        return self.now_and_uptime()[0]

    def now_and_uptime(self) -> tuple[int, int]:
        """Return the milliseconds since 1970, and the monotonic uptime of the same moment."""
        up = self._up()
        return self._offset + up, up

    def confirm(self, shift_ms: int = 0) -> None:
        """Confirm the time, moved by `shift_ms`, also for the next process."""
        self._offset += shift_ms
        self.is_confirmed = True
        if self._file is not None and self._boot:
            # A failure is harmless: without the file the next process checks the tables.
            with contextlib.suppress(OSError):
                restrict_to_owner(self._file)
                self._file.write_text(json.dumps({"boot": self._boot, "offset_ms": self._offset}), "ascii")

    def _saved_offset(self) -> int | None:
        """Return the offset of an earlier process in this start of the computer, or None."""
        if self._file is None or not self._boot:
            return None
        try:
            kept = json.loads(self._file.read_text("ascii"))
            return int(kept["offset_ms"]) if kept["boot"] == self._boot else None
        except (OSError, ValueError, KeyError, TypeError):
            return None


class TableClockSample(NamedTuple):
    """How far a table's session is behind the hall's, and whether the table has counted without interruption."""

    behind_ms: int
    unbroken: bool


def clock_jump_ms(witnesses: list[TableClockSample]) -> int:
    """Return by how much the time of day has jumped, by the majority of the tables; 0 if it has not.

    A table that was off is ignored if another one has counted without interruption.

    >>> clock_jump_ms([TableClockSample(1_800_000, True), TableClockSample(1_800_040, True),
    ... TableClockSample(0, False)])
    1800000
    """
    sound = [witness.behind_ms for witness in witnesses if witness.unbroken] or [
        witness.behind_ms for witness in witnesses
    ]
    typical = median_low(sound) if sound else 0
    return typical if abs(typical) > JUMP_MS else 0


def _restart_note(jumped_ms: int) -> Sentence:
    """Return what the desk reads after a restart of the computer whose time of day had jumped."""
    seconds = abs(jumped_ms) // 1000
    if jumped_ms > 0:
        return sentence(
            "computer_clock_ahead",
            "the computer restarted with its clock {seconds} s ahead of the tables' time: the tables' time is kept",
            seconds=seconds,
        )
    return sentence(
        "computer_clock_behind",
        "the computer restarted with its clock {seconds} s behind the tables' time: the tables' time is kept",
        seconds=seconds,
    )


class ClockTrust:
    """Whether the time of day can be trusted after a restart of the computer; until then no table is moved.

    `note` is a message for the desk, which is reported once.
    """

    def __init__(self, day: MonotonicWallClock, tell: Callable[[str], None]) -> None:
        self.note = ""
        self._day = day
        self._report = tell
        self._lock = threading.Lock()
        self._first: int | None = None

    def check_and_confirm(self, witnesses: list[TableClockSample]) -> bool:
        """Return whether the time of day is confirmed; confirm or correct it by the tables if they allow it."""
        with self._lock:
            if self._day.is_confirmed or not witnesses:
                return self._day.is_confirmed
            if self._first is None:
                self._first = self._day.now()
            if self._day.now() - self._first < PATIENCE_MS:
                return False
            jumped = clock_jump_ms(witnesses)
            if jumped and not any(witness.unbroken for witness in witnesses):
                self._set_note(
                    sentence(
                        "clock_in_doubt",
                        "the computer and the tables were switched off, and their clocks now differ by "
                        "{seconds} s: no table's clock is changed until you choose which time to use (tenbo "
                        "clock resolve --keep-table-time to keep the tables' time, tenbo clock resolve "
                        "--use-computer-time to set the tables to the computer's time)",
                        seconds=abs(jumped) // 1000,
                    )
                )
                return False
            self._day.confirm(-jumped)
            if jumped:
                self._set_note(_restart_note(jumped))
            return True

    def resolve(self, act: str, witnesses: list[TableClockSample]) -> None:
        """Apply the desk's choice if neither computer nor tables can confirm the time."""
        with self._lock:
            if self._day.is_confirmed:
                raise Refused(
                    "not_allowed_now",
                    sentence("time_is_known", "the time of day is known: there is nothing to decide"),
                    "act",
                )
            self._day.confirm(-clock_jump_ms(witnesses) if act == KEEP_TABLE_TIME else 0)
            self.note = ""

    def trust_current_time(self) -> None:
        """Trust the current time of day, because nothing depends on an earlier one any more."""
        with self._lock:
            self.note = ""
            if not self._day.is_confirmed:
                self._day.confirm()

    def _set_note(self, note: str) -> None:
        if note != self.note:
            self._report(note)
        self.note = note
