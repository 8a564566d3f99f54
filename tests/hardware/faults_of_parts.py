"""Mistakes with parts, their numbers, places and words, planted like those of `faults`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.planted import move

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


def extra(source: dict[str, Any], start: str, **changes: object) -> None:
    """Change what is ordered beside the boards."""
    next(entry for entry in source["extras"] if entry["name"].startswith(start)).update(changes)


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


def both_ends(source: dict[str, Any], board: str, one: str, two: str, cable: str) -> None:
    """Exchange two pins of a plug on the board and on its lead: it works, and the print beside it lies."""
    nets = source["boards"][board]["nets"]
    first = next(net for net in nets if one in nets[net])
    second = next(net for net in nets if two in nets[net])
    move(source, board, one, first, second)
    move(source, board, two, second, first)
    a, b = int(one.partition(".")[2]), int(two.partition(".")[2])
    for name, entry in source["cables"].items():
        if name == cable or name.endswith(f" {cable}"):
            wires = dict(entry["wires"])
            wires[a], wires[b] = wires[b], wires[a]
            source["cables"][name] = entry | {"wires": wires}


def words_exchanged(source: dict[str, Any]) -> None:
    word(source, "centre", "EAST - NOT ETHERNET", "?")
    word(source, "centre", "WEST - NOT ETHERNET", "EAST - NOT ETHERNET")
    word(source, "centre", "?", "WEST - NOT ETHERNET")


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
    "too few key caps": ("counts", lambda s: extra(s, "key cap", quantity=4), "key cap 12 mm: 4 ordered, 16 used"),
    "too few patch leads": ("counts", lambda s: extra(s, "patch lead", quantity=3), "3 ordered, 4 used"),
    "too few seat boards": ("counts", lambda s: extra(s, "seat board", quantity=1), "1 ordered, 4 used"),
    "too few screws": ("counts", lambda s: extra(s, "thread-forming", quantity=40), "40 ordered, 64 used"),
    "no washers": (
        "counts",
        lambda s: s["extras"].remove(next(e for e in s["extras"] if e["name"].startswith("washer"))),
        "washers: nothing is ordered",
    ),
    "an extra nobody can order": (
        "stock",
        lambda s: s["extras"].append({"quantity": 1, "eur": 1.0}),
        r"\?: has no name and no maker",
    ),
    "a chip on a smaller package": (
        "packages",
        lambda s: stock(s, "expander", footprint="Package_SO:SOIC-14_3.9x8.7mm_P1.27mm"),
        "expander: has 18 pins, SOIC-14",
    ),
    "a can on too small a place": (
        "packages",
        lambda s: stock(s, "c-2200u", footprint="Capacitor_THT:CP_Radial_D5.0mm_P2.50mm"),
        "c-2200u: is 12.5 mm across",
    ),
    "a transistor on other pads": (
        "packages",
        lambda s: stock(s, "npn", footprint="Package_TO_SOT_THT:TO-92_Inline_Wide"),
        "npn: is called SOT-23 but lies on TO-92",
    ),
    "a diode on pads of another size": (
        "packages",
        lambda s: stock(s, "diode", footprint="Diode_SMD:D_SOD-123"),
        "diode: is called SMA but lies on D_SOD-123",
    ),
    "a plug on pads of another family": (
        "packages",
        lambda s: stock(s, "xh5", footprint="Connector_JST:JST_PH_B5B-PH-K_1x05_P2.00mm_Vertical"),
        "xh5: is called JST but lies on JST_PH",
    ),
    "a limiter on five pads": (
        "packages",
        lambda s: stock(s, "limiter", footprint="Package_TO_SOT_SMD:SOT-23-5"),
        "limiter: is called SOT-23-6 but lies on SOT-23-5",
    ),
    "a patch lead of other colours": (
        "leads",
        lambda s: s["cable_kinds"]["patch"].update(colours=["WHGN", "GN", "WHOG", "BU", "WHBU", "OG", "WHBN", "BN"]),
        "patch: the colours are not those",
    ),
    "a patch lead of 32 AWG": (
        "leads",
        lambda s: s["cable_kinds"]["patch"].update(gauge=32, ohms_per_metre=0.54),
        "patch: 32 AWG is thinner",
    ),
    "a patch lead of 5 ohm a metre": (
        "leads",
        lambda s: s["cable_kinds"]["patch"].update(ohms_per_metre=5),
        "26 AWG is 0.134 ohm a metre, not 5",
    ),
    "a lead inside of 2 ohm a metre": (
        "leads",
        lambda s: s["cable_kinds"]["inside"].update(ohms_per_metre=2),
        "inside: 24 AWG is 0.084",
    ),
    "a bus of 1 MHz": ("speed", lambda s: s["bus"].update(hertz=1_000_000), "over the 400000 Hz"),
    "a bus the firmware does not drive": ("speed", lambda s: s["bus"].update(hertz=100_000), "does not drive it"),
    "a display lead with two pins exchanged at both ends": (
        "words",
        lambda s: both_ends(s, "seat", "J2.1", "J2.2", "display"),
        r"seat/J2\.1: VCC is printed at it",
    ),
    "a UART with its lines exchanged under its words": (
        "words",
        lambda s: both_ends(s, "centre", "J11.1", "J11.2", "none"),
        r"centre/J11\.1: TX is printed at it",
    ),
    "pixels with 5 V and ground exchanged under their words": (
        "words",
        lambda s: both_ends(s, "centre", "J6.1", "J6.3", "pixels"),
        r"centre/J6\.1: 5V is printed at it",
    ),
    "EAST and WEST exchanged on the print": ("words", words_exchanged, "J1: EAST is printed at J3, WEST"),
    "a jack without its word": (
        "words",
        lambda s: word(s, "centre", "NORTH - NOT ETHERNET", "NOT ETHERNET"),
        "J4: NORTH is printed nowhere",
    ),
    "two parts on one spot": (
        "crowding",
        lambda s: place(s, "centre", "C3", s["layout"]["centre"]["at"]["U2"]),
        "centre/U2: lies on C3|centre/C3: lies on U2",
    ),
    "a part under a jack": (
        "crowding",
        lambda s: place(s, "seat", "R17", [29, 5, 0]),
        "seat/R17: lies under J1",
    ),
    "a jack inside the edge": (
        "openings",
        lambda s: place(s, "centre", "J1", [48, 73, 0]),
        "centre/J1: stands -2.5 mm over the edge",
    ),
    "holes further in": (
        "openings",
        lambda s: s["layout"]["centre"]["holes"].__setitem__(0, [8, 8]),
        "centre board: a hole at 8, 8 is not in its corner",
    ),
    "a window narrower than the jack": (
        "openings",
        lambda s: s["mechanics"]["jack"].update(wide=13),
        "jack: 13 mm for a part of 15.81 mm",
    ),
    "a USB window narrower than the plug": (
        "openings",
        lambda s: s["mechanics"]["usb-c"].update(plug=[7, 6.6]),
        "usb-c: 7 mm for a part of 12.35 mm",
    ),
    "a lamp in a hole of half its size": (
        "openings",
        lambda s: s["mechanics"]["lamp"].update(hole=5),
        "lamp: 5 mm for a part of 10 mm",
    ),
    "a budget that counts on dark screens": (
        "caps",
        lambda s: s["caps"]["usb"].update(lit_percent=5),
        "usb: counts on 5 % of the pixels",
    ),
    "an interrupt wire on another pin": (
        "wiring",
        lambda s: s["pins"]["EAST_INT"].update(gp=13),
        "east interrupt: goes to GP19",
    ),
}
