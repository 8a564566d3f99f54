"""Draws slips to sign in a PDF, two on a page that is cut in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.document import EMPTY_RESULTS
from tenbo.printing.pdf_page import GREY, MILLIMETRES, SMALLEST
from tenbo.printing.qr_code import draw_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.printing.document import PrintedSlip, SlipHand
    from tenbo.printing.pdf_page import PdfPage

SLIPS_A_PAGE = 2
RIM = 8.0
CODE = 27.0
# A hand's line is so high, and at least so high where many were played; on an empty slip it is written in by hand.
LINE, LOWEST_LINE, LINE_TO_WRITE = 5.0, 2.9, 6.4
# A line of this height has room for two lines of the smallest letters.
TWO_LINES = 4.6
ZEBRA = 240
SIGNATURES = 37.0
# The room of a wind before a player's number, and of a hand's label.
WIND, WHERE = 8.0, 12.7


def draw_slips(page: PdfPage, slips: Sequence[PrintedSlip]) -> None:
    """Draw slips, two on each page."""
    half = page.pdf.w / SLIPS_A_PAGE
    for number, slip in enumerate(slips):
        if number % SLIPS_A_PAGE == 0:
            page.pdf.add_page()
            page.pdf.set_dash_pattern(dash=2, gap=2)
            page.line(half, 4, half, page.pdf.h - 4, 0.2, 150)
            page.pdf.set_dash_pattern()
        _SlipDrawing(page, slip, (number % SLIPS_A_PAGE) * half + RIM, half - 2 * RIM).draw()


class _SlipDrawing:
    """One slip, from the left edge `x` and so wide."""

    def __init__(self, page: PdfPage, slip: PrintedSlip, x: float, width: float) -> None:
        self.page, self.slip, self.x, self.width = page, slip, x, width
        self.y = RIM
        self.bottom = page.pdf.h - RIM
        # Where, what happened, then the seats.
        self.seat = width * 0.125
        self.seats = [x + width - (len(slip.seats) - seat) * self.seat for seat in range(len(slip.seats))]

    def draw(self) -> None:
        """Draw everything from the top to the signatures."""
        self._head()
        self._people()
        self._hands()
        self._results()
        self._signatures()

    def _head(self) -> None:
        page, slip = self.page, self.slip
        place = page.say("Table {}", slip.table)
        room = self.width - page.width(place, 17, bold=True) - 4
        page.text(self.x, self.y + 5, page.fit_text(slip.title, 12, room, bold=True), 12, bold=True)
        page.draw_right_aligned(self.x + self.width, self.y + 5.5, place, 17, bold=True)
        self.y += 7
        page.text(self.x, self.y + 3, page.fit_text(slip.about, 8.5, self.width * 0.72), 8.5, grey=GREY)
        page.draw_right_aligned(self.x + self.width, self.y + 3, page.say("Session {}", slip.session), 10, bold=True)
        self.y += 5
        page.line(self.x, self.y, self.x + self.width, self.y, 0.5)
        self.y += 1.5

    def _people(self) -> None:
        page = self.page
        # All winds in letters of one size.
        size = min(page.fitting_size(seat.wind, 11, WIND) for seat in self.slip.seats)
        for seat in self.slip.seats:
            page.draw_shrunk_text(self.x + 1, self.y + 4.3, seat.wind, size, WIND)
            page.draw_right_aligned(self.x + 14, self.y + 4.3, seat.number, 9, grey=GREY)
            beside = page.width(seat.details, 8.5)
            page.draw_shrunk_text(self.x + 16, self.y + 4.3, seat.name, 11, self.width - 20 - beside)
            page.draw_right_aligned(self.x + self.width, self.y + 4.3, seat.details, 8.5, grey=GREY)
            self.y += 6
            page.line(self.x, self.y, self.x + self.width, self.y, 0.15, 170)
        self.y += 2

    # ---------------------------------------------------------------- hands

    def _hands(self) -> None:
        page, slip = self.page, self.slip
        room = self.bottom - SIGNATURES - 5.2 * (len(slip.results) or 5) - 6 - self.y - 3.4 * len(self._notes())
        page.text(self.x + 1, self.y + 3.4, page.say("hand"), 8, bold=True)
        page.text(self.x + 15, self.y + 3.4, page.say("what happened"), 8, bold=True)
        for x, wind in zip(self.seats, page.say.winds, strict=False):
            page.draw_right_aligned(x + self.seat - 1, self.y + 3.4, wind, 8, bold=True)
        self.y += 4.8
        page.line(self.x, self.y, self.x + self.width, self.y, 0.35)
        room -= 4.8
        if not slip.hands:
            self._lines_to_write(int(room // LINE_TO_WRITE))
            return
        most = int(room // LOWEST_LINE)
        hands = slip.hands
        if len(hands) > most:
            left_out = len(hands) - most + 1
            page.text(
                self.x + 1,
                self.y + 2.3,
                page.say.plural(left_out, "{} earlier hand is in the ledger", "{} earlier hands are in the ledger"),
                6.5,
                grey=GREY,
            )
            self.y += LOWEST_LINE
            hands = hands[left_out:]
        line = max(LOWEST_LINE, min(LINE, room / max(1, len(slip.hands))))
        for number, hand in enumerate(hands):
            self._hand(hand, line, number)

    def _hand(self, hand: SlipHand, line: float, number: int) -> None:
        page = self.page
        size = min(8.0, line / MILLIMETRES * 0.62)
        y = self.y + line * 0.72
        if number % 2:
            page.fill(self.x, self.y, self.width, line, ZEBRA)
        page.draw_shrunk_text(self.x + 1, y, hand.where, size, WHERE)
        room = self.seats[0] - self.x - 16
        if line >= TWO_LINES and page.width(hand.words, SMALLEST) > room:
            first, *more = page.wrap_text(hand.words, SMALLEST, room)
            page.text(self.x + 15, self.y + line * 0.43, first, SMALLEST)
            page.text(self.x + 15, self.y + line * 0.9, page.fit_text(" ".join(more), SMALLEST, room), SMALLEST)
        else:
            page.draw_shrunk_text(self.x + 15, y, hand.words, size, room, bold=False)
        for x, points in zip(self.seats, hand.deltas, strict=True):
            page.draw_right_aligned(x + self.seat - 1, y, points, size)
        self.y += line

    def _lines_to_write(self, number: int) -> None:
        """Draw empty lines, for a table that writes its game on paper."""
        top = self.y
        for _ in range(number):
            self.y += LINE_TO_WRITE
            self.page.line(self.x, self.y, self.x + self.width, self.y, 0.15, 150)
        for x in (self.x + 14, *self.seats):
            self.page.line(x, top, x, self.y, 0.15, 150)

    # ---------------------------------------------------------------- results and signatures

    def _results(self) -> None:
        page, slip = self.page, self.slip
        page.line(self.x, self.y, self.x + self.width, self.y, 0.35)
        empty = [(page.say(word), [""] * len(self.seats)) for word in EMPTY_RESULTS]
        for word, numbers in slip.results or empty:
            last = word == page.say("total")
            page.text(self.x + 15, self.y + 3.9, word, 9, bold=last)
            for x, number in zip(self.seats, numbers, strict=True):
                page.draw_right_aligned(x + self.seat - 1, self.y + 3.9, number, 9, bold=last)
            self.y += 5.2
            page.line(self.x + 14, self.y, self.x + self.width, self.y, 0.15, 170)
        self.y += 1
        for line in self._notes():
            page.text(self.x + 1, self.y + 2.8, page.fit_text(line, 7.5, self.width - 2), 7.5)
            self.y += 3.4

    def _notes(self) -> list[str]:
        state = [self.page.say("{}: {}", self.page.say("PROVISIONAL"), self.slip.state)] if self.slip.state else []
        return [*state, *self.slip.notes]

    def _signatures(self) -> None:
        page = self.page
        top = self.bottom - SIGNATURES
        room = self.width - CODE - 5
        column = room / 2
        for seat in range(len(self.seats)):
            x = self.x + (seat % 2) * column
            y = top + 9 + 10.5 * (seat // 2)
            wind = page.say.winds[seat]
            page.text(x, y, wind, 9, bold=True)
            page.line(x + max(5, page.width(wind, 9, bold=True) + 2), y + 0.5, x + column - 4, y + 0.5, 0.25)
        y = top + 30
        referee = page.say("referee")
        page.text(self.x, y, referee, 8)
        page.line(self.x + max(13, page.width(referee, 8) + 2), y + 0.5, self.x + room - 4, y + 0.5, 0.25)
        page.text(
            self.x,
            self.bottom,
            page.fit_text(f"{self.slip.rules}   {page.say('printed {}', page.printed_at)}", 7, room),
            7,
            grey=GREY,
        )
        if self.slip.code:
            self._code(self.x + self.width - CODE, top + 3)

    def _code(self, x: float, y: float) -> None:
        draw_code(self.page, self.slip.code, x, y, CODE)
        self.page.draw_right_aligned(x + CODE, y + CODE + 3.6, self.slip.digest, 7.5)
