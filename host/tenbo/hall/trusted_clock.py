"""The time of day that the hall's clock counts by: it never jumps, and a restart is told when the wall clock did.

The wall clock is read once. From then on the milliseconds since the computer was switched on are counted, in this
process and in the next one, so that nothing moves when somebody puts the wall clock right in the middle of a session.
Only a restart of the computer itself has to believe the wall clock; then the tables, which went on counting, prove it.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.connect import restrict_to_owner
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
# A table that differs by less is not worth a word: it has been off for a moment.
JUMP_MS = 5000
# After a restart of the computer the tables have so long to appear, before what they say of the time counts.
PATIENCE_MS = 3000

# The desk's answers when nobody can prove the time of day after a restart.
KEEP_TABLE_TIME, USE_COMPUTER_TIME = "keep", "move"


def wall_ms() -> int:
    """Return the milliseconds since 1970 that the wall clock shows; it may jump at any time."""
    return time.time_ns() // 1_000_000


def uptime_ms() -> int:
    """Return the milliseconds since the computer was switched on, those of its sleep included where they count."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boottime is None else time.clock_gettime_ns(boottime)) // 1_000_000


def boot_id() -> str:
    """Return what names this start of the computer, or an empty text where nothing does."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


class MonotonicWallClock:
    """The time of day in milliseconds: taken from the wall clock once for each start of the computer, then counted.

    `proved` is False after a restart of the computer, until somebody or something has confirmed the time.
    """

    def __init__(
        self,
        file: Path | None = None,
        *,
        wall: Callable[[], int] = wall_ms,
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
        """Return the milliseconds since 1970, and at the same moment a count that nothing ever moves."""
        up = self._up()
        return self._offset + up, up

    def confirm(self, shift_ms: int = 0) -> None:
        """Take the time as it is now, moved by so much, as the right one, also for the next process."""
        self._offset += shift_ms
        self.is_confirmed = True
        if self._file is not None and self._boot:
            # Without the file the next process asks the tables: that is no reason to stop this one.
            with contextlib.suppress(OSError):
                restrict_to_owner(self._file)
                self._file.write_text(json.dumps({"boot": self._boot, "offset_ms": self._offset}), "ascii")

    def _saved_offset(self) -> int | None:
        """Return the offset that an earlier process of this start of the computer has used, or None."""
        if self._file is None or not self._boot:
            return None
        try:
            kept = json.loads(self._file.read_text("ascii"))
            return int(kept["offset_ms"]) if kept["boot"] == self._boot else None
        except (OSError, ValueError, KeyError, TypeError):
            return None


class TableClockSample(NamedTuple):
    """How far a table's session is behind the hall's, and whether the table has counted it all without a break."""

    behind_ms: int
    unbroken: bool


def clock_jump_ms(witnesses: list[TableClockSample]) -> int:
    """Return by how much the time of day has jumped, as most tables have it; 0 for what is no jump.

    A table that was off itself proves nothing while another one has counted on.

    >>> clock_jump_ms([TableClockSample(1_800_000, True), TableClockSample(1_800_040, True),
    ... TableClockSample(0, False)])
    1800000
    """
    sound = [witness.behind_ms for witness in witnesses if witness.unbroken] or [
        witness.behind_ms for witness in witnesses
    ]
    typical = median_low(sound) if sound else 0
    return typical if abs(typical) > JUMP_MS else 0


class ClockTrust:
    """Whether the time of day can be relied on after a restart of the computer; until then no table is moved by it.

    `note` is what people should know about it, and is told once.
    """

    def __init__(self, day: MonotonicWallClock, tell: Callable[[str], None]) -> None:
        self.note = ""
        self._day = day
        self._tell = tell
        self._lock = threading.Lock()
        self._first: int | None = None

    def check_and_confirm(self, witnesses: list[TableClockSample]) -> bool:
        """Return whether the time of day is right, or has just been put right by what the tables have counted."""
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
                    f"the computer and the tables were off, and now differ by {abs(jumped) // 1000} s: no table is "
                    f"moved; tenbo clock {KEEP_TABLE_TIME} goes on with the tables' time, "
                    f"tenbo clock {USE_COMPUTER_TIME} moves the tables"
                )
                return False
            self._day.confirm(-jumped)
            if jumped:
                way = "ahead of" if jumped > 0 else "behind"
                self._set_note(
                    f"the computer restarted with its time of day {abs(jumped) // 1000} s {way} the time that the "
                    "tables have counted: theirs is kept"
                )
            return True

    def resolve(self, act: str, witnesses: list[TableClockSample]) -> None:
        """Take the desk's word for what the time is, when neither computer nor tables can prove it."""
        with self._lock:
            if self._day.is_confirmed:
                raise Refused("not_allowed_now", "the time of day is known: there is nothing to decide", "act")
            self._day.confirm(-clock_jump_ms(witnesses) if act == KEEP_TABLE_TIME else 0)
            self.note = ""

    def accept_time(self) -> None:
        """Rely on the time of day as it is: nothing that happened before depends on it any more."""
        with self._lock:
            self.note = ""
            if not self._day.is_confirmed:
                self._day.confirm()

    def _set_note(self, note: str) -> None:
        if note != self.note:
            self._tell(note)
        self.note = note
