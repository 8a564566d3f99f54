"""Formats the epilog of a command's help for the window's width: fills the prose, aligns the examples."""

from __future__ import annotations

import shlex
import textwrap
from itertools import groupby
from typing import NamedTuple

# An example's description is beside it if at least this many columns are left, else below it, indented.
LEAST_BESIDE = 24
BELOW = 6
COMMANDS = ("tenbo ", "sudo tenbo ")


class EpilogItem(NamedTuple):
    """An indented line: a command or a word with its description, or a line of its own."""

    indent: str
    what: str
    does: str


def fit_help(text: str, columns: int) -> str:
    r"""Return a text for a window; unchanged if it fits.

    >>> print(fit_help("Some words of prose.\n\n  tenbo sim     the whole device\n  tenbo rules   all books\n", 18))
    Some words of
    prose.
    <BLANKLINE>
      tenbo sim
            the whole
            device
      tenbo rules
            all books
    <BLANKLINE>
    """
    rows: list[str] = []
    for indented, lines in groupby(text.splitlines(), lambda line: line.startswith("  ") if line else None):
        block = [*lines]
        if all(len(line) <= columns for line in block):
            rows += block
        elif indented:
            rows += _format_items(_items(block), columns)
        else:
            rows += textwrap.wrap(" ".join(block), columns, break_long_words=False, break_on_hyphens=False)
    return "\n".join(rows) + "\n"


def _items(block: list[str]) -> list[EpilogItem]:
    """Return the items of indented lines; a line that is indented further continues the one above it."""
    items: list[EpilogItem] = []
    for line in block:
        text = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        if items and len(indent) > len(items[0].indent):
            above = items[-1]
            if above.does or above.what.startswith(COMMANDS):
                items[-1] = above._replace(does=f"{above.does} {text}".strip())
            else:
                items[-1] = above._replace(what=f"{above.what} {text}")
        else:
            what, _, does = text.partition("  ")
            items.append(EpilogItem(indent, what, does.strip()))
    return items


def _format_items(items: list[EpilogItem], columns: int) -> list[str]:
    """Return items as rows: what each does beside it in one column, or below it where that would be too narrow."""
    beside = max((len(item.indent + item.what) for item in items if item.does), default=0) + 3
    stacked = beside + LEAST_BESIDE > columns
    rows = []
    for item in items:
        if item.does and not stacked:
            start = f"{item.indent + item.what:<{beside}}"
            rows += _wrapped(item.does, start, " " * beside, columns)
        else:
            rows += _command_rows(item, columns)
            further = item.indent + " " * BELOW
            rows += _wrapped(item.does, further, further, columns) if item.does else []
    return rows


def _wrapped(text: str, first: str, further: str, columns: int) -> list[str]:
    return textwrap.wrap(text, columns, initial_indent=first, subsequent_indent=further, break_long_words=False,
                         break_on_hyphens=False)  # fmt: skip


def _command_rows(item: EpilogItem, columns: int) -> list[str]:
    """Return an item without its description; a command that is too long continues after a backslash, as in a shell."""
    line = item.indent + item.what
    further = item.indent + "    "
    if len(line) <= columns:
        return [line]
    if not item.what.startswith(COMMANDS):
        return _wrapped(item.what, item.indent, further, columns)
    rows = [item.indent]
    for words in _options_with_values(shlex.split(item.what, posix=False)):
        if len(rows[-1]) + len(words) + 2 > columns:
            rows[-1] += "\\"
            rows.append(further)
        rows[-1] += words + " "
    return [row.rstrip() for row in rows]


def _options_with_values(words: list[str]) -> list[str]:
    """Return words, each option with its value.

    >>> _options_with_values(["tenbo", "codes", "--new", "--by", "Ada"])
    ['tenbo', 'codes', '--new', '--by Ada']
    """
    parts: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        if before.startswith("--") and not word.startswith("-"):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    return parts
