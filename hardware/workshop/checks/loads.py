"""Currents: every rail against its limit, lamps against theirs, and every supply against what it needs to feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import power, trace
from workshop.checks.finding import Finding
from workshop.firmware_export import SEATS
from workshop.power import SEAT_RAILS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design


def check_seat_supplies(design: Design) -> Iterator[Finding]:
    """Check that every seat makes its own 3.3 V, and that every fed rail is a net."""
    for name in power.rail_names(design):
        if power.net_of(name) not in design.nets:
            yield Finding("supplies", name, "is fed but there is no such net")
    for name in design.source["sources"]:
        circuit = design.circuits.get(design.circuit_of.get(next(iter(design.nets.get(f"centre/{name}", ())), ""), ""))
        kinds = [design.pin(pin) for pin in circuit.pins] if circuit else []
        if not any(kind and kind.kind == "power_out" for kind in kinds):
            yield Finding("supplies", name, "is a source but nothing on it gives current")
    for part in design.parts.values():
        rail = (
            power.rail_of(design, f"{part.name}.{part.kind.facts['logic']}") if "address" in part.kind.facts else None
        )
        if part.place in SEATS and rail not in {None, f"{part.place}/3V3"}:
            yield Finding("supplies", part.name, f"a seat's chips live on {part.place}/3V3, not on {rail}")


def check_currents(design: Design) -> Iterator[Finding]:
    """Check every rail with the firmware's caps, and every limiter against what it protects without them."""
    share = 1 - design.source["caps"]["margin_percent"] / 100
    for source, part in (("supply", share), ("both", share), ("usb", 0.9)):
        for rail in power.budget(design, source, "capped").rails.values():
            if rail.milliamps > rail.limit * part:
                limit = f"{part:.0%} of {rail.limit:.0f} mA"
                yield Finding("currents", rail.name, f"{rail.milliamps:.0f} mA ({source}, capped) is over {limit}")
    yield from _limiters(design)
    yield from _computer(design)


def _limiters(design: Design) -> Iterator[Finding]:
    """Check that what a limiter lets through at most is borne by all that feeds it and all it feeds."""
    for feed in design.source["feeds"]:
        part = power.feed_part(design, feed)
        if part.kind.name == "FUSE":
            most, trips = design.source["sources"][feed["from"]]["limit_ma"], part.order["trips_ma"]
            if trips > 0.75 * most:
                yield Finding("currents", part.name, f"the fuse would never open: it trips at {trips} of {most} mA")
        if "limit_by" not in part.order:
            continue
        allowed = power.limiter_currents(design, part)
        if allowed is None:
            yield Finding("currents", part.name, "nothing sets its limit")
            continue
        for other in design.source["feeds"]:
            near = power.feed_part(design, other)
            before, behind = other["to"] == feed["from"], other["from"] == feed["to"] and other["to"] not in SEAT_RAILS
            bears = near.order.get("trips_ma") or near.order.get("limit_ma")
            if (before or behind) and near.kind.name != "PICO" and bears and allowed[2] > bears:
                yield Finding(
                    "currents", near.name, f"bears {bears:.0f} mA, {part.ref} lets {allowed[2]:.0f} mA through"
                )


def _computer(design: Design) -> Iterator[Finding]:
    """Check that a USB port never gives more than it may, and nothing through a limiter while the supply is there."""
    port = design.source["sources"]["VBUS"]
    most, told = port["limit_ma"], port["declared_ma"]
    if (drawn := power.budget(design, "usb", "capped").rails["VBUS"].milliamps) > told:
        yield Finding("currents", "VBUS", f"{drawn:.0f} mA from a computer that was told {told} mA")
    (pico,) = design.parts_of_kinds("PICO")
    for feed in design.source["feeds"]:
        part = power.feed_part(design, feed)
        if feed["from"] != "VBUS" or part is pico:
            continue
        allowed = power.limiter_currents(design, part) if "limit_by" in part.order else None
        given = (allowed[2] if allowed else float("inf")) + pico.order["draw_ma"]["wrong"]
        if given > most:
            yield Finding("currents", part.name, f"a USB port would give {given:.0f} mA, it may give {most} mA")
        base = trace.driving_transistor_base(design, f"{part.name}.EN")
        reached = {power.rail_of(design, pin) for pin in trace.pins_reached_from(design, base)} if base else set()
        if "V5_IN" not in reached:
            yield Finding("currents", part.name, "must be shut by the supply: two supplies would share the load")


def check_lamps(design: Design) -> Iterator[Finding]:
    """Check that a lamp's current is in range and its transistor has a base resistor and a pull-down."""
    for part in design.parts.values():
        if "share" not in part.order:
            continue
        fed = power.lamp_feed(design, part)
        if fed is not None and not 5 <= fed[1] <= part.order["limit_ma"]:
            yield Finding("lamps", part.name, f"{fed[1]:.0f} mA is not between 5 and {part.order['limit_ma']} mA")
    for part in design.parts_of_kinds("NPN"):
        circuit = design.at(f"{part.name}.B")
        near = [design.part_of(pin) for pin in circuit.pins] if circuit else []
        if not any(other.facts.get("role") == "series" and 330 <= (other.ohms or 0) <= 4700 for other in near):
            yield Finding("lamps", part.name, "the base needs 330 ohm to 4.7 kohm in series")
        if not any(
            other.facts.get("role") == "pull-down" and trace.has_pin_kind(design, f"{other.name}.2", "gnd")
            for other in near
        ):
            yield Finding("lamps", part.name, "the base needs a pull-down: the expander starts with open pins")
