"""Fits text into a window's width: breaks lines, splits wide tables; a pipe gets the text unchanged."""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import IO, TYPE_CHECKING

from tenbo.cli.support.terminal import terminal_size

if TYPE_CHECKING:
    from collections.abc import Sequence

# A window narrower than this breaks the lines by itself: nothing is readable in it anyway.
LEAST = 30
# What is copied as a whole, and means something else in two parts.
ADDRESS = re.compile(r"\s*https?://\S+")
# The additional indentation of a continued line.
FURTHER = 4


def window_width(stream: IO[str]) -> int | None:
    """Return the columns of the window that a stream is shown in; None for a file or a pipe."""
    return max(LEAST, terminal_size()[0]) if stream.isatty() else None


def print_text(text: str, stream: IO[str] | None = None) -> None:
    """Print a text for a person: in a window its lines are broken where it is too narrow, a pipe gets them whole."""
    out = sys.stdout if stream is None else stream
    out.write(wrap_text(text, window_width(out)))


def text_width(text: str) -> int:
    """Return how many columns of a window a text takes.

    >>> text_width("Anna"), text_width("直子")
    (4, 4)
    """
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def truncate_text(text: str, columns: int | None) -> str:
    """Return the part of a text that fits into `columns`; all of it if that is None.

    >>> truncate_text("直子 幸田", 8), truncate_text("Anna", 3), truncate_text("Anna", None)
    ('直子 幸', 'Ann', 'Anna')
    """
    if columns is None:
        return text
    end = len(text)
    while text_width(text[:end]) > columns:
        end -= 1
    return text[:end]


def pad_cell(text: str, width: int) -> str:
    """Return a text as a column has it, with a gap behind: in a window as much as fits, else as many letters.

    >>> pad_cell("Anna Berg", 6)
    'Anna  '
    """
    shown = text[: width - 1] if window_width(sys.stdout) is None else truncate_text(text, width - 1)
    return shown.ljust(width) if window_width(sys.stdout) is None else shown + " " * (width - text_width(shown))


def wrap_text(text: str, columns: int | None) -> str:
    r"""Return a text whose lines fit into a window: broken at a gap, else between words; an address alone stays whole.

    >>> wrap_text("  table 1   E 1 Anna Berg   S 2 Ben Cole\n", 30)
    '  table 1   E 1 Anna Berg\n      S 2 Ben Cole\n'
    """
    if columns is None:
        return text
    whole = "\n".join(piece for line in text.splitlines() for piece in _pieces(line, columns))
    return whole + "\n" if text.endswith("\n") else whole


def _pieces(line: str, columns: int) -> list[str]:
    if text_width(line) <= columns or ADDRESS.fullmatch(line):
        return [line]
    start = " " * (len(line) - len(line.lstrip()) + FURTHER)
    pieces, rest = [], line
    while text_width(rest) > columns:
        at = _break(rest, columns)
        pieces.append(rest[:at].rstrip())
        rest = start + rest[at:].lstrip()
    return [*pieces, rest] if rest.strip() else pieces


def _break(line: str, columns: int) -> int:
    """Return where to break a line: at the last gap of its right half, else between words, else anywhere."""
    end = 0
    while text_width(line[: end + 1]) <= columns:
        end += 1
    begin = len(line) - len(line.lstrip()) + 1
    gap = line.rfind("  ", max(begin, end // 3), end + 1)
    if gap < 0:
        gap = line.rfind(" ", begin, end + 1)
    return gap if gap > 0 else end


def format_table(
    rows: Sequence[Sequence[str]], widths: Sequence[int], columns: int | None, left: Sequence[int] = ()
) -> str:
    r"""Return rows of cells as a table; one that a window is too narrow for is cut, the first column in each part.

    Cells of the columns `left` begin at the left, others end at the right; the last column is as wide as it likes.

    >>> print(format_table([["table", "hands", "owed"], ["1", "12", "4:30"]], [5, 7, 7], 14), end="")
    table  hands
        1     12
    <BLANKLINE>
    table   owed
        1   4:30
    """
    parts: list[list[int]] = [[0]]
    taken = widths[0]
    for column in range(1, len(widths)):
        wide = max([widths[column], *(text_width(row[column]) for row in rows)])
        if columns is not None and taken + wide > columns and len(parts[-1]) > 1:
            parts.append([0])
            taken = widths[0]
        parts[-1].append(column)
        taken += wide
    tables = ["".join(_row(row, part, widths, left) + "\n" for row in rows) for part in parts]
    return "\n".join(wrap_text(text, columns) for text in tables)


def _row(cells: Sequence[str], part: Sequence[int], widths: Sequence[int], left: Sequence[int]) -> str:
    line = ""
    for column in part:
        cell = cells[column]
        filler = " " * (widths[column] - text_width(cell))
        line += cell + filler if column in left else filler + cell
    return line.rstrip()
