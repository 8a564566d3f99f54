"""Supervises the table's tasks: each reports that it is alive, and an error in any of them restarts the device."""

import asyncio
import sys

from micropython import const

from device.runtime.ticks import DeviceClock

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Watchdog

# A task without a beat for this time hangs; the watchdog then restarts the table.
_PULSE_MS = const(2000)
WATCHDOG_MS = 4000
FAULT_LOG = "fault.log"
_FAULT_LOG_SIZE = const(4096)


class TaskWatchdog:
    """Notes when each task was last alive, and feeds the watchdog only while all of them are."""

    def __init__(self, now: DeviceClock) -> None:
        self._now = now
        self._last: "list[int]" = []
        self._watchdog: "Watchdog | None" = None
        self._fed_at = 0
        self.names: "list[str]" = []

    def register(self, name: str) -> "Beat":
        """Register a task and return its beat: a function to call once in every turn of its loop."""
        place = len(self._last)
        self._last.append(self._now.ms())
        self.names.append(name)

        def beat() -> None:
            self._last[place] = self._now.ms()

        return beat

    def hanging_task(self) -> str:
        """Return the name of a task that has stopped, or an empty text."""
        for place, last in enumerate(self._last):
            if self._now.since(last) > _PULSE_MS:
                return self.names[place]
        return ""

    def feed_while_busy(self) -> None:
        """Feed the watchdog during long work that is certain to end: the tasks that wait for it do not hang."""
        if self._watchdog is not None and self._now.since(self._fed_at) > WATCHDOG_MS // 8:
            self._fed_at = self._now.ms()
            self._watchdog.feed()
            for place in range(len(self._last)):
                self._last[place] = self._fed_at

    async def feed(self, watchdog: "Watchdog") -> None:
        """Feed the watchdog until a task hangs."""
        self._watchdog = watchdog
        while True:
            if not self.hanging_task():
                self._fed_at = self._now.ms()
                watchdog.feed()
            await asyncio.sleep_ms(WATCHDOG_MS // 8)


def error_text(error: BaseException) -> str:
    """Return an error with its traceback as text."""
    import io

    out = io.StringIO()
    sys.print_exception(error, out)
    return out.getvalue()


def write_fault(text: str) -> None:
    """Add a report to the small log on flash; when it is full the older half makes room."""
    try:
        try:
            with open(FAULT_LOG) as file:
                old = file.read()
        except (OSError, ValueError):
            old = ""  # no file yet, or it is no text
        with open(FAULT_LOG, "w") as file:
            file.write((old + text + "\n")[-_FAULT_LOG_SIZE:])
    except OSError:
        pass  # a full or broken flash must not keep the table from restarting
