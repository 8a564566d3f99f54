"""A plan for people: by lot they take the places of its numbers, those apart who should not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.seating.apart import kept_apart, met

if TYPE_CHECKING:
    from random import Random

    from tenbo.tournament.seating.apart import Ties
    from tenbo.tournament.seating.budget import Budget
    from tenbo.tournament.seating.schedule import Schedule

# Lots that are drawn at most for people who should not meet, and what one of them counts as, in steps for each pair.
_LOTS, _STEPS_A_PAIR = 40, 20


def drawn_for(schedule: Schedule, ties: dict[int, Ties], random: Random, budget: Budget) -> Schedule:
    """Return a plan with people in the places of its numbers, by lot, and those apart who should not meet.

    Several lots are drawn while the budget lasts; that which keeps most apart is taken.
    """
    drawn = schedule
    for trial in range(_LOTS if ties else 0):
        order = kept_apart(schedule, random.sample(sorted(ties), len(ties)), ties)
        other = [[[order[number - 1] for number in table] for table in tables] for tables in schedule]
        if not trial or met(other, ties) < met(drawn, ties):
            drawn = other
        budget.take(_STEPS_A_PAIR * len(ties) ** 2)
        budget.tell(met(drawn, ties).in_words())
        if budget.used() >= 1 or not any(met(drawn, ties)):
            break
    return drawn
