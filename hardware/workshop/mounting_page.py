"""The tables of MOUNTING: where the boxes stand on each table, what leads they need, what a tablet has for room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import table_geometry
from workshop.checks import table_fit
from workshop.table_geometry import Scene

if TYPE_CHECKING:
    from workshop.table_geometry import Source

RIMS = range(30, 100, 10)


def passages(source: Source) -> dict[str, str]:
    """Return the generated passages by the names of their markers."""
    return {
        "places": seat_box_distances(source),
        "rims": rim_mounting_table(source),
        "free middle": free_middle(source),
    }


def seat_box_distances(source: Source) -> str:
    """Return for each table how far the seat box is from the felt, over the edge, and from the table box."""
    tile = next(iter(source["tiles"]))
    paths = source["leads"]["paths"]
    lines = ["| table | felt, outer edge | seat box from the felt | over the edge | " + " | ".join(paths) + " |"]
    lines.append("|---|---|--:|--:|" + "--:|" * len(paths))
    for table, facts in source["tables"].items():
        scenes = {path: Scene(source, _layout(source, way["box"]), table, tile) for path, way in paths.items()}
        scene = next(iter(scenes.values()))
        box = next(thing for thing in scene.things() if thing.seat == 0 and thing.name != "table box")
        setback = -box.middle[1] - box.deep / 2 - scene.half_felt
        over = max(0.0, box.deep / 2 - box.middle[1] - scene.half_outer)
        needed = [
            f"{table_fit.longest_lead(scenes[path], path):.2f} m" if way["automatic"] or not scene.panel else "-"
            for path, way in paths.items()
        ]
        row = (table, f"{facts['felt']}, {facts['outer']} mm", f"{setback:.0f} mm", f"{over:.0f} mm", *needed)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def _layout(source: Source, box: str) -> str:
    """Return the layout in which a table's box stands."""
    return next(str(layout) for layout, things in source["layouts"].items() if box in things)


def rim_mounting_table(source: Source) -> str:
    """Return for rims of every width how far from the felt the seat box stands, and what holds it there."""
    (name,) = [name for name, thing in source["things"].items() if thing.get("clamp")]
    lines = ["| rim | seat box from the felt | over the edge | held by |", "|--:|--:|--:|---|"]
    for rim in RIMS:
        setback, over, holder = table_geometry.rim_position(source["things"][name], rim)
        lines.append(f"| {rim} mm | {setback:.0f} mm | {over:.0f} mm | {holder} |")
    return "\n".join(lines) + "\n"


def free_middle(source: Source) -> str:
    """Return the free square in the middle of each table that is washed by hand, walls straight and angled."""
    layout = next(iter(source["layouts"]))
    lines = ["| felt | " + " | ".join(f"tiles of {tile}" for tile in source["tiles"]) + " |"]
    lines.append("|--:|" + "--:|" * len(source["tiles"]))
    for table, facts in source["tables"].items():
        if "panel" not in facts:
            free = [Scene(source, layout, table, tile) for tile in source["tiles"]]
            cells = [
                f"{scene.free_middle(angled=False):.0f}, angled {scene.free_middle(angled=True):.0f} mm"
                for scene in free
            ]
            lines.append(f"| {facts['felt']} mm | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
