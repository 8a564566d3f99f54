"""Whether what the firmware believes about its pins is what the copper does."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from workshop import firmware_export, trace
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

ON_HEADER = {*range(23), 26, 27, 28}


def possible_pin_functions(gp: int) -> set[str]:
    """Return the functions a pin of the RP2040 can have, in the words of the pin map.

    >>> sorted(possible_pin_functions(4))
    ['GPIO', 'I2C0 SDA', 'PIO', 'PWM', 'UART1 TX']
    """
    functions = {"GPIO", "PIO", "PWM", f"I2C{gp >> 1 & 1} {'SCL' if gp & 1 else 'SDA'}"}
    if gp % 4 < 2:
        functions.add(f"UART{(gp + 4) // 8 % 2} {'RX' if gp & 1 else 'TX'}")
    return functions | ({"ADC"} if gp >= 26 else set())


# How a signal's name ends, and what its pin must be used as: a GPIO cannot measure, a PWM cannot send pixels.
ASKED = (
    ("_SENSE", "ADC"),
    ("LIGHT", "ADC"),
    ("_SDA", "I2C. SDA"),
    ("_SCL", "I2C. SCL"),
    ("UART_TX", "UART. TX"),
    ("UART_RX", "UART. RX"),
    ("PIXELS", "PIO"),
    ("BUZZER", "PWM"),
    ("_INT", "GPIO"),
    ("_EN", "GPIO"),
    ("TABLE", "GPIO"),
    ("UNDO", "GPIO"),
)


def check_functions(design: Design) -> Iterator[Finding]:
    """Check that a pin has one use, is on the header, and can do what it is used for."""
    users: dict[int, list[str]] = defaultdict(list)
    for signal, entry in design.source["pins"].items():
        gp, function = entry["gp"], entry["function"]
        users[gp].append(signal)
        if gp not in ON_HEADER:
            yield Finding("pin functions", signal, f"GP{gp} is not on the Pico's header")
        elif function not in possible_pin_functions(gp):
            yield Finding(
                "pin functions",
                signal,
                f"GP{gp} cannot be {function}; it can be {', '.join(sorted(possible_pin_functions(gp)))}",
            )
        for end, wanted in ASKED:
            if signal.endswith(end) and not re.fullmatch(wanted, function):
                yield Finding("pin functions", signal, f"is used as {function}, it must be {wanted.replace('.', '')}")
    for gp, signals in users.items():
        if len(signals) > 1:
            yield Finding("pin functions", f"GP{gp}", f"is used for {' and '.join(signals)}")
    slices: dict[int, list[str]] = defaultdict(list)
    for signal, entry in design.source["pins"].items():
        if entry["function"] == "PWM":
            slices[entry["gp"] // 2 % 8].append(signal)
    for number, signals in slices.items():
        if len(signals) > 1:
            yield Finding("pin functions", f"PWM slice {number}", f"is shared by {' and '.join(signals)}")


def check_pin_map(design: Design) -> Iterator[Finding]:
    """Check that the net on a pin of the Pico has the name the pin map gives that pin."""
    believed = {f"GP{entry['gp']}": signal for signal, entry in design.source["pins"].items()}
    (pico,) = design.parts_of_kinds("PICO")
    for pin in pico.kind.pins:
        circuit = design.at(f"{pico.name}.{pin}")
        if not pin.startswith("GP"):
            continue
        net = circuit.nets[0].partition("/")[2] if circuit and circuit.nets else None
        if net != believed.get(pin):
            yield Finding("pin map", f"{pico.name}.{pin}", f"is {believed.get(pin)} in the pin map but on net {net}")


def check_wiring(design: Design) -> Iterator[Finding]:
    """Check that every part, followed through resistors and cables, reaches the pin the firmware uses for it."""
    for seat in firmware_export.SEATS:
        yield from _seat(design, seat)
    gp = {signal: entry["gp"] for signal, entry in design.source["pins"].items()}
    centre = firmware_export.centre_wiring(design)
    believed = {
        "TABLE": (centre["BUTTONS"].get("TABLE", {}).get("pin"), gp.get("TABLE")),
        "UNDO": (centre["BUTTONS"].get("UNDO", {}).get("pin"), gp.get("UNDO")),
        "PIXELS": (centre["PIXELS"]["pin"], gp.get("PIXELS")),
        "BUZZER": (centre["BUZZER"]["pin"], gp.get("BUZZER")),
        "SEAT_PWR_EN": (centre["SEAT_POWER"]["pin"], gp.get("SEAT_PWR_EN")),
        "V5_SENSE": (centre["V5_SENSE"]["pin"], gp.get("V5_SENSE")),
        "LIGHT": (centre["LIGHT"]["pin"], gp.get("LIGHT")),
        "UART_TX": (centre["UART"]["tx"], gp.get("UART_TX")),
        "UART_RX": (centre["UART"]["rx"], gp.get("UART_RX")),
    }
    for name, (copper, belief) in believed.items():
        if copper != belief:
            yield Finding("wiring", name, f"the firmware uses {_gp(belief)}, the copper goes to {_gp(copper)}")
    for name, key in centre["BUTTONS"].items():
        if key["pressed"] != 0:
            yield Finding("wiring", name, "a pressed button must connect the line to ground")


def _seat(design: Design, seat: str) -> Iterator[Finding]:
    copper = firmware_export.seat_wiring(design, seat)
    gp = {signal: entry["gp"] for signal, entry in design.source["pins"].items()}
    believed = {name: int(pin[2:]) for name, pin in design.source["expander"].items()}
    for chip in copper["chips"]:
        for line in ("sda", "scl"):
            if chip[line] != gp.get(f"{seat.upper()}_{line.upper()}"):
                yield Finding("wiring", f"{seat} {chip['part']}", f"{line.upper()} goes to {_gp(chip[line])}")
        if "reset" in chip and chip["reset"] != believed["DISPLAY_RESET"]:
            yield Finding("wiring", f"{seat} {chip['part']}", f"reset goes to {_gp(chip['reset'])} of the expander")
    if copper["interrupt"] != gp.get(f"{seat.upper()}_INT"):
        yield Finding("wiring", f"{seat} interrupt", f"goes to {_gp(copper['interrupt'])}")
    for name, pin in (copper["keys"] | copper["lamps"]).items():
        if pin != believed.get(name):
            yield Finding(
                "wiring",
                f"{seat} {name}",
                f"the firmware uses {_gp(believed.get(name))}, the copper goes to {_gp(pin)}",
            )
    for name, level in copper["pressed"].items():
        if level != 0:
            yield Finding("wiring", f"{seat} {name}", "a pressed button must connect the line to ground")


def _gp(number: int | None) -> str:
    return "no pin" if number is None else f"GP{number}"


def check_expander_outputs(design: Design) -> Iterator[Finding]:
    """Check that a pin the maker allows only as an output has no button on it and is not read by the firmware."""
    for part in design.parts.values():
        for pin in part.kind.facts.get("input_never", ()):
            near = [
                design.part_of(other)
                for other in trace.pins_reached_from(design, f"{part.name}.{pin}")
                if other.partition(".")[0] in design.parts
            ]
            if any(other.kind.name in {"SWITCH", "LIT_SWITCH"} for other in near):
                yield Finding("expander outputs", f"{part.name}.{pin}", "may only be an output but has a button on it")
    for key in firmware_export.KEYS:
        if design.source["expander"].get(key) == "GP7":
            yield Finding("expander outputs", key, "GP7 of the expander may only be an output")
