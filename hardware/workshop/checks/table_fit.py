"""The device at a mahjong table: nothing is in the way, hides a tile or is out of reach; leads are long enough."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from workshop import box_dimensions, hidden_tiles, table_geometry
from workshop.checks import table_arm, table_mounts, table_plausibility
from workshop.checks.finding import Finding
from workshop.table_geometry import PLUG, SEATS, Rect, Scene, overlap_depth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design
    from workshop.table_geometry import Source

NAME = "table"
NEAR_MM = 0.1


def check(table: Design) -> Iterator[Finding]:
    """Check the description of the table, and that the bus is computed with its longest lead."""
    source, found = _described()
    yield from (
        *found,
        *_machine(source),
        *table_plausibility.find(source),
        *table_mounts.find(),
        *table_arm.find(source),
    )
    yield from check_computed_lead_length(source, table)


@cache
def _described() -> tuple[Source, tuple[Finding, ...]]:
    """Return the description and what is wrong with it, worked out once: it is the same for every device."""
    source = table_geometry.load()
    return source, tuple(find(source))


def find(source: Source) -> Iterator[Finding]:
    """Yield what is wrong at any table, each mistake once."""
    seen = set()
    for scene in table_geometry.scenes(source):
        where = f"{scene.layout}, {scene.table}, tiles of {scene.tile}"
        for words in (
            *_overlaps(scene),
            *_hidden(scene),
            *_reach(scene),
            *_leads(scene),
            *_edges(scene),
            *_under(scene),
        ):
            if (scene.layout, scene.table, words) not in seen:
                seen.add((scene.layout, scene.table, words))
                yield Finding(NAME, where, words)
    yield from _screens(source)
    yield from _machine(source)
    yield from _held(source)
    yield from _shelf(source)
    yield from _plug_room(source)


def check_computed_lead_length(source: Source, table: Design) -> Iterator[Finding]:
    """Check that the electrical checks compute with the longest lead that the table needs."""
    longest = max(path["metres"] for path in source["leads"]["paths"].values())
    computed = table.source["cable_kinds"]["patch"]["metres"]
    if computed != longest:
        yield Finding(NAME, "leads", f"the bus is computed with leads of {computed} m, the longest has {longest} m")


def _overlaps(scene: Scene) -> Iterator[str]:
    """Find what stands on the felt, on the machine's middle or on one another."""
    felt = Rect("felt", (0, 0), 2 * scene.half_felt, 2 * scene.half_felt)
    things = [thing for thing in scene.things() if not scene.is_under_top(thing)]
    rooms = [*things, *(plug for thing in things for plug in scene.plugs(thing))]
    for room in rooms:
        if overlap_depth(room, felt):
            yield f"{room.name}: is on the felt, where tiles are washed, drawn or pushed up"
        if scene.panel and overlap_depth(room, scene.panel):
            yield f"{room.name}: is on the machine's middle"
    for angled in (False, True):
        walls = "angled" if angled else "straight"
        for zone in scene.zones(angled):
            for room in rooms:
                if over := overlap_depth(room, zone):
                    yield f"{room.name}: overlaps {zone.name} by {over:.0f} mm, walls {walls}"
    for index, room in enumerate(rooms):
        for other in rooms[:index]:
            own = {room.name.removeprefix(PLUG), other.name.removeprefix(PLUG)}
            if len(own) > 1 and overlap_depth(room, other):
                yield f"{room.name}: overlaps the {other.name}"


def _hidden(scene: Scene) -> Iterator[str]:
    # Every seat has the same: what one unit hides, its like hides at the next seat.
    for angled in (False, True):
        for thing in scene.things():
            if thing.seat:
                continue
            for _, zone, share in hidden_tiles.hidden_zone_shares(scene, thing, angled):
                yield f"{thing.name}: hides {100 * share:.0f} % of {zone.name} from a player"


def _reach(scene: Scene) -> Iterator[str]:
    """Check that each player reaches each key, or that the same can be done otherwise."""
    most = scene.source["people"]["reach"]
    for thing in scene.things():
        facts = scene.source["things"][thing.name]
        for key, (x, y) in box_dimensions.keys_of(facts).items():
            served = SEATS if facts["each"] == "table" else (thing.seat or 0,)
            far = max(min(math.dist(thing.at(x, y), at) for at in scene.shoulders(seat)) for seat in served)
            if (far > most or scene.is_under_top(thing)) and key not in facts.get("second_way", {}):
                yield f"{thing.name}: {key} is {far:.0f} mm from a shoulder, and nothing else does the same"


def longest_lead(scene: Scene, path: str) -> float:
    """Return the metres that the longest lead of a table needs on a way."""
    far = max(scene.lead_length_mm(path, scene.table_box(), seat) for seat in SEATS)
    return float(far + scene.source["leads"]["spare"]) / 1000


def _leads(scene: Scene) -> Iterator[str]:
    for path, facts in scene.source["leads"]["paths"].items():
        if path == "over the felt":
            yield "leads: lie on the felt, under wall tiles and in the way of washing"
        elif (facts["automatic"] or scene.panel is None) and facts["box"] in scene.source["layouts"][scene.layout]:
            needed = longest_lead(scene, path)
            if needed > facts["metres"]:
                yield f"leads {path}: {needed:.2f} m are needed, they have {facts['metres']} m"


def _edges(scene: Scene) -> Iterator[str]:
    most = scene.source["most_overhang"]
    for thing in scene.things():
        if scene.source["things"][thing.name]["place"] == "rim":
            over = max(max(abs(x), abs(y)) for x, y in thing.corners) - scene.half_outer
            if over > most:
                yield f"{thing.name}: stands {over:.0f} mm over the table's edge"
            clamp = scene.source["things"][thing.name].get("clamp")
            if clamp and over > box_dimensions.tip_free_overhang():
                least, farthest = box_dimensions.held_overhang(clamp)
                if not least <= over <= farthest:
                    yield f"{thing.name}: stands {over:.0f} mm over the edge, its clamp holds {least:g} to {farthest:g}"


def _machine(source: Source) -> Iterator[Finding]:
    """Check that no lead goes through the machine of an automatic table, and that some lead reaches its boxes."""
    if not any(path["automatic"] for path in source["leads"]["paths"].values()):
        yield Finding(NAME, "leads.paths", "none is for an automatic table")
    for name, path in source["leads"]["paths"].items():
        box = source["things"].get(path.get("box"), {})
        if path["automatic"] and (name != table_geometry.AROUND or not box.get("automatic", True)):
            yield Finding(NAME, f"leads.paths.{name}", "goes through the machine of an automatic table")


def _held(source: Source) -> Iterator[Finding]:
    """Check that what stands on the rim is held there, and that the keys of a box are where its model has them."""
    for name, thing in source["things"].items():
        if thing["place"] == "rim" and thing.get("model") == "seat_box" and not thing.get("clamp"):
            yield Finding(NAME, name, "nothing holds it where it stands over the edge")
        for key, (x, y) in thing.get("keys", {}).items() if thing.get("model") == "centre_box" else ():
            there = box_dimensions.centre_key(key)
            if math.dist((x, y), there) > 1:
                yield Finding(NAME, name, f"{key} is at {x:g}, {y:g}, in its model at {there[0]:g}, {there[1]:g}")


def _under(scene: Scene) -> Iterator[str]:
    """Check that what hangs under the top hangs in no machine, not before the edge and over the knees."""
    facts = scene.source["under_top"]
    for thing in filter(scene.is_under_top, scene.things()):
        own = scene.source["things"][thing.name]
        if scene.panel:
            yield f"{thing.name}: is where the machine of the table is"
        free = facts["high"] - facts["thickest"] - own["tape"] - table_geometry.thing_dimensions(own)[3]
        if free < facts["knees"] - 0.5:
            yield f"{thing.name}: leaves {free:.0f} mm under it, knees need {facts['knees']}"
        ends = [*thing.corners, *(scene.jack(thing, seat) for seat in SEATS)]
        if max(max(abs(x), abs(y)) for x, y in ends) > scene.half_outer:
            yield f"{thing.name}: stands out under the table's edge"


def _shelf(source: Source) -> Iterator[Finding]:
    """Check that the model of a shelf holds its box where the description has it."""
    for name, thing in source["things"].items():
        if "shelf" not in thing:
            continue
        _, deep, high, _ = box_dimensions.MODELS[thing["model"]]()
        told = {"near": thing["gap"]["shelf"], "lid_over": thing["top"], "box_deep": deep, "box_high": high}
        for figure, wanted in told.items():
            there = box_dimensions.model_figure(thing["shelf"], figure)
            if abs(there - wanted) > NEAR_MM:
                yield Finding(NAME, name, f"{figure} of its shelf is {there:g} mm, {wanted:g} by the description")


def _plug_room(source: Source) -> Iterator[Finding]:
    """Check that the lead of the side towards the table has room for its plug and its bend before clamp or table."""
    for name, thing in source["things"].items():
        if "shelf" not in thing:
            continue
        room, gap = box_dimensions.PLUG_AND_BEND_MM, thing["gap"]
        before = {
            "clamp": gap["shelf"] - box_dimensions.model_figure(thing["shelf"], "spine"),
            "table": gap["side table"],
        }
        for what, free in before.items():
            if free < room:
                yield Finding(NAME, name, f"{free:g} mm between box and {what}, a plug and its bend take {room}")


def _screens(source: Source) -> Iterator[Finding]:
    """Check each screen in the middle of each table that is said to have room for it, and that no other table has."""
    for name, screen in source["screens"].items():
        felt = _least_felt(source, screen["long"])
        if felt and screen["felt"] != felt:
            yield Finding(NAME, f"screens.{name}.felt", f"is {screen['felt']}, it has room from {felt:g} mm on")
    for scene in table_geometry.scenes(source):
        for name, screen in source["screens"].items():
            where = f"{name}, {scene.table}, tiles of {scene.tile}"
            if scene.panel or scene.facts["felt"] < screen["felt"] or scene.layout != next(iter(source["layouts"])):
                continue
            for angled in (False, True):
                lost = screen["long"] - scene.free_middle(angled=angled)
                if lost > 0:
                    walls = "angled" if angled else "straight"
                    yield Finding(NAME, where, f"is {lost:.0f} mm too long between three rows, walls {walls}")
            if screen["thick"] > source["tiles"][scene.tile]["thickness"]:
                yield Finding(NAME, where, "is thicker than a tile, and hides the discards behind it")


def _least_felt(source: Source, long: float) -> float:
    """Return the smallest felt of the tables that are washed by hand, in whose middle something so long has room."""
    layout = next(iter(source["layouts"]))
    felts = {
        facts["felt"]: all(
            long <= table_geometry.Scene(source, layout, table, tile).free_middle(angled=angled)
            for tile in source["tiles"]
            for angled in (False, True)
        )
        for table, facts in source["tables"].items()
        if "panel" not in facts
    }
    return float(min((felt for felt, fits in felts.items() if fits), default=0.0))
