"""What is known of tiles, tables and people without a ruler: other figures of table.yaml are typing errors.

A felt is as large as its table's name says, tiles keep the proportions of those sold, a row has six by the rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.table_plan import Source

NAME = "table"
BY_THE_RULES = {"rows": 3, "a_row": 6, "wall": 17, "hand": 14, "called_sets": 4}
# Of a tile of so many millimetres, as makers and shops measure them: width by length, and thickness.
WIDTH, THICKNESS = (0.72, 0.77), (15.5, 17.5)
RIM, PANEL = (25, 110), (110, 150)
# Widths of fingers, gaps, heads and arms, and what may stand out: as people and joiners measure them.
LIMITS = {
    "zones.around_middle": (2, 5),
    "zones.before_wall": (3, 6),
    "zones.before_hand": (20, 32),
    "zones.drawn_tile": (7, 15),
    "zones.rim": (7, 15),
    "zones.angle": (10, 15),
    "people.eye.up": (430, 530),
    "people.eye.least": (500, 600),
    "people.eye.behind": (140, 200),
    "people.shoulder.aside": (160, 200),
    "people.shoulder.behind": (40, 80),
    "people.reach": (381, 508),
    "under_top.high": (680, 760),
    "under_top.thickest": (40, 50),
    "under_top.knees": (580, 640),
    "most_overhang": (50, 60),
    "leads.spare": (120, 250),
    "things.box under the top.tape": (4, 9),
    "things.table box.top": (0, 25),
    "things.seat box.from_corner": (15, 30),
    "screens.phone.long": (140, 175),
    "screens.phone.short": (65, 85),
    "screens.tablet of 8 inches.long": (190, 215),
    "screens.tablet of 8 inches.short": (120, 140),
    "screens.tablet of 11 inches.long": (240, 255),
    "screens.tablet of 11 inches.short": (165, 185),
}
THICK = (7, 16)  # of a screen with its case
SOLD_METRES = {0.5, 1.0, 1.5, 2.0, 3.0}  # of patch leads


def find(source: Source) -> Iterator[Finding]:
    """Yield every figure of the table's description that cannot be."""
    for figure, wanted in BY_THE_RULES.items():
        yield from _within(f"zones.{figure}", source["zones"][figure], (wanted, wanted))
    for path, limits in LIMITS.items():
        if (found := _at(source, path)) is not None:
            yield from _within(path, found, limits)
    for name, tile in source["tiles"].items():
        length = float(name.removesuffix(" mm"))
        yield from _within(f"tiles.{name}.length", tile["length"], (length, length))
        yield from _within(f"tiles.{name}.width", tile["width"], (WIDTH[0] * length, WIDTH[1] * length))
        yield from _within(f"tiles.{name}.thickness", tile["thickness"], THICKNESS)
    for name, facts in source["tables"].items():
        yield from _table(name, facts)
    for name, screen in source["screens"].items():
        yield from _within(f"screens.{name}.thick", screen["thick"], THICK)
    for name, path in source["leads"]["paths"].items():
        if path["metres"] not in SOLD_METRES:
            yield Finding(NAME, f"leads.paths.{name}", f"leads of {path['metres']} m are not sold")


def _table(name: str, facts: dict[str, Any]) -> Iterator[Finding]:
    """Compare a table with its name, whose last figure is the outer edge where it has two or a rim's or machine's."""
    sizes = {facts["felt"], facts["outer"]}
    for figure in re.findall(r"\d+", name):
        if float(figure) not in sizes:
            yield Finding(NAME, f"tables.{name}", f"has {facts['felt']} and {facts['outer']} mm, not {figure}")
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


def _within(where: str, found: float, limits: tuple[float, float]) -> Iterator[Finding]:
    low, high = limits
    if not low <= found <= high:
        yield Finding(NAME, where, f"is {found:g}, {low:g} to {high:g} is what there is")
