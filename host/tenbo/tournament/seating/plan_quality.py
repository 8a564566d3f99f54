"""The quality of a schedule, recomputed from the seats alone."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.seating.schedule import scheduled_players, seats_per_table
from tenbo.tournament.seating.search import repeats_bound
from tenbo.validation.plural_rules import english_plural
from tenbo.validation.suggestions import quote_value

if TYPE_CHECKING:
    from tenbo.tournament.seating.schedule import Schedule


class PlanQuality(NamedTuple):
    """The criteria of a schedule in descending weight; smaller is better, except for `indirect_least`."""

    repeats: int  # meetings of pairs beyond their first
    indirect_least: int | None  # fewest common opponents of a pair that never meets; None: every pair meets
    winds_off: int  # how far the players' winds lie outside floor and ceiling of their share of the rounds
    same_table: int  # times a player has the table number of the round before
    sides_off: int  # as winds_off: left, opposite, right of pairs that meet more than once
    bound: int  # no schedule of so many meetings and players has fewer repeats

    @property
    def order(self) -> tuple[int, int, int, int, int]:
        """Return the key for comparing schedules of one size; a smaller key is a better schedule."""
        # Two schedules of one size with equal repeats have equally many pairs that never meet.
        return (self.repeats, -(self.indirect_least or 0), self.winds_off, self.same_table, self.sides_off)


def compute_certificate(schedule: Schedule) -> PlanQuality:
    """Return the certificate of a schedule.

    >>> compute_certificate([[[1, 2, 3, 4], [5, 6, 7, 8]], [[5, 1, 6, 2], [3, 7, 4, 8]]])
    PlanQuality(repeats=4, indirect_least=4, winds_off=2, same_table=4, sides_off=0, bound=4)
    """
    players, seats = scheduled_players(schedule), seats_per_table(schedule)
    sides: dict[tuple[int, int], list[int]] = {}
    for tables in schedule:
        for table in tables:
            seated = [(seat, player) for seat, player in enumerate(table) if player]
            for (seat, one), (other_seat, other) in combinations(seated, 2):
                # Seen from the smaller number: the neighbour on the right, opposite, on the left.
                step = (other_seat - seat if one < other else seat - other_seat) % seats
                sides.setdefault((min(one, other), max(one, other)), [0] * (seats - 1))[step - 1] += 1
    meetings = sum(map(sum, sides.values()))
    return PlanQuality(
        repeats=meetings - len(sides),
        indirect_least=_indirect_least(players, sides),
        winds_off=sum(_imbalance(counts) for counts in _winds(schedule).values()),
        same_table=sum(_same_table(before, after) for before, after in pairwise(schedule)),
        sides_off=sum(_imbalance(counts) for counts in sides.values()),
        bound=_bound(schedule, len(players), meetings),
    )


def _bound(schedule: Schedule, players: int, meetings: int) -> int:
    """Return how many repeats no schedule of this size avoids; where some sit out, only the pairs are counted."""
    seats = seats_per_table(schedule)
    if all(len(tables) * seats == players and all(map(all, tables)) for tables in schedule):
        return repeats_bound(players, len(schedule), seats)
    return max(0, meetings - players * (players - 1) // 2)


def _imbalance(counts: list[int]) -> int:
    """Return how far counts lie outside the floor and the ceiling of their mean.

    >>> _imbalance([2, 2, 3, 1]), _imbalance([3, 1, 0, 0]), _imbalance([1, 0, 0])
    (2, 4, 0)
    """
    low, over = divmod(sum(counts), len(counts))
    high = low + (over > 0)
    return sum(max(0, count - high) + max(0, low - count) for count in counts)


def _winds(schedule: Schedule) -> dict[int, list[int]]:
    winds: dict[int, list[int]] = {}
    for tables in schedule:
        for table in tables:
            for seat, player in enumerate(table):
                if not player:
                    continue
                winds.setdefault(player, [0] * len(table))[seat] += 1
    return winds


def _same_table(before: list[list[int]], after: list[list[int]]) -> int:
    return sum(len(set(one) & set(other) - {0}) for one, other in zip(before, after, strict=False))


def _indirect_least(players: list[int], met: dict[tuple[int, int], list[int]]) -> int | None:
    # Players' numbers may have nine digits, so they are mapped to indexes.
    at = {player: place for place, player in enumerate(players)}
    opponents = [0] * len(players)
    for one, other in met:
        opponents[at[one]] |= 1 << at[other]
        opponents[at[other]] |= 1 << at[one]
    return min(
        (
            (opponents[one] & opponents[other]).bit_count()
            for one, other in combinations(range(len(players)), 2)
            if not opponents[one] >> other & 1
        ),
        default=None,
    )


def certificate_differences(claimed: Any, true: PlanQuality) -> list[str]:
    """Return a sentence for every number of a claimed certificate that is wrong."""
    if not isinstance(claimed, dict):
        return ["the file has no certificate"]
    return [
        f"{name} must be {quote_value(value)}; the file has {quote_value(claimed[name]) if name in claimed else 'none'}"
        for name, value in true._asdict().items()
        if name not in claimed or type(claimed[name]) is not type(value) or claimed[name] != value
    ]


def certificate_lines(certificate: PlanQuality, schedule: Schedule) -> list[str]:
    """Return the certificate as lines for a person."""
    players, seats = len(scheduled_players(schedule)), seats_per_table(schedule)
    least = certificate.indirect_least
    best = " (no schedule of this size has fewer)" if certificate.repeats == certificate.bound else ""
    return [
        english_plural(len(schedule), "{1} players, {0} session", "{1} players, {0} sessions", players),
        f"repeats         {certificate.repeats:>4}  meetings of a pair beyond its first{best}",
        f"counting bound  {certificate.bound:>4}  repeats that no plan of this size can avoid",
        "everybody meets everybody"
        if least is None
        else f"indirect least  {least:>4}  common opponents, at least, of any two players who never meet",
        f"winds off       {certificate.winds_off:>4}  winds that a player has too often or too rarely",
        f"same table      {certificate.same_table:>4}  times a player stays at the table of the session before",
        f"sides off       {certificate.sides_off:>4}  times too often left or right of the same player"
        if seats == 3
        else f"sides off       {certificate.sides_off:>4}  times too often left or right of, or opposite, the "
        "same player",
    ]
