"""Mistakes that a maker meets: reels, marks, numbers of an assembly house, fixings, screws; planted like the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.faults_of_assembly import extra
from hardware.faults_of_parts import leave_out, part, place, stock

if TYPE_CHECKING:
    from hardware.faults_of_parts import Plant
    from hardware.faults_of_words import Source


def not_ordered(source: Source, start: str) -> None:
    """Strike a line off what is ordered beside the boards."""
    source["extras"] = [entry for entry in source["extras"] if not entry["name"].startswith(start)]


MAKING_FAULTS: dict[str, Plant] = {
    "a transistor placed as its footprint lies, not as its tape does": (
        "turns",
        lambda s: stock(s, "npn", turn=0),
        "npn: is turned by 0 degrees, tapes of SOT-23 lie at 180",
    ),
    "a regulator's output capacitor at the display": (
        "beside",
        lambda s: place(s, "seat", "C6", s["layout"]["seat"]["at"]["C9"]),
        r"seat/C6: lies \d+ mm from U2, 8 at most",
    ),
    "what takes the spikes of the supply far from its socket": (
        "beside",
        lambda s: place(s, "centre", "D1", [10, 10, 0]),
        r"centre/D1: lies \d+ mm from J5, 15 at most",
    ),
    "the resistor of a limit far from its limiter": (
        "beside",
        lambda s: place(s, "centre", "R13", [60, 63, 0]),
        r"centre/R13: lies \d+ mm from U2, 6 at most",
    ),
    "a pin of the Pico that the breadboard has elsewhere": (
        "breadboard",
        lambda s: s["pins"]["EAST_SDA"].update(gp=20),
        "EAST SDA: goes to GP4, the firmware has GP20",
    ),
    "an expander placed a quarter turn off": (
        "turns",
        lambda s: stock(s, "expander", turn=180),
        "expander: is turned by 180 degrees, tapes of SOIC-18W lie at 270",
    ),
    "a diode placed the wrong way round by the machine": ("turns", lambda s: stock(s, "diode", turn=180), "diode: is"),
    "a board that a machine cannot find": (
        "marks",
        lambda s: leave_out(s, "seat", "FID2"),
        "seat board: has 2 marks",
    ),
    "marks that look the same when the board is turned": (
        "marks",
        lambda s: place(s, "centre", "FID3", [103 - 8.5, 86 - 3.5, 0]),
        "centre/FID1: lies where FID3 lies when the board is turned round",
    ),
    "a mark at the edge": (
        "marks",
        lambda s: place(s, "seat", "FID3", [42.5, 33.5, 0]),
        "seat/FID3: is nearer than 3 mm",
    ),
    "a mark on a part": ("marks", lambda s: place(s, "seat", "FID3", [51, 25, 0]), "seat/FID3: lies on TP5"),
    "a resistor with the house's number of its neighbour": (
        "house numbers",
        lambda s: stock(s, "r-2k2", lcsc="C17513 0805W8F1001T5E"),
        "r-2k2: 0805W8F1001T5E: its number says 1000 ohm",
    ),
    "one house number for two parts": (
        "house numbers",
        lambda s: stock(s, "c-1n", lcsc="C49678"),
        "has the number C49678 of c-1",
    ),
    "a house number that is a maker's": (
        "house numbers",
        lambda s: stock(s, "esd", lcsc="USBLC6-4SC6"),
        "esd: USBLC6-4SC6 is no number of the house",
    ),
    "a screw less than the seat board has holes": (
        "screws",
        lambda s: s["screws"]["seat"].update(board=3),
        "seat box: 3 screws for the 4 holes of the seat board",
    ),
    "a hole more in the key strip": (
        "screws",
        lambda s: s["layout"]["keys"]["holes"].append([30, 7]),
        "seat box: 2 screws for the 3 holes of the keys board",
    ),
    "a keeper held at one end": (
        "screws",
        lambda s: s["screws"]["centre"].update(piezo=1),
        "1 screws for the keeper of the piezo",
    ),
    "screws for the first edition": ("counts", lambda s: s["screws"]["seat"].update(face=4), "64 ordered, 68 used"),
    "a part nobody looked up": ("house numbers", lambda s: s["stock"]["pnp"].pop("lcsc"), "pnp: says neither"),
    "a transistor by the house's number of its opposite": (
        "house numbers",
        lambda s: stock(s, "pmos", lcsc="C20917"),
        "pmos: C20917 is AO3400A, not AO3401A",
    ),
    "a house number that nobody has read": (
        "house numbers",
        lambda s: stock(s, "expander", lcsc="C92254"),
        "expander: C92254 is in no list that was read",
    ),
    **{
        f"a list without its line {line}": ("goods", lambda s, n=line: not_ordered(s, n), f"{line}: is not on the list")
        for line in ("USB cable", "PETG filament", "hook-up wire", "clamp screw")
    },
    "a clamp screw too short for a thin top": (
        "goods",
        lambda s: extra(s, "clamp screw", name="clamp screw M6x40 with nut", mpn="M6x40 DIN 933, nut DIN 934"),
        "says 40 and 40, the screw of the models is 60",
    ),
    "no clamp screw for the shelf": ("counts", lambda s: extra(s, "clamp screw", quantity=8), "8 ordered, 10 used"),
    "floor screws for the clamps alone": (
        "counts",
        lambda s: extra(s, "floor screw", quantity=8),
        "8 ordered, 12 used",
    ),
    "a white light in RIICHI": (
        "goods",
        lambda s: extra(s, "LED 3 mm", name="LED 3 mm white diffused"),
        "a red LED takes 2 V",
    ),
    "a screw that comes through the floor instead": (
        "alternatives",
        lambda s: extra(s, "thread-forming", alternative="self-tapping 2.9x9.5"),
        "self-tapping 2.9x9.5: must be 6 to 8 mm long",
    ),
    "sockets that lift the Pico into the lid instead": (
        "alternatives",
        lambda s: extra(s, "socket strip", alternative="any 2.54 mm 15 mm high"),
        "15 mm high: must be 8.5 mm high",
    ),
    "no film over the marker's pixels": (
        "goods",
        lambda s: extra(s, "hook-up", name="hook-up wire 26 AWG, heat-shrink"),
        "BUILD takes wire, heat-shrink and tracing film",
    ),
    "filament for eight tables": (
        "goods",
        lambda s: extra(s, "PETG", name="PETG filament 6 kg"),
        "PETG filament 6 kg: the prints of a table take about",
    ),
    "a supply whose note asks for another": (
        "goods",
        lambda s: extra(s, "supply", check="9 V at the box under load"),
        "is to be looked at for 9 V",
    ),
    "a display for less than its glass": (
        "prices",
        lambda s: stock(s, "panel", eur=1.8, eur_twenty=1.35),
        "panel: costs 1.8 EUR, such things are sold at 12 to 30 EUR",
    ),
    "a seat's limiter without the capacitor behind it": (
        "needed",
        lambda s: leave_out(s, "centre", "C13"),
        "centre/EAST_5V: has no capacitor behind the seat's limiter",
    ),
    "a can under the Pico": (
        "crowding",
        lambda s: place(s, "centre", "C1", [38, 60, 0]),
        "centre/C1: is 25 mm high and lies under the Pico",
    ),
    "a resistor that a wrong supply burns": (
        "watts",
        lambda s: part(s, "centre", "R45", stock="r-270"),
        r"centre/R45: takes 0\.1\d W with a wrong supply, it bears 0\.125 W",
    ),
    "a bleeder that a wrong supply burns": (
        "watts",
        lambda s: part(s, "centre", "R21", stock="r-1k"),
        r"centre/R21: takes 0\.16 W with a wrong supply",
    ),
}
