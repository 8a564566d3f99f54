"""QR codes: the squares of a text, drawn in a PDF with adjacent ones as bars, or as SVG for a page."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import segno

if TYPE_CHECKING:
    from tenbo.printing.pdf_page import PdfPage


def qr_squares(text: str) -> list[list[bool]]:
    """Return the dark and light squares of a code, row by row, without the rim."""
    return [[bool(square) for square in row] for row in segno.make_qr(text, error="m", boost_error=False).matrix]


def qr_svg(text: str) -> str:
    """Return a code as an SVG drawing to stand in a page."""
    drawn: str = segno.make_qr(text, error="m", boost_error=False).svg_inline(scale=1, border=2, omitsize=True)
    return drawn


def qr_text(text: str) -> str:
    """Return a code for a terminal: two rows of squares a line, light on dark or dark on light as the terminal has it.

    >>> len(qr_text("http://192.168.1.7:8484/join#PDDF2EA9").splitlines())
    17
    """
    drawn = io.StringIO()
    segno.make_qr(text, error="m", boost_error=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def draw_code(page: PdfPage, text: str, x: float, y: float, side: float) -> None:
    """Draw the code of a text from a corner on, so wide."""
    rows = qr_squares(text)
    step = side / len(rows)
    page.pdf.set_fill_color(0)
    for row, line in enumerate(rows):
        first = 0
        while first < len(line):
            last = first
            while last < len(line) and line[last]:
                last += 1
            if last > first:
                width = (last - first) * step + 0.02
                page.pdf.rect(x + first * step, y + row * step, width, step + 0.02, style="F")
            first = last + 1
