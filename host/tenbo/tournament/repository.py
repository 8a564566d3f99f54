"""The repository of a tournament in a store: for readers, and for the hall, which writes it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tenbo.store.ledgers import iter_game_events, stream_of
from tenbo.store.player_names import STREAM as PEOPLE
from tenbo.store.replica_streams import parse_stream
from tenbo.tournament.pace.game_timing import game_timing
from tenbo.tournament.pace.play_statistics import play_statistics
from tenbo.tournament.pace.session_pace import GameProgress, session_pace
from tenbo.tournament.players import Player
from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.replay_cache import ReplayCache
from tenbo.tournament.result_cache import ResultCache, decode_result
from tenbo.tournament.results import empty_sheet, sheet_of
from tenbo.tournament.transfer_history import all_transfers
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.store import EventStore
    from tenbo.tournament.pace.play_statistics import PlayStatistics
    from tenbo.tournament.pace.session_pace import SessionPace
    from tenbo.tournament.results import TableResult
    from tenbo.tournament.state import GameRef, Tournament
    from tenbo_core.events import Event


# Stands for the end of a game after which its ledger has another one.
CLOSED = -2
# Results that are cached together; a killed program loses at most this many.
CACHE_BATCH_SIZE = 100


class TournamentRepository:
    """Everything in a store that results are made of."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.desk = TournamentLog(store)
        self._result_cache = ResultCache(store)
        self._sheets: dict[tuple[int, int], tuple[object, TableResult]] = {}
        self._replays: dict[GameRef, ReplayCache] = {}
        self._played: dict[tuple[int, int], tuple[object, GameProgress]] = {}
        self._people: tuple[object, dict[int, Player]] = (None, {})

    @property
    def tournament(self) -> Tournament:
        """Return the tournament by all records so far."""
        return self.desk.tournament

    def people(self) -> dict[int, Player]:
        """Return the registered players by number; they are read again when the stream with their hashes has grown."""
        end = self.store.head(PEOPLE)
        known, people = self._people
        if known != end:
            people = {row[0]: Player(*row) for row in self.store.players()}
            self._people = end, people
        return dict(people)

    def game_events(self, game: GameRef) -> Iterable[Event]:
        """Return the events of a game; in a store without a writer they are read and replayed once."""
        if not self.store.readonly:
            return iter_game_events(self.store, game.ledger, game.start)
        if game not in self._replays:
            self._replays[game] = ReplayCache(iter_game_events(self.store, game.ledger, game.start))
        return self._replays[game]

    def sheet(self, session: int, table: int) -> TableResult:
        """Return a table's result in a session; an unchanged one is not computed again."""
        place, tournament = (session, table), self.tournament
        game = tournament.games.get(place)
        token = (
            game, self.game_revision(game), tournament.chosen_versions.get(game.ledger if game else ""),
            tournament.notes.get(place, []), tournament.locked.get(place, -1),
            tuple(tournament.seats.get(place, [])), tuple(tournament.credited_players(place)),
            tournament.rulebook_of(session), tournament.is_abandoned(place),
        )  # fmt: skip
        known = self._sheets.get(place)
        if known is None or known[0] != token:
            kept = (
                self._result_cache.find_result(place, token, empty_sheet(tournament, session, table))
                if game is not None
                else None
            )
            known = (token, kept or self._compute_sheet(place, token, game))
            self._sheets[place] = known
        return known[1]

    def _compute_sheet(self, place: tuple[int, int], token: object, game: GameRef | None) -> TableResult:
        """Compute a result; the result of a finished game is cached."""
        told: Iterable[Event] = ()
        with suppress(TenboError, ValueError):
            # The sheet names the error of events that cannot be read.
            told = () if game is None else self.game_events(game)
            told = told if isinstance(told, ReplayCache) else ReplayCache(told)
        sheet = sheet_of(
            self.tournament, *place, lambda other: told if other == game and told else self.game_events(other)
        )
        if isinstance(told, ReplayCache) and told.events:
            self._result_cache.queue_result(sheet, token, game, told.events[-1].n)
        return sheet

    def game_revision(self, game: GameRef | None) -> int:
        """Return a number that changes with every event of a game; it is final once the ledger has another start."""
        if game is None:
            return -1
        stream = stream_of(game.ledger)
        newest = self.store.last_of_kind(stream, "start")
        if newest is not None and newest.seq > game.start:
            return CLOSED
        return self.store.head(stream).seq

    def sheets(self, sessions: Iterable[int] | None = None) -> list[TableResult]:
        """Return all results, or those of some sessions."""
        chosen = None if sessions is None else set(sessions)
        found = [self.sheet(*place) for place in self.tournament.session_tables if chosen is None or place[0] in chosen]
        self._result_cache.flush()
        return found

    def cache_sheets(self, places: Iterable[tuple[int, int]]) -> None:
        """Compute and cache the results of some tables in advance."""
        for count, place in enumerate(places, 1):
            self.sheet(*place)
            if count % CACHE_BATCH_SIZE == 0:
                self._result_cache.flush()
        self._result_cache.flush()

    def wrong_cached_results(self) -> list[tuple[int, int]]:
        """Return the session and table of each cached result that contradicts the events."""
        kept = self.store.cached_results()
        unreadable = {(one.session, one.table) for one in kept if decode_result(one) is None}
        places = {(one.session, one.table) for one in kept} & self.tournament.seats.keys()
        taken = {place: self.sheet(*place) for place in sorted(places)}
        anew = {place: sheet_of(self.tournament, *place, self.game_events) for place in taken}
        return [place for place, sheet in taken.items() if place in unreadable or sheet != anew[place]]

    def public_sheets(
        self, now_ms: int, sessions: Iterable[int] | None = None, *, hidden: bool = False
    ) -> tuple[list[TableResult], list[int]]:
        """Return the results that are public at a moment, and the sessions that are left out.

        With `hidden` none is left out, for the desk itself.
        """
        sheets = self.sheets(sessions)
        return (sheets, []) if hidden else self.tournament.embargo.split_public(sheets, now_ms)

    def visible_sessions(self, sessions: Iterable[int], now_ms: int, *, hidden: bool = False) -> list[int]:
        """Return the sessions whose results are public at a moment; with `hidden` all of them."""
        publication = self.tournament.embargo
        return [session for session in sessions if hidden or not publication.is_hidden(session, now_ms)]

    def transfers(self) -> dict[tuple[int, int], list[dict[str, Any]]]:
        """Return every event that moved points, by session and table."""
        return all_transfers(self.tournament, self.game_events)

    # ---------------------------------------------------------------- pace

    def table_timing(self, session: int, table: int) -> GameProgress:
        """Return the timing of a table's game in a session; an unchanged one is not computed again."""
        place, tournament = (session, table), self.tournament
        game, last = tournament.games.get(place), tournament.locked.get(place)
        typed = any(note.what == "correct" for note in tournament.notes.get(place, []))
        goes_on = not (typed or place in tournament.locked or session in tournament.ended)
        token = (game, self.game_revision(game), last, goes_on and not tournament.is_abandoned(place))
        known = self._played.get(place)
        if known is None or known[0] != token:
            known = (token, self._compute_timing(game, last, goes_on=token[-1]))
            self._played[place] = known
        return known[1]

    def _compute_timing(self, game: GameRef | None, last: int | None, *, goes_on: bool) -> GameProgress:
        try:
            told = (
                None
                if game is None
                else game_timing(event for event in self.game_events(game) if last is None or event.n <= last)
            )
        except (TenboError, ValueError):
            # The broken sheet names the error.
            told = None
        if game is None or told is None:
            return GameProgress(None)
        row = self.store.row(stream_of(game.ledger), told.last.n)
        host = parse_stream(self.store.stored_stream_name(stream_of(game.ledger), told.last.n)).host
        return GameProgress(told, 0 if row is None else row.ts_ms, goes_on, host)

    def pace(self, session: int, now_ms: int) -> SessionPace:
        """Return the pace of a session at a moment."""
        ahead = self.store.clock_offsets_ms()
        tables = self.tournament.tables_in_session(session)
        games = {table: self.table_timing(session, table).to_our_clock(ahead) for table in tables}
        return session_pace(session, games, now_ms)

    def play_statistics(self, sessions: Iterable[int]) -> tuple[PlayStatistics, dict[int, PlayStatistics]]:
        """Return the play statistics of all players together and of each in some sessions, without struck players."""
        tournament = self.tournament
        games = []
        for session in sorted(sessions):
            for table in tournament.tables_in_session(session):
                told = self.table_timing(session, table).game
                if told is not None:
                    games.append((session, told, tournament.seats.get((session, table), [0, 0, 0, 0])))
        return play_statistics(games, tournament.unranked)
