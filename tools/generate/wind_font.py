"""The winds as a font of four letters for the pages: a computer without Japanese fonts shows them, too.

Their outlines are those of the tiles (`characters.txt`, from Noto Serif CJK Bold), so this font is under the SIL Open
Font License 1.1 as well.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path

from tools.generate.generated_files import ROOT
from tools.generate.tiles import WINDS, glyph_outlines

if TYPE_CHECKING:
    from pathlib import Path

LETTERS = ROOT / "host/tenbo/web/static/winds.woff"
# The outlines lie in a square of 500 with y downwards, which reaches from 0.12 below the line to 0.88 above it.
SIDE, SCALE = 1000, 2.0
ABOVE, BELOW = 880, 120
NAMES = {
    "familyName": "Tenbo Winds", "fullName": "Tenbo Winds", "psName": "TenboWinds", "styleName": "Regular",
    "uniqueFontIdentifier": "Tenbo Winds 1", "version": "Version 1.0",
    "copyright": "Outlines: (c) 2014-2021 Adobe, Noto Serif CJK Bold",
    "licenseDescription": "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
    "licenseInfoURL": "https://openfontlicense.org",
}  # fmt: skip


def glyph_pen(path: str) -> T2CharStringPen:
    """Return a pen that has drawn a character's outline."""
    pen = T2CharStringPen(SIDE, None)
    parse_path(path, TransformPen(pen, (SCALE, 0, 0, -SCALE, 0, ABOVE)))
    return pen


def font() -> bytes:
    """Return the font, the same bytes each time."""
    drawn = glyph_outlines()
    glyphs = {f"uni{ord(character):04X}": glyph_pen(drawn[character]).getCharString() for character in WINDS}
    glyphs = {".notdef": T2CharStringPen(SIDE, None).getCharString()} | glyphs
    builder = FontBuilder(SIDE, isTTF=False)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(character): f"uni{ord(character):04X}" for character in WINDS})
    builder.setupCFF(NAMES["psName"], {"FullName": NAMES["fullName"]}, glyphs, {})
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (SIDE, 0)))
    builder.setupHorizontalHeader(ascent=ABOVE, descent=-BELOW)
    builder.setupNameTable(NAMES)
    builder.setupOS2(sTypoAscender=ABOVE, sTypoDescender=-BELOW, usWinAscent=ABOVE, usWinDescent=BELOW)
    builder.setupPost()
    made = builder.font
    made["head"].created = made["head"].modified = 0
    made.recalcTimestamp = False
    made.flavor = "woff"
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def files() -> dict[Path, bytes]:
    """Return the font."""
    return {LETTERS: font()}
