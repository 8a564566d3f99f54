"""One run of the firmware in MicroPython's unix port: its process and the two wires to it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
from typing import IO, TYPE_CHECKING, Any

from tenbo.simulator import interpreter_lookup
from tenbo.simulator.firmware_process import CHUNK, FirmwareProcess
from tenbo.simulator.instruction_counter import instruction_counter_command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class InterpreterProcess(FirmwareProcess):
    """The firmware in the simulated world `sim`.

    `usb_capacity` is how many bytes the computer holds between device and USB port; by default as many as it likes.
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
        super().__init__(on_line)
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
        with instruction_counter_command(on="sizes" in settings) as (counter, log):
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
        self._input = bytearray()
        self.send_order(json.dumps(settings))

    def send_order(self, line: str) -> None:
        """Send the parts an order. They carry it out at this moment of the device's time."""
        with contextlib.suppress(OSError):  # it has just died: the next run says so
            self._control.sendall(line.encode() + b"\n")

    def send_to_usb(self, data: bytes = b"") -> None:
        """Put bytes into the device's USB input. Those without room go in later, as over USB."""
        self._input += data
        with contextlib.suppress(BlockingIOError, OSError):
            while self._input:
                del self._input[: self._serial.send(self._input)]

    def has_unsent_input(self) -> bool:
        """Return whether bytes wait for which the device had no room."""
        return bool(self._input)

    def _usb_sockets(self) -> list[socket.socket]:
        return [self._serial]

    def _forward_output(self, on_usb_data: Callable[[bytes], None]) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            while data := self._serial.recv(CHUNK):
                on_usb_data(data)

    def kill(self) -> None:
        """End the process at once, in any state."""
        super().kill()
        self._serial.close()
