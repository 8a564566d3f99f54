"""Assigns stored games to the sessions whose results they are.

The start of a game names its session, table and tournament, and the game is the result of that session whenever it
arrives. A game without them belongs to no session until the desk attaches it, with a reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.ledger_ownership import split_ledger_id
from tenbo.store.ledgers import PREFIX, event_of
from tenbo.tournament.record_log import stored_tournament_id
from tenbo.tournament.record_values import GameRef
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.hall.log_writer import LogWriter
    from tenbo.hall.record_writer import RecordWriter
    from tenbo.store import EventStore
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.events import Event


class GameAssignment:
    """Assigns games as they start; it knows the tables that were asked to start and have not yet done so."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter, log: LogWriter) -> None:
        self._repository = repository
        self._records = records
        self._log = log
        self._pending: set[SessionTable] = set()

    def expect_starts(self, places: Iterable[SessionTable]) -> None:
        """Note that tables are being asked to start their game of a session."""
        with self._repository.desk.records_lock():
            self._pending.update(places)

    def is_expected(self, place: SessionTable) -> bool:
        """Return whether a table was asked to start its game of a session, and its start has not arrived yet."""
        return place in self._pending

    def cancel_start(self, place: SessionTable) -> None:
        """Expect a start no longer, because the table refused it or was not asked."""
        with self._repository.desk.records_lock():
            self._pending.discard(place)

    def assign_game(self, table: int | None, ledger: str, start: Event) -> None:
        """Assign a game that has started to the session that it names."""
        with self._repository.desk.records_lock():
            self._assign(table, ledger, start)

    def _assign(self, table: int | None, ledger: str, start: Event) -> None:
        tournament = self._repository.tournament
        place = claimed_session(self._repository.store, start)
        if place is None:
            if tournament.session:
                named = start.field("session") is not None
                what = "was begun for another tournament" if named else "belongs to no session"
                self._log.write_line(f"its game {what}: tenbo session attach, if it counts", table=table)
            return
        # Only the table that was asked can fulfil a pending start, not another device that names the same session.
        asked = self.is_expected(place) and table == place[1]
        if asked:
            self.cancel_start(place)
        known = tournament.games.get(place)
        if known is not None and _same_game(known, ledger, start.n):
            return
        later = known is None or (known.ledger == ledger and known.start < start.n)
        try:
            if not self._was_table(ledger, place[1]) or not (asked or later):
                message = f"another game for table {place[1]} in session {place[0]}: tenbo session attach, if it counts"
                self._log.write_line(message, level="warning", table=table)
                return
            self._records.record("game", "host", session=place[0], table=place[1], ledger=ledger, start=start.n)
        except TenboError as error:
            self._log.write_line(error.message, level="warning", table=table)

    def assign_missed_games(self) -> None:
        """Assign the games that were stored when the host died before it recorded their assignment."""
        noted: dict[SessionTable, list[GameRef]] = {}
        for record in self._repository.desk.records:
            if record.kind == "game" and record.session_table is not None:
                game = GameRef(record.fields["ledger"], record.fields["start"])
                noted.setdefault(record.session_table, []).append(game)
        for row in self._repository.store.rows_of_kind("start"):
            ledger = row.stream.removeprefix(PREFIX)
            try:
                start = event_of(row)
                place = claimed_session(self._repository.store, start)
            except (TenboError, ValueError):
                continue
            if place is None:
                continue
            if all(game.ledger == ledger and game.start < row.seq for game in noted.get(place, ())):
                self.assign_game(self._repository.tournament.table_number_by_ledger.get(ledger), ledger, start)

    def _was_table(self, ledger: str, table: int) -> bool:
        """Return whether a ledger's device has, or once had, a table's number; no other device may set its result."""
        device = self._repository.tournament.devices.get(ledger)
        bound = [record.fields for record in self._repository.desk.records if record.kind == "bind"]
        return any(fields["device"] == device and fields.get("table") == table for fields in bound)


def claimed_session(store: EventStore, start: Event) -> SessionTable | None:
    """Return the session and table of this tournament for which a game was started, or None."""
    session, table = start.field("session"), start.field("table")
    if (
        not isinstance(session, int)
        or not isinstance(table, int)
        or start.field("tournament") != stored_tournament_id(store)
    ):
        return None
    return session, table


def _same_game(known: GameRef, ledger: str, start: int) -> bool:
    """Return whether a game is a known one, even if a spare device has taken it over."""
    return known.start == start and split_ledger_id(known.ledger)[0] == split_ledger_id(ledger)[0]
