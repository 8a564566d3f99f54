"""What hangs on the emulated chip takes its time: the bytes of a bus, the erases and programs of the flash.

Nothing here imports the emulator: it is given the emulator's clock and its I2C block by their few methods, so
that all of this is tried without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from device import pins

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emulated_box import Box

# At 400 kHz: nine clocks a byte, one for a start and one for a stop.
BYTE_NS, EDGE_NS = 22_500, 2_500
ERASE_NS, PROGRAM_NS = 45_000_000, 400_000
PAGE, BLOCK = 256, 4096
TX_EMPTY = 1 << 4
ADDRESSES = (pins.EXPANDER_ADDRESS, pins.DISPLAY_ADDRESS)
# The clock stands in the first line from this column on.
CLOCK_COLUMN = 90
COLUMNS = 128


class Alarm(Protocol):
    """An alarm of the emulator's clock."""

    def schedule(self, delta_nanos: float) -> None:
        """Ring after so long."""


class Clock(Protocol):
    """The emulator's clock."""

    @property
    def nanos(self) -> float:
        """Return the emulated time."""

    def create_alarm(self, callback: Callable[[], None]) -> Alarm:
        """Make an alarm."""

    def tick(self, delta_nanos: float) -> None:
        """Let time pass in which the processor does nothing."""


class Bus:
    """One I2C block: what is sent on it reaches the box whose data pin is attached to it now, in its time.

    A box that holds a wire low lets nothing end: the firmware's own timeout has to.
    """

    def __init__(
        self, i2c: Any, clock: Clock, attached: Callable[[], Sequence[Box]], changed: Callable[[Box, int], None]
    ):
        self._i2c = i2c
        self._attached = attached
        self._changed = changed
        self._alarm = clock.create_alarm(self._ring)
        self._then: Callable[[], None] | None = None
        self._address = 0
        self._written = bytearray()
        i2c.on_start = lambda _repeated: self._after(EDGE_NS, i2c.complete_start)
        i2c.on_connect = self._connect
        i2c.on_write_byte = self._write
        i2c.on_read_byte = lambda _acknowledged: self._after(BYTE_NS, self._read)
        i2c.on_stop = lambda: self._after(EDGE_NS, self._stop)

    def _after(self, nanos: int, then: Callable[[], None]) -> None:
        self._then = then
        if not any(box.held for box in self._attached()):
            self._alarm.schedule(nanos)

    def _ring(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _box(self) -> Box | None:
        attached = self._attached()
        return attached[0] if len(attached) == 1 and attached[0].there else None

    def _connect(self, address: int, _mode: int) -> None:
        self._flush()
        self._address = address
        self._after(BYTE_NS, self._connected)

    def _connected(self) -> None:
        there = self._box() is not None and self._address in ADDRESSES
        self._i2c.complete_connect(there)
        if not there:
            self._i2c.int_raw |= TX_EMPTY  # as on the chip after the flush: EIO at once, no timeout

    def _write(self, value: int) -> None:
        self._written.append(value)
        self._after(BYTE_NS, lambda: self._i2c.complete_write(True))

    def _read(self) -> None:
        self._flush()
        box = self._box()
        value = box.read() if box is not None else 0xFF
        if box is not None:
            self._changed(box, self._address)
        self._i2c.complete_read(value)

    def _stop(self) -> None:
        self._flush()
        self._i2c.complete_stop()

    def _flush(self) -> None:
        """Hand over what was written since the start or the repeated start."""
        box = self._box()
        if self._written and box is not None:
            box.write(self._address, bytes(self._written))
            self._changed(box, self._address)
        self._written.clear()


class Pictures:
    """Notes when what a display shows has changed, the columns of the clock left out."""

    def __init__(self, clock: Clock, boxes: Sequence[Box]) -> None:
        self._clock = clock
        self._boxes = list(boxes)
        self._seen = [self._rows(box) for box in boxes]
        self.changes: list[tuple[int, int]] = []

    @staticmethod
    def _rows(box: Box) -> list[str]:
        rows = box.display.picture().rows
        return [row[:CLOCK_COLUMN] if place < COLUMNS // 16 else row for place, row in enumerate(rows)]

    def look(self, box: Box) -> None:
        """Compare a box's picture with what it was."""
        seat = self._boxes.index(box)
        rows = self._rows(box)
        if rows != self._seen[seat]:
            self._seen[seat] = rows
            self.changes.append((int(self._clock.nanos) // 1000, seat))


class FlashTime:
    """Counts the erases and programs of a flash, and stops the processor for as long as they take."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.erases = 0
        self.programs = 0

    def spend(self, before: bytes, after: bytes) -> None:
        """Take the time of what has changed: to ones is an erase, a block at once, to zeros a program, a page."""
        for start in range(0, len(after), BLOCK):
            old, new = before[start : start + BLOCK], after[start : start + BLOCK]
            if old == new:
                continue
            if is_erase(old, new):
                self.erases += 1
                self._clock.tick(ERASE_NS)
            else:
                changed = sum(old[at : at + PAGE] != new[at : at + PAGE] for at in range(0, BLOCK, PAGE))
                self.programs += changed
                self._clock.tick(changed * PROGRAM_NS)


def is_erase(before: bytes, after: bytes) -> bool:
    """Return whether a change made ones, which only an erase does."""
    return int.from_bytes(after) & ~int.from_bytes(before) != 0


# Of the register that resets the chip's blocks: its place, and the bit of each I2C block.
RESET_AT, RESET_BITS = 0, (1 << 3, 1 << 4)


def reset_with(resets: Any, blocks: Sequence[Any]) -> None:
    """Have I2C blocks begin again when the chip resets them: the emulator would keep a cut transfer for ever."""
    write = resets.write_uint32

    def written(offset: int, value: int) -> None:
        write(offset, value)
        if offset == RESET_AT:
            for bit, block in zip(RESET_BITS, blocks, strict=True):
                if value & bit:
                    block.reset()

    resets.write_uint32 = written
