"""The results of a tournament's tables, each computed again only when its game or the desk's decisions have changed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tenbo.tournament.game_replay_cache import ReplayCache
from tenbo.tournament.result_cache import ResultCache, decode_result, result_token
from tenbo.tournament.table_result import empty_sheet, sheet_of
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.store import EventStore
    from tenbo.tournament.record_log import TournamentLog
    from tenbo.tournament.record_values import GameRef, SessionTable
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.stored_game_events import StoredGameEvents
    from tenbo.tournament.table_result import TableResult
    from tenbo_core.events import Event

# Results that are cached together; a killed program loses at most this many.
CACHE_BATCH_SIZE = 100


class StoredResults:
    """The results of the tables in a store; those of finished games are cached there, too."""

    def __init__(self, store: EventStore, log: TournamentLog, games: StoredGameEvents, stored: ResultCache) -> None:
        self._store = store
        self._log = log
        self._games = games
        self._stored = stored
        self._sheets = VersionedCache["TableResult"]()

    def sheet(self, session: int, table: int) -> TableResult:
        """Return a table's result in a session; an unchanged one is not computed again."""
        place, tournament = (session, table), self._log.tournament
        version = self._version_of(tournament, place)
        return self._sheets.get(place, version, lambda: self._compute_sheet(tournament, place, version))

    def _version_of(self, tournament: Tournament, place: SessionTable) -> tuple[object, ...]:
        """Return everything that a result is computed from."""
        game = tournament.games.get(place)
        return (
            game, self._games.game_revision(game), tournament.chosen_fork_sources.get(game.ledger if game else ""),
            tournament.notes.get(place, []), tournament.locked.get(place, -1),
            tuple(tournament.seats.get(place, [])), tuple(tournament.credited_players(place)),
            tournament.rulebook_of(place[0]), tournament.has_started_other_session(place),
        )  # fmt: skip

    def _compute_sheet(self, tournament: Tournament, place: SessionTable, version: object) -> TableResult:
        """Return the stored result of a finished game, or compute it and have it stored."""
        game = tournament.games.get(place)
        if game is None:
            return sheet_of(tournament, *place, self._games.events_of)
        stored = self._stored.find_result(place, version, empty_sheet(tournament, *place))
        if stored is not None:
            return stored
        replay = ReplayCache(())
        with suppress(TenboError, ValueError):
            # The sheet names the error of events that cannot be read.
            events = self._games.events_of(game)
            replay = events if isinstance(events, ReplayCache) else ReplayCache(events)

        def events_of(other: GameRef) -> Iterable[Event]:
            return replay if other == game and replay.events else self._games.events_of(other)

        sheet = sheet_of(tournament, *place, events_of)
        if replay.events:
            self._stored.queue_result(sheet, version, game, replay.events[-1].n)
        return sheet

    def sheets(self, sessions: Iterable[int] | None = None) -> list[TableResult]:
        """Return all results, or those of some sessions."""
        chosen = None if sessions is None else set(sessions)
        places = [place for place in self._log.tournament.all_session_tables if chosen is None or place[0] in chosen]
        found = [self.sheet(*place) for place in places]
        self._stored.flush()
        return found

    def compute_ahead(self, places: Iterable[SessionTable]) -> None:
        """Compute and store the results of some tables before a request for them."""
        for count, place in enumerate(places, 1):
            self.sheet(*place)
            if count % CACHE_BATCH_SIZE == 0:
                self._stored.flush()
        self._stored.flush()

    def wrong_stored_results(self) -> list[SessionTable]:
        """Return the session and table of each stored result that contradicts the events.

        What another version of the program has stored is not used, so that its form says nothing.
        """
        tournament, kept = self._log.tournament, self._store.cached_results()
        unreadable = set()
        for one in kept:
            place = (one.session, one.table)
            if decode_result(one) is None and one.token == result_token(self._version_of(tournament, place)):
                unreadable.add(place)
        places = sorted({(one.session, one.table) for one in kept} & tournament.seats.keys())
        return [
            place
            for place in places
            if place in unreadable or self.sheet(*place) != sheet_of(tournament, *place, self._games.events_of)
        ]

    def public_sheets(
        self, now_ms: int, sessions: Iterable[int] | None = None, *, hidden: bool = False
    ) -> tuple[list[TableResult], list[int]]:
        """Return the results that are public at a moment, and the sessions that are left out.

        With `hidden` none is left out, for the desk itself.
        """
        sheets = self.sheets(sessions)
        return (sheets, []) if hidden else self._log.tournament.embargo.split_public(sheets, now_ms)
