"""The pages of a PDF: size, heading, foot, and text measured before it is drawn; lengths are in millimetres."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpdf import FPDF
from fpdf.fonts import TTFFont

from tenbo.printing.fonts import missing_letters_warning
from tenbo.printing.paper_translation import PaperLanguage

if TYPE_CHECKING:
    from datetime import datetime

    from tenbo.printing.document import Document
    from tenbo.printing.fonts import Fonts

MARGIN = 14.0
MILLIMETRES = 25.4 / 72
GREY = 95
ELLIPSIS = "..."
FOOT = 8.0
# The parts that stay together on a line: a word, or a part of one up to its hyphen, with the space behind it.
PARTS = re.compile(r"[^ -]*-+ *|[^ -]+ *| +")
# What begins no line of Japanese or Chinese.
NEVER_FIRST = frozenset("。、，．：；！？）」』】〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
# No letters are smaller than this.
SMALLEST = 6.0


class PdfPage:
    """The page that is being drawn; `y` is how far down it is used."""

    def __init__(self, document: Document, fonts: Fonts, when: datetime, paper: str, pages: int) -> None:
        orientation = "landscape" if document.landscape else "portrait"
        self.pdf = FPDF(orientation=orientation, unit="mm", format=paper.lower())
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creation_date(when)
        self.pdf.set_title(document.title)
        self.pdf.set_creator("Tenbo")
        self.document, self.fonts, self.when, self.pages = document, fonts, when, pages
        self.say = PaperLanguage(document.language)
        fonts.add_to(self.pdf)
        self.left, self.right = MARGIN, self.pdf.w - MARGIN
        self.bottom = self.pdf.h - MARGIN - FOOT + 4
        self.y = MARGIN

    @property
    def printed_at(self) -> str:
        """Return the day and time of printing."""
        return self.say.moment(self.when)

    def finish_document(self) -> bytes:
        """Return the file, and close the fonts that it was made with."""
        data = bytes(self.pdf.output())
        for font in self.pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()
        return data

    def begin(self) -> None:
        """Begin a page with the heading of the document, and why it is not final."""
        self.pdf.add_page()
        self.y = MARGIN
        title = self.fit_text(self.document.title, 17, self.right - self.left, bold=True)
        self.text(self.left, self.y + 5, title, 17, bold=True)
        self.y += 8
        if self.document.about:
            self.text(self.left, self.y + 3, self.document.about, 10, grey=GREY)
            self.y += 5
        self.y += 1
        self.line(self.left, self.y, self.right, self.y, 0.6)
        self.y += 4
        if self.document.state:
            self._banner(self.document.state)
        self.foot()

    def foot(self) -> None:
        """Draw the foot of the page."""
        y = self.pdf.h - MARGIN + 2
        self.text(self.left, y, self.say("Tenbo, printed {}", self.printed_at), 8, grey=GREY)
        if self.fonts.lost:
            self.text(self.left, y + 3.4, missing_letters_warning(self.fonts.lost), 8, grey=GREY)
        if self.pages > 1:
            number = self.say("page {} of {}", self.pdf.page_no(), self.pages)
            self.draw_right_aligned(self.right, y, number, 8, grey=GREY)

    def _banner(self, lines: list[str]) -> None:
        """Draw a frame with the reasons why the results are not final, so that readers do not take them as final."""
        wrapped = [part for line in lines for part in self.wrap_text(line, 9.5, self.right - self.left - 8)]
        height = 8 + 4.4 * len(wrapped)
        self.pdf.set_draw_color(0)
        self.pdf.set_line_width(0.7)
        self.pdf.rect(self.left, self.y, self.right - self.left, height)
        self.text(self.left + 4, self.y + 5.4, self.say("PROVISIONAL"), 11, bold=True)
        for number, line in enumerate(wrapped):
            self.text(self.left + 4, self.y + 9.8 + 4.4 * number, line, 9.5)
        self.y += height + 4

    def ensure_room(self, height: float) -> bool:
        """Begin another page if this height does not fit on the current one; return whether it did not."""
        if self.y + height <= self.bottom:
            return False
        self.begin()
        return True

    # ---------------------------------------------------------------- text

    def _set(self, text: str, size: float, *, bold: bool) -> None:
        self.pdf.set_font(self.fonts.font_for(text), "B" if bold else "", size)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return how wide a text is."""
        self._set(text, size, bold=bold)
        return float(self.pdf.get_string_width(self.fonts.drawable_text(text)))

    def text(self, x: float, y: float, text: str, size: float, *, bold: bool = False, grey: int = 0) -> None:
        """Draw a text whose baseline begins at a place."""
        if text:
            self._set(text, size, bold=bold)
            self.pdf.set_text_color(grey)
            self.pdf.text(x, y, self.fonts.drawable_text(text))

    def draw_right_aligned(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, grey: int = 0
    ) -> None:
        """Draw a text that ends at a place."""
        self.text(x - self.width(text, size, bold=bold), y, text, size, bold=bold, grey=grey)

    def draw_centred_text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, grey: int = 0
    ) -> None:
        """Draw a text around a place."""
        self.text(x - self.width(text, size, bold=bold) / 2, y, text, size, bold=bold, grey=grey)

    def draw_shrunk_text(self, x: float, y: float, text: str, size: float, width: float, *, bold: bool = True) -> None:
        """Draw a text in smaller letters where it would be too wide, and cut it only where that is not enough."""
        size = self.fitting_size(text, size, width, bold=bold)
        self.text(x, y, self.fit_text(text, size, width, bold=bold), size, bold=bold)

    def fitting_size(self, text: str, size: float, width: float, *, bold: bool = True) -> float:
        """Return the size of letters in which a text is not wider than this, if one is large enough to be read."""
        while size > SMALLEST and self.width(text, size, bold=bold) > width:
            size -= 0.5
        return size

    def fit_text(self, text: str, size: float, width: float, *, bold: bool = False) -> str:
        """Return a text that is not wider than this, cut with dots if necessary."""
        if self.width(text, size, bold=bold) <= width:
            return text
        while text and self.width(text + ELLIPSIS, size, bold=bold) > width:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS

    def wrap_text(self, text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
        """Return a text as lines, broken between words, after hyphens, and within what is longer than a line."""
        lines: list[str] = []
        line = ""
        for part in PARTS.findall(text):
            if self.width(line + part.rstrip(), size, bold=bold) <= width:
                line += part
                continue
            lines += [line.rstrip()] if line else []
            line = part
            while len(line) > 1 and self.width(line.rstrip(), size, bold=bold) > width:
                fits = next(
                    (n for n in range(len(line) - 1, 0, -1) if self.width(line[:n], size, bold=bold) <= width), 1
                )
                while fits > 1 and line[fits] in NEVER_FIRST:
                    fits -= 1
                lines.append(line[:fits])
                line = line[fits:]
        return [*lines, line.rstrip()]

    def draw_paragraph(self, text: str, size: float) -> None:
        """Draw lines of text over the whole width."""
        step = size * MILLIMETRES * 1.3
        for line in self.wrap_text(text, size, self.right - self.left):
            self.ensure_room(step)
            self.text(self.left, self.y + step * 0.75, line, size)
            self.y += step

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float = 0.2, grey: int = 0) -> None:
        """Draw a line."""
        self.pdf.set_draw_color(grey)
        self.pdf.set_line_width(width)
        self.pdf.line(x, y, to_x, to_y)

    def fill(self, x: float, y: float, width: float, height: float, grey: int) -> None:
        """Fill an area with a light grey."""
        self.pdf.set_fill_color(grey)
        self.pdf.rect(x, y, width, height, style="F")
