"""Takes the outlines of the tiles' characters out of a font: `python tile_glyphs.py FONT.ttc > characters.txt`.

Run once, by hand, with fontTools installed, over Noto Serif CJK Bold (SIL Open Font License 1.1, which lets outlines
stand in a picture). What it prints lies beside this file, so that drawing the tiles needs no font.
"""

from __future__ import annotations

import sys

CHARACTERS = "一二三四五六七八九萬東南西北發中"
# Whole numbers in a square of this side are finer than a tile is ever shown.
SIDE = 500


def main(font: str) -> int:
    """Print each character and its path, in a square with its corner at 0, 0 and y downwards."""
    from fontTools.pens.svgPathPen import SVGPathPen  # noqa: PLC0415 - nothing else needs it
    from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    face = TTFont(font, fontNumber=0)
    glyphs, names = face.getGlyphSet(), face.getBestCmap()
    scale = SIDE / face["head"].unitsPerEm
    for character in CHARACTERS:
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        # The square of a character reaches from 0.12 below the line to 0.88 above it.
        glyphs[names[ord(character)]].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0.88 * SIDE)))
        sys.stdout.write(f"{character} {pen.getCommands()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
