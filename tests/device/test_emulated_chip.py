"""The parts around the emulated chip, tried without the emulator: the box, the wires, the flash's time, the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from emulated_box import GPIO, INTCAP, Box
from emulated_wires import BYTE_NS, EDGE_NS, ERASE_NS, PROGRAM_NS, Bus, FlashTime, Pictures, reset_with
from promises import FREE, NEVER, PROMISES, RIICHI, Taken, broken, report

from device import pins
from device.input import expander

if TYPE_CHECKING:
    from collections.abc import Callable

UP = 1 << pins.BUTTONS["UP"]


class Alarm:
    """An alarm of the clock below."""

    def __init__(self, clock: FakeClock, ring: Callable[[], None]) -> None:
        self.clock = clock
        self.ring = ring

    def schedule(self, delta_nanos: float) -> None:
        """Ring after so long."""
        self.clock.due.append((self.clock.nanos + delta_nanos, self))


class FakeClock:
    """The emulator's clock, moved by hand."""

    def __init__(self) -> None:
        self.nanos = 0.0
        self.due: list[tuple[float, Alarm]] = []

    def create_alarm(self, callback: Callable[[], None]) -> Alarm:
        """Make an alarm."""
        return Alarm(self, callback)

    def tick(self, delta_nanos: float) -> None:
        """Let time pass."""
        end = self.nanos + delta_nanos
        while self.due and min(self.due, key=lambda due: due[0])[0] <= end:
            first = min(self.due, key=lambda due: due[0])
            self.due.remove(first)
            self.nanos = first[0]
            first[1].ring()
        self.nanos = end


class FakeBlock:
    """The emulator's I2C block as far as the wires use it: one transfer after the other."""

    def __init__(self) -> None:
        self.int_raw = 0
        self.read: list[int] = []
        self.ended = False
        self._commands: list[int | None] = []

    def transfer(self, address: int, commands: list[int | None]) -> None:
        """Begin a transfer of bytes to write and, for None, to read."""
        self._commands, self._address, self.ended, self.read = list(commands), address, False, []
        self.on_start(False)  # type: ignore[attr-defined] # set by the wires

    def complete_start(self) -> None:
        """Go on to the address."""
        self.on_connect(self._address, 0)  # type: ignore[attr-defined]

    def complete_connect(self, there: bool) -> None:
        """Go on to the bytes, or to the stop when no one is there."""
        if there:
            self._next()
        else:
            self.on_stop()  # type: ignore[attr-defined]

    def complete_write(self, _there: bool) -> None:
        """Go on."""
        self._next()

    def complete_read(self, value: int) -> None:
        """Keep what was read and go on."""
        self.read.append(value)
        self._next()

    def complete_stop(self) -> None:
        """End."""
        self.ended = True

    def _next(self) -> None:
        if not self._commands:
            self.on_stop()  # type: ignore[attr-defined]
            return
        command = self._commands.pop(0)
        if command is None:
            self.on_read_byte(True)  # type: ignore[attr-defined]
        else:
            self.on_write_byte(command)  # type: ignore[attr-defined]


@pytest.fixture
def clock() -> FakeClock:
    """Return a clock."""
    return FakeClock()


def wired(clock: FakeClock) -> tuple[FakeBlock, Box]:
    """Return a block with one box on its wires."""
    block, box = FakeBlock(), Box()
    Bus(block, clock, lambda: [box], lambda _box, _address: None)
    return block, box


def test_a_transfer_takes_the_time_of_its_bytes(clock: FakeClock) -> None:
    """Nine clocks of 2.5 us each for the address and every byte, one for the start and one for the stop."""
    block, _box = wired(clock)
    block.transfer(pins.EXPANDER_ADDRESS, [0x00, 0x1F, 0x00])
    whole = 2 * EDGE_NS + 4 * BYTE_NS
    clock.tick(whole - 1)
    assert not block.ended
    clock.tick(1)
    assert block.ended


def test_nobody_answers_for_a_box_that_is_pulled(clock: FakeClock) -> None:
    """Put back it has forgotten everything, its display too."""
    block, box = wired(clock)
    expander_set_up(box)
    box.plug(there=False)
    block.transfer(pins.EXPANDER_ADDRESS, [expander.GPPU, None])
    clock.tick(1_000_000)
    assert block.ended
    assert block.read == []
    box.plug(there=True)
    block.transfer(pins.EXPANDER_ADDRESS, [expander.GPPU, None])
    clock.tick(1_000_000)
    assert block.read == [0]


def test_a_wire_held_low_lets_no_transfer_end_until_nine_clocks_by_hand(clock: FakeClock) -> None:
    """The firmware's timeout has to end it; a wire that only the box itself frees stays."""
    block, box = wired(clock)
    for wait_until, freed in (("unplug", False), ("clocks", True)):
        box.hold("sda", wait_until)
        block.transfer(pins.EXPANDER_ADDRESS, [GPIO, None])
        clock.tick(1_000_000_000)
        assert not block.ended
        for _ in range(9):
            box.clock()
        assert (not box.held) == freed
        if not freed:
            box.plug(there=False)
            box.plug(there=True)


def expander_set_up(box: Box) -> None:
    """Set a box up as the firmware's driver does."""

    class Wire:
        def writeto(self, address: int, data: bytes) -> None:
            box.write(address, bytes(data))

    expander.Expander().set_up(Wire())


def read(box: Box, register: int) -> int:
    """Read one register."""
    box.write(pins.EXPANDER_ADDRESS, bytes((register,)))
    return box.read()


def test_a_press_between_two_readings_is_latched_and_calls_until_it_is_read() -> None:
    """The first change counts, with all levels at that moment; reading forgets it."""
    box = Box()
    expander_set_up(box)
    read(box, GPIO)
    assert not box.calls
    box.keys = UP
    box.keys = 0
    assert box.calls
    assert not read(box, INTCAP) & UP
    assert not box.calls
    assert read(box, GPIO) & UP


def test_the_driver_finds_the_box_as_it_finds_the_simulated_one() -> None:
    """Its expander counts through its registers, its keys pull low, its display runs after a reset."""

    class Wire:
        """The bus as the firmware's driver calls it."""

        def writeto(self, address: int, data: bytes) -> None:
            box.write(address, bytes(data))

        def readfrom_mem_into(self, address: int, register: int, buffer: bytearray) -> None:
            box.write(address, bytes((register,)))
            buffer[:] = bytes(box.read() for _ in buffer)

    box, driver, wire = Box(), expander.Expander(), Wire()
    assert driver.read_buttons(wire) == -1
    driver.set_up(wire)
    assert driver.read_buttons(wire) == 0
    box.keys = UP
    assert driver.read_buttons(wire) == UP
    driver.write_outputs(wire, expander.LAMP | expander.RUN_DISPLAY)
    assert box.outputs == expander.LAMP | expander.RUN_DISPLAY
    box.write(pins.DISPLAY_ADDRESS, b"\x00\xa1\xc8\xaf")
    box.write(pins.DISPLAY_ADDRESS, b"\x40\x01")
    assert box.display.picture().rows[0][0] == "#"


def test_an_erase_and_a_program_stop_the_processor_for_their_time(clock: FakeClock) -> None:
    """Bits that become ones were erased, those that become zeros programmed, page by page."""
    flash, used = FlashTime(clock), bytes(2 * 4096)
    erased = b"\xff" * 4096 + used[4096:]
    flash.spend(used, erased)
    assert (flash.erases, flash.programs, clock.nanos) == (1, 0, ERASE_NS)
    flash.spend(erased, b"\x01" * 300 + erased[300:])
    assert (flash.erases, flash.programs, clock.nanos) == (1, 2, ERASE_NS + 2 * PROGRAM_NS)


def test_a_change_of_the_clock_alone_is_no_change_of_a_picture(clock: FakeClock) -> None:
    """Latency is measured to the last pixel of what a press brings about."""
    box = Box()
    pictures = Pictures(clock, [box])
    expander_set_up(box)
    for level in (0, 1 << pins.DISPLAY_RESET):
        box.write(pins.EXPANDER_ADDRESS, bytes((expander.OLAT, level)))
    box.write(pins.DISPLAY_ADDRESS, b"\x00\xa1\xc8\xaf")
    for page in range(8):
        box.write(pins.DISPLAY_ADDRESS, bytes((0x00, 0xB0 | page, 0x00, 0x10)))
        box.write(pins.DISPLAY_ADDRESS, b"\x40" + bytes(128))
    pictures.look(box)
    pictures.changes.clear()
    box.write(pins.DISPLAY_ADDRESS, bytes((0x00, 0xB0, 0x00 | 100 % 16, 0x10 | 100 // 16)))
    box.write(pins.DISPLAY_ADDRESS, b"\x40\xff")
    pictures.look(box)
    assert pictures.changes == []
    clock.nanos = 5_000
    box.write(pins.DISPLAY_ADDRESS, bytes((0x00, 0xB1, 0x00 | 100 % 16, 0x10 | 100 // 16)))
    box.write(pins.DISPLAY_ADDRESS, b"\x40\xff")
    pictures.look(box)
    assert pictures.changes == [(5, 0)]


def test_the_table_of_figures_says_what_is_kept_and_what_is_broken() -> None:
    """More is better for memory, less for time; what never came breaks its promise, what was not tried none."""
    found = {
        RIICHI.name: [Taken(80, {"computed": 60}), Taken(85, {}), Taken(NEVER, {})],
        FREE.name: [Taken(101_000, {}), Taken(102_000, {})],
    }
    assert broken(found) == [RIICHI.name]
    lines = list(report(found))
    assert len(lines) == 3
    assert "BROKEN" in lines[1]
    assert "kept" in lines[2]
    assert "101000" in lines[2]
    assert len({promise.name for promise in PROMISES}) == len(PROMISES)


def test_a_block_that_the_chip_resets_begins_anew_and_its_neighbour_goes_on() -> None:
    """A transfer that was cut off would keep it busy for ever, with all seats on it."""
    reset: list[int] = []

    class Registers:
        """What the register holds."""

        written: tuple[int, int] = (0, 0)

        def write_uint32(self, offset: int, value: int) -> None:
            """Keep a value."""
            self.written = (offset, value)

    class Block:
        """A block that notes its resets."""

        def __init__(self, number: int) -> None:
            self.number = number

        def reset(self) -> None:
            """Note it."""
            reset.append(self.number)

    registers = Registers()
    reset_with(registers, [Block(0), Block(1)])
    for offset, value, numbers in ((0, 1 << 4, [1]), (0, 0, []), (0, 3 << 3, [0, 1]), (4, 3 << 3, [])):
        reset.clear()
        registers.write_uint32(offset, value)
        assert (registers.written, reset) == ((offset, value), numbers)
