"""What a simulated table needs in order to count what its firmware computes: valgrind, and compiled modules."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tenbo_core.errors import LinkFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NO_VALGRIND = (
    "computing is counted by valgrind on a Linux with an x86-64 processor: install it (Debian: apt install valgrind)"
)
NOT_COMPILED = "a table that counts computing needs its firmware compiled, as it is on a board"


@contextmanager
def counting(*, on: bool) -> Iterator[tuple[list[str], list[int]]]:
    """Yield the beginning of a command that counts instructions, and the ends of the pipe that is its log."""
    if not on:
        yield [], []
        return
    log = os.pipe()
    try:
        # The reader takes what is there and never waits for more.
        os.set_blocking(log[0], False)
        # The interpreter's own start is not counted: that saves most of its time.
        yield (
            [
                _valgrind(),
                "--tool=callgrind",
                "--instr-atstart=no",
                "--callgrind-out-file=/dev/null",
                f"--log-fd={log[1]}",
            ],
            list(log),
        )
    finally:
        for end in log:
            os.close(end)


def _valgrind() -> str:
    program = shutil.which("valgrind")
    if program is None or platform.machine() != "x86_64" or sys.platform != "linux":
        raise LinkFault("not_installed", NO_VALGRIND, "valgrind")
    return program


def sizes(firmware: Path) -> dict[str, int]:
    """Return the bytes of each compiled module by its name, or raise what a table lacks to count its computing."""
    _valgrind()
    by_module: dict[str, int] = {}
    for root in (firmware, firmware / "lib"):
        for package in ("device", "tenbo_core"):
            for path in (root / package).rglob("*.mpy"):
                name = path.relative_to(root).with_suffix("").as_posix().replace("/", ".")
                by_module[name.removesuffix(".__init__")] = path.stat().st_size
    if not by_module:
        raise LinkFault("not_installed", NOT_COMPILED, "firmware")
    return by_module
