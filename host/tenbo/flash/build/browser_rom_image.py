"""Builds the ROM file system of a table in a browser: the firmware's modules and the world that they run in there."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from tenbo.flash.build.files import MAIN, board_source, firmware_files
from tenbo.flash.build.mpy_compile import compile_portable
from tenbo.flash.build.rom_image import build_image

if TYPE_CHECKING:
    from pathlib import Path

# The folders beside the firmware whose modules stand in for a board.
WORLD = ("parts", "page")
# What only a board with a radio loads: a browser has the carrier of its page.
RADIO = ("device/wifi_link.py", "device/wifi_port.py")
# The words of a language, which a page fetches when a seat reads it.
WORDS = "words.*.bin"


def words_by_language_file(folder: Path) -> dict[str, bytes]:
    """Return the words of each language of a firmware folder, by the name of the file from which they are read."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob(f"device/**/{WORDS}"))}


def build_tablet_image(folder: Path, tree: Path | None = None) -> bytes:
    """Return the image of a firmware folder: compiled, or as source where no compiler is installed.

    The world is that of the `tree` where the folder has none.
    """
    files = {
        path: data
        for path, data in firmware_files(folder).items()
        if path not in (MAIN, *RADIO) and not PurePosixPath(path).match(WORDS)
    }
    for room in WORLD:
        modules = sorted(((tree or folder) / room).glob("*.py"))
        files.update({(name := f"{room}/{path.name}"): board_source(name, path.read_bytes()) for path in modules})
    return build_image(compile_portable(files), by_contents=True)
