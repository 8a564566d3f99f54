"""Currents: every rail against its limit, lamps against theirs, and every supply against what it needs to feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import power, trace
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design


def supplies(design: Design) -> Iterator[Finding]:
    """Check that the seats do not hang on the Pico's own 3.3 V, and that every fed rail is a net."""
    for name in power.rail_names(design):
        if f"centre/{name}" not in design.nets:
            yield Finding("supplies", name, "is fed but there is no such net")
    for name in design.source["sources"]:
        circuit = design.circuits.get(design.circuit_of.get(next(iter(design.nets.get(f"centre/{name}", ())), ""), ""))
        kinds = [design.pin(pin) for pin in circuit.pins] if circuit else []
        if not any(kind and kind.kind == "power_out" for kind in kinds):
            yield Finding("supplies", name, "is a source but nothing on it gives current")
    for part in design.parts.values():
        supply = next((pin.name for pin in part.kind.pins.values() if pin.kind == "power_in"), None)
        rail = power.rail_of(design, f"{part.name}.{supply}") if supply else None
        if part.place in {"east", "south", "west", "north"} and rail not in {None, "SEAT_3V3"}:
            yield Finding("supplies", part.name, f"a seat's chips live on SEAT_3V3, not on {rail}")


def currents(design: Design) -> Iterator[Finding]:
    """Check every rail: with the caps it keeps its margin, without them it stays within its limit on the supply."""
    share = 1 - design.source["caps"]["margin_percent"] / 100
    if design.source["sources"]["V5_SOCKET"]["limit_ma"] < design.parts["centre/F1"].order["limit_ma"]:
        yield Finding("currents", "V5_SOCKET", "the fuse would never open: it bears more than the supply gives")
    for source, state, part in (("supply", "capped", share), ("usb", "capped", 0.9), ("supply", "wrong", 1.0)):
        made = power.budget(design, source, state)
        for rail in made.rails.values():
            if rail.milliamps > rail.limit * part:
                limit = f"{part:.0%} of {rail.limit:.0f} mA"
                yield Finding("currents", rail.name, f"{rail.milliamps:.0f} mA ({source}, {state}) is over {limit}")


def lamps(design: Design) -> Iterator[Finding]:
    """Check that a lamp's current is in range and its transistor has a base resistor and a pull-down."""
    for part in design.parts.values():
        if "share" not in part.order:
            continue
        current = power.lamp_current(design, part)
        if current is not None and not 5 <= current <= part.order["limit_ma"]:
            yield Finding("lamps", part.name, f"{current:.0f} mA is not between 5 and {part.order['limit_ma']} mA")
    for part in design.of_kind("NPN"):
        circuit = design.at(f"{part.name}.B")
        near = [design.part_of(pin) for pin in circuit.pins] if circuit else []
        if not any(other.facts.get("role") == "series" and 330 <= (other.ohms or 0) <= 4700 for other in near):
            yield Finding("lamps", part.name, "the base needs 330 ohm to 4.7 kohm in series")
        if not any(
            other.facts.get("role") == "pull-down" and trace.touches(design, f"{other.name}.2", "gnd") for other in near
        ):
            yield Finding("lamps", part.name, "the base needs a pull-down: the expander starts with open pins")
