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
    made = {"parts": shopping_table(source), "mcp23017": expander_pin_table(source)}
    (_, centre), *seats = breadboard.centre_and_seats(source)
    for step in ("supply", "links", "keys"):
        made[f"centre {step}"] = wire_steps_table(source, centre, (step,))
    made["centre parts"] = leaded_parts_table(source, centre)
    for name, place in seats:
        made[f"{name.lower()} chip"] = wire_steps_table(source, place, ("chip", "far"))
        made[f"{name.lower()} leads"] = leaded_parts_table(source, place)
        made[f"{name.lower()} keys"] = wire_steps_table(source, place, ("keys",))
    return made


def price(source: Set) -> str:
    """Return the sentence of the README."""
    four, one = breadboard.cost(source, "four"), breadboard.cost(source, "one")
    return f"Its parts cost an estimated {four:.2f} EUR for four seats and {one:.2f} EUR for one, without postage.\n"


def shopping_table(source: Set) -> str:
    """Return the table of what to buy."""
    rows = ["| part | four seats | one seat | EUR each |", "|---|--:|--:|--:|"]
    rows += [
        f"| {entry['name']} | {entry['four']} | {entry['one']} | {entry['eur']:.2f} |" for entry in source["stock"]
    ]
    total = [f"**{breadboard.cost(source, seats):.2f} EUR**" for seats in ("four", "one")]
    return "\n".join([*rows, f"| together | {total[0]} | {total[1]} | |", ""])


def wire_steps_table(source: Set, place: Set, steps: tuple[str, ...]) -> str:
    """Return the table of the wires that some steps lay."""
    named = strip_labels(source)
    rows = ["| from | at | to | at |", "|---|---|---|---|"]
    for wire in breadboard.wires(place):
        if wire.step in steps:
            ends = (f"| {format_hole(end)} | {hole_label(source, named, end)} " for end in (wire.start, wire.end))
            rows.append("".join(ends) + "|")
    return "\n".join([*rows, ""])


def leaded_parts_table(source: Set, place: Set) -> str:
    """Return the table of the parts with leads: the hole of each, and what is there."""
    named = strip_labels(source)
    rows = ["| part | lead | hole | at |", "|---|---|---|---|"]
    for ref, part in place["parts"].items():
        if "leads" in source["kinds"][part["kind"]]:
            words = f"{ref}, {part['value']}" if "value" in part else ref
            for lead, hole in breadboard.leg_holes(source, place, ref).items():
                rows.append(f"| {words} | {lead} | {format_hole(hole)} | {hole_label(source, named, hole)} |")
    return "\n".join([*rows, ""])


def strip_labels(source: Set) -> dict[str, str]:
    """Return what is plugged into every strip: a leg such as `U1 pin 2 SDA`, or the parts with leads there."""
    legs: dict[str, str] = {}
    others: dict[str, list[str]] = {}
    for _, place in breadboard.centre_and_seats(source):
        for ref, part in place["parts"].items():
            for leg, hole in breadboard.leg_holes(source, place, ref).items():
                strip = breadboard.strip_of_hole(source, hole)
                if "leads" in source["kinds"][part["kind"]]:
                    others.setdefault(strip, []).append(ref)
                else:
                    pin, _, number = leg.partition("/")
                    name = ref.capitalize() if ref == "PICO" else ref
                    legs[strip] = f"{name} pin {number} {pin}" if number else f"{ref} {SIDES[leg]}"
    return {strip: " and ".join(refs) for strip, refs in others.items()} | legs


def hole_label(source: Set, named: dict[str, str], hole: str) -> str:
    """Return what a hole joins: a rail, or what is plugged into its strip."""
    row = hole.partition(".")[2][0]
    if row in "+-":
        return "3.3 V" if row == "+" else "ground"
    return named.get(breadboard.strip_of_hole(source, hole), "")


def format_hole(hole: str) -> str:
    """Return a hole as the page says it.

    >>> format_hole("A.a17"), format_hole("B.+29")
    ('A a17', 'B + rail, near 29')
    """
    board, _, local = hole.partition(".")
    return f"{board} {local}" if local[0] not in "+-" else f"{board} {local[0]} rail, near {local[1:]}"


def expander_pin_table(source: Set) -> str:
    """Return the table of an MCP23017's pins in place of an MCP23008's."""
    numbers = breadboard.pin_numbers("MCP23008")
    rows = ["| MCP23008 | MCP23017 |", "|---|---|"]
    for number, name in numbers.items():
        if name in source["MCP23017"]:
            other, _, its = source["MCP23017"][name].partition(" ")
            rows.append(f"| pin {number} {name} | pin {other} {its} |")
    return "\n".join([*rows, ""])
