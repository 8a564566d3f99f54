"""The faces of the tiles as one sprite for the pages: circles, bamboo and a bird drawn here, characters as outlines.

A face is 60 wide and 80 high. Its colours are the page's (`--tile-ink`, `--tile-red` and so on), so that one sprite
serves light and dark; the tile around a face is drawn by the page's styles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.generate.generated_files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

OUTLINES = ROOT / "tools/generate/characters.txt"
SPRITE = ROOT / "host/tenbo/web/static/tiles.svg"

# What a page says nothing of is drawn for a light face.
COLOURS = {"ink": "#1d2433", "red": "#c0261c", "green": "#0b6b46", "blue": "#1c4f9c", "face": "#fdfbf5"}
INK, RED, GREEN, BLUE, FACE = (f"var(--tile-{name},{colour})" for name, colour in COLOURS.items())

# Where the circles lie, how large they are, and their colours: x, y, colour.
Spots = tuple[tuple[float, float, str], ...]
CIRCLES: dict[int, tuple[float, Spots]] = {
    2: (13.5, ((30, 22, GREEN), (30, 58, BLUE))),
    3: (11, ((15, 17, BLUE), (30, 40, RED), (45, 63, GREEN))),
    4: (11, ((17, 22, BLUE), (43, 22, GREEN), (17, 58, GREEN), (43, 58, BLUE))),
    5: (10, ((14, 17, BLUE), (46, 17, GREEN), (30, 40, RED), (14, 63, GREEN), (46, 63, BLUE))),
    6: (10.5, tuple((x, y, colour) for y, colour in ((15, GREEN), (42, RED), (66, RED)) for x in (17, 43))),
    7: (
        8.5,
        (*((12 + 18 * n, 12 + 8 * n, GREEN) for n in range(3)), *((x, y, RED) for y in (49, 68.5) for x in (18, 42))),
    ),
    8: (9, tuple((x, y, BLUE) for y in (11.5, 30.5, 49.5, 68.5) for x in (18.5, 41.5))),
    9: (8.7, tuple((x, y, colour) for y, colour in ((15, BLUE), (40, RED), (65, GREEN)) for x in (10.5, 30, 49.5))),
}

# Where the sticks of bamboo stand: x, y, length, slant, colour.
Sticks = tuple[tuple[float, float, float, float, str], ...]
ROW = (12, 30, 48)
BAMBOO: dict[int, Sticks] = {
    2: ((30, 21, 30, 0, GREEN), (30, 59, 30, 0, BLUE)),
    3: ((30, 21, 30, 0, BLUE), (17, 59, 30, 0, GREEN), (43, 59, 30, 0, GREEN)),
    4: ((17, 21, 30, 0, BLUE), (43, 21, 30, 0, GREEN), (17, 59, 30, 0, GREEN), (43, 59, 30, 0, BLUE)),
    5: (*((x, y, 28, 0, GREEN) for y in (20, 60) for x in (13, 47)), (30, 40, 30, 0, RED)),
    6: tuple((x, y, 30, 0, colour) for y, colour in ((21, GREEN), (59, BLUE)) for x in ROW),
    7: ((30, 14, 20, 0, RED), *((x, y, 21, 0, colour) for y, colour in ((41, GREEN), (66, BLUE)) for x in ROW)),
    8: (
        *((x, y, 31, 0, GREEN) for y in (21, 59) for x in (8.5, 51.5)),
        (21.5, 19, 29, -32, BLUE), (38.5, 19, 29, 32, BLUE), (21.5, 61, 29, 32, BLUE), (38.5, 61, 29, -32, BLUE),
    ),
    9: tuple((x, y, 21, 0, colour) for y in (15, 40, 65) for x, colour in zip(ROW, (GREEN, RED, BLUE), strict=True)),
}  # fmt: skip

WINDS = "東南西北"
NUMERALS = "一二三四五六七八九"


def format_svg_number(value: float) -> str:
    """Return a number as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def circle(x: float, y: float, radius: float, colour: str) -> str:
    """Return one circle: a disc, a ring in it, a dot in the middle."""
    # A ring of the face's colour keeps them apart when a tile is 24 pixels wide.
    parts = ((radius, colour), (radius * 0.66, FACE), (radius * 0.45, colour))
    at = f'cx="{format_svg_number(x)}" cy="{format_svg_number(y)}"'
    return "".join(f'<circle {at} r="{format_svg_number(size)}" fill="{fill}"/>' for size, fill in parts)


def large_circle(outer: str, inner: str) -> str:
    """Return the large circle: a wheel of twelve petals about a flower."""
    petals = "".join(f'<use href="#petal" transform="rotate({30 * turn} 30 40)"/>' for turn in range(12))
    return (
        f'<circle cx="30" cy="40" r="25" fill="{outer}"/><circle cx="30" cy="40" r="21.5" fill="{FACE}"/>'
        f'<g fill="{outer}">{petals}</g>'
        f'<circle cx="30" cy="40" r="9.5" fill="{FACE}"/><circle cx="30" cy="40" r="8" fill="{inner}"/>'
        f'<circle cx="30" cy="40" r="3" fill="{FACE}"/>'
    )


def stick(x: float, y: float, length: float, slant: float, colour: str) -> str:
    """Return a stick of bamboo: three knots, and a light line between them."""
    half = length / 2
    knots = "".join(
        f'<rect x="{format_svg_number(x - 5)}" y="{format_svg_number(at - 2.1)}" width="10" height="4.2" rx="2.1"/>'
        for at in (y - half + 2.1, y, y + half - 2.1)
    )
    left, top, height = map(format_svg_number, (x - 3.5, y - half + 1, length - 2))
    body = f'<rect x="{left}" y="{top}" width="7" height="{height}" rx="2"/>'
    lines = "".join(
        f"M{format_svg_number(x)} {format_svg_number(top)}V{format_svg_number(bottom)}"
        for top, bottom in ((y - half + 5.4, y - 3.4), (y + 3.4, y + half - 5.4))
    )
    turned = (
        f' transform="rotate({format_svg_number(slant)} {format_svg_number(x)} {format_svg_number(y)})"'
        if slant
        else ""
    )
    return f'<g fill="{colour}"{turned}>{body}{knots}<path d="{lines}" stroke="{FACE}" stroke-width="1.5"/></g>'


def bird(body: str, accent: str, wing: str) -> str:
    """Return the bird of one bamboo, on its perch, looking left."""
    return (
        # Tail: three feathers with an eye each.
        f'<g fill="{wing}"><path d="M33 50Q49 50 57 68Q42 66 32 55Z"/><path d="M30 52Q43 60 46 75Q32 70 27 56Z"/>'
        f'<path d="M35 46Q50 42 58 52Q46 56 34 52Z"/></g>'
        f'<g fill="{accent}"><circle cx="51" cy="63.5" r="2.2"/><circle cx="41.5" cy="69" r="2.2"/>'
        f'<circle cx="51.5" cy="50" r="2"/></g>'
        # Body with neck and head.
        f'<path fill="{body}" d="M13 17Q16 9 24 11Q31 13 30 22Q29 28 32 31Q42 36 40 47Q37 59 26 58Q14 56 13 43'
        f'Q13 36 18 29Q20 25 17 23Z"/>'
        # Wing, beak, crown and eye.
        f'<path fill="{FACE}" d="M20 44Q22 36 32 38Q39 40 36 49Q31 53 25 51Q20 49 20 44Z"/>'
        f'<path fill="{wing}" d="M22.5 44Q24 38.5 31 40Q36 41.5 34 47.5Q30 50.5 26 49Q22.5 47.5 22.5 44Z"/>'
        f'<path fill="{accent}" d="M15 15L3 20L16 22.5Z'
        f'M18 10.5Q17 3 22 2Q21 6 24 7Q25 3 29 4Q26 7 27 12Q23 9 18 10.5Z"/>'
        f'<circle cx="21" cy="16.5" r="2.6" fill="{FACE}"/><circle cx="20.6" cy="16.5" r="1.3" fill="{INK}"/>'
        # Legs and perch.
        f'<path d="M22 57V69M28 58V69" stroke="{accent}" stroke-width="2.4"/>'
        f'<rect x="8" y="69" width="30" height="4.5" rx="2.2" fill="{body}"/>'
    )  # fmt: skip


def glyph_outlines() -> dict[str, str]:
    """Return the path of each character, in a square of 500."""
    rows = OUTLINES.read_text("utf-8").splitlines()
    return {row[0]: row[2:] for row in rows}


def character(path: str, x: float, y: float, width: float, height: float, colour: str) -> str:
    """Return a character in a box."""
    place = f"translate({format_svg_number(x)} {format_svg_number(y)}) scale({width / 500:.4g} {height / 500:.4g})"
    return f'<path fill="{colour}" transform="{place}" d="{path}"/>'


def faces() -> dict[str, str]:
    """Return what is on the face of each tile, by its name; 0 are the red fives, `back` is the back."""
    signs = glyph_outlines()
    drawn = {}
    for rank in range(10):
        # A red five also carries a dot, for whom red is no colour.
        red, value = rank == 0, rank or 5
        mark = f'<circle cx="55.3" cy="4.7" r="3.3" fill="{RED}"/>' if red else ""
        numeral = character(signs[NUMERALS[value - 1]], 12, -1, 36, 38, RED if red else INK)
        drawn[f"{rank}m"] = numeral + character(signs["萬"], 8, 33, 44, 45, RED) + mark
        if value == 1:
            drawn["1p"], drawn["1s"] = large_circle(GREEN, RED), bird(GREEN, RED, BLUE)
            continue
        radius, spots = CIRCLES[value]
        drawn[f"{rank}p"] = "".join(circle(x, y, radius, RED if red else colour) for x, y, colour in spots) + mark
        sticks = [(x, y, length, slant, RED if red else colour) for x, y, length, slant, colour in BAMBOO[value]]
        drawn[f"{rank}s"] = "".join(stick(*each) for each in sticks) + mark
    for rank, (sign, colour) in enumerate(
        [*((wind, INK) for wind in WINDS), ("", BLUE), ("發", GREEN), ("中", RED)], 1
    ):
        drawn[f"{rank}z"] = character(signs[sign], 2, 9, 56, 62, colour) if sign else _white(colour)
    drawn["back"] = f'<rect x="6" y="6" width="48" height="68" rx="5" fill="none" stroke="{FACE}" stroke-width="2"/>'
    return drawn


def _white(colour: str) -> str:
    """Return the frame of the white dragon, which says that the face was not forgotten."""
    frames = ((8, 10, 44, 60, 4, 3), (14, 16, 32, 48, 2, 1.2))
    return "".join(
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{corner}" fill="none" stroke="{colour}" '
        f'stroke-width="{line}"/>'
        for x, y, width, height, corner, line in frames
    )


def sprite(drawn: Iterable[tuple[str, str]]) -> str:
    """Return the file: a symbol for each face, named by `t` and the tile."""
    petal = '<path id="petal" d="M30 29.5Q25.8 24.5 30 19.5Q34.2 24.5 30 29.5Z"/>'
    symbols = "\n".join(f'<symbol id="t{name}" viewBox="0 0 60 80">{face}</symbol>' for name, face in drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{petal}</defs>\n{symbols}\n</svg>\n'


def files() -> dict[Path, bytes]:
    """Return the sprite."""
    return {SPRITE: sprite(faces().items()).encode()}
