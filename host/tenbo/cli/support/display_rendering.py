"""Draws the four seats of a simulated table in a terminal: their displays in dots, or in words if space is short."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.cli.support.terminal import coloured
from tenbo.devices.display_image import HEIGHT, WIDTH
from tenbo_core.seats import SEATS, WIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.simulator import VirtualTable

# A display in dots of two by four pixels a letter, with its frame.
FRAME_COLUMNS, FRAME_LINES = WIDTH // 2 + 2, HEIGHT // 4 + 2
# The other seats are beside the displays as text, if at least this many columns are left.
SIDE = 13
WORD_LINES = 3

RIICHI = "riichi"


class VisibleSeatState(NamedTuple):
    """The visible state of one seat."""

    seat: int
    name: str
    wind: str
    score: int | None
    riichi: bool
    words: list[str]
    dots: list[str]


class TerminalCapabilities(NamedTuple):
    """The abilities of the terminal."""

    colours: bool = False
    dots: bool = True


def query_seat_displays(
    table: VirtualTable, view: Callable[[int], dict[str, Any]], names: Sequence[str]
) -> list[VisibleSeatState]:
    """Read the four seats of a simulated table; `view` queries a seat's display."""
    lamps = table.lamps()["riichi"]
    looks = []
    for seat in SEATS:
        says = view(seat)
        # A seat without a player is dark: it has neither name nor points.
        is_dark = says["screen"] == "dark"
        wind = WIND_NAMES["ESWN".index(says["wind"])] if says.get("wind") else ""
        words = [line for line in says["lines"] if line]
        # The top line of the score is what the display's picture and the frame say anyway.
        words = words[1:] if says["screen"] == "score" else words
        dots = table.display(seat).braille_text().splitlines()
        name, score = ("", None) if is_dark else (names[seat], says["score"])
        looks.append(VisibleSeatState(seat, name, wind, score, lamps[seat], words, dots))
    return looks


def display_grid_shape(columns: int, lines: int, style: TerminalCapabilities) -> tuple[int, int]:
    """Return how many displays fit beside each other and below each other.

    >>> [display_grid_shape(*window, TerminalCapabilities()) for window in ((80, 20), (120, 36), (140, 46))]
    [(1, 1), (1, 2), (2, 2)]
    """
    if not style.dots or lines < FRAME_LINES:
        return 0, 0
    across = 2 if columns > 2 * FRAME_COLUMNS else 1 if columns > FRAME_COLUMNS + SIDE else 0
    down = min(2, lines // FRAME_LINES)
    return across, down if across else 0


def seat_rows(
    states: Sequence[VisibleSeatState], order: Sequence[int], columns: int, lines: int, style: TerminalCapabilities
) -> list[str]:
    """Return the seats as rows: as many displays as fit, those that `order` names first, and the others in words."""
    across, down = display_grid_shape(columns, lines, style)
    order = [*dict.fromkeys([*order, *SEATS])]
    if across == 2 and down == 2:
        # As they sit when one states from above: East of the first hand below, the next to the right of it.
        upper, lower = ([_frame(states[seat], style) for seat in row] for row in ((2, 1), (3, 0)))
        return [" ".join(parts) for row in (upper, lower) for parts in zip(*row, strict=True)]
    in_dots = order[: across * down]
    written_out = [state for state in states if state.seat not in in_dots]
    if not in_dots:
        return [row for state in written_out for row in _words(state, columns, 1, style)]
    rows = []
    for first in range(0, len(in_dots), across):
        frames = [_frame(states[seat], style) for seat in in_dots[first : first + across]]
        rows += [" ".join(parts) for parts in zip(*frames, strict=True)]
    width = columns - across * (FRAME_COLUMNS + 1)
    beside = [row for state in written_out for row in [*_words(state, width, WORD_LINES, style), ""]][:-1]
    beside += [""] * (len(rows) - len(beside))
    return [f"{row} {side}".rstrip() for row, side in zip(rows, beside, strict=False)]


def _frame(state: VisibleSeatState, style: TerminalCapabilities) -> list[str]:
    """Return a display in dots with a frame that names its seat."""
    title, lamp = _title(state), RIICHI if state.riichi else ""
    line = "\u2500" * (FRAME_COLUMNS - 6 - len(title) - (len(lamp) + 2 if lamp else 0))
    lamp = f" {coloured(lamp, 'red', on=style.colours)} " if lamp else ""
    top = f"\u250c\u2500 {coloured(title, 'bold', on=style.colours)} {line}{lamp}\u2500\u2510"
    bottom = "\u2514" + "\u2500" * (FRAME_COLUMNS - 2) + "\u2518"
    return [top, *(f"\u2502{dots}\u2502" for dots in state.dots), bottom]


def _title(state: VisibleSeatState) -> str:
    whose = f"{state.name}, {state.wind}" if state.name and state.wind else state.name or state.wind
    return f"seat {state.seat}: {whose}" if whose else f"seat {state.seat}"


def _words(state: VisibleSeatState, columns: int, most: int, style: TerminalCapabilities) -> list[str]:
    """Return a seat as its name, its points, and at most `most` lines of its display."""
    name = (state.name or state.wind or f"seat {state.seat}")[:columns]
    points = "dark" if state.score is None else f"{state.wind[:1]} {state.score}"
    if most == 1:
        lamp = f" {RIICHI}" if state.riichi else ""
        rest = f"  {points}{lamp}  {' | '.join(state.words)}"[: columns - len(name)]
        return [coloured(name, "bold", on=style.colours) + rest]
    lamp = ""
    if state.riichi:
        # Beside the name, which is the one that may be cut.
        name = name[: columns - len(RIICHI) - 1]
        lamp = " " + coloured(RIICHI, "red", on=style.colours)
    wrapped = [row for words in state.words for row in textwrap.wrap(words, columns)]
    return [coloured(name, "bold", on=style.colours) + lamp, points, *wrapped[:most]]
