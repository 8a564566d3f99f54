"""Collects the files of the firmware under the paths that they have on a board."""

from __future__ import annotations

import re
from pathlib import Path

from tenbo_core.errors import StorageFault
from tenbo_core.sentences import sentence

# MicroPython starts this one itself, and only as source.
MAIN = "main.py"
# The paths that are replaced as a whole; everything else on the board (games, settings, the ledger's id) stays.
PARTS = (MAIN, "lib/tenbo_core", "device")
# Modules that only other programs load: a board would keep their names for ever.
FOR_OTHERS = (
    "error_codes.py", "event_notation.py", "required_wins_text.py", "sentences.py", "switch_codec.py",
    "table_notation.py",
)  # fmt: skip
# The folders of `device/`. A board has their modules in `device/` itself: packages and longer names take its memory.
FOLDERS = ("boot", "flows", "host", "input", "outputs", "runtime", "storage", "text")
_IN_FOLDER = re.compile(rb"\bdevice\.(?:%s)\b" % "|".join(FOLDERS).encode())
# Names of modules without `device.` before them, which stand in one module alone.
_TABLE = "device/runtime/lazy_function_table.py"
_WORD_IN_FOLDER = re.compile(rb"(?<=[ \n])(?:%s)\.(?=\w)" % "|".join(FOLDERS).encode())


def find_firmware_folder() -> Path:
    """Return the folder of the firmware: inside an installed package, beside `host` in a clone."""
    package = Path(__file__).parents[2]
    inside = package / "firmware"
    return inside if inside.exists() else package.parents[1] / "firmware"


def firmware_files(folder: Path) -> dict[str, bytes]:
    """Return each file by its path on the board, with its imports by those paths."""
    contents: dict[str, bytes] = {}
    for part in PARTS:
        place = folder / part
        paths = [place] if place.is_file() else sorted(place.rglob("*.py")) + sorted(place.rglob("*.bin"))
        if not paths:
            raise StorageFault(
                "no_file", sentence("part_missing", "{place} is missing: install Tenbo again", place=place), "firmware"
            )
        for path in paths:
            if "__pycache__" not in path.parts and path.name not in FOR_OTHERS:
                name = path.relative_to(folder).as_posix()
                contents[board_path(name)] = board_source(name, path.read_bytes())
    # What makes a folder a package is on no board.
    contents.pop("", None)
    return contents


def board_path(path: str) -> str:
    """Return the path on a board of a file of the firmware; "" where a board has none of it.

    >>> board_path("device/text/language.py"), board_path("device/text/__init__.py"), board_path("device/app.py")
    ('device/language.py', '', 'device/app.py')
    """
    *folders, name = path.split("/")
    if folders not in [["device", folder] for folder in FOLDERS]:
        return path
    return "" if name == "__init__.py" else f"device/{name}"


def board_source(path: str, data: bytes) -> bytes:
    """Return what a board has of a file: modules of the device are imported from no folder.

    >>> board_source("page/start.py", b"from device.text import language").decode()
    'from device import language'
    """
    if path == _TABLE:
        data = _WORD_IN_FOLDER.sub(b"", data)
    return _IN_FOLDER.sub(b"device", data) if path.endswith(".py") else data
