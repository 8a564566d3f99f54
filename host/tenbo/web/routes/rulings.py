"""The routes of referees and players at a table: rulings, answers to calls, and declared hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.validation.error_paths import errors_within
from tenbo.validation.suggestions import quote_value, with_known
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import author_name
from tenbo_core.errors import Malformed
from tenbo_core.events import DESK, EVENTS, REFEREE, make
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.hall.referee_calls import RefereeCalls
    from tenbo.hall.rulings import Rulings
    from tenbo.hall.win_proposal import DeclaredWins


class RulingRoutes:
    """What changes a game from outside its table."""

    def __init__(self, rulings: Rulings, calls: RefereeCalls, wins: DeclaredWins) -> None:
        self._rulings = rulings
        self._calls = calls
        self._wins = wins

    def request_event(self, request: HttpRequest) -> HttpResponse:
        """Send the table an event: `event`, `fields` by name, `as` the author (4 desk, 5 referee).

        The table may refuse it. With `preview` the event is not sent: the answer has the changes (`deltas`, and
        `changed` by name as [before, after]) and the number of the `last` event. With that `last` the event is sent
        only if it still changes the same. With an author, the session's or `by`, the desk records it: `record` in the
        answer is the number, which a takeback names.
        """
        number = request.int_param("table")
        kind, fields = request.field("event", "text"), request.field("fields", "object", {})
        if kind not in EVENTS:
            unknown = sentence("unknown_event", "there is no event {kind}", kind=quote_value(kind))
            raise Malformed("bad_field", with_known(unknown, kind, EVENTS), "event")
        asker = REFEREE if request.visitor.role == "referee" else request.field("as", "int", DESK)
        is_preview, last = request.field("preview", "bool", default=False), request.field("last", "int", None)
        with errors_within("fields", fields, missing=True):
            event = make(0, kind, asker, 0, fields)
            if is_preview:
                return json_response(self._rulings.preview(number, event))
            if last is not None:
                self._rulings.check_unchanged(number, event, last)
            by = author_name(request) if request.visitor.by or "by" in request.body else ""
            ruled = self._rulings.apply(number, event, by)
        named = {"record": ruled.records[0].n} if ruled.records else {}
        return json_response({"done": True, **ruled.answer, **named}, records=ruled.records)

    def answer_call(self, request: HttpRequest) -> HttpResponse:
        """Answer the call of a `seat`, or of all seats that call. The record has the author and the waiting time."""
        number, seat = request.int_param("table"), request.field("seat", "seat", None)
        return change_response(self._calls.answer_calls(number, author_name(request), seat))

    def score_declared_hands(self, request: HttpRequest) -> HttpResponse:
        """Score declared hands in the table's state; with `propose` show them at the seats and wait for agreement.

        `wins` are objects as in `tenbo replay`, or lines of words as in `tenbo hand`. To propose what an earlier answer
        has scored, send its `fields` and `last` instead; it is refused if the table has moved on since.
        """
        number = request.int_param("table")
        propose = request.field("propose", "bool", default=False)
        if "fields" not in request.body:
            settled = self._wins.score(number, request.field("wins", "list"))
        elif not propose:
            raise Malformed("contradiction", "fields have already been scored: send them with propose", "fields")
        else:
            settled = {"fields": request.field("fields", "list"), "last": request.field("last", "int")}
        if propose:
            shown = self._wins.propose(number, settled["fields"], settled["last"])
            settled["outcome"] = self._wins.await_seat_confirmation(number, shown)
        return json_response(settled)
