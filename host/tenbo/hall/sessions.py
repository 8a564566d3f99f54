"""Starts and ends the sessions of a tournament."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tenbo.hall.change_result import ChangeResult
from tenbo.tournament.edit_conflicts import check_up_to_date
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.record_schema import make
from tenbo.tournament.table_result import unfinished_tables
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.sentences import join_sentences

if TYPE_CHECKING:
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.hall.session_start_plan import SessionStartPlanner
    from tenbo.hall.table_starter import TableStarter
    from tenbo.tournament.repository import TournamentRepository


class Sessions:
    """The start and the end of sessions. Thread-safe."""

    def __init__(
        self,
        repository: TournamentRepository,
        records: RecordWriter,
        planner: SessionStartPlanner,
        starter: TableStarter,
    ) -> None:
        self._repository = repository
        self._records = records
        self._planner = planner
        self._starter = starter
        self._lock = threading.Lock()

    def begin(
        self, session: int, by: str, tables: list[int] | None = None, *, yes: bool = False, seen: int | None = None
    ) -> ChangeResult:
        """Open a session and start the game at every seated table that has not begun; return the tables that failed.

        Named tables start again even if they have begun. A running game is given up only with `yes`; a `yes` is refused
        if a record after `seen` has changed the same. If two desks start a session at the same moment, the second finds
        that its tables have begun.
        """
        with self._lock:
            if seen is not None:
                check_up_to_date([make("open", by, {"session": session})], self._repository.desk.records, seen)
            plan = self._planner.plan_start(session, tables)
            if plan.losses and not yes:
                raise confirmation_request(join_sentences(plan.losses))
            self._starter.expect_starts(session, plan)
            made = []
            try:
                tournament = self._repository.tournament
                if session not in tournament.opened or session in tournament.ended or (tables is None and plan.tables):
                    made.append(self._records.record("open", by, session=session))
            except Exception:
                self._starter.cancel_expected_starts(session, plan)
                raise
        try:
            begun, refused = self._starter.start_tables(session, plan)
        except Exception:
            self._starter.cancel_expected_starts(session, plan)
            raise
        answer = {"session": session, "begun": begun, "already": plan.already_begun, "refused": refused}
        answer["reasons"] = {table: reason_code_and_values(why) for table, why in refused.items()}
        no_seat = unseated_players(self._repository, session)
        return ChangeResult({**answer, "empty": self._empty_seats(session, begun), "no_seat": no_seat}, made)

    def end(self, session: int, by: str, *, yes: bool = False, seen: int | None = None) -> ChangeResult:
        """End a session and return the unfinished tables; they need a confirmation."""
        made = self._records.record("end", by, yes=yes, seen=seen, session=session)
        tournament, people = self._repository.tournament, self._repository.people()
        missing = []
        for _, table, state in unfinished_tables(tournament, session, self._repository.games.events_of):
            players = [player for player in tournament.seats.get((session, table), []) if player]
            names = [player_or_unknown(people, player).name for player in players]
            missing.append({"table": table, "state": state, "players": names})
        return ChangeResult({"session": session, "unfinished": missing}, [made])

    def _empty_seats(self, session: int, tables: list[int]) -> list[list[int]]:
        """Return the empty seats of some tables: table and seat."""
        seats = self._repository.tournament.seats
        return [[table, seat] for table in tables for seat, player in enumerate(seats[session, table]) if not player]


def unseated_players(repository: TournamentRepository, session: int) -> list[list[Any]]:
    """Return the registered or seated players without a seat in this session: number and name."""
    people = repository.people()
    return [
        [number, people[number].name if number in people else ""]
        for number in repository.tournament.unseated_players(session, people)
    ]
