"""Compares pads and printed lines of a stored board with KiCad's own footprints, from which it was laid out.

Size, drill and layers of a pad say whether its part can be soldered; a line that is left out may be the mark of pin 1.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workshop import kicad_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    Box = tuple[float, float, float, float]

LIBRARY = Path("/usr/share/kicad/footprints")
NEAR_MM = 0.01
LINE_MM = 0.1  # half of a printed line, and a little
EDGE_MM = 0.3  # lines nearer to the edge of the board are left out, and lines across a pad
FORMAT = "20211014"  # of KiCad 6's library, with which boards are laid out
PICO_PAD = (("1.7", "1.7"), ("1",), ("*.Cu", "*.Mask"))  # the one footprint that is ours


def differences(sheet: list[Any], size: tuple[float, float]) -> Iterator[str]:
    """Yield what a stored board has otherwise than the footprints of the library, when it is installed."""
    parts = list(kicad_text.child_lists(sheet, "footprint"))
    open_copper = [box for part in parts for box in _pad_boxes(part)]
    for part in parts:
        ref = next(str(item[2]) for item in kicad_text.child_lists(part, "fp_text") if item[1] == "reference")
        behind = kicad_text.first_child_list(part, "layer")[1] == "B.Cu"
        found = {_pad(pad, behind=behind) for pad in kicad_text.child_lists(part, "pad")}
        if str(part[1]).startswith("Tenbo:"):
            if {pad[1:4] for pad in found} != {PICO_PAD}:
                yield f"{ref}: a pad is not 1.7 mm with a hole of 1 mm"
            continue
        known = footprint(str(part[1]))
        if known is None:
            continue
        wanted = {_pad(pad, behind=False) for pad in kicad_text.child_lists(known, "pad")}
        if behind:  # mirrored: places are compared with the description
            found, wanted = ({pad[:4] for pad in pads} for pads in (found, wanted))
        for pad in sorted({pad[0] for pad in found ^ wanted}):
            yield f"{ref}: pad {pad} is not that of {part[1]}: size, drill, layers or place"
        if not behind:
            yield from (f"{ref}: {line}" for line in _lines(part, known, open_copper, size))


@lru_cache(maxsize=64)
def footprint(name: str) -> list[Any] | None:
    """Return a footprint of the library by its name; None when it is not there, or a later KiCad draws it otherwise."""
    library, _, own = name.rpartition(":")
    found = sorted(LIBRARY.glob(f"{library or '*'}.pretty/{own}.kicad_mod"))
    read = kicad_text.parse(found[0].read_text(encoding="utf-8")) if found else None
    return read if read and kicad_text.first_child_list(read, "version")[1:] == [FORMAT] else None


def _pad(pad: list[Any], *, behind: bool) -> tuple[Any, ...]:
    """Return name, size, drill and layers of a pad, and its place in the footprint."""
    drill = [word for word in kicad_text.first_child_list(pad, "drill")[1:] if not isinstance(word, list)]
    layers = tuple(
        sorted(_other_side(layer) if behind else layer for layer in kicad_text.first_child_list(pad, "layers")[1:])
    )
    x, y = (round(float(number), 3) for number in kicad_text.first_child_list(pad, "at")[1:3])
    return pad[1], tuple(kicad_text.first_child_list(pad, "size")[1:]), tuple(drill), layers, x, y


def _other_side(layer: str) -> str:
    return {"F": "B", "B": "F"}.get(layer[0], layer[0]) + layer[1:]


def _lines(part: list[Any], known: list[Any], open_copper: list[Box], size: tuple[float, float]) -> Iterator[str]:
    """Find the printed lines of a footprint that are gone, without crossing a pad or the edge of the board."""
    there = {_ends(line) for line in _printed(part)}
    for line in _printed(known):
        if _ends(line) in there:
            continue
        spots = [_placed(part, end) for end in _ends(line)]
        (left, right), (top, low) = (sorted(axis) for axis in zip(*spots, strict=True))
        inside = (
            left > 2 * EDGE_MM and top > 2 * EDGE_MM and right < size[0] - 2 * EDGE_MM and low < size[1] - 2 * EDGE_MM
        )
        crossing = any(
            left < box[2] + LINE_MM and right > box[0] - LINE_MM and top < box[3] + LINE_MM and low > box[1] - LINE_MM
            for box in open_copper
        )
        if inside and not crossing:
            yield f"a printed line is gone at {left:.1f}, {top:.1f}"


def _printed(part: list[Any]) -> Iterator[list[Any]]:
    return (
        line
        for line in kicad_text.child_lists(part, "fp_line")
        if kicad_text.first_child_list(line, "layer")[1] == "F.SilkS"
    )


def _ends(line: list[Any]) -> frozenset[tuple[float, float]]:
    ends = (kicad_text.first_child_list(line, end)[1:3] for end in ("start", "end"))
    return frozenset((round(float(x), 2) + 0.0, round(float(y), 2) + 0.0) for x, y in ends)


def _placed(part: list[Any], spot: tuple[float, float]) -> tuple[float, float]:
    x, y, turn = (*(float(number) for number in kicad_text.first_child_list(part, "at")[1:]), 0.0)[:3]
    dx, dy = kicad_text.rotate_kicad_point(*spot, turn)
    return x + dx, y + dy


def _pad_boxes(part: list[Any]) -> Iterator[Box]:
    """Yield a box round every pad, wide enough however it is turned."""
    for pad in kicad_text.child_lists(part, "pad"):
        along, across, turn = (*(float(number) for number in kicad_text.first_child_list(pad, "at")[1:]), 0.0)[:3]
        x, y = _placed(part, (along, across))
        turned = turn % 180
        wide, high = (float(side) for side in kicad_text.first_child_list(pad, "size")[1:])
        if turned == 90:
            wide, high = high, wide
        elif turned:
            wide = high = math.hypot(wide, high)
        yield x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
