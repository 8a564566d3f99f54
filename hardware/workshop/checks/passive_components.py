"""Small parts at their work: resistors by role and range, capacitors, protection, straps, buttons, jack pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import power, trace
from workshop.checks.finding import Finding
from workshop.checks.levels import highest_volts
from workshop.design import quantity
from workshop.firmware_export import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

RANGES = {"pull-up": (1_000, 47_000), "pull-down": (4_700, 22_000)}


def _name(design: Design, part: Part, pin: str) -> str:
    """Return the net a pin is on, as its own board calls it."""
    circuit = design.at(f"{part.name}.{pin}")
    nets = [net.partition("/")[2] for net in circuit.nets if net.startswith(f"{part.place}/")] if circuit else []
    return nets[0] if nets else ""


def _grounded(design: Design, part: Part, pin: str) -> bool:
    circuit = design.at(f"{part.name}.{pin}")
    return circuit is not None and "centre/GND" in circuit.nets


def check_resistors(design: Design) -> Iterator[Finding]:
    """Check that a resistor has a value that suits its work and lies between what its role says."""
    for part in design.parts_of_kinds("R"):
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


def check_pins_on_stated_nets(design: Design) -> Iterator[Finding]:
    """Check parts whose work no other rule can see against the nets written beside them."""
    for part in design.parts.values():
        for pin, net in part.facts.get("ends", {}).items():
            found = _name(design, part, str(pin))
            if found != net:
                yield Finding(
                    "ends", f"{part.name}.{pin}", f"must be on {net} to do its work, is on {found or 'nothing'}"
                )


def check_capacitors(design: Design) -> Iterator[Finding]:
    """Check that a capacitor has a value that suits its work, and lies between ground and its net."""
    for part in design.parts_of_kinds("C"):
        low, high = (quantity(value) for value in part.facts.get("farads", (0, 0)))
        least = quantity(part.order["value"]) * (1 - part.order.get("tolerance", 0))
        if not 0.8 * low <= least <= high:
            yield Finding("capacitors", part.name, f"{part.order['value']}F is not between {low:g} and {high:g} F")
        if sum(_grounded(design, part, pin) for pin in part.kind.pins) != 1:
            yield Finding("capacitors", part.name, "has not one leg on ground")
        wanted, found = part.facts.get("at"), {_name(design, part, pin) for pin in part.kind.pins}
        if wanted not in found:
            yield Finding("capacitors", part.name, f"must be at {wanted}, is at {' and '.join(sorted(found))}")


def check_protection(design: Design) -> Iterator[Finding]:
    """Check that the three lines of every lead pass their protection at both ends, clamped to the lead's own 5 V.

    Clamped to a 3.3 V rail, a lead that shorts 5 V to a line would lift that rail and all that lives on it.
    """
    names = [seat.upper() for seat in SEATS]
    wanted = [
        (part, f"{name}_SDA_LINE {name}_SCL_LINE {name}_INT_LINE".split())
        for part, name in zip(
            [part for part in design.parts_of_kinds("ESD") if part.place == "centre"], names, strict=False
        )
    ]
    wanted += [(part, ["SDA", "SCL", "INT_LINE"]) for part in design.parts_of_kinds("ESD") if part.place != "centre"]
    for part, lines in wanted:
        for pin, line in zip(("IO1", "IO2", "IO3"), lines, strict=True):
            if _name(design, part, pin) != line:
                yield Finding("protection", f"{part.name}.{pin}", f"must be on {line}")
        if power.rail_of(design, f"{part.name}.VBUS") not in power.SEAT_RAILS:
            yield Finding("protection", part.name, "must clamp to the 5 V of its lead")
    for end in ("centre", *SEATS):
        count = sum(part.place == end for part in design.parts_of_kinds("ESD"))
        if count != (4 if end == "centre" else 1):
            yield Finding("protection", end, f"has {count} protections: every end of a lead needs one")


def check_straps(design: Design) -> Iterator[Finding]:
    """Check that pins which are set once lie on ground or on the chip's own supply, as its kind asks."""
    for part in design.parts.values():
        for pin, level in part.kind.facts.get("tied", {}).items():
            name = f"{part.name}.{pin}"
            own = power.rail_of(design, f"{part.name}.{part.kind.facts['logic']}")
            low, high = _grounded(design, part, pin), power.rail_of(design, name) == own
            if level == "never low":
                if low:
                    yield Finding("straps", name, "lies on ground: the part would never be on")
            elif not {"low": low, "high": high, "any": low or high}[level]:
                wanted = {"low": "ground", "high": "its supply", "any": "ground or its supply"}[level]
                yield Finding("straps", name, f"must be tied to {wanted}")


def check_button_lines(design: Design) -> Iterator[Finding]:
    """Check every button's line: a capacitor at the button, a resistor to the chip, one pull-up."""
    for part in design.parts_of_kinds("SWITCH", "LIT_SWITCH"):
        circuits = [design.at(f"{part.name}.{pin}") for pin in ("1", "2")]
        line = next((circuit for circuit in circuits if circuit and "centre/GND" not in circuit.nets), None)
        near = [design.part_of(pin) for pin in line.pins] if line else []
        beyond = {design.part_of(pin).name for pin in trace.pins_reached_from(design, line.pins[0])} if line else set()
        if sum(design.parts[name].facts.get("role") == "pull-up" for name in beyond) != 1:
            yield Finding("buttons", part.name, "its line needs one pull-up")
        if not any(other.kind.name == "C" for other in near):
            yield Finding("buttons", part.name, "its line needs a capacitor against static")
        if not any(other.facts.get("role") == "series" for other in near):
            yield Finding("buttons", part.name, "its line needs a resistor between the capacitor and the chip")


def check_ethernet_safety(design: Design) -> Iterator[Finding]:
    """Check the pairs of every jack: an Ethernet port must see no direct current across a winding.

    A data line has its ground or a slow line beside it; 5 V lies on both wires of a pair, ground on both of another.
    """
    for part in design.parts_of_kinds("JACK"):
        rails = [power.rail_of(design, f"{part.name}.{pin}") for pin in ("4", "5")]
        if rails[0] not in power.SEAT_RAILS or rails[0] != rails[1]:
            yield Finding("jack pairs", f"{part.name}.4", f"4 and 5 must both carry the seat's 5 V, carry {rails}")
        for pin in ("2", "7", "8"):
            if not _grounded(design, part, pin):
                yield Finding("jack pairs", f"{part.name}.{pin}", "must be ground")
        for pin, line in (("1", "SDA"), ("3", "SCL"), ("6", "INT")):
            if f"{line}" not in _name(design, part, pin).split("_"):
                yield Finding("jack pairs", f"{part.name}.{pin}", f"must carry {line}")


def check_sensing(design: Design) -> Iterator[Finding]:
    """Check that V5_SENSE is half the supply within 5 %, that the light sensor and the piezo are fed."""
    volts = highest_volts(design)
    supply, sense = volts.get("centre/V5_SOCKET", 0.0), _resting(design)
    if supply and not 0.45 * supply <= sense <= 0.55 * supply:
        yield Finding("sensing", "V5_SENSE", f"{sense:.2f} V is not half of {supply:.2f} V")
    for kind, pin, rail in (("PHOTO", "C", "3V3"), ("PIEZO", "1", "V5")):
        for part in design.parts_of_kinds(kind):
            if power.rail_of(design, f"{part.name}.{pin}") != rail:
                yield Finding("sensing", part.name, f"pin {pin} must be on {rail}")
    for part in design.parts_of_kinds("LIT_SWITCH"):
        fed = power.lamp_feed(design, part)
        if fed is None or fed[0] not in power.SEAT_RAILS:
            yield Finding("sensing", part.name, "its light must be fed from the seat's 5 V")


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
            elif _name(design, part, far) == "V5_SOCKET":
                upper = part.ohms
    supply = highest_volts(design).get("centre/V5_SOCKET", 0.0)
    return supply * lower / (upper + lower) if upper and lower else 0.0
