"""Charges the modules that are loaded by the size of their compiled files, as a whole or in the pieces that are read.

An import waits for the whole module.  Only if the firmware itself reads the file for the interpreter, other tasks
run between two pieces, and each piece takes its part of the time.
"""

import builtins
import sys

import charge
import chip_heap
import clock

LOADING_A_KB_US = 12_800
# What it takes besides to have a piece read by the firmware: the calls there and back, as such calls were measured.
PIECE_US = 70
# The program itself: it runs while it is imported.
MAIN = "main"
COMPILED = ".mpy"

_import = builtins.__import__
_open = open
_busy = False
_in_pieces = 0  # what was charged of the modules that are being loaded
_sizes: "dict[str, int]" = {}  # of the compiled modules, by name
_settle: "object" = None  # a door to nothing
_loaded: "object" = None  # the door behind an import
_read: "object" = None  # the door to a piece


def begin(sizes: "dict[str, int]", door: "object", door_1: "object", door_2: "object") -> None:
    """Charge the loading of modules from now on; the three functions make doors by the number of arguments."""
    global _sizes, _settle, _loaded, _read
    _sizes = sizes
    _settle = door(lambda: None, 0, charge.COMPUTED)
    _loaded = door_1(_charge_rest, 0, charge.LOADING)
    _read = door_2(_piece, PIECE_US, charge.LOADING)
    builtins.__import__ = _load
    builtins.open = _opened


def _load(name: str, *rest: "object") -> "object":
    """Import, and charge the modules that were not there by the size of their compiled files."""
    global _busy, _in_pieces
    if charge.inside[0] or _busy or name in sys.modules or name == MAIN:
        return _import(name, *rest)
    there = list(sys.modules)
    _settle()
    _busy = charge.loading = True
    _in_pieces = 0
    chip_heap.let_collect(True)
    try:
        return _import(name, *rest)
    finally:
        chip_heap.let_collect(not charge.charging)
        _loaded(there)


def _charge_rest(there: "list[str]") -> None:
    """Charge modules that were not there, instead of the instructions of loading them, but for what was charged."""
    global _busy
    _busy = charge.loading = False
    size = sum([_sizes.get(module, 0) for module in sys.modules if module not in there])
    clock.spend(max(0, size * LOADING_A_KB_US // 1024 - _in_pieces))


def _opened(path: str, *rest: "object") -> "object":
    """Open a file; the pieces of a module that is loaded take their time."""
    file = _open(path, *rest)
    return _Module(file) if _busy and path.endswith(COMPILED) else file


class _Module:
    """The compiled file of a module, as the firmware reads it for the interpreter."""

    def __init__(self, file: "object") -> None:
        self._file = file
        self.close = file.close

    def readinto(self, buffer: "bytearray") -> int:
        """Read a piece, in the time that it takes to load it."""
        return _read(self._file, buffer)


def _piece(file: "object", buffer: "bytearray") -> int:
    global _in_pieces
    size = file.readinto(buffer)
    us = size * LOADING_A_KB_US // 1024
    clock.spend(us)
    _in_pieces += us
    # From here to the next piece the firmware has its turn: that is charged as it is counted, and a collection too.
    charge.loading = False
    chip_heap.let_collect(not charge.charging)
    return size
