"""What parts are said to do, against the nets they are on: drawings, pages and the order list repeat it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workshop.checks.finding import Finding
from workshop.firmware_export import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

NETS = re.compile(r"(?:pull-up of|damps|static on|filters|measures|shorted lead off) ([A-Z0-9_]+)")
# Words that promise a net: one of those that match must be at the part.
PROMISES = (
    ("what the supply gives|input of U2$", "V5_SAFE|V5"),
    ("what a computer gives|input of U10", "VBUS"),
    ("the supply's limit", "V5_LIMIT"),
    ("the computer's limit", "USB_LIMIT"),
    ("the pixel signal", "PIXELS"),
    ("in reset below 3 V", "RUN"),
    ("second journal", "FRAM_SDA"),
    ("a spike of the supply", "V5_IN"),
    ("too many volts$", "TOO_HIGH|GATE"),
    ("when the board is shorted", "V5_IN"),
    ("^5 V rail to the Pico", "V5"),
    ("hold-up", "V_HOLD"),
    ("^hold-up of the Pico$", "V_HOLD"),
    ("supply of the pixels", "V5"),
    ("the piezo", "BUZZER_LOW|BUZZER_OUT"),
    ("of the riichi lamp|the riichi lamp$", "LAMP_HIGH|LAMP_LOW"),
    ("the light of the RIICHI", "LIGHT_LOW|LIGHT_HIGH"),
    ("asks a USB-C supply for 5 V$", "CC1|CC2"),
    ("5 V divider", "V5_SENSE"),
    ("the round marker", "PIXELS_OUT"),
    ("TABLE button", "TABLE_KEY"),
    ("UNDO button", "UNDO_KEY"),
    ("RIICHI button and its light|^RIICHI button with light", "RIICHI_KEY"),
    ("^key strip", "OK_KEY"),
    ("^riichi lamp$", "LAMP_HIGH"),
    ("^display$|^score and menu$", "DISPLAY_RESET"),
    ("^service UART", "UART_TX"),
    ("light sensor$|measures the light", "LIGHT"),
    ("^piezo$|^beeps$", "BUZZER_OUT"),
    ("opens Q3", "GATE"),
)
KNOWN = {
    "R15": "asks a USB-C supply for 5 V",
    "R16": "asks a USB-C supply for 5 V",
    "C1": "hold-up of the Pico",
    "R10 seat": "current of the riichi lamp",
}


def check_stated_purposes(design: Design) -> Iterator[Finding]:
    """Check that what a part is said to do names a net, a seat, a button or a part that it is connected to."""
    for part in design.parts.values():
        around = [circuit for pin in part.kind.pins if (circuit := design.at(f"{part.name}.{pin}"))]
        own = {_short(net) for circuit in around for net in circuit.nets if net.startswith(f"{part.place}/")}
        every = {net.partition("/")[2] for circuit in around for net in circuit.nets}
        told = NETS.search(part.facts["does"])
        if told and told[1] not in own:
            yield Finding("purposes", part.name, f"is said to be for {told[1]}, is on {' and '.join(sorted(own))}")
        if part.kind.name == "POINT" and part.label not in own:
            yield Finding("purposes", part.name, f"is called {part.label}, is on {' and '.join(sorted(own))}")
        yield from _promised(part, every)
        yield from _seats(part, every)
        yield from _neighbours(design, part)


def _short(net: str) -> str:
    return net.partition("/")[2].removesuffix("_KEY").removesuffix("_LINE")


def _promised(part: Part, nets: set[str]) -> Iterator[Finding]:
    """Yield what the words of a part promise and its nets do not keep, and words that must be there and are not."""
    does = part.facts["does"]
    for words, wanted in PROMISES:
        if re.search(words, does) and not any(re.fullmatch(wanted, net) for net in nets):
            yield Finding(
                "purposes", part.name, f"is said to be for: {does}; it is not on {wanted.replace('|', ' or ')}"
            )
    must = KNOWN.get(f"{part.ref} {part.board}", KNOWN.get(part.ref, "") if part.board == "centre" else "")
    if must and does != must:
        yield Finding("purposes", part.name, f"is said to be for: {does}; it is the {must}")
    if part.kind.name == "SWITCH" and part.label and not does.startswith(part.label):
        yield Finding("purposes", part.name, f"is called {part.label}, is said to be {does}")


def _seats(part: Part, nets: set[str]) -> Iterator[Finding]:
    """Compare `East's limit` and `lead to East` with the seat whose nets the part has."""
    for seat in SEATS if part.place == "centre" else ():
        told = re.search(rf"\b{seat.title()}\b", part.facts["does"])
        if told and not any(net.startswith(f"{seat.upper()}_") for net in nets):
            yield Finding("purposes", part.name, f"is said to be {told[0]}'s, is on {' and '.join(sorted(nets))}")


def _neighbours(design: Design, part: Part) -> Iterator[Finding]:
    """Compare `base current of Q1`, `supply of U3` and the like with the parts that share a net with this one."""
    near = {
        design.part_of(other).ref
        for pin in part.kind.pins
        for circuit in [design.at(f"{part.name}.{pin}")]
        if circuit and "centre/GND" not in circuit.nets
        for other in circuit.pins
        if design.part_of(other).place == part.place
    }
    for ref in re.findall(r"\b[A-Z]{1,2}\d+\b", part.facts["does"]):
        if ref not in near and f"{part.place}/{ref}" in design.parts:
            yield Finding("purposes", part.name, f"is said to be for {ref}, shares no net with it")
