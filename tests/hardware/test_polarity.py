"""The drawing of which way round parts go: legs, stripes, rings, dots and notches lie as makers make them."""

from __future__ import annotations

import re

import pytest

from workshop import board_build, guide_reader


@pytest.fixture(scope="module")
def parts():
    """Return the drawing of each part by its heading, as it stands in the picture."""
    drawing = (guide_reader.GUIDES / "polarity.svg").read_text("utf-8")
    found = re.findall(r'<g transform="[^"]*">(<text class="h"[^>]*>([^<]*)</text>.*?)</g>', drawing)
    return {name: body for body, name in found}


def long_leg(body: str) -> float:
    """Return where the longer of two legs stands: left of the middle is below zero."""
    wires = re.search(r'<path class="w" d="([^"]*)"', body)[1]
    legs = {float(x): float(end) for x, end in re.findall(r"M(-?\d+) 140V(\d+)", wires)}
    assert len(legs) == 2
    assert len(set(legs.values())) == 2
    return max(legs, key=legs.__getitem__)


def test_the_stripe_of_an_electrolytic_is_over_its_short_leg(parts):
    """The stripe is minus, the long leg plus."""
    stripe = float(re.search(r'<rect x="(-?\d+)" y="55" width="18"', parts["Electrolytic"])[1]) + 9
    minus = float(re.search(r'<text x="(-?\d+)" y="108">-</text>', parts["Electrolytic"])[1])
    assert stripe * long_leg(parts["Electrolytic"]) < 0
    assert stripe == minus


def test_the_flat_side_of_a_light_is_over_its_short_leg(parts):
    """The rim stands out at the long leg, plus; where it does not is the flat side, minus."""
    outline = re.search(r'd="(M-34 140V85A[^"]*)"', parts["LED, light sensor"])[1]
    rim = [float(x) for x in re.findall(r"H(-?\d+)", outline) if abs(float(x)) > 34]
    assert len(rim) == 1
    assert rim[0] * long_leg(parts["LED, light sensor"]) > 0


def test_the_ring_of_a_diode_is_at_one_end(parts):
    """Off its middle, inside its body: the cathode's end."""
    x, wide = map(float, re.search(r'<rect x="(-?\d+)" y="85" width="(12)"', parts["Diode"]).groups())
    assert 10 < x < x + wide < 45


def test_pin_1_of_a_chip_is_left_of_its_notch(parts):
    """Seen from above with the notch away from one: pin 1 is the first at the left, where the dot is."""
    chip = parts["Chip"]
    left, notch = map(float, re.search(r"M(-?\d+) (\d+)A12 12", chip).groups())
    x, y = map(float, re.search(r'<circle cx="(-?\d+)" cy="(\d+)"', chip).groups())
    top, high = map(float, re.search(r'<rect class="o" x="-34" y="(\d+)" width="68" height="(\d+)"', chip).groups())
    assert (left, notch) == (-12, top)
    assert x < left
    assert y < top + high / 4


def test_pin_1_of_a_package_of_six_is_at_its_lower_left(parts):
    """With its three and three legs above and below and the print upright."""
    body = parts["SOT-23, -5, -6"]
    x, y = map(float, re.search(r'<circle cx="(-?\d+)" cy="(\d+)"', body).groups())
    assert x < -20
    assert y > 100


def test_the_usb_end_of_the_pico_is_where_the_words_are(parts):
    """The socket stands out of the lower end, over the words that stand below it."""
    y, high = map(float, re.search(r'<rect x="-14" y="(\d+)" width="28" height="(\d+)"', parts["Pico"]).groups())
    assert y < 164 < y + high


def test_the_print_of_the_drawing_is_that_of_the_boards(parts):
    """A diode's print is closed at its cathode, and the line of a package of six is longer at pin 1."""
    board = board_build.board_file_path("centre").read_text("utf-8")
    lines = {}
    for package in ("D_SMA", "SOT-23-6"):
        made = board.partition(f':{package}"')[2].partition("(footprint")[0]
        found = re.findall(r"\(fp_line \(start (\S+) (\S+)\) \(end (\S+) (\S+)\) \(layer \"F.SilkS\"\)", made)
        first = re.search(r'\(pad "1" smd \w+ \(at (\S+) (\S+)', made).groups()
        lines[package] = [tuple(map(float, line)) for line in found], tuple(map(float, first))
    drawn, (x, _) = lines["D_SMA"]
    (closing,) = [x1 for x1, y1, x2, y2 in drawn if x1 == x2 and y1 != y2]
    assert closing * x > 0
    ring = float(re.search(r'<rect x="(-?\d+)" y="85" width="12"', parts["Diode"])[1])
    assert ring * float(re.search(r'class="k" d="M-?\d+ 70H(-?\d+)V', parts["Diode"])[1]) > 0
    drawn, (x, y) = lines["SOT-23-6"]
    longest = max(drawn, key=lambda line: abs(line[2] - line[0]))
    assert longest[2] * x > 0
    assert longest[1] * y > 0
    left, low, right, short = map(
        float, re.search(r'class="k" d="M(\S+) 72V(\d+)M(\S+) 72V(\d+)"', parts["SOT-23, -5, -6"]).groups()
    )
    assert left < 0 < right
    assert low > short


def test_no_caption_of_the_drawing_touches_its_neighbour():
    """Letters of 12 pixels are some 6 wide; two captions that are closer than a line lie side by side."""
    drawing = (guide_reader.GUIDES / "polarity.svg").read_text("utf-8")
    found = []
    for left, body in re.findall(r'<g transform="translate\((\d+) 0\)">(.*?)</g>', drawing):
        for y, words in re.findall(r'<text class="s" y="(\d+)">([^<]*)<', body):
            found.append((int(left), int(y), 3.1 * len(words)))
    assert len(found) > 10
    for x, y, half in found:
        for other, low, wide in found:
            assert x >= other or abs(y - low) >= 14 or other - wide - (x + half) >= 4, (x, y, other)
