"""Mistakes with parts, their numbers and what protects them, planted like those of `faults`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Plant = tuple[str, Callable[[dict[str, Any]], object], str]


def pins(source: dict[str, Any], kind: str) -> dict[str, str]:
    """Return the pins of a kind of part."""
    return source["types"][kind]["pins"]


def exchange(source: dict[str, Any], kind: str, one: str, two: str) -> None:
    """Exchange the numbers of two pins of a kind."""
    mine = pins(source, kind)
    first, second = mine[one].split(" ", 1), mine[two].split(" ", 1)
    mine[one], mine[two] = f"{second[0]} {first[1]}", f"{first[0]} {second[1]}"


def stock(source: dict[str, Any], entry: str, /, **changes: object) -> None:
    """Change a stock entry."""
    source["stock"][entry] = source["stock"][entry] | changes


def part(source: dict[str, Any], board: str, ref: str, **changes: object) -> None:
    """Change a part of a board."""
    source["boards"][board]["parts"][ref].update(changes)


def leave_out(source: dict[str, Any], board: str, *refs: str) -> None:
    """Take parts off a board with all their wires."""
    for ref in refs:
        del source["boards"][board]["parts"][ref]
        for net in source["boards"][board]["nets"].values():
            net[:] = [pin for pin in net if not pin.startswith(f"{ref}.")]


def word(source: dict[str, Any], board: str, text: str, new: str) -> None:
    """Print another word in the place of one."""
    for entry in source["layout"][board]["words"]:
        if entry[0] == text:
            entry[0] = new


def place(source: dict[str, Any], board: str, ref: str, where: list[float]) -> None:
    """Put a part elsewhere."""
    source["layout"][board]["at"][ref] = where


def add_resistor(source: dict[str, Any], kind: str, one: str, two: str, **facts: object) -> None:
    """Solder one more resistor between two nets of the centre board."""
    source["boards"]["centre"]["parts"]["R99"] = {"stock": kind, **facts}
    source["layout"]["centre"]["at"]["R99"] = [60, 82, 0]
    for pin, net in (("R99.1", one), ("R99.2", two)):
        source["boards"]["centre"]["nets"][net].append(pin)


PART_FAULTS: dict[str, Plant] = {
    "two pins of the Pico exchanged": (
        "pin orders",
        lambda s: exchange(s, "PICO", "GP14", "GP15"),
        "PICO: pin 19 is GP14",
    ),
    "two pins of the expander exchanged": (
        "pin orders",
        lambda s: exchange(s, "MCP23008", "SCL", "SDA"),
        "MCP23008: pin 1 is SCL",
    ),
    "a transistor with legs in another order": (
        "pin orders",
        lambda s: exchange(s, "NPN", "B", "E"),
        "NPN: pin 1 is B by Transistor_BJT:BC817, here E",
    ),
    "a regulator with input and output exchanged": (
        "pin orders",
        lambda s: exchange(s, "REGULATOR", "VIN", "OUT"),
        "REGULATOR: pin 1 is VIN",
    ),
    "a limiter with input and output exchanged": (
        "pin orders",
        lambda s: exchange(s, "LIMITER", "IN", "OUT"),
        "LIMITER: pin 1 is IN by its maker's page",
    ),
    "a display module in another order": (
        "pin orders",
        lambda s: exchange(s, "SSD1309", "VCC", "GND"),
        "SSD1309: pin 1 is VCC",
    ),
    "a transistor with gate and source exchanged": (
        "pin orders",
        lambda s: exchange(s, "PMOS", "G", "S"),
        "PMOS: pin 1 is G",
    ),
    "a regulator's output capacitor too small": (
        "capacitors",
        lambda s: part(s, "seat", "C6", stock="c-100n"),
        "C6: 100nF is not between 4.7e-06 and 2.2e-05 F",
    ),
    "a regulator without output capacitor": (
        "needed",
        lambda s: leave_out(s, "seat", "C6", "C7", "C9"),
        "east/3V3: has no capacitor at the regulator's output",
    ),
    "the pixels' reservoir too small": (
        "capacitors",
        lambda s: part(s, "centre", "C2", stock="c-10u"),
        "C2: 10uF is not between",
    ),
    "the Pico's reservoir too small": (
        "capacitors",
        lambda s: part(s, "centre", "C1", stock="c-470u"),
        "C1: 470uF is not between",
    ),
    "a key's filter that is too slow": (
        "capacitors",
        lambda s: part(s, "seat", "C1", stock="c-10u"),
        "C1: 10uF is not between",
    ),
    "a chip with only the big capacitor left": (
        "supply capacitors",
        lambda s: leave_out(s, "seat", "C7"),
        "east/U1: no capacitor of its own",
    ),
    "a capacitor far from its chip": (
        "supply capacitors",
        lambda s: place(s, "seat", "C7", [46.5, 32, 0]),
        "east/U1: no capacitor of its own",
    ),
    "the wrong resistor drawer": (
        "resistors",
        lambda s: part(s, "centre", "R21", stock="r-10k"),
        "R21: 10000 ohm is not between",
    ),
    "a lamp straight on 5 V": (
        "lamps",
        lambda s: leave_out(s, "seat", "R10") or s["boards"]["seat"]["nets"]["V5"].append("J4.1"),
        "H1: inf mA is not between 5 and 20 mA",
    ),
    "a load of 33 mA on a pin": (
        "loads",
        lambda s: add_resistor(s, "r-100", "SEAT_PWR_EN", "GND"),
        r"U1\.GP12: would drive 33 mA",
    ),
    "all protections left out": (
        "protection",
        lambda s: leave_out(s, "centre", "U6", "U7", "U8", "U9"),
        "centre: has 0 protections",
    ),
    "the last protection left out": (
        "protection",
        lambda s: leave_out(s, "centre", "U9"),
        "centre: has 3 protections",
    ),
    "the seats' protection left out": (
        "protection",
        lambda s: leave_out(s, "seat", "U3"),
        "west: has 0 protections",
    ),
    "the suppressor left out": ("needed", lambda s: leave_out(s, "centre", "D1"), "V5_IN: has no suppressor"),
    "the display's reset left floating": (
        "needed",
        lambda s: leave_out(s, "seat", "R11"),
        "east/DISPLAY_RESET: has no pull-down",
    ),
    "the seats' switch left floating": (
        "needed",
        lambda s: leave_out(s, "centre", "R23"),
        "SEAT_PWR_EN: has no pull-up",
    ),
    "the bleeder left out": ("needed", lambda s: leave_out(s, "centre", "R21", "R40", "R44"), "V5_IN: has no bleeder"),
    "the supervisor left out": ("needed", lambda s: leave_out(s, "centre", "U4"), "RUN: has no supervisor"),
    "the piezo never discharged": (
        "needed",
        lambda s: leave_out(s, "centre", "R31", "R30"),
        "BUZZER_OUT: has no resistor that discharges",
    ),
    "the reservoir straight on the Pico": (
        "needed",
        lambda s: leave_out(s, "centre", "R22", "D7"),
        "V_HOLD: has no resistor that limits",
    ),
    "a USB-C socket that asks for nothing": ("needed", lambda s: leave_out(s, "centre", "R15"), "CC1: has no 5.1 kohm"),
    "the computer's port joined to the rail": (
        "back-feeds",
        lambda s: add_resistor(s, "r-100", "VBUS", "V5"),
        "R99: joins V5 and VBUS",
    ),
    "a computer that feeds beside the supply": (
        "currents",
        lambda s: leave_out(s, "centre", "R40"),
        "U10: must be shut by the supply",
    ),
    "a computer's limit too high": (
        "currents",
        lambda s: part(s, "centre", "R14", stock="r-19k6"),
        "a USB port would give 14",
    ),
    "a limiter that nothing sets": (
        "currents",
        lambda s: leave_out(s, "centre", "R13"),
        "U2: nothing sets its limit",
    ),
    "a fuse of another current": (
        "part numbers",
        lambda s: stock(s, "fuse", mpn="MF-MSMF050-2"),
        "fuse: its number says 0.5 A and 6 V",
    ),
    "a fuse that bears 6 V": (
        "part numbers",
        lambda s: stock(s, "fuse", mpn="MF-MSMF110-2"),
        "fuse: its number says 1.1 A and 6 V",
    ),
    "a fuse nobody makes": (
        "part numbers",
        lambda s: stock(s, "fuse", mpn="MF-R200"),
        "fuse: MF-R200 is no number of this kind",
    ),
    "a fuse that trips too late": (
        "currents",
        lambda s: stock(s, "fuse", trips_ma=4000),
        "F1: the fuse would never open: it trips at 4000",
    ),
    "a resistor ordered by another number": (
        "part numbers",
        lambda s: stock(s, "r-2k2", mpn="RC0805FR-0722KL"),
        "r-2k2: its number says 22K",
    ),
    "a resistor with another name": (
        "part numbers",
        lambda s: stock(s, "r-2k2", name="resistor 22 kohm 1 % 0805"),
        "r-2k2: is called 22 kohm",
    ),
    "a shifter without TTL inputs": (
        "part numbers",
        lambda s: stock(s, "shifter", mpn="SN74AHC1G125DBVR"),
        "shifter: SN74AHC1G125DBVR is no number",
    ),
    "an expander for another bus": (
        "part numbers",
        lambda s: stock(s, "expander", mpn="MCP23S08-E/SO"),
        "expander: MCP23S08-E/SO is no number",
    ),
    "a limiter that is on when it should be off": (
        "part numbers",
        lambda s: stock(s, "limiter", mpn="TPS2552DBVR"),
        "limiter: TPS2552DBVR is no number",
    ),
    "a suppressor that conducts both ways": (
        "part numbers",
        lambda s: stock(s, "tvs", mpn="SMAJ12CA"),
        "tvs: SMAJ12CA is no number",
    ),
    "a suppressor of another voltage": (
        "part numbers",
        lambda s: stock(s, "tvs", mpn="SMAJ5A"),
        "tvs: its number says 5",
    ),
    "a slow diode in the place of a Schottky": (
        "part numbers",
        lambda s: stock(s, "diode", mpn="S1M"),
        "diode: S1M is no number",
    ),
    "a supervisor for 4.4 V": (
        "part numbers",
        lambda s: stock(s, "supervisor", mpn="MCP130T-460I/TT"),
        "supervisor: its number says 4.6",
    ),
    "a sounder for another tone": (
        "part numbers",
        lambda s: stock(s, "piezo", mpn="PKM22EPPH4001-B0"),
        "piezo: its number says 4000",
    ),
    "an electrolytic of another size": (
        "part numbers",
        lambda s: stock(s, "c-2200u", mpn="EEU-FR0J222"),
        "c-2200u: its number says 22e2 uF and 6.3 V",
    ),
    "a plug with too few ways": (
        "part numbers",
        lambda s: stock(s, "xh4", mpn="B3B-XH-A"),
        "xh4: its number says 3 ways",
    ),
}
