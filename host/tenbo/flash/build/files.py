"""Collects the files of the firmware under the paths that they have on a board."""

from __future__ import annotations

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


def find_firmware_folder() -> Path:
    """Return the folder of the firmware: inside an installed package, beside `host` in a clone."""
    package = Path(__file__).parents[2]
    inside = package / "firmware"
    return inside if inside.exists() else package.parents[1] / "firmware"


def firmware_files(folder: Path) -> dict[str, bytes]:
    """Return each file by its path on the board."""
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
                contents[path.relative_to(folder).as_posix()] = path.read_bytes()
    return contents
