"""The cheapest win that takes a seat to each place, self-drawn and from each opponent.

The search is exact: it pays wins out as the table would, with counters, sticks and the book's ties.  It is
bounded: what a win is worth is one of some twenty units, a dearer one never leads to a worse place, so five of
them are paid out for an answer.  And it goes in small steps, so that a table can go on between them.
"""

from tenbo_core import hand_value, payments
from tenbo_core.declared_win import Win
from tenbo_core.ranking import is_ahead, place_of
from tenbo_core.rules import Rules
from tenbo_core.seats import others, turn_order
from tenbo_core.table import OVER, Table
from tenbo_core.value_object import ValueObject

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Iterator

# Hands of more fu are rare: 2 han 30 fu is easier to get than 1 han 60 fu.
LIKELY_FU = 40
# From this number of han on, fu do not matter.
_LIMIT_FROM = 5
# The wins that are paid out in a step: other tasks run after each step, which takes time as well.
_TRIED_IN_A_STEP = 2


class PlaceNeed(ValueObject):
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


class TrialTable(Table):
    """A copy of a table at which one win after another is paid out, each from the points of before."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.rules, table)
        self._before = table.accounts
        self._counters = table.honba * table.rules.honba_value

    def move(self, source: int, target: int, points: int, why: str) -> None:
        """Move points; the reason is not used here."""
        del why
        self.accounts[source] -= points
        self.accounts[target] += points

    def pay(self, seat: int, source: int, unit: int) -> None:
        """Pay out a win in place of the last one: the winner takes counters and sticks."""
        self.accounts[:] = self._before
        payments.pay_without_liability(self, seat, source, unit, self._counters)
        payments.pay_sticks(self, [seat], seat)


class PossibleWinValues:
    """The possible values of a seat's win now, by tsumo or by ron.

    `rows` are the han that a hand can have, each with its possible fu and the units of those, in ascending order; a
    hand whose fu do not matter has 0. `units` are all possible units, once each, yakuman too, in ascending order.
    """

    def __init__(self, rules: Rules, by_tsumo: bool) -> None:
        self._rules = rules
        self._by_tsumo = by_tsumo
        self.rows: "list[tuple[int, list[int], list[int]]]" = []
        self.units: "list[int]" = []
        self._yakuman = hand_value.most_yakuman(rules)

    def compute_values(self, least_han: int) -> "Iterator[None]":
        """Compute the values, in a step for each number of han below the limits; the limits' units are constants."""
        rules = self._rules
        # A list may end before the counted yakuman.
        limits = hand_value.LIMIT_HAN if rules.counts_fu else range(_LIMIT_FROM, max(len(rules.payment), 13) + 1)
        for han in list(range(least_han, _LIMIT_FROM)) + list(limits):
            fu = hand_value.possible_fu(rules, han, self._by_tsumo) if rules.counts_fu and han < _LIMIT_FROM else [0]
            units = [hand_value.base_points_of(rules, han, each) for each in fu]
            self.rows.append((han, fu, units))
            self._add_units(units)
            if han < _LIMIT_FROM:
                yield
        self._add_units([hand_value.YAKUMAN * times for times in range(1, self._yakuman + 1)])
        self.units.sort()

    def _add_units(self, units: "list[int]") -> None:
        for unit in units:
            if unit not in self.units:
                self.units.append(unit)

    def cheapest_wins(self, seat: int, source: int, unit: int) -> "list[Win]":
        """Return the ways to be worth a unit or more: for each number of han the fewest fu, the likeliest way first.

        It ends with the number of han with which any hand is enough.
        """
        ways = []
        for han, fu, units in self.rows:
            if units[-1] >= unit:
                place = 0
                while units[place] < unit:
                    place += 1
                ways.append((max(fu[place], LIKELY_FU), han, fu[place]))
                if place == 0:
                    break
        if not ways:
            return [Win(seat, source, yakuman=-(-unit // hand_value.YAKUMAN))]
        return [Win(seat, source, han, fu) for _, han, fu in sorted(ways)]


def wins_needed_for_places(table: Table, seat: int) -> "list[PlaceNeed]":
    """Return the wins that a seat needs for each place from the first to its own, if the game ended then.

    >>> from tenbo_core.event_notation import event_of
    >>> from tenbo_core.fold import apply
    >>> table = apply(None, event_of("start ema-2016 scores 32000 30000 30000 28000 round S hand 4"))
    >>> needs = wins_needed_for_places(table, 1)
    >>> [(need.place, need.source, need.values[0].han, need.values[0].fu) for need in needs][:4]
    [(1, 1, 2, 30), (1, 2, 2, 30), (1, 3, 2, 30), (1, 0, 1, 30)]
    """
    wanted = list(range(1, place_of(table, seat) + 1))
    every = [need for need in search_needed_wins(table, seat, wanted) if need is not None]
    return [need for place in wanted for need in every if need.place == place]


def search_needed_wins(table: Table, seat: int, wanted: "list[int]") -> "Iterator[PlaceNeed | None]":
    """Yield the wins that a seat needs for some places, in ascending order: first by tsumo, then from each opponent.

    In between it yields None after each small step, a few milliseconds of a Pico, so that others get their turn.
    """
    if table.phase == OVER or seat in table.dead:
        return
    least_han = hand_value.required_yaku_han(table.rules, table.honba)
    trial = TrialTable(table)
    by_ron: "PossibleWinValues | None" = None
    tried = 0
    for source in [seat] + turn_order(seat, table.rules.players):
        values = by_ron
        if values is None:
            values = PossibleWinValues(table.rules, source == seat)
            yield from values.compute_values(least_han)
            if source != seat:
                by_ron = values
        units = values.units
        enough = len(units)
        for place in wanted:
            # A win that is enough for a place is enough for every worse one: bisect the candidates.
            low = 0
            while low < enough:
                middle = (low + enough) // 2
                trial.pay(seat, source, units[middle])
                if place_of(trial, seat) <= place:
                    enough = middle
                else:
                    low = middle + 1
                tried += 1
                if tried % _TRIED_IN_A_STEP == 0:
                    yield None
            if enough == len(units):
                yield PlaceNeed(place, source, [], shared=False)
            else:
                trial.pay(seat, source, units[enough])
                yield PlaceNeed(
                    place, source, values.cheapest_wins(seat, source, units[enough]), shared=_is_tied(trial, seat)
                )


def _is_tied(table: Table, seat: int) -> bool:
    """Return whether another has the same place."""
    return any(
        [
            not is_ahead(table, seat, other) and not is_ahead(table, other, seat)
            for other in others(seat, table.rules.players)
        ]
    )
