"""Builds the firmware of a table in a browser into the folder of the pages: `make web` runs this.

hatch_build.py runs this, too, when a wheel is built, before anything is installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "host" / "tenbo" / "web" / "static" / "micropython" / "firmware.img"


def build() -> None:
    """Write the image, unless the same one is there: several may do so at once."""
    sys.path[:0] = [str(ROOT / "host"), str(ROOT / "firmware" / "lib")]
    from tenbo.flash.build.tablet_rom_image import build_tablet_image  # noqa: PLC0415 - the path first

    image = build_tablet_image(ROOT / "firmware")
    if PLACE.exists() and PLACE.read_bytes() == image:
        PLACE.touch()
        return
    written = PLACE.with_suffix(f".{id(image)}")
    written.write_bytes(image)
    written.replace(PLACE)


if __name__ == "__main__":
    build()
