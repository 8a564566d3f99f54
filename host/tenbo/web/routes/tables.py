"""The routes of tables: state, display, health and events, and the commands to them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tenbo.devices.health import health_warnings, parse_health
from tenbo.hall import win_proposal
from tenbo.hall.json_views import stored_event_json
from tenbo.store.ledgers import event_of, stream_of
from tenbo.validation.fields import quote_value
from tenbo.validation.suggestions import suggest_or_list
from tenbo.web.auth import visibility
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response, outcome_response
from tenbo.web.server.request_context import author_name, is_confirmed, last_seen_record
from tenbo_core.errors import Malformed
from tenbo_core.events import DESK, EVENTS, REFEREE, make
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext


PAGE = 500
LONGEST_PAGE = 5000


def tables(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return every table with a number: its port, its state and its game (`now`).

    The game is as in the answer of `tenbo replay`, with the `names` and, as `dead`, the seats whose hand is dead. A
    game of an unreleased session is left out, and `hidden` marks it. Desk and referee see it, with the mark
    `unreleased`.
    """
    return HttpResponse(host.table_list.body(request.visitor))


def table(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return one table."""
    known = host.hall.tables.table(request.int_param("table"))
    return json_response(visibility.redact_tables(host.hall, request.visitor, [known])[0])


def display(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return what a seat's display shows: in words, and as 64 `rows` of 128 pixels, `#` lit and `.` dark.

    With `old` the picture may be up to that many milliseconds old, so that one query of the table serves many viewers.
    """
    number, seat = request.int_param("table"), request.int_param("seat")
    station = host.hall.fleet.station_at(number)
    if seat not in SEATS:
        raise Malformed("bad_seat", f"there is no seat {seat}: the seats are 0 to 3", "seat")
    visibility.check_table_visible(host.hall, request.visitor, number)
    game = host.hall.games.newest_game(number)
    return json_response(host.hall.displays.fetch(station, number, seat, request.int_param("old", 0), game))


def health(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return a table's health: supply, boxes, faults, memory, starts; `complaints` says what to do about it."""
    state = parse_health(host.hall.fleet.ask(request.int_param("table"), "health"))
    return json_response({**state, "complaints": health_warnings(state)})


def unassigned_devices(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the ports whose device has no table number, or on which no device answers."""
    return json_response(host.hall.tables.unassigned_devices())


def events(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the events of a table after number `after`, at most `most`; `ledger` names an earlier ledger.

    Each event has its `fields` by name and a line of plain words.
    """
    known = host.hall.tables.table(request.int_param("table"))
    ledger = request.query.get("ledger", known.get("ledger", ""))
    visibility.check_ledger_visible(host.hall, request.visitor, ledger)
    after, most = request.int_param("after", -1), max(0, min(request.int_param("most", PAGE), LONGEST_PAGE))
    rows = islice(host.hall.repository.store.rows(stream_of(ledger), after), most)
    return json_response([stored_event_json(event_of(row)) for row in rows])


def game(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the game that a table plays, as its page shows it.

    `hands` has each hand with its `acts`, its `moves` (payer, payee, reason, section of the rule book) and the scores
    after it. `accounts` explains the points of each seat, `needs` is the cheapest win for each rank, `repairs` lists
    the corrections. An event after `last` is not stored yet and follows a moment later.
    """
    number = request.int_param("table")
    visibility.check_table_visible(host.hall, request.visitor, number)
    return json_response(host.hall.games.view(number))


def clock(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the hall's clock and how far each table's own is off.

    `left_over` is null while a session in play uses this clock. Otherwise no session does, and `state` says why. The
    clock's `session` has `ended` and no other is in play, or the one in play began after this clock was over and its
    own clock is `unstarted`.
    """
    picture = host.timekeeper.clock_status()
    return json_response({**picture, "note": picture["note"] or host.desks.silence_warning})


def set_table_number(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Set the table number of a device: `device`, `table`; without a table its number is removed.

    A device that plays, or has results of another table, needs `yes`.
    """
    device, table_number = request.field("device", "text"), request.field("table", "int", None)
    if not is_confirmed(request):
        host.hall.numbering.confirm(device, table_number)
    made = host.hall.numbering.set_table_number(device, table_number, author_name(request))
    return json_response({"done": True}, records=[made])


def blink(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Blink the table's marker, so that people find the table."""
    host.hall.fleet.ask(request.int_param("table"), "blink")
    return json_response({"done": True})


def request_event(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Send the table an event: `event`, `fields` by name, `as` the author (4 desk, 5 referee). The table may refuse it.

    With `preview` the event is not sent: the answer has the changes (`deltas`, and `changed` by name as [before,
    after]) and the number of the `last` event. With that `last` the event is sent only if it still changes the same.
    """
    number = request.int_param("table")
    kind, fields = request.field("event", "text"), request.field("fields", "object", {})
    if kind not in EVENTS:
        raise Malformed("bad_field", f"there is no event {quote_value(kind)}{suggest_or_list(kind, EVENTS)}", "event")
    asker = REFEREE if request.visitor.role == "referee" else request.field("as", "int", DESK)
    event = make(0, kind, asker, 0, fields)
    if request.field("preview", "bool", default=False):
        return json_response(host.hall.rulings.preview(number, event))
    last = request.field("last", "int", None)
    if last is not None:
        host.hall.rulings.check_unchanged(number, event, last)
    ruled = host.hall.rulings.apply(number, event, request.visitor.by)
    return json_response({"done": True, **ruled.answer}, records=ruled.records)


def answer_call(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Answer the call of a `seat`, or of all seats that call. The record has the author and the waiting time."""
    seat = request.field("seat", "seat", None)
    return outcome_response(host.hall.calls.answer_calls(request.int_param("table"), author_name(request), seat))


def score_declared_hands(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Score declared hands in the table's state; with `propose` show them at the seats and wait for agreement.

    `wins` are objects as in `tenbo replay`, or lines of words as in `tenbo hand`. To propose what an earlier answer
    has scored, send its `fields` and `last` instead; it is refused if the table has moved on since.
    """
    number = request.int_param("table")
    propose = request.field("propose", "bool", default=False)
    if "fields" not in request.body:
        table_now, wins = host.hall.games.state(number), request.field("wins", "list")
        wins = [win_proposal.parse_win(win, table_now) if isinstance(win, str) else win for win in wins]
        settled = host.hall.wins.score(number, wins)
    elif not propose:
        raise Malformed("contradiction", "fields are settled already: send them with propose", "fields")
    else:
        settled = {"fields": request.field("fields", "list"), "last": request.field("last", "int")}
    if propose:
        shown = host.hall.wins.propose(number, settled["fields"], settled["last"])
        settled["outcome"] = host.hall.wins.await_outcome(number, shown)
    return json_response(settled)


def set_clock(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Set the hall's clock.

    `act` start, pause, resume, extra or stop; `minutes`, negative for less; `table` for extra time at one table. After
    a power cut of the whole hall `note` asks for a decision: keep continues with the tables' time, move uses the
    computer's. Extra time with `seen`, the number of the last record that you have seen, is refused if more was given
    since.
    """
    seen, act, table_number = (
        last_seen_record(request),
        request.field("act", "text"),
        request.field("table", "int", None),
    )
    if seen is not None and act == "extra":
        host.hall.rulings.check_extra_time_unchanged(table_number, seen)
    minutes = request.field("minutes", "int", None)
    made = host.timekeeper.change_clock(act, author_name(request), minutes=minutes, table=table_number)
    return json_response(host.timekeeper.clock_status(), records=made)


def restore_game(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Transfer a table's stored game to the spare `device`, with `why`; the old device no longer writes it.

    It may be the table's own device if its flash has lost the game. `ledger` names an earlier one of the table.
    """
    device, why = request.field("device", "text"), request.field("why", "text")
    named = request.field("ledger", "text", "")
    return outcome_response(
        host.hall.handover.restore_game(request.int_param("table"), device, author_name(request), why, named)
    )
