"""docs/demo.svg: the first hands of `tenbo demo` as a moving picture, drawn by a simulated table.

Players press buttons as in the demonstration, while the table's time stands still between the presses, and no host
hangs on its cable. So the recording is the same on every machine.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tenbo.devices import table_client
from tenbo.devices.display_image import HEIGHT, WIDTH
from tenbo.simulator.demo import NAMES, SCRIPT, hand_steps, is_asking_for_ok, press_keys
from tenbo.simulator.table import VirtualTable
from tenbo_core.events import CENTRE
from tenbo_core.rules import DEFAULT_BOOK
from tools.generate.generated_files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tenbo.devices.display_image import DisplayImage

FILE = ROOT / "docs/demo.svg"
HANDS = 2
# So long each step is seen, the last one longer.
STEP_S, LAST_S = 1.8, 4.0

# Where the displays stand, seen from above: seat 0 below, 1 to its right, 2 across, 3 to its left.
SCALE, MARGIN, LABEL = 2, 16, 22
PLACES = {0: (0.5, 2), 1: (1, 1), 2: (0.5, 0), 3: (0, 1)}
BOX_WIDTH, BOX_HEIGHT = WIDTH * SCALE + 16, HEIGHT * SCALE + 16
COLUMN, ROW = BOX_WIDTH + MARGIN, BOX_HEIGHT + LABEL + MARGIN
SIZE = (2 * COLUMN + MARGIN, 3 * ROW + 56)


class DemoFrame(NamedTuple):
    """One step: its sentence, and what the four displays show after it."""

    caption: str
    displays: tuple[DisplayImage, ...]


def frames() -> Iterator[DemoFrame]:
    """Play the first hands of the demonstration and yield every step."""
    with VirtualTable(frozen=True) as table:
        asker = table_client.TableClient(table.service)
        table_client.begin_game(asker, DEFAULT_BOOK, NAMES, by=CENTRE)
        for hand in SCRIPT[:HANDS]:
            for step in hand_steps(hand, 4):
                if step.is_answer and not is_asking_for_ok(table_client.query_view(asker, step.seats[0])):
                    continue
                press_keys(table, step)
                # In the middle of a second, so that no clock is about to change.
                table.wait(1600 - table.device_time_us // 1000 % 1000)
                yield DemoFrame(step.caption, tuple(table.display(seat) for seat in range(4)))


def svg_path(picture: DisplayImage) -> str:
    """Return the lit pixels as strokes of one path, each row from left to right.

    >>> from tenbo.devices.display_image import DisplayImage
    >>> svg_path(DisplayImage(("##.#", "....", ".#..")))
    'M0 0h2m1 0h1M1 2h1'
    """
    strokes = []
    for row, pixels in enumerate(picture.rows):
        end = None
        for run in _runs(pixels):
            strokes.append(f"M{run[0]} {row}" if end is None else f"m{run[0] - end} 0")
            strokes.append(f"h{run[1] - run[0]}")
            end = run[1]
    return "".join(strokes)


def _runs(pixels: str) -> Iterator[tuple[int, int]]:
    start = pixels.find("#")
    while start >= 0:
        end = pixels.find(".", start)
        end = len(pixels) if end < 0 else end
        yield start, end
        start = pixels.find("#", end)


def animated_svg(steps_seen: list[DemoFrame]) -> str:
    """Return the whole moving picture."""
    moments = [place * STEP_S for place in range(len(steps_seen))]
    whole = moments[-1] + LAST_S
    parts: list[str] = []
    styles: list[str] = []

    def add(content: str, first: int, after: int) -> None:
        """Show something from one step until another."""
        name = f"k{len(styles)}"
        begin, end = moments[first] / whole, 1.0 if after == len(moments) else moments[after] / whole
        hidden = f"0%{{opacity:0}}{begin:.3%}{{opacity:1}}" if first else "0%{opacity:1}"
        styles.append(f"@keyframes {name}{{{hidden}{f'{end:.3%}{{opacity:0}}' if end < 1 else ''}}}")
        # What shows no movement shows the first picture, not all of them at once.
        still = ' opacity="0"' if first else ""
        parts.append(f'<g{still} style="animation:{name} {whole:g}s step-end infinite">{content}</g>')

    for seat, (across, down) in PLACES.items():
        left, top = MARGIN + across * COLUMN, MARGIN + down * ROW
        parts.append(f'<text class="name" x="{left:g}" y="{top + 15:g}">{NAMES[seat]}</text>')
        parts.append(
            f'<rect x="{left:g}" y="{top + LABEL:g}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6" fill="#0b0d10"/>'
        )
        inside = f'transform="translate({left + 8:g} {top + LABEL + 9:g}) scale({SCALE})"'
        for first, after in _spans([frame.displays[seat] for frame in steps_seen]):
            path = svg_path(steps_seen[first].displays[seat])
            add(f'<path {inside} stroke="#e8f1ff" d="{path}"/>', first, after)
    for first, after in _spans([frame.caption for frame in steps_seen]):
        said = escape(steps_seen[first].caption)
        add(f'<text class="said" x="{SIZE[0] / 2:g}" y="{SIZE[1] - 20}">{said}</text>', first, after)
    style = (
        ".name{font:600 14px sans-serif;fill:#8a94a3}.said{font:500 14px sans-serif;fill:#d97706;text-anchor:middle}"
        + "".join(styles)
    )
    wide, high = SIZE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
    head += f'role="img" aria-label="Two hands at a simulated table"><style>{style}</style>'
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def _spans(values: list[object] | list[DisplayImage] | list[str]) -> Iterator[tuple[int, int]]:
    """Yield from which step until which other a value stays the same.

    >>> list(_spans(["a", "a", "b"]))
    [(0, 2), (2, 3)]
    """
    first = 0
    for place in range(1, len(values) + 1):
        if place == len(values) or values[place] != values[first]:
            yield first, place
            first = place


def files() -> dict[Path, bytes]:
    """Return the recording by its path."""
    return {FILE: animated_svg(list(frames())).encode()}
