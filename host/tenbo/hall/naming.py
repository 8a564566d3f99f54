"""Names as tables show them: they must fit a seat's display and, in the letters of the line, a line of it."""

from __future__ import annotations

from tenbo_core.wire import to_json

LONGEST_NAME, LONGEST_ON_LINE = 16, 56


def shortened(name: str) -> str:
    """Return as much of a name as a table can show and a line can carry.

    >>> shortened("Wolfgang Amadeus Mozart"), len(shortened("\u6771" * 30))
    ('Wolfgang Amadeus', 8)
    """
    short = name[:LONGEST_NAME]
    while len(to_json([short])) > LONGEST_ON_LINE:
        short = short[:-1]
    return short.strip()
