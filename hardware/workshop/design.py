"""The hardware description read from device.yaml: parts, pins, nets and cables as plain values."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

try:
    from yaml import CSafeLoader as SafeLoader  # the same, read by a library in C, which takes a tenth of the time
except ImportError:
    from yaml import SafeLoader  # type: ignore[assignment]

HARDWARE = Path(__file__).parents[1]
DEVICE = HARDWARE / "device.yaml"


class DesignError(Exception):
    """The description cannot be read; the message says where and why."""


@dataclass(frozen=True)
class Pin:
    """A pin of a kind of part: its numbers on the package and what it is electrically."""

    name: str
    numbers: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Kind:
    """What a kind of part is electrically; `facts` holds the rest of its entry under `types`."""

    name: str
    pins: dict[str, Pin]
    facts: dict[str, Any]


@dataclass(frozen=True)
class Part:
    """One part on one copy of a board: `east/U1` is the expander in East's seat box."""

    name: str
    board: str
    place: str
    ref: str
    kind: Kind
    stock: str
    order: dict[str, Any]
    facts: dict[str, Any]

    @property
    def value(self) -> str:
        """What is printed beside the part: its value, or the kind when it has none."""
        return str(self.order.get("value", self.kind.name))

    @property
    def ohms(self) -> float | None:
        """The resistance of a resistor, None for everything else."""
        return quantity(self.order["value"]) if self.kind.name == "R" else None

    @property
    def label(self) -> str:
        """The word printed at the part on the table, empty when there is none."""
        return str(self.facts.get("label", ""))


@dataclass(frozen=True)
class Cable:
    """A cable with an end at one part and an end at another; `wires` are pairs of pins."""

    name: str
    kind: str
    start: str
    end: str
    wires: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class JoinedNet:
    """Everything that is one piece of copper: nets of several boards joined by cables."""

    name: str
    nets: tuple[str, ...]
    pins: tuple[str, ...]


@dataclass
class Design:
    """The whole table: every board as often as it is built, every net, every cable.

    It does not change once it is built; `memo` keeps what has been worked out from it.
    """

    source: dict[str, Any]
    kinds: dict[str, Kind]
    parts: dict[str, Part]
    nets: dict[str, tuple[str, ...]]
    cables: list[Cable]
    circuits: dict[str, JoinedNet] = field(default_factory=dict)
    circuit_of: dict[str, str] = field(default_factory=dict)
    memo: dict[str, Any] = field(default_factory=dict)

    def pin(self, name: str) -> Pin | None:
        """Return the pin written `east/U1.SDA`, None when there is no such pin."""
        part, _, pin = name.partition(".")
        return self.parts[part].kind.pins.get(pin) if part in self.parts else None

    def part_of(self, pin: str) -> Part:
        """Return the part a pin belongs to."""
        return self.parts[pin.partition(".")[0]]

    def at(self, pin: str) -> JoinedNet | None:
        """Return the circuit a pin is connected to, None for an open pin."""
        name = self.circuit_of.get(pin)
        return self.circuits[name] if name else None

    def parts_of_kinds(self, *kinds: str) -> list[Part]:
        """Return all parts of the kinds, in the order of the description."""
        return [part for part in self.parts.values() if part.kind.name in kinds]


def quantity(text: str | float) -> float:
    """Read a value as it is printed on a part.

    >>> quantity("2k2"), quantity("10n"), quantity(330)
    (2200.0, 1e-08, 330.0)
    """
    scale = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "R": 1.0, "k": 1e3, "M": 1e6}
    words = str(text)
    for letter, factor in scale.items():
        if letter in words:
            whole, _, rest = words.partition(letter)
            return round(float(f"{whole}.{rest or 0}") * factor, 15)
    return float(words)


class _Loader(SafeLoader):
    """A YAML reader that refuses what plain YAML would silently swallow.

    That is a key written twice, and one with no value: words behind a comma that stand in no quotes.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, value_node in node.value:
            if key_node.tag == "tag:yaml.org,2002:merge":
                continue
            key = self.construct_object(key_node, deep=True)
            if key in seen and isinstance(key, str | int):
                raise DesignError(f"line {key_node.start_mark.line + 1}: {key} is written twice")
            if value_node.tag == "tag:yaml.org,2002:null":
                raise DesignError(
                    f"line {key_node.start_mark.line + 1}: {key} has no value: put words with a comma in quotes"
                )
            seen.add(key)
        self.flatten_mapping(node)
        return super().construct_mapping(node, deep)


def read(path: Path = DEVICE) -> dict[str, Any]:
    """Read the YAML file as it is written."""
    text = path.read_text(encoding="utf-8")
    source: dict[str, Any] = yaml.load(text, _Loader)  # noqa: S506 -- a SafeLoader
    return source


def load(path: Path = DEVICE) -> Design:
    """Read the description and build every board, net and cable of the table."""
    return build(read(path))


def build(source: dict[str, Any]) -> Design:
    """Build the table from a description already read."""
    kinds = {name: _kind(name, entry) for name, entry in source["types"].items()}
    parts: dict[str, Part] = {}
    nets: dict[str, tuple[str, ...]] = {}
    for board, entry in source["boards"].items():
        for place in entry["copies"]:
            for ref, facts in entry["parts"].items():
                parts[f"{place}/{ref}"] = _part(source, kinds, board, place, ref, facts)
            for net, pins in entry["nets"].items():
                nets[f"{place}/{net}"] = tuple(f"{place}/{pin}" for pin in pins)
    cables = [_cable(name, entry) for name, entry in source["cables"].items()]
    design = Design(source, kinds, parts, nets, cables)
    _join(design)
    return design


def _kind(name: str, entry: dict[str, Any]) -> Kind:
    pins = {}
    for pin, words in entry["pins"].items():
        numbers, _, kind = str(words).partition(" ")
        pins[str(pin)] = Pin(str(pin), tuple(numbers.split(",")), kind)
    return Kind(name, pins, {key: value for key, value in entry.items() if key != "pins"})


def _part(
    source: dict[str, Any], kinds: dict[str, Kind], board: str, place: str, ref: str, facts: dict[str, Any]
) -> Part:
    stock = str(facts.get("stock"))
    if stock not in source["stock"]:
        raise DesignError(f"{board}/{ref}: there is no stock entry {stock}")
    order = source["stock"][stock]
    if order["type"] not in kinds:
        raise DesignError(f"stock {stock}: there is no type {order['type']}")
    return Part(f"{place}/{ref}", board, place, ref, kinds[order["type"]], stock, order, facts)


def _cable(name: str, entry: dict[str, Any]) -> Cable:
    wires = tuple((str(start), str(end)) for start, end in entry["wires"].items())
    return Cable(name, entry["kind"], entry["from"], entry["to"], wires)


def _join(design: Design) -> None:
    """Make one circuit of all nets and pins that copper joins, through cables too."""
    root: dict[str, str] = {}

    def find(item: str) -> str:
        while root.setdefault(item, item) != item:
            item = root[item]
        return item

    for net, pins in design.nets.items():
        for pin in pins:
            root[find(pin)] = find("net " + net)
    for cable in design.cables:
        for start, end in cable.wires:
            root[find(f"{cable.start}.{start}")] = find(f"{cable.end}.{end}")
    groups: dict[str, list[str]] = defaultdict(list)
    for item in root:
        groups[find(item)].append(item)
    for items in groups.values():
        nets = tuple(item.removeprefix("net ") for item in items if item.startswith("net "))
        pins = tuple(item for item in items if not item.startswith("net "))
        name = nets[0] if nets else pins[0]
        design.circuits[name] = JoinedNet(name, nets, pins)
        design.circuit_of |= dict.fromkeys(pins, name)
