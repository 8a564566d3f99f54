"""One run of the firmware in the world of a browser's page, under Node: what comes and goes are lines of one pipe each.

Nothing of a Unix is needed for it.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tenbo.runtime.worker import run_in_background
from tenbo.simulator.firmware_process import CHUNK, FirmwareProcess
from tenbo.simulator.interpreter_lookup import find_node

if TYPE_CHECKING:
    from collections.abc import Callable

WORLD = Path(__file__).with_name("node") / "world.mjs"


class NodeJsProcess(FirmwareProcess):
    """The firmware of an image, with its flash in a folder: both are named in `settings`."""

    def __init__(self, settings: dict[str, Any], errors: IO[bytes], on_line: Callable[[list[str]], None]) -> None:
        super().__init__(self._handle_line)
        self._on_part_line = on_line
        self._output = bytearray()
        self._process = subprocess.Popen(
            [str(find_node()), str(WORLD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")},
        )
        # A pipe can be waited for with a time limit on some systems alone, a socket on all of them.
        self._control, self._far_end = socket.socketpair()
        self._reader = run_in_background("simulated table's output", self._copy_output)
        self.send_order(json.dumps(settings))

    def _copy_output(self) -> None:
        assert self._process.stdout is not None
        with self._far_end, contextlib.suppress(OSError):
            while data := os.read(self._process.stdout.fileno(), CHUNK):
                self._far_end.sendall(data)

    def send_order(self, line: str) -> None:
        """Have the parts do something; it happens at this moment of the device's time."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has just died: the next run says so
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def send_to_usb(self, data: bytes = b"") -> None:
        """Put bytes into the device's USB input, which has room for all of them."""
        if data:
            self.send_order(f"usb {data.hex()}")

    def has_unsent_input(self) -> bool:
        """Return that there is never such input."""
        return False

    def _handle_line(self, words: list[str]) -> None:
        if words[0] == "usb":
            self._output += bytes.fromhex(words[2])
        else:
            self._on_part_line(words)

    def _usb_sockets(self) -> list[socket.socket]:
        return []

    def _forward_output(self, on_usb_data: Callable[[bytes], None]) -> None:
        if self._output:
            on_usb_data(bytes(self._output))
            self._output.clear()

    def kill(self) -> None:
        """End the process at once, in any state."""
        super().kill()
        self._reader.close()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # an order that it has not read
                pipe.close()
