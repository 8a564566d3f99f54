"""Proposes who plays next at which table and who rests: fewest games, longest wait, fewest meetings.

Tables go at their own pace, but some people wait for a table that still plays: those who would be more than two games
ahead of its players, and the four of a table who would meet for the third time running while no one else waits. A
proposal binds no one. People who have sat down stay where they sit, and the next proposal fills their tables first.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.series.evening_attendees import (
    IN_GAME,
    WAITING,
    evening_people,
    is_waiting_for_players,
    running_games,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.club import Series
    from tenbo.tournament.series.evening_attendees import Attendee

# People wait who have finished so many games more than those who still play, or met so much more often.
MOST_AHEAD = 2


class TableProposal(NamedTuple):
    """The players of a next game by seat, East first, and the table; None for one without a device."""

    table: int | None
    players: list[int]


class GamesProposal(NamedTuple):
    """The next games, and the people who rest, those first who play next; `wait_for` is a table that is awaited."""

    tables: list[TableProposal]
    rest: list[int]
    wait_for: int | None = None


class SeatingCounts(NamedTuple):
    """How often two people have met at an evening, and how often each has had a seat."""

    meetings: Mapping[frozenset[int], int]
    seats: Mapping[tuple[int, int], int]


def count_meetings_and_seats(games: Sequence[Sequence[int]]) -> SeatingCounts:
    """Count meetings and seats of games that are given by their players, East first; 0 is a guest."""
    meetings: dict[frozenset[int], int] = {}
    seats: dict[tuple[int, int], int] = {}
    for players in games:
        for pair in map(frozenset, combinations([player for player in players if player], 2)):
            meetings[pair] = meetings.get(pair, 0) + 1
        for seat, player in enumerate(players):
            seats[player, seat] = seats.get((player, seat), 0) + 1
    return SeatingCounts(meetings, seats)


def evening_proposal(repository: TournamentRepository, evening: Series) -> GamesProposal:
    """Propose the next games of an open evening."""
    tournament = repository.tournament
    club = tournament.club
    seats = club.rulebook_for(evening.id, tournament.rulebook).load().rules.players
    running = running_games(repository, evening.id)
    ready = {
        game.table: game.players
        for game in running
        if game.table is not None and is_waiting_for_players(repository, game)
    }
    busy = {game.table for game in running} - ready.keys()
    tables: dict[int, list[int]] = {number: [0] * seats for number in sorted(tournament.numbers.values())}
    for table, players in club.attendance.all_next_players(evening.id).items():
        tables[table] = [*map(club.person, players), *([0] * seats)][:seats]
    # A tablet has a game as soon as it is opened; people sit down at it as at any other table.
    tables |= ready
    people = evening_people(repository, evening.id)
    waiting = [one for one in people if one.state == WAITING]
    playing = [one for one in people if one.state == IN_GAME and one.table in busy]
    counts = count_meetings_and_seats([game.players for game in repository.series.all_games(evening.id)])
    free = {table: players for table, players in tables.items() if table not in busy}
    return propose_games(waiting, free, counts, seats, playing)


def proposal_dict(proposal: GamesProposal) -> dict[str, Any]:
    """Return a proposal as a JSON object."""
    return {"tables": [one._asdict() for one in proposal.tables], "rest": proposal.rest,
            "wait_for": proposal.wait_for}  # fmt: skip


def propose_games(
    waiting: Sequence[Attendee],
    tables: Mapping[int, Sequence[int]],
    counts: SeatingCounts,
    seats: int,
    playing: Sequence[Attendee] = (),
) -> GamesProposal:
    """Propose as many games as the people who wait can fill, but for those who wait for a table.

    `tables` are the free ones with the people who sit there already, 0 for an empty seat. Tables at which someone sits
    are filled first. When none is left, a game is proposed without a table.
    """
    # A table whose seats are all taken needs no proposal.
    begun = [(table, [*there]) for table, there in tables.items() if any(there) and 0 in there]
    begun.sort(key=lambda one: (one[1].count(0), one[0]))
    empty = [table for table, there in tables.items() if not any(there)]
    left, groups = len(waiting), list[tuple["int | None", list[int]]]()
    for table, there in begun:
        if there.count(0) <= left:
            groups.append((table, there))
            left -= there.count(0)
    at_tables = [one for one in playing if one.table is not None]
    least = min((one.games for one in at_tables), default=None)
    fair = left if least is None else sum(one.games < least + MOST_AHEAD for one in waiting) - (len(waiting) - left)
    if len(waiting) == seats and at_tables and _is_familiar(waiting, at_tables, counts):
        fair = 0
    fair_games = max(0, fair) // seats
    whole = [*empty, *([None] * len(waiting))][: min(left // seats, fair_games)]
    groups += [(table, [0] * seats) for table in whole]
    chosen, rest = _choose(waiting, sum(there.count(0) for _, there in groups), counts)
    parts = _divide(chosen, [there for _, there in groups], counts)
    games = [
        TableProposal(table, _seat(there, part, counts)) for (table, there), part in zip(groups, parts, strict=True)
    ]
    is_held = len(whole) < left // seats
    awaited = min(at_tables, key=lambda one: (one.games, one.since_ms, one.player)).table if is_held else None
    return GamesProposal(games, rest, awaited)


def _is_familiar(waiting: Sequence[Attendee], playing: Sequence[Attendee], counts: SeatingCounts) -> bool:
    """Return whether each two of those who wait have met clearly more often than any of them the others."""
    own = min(counts.meetings.get(frozenset((one.player, two.player)), 0) for one, two in combinations(waiting, 2))
    others = min(counts.meetings.get(frozenset((one.player, two.player)), 0) for one in waiting for two in playing)
    return own >= others + MOST_AHEAD


def _choose(waiting: Sequence[Attendee], number: int, counts: SeatingCounts) -> tuple[list[int], list[int]]:
    """Return who plays and who rests; of equal games and waits, those play who have met the others least."""
    left = sorted(waiting, key=lambda one: (one.games, one.since_ms, one.player))
    chosen: list[int] = []
    while len(chosen) < number:
        first = left[0]
        equal = [one for one in left if (one.games, one.since_ms) == (first.games, first.since_ms)]
        best = min(equal, key=lambda one: (_met(one.player, chosen, counts), one.player))
        left.remove(best)
        chosen.append(best.player)
    return chosen, [one.player for one in left]


def _divide(chosen: Sequence[int], tables: Sequence[Sequence[int]], counts: SeatingCounts) -> list[list[int]]:
    """Divide people among tables, and exchange two of them as long as that lowers the number of meetings."""
    parts, at = list[list[int]](), 0
    for there in tables:
        parts.append([*chosen[at : at + there.count(0)]])
        at += there.count(0)
    # A room of forty has thousands of exchanges: each is judged by counts that are found by person, and kept.
    met: dict[int, dict[int, int]] = {}
    for pair, times in counts.meetings.items():
        one, other = pair
        met.setdefault(one, {})[other] = met.setdefault(other, {})[one] = times

    def meetings(number: int) -> dict[int, int]:
        """Return how often the people of a table have met each other person, in all."""
        found: dict[int, int] = {}
        for player in (*tables[number], *parts[number]):
            for other, times in met.get(player, {}).items():
                found[other] = found.get(other, 0) + times
        return found

    known = [meetings(number) for number in range(len(parts))]
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(parts)), 2):
            for i in range(len(parts[one])):
                for j in range(len(parts[other])):
                    first, second = parts[one][i], parts[other][j]
                    before = known[one].get(first, 0) + known[other].get(second, 0)
                    after = known[one].get(second, 0) + known[other].get(first, 0)
                    if after - 2 * met.get(first, {}).get(second, 0) < before:
                        parts[one][i], parts[other][j] = second, first
                        known[one], known[other] = meetings(one), meetings(other)
                        is_better = True
    return parts


def _seat(there: Sequence[int], people: Sequence[int], counts: SeatingCounts) -> list[int]:
    """Return the players of a table; each newcomer gets a free seat that the person has had least often."""
    free = [seat for seat, player in enumerate(there) if not player]

    def repeats(order: Sequence[int]) -> int:
        return sum(counts.seats.get((player, seat), 0) ** 2 for seat, player in zip(free, order, strict=True))

    orders: list[tuple[int, ...]] = [*permutations(people)]
    best = min(orders, key=repeats)
    newcomers = iter(best)
    return [player or next(newcomers) for player in there]


def _met(player: int, others: Sequence[int], counts: SeatingCounts) -> int:
    return sum(counts.meetings.get(frozenset((player, other)), 0) for other in others)
