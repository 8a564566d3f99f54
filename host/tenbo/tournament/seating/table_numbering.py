"""Orders each round's tables, so that as few players as possible keep their table number."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule

# The number of other orders of the rounds that are tried if a player keeps a table number.
_ORDERS = 300
_FEW_TABLES = 12


def assign_table_numbers(schedule: Schedule, before: list[list[int]] | None = None) -> Schedule:
    """Return the rounds with their tables in the best order, given the round that was played before."""
    done: Schedule = []
    for tables in schedule:
        last = done[-1] if done else before
        done.append([tables[at] for at in _best_assignment(last, tables)] if last else tables)
    return done


def order_rounds_for_table_changes(schedule: Schedule, random: Random) -> Schedule:
    """Return the rounds in an order that lets as few players as possible keep a table number."""
    rounds = len(schedule)
    if len(schedule[0]) > _FEW_TABLES or rounds < 3:
        return schedule
    kept = [
        [_count_kept_numbers(before, after) if before is not after else 0 for after in schedule] for before in schedule
    ]

    def total(order: list[int]) -> int:
        return sum(kept[before][after] for before, after in pairwise(order))

    best = list(range(rounds))
    for _ in range(_ORDERS):
        if not (now := total(best)):
            break
        one, other = sorted(random.sample(range(rounds + 1), 2))
        trial = best[:one] + best[one:other][::-1] + best[other:]
        if total(trial) <= now:
            best = trial
    return [schedule[at] for at in best]


def _overlap(before: list[list[int]], after: list[list[int]]) -> list[list[int]]:
    places = [set(table) for table in before]
    return [[len(place.intersection(table)) for table in after] for place in places]


def _count_kept_numbers(before: list[list[int]], after: list[list[int]]) -> int:
    overlap = _overlap(before, after)
    return sum(overlap[at][chosen] for at, chosen in enumerate(_best_assignment(before, after)))


def _best_assignment(before: list[list[int]], after: list[list[int]]) -> list[int]:
    """Return for each table number the table of the later round that gets it, by the Hungarian method.

    The numbers go from 1 to the count of the later round's tables, even if the round before had more or fewer.
    """
    cost = _overlap(before, after)[: len(after)]
    cost += [[0] * len(after)] * (len(after) - len(cost))
    size = len(after)
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    row_of = [0] * (size + 1)
    for row in range(1, size + 1):
        row_of[0] = row
        column = 0
        slack, came_from, seen = [9 * size] * (size + 1), [0] * (size + 1), [False] * (size + 1)
        while row_of[column]:
            seen[column] = True
            at, step, nearest = row_of[column], 9 * size, 0
            for other in range(1, size + 1):
                if seen[other]:
                    continue
                reduced = cost[at - 1][other - 1] - row_price[at] - column_price[other]
                if reduced < slack[other]:
                    slack[other], came_from[other] = reduced, column
                if slack[other] < step:
                    step, nearest = slack[other], other
            for other in range(size + 1):
                if seen[other]:
                    row_price[row_of[other]] += step
                    column_price[other] -= step
                else:
                    slack[other] -= step
            column = nearest
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    chosen = [0] * size
    for column in range(1, size + 1):
        chosen[row_of[column] - 1] = column - 1
    return chosen
