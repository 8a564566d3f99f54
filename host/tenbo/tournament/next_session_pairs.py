"""The next session of a tournament, paired by the standings."""

from __future__ import annotations

import time
from itertools import combinations
from typing import TYPE_CHECKING

from tenbo.tournament.seating.pairing import RankedPlayer, pair_session
from tenbo.tournament.seating.search_budget import SearchBudget
from tenbo.tournament.standings import standings, table_states_sentence
from tenbo.tournament.table_result import unfinished_tables
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from random import Random

    from tenbo.tournament.repository import TournamentRepository

# Steps for balancing the winds of one session.
_STEPS = 60_000


def pair_next_session(
    stored: TournamentRepository, session: int, how: str, random: Random
) -> tuple[list[list[int]], list[str]]:
    """Return the tables of a session by the results of the earlier ones, and warnings about them."""
    tournament = stored.tournament
    before = [earlier for earlier in tournament.sessions if earlier < session]
    if any(place[0] == session for place in tournament.games):
        raise Refused(
            "not_allowed_now",
            sentence("session_has_begun", "session {session} has begun: pair a later session", session=session),
            "session",
        )
    if not before:
        raise Refused(
            "not_allowed_now",
            sentence(
                "no_standings_yet",
                "there are no standings before session {session}: create a seating plan",
                session=session,
            ),
            "session",
        )
    words: list[str] = []
    for earlier in before:
        if places := unfinished_tables(tournament, earlier, stored.games.events_of):
            words.append(
                sentence(
                    "session_provisional",
                    "provisional results in session {session}: {tables}",
                    session=earlier,
                    tables=table_states_sentence(places),
                )
            )
    totals = {ranked.player: ranked.total for ranked in standings(stored.results.sheets(before), tournament)}
    players = {player for place, seats in tournament.seats.items() if place[0] in before for player in seats} - {0}
    playing = {
        player
        for player in players | set(stored.people())
        if tournament.withdrawn.get(player, session + 1) > session and player not in tournament.unranked
    }
    ranking = sorted(
        (
            RankedPlayer(player, totals.get(tournament.attendance.credited_player(player, session), 0))
            for player in playing
        ),
        key=lambda ranked: (-ranked.total, ranked.player),
    )
    played = [[seats for place, seats in sorted(tournament.seats.items()) if place[0] == earlier] for earlier in before]
    budget = SearchBudget(time.monotonic, steps=_STEPS)
    tables = pair_session(played, ranking, how, random, budget, tournament.seat_count(session))
    met = {pair for tables_then in played for table in tables_then for pair in combinations(sorted(table), 2)}
    again = sum(pair in met for table in tables for pair in combinations(sorted(table), 2))
    words.append(sentence("pairs_meet_again", "pairs that meet again: {number}", number=again))
    resting = sorted(playing - {player for table in tables for player in table})
    if resting:
        without_seat = ", ".join(map(str, resting))
        words.append(
            sentence(
                "no_seat_in_session",
                "players without a seat in session {session}: {players}",
                session=session,
                players=without_seat,
            )
        )
    return tables, words
