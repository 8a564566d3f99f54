"""What one display shows: compares the drawn frame with what was sent and sends only the difference.

A page of 8 rows is compared as a whole, and where it has changed in pieces of 16 columns; the range
from the first to the last changed piece goes out in one transfer.  Nothing here takes memory after
the start: views are made once, and pages are copied to where views already are.
"""

from struct import pack_into

from device.frame import PAGES, WIDTH, Frame
from device.seat_port import DISPLAY_ON, SeatPort

PIECE = 16
PIECES = WIDTH // PIECE
ALL_PIECES = (1 << PIECES) - 1

COPY_PIECE = "16s"
COPY_PAGE = "128s"

DATA = 0x40
SET_CONTRAST = 0x81
DISPLAY_OFF = 0xAE


class Bench:
    """Room for one page at work, shared by all panels: only one compares or sends at a time."""

    def __init__(self) -> None:
        self.drawn = bytearray(WIDTH)
        self.sent = bytearray(WIDTH)
        self.line = bytearray(1 + WIDTH)
        self.line[0] = DATA
        self.drawn_pieces = _cut(self.drawn, PIECE)
        self.sent_pieces = _cut(self.sent, PIECE)
        line = memoryview(self.line)
        self.lines = tuple([line[: 1 + PIECE * count] for count in range(PIECES + 1)])


def _cut(buffer: bytearray, size: int) -> "tuple[memoryview, ...]":
    """Cut a buffer into views of one size."""
    whole = memoryview(buffer)
    return tuple([whole[start : start + size] for start in range(0, len(buffer), size)])


BENCH = Bench()


class Panel:
    """The display of one seat. Draw into `frame`, call `update`, then `push_one` until it says False."""

    def __init__(self, port: SeatPort) -> None:
        self.frame = Frame()
        self.bytes_sent = 0
        self._port = port
        self._seen_renewed = port.renewed
        self._sent = bytearray(WIDTH * PAGES)
        self._drawn_pages = _cut(self.frame.buffer, WIDTH)
        self._sent_pages = _cut(self._sent, WIDTH)
        self._changed = bytearray(PAGES)
        self._contrast = 0x60
        self._contrast_sent = -1
        self._asleep = False
        self._lit = False
        self.invalidate()

    def update(self) -> None:
        """Take over the drawn frame: mark and keep the pieces that differ from what was there."""
        for page in range(PAGES):
            drawn, sent = self._drawn_pages[page], self._sent_pages[page]
            if drawn == sent:
                continue
            pack_into(COPY_PAGE, BENCH.drawn, 0, drawn)
            pack_into(COPY_PAGE, BENCH.sent, 0, sent)
            for piece in range(PIECES):
                if BENCH.drawn_pieces[piece] != BENCH.sent_pieces[piece]:
                    self._changed[page] |= 1 << piece
            pack_into(COPY_PAGE, self._sent, page * WIDTH, drawn)

    def invalidate(self) -> None:
        """Have every page sent again, whatever the display shows."""
        for page in range(PAGES):
            self._changed[page] = ALL_PIECES

    def contrast(self, level: int) -> None:
        """Set the brightness, 0-255; half of that is plenty and keeps the display young."""
        self._contrast = level

    def sleep(self, on: bool) -> None:
        """Switch the display off, which spares it, or on again; its picture is kept."""
        self._asleep = on

    def owes(self) -> bool:
        """Say whether there is something to send that no drawing brings: a display that is new, dim or dark."""
        port = self._port
        new = port.renewed != self._seen_renewed
        return port.display_here and (new or self._contrast_sent != self._contrast or self._lit == self._asleep)

    def push_one(self) -> bool:
        """Send at most one page's changed range, and say whether more is left."""
        port = self._port
        if port.renewed != self._seen_renewed:
            self._seen_renewed = port.renewed
            self._contrast_sent = -1
            self._lit = False
            self.invalidate()
        if not port.display_here:
            return False
        if self._contrast_sent != self._contrast:
            if port.setting(SET_CONTRAST, self._contrast):
                self._contrast_sent = self._contrast
            return True
        for page in range(PAGES):
            if self._changed[page]:
                self._push(page)
                return True
        if self._lit == self._asleep:
            # Only now, with a whole picture behind it, is a new display switched on.
            if port.command(DISPLAY_OFF if self._asleep else DISPLAY_ON):
                self._lit = not self._asleep
            return True
        return False

    def _push(self, page: int) -> None:
        """Send the changed range of one page; a transfer that fails leaves it marked."""
        changed = self._changed[page]
        first = 0
        while not changed & 1 << first:
            first += 1
        end = PIECES
        while not changed & 1 << (end - 1):
            end -= 1
        pack_into(COPY_PAGE, BENCH.sent, 0, self._sent_pages[page])
        for piece in range(first, end):
            pack_into(COPY_PIECE, BENCH.line, 1 + (piece - first) * PIECE, BENCH.sent_pieces[piece])
        data = BENCH.lines[end - first]
        if self._port.write_page(page, first * PIECE, data):
            self._changed[page] = 0
            self.bytes_sent += len(data)
