"""Results: places, leftover sticks, uma, oka, penalties and totals."""

from tenbo_core.ranking import places
from tenbo_core.table import POT, Table
from tenbo_core.value_object import ValueObject

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.rules import Rules


class GameResult(ValueObject):
    """The result of a game, or of a game as if it ended now.

    `Game.standing` returns it. Every list is by seat. `scores` have the
    leftover sticks, `places` begin with 1, `penalties` are those after the
    game, and `totals` are what counts: the score less the target points,
    with uma, oka and penalties.

    >>> from tenbo_core.table_notation import table_of
    >>> table = table_of("ema-2016 S4 scores 26000 39000 26000 29000")
    >>> GameResult(table).totals
    [-14000, 24000, -14000, 4000]
    """

    FIELDS = ("scores", "places", "uma", "oka", "penalties", "totals")

    def __init__(self, table: Table) -> None:
        self.places = places(table)
        self.scores = _with_leftover(table, self.places)
        self.uma = _uma(table, self.places, self.scores)
        self.oka = _oka(table, self.places)
        self.penalties = table.later[:]
        if table.rules.yakitori:
            for seat in table.rules.seats:
                if seat not in table.won:
                    self.penalties[seat] -= table.rules.yakitori
        self.totals = [self._total(table, seat) for seat in table.rules.seats]

    def __dir__(self) -> "list[str]":
        """List the fields, without the methods of all values."""
        return list(self.FIELDS)

    def _total(self, table: Table, seat: int) -> int:
        """Add up a seat's total; a substitute's is fixed, regardless of the score (EMA 2016, 5.8)."""
        if table.substitutes[seat]:
            return table.rules.substitute_result
        points = self.scores[seat] - table.rules.target_points
        return points + self.uma[seat] + self.oka[seat] + self.penalties[seat]


def _shared(amount: int, seats: "list[int]") -> "list[int]":
    """Split an amount in hundreds; the remainder goes to the seat nearest to the starting East.

    Three leaders cannot share 1000 evenly: 400, 300, 300.
    """
    base = amount // len(seats) // 100 * 100
    shares = [base] * len(seats)
    shares[0] += amount - base * len(seats)
    return shares


def _with_leftover(table: Table, by_seat: "list[int]") -> "list[int]":
    """Return the scores with the leftover riichi sticks; the places by seat stay as they were."""
    scores = table.scores
    leftover = table.accounts[POT]
    if not leftover or table.rules.leftover_sticks == "nobody":
        return scores
    leaders = [seat for seat in table.rules.seats if by_seat[seat] == 1]
    if table.rules.leftover_sticks == "first_seat":
        leaders = leaders[:1]
    shares = _shared(leftover, leaders)
    if table.rules.leftover_sticks == "first_share_down":
        shares[0] = shares[-1]
    for seat, share in zip(leaders, shares):
        scores[seat] += share
    return scores


def _uma_by_place(rules: "Rules", scores: "list[int]") -> "list[int]":
    """Return the uma of the places; some books have another for each number of players below the start points."""
    if not isinstance(rules.uma, dict):
        return rules.uma
    below = len([score for score in scores if score < rules.start_points])
    return rules.uma.get(str(below), rules.uma["else"])


def _uma(table: Table, by_seat: "list[int]", scores: "list[int]") -> "list[int]":
    rules = table.rules
    by_place = _uma_by_place(rules, scores)
    uma = [0] * rules.players
    order = [seat for seat in rules.seats if table.substitutes[seat] != "now"]
    order.sort(key=lambda seat: (by_seat[seat], seat))
    # A substitute from during the session has the last uma; the others share the rest.
    place = 0
    while place < len(order):
        tied = [seat for seat in order if by_seat[seat] == by_seat[order[place]]]
        amounts = by_place[place : place + len(tied)]
        if rules.uma_ties == "share":
            amounts = _shared(sum(amounts), tied)
        elif rules.uma_ties == "better_place":
            amounts = [amounts[0]] * len(tied)
        for seat, amount in zip(tied, amounts):
            uma[seat] = amount
        place += len(tied)
    for seat in rules.seats:
        if table.substitutes[seat]:
            uma[seat] = rules.substitute_uma
    return uma


def _oka(table: Table, by_seat: "list[int]") -> "list[int]":
    oka = [0] * table.rules.players
    leaders = [seat for seat in table.rules.seats if by_seat[seat] == 1]
    for seat, share in zip(leaders, _shared(table.rules.oka, leaders)):
        oka[seat] = share
    return oka
