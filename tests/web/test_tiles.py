"""The sprite of the tiles."""

from __future__ import annotations

import gzip
import xml.etree.ElementTree as ET

import pytest

from tenbo.scoring.tiles import NAMES
from tools.generate.tiles import COLOURS, SPRITE, faces

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
