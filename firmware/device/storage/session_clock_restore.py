"""Restores the session clock at a start: reads its marks on flash, and makes room for more."""

from micropython import const

from device.storage import block_files
from device.storage.log_block import AppendBlock
from device.storage.session_clock_log import PATH, checksummed_second_text

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, Entropy, Flash

# Room for two hours of marks.
_LEAST = const(1000)


def read(flash: "Flash", entropy: "Entropy", between: "Between | None") -> "tuple[int, AppendBlock | None]":
    """Return the last second that is marked, and the block of the marks, if the flash has room for one.

    A block that is nearly full is replaced now: making one takes a tenth of a second, which delays no player here.
    """
    latest = second = 0
    block = None
    try:
        block = AppendBlock(flash, PATH)
        for line in block.each_line():
            if second:
                latest = max(latest, second + _zeros(line))
            second = _second_of(line)
            latest = max(latest, second)
    except OSError:
        pass  # no file yet
    if block is None or block.room < _LEAST:
        try:
            block = block_files.make_block(
                flash, PATH, entropy, between, b"\n" + checksummed_second_text(latest) + b"\n"
            )
        except OSError:
            pass  # the flash is full: the remaining room must do
    return latest, block


def _zeros(line: bytes) -> int:
    """Return how many bits are zero at the beginning of what follows a line.

    >>> [_zeros(bits + b"\\n") for bits in (b"", b"\\xfe", b"\\x00\\xf0", b"\\x00\\x00", b"3f*")]
    [0, 1, 12, 16, 0]
    """
    whole = len(line) - len(line.lstrip(b"\x00"))
    zeros = [count for count in range(1, 8) if line[whole] == 0xFF << count & 0xFF]
    return 8 * whole + (zeros[0] if zeros else 0)


def _second_of(line: bytes) -> int:
    """Return the second of a mark, 0 for any other line."""
    try:
        second = int(line[: line.find(b"*")], 16)
    except ValueError:
        return 0
    return second if second >= 0 and line == checksummed_second_text(second) + b"\n" else 0
