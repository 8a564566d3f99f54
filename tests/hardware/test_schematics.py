"""The two kinds of schematics as they are read: nothing off the paper, no word over another or over a part."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from workshop import kicad_text, schematic_layout
from workshop.board_build import board_file_path
from workshop.design import HARDWARE

Box = tuple[float, float, float, float]


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def sheet(board: str) -> list:
    """Return the stored schematic of a board for KiCad."""
    return kicad_text.parse(board_file_path(board).with_suffix(".kicad_sch").read_text("utf-8"))


def spot(node: list) -> tuple[float, float]:
    """Return where something stands."""
    return float(kicad_text.first_child_list(node, "at")[1]), float(kicad_text.first_child_list(node, "at")[2])


def boxes(board: str) -> dict[str, Box]:
    """Return the room of every part with its two words, of every label and title, by what it is."""
    found = {}
    sizes = {}
    for symbol in kicad_text.child_lists(kicad_text.first_child_list(sheet(board), "lib_symbols"), "symbol"):
        for drawn in kicad_text.child_lists(symbol, "symbol"):
            for rectangle in kicad_text.child_lists(drawn, "rectangle"):
                (x, up), (_, low) = (
                    map(float, kicad_text.first_child_list(rectangle, corner)[1:3]) for corner in ("start", "end")
                )
                sizes[symbol[1]] = (-x, up, -low)
    for symbol in kicad_text.child_lists(sheet(board), "symbol"):
        x, y = spot(symbol)
        properties = {item[1]: item for item in kicad_text.child_lists(symbol, "property")}
        name = properties["Reference"][2]
        half, up, low = sizes.get(kicad_text.first_child_list(symbol, "lib_id")[1], (0.1, 0.1, 0.1))
        found[name] = (x - half, y - up, x + half, y + low)
        for key in ("Reference", "Value"):
            if "hide" in str(properties[key]):
                continue
            word_x, word_y = spot(properties[key])
            wide = 0.55 * len(properties[key][2])
            found[f"{key} of {name}"] = (word_x - wide, word_y - 0.7, word_x + wide, word_y + 0.7)
    for index, label in enumerate(kicad_text.child_lists(sheet(board), "global_label")):
        (x, y), wide = spot(label), schematic_layout.net_label_width(label[1]) - 1.5
        left = float(kicad_text.first_child_list(label, "at")[3]) == 180
        found[f"{label[1]} {index}"] = (x - wide, y - 0.9, x, y + 0.9) if left else (x, y - 0.9, x + wide, y + 0.9)
    for title in kicad_text.child_lists(sheet(board), "text"):
        x, y = spot(title)
        found[title[1]] = (x, y - 1.3, x + 2.3 * len(title[1]), y + 1.3)
    return found


@pytest.mark.parametrize("board", ["centre", "seat", "keys"])
def test_the_schematic_for_kicad_stands_within_the_frame_of_its_paper(board: str) -> None:
    """Nothing is over the edge or on the title, which are printed over it."""
    wide, high = schematic_layout.PAPERS[kicad_text.first_child_list(sheet(board), "paper")[1]]
    title = (wide - 120, high - 44, wide, high)
    outside = [
        name
        for name, box in boxes(board).items()
        if box[0] < 12 or box[1] < 12 or box[2] > wide - 12 or box[3] > high - 12 or meet(box, title)
    ]
    assert outside == []


@pytest.mark.parametrize("board", ["centre", "seat", "keys"])
def test_no_word_of_the_schematic_for_kicad_is_over_a_part_or_over_another(board: str) -> None:
    """Reference and value stand over the box of their part, labels beside it."""
    over = [(one, other) for (one, a), (other, b) in combinations(boxes(board).items(), 2) if meet(a, b)]
    assert [pair for pair in over if not any(name.startswith("#FLG") for name in pair)] == []


@pytest.mark.parametrize("board", ["centre", "seat"])
def test_what_hangs_on_a_wire_has_room_for_its_value(board: str) -> None:
    """A value ends before the next part that hangs beside it begins."""
    drawing = (HARDWARE / "wiring" / f"schematic-{board}.svg").read_text("utf-8")
    met = 0
    for block in drawing.split('class="part-of-flow"')[1:]:
        hanging = [
            (float(x), float(y))
            for x, y in re.findall(r"translate\(([\d.]+) ([\d.]+)\) rotate\((?:-90|90|270)\)", block)
        ]
        for x, y in hanging:
            value = re.search(rf'<text x="{x + 12:g}" y="{y + 10:g}"[^>]*>([^<]*)<', block)
            assert value, (x, y)
            end = x + 12 + 6.9 * len(value[1])
            assert [other for other, level in hanging if level == y and x < other < end + 9] == [], value[1]
            met += 1
    assert met > 15
