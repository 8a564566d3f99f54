"""One run of the firmware in a process: granted time, the lines of its parts, and the reason why it stands still."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import socket
    import subprocess
    from collections.abc import Callable

CHUNK = 65536

# Running, or waiting for a disk; a stopped process, or one that waits for us, hangs by itself.
WANTS_TO_RUN = ("R", "D")
# The factor on a device's timeouts on a busy machine.
MAX_TIMEOUT_FACTOR = 20


class StopReason(NamedTuple):
    """Why the run stands still: `why` is `granted`, how it ended, or `hangs`; `at` in its microseconds."""

    why: str
    at: int


class FirmwareProcess(ABC):
    """The firmware from one start to its end. `on_line` gets every line of its parts, as words.

    `_control` is the socket from which its lines come, `_process` the process; a subclass starts both.
    """

    _control: socket.socket
    _process: subprocess.Popen[bytes]

    def __init__(self, on_line: Callable[[list[str]], None]) -> None:
        self._on_line = on_line
        self.watchdog_left = -1
        self.now = 0
        self._rest = b""

    @abstractmethod
    def send_order(self, line: str) -> None:
        """Have the parts do something; it happens at this moment of the device's time."""

    @abstractmethod
    def send_to_usb(self, data: bytes = b"") -> None:
        """Put bytes into the device's USB input; what it has no room for yet goes in later, as over USB."""

    @abstractmethod
    def has_unsent_input(self) -> bool:
        """Return whether the device has let bytes lie for which there was no room."""

    @abstractmethod
    def _usb_sockets(self) -> list[socket.socket]:
        """Return the socket that USB output comes from, where it is not among the lines."""

    @abstractmethod
    def _forward_output(self, on_usb_data: Callable[[bytes], None]) -> None:
        """Pass on the USB output that has come."""

    def run(
        self, us: int, timeout_s: float, on_usb_data: Callable[[bytes], None], is_usb_full: Callable[[], bool]
    ) -> StopReason:
        """Grant device time and wait until it is used up or the run has ended.

        A device that does not come back within `timeout_s` seconds hangs, unless a busy machine has kept it waiting.
        """
        self.send_order(f"run {us}")
        return self.read_until_idle(timeout_s, on_usb_data, is_usb_full)

    def read_until_idle(
        self, timeout_s: float, on_usb_data: Callable[[bytes], None], is_usb_full: Callable[[], bool]
    ) -> StopReason:
        """Read the device's output until it stands still."""
        begun = time.monotonic()
        limit = begun + timeout_s
        worked = self._cpu_seconds()
        while True:
            left = limit - time.monotonic()
            usb = [] if is_usb_full() else self._usb_sockets()
            # A busy machine may have kept us waiting, too, and the device has long answered: that is looked at first.
            ready, _, _ = select.select([self._control, *usb], [], [], max(0.0, min(left, 0.1)))
            if set(usb) & set(ready):
                self._forward_output(on_usb_data)
            if self._control in ready:
                pause = self._read_lines()
                if pause is not None:
                    if not is_usb_full():
                        self._forward_output(on_usb_data)
                    return pause
                limit = max(limit, time.monotonic() + timeout_s / 2)
            elif left <= 0:
                if not self._was_starved(worked, timeout_s) or limit >= begun + MAX_TIMEOUT_FACTOR * timeout_s:
                    return StopReason("hangs", self.now)
                limit += timeout_s

    def _was_starved(self, before: float, timeout_s: float) -> bool:
        """Return whether the process wants to run, but has had less than its time of the processor."""
        return self._state() in WANTS_TO_RUN and self._cpu_seconds() - before < timeout_s / 2

    def _state(self) -> str:
        """Return the state letter of the process, or an empty text if the system does not provide it."""
        return self._process_stat()[:1]

    def _cpu_seconds(self) -> float:
        """Return how many seconds of the processor the process has had."""
        fields = self._process_stat().split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0

    def _process_stat(self) -> str:
        """Return Linux's status fields of the process, from its state on."""
        try:
            return Path(f"/proc/{self._process.pid}/stat").read_text("ascii", "replace").rpartition(") ")[2]
        except OSError:
            return ""

    def _read_lines(self) -> StopReason | None:
        try:
            data = self._control.recv(CHUNK)
        except OSError:
            data = b""
        if not data:
            return StopReason("died", self.now)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            words = line.decode("ascii", "replace").split(" ")
            self.now = int(words[1])
            if words[0] == "ok":
                self.watchdog_left = int(words[2])
                return StopReason("granted", self.now)
            if words[0] == "end":
                return StopReason(words[2], self.now)
            self._on_line(words)
        return None

    def suspend(self) -> None:
        """Hold the process, as a firmware that hangs would."""
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """End the process at once, in any state."""
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self._control.close()
