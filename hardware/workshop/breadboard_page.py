"""The tables of the breadboard's page: what to buy, and every wire from hole to hole with the pins there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import breadboard

if TYPE_CHECKING:
    from workshop.breadboard import Set

# Where the legs of a button are.
SIDES = {"1": "below left", "2": "below right", "3": "above left", "4": "above right"}


def passages(source: Set) -> dict[str, str]:
    """Return what stands between the markers of guides/BREADBOARD.md, by their names."""
    made = {"parts": parts(source), "mcp23017": other_expander(source)}
    (_, centre), *seats = breadboard.places(source)
    for step in ("supply", "links", "keys"):
        made[f"centre {step}"] = wires(source, centre, (step,))
    made["centre parts"] = leads(source, centre)
    for name, place in seats:
        made[f"{name.lower()} chip"] = wires(source, place, ("chip", "far"))
        made[f"{name.lower()} leads"] = leads(source, place)
        made[f"{name.lower()} keys"] = wires(source, place, ("keys",))
    return made


def price(source: Set) -> str:
    """Return the sentence of the README."""
    four, one = breadboard.cost(source, "four"), breadboard.cost(source, "one")
    return f"Its parts cost an estimated {four:.2f} EUR for four seats and {one:.2f} EUR for one, without postage.\n"


def parts(source: Set) -> str:
    """Return the table of what to buy."""
    rows = ["| part | four seats | one seat | EUR each |", "|---|--:|--:|--:|"]
    rows += [
        f"| {entry['name']} | {entry['four']} | {entry['one']} | {entry['eur']:.2f} |" for entry in source["stock"]
    ]
    total = [f"**{breadboard.cost(source, seats):.2f} EUR**" for seats in ("four", "one")]
    return "\n".join([*rows, f"| together | {total[0]} | {total[1]} | |", ""])


def wires(source: Set, place: Set, steps: tuple[str, ...]) -> str:
    """Return the table of the wires that some steps lay."""
    named = labels(source)
    rows = ["| from | at | to | at |", "|---|---|---|---|"]
    for wire in breadboard.wires(place):
        if wire.step in steps:
            ends = (f"| {spoken(end)} | {label(source, named, end)} " for end in (wire.start, wire.end))
            rows.append("".join(ends) + "|")
    return "\n".join([*rows, ""])


def leads(source: Set, place: Set) -> str:
    """Return the table of the parts with leads: the hole of each, and what is there."""
    named = labels(source)
    rows = ["| part | lead | hole | at |", "|---|---|---|---|"]
    for ref, part in place["parts"].items():
        if "leads" in source["kinds"][part["kind"]]:
            words = f"{ref}, {part['value']}" if "value" in part else ref
            for lead, hole in breadboard.legs(source, place, ref).items():
                rows.append(f"| {words} | {lead} | {spoken(hole)} | {label(source, named, hole)} |")
    return "\n".join([*rows, ""])


def labels(source: Set) -> dict[str, str]:
    """Return what is plugged into every strip: a leg such as `U1 pin 2 SDA`, or the parts with leads there."""
    legs: dict[str, str] = {}
    others: dict[str, list[str]] = {}
    for _, place in breadboard.places(source):
        for ref, part in place["parts"].items():
            for leg, hole in breadboard.legs(source, place, ref).items():
                strip = breadboard.strip(source, hole)
                if "leads" in source["kinds"][part["kind"]]:
                    others.setdefault(strip, []).append(ref)
                else:
                    pin, _, number = leg.partition("/")
                    name = ref.capitalize() if ref == "PICO" else ref
                    legs[strip] = f"{name} pin {number} {pin}" if number else f"{ref} {SIDES[leg]}"
    return {strip: " and ".join(refs) for strip, refs in others.items()} | legs


def label(source: Set, named: dict[str, str], hole: str) -> str:
    """Return what a hole joins: a rail, or what is plugged into its strip."""
    row = hole.partition(".")[2][0]
    if row in "+-":
        return "3.3 V" if row == "+" else "ground"
    return named.get(breadboard.strip(source, hole), "")


def spoken(hole: str) -> str:
    """Return a hole as the page says it.

    >>> spoken("A.a17"), spoken("B.+29")
    ('A a17', 'B + rail, near 29')
    """
    board, _, local = hole.partition(".")
    return f"{board} {local}" if local[0] not in "+-" else f"{board} {local[0]} rail, near {local[1:]}"


def other_expander(source: Set) -> str:
    """Return the table of an MCP23017's pins in place of an MCP23008's."""
    numbers = breadboard.pin_numbers("MCP23008")
    rows = ["| MCP23008 | MCP23017 |", "|---|---|"]
    for number, name in numbers.items():
        if name in source["MCP23017"]:
            other, _, its = source["MCP23017"][name].partition(" ")
            rows.append(f"| pin {number} {name} | pin {other} {its} |")
    return "\n".join([*rows, ""])
