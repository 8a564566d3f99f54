"""Logs the session clock on flash every second: a power cut costs a session at most a second or two.

The marks stand in an append block, which needs no erasing; when it is full a new one takes its place in one step of
the file system, the latest mark already on it. A mark is a line with the second; behind it one bit becomes zero for
each second that follows, so that a block lasts for nine hours of play.
"""

import binascii

from micropython import const

from device.runtime.lazy_modules import call_and_unload
from device.storage.log_block import AppendBlock

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, Entropy, Flash

PATH = "clock"
# The time after which a full flash is tried again.
_AGAIN_S = const(600)
# The most bytes of bits that follow a line.
_MOST_BYTES = const(200)


class SessionClockLog:
    """Stores seconds of the ledger's clock on flash; `latest` is the last one that was there at the start."""

    def __init__(self, flash: "Flash", entropy: "Entropy", between: "Between | None" = None) -> None:
        self._flash = flash
        self._entropy = entropy
        self._next = 0
        # The second of the line that the bits follow, where the first of them stands, and how many are zero.
        self._line = 0
        self._from = 0
        self._bits = 0
        self.latest, self._block = call_and_unload("read_clock", flash, entropy, between)

    def mark_if_due(self, second: int, stored: int, poll: "Between | None") -> None:
        """Make a mark when one is due; `stored` is the second of the last event, which is on flash as well.

        `poll` is called between the steps that may erase a block.
        """
        if second > stored and second >= self._next:
            self.write_mark(second, poll)

    def write_mark(self, second: int, poll: "Between | None") -> None:
        """Make a mark, if the flash has room for it."""
        try:
            if not self._count(second):
                self._write(second, poll)
            self._next = second + 1
        except OSError:
            self._block = None
            self._next = second + _AGAIN_S

    def _count(self, second: int) -> bool:
        """Let the bits behind the last line say this second, and return whether there is room for that."""
        block, bits = self._block, second - self._line
        first, last = self._bits // 8, (bits + 7) // 8
        if block is None or not self._from or bits <= self._bits or last > _MOST_BYTES:
            return False
        block.end = self._from + first
        if last - first > block.room:
            return False
        block.append(bytes([0xFF << min(8, bits - 8 * place) & 0xFF for place in range(first, last)]))
        self._bits = bits
        if block.end != self._from + last:
            # It did not read back, and stands elsewhere: a line has to follow.
            self._from = 0
        return True

    def _write(self, second: int, between: "Between | None") -> None:
        """Write a line, on a new block if the current one has no room for it."""
        # It begins on a line of its own: the one before may be torn.
        line = b"\n" + checksummed_second_text(second) + b"\n"
        if self._block is not None and self._block.room > len(line):
            self._block.append(line)
        else:
            self._block = self._new_block(line, between)
        self._line, self._from, self._bits = second, self._block.end, 0

    def _new_block(self, line: bytes, poll: "Between | None") -> AppendBlock:
        """Return a new block with one mark on it."""
        from device.storage import block_files

        try:
            return block_files.make_block(self._flash, PATH, self._entropy, poll, line)
        except OSError:
            # A flash without room has at least that of the old block now.
            return block_files.make_block(self._flash, PATH, self._entropy, poll, line)


def checksummed_second_text(second: int) -> bytes:
    """Return a second with its checksum."""
    digits = b"%x" % second
    return digits + b"*%04x" % (binascii.crc32(digits) & 0xFFFF)
