"""What a thing at the table hides: rays from every eye to every tile zone, against the thing cut into slabs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from workshop.table_geometry import SEATS, Rect, overlap_depth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.table_geometry import Scene

RAYS = 13
SLABS = 8
# What each player has to see of the others: their own called sets and hand, too, but no other's hand.
COMMON = ("discards", "wall", "called sets")

Eye = tuple[float, float, float]


def hidden_zone_shares(scene: Scene, thing: Rect, angled: bool) -> Iterator[tuple[int, Rect, float]]:
    """Yield an eye's seat, a zone and the share of it that the thing hides from there."""
    zones = [*scene.zones(angled), *scene.innermost_discards()]
    for seat in SEATS:
        eye = scene.eye(seat)
        for zone in zones:
            if (zone.name in COMMON or zone.seat == seat) and _is_near(thing, zone, eye):
                points = list(_points(zone))
                share = sum(_blocks(thing, point, eye) for point in points) / len(points)
                if share:
                    yield seat, zone, share


def _points(zone: Rect) -> Iterator[Eye]:
    """Yield points all over the top of a zone; of a hand, which stands, over its face."""
    for row in range(RAYS):
        for column in range(RAYS):
            x, rise = zone.wide * column / (RAYS - 1), row / (RAYS - 1)
            if zone.name == "hand":
                yield (*zone.at(x, 0.0), zone.high * rise)
            else:
                yield (*zone.at(x, zone.deep * rise), zone.high)


def _is_near(thing: Rect, zone: Rect, eye: Eye) -> bool:
    """Return whether a ray is still as low as the thing where it passes it: most things are too far from most zones."""
    low = 0.0 if zone.name == "hand" else zone.high
    if thing.high <= low:
        return False
    far = max(math.dist(eye[:2], corner) for corner in zone.corners)
    reach = far * (thing.high - low) / (eye[2] - low)
    grown = Rect("", zone.middle, zone.wide + 2 * reach, zone.deep + 2 * reach, zone.turn)
    return overlap_depth(grown, thing) > 0


def _blocks(thing: Rect, point: Eye, eye: Eye) -> bool:
    """Return whether any slab of the thing stands in the way of a ray."""
    start, end = thing.local(point[:2]), thing.local(eye[:2])
    front = thing.high if thing.front is None else thing.front
    for slab in range(SLABS):
        top = front + (thing.high - front) * (slab + 1) / SLABS
        if top <= point[2]:
            continue
        share = min(1.0, (top - point[2]) / (eye[2] - point[2]))
        low_end = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        near = -thing.deep / 2 + thing.deep * slab / SLABS
        if _segment_hits(start, low_end, thing.wide / 2, near, near + thing.deep / SLABS):
            return True
    return False


def _segment_hits(start: tuple[float, float], end: tuple[float, float], half: float, near: float, far: float) -> bool:
    """Return whether a segment passes a rectangle from -half to half and from near to far."""
    first, last = 0.0, 1.0
    for begin, finish, least, most in ((start[0], end[0], -half, half), (start[1], end[1], near, far)):
        run = finish - begin
        if abs(run) < 1e-9:
            if not least < begin < most:
                return False
            continue
        one, other = sorted(((least - begin) / run, (most - begin) / run))
        first, last = max(first, one), min(last, other)
    return first < last - 1e-9
