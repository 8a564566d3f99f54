"""Balances a schedule with fixed seat orders: tables are rotated for the winds, mirrored for left and right.

Neither changes who sits opposite whom. In the eleven rounds of twelve players all pairs meet three times, once of them
opposite; a search that moves single players does not find such an order again.
"""

from __future__ import annotations

from itertools import combinations
from math import exp
from typing import TYPE_CHECKING

from tenbo.tournament.seating.winds import imbalance

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule, Table
    from tenbo.tournament.seating.search_budget import SearchBudget

# The runs of the annealer, its steps, and its first and last temperature.
_RUNS, _RUN, _HOT, _COLD = 40, 4_000, 2.0, 0.05


def balance_seat_order(schedule: Schedule, random: Random, budget: SearchBudget) -> Schedule:
    """Return the schedule with left and right, then the winds, balanced by rotation and mirroring."""
    mirrored = _anneal(schedule, lambda table: [table, table[::-1]], _sides, random, budget)
    return _anneal(mirrored, lambda table: [table[by:] + table[:by] for by in range(4)], _winds, random, budget)


def _sides(tables: list[Table], counts: dict[object, list[int]], step: int) -> None:
    """Count each player's neighbours on the left, opposite and on the right."""
    for table in tables:
        for seat, other_seat in combinations(range(4), 2):
            one, other = table[seat], table[other_seat]
            side = (other_seat - seat if one < other else seat - other_seat) % 4
            counts.setdefault((min(one, other), max(one, other)), [0] * 3)[side - 1] += step


def _winds(tables: list[Table], counts: dict[object, list[int]], step: int) -> None:
    """Count each player's winds."""
    for table in tables:
        for seat, player in enumerate(table):
            counts.setdefault(player, [0] * 4)[seat] += step


def _anneal(
    schedule: Schedule,
    ways: Callable[[Table], list[Table]],
    count: Callable[[list[Table], dict[object, list[int]], int], None],
    random: Random,
    budget: SearchBudget,
) -> Schedule:
    """Return the schedule with each table in the variant that makes the counts most equal, as far as was found."""
    tables = [list(table) for round_ in schedule for table in round_]
    best, least = [list(table) for table in tables], _total(tables, count)
    for _ in range(_RUNS):
        if not least:
            break
        counts: dict[object, list[int]] = {}
        count(tables, counts, 1)
        now = sum(map(imbalance, counts.values()))
        for step in range(_RUN):
            at = random.randrange(len(tables))
            old, new = tables[at], random.choice(ways(tables[at]))
            before = _table_imbalance(old, counts)
            count([old], counts, -1)
            count([new], counts, 1)
            change = _table_imbalance(old, counts) - before
            if change > 0 and random.random() >= exp(-change / (_HOT * (_COLD / _HOT) ** (step / _RUN))):
                count([new], counts, -1)
                count([old], counts, 1)
                continue
            tables[at] = new
            now += change
            if now < least:
                best, least = [list(table) for table in tables], now
        budget.count_steps(_RUN)
    flat = iter(best)
    return [[next(flat) for _ in round_] for round_ in schedule]


def _table_imbalance(table: Table, counts: dict[object, list[int]]) -> int:
    """Return how far the counts of a table's players and pairs are off."""
    keys = [*table, *((min(pair), max(pair)) for pair in combinations(table, 2))]
    return sum(imbalance(counts[key]) for key in keys if key in counts)


def _total(tables: list[Table], count: Callable[[list[Table], dict[object, list[int]], int], None]) -> int:
    counts: dict[object, list[int]] = {}
    count(tables, counts, 1)
    return sum(map(imbalance, counts.values()))
