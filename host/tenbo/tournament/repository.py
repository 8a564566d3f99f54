"""The tournament in a store: the desk's records, the players, the games, the results and their timing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.player_names import STREAM as PEOPLE
from tenbo.tournament.incremental_results import StoredResults
from tenbo.tournament.pace.stored_game_timings import StoredTimings
from tenbo.tournament.player_directory import Player
from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.result_cache import ResultCache
from tenbo.tournament.series.rating_cache import RatingCache
from tenbo.tournament.series.series_games import SeriesGames
from tenbo.tournament.stored_game_events import StoredGameEvents
from tenbo.tournament.versioned_cache import VersionedCache

if TYPE_CHECKING:
    from tenbo.store import EventStore
    from tenbo.tournament.state import Tournament


class TournamentRepository:
    """A tournament's parts, each with one subject. Thread-safe: what a part caches has one lock there."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.desk = TournamentLog(store)
        self.games = StoredGameEvents(store)
        stored = ResultCache(store)
        self.results = StoredResults(store, self.desk, self.games, stored)
        self.series = SeriesGames(store, self.desk, self.games, stored)
        self.ratings = RatingCache(stored)
        self.timings = StoredTimings(store, self.desk, self.games)
        self._people = VersionedCache[dict[int, Player]]()

    @property
    def tournament(self) -> Tournament:
        """Return the tournament by all records so far."""
        return self.desk.tournament

    def people(self) -> dict[int, Player]:
        """Return the registered players by number; they are read again when the stream with their hashes has grown."""
        version = self.store.head(PEOPLE)
        return dict(self._people.get(None, version, lambda: {row[0]: Player(*row) for row in self.store.players()}))
