"""Plans a tournament's seats, and plans them again after players have left or come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.seating.cyclic_catalog import IN_ORDER
from tenbo.tournament.seating.schedule import scheduled_players, seats_per_table
from tenbo.tournament.seating.search import Groups, ScheduleSearchState, find_groups
from tenbo.tournament.seating.seat_order_balance import balance_seat_order
from tenbo.tournament.seating.table_numbering import assign_table_numbers, order_rounds_for_table_changes
from tenbo.tournament.seating.winds import WindBalancer, assign_winds
from tenbo.validation.plural_rules import english_plural
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule
    from tenbo.tournament.seating.search_budget import SearchBudget

# The annealing runs of a repair; each is longer than the one before, as far as the budget allows.
_FIRST_RUN, _LONGER, _RUNS = 40_000, 1.7, 8
_HOT, _SHARE = 0.75, 0.8


def plan_seats(players: int, rounds: int, random: Random, budget: SearchBudget, seats: int = 4) -> Schedule:
    """Return the best schedule within the budget, with players numbered from 1."""
    groups = find_groups(players, rounds, random, budget, seats)
    numbers = [[[player + 1 for player in table] for table in tables] for tables in groups]
    schedule = assign_table_numbers(order_rounds_for_table_changes(numbers, random))
    schedule = (
        balance_seat_order(schedule, random, budget)
        if seats == 4 and (players, rounds) in IN_ORDER
        else assign_winds(schedule, random)
    )
    WindBalancer([], schedule).improve(random, budget)
    return schedule


def replan_remaining_rounds(
    played: Schedule, rounds: int, players: list[int], random: Random, budget: SearchBudget, seats: int = 4
) -> Schedule:
    """Return the played rounds followed by new rounds of these players, who may have played before or not.

    If their number is not a multiple of the seats of a table, those left over sit out in each round, beginning with
    those who have played most.
    """
    numbers = sorted(set(scheduled_players(played)) | set(players))
    index = {player: at for at, player in enumerate(numbers)}
    history = [[[index[player] for player in table if player] for table in tables] for tables in played]
    present = [index[player] for player in players]
    best: ScheduleSearchState | None = None
    length = float(_FIRST_RUN)
    for _ in range(_RUNS):
        trial = ScheduleSearchState(len(numbers), history, _random_rounds(present, history, rounds, random, seats))
        trial.anneal(int(length), _HOT, random, budget)
        if best is None or trial.repeats() < best.repeats():
            best = trial
            budget.report_progress(sentence("repeats_so_far", "repeated meetings: {repeats}", repeats=best.repeats()))
        if not best.repeats() or budget.used_fraction() >= _SHARE:
            break
        length *= _LONGER
    assert best is not None
    later = [[[numbers[at] for at in table] for table in tables] for tables in best.groups()]
    later = assign_winds(assign_table_numbers(later, played[-1] if played else None), random)
    WindBalancer(played, later).improve(random, budget)
    return played + later


def players_after_changes(schedule: Schedule, after: int, without: list[int], new: list[int]) -> list[int]:
    """Return the players after the first `after` rounds when some have left and others have come, all checked."""
    known = set(scheduled_players(schedule))
    if not 0 <= after < len(schedule):
        sessions = english_plural(len(schedule), "{} session", "{} sessions")
        message = f"--after must be 0 to {len(schedule) - 1}, not {after}: the plan has {sessions}"
        raise Malformed("bad_field", message, "after")
    if strangers := sorted(set(without) - known):
        raise Malformed("bad_field", f"--without: no player in the plan has the number {strangers[0]}", "without")
    if again := sorted(known.intersection(new)):
        raise Malformed("bad_field", f"--with: player {again[0]} is in the plan already; take a new number", "with")
    players = sorted(known.difference(without, departed_players(schedule, after)).union(new))
    if len(players) < (seats := seats_per_table(schedule)):
        left = english_plural(len(players), "{} player", "{} players")
        message = f"--without leaves {left}, but a table needs {seats}"
        raise Malformed("bad_field", message, "without")
    return players


def departed_players(schedule: Schedule, after: int) -> list[int]:
    """Return the players who have left: they have no seat in the later rounds, which have empty seats."""
    later = schedule[after:]
    if not any(0 in table for tables in later for table in tables):
        return []
    return sorted(set(scheduled_players(schedule)) - set(scheduled_players(later)))


def byes_by_round(schedule: Schedule, after: int = 0) -> list[list[int]]:
    """Return the players without a seat in each round after the first `after` rounds."""
    later = schedule[after:]
    everybody = set(scheduled_players(later))
    return [sorted(everybody - {player for table in tables for player in table}) for tables in later]


def _random_rounds(players: list[int], history: Groups, rounds: int, random: Random, seats: int) -> Groups:
    """Return random rounds; players who fill no table sit out, and none twice before all others have."""
    played = dict.fromkeys(players, 0)
    for tables in history:
        for table in tables:
            for player in table:
                if player in played:
                    played[player] += 1
    dealt = []
    for _ in range(rounds):
        # Players with most rounds sit out.
        order = sorted(random.sample(players, len(players)), key=lambda player: -played[player])
        playing = order[len(players) % seats :]
        random.shuffle(playing)
        for player in playing:
            played[player] += 1
        dealt.append([playing[at : at + seats] for at in range(0, len(playing), seats)])
    return dealt
