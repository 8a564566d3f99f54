"""Mistakes that only a second hand can see: figures, makers, alternatives, purposes, words, what goes with what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.fault_injection import move
from hardware.faults_of_assembly import extra
from hardware.faults_of_parts import part, stock
from hardware.faults_of_words import Source, exchanged, figure

if TYPE_CHECKING:
    from hardware.faults_of_parts import Plant


def told_exchanged(source: Source, board: str, one: str, other: str) -> None:
    """Say of each of two parts what the other one does."""
    parts = source["boards"][board]["parts"]
    parts[one]["does"], parts[other]["does"] = parts[other]["does"], parts[one]["does"]


def drawn_exchanged(source: Source, board: str, one: str, other: str) -> None:
    """Draw each of two parts in the other's place."""
    swap = {one: other, other: one}
    for lines in source["drawings"][board].values():
        for line in lines:
            line[:] = [swap.get(name, name) for name in line]


def resized_word(source: Source, board: str, text: str, *spot: float) -> None:
    """Print a word elsewhere, or in another size."""
    entry = next(entry for entry in source["layout"][board]["words"] if entry[0] == text)
    entry[4 - len(spot) :] = spot


FIGURES = {
    "stock.fuse.trips_ma": 1500,
    "stock.lamp.limit_ma": 60,
    "stock.expander.draw_ma": {"typical": 0, "capped": 0, "wrong": 0},
    "mechanics.jack.long": 12,
    "stock.lamp.forward_volts": 3.2,
    "stock.riichi-key.forward_volts": 3.2,
    "stock.riichi-key.limit_ma": 100,
    "stock.panel.idle_ma": 0,
    "stock.pixels.pixel_ma.idle": 0,
    "stock.jack.pf": 0,
    "stock.r-330.watts": 0.5,
    "types.MCP23008.capacitance_pf": 1,
    "types.SSD1309.capacitance_pf": 2,
    "types.PICO.capacitance_pf": 1,
    "types.ESD.capacitance_pf": 0.1,
    "types.PICO.over": 3.6,
    "types.MCP23008.over": 2.0,
    "types.SSD1309.over": 2.0,
    "types.SHIFTER.over": 4.0,
    "types.SSD1309.tied": {},
    "types.FRAM.volts.VCC": [2.7, 5.5],
    "types.SUPERVISOR.volts.VDD": [1.0, 15.0],
    "types.REGULATOR.high.volts": 0.1,
    "types.NPN.symbol": "Transistor_BJT:MMBT3906",
    "cable_kinds.patch.nh_per_metre": 60,
    "cable_kinds.patch.coupling_pf_per_metre": 0.5,
    "cable_kinds.inside.pf_per_metre": 3,
    "cable_kinds.inside.nh_per_metre": 10,
    "bus.module_ohms": 100_000,
    "sources.V5_SOCKET.survives": 30,
    "boards.seat.title": "Centre board",
    "mechanics.panel.offset": [6, 0],
    "mechanics.panel.thick": 2.0,
    "mechanics.riichi-key.cut": 13.0,
    "mechanics.riichi-key.edge": 3.0,
    "mechanics.riichi-key.over": 3.0,
    "mechanics.riichi-key.under": 4.0,
    "mechanics.riichi-key.cap": 12.0,
    "mechanics.table-key.deep": 8,
    "mechanics.undo-key.deep": 5,
    "mechanics.lamp.deep": 2,
    "mechanics.pcb.thick": 0.8,
    "mechanics.screw.head": 3.0,
    "mechanics.screw.core": 3.2,
    "mechanics.tilt_degrees": 40,
    "mechanics.recess": 0,
    "mechanics.key.cap_top": 9.0,
    "mechanics.key.body": 8,
    "mechanics.usb-c.high": 1.0,
    "mechanics.piezo.deep": 4,
    "mechanics.pixels.strip": 5,
    "mechanics.bodies.jack": [-3.46, -4.02, 12.35, 13.97, 6],
    "mechanics.bodies.pico": [-1.6, -2.7, 19.4, 49.7, 8],
    "mechanics.bodies.key": [0, 0, 6, 6, 4.3],
    "mechanics.bodies.xh5": [-2.45, -2.35, 9.0, 3.4, 12.5],
    "mechanics.bodies.xh3": [-2.45, -2.35, 7.45, 3.4, 6],
    "mechanics.bodies.c-2200u": [-3.75, -6.25, 8.75, 6.25, 12],
    "mechanics.bodies.c-470u": [-1, -2, 6, 2, 12],
}
WRONG_FIGURES: dict[str, Plant] = {
    f"another figure for {path}": (
        "figures",
        lambda s, path=path, value=value: figure(s, path, value),
        rf"{path}(\.\w+)?: is ",
    )
    for path, value in FIGURES.items()
}

FUNCTIONS = {
    "V5_SENSE": "GPIO",
    "LIGHT": "PWM",
    "BUZZER": "GPIO",
    "PIXELS": "GPIO",
    "UART_TX": "GPIO",
    "EAST_SDA": "GPIO",
    "NORTH_INT": "PIO",
}
ALTERNATIVES = {
    "limiter": "TPS2552DBVR",
    "shifter": "74AHC1G125GV",
    "expander": "MCP23S08-E/SO",
    "fuse": "MF-MSMF110",
    "esd": "USBLC6-2SC6",
    "tvs": "SMAJ12CA",
    "diode": "M4",
    "zener": "BZX84-C6V8",
    "supervisor": "MCP120T-300I/TT",
    "regulator": "AP2112K-5.0TRG1",
    "pnp": "MMBT3904",
    "npn": "BC807-25",
    "pmos": "AO3400A",
    "pico": "Raspberry Pi Pico W",
    "panel": "any 2.42 inch SH1106 module",
    "r-19k6": "any 0805 5 %",
    "c-10u": "any Y5V 0805 6.3 V",
    "jack": "HR911105A MagJack",
    "piezo": "any active buzzer",
    "pixels": "WS2815",
    "lamp": "any 5 mm red",
}
MADE_BY = {"fuse": "Littelfuse", "expander": "NXP", "limiter": "onsemi", "key": "Alps", "c-2200u": "Nichicon"}
# Board, and two parts whose words are exchanged.
TOLD = (
    *(("centre", one, other) for one, other in (("R9", "R10"), ("C13", "C14"), ("U11", "U12"), ("J1", "J2"))),
    *(("centre", one, other) for one, other in (("U6", "U7"), ("C8", "C10"), ("C1", "C2"), ("Q1", "Q2"))),
    *(("centre", one, other) for one, other in (("R13", "R14"), ("U2", "U10"), ("D1", "D4"), ("J7", "J8"))),
    *(("seat", one, other) for one, other in (("R6", "R8"), ("Q1", "Q2"), ("J3", "J4"))),
    ("keys", "S2", "S3"),
    ("lid", "S1", "S2"),
)
SECOND_HAND: dict[str, Plant] = (
    {
        f"{signal} used as {function}": (
            "pin functions",
            lambda s, signal=signal, function=function: s["pins"][signal].update(function=function),
            f"{signal}: is used as {function}, it must be",
        )
        for signal, function in FUNCTIONS.items()
    }
    | {
        f"{other} instead of {name}": (
            "alternatives",
            lambda s, name=name, other=other: stock(s, name, alternative=other),
            f"{name}: {other} does not stand in for",
        )
        for name, other in ALTERNATIVES.items()
    }
    | {
        f"{name} by {maker}": (
            "makers",
            lambda s, name=name, maker=maker: stock(s, name, maker=maker),
            f"{name}: .* is a number of .*, not of {maker}",
        )
        for name, maker in MADE_BY.items()
    }
    | {
        f"the words of {one} and {other} of {board} exchanged": (
            "purposes",
            lambda s, board=board, one=one, other=other: told_exchanged(s, board, one, other),
            rf"/({one}|{other}): is (said|called)",
        )
        for board, one, other in TOLD
    }
)

LEFT_ON: dict[str, Plant] = {
    "a hold-up capacitor said to be for the pixels": (
        "purposes",
        lambda s: part(s, "centre", "C1", does="supply of the pixels"),
        "centre/C1: is said to be for: supply of the pixels",
    ),
    "a socket said to ask for 9 V": (
        "purposes",
        lambda s: part(s, "centre", "R15", does="asks a USB-C supply for 9 V"),
        "centre/R15: is said to be for: asks a USB-C supply for 9 V",
    ),
    "a lamp's resistor said to be the light's": (
        "purposes",
        lambda s: part(s, "seat", "R10", does="current of the light of RIICHI"),
        "east/R10: is said to be for: current of the light",
    ),
    "a limiter that is never on": (
        "straps",
        lambda s: move(s, "centre", "U2.EN", "V5_SAFE", "GND"),
        r"centre/U2\.EN: lies on ground",
    ),
    "a regulator that is never on": (
        "straps",
        lambda s: move(s, "seat", "U2.EN", "V5", "GND"),
        r"east/U2\.EN: must be tied to its supply",
    ),
    "a 5 V light on 3.3 V": (
        "sensing",
        lambda s: move(s, "seat", "R20.1", "V5", "3V3"),
        "east/S1: its light must be fed from the seat's 5 V",
    ),
    "a piezo's resistor beside the piezo": (
        "ends",
        lambda s: move(s, "centre", "R30.2", "BUZZER_OUT", "V5"),
        r"centre/R30\.2: must be on BUZZER_OUT",
    ),
    "a suppressor that is an option": (
        "options",
        lambda s: part(s, "centre", "D1", option=True),
        "centre/D1: is an option, but it clamps a spike",
    ),
    "a limit that is an option": (
        "options",
        lambda s: part(s, "centre", "R9", option=True),
        "centre/R9: is an option",
    ),
    "a second journal for everybody": (
        "options",
        lambda s: part(s, "centre", "U5", option=False),
        "centre/U5: is not an option",
    ),
    "two seats' arrays drawn in each other's block": (
        "drawings",
        lambda s: drawn_exchanged(s, "centre", "U6", "U7"),
        "U7 stands in the block of East",
    ),
    "two transistors drawn in each other's line": (
        "drawings",
        lambda s: drawn_exchanged(s, "seat", "Q1", "Q2"),
        "Q1 follows in a line with which it shares no wire",
    ),
    "a word that no house can print": (
        "words",
        lambda s: resized_word(s, "centre", "PICO USB END", 0.3),
        "PICO USB END is 0.3 mm high",
    ),
    "a word under a chip": (
        "words",
        lambda s: resized_word(s, "seat", "TENBO SEAT C", 38.5, 25.5, 1.2),
        "TENBO SEAT C is printed under U1",
    ),
    "a word beside the board": (
        "words",
        lambda s: resized_word(s, "centre", "5 V IN", 120, 83.5, 1.2),
        "5 V IN is printed beside the board",
    ),
    "keys with each other's word": (
        "words",
        lambda s: exchanged(s, "keys", "OK", "UP"),
        "keys/S2: OK is printed at S3",
    ),
    "the key strip's plug on its front": (
        "edges",
        lambda s: s["layout"]["keys"].update(back=[]),
        "keys/J6: is on the front",
    ),
    "a socket strip for half a Pico": (
        "goods",
        lambda s: extra(s, "socket strip", each={"pico": 1}, quantity=1),
        "counts 1 for each pico, it takes 2",
    ),
    "a cap for every second key": (
        "goods",
        lambda s: extra(s, "key cap", each={"key": 0.5}, quantity=8),
        "counts 0.5 for each key, it takes 0.75",
    ),
    "a lead for every fourth jack": (
        "goods",
        lambda s: extra(s, "patch lead", each={"jack": 0.25}, quantity=2),
        "counts 0.25 for each jack",
    ),
    "a USB cable for another board": (
        "goods",
        lambda s: extra(s, "USB cable", name="USB cable A to C 1.5 m"),
        "the Pico has a micro-B socket",
    ),
    "a cable that only charges": ("goods", lambda s: extra(s, "USB cable", mpn="USB charging cable"), "needs the data"),
    "caps of another size by their number": (
        "goods",
        lambda s: extra(s, "key cap", mpn="B32-2010"),
        "B32-16x0 is the cap of 12 mm",
    ),
    "sockets of another height": ("goods", lambda s: extra(s, "socket strip", mpn="M20-7821046"), "of twenty ways"),
    "a supply of 12 V by its number": (
        "goods",
        lambda s: extra(s, "supply", mpn="KSA-15E-120150HE"),
        "051300 is 5.1 V and 3 A",
    ),
    "any supply of 9 V": (
        "alternatives",
        lambda s: extra(s, "supply", alternative="any 9 V supply"),
        "any 9 V supply: the table takes",
    ),
    "a crossed lead instead": (
        "alternatives",
        lambda s: extra(s, "patch lead", alternative="Cat6 crossed"),
        "a lead must be straight",
    ),
    "screws with a machine's thread": (
        "goods",
        lambda s: extra(s, "thread-forming", mpn="3.0x8 mm machine screw"),
        "the holes of the models are for 3 mm",
    ),
    "filament of 2.85 mm": ("goods", lambda s: extra(s, "PETG", mpn="PETG black matte 2.85 mm"), "1.75 mm"),
    "leads inside longer than what was computed": (
        "goods",
        lambda s: figure(s, "cable_kinds.inside.metres", 0.15),
        "says 20, the lead that was computed is 15",
    ),
    "displays for one euro": ("prices", lambda s: stock(s, "panel", eur_twenty=1.0), "nobody gives that for 18 EUR"),
}
