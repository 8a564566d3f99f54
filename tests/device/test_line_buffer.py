"""Bytes from the host are taken one by one, and until a line is whole that takes no memory."""

import asyncio
import gc

import micropython

from device.host.link import HostLink, serve
from device.host.ports import UartPort, UsbPort
from tenbo_core.wire import MessageReader, encode


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
    reader, port = MessageReader(), UartPort(Uart(line))
    ended = 0
    micropython.heap_lock()
    try:
        for _ in range(len(line)):
            if reader.feed(port.read_byte()):
                ended += 1
    finally:
        micropython.heap_unlock()
    assert ended == 1
    assert reader.messages() == [["state", 7]]


def test_a_line_without_end_takes_no_memory():
    """Nor does what a mad host sends between two newlines."""
    reader = MessageReader()
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
    port.read_byte()
    micropython.heap_lock()
    try:
        for _ in range(100):
            port.read_byte()
    finally:
        micropython.heap_unlock()


class Deaf:
    """A port to a host that writes and never reads."""

    def __init__(self):
        self.waiting = b""

    def read_byte(self):
        if not self.waiting:
            return -1
        byte = self.waiting[0]
        self.waiting = self.waiting[1:]
        return byte

    def write(self, line):
        return 0


class Table:
    """What a link asks of the table behind it, and its clock."""

    last = -1
    now = 0

    def is_press_pending(self):
        return False

    def ms(self):
        return self.now

    def since(self, then):
        return self.now - then

    def line_after(self, n):
        return None

    def hello_fields(self):
        return [1, "e6", "1", 0, "aa", -1, "power"]


class Enough(Exception):
    """The table has run for long enough."""


def test_a_host_that_says_every_second_what_it_has_stored_and_never_reads_takes_no_memory():
    """For hours, as a program that was stopped in a debugger does."""
    table, port = Table(), Deaf()
    link = HostLink(port, table, table, table)
    line = encode(["stored", -1])
    # The most in the minutes at the beginning, and in those at the end.
    taken = [0, 0]

    def beat():
        table.now += 1000
        # What comes is kept for it as far as a port has room.
        if len(port.waiting) < 256:
            port.waiting += line
        link.heartbeat()
        link.send("seat", 1, True)
        if 200_000 < table.now < 300_000 or table.now > 1_400_000:
            gc.collect()
            end = table.now > 1_400_000
            taken[end] = max(taken[end], gc.mem_alloc())
        if table.now > 1_500_000:
            raise Enough

    try:
        asyncio.run(serve([link], 0, beat))
    except Enough:
        pass
    assert taken[1] - taken[0] < 2000, taken
    assert link.host_here


def test_a_host_that_does_not_read_its_answers_is_not_heard_further():
    """Thirty-two wait for it in memory; what it asks beyond that stays on its side of the cable."""
    table, port = Table(), Deaf()
    link = HostLink(port, table, table, table)
    link.heard_at = 0
    line = encode(["stored", -1])
    for _ in range(32):
        link.send("seat", 1, True)
    port.waiting = line
    assert not link._read_some()
    assert port.waiting == line
    link._queue.pop()
    assert link._read_some()
    assert len(port.waiting) < len(line)
