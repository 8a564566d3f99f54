"""A tournament as it stands in a store: for reading, while the service runs or without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.store.ledgers import game_from
from tenbo.tournament.desk import records_in
from tenbo.tournament.hands import all_moves
from tenbo.tournament.people import Player
from tenbo.tournament.results import all_sheets
from tenbo.tournament.state import folded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.store import Store
    from tenbo.tournament.results import Sheet
    from tenbo.tournament.state import GameAt
    from tenbo_core.events import Event


class StoredTournament:
    """Everything in a store that results are made of."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.records = records_in(store)
        self.tournament = folded(self.records)
        self.people = {row[0]: Player(*row) for row in store.players()}

    def games(self, game: GameAt) -> Iterable[Event]:
        """Return the events of a game."""
        return game_from(self._store, game.ledger, game.start)

    def moves(self) -> dict[tuple[int, int], list[dict[str, Any]]]:
        """Return every event that moved points, by session and table."""
        return all_moves(self.tournament, self.games)

    def sheets(self, sessions: Iterable[int] | None = None) -> list[Sheet]:
        """Return all results, or those of some sessions."""
        return all_sheets(self.tournament, self.games, sessions)
