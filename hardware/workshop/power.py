"""The power budget: what every rail carries and at which voltage, on the supply and on USB alone.

Loads are added from the leaves to the source, then the voltages follow from the source to the leaves:
volts = volts before - (knee + ohms x amperes) of what is in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workshop import trace

if TYPE_CHECKING:
    from workshop.design import Design, Part

STATES = ("typical", "capped", "wrong")


@dataclass(frozen=True)
class Load:
    """Current drawn from a rail by one part or a group of parts."""

    rail: str
    what: str
    milliamps: float


@dataclass(frozen=True)
class Rail:
    """One supply in one state: its voltage at the worst, usual and best source, its load and its limit."""

    name: str
    volts: tuple[float, float, float]
    milliamps: float
    limit: float
    through: str


@dataclass(frozen=True)
class Budget:
    """The whole budget for one source (`supply` or `usb`) and one state of the firmware."""

    source: str
    state: str
    loads: list[Load]
    rails: dict[str, Rail]


def rail_of(design: Design, pin: str) -> str | None:
    """Return the name of the supply a pin is on, None when it is on none."""
    circuit = design.at(pin)
    named = {f"centre/{name}": name for name in rail_names(design)}
    return next((named[net] for net in circuit.nets if net in named), None) if circuit else None


def rail_names(design: Design) -> list[str]:
    """Return all supplies, sources first."""
    names = list(design.source["sources"])
    return names + [feed["to"] for feed in design.source["feeds"] if feed["to"] not in names]


def caps_for(design: Design, source: str, state: str) -> dict[str, int]:
    """Return the brightness the firmware allows itself in a state."""
    caps: dict[str, dict[str, int]] = design.source["caps"]
    return caps[source] if state == "capped" else caps[state]


def loads(design: Design, source: str, state: str) -> list[Load]:
    """List what every part draws from its rail."""
    caps = caps_for(design, source, state)
    found: list[Load] = []
    for part in design.parts.values():
        found += _chip(design, part, state, caps)
        found += _lamp(design, part, state)
        found += _pull_up(design, part, state)
    return found


def _chip(design: Design, part: Part, state: str, caps: dict[str, int]) -> list[Load]:
    supply = next((pin.name for pin in part.kind.pins.values() if pin.kind == "power_in"), None)
    rail = rail_of(design, f"{part.name}.{supply}") if supply else None
    if rail is None:
        return []
    order = part.order
    if "lit_ma" in order:
        amount = order["idle_ma"] + order["lit_ma"] * caps["contrast"] / 255 * caps["lit_percent"] / 100
    elif "pixel_ma" in order:
        one = order["pixel_ma"]
        amount = part.facts["count"] * (one["idle"] + one["full"] * caps["pixel_percent"] / 100)
    else:
        amount = order.get("draw_ma", {}).get(state, 0)
    return [Load(rail, order["name"], amount)]


def _lamp(design: Design, part: Part, state: str) -> list[Load]:
    """Compute a lamp's current: (rail - forward voltage - saturation) / resistor, or what its maker says."""
    if part.kind.name == "PIEZO":
        near = {pin.partition(".")[0] for pin in trace.reached(design, f"{part.name}.2")}
        ohms = sum(design.parts[name].ohms or 0 for name in near if name in design.parts)
        return [Load("V5", part.order["name"], 0 if state == "typical" or not ohms else 5000 / ohms)]
    if "share" not in part.order:
        return []
    current = lamp_current(design, part)
    return [Load("V5", part.order["name"], current * part.order["share"][state])] if current else []


def lamp_current(design: Design, part: Part) -> float | None:
    """Return the milliamperes of a lamp that is on, None when nothing feeds it."""
    if part.kind.name == "LIT_SWITCH":
        return float(part.order["lamp_ma"]) if rail_of(design, f"{part.name}.A") else None
    circuit = design.at(f"{part.name}.A")
    for pin in circuit.pins if circuit else ():
        resistor = design.parts.get(pin.partition(".")[0])
        if resistor is None or resistor.ohms is None:
            continue
        for far in resistor.kind.pins:
            rail = rail_of(design, f"{resistor.name}.{far}")
            if rail is not None:
                volts = nominal_volts(design, rail)
                return 1000 * (volts - float(part.order["forward_volts"]) - 0.1) / resistor.ohms
    return None


def nominal_volts(design: Design, rail: str) -> float:
    """Return a rail's voltage before any drop is computed."""
    if rail in design.source["sources"]:
        return float(design.source["sources"][rail]["volts"][1])
    feed = next(feed for feed in design.source["feeds"] if feed["to"] == rail)
    return float(feed["volts"]) if "volts" in feed else nominal_volts(design, feed["from"]) - 0.25


def _pull_up(design: Design, part: Part, state: str) -> list[Load]:
    """Count a pull-up as pulled low a tenth of the time, or always in the worst case."""
    if part.facts.get("role") != "pull-up" or part.ohms is None:
        return []
    rail = next((name for pin in part.kind.pins if (name := rail_of(design, f"{part.name}.{pin}"))), None)
    share = 0.1 if state == "typical" else 1
    return [Load(rail, "pull-up resistors", 3300 / part.ohms * share)] if rail else []


def budget(design: Design, source: str, state: str) -> Budget:
    """Add up every rail and compute its voltage."""
    drawn = loads(design, source, state)
    feeds = [feed for feed in design.source["feeds"] if _used(design, feed, source)]
    current = {name: sum(load.milliamps for load in drawn if load.rail == name) for name in rail_names(design)}
    for feed in reversed(feeds):
        current[feed["from"]] += _upstream(feed, current[feed["to"]])
    rails: dict[str, Rail] = {}
    for name, entry in design.source["sources"].items():
        rails[name] = Rail(name, tuple(entry["volts"]), current[name], entry["limit_ma"], "")
    for feed in feeds:
        rails[feed["to"]] = _fed(design, feed, rails[feed["from"]], current[feed["to"]])
    return Budget(source, state, drawn, rails)


def _used(design: Design, feed: dict[str, Any], source: str) -> bool:
    """Leave out the feeds of the other source."""
    usb_fed = {other["to"] for other in design.source["feeds"] if other.get("usb")}
    if source == "usb":
        return bool(feed.get("usb")) or (feed["to"] not in usb_fed and feed["from"] != "V5_SOCKET")
    return not feed.get("usb")


def _upstream(feed: dict[str, Any], milliamps: float) -> float:
    """Return what a feed draws: the Pico's converter trades current for voltage at about 85 %, else it passes it on."""
    return milliamps * 3.3 / (4.5 * 0.85) if feed["from"] == "VSYS" else milliamps


def _fed(design: Design, feed: dict[str, Any], before: Rail, milliamps: float) -> Rail:
    part = design.parts[f"centre/{feed['through']}"]
    knee, ohms = part.order.get("drop", (0.0, 0.0))
    drop = knee + ohms * milliamps / 1000
    low, usual, high = before.volts
    if "volts" in feed:
        fixed = float(feed["volts"])
        volts = (fixed, fixed, fixed)
    else:
        volts = (round(low - drop, 3), round(usual - drop, 3), round(high - knee, 3))
    limit = part.order["limit_ma"] if feed["to"] != "VSYS" or part.kind.name != "PICO" else 1000
    return Rail(feed["to"], volts, milliamps, limit, part.ref)


def regulator_watts(design: Design, state: str) -> float:
    """Compute the heat in the seats' regulator: (5 V rail - 3.3 V) x its current."""
    made = budget(design, "supply", state).rails
    return (made["V5"].volts[1] - 3.3) * made["SEAT_3V3"].milliamps / 1000


def table(design: Design) -> str:
    """Write the budget as a Markdown table: one row a load and rail, one column a state.

    >>> from workshop.design import load
    >>> table(load()).splitlines()[0]
    '| mA | on the supply, typical | capped | firmware wrong | USB only, typical | capped |'
    """
    columns = [("supply", state) for state in STATES] + [("usb", "typical"), ("usb", "capped")]
    budgets = [budget(design, *column) for column in columns]
    lines = [
        "| mA | on the supply, typical | capped | firmware wrong | USB only, typical | capped |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for what in dict.fromkeys(load.what for made in budgets for load in made.loads):
        sums = [sum(load.milliamps for load in made.loads if load.what == what) for made in budgets]
        if max(sums) >= 0.5:
            lines.append(f"| {what} | " + " | ".join(f"{value:.0f}" for value in sums) + " |")
    source_of = {"supply": "V5_SOCKET", "usb": "VBUS"}
    totals = [made.rails[source_of[made.source]].milliamps for made in budgets]
    lines.append("| **drawn from the source** | " + " | ".join(f"**{value:.0f}**" for value in totals) + " |")
    for name in ("SEAT_3V3", "V5", "3V3"):
        row = [made.rails[name] for made in budgets]
        limits = "/".join(dict.fromkeys(f"{rail.limit:.0f}" for rail in row))
        lines.append(f"| rail {name}, limit {limits} | " + " | ".join(f"{rail.milliamps:.0f}" for rail in row) + " |")
    row = [made.rails["V5"] for made in budgets]
    lines.append(
        "| rail V5, volts at the weakest source | " + " | ".join(f"{rail.volts[0]:.2f} V" for rail in row) + " |"
    )
    return "\n".join(lines) + "\n"
