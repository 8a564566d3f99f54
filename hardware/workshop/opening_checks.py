"""Looks through the prints: what must be open is, what must be closed is, and no word is mirrored."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workshop import box_dimensions, box_rendering, face_holds, stl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from workshop.design import Design

    Spot = tuple[float, float]
    Solid = list[list[stl.Corner]]
    Looks = dict[str, tuple[Callable[[stl.Corner], stl.Corner], Callable[["PrintView", Design], Iterator[str]]]]

LEAST_FLOOR_MM = 1.2  # over a foot's recess, where no screw's hole ends
INSIDE_MM = 0.3  # from the edge of a hole
EDGE_MM = 0.1
ENGRAVED_MM = 0.3  # half as deep as the words are
RAYS = 14  # over the height of a word
SKEW = (0.0137, 0.0071)  # so that no ray meets an edge of the mesh


@dataclass(frozen=True)
class PrintView:
    """A print as it is seen from one side: x to the right, y upwards, z towards the eye."""

    solid: Solid

    def spans(self, x: float, y: float) -> list[tuple[float, float]]:
        """Return where plastic begins and ends along the ray at a spot, from the far side to the near one.

        >>> cube = [(0, 0, 0), (9, 0, 0), (0, 9, 0)], [(0, 0, 5), (9, 0, 5), (0, 9, 5)]
        >>> PrintView([list(side) for side in cube]).spans(2, 2)
        [(0.0, 5.0)]
        """
        x, y = x + SKEW[0], y + SKEW[1]
        heights = sorted(height for triangle in self.solid if (height := _height(triangle, x, y)) is not None)
        return list(zip(heights[::2], heights[1::2], strict=True))

    def near(self, left: float, low: float, right: float, high: float) -> PrintView:
        """Return what is seen in a frame: fewer triangles to look through."""
        kept = [
            [a, b, c]
            for a, b, c in self.solid
            if min(a[0], b[0], c[0]) <= right
            and max(a[0], b[0], c[0]) >= left
            and min(a[1], b[1], c[1]) <= high
            and max(a[1], b[1], c[1]) >= low
        ]
        return PrintView(kept)

    def around(self, spots: list[Spot]) -> PrintView:
        """Return what is seen where some spots are."""
        xs, ys = zip(*spots, strict=True)
        return self.near(min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)


def _height(triangle: list[stl.Corner], x: float, y: float) -> float | None:
    """Return at which height the ray at a spot meets a triangle."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    if not area:
        return None
    a = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area
    b = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area
    c = 1 - a - b
    return a * az + b * bz + c * cz if min(a, b, c) >= 0 else None


def find_print_faults(design: Design, looks: Looks) -> list[str]:
    """Look through every print that has something to be open in it."""
    said = []
    for name, (turn, look) in looks.items():
        view = load_turned_print(name.partition(":")[0], turn)
        said += [f"{name}: {line}" for line in look(view, design)]
    return said


def load_turned_print(name: str, turn: Callable[[stl.Corner], stl.Corner]) -> PrintView:
    """Return a committed print, turned to one side."""
    return PrintView(
        [list(map(turn, triangle)) for triangle in stl.triangles(box_rendering.BOXES / box_rendering.file_name(name))]
    )


def model_text(name: str) -> str:
    """Return the text of a model."""
    return (box_rendering.BOXES / f"{name}.scad").read_text("utf-8")


def named_model_position(text: str, name: str) -> Spot:
    """Return a place that a model names, from its origin or from its centre."""
    ((x, y),) = re.findall(rf"^{name} = (?:centre \+ )?\[(-?[\d.]+), (-?[\d.]+)\];", text, re.MULTILINE)
    return float(x), float(y)


def round_hole_spots(middle: Spot, across: float) -> list[Spot]:
    """Return the middle of a hole and eight spots just inside its edge."""
    reach = across / 2 - INSIDE_MM
    around = [math.radians(45 * step) for step in range(8)]
    return [middle, *((middle[0] + reach * math.cos(a), middle[1] + reach * math.sin(a)) for a in around)]


def rectangle_edge_spots(middle: Spot, wide: float, high: float) -> list[Spot]:
    """Return the corners and the middles of the sides of a rectangle."""
    return [(middle[0] + x * wide / 2, middle[1] + y * high / 2) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def check_seat_face(view: PrintView, design: Design) -> Iterator[str]:
    """Look at the face of a seat box: window, RIICHI's well, keys, lamp, and the words under the keys."""
    size, text = design.source["mechanics"], model_text("seat_box")
    (slant,) = re.findall(r"^slant = (\d+);", text, re.MULTILINE)

    def down(place: Spot) -> Spot:
        """Return a place on the face from its upper edge, where the print begins."""
        return place[0], place[1] - float(slant)

    panel, riichi, lamp = (down(named_model_position(text, name)) for name in ("panel_at", "riichi_at", "lamp_at"))
    (row,) = re.findall(r"^keys_at = \[panel_at\[0\], ([\d.]+)\];", text, re.MULTILINE)
    lit = (panel[0] + size["panel"]["offset"][0], panel[1] + size["panel"]["offset"][1])
    pitch = _pitch(design)
    keys = [down((panel[0] + (index - 1.5) * pitch, float(row))) for index in range(4)]
    yield from face_holds.find(view, design, text)
    yield from find_missing_plastic(
        view, "the display's edge", rectangle_edge_spots(panel, *(side - 1 for side in size["panel"]["module"]))
    )
    yield from find_blocked_openings(
        view, "the display's window", [lit, *rectangle_edge_spots(lit, *size["panel"]["active"])]
    )
    yield from find_blocked_openings(view, "RIICHI's well", round_hole_spots(riichi, size["riichi-key"]["cap"] + 1))
    yield from find_missing_plastic(
        view, "what guides RIICHI", round_hole_spots(riichi, size["riichi-key"]["cap"] + 3)[1:]
    )
    yield from find_blocked_openings(view, "the lamp's hole", round_hole_spots(lamp, size["lamp"]["hole"]))
    for key, name in zip(keys, ("OK", "UP", "DOWN", "BACK"), strict=True):
        yield from find_blocked_openings(
            view, f"the hole of {name}", [key, *rectangle_edge_spots(key, size["key"]["cap"], 4)]
        )
    for key, name in ((keys[1], "UP"), (keys[3], "BACK")):
        yield from engraved_word_faults(view, name, (key[0], key[1] - 9.6), 2.5)


def _pitch(design: Design) -> float:
    (pitch,) = re.findall(r"^key_pitch = ([\d.]+);", box_rendering.openscad_sizes(design), re.MULTILINE)
    return float(pitch)


def lid(view: PrintView, design: Design) -> Iterator[str]:
    """Look at the lid of the centre box: what must let sound, light, fingers and sight through."""
    size, text = design.source["mechanics"], model_text("centre_box")
    middle = _middle(view)
    at: dict[str, Spot] = {}
    for name in ("piezo", "sensor", "undo"):
        across, along = named_model_position(text, name)
        at[name] = (middle[0] + across, middle[1] + along)
    piezo = at["piezo"]
    sound = [(piezo[0] + 4 * math.cos(a), piezo[1] + 4 * math.sin(a)) for a in (math.radians(60 * n) for n in range(6))]
    yield from find_blocked_openings(view, "the holes over the piezo", sound)
    yield from find_blocked_openings(
        view, "the light sensor's hole", round_hole_spots(at["sensor"], size["photo"]["hole"])
    )
    yield from find_blocked_openings(view, "TABLE's hole", round_hole_spots(middle, size["table-key"]["hole"]))
    yield from find_blocked_openings(view, "UNDO's hole", round_hole_spots(at["undo"], size["undo-key"]["hole"]))
    (ring,) = re.findall(r"^ring = ([\d.]+);", text, re.MULTILINE)
    for turn, wind in enumerate("ESWN"):
        sine, cosine = math.sin(math.radians(90 * turn)), math.cos(math.radians(90 * turn))
        bars = [
            (middle[0] + x * cosine + float(ring) * sine, middle[1] + x * sine - float(ring) * cosine)
            for x in (-19, 19)
        ]
        yield from find_blocked_openings(view, f"the bars beside {wind}", bars)
    yield from engraved_word_faults(view, "UNDO", (at["undo"][0] - 2.5, at["undo"][1] - 11.5), 3.4)
    yield from engraved_word_faults(view, "E", (middle[0], middle[1] - float(ring)), 11)


def _middle(view: PrintView) -> Spot:
    xs, ys = ([corner[axis] for triangle in view.solid for corner in triangle] for axis in (0, 1))
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def seat_body(view: PrintView, _: Design) -> Iterator[str]:
    """Look at the body of a seat box from above: its feet leave a floor, its two screws to the table pass."""
    text, wide = model_text("seat_box"), 2 * _middle(view)[0]
    ((near, far),) = re.findall(
        r"^feet_at = \[\[12, 12\], \[wide - 12, 12\], \[12, (\d+)\], \[wide - 12, (\d+)\]\];", text, re.MULTILINE
    )
    yield from thin_floor_at(
        view, [(x, y) for x, back in ((12.0, near), (wide - 12, far)) for y in (12.0, float(back))]
    )
    (holes,) = re.findall(r"^holes_x = \[(.*)\];", text, re.MULTILINE)
    (rows,) = re.findall(r"^hole_y = \[(.*)\];", text, re.MULTILINE)
    for x in holes.split(", "):
        for y in rows.split(", "):
            yield from find_blocked_openings(view, "a hole for a clamp", round_hole_spots((float(x), float(y)), 4.2))


def check_keyswitch_plate(view: PrintView, design: Design) -> Iterator[str]:
    """Look at the plate that holds RIICHI's keyswitch, which lies beside the lamp's keeper."""
    size = design.source["mechanics"]["riichi-key"]
    yield from find_blocked_openings(
        view, "the keyswitch's cut", rectangle_edge_spots((0.0, 28.0), size["cut"] - 0.6, size["cut"] - 0.6)
    )
    thin = rectangle_edge_spots((0.0, 28.0), size["cut"] + 0.8, size["cut"] + 0.8)
    for here in thin:
        spans = view.around([here]).spans(*here)
        thick = sum(end - start for start, end in spans)
        if abs(thick - size["edge"]) > EDGE_MM:
            yield f"the edge that the keyswitch's clips hold: {thick:.1f} mm at {_points_text([here])}"


def check_riichi_cap(view: PrintView, design: Design) -> Iterator[str]:
    """Look into the cap of RIICHI: a cross for the stem in a post, a skirt around them."""
    size = design.source["mechanics"]["riichi-key"]
    long, _, deep = size["stem"]
    floor = max(end for start, end in view.spans(9.0, 4.0))
    tall = max(end for _, end in view.spans(size["cap"] / 2 - 0.8, 0.0))
    post = max(end for _, end in view.spans(1.5, 1.5))
    cross = max(end for _, end in view.spans(long / 2 - 0.3, 0.0))
    if not tall > post > floor:
        yield f"the cap: {floor:.1f} mm thick, post {post:.1f} mm, skirt {tall:.1f} mm"
    # The switch's housing stands around the post, and comes as near to the floor as a press is deep.
    early = size["travel"] - post + floor
    if early > 0:
        yield f"the cap: {floor:.1f} mm thick, {early:.1f} too much for a press of {size['travel']:g}"
    if post - cross < deep:
        yield f"the cap's cross: {post - cross:.1f} mm deep"
    if max(end for _, end in view.spans(long / 2 + 0.4, 0.0)) < post - 0.1:
        yield "the cap's cross: is wider than the stem that it grips"


def centre_body(view: PrintView, _: Design) -> Iterator[str]:
    """Look at the body of the centre box from above: feet, screws to the table, slots for air."""
    middle = _middle(view)
    wide, deep = (2 * side for side in middle)
    yield from thin_floor_at(view, [(x, y) for x in (22, wide - 22) for y in (22, deep - 22)])
    for x in (-30.0, 30.0):
        yield from find_blocked_openings(
            view, "a hole to screw it down", round_hole_spots((middle[0] + x, middle[1]), 4.2)
        )
    yield from find_blocked_openings(
        view, "the slots for air", [(middle[0] + 8 * n, middle[1] + 29) for n in range(-3, 4)]
    )


def seat_left_wall(view: PrintView, design: Design) -> Iterator[str]:
    """Look at a seat box from its left: the way for the plug, and what its jack is not."""
    text, jack = model_text("seat_box"), design.source["mechanics"]["jack"]
    ((high, size),) = re.findall(r"bay\[2\] \+ ([\d.]+)\]\) rotate.*\n.*size = ([\d.]+)", text)
    ((ceiling),) = re.findall(r"^bay = \[.*, ([\d.]+)\];", text, re.MULTILINE)
    across = box_dimensions.seat_jack()[1]
    (stand,) = re.findall(r"^stand = ([\d.]+);", text, re.MULTILINE)
    middle = 2.4 + float(stand) + design.source["mechanics"]["pcb"]["thick"] + jack["high"] / 2
    # A ray that goes in meets the far wall alone.
    for x, y in rectangle_edge_spots((-across, middle), 11, 7):
        if len(view.around([(x, y)]).spans(x, y)) > 1:
            yield f"the way to the jack: plastic at {_points_text([(x, y)])}"
    yield from engraved_word_faults(view, "NOT ETHERNET", (-across - 4, float(ceiling) + float(high)), float(size))


def find_blocked_openings(view: PrintView, name: str, spots: list[Spot]) -> Iterator[str]:
    """Say where plastic is that must not be."""
    beside = view.around(spots)
    shut = [here for here in spots if beside.spans(*here)]
    if shut:
        yield f"{name}: plastic at {_points_text(shut)}"


def find_missing_plastic(view: PrintView, name: str, spots: list[Spot]) -> Iterator[str]:
    """Say where plastic is missing."""
    beside = view.around(spots)
    free = [here for here in spots if not beside.spans(*here)]
    if free:
        yield f"{name}: nothing at {_points_text(free)}"


def thin_floor_at(view: PrintView, spots: list[Spot]) -> Iterator[str]:
    """Say where less of the floor is left than bears a foot."""
    for here in ((x + dx, y + dy) for x, y in spots for dx in (-3, 3) for dy in (-3, 3)):
        spans = view.around([here]).spans(*here)
        thick = spans[0][1] - spans[0][0] if spans else 0.0
        if thick < LEAST_FLOOR_MM:
            yield f"the floor over a foot: {thick:.1f} mm at {_points_text([here])}"


def _points_text(spots: list[Spot]) -> str:
    return ", ".join(f"{x:.1f} {y:.1f}" for x, y in spots[:3])


def engraved_word_faults(view: PrintView, word: str, middle: Spot, size: float) -> Iterator[str]:
    """Say that a word is not cut, or cut mirrored: it begins with a stem, and ends with less of one."""
    half, tall, pace = 0.55 * size * len(word), 0.75 * size, size / RAYS
    cut = view.near(middle[0] - half, middle[1] - tall, middle[0] + half, middle[1] + tall)
    top = max((corner[2] for triangle in cut.solid for corner in triangle), default=0.0)
    columns = []
    for step in range(round(2 * half / pace)):
        x = middle[0] - half + step * pace
        strip = cut.near(x, middle[1] - tall, x + pace, middle[1] + tall)
        column = [strip.spans(x, middle[1] - tall + row * pace) for row in range(round(2 * tall / pace))]
        columns.append(sum(not spans or spans[-1][1] < top - ENGRAVED_MM for spans in column))
    inked = [count for count in columns if count]
    if len(inked) * pace < 0.5 * size:
        yield f"the word {word}: is not there"
    elif max(inked[:3]) <= max(inked[-3:]):
        yield f"the word {word}: is mirrored"


def _from_outside(corner: stl.Corner) -> stl.Corner:
    """Turn a print that lies on its outer side: up is where the print has down."""
    return corner[0], -corner[1], -corner[2]


# Prints by name, with what turns each to the eye, and what is looked at.
LOOKS: Looks = {
    "seat_box face": (_from_outside, check_seat_face),
    "seat_box body": (lambda c: c, seat_body),
    "seat_box body: left": (lambda c: (-c[1], c[2], -c[0]), seat_left_wall),
    "seat_box keeper": (lambda c: c, check_keyswitch_plate),
    "seat_box cap": (lambda c: c, check_riichi_cap),
    "centre_box lid": (_from_outside, lid),
    "centre_box body": (lambda c: c, centre_body),
}
