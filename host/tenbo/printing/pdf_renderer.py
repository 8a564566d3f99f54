"""Renders a document as PDF: the same bytes for the same document and day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.document import Cards, PrintedTable, Section, TextLines
from tenbo.printing.fonts import Fonts
from tenbo.printing.pdf_page import GREY, PdfPage
from tenbo.printing.pdf_poster import draw_posters
from tenbo.printing.pdf_slip import SLIPS_A_PAGE, draw_slips
from tenbo.printing.pdf_table import draw_table

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from tenbo.printing.document import Award, Document

CARD_HEIGHT = 30.0
DETAIL_LINES = 2


def as_pdf(document: Document, when: datetime, paper: str = "A4", own_font: Path | None = None) -> bytes:
    """Return a document as a PDF file."""
    fonts = Fonts(document.all_texts, own_font, document.language)
    # Pages are numbered "2 of 5": how many there are is known when all are drawn, and of slips and posters before.
    data, pages = b"", -(-len(document.slips) // SLIPS_A_PAGE) or len(document.posters) or 1
    for _ in range(2):
        page = PdfPage(document, fonts, when, paper, pages)
        if document.slips:
            draw_slips(page, document.slips)
        elif document.posters:
            draw_posters(page, document.posters)
        else:
            _draw(page, document)
        data, drawn = page.finish_document(), page.pdf.pages_count
        if drawn == pages:
            break
        pages = drawn
    return data


def _draw(page: PdfPage, document: Document) -> None:
    page.begin()
    for number, block in enumerate(document.blocks):
        if isinstance(block, Section):
            if block.new_page and number:
                page.begin()
            _draw_section(page, block)
        elif isinstance(block, PrintedTable):
            draw_table(page, block)
        elif isinstance(block, Cards):
            _draw_cards(page, block)
        elif isinstance(block, TextLines):
            for line in block.lines:
                page.draw_paragraph(line, 9.5)
            page.y += 2


def _draw_section(page: PdfPage, section: Section) -> None:
    page.ensure_room(22)
    page.y += 2
    page.text(page.left, page.y + 5, section.title, 14, bold=True)
    if section.text:
        page.draw_right_aligned(page.right, page.y + 5, section.text, 9.5, grey=GREY)
    page.y += 9


def _draw_cards(page: PdfPage, block: Cards) -> None:
    gap = 4.0
    width = (page.right - page.left - gap * (block.across - 1)) / block.across
    for first in range(0, len(block.cards), block.across):
        page.ensure_room(CARD_HEIGHT + gap)
        for place, card in enumerate(block.cards[first : first + block.across]):
            _draw_card(page, card, page.left + place * (width + gap), width)
        page.y += CARD_HEIGHT + gap


def _draw_card(page: PdfPage, card: Award, x: float, width: float) -> None:
    page.pdf.set_draw_color(120)
    page.pdf.set_line_width(0.25)
    page.pdf.rect(x, page.y, width, CARD_HEIGHT, round_corners=True, corner_radius=2)
    x, inner = x + 4, width - 8
    page.text(x, page.y + 6, page.fit_text(card.title, 9, inner), 9, grey=GREY)
    page.draw_shrunk_text(x, page.y + 13, card.value, 15, inner)
    page.draw_shrunk_text(x, page.y + 18.6, card.who, 11, inner)
    for number, line in enumerate(page.wrap_text(card.detail, 8.5, inner)[:DETAIL_LINES]):
        page.text(x, page.y + 23.6 + 3.8 * number, line, 8.5, grey=GREY)
