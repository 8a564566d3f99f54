"""A board's prompt on this computer: a MicroPython that runs one program after the other, in a folder as its flash."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from tenbo.simulator import interpreter_lookup

if TYPE_CHECKING:
    from pathlib import Path

RESET = b"\x00reset\x00"

# Keeps the variables of a program for the next, as a board does until its soft reset.
LOOP = """
import sys
class Machine:
    @staticmethod
    def reset():
        sys.stdout.write("\\x00reset\\x00")
sys.modules["machine"] = Machine
names = {}
while True:
    size = sys.stdin.buffer.read(8)
    if len(size) < 8:
        break
    program = sys.stdin.buffer.read(int(size))
    wrong = ""
    try:
        exec(program, names)
    except BaseException as error:
        wrong = repr(error)
    sys.stdout.write("\\x04" + wrong + "\\x04")
"""


class RawPrompt:
    """A running prompt; `close` it."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [*interpreter_lookup.micropython_command(), "-c", LOOP],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()

    def execute(self, program: bytes) -> bytes:
        """Return what a program prints, a 4, what went wrong, and a 4; or what it prints until it resets the board."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"%8d" % len(program) + program)
        self._process.stdin.flush()
        said = b""
        while said.count(b"\x04") < 2 and RESET not in said:
            part = os.read(self._process.stdout.fileno(), 65536)
            assert part, f"the prompt has ended: {said!r}"
            said += part
        return said
