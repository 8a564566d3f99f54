"""The cable drawings: what WireViz needs to draw the harness of the centre box and of one seat box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from workshop.firmware_export import NOTICE
from workshop.power import rail_names

if TYPE_CHECKING:
    from workshop.design import Cable, Design

SIGNALS = ["YE", "WH", "GN", "BU", "VT"]
SHEETS = {"centre": ("centre", "lid"), "seat": ("centre", "east")}


def wireviz_sheet(design: Design, name: str) -> str:
    """Write the WireViz input of one sheet: `centre` or `seat` (East's, the others are the same).

    >>> from workshop.design import load
    >>> "EAST lead" in wireviz_sheet(load(), "seat"), "EAST lead" in wireviz_sheet(load(), "centre")
    (True, False)
    """
    places = SHEETS[name]
    chosen = [cable for cable in design.cables if _belongs(design, cable, name, places)]
    connectors: dict[str, Any] = {}
    for cable in chosen:
        for part in (cable.start, cable.end):
            connectors[_title(part)] = _connector(design, part)
    drawing = {
        "connectors": connectors,
        "cables": {cable.name: _wires(design, cable) for cable in chosen},
        "connections": [_joined(cable) for cable in chosen],
    }
    return f"# {NOTICE}\n" + yaml.safe_dump(drawing, sort_keys=False, allow_unicode=False, width=120)


def _belongs(design: Design, cable: Cable, name: str, places: tuple[str, str]) -> bool:
    ends = {design.parts[cable.start].place, design.parts[cable.end].place}
    return ends <= set(places) and (name == "seat" or cable.kind != "patch") and ends != {"centre"}


def _connector(design: Design, name: str) -> dict[str, Any]:
    part = design.parts[name]
    panel = design.source["boards"][part.board].get("panel")
    pins = part.kind.pins
    entry: dict[str, Any] = {"type": part.order["name"]}
    if not part.order.get("bare"):
        entry |= {"manufacturer": part.order["maker"], "mpn": part.order["mpn"]}
    entry["pins"] = [_pin(pin) for pin in pins]
    if not panel:
        entry["pinlabels"] = [_net(design, f"{name}.{pin}") for pin in pins]
    if part.label:
        entry["notes"] = f"marked {part.label}"
    if part.kind.name == "JACK":
        entry["notes"] = "NOT ETHERNET"
    return entry


def _net(design: Design, pin: str) -> str:
    place = pin.partition("/")[0]
    circuit = design.at(pin)
    nets = [net for net in circuit.nets if net.startswith(place)] if circuit else []
    return nets[0].partition("/")[2] if nets else "-"


def _wires(design: Design, cable: Cable) -> dict[str, Any]:
    kind = design.source["cable_kinds"][cable.kind]
    colours = kind.get("colours") or _colours(design, cable)
    return {
        "wirecount": len(cable.wires),
        "length": kind["metres"],
        "gauge": f"{kind['gauge']} AWG",
        "colors": colours,
        "notes": "straight Cat5e patch lead" if cable.kind == "patch" else "crimped lead",
    }


def _colours(design: Design, cable: Cable) -> list[str]:
    """Choose colours: black is ground, red a supply, every other wire has a colour of its own."""
    spare = iter(SIGNALS)
    nets = [_net(design, f"{cable.start}.{near}") for near, _ in cable.wires]
    fixed = {"GND": "BK", "LAMP_HIGH": "RD"} | dict.fromkeys([*rail_names(design), "V5"], "RD")
    return [fixed.get(net) or next(spare) for net in nets]


def _joined(cable: Cable) -> list[dict[str, list[Any]]]:
    numbers: list[Any] = list(range(1, len(cable.wires) + 1))
    return [
        {_title(cable.start): [_pin(near) for near, _ in cable.wires]},
        {cable.name: numbers},
        {_title(cable.end): [_pin(far) for _, far in cable.wires]},
    ]


def _title(part: str) -> str:
    """Write `centre/J1` as WireViz can name it."""
    return part.replace("/", " ")


def _pin(name: str) -> int | str:
    """Return a numbered pin as the number WireViz wants."""
    return int(name) if name.isdigit() else name
