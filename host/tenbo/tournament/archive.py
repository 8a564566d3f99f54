"""A tournament as it stands in a store: for reading, while the service runs or without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.store.ledgers import game_from
from tenbo.tournament.desk import STREAM
from tenbo.tournament.hands import all_moves
from tenbo.tournament.people import Player
from tenbo.tournament.records import record_of
from tenbo.tournament.results import all_sheets
from tenbo.tournament.state import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.store import Store
    from tenbo.tournament.results import Sheet
    from tenbo.tournament.state import GameAt
    from tenbo_core.events import Event


class Archive:
    """Everything in a store that results are made of."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.tournament = Tournament()
        for row in store.rows(STREAM):
            self.tournament.apply(record_of(row.kind, row.body))
        self.people = {row[0]: Player(*row) for row in store.players()}

    def games(self, game: GameAt) -> Iterable[Event]:
        """Give the events of a game."""
        return game_from(self._store, game.ledger, game.start)

    def moves(self) -> dict[tuple[int, int], list[dict[str, Any]]]:
        """Give every event that moved points, by session and table."""
        return all_moves(self.tournament, self.games)

    def sheets(self, sessions: Iterable[int] | None = None) -> list[Sheet]:
        """Give all results, or those of some sessions."""
        return all_sheets(self.tournament, self.games, sessions)
