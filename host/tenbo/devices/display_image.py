"""The pixels of one display, as text that a reviewer can read and as a PNG."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 128
HEIGHT = 64
SCALE = 4
# Light grey on black: what a white OLED looks like in a dark bezel.
DARK, LIT = b"\x10", b"\xf0"


class DisplayImage(NamedTuple):
    """64 rows of 128 letters from the top: `#` lit, `.` dark."""

    rows: tuple[str, ...]

    def text_bitmap(self) -> str:
        """Return the rows as lines."""
        return "\n".join(self.rows) + "\n"

    def count_lit(self) -> int:
        """Count the lit pixels.

        >>> DisplayImage(("#.#", "...")).count_lit()
        2
        """
        return sum(row.count("#") for row in self.rows)

    def braille_text(self) -> str:
        """Return the picture in 64 x 16 letters of two by four dots each, for a terminal.

        >>> DisplayImage(("##", "..", "..", "#.")).braille_text()
        '⡉'
        """
        lines = []
        for top in range(0, len(self.rows), 4):
            block = self.rows[top : top + 4]
            letters = []
            for left in range(0, len(block[0]), 2):
                dots = 0
                for (row, column), bit in DOTS.items():
                    if block[row][left + column] == "#":
                        dots |= bit
                letters.append(chr(0x2800 + dots))
            lines.append("".join(letters))
        return "\n".join(lines)

    def png(self) -> bytes:
        """Return the picture as a PNG, four times as large."""
        height, width = len(self.rows), len(self.rows[0])
        lines = []
        for row in self.rows:
            line = b"\x00" + b"".join((LIT if letter == "#" else DARK) * SCALE for letter in row)
            lines.append(line * SCALE)
        header = struct.pack(">IIBBBBB", width * SCALE, height * SCALE, 8, 0, 0, 0, 0)
        return (
            b"\x89PNG\r\n\x1a\n"
            + _chunk(b"IHDR", header)
            + _chunk(b"IDAT", zlib.compress(b"".join(lines), 9))
            + _chunk(b"IEND", b"")
        )


def arrange_by_seat(pictures: list[DisplayImage]) -> DisplayImage:
    """Put the pictures of seats 0 to 3 together as the seats sit, seen from above seat 0.

    Seat 0 is below, 1 to its right, 2 across, 3 to its left; every one turned to the reader.
    """
    gap = 8
    empty = "." * WIDTH
    blank = [empty] * HEIGHT
    rows: list[str] = []
    for left, middle, right in (
        (blank, pictures[2].rows, blank),
        (pictures[3].rows, blank, pictures[1].rows),
        (blank, pictures[0].rows, blank),
    ):
        rows += [("." * gap).join(parts) for parts in zip(left, middle, right, strict=True)]
        rows += ["." * (3 * WIDTH + 2 * gap)] * gap
    return DisplayImage(tuple(rows[:-gap]))


# The eight dots of a Braille letter by row and column.
DOTS = {(0, 0): 1, (1, 0): 2, (2, 0): 4, (0, 1): 8, (1, 1): 16, (2, 1): 32, (3, 0): 64, (3, 1): 128}


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def decode_pages(pages: Sequence[bytes | bytearray]) -> DisplayImage:
    r"""Return the picture of pages as a display takes them: a byte for a column of eight pixels, the highest first.

    >>> decode_pages([b"\x01\x80"]).rows[0], decode_pages([b"\x01\x80"]).rows[7]
    ('#.', '.#')
    """
    return DisplayImage(
        tuple("".join(".#"[column >> row & 1] for column in page) for page in pages for row in range(8))
    )
