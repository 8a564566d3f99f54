"""Imports modules in small pieces and reads the buttons between two of them.

MicroPython reads a module from its file by a buffer, of 255 bytes at the most, and turns what is in it into what it
keeps before it reads on. The files here stand before the board's own: they give what is there, with a turn for others
after each piece.
"""

import io
import os
import sys

import vfs
from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Between

# Short: the interpreter keeps the path of every module for ever.
_PLACE = "/m"
# In a ROM file system a module stays where it is: nothing is read.
_ROM = "/rom"
# The interpreter's requests to a file: to close it, and for the length of its buffer.
_CLOSE = const(4)
_BUFFER_SIZE = const(11)
_PIECE = const(255)


class _Pieces(io.IOBase):
    """A file of the board, from which the interpreter reads a module."""

    def __init__(self, path: str, between: "Between") -> None:
        self._file = open(path, "rb")  # noqa: SIM115 - the interpreter closes it
        self._between = between

    def readinto(self, buffer: "bytearray") -> int:
        """Read the next piece, and let others have their turn."""
        size = self._file.readinto(buffer)
        self._between()
        return size

    def ioctl(self, request: int, _: int) -> int:
        """Answer the interpreter."""
        if request == _CLOSE:
            self._file.close()
        return _PIECE if request == _BUFFER_SIZE else 0


class _Files:
    """A file system with the modules of the board's own."""

    def __init__(self, between: "Between") -> None:
        self._between = between

    def mount(self, _readonly: bool, _mkfs: bool) -> None:
        """Do nothing: mounting needs no preparation."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Return the answer of the board's own file system about a path."""
        return os.stat(path)

    def open(self, path: str, _mode: str) -> _Pieces:
        """Open a file that is read in pieces."""
        return _Pieces(path, self._between)


def begin(between: "Between") -> None:
    """Load every later module of this firmware in pieces, and let other tasks run between two."""
    packages: "list[Any]" = [sys.modules["device"], sys.modules["tenbo_core"]]
    if packages[0].__path__.startswith(_ROM):
        return
    vfs.mount(_Files(between), _PLACE)
    for package in packages:
        package.__path__ = _PLACE + "/" + package.__path__
