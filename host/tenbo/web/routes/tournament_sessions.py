"""The routes of sessions: their start and end, the games that count as their results, and imported results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.imported_games import convert_uploaded_log
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import (
    author_context,
    author_name,
    confirmation_and_seen,
    is_confirmed,
    uploaded_file_text,
)

if TYPE_CHECKING:
    from tenbo.hall.imported_games import GameImport
    from tenbo.hall.score_import import ScoreImport
    from tenbo.hall.sessions import Sessions
    from tenbo.hall.stored_game_attachment import GameAttacher


class SessionRoutes:
    """What the desk does with sessions."""

    def __init__(
        self, sessions: Sessions, attachment: GameAttacher, game_import: GameImport, score_import: ScoreImport
    ) -> None:
        self._sessions = sessions
        self._attachment = attachment
        self._game_import = game_import
        self._score_import = score_import

    def begin_session(self, request: HttpRequest) -> HttpResponse:
        """Start a session: every table that has not started begins its game with the seated names.

        Named `tables` start again even if they have started. Running games are given up only with `yes`; `seen` is as
        with a record.
        """
        session, tables = request.int_param("session"), request.field("tables", "counts", None)
        answers = confirmation_and_seen(request)
        return change_response(self._sessions.begin(session, author_name(request), tables, **answers))

    def end_session(self, request: HttpRequest) -> HttpResponse:
        """End a session; unfinished tables are in the question, which `yes` confirms; `seen` is as with a record."""
        session, answers = request.int_param("session"), confirmation_and_seen(request)
        return change_response(self._sessions.end(session, author_name(request), **answers))

    def attach_game(self, request: HttpRequest) -> HttpResponse:
        """Attach a stored game as the result of `table` in a session: its last, or `ledger` and `start`; with `why`.

        `yes` and `seen` are as with a record.
        """
        place = request.int_param("session"), request.field("table", "int")
        ledger, start = request.field("ledger", "text", ""), request.field("start", "int", None)
        by, why = author_name(request), request.field("why", "text")
        return change_response(
            self._attachment.attach_game(place, by, why, ledger, start, **confirmation_and_seen(request))
        )

    def import_game(self, request: HttpRequest) -> HttpResponse:
        """Import a game as `table`'s in a session: its `events` in the form that `tenbo replay` reads.

        Or `file`, a log that a server has written, as `tenbo import` reads it, in Base64; then the answer has the
        `differences` between the log and our own rules, and their `reasons`, too. With `why`. The answer names the
        ledger and the players by seat. The same game is stored once.
        """
        place = request.int_param("session"), request.field("table", "int")
        why, conversion = request.field("why", "text"), None
        if "file" in request.body:
            conversion = convert_uploaded_log(request.field("file", "text"))
        events = request.field("events", "list") if conversion is None else conversion.records
        stored = self._game_import.store_and_attach_game(
            place, author_name(request), why, events, yes=is_confirmed(request)
        )
        answer = stored.answer
        if conversion is not None:
            reasons = [
                {"where": where, "message": text, **reason_code_and_values(text)} for where, text in conversion.places
            ]
            answer |= {"differences": conversion.differences, "reasons": reasons, "notes": conversion.notes}
        return json_response(answer, records=stored.records)

    def import_scores(self, request: HttpRequest) -> HttpResponse:
        """Import the scores of many tables, all or none: `text` is CSV, `tables.csv` or RiichiNomi's; with `why`.

        Or `file`, the same in Base64.

        Players are seated where a table has none. The answer has the tables that were `typed`, how many were the `same`
        already, those `waiting` for scores, and `read_as` as with players. `yes`, `seen` and `terminal` are as with a
        record.
        """
        text, read_as = uploaded_file_text(request)
        why = request.field("why", "line")
        answers = author_context(request)
        made = self._score_import.record_scores(text, author_name(request), why, **answers)
        return change_response(made, read_as)
