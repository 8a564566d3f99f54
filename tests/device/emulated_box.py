"""One seat box for the emulated chip: an expander with its keys, latches and outputs, and a display."""

from __future__ import annotations

from device import pins
from tenbo.simulator.ssd1309 import SimulatedDisplay

IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(11)
REGISTERS = 11
ACTIVE_HIGH = 1 << 1
IOCON_BITS = 0x3E
# A chip that was stopped within a byte releases the data line after so many clocks at most.
FREEING_CLOCKS = 9


class Box:
    """Takes writes to its two chips and returns the expander's registers; `keys` are those held down, as bits.

    `held` is the wire that it holds low, `"sda"` or `"scl"`, until nine clocks or until it is pulled.
    """

    def __init__(self) -> None:
        self.display = SimulatedDisplay()
        self.there = True
        self.held = ""
        self._until_clocks = False
        self._clocks = 0
        self._keys = 0
        self._supply()

    def _supply(self) -> None:
        """Start from the defaults, as both chips do when their supply comes."""
        self.display.set_supply(on=True)
        self._registers = bytearray(REGISTERS)
        self._registers[IODIR] = 0xFF
        self._pointer = 0
        self._last_read = 0xFF

    @property
    def keys(self) -> int:
        """Return the keys held down, as bits."""
        return self._keys

    @keys.setter
    def keys(self, down: int) -> None:
        self._keys = down
        self._sense()

    @property
    def outputs(self) -> int:
        """Return the levels of the driven pins."""
        return self._registers[OLAT] & ~self._registers[IODIR]

    @property
    def calls(self) -> bool:
        """Return whether INT is low."""
        return self.there and bool(self._registers[INTF]) != bool(self._registers[IOCON] & ACTIVE_HIGH)

    def plug(self, *, there: bool) -> None:
        """Pull the box or put it back, which takes its supply away and brings it again."""
        if there and not self.there:
            self._supply()
        elif not there:
            self.display.set_supply(on=False)
            self.held = ""
        self.there = there

    def hold(self, wire: str, wait_until: str) -> None:
        """Hold a wire low until nine `clocks`, or until the box is `unplug`ged."""
        self.held = wire
        self._until_clocks = wait_until == "clocks"
        self._clocks = 0

    def clock(self) -> None:
        """Feel one clock that the processor gave by hand."""
        self._clocks += 1
        if self.held == "sda" and self._until_clocks and self._clocks >= FREEING_CLOCKS:
            self.held = ""

    def write(self, address: int, data: bytes) -> None:
        """Take one write to one of the two chips."""
        if address == pins.DISPLAY_ADDRESS:
            self.display.receive(data)
            return
        self._pointer = data[0]
        for value in data[1:]:
            register = OLAT if self._pointer == GPIO else self._pointer
            if register not in (INTF, INTCAP):
                self._registers[register] = value & IOCON_BITS if register == IOCON else value
            self._pointer = (self._pointer + 1) % REGISTERS
        if len(data) > 1:
            self._sense()
        if not self._registers[IODIR] & 1 << pins.DISPLAY_RESET:
            self.display.set_reset_line(high=bool(self.outputs & 1 << pins.DISPLAY_RESET))

    def read(self) -> int:
        """Return the expander's next register; reading the levels or the latch forgets what was latched."""
        self._sense()
        value = self._registers[self._pointer]
        if self._pointer in (INTCAP, GPIO):
            self._last_read = self._registers[GPIO]
            self._registers[INTF] = 0
        self._pointer = (self._pointer + 1) % REGISTERS
        return value

    def _sense(self) -> None:
        """Take in the levels, a pressed key being low, and latch the first change since the last reading."""
        registers = self._registers
        inputs = registers[IODIR]
        registers[GPIO] = ((~self._keys & inputs | registers[OLAT] & ~inputs) ^ registers[IPOL]) & 0xFF
        expected = registers[DEFVAL] & registers[INTCON] | self._last_read & ~registers[INTCON]
        changed = (registers[GPIO] ^ expected) & registers[GPINTEN] & inputs
        if changed and not registers[INTF]:
            registers[INTF] = changed
            registers[INTCAP] = registers[GPIO]
