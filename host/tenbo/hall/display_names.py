"""Names as tables show them: they must fit a seat's display and, in the letters of the line, a line of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.wire import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_NAME, LONGEST_ON_LINE = 16, 56


def abbreviate(name: str) -> str:
    """Return as much of a name as a table can show and a line can carry.

    >>> abbreviate("Wolfgang Amadeus Mozart"), len(abbreviate("\u6771" * 30))
    ('Wolfgang Amadeus', 8)
    """
    short = name[:LONGEST_NAME]
    while not _fits(short):
        short = short[:-1]
    return short.strip()


def disambiguate(names: Sequence[str]) -> list[str]:
    """Shorten the names of one table: of those that would read the same, the end stays, too.

    >>> disambiguate(["Maximiliana Wolkenstein", "Ada", "Maximiliana Wolkenbruch", ""])
    ['Maximil.kenstein', 'Ada', 'Maximil.kenbruch', '']
    """
    short = [abbreviate(name) for name in names]
    return [_both_ends(name) if short.count(one) > 1 else one for name, one in zip(names, short, strict=True)]


def expand(names: Sequence[str]) -> dict[str, str]:
    """Return the full names of one table by what it shows of them, where that is not all.

    >>> expand(["Wolfgang Amadeus Mozart", "Ada", "", ""])
    {'Wolfgang Amadeus': 'Wolfgang Amadeus Mozart'}
    """
    return {short: name for short, name in zip(disambiguate(names), names, strict=True) if short != name}


def _both_ends(name: str) -> str:
    short, letters = name, LONGEST_NAME
    while len(short) > LONGEST_NAME or not _fits(short):
        head = (letters - 1) // 2
        short = f"{name[:head]}.{name[head + 1 - letters :]}"
        letters -= 1
    return short


def _fits(name: str) -> bool:
    return len(to_json([name])) <= LONGEST_ON_LINE
