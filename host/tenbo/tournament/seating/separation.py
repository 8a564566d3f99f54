"""Draws the players' numbers in a schedule, and separates players of one club or country, or who wish not to meet."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule
    from tenbo.tournament.seating.search_budget import SearchBudget


class UnwantedMeetingCounts(NamedTuple):
    """How often members of one club met, of one country, and players against a wish; the first weighs most."""

    clubs: int
    countries: int
    wishes: int

    def summary(self) -> str:
        """Return the counts as text.

        >>> UnwantedMeetingCounts(2, 0, 1).summary()
        'meetings within a club: 2, within a country: 0, against a wish: 1'
        """
        return sentence(
            "unwanted_meetings",
            "meetings within a club: {clubs}, within a country: {countries}, against a wish: {wishes}",
            clubs=self.clubs,
            countries=self.countries,
            wishes=self.wishes,
        )


class Relations(NamedTuple):
    """A player's club and country, and the players whom this player wishes not to meet."""

    club: str = ""
    country: str = ""
    apart: tuple[int, ...] = ()


def count_unwanted_meetings(schedule: Schedule, ties: Mapping[int, Relations]) -> UnwantedMeetingCounts:
    """Return how often players meet who should not; the schedule has the players' numbers.

    >>> ties = {1: Relations("ockham", "NED", (3,)), 2: Relations("ockham", "NED", ()), 3: Relations("", "GER", ())}
    >>> count_unwanted_meetings([[(1, 2, 3, 4)], [(4, 2, 1, 3)]], ties)
    UnwantedMeetingCounts(clubs=2, countries=2, wishes=2)
    """
    counts = [0, 0, 0]
    for tables in schedule:
        for table in tables:
            for player, mate in combinations(table, 2):
                for place, value in enumerate(_shared(player, mate, ties)):
                    counts[place] += value
    return UnwantedMeetingCounts(*counts)


def separate_related_players(schedule: Schedule, order: Sequence[int], ties: Mapping[int, Relations]) -> list[int]:
    """Return the players in the order of the schedule's numbers, so that fewer meet who should not.

    The result is deterministic, so that it can be verified from the given order. All pairs of numbers are tried, the
    first with the second, the first with the third and so on; two players swap their numbers if that is better. This
    repeats from the beginning until nothing changes.
    """
    players = list(order)
    meetings = _meetings(schedule, len(players))
    wished = {mate for tie in ties.values() for mate in tie.apart}
    # The position of these players affects no relation.
    free = {player for player in players if ties.get(player, Relations()) == Relations()} - wished
    changed = True
    while changed:
        changed = False
        for first, second in combinations(range(len(players)), 2):
            if players[first] in free and players[second] in free:
                continue
            before = _relation_cost(first, players, meetings, ties, second) + _relation_cost(
                second, players, meetings, ties, first
            )
            players[first], players[second] = players[second], players[first]
            after = _relation_cost(first, players, meetings, ties, second) + _relation_cost(
                second, players, meetings, ties, first
            )
            if after < before:
                changed = True
            else:
                players[first], players[second] = players[second], players[first]
    return players


class _Cost(tuple[int, int, int]):
    """Counts of meetings that can be added."""

    __slots__ = ()

    def __add__(self, other: object) -> _Cost:
        assert isinstance(other, tuple)
        return _Cost(mine + theirs for mine, theirs in zip(self, other, strict=True))


def _relation_cost(
    number: int, players: list[int], meetings: list[dict[int, int]], ties: Mapping[int, Relations], besides: int
) -> _Cost:
    """Return how often the player of a number meets players to be avoided, without one other number."""
    clubs = countries = wishes = 0
    for mate, times in meetings[number].items():
        if mate != besides:
            club, country, wish = _shared(players[number], players[mate], ties)
            clubs, countries, wishes = clubs + club * times, countries + country * times, wishes + wish * times
    return _Cost((clubs, countries, wishes))


def _meetings(schedule: Schedule, players: int) -> list[dict[int, int]]:
    """Return for each number from 0 how often it meets which others."""
    meetings: list[dict[int, int]] = [{} for _ in range(players)]
    for tables in schedule:
        for table in tables:
            for player, mate in permutations((number - 1 for number in table), 2):
                meetings[player][mate] = meetings[player].get(mate, 0) + 1
    return meetings


def _shared(player: int, mate: int, ties: Mapping[int, Relations]) -> tuple[int, int, int]:
    mine, theirs = ties.get(player), ties.get(mate)
    if mine is None or theirs is None:
        return (0, 0, 0)
    return (
        int(bool(mine.club) and mine.club == theirs.club),
        int(bool(mine.country) and mine.country == theirs.country),
        int(mate in mine.apart or player in theirs.apart),
    )


# The most draws for players who should not meet, and the cost of one in steps per pair.
_LOTS, _STEPS_A_PAIR = 40, 20


def assign_players(schedule: Schedule, ties: dict[int, Relations], random: Random, budget: SearchBudget) -> Schedule:
    """Return a schedule with the players drawn by lot, and those separated who should not meet.

    Several draws are made within the budget; the one with the fewest unwanted meetings is taken.
    """
    drawn = schedule
    for trial in range(_LOTS if ties else 0):
        order = separate_related_players(schedule, random.sample(sorted(ties), len(ties)), ties)
        other = [[[order[number - 1] for number in table] for table in tables] for tables in schedule]
        if not trial or count_unwanted_meetings(other, ties) < count_unwanted_meetings(drawn, ties):
            drawn = other
        budget.count_steps(_STEPS_A_PAIR * len(ties) ** 2)
        budget.report_progress(count_unwanted_meetings(drawn, ties).summary())
        if budget.used_fraction() >= 1 or not any(count_unwanted_meetings(drawn, ties)):
            break
    return drawn
