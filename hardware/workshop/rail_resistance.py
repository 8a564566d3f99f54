"""What the copper of a rail resists: its tracks and floods as a network of resistors, and the volts lost in it."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from workshop import kicad_text

OHMS_PER_SQUARE = 0.00049  # copper of 35 um
ZONE_OHMS = 0.002  # from a place in a flood to its middle
TOUCH_OHMS = 1e-6
Spot = tuple[float, float]
Joints = dict[Any, list[tuple[Any, float]]]


def copper_joints(text: str, net: str, floods: list[list[Any]]) -> Joints:
    """Return the copper of a net as joints and what lies between them: tracks, floods, and its pads, written `U2.6`."""
    sheet = kicad_text.parse(text)
    numbers = {entry[2]: entry[1] for entry in kicad_text.child_lists(sheet, "net")}
    found: Joints = {}

    def join(one: Any, other: Any, ohms: float) -> None:
        found.setdefault(one, []).append((other, ohms))
        found.setdefault(other, []).append((one, ohms))

    areas = [(index, corners) for index, (name, corners) in enumerate(floods) if name == net]
    tracks: list[tuple[Spot, Spot, float]] = []
    for track in kicad_text.child_lists(sheet, "segment"):
        if kicad_text.first_child_list(track, "net")[1] == numbers[net]:
            ends = [_spot(kicad_text.first_child_list(track, end)) for end in ("start", "end")]
            tracks.append((ends[0], ends[1], float(kicad_text.first_child_list(track, "width")[1])))
    spots = {end for track in tracks for end in track[:2]}
    for start, end, wide in tracks:
        on_it = [spot for spot in spots if math.dist(start, spot) + math.dist(spot, end) < math.dist(start, end) + 0.02]
        for one, other in pairwise(sorted(on_it, key=lambda spot: math.dist(start, spot))):
            join(one, other, max(OHMS_PER_SQUARE * math.dist(one, other) / wide, TOUCH_OHMS))
    for spot in [spot for spot in spots if not _only_behind(sheet, spot)]:
        for index, corners in areas:
            if _inside(spot, corners):
                join(spot, f"flood {index}", ZONE_OHMS)
    pads = {name: spot for name, owner, spot in kicad_text.pad_places(sheet) if owner == net}
    for name, spot in pads.items():
        near = min((joint for joint in found if isinstance(joint, tuple)), key=lambda joint: math.dist(joint, spot))
        join(name, near, TOUCH_OHMS)
    return found


def _only_behind(sheet: list[Any], spot: Spot) -> bool:
    """Return whether nothing of the front ends at a spot of a track: then no flood of the front reaches it."""
    at = [one for one in kicad_text.child_lists(sheet, "segment") if _ends_at(one, spot)]
    drilled = any(_spot(kicad_text.first_child_list(via, "at")) == spot for via in kicad_text.child_lists(sheet, "via"))
    return not drilled and all(kicad_text.first_child_list(track, "layer")[1] == "B.Cu" for track in at)


def _ends_at(track: list[Any], spot: Spot) -> bool:
    return spot in (
        _spot(kicad_text.first_child_list(track, "start")),
        _spot(kicad_text.first_child_list(track, "end")),
    )


def _spot(node: list[Any]) -> Spot:
    return round(float(node[1]), 2), round(float(node[2]), 2)


def _inside(spot: Spot, corners: list[list[float]]) -> bool:
    """Return whether a spot lies within a polygon: a ray from it crosses an odd number of edges."""
    x, y = spot
    inside = False
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def worst_voltage_drop(net: Joints, source: str, sinks: dict[str, float]) -> float:
    """Return the volts by which the pad that is worst off lies under the source, when the sinks draw their amperes."""
    reached, heap = {source}, [source]
    for here in heap:  # grows while it is walked
        more = [there for there, _ in net[here] if there not in reached]
        reached.update(more)
        heap += list(dict.fromkeys(more))
    names = [name for name in heap if name != source]
    place = {name: index for index, name in enumerate(names)}
    rows = [{place[name]: sum(1 / ohms for _, ohms in net[name])} for name in names]
    amperes = [-sinks.get(name, 0.0) for name in names]
    for name in names:
        row = rows[place[name]]
        for there, ohms in net[name]:
            if there != source:
                row[place[there]] = row.get(place[there], 0.0) - 1 / ohms
    volts = _solved(rows, amperes)
    return -min((volts[place[name]] for name in sinks if name in place), default=0.0)


def _solved(rows: list[dict[int, float]], right: list[float]) -> list[float]:
    """Solve the network by elimination, row after row; every row has its own joint as its largest entry."""
    count = len(rows)
    for index in range(count):
        for lower in range(index + 1, count):
            factor = rows[lower].pop(index, 0.0) / rows[index][index]
            if factor:
                for column, value in rows[index].items():
                    if column > index:
                        rows[lower][column] = rows[lower].get(column, 0.0) - factor * value
                right[lower] -= factor * right[index]
    volts = [0.0] * count
    for index in reversed(range(count)):
        known = sum(value * volts[column] for column, value in rows[index].items() if column > index)
        volts[index] = (right[index] - known) / rows[index][index]
    return volts
