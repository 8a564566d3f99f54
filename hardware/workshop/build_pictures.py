"""Pictures of soldering, one for every step of BUILD at a board: what goes in now, what is in already."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from workshop import board_view, guide_reader
from workshop.board_layout_input import parts_of
from workshop.board_view import BOLD, YELLOW, svg_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.board_view import LaidOutBoard, PlacedPart
    from workshop.design import Design

# The sections of BUILD that are about a board. The key strip's switches and caps have no references in the guide.
BOARDS = {"seat": "## 4. Seat board", "keys": "## 5. Key strip", "centre": "## 7. Centre board"}
COLOURS = (
    *("#ffd24d", "#7ec8ff", "#ff9ecb", "#9dff8a", "#ff8f5c", "#d0b3ff", "#ffffff"),
    *("#66ffd9", "#e6e68a", "#ff7070", "#8aa8ff", "#c9c9c9", "#f0a8ff", "#b6e86a"),
)
WORDED = {"POINT", "SWITCH"}  # what is printed at them says more than their reference
SOCKETS = "#8a5fd0"
LEGEND_MM = 56.0
LINE_MM = 3.4


def parts_by_step(design: Design, board: str) -> dict[int, list[str]]:
    """Return the parts of the board that each step of its section names."""
    there = {part.ref for part in parts_of(design, board)}
    found = {}
    for number, words in guide_reader.steps(guide_reader.page("BUILD"), BOARDS[board]).items():
        mentioned = [ref for ref in guide_reader.named_part_refs(words) if ref in there]
        if board == "centre" and "The Pico goes in" in words:
            mentioned = ["U1"]
        if board == "keys":
            mentioned = [ref for ref in there if ref.startswith("S")] if "switches" in words or "caps" in words else []
            mentioned += [ref for ref in guide_reader.named_part_refs(words) if ref in there]
        found[number] = sorted(mentioned, key=lambda ref: (ref.rstrip("0123456789"), int(ref.lstrip("RCDQJUFSTP"))))
    return found


def pictures(design: Design) -> dict[str, str]:
    """Return every picture by its file name."""
    made = {}
    for board in BOARDS:
        seen = board_view.read_board_view(design, board)
        before: list[str] = []
        for number, mentioned in parts_by_step(design, board).items():
            made[f"build-{board}-{number}.svg"] = _step(design, board, seen, number, mentioned, before)
            before += [ref for ref in mentioned if not _stays_empty(seen.spots[ref])]
    return made


def _step(design: Design, board: str, seen: LaidOutBoard, number: int, mentioned: list[str], before: list[str]) -> str:
    words = guide_reader.steps(guide_reader.page("BUILD"), BOARDS[board])[number]
    title = f"{design.source['boards'][board]['title']}, step {number}"
    again = bool(mentioned) and all(ref in before for ref in mentioned)
    new = mentioned if again else [ref for ref in mentioned if ref not in before]
    groups: dict[tuple[str, bool], list[PlacedPart]] = defaultdict(list)
    for ref in new:
        spot = seen.spots[ref]
        groups[spot.part.stock, _stays_empty(spot)].append(spot)
    lines = [*board_view.draw_board_and_parts(seen, before, words=board != "keys")]
    legend = [title, ""]
    for colour, ((_, empty), spots) in zip(COLOURS * 2, groups.items(), strict=False):
        for spot in spots:
            lines += _point(spot) if spot.part.kind.name == "POINT" else board_view.draw_filled_part(spot, colour)
        legend += _legend_lines(spots, colour, empty=empty)
    if "sockets for the Pico" in words:
        lines += _sockets(seen)
        legend += [f"{SOCKETS} sockets of 20 ways", "  under U1, on the Pico's legs"]
    legend += list(_notes(seen, new, again=again))
    across = seen.wide + 2 * board_view.AROUND + LEGEND_MM
    high = max(seen.high + 2 * board_view.AROUND, 2 * board_view.AROUND + LINE_MM * len(legend))
    lines += _legend(legend, seen.wide + board_view.AROUND + 1)
    return board_view.svg_document((across, high), lines)


def _stays_empty(spot: PlacedPart) -> bool:
    """Return whether a place is for an option."""
    return bool(spot.part.facts.get("option"))


def _sockets(seen: LaidOutBoard) -> Iterator[str]:
    """Fill the two rows of the Pico's pads, where its sockets go."""
    for first, last in (("1", "20"), ("21", "40")):
        (x1, y1), (x2, y2) = (seen.spots["U1"].pads[number] for number in (first, last))
        left, top, wide, high = min(x1, x2) - 1.27, min(y1, y2) - 1.27, abs(x1 - x2) + 2.54, abs(y1 - y2) + 2.54
        size = f'x="{left:.2f}" y="{top:.2f}" width="{wide:.2f}" height="{high:.2f}"'
        yield f'<rect class="n" {size} fill="{SOCKETS}"/>'


def _point(spot: PlacedPart) -> Iterator[str]:
    x, y = spot.middle
    yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="1.7" fill="none" stroke="#ffd24d" stroke-width=".7"/>'
    yield svg_text(x, y - 2.2, spot.part.ref, 1.8, YELLOW)


def _legend_lines(spots: list[PlacedPart], colour: str, *, empty: bool) -> list[str]:
    """Return the lines of the legend about parts of one kind."""
    part = spots[0].part
    value = str(part.order.get("value", part.order.get("mpn", part.order["name"])))
    name = "test point" if part.kind.name == "POINT" else value
    if part.kind.name in {"R", "C"}:
        name = str(part.order["name"]).replace("resistor ", "").replace("ceramic capacitor ", "")
        name = name.replace("electrolytic capacitor ", "").replace(" 1 % 0805", "").replace(" 0805", "")
    refs = [f"{spot.part.ref} {spot.part.label}" if spot.part.kind.name in WORDED else spot.part.ref for spot in spots]
    if empty:
        refs[-1] += ": stays empty"
    rows = [", ".join(refs[at : at + 6]) for at in range(0, len(refs), 6)]
    return [f"{colour} {name}", *(f"  {row}" for row in rows)]


def _notes(seen: LaidOutBoard, new: list[str], *, again: bool) -> Iterator[str]:
    spots = [seen.spots[ref] for ref in new]
    if again:
        yield "  in already: look at them now"
    if any(board_view.has_orientation(spot.part) and "1" in spot.pads for spot in spots):
        kinds = {spot.part.kind.name for spot in spots}
        what = [words for kind, words in (("DIODE", "ring of a diode"), ("C", "+ of a capacitor")) if kind in kinds]
        yield "white dot: " + ", ".join(["pin 1", *what])
    if any(spot.behind for spot in spots):
        yield "broken line: on the back"


def _legend(legend: list[str], x: float) -> Iterator[str]:
    for row, text in enumerate(legend):
        y = -2.0 + row * LINE_MM
        if text.startswith("#"):
            colour, _, words = text.partition(" ")
            yield f'<rect class="n" x="{x:.1f}" y="{y - 2.2:.1f}" width="2.6" height="2.6" fill="{colour}"/>'
            yield svg_text(x + 3.8, y, words, 2.5, BOLD)
        elif text:
            indent = 3.8 if text.startswith("  ") else 0
            yield svg_text(x + indent, y, text.strip(), *((3.0, BOLD) if row == 0 else (2.3,)))
