"""Charges what the firmware's own files cost: modules that are loaded, as a whole or in pieces, and its texts.

An import waits for the whole module.  Only if the firmware itself reads the file for the interpreter, other tasks
run between two pieces, and each piece takes its part of the time.

Here these files are the computer's; on the chip they are in a littlefs, whose work is charged by the operation.  How
much littlefs reads for each was counted with the compiled firmware in a file system as a board has it.
"""

import builtins
import sys

import uos

import chip_heap
import clock
import compute_cost_model

# A module of 3 KB with few names and few files beside it took the emulated chip 13.4 ms, with its flash cache.
LOADING_A_KB_US = 3_900
# To find one of MicroPython's names, where a name is compared with so many others: half of them until it is found.
NAME_NS = 116
# What littlefs does: 73 modules in their folders took it 18 reads of the flash and 9 KB to find no such file, 91 and
# 20 KB to tell a file's size, 36 and 10 KB to open it. A read takes 20 us and 0.1 us a byte, checksum and all: with
# these, 38 modules of 45 KB take 578 ms, as on the emulated chip.
MISSING_US, FOUND_US, OPENED_US = 1_300, 3_900, 1_700
# An import looks for a folder, a source and the compiled file.
LOOKUPS_US = 2 * MISSING_US + FOUND_US + OPENED_US
# A place in an open file that is not in its buffer: two reads, 1,056 bytes.
SEEK_US = 150
# What it takes besides to have a piece read by the firmware: the calls there and back, as such calls were measured.
PIECE_US = 70
# The program itself: it runs while it is imported.
MAIN = "main"
COMPILED, PACKAGE = ".mpy", ".__init__"
# The places of the firmware's folders on the path, behind those of the simulated parts.
_FIRMWARE, _LIBRARY = 2, 3

_import = builtins.__import__
_open = open
_busy = False
_sizes: "dict[str, int]" = {}  # of the compiled modules, by name
_names: "dict[str, int]" = {}  # how many names they bring
_known = 0  # the names that the interpreter has
_all = 0  # and all that it will ever have
_rate_us = 0  # for a KB of the module that is being loaded, its names included
_pieced: "set[str]" = set()  # modules that are charged by the piece
_settle: "object" = None  # a door to nothing
_loaded: "object" = None  # the door behind an import
_read: "object" = None  # the door to a piece
_looked: "object" = None  # the door to what is at a path
_seen: "object" = None  # the door to a file that is opened
_sought: "object" = None  # the door to a place in one


def begin_charging_imports(
    sizes: "dict[str, int]", names: "dict[str, int]", door: "object", door_1: "object", door_2: "object"
) -> None:
    """Charge the loading of modules from now on; the three functions make doors by the number of arguments."""
    global _sizes, _names, _all, _settle, _loaded, _read, _looked, _seen, _sought
    _sizes = sizes
    _names = names
    # Most modules bring names that others have brought.
    _all = sum([names[name] for name in names]) // 4
    _settle = door(lambda: None, 0, compute_cost_model.COMPUTED)
    _loaded = door_1(_charge_rest, 0, compute_cost_model.LOADING)
    _read = door_2(_piece, PIECE_US, compute_cost_model.LOADING)
    _looked = door_1(_stat, 0, compute_cost_model.FLASH)
    _seen = door_2(_open_ours, OPENED_US, compute_cost_model.FLASH)
    _sought = door_2(_seek, SEEK_US, compute_cost_model.FLASH)
    builtins.__import__ = _load
    builtins.open = _opened


def stat(path: str) -> "tuple[int, ...]":
    """Return what there is at a path; a file of the firmware is looked for in a littlefs, as others are really."""
    return _looked(path) if _is_ours(path) else uos.stat(path)


def _stat(path: str) -> "tuple[int, ...]":
    try:
        found = uos.stat(path)
    except OSError:
        clock.simulate_busy_time(MISSING_US)
        raise
    clock.simulate_busy_time(FOUND_US)
    return found


def _is_ours(path: "str | int") -> bool:
    return isinstance(path, str) and path.replace("//", "/").startswith((sys.path[_FIRMWARE], sys.path[_LIBRARY]))


def _load(name: str, *rest: "object") -> "object":
    """Import, and charge the modules that were not there by the size of their compiled files."""
    global _busy
    if compute_cost_model.inside[0] or _busy or name in sys.modules or name == MAIN:
        return _import(name, *rest)
    there = list(sys.modules)
    _settle()
    _busy = compute_cost_model.loading = True
    _pieced.clear()
    chip_heap.allow_port_collection(True)
    try:
        return _import(name, *rest)
    finally:
        chip_heap.allow_port_collection(not compute_cost_model.charging)
        _loaded(there)


def _charge_rest(there: "list[str]") -> None:
    """Charge modules that were not there, instead of the instructions of loading them, but not those in pieces."""
    global _busy
    _busy = compute_cost_model.loading = False
    us = 0
    for module in sys.modules:
        if module in _sizes and module not in there and module not in _pieced:
            us += LOOKUPS_US + LOADING_A_KB_US * _sizes[module] // 1024 + _names_us(module)
    clock.simulate_busy_time(us)


def _names_us(module: str) -> int:
    """Return the time of finding a module's names, and note that they are known from now on."""
    global _known
    count = _names.get(module, 0)
    known = min(_all, _known + count)
    us = count * (_known + known) // 2 * NAME_NS // 2000
    _known = known
    return us


def _opened(path: str, *rest: "object") -> "object":
    """Open a file; one of the firmware's is looked for, and the pieces of a module that is loaded take their time."""
    if compute_cost_model.inside[0] or not _is_ours(path):
        return _open(path, *rest)
    file = _seen(path, rest)
    return _Module(file, path) if path.endswith(COMPILED) else _Texts(file)


def _open_ours(path: str, rest: "tuple[object, ...]") -> "object":
    return _open(path, *rest)


class _Module:
    """The compiled file of a module, as the firmware reads it for the interpreter."""

    def __init__(self, file: "object", path: str) -> None:
        global _rate_us
        self._file = file
        self.close = file.close
        path = path.replace("//", "/")
        path = path.replace("//", "/")
        # The folder of `tenbo_core` may lie in the other one.
        folder = sys.path[_LIBRARY if path.startswith(sys.path[_LIBRARY]) else _FIRMWARE]
        name = path[len(folder) + 1 : -len(COMPILED)].replace("/", ".")
        if name.endswith(PACKAGE):
            name = name[: -len(PACKAGE)]
        _pieced.add(name)
        size = _sizes.get(name, 0)
        _rate_us = LOADING_A_KB_US + (_names_us(name) * 1024 // size if size else 0)

    def readinto(self, buffer: "bytearray") -> int:
        """Read a piece, in the time that it takes to load it."""
        return _read(self._file, buffer)


class _Texts:
    """A file of the firmware that is no module: its texts, or the table of the functions that are loaded later."""

    def __init__(self, file: "object") -> None:
        self._file = file
        self.read = file.read
        self.close = file.close

    def __enter__(self) -> "object":
        return self

    def __exit__(self, *_raised: "object") -> None:
        self.close()

    def seek(self, place: int) -> int:
        """Go to a place, which is read from the flash."""
        return _sought(self._file, place)


def _seek(file: "object", place: int) -> int:
    return file.seek(place)


def _piece(file: "object", buffer: "bytearray") -> int:
    size = file.readinto(buffer)
    clock.simulate_busy_time(size * _rate_us // 1024)
    # From here to the next piece the firmware has its turn: that is charged as it is counted, and a collection too.
    compute_cost_model.loading = False
    chip_heap.allow_port_collection(not compute_cost_model.charging)
    return size
