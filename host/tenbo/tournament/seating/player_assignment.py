"""Draws which player has which number of a schedule, and separates players who should not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.seating.separation import count_meetings, separate

if TYPE_CHECKING:
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule
    from tenbo.tournament.seating.search_budget import SearchBudget
    from tenbo.tournament.seating.separation import Relations

# The most draws for players who should not meet, and the cost of one in steps per pair.
_LOTS, _STEPS_A_PAIR = 40, 20


def assign_players(schedule: Schedule, ties: dict[int, Relations], random: Random, budget: SearchBudget) -> Schedule:
    """Return a schedule with the players drawn by lot, and those separated who should not meet.

    Several draws are made within the budget; the one with the fewest unwanted meetings is taken.
    """
    drawn = schedule
    for trial in range(_LOTS if ties else 0):
        order = separate(schedule, random.sample(sorted(ties), len(ties)), ties)
        other = [[[order[number - 1] for number in table] for table in tables] for tables in schedule]
        if not trial or count_meetings(other, ties) < count_meetings(drawn, ties):
            drawn = other
        budget.count_steps(_STEPS_A_PAIR * len(ties) ** 2)
        budget.report_progress(count_meetings(drawn, ties).summary())
        if budget.used_fraction() >= 1 or not any(count_meetings(drawn, ties)):
            break
    return drawn
