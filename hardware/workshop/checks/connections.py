"""Pins left open, outputs that fight, inputs without a driver, parts the wrong way round."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from workshop import board_layout_input, power, trace
from workshop.checks.finding import Finding
from workshop.checks.levels import highest_volts
from workshop.design import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, JoinedNet, Part

MUST_CONNECT = {"in", "out", "gnd", "power_in", "passive"}
CONNECTORS = {"JACK", "PLUG2", "PLUG3", "PLUG4", "PLUG5", "PLUG7", "POINT"}
NEAR_MM = 11.0  # from the middle of a chip to the middle of its capacitor
FEEDS = {
    "DIODE": ("A", "K"),
    "FUSE": ("1", "2"),
    "LIMITER": ("IN", "OUT"),
    "PMOS": ("S", "D"),
    "REGULATOR": ("VIN", "OUT"),
}
DRIVERS = {"out", "io", "open_drain", "power_out", "gnd"}


def check_open_pins(design: Design) -> Iterator[Finding]:
    """Check that inputs, supply pins and the legs of small parts lead somewhere."""
    for part in design.parts.values():
        for pin in part.kind.pins.values():
            name = f"{part.name}.{pin.name}"
            circuit = design.at(name)
            if pin.kind in MUST_CONNECT and (circuit is None or len(circuit.pins) < 2):
                yield Finding("open pins", name, "is not connected")
            elif circuit and pin.kind == "gnd" and not _is_ground(circuit):
                yield Finding("open pins", name, "is a ground pin but not on ground")
    for name, circuit in design.circuits.items():
        ends = [pin for pin in circuit.pins if design.part_of(pin).kind.name not in CONNECTORS]
        if circuit.nets and len(ends) < 2 and not any(design.part_of(pin).label == "UART" for pin in circuit.pins):
            yield Finding("open pins", name, "only one part is on this net")


def _is_ground(circuit: JoinedNet) -> bool:
    return "centre/GND" in circuit.nets


def check_drivers(design: Design) -> Iterator[Finding]:
    """Check that a line has at most one hard driver, every input has one, every supply pin a supply."""
    for name, circuit in design.circuits.items():
        kinds = [(pin, design.pin(pin)) for pin in circuit.pins]
        hard = [pin for pin, kind in kinds if kind and kind.kind in {"out", "power_out"}]
        if len(hard) > 1 and not _taking_turns(design, hard):
            yield Finding("drivers", name, f"{' and '.join(hard)} both drive it")
        if hard and any(kind and kind.kind == "gnd" for _, kind in kinds):
            yield Finding("drivers", name, f"{hard[0]} is shorted to ground")
        if joined := _joined(design, circuit):
            yield Finding("drivers", name, f"joins {' and '.join(joined)}")
        rail = power.rail_of(design, circuit.pins[0])
        for pin, kind in kinds:
            if kind and kind.kind == "power_in" and rail is None:
                yield Finding("drivers", pin, "is a supply pin without a supply")
            if kind and kind.kind == "in" and rail is None and not _driven(design, pin):
                yield Finding("drivers", pin, "is an input nobody drives")


def _taking_turns(design: Design, pins: list[str]) -> bool:
    """Return whether the drivers are limiters of which one works with the supply and the other without."""
    feeds = [_fed_by(design, design.part_of(pin)) for pin in pins]
    limiters = all(design.part_of(pin).kind.name == "LIMITER" for pin in pins)
    return limiters and sorted(bool(feed.get("usb")) for feed in feeds) == [False, True]


def _joined(design: Design, circuit: JoinedNet) -> list[str]:
    """Return nets of one copy of one board that should be apart but are one piece of copper."""
    for entry in design.source["boards"].values():
        for place in entry["copies"]:
            own = [
                net for net in circuit.nets if net.startswith(f"{place}/") and net.partition("/")[2] in entry["nets"]
            ]
            if len(own) > 1:
                return own
    return []


def _driven(design: Design, pin: str) -> bool:
    near = [other for other in trace.pins_reached_from(design, pin) if other != pin]
    kinds = [design.pin(other) for other in near]
    pulled = any(design.part_of(other).facts.get("role") in {"pull-up", "pull-down"} for other in near)
    return pulled or any(kind is not None and kind.kind in DRIVERS for kind in kinds)


def check_orientation(design: Design) -> Iterator[Finding]:
    """Check that diodes, electrolytic capacitors, transistors and lamps are the right way round."""
    volts = highest_volts(design)
    for part in design.parts.values():
        level = {pin: volts.get(design.circuit_of.get(f"{part.name}.{pin}", ""), None) for pin in part.kind.pins}
        plus, minus = level.get("1"), level.get("2")
        if part.order.get("polar") and (plus or 0) <= (minus or 0):
            yield Finding("orientation", part.name, "the positive leg (1) is not on the higher voltage")
        if part.kind.name == "NPN" and not trace.has_pin_kind(design, f"{part.name}.E", "gnd"):
            yield Finding("orientation", part.name, "the emitter must be on ground")
        if part.kind.name in {"LED", "LIT_SWITCH"}:
            yield from _lamp(design, part)
    for feed in design.source["feeds"]:
        yield from _feed(design, feed)


def _lamp(design: Design, part: Part) -> Iterator[Finding]:
    if power.lamp_feed(design, part) is None:
        yield Finding("orientation", part.name, "the anode is not fed from a supply")
    if trace.driving_transistor_base(design, f"{part.name}.K") is None:
        yield Finding("orientation", part.name, "the cathode is not switched by a transistor")


def _feed(design: Design, feed: dict[str, str]) -> Iterator[Finding]:
    """Check that what feeds one supply from another lies between the two, diodes with their ring to the load."""
    part = power.feed_part(design, feed)
    ends = FEEDS.get(part.kind.name)
    if ends is None:
        return
    for end, rail in zip(ends, (feed["from"], feed["to"]), strict=True):
        if power.rail_of(design, f"{part.name}.{end}") != rail:
            yield Finding("orientation", f"{part.name}.{end}", f"must be on {rail} to feed {feed['to']}")


def check_supply_capacitors(design: Design) -> Iterator[Finding]:
    """Check that every chip soldered to a board has a capacitor of 47 nF or more of its own near its supply."""
    taken: set[str] = set()
    for part in design.parts.values():
        panel = design.source["boards"][part.board].get("panel")
        supply = next((pin.name for pin in part.kind.pins.values() if pin.kind == "power_in"), None)
        circuit = design.at(f"{part.name}.{supply}") if supply else None
        if panel or circuit is None or part.kind.name == "PICO" or "lead" in _fed_by(design, part):
            continue  # a module carries its own; a seat's limiter has its capacitor behind it
        where = board_layout_input.part_positions(design, part.board)
        near = [design.part_of(pin) for pin in circuit.pins]
        own = [
            other
            for other in near
            if other.kind.name == "C"
            and other.place == part.place
            and other.name not in taken
            and not other.order.get("polar")
            and quantity(other.order["value"]) >= 4.7e-8
            and math.dist(where[part.ref][:2], where[other.ref][:2]) <= NEAR_MM
        ]
        if own:
            taken.add(min(own, key=lambda other: math.dist(where[part.ref][:2], where[other.ref][:2])).name)
        else:
            yield Finding(
                "supply capacitors", part.name, f"no capacitor of its own within {NEAR_MM:.0f} mm at {supply}"
            )


def _fed_by(design: Design, part: Part) -> dict[str, Any]:
    """Return the feed that goes through a part."""
    feeds = design.source["feeds"]
    return next((feed for feed in feeds if power.net_of(feed["through"]) == part.name), {})
