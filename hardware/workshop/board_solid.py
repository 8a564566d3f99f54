"""A board as a STEP file for the design of another box: its plate with the screws' holes, and a block for every part.

Origin and directions are those of the models: the lower left corner, the upper side of the plate at its thickness.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from workshop import board_layout_input, box_rendering, step_export
from workshop.stored_board_differences import HOLE_MM

if TYPE_CHECKING:
    from workshop.design import Design
    from workshop.step_export import Face, Loop
    from workshop.stl import Corner

SIDES = 48  # of a hole
UP, DOWN = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)


def board_step_file(design: Design, board: str) -> str:
    """Write a board as a STEP file."""
    wide, high = (round(side * board_layout_input.STEP, 4) for side in design.source["layout"][board]["size"])
    thick = design.source["mechanics"]["pcb"]["thick"]
    holes = [
        (x * board_layout_input.STEP, high - y * board_layout_input.STEP)
        for x, y in design.source["layout"][board]["holes"]
    ]
    shells = [_plate(wide, high, thick, holes)]
    for left, front, right, back, tall in box_rendering.blocks_on_board(design, board, high):
        low, top = (thick, thick + tall) if tall > 0 else (tall, 0.0)
        shells.append(_walls([(left, front), (right, front), (right, back), (left, back)], low, top))
    return step_export.shells_to_step(board, shells)


def _plate(wide: float, high: float, thick: float, holes: list[tuple[float, float]]) -> list[Face]:
    """Return the faces of a plate from 0 to its thickness, with its holes."""
    faces = _walls([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)], 0.0, thick)
    for x, y in holes:
        turns = [2 * math.pi * step / SIDES for step in range(SIDES)]
        rim = [(round(x + HOLE_MM / 2 * math.cos(a), 4), round(y + HOLE_MM / 2 * math.sin(a), 4)) for a in turns]
        bottom, top, *inside = _walls(rim[::-1], 0.0, thick)
        for whole, cut in zip(faces[:2], (bottom, top), strict=True):
            whole[1].extend(cut[1])
        faces += inside
    return faces


def _walls(around: list[tuple[float, float]], low: float, top: float) -> list[Face]:
    """Return bottom, top and sides of an upright solid, by its corners against the clock; with the clock, of a hole."""
    floor: Loop = [(x, y, low) for x, y in reversed(around)]
    roof: Loop = [(x, y, top) for x, y in around]
    faces: list[Face] = [((floor[0], DOWN), [floor]), ((roof[0], UP), [roof])]
    for (x1, y1), (x2, y2) in zip(around, [*around[1:], around[0]], strict=True):
        side: Loop = [(x1, y1, low), (x2, y2, low), (x2, y2, top), (x1, y1, top)]
        long = math.hypot(x2 - x1, y2 - y1)
        outwards: Corner = ((y2 - y1) / long, (x1 - x2) / long, 0.0)
        faces.append(((side[0], outwards), [side]))
    return faces
