"""Who is where: the one rule of places, for displays, results and whatever follows from them."""

from tenbo_core.seats import SEATS
from tenbo_core.table import Table


def places(table: Table) -> "list[int]":
    """Return each seat's place from 1 by the points on the table now.

    Equals share the better place, or the first seat gets it where the book goes by seats. Behind all
    others come who is disqualified and who only took a seat over during the session (EMA 2016, 5.8).

    >>> from tenbo_core.table_text import table_of
    >>> places(table_of("ema-2016 E1 scores 26000 39000 26000 29000"))
    [3, 1, 3, 2]
    >>> places(table_of("tenhou E1 scores 22000 35000 22000 21000 disqualified 1"))
    [1, 4, 2, 3]
    """
    scores = table.scores
    by_seat = table.rules.uma_ties == "seat"
    ranks = [(0 if is_last(table, seat) else 1, scores[seat], -seat if by_seat else 0) for seat in SEATS]
    return [1 + len([rank for rank in ranks if rank > ranks[seat]]) for seat in SEATS]


def is_last(table: Table, seat: int) -> bool:
    """Return whether a seat comes behind all others whatever its points."""
    return seat in table.disqualified or table.substitutes[seat] == "now"
