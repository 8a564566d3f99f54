"""A ROM partition for a board whose flash is a folder: a file beside it, seen through a `vfs` of its own."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from tenbo.simulator import interpreter_lookup

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 256 * 1024
BLOCK = 4096

# Either a block device, as the Pico's own flash, or memory that is written through `rom_ioctl`.
VFS = """
import sys, vfs as _vfs
class _Vfs:
    VfsRom = _vfs.VfsRom
    mount = _vfs.mount
    @staticmethod
    def umount(path):
        raise OSError(22)
    @staticmethod
    def rom_ioctl(operation, *arguments):
        if operation == 1:
            return 1
        if operation == 2:
            return _device()
        if operation == 3:
            _change(0, b"\\xff" * (-(-arguments[1] // {block}) * {block}))
            return 16
        if operation == 4:
            _change(arguments[1], arguments[2])
        return 0
def _read():
    with open({path!r}, "rb") as file:
        return file.read()
def _change(at, data):
    with open({path!r}, "r+b") as file:
        file.seek(at)
        file.write(data)
class _Blocks(bytearray):
    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self) // {block}
        if operation == 5:
            return {block}
        _change(argument * {block}, b"\\xff" * {block})
    def writeblocks(self, block, data, offset):
        _change(block * {block} + offset, data)
def _device():
    return _Blocks(_read()) if {blocks} else memoryview(_read())
sys.modules["vfs"] = _Vfs
"""

# What MicroPython does at its start, then the firmware as `main.py` finds it.
START = """
import sys, vfs
with open(%r, "rb") as file:
    vfs.mount(vfs.VfsRom(file.read()), "/rom")
sys.path[1:] = ["/rom", "/rom/lib"]
%s
"""


class RomPartition:
    """The partition of one board: the program that gives it to the board, and what it holds."""

    def __init__(self, path: Path, *, blocks: bool, size: int = SIZE) -> None:
        self.path = path
        self.path.write_bytes(b"\xff" * size)
        self.program = VFS.format(path=str(path), blocks=blocks, block=BLOCK)

    @property
    def content(self) -> bytes:
        """Return all its bytes."""
        return self.path.read_bytes()

    def run(self, program: str, folder: Path) -> str:
        """Return what a program prints in a MicroPython that has mounted the partition."""
        started = START % (str(self.path), program)
        done = subprocess.run(
            [*interpreter_lookup.micropython_command(), "-c", started],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
