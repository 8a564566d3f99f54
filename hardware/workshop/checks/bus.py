"""The I2C lines: addresses, what they reach, pull-ups, capacitance, rise time and speed.

rise time = 0.8473 x pull-up x capacitance (30 % to 70 % of the supply), least pull-up = (supply - 0.4 V) / 3 mA.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workshop import power, trace
from workshop.checks.finding import Finding
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

LN_RISE = 0.8473
MOST_HERTZ = 400_000  # what the expander and the display's controller take


@dataclass(frozen=True)
class Line:
    """One I2C line as copper: the pull-up it has, the capacitance on it, the damping in series."""

    name: str
    pull_up: float | None
    rail: str | None
    picofarads: float
    series: float
    leaves_box: bool
    chip_rails: set[str | None]

    @property
    def rise_ns(self) -> float:
        """Compute the rise time."""
        return LN_RISE * (self.pull_up or 0) * self.picofarads / 1000


def addressed_chips(design: Design) -> list[Part]:
    """Return every part that has an address."""
    return [part for part in design.parts.values() if "address" in part.kind.facts]


def check_addresses(design: Design) -> Iterator[Finding]:
    """Check that two chips on one pair differ and that no chip's selectable range covers another's."""
    pairs: dict[tuple[int | None, int | None], list[Part]] = defaultdict(list)
    for part in addressed_chips(design):
        sda, scl = (trace.reached_gpio_number(design, f"{part.name}.{line}", "PICO") for line in ("SDA", "SCL"))
        pairs[sda, scl].append(part)
    for parts in pairs.values():
        for index, part in enumerate(parts):
            for other in parts[:index]:
                mine, theirs = trace.bus_address(design, part), trace.bus_address(design, other)
                if mine == theirs:
                    yield Finding("addresses", part.name, f"has the address {mine:#x} of {other.name}")
                elif theirs in _range(part) or mine in _range(other):
                    yield Finding(
                        "addresses", part.name, f"can be set to the address of {other.name}: choose another chip"
                    )


def _range(part: Part) -> range:
    rule = part.kind.facts["address"]
    return range(rule["base"], rule["base"] + (1 << len(rule["bits"])))


def check_i2c_pins(design: Design) -> Iterator[Finding]:
    """Check that SDA and SCL of every chip reach SDA and SCL of one I2C block, on pins that belong together."""
    for part in addressed_chips(design):
        sda, scl = (trace.reached_gpio_number(design, f"{part.name}.{line}", "PICO") for line in ("SDA", "SCL"))
        if sda is None or scl is None:
            yield Finding("bus lines", part.name, "SDA or SCL does not reach the Pico")
        elif sda & 1 or not scl & 1:
            yield Finding("bus lines", part.name, f"SDA on GP{sda} and SCL on GP{scl} are swapped")
        elif sda ^ scl != 1:
            yield Finding("bus lines", part.name, f"GP{sda} and GP{scl} are no pair")


def add_up_line(design: Design, signal: str) -> Line:
    """Add up one line from the Pico outwards: pins, protection, sockets, cable, chips."""
    (pico,) = design.parts_of_kinds("PICO")
    entry = design.source["pins"][signal]
    reached = trace.pins_reached_from(design, f"{pico.name}.GP{entry['gp']}")
    parts = {pin.partition(".")[0]: design.part_of(pin) for pin in reached}
    pulls = [part for part in parts.values() if part.facts.get("role") == "pull-up" and part.ohms]
    series = sum(part.ohms or 0 for part in parts.values() if part.facts.get("role") == "series")
    farads = sum(part.kind.facts.get("capacitance_pf", 0) + part.order.get("pf", 0) for part in parts.values())
    used = [cable for cable in design.cables if cable.start in parts and cable.end in parts]
    for cable in used:
        kind = design.source["cable_kinds"][cable.kind]
        farads += kind["pf_per_metre"] * kind["metres"]
    rails = {power.rail_of(design, f"{part.name}.{pin}") for part in pulls for pin in part.kind.pins} - {None}
    conductance = sum(1 / (part.ohms or 1) for part in pulls)
    pull_up = 1 / conductance if conductance else None
    rail = rails.pop() if len(rails) == 1 else None
    fed = {
        power.rail_of(design, f"{part.name}.{part.kind.facts['logic']}")
        for part in parts.values()
        if "address" in part.kind.facts
    }
    return Line(signal, pull_up, rail, farads, series, any(cable.kind == "patch" for cable in used), fed)


def all_lines(design: Design) -> list[Line]:
    """Measure every I2C line of the pin map."""
    return [
        add_up_line(design, signal) for signal, entry in design.source["pins"].items() if "I2C" in entry["function"]
    ]


def check_pull_ups(design: Design) -> Iterator[Finding]:
    """Check pull-ups for size and rail, and lines that leave the box for damping."""
    bus = design.source["bus"]
    least = 1000 * (3.3 - bus["low_volts"]) / bus["sink_ma"]
    for line in all_lines(design):
        if line.pull_up is None:
            yield Finding("pull-ups", line.name, "has no pull-up")
        elif line.pull_up < least:
            yield Finding("pull-ups", line.name, f"{line.pull_up:.0f} ohm is under the least {least:.0f} ohm")
        elif {line.rail} != line.chip_rails:
            yield Finding("pull-ups", line.name, f"must hang on the rail that feeds its chips, not on {line.rail}")
        elif line.leaves_box and 1 / (1 / line.pull_up + 1 / bus["module_ohms"]) < least:
            yield Finding("pull-ups", line.name, f"with the display module's own it is under the least {least:.0f} ohm")
        if line.leaves_box and not 68 <= line.series <= 150:
            yield Finding("pull-ups", line.name, f"needs 68 to 150 ohm in series, has {line.series:.0f}")


def check_rise_time(design: Design) -> Iterator[Finding]:
    """Check rise time and capacitance with the cable against what the bus allows."""
    bus = design.source["bus"]
    for line in all_lines(design):
        if line.picofarads > 400:
            yield Finding("rise time", line.name, f"{line.picofarads:.0f} pF is over 400 pF")
        if line.rise_ns > bus["rise_ns"]:
            yield Finding(
                "rise time", line.name, f"{line.rise_ns:.0f} ns is over {bus['rise_ns']} ns at {line.picofarads:.0f} pF"
            )


def check_speed(design: Design) -> Iterator[Finding]:
    """Check that the bus is no faster than its chips, and as fast as the firmware drives it."""
    hertz = design.source["bus"]["hertz"]
    if hertz > MOST_HERTZ:
        yield Finding("speed", "bus", f"{hertz} Hz is over the {MOST_HERTZ} Hz its chips take")
    text = (HARDWARE.parent / "firmware" / "device" / "board.py").read_text("utf-8")
    driven = {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and 90_000 <= node.value <= 4_000_000
    }
    if hertz not in driven:
        yield Finding("speed", "bus", f"the firmware does not drive it with {hertz} Hz")
