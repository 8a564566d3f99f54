"""Simulated UART 0, the service port: the world around holds its other end."""

import io
from binascii import hexlify, unhexlify

import clock
import harness_channel

# What is sent is told in portions.
PORTION = 256

POLL = 3
READABLE = 1
WRITABLE = 4


class UART(io.IOBase):
    """The service port; also a stream that `select` and asyncio can wait for."""

    def __init__(
        self,
        id: int,
        baudrate: int = 115_200,
        *,
        tx: "object" = None,  # noqa: ARG002
        rx: "object" = None,  # noqa: ARG002
        txbuf: int = 256,
        rxbuf: int = 256,
        **framing: object,  # noqa: ARG002
    ) -> None:
        if id != 0:
            raise ValueError("the simulated table has UART 0 only")
        self._baud = baudrate
        self._txbuf = txbuf
        self._rxbuf = rxbuf
        self._got = bytearray()
        harness_channel.orders["uart"] = self._receive

    def any(self) -> int:
        """Return how many bytes wait to be read."""
        return len(self._got)

    def read(self, nbytes: int = -1) -> "bytes | None":
        """Return the bytes that are there, or None."""
        count = len(self._got) if nbytes < 0 else min(nbytes, len(self._got))
        data = bytes(self._got[:count])
        self._got = self._got[count:]
        return data or None

    def readinto(self, buf: "bytearray | memoryview", nbytes: int = -1) -> "int | None":
        """Read the bytes that are there into a buffer, or return None."""
        data = self.read(len(buf) if nbytes < 0 else nbytes)
        if data is None:
            return None
        buf[: len(data)] = data
        return len(data)

    def readline(self) -> "bytes | None":
        """Return the next line, or what is there of it, or None."""
        end = self._got.find(b"\n")
        return self.read(end + 1 if end >= 0 else -1)

    def write(self, buf: "bytes | bytearray | memoryview") -> int:
        """Send; what the buffer does not hold takes the time of the line."""
        clock.simulate_busy_time(max(0, len(buf) - self._txbuf) * 10_000_000 // self._baud)
        for start in range(0, len(buf), PORTION):
            harness_channel.send_to_harness("uart", hexlify(memoryview(buf)[start : start + PORTION]).decode())
        return len(buf)

    def flush(self) -> None:
        """Wait until all is sent."""

    def txdone(self) -> bool:
        """Return whether all is sent."""
        return True

    def deinit(self) -> None:
        """Close the port."""

    def ioctl(self, request: int, flags: int) -> int:
        """Answer `select`."""
        if request == POLL:
            return flags & (WRITABLE | (READABLE if self._got else 0))
        return 0

    def _receive(self, text: str) -> None:
        data = unhexlify(text)
        room = self._rxbuf - len(self._got)
        if len(data) > room:
            harness_channel.report_firmware_fault("the service port's buffer of %d bytes ran over" % self._rxbuf)
        self._got += data[:room]
