"""What one display shows: compares the frame before and after it is drawn and sends only the difference.

A page of 8 rows is compared as a whole, and where it has changed in pieces of 16 columns; the range
from the first to the last changed piece goes out in one transfer.  Nothing here takes memory after
the start: views are made once, and pages are copied to where views already are.
"""

from struct import pack_into

from micropython import const

from device.frame import PAGES, WIDTH, Frame
from device.seat_port import DISPLAY_ON, SeatPort

_PIECE = const(16)
_PIECES = WIDTH // _PIECE
_ALL_PIECES = (1 << _PIECES) - 1

_COPY_PIECE = "16s"
_COPY_PAGE = "128s"
_COPY_FRAME = "1024s"

_DATA = const(0x40)
_SET_CONTRAST = const(0x81)
_DISPLAY_OFF = const(0xAE)
# Until the light and the supply have been looked at: all white, as in the self-test, a USB port alone feeds it.
_FIRST_CONTRAST = const(0x38)
# Whoever asks for more gets this: four displays must not overload the supply.
_MOST_CONTRAST = const(0x80)


class _Bench:
    """Working buffers, shared by all panels, because only one is drawn or sent at a time.

    It holds a frame before it is drawn, two pages to be compared, and a line to be sent.
    """

    def __init__(self) -> None:
        self.before = bytearray(WIDTH * PAGES)
        self.before_pages = _cut(self.before, WIDTH)
        self.old = bytearray(WIDTH)
        self.new = bytearray(WIDTH)
        self.line = bytearray(1 + WIDTH)
        self.line[0] = _DATA
        self.old_pieces = _cut(self.old, _PIECE)
        self.new_pieces = _cut(self.new, _PIECE)
        line = memoryview(self.line)
        self.lines = tuple([line[: 1 + _PIECE * count] for count in range(_PIECES + 1)])


def _cut(buffer: bytearray, size: int) -> "tuple[memoryview, ...]":
    """Cut a buffer into views of one size."""
    whole = memoryview(buffer)
    return tuple([whole[start : start + size] for start in range(0, len(buffer), size)])


_BENCH = _Bench()


class Panel:
    """The display of one seat: `begin`, draw into `frame`, `update`; then `push_one` until it returns False."""

    def __init__(self, port: SeatPort) -> None:
        self.frame = Frame()
        self.bytes_sent = 0
        self._port = port
        self._seen_renewed = port.renewed
        self._pages = _cut(self.frame.buffer, WIDTH)
        self._changed = bytearray(PAGES)
        self._contrast = _FIRST_CONTRAST
        self._contrast_sent = -1
        self._asleep = False
        self._lit = False
        self.invalidate()

    def begin(self) -> None:
        """Remember the frame as it is; until `update` no other panel may begin."""
        pack_into(_COPY_FRAME, _BENCH.before, 0, self.frame.buffer)

    def update(self) -> None:
        """Mark the pieces that have been drawn anew since `begin`."""
        for page in range(PAGES):
            old, new = _BENCH.before_pages[page], self._pages[page]
            if old == new:
                continue
            pack_into(_COPY_PAGE, _BENCH.old, 0, old)
            pack_into(_COPY_PAGE, _BENCH.new, 0, new)
            for piece in range(_PIECES):
                if _BENCH.old_pieces[piece] != _BENCH.new_pieces[piece]:
                    self._changed[page] |= 1 << piece

    def invalidate(self) -> None:
        """Mark every page to be sent again."""
        for page in range(PAGES):
            self._changed[page] = _ALL_PIECES

    def contrast(self, level: int) -> None:
        """Set the brightness, at most what the power budget counts on, which keeps the display young too."""
        self._contrast = min(level, _MOST_CONTRAST)

    def sleep(self, on: bool) -> None:
        """Switch the display off, which spares it, or on again; its picture is kept."""
        self._asleep = on

    def owes(self) -> bool:
        """Return whether something has to be sent without a drawing: to a display that is new, dim or dark."""
        port = self._port
        new = port.renewed != self._seen_renewed
        return port.display_here and (new or self._contrast_sent != self._contrast or self._lit == self._asleep)

    def push_one(self) -> bool:
        """Send at most one page's changed range, and return whether more is left."""
        port = self._port
        if port.renewed != self._seen_renewed:
            self._seen_renewed = port.renewed
            self._contrast_sent = -1
            self._lit = False
            self.invalidate()
        if not port.display_here:
            return False
        if self._contrast_sent != self._contrast:
            if port.setting(_SET_CONTRAST, self._contrast):
                self._contrast_sent = self._contrast
            return True
        for page in range(PAGES):
            if self._changed[page]:
                self._push(page)
                return True
        if self._lit == self._asleep:
            # Only now, with a whole picture behind it, is a new display switched on.
            if port.command(_DISPLAY_OFF if self._asleep else DISPLAY_ON):
                self._lit = not self._asleep
            return True
        return False

    def _push(self, page: int) -> None:
        """Send the changed range of one page; a transfer that fails leaves it marked."""
        changed = self._changed[page]
        first = 0
        while not changed & 1 << first:
            first += 1
        end = _PIECES
        while not changed & 1 << (end - 1):
            end -= 1
        pack_into(_COPY_PAGE, _BENCH.new, 0, self._pages[page])
        for piece in range(first, end):
            pack_into(_COPY_PIECE, _BENCH.line, 1 + (piece - first) * _PIECE, _BENCH.new_pieces[piece])
        data = _BENCH.lines[end - first]
        if self._port.write_page(page, first * _PIECE, data):
            self._changed[page] = 0
            self.bytes_sent += len(data)
