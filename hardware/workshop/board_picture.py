"""Draws a board file as a picture: copper of both layers, pads, holes, print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from workshop.firmware_export import NOTICE
from workshop.kicad_text import child_lists, first_child_list, parse, rotate_kicad_point

if TYPE_CHECKING:
    from collections.abc import Iterator

SCALE = 8
STYLE = (
    "text{font-family:DejaVu Sans,sans-serif;fill:#fff}"
    ".f{stroke:#d9534f}.b{stroke:#4f8fd9}.f,.b{fill:none;stroke-linecap:round;opacity:.85}"
    ".reach{fill:none}.pad{fill:#e0b040}.hole{fill:#101810}.silk{stroke:#f4f4f4;fill:none;stroke-width:.15}"
)


def draw(text: str) -> str:
    """Draw a board file as SVG, seen from the front; the back's copper shines through in blue."""
    board = parse(text)
    edges = [line for line in child_lists(board, "gr_line") if first_child_list(line, "layer")[1] == "Edge.Cuts"]
    wide = max(float(first_child_list(line, "end")[1]) for line in edges)
    high = max(float(first_child_list(line, "end")[2]) for line in edges)
    body = [*_copper(board), *_parts(board), *_words(board)]
    size = f'width="{wide * SCALE + 64:.0f}" height="{high * SCALE + 64:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="-4 -4 {wide + 8:.2f} {high + 8:.2f}">',
            f"<!-- {NOTICE} -->",
            f"<style>{STYLE}</style>",
            f'<rect x="-4" y="-4" width="{wide + 8:.2f}" height="{high + 8:.2f}" fill="#fff"/>',
            f'<rect width="{wide:g}" height="{high:g}" rx="1" fill="#16401f"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _copper(board: list[Any]) -> Iterator[str]:
    for layer, kind in (("B.Cu", "b"), ("F.Cu", "f")):
        for track in child_lists(board, "segment"):
            if first_child_list(track, "layer")[1] == layer:
                start, end = first_child_list(track, "start"), first_child_list(track, "end")
                way = f"M{start[1]} {start[2]}L{end[1]} {end[2]}"
                yield f'<path class="{kind}" stroke-width="{first_child_list(track, "width")[1]}" d="{way}"/>'
    for via in child_lists(board, "via"):
        at = first_child_list(via, "at")
        for kind, radius in (("pad", 0.4), ("hole", 0.2)):
            yield f'<circle class="{kind}" cx="{at[1]}" cy="{at[2]}" r="{radius}"/>'


def _parts(board: list[Any]) -> Iterator[str]:
    for part in child_lists(board, "footprint"):
        at = [float(number) for number in first_child_list(part, "at")[1:]]
        x, y, turn = (*at, 0.0)[:3]
        yield f'<g class="part" data-ref="{_name(part)}">'
        yield _reach(part, x, y, turn)
        for pad in child_lists(part, "pad"):
            spot = [float(number) for number in first_child_list(pad, "at")[1:]]
            dx, dy = rotate_kicad_point(spot[0], spot[1], turn)
            size = first_child_list(pad, "size")
            angle = spot[2] if len(spot) > 2 else 0
            drill = next((word for word in first_child_list(pad, "drill")[1:] if word != "oval"), None)
            round_ = 0.5 if pad[3] in {"circle", "oval"} else 0.1
            w, h = float(size[1]), float(size[2])
            middle = f'transform="translate({x + dx:.3f} {y + dy:.3f}) rotate({-angle:g})"'
            if pad[2] != "np_thru_hole":
                box = f'x="{-w / 2:g}" y="{-h / 2:g}" width="{w:g}" height="{h:g}" rx="{min(w, h) * round_:g}"'
                yield f'<rect class="pad" {middle} {box}/>'
            if drill:
                yield f'<circle class="hole" cx="{x + dx:.3f}" cy="{y + dy:.3f}" r="{float(drill) / 2:g}"/>'
        yield from _print(part, x, y, turn)
        yield "</g>"


def _name(part: list[Any]) -> str:
    return next(str(text[2]) for text in child_lists(part, "fp_text") if text[1] == "reference")


def _reach(part: list[Any], x: float, y: float, turn: float) -> str:
    """Return a frame around a part's pads, unseen in the picture: what a page can be clicked on and lights up."""
    xs, ys = [x], [y]
    for pad in child_lists(part, "pad"):
        at = first_child_list(pad, "at")
        dx, dy = rotate_kicad_point(float(at[1]), float(at[2]), turn)
        reach = max(float(side) for side in first_child_list(pad, "size")[1:3]) / 2 + 0.3
        xs += [x + dx - reach, x + dx + reach]
        ys += [y + dy - reach, y + dy + reach]
    left, top = min(xs), min(ys)
    size = f'width="{max(xs) - left:.2f}" height="{max(ys) - top:.2f}"'
    return f'<rect class="reach" x="{left:.2f}" y="{top:.2f}" {size} rx="0.5"/>'


def _print(part: list[Any], x: float, y: float, turn: float) -> Iterator[str]:
    for line in child_lists(part, "fp_line"):
        if first_child_list(line, "layer")[1] == "F.SilkS":
            ends = [
                rotate_kicad_point(float(first_child_list(line, end)[1]), float(first_child_list(line, end)[2]), turn)
                for end in ("start", "end")
            ]
            yield '<path class="silk" d="M{:.3f} {:.3f}L{:.3f} {:.3f}"/>'.format(
                *(v for ex, ey in ends for v in (x + ex, y + ey))
            )
    for circle in child_lists(part, "fp_circle"):
        if first_child_list(circle, "layer")[1] == "F.SilkS":
            cx, cy = (float(number) for number in first_child_list(circle, "center")[1:])
            ex, ey = (float(number) for number in first_child_list(circle, "end")[1:])
            mx, my = rotate_kicad_point(cx, cy, turn)
            radius = ((ex - cx) ** 2 + (ey - cy) ** 2) ** 0.5
            yield f'<circle class="silk" cx="{x + mx:.3f}" cy="{y + my:.3f}" r="{radius:.3f}"/>'
    for text in child_lists(part, "fp_text"):
        if text[1] in {"reference", "value"} and "hide" not in text and first_child_list(text, "layer")[1] == "F.SilkS":
            at = [float(number) for number in first_child_list(text, "at")[1:]]
            dx, dy = rotate_kicad_point(at[0], at[1], turn)
            angle = at[2] if len(at) > 2 else 0
            yield _word(text[2], x + dx, y + dy, 1.2 if text[1] == "reference" else 1.05, angle)


def _words(board: list[Any]) -> Iterator[str]:
    for text in child_lists(board, "gr_text"):
        at = first_child_list(text, "at")
        size = float(first_child_list(first_child_list(first_child_list(text, "effects"), "font"), "size")[1])
        yield _word(text[1], float(at[1]), float(at[2]), size * 1.35, 0)


def _word(text: str, x: float, y: float, size: float, angle: float) -> str:
    """Write a word upright, whichever way its part is turned."""
    angle = (angle + 90) % 180 - 90
    x += size * 0.35 * (angle != 0)
    return (
        f'<text transform="translate({x:.3f} {y + size * 0.35 * (angle == 0):.3f}) rotate({-angle:g})" '
        f'font-size="{size:g}" text-anchor="middle">{escape(text)}</text>'
    )
