"""The STEP file of a print is the same solid: closed, as large, with its flat sides as one face each."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest

from workshop import board_layout_input, board_solid, box_rendering, design, step_export, stl

CORNERS = [(x, y, z) for x in (0.0, 2.0) for y in (0.0, 3.0) for z in (0.0, 4.0)]
SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
BLOCK = [[CORNERS[index] for index in three] for a, b, c, d in SIDES for three in ((a, b, c), (a, c, d))]
FAR = [[(x + 9, y, z) for x, y, z in triangle] for triangle in BLOCK]


def loops(written: str) -> list[list[tuple[float, ...]]]:
    """Return the corners of every edge of a face, read back from the file."""
    points = {
        number: tuple(map(float, found.split(",")))
        for number, found in re.findall(r"(#\d+)=CARTESIAN_POINT\('',\((.*?)\)\);", written)
    }
    return [
        [points[number] for number in found.split(",")] for found in re.findall(r"POLY_LOOP\('',\((.*?)\)\);", written)
    ]


def volume(found: list[list[tuple[float, ...]]]) -> float:
    """Add up what the faces enclose: a hole takes away, for it runs the other way round."""
    return sum(stl.signed_volume([loop[0], *pair]) for loop in found for pair in pairwise(loop))


def test_a_block_of_twelve_triangles_has_six_faces_and_two_blocks_are_two_solids() -> None:
    """Triangles of one side are joined, bodies that do not touch are not."""
    written = step_export.triangles_to_step("block", [*BLOCK, *FAR])
    assert written.count("FACETED_BREP(") == 2
    assert written.count("FACE_SURFACE(") == 12
    assert {len(loop) for loop in loops(written)} == {4}
    assert volume(loops(written)) == pytest.approx(48)


@pytest.mark.parametrize("name", ["seat_box cap", "tongue body"])
def test_the_solid_of_a_print_is_closed_and_as_large_as_the_print(name: str) -> None:
    """Every edge is passed once in each direction; a face with a hole has two edges."""
    path = box_rendering.BOXES / box_rendering.file_name(name)
    written = step_export.triangles_to_step("print", stl.triangles(path))
    edges = [edge for loop in loops(written) for edge in zip(loop, [*loop[1:], loop[0]], strict=True)]
    assert len(set(edges)) == len(edges)
    assert {(end, start) for start, end in edges} == set(edges)
    assert volume(loops(written)) == pytest.approx(stl.measure(path).volume, rel=1e-4)
    assert "FACE_BOUND(" in written
    told = {int(number) for number in re.findall(r"#(\d+)", written)}
    assert told == set(range(1, written.count(";\n#") + 1)), "every number that is named has its line"


@pytest.mark.parametrize("name", board_layout_input.BOARDS)
def test_the_solid_of_a_board_is_its_plate_without_the_holes_and_a_block_for_every_part(name: str) -> None:
    """Closed, and as much of it as the sizes of the description say."""
    table = design.load()
    made = board_solid.board_step_file(table, name)
    edges = [edge for loop in loops(made) for edge in zip(loop, [*loop[1:], loop[0]], strict=True)]
    assert sorted(edges) == sorted((end, start) for start, end in edges)
    wide, high = (side * board_layout_input.STEP for side in table.source["layout"][name]["size"])
    holes, blocks = table.source["layout"][name]["holes"], box_rendering.blocks_on_board(table, name, high)
    round_ = 48 / 2 * math.sin(2 * math.pi / 48) * 1.6**2
    parts = sum((right - left) * (back - front) * abs(tall) for left, front, right, back, tall in blocks)
    assert made.count("FACETED_BREP(") == 1 + len(blocks)
    assert made.count("FACE_BOUND(") == 2 * len(holes)
    thick = table.source["mechanics"]["pcb"]["thick"]
    assert volume(loops(made)) == pytest.approx((wide * high - len(holes) * round_) * thick + parts, rel=1e-4)


@pytest.mark.parametrize("name", ["shelf plate", "centre_box keepers"])
def test_the_file_is_the_same_in_a_python_that_adds_more_exactly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From 3.12 on `sum` loses nothing of floats: holes of one size were written in another order there."""
    triangles = stl.triangles(box_rendering.BOXES / box_rendering.file_name(name))
    written = step_export.triangles_to_step(name, triangles)
    monkeypatch.setattr(step_export, "sum", math.fsum, raising=False)
    assert step_export.triangles_to_step(name, triangles) == written
