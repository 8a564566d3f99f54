"""Encodes a text as a QR code: squares for a PDF, SVG for a page."""

from __future__ import annotations

import segno


def qr_squares(text: str) -> list[list[bool]]:
    """Return the dark and light squares of a code, row by row, without the rim."""
    return [[bool(square) for square in row] for row in segno.make_qr(text, error="m", boost_error=False).matrix]


def qr_svg(text: str) -> str:
    """Return a code as an SVG drawing to stand in a page."""
    drawn: str = segno.make_qr(text, error="m", boost_error=False).svg_inline(scale=1, border=2, omitsize=True)
    return drawn
