"""The tables of MOUNTING: where the boxes stand on each table, what leads they need, what a tablet has for room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop.checks import table_fit
from workshop.table_plan import Scene

if TYPE_CHECKING:
    from workshop.table_plan import Source


def passages(source: Source) -> dict[str, str]:
    """Return the generated passages by the names of their markers."""
    return {"places": places(source), "free middle": free_middle(source)}


def places(source: Source) -> str:
    """Return for each table how far the seat box is from the felt, over the edge, and from the table box."""
    layout, tile = next(iter(source["layouts"])), next(iter(source["tiles"]))
    paths = source["leads"]["paths"]
    lines = ["| table | felt, outer edge | seat box from the felt | over the edge | " + " | ".join(paths) + " |"]
    lines.append("|---|---|--:|--:|" + "--:|" * len(paths))
    for table, facts in source["tables"].items():
        scene = Scene(source, layout, table, tile)
        box = next(thing for thing in scene.things() if thing.seat == 0 and thing.name != "table box")
        setback = -box.middle[1] - box.deep / 2 - scene.half_felt
        over = max(0.0, box.deep / 2 - box.middle[1] - scene.half_outer)
        needed = [
            f"{table_fit.longest_lead(scene, path):.2f} m" if way["automatic"] or not scene.panel else "-"
            for path, way in paths.items()
        ]
        row = (table, f"{facts['felt']}, {facts['outer']} mm", f"{setback:.0f} mm", f"{over:.0f} mm", *needed)
        lines.append(f"| {' | '.join(row)} |")
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
