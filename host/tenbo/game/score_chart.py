"""Draws the scores of a game over its hands as SVG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tenbo.validation.points_text import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.game.hand_history import GameHistory

WIDTH, HEIGHT = 960, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 30, 50

# Distinguished by dashes as well as by colour, for colour-blind readers and black-and-white printers.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#7a3f8f")
DASHES = ("", "8 3", "2 3", "10 3 2 3")


class _Scale:
    """Where a hand and a score lie on the drawing."""

    def __init__(self, scores: list[list[int]]) -> None:
        points = [score for row in scores for score in row]
        self.step = 5000 if max(points) - min(points) <= 60_000 else 20_000
        self.low = min(points) // self.step * self.step
        self.high = -(-max(points) // self.step) * self.step
        if self.low == self.high:
            self.high += self.step
        self.hands = max(1, len(scores) - 1)

    def x(self, hand: int) -> int:
        """Return the column of a hand."""
        return LEFT + (WIDTH - LEFT - RIGHT) * hand // self.hands

    def y(self, score: int) -> int:
        """Return the line of a score."""
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - self.low) // (self.high - self.low)


def chart(history: GameHistory) -> str:
    """Return the drawing; every point of a curve shows its hand and score when it is touched.

    >>> from tenbo_core.event_notation import event_of
    >>> from tenbo.game.hand_history import GameHistory
    >>> start = event_of("start ema-2016")
    >>> chart(GameHistory([start], [start], ["A", "B", "C", "D"], "ema-2016")).count("<polyline")
    4
    """
    rows = history.rows()
    scores = [history.tables[0].scores] + [row.scores for row in rows]
    marks = ["start"] + [row.where for row in rows]
    scale = _Scale(scores)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">\n'
        f"<title>{escape(history.book.title)}: {escape(', '.join(history.names))}</title>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n'
    )
    return head + "".join([*_axes(scale, marks), *_curves(history, scale, scores, marks)]) + "</svg>\n"


def _axes(scale: _Scale, marks: list[str]) -> Iterator[str]:
    for score in range(scale.low, scale.high + 1, scale.step):
        y = scale.y(score)
        stroke = "#888" if score == 0 else "#ddd"
        yield f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="{stroke}"/>\n'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{points_text(score)}</text>\n'
    every = -(-len(marks) // 14)
    y = HEIGHT - BOTTOM + 20
    for hand in range(0, len(marks), every):
        yield f'<text x="{scale.x(hand)}" y="{y}" text-anchor="middle">{escape(marks[hand])}</text>\n'


def _curves(history: GameHistory, scale: _Scale, scores: list[list[int]], marks: list[str]) -> Iterator[str]:
    labels = _label_lines([scale.y(score) for score in scores[-1]])
    for seat in history.table.rules.seats:
        points = [(scale.x(hand), scale.y(row[seat])) for hand, row in enumerate(scores)]
        path = " ".join(f"{x},{y}" for x, y in points)
        style = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"'
        yield f'<polyline points="{path}" fill="none" stroke-width="2" {style}/>\n'
        for hand, (x, y) in enumerate(points):
            label = f"{marks[hand]} {history.names[seat]} {points_text(scores[hand][seat])}"
            yield f'<circle cx="{x}" cy="{y}" r="3" fill="{COLOURS[seat]}"><title>{escape(label)}</title></circle>\n'
        label = f"{history.names[seat][:14]} {points_text(scores[-1][seat])}"
        x = WIDTH - RIGHT + 10
        yield f'<text x="{x}" y="{labels[seat] + 4}" fill="{COLOURS[seat]}">{escape(label)}</text>\n'


def _label_lines(wanted: list[int]) -> list[int]:
    """Return each label a line of its own, near its curve's end."""
    lines = [0] * len(wanted)
    last = -100
    for seat in sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat)):
        last = max(wanted[seat], last + 15)
        lines[seat] = last
    return lines
