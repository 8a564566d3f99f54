"""The clock on flash: marks so close together that a power cut sets a session back by seconds, not minutes.

They stand in an append block, which needs no erasing; when it is full a new one takes its place in one step of the
file system, the latest mark already on it.
"""

import binascii

from micropython import const

from device.append_block import AppendBlock

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, Entropy, Flash

PATH = "clock"
# With the seconds of a watchdog and of a start this stays below half a minute.
_EVERY_S = const(15)
# After so long a full flash is tried again.
_AGAIN_S = const(600)


class ClockMarks:
    """Stores seconds of the ledger's clock on flash; `latest` is the last one that was there at the start."""

    def __init__(self, flash: "Flash", entropy: "Entropy") -> None:
        self.latest = 0
        self._flash = flash
        self._entropy = entropy
        self._block: "AppendBlock | None" = None
        self._next = 0
        try:
            self._block = AppendBlock(flash, PATH)
            for line in self._block.each_line():
                self.latest = max(self.latest, _second_of(line))
        except OSError:
            pass  # there is none yet

    def look(self, second: int, kept: int, between: "Between | None") -> None:
        """Make a mark when one is due; `kept` is the second of the last event, which is on flash as well.

        `between` is called between the steps that may erase a block.
        """
        if second - kept >= _EVERY_S and second >= self._next:
            self.keep(second, between)

    def keep(self, second: int, between: "Between | None") -> None:
        """Make a mark, if the flash has room for it."""
        # It begins on a line of its own: the one before may be torn.
        line = b"\n" + _text(second) + b"\n"
        try:
            if self._block is not None and self._block.room >= len(line):
                self._block.append(line)
            else:
                self._block = self._made(line, between)
            self._next = second + _EVERY_S
        except OSError:
            self._block = None
            self._next = second + _AGAIN_S

    def _made(self, line: bytes, between: "Between | None") -> AppendBlock:
        """Return a new block with one mark on it."""
        from device import block_files

        try:
            return block_files.make(self._flash, PATH, self._entropy, between, line)
        except OSError:
            # A flash without room has at least that of the old block now.
            return block_files.make(self._flash, PATH, self._entropy, between, line)


def _text(second: int) -> bytes:
    digits = b"%x" % second
    return digits + b"*%04x" % (binascii.crc32(digits) & 0xFFFF)


def _second_of(line: bytes) -> int:
    """Return the second of a mark, 0 for any other line."""
    try:
        second = int(line[: line.find(b"*")], 16)
    except ValueError:
        return 0
    return second if second >= 0 and line == _text(second) + b"\n" else 0
