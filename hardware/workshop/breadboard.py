"""The breadboard set of breadboard.yaml: which hole every leg and wire is in, and which pins that joins."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from workshop import design

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = design.HARDWARE / "breadboard.yaml"
HOLE = re.compile(r"([a-j+-])(\d+)")
LOWER = "abcde"
# Nets that all places share; every other one belongs to its seat.
SHARED = ("3V3", "GND")
KEYS = ("RIICHI", "OK", "UP", "DOWN", "BACK")

Set = dict[str, Any]


class Wire(NamedTuple):
    """A wire or a lead of a part: the step of the page that lays it, and what it joins, by hole or by pin."""

    step: str
    start: str
    end: str


def load() -> Set:
    """Read the set; a rail's hole such as +5 is a number for YAML."""
    source: Set = _named(design.read(SOURCE))
    return source


def _named(value: Any, key: str = "") -> Any:
    """Return the source with every hole as a text."""
    if isinstance(value, dict):
        return {name: _named(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_named(item, key) for item in value]
    holes = ("holes", "supply", "links", "keys", "chip")
    return f"{value:+d}" if isinstance(value, int) and key in holes else value


@cache
def pin_numbers(kind: str) -> dict[int, str]:
    """Return the names of a chip's pins by their numbers, from device.yaml."""
    pins = design.load().kinds[kind].pins.values()
    return {int(number): pin.name for pin in pins for number in pin.numbers}


def centre_and_seats(source: Set) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the centre and the four seats: each with its board, first column, parts, nets and wires."""
    yield "", source["centre"]
    for name, seat in source["seats"].items():
        yield name, {**source["seat"], **seat}


def absolute_hole(place: dict[str, Any], local: str) -> str:
    """Return a hole of a place with its board and column: `d2` of West is `B.d32`."""
    row, column = _row_and_column(local)
    return f"{place['board']}.{row}{column + place['first'] - 1}"


def _row_and_column(text: str) -> tuple[str, int]:
    found = HOLE.fullmatch(text)
    if not found:
        raise design.DesignError(f"breadboard.yaml: {text} is no hole")
    return found[1], int(found[2])


def leg_holes(source: Set, place: dict[str, Any], ref: str) -> dict[str, str]:
    """Return the holes of a part's legs and leads, by pin; pins that share a name are numbered behind a slash."""
    part = place["parts"][ref]
    kind = source["kinds"][part["kind"]]
    if "leads" in kind:
        return {pin: absolute_hole(place, local) for pin, local in zip(kind["leads"], part["holes"], strict=True)}
    at, lower, upper = part["at"], kind["lower"], kind["upper"]
    if "wide" in kind:
        corners = {"1": (lower, 0), "2": (lower, kind["wide"]), "3": (upper, 0), "4": (upper, kind["wide"])}
        return {leg: absolute_hole(place, f"{row}{at + over}") for leg, (row, over) in corners.items()}
    half = kind["legs"] // 2
    columns = {number: (lower, number - 1) if number <= half else (upper, 2 * half - number) for number in
               range(1, 2 * half + 1)}  # fmt: skip
    names = pin_numbers(part["kind"])
    return {f"{names[n]}/{n}": absolute_hole(place, f"{row}{at + over}") for n, (row, over) in columns.items()}


def wires(place: dict[str, Any]) -> Iterator[Wire]:
    """Yield the wires of a place, in the order in which the page lays them."""
    for step, pairs in place["wires"].items():
        for start, end in pairs:
            yield Wire(step, absolute_hole(place, start), absolute_hole(place, end))
    for start, end in place.get("far", ()):
        yield Wire("far", start, end)


def strip_of_hole(source: Set, hole_name: str) -> str:
    """Return which strip of metal a hole is in: half a column, or a rail or its half."""
    board, _, local = hole_name.partition(".")
    row, column = _row_and_column(local)
    facts = source["boards"].get(board)
    if facts is None or not 1 <= column <= facts["columns"]:
        raise design.DesignError(f"breadboard.yaml: {hole_name} is on no board")
    if row in "+-":
        return f"{board}.{row}{'right' if column > facts.get('cut', column) else ''}"
    return f"{board}.{'lower' if row in LOWER else 'upper'}{column}"


def intended_nets(source: Set) -> dict[str, frozenset[str]]:
    """Return the nets as the description wants them: `EAST.SDA` and its pins, such as `EAST.U1.SDA`."""
    nets: dict[str, set[str]] = defaultdict(set)
    for name, place in centre_and_seats(source):
        for net, pins in place["nets"].items():
            key = net if net in SHARED or not name else f"{name}.{net}"
            for pin in pins:
                own = pin.format(**place.get("pins", {}))
                nets[key].add(own if own.startswith("PICO.") or not name else f"{name}.{own}")
    return {net: frozenset(pins) for net, pins in nets.items()}


def joined_pin_groups(source: Set) -> set[frozenset[str]]:
    """Return the pins that strips, wires and the Pico itself join, as the holes have it; a pin alone is in no set."""
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        while parent.setdefault(node, node) != node:
            node = parent[node]
        return node

    pins = set()
    for name, place in centre_and_seats(source):
        for wire in wires(place):
            parent[root(strip_of_hole(source, wire.start))] = root(strip_of_hole(source, wire.end))
        for ref in place["parts"]:
            for leg, where in leg_holes(source, place, ref).items():
                pin = f"{name}.{ref}.{leg.partition('/')[0]}".removeprefix(".")
                pins.add(pin)
                parent[root(strip_of_hole(source, where))] = root(f"pin {pin}")
    groups: dict[str, set[str]] = defaultdict(set)
    for pin in pins:
        groups[root(f"pin {pin}")].add(pin)
    return {frozenset(group) for group in groups.values() if len(group) > 1}


class Copper:
    """What the holes of a set join: `groups` of pins."""

    def __init__(self, source: Set) -> None:
        self.groups = joined_pin_groups(source)
        self._of_pin = {pin: group for group in self.groups for pin in group}

    def reached(self, pin: str) -> frozenset[str]:
        """Return the pins that the holes join with one, itself included."""
        return self._of_pin.get(pin, frozenset([pin]))


def find_gpio_port(pins: frozenset[str], part: str) -> int | None:
    """Return the port of the Pico or of an expander among some pins."""
    found = [int(pin.removeprefix(f"{part}.GP")) for pin in pins if pin.startswith(f"{part}.GP")]
    return found[0] if found else None


def seat_wiring(copper: Copper, name: str) -> dict[str, Any]:
    """Find out what one seat's parts reach, for the simulated table."""
    chips = []
    for ref, part, address in (("U1", "MCP23008", _address(copper, name)), ("DS1", "SSD1306", 0x3C)):
        lines = {
            line.lower(): find_gpio_port(copper.reached(f"{name}.{ref}.{line}"), "PICO") for line in ("SDA", "SCL")
        }
        chips.append({"part": part, "address": address, **lines})
    keys = {key: _port(copper, f"{name}.{key}", f"{name}.U1") for key in KEYS}
    return {
        "name": name.capitalize(),
        "chips": tuple(chips),
        "interrupt": find_gpio_port(copper.reached(f"{name}.U1.INT"), "PICO"),
        "keys": keys,
        "pressed": dict.fromkeys(KEYS, 0),
        "lamps": {},
        "lit": 1,
    }


def _port(copper: Copper, button: str, chip: str) -> int | None:
    """Return the port that a press of a button pulls to ground: that of one leg, while another one is at ground."""
    ends = [copper.reached(f"{button}.{leg}") for leg in "1234"]
    ports = [find_gpio_port(end, chip) for end in ends if "PICO.GND" not in end]
    return next((port for port in ports if port is not None), None) if len(ports) < len(ends) else None


def _address(copper: Copper, name: str) -> int:
    bits = ["PICO.GND" not in copper.reached(f"{name}.U1.{pin}") for pin in ("A0", "A1", "A2")]
    return 0x20 + sum(1 << place for place, high in enumerate(bits) if high)


def centre_wiring(copper: Copper) -> dict[str, Any]:
    """Find out what the parts beside the Pico reach, for the simulated table."""
    keys = {key: _port(copper, key, "PICO") for key in ("TABLE", "UNDO")}
    strap = find_gpio_port(copper.reached("PICO.GND"), "PICO")
    return {
        "BUTTONS": {key: {"pin": port, "pressed": 0} for key, port in keys.items()},
        "PIXELS": {"pin": None, "count": 12},
        "BUZZER": {"pin": find_gpio_port(copper.reached("R5.1"), "PICO")},
        "SEAT_POWER": {"pin": None, "on": 1, "at_reset": 1},
        "V5_SENSE": {"pin": find_gpio_port(copper.reached("R3.2"), "PICO"), "ohms": (10000, 10000)},
        "LIGHT": {"pin": find_gpio_port(copper.reached("PICO.3V3"), "PICO")},
        "TIED": {} if strap is None else {strap: 0},
    }


def cost(source: Set, seats: str) -> float:
    """Return what the set costs with `four` seats or with `one`."""
    return sum(float(entry[seats]) * float(entry["eur"]) for entry in source["stock"])
