"""The table's geometry: its figures are right, and a layout that does not fit on a mahjong table is found."""

from __future__ import annotations

import copy
import math
import re
from typing import TYPE_CHECKING, Any

import pytest

from hardware.fault_injection import fresh
from workshop import box_dimensions, design, table_geometry, table_picture
from workshop.checks import table_fit
from workshop.design import HARDWARE
from workshop.table_geometry import Rect, Scene

if TYPE_CHECKING:
    from collections.abc import Callable

Source = dict[str, Any]
DESCRIBED = table_geometry.load()

# A centre box as it was to stand in the middle, and a seat box to the right of each player's discards.
MIDDLE_BOX = {"each": "table", "place": "middle", "outline": [145, 123, 52, 52]}
POND_BOX = {"each": "seat", "place": "right of the discards", "outline": [136, 67, 22, 69]}


def layout(*things: str, tables: tuple[str, ...] = ("mat 610 on 690",), **more: Source) -> Source:
    """Return the description with one layout, on some tables, with further things."""
    source = copy.deepcopy(DESCRIBED)
    source["things"].update(more)
    source["layouts"] = {"tried": list(things)}
    source["tables"] = {table: source["tables"][table] for table in tables}
    source["screens"] = {}
    return source


def old_layout() -> Source:
    """Return what an earlier MOUNTING asked for, with its leads over the felt."""
    source = layout("pond box", "middle box", **{"pond box": POND_BOX, "middle box": MIDDLE_BOX})
    source["leads"]["paths"] = {"over the felt": {"metres": 1.0, "automatic": True}}
    return source


def middle_box() -> Source:
    """Return seat boxes with a box of 52 mm in the middle, at a table where nothing is washed."""
    return layout("seat box", "middle box", tables=("table 700",), **{"middle box": MIDDLE_BOX})


def high_unit() -> Source:
    """Return a unit of 64 mm, 2 mm from the felt."""
    unit = {"each": "seat", "place": "rim", "outline": [105, 66, 18, 64], "from_corner": 20, "setback": 2}
    return layout("seat unit", "table box", **{"seat unit": unit})


def short_leads() -> Source:
    """Return leads of 1 m around a table of 760 mm."""
    source = layout("seat box", "table box", tables=("table 700",))
    source["leads"]["paths"] = {"around the edge": {"metres": 1.0, "automatic": True, "box": "table box"}}
    return source


def far_out() -> Source:
    """Return today's boxes so near to the felt that their clamps do not reach the edge."""
    source = layout("seat box", "table box")
    source["things"]["seat box"].update(setback=0)
    return source


def under(**changes: object) -> Callable[[], Source]:
    """Return a box under the middle of the top with something else about it."""

    def spoil() -> Source:
        source = layout("seat box", "box under the top", tables=("table 700", "automatic 730"))
        source["things"]["box under the top"].update(changes)
        return source

    return spoil


def low_table() -> Source:
    """Return a box under a table that is for sitting on the floor."""
    source = layout("seat box", "box under the top", tables=("table 700",))
    source["under_top"]["high"] = 380
    return source


def short_leads_below() -> Source:
    """Return leads of half a metre to a box under the middle."""
    source = layout("seat box", "box under the top", tables=("table 700",))
    source["leads"]["paths"]["from under the middle"]["metres"] = 0.5
    return source


def wide_rim() -> Source:
    """Return a rim of 60 mm with the box as near to the felt as on a narrow one."""
    source = layout("seat box", "table box", tables=("wide rim 760",))
    source["things"]["seat box"].update(setback=6)
    return source


def near_shelf() -> Source:
    """Return a box whose side is so near to the clamp that no plug goes in."""
    source = layout("seat box", "table box")
    source["things"]["table box"]["gap"].update({"shelf": 35})
    return source


def near_side_table() -> Source:
    """Return a box on a side table so near to the corner that no plug goes in."""
    source = layout("seat box", "table box", tables=("automatic 900",))
    source["things"]["table box"]["gap"].update({"side table": 30})
    return source


def shelf_at_a_machine() -> Source:
    """Return a box as far from the corner of an automatic table as a shelf's clamp would hold it."""
    source = layout("seat box", "table box", tables=("automatic 900",))
    source["things"]["table box"]["gap"].update({"side table": 50})
    return source


def ring() -> Source:
    """Return a ring of 110 mm in the middle of an automatic table."""
    flat = {"each": "table", "place": "middle", "outline": [110, 110, 20, 20]}
    return layout("seat box", "ring", tables=("automatic 730",), ring=flat)


def long_screen() -> Source:
    """Return a tablet of 250 mm on a mat of 610 mm."""
    source = layout("seat box", "table box")
    source["screens"] = {"tablet": {"long": 250, "short": 175, "thick": 10, "felt": 610}}
    return source


def held_by_nothing() -> Source:
    """Return seat boxes over the edge without their clamps."""
    source = layout("seat box", "table box")
    del source["things"]["seat box"]["clamp"]
    return source


def keys_elsewhere() -> Source:
    """Return a table box whose TABLE is at its corner."""
    source = layout("seat box", "table box")
    source["things"]["table box"]["keys"]["TABLE"] = [12, 11]
    return source


def through_the_machine() -> Source:
    """Return leads under the top of an automatic table, which are long enough."""
    source = layout("seat box", "table box", tables=("automatic 900",))
    source["leads"]["paths"]["under the top"]["automatic"] = True
    return source


def by_hand_alone() -> Source:
    """Return leads of which none is for an automatic table."""
    source = layout("seat box", "table box", tables=("automatic 900",))
    source["leads"]["paths"]["around the edge"]["automatic"] = False
    return source


def screen_for(felt: int) -> Callable[[], Source]:
    """Return a phone that is said to have room from another felt on than it has."""

    def spoil() -> Source:
        source = layout("seat box", "table box")
        source["screens"] = {"phone": {"long": 160, "short": 75, "thick": 10, "felt": felt}}
        return source

    return spoil


FAULTS: dict[str, tuple[Callable[[], Source], tuple[str, ...]]] = {
    "an automatic table that no lead reaches": (by_hand_alone, ("leads.paths: none is for an automatic table",)),
    "a phone for smaller tables than were looked at": (
        screen_for(518),
        ("screens.phone.felt: is 518, it has room from 610 mm on",),
    ),
    "a phone for larger tables than it needs": (
        screen_for(702),
        ("screens.phone.felt: is 702, it has room from 610 mm on",),
    ),
    "the layout of an earlier edition": (
        old_layout,
        (
            r"middle box: hides \d+ % of discards",
            "pond box: overlaps",
            "middle box: is on the felt",
            "leads: lie on the felt",
        ),
    ),
    "a box of 52 mm in the middle": (middle_box, (r"middle box: hides \d+ % of discards", "is on the felt")),
    "a unit of 64 mm two from the felt": (high_unit, (r"seat unit: hides \d+ % of called sets",)),
    "leads of 1 m around a table of 760": (
        short_leads,
        (r"leads around the edge: 1\.\d\d m are needed, they have 1.0 m",),
    ),
    "a box that its clamps do not hold": (far_out, ("stands 33 mm over the edge, its clamp holds 34 to 52",)),
    "a box under the top, among the machine": (
        under(automatic=True),
        ("automatic 730, .*box under the top: is where the machine of the table is",),
    ),
    "a box under the top whose keys nothing else does": (
        under(second_way={"TABLE": "OK held at every seat"}),
        (r"box under the top: UNDO is \d+ mm from a shoulder",),
    ),
    "a box under a low table": (low_table, ("box under the top: leaves 280 mm under it, knees need 600",)),
    "leads of half a metre from under the middle": (
        short_leads_below,
        (r"leads from under the middle: 0\.\d\d m are needed, they have 0.5 m",),
    ),
    "a rim of 60 mm that no clamp reaches": (wide_rim, ("stands 19 mm over the edge, its clamp holds 34 to 52",)),
    "a shelf without room for a plug": (near_shelf, ("23 mm between box and clamp, a plug and its bend take 35",)),
    "a side table without room for a plug": (
        near_side_table,
        ("30 mm between box and table, a plug and its bend take 35",),
    ),
    "a side table too far from a table of 900": (
        shelf_at_a_machine,
        (r"leads around the edge: 2\.01 m are needed, they have 2.0 m",),
    ),
    "seat boxes that nothing holds": (held_by_nothing, ("seat box: nothing holds it where it stands over the edge",)),
    "a key where the lid has none": (
        keys_elsewhere,
        (r"table box: TABLE is at 12, 11, in its model at 72\.\d+, 61\.\d+",),
    ),
    "leads through the machine": (through_the_machine, ("under the top: goes through the machine",)),
    "a ring on an automatic table": (ring, ("ring: is on the machine's middle",)),
    "a screen of 250 mm on 610 with tiles of 28 mm": (
        long_screen,
        ("tiles of 28 mm: is 9 mm too long .* walls angled",),
    ),
}


@pytest.mark.parametrize("felt", [610, 720])
@pytest.mark.parametrize("rim", [29, 45, 50, 60, 70, 82, 83, 90])
def test_a_rim_of_any_width_has_a_place_where_the_box_is_held_and_in_nobodys_way(felt: int, rim: int) -> None:
    """Clamps hold 34 to 52 mm over the edge: on a wide rim the box stands farther out, on a wider one wholly on it."""
    source = layout("seat box", "table box", tables=())
    setback, over, holder = table_geometry.rim_position(source["things"]["seat box"], rim)
    least, farthest = box_dimensions.allowed_overhang("clamp")
    assert (least <= over <= farthest) if holder == "clamps" else over == 0
    source["tables"] = {"tried": {"felt": felt, "outer": felt + 2 * rim}}
    source["things"]["seat box"]["setback"] = setback
    assert [str(found) for found in table_fit.find(source) if "leads" not in found.what] == []


def test_a_rim_too_narrow_for_the_clamps_is_said_and_the_page_has_the_limits() -> None:
    """MOUNTING says from which width on the box stands wholly on a rim, and below which nothing holds it."""
    box = DESCRIBED["things"]["seat box"]
    widths = range(20, 100)
    held = {}
    for rim in widths:
        try:
            held[rim] = table_geometry.rim_position(box, rim)[2]
        except ValueError:
            held[rim] = "nothing"
    page = " ".join((HARDWARE / "guides" / "MOUNTING.md").read_text("utf-8").split())
    narrow = min(rim for rim in widths if held[rim] == "clamps")
    wide = min(rim for rim in widths if held[rim] == "hook tape")
    assert [held[rim] for rim in widths] == sorted(held.values(), key=["nothing", "clamps", "hook tape"].index)
    assert f"*Narrower than {narrow} mm?*" in page
    assert f"On a rim of {wide} mm and more a strip of hook tape" in page
    assert f"they need {box_dimensions.allowed_overhang('clamp')[0]:g} mm over the edge" in page


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


@pytest.mark.thorough("drawings and simulated circuits for seconds")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_layout_that_does_not_fit_is_found(fault: str) -> None:
    """Each was proposed once, or is what a maker would try first."""
    spoil, wanted = FAULTS[fault]
    said = [str(finding) for finding in table_fit.find(spoil())]
    assert [words for words in wanted if not any(re.search(words, line) for line in said)] == [], said


def test_the_same_screen_fits_with_tiles_of_26_mm_and_the_unit_where_it_was_meant() -> None:
    """What the faults of this file change is what makes them faults."""
    said = [str(finding) for finding in table_fit.find(long_screen())]
    assert said
    assert not [line for line in said if "26 mm" in line]
    assert list(table_fit.find(layout("seat box", "table box"))) == []


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
    assert table_geometry.overlap(upright, leaning) == 0
    assert table_geometry.overlap(upright, Rect("b", (8, 8), 10, 10, 45)) > 0


def test_a_key_that_nobody_reaches_needs_another_way() -> None:
    """TABLE and UNDO lie at a corner, more than an arm away from two players."""
    source = layout("seat box", "table box")
    del source["things"]["table box"]["second_way"]["TABLE"]
    assert [finding.what for finding in table_fit.find(source) if "TABLE is" in finding.what]


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
    assert all(0 < x < outline[0] and 0 < y < outline[1] for x, y in keys.values())
    assert box_dimensions.plug_out() == 20
    (thing, *_) = Scene(DESCRIBED, next(iter(DESCRIBED["layouts"])), "table 700", "26 mm").things()
    assert (thing.wide, thing.high) == (outline[0], outline[3])


def test_the_mounting_page_names_the_sides_of_the_seat_box():
    """MOUNTING names the box by its sides."""
    wide, deep, _, high = (round(side) for side in box_dimensions.seat_box())
    page = (HARDWARE / "guides" / "MOUNTING.md").read_text("utf-8")
    assert f"the seat box, {wide} x {deep} x {high} mm" in page


def test_a_shelf_made_for_another_place_is_found() -> None:
    """The picture of the table and what was checked would be of another shelf than the one that is printed."""
    source = copy.deepcopy(DESCRIBED)
    source["things"]["table box"].update(gap={"shelf": 45, "side table": 35}, top=30)
    said = [finding.what for finding in table_fit.find(source)]
    assert "near of its shelf is 50 mm, 45 by the description" in said
    assert "lid_over of its shelf is 20 mm, 30 by the description" in said
