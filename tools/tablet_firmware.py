"""Builds the firmware of a table in a browser and its words into the folder of the pages: `make web` runs this.

hatch_build.py runs this, too, when a wheel is built, before anything is installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "host" / "tenbo" / "web" / "static" / "micropython" / "firmware.img"


def build() -> None:
    """Write the image and the words beside it, unless the same ones are there: several may do so at once."""
    sys.path[:0] = [str(ROOT / "host"), str(ROOT / "firmware" / "lib")]
    from tenbo.flash.build.browser_rom_image import (  # noqa: PLC0415 - the path first
        build_tablet_image,
        words_by_language_file,
    )

    for name, words in words_by_language_file(ROOT / "firmware").items():
        _write(PLACE.with_name(name), words)
    # Last, because `make` looks at the time of this one.
    _write(PLACE, build_tablet_image(ROOT / "firmware"))


def _write(place: Path, data: bytes) -> None:
    if place.exists() and place.read_bytes() == data:
        place.touch()
        return
    written = place.with_name(f"{place.name}.{id(data)}")
    written.write_bytes(data)
    written.replace(place)


if __name__ == "__main__":
    build()
