"""Imports modules in small pieces and reads the buttons between two of them.

MicroPython reads a module from its file by a buffer, of 255 bytes at the most, and turns what is in it into what it
keeps before it reads on. The files here stand before the board's own: they give what is there, with a turn for others
after each piece.

For each module MicroPython asks for a folder, a source and a compiled file before it opens one. The board's file system
takes 6 ms of a Pico to answer these, so compiled modules are opened where they are asked for, and nothing else is.
"""

import io
import os
import sys

import vfs
from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Between

_OURS = ("device", "tenbo_core")
# Short: the interpreter keeps the path of every module for ever.
_PLACE = "/m"
# In a ROM file system a module stays where it is: nothing is read.
_ROM = "/rom"
# The interpreter's requests to a file: to close it, and for the length of its buffer.
_CLOSE = const(4)
_BUFFER_SIZE = const(11)
_PIECE = const(255)
# What is said of a file and of a folder, and the folders within the packages: a board has `device` as one.
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FOLDERS = ("/books",)
_COMPILED = __file__.endswith(".mpy")
_NOTHING_THERE = const(2)


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
        # The file that was found last, and opened.
        self._path = ""
        self._found: "_Pieces | None" = None

    def mount(self, _readonly: bool, _mkfs: bool) -> None:
        """Do nothing: mounting needs no preparation."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Return whether there is a module or a folder at a path, or raise OSError."""
        self._between()
        if not _COMPILED:
            return os.stat(path)
        if path.endswith(".mpy"):
            self._found = _Pieces(path, self._between)
            self._path = path
            return _FILE
        if path.endswith(_FOLDERS):
            return _FOLDER
        raise OSError(_NOTHING_THERE)

    def open(self, path: str, _mode: str) -> _Pieces:
        """Open a file that is read in pieces."""
        found, self._found = self._found, None
        return found if found is not None and path == self._path else _Pieces(path, self._between)


def enable_cooperative_import(between: "Between") -> None:
    """Load every later module of this firmware in pieces, and let other tasks run between two."""
    device: "Any" = sys.modules["device"]
    if device.__path__.startswith(_ROM):
        return
    vfs.mount(_Files(between), _PLACE)
    for name, module in sys.modules.items():
        package: "Any" = module
        # A package that is loaded later has its path from the one that it is in.
        if name.startswith(_OURS) and hasattr(package, "__path__"):
            package.__path__ = _PLACE + "/" + package.__path__
