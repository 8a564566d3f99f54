"""Typing errors in table.yaml and in the models of what holds the boxes: every figure that is wrong is noticed."""

from __future__ import annotations

import copy
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from hardware.fault_injection import fresh
from workshop import box_dimensions, design, holder_print_checks, opening_checks, table_geometry
from workshop.checks import table_arm, table_fit, table_mounts, table_plausibility
from workshop.design import HARDWARE
from workshop.opening_checks import PrintView

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Source = dict[str, Any]
DESCRIBED = table_geometry.load()
# No mistake as long as it fits: how far from the felt a box stands, what a screen needs, where a key is.
FREE = ("setback", "any_rim", "keys", "felt", "gap", "top")


def figures(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], float]]:
    """Yield every figure of a description with the way to it."""
    for key, value in node.items() if isinstance(node, dict) else ():
        if isinstance(value, dict):
            yield from figures(value, (*path, key))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield (*path, key), value


def other(path: tuple[Any, ...], value: float) -> Source:
    """Return the description with another figure."""
    source = copy.deepcopy(DESCRIBED)
    node: Any = source
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return source


def test_the_description_is_of_things_that_there_are() -> None:
    """Neither the table's figures nor the holders' are out of their limits today."""
    assert list(table_plausibility.find(DESCRIBED)) == []
    assert list(table_mounts.find()) == []


WRONG = [
    (path, factor * value)
    for path, value in figures(DESCRIBED)
    if not (set(path) & set(FREE)) or path[0] == "tables"
    for factor in (0.6, 1.7)
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=lambda item: str(item)[:60])
def test_a_figure_that_is_much_larger_or_smaller_is_noticed(path: tuple[Any, ...], value: float) -> None:
    """Obeying `make hardware` would draw tables and pictures from it."""
    source = other(path, value)
    assert [*table_plausibility.find(source), *table_fit.check_computed_lead_length(source, design.build(fresh()))]


EASIER = {
    "zones.around_middle": -0.5,
    "zones.before_wall": -0.5,
    "zones.before_hand": -1,
    "zones.drawn_tile": -1,
    "zones.rim": -1,
    "zones.angle": -1,
    "people.eye.up": 5,
    "people.eye.least": -5,
    "people.eye.behind": -5,
    "people.shoulder.aside": 5,
    "people.shoulder.behind": -5,
    "people.reach": 5,
    "under_top.high": 5,
    "under_top.thickest": -1,
    "under_top.knees": -5,
    "most_overhang": 1,
    "leads.spare": -10,
    "things.box under the top.tape": -1,
    "things.table box.top": 1,
    "things.table box.gap.shelf": -4,
    "things.table box.gap.side table": -1,
    "things.seat box.from_corner": -1,
    "things.seat box.any_rim.clamps": -3,
    "things.seat box.any_rim.hook tape": -5,
    "screens.phone.long": -1,
    "screens.phone.short": -1,
    "screens.tablet of 8 inches.long": -1,
    "screens.tablet of 8 inches.short": -1,
    "screens.tablet of 11 inches.long": -1,
    "screens.tablet of 11 inches.short": -1,
}


@pytest.mark.parametrize("figure", table_plausibility.LIMITS)
def test_a_figure_that_lets_a_layout_fit_more_easily_is_noticed_with_its_reason(figure: str) -> None:
    """Tuned until everything fits, the description would be of no table: each is bounded there, with a reason."""
    path = tuple(figure.split("."))
    value = dict(figures(DESCRIBED))[path]
    found = [found for found in table_plausibility.find(other(path, value + EASIER[figure])) if found.where == figure]
    assert len(found) == 1
    assert table_plausibility.LIMITS[figure][2] in found[0].what


@pytest.mark.parametrize("table", DESCRIBED["things"]["seat box"]["setback"])
def test_a_box_nearer_to_the_felt_than_where_it_hides_nothing_is_noticed(table: str) -> None:
    """Its back wall stands six millimetres outside the felt at least."""
    source = other(("things", "seat box", "setback", table), 5)
    assert [found for found in table_plausibility.find(source) if found.where.endswith(table)]


LEFT_OUT = {
    "automatic tables": (
        lambda s: s.update(tables={k: v for k, v in s["tables"].items() if "panel" not in v}),
        "machine",
    ),
    "the box under the middle": (lambda s: s["layouts"].pop("box under the middle"), "none has anything under the top"),
    "the arm": (lambda s: s["things"]["table box"].pop("arm"), "no box swings in under the top"),
}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_is_left_out_so_that_the_rest_fits_is_noticed(what: str) -> None:
    """Nothing would be wrong with a description of fewer tables and places."""
    leave_out, words = LEFT_OUT[what]
    source = copy.deepcopy(DESCRIBED)
    leave_out(source)
    assert [found for found in table_plausibility.find(source) if words in found.what]


@pytest.mark.parametrize("name", [name for name in DESCRIBED["tables"] if "panel" in DESCRIBED["tables"][name]])
def test_a_table_that_is_said_to_be_of_another_kind_is_noticed(name: str) -> None:
    """An automatic table is not washed by hand, and what is washed has no machine."""
    source = copy.deepcopy(DESCRIBED)
    del source["tables"][name]["panel"]
    assert [found for found in table_plausibility.find(source) if name in found.where]


@pytest.mark.parametrize(
    ("path", "value"),
    [(("tables", "wide rim 760", "felt"), 544), (("tables", "automatic 730", "panel"), 111)],
    ids=str,
)
def test_a_felt_or_a_machine_that_no_shop_sells_is_noticed(path: tuple[Any, ...], value: float) -> None:
    """The name of a table has its outer edge alone, and a rim of 108 mm would be one."""
    where = ".".join(path)
    assert [found for found in table_plausibility.find(other(path, value)) if found.where == where]


# A model, one of its figures as it is and wrong, and what is said.
MODELS = {
    "a nut that does not go into the clamp": ("clamp", "nut = [10.3,", "nut = [9.5,", "nut is 9.5 mm"),
    "a screw that does not pass the clamp": ("clamp", "bolt = 6.4;", "bolt = 5.4;", "bolt is 5.4 mm"),
    "a floor screw that falls through": ("clamp", "floor_screw = 4.4;", "floor_screw = 8.4;", "floor_screw is 8.4"),
    "a clamp's spine as thin as card": ("clamp", "spine = 10;", "spine = 3;", "spine is 3 mm"),
    "a clamp's plate that bends": ("clamp", "plate = 6;", "plate = 2;", "plate is 2 mm"),
    "a clamp's arm that breaks": ("clamp", "arm = 12;", "arm = 5;", "arm is 5 mm"),
    "a pad without a floor": ("clamp", "pad_high = 5;", "pad_high = 2;", "pad_high is 2 mm"),
    "a face that does not go into its body": ("seat_box", "gap = 0.3;", "gap = 0.0;", "gap is 0 mm"),
    "a face that rattles": ("seat_box", "gap = 0.3;", "gap = 1.0;", "gap is 1 mm"),
    "a tongue that bends": ("tongue", "sheet = 3;", "sheet = 1;", "sheet is 1 mm"),
    "a tongue that slips out": ("tongue", "under_mat = 90;", "under_mat = 20;", "under_mat is 20 mm"),
    "a tongue without a way for the screw": ("tongue", "driver = 9.5;", "driver = 5;", "driver is 5 mm"),
    "a tongue's web that tears": ("tongue", "web = 6;", "web = 2;", "web is 2 mm"),
    "a shelf for another box": (
        "shelf",
        "holes_apart = 60;",
        "holes_apart = 50;",
        "holes_apart is 50 mm, 60 in the box",
    ),
    "a shelf for a thinner floor": ("shelf", "box_floor = 2.4;", "box_floor = 1.4;", "box_floor is 1.4 mm"),
    "a shelf for lower posts": ("shelf", "box_stand = 6;", "box_stand = 4;", "box_stand is 4 mm"),
    "a shelf whose nuts do not go in": ("shelf", "small_nut = [7.1,", "small_nut = [6.6,", "small_nut is 6.6 mm"),
    "a shelf whose screws do not go in": ("shelf", "small_bolt = 4.4;", "small_bolt = 3.4;", "small_bolt is 3.4 mm"),
    "a shelf without room for a plug": ("shelf", "plug_room = 35;", "plug_room = 12;", "plug_room is 12 mm"),
    "a shelf in which no head sinks": ("shelf", "small_head = [8.6,", "small_head = [6.6,", "small_head is 6.6 mm"),
    "a clamp that thin tops fall out of": ("clamp", "jaw = [12, 45];", "jaw = [18, 45];", "jaw is 18 to 45 mm"),
    "a shelf that thick tops do not go into": ("shelf", "jaw = [12, 45];", "jaw = [12, 30];", "jaw is 12 to 30 mm"),
    "a clamp beside the hole of its box": (
        "clamp",
        "hole_from_front = 7;",
        "hole_from_front = 10.5;",
        "hole_from_front is 10.5",
    ),
    "a tongue beside the holes of its box": ("tongue", "holes_apart = 35.5;", "holes_apart = 40;", "holes_apart is 40"),
    "a tongue that is too short for a box": ("tongue", "over = [34, 52];", "over = [34, 40];", "over is [34.0, 40.0]"),
    "a seat box whose holes are elsewhere": (
        "seat_box",
        "hole_y = [7, 17];",
        "hole_y = [12, 17];",
        "hole_from_front is 7.0",
    ),
    "a seat box whose rear holes are elsewhere": ("seat_box", "hole_y = [7, 17];", "hole_y = [7, 20];", "hole_rear is"),
    "clamps that leave a rim between them": (
        "clamp",
        "over_short = [13, 34];",
        "over_short = [13, 31];",
        "nothing holds",
    ),
    "short clamps for narrow rims alone": (
        "clamp",
        "over_short = [13, 34];",
        "over_short = [18, 34];",
        "over_short begins at 18 mm",
    ),
    "short clamps that meet": ("clamp", "tab = 18; ", "tab = 40; ", "tab is 40 mm"),
    "an arm as thin as card": ("shelf", "arm_thick = 6;", "arm_thick = 2;", "arm_thick is 2 mm"),
    "an ear that breaks": ("shelf", "ear = 20; ", "ear = 8; ", "ear is 8 mm"),
    "a shelf for another screw than is ordered": ("shelf", "bolt_long = 60;", "bolt_long = 90;", "bolt_long is 90 mm"),
    "a shelf whose lip tears": ("shelf", "lip = 6;", "lip = 2;", "lip is 2 mm"),
}


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the models that is read in place of ours."""
    (tmp_path / "boxes").mkdir()
    for path in (HARDWARE / "boxes").glob("*.scad"):
        shutil.copy(path, tmp_path / "boxes")
    monkeypatch.setattr(box_dimensions, "HARDWARE", tmp_path)
    monkeypatch.setattr(table_mounts, "HARDWARE", tmp_path)
    return tmp_path / "boxes"


@pytest.mark.parametrize("fault", MODELS)
def test_a_holder_that_does_not_hold_is_noticed(fault: str, models: Path) -> None:
    """The prints would be made from it, and be current."""
    model, before, after, words = MODELS[fault]
    path = models / f"{model}.scad"
    text = path.read_text("utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
    assert [found.what for found in table_mounts.find() if words in found.what]


ARMS = {
    "an arm so short that the box stands out": (
        "arm_long = 137;",
        "arm_long = 120;",
        "stands out under the table's edge",
    ),
    "an arm that meets the clamps of a seat box": (
        "arm_aside = 16;",
        "arm_aside = 26;",
        "the clamps of a seat box reach",
    ),
    "an arm so long that no lead reaches": ("arm_long = 137;", "arm_long = 700;", "of lead are needed"),
    "an arm whose lid meets the top": ("boss = 22; ", "boss = 16; ", "meets the thickest top"),
    "an arm so low that it is in the way of knees": ("boss = 22; ", "boss = 40; ", "knees need 600"),
    "an arm without room for a plug": ("pivot = [-18, 32];", "pivot = [-48, 32];", "a plug and its bend take 35"),
}


@pytest.mark.parametrize("fault", ARMS)
def test_an_arm_that_does_not_swing_is_noticed(fault: str, models: Path) -> None:
    """OpenSCAD would stop at some; the others would be printed and found out at the table."""
    before, after, words = ARMS[fault]
    path = models / "shelf.scad"
    text = path.read_text("utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
    assert [found.what for found in table_arm.find(DESCRIBED) if words in found.what]


def test_the_arm_as_it_is_swings_on_every_table_that_is_washed_by_hand() -> None:
    """Wholly under the top, past the clamps of the seat box at its corner, over the knees, within its leads."""
    assert list(table_arm.find(DESCRIBED)) == []


@pytest.mark.parametrize("name", holder_print_checks.LOOKS)
def test_a_holder_without_its_holes_is_seen(name: str) -> None:
    """Every print as it is committed has them; its outline alone, as a block, has none."""
    turn, look = holder_print_checks.LOOKS[name]
    table = design.load()
    view = opening_checks.load_turned_print(name, turn)
    assert list(look(view, table)) == []
    points = [corner for triangle in view.solid for corner in triangle]
    low, high = (tuple(pick(corner[axis] for corner in points) for axis in range(3)) for pick in (min, max))
    assert list(look(PrintView(block(low, high)), table))


def block(low: tuple[float, ...], high: tuple[float, ...]) -> list[list[tuple[float, ...]]]:
    """Return the upper and the lower side of a block as triangles."""
    (left, front, down), (right, back, top) = low, high
    corners = [(left, front), (right, front), (right, back), (left, back)]
    return [
        [(*corners[a], z), (*corners[b], z), (*corners[c], z)]
        for z in (down, top)
        for a, b, c in ((0, 1, 2), (0, 2, 3))
    ]
