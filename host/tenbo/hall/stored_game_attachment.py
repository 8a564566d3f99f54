"""Attaches stored games to the sessions whose results they are, at the desk's request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.change_result import ChangeResult
from tenbo.hall.ledger_devices import game_ledgers_of_table
from tenbo.store.ledgers import stream_of
from tenbo.tournament.existence_checks import check_table_exists
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.table_result import PLAYING
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository


class GameAttacher:
    """Attaches games by hand; `GameAssigner` does it for games that name their session."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter) -> None:
        self._repository = repository
        self._records = records

    def attach_game(
        self,
        place: SessionTable,
        by: str,
        why: str,
        ledger: str = "",
        start: int | None = None,
        *,
        yes: bool = False,
        seen: int | None = None,
    ) -> ChangeResult:
        """Attach a stored game to a table in a session: the table's last game, or a named one."""
        with self._repository.desk.records_lock():
            return self._attach(place, by, why, ledger, start, yes=yes, seen=seen)

    def _attach(
        self, place: SessionTable, by: str, why: str, ledger: str, start: int | None, *, yes: bool, seen: int | None
    ) -> ChangeResult:
        tournament, store = self._repository.tournament, self._repository.store
        session, table = place
        if place not in tournament.seats:
            check_table_exists(tournament, session, table)
        ledger = ledger or next(iter(game_ledgers_of_table(tournament, store, table)), "")
        newest = store.last_of_kind(stream_of(ledger), "start")
        number = newest.seq if newest is not None and start is None else start
        row = None if number is None else store.row(stream_of(ledger), number)
        if row is None or row.kind != "start" or number is None:
            message = sentence(
                "unknown_game", "no such game is stored: see the list of stored games (tenbo session games)"
            )
            raise Refused("bad_field", message, "start")
        if not yes:
            require_replacement_confirmation(self._repository, place, GameRef(ledger, number))
        fields = {"session": session, "table": table, "ledger": ledger, "start": number}
        made = self._records.record("game", by, yes=True, seen=seen, why=why, **fields)
        return ChangeResult(fields, [made])


def require_replacement_confirmation(repository: TournamentRepository, place: SessionTable, game: GameRef) -> None:
    """Request a confirmation before a game replaces another one."""
    session, table = place
    if repository.tournament.games.get(place, game) != game:
        sheet = repository.results.sheet(session, table)
        if sheet.state == PLAYING:
            message = sentence(
                "playing_game_replaced",
                "table {table} is playing in session {session}: the game you chose would be used instead of "
                "the one being played",
                table=table,
                session=session,
            )
        else:
            message = sentence(
                "stored_game_replaced",
                "table {table} already has a game ({state}) in session {session}: the game you chose would "
                "be used instead of it",
                table=table,
                state=sheet.state,
                session=session,
            )
        raise confirmation_request(message)
