"""Assigns stored games to the sessions whose results they are.

The start of a game names its session, table and tournament, and the game is the result of that session whenever it
arrives. A game without them is one of the club's: it belongs to the open evening, or to no series. While a session is
in play it is left to the desk, which attaches it with a reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.display_names import distinct_names
from tenbo.hall.ledger_devices import split_ledger_epoch
from tenbo.hall.table_started_games import club_game_fields, may_play_next, players_after_naming, players_elsewhere
from tenbo.store.ledgers import DESK_STREAM, PREFIX, event_of, stream_of
from tenbo.tournament.record_log import current_tournament_id
from tenbo.tournament.record_values import GameRef
from tenbo_core.errors import TenboError
from tenbo_core.events import CENTRE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.state import Tournament
    from tenbo_core.events import Event


class GameAssigner:
    """Assigns games as they start; it knows the tables that were asked to start and have not yet done so."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter, log: ServiceLog) -> None:
        self._repository = repository
        self._records = records
        self._log = log
        self._pending: set[SessionTable] = set()

    def expect_starts(self, places: Iterable[SessionTable]) -> None:
        """Note that tables are being asked to start their game of a session."""
        with self._repository.desk.records_lock():
            self._pending.update(places)

    def is_start_expected(self, place: SessionTable) -> bool:
        """Return whether a table was asked to start its game of a session, and its start has not arrived yet."""
        return place in self._pending

    def cancel_expected_start(self, place: SessionTable) -> None:
        """Expect a start no longer, because the table refused it or was not asked."""
        with self._repository.desk.records_lock():
            self._pending.discard(place)

    def assign_game(self, table: int | None, ledger: str, start: Event) -> None:
        """Assign a game that has started to the session that it names."""
        with self._repository.desk.records_lock():
            self._assign(table, ledger, start)

    def _assign(self, table: int | None, ledger: str, start: Event) -> None:
        tournament = self._repository.tournament
        place = claimed_session(self._repository, start)
        if place is None:
            if start.field("session") is None and not _is_session_in_play(tournament):
                self._record_club_game(table, ledger, start)
            elif tournament.session:
                named = start.field("session") is not None
                what = "was begun for another tournament" if named else "belongs to no session"
                self._log.write_line(
                    f"its game {what}: if the game is a table's result, attach it (tenbo session attach)", table=table
                )
            return
        # Only the table that was asked can fulfil a pending start, not another device that names the same session.
        asked = self.is_start_expected(place) and table == place[1]
        if asked:
            self.cancel_expected_start(place)
        known = tournament.games.get(place)
        if known is not None and _same_game(known, ledger, start.n):
            return
        later = known is None or (known.ledger == ledger and known.start < start.n)
        try:
            if not self._was_table(ledger, place[1]) or not (asked or later):
                message = (
                    f"table {place[1]} has begun another game in session {place[0]}: if this game is the "
                    "result, attach it (tenbo session attach)"
                )
                self._log.write_line(message, level="warning", table=table)
                return
            self._records.record("game", "host", session=place[0], table=place[1], ledger=ledger, start=start.n)
        except TenboError as error:
            self._log.write_line(error.message, level="warning", table=table)

    def _record_club_game(self, table: int | None, ledger: str, start: Event) -> None:
        """Record a game that was begun at the table itself: it belongs to the open evening, or to no series."""
        if self._repository.tournament.club.game_of(GameRef(ledger, start.n)) is not None:
            return
        try:
            self._records.record_all("host", [("play", club_game_fields(self._repository, table, ledger, start))])
        except TenboError as error:
            self._log.write_line(error.message, level="warning", table=table)

    def assign_named_player(self, ledger: str, event: Event) -> None:
        """Let a name that a display has got say who plays a game of the club."""
        club = self._repository.tournament.club
        newest = self._repository.store.last_of_kind(stream_of(ledger), "start") if ledger in club.ledgers else None
        game = None if newest is None else club.game_of(GameRef(ledger, newest.seq))
        if game is None:
            return
        people = distinct_names(self._repository.people(), club.person)
        players = players_after_naming(game, people, event.field("seat"), event.field("name"))
        # Who was taken from this game sits down again by a seat or the desk, not by a name that comes late.
        if players is None or {*players} & {*game.left}:
            return
        if players_elsewhere(self._repository, game.table).keys() & {*players}:
            return
        # A table keeps the names of its last game. Who has left since, or sits down elsewhere, does not play on.
        if event.by == CENTRE and not may_play_next(club, game, players[event.field("seat")]):
            return
        try:
            self._records.record("who", "host", game=game.id, players=players)
        except TenboError as error:
            self._log.write_line(error.message, level="warning", table=game.table)

    def assign_missed_games(self) -> None:
        """Assign the games that were stored when the host died before it recorded their assignment."""
        noted: dict[SessionTable, list[GameRef]] = {}
        for record in self._repository.desk.records:
            since = self._repository.tournament.since_record
            if record.kind == "game" and record.session_table is not None and record.n >= since:
                game = GameRef(record.fields["ledger"], record.fields["start"])
                noted.setdefault(record.session_table, []).append(game)
        store, evening = self._repository.store, self._repository.tournament.club.evening
        opened = None if evening is None else store.arrival_number(DESK_STREAM, evening.id)
        for row in store.rows_of_kind("start"):
            ledger = row.stream.removeprefix(PREFIX)
            try:
                start = event_of(row)
                place = claimed_session(self._repository, start)
            except (TenboError, ValueError):
                continue
            if place is None:
                if opened is not None and store.arrival_number(row.stream, row.seq) > opened:
                    self.assign_game(self._repository.tournament.table_number_by_ledger.get(ledger), ledger, start)
                continue
            if all(game.ledger == ledger and game.start < row.seq for game in noted.get(place, ())):
                self.assign_game(self._repository.tournament.table_number_by_ledger.get(ledger), ledger, start)

    def _was_table(self, ledger: str, table: int) -> bool:
        """Return whether a ledger's device has, or once had, a table's number; no other device may set its result."""
        device = self._repository.tournament.devices.get(ledger)
        bound = [record.fields for record in self._repository.desk.records if record.kind == "bind"]
        return any(fields["device"] == device and fields.get("table") == table for fields in bound)


def _is_session_in_play(tournament: Tournament) -> bool:
    """Return whether a tournament's session is in play, so that a game without one is probably a mistake."""
    return tournament.club.evening is None and tournament.session > 0 and tournament.session not in tournament.ended


def claimed_session(repository: TournamentRepository, start: Event) -> SessionTable | None:
    """Return the session and table of the tournament in play for which a game was started, or None."""
    session, table = start.field("session"), start.field("table")
    if (
        not isinstance(session, int)
        or not isinstance(table, int)
        or start.field("tournament") != current_tournament_id(repository.store, repository.tournament)
    ):
        return None
    return session, table


def _same_game(known: GameRef, ledger: str, start: int) -> bool:
    """Return whether a game is a known one, even if a spare device has taken it over."""
    return known.start == start and split_ledger_epoch(known.ledger)[0] == split_ledger_epoch(ledger)[0]
