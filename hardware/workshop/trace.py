"""Follows copper: which pin of the Pico or of an expander a pin really reaches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

GPIO = re.compile(r"GP(\d+)")


def pins_reached_from(design: Design, pin: str) -> list[str]:
    """Return every pin on the circuit of `pin` and beyond its series resistors."""
    start = design.circuit_of.get(pin)
    if start is None:
        return [pin]
    seen = [start]
    for name in seen:  # grows while it is walked
        for other in design.circuits[name].pins:
            if other in design.circuit_of and other.partition(".")[0] in design.parts:
                seen += [far for far in _through(design, other) if far not in seen]
    return [other for name in seen for other in design.circuits[name].pins]


def _through(design: Design, pin: str) -> Iterator[str]:
    """Yield the circuit at the other end of a series resistor."""
    part = design.part_of(pin)
    if part.facts.get("role") != "series":
        return
    for name in part.kind.pins:
        far = design.circuit_of.get(f"{part.name}.{name}")
        if far is not None and f"{part.name}.{name}" != pin:
            yield far


def reached_gpio_number(design: Design, pin: str, chip: str) -> int | None:
    """Return the number n of the port GPn of a `chip` (a kind of part) that `pin` reaches, None if it reaches none."""
    for other in pins_reached_from(design, pin):
        part, _, name = other.partition(".")
        found = GPIO.fullmatch(name)
        if found and part in design.parts and design.parts[part].kind.name == chip:
            return int(found[1])
    return None


def has_pin_kind(design: Design, pin: str, kind: str) -> bool:
    """Return whether the circuit of `pin` has a pin of the kind, such as `gnd`, on it."""
    circuit = design.at(pin)
    kinds = [design.pin(other) for other in circuit.pins] if circuit else []
    return any(other is not None and other.kind == kind for other in kinds)


def bus_address(design: Design, part: Part) -> int:
    """Compute the address of a chip on its bus from what its address pins are tied to."""
    rule = part.kind.facts["address"]
    bits = [not has_pin_kind(design, f"{part.name}.{pin}", "gnd") for pin in rule["bits"]]
    return int(rule["base"]) + sum(1 << place for place, high in enumerate(bits) if high)


def driving_transistor_base(design: Design, pin: str) -> str | None:
    """Return the base of the transistor whose collector is on the circuit of `pin`, None without one."""
    for other in pins_reached_from(design, pin):
        part, _, name = other.partition(".")
        if name == "C" and part in design.parts and design.parts[part].kind.name == "NPN":
            return f"{part}.B"
    return None
