"""The events of the stored games; in a store without a writer each game is read and replayed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.ledgers import iter_game_events, stream_of
from tenbo.tournament.game_replay_cache import ReplayCache
from tenbo.tournament.versioned_cache import VersionedCache

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.store import EventStore
    from tenbo.tournament.record_values import GameRef
    from tenbo_core.events import Event

# Stands for the end of a game after which its ledger has another one.
CLOSED = -2


class StoredGameEvents:
    """The games of a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._replays = VersionedCache[ReplayCache]()

    def events_of(self, game: GameRef) -> Iterable[Event]:
        """Return the events of a game."""
        if not self._store.readonly:
            return iter_game_events(self._store, game.ledger, game.start)
        # No event is added to such a store.
        return self._replays.get(game, None, lambda: ReplayCache(iter_game_events(self._store, *game)))

    def game_revision(self, game: GameRef | None) -> int:
        """Return a number that changes with every event of a game; it is final once the ledger has another start."""
        if game is None:
            return -1
        stream = stream_of(game.ledger)
        newest = self._store.last_of_kind(stream, "start")
        if newest is not None and newest.seq > game.start:
            return CLOSED
        return self._store.head(stream).seq
