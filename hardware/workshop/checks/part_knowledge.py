"""What is known of parts from elsewhere: pin orders, packages, and what makers write into their part numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workshop.checks.finding import Finding
from workshop.design import quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from workshop.design import Design, Kind

# Pin orders as KiCad's own symbols have them; a test compares this table with the library where it is installed.
SYMBOLS = {
    "74xGxx:74AHCT1G125": "3 GND, 5 VCC",
    "Connector:8P8C": "",
    "Connector:USB_C_Receptacle_PowerOnly_6P": "A5 CC1, A9 VBUS, A12 GND, B5 CC2, B9 VBUS, B12 GND, S1 SHIELD",
    "Device:D_Schottky": "1 K, 2 A",
    "Device:LED": "1 K, 2 A",
    "Diode:BZX84Cxx": "1 A, 2 NC, 3 K",
    "Interface_Expansion:MCP23008-xSO": "1 SCL, 2 SDA, 3 A2, 4 A1, 5 A0, 6 RESET, 7 NC, 8 INT, 9 VSS, 10 GP0, 11 GP1, "
    "12 GP2, 13 GP3, 14 GP4, 15 GP5, 16 GP6, 17 GP7, 18 VDD",
    "Memory_NVRAM:FM24C64B": "1 A0, 2 A1, 3 A2, 4 VSS, 5 SDA, 6 SCL, 7 WP, 8 VDD",
    "Power_Protection:USBLC6-4SC6": "1 I/O1, 2 GND, 3 I/O2, 4 I/O3, 5 VBUS, 6 I/O4",
    "Power_Supervisor:MCP130-xxxxTT": "1 RST, 2 VDD, 3 VSS",
    "Regulator_Linear:AP2112K-3.3": "1 VIN, 2 GND, 3 EN, 4 NC, 5 VOUT",
    "Transistor_BJT:BC817": "1 B, 2 E, 3 C",
    "Transistor_BJT:MMBT3906": "1 B, 2 E, 3 C",
    "Transistor_FET:AO3401A": "1 G, 2 S, 3 D",
}
# Kinds KiCad has no symbol of, from their makers' pages.
PAGES = {
    "LIMITER": "1 IN, 2 GND, 3 EN, 4 FAULT, 5 ILIM, 6 OUT",
    "SSD1309": "1 VCC, 2 GND, 3 SDA, 4 SCL, 5 CS, 6 DC, 7 RES",
    "PICO": ", ".join(
        f"{number} GP{gp}"
        for gp, number in enumerate(
            (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)
        )
    )
    + ", 31 GP26, 32 GP27, 34 GP28, 30 RUN, 33 AGND, 35 ADC_VREF, 36 3V3, 37 3V3_EN, 39 VSYS, 40 VBUS, "
    + ", ".join(f"{number} GND" for number in (3, 8, 13, 18, 23, 28, 38)),
}
ALIASES = {"VOUT": "OUT", "I/O1": "IO1", "I/O2": "IO2", "I/O3": "IO3", "I/O4": "IO4"}
# A kind whose own page names a supply otherwise than KiCad's part with the same pins.
RENAMED = {"FRAM": {"VSS": "GND", "VDD": "VCC"}}


def check_pin_orders(design: Design) -> Iterator[Finding]:
    """Check that a kind has the pins, by number, that KiCad's symbol or its maker's page gives it."""
    for kind in design.kinds.values():
        symbol = kind.facts.get("symbol")
        if symbol is not None and symbol not in SYMBOLS:
            yield Finding("pin orders", kind.name, f"nobody knows the pins of {symbol}")
        told = SYMBOLS.get(symbol, "") if symbol else PAGES.get(kind.name, "")
        mine = {number: pin.name for pin in kind.pins.values() for number in pin.numbers}
        for number, name in mine.items():
            if name.isdigit() and name != number:
                yield Finding("pin orders", kind.name, f"pin {name} lies on pad {number}")
        for number, name in _pins(kind, told).items():
            if mine.get(number) != name:
                source = symbol or "its maker's page"
                yield Finding("pin orders", kind.name, f"pin {number} is {name} by {source}, here {mine.get(number)}")


def _pins(kind: Kind, told: str) -> dict[str, str]:
    """Return names by numbers, as our own description calls them."""
    pairs = [entry.split(" ", 1) for entry in told.split(", ")] if told else []
    renamed = RENAMED.get(kind.name, {})
    return {number: renamed.get(name, ALIASES.get(name, name)) for number, name in pairs}


# What a package is called in a part's name, and in the name of its footprint.
PACKAGES = {
    "0805": "0805",
    "1812": "1812",
    "SMA": "D_SMA",
    "SOT-23": "SOT-23",
    "SOT-23-5": "SOT-23-5",
    "SOT-23-6": "SOT-23-6",
    "SOIC-8": "SOIC-8",
    "SOIC-18": "SOIC-18",
    "JST": "JST_XH",
}
COUNTS = (r"SOT-23-(\d)", r"SOIC-(\d+)W?_", r"1x(\d\d)_", r"_(\d)P_", r"-x(\d\d)_")


def check_packages(design: Design) -> Iterator[Finding]:
    """Check that a footprint is of the package that the part's name says, with its pads and its pitch."""
    for name, entry in design.source["stock"].items():
        footprint = entry.get("footprint", "").partition(":")[2]
        if not footprint:
            continue
        for word, wanted in PACKAGES.items():
            if re.search(rf"(?<![-\w]){word}(?![-\w])", entry["name"]) and not re.search(
                rf"{wanted}(?!-?\d)", footprint
            ):
                yield Finding("packages", name, f"is called {word} but lies on {footprint}")
        pins = {number for pin in design.kinds[entry["type"]].pins.values() for number in pin.numbers}
        count = next((int(found[1]) for pattern in COUNTS if (found := re.search(pattern, footprint))), None)
        if re.fullmatch(r"SOT-23", footprint):
            count = 3
        if count is not None and count < len(pins - {"S1"}):
            yield Finding("packages", name, f"has {len(pins)} pins, {footprint} has {count} pads")
        if "can_mm" in entry:
            across, pitch = entry["can_mm"]
            found = re.search(r"D([\d.]+)mm_P([\d.]+)mm", footprint)
            if not found or float(found[1]) < across or float(found[2]) != pitch:
                yield Finding(
                    "packages", name, f"is {across} mm across with {pitch} mm between its legs, not {footprint}"
                )


# Parts that fit their own maker's pads alone, and what those are called in KiCad's library.
OWN_PADS = {
    "JACK": "RJ45_Amphenol_54602-x08_Horizontal",
    "USB_C": "USB_C_Receptacle_GCT_USB4135-GF-A_6P_TopMnt_Horizontal",
    "SWITCH": "SW_PUSH-12mm",
    "PLUG": "JST_XH_{mpn}_1x0{ways}_P2.50mm_Vertical",
}


def check_own_pads(design: Design) -> Iterator[Finding]:
    """Check that a plug, jack, socket or key lies on the pads that were drawn for it, with its pitch."""
    for name, entry in design.source["stock"].items():
        kind = re.sub(r"(PLUG)\d", r"\1", entry["type"])
        if kind not in OWN_PADS or "footprint" not in entry:
            continue
        ways = entry["type"][-1]
        if name.startswith("header"):
            wanted = f"PinHeader_1x0{ways}_P2.54mm_Vertical"
        elif name.startswith("wires"):
            wanted = f"SolderWire-0.25sqmm_1x0{ways}_P4.2mm_D0.65mm_OD1.7mm"
        else:
            wanted = OWN_PADS[kind].format(mpn=entry["mpn"], ways=ways)
        footprint = entry["footprint"].partition(":")[2]
        if footprint != wanted:
            yield Finding("own pads", name, f"lies on {footprint}, not on {wanted}")


def _yageo(text: str) -> float:
    """Read a resistor's code: 2K2 is 2200, 100R is 100, 19K6 is 19600."""
    return quantity(text.replace("K", "k"))


def _three_digits(text: str) -> float:
    """Read a capacitor's three digits in picofarads: 103 is 10 nF."""
    return float(text[:2]) * 10.0 ** int(text[2]) * 1e-12


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * abs(other)


def _resistor(found: re.Match[str], entry: dict[str, Any]) -> str:
    return "" if _same(_yageo(found[1]), quantity(entry["value"])) else f"its number says {found[1]}"


def _four_digits(found: re.Match[str], entry: dict[str, Any]) -> str:
    ohms = float(found[1]) * 10.0 ** int(found[2])
    return "" if _same(ohms, quantity(entry["value"])) else f"its number says {ohms:g} ohm"


def _ceramic(found: re.Match[str], entry: dict[str, Any]) -> str:
    if not _same(_three_digits(found[2]), quantity(entry["value"])):
        return f"its number says {found[2]} pF"
    volts = CHIP_VOLTS[found[1]]
    return "" if volts == entry["volts"] else f"its number says {volts:g} V"


CHIP_VOLTS = {"5": 6.3, "6": 10, "7": 16, "8": 25, "9": 50, "0": 100, "A": 25, "B": 50}
CAN_VOLTS = {"0J": 6.3, "1A": 10, "1C": 16, "1E": 25, "1V": 35}


def _can(found: re.Match[str], entry: dict[str, Any]) -> str:
    right = _same(_three_digits(found[2]) * 1e6, quantity(entry["value"])) and CAN_VOLTS[found[1]] == entry["volts"]
    return "" if right else f"its number says {found[2][:2]}e{found[2][2]} uF and {CAN_VOLTS[found[1]]} V"


def _fuse(found: re.Match[str], entry: dict[str, Any]) -> str:
    right = int(found[1]) * 10 == entry["limit_ma"] and float(found[2] or 6) == entry["volts"]
    return "" if right else f"its number says {int(found[1]) / 100} A and {found[2] or 6} V"


def _named(fact: str, scale: float = 1.0) -> Callable[[re.Match[str], dict[str, Any]], str]:
    def compare(found: re.Match[str], entry: dict[str, Any]) -> str:
        said, told = float(found[1].replace("V", ".")) * scale, entry[fact]
        inside = told[0] <= said <= told[1] if isinstance(told, list) else _same(said, told)
        return "" if inside else f"its number says {said:g}, here {fact} is {told}"

    return compare


def _nothing(_: re.Match[str], __: dict[str, Any]) -> str:
    return ""


def _holes(found: re.Match[str], entry: dict[str, Any]) -> str:
    return "" if int(found[1]) == int(entry["type"].removeprefix("PLUG")) else f"its number says {int(found[1])} ways"


# Kind of part: what its number must look like, and what is read from it.
NUMBERS: tuple[tuple[str, str, Callable[[re.Match[str], dict[str, Any]], str]], ...] = (
    ("R", r"RC0805FR-07(\w+)L", _resistor),
    ("R", r"0805W8F(\d{3})(\d)T5E", _four_digits),
    ("C", r"CC0805KRX7R([5-9])BB(\d{3})", _ceramic),
    ("C", r"CL21([AB])(\d{3})K\w+", _ceramic),
    ("C", r"EEU-FR(\d\w)(\d{3})", _can),
    ("FUSE", r"MF-MSMF(\d{3})(?:/(\d+))?X?-2", _fuse),
    ("DIODE", r"SMAJ(\d+)A", _named("stands_off")),
    ("DIODE", r"SS3(\d)", _nothing),
    ("ZENER", r"BZX84-B(\dV\d)(?:,215)?", _named("breaks_at")),
    ("LIMITER", r"(TPS2553)DBVR", _nothing),
    ("REGULATOR", r"(AP2112K)-3\.3TRG1", _nothing),
    ("SHIFTER", r"(SN74AHCT)1G125DBVR", _nothing),
    ("SUPERVISOR", r"MCP130T-(\d\d)\dI/TT", _named("trips_at", 0.1)),
    ("MCP23008", r"(MCP23008)-E/SO", _nothing),
    ("FRAM", r"(MB85RC256V)PNF.*", _nothing),
    ("ESD", r"(USBLC6-4)SC6", _nothing),
    ("NPN", r"(BC817)-40(?:,215)?", _nothing),
    ("PNP", r"(MMBT3906)LT1G", _nothing),
    ("PMOS", r"(AO3401A)", _nothing),
    ("SWITCH", r"(B3F-405)[05]", _nothing),  # 7.3 mm high with a plunger for caps; B3F-40xx others have none
    ("SWITCH", r"(OBSF-24|PBS-33B)", _nothing),
    ("PIXELS", r"(WS2812)B", _nothing),  # of 5 V; WS2815 takes 12 V
    ("PIEZO", r"PKM22EPPH(\d)001-B0", _named("hertz", 1000)),
    ("JACK", r"(54602)-908LF", _nothing),
    ("USB_C", r"(USB4135)-GF-A", _nothing),
    ("PICO", r"(SC1632|SC0917)", _nothing),
    ("LED", r"L-813(I)D", _nothing),
    ("PLUG", r"B(\d)B-XH-A", _holes),
    ("PLUG", r"M20-999(\d\d)46", _holes),
)


def check_part_numbers(design: Design) -> Iterator[Finding]:
    """Check that a part's number is one of its kind, and that what it says is what the description says."""
    for name, entry in design.source["stock"].items():
        for said in part_number_contradictions(entry) if not entry.get("bare") else ():
            yield Finding("part numbers", name, said)
        yield from _said_by_name(name, entry)


def part_number_contradictions(entry: dict[str, Any]) -> Iterator[str]:
    """Yield what a part's number says against the rest of its entry."""
    kind = re.sub(r"(PLUG)\d", r"\1", entry["type"])
    known = [(pattern, compare) for of, pattern, compare in NUMBERS if of == kind]
    number = str(entry.get("mpn"))
    matches = [(found, compare) for pattern, compare in known if (found := re.fullmatch(pattern, number))]
    if known and not matches:
        yield f"{number} is no number of this kind of part"
    for found, compare in matches:
        if said := compare(found, entry):
            yield said


def _said_by_name(name: str, entry: dict[str, Any]) -> Iterator[Finding]:
    """Compare value, volts and tolerance in a part's name, such as `resistor 2.2 kohm 1 %`, with its entry."""
    volts = re.search(r"([\d.]+) V\b", entry["name"])
    if entry["type"] == "C" and (not volts or float(volts[1]) != entry["volts"]):
        yield Finding("part numbers", name, f"is called {volts and volts[0]}, bears {entry['volts']} V")
    if entry["type"] == "R" and " 1 % " not in entry["name"]:
        yield Finding("part numbers", name, "is a 1 % resistor by its number, by its name it is not")
    tone = re.search(r"([\d.]+) kHz", entry["name"])
    if "hertz" in entry and (not tone or float(tone[1]) * 1000 != entry["hertz"]):
        yield Finding("part numbers", name, f"is called {tone and tone[0]}, sounds at {entry['hertz']} Hz")
    units = {"ohm": 1.0, "kohm": 1e3, "nF": 1e-9, "uF": 1e-6}
    found = re.search(r"([\d.]+) (kohm|ohm|nF|uF)\b", entry["name"])
    if found and entry["type"] in {"R", "C"} and not _same(float(found[1]) * units[found[2]], quantity(entry["value"])):
        yield Finding("part numbers", name, f"is called {found[0]}, its value is {entry['value']}")
