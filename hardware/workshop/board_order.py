"""What a board house is asked for each board beside its files: size, layers, finish, how many, and what it places."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from workshop import assembly_files, board_layout_input
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from workshop.design import Design


def board_table(design: Design) -> str:
    """Write the settings of an order, a column for each board."""
    asked, thick = design.source["fabrication"], design.source["mechanics"]["pcb"]["thick"]
    columns = {name: _settings(design, name) for name in board_layout_input.BOARDS}
    rows = list(next(iter(columns.values())))
    lines = [f"| | {' | '.join(columns)} |", "|---|" + "---|" * len(columns)]
    lines += [f"| {row} | {' | '.join(column[row] for column in columns.values())} |" for row in rows]
    same = {
        "layers": str(asked["layers"]),
        "thickness": f"{thick:g} mm",
        "copper": f"{asked['copper_um']} um (1 oz)",
        "finish": asked["finish"],
        "solder mask": asked["mask"],
        "stencil": "none: a house has its own, an iron needs none",
    }
    lines += [f"| {row} |{f' {value} |' * len(columns)}" for row, value in same.items()]
    return "\n".join(lines) + "\n"


def _settings(design: Design, board: str) -> dict[str, str]:
    """Return what differs from board to board."""
    wide, high = board_layout_input.kicad_layout_input(design, board)["size"]
    project = json.loads((HARDWARE / "kicad" / f"{board}.kicad_pro").read_text("utf-8"))
    rules = project["board"]["design_settings"]["rules"]
    least = (rules["min_track_width"], rules["min_clearance"], rules["min_through_hole_diameter"])
    placed = len(assembly_files.machine_placed_parts(design, board))
    used = len(design.source["boards"][board]["copies"])
    return {
        "size": f"{wide:g} x {high:g} mm",
        "narrowest track, gap, hole": ", ".join(f"{round(mm, 2):g}" for mm in least) + " mm",
        "pieces": f"{design.source['fabrication']['pieces']} ({used} used)",
        "placed on the top side": f"{placed} parts" if board in assembly_files.MACHINE else "nothing",
    }
