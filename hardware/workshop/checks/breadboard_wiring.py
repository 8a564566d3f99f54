"""The breadboard set: its holes join what its nets say, the firmware finds its parts, its bus and rail are fit."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from workshop import breadboard, design
from workshop.checks.bus import LN_RISE
from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.breadboard import Copper, Set
    from workshop.design import Design

NAME = "breadboard"


def check(table: Design) -> Iterator[Finding]:
    """Check the set against the table's own description."""
    yield from find(breadboard.load(), table)


def find(source: Set, table: Design) -> Iterator[Finding]:
    """Yield what is wrong with a set."""
    try:
        copper = breadboard.Copper(source)
        yield from _holes(source)
    except design.DesignError as error:
        yield Finding(NAME, "holes", str(error))
        return
    yield from _wires(source, copper)
    yield from _agreement(source, copper, table)
    yield from _supplies(source, copper)
    yield from _bus(source)
    yield from _rail(source)
    yield from _goods(source)


def _wires(source: Set, copper: Copper) -> Iterator[Finding]:
    """Compare what the holes join with what the nets say, net by net."""
    wanted = breadboard.intended_nets(source)
    for net, pins in wanted.items():
        if pins not in copper.groups:
            lost = {pin for pin in pins if not (copper.reached(pin) & pins) - {pin}}
            strange = {far for pin in pins for far in copper.reached(pin)} - pins
            words = [f"{', '.join(sorted(lost))} is not reached"] if lost else []
            words += [f"{', '.join(sorted(strange))} is on it"] if strange else []
            yield Finding(NAME, net, "; ".join(words) or "is in pieces")
    every = frozenset().union(*wanted.values())
    for group in copper.groups:
        if not group & every:
            yield Finding(NAME, ", ".join(sorted(group)), "are joined and on no net")


def _holes(source: Set) -> Iterator[Finding]:
    """Check that two ends share no hole; of a rail any hole near the column does."""
    used: Counter[str] = Counter()
    for _, place in breadboard.centre_and_seats(source):
        for ref in place["parts"]:
            used.update(breadboard.leg_holes(source, place, ref).values())
        for wire in breadboard.wires(place):
            used.update((wire.start, wire.end))
    for hole, ends in used.items():
        if ends > 1 and hole[2] not in "+-":
            yield Finding(NAME, hole, f"has {ends} ends in it")


def _agreement(source: Set, copper: Copper, table: Design) -> Iterator[Finding]:
    """Check that the Pico's pins and the expanders' are those that the firmware uses."""
    pins = {name: f"GP{entry['gp']}" for name, entry in table.source["pins"].items()}
    for seat, facts in source["seats"].items():
        for line, pin in facts["pins"].items():
            if pins.get(f"{seat}_{line}") != pin:
                yield Finding(NAME, f"{seat} {line}", f"goes to {pin}, the firmware has {pins.get(f'{seat}_{line}')}")
        wired = breadboard.seat_wiring(copper, seat)
        wanted = {key: int(table.source["expander"][key][2:]) for key in breadboard.KEYS}
        if wired["keys"] != wanted:
            yield Finding(NAME, seat, f"has its buttons at {wired['keys']}, the firmware at {wanted}")
        if wired["chips"][0]["address"] != table.kinds["MCP23008"].facts["address"]["base"]:
            yield Finding(NAME, seat, f"has its expander at {wired['chips'][0]['address']:#x}")
    centre = breadboard.centre_wiring(copper)
    found = {key: centre["BUTTONS"][key]["pin"] for key in ("TABLE", "UNDO")}
    found |= {key: centre[key]["pin"] for key in ("BUZZER", "V5_SENSE", "LIGHT")}
    for name, port in found.items():
        if pins[name] != f"GP{port}":
            yield Finding(NAME, name, f"is at GP{port}, the firmware has {pins[name]}")
    strap = source["strap"]
    if strap in pins.values():
        yield Finding(NAME, strap, "is the strap and used for something else")
    if centre["TIED"] != {int(strap[2:]): 0}:
        yield Finding(NAME, strap, "is the strap and not at ground")


def _supplies(source: Set, copper: Copper) -> Iterator[Finding]:
    """Check every pin of a chip and display that has only one right place."""
    for seat in source["seats"]:
        for net, pins in (
            ("3V3", ("U1.VDD", "U1.RESET", "DS1.VCC")),
            ("GND", ("U1.VSS", "U1.A0", "U1.A1", "U1.A2", "DS1.GND")),
        ):
            for pin in pins:
                if f"PICO.{net}" not in copper.reached(f"{seat}.{pin}"):
                    yield Finding(NAME, f"{seat}.{pin}", f"is not at {net}")
    if copper.reached("PICO.3V3") & {"PICO.GND", "PICO.VBUS"}:
        yield Finding(NAME, "PICO.3V3", "is at ground or 5 V")


def _bus(source: Set) -> Iterator[Finding]:
    """Check the rise time with the weakest pull-ups and the current with the strongest."""
    facts = source["bus"]
    farads = sum(facts["pf"].values())
    low, high = sorted(facts["module_ohms"])
    for seat in source["seats"]:
        for line, ref in (("SDA", "R1"), ("SCL", "R2")):
            own = design.quantity(source["seat"]["parts"][ref]["value"])
            rise = LN_RISE * _parallel(own, high) * farads / 1000
            if rise > facts["rise_ns"]:
                yield Finding(NAME, f"{seat} {line}", f"rises in {rise:.0f} ns, {facts['rise_ns']} are allowed")
            if _parallel(own, low) < facts["least_ohms"]:
                yield Finding(NAME, f"{seat} {line}", f"is pulled up by {_parallel(own, low):.0f} ohm")


def _parallel(one: float, other: float) -> float:
    return one * other / (one + other)


def _rail(source: Set) -> Iterator[Finding]:
    """Check that the Pico's 3.3 V bears four displays that are all white."""
    each = source["display_ma"]
    total = len(source["seats"]) * (each["idle"] + each["lit"])
    if total > source["limit_ma"]:
        yield Finding(NAME, "3V3", f"carries {total} mA, {source['limit_ma']} are allowed")


def _goods(source: Set) -> Iterator[Finding]:
    """Check that what is bought is what is plugged in, and within its price."""
    for words, names in (("four", tuple(source["seats"])), ("one", tuple(source["seats"])[:1])):
        used = _used(source, names)
        bought: Counter[str] = Counter()
        for entry in source["stock"]:
            if "kind" in entry or "board" in entry:
                bought[_good(entry)] += entry[words]
        for good in used | bought:
            if used[good] != bought[good]:
                yield Finding(NAME, good, f"{used[good]} are used and {bought[good]} bought with {words}")
        cost, most = breadboard.cost(source, words), source["most_eur"][words]
        if cost > most:
            yield Finding(NAME, "price", f"{cost:.2f} EUR with {words}, {most} are promised")


def _used(source: Set, names: tuple[str, ...]) -> Counter[str]:
    used: Counter[str] = Counter()
    boards = set()
    for name, place in breadboard.centre_and_seats(source):
        if name and name not in names:
            continue
        boards.add(place["board"])
        used.update(_good(part) for part in place["parts"].values() if part["kind"] != "PICO")
    used.update(str(source["boards"][board]["kind"]) for board in boards)
    return used


def _good(entry: dict[str, str]) -> str:
    """Return the kind of a part with its value, or of a board."""
    return " ".join(str(entry[key]) for key in ("kind", "value", "board") if key in entry)
