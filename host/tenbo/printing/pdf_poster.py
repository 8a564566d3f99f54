"""Draws posters in a PDF, one a page: the purpose in large letters, and the steps at a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.pdf_page import GREY
from tenbo.printing.qr_code import draw_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.printing.document import Poster, PosterStep
    from tenbo.printing.pdf_page import PdfPage

CODE = 78.0
STEP = 96.0
BESIDE = 10.0
HEADING, TITLE, TEXT, TYPED = 54, 22, 14, 17


def draw_posters(page: PdfPage, posters: Sequence[Poster]) -> None:
    """Draw posters, each on a page of its own."""
    for poster in posters:
        page.pdf.add_page()
        width = page.right - page.left
        page.text(page.left, 22, page.fit_text(poster.about, 13, width), 13, grey=GREY)
        page.draw_shrunk_text(page.left, 42, poster.heading, HEADING, width)
        page.line(page.left, 50, page.right, 50, 0.8)
        for number, step in enumerate(poster.steps):
            _draw_step(page, step, f"{number + 1}" if len(poster.steps) > 1 else "", 60 + number * STEP)


def _draw_step(page: PdfPage, step: PosterStep, number: str, top: float) -> None:
    x, y = page.left, top + 9
    if step.code:
        draw_code(page, step.code, page.left, top, CODE)
        x += CODE + BESIDE
    width = page.right - x
    for line in page.wrap_text(f"{number}. {step.title}" if number else step.title, TITLE, width, bold=True):
        page.text(x, y, line, TITLE, bold=True)
        y += 9.5
    for text in step.lines:
        for line in page.wrap_text(text, TEXT, width):
            page.text(x, y, line, TEXT)
            y += 6.5
    y += 4
    for number_of_line, text in enumerate(step.typed):
        # What is typed stands large between the words that say so.
        if number_of_line % 2:
            page.draw_shrunk_text(x, y, text, TYPED, width)
            y += 10
        else:
            page.text(x, y, page.fit_text(text, TEXT, width), TEXT, grey=GREY)
            y += 7.5
