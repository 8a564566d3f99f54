"""Bytes from the host are taken one by one, and until a line is whole that takes no memory."""

import micropython

from device.ports import UartPort, UsbPort
from tenbo_core.wire import Reader, encode


class Uart:
    """A UART with some bytes that have come."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def any(self):
        return len(self.data) - self.at

    def readinto(self, buffer):
        buffer[0] = self.data[self.at]
        self.at += 1
        return 1


def test_taking_a_line_byte_by_byte_takes_no_memory():
    """A collection takes 20 ms, so a host that floods the line must not be able to ask for one."""
    line = encode(["state", 7])
    reader, port = Reader(), UartPort(Uart(line))
    ended = 0
    micropython.heap_lock()
    try:
        for _ in range(len(line)):
            if reader.feed(port.read()):
                ended += 1
    finally:
        micropython.heap_unlock()
    assert ended == 1
    assert reader.messages() == [["state", 7]]


def test_a_line_without_end_takes_no_memory():
    """Nor does what a mad host sends between two newlines."""
    reader = Reader()
    micropython.heap_lock()
    try:
        for _ in range(5000):
            reader.feed(0x41)
    finally:
        micropython.heap_unlock()
    assert reader.feed(10)
    assert (reader.messages(), reader.damaged) == ([], 1)


def test_asking_whether_a_byte_has_come_takes_no_memory():
    """It is asked a hundred times a second, for days."""
    port = UsbPort()
    port.read()
    micropython.heap_lock()
    try:
        for _ in range(100):
            port.read()
    finally:
        micropython.heap_unlock()
