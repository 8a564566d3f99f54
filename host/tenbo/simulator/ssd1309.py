"""A simulated display, an SSD1309 or SSD1306: turns the bytes on its bus into the picture that it shows.

Commands by the data sheet's numbers. Columns of the memory stand in the order of the panel when the
segments are remapped (A1) and the rows are scanned from the far end (C8), as the module is mounted.
"""

from __future__ import annotations

from tenbo.devices.display_image import HEIGHT, WIDTH, DisplayImage
from tenbo.simulator.display_controller_specs import (
    CHARGE_PUMP,
    LOCK,
    LOCKED,
    PUMP_FIXED,
    PUMP_ON,
    PUMP_PATTERN,
    SSD1309,
    ControllerSpec,
)

PAGES = HEIGHT // 8
HORIZONTAL, VERTICAL, PAGE = range(3)

# Commands without a value that change nothing in the picture here; those with values are in the controller's table.
WITHOUT_PICTURE = {0xE3, 0x2E, 0x2F}


class SimulatedDisplay:
    """One controller with its panel. `faults` are sentences about invalid bytes.

    >>> display = SimulatedDisplay()
    >>> display.set_supply(on=True); display.set_reset_line(high=False); display.set_reset_line(high=True)
    >>> display.receive(bytes([0x00, 0xA1, 0xC8, 0xAF]))
    >>> display.receive(bytes([0x40, 0b101]))
    >>> [row[0] for row in display.picture().rows[:4]]
    ['#', '.', '#', '.']
    """

    def __init__(self, controller: ControllerSpec = SSD1309) -> None:
        self.controller = controller
        self.bytes_received = 0
        self.data_bytes = 0
        self.faults: list[str] = []
        self._supplied = False
        self._running = False
        self._was_reset = False
        self._memory = bytearray(WIDTH * PAGES)
        self._defaults()

    def set_supply(self, *, on: bool) -> None:
        """Switch its supply; the memory then holds anything, here a chequered pattern, and it needs a reset."""
        self._supplied = on
        self._was_reset = False
        self._running = False
        self._memory[:] = b"\xaa\x55" * (WIDTH * PAGES // 2)
        self._defaults()

    def set_reset_line(self, *, high: bool) -> None:
        """Move its reset line; the low sets every register to its default, the memory stays."""
        if not high:
            self._running = False
            self._was_reset = True
            self._defaults()
        elif self._supplied:
            # Without supply a line that rises with it is no reset: the low must have been seen.
            self._running = True

    def _defaults(self) -> None:
        self.on = False
        self.contrast = 0x7F
        self.inverted = False
        self.all_lit = False
        self._pumping = False
        self._mode = PAGE
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._remapped = False
        self._from_far_end = False
        self._start_line = 0
        self._offset = 0
        self._rows = HEIGHT
        self._locked = False
        self._pending = bytearray()

    def receive(self, data: bytes) -> None:
        """Take one write on the bus: control bytes, each with a command, data, or all the rest of either."""
        self.bytes_received += len(data)
        if not self._running or not self._was_reset:
            self._fault("it was written to before its reset line had been low and high")
            return
        place = 0
        while place < len(data):
            control = data[place]
            end = place + 2 if control & 0x80 else len(data)
            if control & 0x40:
                self._write(data[place + 1 : end])
            else:
                for byte in data[place + 1 : end]:
                    self._command(byte)
            place = end

    def _fault(self, sentence: str) -> None:
        if sentence not in self.faults:
            self.faults.append(sentence)

    def _write(self, data: bytes) -> None:
        """Take pixels, a stretch of a page at a time where the stretch lies in the memory as it comes."""
        self.data_bytes += len(data)
        taken = 0
        while taken < len(data):
            first, last = (0, WIDTH - 1) if self._mode == PAGE else self._columns
            stretch = min(len(data) - taken, last - self._column)
            if stretch > 0 and first <= self._column and self._remapped and self._mode != VERTICAL:
                place = self._page * WIDTH + self._column
                self._memory[place : place + stretch] = data[taken : taken + stretch]
                self._column += stretch
                taken += stretch
            else:
                self._write_column(data[taken])
                taken += 1

    def _write_column(self, byte: int) -> None:
        """Put eight pixels, one above the other, where the pointer stands, and move it on."""
        column = self._column if self._remapped else WIDTH - 1 - self._column
        self._memory[self._page * WIDTH + column] = byte
        if self._mode == VERTICAL:
            self._next_page()
            if self._page == self._pages[0]:
                self._next_column()
        else:
            self._next_column()
            if self._mode == HORIZONTAL and self._column == self._columns[0]:
                self._next_page()

    def _next_column(self) -> None:
        first, last = (0, WIDTH - 1) if self._mode == PAGE else self._columns
        self._column = first if self._column >= last else self._column + 1

    def _next_page(self) -> None:
        first, last = self._pages
        self._page = first if self._page >= last else self._page + 1

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        command = self._pending[0]
        if len(self._pending) <= self.controller.values.get(command, 0):
            return
        values = bytes(self._pending[1:])
        self._pending.clear()
        if command == LOCK and values:
            self._locked = values[0] == LOCKED
        elif not self._locked:
            self._execute(command, values)

    def _execute(self, command: int, values: bytes) -> None:  # noqa: C901, PLR0912 - the data sheet's table
        if command < 0x10:
            self._column = self._column & 0x70 | command
        elif command < 0x20:
            self._column = (command & 0x07) << 4 | self._column & 0x0F
        elif command == 0x20:
            self._mode = min(values[0] & 3, PAGE)
        elif command == 0x21:
            self._columns = (values[0] & 0x7F, values[1] & 0x7F)
            self._column = self._columns[0]
        elif command == 0x22:
            self._pages = (values[0] & 7, values[1] & 7)
            self._page = self._pages[0]
        elif 0x40 <= command < 0x80:
            self._start_line = command & 0x3F
        elif command == 0x81:
            self.contrast = values[0]
        elif command in (0xA0, 0xA1):
            self._remapped = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.all_lit = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command == 0xA8:
            self._rows = (values[0] & 0x3F) + 1
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif 0xB0 <= command < 0xB8:
            self._page = command & 7
        elif command in (0xC0, 0xC8):
            self._from_far_end = command == 0xC8
        elif command == 0xD3:
            self._offset = values[0] & 0x3F
        elif command == CHARGE_PUMP and values:
            self._set_charge_pump(values[0])
        elif command not in WITHOUT_PICTURE and command not in self.controller.values:
            self._fault(f"it has no command 0x{command:02X}")

    def _set_charge_pump(self, value: int) -> None:
        if value & PUMP_FIXED != PUMP_PATTERN:
            self._fault(f"its charge pump has no setting 0x{value:02X}")
        self._pumping = bool(value & PUMP_ON)

    @property
    def is_lit(self) -> bool:
        """Return whether the panel shows anything at all: an SSD1306 without its pump has no voltage for it."""
        has_voltage = self._pumping or not self.controller.has_charge_pump
        return self._supplied and self._running and self.on and has_voltage

    def picture(self) -> DisplayImage:
        """Return the pixels as a player sees them."""
        return DisplayImage(tuple(self._row(row) for row in range(HEIGHT)))

    def _row(self, row: int) -> str:
        scanned = row if self._from_far_end else HEIGHT - 1 - row
        if not self.is_lit or scanned >= self._rows:
            return "." * WIDTH
        if self.all_lit:
            return "#" * WIDTH
        line = (scanned + self._offset + self._start_line) % HEIGHT
        page, bit = divmod(line, 8)
        dark, lit = "#." if self.inverted else ".#"
        return "".join(lit if byte >> bit & 1 else dark for byte in self._memory[page * WIDTH : (page + 1) * WIDTH])
