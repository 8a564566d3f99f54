"""The MCP23008 in a simulated seat box: eight pins, and the registers that a driver sees."""

import harness_channel

IODIR = 0x00
IPOL = 0x01
GPINTEN = 0x02
DEFVAL = 0x03
INTCON = 0x04
IOCON = 0x05
GPPU = 0x06
INTF = 0x07
INTCAP = 0x08
GPIO = 0x09
OLAT = 0x0A
COUNT = 11
NO_COUNTING = 0x20  # IOCON: the register pointer stays where it is
ACTIVE_HIGH = 0x02  # IOCON: INT goes high with a change instead of low
IOCON_BITS = 0x3E  # those that the chip has; the others read as 0
# An input that changes on this pin during a read can corrupt the data line: it may only be an output.
OUTPUT_ONLY = 0x80


class SimulatedExpander:
    """One chip on the bus.

    `pressed` are the keys held down as bits, each pulling its pin to the level in `low`;
    `on_outputs` is called with the driven pins and their levels whenever they may have changed.
    """

    def __init__(self, seat: int, on_outputs: "object", count: int = COUNT) -> None:
        self.seat = seat
        self.readings = 0  # since this start of the device
        self.registers = bytearray(count)
        self._on_outputs = on_outputs
        self._pointer = 0
        self._pins = 0xFF
        # The level of each input at the last reading, with which it is compared.
        self._last_read = 0xFF
        self.power_on()

    def power_on(self) -> None:
        """Forget everything, as the chip does when its supply comes back."""
        for register in range(len(self.registers)):
            self.registers[register] = 0
        self.registers[IODIR] = 0xFF
        self._changed()

    def restore(self, registers: bytes) -> None:
        """Take up the registers it had before the processor alone was restarted."""
        self.registers[:] = registers
        self._changed()

    def is_interrupt_low(self) -> bool:
        """Return whether INT is low."""
        return (self.registers[INTF] != 0) != bool(self.registers[IOCON] & ACTIVE_HIGH)

    def set_pins(self, levels: int) -> None:
        """Take over the levels that the keys and their pull-ups give to the input pins."""
        self._pins = levels
        self._read_pins()

    def write(self, data: "bytes | memoryview") -> None:
        """Take a write: the register's number, then its value and those after it."""
        self._pointer = data[0]
        for place in range(1, len(data)):
            if self._pointer < COUNT:
                self._set(self._pointer, data[place])
            self._count()
        if len(data) > 1:
            self._changed()

    def read_from(self, register: int, buffer: "bytearray | memoryview", *, joined: bool = False) -> None:
        """Copy registers from one on; joined, another chip on the same wires is heard at the same time."""
        self._pointer = register
        self.readings += 1
        if joined or register + len(buffer) > COUNT or self.registers[IOCON]:
            self.read_into(buffer, joined=joined)
        else:
            self._copy(buffer)

    def _copy(self, buffer: "bytearray | memoryview") -> None:
        """Copy registers in order: the way of every reading of the buttons, 400 times a second.

        Few variables on purpose: MicroPython puts the frame of a larger function on the heap.
        """
        place = 0
        while place < len(buffer):
            buffer[place] = self.registers[self._pointer]
            self._pointer += 1
            place += 1
        # The levels are read last in all that the firmware reads, so that clearing the latch waits until then.
        if self._pointer > INTCAP:
            self._clear()
        self._pointer %= COUNT

    def read_into(self, buffer: "bytearray | memoryview", *, joined: bool = False) -> None:
        """Copy registers from the pointer on."""
        for place in range(len(buffer)):  # an enumerate would take memory
            value = self.registers[self._pointer] if self._pointer < COUNT else 0
            buffer[place] = buffer[place] | value if joined else value
            if self._pointer in (INTCAP, GPIO):
                self._clear()
            self._count()

    def _count(self) -> None:
        if not self.registers[IOCON] & NO_COUNTING:
            self._pointer = (self._pointer + 1) % COUNT

    def _set(self, register: int, value: int) -> None:
        if register == GPIO:
            register = OLAT
        elif register == IODIR and value & OUTPUT_ONLY:
            sentence = "seat %d: GP7 of the expander, which may only be an output, is made an input"
            harness_channel.report_firmware_fault(sentence % self.seat)
        elif register == IOCON:
            value &= IOCON_BITS
        if register not in (INTF, INTCAP):
            self.registers[register] = value

    def _read_pins(self) -> None:
        registers = self.registers
        inputs = registers[IODIR]
        levels = self._pins & inputs | registers[OLAT] & ~inputs
        registers[GPIO] = (levels ^ registers[IPOL]) & 0xFF
        # The first change since the last reading is latched, with all levels at that moment.
        expected = registers[DEFVAL] & registers[INTCON] | self._last_read & ~registers[INTCON]
        changed = (registers[GPIO] ^ expected) & registers[GPINTEN] & inputs
        if changed and not registers[INTF]:
            registers[INTF] = changed
            registers[INTCAP] = registers[GPIO]

    def _clear(self) -> None:
        """Forget the latched change: the levels or the latch have been read."""
        self._last_read = self.registers[GPIO]
        self.registers[INTF] = 0
        # What differs from DEFVAL goes on to differ.
        self._read_pins()

    def _changed(self) -> None:
        self._read_pins()
        driven = ~self.registers[IODIR] & 0xFF
        self._on_outputs(driven, self.registers[OLAT] & driven)
