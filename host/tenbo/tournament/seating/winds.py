"""Assigns the winds: seats within the tables, so that every player has each wind equally often.

This is always possible, even in every four rounds from the first on. Players and tables are the two sides of a graph in
which every game is an edge. Its edges are halved twice, so that each half has half of every table and of every four
games of a player. A player who leaves after the fourth round has had every wind once. Of three players three rounds
have every wind: there the edges are coloured one by one, with an exchange of two winds along a chain where that helps.
"""

from __future__ import annotations

from itertools import combinations
from math import exp
from typing import TYPE_CHECKING

from tenbo.tournament.seating.schedule import seats_per_table

if TYPE_CHECKING:
    from collections.abc import Hashable
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule
    from tenbo.tournament.seating.search_budget import SearchBudget

# A game of a player: the round, the table in it, the player.
Game = tuple[int, int, int]

_BATCH, _RUN = 256, 40_000
_HOT, _COLD = 1.2, 0.12
_WIND_COSTS = 2.0


def assign_winds(groups: Schedule, random: Random) -> Schedule:
    """Return the groups with their players ordered by wind, every player's winds as equal as possible."""
    count = seats_per_table(groups)
    games = []
    for number, tables in enumerate(groups):
        seats = [(number, at, player) for at, table in enumerate(tables) for player in table]
        games += random.sample(seats, len(seats))
    rank: dict[int, int] = {}
    stretches: dict[Game, tuple[int, int]] = {}
    for game in games:
        rank[game[2]] = rank.get(game[2], -1) + 1
        stretches[game] = (game[2], rank[game[2]] // count)
    winds = _quarters(games, stretches) if count == 4 else _colours(games, stretches, count)
    schedule = [[[0] * count for _ in tables] for tables in groups]
    for (number, at, player), wind in winds.items():
        schedule[number][at][wind] = player
    return schedule


def _quarters(games: list[Game], fours: dict[Game, tuple[int, int]]) -> dict[Game, int]:
    """Return the wind of each game by halving twice."""
    winds = {}
    for half, part in enumerate(_halves(games, fours)):
        for quarter, share in enumerate(_halves(part, fours)):
            for game in share:
                winds[game] = 2 * half + quarter
    return winds


def _colours(games: list[Game], stretches: dict[Game, tuple[int, int]], count: int) -> dict[Game, int]:
    """Return the wind of each game, so that each is once at a table and at most once in a stretch of a player's games.

    Where no wind is free at both, the two that are free at one of them change places along the chain of games.
    """
    winds: dict[Game, int] = {}
    taken: dict[Hashable, dict[int, Game]] = {}
    for game in games:
        table, stretch = taken.setdefault(game[:2], {}), taken.setdefault(("stretch", stretches[game]), {})
        wind = next(one for one in range(count) if one not in table)
        other = next(one for one in range(count) if one not in stretch)
        chain, here, at = [], stretch, wind
        while wind != other and (follower := here.get(at)) is not None:
            chain.append(follower)
            ends = (taken[follower[:2]], taken["stretch", stretches[follower]])
            here, at = ends[0] if here is ends[1] else ends[1], other if at == wind else wind
        for link in chain:
            for end in (taken[link[:2]], taken["stretch", stretches[link]]):
                if end.get(winds[link]) == link:
                    del end[winds[link]]
            winds[link] = other if winds[link] == wind else wind
        for link in [*chain, game]:
            winds.setdefault(link, wind)
            for end in (taken[link[:2]], taken["stretch", stretches[link]]):
                end[winds[link]] = link
    return winds


def _halves(games: list[Game], fours: dict[Game, tuple[int, int]]) -> tuple[list[Game], list[Game]]:
    """Return two halves that share the games of every table and of every four; an odd game goes to a random half.

    Two games of a table, and two of a four, are opponents; the chains of opponents alternate between the halves. No
    chain is an odd cycle, because each game has at most one opponent of either kind.
    """
    opponents: dict[Game, list[Game]] = {game: [] for game in games}
    for kind in (0, 1):
        waiting: dict[Hashable, Game] = {}
        for game in games:
            key: Hashable = fours[game] if kind else game[:2]
            other = waiting.pop(key, None)
            if other is None:
                waiting[key] = game
            else:
                opponents[game].append(other)
                opponents[other].append(game)
    side: dict[Game, int] = {}
    for first in games:
        if first in side:
            continue
        side[first] = 0
        front = [first]
        while front:
            game = front.pop()
            for other in opponents[game]:
                if other not in side:
                    side[other] = 1 - side[game]
                    front.append(other)
    return [game for game in games if not side[game]], [game for game in games if side[game]]


def imbalance(counts: list[int]) -> int:
    """Return how far counts lie outside the floor and the ceiling of their mean."""
    low, over = divmod(sum(counts), len(counts))
    high = low + 1 if over else low
    away = 0
    for count in counts:
        if count > high:
            away += count - high
        elif count < low:
            away += low - count
    return away


class WindBalancer:
    """Seats that may change after rounds that are fixed; winds and sides are counted over both."""

    def __init__(self, fixed: Schedule, free: Schedule) -> None:
        self.free = free
        self.seats = range(seats_per_table(free or fixed))
        self.winds: dict[int, list[int]] = {}
        self.sides: dict[tuple[int, int], list[int]] = {}
        for tables in fixed + free:
            for table in tables:
                for seat, player in enumerate(table):
                    # Empty seats have no winds.
                    if not player:
                        continue
                    self.winds.setdefault(player, [0] * len(self.seats))[seat] += 1
                self._count(table, self.seats, 1)

    def total_imbalances(self) -> tuple[int, int]:
        """Return how far the winds are off, and the sides."""
        return sum(map(imbalance, self.winds.values())), sum(map(imbalance, self.sides.values()))

    def improve(self, random: Random, budget: SearchBudget, until: float = 1) -> None:
        """Anneal the seats and keep the best: winds first, then sides."""
        tables = [table for tables in self.free for table in tables]
        best, kept = self.total_imbalances(), [list(table) for table in tables]
        runs = 0
        while any(best) and budget.used_fraction() < until and runs < 60:
            runs += 1
            for done in range(0, _RUN, _BATCH):
                heat = _HOT * (_COLD / _HOT) ** (done / _RUN)
                for _ in range(_BATCH):
                    self._try_swap(random.choice(tables), heat, random)
                budget.count_steps(_BATCH * 4)
                if (now := self.total_imbalances()) < best:
                    best, kept = now, [list(table) for table in tables]
                if not any(best) or budget.used_fraction() >= until:
                    break
        self._restore(tables, kept)

    def _restore(self, tables: list[list[int]], kept: list[list[int]]) -> None:
        for table, seats in zip(tables, kept, strict=True):
            table[:] = seats

    def _try_swap(self, table: list[int], heat: float, random: Random) -> None:
        one, other = random.sample(self.seats, 2)
        before = self._cost(table, one, other)
        self._swap(table, one, other)
        change = self._cost(table, one, other) - before
        if change > 0 and random.random() >= exp(-change / heat):
            self._swap(table, one, other)

    def _cost(self, table: list[int], one: int, other: int) -> float:
        cost = _WIND_COSTS * (imbalance(self.winds[table[one]]) + imbalance(self.winds[table[other]]))
        for first, second in combinations(self.seats, 2):
            if first in (one, other) or second in (one, other):
                cost += imbalance(self.sides[_pair(table[first], table[second])])
        return cost

    def _swap(self, table: list[int], one: int, other: int) -> None:
        self._count(table, (one, other), -1)
        for seat, new in ((one, other), (other, one)):
            self.winds[table[seat]][seat] -= 1
            self.winds[table[seat]][new] += 1
        table[one], table[other] = table[other], table[one]
        self._count(table, (one, other), 1)

    def _count(self, table: list[int], seats: range | tuple[int, int], step: int) -> None:
        """Count the sides of all pairs of the table with a player at these seats."""
        for first, second in combinations(self.seats, 2):
            if first in seats or second in seats:
                one, other = table[first], table[second]
                if not (one and other):
                    continue
                side = (second - first if one < other else first - second) % len(self.seats)
                self.sides.setdefault(_pair(one, other), [0] * (len(self.seats) - 1))[side - 1] += step


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
