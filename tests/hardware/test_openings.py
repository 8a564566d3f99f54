"""What must be open in a print is open, a foot leaves a floor, and no word is mirrored: each fault is planted."""

from __future__ import annotations

import math
import re

import pytest

from workshop import box_dimensions, design, opening_checks
from workshop.opening_checks import LOOKS, PrintView


@pytest.fixture(scope="module")
def table():
    return design.load()


@pytest.fixture(scope="module")
def views():
    return {name: opening_checks.load_turned_print(name.partition(":")[0], turn) for name, (turn, _) in LOOKS.items()}


def said(table, name: str, view: PrintView) -> list[str]:
    """Return what is wrong with a print as it is seen."""
    return list(LOOKS[name][1](view, table))


@pytest.mark.parametrize("name", LOOKS)
def test_nothing_is_shut_in_a_committed_print(table, views, name):
    """Windows, holes, slots, feet and words of today's prints."""
    assert said(table, name, views[name]) == []


# A print, what its model says where its parts are, what it says then, and the finding.
MOVED = {
    "a window 3 mm beside the display": (
        "seat_box face",
        "[70.5, 50]",
        "[72.8, 50]",
        "the display's window: plastic at",
    ),
    "a face without its tongues": (
        "seat_box face",
        "tongue_at = [30, wide - 30]",
        "tongue_at = [44, wide - 44]",
        "a tongue under the back wall: none at",
    ),
    "a display that no lip holds": (
        "seat_box face",
        "lip_at = [panel_at[0] - 20.5,",
        "lip_at = [panel_at[0] - 4.5,",
        "a lip over the display: none at",
    ),
    "a lamp beside its hole": ("seat_box face", "[21, 58]", "[21, 61]", "the lamp's hole: plastic at"),
    "no holes over the piezo": ("centre_box lid", "[18, -18]", "[18, -26]", "the holes over the piezo: plastic at"),
    "a sensor beside its hole": ("centre_box lid", "[19, 16]", "[21, 16]", "the light sensor's hole: plastic at"),
    "a word that nobody cut": ("centre_box lid", "[-19, 16]", "[-19, -22]", "the word UNDO: is not there"),
}


@pytest.mark.parametrize("fault", MOVED)
def test_an_opening_that_is_not_where_its_part_is_found(table, views, fault, monkeypatch):
    """The part a few millimetres aside, the print as it was."""
    name, before, after, words = MOVED[fault]
    model = opening_checks.model_text
    assert model(name.partition(" ")[0]).count(before) == 1
    monkeypatch.setattr(opening_checks, "model_text", lambda box: model(box).replace(before, after))
    lines = said(table, name, views[name])
    assert any(line.startswith(words) for line in lines), lines


@pytest.mark.parametrize("name", ["seat_box body", "centre_box body"])
def test_a_recess_that_goes_through_the_floor_is_found(table, views, name):
    """The ceiling of the feet's recesses lifted to the upper side of the floor."""
    spoiled = [[(x, y, 2.4 if 0.9 < z < 1.1 else z) for x, y, z in triangle] for triangle in views[name].solid]
    lines = said(table, name, PrintView(spoiled))
    assert any(line.startswith("the floor over a foot: 0.0 mm") for line in lines), lines


@pytest.mark.parametrize(
    ("name", "word", "x", "y", "size"),
    [
        ("seat_box face", "BACK", 69.8 + 1.5 * 14.5, 15 - 9.6 - 80, 2.5),
        ("centre_box lid", "E", 145 / 2, -(123 / 2) - 43, 11),
    ],
)
def test_a_mirrored_word_is_found(views, name, word, x, y, size):
    """The same print in a mirror; as it is, the word reads as it should."""
    assert list(opening_checks.engraved_word_faults(views[name], word, (x, y), size)) == []
    mirror = PrintView([[(-a, b, c) for a, b, c in triangle] for triangle in views[name].solid])
    assert list(opening_checks.engraved_word_faults(mirror, word, (-x, y), size)) == [f"the word {word}: is mirrored"]


def test_the_room_behind_the_displays_pins_is_that_of_the_print(table):
    """A ray from the pins meets the back wall where the figures say; a socket of 14 mm is too long."""
    size, turn = table.source["mechanics"], math.radians(table.source["mechanics"]["tilt_degrees"])
    front = box_dimensions.model_figure("seat_box", "low") - box_dimensions.model_figure(
        "seat_box", "face_thick"
    ) * math.cos(turn)

    def along_the_face(corner):
        """Turn a corner so that the face lies flat and is seen from outside."""
        x, y, z = corner
        up, out = y, z - front
        return (x, up * math.cos(turn) + out * math.sin(turn), out * math.cos(turn) - up * math.sin(turn))

    across, middle = opening_checks.named_model_position(opening_checks.model_text("seat_box"), "panel_at")
    for x in (across - 7.6, across, across + 7.6):
        here = x, middle + size["panel"]["module"][1] / 2 - box_dimensions.PINS_IN_MM
        (wall,) = opening_checks.load_turned_print("seat_box body", along_the_face).around([here]).spans(*here)
        room = -size["panel"]["thick"] - wall[1]
        assert room == pytest.approx(box_dimensions.distance_to_back_wall(), abs=0.1)
        assert 10 < room < 14 + 2.5, "a socket for single pins is 14 mm long, on 2.5 mm of a header"


# How many kinds of holes of each model a screw cuts its thread in: face, board, RIICHI, display; lid, board; keepers.
THREADS = {"seat_box": 4, "centre_box": 2, "fixings": 1}


@pytest.mark.parametrize("model", THREADS)
def test_a_screw_finds_plastic_to_cut_its_thread_in(table, model):
    """A hole is two tenths wider than the core; as wide as the thread it would hold nothing, and be in nobody's way."""
    wide = table.source["mechanics"]["screw"]["core"] + 0.2
    holes = re.findall(r"cylinder\(d = ([\d.]+), h", opening_checks.model_text(model))
    assert sum(abs(float(hole) - wide) < 0.01 for hole in holes) == THREADS[model]


class ThickerCap:
    """The cap as it is seen, with some millimetres more of plastic inside it."""

    def __init__(self, view: PrintView, more: float) -> None:
        self.view, self.more = view, more

    def spans(self, x: float, y: float) -> list[tuple[float, float]]:
        """Return the plastic under a spot, thicker between skirt and post."""
        spans = self.view.spans(x, y)
        return [(0.0, spans[0][1] + self.more)] if (x, y) == (9.0, 4.0) else spans


def test_a_cap_that_meets_its_switch_before_it_is_pressed_is_found(table, views):
    assert said(table, "seat_box cap", ThickerCap(views["seat_box cap"], 0.0)) == []
    (line,) = said(table, "seat_box cap", ThickerCap(views["seat_box cap"], 4.0))
    assert line.startswith("the cap: 6.0 mm thick")


def test_the_cross_of_riichis_cap_grips_the_stem():
    """A tenth of a millimetre of play: with a whole one the cap falls off."""
    text = opening_checks.model_text("seat_box")
    (play,) = {float(more) for more in re.findall(r"riichi_key_stem\[[01]\] \+ ([\d.]+)[,\n]", text)}
    assert play <= 0.2
