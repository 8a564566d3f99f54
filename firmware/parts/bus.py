"""Simulated I2C: real bus time, and only those chips answer whose two wires are attached.

On the rp2, new pins are attached to a block without detaching the old ones.  The block then drives
all of them and hears their logical OR: an acknowledge, which is a low, comes through only when it
comes on every data wire, and bytes that are read are mixed.
"""

import harness_channel
import wires
from clock import simulate_busy_time
from expander import SimulatedExpander
from pins import Pin
from seat import Display

EIO = 5
ETIMEDOUT = 110
TIMEOUT_US = 50_000

carried = 0  # bytes on both blocks since this start of the device


def I2C(  # noqa: N802 - it stands for the class of that name
    id: int,
    *,
    scl: Pin,
    sda: Pin,
    freq: int = 400_000,
    timeout: int = TIMEOUT_US,
) -> "SimulatedI2CBlock":
    """Attach two pins to a block, without detaching those that are attached.

    As on the rp2 each block is one object however often it is made.  A function, because the firmware
    comes here at every change of seat and making an instance would take memory each time.
    """
    _check(id, scl.number, sda.number)
    wires.set_pull(scl.number, wires.PULL_UP)
    wires.set_pull(sda.number, wires.PULL_UP)
    wires.assign_function(scl.number, wires.I2C)
    wires.assign_function(sda.number, wires.I2C)
    _BLOCKS[id].configure(freq, timeout)
    return _BLOCKS[id]


def _check(block: int, scl: int, sda: int) -> None:
    """Refuse pins that this block cannot have."""
    if not 0 <= block < len(_BLOCKS):
        raise ValueError("I2C(%d) doesn't exist" % block)
    if scl & 3 != 2 * block + 1:
        raise ValueError("bad SCL pin")
    if sda & 3 != 2 * block:
        raise ValueError("bad SDA pin")


class SimulatedI2CBlock:
    """One of the two blocks."""

    def __init__(self, number: int) -> None:
        self._block = number
        self.configure(400_000, TIMEOUT_US)

    def configure(self, hertz: int, timeout: int) -> None:
        """Set the clock and how long a transfer may take, in microseconds."""
        self._hertz = hertz
        self._timeout = timeout

    def writeto(self, addr: int, buf: "bytes | bytearray | memoryview", stop: bool = True) -> int:  # noqa: ARG002
        """Write bytes to a chip."""
        chip = self._alone(addr)
        count = len(buf)
        fits = self._take_time(1 + count)
        if fits < count:
            buf = memoryview(buf)[:fits]
        if chip is not None:
            chip.write(buf)
        else:
            for chip in _CHIPS:
                chip.write(buf)
        if fits < count:
            raise OSError(ETIMEDOUT)
        return count

    def readfrom_into(self, addr: int, buf: "bytearray | memoryview", stop: bool = True) -> None:  # noqa: ARG002
        """Read bytes from a chip."""
        alone = self._alone(addr)
        if self._take_time(1 + len(buf)) < len(buf):
            raise OSError(ETIMEDOUT)
        for chip in _CHIPS if alone is None else (alone,):
            chip.read_into(buf, joined=alone is None and chip is not _CHIPS[0])

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        """Read bytes from a chip."""
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def readfrom_mem_into(self, addr: int, memaddr: int, buf: "bytearray | memoryview", *, addrsize: int = 8) -> None:  # noqa: ARG002
        """Write a register's number and read from there on, in one go."""
        chip = self._alone(addr)
        if self._take_time(3 + len(buf)) < len(buf):
            raise OSError(ETIMEDOUT)
        if chip is not None:
            chip.read_from(memaddr, buf)
        else:
            self._mixed(memaddr, buf)

    @staticmethod
    def _mixed(memaddr: int, buf: "bytearray | memoryview") -> None:
        for chip in _CHIPS:
            chip.read_from(memaddr, buf, joined=chip is not _CHIPS[0])

    def readfrom_mem(self, addr: int, memaddr: int, nbytes: int, *, addrsize: int = 8) -> bytes:  # noqa: ARG002
        """Write a register's number and read from there on."""
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf)
        return bytes(buf)

    def writeto_mem(self, addr: int, memaddr: int, buf: "bytes | bytearray", *, addrsize: int = 8) -> None:  # noqa: ARG002
        """Write registers from one on."""
        self.writeto(addr, bytes((memaddr,)) + bytes(buf))

    def scan(self) -> "list[int]":
        """Return the addresses that answer."""
        addresses = []
        for addr in range(0x08, 0x78):
            try:
                self._alone(addr)
            except OSError:
                continue
            self._take_time(1)
            addresses.append(addr)
        return addresses

    def _alone(self, addr: int) -> "SimulatedExpander | Display | None":
        """Find the one chip that answers, or leave several in _CHIPS, or raise as the port does."""
        seat = wires.reached[self._block]
        if seat is not None:
            chip = seat.chips.get(addr)
            if chip is not None:
                return chip
        self._find(addr)
        return None

    def _find(self, addr: int) -> None:
        """Ask all attached wires together: an acknowledge must come on every data wire."""
        _CHIPS.clear()
        for seat in wires.listeners(self._block):
            if seat.stuck():
                simulate_busy_time(self._timeout)
                raise OSError(ETIMEDOUT)
            chip = seat.chips.get(addr)
            if chip is not None:
                _CHIPS.append(chip)
        if not _CHIPS or len(_CHIPS) < wires.count_data_wires(self._block):
            self._take_time(1)
            raise OSError(EIO)

    def _take_time(self, count: int) -> int:
        """Spend the time of a number of bytes, and return how many fitted into the timeout, without the first."""
        global carried
        carried += count
        us = (count * 9 + 2) * 1_000_000 // self._hertz
        if us <= self._timeout:
            simulate_busy_time(us)
            return count
        simulate_busy_time(self._timeout)
        return max(0, self._timeout * self._hertz // 9_000_000 - 1)


# Made once: a chip alone on its wires, which is the rule, is served without taking memory.
_CHIPS: "list[SimulatedExpander | Display]" = []
_BLOCKS = (SimulatedI2CBlock(0), SimulatedI2CBlock(1))


def _count() -> None:
    """Report how many bytes the buses have carried, addresses included, and how often each expander was read."""
    harness_channel.send_to_harness("bus", carried, *[seat.expander.readings for seat in wires.seats])


harness_channel.orders["count_bus"] = _count
