"""The table seen from above: what players lay on it and what stands around it, as rectangles read from table.yaml.

The origin is the middle of the felt. Seat 0 sits at the lower edge and looks up; the others are the same, turned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workshop import box_dimensions, design
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = HARDWARE / "table.yaml"
SEATS = range(4)
PLUG = "plug of the "
UNDER = "under the top"
AROUND = "around the edge"

Point = tuple[float, float]
Source = dict[str, Any]


@dataclass(frozen=True)
class Rect:
    """A rectangle by its middle, its sides and its turn in degrees; `low` and `high` are heights over the felt.

    The height of a wedge rises from `front` at its lower side to `high` at its upper one.
    """

    name: str
    middle: Point
    wide: float
    deep: float
    turn: float = 0.0
    high: float = 0.0
    front: float | None = None
    seat: int | None = None

    def local(self, point: Point) -> Point:
        """Return a point as this rectangle sees it, from its middle and unturned."""
        return rotate_point((point[0] - self.middle[0], point[1] - self.middle[1]), -self.turn)

    def at(self, x: float, y: float) -> Point:
        """Return the place of a point given from the lower left corner."""
        dx, dy = rotate_point((x - self.wide / 2, y - self.deep / 2), self.turn)
        return self.middle[0] + dx, self.middle[1] + dy

    @property
    def corners(self) -> list[Point]:
        """Return the four corners, counter-clockwise."""
        return [self.at(x, y) for x, y in ((0, 0), (self.wide, 0), (self.wide, self.deep), (0, self.deep))]

    def for_seat(self, seat: int) -> Rect:
        """Return the same thing at another seat than the lower one."""
        turn = 90.0 * seat
        return Rect(
            self.name,
            rotate_point(self.middle, turn),
            self.wide,
            self.deep,
            self.turn + turn,
            self.high,
            self.front,
            seat,
        )


def rotate_point(point: Point, degrees: float) -> Point:
    """Turn a point around the origin, counter-clockwise.

    >>> rotate_point((1, 0), 90)
    (0.0, 1.0)
    """
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    x, y = point
    return round(x * cosine - y * sine, 9), round(x * sine + y * cosine, 9)


def overlap_depth(one: Rect, other: Rect) -> float:
    """Return by how much two rectangles overlap where they do least, or 0: no line separates them.

    >>> overlap_depth(Rect("a", (0, 0), 10, 10), Rect("b", (8, 0), 10, 10))
    2.0
    """
    least = math.inf
    for degrees in (one.turn, one.turn + 90, other.turn, other.turn + 90):
        axis = rotate_point((1, 0), degrees)
        spans = [[x * axis[0] + y * axis[1] for x, y in rect.corners] for rect in (one, other)]
        common = min(max(spans[0]), max(spans[1])) - max(min(spans[0]), min(spans[1]))
        if common <= 1e-6:
            return 0.0
        least = min(least, common)
    return round(least, 3)


def load() -> Source:
    """Read the description of the table."""
    source: Source = design.read(SOURCE)
    return source


@dataclass(frozen=True)
class Scene:
    """One table with one kind of tiles, and what stands at it."""

    source: Source
    layout: str
    table: str
    tile: str

    @property
    def facts(self) -> Source:
        """Return what the description says of this table."""
        facts: Source = self.source["tables"][self.table]
        return facts

    @property
    def half_felt(self) -> float:
        """Return the distance from the middle to the rim."""
        return float(self.facts["felt"]) / 2

    @property
    def half_outer(self) -> float:
        """Return the distance from the middle to the outer edge."""
        return float(self.facts["outer"]) / 2

    @property
    def pond(self) -> tuple[float, float]:
        """Return how wide and how deep the discards of a player lie."""
        tile, zones = self.source["tiles"][self.tile], self.source["zones"]
        return (zones["a_row"] - 1) * tile["width"] + tile["length"], zones["rows"] * tile["length"]

    @property
    def player_depth(self) -> float:
        """Return how much of the felt a player needs between the rim and what lies in the middle, walls straight."""
        tile, zones = self.source["tiles"][self.tile], self.source["zones"]
        gaps = zones["around_middle"] + zones["before_wall"] + zones["before_hand"] + zones["rim"]
        return float(gaps + self.pond[1] + tile["length"] + tile["thickness"])

    def free_middle(self, *, angled: bool) -> float:
        """Return the side of the square in the middle that nothing of the players needs."""
        lost = self.pond[0] * math.tan(math.radians(self.source["zones"]["angle"])) if angled else 0.0
        return 2 * (self.half_felt - self.player_depth) - lost

    def zones(self, angled: bool) -> list[Rect]:
        """Return what the four players lay on the felt: discards, walls, hands, called sets."""
        tile, zones = self.source["tiles"][self.tile], self.source["zones"]
        length, width, thick = tile["length"], tile["width"], tile["thickness"]
        hand_y = -self.half_felt + zones["rim"] + thick / 2
        wall_y = hand_y + thick / 2 + zones["before_hand"] + length / 2
        wide, deep = self.pond
        shift = (wide / 2) * math.tan(math.radians(zones["angle"])) if angled else 0.0
        pond_y = wall_y + length / 2 + zones["before_wall"] + deep / 2 + shift
        sets = zones["called_sets"] * (3 * width + length)
        own = [
            Rect("discards", (0, pond_y), wide, deep, high=thick),
            Rect("wall", (0, wall_y), zones["wall"] * width, length, zones["angle"] if angled else 0.0, 2 * thick),
            Rect("hand", (0, hand_y), zones["hand"] * width + zones["drawn_tile"], thick, high=length),
            Rect(
                "called sets",
                (self.half_felt - zones["rim"] - sets / 2, -self.half_felt + zones["rim"] + length / 2),
                sets,
                length,
                high=thick,
            ),
        ]
        return [rect.for_seat(seat) for seat in SEATS for rect in own]

    def innermost_discards(self) -> list[Rect]:
        """Return the discards as near to the middle as they can lie: beside each other, and beside what is there."""
        tile, around = self.source["tiles"][self.tile], self.source["zones"]["around_middle"]
        wide, deep = self.pond
        on_top = [thing for thing in self.things() if thing.middle == (0, 0) and not self.is_under_top(thing)]
        there = [max(abs(x) for x, _ in thing.corners) + around for thing in on_top]
        rect = Rect("discards", (0, -(max([wide / 2, *there]) + deep / 2)), wide, deep, high=tile["thickness"])
        return [rect.for_seat(seat) for seat in SEATS]

    @property
    def panel(self) -> Rect | None:
        """Return the machine's own middle, where an automatic table has one."""
        side = self.facts.get("panel")
        return Rect("the machine's middle", (0, 0), side, side) if side else None

    def things(self) -> Iterator[Rect]:
        """Yield what stands at the table, once or at every seat."""
        for name in self.source["layouts"][self.layout]:
            thing = self.source["things"][name]
            wide, deep, front, high = thing_dimensions(thing)
            turn = 0.0
            if thing["place"] == "corner":
                turn, front, high = -45.0, thing["top"], thing["top"]
            if thing["place"] == UNDER:
                front = high = 0.0
            rect = Rect(name, self._middle(name, thing, wide, deep), wide, deep, turn, high, front)
            yield from (rect.for_seat(seat) for seat in (SEATS if thing["each"] == "seat" else (0,)))

    def is_under_top(self, thing: Rect) -> bool:
        """Return whether a thing hangs under the top, where it is in no tile's way."""
        return bool(self.source["things"][thing.name]["place"] == UNDER)

    def jack(self, box: Rect, seat: int) -> Point:
        """Return where the plug of a seat's lead ends beside the table's box: its sides are E S W N in turn order."""
        turns = -seat if self.is_under_top(box) else seat  # its floor is up there: S and N change places
        far = box_dimensions.PLUG_AND_BEND_MM
        return (
            box.at(box.wide / 2, -far),
            box.at(box.wide + far, box.deep / 2),
            box.at(box.wide / 2, box.deep + far),
            box.at(-far, box.deep / 2),
        )[turns % len(SEATS)]

    def table_box(self) -> Rect:
        """Return the box that every lead comes from."""
        (box,) = [thing for thing in self.things() if self.source["things"][thing.name]["each"] == "table"]
        return box

    def plugs(self, thing: Rect) -> list[Rect]:
        """Return the rooms that the plugs of a thing take beside it with the bends of their leads."""
        if own := self.plug(thing):
            return [own]
        if self.source["things"][thing.name].get("model") != "centre_box":
            return []
        far, wide = box_dimensions.PLUG_AND_BEND_MM, box_dimensions.PLUG_WIDE_MM
        sides = [
            ((thing.wide / 2, -far / 2), 90),
            ((thing.wide + far / 2, thing.deep / 2), 0),
            ((thing.wide / 2, thing.deep + far / 2), 90),
            ((-far / 2, thing.deep / 2), 0),
        ]
        return [Rect(PLUG + thing.name, thing.at(*spot), far, wide, thing.turn + turn) for spot, turn in sides]

    def plug(self, thing: Rect) -> Rect | None:
        """Return the room that a thing's plug takes beside it."""
        if self.source["things"][thing.name].get("model") != "seat_box":
            return None
        (_, across), far = box_dimensions.seat_jack(), box_dimensions.plug_protrusion()
        return Rect(
            PLUG + thing.name, thing.at(-far / 2, across), far, box_dimensions.PLUG_WIDE_MM, thing.turn, seat=thing.seat
        )

    def _middle(self, name: str, thing: Source, wide: float, deep: float) -> Point:
        place = thing["place"]
        if place == "rim":
            setback = thing["setback"]
            back = self.half_felt + float(setback[self.table] if isinstance(setback, dict) else setback)
            return -self.half_outer + thing["from_corner"] + wide / 2, -(back + deep / 2)
        if place == "corner":
            away = (thing["gap"]["side table" if self.panel else "shelf"] + deep / 2) / math.sqrt(2)
            return -(self.half_outer + away), -(self.half_outer + away)
        if place in ("middle", UNDER):
            return 0.0, 0.0
        if place == "right of the discards":
            pond = next(rect for rect in self.zones(angled=False) if rect.name == "discards")
            return pond.middle[0] + pond.wide / 2 + 10 + wide / 2, pond.middle[1]
        raise ValueError(f"{name}: no place is called {place!r}")

    def eye(self, seat: int) -> tuple[float, float, float]:
        """Return where a player looks from."""
        eye = self.source["people"]["eye"]
        x, y = rotate_point((0.0, -max(eye["least"], self.half_outer + eye["behind"])), 90.0 * seat)
        return x, y, float(eye["up"])

    def shoulders(self, seat: int) -> list[Point]:
        """Return a player's two shoulders, seen from above."""
        shoulder = self.source["people"]["shoulder"]
        away = -(self.half_outer + shoulder["behind"])
        return [rotate_point((side * shoulder["aside"], away), 90.0 * seat) for side in (-1, 1)]

    def way(self, box: Rect, seat: int) -> list[Point]:
        """Return where the lead of a seat goes from the table's box: over the clamp of its shelf, where it is tied."""
        ends = [plug.middle for thing in self.things() if thing.seat == seat and (plug := self.plug(thing))]
        corner = [(-self.half_outer, -self.half_outer)] if box.turn % 90 else []
        return [self.jack(box, seat), *corner, *ends]

    def lead_length_mm(self, path: str, box: Rect, seat: int) -> float:
        """Return how long a lead is on one of its ways between two plugs, with them and without what is to spare."""
        first, *others = self.way(box, seat)
        far = 2 * box_dimensions.PLUG_AND_BEND_MM - box_dimensions.plug_protrusion() / 2
        for step, spot in enumerate(others):
            along = path == AROUND and step == len(others) - 1
            far += abs(first[0] - spot[0]) + abs(first[1] - spot[1]) if along else math.dist(first, spot)
            first = spot
        return far


def scenes(source: Source) -> Iterator[Scene]:
    """Yield every layout on every table with every kind of tiles, but on no automatic one what is not for those."""
    for layout, things in source["layouts"].items():
        by_hand = not all(source["things"][name].get("automatic", True) for name in things)
        for table, facts in source["tables"].items():
            if by_hand and "panel" in facts:
                continue
            for tile in source["tiles"]:
                yield Scene(source, layout, table, tile)


def rim_position(thing: Source, rim: float) -> tuple[float, float, str]:
    """Return how far from the felt and over the edge a thing stands on a rim of a width, and what holds it there.

    Clamps hold it where they reach the edge; on a wider rim all its keys stand over the rim, and hook tape does.
    """
    deep, near = thing_dimensions(thing)[1], thing["any_rim"]
    over = deep + near["clamps"] - rim
    if holder := box_dimensions.clamps_for_overhang(thing["clamp"], over):
        return float(near["clamps"]), over, holder
    farthest = box_dimensions.held_overhang(thing["clamp"])[1]
    if over > farthest:
        raise ValueError(
            f"a rim of {rim:g} mm: the box stands {over:.0f} mm over the edge, its clamp holds {farthest:g}"
        )
    over = max(0.0, min(deep + near["hook tape"] - rim, box_dimensions.tip_free_overhang()))
    return (rim + over - deep if over else float(near["hook tape"])), over, "hook tape"


def thing_dimensions(thing: Source) -> tuple[float, float, float, float]:
    """Return width, depth and the heights of front and back, from the model of the box or as they are written."""
    if "model" not in thing:
        wide, deep, front, high = thing["outline"]
        return float(wide), float(deep), float(front), float(high)
    return box_dimensions.MODELS[thing["model"]]()
