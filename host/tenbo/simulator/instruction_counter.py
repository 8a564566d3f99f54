"""Sets up a simulated table to count the instructions of its firmware: valgrind, and compiled modules."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tenbo.flash.build.qstr_table import qstr_names
from tenbo_core.errors import LinkFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NO_VALGRIND = "counting instructions needs valgrind on Linux with an x86-64 processor (Debian: apt install valgrind)"
# Native code is compiled for the machine that counts it, and is longer there than on the chip.
COUNTED_ON, COUNTED_FOR = "x64", "armv6m"
COSTS = "costs.json"
NOT_COMPILED = "counting instructions needs compiled firmware, as on a board"


@contextmanager
def instruction_counter_command(*, on: bool) -> Iterator[tuple[list[str], list[int]]]:
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
                find_valgrind(),
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


def find_valgrind() -> str:
    """Return the program that counts, or refuse where there is none."""
    program = shutil.which("valgrind")
    if program is None or platform.machine() != "x86_64" or sys.platform != "linux":
        raise LinkFault("not_installed", NO_VALGRIND, "valgrind")
    return program


def write_compiled_firmware(folder: Path, here: dict[str, bytes], on_chip: dict[str, bytes]) -> None:
    """Put the firmware into a folder as it is compiled for this machine, with what loading it costs on the chip."""
    for path, data in here.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    modules = {_name_of(path): data for path, data in on_chip.items() if _name_of(path)}
    costs = {
        "sizes": {name: len(data) for name, data in modules.items()},
        "names": {name: len(qstr_names(data)) for name, data in modules.items()},
    }
    (folder / COSTS).write_text(json.dumps(costs), encoding="utf-8")


def module_sizes(firmware: Path) -> dict[str, dict[str, int]]:
    """Return the bytes and the number of names of each compiled module, or raise what a table lacks to count them."""
    find_valgrind()
    try:
        costs: dict[str, dict[str, int]] = json.loads((firmware / COSTS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LinkFault("not_installed", NOT_COMPILED, "firmware") from None
    return costs


def _name_of(path: str) -> str:
    """Return the name of a module of the firmware, or nothing.

    >>> _name_of("lib/tenbo_core/books/__init__.mpy"), _name_of("device/words.de.bin")
    ('tenbo_core.books', '')
    """
    name = path.removeprefix("lib/").removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")
    return name if path.endswith(".mpy") and name.split(".")[0] in ("device", "tenbo_core") else ""
