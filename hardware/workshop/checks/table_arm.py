"""The arm on which the table's box swings out of a corner and in under the top: it passes, and leads reach it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from workshop import box_dimensions, table_geometry
from workshop.checks.finding import Finding
from workshop.table_geometry import SEATS, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.table_geometry import Point, Source

NAME = "table"
BESIDE_MM = 3  # between the box and the clamps of the seat box at its corner
LID_MM = 2  # between the lid and the thickest top
HEAD_MM = 4  # of the pivot's screw


def find(source: Source) -> Iterator[Finding]:
    """Check the arm of every box that has one: what it swings past, what it leaves to knees, how far leads go."""
    for name, thing in source["things"].items():
        if "arm" in thing:
            for words in (*_passes(thing), *_under(source, thing), *_leads(source, thing)):
                yield Finding(NAME, f"{name} on its arm", words)


def swung_box_middles(thing: dict[str, Any]) -> dict[str, Point]:
    """Return the middle of the box, swung out and in: away from the corner outwards, and aside, past the clamp."""
    (out, aside), long, more = (
        box_dimensions.model_row(thing["arm"], "pivot"),
        box_dimensions.model_figure(thing["arm"], "arm_long"),
        box_dimensions.model_figure(thing["arm"], "arm_aside"),
    )
    return {"out": (out + long, aside + more), "in": (out - long, aside - more)}


def lid_depth(thing: dict[str, Any]) -> float:
    """Return how far the lid lies under the top of the table."""
    return floor_depth(thing) - table_geometry.thing_dimensions(thing)[3]


def floor_depth(thing: dict[str, Any]) -> float:
    """Return how far the floor of the box lies under the top of the table."""
    figures = [box_dimensions.model_figure(thing["arm"], name) for name in ("pad_high", "arm", "boss")]
    return (
        box_dimensions.model_row(thing["arm"], "jaw")[1]
        + box_dimensions.model_row(thing["arm"], "nut")[1]
        + sum(figures)
    )


def _passes(thing: dict[str, Any]) -> Iterator[str]:
    wide, deep, _, _ = table_geometry.thing_dimensions(thing)
    depth, aside = -swung_box_middles(thing)["in"][0], swung_box_middles(thing)["in"][1]
    near = depth - deep / 2
    if near < abs(aside) + wide / 2:
        yield "swung in, it stands out under the table's edge"
    beside = (near - (wide / 2 - aside)) / math.sqrt(2)
    inside = box_dimensions.model_figure("clamp", "reach") + 11
    if beside < inside + BESIDE_MM:
        yield f"swung in, it is {beside:.0f} mm inside the edge, the clamps of a seat box reach {inside:g} mm"
    before = swung_box_middles(thing)["out"][0] - deep / 2
    if before < box_dimensions.PLUG_AND_BEND_MM:
        yield f"swung out, {before:.0f} mm are before it, a plug and its bend take {box_dimensions.PLUG_AND_BEND_MM}"
    if lid_depth(thing) < box_dimensions.model_figure(thing["arm"], "arm_top") + LID_MM:
        yield f"its lid, {lid_depth(thing):.0f} mm under the top, meets the thickest top it is for"


def _under(source: Source, thing: dict[str, Any]) -> Iterator[str]:
    facts = source["under_top"]
    free = facts["high"] - floor_depth(thing) - box_dimensions.model_figure(thing["arm"], "arm_thick") - HEAD_MM
    if free < facts["knees"]:
        yield f"leaves {free:.0f} mm under it, knees need {facts['knees']}"


def longest_lead(scene: Scene, thing: dict[str, Any]) -> float:
    """Return the metres of the longest lead, from any jack of the box, swung out or in, straight under the top."""
    ends = [plug.middle for box in scene.things() if box.seat in SEATS and (plug := scene.plug(box))]
    half = max(table_geometry.thing_dimensions(thing)[:2]) / 2 + 2 * box_dimensions.PLUG_AND_BEND_MM
    corner = -scene.half_outer
    farthest = 0.0
    for out, aside in swung_box_middles(thing).values():
        along = table_geometry.rotate_point((out, -aside), -135.0)
        spot = corner + along[0], corner + along[1]
        farthest = max(farthest, *(math.dist(spot, end) for end in ends))
    return (farthest + half + float(scene.source["leads"]["spare"])) / 1000


def _leads(source: Source, thing: dict[str, Any]) -> Iterator[str]:
    metres = source["leads"]["paths"][table_geometry.AROUND]["metres"]
    layout = next(iter(source["layouts"]))
    for table, facts in source["tables"].items():
        if "panel" not in facts:
            needed = longest_lead(Scene(source, layout, table, next(iter(source["tiles"]))), thing)
            if needed > metres:
                yield f"{table}: {needed:.2f} m of lead are needed, they have {metres} m"
