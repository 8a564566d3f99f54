"""The table's geometry: its figures are right, and MOUNTING and its pictures are those of the description."""

from __future__ import annotations

import copy
import math
import re
from typing import Any

import pytest

from hardware.fault_injection import fresh
from hardware.test_table_layouts import layout
from workshop import box_dimensions, design, table_geometry, table_picture
from workshop.checks import table_fit
from workshop.design import HARDWARE
from workshop.table_geometry import Rect, Scene

Source = dict[str, Any]
DESCRIBED = table_geometry.load()


KINDS = ("nothing", "long clamps, front holes", "short clamps, rear holes", "short clamps, front holes", "hook tape")


@pytest.mark.parametrize("felt", [610, 720])
@pytest.mark.parametrize("rim", [29, 46, 47, 50, 56, 57, 60, 67, 68, 70, 82, 83, 90, 110])
def test_on_a_rim_of_any_width_the_box_stands_6_to_10_mm_from_the_felt_and_is_held(felt: int, rim: int) -> None:
    """Clamps hold it where a key is beyond the edge; nobody's tiles are hidden and nothing is out of reach."""
    source = layout("seat box", "table box", tables=())
    setback, over, holder = table_geometry.rim_position(source["things"]["seat box"], rim)
    assert 6 <= setback <= 10
    nearest_key = min(y for _, y in box_dimensions.seat_keys().values())
    if holder == "hook tape":
        assert over < nearest_key
    else:
        assert over == pytest.approx(box_dimensions.seat_box()[1] + setback - rim)
        model = "over" if holder.startswith("long") else "over_short"
        least, farthest = box_dimensions.allowed_overhang("clamp", model)
        assert least <= over <= farthest
    source["tables"] = {"tried": {"felt": felt, "outer": felt + 2 * rim}}
    source["things"]["seat box"]["setback"] = setback
    assert [str(found) for found in table_fit.find(source) if "leads" not in found.what] == []


def test_a_rim_too_narrow_for_the_clamps_is_said_and_each_kind_has_its_widths() -> None:
    """From narrow to wide: nothing, the long clamps, the short ones by their two rows of holes, hook tape."""
    box = DESCRIBED["things"]["seat box"]
    held = []
    for rim in range(20, 100):
        try:
            held.append(table_geometry.rim_position(box, rim)[2])
        except ValueError:
            held.append("nothing")
    assert held == sorted(held, key=KINDS.index)
    assert set(held) == set(KINDS)
    page = " ".join((HARDWARE / "guides" / "MOUNTING.md").read_text("utf-8").split())
    assert f"*Narrower than {20 + held.count('nothing')} mm?*" in page
    for name in ("BUILD", "MOUNTING"):
        page = " ".join((HARDWARE / "guides" / f"{name}.md").read_text("utf-8").split())
        rear = [20 + index for index, kind in enumerate(held) if kind == KINDS[2]]
        assert f"{rear[0]} to {rear[-1]} mm" in page


def test_the_box_under_the_top_is_described_as_it_is_drawn_and_written() -> None:
    """MOUNTING's picture and figures are those of the second layout, which is on every table without a machine."""
    page = " ".join((HARDWARE / "guides" / "MOUNTING.md").read_text("utf-8").split())
    assert "(table-middle.svg)" in page
    scenes = [
        scene for scene in table_geometry.scenes(DESCRIBED) if "box under the top" in DESCRIBED["layouts"][scene.layout]
    ]
    assert {scene.table for scene in scenes} == {
        name for name, facts in DESCRIBED["tables"].items() if "panel" not in facts
    }
    path = DESCRIBED["leads"]["paths"]["from under the middle"]
    assert f"Leads of {path['metres']:g} m reach every seat" in page
    facts, thing = DESCRIBED["under_top"], DESCRIBED["things"]["box under the top"]
    takes = box_dimensions.centre_box()[3] + thing["tape"]
    assert f"The box takes {takes:.0f} mm of it, and {facts['knees']} mm are for knees" in page
    assert f"underside of the top: {facts['knees'] + round(takes)} mm or more" in page
    assert facts["high"] - facts["thickest"] >= facts["knees"] + round(takes)
    (strip,) = re.findall(r"Two strips of hook tape of (\d+) x \d+ mm", page)
    model = (HARDWARE / "boxes" / "centre_box.scad").read_text("utf-8")
    ((begin, long),) = re.findall(r"centre\[1\] \+ (\d+), -1\]\) cube\(\[2, (\d+),", model)
    assert int(begin) + int(long) < box_dimensions.centre_box()[1] / 2 - int(strip), "the slots for air stay free"


def test_a_lead_goes_from_the_jack_with_its_letter_and_upside_down_two_of_them_change_sides() -> None:
    """E S W N lie in turn order round the lid; a box whose floor is up has S where N was."""
    sides = {}
    for name in DESCRIBED["layouts"]:
        scene = Scene(DESCRIBED, name, "table 700", "26 mm")
        box = scene.table_box()
        sides[name] = [scene.jack(box, seat) for seat in range(4)]
        if scene.is_under_top(box):
            assert [round(math.hypot(*spot)) for spot in sides[name]] == [97, 107, 97, 107]
            assert sides[name][1][0] < 0 < sides[name][3][0], "South sits at the right, its jack is at the left"
    at_corner = next(iter(sides.values()))
    corner = [-Scene(DESCRIBED, next(iter(sides)), "table 700", "26 mm").half_outer] * 2
    far = [math.dist(spot, corner) for spot in at_corner]
    assert far.index(min(far)) == 2, "W is towards the table, whose lead is the longest"
    assert far.index(max(far)) == 0
    (words,) = re.findall(
        r"with (\w) of the\s+box towards the table and (\w) away from it",
        (HARDWARE / "guides" / "MOUNTING.md").read_text("utf-8"),
    )
    assert words == ("W", "E")


def test_the_picture_of_the_box_under_the_top_shows_no_key_and_every_jack() -> None:
    """It is seen through the top, from below which its lid looks down."""
    drawn = table_picture.pictures(DESCRIBED)
    assert list(drawn) == ["table.svg", "table-middle.svg"]
    assert "<title>TABLE</title>" in drawn["table.svg"]
    assert "<title>TABLE</title>" not in drawn["table-middle.svg"]
    for picture in drawn.values():
        assert re.findall(r'class="j"[^>]*>(\w)<', picture) == list("ESWN")
        assert picture.count('class="lead"') == 4


@pytest.mark.parametrize(
    ("felt", "tile", "straight", "angled"),
    [(610, "26 mm", 285, 259), (610, "28 mm", 269, 241), (700, "26 mm", 375, 349), (700, "28 mm", 359, 331)],
)
def test_the_free_square_is_what_a_ruler_gives(felt: int, tile: str, straight: int, angled: int) -> None:
    """Added up by hand: 3 + three rows + 4 + a wall + 25 + a hand + 10 from the middle to the rim, twice."""
    source = copy.deepcopy(DESCRIBED)
    source["tables"]["tried"] = {"felt": felt, "outer": felt + 80}
    scene = Scene(source, next(iter(source["layouts"])), "tried", tile)
    assert (round(scene.free_middle(angled=False)), round(scene.free_middle(angled=True))) == (straight, angled)


def test_two_turned_rectangles_overlap_only_where_no_line_is_between_them() -> None:
    """A square on its corner beside another one, which their outlines along the axes would not tell apart."""
    upright, leaning = Rect("a", (0, 0), 10, 10), Rect("b", (10, 10), 10, 10, 45)
    assert table_geometry.overlap_depth(upright, leaning) == 0
    assert table_geometry.overlap_depth(upright, Rect("b", (8, 8), 10, 10, 45)) > 0


def test_the_bus_is_computed_with_the_longest_lead() -> None:
    """One figure for the table and for the rise time."""
    assert list(table_fit.check_computed_lead_length(DESCRIBED, design.build(fresh()))) == []


def test_the_picture_is_to_scale() -> None:
    """A millimetre is a unit: the seat box is as wide in it as its model."""
    picture = table_picture.pictures(DESCRIBED)["table.svg"]
    points = re.findall(r'class="box" points="([^"]+)"><title>seat box', picture)
    assert len(points) == 4
    corners = [tuple(map(float, point.split(","))) for point in points[0].split()]
    wide, deep, _, _ = box_dimensions.seat_box()
    assert abs(corners[1][0] - corners[0][0]) == pytest.approx(wide, abs=0.2)
    assert abs(corners[2][1] - corners[1][1]) == pytest.approx(deep, abs=0.2)


def test_the_seat_box_of_the_models_is_the_one_that_hides_nothing():
    """105 x 73 x 48 mm, read from the model; its keys lie on it, its plug stands out of its left wall."""
    outline = box_dimensions.seat_box()
    assert [round(side) for side in outline] == [105, 73, 14, 48]
    keys = box_dimensions.seat_keys()
    assert list(keys) == ["RIICHI", "OK", "UP", "DOWN", "BACK"]
    lean = math.cos(math.radians(25))
    face = {name: (round(x, 2), round(y / lean, 2)) for name, (x, y) in keys.items()}
    assert face == {"RIICHI": (21, 22), "OK": (48.75, 15), "UP": (63.25, 15), "DOWN": (77.75, 15), "BACK": (92.25, 15)}
    assert (box_dimensions.model_position("lamp_at"), box_dimensions.model_position("panel_at")) == (
        [21, 58],
        [70.5, 50],
    )
    assert all(0 < x < outline[0] and 0 < y < outline[1] for x, y in keys.values())
    assert box_dimensions.plug_protrusion() == 20
    (thing, *_) = Scene(DESCRIBED, next(iter(DESCRIBED["layouts"])), "table 700", "26 mm").things()
    assert (thing.wide, thing.high) == (outline[0], outline[3])


def test_the_mounting_page_names_the_sides_of_the_seat_box():
    """MOUNTING names the box by its sides."""
    wide, deep, _, high = (round(side) for side in box_dimensions.seat_box())
    page = (HARDWARE / "guides" / "MOUNTING.md").read_text("utf-8")
    assert f"the seat box, {wide} x {deep} x {high} mm" in page
