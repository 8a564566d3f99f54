"""Mistakes in what is ordered, printed and said, in places and in figures; planted like the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.faults_of_assembly import extra
from hardware.faults_of_parts import part, place, stock, word

if TYPE_CHECKING:
    from hardware.faults_of_parts import Plant

Source = dict[str, Any]


def figure(source: Source, path: str, value: object) -> None:
    """Write another figure into the description, by its path."""
    *folders, name = path.split(".")
    for folder in folders:
        source = source[folder]
    source[name] = value


def feed(source: Source, to: str, **changes: object) -> None:
    """Change what feeds a rail, or with no changes take it away."""
    found = next(entry for entry in source["feeds"] if entry["to"] == to)
    if changes:
        found.update(changes)
    else:
        source["feeds"].remove(found)


def moved_word(source: Source, text: str, x: float, y: float) -> None:
    """Print a word of the centre board elsewhere."""
    next(entry for entry in source["layout"]["centre"]["words"] if entry[0] == text)[1:3] = [x, y]


def exchanged(source: Source, board: str, one: str, two: str) -> None:
    """Print two words in each other's place."""
    word(source, board, one, "?")
    word(source, board, two, one)
    word(source, board, "?", two)


def four_ways_for_five(source: Source) -> None:
    """Order leads with a plug that is too small."""
    found = next(entry for entry in source["extras"] if "5-way" in entry["name"])
    found.update(name="crimped JST XH lead 4-way 20 cm", mpn="XHP-4 with SXH-001T-P0.6")


def zone(source: Source, net: str, *corners: list[int]) -> None:
    """Flood another part of the centre board."""
    source["layout"]["centre"]["zones"] = [[net, *corners]]


ORDERED: dict[str, Plant] = {
    "a supply of 12 V on the list": (
        "goods",
        lambda s: extra(s, "supply", name="supply 12 V 3 A USB-C"),
        r"must give 4\.85 to 5\.25 V",
    ),
    "a supply that never opens the fuse": (
        "goods",
        lambda s: extra(s, "supply", name="supply 5.1 V 1 A USB-C"),
        "must give the 3 A that open the fuse",
    ),
    "leads of 3 m on the list": (
        "goods",
        lambda s: extra(s, "patch lead", name="patch lead Cat5e UTP 3 m", mpn="Cat5e UTP straight 3 m 26 AWG"),
        "says 3 and 3, the lead that was computed is 2",
    ),
    "thin leads on the list": (
        "goods",
        lambda s: extra(s, "patch lead", mpn="Cat5e UTP straight 2 m 32 AWG"),
        "says 32, the gauge that was computed is 26",
    ),
    "crossed leads on the list": (
        "goods",
        lambda s: extra(s, "patch lead", mpn="Cat5e UTP crossed 2 m 26 AWG"),
        "must be straight",
    ),
    "screws that come out on the other side": (
        "goods",
        lambda s: extra(s, "thread-forming", name="thread-forming screw for plastic 3x12 mm", mpn="3.0x12 mm"),
        "says 12 and 12, the screw of the models is 8",
    ),
    "feet too small for their recess": (
        "goods",
        lambda s: extra(s, "rubber foot", name="rubber foot 8 mm self-adhesive", mpn="rubber foot 8x3 mm"),
        "says 8 and 8, the recess in the models is 10",
    ),
    "caps for another key": (
        "goods",
        lambda s: extra(s, "key cap", name="key cap 6 mm"),
        "says 6, the cap of the models",
    ),
    "sockets that are too short": (
        "goods",
        lambda s: extra(s, "socket strip", name="socket strip 1x15"),
        "says 15, one side of the Pico is 20",
    ),
    "leads with a plug too small": ("goods", four_ways_for_five, "4-way 20 cm: goes with xh5"),
    "too little filament": (
        "goods",
        lambda s: extra(s, "PETG", name="PETG filament 0.2 kg"),
        r"the prints of a table take about 0\.\d\d kg",
    ),
    "a part that costs less than nothing": ("prices", lambda s: stock(s, "panel", eur=-18), "panel: costs -18 EUR"),
    "a part that is dearer of twenty": (
        "prices",
        lambda s: stock(s, "key", eur_twenty=0.46),
        r"key: costs 0\.46 EUR of twenty tables",
    ),
    "a lamp of another colour": (
        "part numbers",
        lambda s: stock(s, "lamp", mpn="L-813GD"),
        "lamp: L-813GD is no number",
    ),
    "a capacitor whose name promises more volts": (
        "part numbers",
        lambda s: stock(s, "c-2200u", name="electrolytic capacitor 2200 uF 16 V"),
        "is called 16 V, bears 10 V",
    ),
    "a resistor that may be 5 % off by its name": (
        "part numbers",
        lambda s: stock(s, "r-118k", name="resistor 118 kohm 5 % 0805"),
        "by its name it is not",
    ),
    "a regulator for 5 V": (
        "part numbers",
        lambda s: stock(s, "regulator", mpn="AP2112K-5.0TRG1"),
        "AP2112K-5.0TRG1 is no number",
    ),
    "a limiter that stays off once it has limited": (
        "part numbers",
        lambda s: stock(s, "limiter", mpn="TPS2553DBVR-1"),
        "TPS2553DBVR-1 is no number",
    ),
}

PLACED: dict[str, Plant] = {
    "a plug on pads of 2.0 mm": (
        "own pads",
        lambda s: stock(s, "xh7", footprint="Connector_JST:JST_XH_B7B-XH-A_1x07_P2.00mm_Vertical"),
        r"xh7: lies on JST_XH_B7B-XH-A_1x07_P2\.00mm",
    ),
    "a key on pads of a small one": (
        "own pads",
        lambda s: stock(s, "key", footprint="Button_Switch_THT:SW_PUSH_6mm"),
        "key: lies on SW_PUSH_6mm",
    ),
    "a jack on another maker's pads": (
        "own pads",
        lambda s: stock(s, "jack", footprint="Connector_RJ:RJ45_Ninigi_GE"),
        "jack: lies on RJ45_Ninigi_GE",
    ),
    "a USB-C socket on another maker's pads": (
        "own pads",
        lambda s: stock(s, "usb-c", footprint="Connector_USB:USB_C_Receptacle_HRO_TYPE-C-31-M-12"),
        "usb-c: lies on USB_C_Receptacle_HRO",
    ),
    "a header of the other family": (
        "own pads",
        lambda s: stock(s, "header3", footprint="Connector_PinHeader_2.00mm:PinHeader_1x03_P2.00mm_Vertical"),
        r"header3: lies on PinHeader_1x03_P2\.00mm",
    ),
    "the Pico's socket in the middle of the board": (
        "edges",
        lambda s: place(s, "centre", "U1", [54, 45, 0]),
        "centre/U1: its USB end lies 53 mm inside the edge",
    ),
    "the supply's socket that opens inwards": (
        "edges",
        lambda s: place(s, "centre", "J5", [13, 83.28, 180]),
        "centre/J5: stands -6.9",
    ),
    "a seat's jack that opens inwards": (
        "edges",
        lambda s: place(s, "seat", "J1", [32, 10, 0]),
        "seat/J1: stands -1",
    ),
    "static that reaches the chip first": (
        "near jacks",
        lambda s: place(s, "seat", "U3", [50, 30, 180]),
        "seat/U3: lies 56",
    ),
    "protection at the other end of the board": (
        "near jacks",
        lambda s: s["layout"]["centre"]["near"]["J1"].update(U6=[40, -40, 0]),
        "centre/U6: lies 72 mm from J1",
    ),
    "a supply without its flood": ("floods", lambda s: s["layout"]["centre"].pop("zones"), "V5 is 0 cm2 of flood"),
    "a flood of the wrong net": (
        "floods",
        lambda s: s["layout"]["centre"]["zones"][0].__setitem__(0, "V5_IN"),
        "V5_IN is flooded",
    ),
    "a flood too small to help": (
        "floods",
        lambda s: zone(s, "V5", [12, 58], [40, 58], [40, 40], [12, 40]),
        "V5 is 8 cm2 of flood",
    ),
    "a bar that does not reach the piezo": (
        "keepers",
        lambda s: figure(s, "mechanics.piezo_keeper.stud", 12),
        r"piezo: its bar lies 3\.0 mm over it",
    ),
    "a bar that crushes the piezo": (
        "keepers",
        lambda s: figure(s, "mechanics.piezo_keeper.stud", 5),
        r"piezo: its bar lies -4\.0 mm",
    ),
    "a collar that falls through the lamp's hole": (
        "keepers",
        lambda s: figure(s, "mechanics.lamp_keeper.collar", [8, 9]),
        "lamp: a collar of 8 to 9 mm",
    ),
    "a display of another size in the model": (
        "sizes",
        lambda s: figure(s, "mechanics.panel.module", [72, 43]),
        r"panel: the model has \[72, 43",
    ),
    "a piezo of another size in the model": (
        "sizes",
        lambda s: figure(s, "mechanics.piezo.across", 12),
        "piezo: is piezo sounder 22 mm",
    ),
    "a lamp of 5 mm in a hole of 10": (
        "sizes",
        lambda s: stock(s, "lamp", name="LED 5 mm red diffused", value="red 5 mm"),
        "lamp: is LED 5 mm red diffused",
    ),
    "a strip of 30 pixels to the metre": (
        "marker",
        lambda s: figure(s, "mechanics.pixels.pitch", 33.3),
        r"its pixels lie 33\.3 mm apart",
    ),
    "a marker with two pixels a letter": (
        "marker",
        lambda s: part(s, "lid", "LED1", count=8),
        "has 8 pixels, the firmware lights 12",
    ),
}

PRINTED: dict[str, Plant] = {
    "a drawing of a part that is gone": (
        "drawings",
        lambda s: s["drawings"]["seat"]["Keys"].append(["R99"]),
        "seat board: there is no part R99",
    ),
    "a chip that no drawing shows in its place": (
        "drawings",
        lambda s: s["drawings"]["centre"].pop("Pico"),
        "centre board: U1 stands in no line",
    ),
    "a part drawn twice": (
        "drawings",
        lambda s: s["drawings"]["seat"]["Lead"].append(["U1"]),
        "seat board: U1 stands in 2 lines",
    ),
    "a jack without its warning": (
        "words",
        lambda s: word(s, "centre", "SOUTH - NOT ETHERNET", "SOUTH"),
        "centre/J2: NOT ETHERNET is not printed at it",
    ),
    "a seat board without its warning": (
        "words",
        lambda s: word(s, "seat", "NOT ETHERNET", "ETHERNET"),
        "seat/J1: NOT ETHERNET is not printed",
    ),
    "two plugs with each other's word": (
        "words",
        lambda s: exchanged(s, "seat", "RIICHI", "LAMP"),
        "seat/J3: RIICHI is printed at J4, LAMP",
    ),
    "a board of the last revision": (
        "words",
        lambda s: word(s, "seat", "TENBO SEAT C", "TENBO SEAT A"),
        "seat board: revision C is printed nowhere",
    ),
    "a board that says it was built": (
        "words",
        lambda s: word(s, "centre", "TENBO CENTRE C - not yet built", "TENBO CENTRE C"),
        "does not say that it was never built",
    ),
    "USB END at the other end of the Pico": (
        "pico words",
        lambda s: moved_word(s, "PICO USB END", 33, 45),
        "PICO USB END must be printed at that end",
    ),
    "pin 1 marked at pin 20": ("pico words", lambda s: moved_word(s, "1", 42.2, 46), "1 must be printed at that end"),
    "a test point with its neighbour's name": (
        "purposes",
        lambda s: part(s, "centre", "TP11", label="WEST_5V"),
        "centre/TP11: is called WEST_5V, is on EAST_5V",
    ),
    "a pull-up said to be of the other line": (
        "purposes",
        lambda s: part(s, "seat", "R17", does="pull-up of SCL"),
        "east/R17: is said to be for SCL",
    ),
    "a capacitor said to be at the other button": (
        "purposes",
        lambda s: part(s, "centre", "C6", does="takes static on UNDO"),
        "centre/C6: is said to be for UNDO",
    ),
}

FIGURES = {
    "types.SSD1309.volts.VCC": [3.0, 5.5],
    "types.MCP23008.high.fraction": 0.5,
    "types.SHIFTER.high.volts": 0.8,
    "types.REGULATOR.volts.VIN": [2.5, 6.0],
    "sources.VBUS.limit_ma": 900,
    "sources.V5_SOCKET.volts": [5.0, 5.1, 5.25],
    "stock.limiter.drop": [0, 0],
    "stock.diode.drop": [0.0, 0.0],
    "stock.panel.lit_ma": 20,
    "stock.pico.draw_ma.capped": 4,
    "cable_kinds.patch.pf_per_metre": 5,
    "caps.margin_percent": 0,
    "caps.typical.contrast": 200,
}
COMPUTED: dict[str, Plant] = {
    f"another figure for {path}": ("figures", lambda s, path=path, value=value: figure(s, path, value), f"{path}: is")
    for path, value in FIGURES.items()
} | {
    "a seat that nothing feeds": ("feeds", lambda s: feed(s, "NORTH_5V"), "NORTH_5V: is fed by nothing"),
    "a seat fed over its neighbour's lead": (
        "feeds",
        lambda s: feed(s, "EAST_5V", lead="SOUTH lead"),
        "EAST_5V: goes over SOUTH lead",
    ),
    "tracks that cost nothing": (
        "feeds",
        lambda s: next(entry for entry in s["feeds"] if entry["through"] == "U2").pop("copper"),
        "U2 to V5: nothing is counted for its tracks",
    ),
}
