"""One seat box for the emulated chip: an expander with its keys and outputs, and a display."""

from __future__ import annotations

from device import pins
from tenbo.virtual.ssd1309 import Display

IODIR, GPIO, OLAT = 0x00, 0x09, 0x0A
REGISTERS = 11


class Box:
    """Takes writes to its two chips and gives the expander's registers; `keys` are those held down, as bits."""

    def __init__(self) -> None:
        self.display = Display()
        self.display.supply(on=True)
        self.keys = 0
        self._registers = bytearray(REGISTERS)
        self._registers[IODIR] = 0xFF
        self._pointer = 0

    @property
    def outputs(self) -> int:
        """Return the levels of the driven pins."""
        return self._registers[OLAT] & ~self._registers[IODIR]

    def write(self, address: int, data: bytes) -> None:
        """Take one write to one of the two chips."""
        if address == pins.DISPLAY_ADDRESS:
            self.display.receive(data)
            return
        self._pointer = data[0]
        for value in data[1:]:
            self._registers[self._pointer] = value
            self._pointer = (self._pointer + 1) % REGISTERS
        if not self._registers[IODIR] & 1 << pins.DISPLAY_RESET:
            self.display.reset_line(high=bool(self.outputs & 1 << pins.DISPLAY_RESET))

    def read(self) -> int:
        """Return the expander's next register; a pressed key pulls its input low."""
        inputs = self._registers[IODIR]
        self._registers[GPIO] = (~self.keys & inputs | self.outputs) & 0xFF
        value = self._registers[self._pointer]
        self._pointer = (self._pointer + 1) % REGISTERS
        return value
