"""Mistakes in counts, footprints, leads, print and places to plant in the description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.fault_injection import move
from hardware.faults_of_parts import place, stock, word

if TYPE_CHECKING:
    from hardware.faults_of_parts import Plant


def extra(source: dict[str, Any], start: str, **changes: object) -> None:
    """Change what is ordered beside the boards."""
    next(entry for entry in source["extras"] if entry["name"].startswith(start)).update(changes)


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


ASSEMBLY_FAULTS: dict[str, Plant] = {
    "too few key caps": ("counts", lambda s: extra(s, "key cap", quantity=4), "key cap 12 mm: 4 ordered, 12 used"),
    "too few patch leads": ("counts", lambda s: extra(s, "patch lead", quantity=3), "3 ordered, 4 used"),
    "too few seat boards": ("counts", lambda s: extra(s, "seat board", quantity=1), "1 ordered, 4 used"),
    "too few screws": ("counts", lambda s: extra(s, "thread-forming", quantity=40), "40 ordered, 60 used"),
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
        lambda s: place(s, "seat", "R17", [6, 14, 0]),
        "seat/R17: lies under J1",
    ),
    "a jack inside the edge": (
        "edges",
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
