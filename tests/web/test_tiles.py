"""The sprite of the tiles, and the letters that are taken from it."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont

from tenbo.scoring.tiles import NAMES
from tools.generate.tiles import COLOURS, SPRITE, WINDS, faces
from tools.generate.wind_font import LETTERS

SYMBOL = "{http://www.w3.org/2000/svg}symbol"


def test_every_tile_has_one_face_in_the_sprite_and_no_two_look_alike():
    symbols = {symbol.get("id"): symbol for symbol in ET.parse(SPRITE).iter(SYMBOL)}
    assert set(symbols) == {"tback", *(f"t{name}" for name in NAMES)}
    assert len({ET.tostring(symbol).split(b">", 1)[1] for symbol in symbols.values()}) == len(symbols)


@pytest.mark.parametrize("suit", "ps")
def test_a_tile_shows_as_many_circles_or_sticks_as_its_rank(suit):
    shown = {rank: faces()[f"{rank}{suit}"].count("<g " if suit == "s" else "<circle") for rank in range(2, 10)}
    assert shown == {rank: rank if suit == "s" else 3 * rank for rank in range(2, 10)}


@pytest.mark.parametrize("five", ["0m", "0p", "0s"])
def test_a_red_five_is_all_red_and_marked_for_whom_red_is_no_colour(five):
    face = faces()[five]
    assert not any(COLOURS[colour] in face for colour in ("green", "blue", "ink"))
    assert face.endswith(f'fill="var(--tile-red,{COLOURS["red"]})"/>')
    assert COLOURS["red"] in face


def test_all_faces_together_weigh_no_more_than_a_photograph_of_one():
    assert len(gzip.compress(SPRITE.read_bytes())) < 10_000


def test_the_winds_have_a_letter_each_whatever_fonts_a_computer_has():
    """Each has an outline of its own, and the pages' styles ask for no letter that is not there."""
    face = TTFont(LETTERS)
    assert {chr(code) for code in face.getBestCmap()} == set(WINDS)
    drawn = []
    for name in face.getBestCmap().values():
        pen = RecordingPen()
        face.getGlyphSet()[name].draw(pen)
        drawn.append(str(pen.value))
    assert len(set(drawn)) == 4
    assert min(map(len, drawn)) > 100
    style = (LETTERS.parent / "style" / "page.css").read_text()
    asked = re.search(r"Tenbo Winds.*?unicode-range: ([^;]*);", style).group(1)
    assert set(asked.split(", ")) == {f"U+{ord(wind):04X}" for wind in WINDS}
