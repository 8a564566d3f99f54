"""Draws a QR code in a PDF, merging adjacent dark squares into bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.qr_code import qr_squares

if TYPE_CHECKING:
    from tenbo.printing.pdf_page import PdfPage


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
