"""Searches for groups: the players of each table in each round, by constructions and simulated annealing.

A group is the players of one table, numbered from 0, without winds. The criteria in order: few repeated meetings, then
many common opponents of the two players who never meet and have the fewest.
"""

from __future__ import annotations

from itertools import permutations
from math import comb, exp
from typing import TYPE_CHECKING

from tenbo.tournament.seating.cyclic_catalog import catalog_schedule
from tenbo.tournament.seating.cyclic_search import cyclic_schedule
from tenbo.tournament.seating.schedule import seats_per_table
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from random import Random

    from tenbo.tournament.seating.search_budget import SearchBudget

Groups = list[list[list[int]]]

# The fraction of the budget for groups; the rest is for seats and winds.
_SHARE = 0.85

# A run of the annealer: the first is short, each further one longer, and all cool between these temperatures. A third
# meeting costs slightly more than a second, so that repeats are spread over many pairs.
_FIRST_RUN, _LONGER, _HOT, _COLD, _UNEVEN = 30_000, 1.6, 0.75, 0.13, 0.04
_BATCH = 512

# The cost of comparing two whole schedules, in steps of the annealer per pair of players.
_STEPS_A_PAIR = 0.05


class ScheduleSearchState:
    """Rounds that may change after rounds that are fixed, and how often every pair meets in both."""

    def __init__(self, players: int, fixed: Groups, free: Groups) -> None:
        self.players, self.fixed = players, fixed
        self.seats = seats_per_table(fixed + free)
        self.free = [[player for table in tables for player in table] for tables in free]
        self.met = [[0] * players for _ in range(players)]
        for tables in fixed + free:
            for table in tables:
                for player, other in permutations(table, 2):
                    self.met[player][other] += 1

    def repeats(self) -> int:
        """Return the sum over pairs of the meetings beyond the first."""
        return sum(count - 1 for row in self.met for count in row if count > 1) // 2

    def groups(self) -> Groups:
        """Return the rounds that may change as tables."""
        return [[flat[at : at + self.seats] for at in range(0, len(flat), self.seats)] for flat in self.free]

    def anneal(self, steps: int, hot: float, random: Random, budget: SearchBudget) -> None:
        """Swap two players of a round while the temperature falls; worse schedules become ever less likely."""
        rise = [0.0] + [1 + _UNEVEN * (count - 1) for count in range(1, len(self.free) + len(self.fixed) + 2)]
        fall = [0.0, *rise]
        rounds = [flat for flat in self.free if len(flat) > self.seats]
        if not rounds:
            budget.count_steps(steps)
            return
        for done in range(0, steps, _BATCH):
            self._batch(rounds, rise, fall, hot * (_COLD / hot) ** (done / steps), random)
            budget.count_steps(_BATCH)
            if budget.used_fraction() >= _SHARE:
                return

    def _batch(
        self, rounds: list[list[int]], rise: list[float], fall: list[float], heat: float, random: Random
    ) -> None:
        met, chance, seats = self.met, random.random, self.seats
        for _ in range(_BATCH):
            flat = rounds[int(chance() * len(rounds))]
            at, other_at = int(chance() * len(flat)), int(chance() * len(flat))
            table, other_table = at - at % seats, other_at - other_at % seats
            if table == other_table:
                continue
            one, other = flat[at], flat[other_at]
            mates = [player for player in flat[table : table + seats] if player != one]
            others = [player for player in flat[other_table : other_table + seats] if player != other]
            row, other_row = met[one], met[other]
            change = 0.0
            for mate in others:
                change += rise[row[mate]]
            for mate in mates:
                change += rise[other_row[mate]]
            for mate in mates:
                change -= fall[row[mate]]
            for mate in others:
                change -= fall[other_row[mate]]
            if change > 0 and chance() >= exp(-change / heat):
                continue
            flat[at], flat[other_at] = other, one
            for mate in mates:
                row[mate] -= 1
                met[mate][one] -= 1
                other_row[mate] += 1
                met[mate][other] += 1
            for mate in others:
                row[mate] += 1
                met[mate][one] += 1
                other_row[mate] -= 1
                met[mate][other] -= 1

    def swap(self, flat: list[int], at: int, other_at: int) -> None:
        """Let two players of a round change places."""
        one, other = flat[at], flat[other_at]
        for player, start, step in ((one, at, -1), (other, other_at, -1), (one, other_at, 1), (other, at, 1)):
            table = start - start % self.seats
            for mate in flat[table : table + self.seats]:
                if mate not in (one, other):
                    self.met[player][mate] += step
                    self.met[mate][player] += step
        flat[at], flat[other_at] = other, one

    def fewest_common_opponents(self) -> tuple[int, int]:
        """Return the fewest common opponents of a pair that never meets, and the negative number of such pairs.

        Larger is better; if every pair meets, the first is -1.
        """
        opponents = [sum(1 << other for other, count in enumerate(row) if count) for row in self.met]
        counts: dict[int, int] = {}
        for one, mask in enumerate(opponents):
            for other in range(one):
                if not mask >> other & 1:
                    common = (mask & opponents[other]).bit_count()
                    counts[common] = counts.get(common, 0) + 1
        least = min(counts, default=-1)
        return least, -counts.get(least, 0)


def find_groups(players: int, rounds: int, random: Random, budget: SearchBudget, seats: int = 4) -> Groups:
    """Return the best groups within the budget."""
    built = _construct(players, rounds, random, budget, seats)
    if len(built) == rounds:
        # If all pairs meet, there is nothing else to compare.
        return (
            built
            if ScheduleSearchState(players, [], built).repeats()
            else _improve_without_repeats(players, rounds, built, random, budget)
        )
    best = _extend(players, built, rounds, random, budget, seats)
    length = float(_FIRST_RUN)
    turn = 0
    while best.repeats() > repeats_bound(players, rounds, seats) and budget.used_fraction() < _SHARE:
        # In turn: the constructed rounds stay and the rest is new; the best so far is perturbed; everything is new.
        if turn % 3 == 0 and built:
            trial = ScheduleSearchState(
                players, built, [random_round(players, random, seats) for _ in range(rounds - len(built))]
            )
        elif turn % 3 == 1:
            trial = ScheduleSearchState(players, [], best.fixed + best.groups())
        else:
            trial = ScheduleSearchState(players, [], [random_round(players, random, seats) for _ in range(rounds)])
        trial.anneal(int(length), _HOT if turn % 3 != 1 else _HOT * 0.6, random, budget)
        if (trial.repeats(), *(-part for part in trial.fewest_common_opponents())) < (
            best.repeats(),
            *(-part for part in best.fewest_common_opponents()),
        ):
            best = trial
            budget.report_progress(_repeats_found(best.repeats(), repeats_bound(players, rounds, seats)))
        turn += 1
        if turn % 3 == 0:
            length *= _LONGER
    return best.fixed + best.groups()


def _repeats_found(repeats: int, bound: int) -> str:
    return sentence(
        "repeats_and_bound", "repeated meetings: {repeats}, lower bound: {bound}", repeats=repeats, bound=bound
    )


def _common_opponents_found(least: int) -> str:
    if least < 0:
        return sentence("everyone_meets", "repeated meetings: 0; every player meets every other")
    return sentence(
        "common_opponents",
        "repeated meetings: 0; fewest opponents shared by two players who never meet: {least}",
        least=least,
    )


def repeats_bound(players: int, rounds: int, seats: int = 4) -> int:
    """Return the counting bound: meetings beyond the number of pairs are repeats, and few tables seat people again.

    With fewer tables than seats, some at each table have sat at one table in the session before.

    >>> repeats_bound(8, 2), repeats_bound(12, 3), repeats_bound(16, 6)
    (4, 6, 24)
    """
    tables = players // seats
    each, more = divmod(seats, tables)
    together = more * comb(each + 1, 2) + (tables - more) * comb(each, 2)
    beyond_all_pairs = players * ((seats - 1) * rounds - (players - 1)) // 2
    return max(0, beyond_all_pairs, (rounds - 1) * tables * together)


def random_round(players: int, random: Random, seats: int = 4) -> list[list[int]]:
    """Return a random round."""
    order = random.sample(range(players), players)
    return [order[at : at + seats] for at in range(0, players, seats)]


def _construct(players: int, rounds: int, random: Random, budget: SearchBudget, seats: int) -> Groups:
    """Return the best constructed schedule of at most this many rounds: all pairs meet, or none meets twice."""
    if known := catalog_schedule(players, rounds, seats):
        return known
    for length in range(min(rounds, (players - 1) // (seats - 1)), 0, -1):
        cyclic = cyclic_schedule(players, length, random, budget, seats=seats)
        if cyclic is not None:
            return cyclic
    return []


def _extend(
    players: int, built: Groups, rounds: int, random: Random, budget: SearchBudget, seats: int
) -> ScheduleSearchState:
    more = [random_round(players, random, seats) for _ in range(rounds - len(built))]
    extended = ScheduleSearchState(players, built, more)
    extended.anneal(_FIRST_RUN, _HOT, random, budget)
    budget.report_progress(_repeats_found(extended.repeats(), repeats_bound(players, rounds, seats)))
    return extended


# ---------------------------------------------------------------- pairs that never meet


def _improve_without_repeats(players: int, rounds: int, built: Groups, random: Random, budget: SearchBudget) -> Groups:
    """Return groups without repeats in which pairs that never meet have many common opponents.

    Half of the time is for other starters, the rest for swaps of the best that repeat no meeting.
    """
    best, of_best = (
        ScheduleSearchState(players, [], built),
        ScheduleSearchState(players, [], built).fewest_common_opponents(),
    )
    seats = seats_per_table(built)
    most = _most_common(players, rounds, seats)
    cost = int(comb(players, 2) * _STEPS_A_PAIR) + 20 * rounds
    budget.report_progress(_common_opponents_found(of_best[0]))
    while of_best[0] < most and budget.used_fraction() < _SHARE / 2:
        budget.count_steps(cost)
        other = cyclic_schedule(players, rounds, random, budget, (1_000,), seats=seats)
        trial = ScheduleSearchState(players, [], other) if other else best
        of_trial = trial.fewest_common_opponents()
        if of_trial > of_best:
            if of_trial[0] > of_best[0]:
                budget.report_progress(_common_opponents_found(of_trial[0]))
            best, of_best = trial, of_trial
    failed = 0
    while of_best[0] < most and budget.used_fraction() < _SHARE and failed < 40 * players:
        swapped = _harmless_swap(best, random)
        budget.count_steps(_BATCH if swapped is None else cost)
        failed += 1
        if swapped is None:
            continue
        of_trial = best.fewest_common_opponents()
        if of_trial < of_best:
            best.swap(*swapped)
            continue
        if of_trial > of_best:
            failed = 0
            if of_trial[0] > of_best[0]:
                budget.report_progress(_common_opponents_found(of_trial[0]))
        of_best = of_trial
    return best.groups()


def _harmless_swap(meetings: ScheduleSearchState, random: Random) -> tuple[list[int], int, int] | None:
    """Make a swap that repeats no meeting, and return it; None after a hundred failed attempts."""
    seats = meetings.seats
    for _ in range(100):
        flat = random.choice(meetings.free)
        at, other_at = random.randrange(len(flat)), random.randrange(len(flat))
        begin, other_begin = at - at % seats, other_at - other_at % seats
        if begin == other_begin:
            continue
        row, other_row = meetings.met[flat[at]], meetings.met[flat[other_at]]
        table, other_table = flat[begin : begin + seats], flat[other_begin : other_begin + seats]
        mates = [mate for mate in table if mate != flat[at]]
        others = [mate for mate in other_table if mate != flat[other_at]]
        if not any(row[mate] for mate in others) and not any(other_row[mate] for mate in mates):
            meetings.swap(flat, at, other_at)
            return flat, at, other_at
    return None


def _most_common(players: int, rounds: int, seats: int) -> int:
    """Return an upper bound without repeats: the mean number of common opponents of pairs that never meet.

    Of the paths from a player over an opponent to another, those over the others of a table join a pair that meets.

    >>> _most_common(100, 8, 4), _most_common(16, 5, 4), _most_common(15, 7, 3)
    (6, -1, -1)
    """
    met = comb(seats, 2) * (players // seats) * rounds
    apart = comb(players, 2) - met
    if apart <= 0:
        return -1
    return (players * comb((seats - 1) * rounds, 2) - (seats - 2) * met) // apart
