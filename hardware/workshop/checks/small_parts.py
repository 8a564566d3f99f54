"""Small parts at their work: resistors by role and range, capacitors, protection, straps, buttons, jack pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import power
from workshop.checks.finding import Finding
from workshop.checks.levels import highest_volts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

RANGES = {"pull-up": (1_000, 47_000), "pull-down": (4_700, 22_000)}
PAIRS = ((1, 2), (3, 6), (4, 5), (7, 8))  # how a patch lead is twisted


def _name(design: Design, part: Part, pin: str) -> str:
    """Return the net a pin is on, as its own board calls it."""
    circuit = design.at(f"{part.name}.{pin}")
    nets = [net.partition("/")[2] for net in circuit.nets if net.startswith(f"{part.place}/")] if circuit else []
    return nets[0] if nets else ""


def _grounded(design: Design, part: Part, pin: str) -> bool:
    circuit = design.at(f"{part.name}.{pin}")
    return circuit is not None and "centre/GND" in circuit.nets


def resistors(design: Design) -> Iterator[Finding]:
    """Check that a resistor has a value that suits its work and lies between what its role says."""
    for part in design.of_kind("R"):
        role, ohms = part.facts.get("role"), part.ohms or 0
        low, high = part.facts.get("ohms", RANGES.get(str(role), (0, 1_000_000)))
        if not low <= ohms <= high:
            yield Finding("resistors", part.name, f"{ohms:g} ohm is not between {low:g} and {high:g} ohm")
        grounded = [_grounded(design, part, pin) for pin in part.kind.pins]
        supplied = [power.rail_of(design, f"{part.name}.{pin}") is not None for pin in part.kind.pins]
        if role == "pull-up" and (any(grounded) or sum(supplied) != 1):
            yield Finding("resistors", part.name, "a pull-up lies between a supply and a line")
        if role == "pull-down" and (any(supplied) or sum(grounded) != 1):
            yield Finding("resistors", part.name, "a pull-down lies between a line and ground")
        if role == "series" and any(grounded):
            yield Finding("resistors", part.name, "a resistor in series ends on ground")


def ends(design: Design) -> Iterator[Finding]:
    """Check parts whose work no other rule can see against the nets written beside them."""
    for part in design.parts.values():
        for pin, net in part.facts.get("ends", {}).items():
            found = _name(design, part, str(pin))
            if found != net:
                yield Finding(
                    "ends", f"{part.name}.{pin}", f"must be on {net} to do its work, is on {found or 'nothing'}"
                )


def capacitors(design: Design) -> Iterator[Finding]:
    """Check that a capacitor lies between ground and a supply, or ground and the line of an input."""
    for part in design.of_kind("C"):
        if sum(_grounded(design, part, pin) for pin in part.kind.pins) != 1:
            yield Finding("capacitors", part.name, "has not one leg on ground")
        wanted, found = part.facts.get("at"), {_name(design, part, pin) for pin in part.kind.pins}
        if wanted not in found:
            yield Finding("capacitors", part.name, f"must be at {wanted}, is at {' and '.join(sorted(found))}")


def protection(design: Design) -> Iterator[Finding]:
    """Check that both lines of every seat pass their protection, which clamps to the rail of the seats."""
    for seat, part in zip(("EAST", "SOUTH", "WEST", "NORTH"), design.of_kind("ESD"), strict=False):
        for pin, line in (("IO1", "SDA"), ("IO2", "SCL")):
            if _name(design, part, pin) != f"{seat}_{line}_LINE":
                yield Finding("protection", f"{part.name}.{pin}", f"must be on {seat}_{line}_LINE")
        if power.rail_of(design, f"{part.name}.VBUS") != "SEAT_3V3":
            yield Finding("protection", part.name, "must clamp to SEAT_3V3")


def straps(design: Design) -> Iterator[Finding]:
    """Check that pins which are set once lie on ground or on the chip's own supply, as its kind asks."""
    for part in design.parts.values():
        for pin, level in part.kind.facts.get("tied", {}).items():
            name = f"{part.name}.{pin}"
            own = power.rail_of(design, f"{part.name}.{part.kind.facts['logic']}")
            low, high = _grounded(design, part, pin), power.rail_of(design, name) == own
            if not {"low": low, "high": high, "any": low or high}[level]:
                wanted = {"low": "ground", "high": "its supply", "any": "ground or its supply"}[level]
                yield Finding("straps", name, f"must be tied to {wanted}")


def buttons(design: Design) -> Iterator[Finding]:
    """Check that every button's line has one pull-up and a capacitor against static."""
    for part in design.of_kind("SWITCH", "LIT_SWITCH"):
        circuits = [design.at(f"{part.name}.{pin}") for pin in ("1", "2")]
        line = next((circuit for circuit in circuits if circuit and "centre/GND" not in circuit.nets), None)
        near = [design.part_of(pin) for pin in line.pins] if line else []
        if sum(other.facts.get("role") == "pull-up" for other in near) != 1:
            yield Finding("buttons", part.name, "its line needs one pull-up")
        if not any(other.kind.name == "C" for other in near):
            yield Finding("buttons", part.name, "its line needs a capacitor against static")


def jack_pairs(design: Design) -> Iterator[Finding]:
    """Check that each twisted pair of a jack has exactly one ground, and that supplies lie on their own pins."""
    for part in design.of_kind("JACK"):
        for pair in PAIRS:
            if sum(_grounded(design, part, str(pin)) for pin in pair) != 1:
                yield Finding("jack pairs", part.name, f"pins {pair[0]} and {pair[1]} need exactly one ground")
        for pin, rail in (("4", "SEAT_3V3"), ("7", "V5")):
            if power.rail_of(design, f"{part.name}.{pin}") != rail:
                yield Finding("jack pairs", f"{part.name}.{pin}", f"must carry {rail}")


def sensing(design: Design) -> Iterator[Finding]:
    """Check that V5_SENSE is half the supply within 5 %, that the light sensor and the piezo are fed."""
    volts = highest_volts(design)
    supply, sense = volts.get("centre/V5_IN", 0.0), _resting(design)
    if supply and not 0.45 * supply <= sense <= 0.55 * supply:
        yield Finding("sensing", "V5_SENSE", f"{sense:.2f} V is not half of {supply:.2f} V")
    for kind, pin, rail in (("PHOTO", "C", "3V3"), ("PIEZO", "1", "V5")):
        for part in design.of_kind(kind):
            if power.rail_of(design, f"{part.name}.{pin}") != rail:
                yield Finding("sensing", part.name, f"pin {pin} must be on {rail}")


def _resting(design: Design) -> float:
    """Return the voltage the divider makes, from its two resistors."""
    circuit = design.circuits.get("centre/V5_SENSE")
    upper = lower = 0.0
    for pin in circuit.pins if circuit else ():
        part = design.part_of(pin)
        if part.ohms:
            far = "2" if pin.endswith(".1") else "1"
            if _grounded(design, part, far):
                lower = part.ohms
            elif _name(design, part, far) == "V5_IN":
                upper = part.ohms
    supply = highest_volts(design).get("centre/V5_IN", 0.0)
    return supply * lower / (upper + lower) if upper and lower else 0.0
