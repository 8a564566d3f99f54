"""The power budget: what every rail carries and at which voltage, on the supply, on USB alone and on both.

Loads are added from the leaves to the source, then the voltages follow from the source to the leaves:
volts = volts before - (knee + ohms x amperes) of what is in between, leads and tracks included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workshop import trace

if TYPE_CHECKING:
    from workshop.design import Design, Part

STATES = ("typical", "capped", "wrong")
SOURCES = {"supply": ("V5_SOCKET",), "usb": ("VBUS",), "both": ("V5_SOCKET", "VBUS")}
SEAT_RAILS = ("EAST_5V", "SOUTH_5V", "WEST_5V", "NORTH_5V")
CONTACTS_OHMS = 0.04  # two plugs of a lead, each way through two contacts side by side
# What a TPS2553 lets through at least, usually and at most: volts / kiloohms ** power, by its maker's tables.
LIMIT_LAW = ((25230, 1.016), (23950, 0.977), (22980, 0.94))
RESISTOR_PERCENT = 1


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


def net_of(rail: str) -> str:
    """Return the net that is a rail: one of the centre board, if it does not name its place.

    >>> net_of("V5"), net_of("east/3V3")
    ('centre/V5', 'east/3V3')
    """
    return rail if "/" in rail else f"centre/{rail}"


def feed_part(design: Design, feed: dict[str, Any]) -> Part:
    """Return the part a feed goes through."""
    return design.parts[net_of(feed["through"])]


def rail_of(design: Design, pin: str) -> str | None:
    """Return the name of the supply a pin is on, None when it is on none."""
    circuit = design.at(pin)
    if "rails" not in design.memo:
        design.memo["rails"] = {net_of(name): name for name in rail_names(design)}
    named: dict[str, str] = design.memo["rails"]
    return next((named[net] for net in circuit.nets if net in named), None) if circuit else None


def rail_names(design: Design) -> list[str]:
    """Return all supplies, sources first."""
    names = [*design.source["sources"], *(feed["to"] for feed in design.source["feeds"])]
    return list(dict.fromkeys(names))


def limiter_currents(design: Design, part: Part) -> tuple[float, float, float] | None:
    """Return the least, usual and greatest milliamperes of an adjustable limiter, None when nothing sets it."""
    circuit = design.at(f"{part.name}.{part.order['limit_by']}")
    parts = [design.part_of(pin) for pin in circuit.pins] if circuit else []
    ohms = next((other.ohms for other in parts if other.ohms), None)
    if ohms is None:
        return None
    factors = (1 + RESISTOR_PERCENT / 100, 1, 1 - RESISTOR_PERCENT / 100)
    least, usual, most = (
        volts / (ohms / 1000 * factor) ** power for (volts, power), factor in zip(LIMIT_LAW, factors, strict=True)
    )
    return least, usual, most


def brightness_caps(design: Design, source: str, state: str) -> dict[str, int]:
    """Return the brightness the firmware allows itself in a state."""
    caps: dict[str, dict[str, int]] = design.source["caps"]
    held = caps["usb" if source == "usb" else "supply"]
    if state == "capped":
        return held
    chosen = caps[state]
    return {word: min(chosen[word], held[word]) for word in held} if state == "typical" else chosen


def loads(design: Design, source: str, state: str) -> list[Load]:
    """List what every part draws from its rail."""
    caps = brightness_caps(design, source, state)
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
        near = {pin.partition(".")[0] for pin in trace.pins_reached_from(design, f"{part.name}.2")}
        ohms = sum(design.parts[name].ohms or 0 for name in near if name in design.parts)
        rail = rail_of(design, f"{part.name}.1")
        return [Load(rail, part.order["name"], 0 if state == "typical" or not ohms else 5000 / ohms)] if rail else []
    if "share" not in part.order:
        return []
    fed = lamp_feed(design, part)
    return [Load(fed[0], part.order["name"], fed[1] * part.order["share"][state])] if fed else []


def lamp_feed(design: Design, part: Part) -> tuple[str, float] | None:
    """Return the rail and the milliamperes of a lamp that is on, None when nothing feeds it.

    It needs one resistor between rail and anode.
    """
    rail = rail_of(design, f"{part.name}.A")
    circuit = design.at(f"{part.name}.A")
    if rail is not None:
        return rail, float("inf")
    for pin in circuit.pins if circuit else ():
        resistor = design.parts.get(pin.partition(".")[0])
        if resistor is None or resistor.ohms is None:
            continue
        for far in resistor.kind.pins:
            rail = rail_of(design, f"{resistor.name}.{far}")
            if rail is not None:
                volts = nominal_volts(design, rail) - float(part.order["forward_volts"]) - 0.1
                return rail, 1000 * volts / resistor.ohms
    return None


def nominal_volts(design: Design, rail: str) -> float:
    """Return a rail's voltage before any drop is computed."""
    if rail in design.source["sources"]:
        return float(design.source["sources"][rail]["volts"][1])
    feed = next(feed for feed in design.source["feeds"] if feed["to"] == rail)
    if "volts" in feed:
        return float(feed["volts"])
    return nominal_volts(design, feed["from"]) - (0.25 if feed_part(design, feed).kind.name == "DIODE" else 0.05)


def _pull_up(design: Design, part: Part, state: str) -> list[Load]:
    """Count a pull-up as pulled low a tenth of the time, half of it on a busy bus, or always in the worst case."""
    if part.facts.get("role") != "pull-up" or part.ohms is None:
        return []
    rail = next((name for pin in part.kind.pins if (name := rail_of(design, f"{part.name}.{pin}"))), None)
    share = 0.1 if state == "typical" else 0.5 if state == "capped" else 1
    return [Load(rail, "pull-up resistors", 3300 / part.ohms * share)] if rail else []


def budget(design: Design, source: str, state: str) -> Budget:
    """Add up every rail and compute its voltage."""
    kept = design.memo.setdefault("budgets", {})
    if (source, state) not in kept:
        kept[source, state] = _budget(design, source, state)
    made: Budget = kept[source, state]
    return made


def _budget(design: Design, source: str, state: str) -> Budget:
    drawn = loads(design, source, state)
    feeds = used_feeds(design, source)
    current = {name: sum(load.milliamps for load in drawn if load.rail == name) for name in rail_names(design)}
    for feed in reversed(feeds):
        current[feed["from"]] += _upstream(feed, current[feed["to"]])
    rails: dict[str, Rail] = {}
    for name, entry in design.source["sources"].items():
        rails[name] = Rail(name, tuple(entry["volts"]), current[name], entry["limit_ma"], "")
    for feed in feeds:
        rail = _fed(design, feed, rails[feed["from"]], current[feed["to"]])
        other = rails.get(rail.name)
        rails[rail.name] = rail if other is None else _either(rail, other)
    return Budget(source, state, drawn, rails)


def used_feeds(design: Design, source: str) -> list[dict[str, Any]]:
    """Return the feeds that carry something: with both, USB gives only what does not pass a limiter.

    While the supply is there the computer's limiter is shut; the Pico's own diode cannot be shut.
    """
    feeds: list[dict[str, Any]] = design.source["feeds"]
    if source != "usb":
        own = [feed for feed in feeds if feed.get("usb") and feed_part(design, feed).kind.name != "LIMITER"]
        return [feed for feed in feeds if not feed.get("usb") or (source == "both" and feed in own)]
    by_usb = {feed["to"] for feed in feeds if feed.get("usb")}
    alive, used = {"VBUS"}, []
    for feed in feeds:
        if feed["from"] in alive and (feed.get("usb") or feed["to"] not in by_usb):
            alive.add(feed["to"])
            used.append(feed)
    return used


def _either(one: Rail, other: Rail) -> Rail:
    """Return a rail that has two feeds: its lowest and highest voltage, the smaller limit."""
    volts = (min(one.volts[0], other.volts[0]), max(one.volts[1], other.volts[1]), max(one.volts[2], other.volts[2]))
    return Rail(one.name, volts, one.milliamps, min(one.limit, other.limit), one.through)


def _upstream(feed: dict[str, Any], milliamps: float) -> float:
    """Return what a feed draws: the Pico's converter trades current for voltage at about 85 %, else it passes it on."""
    return milliamps * 3.3 / (4.5 * 0.85) if feed["from"] == "VSYS" else milliamps


def lead_ohms(design: Design, name: str) -> float:
    """Return the resistance of a lead there and back: two wires side by side each way, and the plugs."""
    kind = next(design.source["cable_kinds"][cable.kind] for cable in design.cables if cable.name == name)
    return float(kind["ohms_per_metre"] * kind["metres"]) + CONTACTS_OHMS


def _fed(design: Design, feed: dict[str, Any], before: Rail, milliamps: float) -> Rail:
    part = feed_part(design, feed)
    knee, ohms = part.order.get("drop", (0.0, 0.0))
    ohms += feed.get("copper", 0) + (lead_ohms(design, feed["lead"]) if "lead" in feed else 0)
    drop = knee + ohms * milliamps / 1000
    low, usual, high = before.volts
    if "volts" in feed:
        fixed = float(feed["volts"])
        volts = (fixed, fixed, fixed)
    else:
        volts = (round(low - drop, 3), round(usual - drop, 3), round(high - knee, 3))
    return Rail(feed["to"], volts, milliamps, _limit(design, feed, part), part.ref)


def _limit(design: Design, feed: dict[str, Any], part: Part) -> float:
    """Return what a feed may carry: the least a limiter lets through, the Pico's diode as much as its own."""
    if "limit_by" in part.order:
        return (limiter_currents(design, part) or (0.0,))[0]
    return 1000.0 if feed["to"] == "VSYS" and part.kind.name == "PICO" else float(part.order["limit_ma"])


COLUMNS = (
    ("supply", "typical", "supply, typical"),
    ("supply", "capped", "supply, capped"),
    ("supply", "wrong", "firmware wrong"),
    ("both", "capped", "supply and USB, capped"),
    ("usb", "typical", "USB alone, typical"),
    ("usb", "capped", "USB alone, capped"),
)


def budget_table(design: Design) -> str:
    """Write the budget as a Markdown table: one row a load and rail, one column a state.

    >>> from workshop.design import load
    >>> budget_table(load()).splitlines()[0].count("|") - 2 == len(COLUMNS)
    True
    """
    budgets = [budget(design, source, state) for source, state, _ in COLUMNS]
    lines = ["| mA | " + " | ".join(title for _, _, title in COLUMNS) + " |", "|---" + "|--:" * len(COLUMNS) + "|"]
    for what in dict.fromkeys(load.what for made in budgets for load in made.loads):
        sums = [sum(load.milliamps for load in made.loads if load.what == what) for made in budgets]
        if max(sums) >= 0.5:
            lines.append(_row(what, [f"{value:.0f}" for value in sums]))
    for name, title in (("V5_SOCKET", "from the supply"), ("VBUS", "from the computer")):
        drawn = [made.rails[name].milliamps if name in SOURCES[made.source] else 0 for made in budgets]
        lines.append(_row(f"**drawn {title}**", [f"**{value:.0f}**" for value in drawn]))
    for name, title in (("V5", "V5"), ("EAST_5V", "a seat's 5 V"), ("east/3V3", "a seat's 3.3 V"), ("3V3", "3V3")):
        row = [made.rails[name] for made in budgets]
        shown = "/".join(dict.fromkeys(f"{rail.limit:.0f}" for rail in row))
        lines.append(_row(f"rail {title}, limit {shown}", [f"{rail.milliamps:.0f}" for rail in row]))
    for name, title in (("V5", "V5, the pixels"), ("EAST_5V", "at a seat's regulator"), ("VSYS", "at the Pico")):
        row = [made.rails[name] for made in budgets]
        lines.append(_row(f"{title}, volts at the weakest source", [f"{rail.volts[0]:.2f} V" for rail in row]))
    return "\n".join(lines) + "\n"


def _row(what: str, cells: list[str]) -> str:
    return f"| {what} | " + " | ".join(cells) + " |"
