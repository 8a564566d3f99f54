"""Simulated I2C: real bus time, and only those chips answer whose two wires are attached.

On the rp2, new pins are attached to a block without letting the old ones go.  The block then drives
all of them and hears their logical OR: an acknowledge, which is a low, comes through only when it
comes on every data wire, and bytes that are read are mixed.
"""

import clock
import wires
from pins import Pin
from wires import reach

EIO = 5
ETIMEDOUT = 110
BLOCKS = 2
TIMEOUT_US = 50_000


class I2C:
    """One of the two blocks."""

    def __init__(
        self,
        id: int,  # noqa: A002 - the name it has
        *,
        scl: Pin,
        sda: Pin,
        freq: int = 400_000,
        timeout: int = TIMEOUT_US,
    ) -> None:
        if not 0 <= id < BLOCKS:
            raise ValueError("I2C(%d) doesn't exist" % id)
        if not scl.number & 1 or scl.number >> 1 & 1 != id:
            raise ValueError("bad SCL pin")
        if sda.number & 1 or sda.number >> 1 & 1 != id:
            raise ValueError("bad SDA pin")
        self._block = id
        self._hertz = freq
        self._timeout = timeout
        for pin in (scl, sda):
            wires.pull[pin.number] = wires.PULL_UP
            wires.use(pin.number, wires.I2C)

    def writeto(self, addr: int, buf: "bytes | bytearray | memoryview", stop: bool = True) -> int:  # noqa: ARG002, FBT001, FBT002
        """Write bytes to a chip."""
        chips = self._address(addr)
        fits = self._take_time(1 + len(buf))
        for chip in chips:
            chip.write(buf if fits >= len(buf) else memoryview(buf)[:fits])  # type: ignore[attr-defined]
        if fits < len(buf):
            raise OSError(ETIMEDOUT)
        return len(buf)

    def readfrom_into(self, addr: int, buf: "bytearray | memoryview", stop: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002
        """Read bytes from a chip."""
        chips = self._address(addr)
        if self._take_time(1 + len(buf)) < len(buf):
            raise OSError(ETIMEDOUT)
        self._hear(chips, buf)

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:  # noqa: FBT001, FBT002
        """Read bytes from a chip."""
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def readfrom_mem_into(self, addr: int, memaddr: int, buf: "bytearray | memoryview", *, addrsize: int = 8) -> None:  # noqa: ARG002
        """Write a register's number and read from there on, in one go."""
        chips = self._address(addr)
        if self._take_time(3 + len(buf)) < len(buf):
            raise OSError(ETIMEDOUT)
        _REGISTER[0] = memaddr
        for chip in chips:
            chip.write(_REGISTER)  # type: ignore[attr-defined]
        self._hear(chips, buf)

    def readfrom_mem(self, addr: int, memaddr: int, nbytes: int, *, addrsize: int = 8) -> bytes:  # noqa: ARG002
        """Write a register's number and read from there on."""
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf)
        return bytes(buf)

    def writeto_mem(self, addr: int, memaddr: int, buf: "bytes | bytearray", *, addrsize: int = 8) -> None:  # noqa: ARG002
        """Write registers from one on."""
        self.writeto(addr, bytes((memaddr,)) + bytes(buf))

    def scan(self) -> "list[int]":
        """Give the addresses that answer."""
        found = []
        for addr in range(0x08, 0x78):
            try:
                self._address(addr)
            except OSError:
                continue
            self._take_time(1)
            found.append(addr)
        return found

    def _address(self, addr: int) -> "list[object]":
        """Find the chips that answer, all attached data wires together, or raise as the port does."""
        seats, data = reach(self._block)
        del _CHIPS[:]
        for seat in seats:
            if seat.stuck():
                clock.spend(self._timeout)
                raise OSError(ETIMEDOUT)
            chip = seat.chips.get(addr)
            if chip is not None:
                _CHIPS.append(chip)
        if not _CHIPS or len(_CHIPS) < len(data):
            self._take_time(1)
            raise OSError(EIO)
        return _CHIPS

    def _take_time(self, count: int) -> int:
        """Spend the time of so many bytes, and give how many fitted into the timeout, the first not counted."""
        us = (count * 9 + 2) * 1_000_000 // self._hertz
        if us <= self._timeout:
            clock.spend(us)
            return count
        clock.spend(self._timeout)
        return max(0, self._timeout * self._hertz // 9_000_000 - 1)

    @staticmethod
    def _hear(chips: "list[object]", buf: "bytearray | memoryview") -> None:
        first = True
        for chip in chips:
            if first:
                chip.read_into(buf)  # type: ignore[attr-defined]
            else:
                chip.read_into(buf, joined=True)  # type: ignore[attr-defined]
            first = False


# Made once: reading buttons takes no memory on the device, and must not here.
_REGISTER = bytearray(1)
_CHIPS: "list[object]" = []
