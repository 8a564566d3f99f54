"""Reads the plotted layers of a board before a board house does: which layer a file says it is, unit, size, ground."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# What each file must say of itself, by its ending.
LAYERS = {
    ".gtl": "Copper,L1,Top",
    ".gbl": "Copper,L2,Bot",
    ".gts": "Soldermask,Top",
    ".gbs": "Soldermask,Bot",
    ".gto": "Legend,Top",
    ".gbo": "Legend,Bot",
    ".gtp": "Paste,Top",
    ".gm1": "Profile,NP",
}
NEAR_MM = 0.06
PER_MM = 1e6  # of coordinates with six digits behind the point


def wrong(folder: Path, size: tuple[float, float]) -> Iterator[str]:
    """Yield what is wrong with the files of a board of a size; a file that is missing is said elsewhere."""
    for path in sorted(folder.iterdir()):
        if path.suffix in LAYERS:
            yield from (f"{path.name}: {line}" for line in _layer(path, size))


def _layer(path: Path, size: tuple[float, float]) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    function = re.search(r"TF\.FileFunction,([^*]+)\*", text)
    if not function or function[1] != LAYERS[path.suffix]:
        yield f"is {function[1] if function else 'no layer'}, by its name {LAYERS[path.suffix]}"
    if "%MOMM*%" not in text or "%FSLAX46Y46*%" not in text:
        yield "is not in millimetres with six digits"
    if path.suffix in (".gtl", ".gbl") and "G36*" not in text:
        yield "has no ground: nothing is filled"
    if path.suffix == ".gm1":
        spots = [
            (float(x) / PER_MM, float(y) / PER_MM) for x, y in re.findall(r"^X(-?\d+)Y(-?\d+)D0", text, re.MULTILINE)
        ]
        sides = [max(side) - min(side) for side in zip(*spots, strict=True)] if spots else [0.0, 0.0]
        if any(abs(found - wanted) > NEAR_MM for found, wanted in zip(sides, size, strict=True)):
            yield f"is {sides[0]:.2f} x {sides[1]:.2f} mm, the board {size[0]:g} x {size[1]:g}"
