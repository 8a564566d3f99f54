"""A layout that does not fit on a mahjong table is found, each with what is said of it."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

import pytest

from workshop import table_geometry
from workshop.checks import table_fit

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
    """Return today's boxes on a rim so narrow that they stand beyond what their clamps hold."""
    source = layout("seat box", "table box")
    source["tables"]["mat 610 on 690"]["outer"] = 664
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
    "a box that its clamps do not hold": (far_out, ("stands 54 mm over the edge, its clamp holds 13 to 52",)),
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


def test_a_key_that_nobody_reaches_needs_another_way() -> None:
    """TABLE and UNDO lie at a corner, more than an arm away from two players."""
    source = layout("seat box", "table box")
    del source["things"]["table box"]["second_way"]["TABLE"]
    assert [finding.what for finding in table_fit.find(source) if "TABLE is" in finding.what]


def test_a_shelf_made_for_another_place_is_found() -> None:
    """The picture of the table and what was checked would be of another shelf than the one that is printed."""
    source = copy.deepcopy(DESCRIBED)
    source["things"]["table box"].update(gap={"shelf": 45, "side table": 35}, top=30)
    said = [finding.what for finding in table_fit.find(source)]
    assert "near of its shelf is 50 mm, 45 by the description" in said
    assert "lid_over of its shelf is 20 mm, 30 by the description" in said
