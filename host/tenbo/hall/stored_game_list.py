"""The list of stored games: the state of each, the session it was started for, and whose result it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.game_assignment import claimed_session
from tenbo.store.ledgers import PREFIX, event_of
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.stored_game_events import CLOSED
from tenbo.tournament.table_result import replay_game
from tenbo.tournament.versioned_cache import VersionedCache
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.errors import TenboError
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store.chain import Row
    from tenbo.tournament.repository import TournamentRepository


class StoredGames:
    """The games in the store; one without new events is not replayed again."""

    def __init__(self, repository: TournamentRepository) -> None:
        self._repository = repository
        self._ends = VersionedCache[dict[str, Any]]()

    def games(self, skip: int, most: int) -> Iterator[dict[str, Any]]:
        """Yield games, oldest first: the state of each, the session it was started for, and whose result it is."""
        rows = self._repository.store.rows_of_kind("start")
        starts = sorted(rows, key=lambda row: (row.ts_ms, row.stream, row.seq))
        for row in starts[skip : skip + most]:
            yield self._game(row)

    def _game(self, row: Row) -> dict[str, Any]:
        """Return the game that begins with a row."""
        tournament = self._repository.tournament
        game = GameRef(row.stream.removeprefix(PREFIX), row.seq)
        record: dict[str, Any] = {"ledger": game.ledger, "start": game.start, "stored_ms": row.ts_ms}
        record["device"] = tournament.devices.get(game.ledger, "")
        record["table"] = tournament.numbers.get(record["device"])
        place, record["begun_for"] = tournament.find_game_table(game), None
        record["result_of"] = None if place is None else {"session": place[0], "table": place[1]}
        try:
            begun_for = claimed_session(self._repository, event_of(row))
            record["begun_for"] = None if begun_for is None else {"session": begun_for[0], "table": begun_for[1]}
            record |= self._end(game)
        except (TenboError, ValueError) as error:
            why = error.message if isinstance(error, TenboError) else str(error)
            record |= {"why": why, **reason_code_and_values(why)}
        return record

    def _end(self, game: GameRef) -> dict[str, Any]:
        """Return the end or the state of a game."""
        revision = self._repository.games.game_revision(game)

        def compute() -> dict[str, Any]:
            table = replay_game(self._repository.games.events_of(game))
            if table is None:
                return {}
            left = table.phase != OVER and revision == CLOSED
            return {"phase": "given up" if left else table.phase, "scores": table.scores, "names": list(table.names)}

        return self._ends.get(
            game, (revision, self._repository.tournament.chosen_fork_sources.get(game.ledger)), compute
        )
