"""The timing of the stored games: of one table, the pace of a session, and the statistics of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.ledgers import stream_of
from tenbo.store.stream_replicas import parse_stream
from tenbo.tournament.pace.game_timing import game_timing
from tenbo.tournament.pace.session_pace import GameProgress, session_pace
from tenbo.tournament.play_statistics import play_statistics
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.store import EventStore
    from tenbo.tournament.pace.session_pace import SessionPace
    from tenbo.tournament.play_statistics import PlayStatistics
    from tenbo.tournament.record_log import TournamentLog
    from tenbo.tournament.record_values import GameRef
    from tenbo.tournament.stored_game_events import StoredGameEvents


class StoredTimings:
    """The timings of the tables in a store."""

    def __init__(self, store: EventStore, log: TournamentLog, games: StoredGameEvents) -> None:
        self._store = store
        self._log = log
        self._games = games
        self._timings = VersionedCache[GameProgress]()

    def table_timing(self, session: int, table: int) -> GameProgress:
        """Return the timing of a table's game in a session; an unchanged one is not computed again."""
        place, tournament = (session, table), self._log.tournament
        game, last = tournament.games.get(place), tournament.locked.get(place)
        typed = any(note.what == "correct" for note in tournament.notes.get(place, []))
        is_decided = typed or place in tournament.locked or session in tournament.ended
        goes_on = not is_decided and not tournament.has_started_other_session(place)
        chosen = tournament.chosen_fork_sources.get(game.ledger if game else "")
        version = (game, self._games.game_revision(game), chosen, last, goes_on)
        return self._timings.get(place, version, lambda: self._compute_timing(game, last, goes_on=goes_on))

    def _compute_timing(self, game: GameRef | None, last: int | None, *, goes_on: bool) -> GameProgress:
        if game is None:
            return GameProgress(None)
        try:
            timing = game_timing(event for event in self._games.events_of(game) if last is None or event.n <= last)
        except (TenboError, ValueError):
            # The broken sheet names the error.
            timing = None
        if timing is None:
            return GameProgress(None)
        stream = stream_of(game.ledger)
        row = self._store.row(stream, timing.last.n)
        host = parse_stream(self._store.stored_stream_name(stream, timing.last.n)).host
        return GameProgress(timing, 0 if row is None else row.ts_ms, goes_on, host)

    def pace(self, session: int, now_ms: int) -> SessionPace:
        """Return the pace of a session at a moment."""
        ahead = self._store.clock_offsets_ms()
        tables = self._log.tournament.tables_in_session(session)
        games = {table: self.table_timing(session, table).to_our_clock(ahead) for table in tables}
        return session_pace(session, games, now_ms)

    def play_statistics(self, sessions: Iterable[int]) -> tuple[PlayStatistics, dict[int, PlayStatistics]]:
        """Return the play statistics of all players together and of each in some sessions.

        Struck players are left out, and seats where a substitute sat: those hands are not the seated player's.
        """
        tournament = self._log.tournament
        games = []
        for session in sorted(sessions):
            for table in tournament.tables_in_session(session):
                timing = self.table_timing(session, table).game
                if timing is not None:
                    place = (session, table)
                    away = {note.value[0] for note in tournament.notes.get(place, []) if note.what == "substitute"}
                    away |= {seat for seat, since in enumerate(timing.table.substitutes) if since}
                    seated = enumerate(tournament.seated_players(place))
                    games.append((session, timing, [0 if seat in away else player for seat, player in seated]))
        return play_statistics(games, tournament.unranked)
