"""Imported games: each is stored with a ledger of its own, as the result of a table in a session."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from tenbo.formats.logs.file_reader import read_game
from tenbo.formats.logs.rule_inference import convert_with_inferred_rules
from tenbo.formats.text_codec import bytes_of_base64
from tenbo.game.replay import Replay
from tenbo.hall.change_result import ChangeResult
from tenbo.hall.stored_game_attachment import require_replacement_confirmation
from tenbo.tournament.existence_checks import check_table_exists, locked_result_error
from tenbo.tournament.record_values import GameRef
from tenbo.tournament.table_result import seat_count_error
from tenbo.validation.error_paths import errors_within
from tenbo_core.errors import Malformed, Refused
from tenbo_core.events import DESK, from_plain, make
from tenbo_core.seats import WIND_NAMES
from tenbo_core.sentences import sentence
from tenbo_core.wire import to_json

if TYPE_CHECKING:
    from tenbo.formats.logs.recorded_game_converter import ConversionResult
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.events import Event

# The prefix of an imported game's ledger; the rest is derived from its events.
PREFIX = "log-"
LENGTH_OF_HASH = 12

# The longest name that a display can show.
LONGEST_NAME = 24


def convert_uploaded_log(packed: str) -> ConversionResult:
    """Return the game of a server's log, given in Base64, converted to our own rules."""
    return convert_with_inferred_rules(read_game(bytes_of_base64(packed)))


class GameImport:
    """Stores games that were played elsewhere."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter) -> None:
        self._repository = repository
        self._records = records

    def store_and_attach_game(
        self, place: SessionTable, by: str, why: str, records: list[Any], *, yes: bool = False
    ) -> ChangeResult:
        """Store a game and attach it to a table in a session; a refusal stores nothing."""
        session, table = place
        events, names = events_of_records(records)
        text = to_json([event.plain() for event in events])
        game = GameRef(PREFIX + hashlib.sha256(text.encode()).hexdigest()[:LENGTH_OF_HASH], 0)
        with self._repository.desk.records_lock():
            self._check_game(place, game, len(names), yes=yes)
            fields = {"session": session, "table": table, "ledger": game.ledger, "start": game.start, "why": why}
            made = self._records.record_all(by, [("game", fields)], yes=True, games={game: events})
            state = self._repository.results.sheet(session, table).state
            seats = self._seats(place, names)
        answer = {"session": session, "table": table, "ledger": game.ledger, "state": state, "seats": seats}
        return ChangeResult(answer, made)

    def _check_game(self, place: SessionTable, game: GameRef, players: int, *, yes: bool) -> None:
        """Refuse a game that cannot be the result of a table in a session."""
        session, table = place
        tournament = self._repository.tournament
        check_table_exists(tournament, session, table)
        if players != (seats := tournament.seat_count(session)):
            raise seat_count_error(seats, "events")
        if place in tournament.locked:
            raise locked_result_error(place, "table")
        if not yes:
            require_replacement_confirmation(self._repository, place, game)
        other = tournament.find_game_table(game)
        if other is not None and other != place:
            message = sentence(
                "game_is_result_elsewhere",
                "this game is already the result of table {table} in session {session}: detach it there "
                "first (tenbo session detach {session} {table})",
                table=other[1],
                session=other[0],
            )
            raise Refused("not_allowed_now", message, "events")

    def _seats(self, place: SessionTable, names: list[str]) -> list[list[str]]:
        """Return the wind of each seat, the name in the game, and the seated player."""
        people, players = self._repository.people(), self._repository.tournament.seats[place]
        seated = [f"{one} {people[one].name}" if one in people else "-" for one in players]
        return [[WIND_NAMES[seat][0], name, seated[seat]] for seat, name in enumerate(names)]


def events_of_records(records: list[Any]) -> tuple[list[Event], list[str]]:
    """Return a game's records as the events of a ledger, with the players' names."""
    replay = Replay()
    for place, record in enumerate(records):
        if not isinstance(record, dict):
            raise Malformed("bad_field", "events must be a list of records, as tenbo replay takes them", "events")
        with errors_within(f"events[{place}]"):
            replay.apply(record)
    if not records or sum(record.get("event") == "start" for record in records) != 1:
        raise Malformed(
            "bad_field",
            sentence(
                "events_not_one_game", "events must contain exactly one game: its start and the events that follow"
            ),
            "events",
        )
    names = replay.names
    start, *rest = replay.ledger.events
    shown = [
        make(0, "name", DESK, 0, {"seat": seat, "name": name[:LONGEST_NAME]}) for seat, name in enumerate(names) if name
    ]
    return [from_plain([n, *event.plain()[1:]]) for n, event in enumerate([start, *shown, *rest])], names
