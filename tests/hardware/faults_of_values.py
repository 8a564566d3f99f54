"""Mistakes in voltages, currents and values to plant in the description; the table's columns are those of `faults`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.fault_injection import move
from hardware.faults import swap

if TYPE_CHECKING:
    from collections.abc import Callable


def stock(source: dict[str, Any], name: str, **changes: object) -> None:
    source["stock"][name] = source["stock"][name] | changes


def other_pairs(source: dict[str, Any]) -> None:
    """Exchange the data's ground and the interrupt in all jacks: it would work, but data has no return beside it."""
    swap(source, "seat", ("GND", "J1.2"), ("INT_LINE", "J1.6"))
    for jack, seat in (("J1", "EAST"), ("J2", "SOUTH"), ("J3", "WEST"), ("J4", "NORTH")):
        swap(source, "centre", ("GND", f"{jack}.2"), (f"{seat}_INT_LINE", f"{jack}.6"))


VALUE_FAULTS: dict[str, tuple[str, Callable[[dict[str, Any]], object], str]] = {
    "a pull-up too weak": (
        "rise time",
        lambda s: s["boards"]["seat"]["parts"]["R17"].update(stock="r-10k"),
        r"SOUTH_SDA: 1\d\d\d ns",
    ),
    "a lead too long": ("rise time", lambda s: s["cable_kinds"]["patch"].update(metres=3.0), "over 300 ns"),
    "leads shorter than the table needs": (
        "table",
        lambda s: s["cable_kinds"]["patch"].update(metres=1.0),
        "with leads of 1.0 m, the longest has 2.0 m",
    ),
    "capacitance over the bus": ("rise time", lambda s: s["cable_kinds"]["patch"].update(metres=7.0), "over 400 pF"),
    "5 V on a 3.3 V line": (
        "voltages",
        lambda s: move(s, "seat", "R17.1", "3V3", "V5"),
        r"centre/U1\.GP4: bears 3\.6 V",
    ),
    "5 V on the display": ("voltages", lambda s: move(s, "seat", "J2.1", "3V3", "V5"), r"DS1\.VCC: bears 3\.0-3\.6 V"),
    "a 12 V supply": (
        "voltages",
        lambda s: s["sources"]["V5_SOCKET"].update(volts=[11.5, 12, 12.5]),
        r"U2\.IN: bears 2\.5-6\.5 V",
    ),
    "a divider without its lower half": (
        "voltages",
        lambda s: s["boards"]["centre"]["parts"]["R20"].update(stock="c-10n"),
        r"U1\.GP26: bears 3\.6 V",
    ),
    "a button held up to 5 V": ("voltages", lambda s: move(s, "seat", "R3.1", "3V3", "V5"), r"U1\.GP2: bears 3\.6 V"),
    "a capacitor rated too low": (
        "voltages",
        lambda s: stock(s, "c-470u", volts=6.3),
        r"centre/C2: a 6\.3 V capacitor",
    ),
    "capacitors that a wrong supply breaks": (
        "voltages",
        lambda s: stock(s, "c-100n", volts=10),
        r"centre/C17: a 10 V capacitor that a wrong supply lifts to 12\.6 V",
    ),
    "pixels without level shifter": (
        "logic levels",
        lambda s: move(s, "centre", "R27.1", "PIXELS_5V", "PIXELS"),
        r"LED1\.DIN: needs 3\.\d\d V for a high and gets 2\.62 V",
    ),
    "a supply that feeds nothing": (
        "supplies",
        lambda s: s["feeds"].append({"from": "V5", "through": "D4", "to": "V9"}),
        "V9: is fed but there is no such net",
    ),
    "USB power not connected": (
        "supplies",
        lambda s: move(s, "centre", "U1.VBUS", "VBUS", None),
        "VBUS: is a source but nothing on it gives current",
    ),
    "seats on the Pico's 3.3 V": (
        "supplies",
        lambda s: move(s, "seat", "U1.VDD", "3V3", "V5"),
        "east/U1: a seat's chips live on east/3V3",
    ),
    "a regulator too small for its seat": (
        "currents",
        lambda s: stock(s, "regulator", limit_ma=60),
        r"east/3V3: \d+ mA \(supply, capped\) is over 80% of 60 mA",
    ),
    "a regulator that bears its seat and not the seat's limiter": (
        "currents",
        lambda s: stock(s, "regulator", limit_ma=240),
        r"east/U2: bears 240 mA, U11 lets \d+ mA through",
    ),
    "too bright for USB": ("currents", lambda s: s["caps"]["usb"].update(contrast=255, pixel_percent=20), "VBUS"),
    "a fuse the supply cannot open": (
        "currents",
        lambda s: s["sources"]["V5_SOCKET"].update(limit_ma=2500),
        "fuse would never open",
    ),
    "a lamp resistor too small": (
        "lamps",
        lambda s: s["boards"]["seat"]["parts"]["R10"].update(stock="r-100"),
        r"H1: 2\d mA is not between",
    ),
    "a transistor without base resistor": (
        "lamps",
        lambda s: s["boards"]["seat"]["parts"]["R6"].update(stock="r-100k"),
        "Q1: the base needs 330 ohm",
    ),
    "a transistor without pull-down": (
        "lamps",
        lambda s: s["boards"]["seat"]["parts"]["R7"].pop("role"),
        "Q1: the base needs a pull-down",
    ),
    "a button's pull-up of the wrong value": (
        "resistors",
        lambda s: s["boards"]["seat"]["parts"]["R3"].update(stock="r-100k"),
        "R3: 100000 ohm is not between 4700 and 22000 ohm",
    ),
    "a pull-up between two lines": (
        "resistors",
        lambda s: move(s, "seat", "R4.1", "3V3", "OK"),
        "R4: a pull-up lies between a supply and a line",
    ),
    "a pull-down that pulls up": (
        "resistors",
        lambda s: move(s, "seat", "R7.2", "GND", "3V3"),
        "R7: a pull-down lies between a line and ground",
    ),
    "a suppressor beside its line": (
        "ends",
        lambda s: move(s, "centre", "D1.K", "V5_IN", "V5_SOCKET"),
        r"centre/D1\.K: must be on V5_IN",
    ),
    "the hold-up capacitor's diode elsewhere": (
        "ends",
        lambda s: move(s, "centre", "D7.A", "V_HOLD", "V5"),
        r"centre/D7\.A: must be on V_HOLD",
    ),
    "a capacitor between two lines": (
        "capacitors",
        lambda s: move(s, "seat", "C2.2", "GND", "UP"),
        "C2: has not one leg on ground",
    ),
    "a filter at another line": (
        "capacitors",
        lambda s: swap(s, "centre", ("V5_SENSE", "C5.1"), ("LIGHT", "C9.1")),
        "C5: must be at V5_SENSE, is at GND and LIGHT",
    ),
    "protection on another seat's line": (
        "protection",
        lambda s: swap(s, "centre", ("EAST_SDA_LINE", "U6.IO1"), ("WEST_SDA_LINE", "U8.IO1")),
        r"centre/U6\.IO1: must be on EAST_SDA_LINE",
    ),
    "protection that clamps to the Pico's rail": (
        "protection",
        lambda s: move(s, "centre", "U7.VBUS", "SOUTH_5V", "3V3"),
        "U7: must clamp to the 5 V of its lead",
    ),
    "an address pin on a button": (
        "straps",
        lambda s: move(s, "seat", "U1.A0", "GND", "UP"),
        r"U1\.A0: must be tied to ground or its supply",
    ),
    "a level shifter switched off": (
        "straps",
        lambda s: move(s, "centre", "U3.OE", "GND", "V5"),
        r"U3\.OE: must be tied to ground",
    ),
    "a button without pull-up": (
        "buttons",
        lambda s: move(s, "centre", "R25.2", "UNDO", "TABLE"),
        "lid/S2: its line needs one pull-up",
    ),
    "a button without capacitor": (
        "buttons",
        lambda s: move(s, "seat", "C4.1", "DOWN_KEY", "UP_KEY"),
        "north/S4: its line needs a capacitor",
    ),
    "5 V on one wire of its pair alone": (
        "jack pairs",
        lambda s: move(s, "centre", "J2.5", "SOUTH_5V", None) or move(s, "seat", "J1.5", "V5", None),
        r"centre/J2\.4: 4 and 5 must both carry",
    ),
    "data without ground beside it": (
        "jack pairs",
        other_pairs,
        r"J1\.2: must be ground",
    ),
    "a seat's 5 V before its limiter": (
        "jack pairs",
        lambda s: move(s, "centre", "J4.4", "NORTH_5V", "V5") or move(s, "centre", "J4.5", "NORTH_5V", "V5"),
        r"centre/J4\.4: 4 and 5 must both carry",
    ),
    "a divider that does not halve": (
        "sensing",
        lambda s: s["boards"]["centre"]["parts"]["R20"].update(stock="r-10k"),
        "V5_SENSE: 0.48 V is not half",
    ),
    "a light sensor on 5 V": (
        "sensing",
        lambda s: move(s, "centre", "J10.1", "3V3", "V5"),
        "lid/Q1: pin C must be on 3V3",
    ),
    "a part without number": ("stock", lambda s: s["stock"]["panel"].pop("mpn"), "panel: has no mpn"),
    "a part nobody uses": (
        "stock",
        lambda s: s["boards"]["lid"]["parts"]["S2"].update(stock="table-key"),
        "undo-key: is in stock but no board uses it",
    ),
    "a table too dear": ("price", lambda s: stock(s, "panel", eur=30.0), "is not under 220 EUR"),
}
