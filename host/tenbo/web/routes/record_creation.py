"""The routes that make the desk's records: one of any kind, and a seating plan."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from tenbo.formats.plan_files import read_plan
from tenbo.hall.sessions import unseated_players
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.record_validator import is_revertible
from tenbo.tournament.table_result import MISSING, PLAYING
from tenbo.validation.error_paths import error_within, errors_within, is_about
from tenbo.validation.fields import read_field
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import author_context, author_name, uploaded_file_text
from tenbo_core.errors import Refused, TenboError

if TYPE_CHECKING:
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.hall.name_displays import NameDisplays
    from tenbo.hall.rulings import Rulings
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.state import Tournament


# Records that need a request of their own, because recording them is not enough.
OWN_REQUEST = {
    "clock": "tenbo clock", "bind": "tenbo tables --assign", "ledger": "tenbo restore", "pen": "tenbo restore",
    "game": "tenbo session attach", "open": "tenbo session begin", "end": "tenbo session end",
    "plan": "tenbo session plan", "slip": "POST /v1/slips", "believe": "tenbo desk --choose",
    "ruling": "the page of the table", "answer": "the page of the table",
}  # fmt: skip


class RecordRoutes:
    """What the desk records of the tournament."""

    def __init__(
        self, repository: TournamentRepository, records: RecordWriter, rulings: Rulings, names: NameDisplays
    ) -> None:
        self._repository = repository
        self._records = records
        self._rulings = rulings
        self._names = names

    def make_record(self, request: HttpRequest) -> HttpResponse:
        """Make a record of the desk.

        `kind` tournament, seats, swap, out, withdraw, strike, enter, penalty, substitute, correct, chips, lock, reopen,
        detach, hide, release or takeback, its `fields`, and `by`, the author. A penalty may name the `player`, by name
        or number, instead of table and seat. A substitute without a `session` is for the session in play. A release may
        take effect after some `minutes`. Input that is valid but probably wrong is refused with a question; `yes`
        confirms it. The answer has the record's number, which a takeback names. A correction names in `replaces` the
        correction before it, so that two people who correct the same sheet notice each other, and in `missing` how many
        tables of the session have no result yet. Four scores in hundreds, as on paper, are recorded in points. A record
        that overwrites one of another author needs `yes`. `terminal` is a text that identifies your terminal: a record
        that overwrites one of your own name from another terminal needs `yes`, too. With `seen`, the number of the last
        record that you have seen, the record is refused if a later one is about the same thing. A tournament's own rule
        book comes as text in `book`, with its id in `rules`. A tournament without a `title` changes only the given
        fields. A takeback of a penalty, lateness, substitute or disqualification that a table has recorded is carried
        out by the table; the record that it makes is a ruling.
        """
        kind, fields, by = request.field("kind", "text"), request.field("fields", "object"), author_name(request)
        _check_recordable(kind)
        before = self._repository.tournament
        if ruling := self._ruling_to_revert(kind, fields):
            with errors_within("fields", fields, missing=True):
                ruled = self._rulings.take_back(ruling, read_field("a record", fields, "why", "line"), by)
            made = ruled.records[0]
            answer = {"n": made.n, "kind": kind, "by": made.by, "of": ruling.n, "why": fields["why"]}
            return json_response(answer, records=ruled.records)
        answers = author_context(request)
        with errors_within("fields", fields, missing=True):
            made = self._records.record_all(by, [(kind, fields)], **answers)[0]
        self._names.show_reseated_names(before)
        answer = {"n": made.n, "kind": made.kind, "by": made.by, **made.fields}
        if kind == "enter":
            answer["seats"] = player_seats(self._repository.tournament, made.fields["player"], made.fields["session"])
        if kind == "correct":
            answer["missing"] = self._missing_results(made.fields["session"])
        if kind in ("penalty", "substitute"):
            answer["player"] = self._name_at(made)
        if kind in ("swap", "withdraw"):
            answer |= self._seat_changes(made, before)
        if kind == "withdraw":
            answer["missed"] = self._missed(made.fields["session"])
        if kind in ("seats", "out"):
            answer["no_seat"] = self._unseated_players(made.fields["session"], before)
            answer["seats"] = self._repository.tournament.seat_count(made.fields["session"])
        return json_response({**answer, "replaces": self._replaced_correction(made)}, records=[made])

    def make_records(self, request: HttpRequest) -> HttpResponse:
        """Make several records, all or none: `records` are objects with a `kind` and its `fields`.

        `made` in the answer has their numbers. `yes`, `seen` and `terminal` are as with one record.
        """
        before = self._repository.tournament
        rows = []
        for place, row in enumerate(request.field("records", "objects")):
            with errors_within(f"records[{place}]"):
                kind, fields = (
                    read_field("a record", row, "kind", "text"),
                    read_field("a record", row, "fields", "object"),
                )
                _check_recordable(kind)
            rows.append((kind, fields))
        if len(rows) == 1 and (ruling := self._ruling_to_revert(*rows[0])):
            with errors_within("records[0].fields", rows[0][1], missing=True):
                why = read_field("a record", rows[0][1], "why", "line")
                ruled = self._rulings.take_back(ruling, why, author_name(request))
            return json_response({"made": [record.n for record in ruled.records]}, records=ruled.records)
        by, answers = author_name(request), author_context(request)
        try:
            made = self._records.record_all(by, rows, **answers)
        except TenboError as error:
            raise self._with_its_record(error, by, rows) from None
        self._names.show_reseated_names(before)
        return json_response({"made": [record.n for record in made]}, records=made)

    def set_seating_plan(self, request: HttpRequest) -> HttpResponse:
        """Set the seating plan `text` from session `session` on; it replaces the seats of its sessions.

        Or `file`, the same in Base64.

        `yes`, `seen` and `terminal` are as with a record, `read_as` as with players. Numbers of unregistered players
        need `yes`.
        """
        text, read_as = uploaded_file_text(request)
        seats = read_plan(text, request.field("session", "int", 1))
        tables = [[session, number, seated] for (session, number), seated in sorted(seats.items())]
        by, answers = author_name(request), author_context(request)
        made = self._records.record_all(by, [("plan", {"tables": tables})], **answers)[0]
        planned = sorted({session for session, _ in seats})
        no_seat = {str(session): unseated_players(self._repository, session) for session in planned}
        answer = {"n": made.n, "sessions": planned, "tables": len(seats), **read_as}
        no_seat = {session: players for session, players in no_seat.items() if players}
        count = self._repository.tournament.seat_count(planned[0])
        return json_response({**answer, "no_seat": no_seat, "seats": count}, records=[made])

    def _ruling_to_revert(self, kind: str, fields: dict[str, Any]) -> DeskRecord | None:
        """Return the ruling that a takeback names if its table can take it back, or None."""
        of, records = fields.get("of"), self._repository.desk.records
        if kind != "takeback" or not isinstance(of, int) or not 0 <= of < len(records):
            return None
        return records[of] if records[of].kind == "ruling" and is_revertible(records[of]) else None

    def _with_its_record(self, error: TenboError, by: str, rows: list[tuple[str, dict[str, Any]]]) -> TenboError:
        """Return why several records were refused, with the first of them that is refused for it."""

        def is_refused_for_it(place: int) -> bool:
            try:
                self._records.check_all(by, rows[: place + 1])
            except TenboError as found:
                return (found.code, found.at, found.message) == (error.code, error.at, error.message)
            return False

        # Each check looks at all records up to a place: a few are tried, not every one.
        place = bisect_left(range(len(rows)), True, key=is_refused_for_it)  # noqa: FBT003 - what is looked for
        if place == len(rows) or not is_about(error, rows[place][1], missing=True):
            return error
        return error_within(error, f"records[{place}].fields")

    def _missing_results(self, session: int) -> int:
        """Return how many tables of a session have no result yet."""
        return sum(sheet.state in (MISSING, PLAYING) for sheet in self._repository.results.sheets([session]))

    def _replaced_correction(self, made: DeskRecord) -> dict[str, Any] | None:
        """Return the correction that a new one replaces, or None."""
        if made.kind != "correct":
            return None
        notes = self._repository.tournament.notes.get((made.fields["session"], made.fields["table"]), [])
        earlier = [note for note in notes if note.what == "correct" and note.n < made.n]
        if not earlier:
            return None
        before = earlier[-1]
        return {"by": before.by, "why": before.why, "scores": before.value[0], "sticks": before.value[1]}

    def _seat_changes(self, made: DeskRecord, before: Tournament) -> dict[str, Any]:
        """Return the seats that a swap or a withdrawal has changed, and the seats that are empty now."""
        first, people, seats = made.fields["session"], self._repository.people(), self._repository.tournament.seats
        if made.kind == "swap":
            moved = [
                (player, *place)
                for player in made.fields["players"]
                for place in player_seats(self._repository.tournament, player, first)[:1]
            ]
        else:
            gone = made.fields["player"]
            left = [(*place, old.index(gone)) for place, old in sorted(before.seats.items()) if gone in old]
            moved = [(seats[session, table][seat], session, table, seat) for session, table, seat in left]
            moved = [place for place in moved if place[0] != gone]
        sits = [[player, player_or_unknown(people, player).name, *place] for player, *place in moved if player]
        return {"sits": sits, "empty": [place for player, *place in moved if not player]}

    def _missed(self, session: int) -> dict[str, Any]:
        """Return what each missed session counts by the rule book, with its section; 0 if the book does not say."""
        book = self._repository.tournament.rulebook_of(session).load()
        cited = book.citation("substitute_result")
        return {"result": book.rules.substitute_result, "rules": book.id, "section": cited.section if cited else ""}

    def _unseated_players(self, session: int, before: Tournament) -> list[list[Any]]:
        """Return the players who had a seat in a session before a record and have none now: number and name."""

        def seated(tournament: Tournament) -> set[int]:
            return {player for place, players in tournament.seats.items() if place[0] == session for player in players}

        people = self._repository.people()
        gone = sorted(seated(before) - seated(self._repository.tournament) - {0})
        return [[player, player_or_unknown(people, player).name] for player in gone]

    def _name_at(self, made: DeskRecord) -> str:
        """Return the name of the player at the seat that a record names, or "" if the seat is empty."""
        assert made.session_table is not None
        number = self._repository.tournament.seated_players(made.session_table)[made.fields["seat"]]
        return player_or_unknown(self._repository.people(), number).name


def _check_recordable(kind: str) -> None:
    """Refuse a kind of record that has a request of its own."""
    if kind in OWN_REQUEST:
        raise Refused("not_allowed_now", f"{kind} cannot be recorded directly: use {OWN_REQUEST[kind]}", "kind")


def player_seats(tournament: Tournament, player: int, first: int) -> list[list[int]]:
    """Return the sessions, tables and seats of a player from a session on."""
    return [
        [session, table, players.index(player)]
        for (session, table), players in sorted(tournament.seats.items())
        if session >= first and player in players
    ]
