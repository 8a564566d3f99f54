"""Programs in a terminal of some size, as a person has one: what it shows, without its control sequences."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")


class Shown(NamedTuple):
    """What a program wrote to its terminal, and its exit status."""

    raw: str
    status: int

    @property
    def text(self) -> str:
        """Return what was written, without control sequences."""
        return plain(self.raw)

    def screens(self) -> list[list[str]]:
        """Return every picture that was drawn from the upper left corner, as its rows."""
        return [plain(part).split("\n") for part in self.raw.split("\x1b[H")[1:]]


def plain(raw: str) -> str:
    """Return a text without control sequences."""
    return CONTROL.sub("", raw).replace("\r", "")


def in_terminal(*words: str, typed: str = "", columns: int = 80, lines: int = 24, **env: str) -> Shown:
    """Run `tenbo` in a terminal of so many columns and lines, with something typed."""
    around = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    around |= {"TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8", **env}
    return typed_into([sys.executable, "-m", "tenbo", *words], typed, size=(columns, lines), env=around)


def typed_into(
    command: list[str], typed: str, env: dict[str, str], cwd: Path | None = None, size: tuple[int, int] = (80, 24)
) -> Shown:
    """Run a program in a terminal of its own, with something typed, until it ends."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=cwd)
    os.close(theirs)
    os.write(ours, typed.encode())
    written = b""
    # The end of a terminal whose program has gone is an error on Linux, and nothing more to read elsewhere.
    with contextlib.suppress(OSError):
        while part := os.read(ours, 65536):
            written += part
    os.close(ours)
    return Shown(written.decode(), program.wait())
