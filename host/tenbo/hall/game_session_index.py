"""Maps a game to the sessions it may reveal: those it counts or counted for, and the one it was started for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.ledger_devices import split_ledger_epoch
from tenbo.store.ledgers import event_of, stream_of
from tenbo.tournament.record_replay import effective_records
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.store import EventStore
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository


class GameSessionIndex:
    """The index of the desk's records and the games' starts; it is rebuilt after each new record."""

    def __init__(self, repository: TournamentRepository) -> None:
        self._repository = repository
        self._attached = VersionedCache[dict[tuple[str, int], set["SessionTable"]]]()

    def session_tables_of_game(self, game: GameRef) -> set[SessionTable]:
        """Return the sessions and tables of a game in any epoch of its ledger; without any, those of its table's seats.

        They include games that were detached or replaced, because these were played all the same.
        """
        records = self._repository.desk.records
        last = records[-1].n if records else -1
        attached = self._attached.get(None, last, lambda: _attached_games(records))
        places = set(attached.get(_game_key(game), ()))
        started = self._started_for(game)
        if started is not None:
            places.add(started)
        return places or self._seated_now(game.ledger)

    def _started_for(self, game: GameRef) -> SessionTable | None:
        """Return the session and table that a game's start names, even if the desk of a larger hall has started it."""
        row = self._repository.store.row(stream_of(game.ledger), game.start)
        if row is None:
            return None
        try:
            start = event_of(row)
        except (TenboError, ValueError):
            return None
        session, table = start.field("session"), start.field("table")
        return (session, table) if isinstance(session, int) and isinstance(table, int) else None

    def _seated_now(self, ledger: str) -> set[SessionTable]:
        """Return where a game that was started at the table itself would be attached, while a session is in play."""
        tournament = self._repository.tournament
        place = tournament.session, tournament.table_number_by_ledger.get(ledger, 0)
        return {place} if place in tournament.seats and place[0] not in tournament.ended else set()


def games_of_ledger(store: EventStore, ledger: str) -> list[GameRef]:
    """Return every game of a ledger, in order."""
    stream = stream_of(ledger)
    return sorted(GameRef(ledger, row.seq) for row in store.rows_of_kind("start") if row.stream == stream)


def game_containing(store: EventStore, ledger: str, n: int) -> list[GameRef]:
    """Return the game that contains an event of a ledger; none for an event before the first game."""
    newest = store.last_of_kind(stream_of(ledger), "start")
    if newest is not None and newest.seq <= n:
        return [GameRef(ledger, newest.seq)]
    return [game for game in games_of_ledger(store, ledger) if game.start <= n][-1:]


def _game_key(game: GameRef) -> tuple[str, int]:
    return split_ledger_epoch(game.ledger)[0], game.start


def _attached_games(records: Sequence[DeskRecord]) -> dict[tuple[str, int], set[SessionTable]]:
    """Return the sessions and tables of each game by the desk's effective records."""
    attached: dict[tuple[str, int], set[SessionTable]] = {}
    for record in effective_records(records):
        if record.kind == "game" and record.session_table is not None:
            game = GameRef(record.fields["ledger"], record.fields["start"])
            attached.setdefault(_game_key(game), set()).add(record.session_table)
    return attached
