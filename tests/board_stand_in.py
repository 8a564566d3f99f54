"""A stand-in for a board on a serial port: MicroPython's raw prompt before a folder, and a firmware that says hello.

What is sent to the prompt runs in a real MicroPython whose current folder is the board's flash.  The
firmware is only what flashing sees of one: it tells the version that stands in its files, and leaves for the prompt.
"""

from __future__ import annotations

import os
import select
import subprocess
import threading
import tty
from typing import TYPE_CHECKING, Self

from raw_prompt import RESET, RawPrompt
from tenbo.simulator import interpreter_lookup
from tenbo_core import messages
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Protocol

    class Prompt(Protocol):
        """What runs one program after the other."""

        def execute(self, program: bytes) -> bytes:
            """Return what a program prints, a 4, what went wrong, and a 4; or what it prints until it resets."""

        def close(self) -> None:
            """End it."""


BANNER = b"raw REPL; CTRL-B to exit\r\n>"
WINDOW = 128

WHO = """
import sys
sys.path.insert(0, "lib")
import tenbo_core, tenbo_core.books
print(tenbo_core.VERSION, tenbo_core.books.FINGERPRINT)
"""


class StandIn:
    """One board; use it in a `with` statement. `port` is its serial port, `folder` its flash.

    `pull_after` counts down with every program it is sent; at 0 the cable is pulled in its midst, until `plug`.
    `prompt` makes what its programs run in, where that is not a MicroPython in the folder.
    """

    def __init__(self, folder: Path, prompt: Callable[[], Prompt] | None = None) -> None:
        self.folder = folder
        self._started: tuple[str, int] | None = None
        self._prompt: Prompt | None = None
        self._make_prompt = prompt or (lambda: RawPrompt(folder))
        self.pull_after = -1
        self.damages = b""
        self._master = self._slave = -1
        self.plug()
        self._reader = MessageReader()
        self._sent = b""
        self._pasting = False
        self._unacknowledged = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._leave_prompt()
        self._pull()

    def plug(self) -> None:
        """Put the cable in: the board has lost its power meanwhile, and gets a port of another name."""
        self._leave_prompt()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)

    def _pull(self) -> None:
        # Forgotten before they are closed: a test that sees the port go plugs the cable in at once.
        ends = self._master, self._slave
        self._master = self._slave = -1
        for end in ends:
            if end >= 0:
                os.close(end)

    # ------------------------------------------------------------ what starts

    @property
    def version(self) -> str:
        """Return the version of the firmware that runs, or nothing."""
        if self._prompt is not None:
            return ""
        self.start()
        return self._started[0]

    def start(self) -> None:
        """Start what is on the flash, if nothing runs: who asks at once does not wait while it starts."""
        if self._prompt is None and self._started is None:
            self._started = self._start()

    def _start(self) -> tuple[str, int]:
        """Start what is on the flash: give its version and the fingerprint of its books, or nothing."""
        main = self.folder / "main.py"
        if not main.exists() or "crash" in main.read_text():
            return "", 0
        asked = subprocess.run(
            [*interpreter_lookup.micropython_command(), "-c", WHO],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        version, fingerprint = asked.stdout.split() if asked.returncode == 0 else ("", "0")
        return version, int(fingerprint)

    def _leave_prompt(self) -> None:
        self._started = None
        if self._prompt is not None:
            self._prompt.close()
            self._prompt = None

    def _come_to_prompt(self) -> None:
        self._leave_prompt()
        self._prompt = self._make_prompt()
        self._sent, self._pasting = b"", False

    # ------------------------------------------------------------ what comes in

    def _serve(self) -> None:
        while not self._ended.is_set():
            if self._master < 0:
                self._ended.wait(0.01)
            elif select.select([self._master], [], [], 0.01)[0]:
                data = os.read(self._master, 4096)
                if self.version:
                    self._hear(data)
                else:
                    for byte in data:
                        if self._master >= 0:
                            self._take(bytes((byte,)))

    def _hear(self, data: bytes) -> None:
        for message in self._reader.read(data):
            if message[0] == "who":
                said = ["hello", messages.PROTOCOL, "stand-in", *self._started, "5f2c", -1, "power"]
                self._say(encode(said))
            elif message[0] == "repl":
                self._say(encode(["done", message[1], -1]))
                self._come_to_prompt()

    def _take(self, byte: bytes) -> None:
        """Take a byte at the prompt: a control letter, or a letter of a program."""
        if self._prompt is None:
            self._come_to_prompt()
        if self._pasting:
            self._paste(byte)
        elif byte == b"\x01" and self._sent.endswith(b"\x05A"):
            self._sent, self._pasting, self._unacknowledged = b"", True, 0
            self._say(b"R\x01" + WINDOW.to_bytes(2, "little"))
        elif byte == b"\x01":
            self._sent = b""
            self._say(b"\r\n" + BANNER)
        elif byte == b"\x04" and not self._sent:
            self._come_to_prompt()
            self._say(b"OK\r\nMPY: soft reboot\r\n" + BANNER)
        elif byte == b"\x03" or byte in b"\r\n":
            self._sent = b""
        else:
            self._sent += byte

    def _paste(self, byte: bytes) -> None:
        if byte != b"\x04":
            self._sent += byte
            self._unacknowledged += 1
            if self._unacknowledged == WINDOW:
                self._unacknowledged = 0
                self._say(b"\x01")
            return
        self._pasting = False
        program, self._sent = self._sent, b""
        if self.pull_after == 0:
            self._pull()
            return
        self.pull_after -= 1
        if self.damages and self.damages in program:
            program = program.replace(self.damages, self.damages[::-1])
        self._say(b"\x04")
        self._execute(program)

    def _execute(self, program: bytes) -> None:
        said = self._prompt.execute(program)
        if RESET in said:
            self._leave_prompt()
        else:
            self._say(said + b">")

    def _say(self, data: bytes) -> None:
        os.write(self._master, data)
