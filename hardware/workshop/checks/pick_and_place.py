"""What a placing machine needs: how reels lie, marks on the boards, and the numbers of an assembly house."""

from __future__ import annotations

import math
import re
from itertools import combinations
from typing import TYPE_CHECKING

from workshop import assembly_files, board_layout_input
from workshop.checks.finding import Finding
from workshop.checks.part_knowledge import part_number_contradictions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

# How the tapes of an assembly house lie against KiCad's footprints, in degrees against the clock.
TURNS = {"SOT-23": 180, "SOT-23-5": 180, "SOT-23-6": 180, "SOIC-8": 270, "SOIC-18W": 270}
# Parts that do their work only close to another one, by board: which, and how many millimetres between their middles.
# A regulator or limiter needs its capacitors and the resistor of its limit there, a socket or a key's plug what takes
# its spikes, and the pixels the capacitor that feeds them.
BESIDE = {
    "centre": {
        "D1": ("J5", 15), "C3": ("U2", 8), "C4": ("U2", 8), "C12": ("U10", 8), "R13": ("U2", 6), "R14": ("U10", 6),
        "C13": ("U11", 8), "C14": ("U12", 8), "C15": ("U13", 8), "C16": ("U14", 8),
        "R9": ("U11", 6), "R10": ("U12", 6), "R11": ("U13", 6), "R12": ("U14", 6),
        "C17": ("J5", 15), "C6": ("J7", 9), "C7": ("J8", 9), "C2": ("J6", 15), "R27": ("U3", 9),
    },
    "seat": {
        "C6": ("U2", 8), "C8": ("U2", 8), "C9": ("J2", 12), "C1": ("J3", 12), "C2": ("J5", 12), "C3": ("J5", 12),
        "C4": ("J5", 12), "C5": ("J5", 12), "C10": ("J1", 18),
    },
}  # fmt: skip
# Part numbers under the house's numbers, by public parts lists.
HOUSE = {
    "C92253": "MCP23008-E/SO", "C55266": "TPS2553DBVR", "C51118": "AP2112K-3.3TRG1", "C7484": "SN74AHCT1G125DBVR",
    "C111212": "USBLC6-4SC6", "C274001": "RC0805FR-07118KL", "C46653": "CC0805KRX7R9BB102",
    "C49678": "CC0805KRX7R9BB104", "C15850": "CL21A106KAYNNNE", "C210834": "MF-MSMF110/16-2", "C908766": "SMAJ12A",
    "C183269": "BZX84-B5V6,215", "C8678": "SS34", "C52801": "BC817-40,215", "C53444": "MMBT3906LT1G",
    "C15127": "AO3401A", "C20917": "AO3400A", "C5438410": "USB4135-GF-A", "C1710": "CL21B103KBANNNC",
    "C17408": "0805W8F1000T5E", "C17590": "0805W8F2700T5E", "C17630": "0805W8F3300T5E", "C17513": "0805W8F1001T5E",
    "C17520": "0805W8F2201T5E", "C17673": "0805W8F4701T5E", "C27834": "0805W8F5101T5E", "C17414": "0805W8F1002T5E",
    "C149504": "0805W8F1003T5E",
}  # fmt: skip
MARKS = 3
FROM_EDGE_MM, FROM_PARTS_MM, FROM_TWIN_MM = 3.0, 2.2, 2.0


def check_part_rotations(design: Design) -> Iterator[Finding]:
    """Check that a part is turned as the tapes of its package lie; a part that cannot be turned wrong, not at all.

    An option is turned, too: it is placed when it is ordered.
    """
    for name, entry in sorted(design.source["stock"].items()):
        if entry.get("footprint", "").partition(":")[0] not in assembly_files.PLACED:
            continue
        package = entry["footprint"].partition(":")[2].partition("_")[0]
        wanted, told = TURNS.get(package, 0), entry.get("turn", 0)
        if told != wanted:
            yield Finding("turns", name, f"is turned by {told} degrees, tapes of {package} lie at {wanted}")


def check_part_distances(design: Design) -> Iterator[Finding]:
    """Check that what does its work only close to another part lies there."""
    for board, pairs in BESIDE.items():
        where = board_layout_input.part_positions(design, board)
        for ref, (other, most) in pairs.items():
            if ref not in where or other not in where:
                yield Finding("beside", f"{board}/{ref}", f"or {other} is not on the board")
            elif (apart := math.dist(where[ref][:2], where[other][:2])) > most:
                yield Finding("beside", f"{board}/{ref}", f"lies {apart:.0f} mm from {other}, {most} at most")


def check_fiducials(design: Design) -> Iterator[Finding]:
    """Check that a machine finds each board: three marks, clear of edge and parts, and no twin when it is turned."""
    for board in assembly_files.MACHINE:
        where = board_layout_input.part_positions(design, board)
        wide, high = (side * board_layout_input.STEP for side in design.source["layout"][board]["size"])
        parts = board_layout_input.parts_of(design, board)
        spots = {part.ref: where[part.ref][:2] for part in parts if part.kind.name == "MARK"}
        if len(spots) < MARKS:
            yield Finding("marks", f"{board} board", f"has {len(spots)} marks, a machine asks for {MARKS}")
        for ref, (x, y) in spots.items():
            if min(x, y, wide - x, high - y) < FROM_EDGE_MM:
                yield Finding("marks", f"{board}/{ref}", f"is nearer than {FROM_EDGE_MM:g} mm to the edge")
            for part in parts:
                if part.ref not in spots and math.dist(where[part.ref][:2], (x, y)) < FROM_PARTS_MM:
                    yield Finding("marks", f"{board}/{ref}", f"lies on {part.ref}")
        for (one, (x, y)), (other, place) in combinations(spots.items(), 2):
            if math.dist((wide - x, high - y), place) < FROM_TWIN_MM:
                yield Finding("marks", f"{board}/{one}", f"lies where {other} lies when the board is turned round")


def check_front_side_only(design: Design) -> Iterator[Finding]:
    """Check that what a machine places or finds, and what a probe meets, lies on the front: a back is not placed."""
    for board in board_layout_input.BOARDS:
        behind = design.source["layout"][board].get("back", ())
        machine = {part.ref for part in assembly_files.machine_placed_parts(design, board)}
        for part in board_layout_input.parts_of(design, board):
            if part.ref in behind and (part.ref in machine or part.kind.name in {"POINT", "MARK"}):
                yield Finding(
                    "sides", f"{board}/{part.ref}", "lies on the back, where no machine and no probe reaches it"
                )


def check_assembly_part_numbers(design: Design) -> Iterator[Finding]:
    """Check the assembly house's number of every placed part: one part each, and of the value the board wants."""
    seen: dict[str, str] = {}
    for name in sorted(
        {part.stock for board in assembly_files.MACHINE for part in assembly_files.machine_placed_parts(design, board)}
    ):
        entry = design.source["stock"][name]
        number, _, part = str(entry.get("lcsc", "none")).partition(" ")
        if "lcsc" not in entry:
            yield Finding("house numbers", name, "says neither a number nor that there is none")
        elif number and not re.fullmatch(r"C\d{3,7}", number):
            yield Finding("house numbers", name, f"{number} is no number of the house")
        elif number and seen.setdefault(number, name) != name:
            yield Finding("house numbers", name, f"has the number {number} of {seen[number]}")
        elif number and HOUSE.get(number) != (part or entry["mpn"]):
            listed = HOUSE.get(number, "in no list that was read")
            yield Finding("house numbers", name, f"{number} is {listed}, not {part or entry['mpn']}")
        if part:
            for said in part_number_contradictions(entry | {"mpn": part}):
                yield Finding("house numbers", name, f"{part}: {said}")
