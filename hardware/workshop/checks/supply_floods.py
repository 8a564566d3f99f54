"""The flood of V5 on the centre board: large, in line, on the board, and reaching all that feeds or loads it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from workshop import board_layout_input
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

LEAST_FLOOD_CM2 = 30.0
# Where the ground of the front is cut off by tracks around the Pico: a via joins each piece to the back.
CUT_OFF_MM, STITCHED_MM = ((43.18, 78.74), (52.197, 61.8998)), 2.0
BESIDE_FLOOD = 2  # steps: the track from a pad into the flood


def check_floods(design: Design) -> Iterator[Finding]:
    """Check that the 5 V of the centre board is a flood and not a track all round it."""
    area = 0.0
    for net, *corners in design.source["layout"]["centre"].get("zones", ()):
        if net != "V5":
            yield Finding("floods", "centre board", f"{net} is flooded: the loads hang on V5")
            continue
        steps = edges(corners)
        area += abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in steps)) / 2 * board_layout_input.STEP**2 / 100
        yield from _flood_edges(design, corners)
    if area < LEAST_FLOOD_CM2:
        yield Finding("floods", "centre board", f"V5 is {area:.0f} cm2 of flood, {LEAST_FLOOD_CM2:.0f} are wanted")
    stitches = board_layout_input.kicad_layout_input(design, "centre").get("stitches", ())
    for spot in CUT_OFF_MM:
        if not any(math.dist(spot, stitch) <= STITCHED_MM for stitch in stitches):
            yield Finding("floods", "centre board", f"no via joins the ground of the front at {spot[0]:g}, {spot[1]:g}")


def _flood_edges(design: Design, corners: list[list[float]]) -> Iterator[Finding]:
    """Check that no corner of a flood is out of line, and that the flood reaches all that feeds or loads it."""
    wide, high = design.source["layout"]["centre"]["size"]
    for (x, y), (to_x, to_y) in edges(corners):
        if (x == to_x) == (y == to_y):
            yield Finding("floods", "centre board", f"its edge from {x:g}, {y:g} to {to_x:g}, {to_y:g} is not along it")
        if not (1 <= x <= wide - 1 and 1 <= y <= high - 1):
            yield Finding("floods", "centre board", f"its corner at {x:g}, {y:g} is not on the board")
    where, nets = board_layout_input.part_positions(design, "centre"), board_layout_input.pad_nets(design, "centre")
    for part in board_layout_input.parts_of(design, "centre"):
        feeds = part.kind.name == "LIMITER" or part.stock == "xh3"
        if feeds and "V5" in {nets.get(f"{part.ref}.{n}") for pin in part.kind.pins.values() for n in pin.numbers}:
            x, y = (spot / board_layout_input.STEP for spot in where[part.ref][:2])
            away = 0.0 if _is_within((x, y), corners) else min(_from_edge((x, y), *edge) for edge in edges(corners))
            if away > BESIDE_FLOOD:
                off = away * board_layout_input.STEP
                yield Finding("floods", f"centre/{part.ref}", f"lies {off:.0f} mm beside the flood of V5")


def edges(corners: list[list[float]]) -> list[tuple[list[float], list[float]]]:
    """Return the edges of a shape by its corners."""
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _is_within(spot: tuple[float, float], corners: list[list[float]]) -> bool:
    """Return whether a line from a spot to the right crosses the edges an odd number of times."""
    x, y = spot
    crossed = [a for a, b in edges(corners) if (a[1] > y) != (b[1] > y) and x < a[0]]
    return len(crossed) % 2 == 1


def _from_edge(spot: tuple[float, float], one: list[float], other: list[float]) -> float:
    """Return the distance of a spot from an edge that runs along the board."""
    (x, y), (left, right), (top, low) = spot, sorted((one[0], other[0])), sorted((one[1], other[1]))
    return math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - low))
