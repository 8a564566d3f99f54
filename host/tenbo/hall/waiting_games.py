"""Games at tables in which no hand has begun: they join the evening that is open, and leave one that is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.table_started_games import club_game_fields, play_fields
from tenbo.store.ledgers import event_of, stream_of
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.series.evening_attendees import has_no_hand

if TYPE_CHECKING:
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.club import ClubGame, Series
    from tenbo_core.events import Event

    Acts = list[tuple[str, dict[str, Any]]]

# Why a game is void that is entered again in another evening; the desk's log shows it.
MOVED = "no hand was played: the game is entered again"


class WaitingGames:
    """Enters such a game again where it belongs. A device begins one as soon as it can, before anyone sits there."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter) -> None:
        self._repository = repository
        self._records = records

    def join_evening(self, by: str, table: int | None = None) -> None:
        """Let the game that waits at a table, or at each, be one of the open evening, for the people seated there."""
        with self._repository.desk.records_lock():
            if self._repository.tournament.club.evening is None:
                return
            devices = {number: ledger for ledger, number in self._repository.tournament.table_number_by_ledger.items()}
            for number, ledger in sorted(devices.items()):
                acts = self._acts_of_joining(number, ledger) if table in (None, number) else []
                if acts:
                    self._records.record_all(by, acts)

    def _acts_of_joining(self, table: int, ledger: str) -> Acts:
        """Return the records by which the newest game of a table's device joins the open evening, if it has to."""
        club, store = self._repository.tournament.club, self._repository.store
        row = store.last_of_kind(stream_of(ledger), "start")
        game = None if row is None else club.game_of(GameRef(ledger, row.seq))
        if row is None or game is None or not has_no_hand(self._repository, self._repository.series.result(game.id)):
            return []
        if not game.voided and (game.series, game.table) == (club.require_evening().id, table):
            return []
        start: Event = event_of(row)
        return [*_void(game), ("play", club_game_fields(self._repository, table, ledger, start))]

    def acts_of_leaving(self, evening: Series) -> Acts:
        """Return the records by which the games that wait leave an evening: they belong to none until the next."""
        acts: Acts = []
        for game in self.waiting_in(evening.id):
            assert game.ref is not None
            acts += [*_void(game), ("play", play_fields(game.ref, game.table, game.rulebook, game.players))]
        return acts

    def waiting_in(self, evening: int) -> list[ClubGame]:
        """Return the games of an evening in which no hand has begun."""
        games = self._repository.tournament.club.games_in(evening)
        return [game for game in games if has_no_hand(self._repository, self._repository.series.result(game.id))]


def _void(game: ClubGame) -> Acts:
    return [] if game.voided else [("void", {"game": game.id, "why": MOVED})]
