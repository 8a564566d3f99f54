"""Looks through the prints of clamp, tongue and shelf: screws pass, nuts have pockets, a table's top goes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import box_dimensions
from workshop.opening_checks import EDGE_MM, PrintView, find_blocked_openings, round_hole_spots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop import stl
    from workshop.design import Design
    from workshop.opening_checks import Looks

    Spot = tuple[float, float]

M4_MM, M6_MM = 4.2, 6.2  # what a screw passes
APART_MM = 52  # from the edge of a short clamp to that of its mirror image in their print
NUT_MM = {"M4": 7.0, "M6": 10.0}  # across the flats


def clamp(view: PrintView, _: Design) -> Iterator[str]:
    """Look at a clamp from above as it hangs at a table."""
    middle, reach = box_dimensions.model_figure("clamp", "wide") / 2, box_dimensions.model_figure("clamp", "reach")
    front = box_dimensions.model_figure("clamp", "hole_from_front")
    for over in box_dimensions.allowed_overhang("clamp"):
        yield from find_blocked_openings(view, "the slot under a box", round_hole_spots((front - over, middle), M4_MM))
    arm, deep = box_dimensions.model_figure("clamp", "arm"), box_dimensions.model_row("clamp", "nut")[1]
    yield from find_blocked_openings(view, "the screw's hole", round_hole_spots((reach, middle), M6_MM))
    yield from _pocket(view, "the nut in the arm", (reach, middle), "M6", arm - deep)


def short_clamps(view: PrintView, _: Design) -> Iterator[str]:
    """Look at the two short clamps from above: beside each spine a slot for the front and the rear holes of a box."""
    across = box_dimensions.model_figure("clamp", "wide") + box_dimensions.model_figure("clamp", "tab") / 2
    (least, farthest), apart = box_dimensions.allowed_overhang("clamp", "over_short"), APART_MM
    near = box_dimensions.model_figure("clamp", "hole_from_front") - least
    far = box_dimensions.model_figure("clamp", "hole_rear") - farthest
    for edge in (near, far):
        for x in (edge, -apart - edge):
            yield from find_blocked_openings(view, "the slot of a short clamp", round_hole_spots((x, across), M4_MM))
    arm, deep = box_dimensions.model_figure("clamp", "arm"), box_dimensions.model_row("clamp", "nut")[1]
    reach, middle = box_dimensions.model_figure("clamp", "reach"), box_dimensions.model_figure("clamp", "wide") / 2
    for x in (reach, -apart - reach):
        yield from find_blocked_openings(view, "the screw's hole", round_hole_spots((x, middle), M6_MM))
        yield from _pocket(view, "the nut in the arm", (x, middle), "M6", arm - deep)


def tongue(view: PrintView, _: Design) -> Iterator[str]:
    """Look at a tongue from above as it lies under a mat."""
    middle, apart = (
        box_dimensions.model_figure("tongue", "wide") / 2,
        box_dimensions.model_figure("tongue", "holes_apart"),
    )
    front = box_dimensions.model_figure("tongue", "hole_from_front")
    for over in box_dimensions.allowed_overhang("tongue"):
        for side in (-1, 1):
            spot = (over - front, middle + side * apart / 2)
            yield from find_blocked_openings(
                view, "a slot under a box, or the way to it", round_hole_spots(spot, M4_MM)
            )
    sheet = box_dimensions.model_figure("tongue", "sheet")
    yield from _thick(
        view, "the sheet under a mat", (3 - box_dimensions.model_figure("tongue", "under_mat"), middle), sheet
    )


def shelf_clamp(view: PrintView, _: Design) -> Iterator[str]:
    """Look at the clamp of the shelf from above as it hangs at a corner: notch, screw, the two holes of its ledge."""
    middle, reach = box_dimensions.model_figure("shelf", "wide") / 2, box_dimensions.model_figure("shelf", "reach")
    out, apart = box_dimensions.model_row("shelf", "joint")
    below = box_dimensions.model_row("shelf", "jaw")[1]
    arm, deep = box_dimensions.model_figure("shelf", "arm"), box_dimensions.model_row("shelf", "nut")[1]
    for spot in round_hole_spots((-reach, middle), M6_MM):
        if len(view.around([spot]).spans(*spot)) != 1:
            yield f"the screw's hole under the lip: plastic at {spot[0]:.1f} {spot[1]:.1f}"
    for side in (-1, 1):
        joint = (out, middle + side * apart / 2)
        yield from find_blocked_openings(view, "a hole of the ledge", round_hole_spots(joint, M4_MM))
        yield from _pocket(view, "a nut under the ledge", joint, "M4", box_dimensions.model_figure("shelf", "held"))
    out, aside = box_dimensions.model_row("shelf", "pivot")
    yield from find_blocked_openings(view, "the pivot of the arm", round_hole_spots((out, middle + aside), M6_MM))
    yield from _pocket(view, "the nut of the pivot", (out, middle + aside), "M6", arm - deep)
    for spot in ((-20.0, middle), (-20.0, middle - 14), (-20.0, middle + 14), (-3.0, middle)):
        for low, high in view.around([spot]).spans(*spot):
            if low < -EDGE_MM and high > EDGE_MM - below:
                yield f"the notch for the table's corner: plastic at {spot[0]:.1f} {spot[1]:.1f}"


def shelf_plate(view: PrintView, _: Design) -> Iterator[str]:
    """Look at the plate that carries the table's box: holes for its own screws, and for those of the box."""
    near, deep, apart = (box_dimensions.model_figure("shelf", name) for name in ("near", "box_deep", "holes_apart"))
    out, joint = box_dimensions.model_row("shelf", "joint")
    for x, y in ((near + deep / 2, apart / 2), (out, joint / 2)):
        for side in (-1, 1):
            yield from find_blocked_openings(view, "a hole of the shelf", round_hole_spots((x, side * y), M4_MM))


def shelf_arm(view: PrintView, _: Design) -> Iterator[str]:
    """Look at the arm that swings the table's box: its pivot, and the holes for the screws of the box."""
    long, aside = box_dimensions.model_figure("shelf", "arm_long"), box_dimensions.model_figure("shelf", "arm_aside")
    apart = box_dimensions.model_figure("shelf", "holes_apart")
    yield from find_blocked_openings(view, "the pivot of the arm", round_hole_spots((0.0, 0.0), M6_MM))
    for side in (-1, 1):
        yield from find_blocked_openings(
            view, "a hole of the arm", round_hole_spots((long, aside + side * apart / 2), M4_MM)
        )
    high = box_dimensions.model_figure("shelf", "arm_thick") + box_dimensions.model_figure("shelf", "boss")
    yield from _thick(view, "the boss of the arm", (0.0, -8.0), high)


def _pocket(view: PrintView, name: str, spot: Spot, thread: str, left: float) -> Iterator[str]:
    """Say where a nut would not lie in its pocket: between two of its corners there is so much under it."""
    for here in round_hole_spots(spot, NUT_MM[thread])[1::4]:
        yield from _thick(view, name, here, left)


def _thick(view: PrintView, name: str, spot: Spot, wanted: float) -> Iterator[str]:
    spans = view.around([spot]).spans(*spot)
    thick = spans[0][1] - spans[0][0] if spans else 0.0
    if abs(thick - wanted) > EDGE_MM:
        yield f"{name}: {thick:.1f} mm at {spot[0]:.1f} {spot[1]:.1f}, {wanted:g} in the model"


def _hanging(corner: stl.Corner) -> stl.Corner:
    """Turn a print that lies on its side, as a mirror does: holes are where they are in one, too."""
    return corner[0], corner[2], corner[1]


LOOKS: Looks = {
    "clamp body": (_hanging, clamp),
    "clamp short": (_hanging, short_clamps),
    "tongue body": (_hanging, tongue),
    "shelf clamp": (_hanging, shelf_clamp),
    "shelf plate": (lambda c: c, shelf_plate),
    "shelf arm": (lambda c: c, shelf_arm),
}
