"""A change put into a program that runs: its functions get the changed instructions, and the device its changed file.

What stands outside of functions has been executed already, and cannot be put in later: then `put` says so, and the
change is tried in a new process.
"""

from __future__ import annotations

import dis
import functools
import gc
import os
import shutil
import sys
from collections import Counter
from pathlib import Path
from tempfile import mkdtemp
from types import CodeType, FunctionType

from tenbo.flash import firmware_files
from tenbo.flash.build import mpy_compile
from tenbo.flash.build.files import board_path, board_source, find_firmware_folder

CO_OPTIMIZED = 1  # a function's code: its names have fixed places
Place = tuple[str, int]
Remembering = type(functools.cache(len))


class PatchedProgram:
    """The program that runs: its functions, and what they have remembered."""

    def __init__(self) -> None:
        # What is collected by pytest is left out of collections of garbage, and not named by them either.
        gc.unfreeze()
        every = gc.get_objects()
        gc.freeze()
        tree = f"{Path.cwd()}{os.sep}"
        self._functions: dict[CodeType, list[FunctionType]] = {}
        for one in every:
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(tree):
                self._functions.setdefault(one.__code__, []).append(one)
        remembering = [one for one in every if isinstance(one, Remembering)]
        self._remembering = [one for one in remembering if one.__module__.startswith("tenbo")]

    def patch_functions(self, path: Path, sound: str, unsound: str) -> bool:
        """Change every function of a file that was imported; return False when that does not say it all."""
        names = [str(module.__file__) for module in list(sys.modules.values()) if getattr(module, "__file__", None)]
        # The device's are imported by a way with dots in it.
        if str(path) not in map(os.path.normpath, names):
            return True
        new, old = _by_place(unsound, path), _by_place(sound, path)
        if list(new) != list(old):
            return False
        differing = [place for place in old if _meaning(old[place]) != _meaning(new[place])]
        if not all(_is_function(old[place]) for place in differing):
            return False  # what stands in a module or a class is done
        wanted = {old[place]: new[place] for place in differing}
        if not all(code in self._functions for code in wanted):
            return False
        for code, instead in wanted.items():
            for function in self._functions[code]:
                try:
                    function.__code__ = instead
                except ValueError:  # it needs another number of names from outside
                    return False
        for one in self._remembering:
            one.cache_clear()  # what was worked out before the change
        return True


def _by_place(source: str, path: Path) -> dict[Place, CodeType]:
    """Return the codes of a file by name and number among those of the name; what is in a function belongs to it."""
    found: dict[Place, CodeType] = {}
    waiting: list[CodeType] = [compile(source, str(path), "exec", dont_inherit=True)]
    numbers: Counter[str] = Counter()
    for code in waiting:  # grows meanwhile
        found[code.co_qualname, numbers[code.co_qualname]] = code
        numbers[code.co_qualname] += 1
        if not _is_function(code):
            waiting += [const for const in code.co_consts if isinstance(const, CodeType)]
    return found


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & CO_OPTIMIZED)


def _meaning(code: CodeType) -> tuple[object, ...]:
    """Return what a code does, wherever its lines stand; of a module or a class without what its functions do."""
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    if not _is_function(code):
        return _steps(code), *names
    consts = tuple(
        _meaning(const) if isinstance(const, CodeType) else (type(const), repr(const)) for const in code.co_consts
    )
    return code.co_code, consts, *names


def _steps(code: CodeType) -> list[tuple[str, str]]:
    """Return the steps of a module or a class, without its functions, and what Python 3.13 notes of them in a class."""
    steps: list[tuple[str, str]] = []
    for one in dis.get_instructions(code):
        if one.argval in ("__firstlineno__", "__static_attributes__"):
            steps.pop()
        else:
            steps.append((one.opname, "" if isinstance(one.argval, CodeType) else repr(one.argval)))
    return steps


class Firmware:
    """The compiled firmware without any change, from which a changed one is made by compiling one file."""

    def __init__(self) -> None:
        self._files = firmware_files(find_firmware_folder())
        self._made_from = mpy_compile.minified_sources(self._files)
        self._sound = Path(os.environ["TENBO_FIRMWARE"])
        self._compiler = mpy_compile._compiler()  # noqa: SLF001 - the same that made the sound one

    def is_on_board(self, path: Path) -> bool:
        """Return whether a file is on the board."""
        return (
            path.is_relative_to(find_firmware_folder())
            and board_path(path.relative_to(find_firmware_folder()).as_posix()) in self._files
        )

    def change(self, path: Path, unsound: str) -> None:
        """Let simulated tables run the firmware with one changed file."""
        name = path.relative_to(find_firmware_folder()).as_posix()
        changed = {board_path(name): board_source(name, unsound.encode())}
        made_from = mpy_compile.minified_sources({**self._files, **changed})
        folder = Path(mkdtemp(prefix="t-", dir=self._sound.parent))
        shutil.copytree(self._sound, folder, dirs_exist_ok=True)
        for one in sorted(made_from):
            if made_from[one] == self._made_from[one]:
                continue
            made = (folder / one).with_suffix(".mpy")
            if made.exists():
                # One file by itself: `compiled` would give names to it that its neighbours do not know.
                own = mpy_compile.strip_native_decorators(made_from[one])
                made.write_bytes(mpy_compile._compile(self._compiler, one, own))  # noqa: SLF001 - as said
            else:
                (folder / one).write_bytes(made_from[one])
        os.environ["TENBO_FIRMWARE"] = str(folder)
