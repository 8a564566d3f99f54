"""Pairs a session by the standings: Swiss, or strictly by rank, with as few rematches as possible."""

from __future__ import annotations

from itertools import combinations
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from tenbo.tournament.seating.winds import WindBalancer, assign_winds
from tenbo_core.errors import Malformed
from tenbo_core.sentences import plural_sentence

if TYPE_CHECKING:
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule
    from tenbo.tournament.seating.search_budget import SearchBudget

SWISS, STANDING = "swiss", "standing"

# In a Swiss session a rematch weighs as much as this many ranks between two players of a table.
_REPEAT = 10_000
_STEPS, _HOT, _COLD = 60_000, 40.0, 0.4


class RankedPlayer(NamedTuple):
    """A player with the standings' rank and total; the best total is first."""

    player: int
    total: int


def pair_session(
    played: Schedule, ranking: list[RankedPlayer], how: str, random: Random, budget: SearchBudget, seats: int = 4
) -> list[list[int]]:
    """Return the tables of the next session, the best players at the first; 0 in `played` is an empty seat.

    Swiss: as few rematches as possible, then players of similar rank. By rank: the first ranks, the next ones and so
    on; only players with equal totals change places. Players who fill no table sit out: of those with most games, the
    last in rank.
    """
    if len(ranking) < seats:
        message = plural_sentence(
            "players_not_paired",
            len(ranking),
            "{count} player cannot be paired: a table needs {seats} players",
            "{count} players cannot be paired: a table needs {seats} players",
            seats=seats,
        )
        raise Malformed("bad_field", message, "session")
    playing = _without_byes(played, ranking, seats)
    met: dict[tuple[int, int], int] = {}
    for tables in played:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    order = _Order(playing, met, seats, strict=how == STANDING)
    order.anneal(random)
    tables = [[ranked.player for ranked in table] for table in order.tables()]
    later = assign_winds([tables], random)
    WindBalancer(played, later).improve(random, budget)
    return later[0]


def _without_byes(played: Schedule, ranking: list[RankedPlayer], seats: int) -> list[RankedPlayer]:
    """Return the players who play, in the order of the ranking."""
    over = len(ranking) % seats
    games = {ranked.player: 0 for ranked in ranking}
    for tables in played:
        for table in tables:
            for player in table:
                games[player] = games.get(player, 0) + 1
    last_first = sorted(enumerate(ranking), key=lambda item: (-games[item[1].player], -item[0]))
    resting = {ranked.player for _, ranked in last_first[:over]}
    return [ranked for ranked in ranking if ranked.player not in resting]


class _Order:
    """Players in the order of their tables, and the cost of that order."""

    def __init__(
        self, playing: list[RankedPlayer], met: dict[tuple[int, int], int], size: int = 4, *, strict: bool
    ) -> None:
        self._rank = {ranked.player: place for place, ranked in enumerate(playing)}
        self._seats = list(playing)
        self._size = size
        self._met = met
        self._strict = strict

    def tables(self) -> list[list[RankedPlayer]]:
        """Return the tables, the one with the best player first."""
        tables = [self._seats[at : at + self._size] for at in range(0, len(self._seats), self._size)]
        return sorted(tables, key=lambda table: min(self._rank[ranked.player] for ranked in table))

    def anneal(self, random: Random) -> None:
        """Swap players of two tables by simulated annealing, and keep the best order."""
        cost = best = sum(self._cost(at) for at in range(0, len(self._seats), self._size))
        kept = list(self._seats)
        for step in range(_STEPS if len(self._seats) > self._size else 0):
            one, other = random.randrange(len(self._seats)), random.randrange(len(self._seats))
            table, other_table = one - one % self._size, other - other % self._size
            if table == other_table or (self._strict and self._seats[one].total != self._seats[other].total):
                continue
            before = self._cost(table) + self._cost(other_table)
            self._swap(one, other)
            change = self._cost(table) + self._cost(other_table) - before
            if change > 0 and random.random() >= exp(-change / (_HOT * (_COLD / _HOT) ** (step / _STEPS))):
                self._swap(one, other)
                continue
            cost += change
            if cost < best:
                best, kept = cost, list(self._seats)
        self._seats = kept

    def _swap(self, one: int, other: int) -> None:
        self._seats[one], self._seats[other] = self._seats[other], self._seats[one]

    def _cost(self, at: int) -> int:
        """Return the cost of a table: its rematches, and the differences in rank."""
        table = [ranked.player for ranked in self._seats[at : at + self._size]]
        repeats = sum(self._met.get((one, other), 0) for one, other in combinations(sorted(table), 2))
        ranks = [self._rank[player] for player in table]
        return _REPEAT * repeats + sum(abs(one - other) for one, other in combinations(ranks, 2))
