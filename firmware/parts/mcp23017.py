"""The MCP23017 of a simulated breadboard: two ports of eight pins, the first of which is wired like an MCP23008.

Where a register lies is a setting, IOCON.BANK: those of one port side by side, as in an MCP23008, or of both ports in
turn, as after power-on. Of port B, to which nothing is wired, only the registers are kept.
"""

from expander import COUNT, GPIO, INTCAP, INTF, IOCON, IODIR, NO_COUNTING, OLAT, SimulatedExpander

BY_PORT = 0x80  # IOCON: the registers of a port lie side by side
IOCON_BITS = 0xFE
PORT_B_BY_PORT = 0x10
# The place of port B's registers behind those of port A.
B = COUNT


class SimulatedMcp23017(SimulatedExpander):
    """One chip on the bus. `registers` are those of port A in an MCP23008's order, then those of port B."""

    def __init__(self, seat: int, on_outputs: "object") -> None:
        super().__init__(seat, on_outputs, 2 * COUNT)

    def power_on(self) -> None:
        """Forget everything, and keep the registers of both ports in turn."""
        for register in range(2 * COUNT):
            self.registers[register] = 0
        self.registers[B + IODIR] = 0xFF
        self.registers[IODIR] = 0xFF
        self._changed()

    def write(self, data: "bytes | memoryview") -> None:
        """Take a write: the register's number, then its value and those after it."""
        self._pointer = data[0]
        for place in range(1, len(data)):
            self._put(self._place(), data[place])
            self._count()
        if len(data) > 1:
            self._changed()

    def read_from(self, register: int, buffer: "bytearray | memoryview", *, joined: bool = False) -> None:
        """Copy registers from one on; joined, another chip on the same wires is heard at the same time."""
        self._pointer = register
        self.readings += 1
        if joined or register + len(buffer) > COUNT or self.registers[IOCON] != BY_PORT:
            self.read_into(buffer, joined=joined)
        else:
            self._copy(buffer)

    def read_into(self, buffer: "bytearray | memoryview", *, joined: bool = False) -> None:
        """Copy registers from the pointer on."""
        for at in range(len(buffer)):
            place = self._place()
            value = self.registers[place] if place >= 0 else 0
            buffer[at] = buffer[at] | value if joined else value
            if place in (INTCAP, GPIO):
                self._clear()
            self._count()

    def _place(self) -> int:
        """Return which of `registers` the pointer is at, or -1 where there is none."""
        pointer = self._pointer
        if self.registers[IOCON] & BY_PORT:
            port, register = pointer // PORT_B_BY_PORT, pointer % PORT_B_BY_PORT
        else:
            port, register = pointer % 2, pointer // 2
        if register == IOCON:
            port = 0  # both ports have the same one
        return B * port + register if port < 2 and register < COUNT else -1

    def _put(self, place: int, value: int) -> None:
        if place == IOCON:
            self.registers[IOCON] = value & IOCON_BITS
        elif place >= B:
            place = B + OLAT if place == B + GPIO else place
            if place not in (B + INTF, B + INTCAP):
                self.registers[place] = value
        elif place >= 0:
            self._set(place, value)

    def _count(self) -> None:
        settings = self.registers[IOCON]
        if settings & NO_COUNTING:
            # One register again and again, or that of both ports in turn.
            self._pointer ^= 0 if settings & BY_PORT else 1
            return
        last = PORT_B_BY_PORT + OLAT if settings & BY_PORT else 2 * COUNT - 1
        self._pointer = 0 if self._pointer >= last else self._pointer + 1
