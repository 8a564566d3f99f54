"""The board as a task for KiCad: parts with footprints, places and pad nets, outline and holes, in millimetres."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workshop.code_outline import normalized_source

if TYPE_CHECKING:
    from workshop.design import Design, Part

STEP = 1.27
MADE_BY = Path(__file__).parent
LAID_OUT_BY = ("routing.py", "board_routing.py", "pcb_layout.py", "pcb_silkscreen.py")
BOARDS = ("centre", "seat", "keys")
WIDE = {"V5", "V5_IN", "V5_SAFE", "V5_SOCKET", "3V3", "VSYS", "VBUS", "V_HOLD"} | {
    f"{seat}_5V" for seat in ("EAST", "SOUTH", "WEST", "NORTH")
}


def parts_of(design: Design, board: str) -> list[Part]:
    """Return the parts soldered to one copy of a board."""
    place = design.source["boards"][board]["copies"][0]
    return [part for part in design.parts.values() if part.board == board and part.place == place]


def pad_nets(design: Design, board: str) -> dict[str, str]:
    """Return the net of every pad, written `U1.18`; a pad with no net is left out.

    >>> from workshop.design import load
    >>> pad_nets(load(), "seat")["U1.18"]
    '3V3'
    """
    place = design.source["boards"][board]["copies"][0]
    found = {}
    for part in parts_of(design, board):
        nets = {pin: name for name, pins in design.nets.items() for pin in pins if name.startswith(f"{place}/")}
        for pin in part.kind.pins.values():
            net = nets.get(f"{part.name}.{pin.name}")
            for number in pin.numbers if net else ():
                found[f"{part.ref}.{number}"] = str(net).partition("/")[2]
    return found


def part_positions(design: Design, board: str) -> dict[str, tuple[float, float, float]]:
    """Return x, y in millimetres and degrees of every part, groups beside a jack turned with it."""
    layout = design.source["layout"][board]
    found = {ref: (x * STEP, y * STEP, turn) for ref, (x, y, turn) in layout["at"].items()}
    for anchor, group in layout.get("near", {}).items():
        x, y, turn = found[anchor]
        for ref, (along, across, more) in group.items():
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            dx, dy = along * STEP, across * STEP
            found[ref] = (round(x + dx * cos + dy * sin, 4), round(y - dx * sin + dy * cos, 4), (turn + more) % 360)
    return found


def kicad_layout_input(design: Design, board: str) -> dict[str, Any]:
    """Return everything KiCad must know to lay a board out."""
    layout = design.source["layout"][board]
    where = part_positions(design, board)
    parts = [
        {
            "ref": part.ref,
            "value": part.label or part.value,
            "footprint": part.order["footprint"],
            "at": where[part.ref],
            "back": part.ref in layout.get("back", ()),
            "shows": _shown(part),
        }
        for part in parts_of(design, board)
    ]
    joined = {"stitches": _millimetres(layout["stitches"])} if "stitches" in layout else {}
    return joined | {
        "board": board,
        "title": f"{design.source['device']}: {design.source['boards'][board]['title'].lower()}",
        "revision": str(design.source["revision"]),
        "size": [round(side * STEP, 4) for side in layout["size"]],
        "holes": _millimetres(layout["holes"]),
        "parts": parts,
        "words": [[text, round(x * STEP, 4), round(y * STEP, 4), size] for text, x, y, size in layout["words"]],
        "zones": [[net, _millimetres(corners)] for net, *corners in layout.get("zones", ())],
        "flood": "KEYS_GND" if board == "keys" else "GND",
        "nets": pad_nets(design, board),
        "pico": {n: p.name for p in design.kinds["PICO"].pins.values() for n in p.numbers},
    }


def _millimetres(spots: list[list[float]]) -> list[list[float]]:
    return [[round(x * STEP, 4), round(y * STEP, 4)] for x, y in spots]


def _shown(part: Part) -> str:
    """Return what is printed beside a part: its reference, where it says more its value, or both."""
    if part.kind.name == "POINT":
        return "value"
    return "both" if part.kind.name in {"R", "C"} else "ref"


def fingerprint(design: Design, board: str) -> str:
    """Return a short word that changes when anything on the board does, or what lays it out; no name does it."""
    made_by = normalized_source([MADE_BY.joinpath(name).read_text("utf-8") for name in LAID_OUT_BY])
    told = json.dumps([kicad_layout_input(design, board), sorted(WIDE), made_by], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
