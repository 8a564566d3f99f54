"""One seat's display: compares the frame before and after drawing and sends only the difference.

Of each page of 8 rows that has changed, the columns from the first to the last that differ go out in one
transfer, with the commands that say where they belong.  Nothing here takes memory after the start: the views
of a line are made once, and columns are copied to where they are.
"""

from struct import pack_into

from micropython import const

from device.input.seat_box_driver import DISPLAY_ON, SeatBox
from device.text.blitter import pack_columns, widen_dirty_spans
from device.text.display_frame import PAGES, WIDTH, DisplayFrame

# The width of a transfer in columns is a multiple of this, so that each width has a view.
_STEP = const(4)
# The commands before the columns of a line.
_HEAD = const(7)
# The most bytes of one transfer: three whole pages, some 9 ms of the bus.
_MOST_BYTES = const(405)

_COPY_FRAME = "1024s"

# Three commands follow, each behind a mark of its own, then columns to the end.
_LINE_MARKS = b"\x80\xb0\x80\x00\x80\x10\x40"
_SET_CONTRAST = const(0x81)
_DISPLAY_OFF = const(0xAE)
# Until the light and the supply have been looked at: all white, as in the self-test, a USB port alone feeds it.
_FIRST_CONTRAST = const(0x14)
# The upper limit of the contrast: four displays must not overload the supply.
_MOST_CONTRAST = const(0x80)


class _Bench:
    """Working buffers, shared by all panels, because only one is drawn or sent at a time.

    It holds a frame before it is drawn, and a line to be sent.
    """

    def __init__(self) -> None:
        self.before = bytearray(WIDTH * PAGES)
        self.line = bytearray(_HEAD + WIDTH)
        self.line[:_HEAD] = _LINE_MARKS
        line = memoryview(self.line)
        self.lines = tuple([line[: _HEAD + _STEP * count] for count in range(WIDTH // _STEP + 1)])


_BENCH = _Bench()


class SeatDisplay:
    """The display of one seat: `begin`, draw into `frame`, `update`; then `push_pages` until it returns False."""

    def __init__(self, port: SeatBox) -> None:
        self.frame = DisplayFrame()
        self.bytes_sent = 0
        self._port = port
        self._seen_renewed = port.renewed
        # Of each page the first column that is to be sent and the one behind the last; 0 when nothing is.
        self._spans = bytearray(2 * PAGES)
        self._contrast = _FIRST_CONTRAST
        self._contrast_sent = -1
        self._asleep = False
        self._lit = False
        self.invalidate()

    def snapshot_frame(self) -> None:
        """Remember the frame as it is; until `update` no other panel may begin."""
        pack_into(_COPY_FRAME, _BENCH.before, 0, self.frame.buffer)

    def update(self) -> None:
        """Mark the columns that have changed since `begin`."""
        widen_dirty_spans(_BENCH.before, self.frame.buffer, self._spans)

    def invalidate(self) -> None:
        """Mark every page to be sent again."""
        for page in range(PAGES):
            self._spans[2 * page] = 0
            self._spans[2 * page + 1] = WIDTH

    def contrast(self, level: int) -> None:
        """Set the brightness, at most what the power budget counts on, which keeps the display young too."""
        self._contrast = min(level, _MOST_CONTRAST)

    def sleep(self, on: bool) -> None:
        """Switch the display off, which spares it, or on again; its picture is kept."""
        self._asleep = on

    def needs_send_without_drawing(self) -> bool:
        """Return whether something has to be sent without a drawing: to a display that is new, dim or dark."""
        port = self._port
        if not port.display_here:
            return False
        return port.renewed != self._seen_renewed or self._contrast_sent != self._contrast or self._lit == self._asleep

    def push_pages(self) -> bool:
        """Send changed pages, as many as the bus carries in 9 ms, and return whether more may be left."""
        if self._port.renewed != self._seen_renewed:
            self._seen_renewed = self._port.renewed
            self._contrast_sent = -1
            self._lit = False
            self.invalidate()
        if not self._port.display_here:
            return False
        if self._contrast_sent != self._contrast:
            if self._port.send_display_setting(_SET_CONTRAST, self._contrast):
                self._contrast_sent = self._contrast
            return True
        sent = 0
        spans = self._spans
        for page in range(PAGES):
            if spans[2 * page + 1]:
                count = (spans[2 * page + 1] - spans[2 * page] + _STEP - 1) // _STEP
                sent += _HEAD + _STEP * count
                if sent > _MOST_BYTES:
                    return True
                if not self._push(page, count):
                    return True
        if sent:
            return True
        if self._lit == self._asleep:
            # Only now, with a whole picture behind it, is a new display switched on.
            if self._port.command(_DISPLAY_OFF if self._asleep else DISPLAY_ON):
                self._lit = not self._asleep
            return True
        return False

    def _push(self, page: int, count: int) -> bool:
        """Send the changed columns of one page; a transfer that fails leaves them marked."""
        first = min(self._spans[2 * page], WIDTH - _STEP * count)
        pack_columns(_BENCH.line, self.frame.buffer, page, first, _STEP * count)
        if not self._port.write(_BENCH.lines[count]):
            return False
        self._spans[2 * page + 1] = 0
        self.bytes_sent += _HEAD + _STEP * count
        return True
