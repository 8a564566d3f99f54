"""Where the blocks of a KiCad schematic and their parts stand on the paper: in their order, within its frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

UNIT = 2.54
LEFT, TOP, FRAME = 10 * UNIT, 12 * UNIT, 15.0  # within the paper's frame
STAMP = (118.0, 31.0)  # how wide and high title and revision stand at its foot, at the right
PAPERS = {"A4": (297.0, 210.0), "A3": (420.0, 297.0), "A2": (594.0, 420.0), "A1": (841.0, 594.0)}
TITLE, ROW, BETWEEN = 3 * UNIT, 3 * UNIT, 3 * UNIT  # over a block, under a row, between parts and blocks
LETTER, MARGINS = 1.25, 3.2  # of a label: how wide a letter is, and what is around them


@dataclass(frozen=True)
class Cell:
    """A part: its name, how far it reaches to the left and to the right of its middle, and down."""

    ref: str
    left: float
    right: float
    deep: float


@dataclass(frozen=True)
class Block:
    """A block on the paper: its title, where that stands, and the middles of its parts."""

    title: str
    at: tuple[float, float]
    parts: dict[str, tuple[float, float]]
    right: float
    bottom: float


def net_label_width(net: str) -> float:
    """Return how wide the label of a net is."""
    return LETTER * len(net) + MARGINS if net else 0.0


def fit_blocks_on_paper(flow: Iterable[tuple[str, list[Cell]]], under: float) -> tuple[str, list[Block]]:
    """Return the smallest paper on which all blocks stand with what comes under them, and their places on it."""
    blocks = list(flow)
    for paper, (wide, high) in PAPERS.items():
        found = _places(blocks, wide - FRAME)
        beside = max((block.bottom for block in found if block.right > wide - FRAME - STAMP[0]), default=0.0)
        if beside <= high - FRAME - STAMP[1] and max(block.bottom for block in found) + under <= high - FRAME:
            return paper, found
    raise ValueError(f"no paper of {', '.join(PAPERS)} holds the schematic")


def _places(flow: list[tuple[str, list[Cell]]], right: float) -> list[Block]:
    """Set each block as far up as there is room for it, and there as far to the left."""
    found: list[Block] = []
    taken: list[tuple[float, float, float, float]] = []
    for title, cells in flow:
        rows = _rows(cells, right)
        free = [
            (y, x, _block(title, rows, (x, y)))
            for y in {TOP, *(low for _, _, _, low in taken)}
            for x in {LEFT, *(end for _, _, end, _ in taken)}
        ]
        for y, x, block in sorted(free, key=lambda one: one[:2]):
            room = (x, y, block.right + BETWEEN, block.bottom + TITLE + ROW)
            if (x == LEFT or block.right <= right) and not any(_meet(room, other) for other in taken):
                break
        found.append(block)
        taken.append(room)
    return found


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _block(title: str, rows: list[list[Cell]], at: tuple[float, float]) -> Block:
    parts: dict[str, tuple[float, float]] = {}
    left, y = at
    bottom, right = y, left + 2 * LETTER * len(title)
    for row in rows:
        x, y = left, bottom + (ROW if parts else 0.0)
        for cell in row:
            x = _on_grid(x + cell.left)
            parts[cell.ref] = (x, y)
            x += cell.right + BETWEEN
        right, bottom = max(right, x), _on_grid(y + max(cell.deep for cell in row))
    return Block(title, (left, at[1] - TITLE), parts, _on_grid(right), bottom)


def _rows(cells: list[Cell], right: float) -> list[list[Cell]]:
    """Break the parts of a block where the paper ends."""
    rows: list[list[Cell]] = [[]]
    x = LEFT
    for cell in cells:
        wide = cell.left + cell.right + BETWEEN + UNIT  # a middle goes to the next point of the grid
        if rows[-1] and x + wide > right:
            rows.append([])
            x = LEFT
        rows[-1].append(cell)
        x += wide
    return rows


def _on_grid(length: float) -> float:
    """Return the next point of the grid on which KiCad joins wires."""
    return -(-length // UNIT) * UNIT
