"""What an assembly house is sent beside the gerbers: which part goes where, which way round, and under which number."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from typing import TYPE_CHECKING

from workshop.board_layout_input import part_positions, parts_of
from workshop.kicad_text import rotate_kicad_point

if TYPE_CHECKING:
    from workshop.design import Design, Part


MACHINE = ("centre", "seat")  # boards on which a machine places parts; the key strip has keys alone, with legs

# Footprint libraries whose parts a machine places; everything else has legs and is soldered by hand.
PLACED = {"Resistor_SMD", "Capacitor_SMD", "Package_TO_SOT_SMD", "Package_SO", "Fuse", "Diode_SMD", "Connector_USB"}


def machine_placed_parts(design: Design, board: str) -> list[Part]:
    """Return the parts of a board that a machine places, without the options."""
    return [
        part
        for part in parts_of(design, board)
        if part.order["footprint"].partition(":")[0] in PLACED and not part.facts.get("option")
    ]


def assembled(design: Design, board: str) -> list[Part]:
    """Return the parts that a board's bill and placement name: of the key strip, which has no small ones, its keys."""
    keys = [part for part in parts_of(design, board) if not part.order.get("bare") and not part.facts.get("option")]
    return machine_placed_parts(design, board) or keys


def bill(design: Design, board: str) -> str:
    """Write the parts as CSV: value, references, footprint, maker and number, one line a number."""
    lines: dict[str, list[Part]] = defaultdict(list)
    for part in assembled(design, board):
        lines[part.stock].append(part)
    rows: list[tuple[str, ...]] = [
        (
            "Comment",
            "Designator",
            "Footprint",
            "LCSC Part #",
            "LCSC Part",
            "Manufacturer",
            "Manufacturer Part",
            "Alternative",
            "Quantity",
        )
    ]
    for parts in lines.values():
        order = parts[0].order
        refs = ",".join(part.ref for part in parts)
        footprint = order["footprint"].partition(":")[2]
        number, _, part = order.get("lcsc", "").partition(" ")
        found = (number, part or (order["mpn"] if number else ""))
        made = (order["maker"], order["mpn"], order["alternative"])
        rows.append((str(order.get("value", order["mpn"])), refs, footprint, *found, *made, str(len(parts))))
    return _text(rows)


def hand_soldered_bom(design: Design, board: str) -> str:
    """Write as CSV what has legs and is soldered by hand, without the options: one line a number.

    The Pico's sockets are soldered, too, which are on no net.
    """
    machine = {part.ref for part in machine_placed_parts(design, board)}
    lines: dict[str, list[Part]] = defaultdict(list)
    for part in parts_of(design, board):
        if part.ref not in machine and not part.order.get("bare") and not part.facts.get("option"):
            lines[part.stock].append(part)
    rows: list[tuple[str, ...]] = [("Designator", "Part", "Manufacturer", "Manufacturer Part", "Quantity")]
    for parts in lines.values():
        order, refs = parts[0].order, ",".join(part.ref for part in parts)
        rows.append((refs, order["name"], order["maker"], order["mpn"], str(len(parts))))
    if any(part.kind.name == "PICO" for part in parts_of(design, board)):
        rows += [
            ("under U1", entry["name"], entry["maker"], entry["mpn"], str(entry["quantity"]))
            for entry in design.source["extras"]
            if entry["name"].startswith("socket strip")
        ]
    return _text(rows)


def placement(design: Design, board: str, *, house: bool = True) -> str:
    """Write where every placed part lies in the gerbers' millimetres, upwards.

    Angles are those of the house whose reels `turn` describes, or KiCad's own, which any other house knows.
    """
    where, through = part_positions(design, board), {} if board in MACHINE else design.source["mechanics"]["bodies"]
    rows: list[tuple[str, ...]] = [("Designator", "Mid X", "Mid Y", "Layer", "Rotation")]
    for part in assembled(design, board):
        x, y, turn = where[part.ref]
        if part.stock in through:  # its origin is its first leg
            left, top, right, low, _ = through[part.stock]
            dx, dy = rotate_kicad_point((left + right) / 2, (top + low) / 2, turn)
            x, y = x + dx, y + dy
        angle = (turn + house * part.order.get("turn", 0)) % 360
        rows.append((part.ref, f"{x:.3f}mm", f"{-y:.3f}mm", "top", f"{angle:g}"))
    return _text(rows)


def tables(design: Design, board: str) -> dict[str, str]:
    """Return every table that goes to a house with the gerbers of a board, or to the iron, by its file name."""
    return {
        f"bom-{board}.csv": bill(design, board),
        f"placement-{board}.csv": placement(design, board),
        f"placement-kicad-{board}.csv": placement(design, board, house=False),
        f"by-hand-{board}.csv": hand_soldered_bom(design, board),
    }


def _text(rows: list[tuple[str, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
