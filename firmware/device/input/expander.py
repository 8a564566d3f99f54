"""The expander in each seat box: five buttons in, two lamps and the display's reset out.

It is an MCP23008, or on a breadboard an MCP23017, whose port A has the same registers once they are kept apart by port.
"""

from micropython import const

from device import pins

if False:  # for the type checker alone, and gone when compiled
    from device.parts import I2C

# Registers that a transfer begins at; the chip counts through those that follow.
_IODIR = const(0x00)
_INTCON = const(0x04)
_IOCON = const(0x05)
GPPU = 0x06
OLAT = 0x0A

INPUTS = 0x1F
LAMP = 1 << pins.LAMP
LIGHT = 1 << pins.BUTTON_LIGHT
RUN_DISPLAY = 1 << pins.DISPLAY_RESET

# IOCON.BANK of an MCP23017: its registers are kept apart by port. An MCP23008 has no such bit in IOCON.
_BANK = const(0x80)

# IODIR to GPPU in one write: five inputs with pull-ups, no inversion, and a latch for the first that
# changes between two readings; its wire, INT, goes low with that, until the levels are read.  GPPU is 0 after
# power-on, so a box that reads back 0 there has been without power and forgot everything.
SETUP = bytes((_IODIR, INPUTS, 0, INPUTS, 0, 0, _BANK, INPUTS))
# Every input that is up differs from DEFVAL, which is 0: INT stays low until it goes by changes again.
_CALL = bytes((_INTCON, INPUTS))
_REST = bytes((_INTCON, 0))


class Expander:
    """Reads the buttons and sets the outputs of one seat box over the bus it is given.

    Every call either succeeds or raises OSError; what to do then is the seat port's decision.
    """

    def __init__(self) -> None:
        self._order = bytearray(2)
        self._order[0] = OLAT
        # GPPU, INTF, INTCAP and GPIO lie side by side: one transfer reads the buttons and detects memory loss.
        self._registers = bytearray(4)
        self.outputs = 0
        self.caught = 0

    def set_up(self, bus: "I2C") -> None:
        """Make pins inputs and outputs; the display is held in reset before its pin becomes one.

        IOCON of an MCP23017 is where BANK puts it: at 5 where outputs that were meant for OLAT have reached it at 0A
        after a loss of supply, and at 0A after every other one. There an MCP23008 has OLAT, which follows.
        """
        order = self._order
        for register in (_IOCON, OLAT):
            order[0] = register
            order[1] = _BANK
            bus.writeto(pins.EXPANDER_ADDRESS, order)
        self.write_outputs(bus, self.outputs & ~RUN_DISPLAY)
        bus.writeto(pins.EXPANDER_ADDRESS, SETUP)

    def pull_int_low(self, bus: "I2C", on: bool) -> None:
        """Pull INT low for a test of its wire, or let it follow the buttons again."""
        bus.writeto(pins.EXPANDER_ADDRESS, _CALL if on else _REST)

    def write_outputs(self, bus: "I2C", outputs: int) -> None:
        """Set the three output pins at once."""
        self.outputs = outputs
        self._order[1] = outputs
        bus.writeto(pins.EXPANDER_ADDRESS, self._order)

    def read_buttons(self, bus: "I2C") -> int:
        """Return the pressed buttons as bits, or -1 when the chip has lost its settings.

        `caught` are then the buttons that went down since the last reading, even if they are up again.
        """
        registers = self._registers
        bus.readfrom_mem_into(pins.EXPANDER_ADDRESS, GPPU, registers)
        if registers[0] != INPUTS:
            return -1
        self.caught = registers[1] & ~registers[2] & INPUTS
        return ~registers[3] & INPUTS
