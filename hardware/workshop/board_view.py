"""Draws a board as a guide needs it: outline and parts in grey, and some of them filled, named or pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

from workshop.board_build import board_file_path
from workshop.board_layout_input import part_positions, parts_of
from workshop.firmware_export import NOTICE
from workshop.kicad_text import child_lists, first_child_list, parse, rotate_kicad_point

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from workshop.design import Design, Part

STYLE = (
    "text{font-family:DejaVu Sans,Verdana,sans-serif;fill:#1b1b1b}.g{fill:#2f5a3a;stroke:#86a98e;stroke-width:.15}"
    ".p{fill:#7b8f80;stroke:#c9d6cc;stroke-width:.15}.h{fill:#fff}.n{stroke:#111;stroke-width:.25}"
    ".one{fill:#fff;stroke:#111;stroke-width:.2}.w{fill:#cfe3d4}"
)
PIXELS_A_MM = 7
AROUND = 6.0  # jacks stand over the edges
DOT = 0.5  # its radius
NO_DOT = {"R", "SWITCH", "POINT", "MARK", "FUSE", "JACK"}


class PlacedPart(NamedTuple):
    """Where a part lies on its board: its body from corner to corner, its pads, and whether it is on the back."""

    part: Part
    left: float
    top: float
    right: float
    low: float
    pads: dict[str, tuple[float, float]]
    behind: bool

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of the body."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2


class LaidOutBoard(NamedTuple):
    """A board as it is laid out: its size, its holes, its parts, and the words that are printed on it."""

    wide: float
    high: float
    holes: list[tuple[float, float]]
    spots: dict[str, PlacedPart]
    words: list[tuple[str, float, float, float]]


def read_board_view(design: Design, board: str) -> LaidOutBoard:
    """Read a board file."""
    sheet = parse(board_file_path(board).read_text("utf-8"))
    edges = [line for line in child_lists(sheet, "gr_line") if first_child_list(line, "layer")[1] == "Edge.Cuts"]
    wide, high = (max(float(first_child_list(line, "end")[axis]) for line in edges) for axis in (1, 2))
    parts = {part.ref: part for part in parts_of(design, board)}
    bodies, behind = design.source["mechanics"]["bodies"], design.source["layout"][board].get("back", ())
    holes, spots, where = [], {}, part_positions(design, board)
    for made in child_lists(sheet, "footprint"):
        ref = next(str(text[2]) for text in child_lists(made, "fp_text") if text[1] == "reference")
        x, y, turn = (*(float(number) for number in first_child_list(made, "at")[1:]), 0.0)[:3]
        if ref in parts:
            body = _body(bodies.get(parts[ref].stock), where[ref][2], ref in behind)
            spots[ref] = _spot(parts[ref], made, (x, y, turn), body, ref in behind)
        else:
            holes.append((x, y))
    return LaidOutBoard(wide, high, holes, spots, [_word(text) for text in child_lists(sheet, "gr_text")])


def _word(text: list[Any]) -> tuple[str, float, float, float]:
    """Return a printed word with its place and its height."""
    at = first_child_list(text, "at")
    return (
        str(text[1]),
        float(at[1]),
        float(at[2]),
        float(first_child_list(first_child_list(first_child_list(text, "effects"), "font"), "size")[1]),
    )


def _body(body: list[float] | None, turn: float, behind: bool) -> list[tuple[float, float]]:
    """Return two corners of a body around its part's place, turned as the description says."""
    if body is None:
        return []
    return [rotate_kicad_point(-dx if behind else dx, dy, turn) for dx, dy in ((body[0], body[1]), (body[2], body[3]))]


def _spot(
    part: Part, made: list[Any], at: tuple[float, float, float], body: list[tuple[float, float]], behind: bool
) -> PlacedPart:
    pads: dict[str, tuple[float, float]] = {}
    xs, ys = [], []
    for pad in child_lists(made, "pad"):
        spot, size = first_child_list(pad, "at"), first_child_list(pad, "size")
        dx, dy = rotate_kicad_point(float(spot[1]), float(spot[2]), at[2])
        pads.setdefault(str(pad[1]), (at[0] + dx, at[1] + dy))
        reach = max(float(side) for side in size[1:3]) / 2
        xs += [at[0] + dx - reach, at[0] + dx + reach]
        ys += [at[1] + dy - reach, at[1] + dy + reach]
    if body:
        xs = [at[0] + dx for dx, _ in body]
        ys = [at[1] + dy for _, dy in body]
    return PlacedPart(part, min(xs), min(ys), max(xs), max(ys), pads, behind)


def svg_document(size: tuple[float, float], lines: Iterable[str]) -> str:
    """Return a whole picture of so many millimetres around what is drawn in them."""
    wide, high = size
    box = f'viewBox="{-AROUND:g} {-AROUND:g} {wide:.1f} {high:.1f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * PIXELS_A_MM:.0f}" '
            f'height="{high * PIXELS_A_MM:.0f}" {box}>',
            f"<!-- {NOTICE} -->",
            f"<style>{STYLE}</style>",
            f'<rect x="{-AROUND:g}" y="{-AROUND:g}" width="{wide:.1f}" height="{high:.1f}" fill="#fff"/>',
            *lines,
            "</svg>",
            "",
        ]
    )


def draw_board_and_parts(seen: LaidOutBoard, there: Iterable[str], *, words: bool = True) -> Iterator[str]:
    """Draw the board with its holes and words, and its parts: light those that are in, faint the places of others."""
    yield f'<rect width="{seen.wide:g}" height="{seen.high:g}" rx="1" fill="#16401f"/>'
    for x, y in seen.holes:
        yield f'<circle class="h" cx="{x:g}" cy="{y:g}" r="1.6"/>'
    inside = set(there)
    for ref, spot in seen.spots.items():
        if spot.part.kind.name not in {"POINT", "MARK"}:
            yield _rect(spot, "p" if ref in inside else "g")
    for text, x, y, size in seen.words if words else ():
        yield svg_text(x, y + size * 0.35, text, size * 1.3, f'class="w" {MIDDLE}')


MIDDLE = 'text-anchor="middle"'
YELLOW = f'style="fill:#ffd24d" {MIDDLE}'
BOLD = 'font-weight="bold"'


def svg_text(x: float, y: float, words: str, size: float = 2.5, more: str = "") -> str:
    """Write words, from a point on or, with MIDDLE, around it."""
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.3g}" {more}>{escape(words)}</text>'


def _rect(spot: PlacedPart, kind: str, more: str = "") -> str:
    size = f'width="{spot.right - spot.left:.2f}" height="{spot.low - spot.top:.2f}"'
    return f'<rect class="{kind}" x="{spot.left:.2f}" y="{spot.top:.2f}" {size} rx=".3"{more}/>'


def draw_filled_part(spot: PlacedPart, colour: str) -> Iterator[str]:
    """Fill a part with a colour, write its name into it, and put a dot at its first pin where it can be turned."""
    dashed = ' stroke-dasharray="1 .6"' if spot.behind else ""
    yield _rect(spot, "n", f' fill="{colour}"{dashed}')
    dot = spot.pads.get("1") if has_orientation(spot.part) else None
    (x, y), size = _name_place(spot, dot)
    turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if _upright(spot) else ""
    yield svg_text(x, y + 0.36 * size, spot.part.ref, size, MIDDLE + turn)
    if spot.part.kind.name == "PICO":
        yield from _usb_end(spot)
    if dot:
        yield f'<circle class="one" cx="{dot[0]:.2f}" cy="{dot[1]:.2f}" r="{DOT}"/>'


def _upright(spot: PlacedPart) -> bool:
    return spot.low - spot.top > spot.right - spot.left


def _name_place(spot: PlacedPart, dot: tuple[float, float] | None) -> tuple[tuple[float, float], float]:
    """Return where the middle of a part's name stands and how large it is: in the part, and not under its dot."""
    along, across = (1, 0) if _upright(spot) else (0, 1)
    low, high = (spot.left, spot.top), (spot.right, spot.low)
    sides = (high[0] - low[0], high[1] - low[1])
    letters = 0.68 * len(spot.part.ref)
    largest = min(2.6, sides[along] / letters, 0.95 * sides[across])
    if dot is None:
        return spot.middle, largest
    for size in (largest, 0.85 * largest, 0.7 * largest, 0.55 * largest):
        half, beside = 0.42 * size + 0.15, 0.38 * size + DOT + 0.15
        free = abs(dot[along] - spot.middle[along]) - letters * size / 2 > DOT
        for at in (spot.middle[across], dot[across] + beside, dot[across] - beside):
            inside = low[across] + half <= at <= high[across] - half
            if inside and (free or abs(at - dot[across]) >= beside - 0.01):
                return ((at, spot.middle[1]) if across == 0 else (spot.middle[0], at)), size
    return spot.middle, largest


def _usb_end(spot: PlacedPart) -> Iterator[str]:
    """Draw the Pico's socket, between its first pin and its last, at the edge that they are nearest to."""
    x, y = ((spot.pads["1"][axis] + spot.pads["40"][axis]) / 2 for axis in (0, 1))
    end = spot.low - 4.5 if y > spot.middle[1] else spot.top - 1
    yield f'<rect class="n" x="{x - 4:.2f}" y="{end:.2f}" width="8" height="5.5" rx=".6" fill="#c8c8c8"/>'
    yield svg_text(x, end + 3.6, "USB", 2.4, MIDDLE)


def has_orientation(part: Part) -> bool:
    """Return whether a part can be put in the wrong way round, so that its first pin is worth a dot."""
    return part.kind.name not in NO_DOT and (part.kind.name != "C" or bool(part.order.get("polar")))
