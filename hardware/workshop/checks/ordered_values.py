"""What is drawn as a part's value, and what a buyer is told to look for: both must be the part that is ordered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

NAMED_BY_NUMBER = {"DIODE", "NPN", "PNP", "PMOS", "PHOTO"}
# What the last word before buying must say of a part that is easily taken for another: read again from data sheets.
LOOK_FOR = {
    "pico": "with headers",
    "expander": "SO, not SS or P; a PCF8574A would collide with the display; MCP23S08 is another bus",
    "panel": "it must answer (ACK) in I2C mode",
    "limiter": "2553 (on when EN is high), not 2552; no -1 behind the number",
    "shifter": "the letters AHCT or HCT: AHC and LVC do not do",
    "supervisor": "130, which pulls up inside, not 120",
    "esd": "four lines (6-4), not two (6-2)",
    "fuse": "the /16: the plain one bears 6 V only",
    "tvs": "one direction (A not CA)",
    "zener": "B (2 %), not C (5 %)",
    "piezo": "passive, no oscillator inside",
    "pixels": "5 V, not 12 V; RGB, not RGBW",
    "undo-key": "momentary, not latching",
    "jack": "plain jack: no magnetics, no lamps",
    "riichi-key": "two contacts and a hole for the LED through the housing; not a low-profile",
    "key": "the square plunger",
}
# What its name must say of such a part, and which parts no one has read about: no word but "nothing" is true of those.
NAMED = {
    "jack": "without transformers",
    "piezo": "without oscillator",
    "regulator": "3.3 V",
    "panel": "SSD1309",
    "undo-key": "momentary",
}
UNREAD = {"regulator", "supervisor", "esd", "tvs", "zener", "diode", "npn", "pnp", "pmos", "photo", "lamp", "table-key"}
UNREAD |= {"undo-key", "piezo", "jack", "header3", "xh2", "xh3", "xh4", "xh5", "xh7"}
LOOK_FOR_LINES = {
    "patch lead": "straight, not crossed; 26 AWG or thicker",
    "USB cable": "a data cable, not a charging cable",
    "LED 3 mm": "without a resistor inside: ID, not ID5V",
    "supply 5.1 V": "4.85 V or more at the box under load",
    "USB-C lead": "red is +, black is -",
    "clamp screw": "60 mm under the head, thread to the head",
}


def check_values(design: Design) -> Iterator[Finding]:
    """Check that a value which is a name begins the part's number, and that volts and amperes are the computed ones."""
    for name, entry in design.source["stock"].items():
        value = str(entry.get("value", ""))
        if entry["type"] in NAMED_BY_NUMBER and not str(entry["mpn"]).startswith(value):
            yield Finding("values", name, f"is drawn as {value}, ordered is {entry['mpn']}")
        for told in _contradictions(entry, value):
            yield Finding("values", name, f"is drawn as {value}, {told}")


def check_lookalike_notes(design: Design) -> Iterator[Finding]:
    """Check that the note of what to look at before ordering names the part, and not the one that is taken for it."""
    lines = [(name, entry, LOOK_FOR.get(name, "")) for name, entry in design.source["stock"].items()]
    for start, words in LOOK_FOR_LINES.items():
        lines += [(start, entry, words) for entry in design.source["extras"] if entry["name"].startswith(start)]
    for name, entry, words in lines:
        if not str(entry.get("check", "")).startswith(words) and f"; {words}" not in f"; {entry.get('check', '')}":
            yield Finding("looked for", name, f"says {entry.get('check')!r}, not {words!r}")
        if NAMED.get(name, "") not in entry["name"]:
            yield Finding("looked for", name, f"is called {entry['name']}, which does not say {NAMED[name]}")
        if name in UNREAD and entry["verified"] != "nothing":
            yield Finding("looked for", name, f"{entry['verified']} was read of it, and no one knows where")


def _contradictions(entry: dict[str, Any], value: str) -> Iterator[str]:
    number = float(found[0]) if (found := re.match(r"[\d.]+", value)) else 0.0
    if entry["type"] == "ZENER" and not entry["breaks_at"][0] <= number <= entry["breaks_at"][1]:
        yield f"breaks at {entry['breaks_at'][0]:g} to {entry['breaks_at'][1]:g} V"
    if entry["type"] == "FUSE" and 1000 * number != entry["limit_ma"]:
        yield f"holds {entry['limit_ma'] / 1000:g} A"
    if entry["type"] == "PICO" and "with header" not in entry["name"]:
        yield f"is called {entry['name']}: without header it has no pins"
