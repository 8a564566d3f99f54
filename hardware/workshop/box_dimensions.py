"""Outlines of the boxes, the seat box's plug and keys and the clamp's reach, read from the OpenSCAD models."""

from __future__ import annotations

import math
import re
from typing import Any

from workshop.design import HARDWARE

PLUG_AND_BEND_MM = 35  # from the jack, of a usual lead
PLUG_WIDE_MM = 16
PINS_IN_MM = 2  # the row of pins from the upper edge of the display, as usual headers have it: read in no drawing

Point = tuple[float, float]


def model_figure(model: str, name: str) -> float:
    """Return a figure that a model names."""
    text = (HARDWARE / "boxes" / f"{model}.scad").read_text(encoding="utf-8")
    found = re.search(rf"^{name} = ([\d.]+);", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"boxes/{model}.scad has no figure {name}")
    return float(found[1])


def model_row(model: str, name: str) -> list[float]:
    """Return the figures of a row that a model names."""
    text = (HARDWARE / "boxes" / f"{model}.scad").read_text(encoding="utf-8")
    found = re.search(rf"^{name} = \[([-\d., ]+)\];", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"boxes/{model}.scad has no row {name}")
    return [float(value) for value in found[1].split(",")]


def _part(name: str) -> list[float]:
    text = (HARDWARE / "boxes" / "parts.scad").read_text(encoding="utf-8")
    found = re.search(rf"^{name} = \[*([-\d., ]+)[\];]", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"boxes/parts.scad has no figure {name}")
    return [float(value) for value in found[1].split(",")]


def allowed_overhang(model: str, kind: str = "over") -> tuple[float, float]:
    """Return how little and how much a box may stand over the table's edge for a clamp of one kind to hold it."""
    least, farthest = model_row(model, kind)
    return least, farthest


def held_overhang(model: str) -> tuple[float, float]:
    """Return the same for both kinds together: where the short clamps end the long ones begin."""
    return allowed_overhang(model, "over_short")[0], allowed_overhang(model)[1]


def clamps_for_overhang(model: str, over: float) -> str:
    """Return what holds a box that stands so far over the edge: which clamps, by which of its holes; empty if none."""
    if allowed_overhang(model)[0] <= over <= allowed_overhang(model)[1]:
        return "long clamps, front holes"
    least, farthest = allowed_overhang(model, "over_short")
    by_front_holes = farthest - model_figure(model, "hole_rear") + model_figure(model, "hole_from_front")
    if least <= over <= by_front_holes:
        return "short clamps, front holes"
    return "short clamps, rear holes" if least <= over <= farthest else ""


def tip_free_overhang() -> float:
    """Return how far a seat box may stand over the edge with every key over the rim: pressing then tips nothing."""
    return float(math.floor(min(y for _, y in seat_keys().values())))


def seat_box() -> tuple[float, float, float, float]:
    """Return the outline of the seat box as its model computes it, with its face."""
    slant, front, turn = model_figure("seat_box", "slant"), model_figure("seat_box", "low"), _tilt()
    return model_figure("seat_box", "wide"), slant * math.cos(turn), front, front + slant * math.sin(turn)


def seat_keys() -> dict[str, Point]:
    """Return the keys of the seat box from its left front corner, seen from above."""
    pitch = _part("key_pitch")[0]
    (left, up), (middle, _) = model_position("riichi_at"), model_position("panel_at")
    row = model_position("keys_at")[1]
    spots = {"RIICHI": (left, up)}
    spots |= {name: (middle + (index - 1.5) * pitch, row) for index, name in enumerate(("OK", "UP", "DOWN", "BACK"))}
    return {name: (x, y * math.cos(_tilt())) for name, (x, y) in spots.items()}


def seat_jack() -> Point:
    """Return where the jack of the seat box begins, from the outside of its left and of its front wall."""
    deep, board = seat_box()[1], _part("pcb_seat")[1]
    jack = _part("pcb_seat_bodies")
    return model_figure("seat_box", "recessed"), deep - model_figure("seat_box", "wall") - model_figure(
        "seat_box", "board_gap"
    ) - board + (jack[1] + jack[3]) / 2


def plug_protrusion() -> float:
    """Return how far a plug with the bend of its lead stands out of the left wall of the seat box."""
    return PLUG_AND_BEND_MM - seat_jack()[0]


def distance_to_back_wall() -> float:
    """Return how far behind the display the back wall is, straight on from its pins."""
    thick = _part("panel_thick")[0]
    up = model_position("panel_at")[1] + _part("panel_module")[1] / 2 - PINS_IN_MM
    inside = seat_box()[1] - model_figure("seat_box", "wall")
    return (inside - up * math.cos(_tilt()) - thick * math.sin(_tilt())) / math.sin(_tilt())


def _tilt() -> float:
    return math.radians(_part("tilt_degrees")[0])


def model_position(name: str) -> list[float]:
    """Return two figures of the seat box's model; one that is another place's counts as 0."""
    text = (HARDWARE / "boxes" / "seat_box.scad").read_text(encoding="utf-8")
    found = re.search(rf"^{name} = \[([^,]+), ([\d.]+)\];", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"boxes/seat_box.scad has no place {name}")
    return [float(value) if value.replace(".", "").isdigit() else 0.0 for value in found.groups()]


def centre_box() -> tuple[float, float, float, float]:
    """Return the outline of the centre box as its model computes it, with its feet."""
    names = ("wall", "lid_thick", "stand", "clear", "headroom")
    wall, lid, stand, clear, headroom = (model_figure("centre_box", name) for name in names)
    wide, deep = _part("pcb_centre")
    (board,) = _part("pcb_thick")
    high = wall + stand + board + headroom + lid
    return wide + 2 * clear + 2 * wall, deep + 2 * clear + 2 * wall, high, high


def centre_key(name: str) -> Point:
    """Return where TABLE or UNDO is on the lid, from its lower left corner, as the model of the centre box has it."""
    text = (HARDWARE / "boxes" / "centre_box.scad").read_text(encoding="utf-8")
    place = {"TABLE": "table_at", "UNDO": "undo"}[name]
    found = re.search(rf"^{place} = centre \+ \[(-?[\d.]+), (-?[\d.]+)\];", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"boxes/centre_box.scad has no place of {name}")
    wide, deep, _, _ = centre_box()
    return wide / 2 + float(found[1]), deep / 2 + float(found[2])


MODELS = {"seat_box": seat_box, "centre_box": centre_box}


def keys_of(thing: dict[str, Any]) -> dict[str, Point]:
    """Return the keys of a thing, from its left front corner: as its model has them, or as they are written."""
    written: dict[str, Point] = thing.get("keys", {})
    return seat_keys() if thing.get("model") == "seat_box" else written
