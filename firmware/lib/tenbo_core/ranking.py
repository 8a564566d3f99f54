"""The ranking of the seats: the one rule of places, for displays, results and standings."""

from tenbo_core.table import Table


def places(table: Table) -> "list[int]":
    """Return each seat's place from 1 by the points on the table now.

    Equals share the better place, or the first seat gets it if the book goes by seats. Disqualified players
    and substitutes who took a seat over during the session come behind all others (EMA 2016, 5.8).

    >>> from tenbo_core.table_notation import table_of
    >>> places(table_of("ema-2016 E1 scores 26000 39000 26000 29000"))
    [3, 1, 3, 2]
    >>> places(table_of("tenhou E1 scores 22000 35000 22000 21000 disqualified 1"))
    [1, 4, 2, 3]
    """
    return [place_of(table, seat) for seat in table.rules.seats]


def place_of(table: Table, seat: int) -> int:
    """Return the place of one seat. Allocates nothing: a search asks for it again and again."""
    place = 1
    if table.disqualified or "now" in table.substitutes:
        for other in range(table.rules.players):
            if is_ahead(table, other, seat):
                place += 1
        return place
    accounts = table.accounts
    mine = accounts[seat]
    for other in range(table.rules.players):
        others = accounts[other]
        if others > mine or (others == mine and other < seat and table.rules.uma_ties == "seat"):
            place += 1
    return place


def is_ahead(table: Table, seat: int, other: int) -> bool:
    """Return whether a seat has a better place than another."""
    last = is_forced_last(table, seat)
    if last != is_forced_last(table, other):
        return not last
    mine, others = table.accounts[seat], table.accounts[other]
    if mine != others:
        return mine > others
    return seat < other and table.rules.uma_ties == "seat"


def is_forced_last(table: Table, seat: int) -> bool:
    """Return whether a seat comes behind all others regardless of its points."""
    return seat in table.disqualified or table.substitutes[seat] == "now"
