"""Mistakes that every check let pass once: figures tried one by one, parts far from their work, words to look for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.faults_of_assembly import extra
from hardware.faults_of_making import not_ordered
from hardware.faults_of_parts import place, stock, word
from hardware.faults_of_words import Source, figure

if TYPE_CHECKING:
    from hardware.faults_of_parts import Plant

FIGURES = {
    "types.FRAM.address.base": 0x58,
    "types.FRAM.over": 3,
    "types.LIMITER.over": 3,
    "types.REGULATOR.over": 3,
    "types.SUPERVISOR.over": 3,
    "types.PIXELS.over": 3,
    "types.PCF8574A.address.base": 0x20,
    "stock.supervisor.trips_at": [2.0, 3.0],
    "stock.zener.breaks_at": [5.49, 7.4],
    "stock.diode.limit_ma": 9000,
    "stock.pmos.limit_ma": 9000,
    "stock.lamp.share.wrong": 0,
    "stock.riichi-key.share.wrong": 0,
    "caps.wrong.contrast": 178,
    "caps.wrong.lit_percent": 130,
    "caps.wrong.pixel_percent": 33,
    "caps.typical.contrast": 32,
    "caps.typical.lit_percent": 7,
    "caps.typical.pixel_percent": 1,
    "stock.lamp.share.typical": 0.75,
    "stock.riichi-key.share.typical": 0.08,
    "stock.pico.drop": [0.07, 0.08],
    "stock.pico.draw_ma": {"typical": 30, "capped": 40, "wrong": 17},
    "stock.expander.draw_ma": {"typical": 1.5, "capped": 1, "wrong": 1},
    "stock.fram.draw_ma.wrong": 0.9,
    "types.FRAM.capacitance_pf": 45,
    "types.PCF8574A.capacitance_pf": 30,
    "types.PCF8574A.volts.VDD": [0.8, 18.0],
    "types.PCF8574A.over": 3,
    "mechanics.riichi-key.stem": [5.3, 1.2, 3.6],
    "mechanics.usb-c.wide": 3,
    "mechanics.undo-key.flange": 5,
    "mechanics.screw.head_high": 0.7,
    "mechanics.bodies.usb-c": [-1.6, -1.0, 1.6, 1.45, 1.3],
    "mechanics.bodies.header3": [-0.5, -0.5, 0.5, 2, 2],
    "mechanics.bodies.wires5": [-2, -2, 8, 2, 3],
}
# A part of the centre board taken away from what it works for.
FAR = {"C17": "J5", "C6": "J7", "C7": "J8", "C2": "J6", "R27": "U3"}
FAR_IN_A_GROUP = {"R9": ("J1", "U11"), "R10": ("J2", "U12"), "R11": ("J3", "U13"), "R12": ("J4", "U14")}
# What a buyer is told to look for, turned round.
LOOKED_FOR = {
    "pico": "without headers; a Pico W was not computed",
    "expander": "SS, not SO or P; a PCF8574A would collide with the display; MCP23S08 is another bus",
    "limiter": "2552, not 2553; no -1 behind the number",
    "shifter": "the letters AHC and LVC: AHCT or HCT do not do",
    "supervisor": "120, which pulls up inside, not 130",
    "esd": "two lines (6-2), not four (6-4)",
    "fuse": "the plain one: the /16 bears 6 V only",
    "tvs": "conducts both ways: CA",
    "piezo": "with an oscillator inside",
    "pixels": "12 V, not 5 V; RGBW, not RGB",
    "undo-key": "latching, not momentary",
    "jack": "with magnetics and lamps",
    "riichi-key": "low-profile, without a hole for the LED",
}
LINES_LOOKED_FOR = {
    "patch lead": "crossed, not straight; 28 AWG or thinner",
    "USB cable": "a charging cable, not a data cable",
    "LED 3 mm": "with a resistor inside: ID5V, not ID",
    "USB-C lead": "black is +, red is -",
}


def moved_in_group(source: Source, anchor: str, ref: str) -> None:
    """Put a part of a seat's group far behind the others."""
    source["layout"]["centre"]["near"][anchor][ref] = [7.5, -30, 90]


FOURTH_LOOK: dict[str, Plant] = {
    **{
        f"a figure that was let pass for {path}": ("figures", lambda s, p=path, v=value: figure(s, p, v), path)
        for path, value in FIGURES.items()
    },
    **{
        f"{ref} far from {other}": (
            "beside",
            lambda s, r=ref: place(s, "centre", r, [60, 30, 0]),
            f"centre/{ref}: lies .* from {other}",
        )
        for ref, other in FAR.items()
    },
    **{
        f"{ref} far from {other}": (
            "beside",
            lambda s, r=ref, a=anchor: moved_in_group(s, a, r),
            f"centre/{ref}: lies .* from {other}",
        )
        for ref, (anchor, other) in FAR_IN_A_GROUP.items()
    },
    **{
        f"a {name} for which a buyer looks wrongly": (
            "looked for",
            lambda s, n=name, w=words: stock(s, n, check=w),
            name,
        )
        for name, words in LOOKED_FOR.items()
    },
    **{
        f"a {start} for which a buyer looks wrongly": (
            "looked for",
            lambda s, n=start, w=words: extra(s, n, check=w),
            start,
        )
        for start, words in LINES_LOOKED_FOR.items()
    },
    "a jack with transformers by its name": (
        "looked for",
        lambda s: stock(s, "jack", name="RJ45 jack 8P8C with transformers"),
        "jack: is called RJ45 jack 8P8C with transformers",
    ),
    "a data sheet that no one has read": (
        "looked for",
        lambda s: stock(s, "jack", verified="all dimensions"),
        "jack: all dimensions was read of it",
    ),
    "a test point under a jack": (
        "reached points",
        lambda s: place(s, "centre", "TP1", [50, 76, 0]),
        "centre/TP1: lies under J1",
    ),
    "a seat board that is longer than its box has room for": (
        "edges",
        lambda s: s["layout"]["seat"].update(size=[63, 31]),
        "seat board: is 80 x 39 mm, at most 78 x 46",
    ),
    "a key's capacitor at the other end of the seat board": (
        "beside",
        lambda s: place(s, "seat", "C5", [55, 28, 90]),
        "seat/C5: lies .* from J5",
    ),
    "an option placed a half turn off": (
        "turns",
        lambda s: stock(s, "fram", turn=90),
        "fram: is turned by 90 degrees, tapes of SOIC-8 lie at 270",
    ),
    "an electrolytic capacitor without a plus side": (
        "stock",
        lambda s: stock(s, "c-2200u", polar=False),
        "c-2200u: what is electrolytic has a plus side",
    ),
    "no lead for the first power": ("goods", lambda s: not_ordered(s, "USB-C lead"), "USB-C lead"),
    "no filament": ("stock", lambda s: extra(s, "PETG", quantity=0), "PETG .*: 0 are ordered"),
    "twice the filament": ("stock", lambda s: extra(s, "PETG", quantity=2), "PETG .*: 2 are ordered"),
    "tracks that lose less from a computer than from the supply": (
        "figures",
        lambda s: s["feeds"][3].update(copper=0.04),
        "their copper is one figure",
    ),
    "no wire": ("stock", lambda s: extra(s, "hook-up wire", quantity=0), "hook-up wire.*: 0 are ordered"),
    "a seat board that calls itself the centre's": (
        "words",
        lambda s: word(s, "seat", "TENBO SEAT C", "TENBO CENTRE C"),
        "seat board: SEAT is printed nowhere",
    ),
    "ground of the front that hangs on one pad": (
        "floods",
        lambda s: s["layout"]["centre"].update(stitches=[]),
        "no via joins the ground of the front",
    ),
}
