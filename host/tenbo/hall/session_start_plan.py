"""Plans a session's start: the tables that begin, those that have begun, and what needs a confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.tournament.existence_checks import check_table_exists
from tenbo.tournament.leftover_clock import leftover_time_warnings
from tenbo.tournament.standings import format_ranges, table_states_sentence
from tenbo.tournament.table_result import round_and_scores_text, unfinished_tables
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence
from tenbo_core.table import PLAYING

if TYPE_CHECKING:
    from tenbo.hall.game_assignment import GameAssigner
    from tenbo.hall.table_games import TableGames
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.tournament.repository import TournamentRepository


class SessionStartPlan(NamedTuple):
    """The plan of a session's start: tables that begin, tables that have begun, and games that would be given up.

    The games at the tables `ending` must be ended before the tables accept a start.
    """

    tables: list[int]
    already_begun: list[int]
    losses: list[str]
    ending: list[int]


class SessionStartPlanner:
    """Plans the start of sessions, and changes nothing."""

    def __init__(
        self, repository: TournamentRepository, games: TableGames, assignment: GameAssigner, timekeeper: Timekeeper
    ) -> None:
        self._repository = repository
        self._games = games
        self._assignment = assignment
        self._timekeeper = timekeeper

    def plan_start(self, session: int, tables: list[int] | None) -> SessionStartPlan:
        """Return the plan for all tables of a session that have not begun, or for some tables."""
        tournament = self._repository.tournament
        seated = sorted(table for of_session, table in tournament.seats if of_session == session)
        if not seated:
            raise Refused(
                "not_allowed_now",
                sentence(
                    "no_seats_in_session",
                    "no players are seated in session {session}: create a seating plan first",
                    session=session,
                ),
                "session",
            )
        for table in tables or []:
            check_table_exists(tournament, session, table)
        has_begun = {
            table
            for table in seated
            if (session, table) in tournament.games or self._assignment.is_start_expected((session, table))
        }
        coming = sorted(set(tables)) if tables is not None else [table for table in seated if table not in has_begun]
        lost = self._unfinished_elsewhere(session, coming, everywhere=tables is None)
        # A session on paper ends or has results without a table that began.
        known = tournament.opened | tournament.begun_sessions | tournament.ended
        if coming and (skipped := sorted({one for one, _ in tournament.seats if one < session} - known)):
            lost.append(
                sentence(
                    "session_not_begun",
                    "earlier sessions are planned but have not begun: {session}",
                    session=format_ranges(skipped),
                )
            )
        if coming and session not in known:
            timekeeper = self._timekeeper
            lost += leftover_time_warnings(timekeeper.staleness_reason, timekeeper.clock, timekeeper.day.now())
        ending = []
        for table in coming:
            now = self._games.running_game(table)
            if now is not None:
                place = self._games.current_assignment(table)
                if place in (None, (session, table)) and now.phase == PLAYING:
                    ending.append(table)
                whose = (
                    sentence("game_of_no_session", "a game outside any session")
                    if place is None
                    else sentence("game_of_session", "session {session}", session=place[0])
                )
                lost.append(
                    sentence(
                        "game_would_be_given_up",
                        "table {table} is playing {whose}; this game would be abandoned: {now}",
                        table=table,
                        whose=whose,
                        now=round_and_scores_text(now),
                    )
                )
            elif table in has_begun:
                lost.append(
                    sentence(
                        "played_game_replaced",
                        "table {table} has already played session {session}: the game that starts now would "
                        "be used instead",
                        table=table,
                        session=session,
                    )
                )
        return SessionStartPlan(coming, sorted(has_begun.difference(coming)), lost, ending)

    def _unfinished_elsewhere(self, session: int, coming: list[int], *, everywhere: bool) -> list[str]:
        """Return the other unfinished sessions, everywhere or at the tables and with the players that start now."""
        tournament = self._repository.tournament
        players = {player for table in coming for player in tournament.seats.get((session, table), []) if player}
        reasons: list[str] = []
        for other in sorted(tournament.opened - tournament.ended - {session}):
            places = [
                place
                for place in unfinished_tables(tournament, other, self._repository.games.events_of)
                if everywhere or place[1] in coming or players.intersection(tournament.seats.get(place[:2], []))
            ]
            if places and coming:
                reasons.append(
                    sentence(
                        "earlier_session_not_finished",
                        "session {session} is not finished: {open_places}; end the session first (tenbo "
                        "session end {session})",
                        session=other,
                        open_places=table_states_sentence(places),
                    )
                )
        return reasons
