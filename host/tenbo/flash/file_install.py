"""Installs files on a board at its prompt: stages, verifies and switches them, and restores the previous ones."""

from __future__ import annotations

import ast
import hashlib
from typing import TYPE_CHECKING, Protocol

from tenbo.flash.build.files import PARTS
from tenbo_core.errors import Refused, StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

STAGED, PREVIOUS = "next", "before"

# The programs that run on the board. Each is complete in MicroPython's Python and leaves nothing behind.
TOOLS = """
import os
def kind(path):
    try:
        return os.stat(path)[0] & 0x4000
    except OSError:
        return -1
def remove(path):
    if kind(path) == 0x4000:
        for name in os.listdir(path):
            remove(path + "/" + name)
        os.rmdir(path)
    elif kind(path) == 0:
        os.remove(path)
def folders(path):
    here = ""
    for name in path.split("/")[:-1]:
        here = here + "/" + name if here else name
        if kind(here) < 0:
            os.mkdir(here)
def move(old, new):
    if kind(old) >= 0:
        remove(new)
        folders(new)
        os.rename(old, new)
"""

HASHES = """
import hashlib, binascii
def digest(path):
    if kind(path) != 0:
        return ""
    fold = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            data = file.read(1024)
            if not data:
                break
            fold.update(data)
    return binascii.hexlify(fold.digest()).decode()
for path in %r:
    print(repr((path, digest(path))))
"""

FREE = """
stat = os.statvfs(os.getcwd())
print(stat[0] * stat[3])
"""

# The number of files in one query: a program must fit the board's memory.
FILES_PER_QUERY = 12


class FlashBoard(Protocol):
    """A board at its prompt, as mpremote's transport offers it."""

    def exec(self, command: str) -> bytes:
        """Run a program and return its output."""

    def fs_writefile(self, dest: str, data: bytes, chunk_size: int = 256) -> None:
        """Write a file."""


def run_on_board(board: FlashBoard, program: str) -> str:
    """Run a program on the board."""
    return board.exec(TOOLS + program).decode("utf-8", "replace")


def digests(board: FlashBoard, paths: list[str]) -> dict[str, str]:
    """Return the SHA-256 of files on the board, an empty text for one that is not there."""
    hashes: dict[str, str] = {}
    for first in range(0, len(paths), FILES_PER_QUERY):
        printed = run_on_board(board, HASHES % (paths[first : first + FILES_PER_QUERY],))
        hashes.update(ast.literal_eval(line) for line in printed.splitlines() if line.strip())
    return hashes


def install(board: FlashBoard, files: dict[str, bytes], progress: Callable[[int, int], None] | None = None) -> int:
    """Bring the board to these files and return how many were written; the old ones stay for `restore_previous`."""
    here = digests(board, list(files))
    wrong = [path for path, data in files.items() if here[path] != hashlib.sha256(data).hexdigest()]
    if not wrong and not has_stray_files(board, files):
        return 0
    stage(board, files, progress)
    activate_staged(board)
    return len(files)


def stage(board: FlashBoard, files: dict[str, bytes], progress: Callable[[int, int], None] | None = None) -> None:
    """Write files beside those that are there, and read each back."""
    run_on_board(board, f"remove({STAGED!r})")
    _check_room(board, files)
    for place, (path, data) in enumerate(files.items()):
        staged = f"{STAGED}/{path}"
        run_on_board(board, f"folders({staged!r})")
        board.fs_writefile(staged, data, chunk_size=1024)
        if progress is not None:
            progress(place + 1, len(files))
    staged_now = digests(board, [f"{STAGED}/{path}" for path in files])
    for path, data in files.items():
        if staged_now[f"{STAGED}/{path}"] != hashlib.sha256(data).hexdigest():
            message = sentence(
                "file_arrived_damaged",
                "{path} did not arrive as it was sent: try another cable; the board still has its old firmware",
                path=path,
            )
            raise StorageFault("damaged", message, path)


def activate_staged(board: FlashBoard, meanwhile: str = "") -> None:
    """Put the staged files in place of the old ones, which are kept aside; `main.py` comes last.

    Without a `main.py` the board comes up at its prompt, so an interruption leaves it where it can be helped.
    `meanwhile` is a program for the time without one.
    """
    run_on_board(board, f"remove({PREVIOUS!r})")
    run_on_board(board, "".join(f"move({part!r}, {PREVIOUS + '/' + part!r})\n" for part in PARTS))
    if meanwhile:
        run_on_board(board, meanwhile)
    run_on_board(
        board, "".join(f"move({STAGED + '/' + part!r}, {part!r})\n" for part in reversed(PARTS)) + f"remove({STAGED!r})"
    )


def restore_previous(board: FlashBoard) -> None:
    """Put the firmware back that was there before the last switch."""
    if not run_on_board(board, f"print(kind({PREVIOUS + '/main.py'!r}))").strip().startswith("0"):
        raise Refused("not_installed", "the board keeps no earlier firmware: install one with tenbo flash", "board")
    run_on_board(
        board,
        "".join(f"move({PREVIOUS + '/' + part!r}, {part!r})\n" for part in reversed(PARTS)) + f"remove({PREVIOUS!r})",
    )


def has_stray_files(board: FlashBoard, files: dict[str, bytes]) -> bool:
    """Return whether the firmware's folders hold files that do not belong there: an old module would be imported."""
    program = """
def walk(path):
    for name in os.listdir(path):
        inside = path + "/" + name
        if kind(inside) == 0x4000:
            walk(inside)
        else:
            print(inside)
for part in ("lib/tenbo_core", "device"):
    if kind(part) == 0x4000:
        walk(part)
"""
    return any(path and path not in files for path in run_on_board(board, program).splitlines())


def _check_room(board: FlashBoard, files: dict[str, bytes]) -> None:
    free = int(run_on_board(board, FREE).strip() or 0)
    # Blocks of 4 KB: each file wastes half of one on the average, and a folder takes two.
    need = sum(len(data) + 4096 for data in files.values())
    if free < need:
        run_on_board(board, f"remove({PREVIOUS!r})")
        free = int(run_on_board(board, FREE).strip() or 0)
    if free < need:
        message = sentence(
            "board_is_full",
            "the board has {free} KB free but needs {need} KB: copy the old games from its folder games to "
            "this computer, then delete some on the board (mpremote)",
            free=free // 1024,
            need=need // 1024,
        )
        raise StorageFault("no_space", message, "board")


# The table's other settings stay. An unreadable file is replaced, as by the table itself.
SPEED_PROGRAM = """
import json
try:
    with open("settings.json") as file:
        values = json.load(file)
except (OSError, ValueError):
    values = {{}}
if not isinstance(values, dict):
    values = {{}}
values["mhz"] = {mhz}
with open("settings.json.new", "w") as file:
    json.dump(values, file)
os.rename("settings.json.new", "settings.json")
"""


def set_clock_mhz(board: FlashBoard, mhz: int) -> None:
    """Set the clock in megahertz, or with 0 leave it as the chip starts."""
    run_on_board(board, SPEED_PROGRAM.format(mhz=mhz))
