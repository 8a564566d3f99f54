"""Draws the table from above and to scale, from the same description that is checked: tiles, boxes, leads, people."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from workshop import box_dimensions, table_geometry
from workshop.checks import table_fit
from workshop.firmware_export import NOTICE
from workshop.table_geometry import SEATS, Rect, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.table_geometry import Point, Source

AROUND = 190.0  # of the table, in millimetres: names and the corner's box
STYLE = (
    "text{font-family:DejaVu Sans,Verdana,sans-serif;font-size:17px;fill:#1b1b1b;text-anchor:middle}"
    ".b{font-weight:bold}.s{font-size:15px}.t{font-size:12px}.w{font-size:13px;fill:#fff}.rim{fill:#8a6642;stroke:#5c4020;stroke-width:2}.felt{fill:#1e6b3c}"
    ".tile{fill:#f4ecd8;stroke:#b9a67c}.box{fill:#33424f;stroke:#111;stroke-width:1.5}.plug{fill:#c0392b}"
    ".lead{stroke:#c0392b;stroke-width:3;fill:none;stroke-dasharray:9 6}"
    ".under{fill:none;stroke:#111;stroke-width:3;stroke-dasharray:14 7}"
    ".j{font-weight:bold;font-size:22px;stroke:#fff;stroke-width:4;paint-order:stroke}"
)
WINDS = ("EAST", "SOUTH", "WEST", "NORTH")
DISPLAY = (18.0, 9.0)  # of a seat box, from its middle: no key is there
DRAWN = ("table 700", "28 mm")


def pictures(source: Source) -> dict[str, str]:
    """Return a picture of every layout by its file's name: the first is the table's, the others have its last word."""
    first, *others = source["layouts"]
    named = {"table.svg": first} | {f"table-{layout.rpartition(' ')[2]}.svg": layout for layout in others}
    return {name: draw(source, layout) for name, layout in named.items()}


def draw(source: Source, layout: str) -> str:
    """Return the picture of a layout on a table that is washed by hand."""
    scene = Scene(source, layout, *DRAWN)
    half = scene.half_outer + AROUND
    lines = [_rect(_square(scene.half_outer), "rim", half), _rect(_square(scene.half_felt), "felt", half)]
    lines += [_rect(zone, "tile", half) for zone in scene.zones(angled=False)]
    lines += _leads(scene, half)
    for thing in scene.things():
        if plug := scene.plug(thing):
            lines.append(_rect(plug, "plug", half))
        if scene.is_under_top(thing):
            lines.append(_rect(thing, "under", half))
            continue
        lines.append(_rect(thing, "box", half))
        lines += _keys(scene, thing, half)
    lines += _jacks(scene, half)
    lines += _names(scene, half)
    lines += _words(scene, half)
    side = 2 * half
    return (
        f"<!-- {NOTICE} -->\n"
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side:g}" height="{side:g}" viewBox="0 0 {side:g} {side:g}">\n'
        f'<style>{STYLE}</style>\n<rect width="{side:g}" height="{side:g}" fill="#fff"/>\n'
        + "\n".join(lines)
        + "\n</svg>\n"
    )


def _square(half: float) -> Rect:
    return Rect("", (0, 0), 2 * half, 2 * half)


def _at(point: Point, half: float) -> str:
    """Return a point in the picture, whose y grows downwards."""
    return f"{half + point[0]:.1f},{half - point[1]:.1f}"


def _rect(rect: Rect, look: str, half: float) -> str:
    points = " ".join(_at(corner, half) for corner in rect.corners)
    title = f"<title>{escape(rect.name)}</title>" if rect.name else ""
    return f'<polygon class="{look}" points="{points}">{title}</polygon>'


def _keys(scene: Scene, thing: Rect, half: float) -> Iterator[str]:
    for key, (x, y) in box_dimensions.keys_of(scene.source["things"][thing.name]).items():
        place, wide = _at(thing.at(x, y), half).split(","), 13 if key in ("RIICHI", "TABLE") else 5
        look = "#e8e0c0" if key not in ("RIICHI", "TABLE") else "#e74c3c"
        yield f'<circle cx="{place[0]}" cy="{place[1]}" r="{wide}" fill="{look}"><title>{key}</title></circle>'


def _leads(scene: Scene, half: float) -> Iterator[str]:
    """Draw the leads under the top, from each jack of the table's box straight to its own seat."""
    for seat in SEATS:
        places = [_at(spot, half) for spot in scene.way(scene.table_box(), seat)]
        yield f'<path class="lead" d="M{" L".join(places)}"/>'


def _jacks(scene: Scene, half: float) -> Iterator[str]:
    """Write at every side of the table's box whose jack is there."""
    box = scene.table_box()
    for seat in SEATS:
        x, y = _at(scene.jack(box, seat), half).split(",")
        yield f'<text class="j" x="{x}" y="{float(y) + 8:.1f}">{WINDS[seat][0]}</text>'


def _words(scene: Scene, half: float) -> Iterator[str]:
    """Say at one seat what lies and stands there, and what the table has once."""
    for zone in scene.zones(angled=False):
        if zone.seat == 0:
            spot = zone.at(45, zone.deep / 2) if zone.name == "hand" else zone.middle  # called sets lie over its end
            yield _word(spot, zone.name, "t", half)
    for thing in scene.things():
        if thing.seat == 0:
            keys = box_dimensions.keys_of(scene.source["things"][thing.name])
            beside = (0.0, 0.0) if scene.is_under_top(thing) else (0.0, -26.0) if "TABLE" in keys else DISPLAY
            yield _word((thing.middle[0] + beside[0], thing.middle[1] + beside[1]), thing.name, "w", half)


def _word(at: Point, words: str, look: str, half: float) -> str:
    x, y = _at(at, half).split(",")
    return f'<text class="{look}" x="{x}" y="{float(y) + 4.5:.1f}">{words}</text>'


def _names(scene: Scene, half: float) -> Iterator[str]:
    for seat in SEATS:
        x, y = table_geometry.rotate_point((0.0, -(scene.half_outer + 110)), 90.0 * seat)
        yield f'<text class="b" x="{half + x:.1f}" y="{half - y:.1f}">{WINDS[seat]}</text>'
    felt, outer = 2 * scene.half_felt, 2 * scene.half_outer
    paths = scene.source["leads"]["paths"]
    path = next(name for name, facts in paths.items() if facts["box"] in scene.source["layouts"][scene.layout])
    longest = table_fit.longest_lead(scene, path)
    told = (
        f"felt {felt:g} mm, table {outer:g} mm, tiles of {scene.tile}",
        f"dashed: leads {path}, the longest {longest:.2f} m with {scene.source['leads']['spare']} mm to spare",
    )
    for row, words in enumerate(told):
        yield f'<text class="s" x="{half:.1f}" y="{2 * half - 34 + 20 * row:.1f}">{words}</text>'
