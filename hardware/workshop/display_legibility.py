"""How large the firmware's letters are on the display, and at what angle a player sees them.

height = lit rows x height of the active area / 64; angle = 2 x atan(height / 2 / distance).
"""

from __future__ import annotations

import math
import runpy
from typing import TYPE_CHECKING

from workshop.design import HARDWARE

if TYPE_CHECKING:
    from workshop.design import Design

FONTS = {"own score": "font_big", "other three scores": "font_medium"}
DISTANCES = (400, 500, 600, 900)
FLOOR = 60  # arc minutes we ask of the own score at 500 mm: read at a glance, at an angle, by old eyes
COMFORTABLE = 20  # arc minutes from which text is comfortable to read


def lit_rows(font: str, letter: str = "0") -> int:
    """Count the rows between the highest and the lowest lit pixel of a letter."""
    font_of_device = runpy.run_path(str(HARDWARE.parent / "firmware" / "device" / "text" / f"{font}.py"))["FONT"]
    pages, letters, columns, starts = font_of_device
    place = letters.index(letter.encode())
    first, end = (int.from_bytes(starts[2 * at : 2 * at + 2], "little") for at in (place, place + 1))
    glyph = columns[first * pages : end * pages]
    rows = [8 * (at // (end - first)) + bit for at, byte in enumerate(glyph) for bit in range(8) if byte >> bit & 1]
    return max(rows) - min(rows) + 1


def digit_height_mm(design: Design, font: str) -> float:
    """Return the height of a font's digits on the display."""
    return float(lit_rows(font) * design.source["mechanics"]["panel"]["active"][1] / 64)


def arc_minutes(height: float, distance: float) -> float:
    """Return the angle under which a height is seen from a distance, both in millimetres.

    >>> round(arc_minutes(17.2, 500))
    118
    """
    return math.degrees(2 * math.atan(height / 2 / distance)) * 60


def table(design: Design) -> str:
    """Write the sizes as a Markdown table."""
    head = " | ".join(f"at {distance / 10:.0f} cm" for distance in DISTANCES)
    lines = [f"| digits | height | {head} |", "|---|--:" + "|--:" * len(DISTANCES) + "|"]
    for use, font in FONTS.items():
        height = digit_height_mm(design, font)
        angles = " | ".join(f"{arc_minutes(height, distance):.0f}'" for distance in DISTANCES)
        lines.append(f"| {use} | {height:.1f} mm | {angles} |")
    return "\n".join(lines) + "\n"
