"""One run of the firmware: the MicroPython process and the two wires to it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.simulator import interpreter_lookup
from tenbo.simulator.instruction_counter import count_instructions

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

CHUNK = 65536

# Running, or waiting for a disk; a stopped process, or one that waits for us, hangs by itself.
WANTS_TO_RUN = ("R", "D")
# The factor on a device's timeouts on a busy machine.
MAX_TIMEOUT_FACTOR = 20


class StopReason(NamedTuple):
    """Why the run stands still: `why` is `granted`, how it ended, or `hangs`; `at` in its microseconds."""

    why: str
    at: int


class InterpreterProcess:
    """The firmware from one start to its end. `told` gets every line of its parts, as words.

    `room` is how many bytes the computer holds between device and USB port; by default as many as it likes.
    """

    def __init__(
        self,
        sim: Path,
        settings: dict[str, Any],
        heap: str,
        errors: IO[bytes],
        on_line: Callable[[list[str]], None],
        usb_capacity: int | None = None,
    ) -> None:
        self._on_line = on_line
        self.watchdog_left = -1
        self.now = 0
        self._control, control = socket.socketpair()
        self._serial, serial = socket.socketpair()
        self._serial.setblocking(False)  # noqa: FBT003
        if usb_capacity is not None:
            serial.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, usb_capacity)
        command = [
            *interpreter_lookup.micropython_command(),
            "-X",
            f"heapsize={heap}",
            str(sim / "start.py"),
            str(control.fileno()),
        ]
        with count_instructions(on="sizes" in settings) as (counter, log):
            self._process = subprocess.Popen(
                [*counter, *command, *map(str, log[:1])],
                stdin=serial.fileno(),
                stdout=serial.fileno(),
                stderr=errors,
                pass_fds=[control.fileno(), *log],
                env={"PATH": os.environ.get("PATH", "")},
            )
        control.close()
        serial.close()
        self._rest = b""
        self._input = bytearray()
        self.send_order(json.dumps(settings))

    def send_order(self, line: str) -> None:
        """Have the parts do something; it happens at this moment of the device's time."""
        with contextlib.suppress(OSError):  # it has just died: the next run says so
            self._control.sendall(line.encode() + b"\n")

    def send_to_usb(self, data: bytes = b"") -> None:
        """Put bytes into the device's USB input; what it has no room for yet goes in later, as over USB."""
        self._input += data
        with contextlib.suppress(BlockingIOError, OSError):
            while self._input:
                del self._input[: self._serial.send(self._input)]

    def has_unsent_input(self) -> bool:
        """Return whether the device has let bytes lie for which there was no room."""
        return bool(self._input)

    def run(
        self, us: int, timeout_s: float, on_usb_data: Callable[[bytes], None], is_usb_full: Callable[[], bool]
    ) -> StopReason:
        """Grant device time and wait until it is used up or the run has ended.

        A device that does not come back within `timeout_s` seconds hangs, unless a busy machine has kept it waiting.
        """
        self.send_order(f"run {us}")
        return self.wait_for_pause(timeout_s, on_usb_data, is_usb_full)

    def wait_for_pause(
        self, timeout_s: float, on_usb_data: Callable[[bytes], None], is_usb_full: Callable[[], bool]
    ) -> StopReason:
        """Read the device's output until it stands still."""
        begun = time.monotonic()
        limit = begun + timeout_s
        worked = self._cpu_seconds()
        while True:
            left = limit - time.monotonic()
            wires = [self._control] if is_usb_full() else [self._control, self._serial]
            # A busy machine may have kept us waiting, too, and the device has long answered: that is looked at first.
            ready, _, _ = select.select(wires, [], [], max(0.0, min(left, 0.1)))
            if self._serial in ready:
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

    def _was_starved(self, before: float, patience: float) -> bool:
        """Return whether the process wants to run, but has had less than its time of the processor."""
        return self._state() in WANTS_TO_RUN and self._cpu_seconds() - before < patience / 2

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

    def _forward_output(self, usb: Callable[[bytes], None]) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            while data := self._serial.recv(CHUNK):
                usb(data)

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
        self._control.close()
        self._serial.close()
