"""What holds the boxes at a table: clamp, tongue and shelf take the screws that are ordered, and bear a hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workshop import box_dimensions
from workshop.checks.finding import Finding
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "table"
# By ISO 273 and ISO 4032 with what a printer takes away: holes for screws, nuts across their flats, their height.
HOLES = {"M4": (4.2, 4.8), "M6": (6.2, 6.8)}
FLATS = {"M4": (7.05, 7.4), "M6": (10.1, 10.6)}
HIGH = {"M4": (2.2, 3.4), "M6": (5.2, 6.0)}
SCREWED = {
    ("clamp", "bolt"): "M6",
    ("clamp", "floor_screw"): "M4",
    ("tongue", "floor_screw"): "M4",
    ("shelf", "bolt"): "M6",
    ("shelf", "small_bolt"): "M4",
}
NUTS = {("clamp", "nut"): "M6", ("shelf", "nut"): "M6", ("shelf", "small_nut"): "M4", ("seat_box", "nut"): "M4"}
# What of a holder bends or tears under a person who leans on a box, in millimetres at least.
BEARS = {
    ("clamp", "plate"): 5,
    ("clamp", "spine"): 9,
    ("clamp", "arm"): 10,
    ("clamp", "tab"): 16,
    ("tongue", "sheet"): 3,
    ("tongue", "plate"): 5,
    ("tongue", "web"): 5,
    ("tongue", "under_mat"): 80,
    ("shelf", "plate"): 5,
    ("shelf", "spine"): 10,
    ("shelf", "arm"): 10,
    ("shelf", "lip"): 5,
    ("shelf", "arm_thick"): 5,
    ("shelf", "ear"): 18,
}
HEAD_MM = {"M4": 8.0, "M6": 13.0}  # across a screw's head
JAW_MM = [12.0, 45.0]  # of tops: what clamp and shelf are made for
PAD_FLOOR_MM = 2  # of the pad's recess, under which its screw presses
NEAR_MM = 0.1


def find() -> Iterator[Finding]:
    """Compare every hole, nut and wall of the holders with what they are made for."""
    for (model, figure), thread in SCREWED.items():
        yield from _within(
            model, figure, box_dimensions.model_figure(model, figure), HOLES[thread], f"a hole for {thread}"
        )
    for (model, figure), thread in NUTS.items():
        flats, deep = box_dimensions.model_row(model, figure)
        yield from _within(model, figure, flats, FLATS[thread], f"a nut of {thread} across its flats")
        yield from _within(model, figure, deep, HIGH[thread], f"the pocket of a nut of {thread}")
    for (model, figure), least in BEARS.items():
        yield from _within(
            model, figure, box_dimensions.model_figure(model, figure), (least, 4 * least), "what bears a hand"
        )
    for model in ("clamp", "shelf"):
        pad = box_dimensions.model_figure(model, "pad_high")
        yield from _within(model, "pad_high", pad, (PAD_FLOOR_MM + 2, 10), "a pad with a recess for its screw")
    between = box_dimensions.model_figure("seat_box", "gap")
    yield from _within("seat_box", "gap", between, (0.2, 0.6), "what a printed face needs to go into its body")
    driver = box_dimensions.model_figure("tongue", "driver")
    yield from _within("tongue", "driver", driver, (HEAD_MM["M4"] + 1, 14), "the way of a washer and its screw")
    sunk = box_dimensions.model_row("shelf", "small_head")[0]
    yield from _within("shelf", "small_head", sunk, (HEAD_MM["M4"] + 0.2, 9.5), "the place of an M4 head")
    for model in ("clamp", "shelf"):
        jaw = box_dimensions.model_row(model, "jaw")
        if jaw != JAW_MM:
            yield Finding(NAME, model, f"jaw is {jaw[0]:g} to {jaw[1]:g} mm, tops have {JAW_MM[0]:g} to {JAW_MM[1]:g}")
    one, other = (box_dimensions.model_figure(model, "bolt_long") for model in ("clamp", "shelf"))
    if one != other:
        yield Finding(NAME, "shelf", f"bolt_long is {other:g} mm, its screw is one of those of the clamps: {one:g} mm")
    yield from _under_a_seat_box()
    yield from _under_the_box()


def _under_a_seat_box() -> Iterator[Finding]:
    """Check that clamp and tongue meet the same two holes of the seat box, and hold it within the same reach."""
    (left, right), (front, rear) = (box_dimensions.model_row("seat_box", name) for name in ("holes_x", "hole_y"))
    there = {
        "hole_from_front": front,
        "hole_rear": rear,
        "over": box_dimensions.model_row("clamp", "over"),
        "holes_apart": right - left,
    }
    asked = {"clamp": ("hole_from_front", "hole_rear"), "tongue": ("hole_from_front", "over", "holes_apart")}
    for model, figures in asked.items():
        for figure in figures:
            read = box_dimensions.model_row if figure == "over" else box_dimensions.model_figure
            if read(model, figure) != there[figure]:
                yield Finding(NAME, model, f"{figure} is {read(model, figure)}, at the seat box {there[figure]}")
    short, long = (box_dimensions.allowed_overhang("clamp", kind) for kind in ("over_short", "over"))
    if short[1] < long[0]:
        yield Finding(NAME, "clamp", f"nothing holds a box between {short[1]:g} and {long[0]:g} mm over the edge")
    if short[0] > box_dimensions.tip_free_overhang():
        yield Finding(NAME, "clamp", f"over_short begins at {short[0]:g} mm, where a key is beyond the edge")
    if (tab := box_dimensions.model_figure("clamp", "tab")) > right - left:
        yield Finding(NAME, "clamp", f"tab is {tab:g} mm: two short clamps meet between holes {right - left:g} apart")


def _under_the_box() -> Iterator[Finding]:
    """Check that the shelf knows the box it carries: holes, floor, posts, plug."""
    text = (HARDWARE / "boxes" / "centre_box.scad").read_text(encoding="utf-8")
    ((left, right),) = re.findall(r"for \(x = \[(-\d+), (\d+)\]\) translate\(\[centre\[0\] \+ x, centre\[1\]", text)
    told = {
        "holes_apart": float(right) - float(left),
        "box_floor": box_dimensions.model_figure("centre_box", "wall"),
        "box_stand": box_dimensions.model_figure("centre_box", "stand"),
        "plug_room": float(box_dimensions.PLUG_AND_BEND_MM),
    }
    for figure, wanted in told.items():
        there = box_dimensions.model_figure("shelf", figure)
        if abs(there - wanted) > NEAR_MM:
            yield Finding(NAME, "shelf", f"{figure} is {there:g} mm, {wanted:g} in the box")


def _within(model: str, figure: str, found: float, limits: tuple[float, float], what: str) -> Iterator[Finding]:
    low, high = limits
    if not low <= found <= high:
        yield Finding(NAME, model, f"{figure} is {found:g} mm, {what} has {low:g} to {high:g}")
