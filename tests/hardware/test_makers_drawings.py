"""Sizes and directions of jack, socket, keys and lamps against their makers' drawings, as KiCad's library has them.

Of the jack's height and of all that is only soldered to wires no drawing could be read: the description says so.
"""

from __future__ import annotations

import math

import pytest

from hardware.fault_injection import needs
from workshop import board_layout_input, design, footprint_comparison, kicad_text
from workshop.checks.part_placement import JACK_OVER
from workshop.kicad_text import rotate_kicad_point

pytestmark = needs("kicad")
ROOM_MM = 0.6  # that a body may have around the drawing
# By the stock: the housing in the footprint's frame, left, top, right and bottom, and whose drawing it is.
OUTLINES = {
    "jack": (-3.205, -3.77, 12.095, 13.97),  # Amphenol C-BMJ-0102
    "usb-c": (-4.47, -3.4525, 4.47, 3.4525),  # GCT USB4135
    "key": (0.25, -3.5, 12.25, 8.5),  # E-Switch TL1100, on whose pads the Omron lies
    "xh2": (-2.45, -2.35, 4.95, 3.4),  # JST eXH
    "xh7": (-2.45, -2.35, 17.45, 3.4),
    "expander": (-3.75, -5.775, 3.75, 5.775),  # JEDEC MS-013, the housing without its legs
}


@pytest.fixture(scope="module")
def table():
    return design.load()


def footprint(name: str):
    """Return a footprint of the library that the boards are laid out with."""
    found = footprint_comparison.footprint(name)
    return found or pytest.skip("the library of another KiCad is installed")


def outline(name: str) -> tuple[float, ...]:
    """Return the box around the lines that a footprint has of its maker's drawing."""
    ends = [
        [float(number) for number in kicad_text.first_child_list(line, end)[1:3]]
        for kind in ("fp_line", "fp_rect")
        for line in kicad_text.child_lists(footprint(name), kind)
        for end in ("start", "end")
        if kicad_text.first_child_list(line, "layer")[1] == "F.Fab"
    ]
    xs, ys = zip(*ends, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def across(name: str) -> float:
    """Return the diameter of the housing that a footprint draws as a circle or an arc around a middle."""
    reach = [
        math.dist(
            *([float(number) for number in kicad_text.first_child_list(line, end)[1:3]] for end in ("center", "end"))
        )
        for line in kicad_text.child_lists(footprint(name), "fp_circle")
        if kicad_text.first_child_list(line, "layer")[1] == "F.Fab"
    ]
    return 2 * max(reach)


@pytest.mark.parametrize("name", OUTLINES)
def test_a_body_is_as_large_as_its_makers_drawing(table, name):
    """The figures written here are the library's, and the boxes leave room for no less."""
    assert outline(table.source["stock"][name]["footprint"]) == pytest.approx(OUTLINES[name], abs=0.01)
    body = table.source["mechanics"]["bodies"][name]
    legs = 1.5 if name == "expander" else 0  # which stand out to both sides
    for ours, drawn, sign, more in zip(body, OUTLINES[name], (-1, -1, 1, 1), (legs, 0, legs, 0), strict=False):
        assert -0.01 <= sign * (ours - drawn) <= ROOM_MM + more, (name, ours, drawn)


def test_windows_cuts_and_holes_take_what_the_drawings_have(table):
    """The jack in its window, the keyswitch in its plate, the lamps of 10 and 3 mm in their holes."""
    size = table.source["mechanics"]
    left, top, right, low = OUTLINES["jack"]
    assert right - left < size["jack"]["wide"] <= right - left + 1.5
    assert low - top <= size["jack"]["long"] <= low - top + 0.5
    silk = [
        abs(float(kicad_text.first_child_list(line, "start")[1]) - float(kicad_text.first_child_list(line, "end")[1]))
        for line in kicad_text.child_lists(footprint("Button_Switch_Keyboard:SW_Cherry_MX_1.00u_Plate"), "fp_line")
        if kicad_text.first_child_list(line, "layer")[1] == "F.SilkS"
    ]
    assert 0 < size["riichi-key"]["cut"] - max(silk) < 0.1
    assert 0.1 <= size["lamp"]["hole"] - across("LED_THT:LED_D10.0mm") <= 0.5
    assert across("LED_THT:LED_D3.0mm") == pytest.approx(3.0)
    assert "LED 3 mm" in next(entry["name"] for entry in table.source["extras"] if entry["name"].startswith("LED"))


@pytest.mark.parametrize("board", ["centre", "seat"])
def test_every_jack_and_socket_opens_over_the_edge_of_its_board(table, board):
    """The side of the drawing where a plug goes in, away from the contacts, stands over the edge; the others do not."""
    where, sides = (
        board_layout_input.part_positions(table, board),
        board_layout_input.kicad_layout_input(table, board)["size"],
    )
    for part in board_layout_input.parts_of(table, board):
        stock = {"JACK": "jack", "USB_C": "usb-c"}.get(part.kind.name)
        if stock is None:
            continue
        left, top, right, low = OUTLINES[stock]
        x, y, turn = where[part.ref]
        mouth, back = (rotate_kicad_point((left + right) / 2, along, turn) for along in (low, top))
        at, behind = ((x + dx, y + dy) for dx, dy in (mouth, back))
        over = max(-at[0], -at[1], at[0] - sides[0], at[1] - sides[1])
        wanted = JACK_OVER[board] if stock == "jack" else table.source["mechanics"]["usb-c"]["over_edge"]
        assert over == pytest.approx(wanted, abs=0.05), (part.ref, over)
        assert max(-behind[0], -behind[1], behind[0] - sides[0], behind[1] - sides[1]) < -2, part.ref
