"""What is asked of tables: how they stand, what they show and how they do; and acts at them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tenbo.api import kept_back
from tenbo.api.asker import acting_as, is_confirmed, seen_before
from tenbo.api.messages import HttpRequest, HttpResponse, of_json
from tenbo.hall import calls, handover, rulings, sessions, settling, telling
from tenbo.hall.json_views import of_event
from tenbo.inputs.fields import shown
from tenbo.inputs.unknown_words import what_there_is
from tenbo.line.health import complaints, health_of
from tenbo.store.ledgers import event_of, stream_of
from tenbo_core.errors import Malformed
from tenbo_core.events import DESK, EVENTS, REFEREE, make
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from tenbo.api.host import Host


PAGE = 500
LONGEST_PAGE = 5000


def tables(host: Host, request: HttpRequest) -> HttpResponse:
    """Return every table with a number: where it is, how it does, how its game stands (`now`).

    That is as `tenbo replay` answers, with the `names` and, as `dead`, the seats whose hand is dead.
    Of a session that is not released the game is left out, and `hidden` says so, unless desk or referee asks, who are
    told by `unreleased` that others do not see it.
    """
    return HttpResponse(host.table_list.body(request.visitor))


def table(host: Host, request: HttpRequest) -> HttpResponse:
    """Return one table."""
    known = host.hall.table(request.number("table"))
    return of_json(kept_back.shown_tables(host.hall, request.visitor, [known])[0])


def display(host: Host, request: HttpRequest) -> HttpResponse:
    """Return what a seat's display shows: in words, and as 64 `rows` of 128 pixels, `#` lit and `.` dark.

    With `old` it may be a picture that is less than so many milliseconds old: the table is asked once for all who look.
    """
    number, seat = request.number("table"), request.number("seat")
    station = host.hall.fleet.at(number)
    if seat not in SEATS:
        raise Malformed("bad_seat", f"there is no seat {seat}: the seats are 0 to 3", "seat")
    kept_back.check_table(host.hall, request.visitor, number)
    game = telling.newest_game(host.hall, number)
    return of_json(host.hall.pictures.look(station, number, seat, request.number("old", 0), game))


def health(host: Host, request: HttpRequest) -> HttpResponse:
    """Ask a table how it feels: supply, boxes, faults, memory, starts; `complaints` says what to do about it."""
    state = health_of(host.hall.fleet.ask(request.number("table"), "health"))
    return of_json({**state, "complaints": complaints(state)})


def strangers(host: Host, _: HttpRequest) -> HttpResponse:
    """Return the ports with a device that has no table number, or with none that answers."""
    return of_json(host.hall.strangers())


def events(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the events of a table after number `after`, at most `most`; `ledger` names an earlier ledger.

    Each with its `fields` by name, and as a line of plain words.
    """
    known = host.hall.table(request.number("table"))
    ledger = request.query.get("ledger", known.get("ledger", ""))
    kept_back.check_ledger(host.hall, request.visitor, ledger)
    after, most = request.number("after", -1), max(0, min(request.number("most", PAGE), LONGEST_PAGE))
    rows = islice(host.hall.store.rows(stream_of(ledger), after), most)
    return of_json([of_event(event_of(row)) for row in rows])


def game(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the game that a table plays, as a page tells it.

    `hands` has each hand with its `acts`, its `moves` (who paid whom, why, by which section) and the scores after it,
    `accounts` why each seat has its points, `needs` the cheapest win for each place, `repairs` what was put right.
    An event after `last` is not stored yet, and told a moment later.
    """
    number = request.number("table")
    kept_back.check_table(host.hall, request.visitor, number)
    return of_json(telling.game_at(host.hall, number))


def clock(host: Host, _: HttpRequest) -> HttpResponse:
    """Return the hall's clock and how far each table's own is off.

    `left_over` is null while a session in play goes by this clock. Else nobody does: its `state` says whether the
    `session` has `ended`, and no other is in play, or has begun after this clock was over, its own being `unstarted`.
    """
    picture = host.timekeeper.picture()
    return of_json({**picture, "note": picture["note"] or host.desks.note})


def bind(host: Host, request: HttpRequest) -> HttpResponse:
    """Return which table a device is: `device`, `table`; without a table it is forgotten.

    That it plays, or has results of another table, is asked first; `yes` answers that.
    """
    device, table_number = request.field("device", "text"), request.field("table", "int", None)
    if not is_confirmed(request):
        if table_number is None:
            sessions.ask_before_freed(host.hall, device)
        else:
            sessions.ask_before_renumbered(host.hall, device, table_number)
    host.hall.bind(device, table_number, acting_as(request))
    return of_json({"done": True})


def blink(host: Host, request: HttpRequest) -> HttpResponse:
    """Blink the table's marker, so that people see which one it is."""
    host.hall.fleet.ask(request.number("table"), "blink")
    return of_json({"done": True})


def do(host: Host, request: HttpRequest) -> HttpResponse:
    """Ask the table for an event: `event`, `fields` by name, `as` who asks (4 desk, 5 referee). It may refuse.

    With `preview` nothing is done: the answer says what it would change (`deltas`, and `changed` by name as [before,
    after]) and the number of the `last` event. With that `last` it is done only if it still changes the same.
    """
    number = request.number("table")
    kind, fields = request.field("event", "text"), request.field("fields", "object", {})
    if kind not in EVENTS:
        raise Malformed("bad_field", f"there is no event {shown(kind)}{what_there_is(kind, EVENTS)}", "event")
    asker = REFEREE if request.visitor.role == "referee" else request.field("as", "int", DESK)
    event = make(0, kind, asker, 0, fields)
    if request.field("preview", "bool", default=False):
        return of_json(rulings.foretold(host.hall, number, event))
    last = request.field("last", "int", None)
    if last is not None:
        rulings.check_unchanged(host.hall, number, event, last)
    return of_json({"done": True, "last": rulings.carry_out(host.hall, number, event, request.visitor.by)})


def answer(host: Host, request: HttpRequest) -> HttpResponse:
    """Answer the call of a `seat`, or of all that call: somebody is coming. It is recorded who, and after how long."""
    seat = request.field("seat", "seat", None)
    return of_json({"calls": calls.answer(host.hall, request.number("table"), acting_as(request), seat)})


def settle(host: Host, request: HttpRequest) -> HttpResponse:
    """Score declared hands as the table stands, and with `propose` show them at the seats and wait for them.

    `wins` are objects as in `tenbo replay`, or lines of words as in `tenbo settle`. To propose what an earlier answer
    has settled, send its `fields` and `last` instead: it is refused when the table has moved since.
    """
    number = request.number("table")
    propose = request.field("propose", "bool", default=False)
    if "fields" not in request.body:
        table_now, wins = host.hall.table_now(number), request.field("wins", "list")
        wins = [settling.win_of(win, table_now) if isinstance(win, str) else win for win in wins]
        settled = settling.settle(host.hall, number, wins)
    elif not propose:
        raise Malformed("contradiction", "fields are settled already: send them with propose", "fields")
    else:
        settled = {"fields": request.field("fields", "list"), "last": request.field("last", "int")}
    if propose:
        shown = settling.propose(host.hall, number, settled["fields"], settled["last"])
        settled["outcome"] = settling.outcome(host.hall, number, shown)
    return of_json(settled)


def set_clock(host: Host, request: HttpRequest) -> HttpResponse:
    """Set the hall's clock.

    `act` start, pause, resume, extra or stop; `minutes`, negative for less; `table` for extra time at one table. After
    a power cut of the whole hall, where `note` asks for it, keep goes on with the tables' time and move moves them.
    Extra time with `seen`, the number of the last record that you have seen, is refused when more has been given since.
    """
    seen, act, table_number = seen_before(request), request.field("act", "text"), request.field("table", "int", None)
    if seen is not None and act == "extra":
        rulings.check_time_seen(host.hall, table_number, seen)
    host.timekeeper.act(act, acting_as(request), minutes=request.field("minutes", "int", None), table=table_number)
    return of_json(host.timekeeper.picture())


def restore(host: Host, request: HttpRequest) -> HttpResponse:
    """Hand a table's stored game to the spare `device`, with `why`; the old device no longer writes it.

    It may be the table's own device, when its flash has lost the game. `ledger` names an earlier one of the table.
    """
    device, why = request.field("device", "text"), request.field("why", "text")
    named = request.field("ledger", "text", "")
    return of_json(handover.restore(host.hall, request.number("table"), device, acting_as(request), why, named))
