"""What does a seat need? The cheapest win that reaches each place, self-drawn and from each opponent.

The search is exact: it pays every candidate out as the table would, with counters, sticks and the
book's ties.  It is bounded, because a dearer hand never leads to a worse place.
"""

from tenbo_core import points, settlement
from tenbo_core.places import places
from tenbo_core.record import Record
from tenbo_core.rules import Rules
from tenbo_core.seats import turn_order
from tenbo_core.table import OVER, Table
from tenbo_core.winner import Win

# Hands of more fu are rare: 2 han 30 fu is easier to get than 1 han 60 fu.
LIKELY_FU = 40


class Need(Record):
    """The cheapest value of a win that reaches a place.

    `source` is the discarder, or the seat itself for a self-drawn win.  `values` are the ways to be
    worth that much, as wins without `pao`, the likeliest first; none when no hand reaches the place.
    `shared` says that the place is then shared with an equal player.
    """

    FIELDS = ("place", "source", "values", "shared")

    def __init__(self, place: int, source: int, values: "list[Win]", *, shared: bool) -> None:
        self.place = place
        self.source = source
        self.values = values
        self.shared = shared


def needs(table: Table, seat: int) -> "list[Need]":
    """Return what a seat needs for each place from the first to the one it has, if the game ended then.

    >>> from tenbo_core.event_text import event_of
    >>> from tenbo_core.fold import apply
    >>> table = apply(None, event_of("start ema-2016 scores 32000 30000 30000 28000 round S hand 4"))
    >>> [(need.place, need.source, need.values[0].han, need.values[0].fu) for need in needs(table, 1)][:4]
    [(1, 1, 2, 30), (1, 2, 2, 30), (1, 3, 2, 30), (1, 0, 1, 30)]
    """
    if table.phase == OVER or seat in table.dead:
        return []
    now = places(table)[seat]
    needed: "list[Need]" = []
    for source in [seat] + turn_order(seat):
        values = payable(table, seat, source)
        enough = len(values)
        for place in range(1, now + 1):
            # What is enough for a place is enough for every worse one.
            enough = _cheapest(table, values, enough, place)
            needed.append(_need(table, seat, source, place, values[enough:]))
    return sorted(needed, key=lambda need: (need.place, (need.source - seat) % 4))


def _cheapest(table: Table, values: "list[Win]", enough: int, place: int) -> int:
    """Find the first value that reaches a place by halving the list, which is in the order of worth."""
    low, high = 0, enough
    while low < high:
        middle = (low + high) // 2
        if _places_after(table, values[middle])[values[middle].seat] <= place:
            high = middle
        else:
            low = middle + 1
    return low


def _need(table: Table, seat: int, source: int, place: int, enough: "list[Win]") -> Need:
    if not enough:
        return Need(place, source, [], shared=False)
    reached = _places_after(table, enough[0])
    return Need(place, source, _ways(table.rules, enough), shared=reached.count(reached[seat]) > 1)


def _places_after(table: Table, win: Win) -> "list[int]":
    """Return the places after a win: the winner takes counters and sticks."""
    after = table.copy()
    settlement.pay_win(after, win, table.honba * table.rules.honba_value)
    settlement.pay_sticks(after, [win.seat], win.seat)
    return places(after)


def payable(table: Table, seat: int, source: int) -> "list[Win]":
    """Return every value that a win of this seat can have now, from the cheapest on."""
    rules = table.rules
    least = points.least_han(rules, table.honba)
    wins = [Win(seat, source, han, fu) for han in range(least, 5) for fu in _fu(rules, han, seat == source)]
    limits = points.LIMIT_HAN if rules.counts_fu else range(5, len(rules.payment) + 1)
    wins += [Win(seat, source, han) for han in limits]
    wins += [Win(seat, source, yakuman=times) for times in range(1, points.most_yakuman(rules) + 1)]
    wins.sort(key=lambda win: (settlement.unit_of_win(table, win), win.yakuman, win.han, win.fu))
    return wins


def _fu(rules: Rules, han: int, by_tsumo: bool) -> "list[int]":
    """Return the fu that a hand of few han can have; a single 0 in a book without fu."""
    return points.fu_of(rules, han, by_tsumo) if rules.counts_fu else [0]


def _ways(rules: Rules, enough: "list[Win]") -> "list[Win]":
    """Return the ways to be worth enough: for each number of han the fewest fu, the likeliest way first.

    It ends with the number of han with which any hand is enough.
    """
    ways: "list[Win]" = []
    for win in sorted(enough, key=lambda win: (win.yakuman, win.han, win.fu)):
        if not ways or win.han > ways[-1].han:
            ways.append(win)
            if not win.fu or win.fu == _fu(rules, win.han, win.by_tsumo)[0]:
                break
    return sorted(ways, key=lambda win: (max(win.fu, LIKELY_FU), win.yakuman, win.han))


def in_words(need: Need) -> str:
    """Say a need in players' words.

    >>> in_words(Need(1, 3, [Win(1, 3, 2, 60), Win(1, 3, 3, 30)], shared=False))
    'place 1 by ron from seat 3: 2 han 60 fu or 3 han 30 fu'
    """
    how = "tsumo"
    if need.values and not need.values[0].by_tsumo:
        how = f"ron from seat {need.source}"
    if not need.values:
        return f"place {need.place} by no win of this kind"
    ways = []
    for win in need.values:
        if win.yakuman:
            ways.append("a yakuman" if win.yakuman == 1 else f"{win.yakuman} yakuman")
        else:
            ways.append(f"{win.han} han {win.fu} fu" if win.fu else f"{win.han} han")
    shared = " (shared)" if need.shared else ""
    return f"place {need.place}{shared} by {how}: " + " or ".join(ways)
