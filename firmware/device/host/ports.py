"""The two lines to the outside: the USB port and the service UART, with one interface.

A port returns single bytes that have come and writes as much of a line as fits; it never waits.
"""

import select
import sys

if False:  # for the type checker alone, and gone when compiled
    from device.parts import UART


class UsbPort:
    """The USB serial port, which MicroPython offers as standard input and output.

    Reading polls first and then takes one byte: a longer read would wait for all of its bytes and
    stop the whole table.
    """

    # Where it is none, others may be on the line.
    is_cable = True

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)

    def read_byte(self) -> int:
        """Return the next byte, or -1 when none is there."""
        # The iterator is the poll itself: asked a hundred times a second, it takes no memory.
        for _ in self._poll.ipoll(0):
            if self._in.readinto(self._byte):
                return self._byte[0]
        return -1

    def write(self, line: bytes) -> int:
        """Write what fits now and return how many bytes that was."""
        for _ in self._room.ipoll(0):
            return self._out.write(line) or 0
        return 0


class UartPort:
    """The service UART inside the centre box, for a terminal on the bench."""

    is_cable = True

    def __init__(self, uart: "UART") -> None:
        self._uart = uart
        self._byte = bytearray(1)

    def read_byte(self) -> int:
        """Return the next byte, or -1 when none is there."""
        if not self._uart.any():
            return -1
        self._uart.readinto(self._byte)
        return self._byte[0]

    def write(self, line: bytes) -> int:
        """Write what fits now and return how many bytes that was."""
        return self._uart.write(line) or 0
