"""The pictures of the player's guide, drawn by a simulated table.

A fixed script is played with buttons alone, while the table's time stands still between the presses.
So the pictures are the same on every machine, and one that is no longer what the firmware draws is
noticed.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from tenbo.simulator.demo import READ_MS
from tenbo.simulator.table import VirtualTable
from tools.generate.generated_files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tenbo.devices.display_image import DisplayImage

PICTURES = ROOT / "firmware/pictures"
# Every picture there is made by this module.
OWNS = (PICTURES, "*.png")

# A press is a seat and a button, or "dice"; `!` holds the button for a while, `+` keeps it down and `-` lets it go.
HELD_MS = 1200
# Notes leave the displays after four seconds.
REST_MS = 4500

Script = tuple[tuple[str, str, int], ...]

# What is pressed, then the picture that is taken of it, if any, and at which seat.
SCRIPT = (
    ("rest, 0 back!, 0 ok", "rule_book", 0),
    ("0 ok, 0 down, 0 down, 0 down, 0 down, 0 ok, rest, dice, rest, 2 riichi", "riichi", 2),
    ("rest, 1 ok", "how", 1),
    ("1 riichi", "value", 1),
    ("1 riichi, 1 ok", "pay", 0),
    ("", "join", 3),
    ("3 up, 3 down, 3 ok, 0 ok, rest, dice, rest, 2 back", "menu", 2),
    ("2 ok", "draw", 1),
    ("1 ok, 2 back, 3 back, 0 back, 0 ok, 2 ok, 3 ok, rest, dice, rest, 0 riichi, rest", "score", 1),
    ("1 up+", "ahead", 1),
    ("1 up-, 3 down+", "need", 3),
    ("3 down-, 1 ok+, wait", "ledger", 1),
    ("1 ok-, 3 ok, 3 ok, 3 ok, 0 ok, 1 ok, 2 ok, rest, 0 back, 0 up, 0 ok", "", 0),
    ("0 down, 0 ok, 0 down, 0 ok, rest", "result", 1),
)


def script_pictures(script: Script = SCRIPT, language: int = 0) -> Iterator[tuple[str, DisplayImage]]:
    """Play a script and yield each picture with its name, at displays of a language, by its place in the list."""
    choosing = ", ".join(["{0} back!, {0} down, {0} down, {0} ok", *["{0} down"] * language, "{0} ok"])
    with VirtualTable(frozen=True) as table:
        for seat in range(4) if language else ():
            for press in choosing.format(seat).split(", "):
                run_script_step(table, press)
        for presses, name, seat in script:
            for press in filter(None, presses.split(", ")):
                run_script_step(table, press)
            if not name:
                continue
            # In the middle of a second, so that no clock is about to change.
            table.wait(1600 - table.device_time_us // 1000 % 1000)
            yield name, table.display(seat)


def run_script_step(table: VirtualTable, press: str) -> None:
    """Do one step of the script."""
    if press in ("rest", "wait"):
        table.wait(REST_MS if press == "rest" else HELD_MS)
        return
    place, _, button = press.partition(" ")
    if place == "dice":
        table.press("table", place)
    elif button.endswith("+"):
        table.hold(int(place), button[:-1])
    elif button.endswith("-"):
        table.release(int(place), button[:-1])
    else:
        if button in ("ok", "back", "up"):
            table.wait(READ_MS)
        table.press(int(place), button.rstrip("!"), *([HELD_MS] if button.endswith("!") else []))


def same(committed: bytes, drawn: bytes) -> bool:
    """Return whether two pictures have the same pixels; how they are packed differs between machines."""
    return _unpacked(committed) == _unpacked(drawn)


def _unpacked(png: bytes) -> tuple[bytes, bytes]:
    """Return header and pixels of a picture as `DisplayImage.png` writes it."""
    data = png.index(b"IDAT")
    size = int.from_bytes(png[data - 4 : data])
    return png[: data - 4], zlib.decompress(png[data + 4 : data + 4 + size])


def files() -> dict[Path, bytes]:
    """Return every picture by its path."""
    return {PICTURES / f"{name}.png": picture.png() for name, picture in script_pictures()}
