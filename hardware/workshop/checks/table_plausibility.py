"""What is known of tiles, tables and people without a ruler: other figures of table.yaml are typing errors.

A felt is as large as its table's name says, tiles keep the proportions of those sold, a row has six by the rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.table_geometry import Source

NAME = "table"
BY_THE_RULES = {"rows": 3, "a_row": 6, "wall": 17, "hand": 14, "called_sets": 4}
# Of a tile of so many millimetres, as makers and shops measure them: width by length, and thickness.
WIDTH, THICKNESS = (0.72, 0.77), (15.5, 17.5)
RIM, PANEL = (25, 110), (131, 150)
FELT = (600, 760)  # of mats and tables that are sold
# Widths of fingers, gaps, heads and arms, what may stand out and what is to spare: from what to what, and why no more
# is let go. Towards the side on which everything would fit more easily, each ends at what the layout was decided with.
LIMITS = {
    "zones.around_middle": (3, 5, "discards that touch what lies in the middle push it"),
    "zones.before_wall": (4, 6, "a wall that touches the discards is not taken from"),
    "zones.before_hand": (25, 32, "two fingers take a tile between wall and hand"),
    "zones.drawn_tile": (10, 15, "a drawn tile lies apart, so that all see that it was drawn"),
    "zones.rim": (10, 15, "fingers turn a hand up between it and the rim"),
    "zones.angle": (12, 15, "players push the right end of their wall forward"),
    "people.eye.up": (430, 480, "whoever sits lower sees less over a thing, and 480 mm over the felt is a usual eye"),
    "people.eye.least": (550, 600, "whoever sits farther away sees less behind a thing"),
    "people.eye.behind": (170, 200, "whoever sits farther away sees less behind a thing"),
    "people.shoulder.aside": (160, 180, "arms of narrow people begin farther from the keys"),
    "people.shoulder.behind": (50, 80, "nobody leans on the table"),
    "people.reach": (381, 450, "an arm reaches 381 mm at ease and 508 mm stretched"),
    "under_top.high": (680, 700, "tables of 700 mm are sold"),
    "under_top.thickest": (45, 50, "the clamps are for tops of 45 mm too"),
    "under_top.knees": (600, 640, "knees of seated people are up to 600 mm high"),
    "most_overhang": (50, 55, "who passes the table meets what stands out farther"),
    "leads.spare": (200, 250, "a lead is tied at both ends and goes round its clips; one that is taut pulls its plugs"),
    "things.box under the top.tape": (6, 9, "both halves of hook tape are 6 mm high"),
    "things.table box.top": (0, 20, "a lid that is higher hides discards"),
    "things.table box.gap.shelf": (47, 60, "a plug with its bend and the shelf's clamp lie before the box"),
    "things.table box.gap.side table": (35, 60, "a plug with its bend lies before the box"),
    "things.seat box.from_corner": (20, 30, "at its left the plug stands out with its bend"),
    "things.seat box.any_rim.clamps": (6, 10, "nearer to the felt it hides called sets"),
    "things.seat box.any_rim.hook tape": (6, 10, "nearer to the felt it hides called sets"),
    "screens.phone.long": (160, 175, "phones are as long with their case"),
    "screens.phone.short": (75, 85, "phones are as wide with their case"),
    "screens.tablet of 8 inches.long": (200, 215, "such tablets are as long"),
    "screens.tablet of 8 inches.short": (135, 140, "such tablets are as wide"),
    "screens.tablet of 11 inches.long": (250, 255, "such tablets are as long"),
    "screens.tablet of 11 inches.short": (175, 185, "such tablets are as wide"),
}
SETBACK = (6, 10, "nearer to the felt the box hides called sets; farther out it is in the way of elbows")
THICK = (7, 16)  # of a screen with its case
SOLD_METRES = {0.5, 1.0, 1.5, 2.0, 3.0}  # of patch leads


LOOKED_AT = ("tables with a machine", "tables that are washed by hand")
PLACES = ("rim", "corner", "under the top")  # of the seat boxes, of the table's box and where that hangs instead


def find(source: Source) -> Iterator[Finding]:
    """Yield every figure of the table's description that cannot be."""
    for figure, wanted in BY_THE_RULES.items():
        yield from _within(f"zones.{figure}", source["zones"][figure], (wanted, wanted))
    for path, (low, high, why) in LIMITS.items():
        if (found := _at(source, path)) is not None:
            yield from _within(path, found, (low, high), why)
    setback = source["things"]["seat box"]["setback"]
    for table, found in setback.items() if isinstance(setback, dict) else [("every table", setback)]:
        yield from _within(f"things.seat box.setback.{table}", found, SETBACK[:2], SETBACK[2])
    for name, tile in source["tiles"].items():
        length = float(name.removesuffix(" mm"))
        yield from _within(f"tiles.{name}.length", tile["length"], (length, length))
        yield from _within(f"tiles.{name}.width", tile["width"], (WIDTH[0] * length, WIDTH[1] * length))
        yield from _within(f"tiles.{name}.thickness", tile["thickness"], THICKNESS)
    for name, facts in source["tables"].items():
        yield from _table(name, facts)
    for name, screen in source["screens"].items():
        yield from _within(f"screens.{name}.thick", screen["thick"], THICK)
    yield from _looked_at(source)
    for name, path in source["leads"]["paths"].items():
        if path["metres"] not in SOLD_METRES:
            yield Finding(NAME, f"leads.paths.{name}", f"leads of {path['metres']} m are not sold")


def _looked_at(source: Source) -> Iterator[Finding]:
    """Check that nothing was left out so that the rest fits: kinds of tables, and places that the guides describe."""
    if len({"panel" in facts for facts in source["tables"].values()}) < len(LOOKED_AT):
        yield Finding(NAME, "tables", f"one of two kinds is missing: {' and '.join(LOOKED_AT)}")
    there = {source["things"][name]["place"] for things in source["layouts"].values() for name in things}
    for place in PLACES:
        if place not in there:
            yield Finding(NAME, "layouts", f"none has anything {place}")
    if not any("arm" in thing for thing in source["things"].values()):
        yield Finding(NAME, "things", "no box swings in under the top")


def _table(name: str, facts: dict[str, Any]) -> Iterator[Finding]:
    """Compare a table with its name, whose last figure is the outer edge where it has two or a rim's or machine's."""
    sizes = {facts["felt"], facts["outer"]}
    for figure in re.findall(r"\d+", name):
        if float(figure) not in sizes:
            yield Finding(NAME, f"tables.{name}", f"has {facts['felt']} and {facts['outer']} mm, not {figure}")
    yield from _within(f"tables.{name}.felt", facts["felt"], FELT, "mats and tables are sold so")
    yield from _within(f"tables.{name}: the rim", (facts["outer"] - facts["felt"]) / 2, RIM)
    if "panel" in facts:
        yield from _within(f"tables.{name}.panel", facts["panel"], PANEL)
    if bool(facts.get("washed")) == ("panel" in facts):
        yield Finding(NAME, f"tables.{name}", "hands wash tiles where no machine does, and nowhere else")


def _at(source: Source, path: str) -> float | None:
    found: Any = source
    for word in path.split("."):
        found = found.get(word, {})
    return float(found) if isinstance(found, int | float) else None


def _within(where: str, found: float, limits: tuple[float, float], why: str = "") -> Iterator[Finding]:
    low, high = limits
    if not low <= found <= high:
        reason = f": {why}" if why else ""
        yield Finding(NAME, where, f"is {found:g}, {low:g} to {high:g} is what there is{reason}")
