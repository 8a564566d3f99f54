"""Voltages: what every circuit can rise to, whether every pin bears it, and whether a high is high enough."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from workshop import power, trace
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design, Part

STATES = tuple((source, state) for source in ("supply", "usb", "both") for state in ("typical", "capped"))
BASE_VOLTS = 0.7  # between base and emitter of a transistor that conducts
LAMP_OHMS = 100.0  # a lamp or diode that conducts, seen from far away


def rail_volts(design: Design) -> dict[str, tuple[float, float]]:
    """Return the lowest and highest voltage of every rail over both sources."""
    spans: dict[str, list[float]] = defaultdict(list)
    for source, state in STATES:
        for rail in power.budget(design, source, state).rails.values():
            spans[rail.name] += [rail.volts[0], rail.volts[2]]
    return {name: (min(values), max(values)) for name, values in spans.items()}


def highest_volts(design: Design) -> dict[str, float]:
    """Compute the highest voltage each circuit can have: rails as fed, lines as their resistors divide.

    A line that some chip can drive can also have that chip's supply voltage.
    """
    if "volts" not in design.memo:
        design.memo["volts"] = _highest_volts(design)
    volts: dict[str, float] = design.memo["volts"]
    return volts


def highest_volts_with_wrong_supply(design: Design) -> dict[str, float]:
    """Compute what each circuit can rise to with the wrong supply that the table must survive.

    It reaches what lies behind a fuse; the transistor behind that shuts it out.
    """
    if "withstood" not in design.memo:
        wrong = {}
        for source, facts in design.source["sources"].items():
            if "survives" in facts:
                wrong[source] = float(facts["survives"])
        for feed in design.source["feeds"]:
            if feed["from"] in wrong and power.feed_part(design, feed).kind.name == "FUSE":
                wrong[feed["to"]] = wrong[feed["from"]]
        design.memo["withstood"] = _highest_volts(design, wrong)
    volts: dict[str, float] = design.memo["withstood"]
    return volts


def _highest_volts(design: Design, wrong: dict[str, float] | None = None) -> dict[str, float]:
    rails = rail_volts(design)
    for name, level in (wrong or {}).items():
        rails[name] = (rails[name][0], level)
    fixed: dict[str, float] = {}
    driven: dict[str, float] = {}
    for name, circuit in design.circuits.items():
        rail = power.rail_of(design, circuit.pins[0])
        if rail is not None:
            fixed[name] = rails[rail][1]
        elif "centre/GND" in circuit.nets:
            fixed[name] = 0.0
        levels = [_supply(design, pin, rails) for pin in circuit.pins]
        driven[name] = max([level[1] for level in levels if level], default=0.0)
    resting = _divide(design, fixed)
    return {name: max(resting.get(name, 0.0), 0.0 if name in fixed else driven[name]) for name in design.circuits}


def _supply(design: Design, pin: str, rails: dict[str, tuple[float, float]]) -> tuple[float, float] | None:
    """Return the voltage span a pin can drive: that of its part's supply."""
    kind, part = design.pin(pin), design.part_of(pin)
    if kind is None or kind.kind not in {"io", "out"}:
        return None
    rail = power.rail_of(design, f"{part.name}.{part.kind.facts['logic']}")
    return rails[rail] if rail else None


def _divide(design: Design, fixed: dict[str, float]) -> dict[str, float]:
    """Solve the resistors between the circuits by relaxation: each takes the weighted mean of its neighbours."""
    edges: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for part in design.parts.values():
        for start, end, ohms in _paths(part):
            near, far = design.circuit_of.get(f"{part.name}.{start}"), design.circuit_of.get(f"{part.name}.{end}")
            if near and far and ohms > 0:
                edges[far].append((near, 1 / ohms))
                if part.ohms is not None:
                    edges[near].append((far, 1 / ohms))
    volts = dict(fixed)
    for _ in range(200):
        before = dict(volts)
        for name, neighbours in edges.items():
            known = [(volts[other], weight) for other, weight in neighbours if other in volts]
            if name not in fixed and known:
                volts[name] = sum(level * weight for level, weight in known) / sum(weight for _, weight in known)
        if all(abs(volts[name] - before.get(name, -1.0)) < 1e-7 for name in volts):
            break
    return volts


def _paths(part: Part) -> list[tuple[str, str, float]]:
    """Return the ways current can take through a part; through a diode only from anode to cathode."""
    if part.ohms is not None:
        return [("1", "2", part.ohms)]
    return [("A", "K", LAMP_OHMS)] if part.kind.name in {"LED", "LIT_SWITCH", "DIODE"} else []


def check_voltages(design: Design) -> Iterator[Finding]:
    """Check that no pin sees more than it bears and no supply pin leaves its range."""
    rails, volts, withstood = rail_volts(design), highest_volts(design), highest_volts_with_wrong_supply(design)
    for part in design.parts.values():
        facts = part.kind.facts
        for pin in part.kind.pins.values():
            name = f"{part.name}.{pin.name}"
            circuit = design.circuit_of.get(name)
            rail = power.rail_of(design, name)
            if circuit is None:
                continue
            if pin.name in facts.get("volts", {}) and rail:
                low, high = facts["volts"][pin.name]
                if rails[rail][0] < low or rails[rail][1] > high:
                    span = f"{rails[rail][0]:.2f}-{rails[rail][1]:.2f} V"
                    yield Finding("voltages", name, f"bears {low}-{high} V but {rail} is {span}")
            elif pin.kind in {"in", "io", "open_drain"} and "logic" in facts:
                supply = power.rail_of(design, f"{part.name}.{facts['logic']}")
                most = rails[supply][1] + facts["over"] if supply else 0.0
                if volts[circuit] > most + 0.001:
                    yield Finding(
                        "voltages", name, f"bears {most:.1f} V but the line can rise to {volts[circuit]:.1f} V"
                    )
        if "volts" in part.order and part.kind.name == "C":
            level = max(volts.get(design.circuit_of.get(f"{part.name}.{pin}", ""), 0.0) for pin in part.kind.pins)
            if level * 1.5 > part.order["volts"]:
                yield Finding("voltages", part.name, f"a {part.order['volts']} V capacitor on {level:.1f} V")
            worst = max(withstood.get(design.circuit_of.get(f"{part.name}.{pin}", ""), 0.0) for pin in part.kind.pins)
            if worst > part.order["volts"]:
                yield Finding(
                    "voltages",
                    part.name,
                    f"a {part.order['volts']} V capacitor that a wrong supply lifts to {worst:.1f} V",
                )


def check_resistor_heat(design: Design) -> Iterator[Finding]:
    """Check that no resistor gets hotter than it bears with the wrong supply that the table must survive."""
    volts = dict(highest_volts_with_wrong_supply(design))
    for part in design.parts_of_kinds("ZENER"):
        circuit = design.circuit_of.get(f"{part.name}.K", "")
        volts[circuit] = min(volts.get(circuit, 0.0), sum(part.order["breaks_at"]) / 2)
    for part in design.parts_of_kinds("PNP"):
        base, emitter = (design.circuit_of.get(f"{part.name}.{pin}", "") for pin in "BE")
        volts[base] = min(volts.get(base, 0.0), volts.get(emitter, 0.0) - BASE_VOLTS)
    for part in design.parts_of_kinds("R"):
        one, other = (volts.get(design.circuit_of.get(f"{part.name}.{pin}", ""), 0.0) for pin in part.kind.pins)
        heat = (one - other) ** 2 / part.ohms if part.ohms else 0.0
        if heat > part.order["watts"]:
            yield Finding(
                "watts", part.name, f"takes {heat:.2f} W with a wrong supply, it bears {part.order['watts']} W"
            )


def check_logic(design: Design) -> Iterator[Finding]:
    """Check that a high that arrives at an input is above what that input calls high."""
    rails = rail_volts(design)
    resting = highest_volts(design)
    for part in design.parts.values():
        facts = part.kind.facts
        supply = power.rail_of(design, f"{part.name}.{facts['logic']}") if "high" in facts else None
        if supply is None:
            continue
        needed = facts["high"].get("volts") or facts["high"]["fraction"] * rails[supply][1]
        for pin in part.kind.pins.values():
            name = f"{part.name}.{pin.name}"
            if pin.kind == "in" and design.at(name):
                sent = [_sent(design, other, rails) for other in trace.pins_reached_from(design, name) if other != name]
                highs = [level for level in sent if level is not None]
                pulled = [resting[design.circuit_of[name]]] if _pulled_up(design, name) else []
                if highs and max(highs + pulled) < needed:
                    yield Finding("logic levels", name, f"needs {needed:.2f} V for a high and gets {max(highs):.2f} V")


def _sent(design: Design, pin: str, rails: dict[str, tuple[float, float]]) -> float | None:
    """Return the high level a driver guarantees."""
    if pin.partition(".")[0] not in design.parts:
        return None
    span = _supply(design, pin, rails)
    promised = design.part_of(pin).kind.facts.get("sends")
    return None if span is None else float(promised or span[0])


def _pulled_up(design: Design, pin: str) -> bool:
    parts = [design.part_of(other) for other in trace.pins_reached_from(design, pin)]
    return any(part.facts.get("role") == "pull-up" for part in parts)
