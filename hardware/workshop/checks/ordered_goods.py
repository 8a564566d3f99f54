"""What is ordered beside the boards: the words of each line against the sizes and counts that the design has."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from workshop import box_dimensions, box_rendering, stl
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

# Walls, roofs and a fifth of what is between, as a share of the solid volume of our prints; and what a print loses.
PLASTIC_SHARE, WASTE = 0.62, 1.1
PICO_ROW = 20
LEAST_SHARE = 0.4  # of the price of one, when twenty times as many are bought
# How a line begins, and how many of it each part takes.
GOES_WITH = {
    "patch lead": ("jack", 0.5),
    "supply": ("usb-c", 1),
    "USB cable": ("pico", 1),
    "socket strip": ("pico", 2),
    "key cap": ("key", 0.75),
    "cap of OK": ("key", 0.25),
    "crimped JST XH lead 7-way": ("xh7", 1),
    "crimped JST XH lead 5-way": ("xh5", 1),
    "crimped JST XH lead 4-way": ("xh4", 1),
    "crimped JST XH lead 3-way": ("xh3", 1),
    "crimped JST XH lead 2-way": ("xh2", 1),
    "centre board": ("board centre", 1),
    "key strip": ("board keys", 1),
    "seat board": ("board seat", 1),
    "thread-forming": ("screws", 1),
    "rubber foot": ("feet", 1),
    "LED 3 mm": ("riichi-key", 1),
    "clamp screw": ("clamps", 1),
    "floor screw": ("floor screws", 1),
}
# How a line begins, and what its name and number must say.
SAYS = (
    ("USB cable", r"A to micro-B .*; USB 2\.0 data cable$", "the Pico has a micro-B socket and needs the data wires"),
    ("key cap", r"; B32-16\d0$", "B32-16x0 is the cap of 12 mm"),
    ("cap of OK", r"; B32-16x0 in (?!black)\w+$", "it has another colour than the other caps"),
    ("white or clear", r"; PETG white or clear 1\.75 mm$", "the caps of RIICHI let its light through"),
    ("socket strip", r"; M20-7822046$", "M20-78220 is the socket of twenty ways, 8.5 mm high"),
    ("supply", r"USB-C; KSA-15E-051300HE$", "051300 is 5.1 V and 3 A"),
    ("thread-forming", r" for plastic 3x8 mm; 3\.0x8 mm thread-forming", "the holes of the models are for 3 mm"),
    (
        "LED 3 mm",
        r"red diffused; WP710A10ID$",
        "a red LED takes 2 V, by which its resistor is chosen",
    ),
    ("centre board", r"; kicad/centre$", "its files are kicad/centre"),
    ("key strip", r"; kicad/keys$", "its files are kicad/keys"),
    ("seat board", r"; kicad/seat$", "its files are kicad/seat"),
    (
        "hook-up wire",
        r"wire 26 AWG, heat-shrink, tracing film; wire .* m of .* colours, heat-shrink",
        "BUILD takes wire, heat-shrink and tracing film from it",
    ),
    ("clamp screw", r"M6x\d+ with nut; M6x\d+ DIN 933, nut DIN 934$", "a nut lies in each clamp and in the shelf"),
    (
        "floor screw",
        r"M4x\d+ with nut and washer; M4x\d+ DIN 7985, nut DIN 934, washer DIN 125$",
        "nuts lie in the floor of a seat box and in the shelf, washers under the slots of the clamps",
    ),
    ("USB-C lead", r"USB-C plug, red and black wire", "TEST's first power goes in through its two bare ends"),
    ("PETG", r"; PETG .*1\.75 mm$", "the printers of today take 1.75 mm"),
)
# How a line begins that must be on the list.
ON_THE_LIST = (*GOES_WITH, "PETG filament", "white or clear filament", "hook-up wire", "USB-C lead with two bare ends")
MOST_PLASTIC = 2  # times what the prints take
# The dear lines, and between which prices in EUR such a thing is sold.
SOLD_AT = {
    "panel": (12, 30),
    "pico": (4, 9),
    "riichi-key": (0.4, 3),
    "expander": (1, 3),
    "jack": (0.5, 2),
    "fram": (2, 8),
    "supply": (6, 15),
    "USB cable": (1, 6),
    "PETG": (8, 30),
    "patch lead": (1, 4),
}
COPIES = {"seat_box": 4, "centre_box": 1, "clamp": 8, "clamp short": 4, "tongue": 4, "shelf": 1}
INSTEAD = ("tongue body", "clamp short", "shelf arm")  # of the long clamps, and of the shelf's plate


def check_goods(design: Design) -> Iterator[Finding]:
    """Check the numbers in a line's name and part number: lengths, volts, ways, millimetres, kilograms."""
    yield from _struck(design)
    for entry in design.source["extras"]:
        words = f"{entry.get('name', '')}; {entry.get('mpn', '')}"
        for start, pattern, wanted, what in expected_numbers(design):
            if words.startswith(start):
                found = [float(number) for number in re.findall(pattern, words)]
                if not found or any(abs(number - wanted) > 1e-6 for number in found):
                    said = " and ".join(f"{number:g}" for number in found) or "nothing"
                    yield Finding("goods", entry["name"], f"says {said}, {what} is {wanted:g}")
        for start, wanted_words, why in SAYS:
            if words.startswith(start) and not re.search(wanted_words, words):
                yield Finding("goods", entry["name"], f"says {words}: {why}")
        for start, (goes, each) in GOES_WITH.items():
            if words.startswith(start) and entry.get("each", {}).get(goes, each) != each:
                yield Finding(
                    "goods", entry["name"], f"counts {entry['each'][goes]:g} for each {goes}, it takes {each:g}"
                )
        if words.startswith("patch lead") and "straight" not in words:
            yield Finding("goods", entry["name"], "must be straight")
        if words.startswith("supply"):
            yield from _supply(design, entry)
        ways = re.search(r"XH lead (\d)-way", words)
        if ways:
            plugs = {word for word in entry.get("each", {}) if re.fullmatch(r"xh\d", word)}
            if plugs != {f"xh{ways[1]}"} or f"XHP-{ways[1]} " not in words:
                yield Finding("goods", entry["name"], f"goes with {' and '.join(sorted(plugs))}, {entry['mpn']}")
        kilograms = re.search(r"filament ([\d.]+) kg", words)
        if kilograms and not plastic_kg() <= float(kilograms[1]) <= MOST_PLASTIC * plastic_kg():
            yield Finding("goods", entry["name"], f"the prints of a table take about {plastic_kg():.2f} kg")


def _struck(design: Design) -> Iterator[Finding]:
    names = [entry.get("name", "") for entry in design.source["extras"]]
    for start in ON_THE_LIST:
        if not any(name.startswith(start) for name in names):
            yield Finding("goods", start, "is not on the list")


def expected_numbers(design: Design) -> list[tuple[str, str, float, str]]:
    """Return the start of a line, how its numbers are written, what they must be, and what that is."""
    patch, inside = (design.source["cable_kinds"][kind] for kind in ("patch", "inside"))
    size = design.source["mechanics"]
    return [
        ("patch lead", r"(\d+(?:\.\d+)?) m\b", patch["metres"], "the lead that was computed"),
        ("patch lead", r"(\d+) AWG", patch["gauge"], "the gauge that was computed"),
        ("crimped", r"(\d+) cm", 100 * inside["metres"], "the lead that was computed"),
        ("thread-forming", r"\dx(\d+) mm", size["screw"]["long"], "the screw of the models"),
        ("clamp screw", r"M6x(\d+)", box_dimensions.model_figure("clamp", "bolt_long"), "the screw of the models"),
        ("floor screw", r"M4x(\d+)", box_dimensions.model_figure("shelf", "small_long"), "the screw of the models"),
        ("rubber foot", r"foot (\d+)(?: mm|x)", size["foot"]["across"], "the recess in the models"),
        ("key cap", r"(\d+) mm", size["key"]["cap"], "the cap of the models"),
        ("cap of OK", r"(\d+) mm", size["key"]["cap"], "the cap of the models"),
        ("socket strip", r"1x(\d+)", PICO_ROW, "one side of the Pico"),
    ]


def _supply(design: Design, entry: dict[str, Any]) -> Iterator[Finding]:
    source, name = design.source["sources"]["V5_SOCKET"], entry["name"]
    for told_volts in re.findall(r"([\d.]+) V", entry.get("check", "")):
        if not source["volts"][0] <= float(told_volts) <= source["volts"][2]:
            yield Finding("goods", name, f"is to be looked at for {told_volts} V")
    volts, amperes = re.search(r"([\d.]+) V", name), re.search(r"([\d.]+) A", name)
    if not volts or not source["volts"][0] <= float(volts[1]) <= source["volts"][2]:
        yield Finding("goods", name, f"must give {source['volts'][0]} to {source['volts'][2]} V")
    if not amperes or 1000 * float(amperes[1]) < source["limit_ma"]:
        yield Finding("goods", name, f"must give the {source['limit_ma'] / 1000:g} A that open the fuse")
    least = design.source["stock"]["fuse"]["trips_ma"]
    for told_amperes in re.findall(r"([\d.]+) A\b", entry["alternative"]):
        if 1000 * float(told_amperes) < least:
            yield Finding(
                "goods", name, f"{told_amperes} A instead do not open the fuse, which takes {least / 1000:g} A"
            )


def prints_per_table(name: str) -> int:
    """Return how many pieces of a print a table takes."""
    return COPIES.get(name) or COPIES[name.split(maxsplit=1)[0]]


@cache
def plastic_kg() -> float:
    """Return the kilograms that the committed prints of one table take."""
    grams = 0.0
    for name in (name for name in box_rendering.PRINTS if name not in INSTEAD):
        path = box_rendering.BOXES / box_rendering.file_name(name)
        grams += prints_per_table(name) * stl.measure(path).volume * box_rendering.PETG if path.exists() else 0.0
    return grams * PLASTIC_SHARE * WASTE / 1000


def check_quantity_prices(design: Design) -> Iterator[Finding]:
    """Check that every line costs something, and of twenty no more than of one."""
    lines = [(name, entry) for name, entry in design.source["stock"].items() if not entry.get("bare")]
    lines += [(entry.get("name", "?"), entry) for entry in design.source["extras"]]
    for name, entry in lines:
        one, twenty = entry.get("eur") or 0, entry.get("eur_twenty", entry.get("eur") or 0)
        if "eur" in entry and one <= 0:
            yield Finding("prices", name, f"costs {one:g} EUR")
        if "eur_twenty" in entry and twenty < LEAST_SHARE * one:
            yield Finding("prices", name, f"costs {twenty:g} EUR of twenty tables, nobody gives that for {one:g} EUR")
        for start, (least, most) in SOLD_AT.items():
            if name.startswith(start) and not least <= one <= most:
                yield Finding("prices", name, f"costs {one:g} EUR, such things are sold at {least:g} to {most:g} EUR")
        if twenty > one:
            yield Finding("prices", name, f"costs {twenty:g} EUR of twenty tables, {one:g} EUR of one")
