"""One simulated seat box at the end of its cable: the expander, the display's end of the bus, the keys."""

from binascii import hexlify, unhexlify

import harness_channel
from expander import SimulatedExpander

# A chip that was stopped within a byte releases the data line after so many clocks at most.
FREEING_CLOCKS = 9
# A write is told in portions of so many bytes.
PORTION = 256
# The level of a reset line that no pin drives.
FLOATING = -1


class Display:
    """The display controller's end of the bus.

    It takes everything; what the bytes mean is worked out by the world around, where the picture is.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.running = False  # its reset line is high

    def write(self, data: "bytes | memoryview") -> None:
        """Take a write."""
        last = (len(data) - 1) // PORTION * PORTION
        for start in range(0, last, PORTION):
            harness_channel.send_to_harness("part", self.seat, hexlify(data[start : start + PORTION]).decode())
        harness_channel.send_to_harness("display", self.seat, hexlify(data[last:] if last else data).decode())

    def read_from(self, register: int, buffer: "bytearray | memoryview", *, joined: bool = False) -> None:
        """Take a command and return the status."""
        self.write(bytes((register,)))
        self.read_into(buffer, joined=joined)

    def read_into(self, buffer: "bytearray | memoryview", *, joined: bool = False) -> None:
        """Copy its status, which is 0; in I2C mode it has nothing else to say."""
        for place in range(len(buffer)):
            buffer[place] = buffer[place] if joined else 0


class Seat:
    """The chips that a pair of wires reaches.

    `chips` are those that answer now, by address: none while the box is unplugged, without supply
    or while its data or clock line is held low.
    """

    def __init__(self, number: int, wired: "dict[str, object]") -> None:
        self.number = number
        self.wired = wired
        self.chips: "dict[int, SimulatedExpander | Display]" = {}
        expander, display = wired["chips"]
        self._addresses = (expander["address"], display["address"])
        self.sda = expander["sda"]
        self.scl = expander["scl"]
        # The Pico's pin at the end of the expander's interrupt wire, None where the lead has none.
        self.interrupt = wired["interrupt"]
        self._display_at = (display["sda"], display["scl"])
        # The expander's pin at the display's reset line; a module without that line resets itself when supply comes.
        self._resets_itself = "reset" not in display
        self._reset = display.get("reset")
        self._plugged = True
        self._supplied = False
        self._held = ""
        self._until = ""
        self._clocks = 0
        self._muted: "set[str]" = set()
        self._keys = 0
        self._lights: "dict[str, bool]" = {}
        self._reset_level = FLOATING
        self.display = Display(number)
        made = SimulatedExpander
        if expander["part"] == "MCP23017":
            from mcp23017 import SimulatedMcp23017  # the boxes have none, and a heap is short

            made = SimulatedMcp23017
        self.expander = made(number, self._outputs)

    def restore(self, plugged: bool, registers: str) -> None:
        """Take over the box as the last run left it; without registers it has just got its supply."""
        self._plugged = plugged
        if registers:
            self._supplied = True
            self.display.running = self._resets_itself
            self.expander.restore(unhexlify(registers))
        self._connect()

    def supply(self, on: bool) -> None:
        """Switch the box's supply; what comes on starts from its defaults."""
        if on != self._supplied:
            was = self._alive()
            self._supplied = on
            if self._until == "power" and not on:
                self._held = ""
            self._power_changed(was)

    def set_plugged(self, there: bool) -> None:
        """Pull the box off its cable or put it back."""
        if there != self._plugged:
            was = self._alive()
            self._plugged = there
            if not there:
                self._held = ""
            self._power_changed(was)

    def key(self, name: str, down: bool) -> None:
        """Press a key of the box, or release it."""
        bit = 1 << self.wired["keys"][name]
        self._keys = self._keys | bit if down else self._keys & ~bit
        self._feel_keys()

    def hold_wire(self, wire: str, until: str) -> None:
        """Hold `sda` or `scl` low until `clocks`, until `power` is off, or until the box is `unplug`ged."""
        self._held = wire
        self._until = until
        self._clocks = 0
        self._connect()

    def mute(self, part: str, on: bool) -> None:
        """Let a part stop answering, or answer again."""
        if on:
            self._muted.add(part)
        else:
            self._muted.discard(part)
        self._connect()

    @property
    def is_held(self) -> bool:
        """Return whether one of its wires is held low."""
        return bool(self._held)

    def holds(self, pin: int) -> bool:
        """Return whether the box holds this wire low."""
        return bool(self._held) and self._alive() and pin == (self.sda if self._held == "sda" else self.scl)

    def is_interrupt_low(self) -> bool:
        """Return whether the box holds its interrupt wire low."""
        return self._alive() and self.expander.is_interrupt_low()

    def stuck(self) -> bool:
        """Return whether nothing gets through because a wire is held low."""
        return bool(self._held) and self._alive()

    def clock_by_hand(self) -> None:
        """Feel one clock that the processor gave as a plain pin."""
        self._clocks += 1
        if self._until == "clocks" and self._held == "sda" and self._clocks >= FREEING_CLOCKS:
            self._held = ""
            self._connect()

    def _alive(self) -> bool:
        return self._plugged and self._supplied

    def _power_changed(self, was: bool) -> None:
        if self._alive() == was:
            return
        harness_channel.send_to_harness("supply", self.number, 0 if was else 1)
        self.display.running = self._resets_itself and not was
        if self.display.running:
            harness_channel.send_to_harness("reset", self.number, 0)
            harness_channel.send_to_harness("reset", self.number, 1)
        self._reset_level = FLOATING
        self._lights = {}
        self.expander.power_on()
        self._connect()

    def _connect(self) -> None:
        self.chips.clear()
        if not self._alive() or self._held:
            return
        if "expander" not in self._muted:
            self.chips[self._addresses[0]] = self.expander
        # A display in reset, or on other wires than the expander, does not answer.
        if "display" not in self._muted and self.display.running and self._display_at == (self.sda, self.scl):
            self.chips[self._addresses[1]] = self.display
        self._feel_keys()

    def _feel_keys(self) -> None:
        levels = 0xFF
        for name, pin in self.wired["keys"].items():
            down = self._keys >> pin & 1
            if (self.wired["pressed"][name] if down else not self.wired["pressed"][name]) == 0:
                levels &= ~(1 << pin)
        self.expander.set_pins(levels)

    def _outputs(self, driven: int, levels: int) -> None:
        """Feel the expander's outputs: two lamps and the display's reset line."""
        if not self._alive():
            return
        for name, pin in self.wired["lamps"].items():
            lit = bool(driven >> pin & 1) and (levels >> pin & 1) == self.wired["lit"]
            if lit != self._lights.get(name, False):
                self._lights[name] = lit
                harness_channel.send_to_harness("lamp", self.number, name, 1 if lit else 0)
        level = levels >> self._reset & 1 if self._reset is not None and driven >> self._reset & 1 else FLOATING
        if not self._resets_itself and level != self._reset_level:
            self._reset_level = level
            self.display.running = level == 1
            if level != FLOATING:
                harness_channel.send_to_harness("reset", self.number, level)
            self._connect()
        harness_channel.send_to_harness("registers", self.number, hexlify(self.expander.registers).decode())
