"""The processor time of a process and of all that it started, and whether they all only wait."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
# All asleep for so long, at every look: what they wait for never comes.
ASLEEP_S = 90


class Watch:
    """Adds up what a session of processes has used."""

    def __init__(self, leader: int) -> None:
        self._leader = leader
        self._used: dict[int, float] = {}
        self._gone = 0.0
        self._asleep_since = time.monotonic()
        self._last = 0.0

    def is_asleep(self) -> bool:
        """Look at the processes; return whether nothing goes on in any of them any more."""
        running = self._look()
        used, now = self.seconds(), time.monotonic()
        if running or used > self._last:
            self._asleep_since = now
        self._last = used
        return now - self._asleep_since > ASLEEP_S

    def seconds(self) -> float:
        """Return the processor time so far, of processes that have ended, too."""
        return self._gone + sum(self._used.values())

    def end(self) -> None:
        """End all that is left."""
        self._look()
        for process in [self._leader, *self._used]:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)

    def _look(self) -> bool:
        running = False
        found: dict[int, float] = {}
        for folder in Path("/proc").iterdir():
            if not folder.name.isdecimal():
                continue
            try:
                fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == self._leader:
                found[int(folder.name)] = sum(map(int, fields[11:13])) / TICKS
                running = running or fields[0] == "R"
        self._gone += sum(seconds for process, seconds in self._used.items() if process not in found)
        self._used = found
        return running
