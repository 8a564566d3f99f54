"""A tournament as it stands in a store: for reading, and for the hall, which writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.store.ledgers import game_from, stream_of
from tenbo.tournament.desk import Desk
from tenbo.tournament.hands import all_moves
from tenbo.tournament.people import Player
from tenbo.tournament.results import sheet_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.store import Store
    from tenbo.tournament.results import Sheet
    from tenbo.tournament.state import GameAt, Tournament
    from tenbo_core.events import Event


class StoredTournament:
    """Everything in a store that results are made of."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.desk = Desk(store)
        self._sheets: dict[tuple[int, int], tuple[object, Sheet]] = {}

    @property
    def tournament(self) -> Tournament:
        """Return what the desk has decided so far."""
        return self.desk.tournament

    def people(self) -> dict[int, Player]:
        """Return everybody who is registered, by number."""
        return {row[0]: Player(*row) for row in self.store.players()}

    def games(self, game: GameAt) -> Iterable[Event]:
        """Return the events of a game."""
        return game_from(self.store, game.ledger, game.start)

    def sheet(self, session: int, table: int) -> Sheet:
        """Return a table's result in a session; one that nothing has changed since is not folded again."""
        place, tournament = (session, table), self.tournament
        game = tournament.games.get(place)
        token = (
            game, self._end_of(game), tournament.notes.get(place, []), tournament.locked.get(place, -1),
            tuple(tournament.seats.get(place, [])), tournament.rulebook_of(session), tournament.is_given_up(place),
        )  # fmt: skip
        known = self._sheets.get(place)
        if known is None or known[0] != token:
            known = (token, sheet_of(tournament, session, table, self.games))
            self._sheets[place] = known
        return known[1]

    def _end_of(self, game: GameAt | None) -> int:
        """Return a number that changes with every event that may belong to a game."""
        if game is None:
            return -1
        stream = stream_of(game.ledger)
        newest = self.store.last_of_kind(stream, "start")
        if newest is not None and newest.seq > game.start:
            return newest.seq
        return self.store.head(stream).seq

    def sheets(self, sessions: Iterable[int] | None = None) -> list[Sheet]:
        """Return all results, or those of some sessions."""
        tournament = self.tournament
        chosen = tournament.sessions if sessions is None else sorted(sessions)
        return [self.sheet(session, table) for session in chosen for table in tournament.tables_of(session)]

    def public(
        self, now_ms: int, sessions: Iterable[int] | None = None, *, hidden: bool = False
    ) -> tuple[list[Sheet], list[int]]:
        """Return the results that everybody may see at a moment, and the sessions that are left out.

        With `hidden` none is: for the desk itself.
        """
        sheets = self.sheets(sessions)
        return (sheets, []) if hidden else self.tournament.publication.public(sheets, now_ms)

    def moves(self) -> dict[tuple[int, int], list[dict[str, Any]]]:
        """Return every event that moved points, by session and table."""
        return all_moves(self.tournament, self.games)
