"""Reads KiCad's files as nested lists, enough to compare a board or schematic with the description."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


def parse(text: str) -> list[Any]:
    r"""Read one parenthesised expression.

    >>> parse('(net 3 "A \\"b\\"" (at 1 2))')
    ['net', '3', 'A "b"', ['at', '1', '2']]
    """
    stack: list[list[Any]] = [[]]
    for found in TOKEN.finditer(text):
        quoted, bracket, word = found.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word if word is not None else quoted.replace('\\"', '"'))
    return list(stack[0][0])


def child_lists(node: list[Any], name: str) -> Iterator[list[Any]]:
    """Return every direct child list with a name."""
    return (child for child in node if isinstance(child, list) and child and child[0] == name)


def first_child_list(node: list[Any], name: str) -> list[Any]:
    """Return the first child list with a name, an empty one when there is none."""
    return next(child_lists(node, name), [])


def board_pads(text: str) -> dict[str, str]:
    """Return the net of every pad of a board file, written `U1.18`, pads with no net left out."""
    found = {}
    for part in child_lists(parse(text), "footprint"):
        ref = next(item[2] for item in child_lists(part, "fp_text") if item[1] == "reference")
        for pad in child_lists(part, "pad"):
            net = first_child_list(pad, "net")
            if net:
                found[f"{ref}.{pad[1]}"] = net[2]
    return found


def board_parts(text: str) -> dict[str, tuple[str, float, float, float, bool]]:
    """Return the footprint of every part of a board file, where it lies, how it is turned, and whether on the back."""
    found = {}
    for part in child_lists(parse(text), "footprint"):
        ref = next(item[2] for item in child_lists(part, "fp_text") if item[1] == "reference")
        x, y, turn = (*(float(number) for number in first_child_list(part, "at")[1:]), 0.0)[:3]
        found[str(ref)] = (str(part[1]), x, y, turn % 360, first_child_list(part, "layer")[1] == "B.Cu")
    return found


def board_words(text: str) -> list[tuple[str, float, float]]:
    """Return the words that are printed on a board, with their places."""
    spots = [(str(item[1]), first_child_list(item, "at")) for item in child_lists(parse(text), "gr_text")]
    return [(words, float(at[1]), float(at[2])) for words, at in spots]


def pad_places(sheet: list[Any]) -> Iterator[tuple[str, str, tuple[float, float]]]:
    """Yield name, net and place in millimetres of every pad of a board that has a net."""
    for part in child_lists(sheet, "footprint"):
        ref = next(item[2] for item in child_lists(part, "fp_text") if item[1] == "reference")
        x, y, turn = (*(float(number) for number in first_child_list(part, "at")[1:]), 0.0)[:3]
        for pad in child_lists(part, "pad"):
            net, at = first_child_list(pad, "net"), [float(number) for number in first_child_list(pad, "at")[1:3]]
            if net:
                dx, dy = rotate_kicad_point(at[0], at[1], turn)
                yield f"{ref}.{pad[1]}", str(net[2]), (round(x + dx, 2), round(y + dy, 2))


def stated_fingerprint(text: str) -> str:
    """Return the word a board carries in its title block."""
    found = re.search(r"fingerprint (\w+)", text)
    return found[1] if found else ""


def schematic_pin_nets(text: str) -> dict[str, str]:
    """Return the net of every pin of a schematic file: the label that stands exactly on the pin's end."""
    sheet = parse(text)
    labels = {_spot(label): label[1] for label in child_lists(sheet, "global_label")}
    shapes = {}
    for symbol in child_lists(first_child_list(sheet, "lib_symbols"), "symbol"):
        pins = [pin for unit in child_lists(symbol, "symbol") for pin in child_lists(unit, "pin")]
        shapes[symbol[1]] = [
            (
                first_child_list(pin, "number")[1],
                float(first_child_list(pin, "at")[1]),
                float(first_child_list(pin, "at")[2]),
            )
            for pin in pins
        ]
    found = {}
    for part in child_lists(sheet, "symbol"):
        ref = next(item[2] for item in child_lists(part, "property") if item[1] == "Reference")
        if str(ref).startswith("#"):
            continue  # a flag, no part
        _, x, y, *_ = first_child_list(part, "at")
        for number, dx, dy in shapes[first_child_list(part, "lib_id")[1]]:
            net = labels.get((round(float(x) + dx, 3), round(float(y) - dy, 3)))
            if net:
                found[f"{ref}.{number}"] = net
    return found


def library_symbol_pins(text: str, name: str) -> dict[str, str]:
    """Return the pins of a symbol in a KiCad library by their numbers, its parent's where it has none of its own."""
    symbols = _symbols(text)
    found = symbols[name]
    parent = first_child_list(found, "extends")
    units = child_lists(symbols[parent[1]] if parent else found, "symbol")
    pins = [pin for unit in units for pin in child_lists(unit, "pin")]
    return {
        first_child_list(pin, "number")[1]: re.sub(r"~\{(.*)\}", r"\1", first_child_list(pin, "name")[1])
        for pin in pins
    }


@lru_cache(maxsize=4)
def _symbols(text: str) -> dict[str, list[Any]]:
    """Return the symbols of a library by their names; a library is read once for all of them."""
    return {str(symbol[1]): symbol for symbol in child_lists(parse(text), "symbol")}


def _spot(node: list[Any]) -> tuple[float, float]:
    at = first_child_list(node, "at")
    return round(float(at[1]), 3), round(float(at[2]), 3)


def rotate_kicad_point(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Turn a point against the clock as KiCad does, with y downwards."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * cos + y * sin, -x * sin + y * cos
