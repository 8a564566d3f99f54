"""The routes: one row each for what can be asked for, who may, and which function answers."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import tenbo_core
from tenbo.api import VERSION, joining, kept_back, results, scoring
from tenbo.api.messages import HttpRequest, HttpResponse, of_json
from tenbo.hall import elsewhere, handover, sessions, settling, typed_scores
from tenbo.hall.json_views import of_event
from tenbo.inputs.fields import shown
from tenbo.inputs.unknown_words import what_there_is
from tenbo.line.health import complaints, health_of
from tenbo.line.queries import picture, view
from tenbo.store.ledgers import event_of, stream_of
from tenbo.tournament import export
from tenbo.tournament.seating.plan_files import read_plan
from tenbo_core.errors import Malformed, Refused
from tenbo_core.events import DESK, EVENTS, REFEREE, make
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.api.host import Host
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import Tournament

# Records that are made by more than being recorded.
OWN_REQUEST = {
    "clock": "tenbo clock", "bind": "tenbo tables --bind", "ledger": "tenbo restore", "pen": "tenbo restore",
    "game": "tenbo session attach", "open": "tenbo session begin", "end": "tenbo session end",
    "plan": "tenbo session plan",
}  # fmt: skip

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
PAGE = 500
LONGEST_PAGE = 5000


class Route(NamedTuple):
    """One row: method, path with `{names}`, who answers, its docstring says what for, and who may.

    Nothing said, readers may look and the desk alone may act; None is for everybody.
    """

    method: str
    path: str
    answer: Callable[[Host, HttpRequest], HttpResponse]
    role: str | None = ""

    @property
    def needs(self) -> str | None:
        """Return the least role that may; None for everybody."""
        return self.role if self.role != "" else {"GET": "reader", "POST": "desk"}[self.method]


# ---------------------------------------------------------------- looking


def about(host: Host, _: HttpRequest) -> HttpResponse:
    """Return which Tenbo this is, the tournament's name and running session, and the desk's last record as `seen`."""
    tournament, records = host.hall.tournament, host.hall.desk.records
    about = {"tenbo": tenbo_core.VERSION, "api": VERSION, "title": tournament.title, "session": tournament.session}
    return of_json({**about, "seen": records[-1].n if records else -1})


def tables(host: Host, request: HttpRequest) -> HttpResponse:
    """Return every table with a number: where it is, how it does, how its game stands.

    Of a session that is not released the game is left out, and `hidden` says so, unless desk or referee asks.
    """
    return of_json(kept_back.shown_tables(host.hall, request.visitor, host.hall.tables()))


def table(host: Host, request: HttpRequest) -> HttpResponse:
    """Return one table."""
    known = _known_table(host, request.number("table"))
    return of_json(kept_back.shown_tables(host.hall, request.visitor, [known])[0])


def display(host: Host, request: HttpRequest) -> HttpResponse:
    """Return what a seat's display shows: in words, and as 64 `rows` of 128 pixels, `#` lit and `.` dark."""
    station, seat = host.hall.fleet.at(request.number("table")), request.number("seat")
    if seat not in SEATS:
        raise Malformed("bad_seat", f"there is no seat {seat}: the seats are 0 to 3", "seat")
    kept_back.check_table(host.hall, request.visitor, request.number("table"))
    return of_json({**view(station, seat), "rows": picture(station, seat).rows})


def health(host: Host, request: HttpRequest) -> HttpResponse:
    """Ask a table how it feels: supply, boxes, faults, memory, starts; `complaints` says what to do about it."""
    state = health_of(host.hall.fleet.ask(request.number("table"), "health"))
    return of_json({**state, "complaints": complaints(state)})


def strangers(host: Host, _: HttpRequest) -> HttpResponse:
    """Return the ports with a device that has no table number, or with none that answers."""
    return of_json(host.hall.strangers())


def events(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the events of a table after number `after`, at most `most`; `ledger` names an earlier ledger."""
    known = _known_table(host, request.number("table"))
    ledger = request.query.get("ledger", known.get("ledger", ""))
    kept_back.check_ledger(host.hall, request.visitor, ledger, known["table"])
    after, most = request.number("after", -1), max(0, min(request.number("most", PAGE), LONGEST_PAGE))
    rows = islice(host.hall.store.rows(stream_of(ledger), after), most)
    return of_json([of_event(event_of(row)) for row in rows])


def clock(host: Host, _: HttpRequest) -> HttpResponse:
    """Return the hall's clock and how far each table's own is off."""
    return of_json(host.timekeeper.picture())


# ---------------------------------------------------------------- acting


def bind(host: Host, request: HttpRequest) -> HttpResponse:
    """Return which table a device is: `device`, `table`; without a table it is forgotten."""
    table_number = request.field("table", "int", None)
    host.hall.bind(request.field("device", "text"), table_number, _by(request))
    return of_json({"done": True})


def blink(host: Host, request: HttpRequest) -> HttpResponse:
    """Blink the table's marker, so that people see which one it is."""
    host.hall.fleet.ask(request.number("table"), "blink")
    return of_json({"done": True})


def do(host: Host, request: HttpRequest) -> HttpResponse:
    """Ask the table for an event: `event`, `fields` by name, `as` who asks (4 desk, 5 referee). It may refuse."""
    number = request.number("table")
    kind, fields = request.field("event", "text"), request.field("fields", "object", {})
    if kind not in EVENTS:
        raise Malformed("bad_field", f"there is no event {shown(kind)}{what_there_is(kind, EVENTS)}", "event")
    asker = REFEREE if request.visitor.role == "referee" else request.field("as", "int", DESK)
    event = make(0, kind, asker, 0, fields)
    host.hall.fleet.ask(number, "do", kind, event.by, *event.plain()[4:])
    return of_json({"done": True, "last": host.hall.fleet.at(number).follower.last})


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
    """
    host.timekeeper.act(
        request.field("act", "text"),
        _by(request),
        minutes=request.field("minutes", "int", None),
        table=request.field("table", "int", None),
    )
    return of_json(host.timekeeper.picture())


def record(host: Host, request: HttpRequest) -> HttpResponse:
    """Make a record of the desk.

    `kind` tournament, seats, swap, out, withdraw, strike, enter, penalty, correct, lock, reopen, detach, hide, release
    or takeback, its `fields`, and `by` whom. A penalty may name the `player`, by name or number, in place of table and
    seat; a release may be some `minutes` away. `yes` answers what is asked first. The answer has the record's number,
    by which it is taken back. `replaces` is the correction before it, so that two who correct the same sheet learn of
    each other. What somebody else has recorded of the same thing is asked about; with `seen`, the number of the last
    record that you have seen, a later one about the same thing is refused. A tournament's own rule book comes as text
    in `book`, with its id in `rules`; a tournament without a `title` changes what is said, and the rest stays.
    """
    kind, fields, by = request.field("kind", "text"), request.field("fields", "object"), _by(request)
    if kind in OWN_REQUEST:
        raise Refused("not_allowed_now", f"{kind} has a request of its own: {OWN_REQUEST[kind]}", "kind")
    before = host.hall.tournament
    made = host.hall.record_all(by, [(kind, fields)], yes=_yes(request), seen=_seen(request))[0]
    sessions.renew_names(host.hall, before)
    answer: dict[str, Any] = {"n": made.n, "kind": made.kind, "by": made.by, **made.fields}
    if kind == "enter":
        answer["seats"] = _seats_of(host, made.fields["player"], made.fields["session"])
    if kind == "penalty":
        answer["player"] = _name_at(host, made)
    if kind in ("swap", "withdraw"):
        answer |= _moved(host, made, before)
    return of_json({**answer, "replaces": _replaced(host, made)})


def players(host: Host, request: HttpRequest) -> HttpResponse:
    """Register players: `text` is CSV with a head line, joined with who is registered; `yes` answers what is asked."""
    merged = host.hall.register(request.field("text", "text"), yes=_yes(request))
    changed = [[player.id, player.name] for player in merged.changed]
    new = [[player.id, player.name] for player in merged.new]
    total = merged.same + len(changed) + len(new)
    answer = {"players": total, "new": new, "changed": changed, "same": merged.same}
    return of_json({**answer, "known": [[player.id, player.name] for player in merged.known]})


def forget(host: Host, request: HttpRequest) -> HttpResponse:
    """Forget who is behind number `player`; what tables have shown of the name stays in their ledgers."""
    number = request.field("player", "int")
    known = host.hall.people().get(number)
    if known is None:
        raise Refused("bad_field", f"nobody is registered as number {number}", "player")
    host.hall.store.forget_player(number)
    return of_json({"player": number, "shown": known.at_table})


def plan(host: Host, request: HttpRequest) -> HttpResponse:
    """Seat everybody: `text` is a seating plan, from session `session` on; it replaces the seats of its sessions.

    `yes` and `seen` are as with a record; numbers of nobody who is registered are asked about.
    """
    seats = read_plan(request.field("text", "text"), request.field("session", "int", 1))
    tables = [[session, number, seated] for (session, number), seated in sorted(seats.items())]
    made = host.hall.record("plan", _by(request), yes=_yes(request), seen=_seen(request), tables=tables)
    planned = sorted({session for session, _ in seats})
    no_seat = {str(session): sessions.without_seat(host.hall, session) for session in planned}
    answer = {"n": made.n, "sessions": planned, "tables": len(seats)}
    return of_json({**answer, "no_seat": {session: players for session, players in no_seat.items() if players}})


def scores(host: Host, request: HttpRequest) -> HttpResponse:
    """Type the scores of many tables, all or none: `text` is CSV, `tables.csv` or RiichiNomi's; `why` is the reason.

    Players are seated where nobody is. The answer has the tables that were `typed`, how many were the `same` already,
    and those `waiting` for scores. `yes` and `seen` are as with a record.
    """
    text, why = request.field("text", "text"), request.field("why", "line")
    return of_json(
        typed_scores.record_scores(host.hall, text, _by(request), why, yes=_yes(request), seen=_seen(request))
    )


def begin(host: Host, request: HttpRequest) -> HttpResponse:
    """Open a session: every table that has not begun begins its game with the seated names.

    Named `tables` begin anew even if they have begun. What runs is given up only with `yes`.
    """
    session_number, tables = request.number("session"), request.field("tables", "counts", None)
    return of_json(sessions.begin(host.hall, session_number, _by(request), tables, yes=_yes(request)))


def end(host: Host, request: HttpRequest) -> HttpResponse:
    """End a session; tables that are unfinished are named, and need `yes`."""
    return of_json(sessions.end(host.hall, request.number("session"), _by(request), yes=_yes(request)))


def attach(host: Host, request: HttpRequest) -> HttpResponse:
    """Make a stored game the result of `table` in a session: its last one, or `ledger` and `start`; with `why`."""
    place = request.number("session"), request.field("table", "int")
    ledger, start = request.field("ledger", "text", ""), request.field("start", "int", None)
    why = request.field("why", "text")
    return of_json(sessions.attach(host.hall, place, _by(request), why, ledger, start, yes=_yes(request)))


def import_game(host: Host, request: HttpRequest) -> HttpResponse:
    """Store a game that was played elsewhere, its `events` as `tenbo replay` takes them, as `table`'s in a session.

    With `why`; the answer names the ledger and who is seated where. The same game is stored once.
    """
    place = request.number("session"), request.field("table", "int")
    events, why = request.field("events", "list"), request.field("why", "text")
    return of_json(elsewhere.keep(host.hall, place, _by(request), why, events, yes=_yes(request)))


def restore(host: Host, request: HttpRequest) -> HttpResponse:
    """Hand a table's stored game to the spare `device`, with `why`; the old device no longer writes it.

    It may be the table's own device, when its flash has lost the game. `ledger` names an earlier one of the table.
    """
    device, why = request.field("device", "text"), request.field("why", "text")
    named = request.field("ledger", "text", "")
    return of_json(handover.restore(host.hall, request.number("table"), device, _by(request), why, named))


def fresh(host: Host, request: HttpRequest) -> HttpResponse:
    """Return `device` an empty ledger of its own, so that it can serve as another table."""
    return of_json(handover.fresh(host.hall, request.field("device", "text")))


def release(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the port `port` back, so that another program can use it; take it `again` afterwards."""
    port = request.field("port", "text")
    if request.field("again", "bool", default=False):
        host.hall.fleet.reclaim(port)
    else:
        host.hall.fleet.release(port)
    return of_json({"done": True})


# ---------------------------------------------------------------- the table

ROUTES = (
    Route("GET", "/v1", about),
    Route("GET", "/v1/tables", tables),
    Route("GET", "/v1/tables/{table}", table),
    Route("GET", "/v1/tables/{table}/events", events),
    Route("GET", "/v1/tables/{table}/health", health),
    Route("GET", "/v1/tables/{table}/display/{seat}", display),
    Route("GET", "/v1/strangers", strangers),
    Route("GET", "/v1/clock", clock),
    Route("GET", "/v1/sessions/{session}", results.session),
    Route("GET", "/v1/sessions/{session}/pace", results.pace),
    Route("GET", "/v1/games", results.games),
    Route("GET", "/v1/standings", results.standings_now),
    Route("GET", "/v1/export/{name}", results.exported),
    Route("GET", "/v1/books", scoring.books),
    Route("POST", "/v1/score", scoring.scored, "reader"),
    Route("GET", "/v1/me", joining.me, None),
    Route("POST", "/v1/join", joining.join, None),
    Route("POST", "/v1/leave", joining.leave, None),
    Route("GET", "/v1/codes", joining.codes, "desk"),
    Route("POST", "/v1/codes", joining.renew_codes),
    Route("POST", "/v1/bind", bind),
    Route("POST", "/v1/tables/{table}/blink", blink, "referee"),
    Route("POST", "/v1/tables/{table}/do", do, "referee"),
    Route("POST", "/v1/tables/{table}/settle", settle, "table"),
    Route("POST", "/v1/clock", set_clock, "referee"),
    Route("POST", "/v1/records", record),
    Route("POST", "/v1/players", players),
    Route("POST", "/v1/forget", forget),
    Route("POST", "/v1/plan", plan),
    Route("POST", "/v1/scores", scores),
    Route("POST", "/v1/sessions/{session}/begin", begin),
    Route("POST", "/v1/sessions/{session}/end", end),
    Route("POST", "/v1/sessions/{session}/game", attach),
    Route("POST", "/v1/sessions/{session}/import", import_game),
    Route("POST", "/v1/tables/{table}/restore", restore),
    Route("POST", "/v1/fresh", fresh),
    Route("POST", "/v1/release", release),
)


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request and the varying parts of its path.

    >>> route, parts = find("GET", "/v1/tables/3/events")
    >>> route.answer.__name__, parts
    ('events', {'table': '3'})
    """
    words = path.strip("/").split("/")
    for route in ROUTES:
        pattern = route.path.strip("/").split("/")
        if route.method != method or len(pattern) != len(words):
            continue
        parts = dict(zip(pattern, words, strict=True))
        if all(name == word or name.startswith("{") for name, word in parts.items()):
            return route, {name[1:-1]: word for name, word in parts.items() if name.startswith("{")}
    return None


def _replaced(host: Host, made: DeskRecord) -> dict[str, Any] | None:
    """Return the correction that a new one takes the place of, if there is one."""
    if made.kind != "correct":
        return None
    notes = host.hall.tournament.notes.get((made.fields["session"], made.fields["table"]), [])
    earlier = [note for note in notes if note.what == "correct" and note.n < made.n]
    if not earlier:
        return None
    before = earlier[-1]
    return {"by": before.by, "why": before.why, "scores": before.value[0], "sticks": before.value[1]}


def _seats_of(host: Host, player: int, first: int) -> list[list[int]]:
    """Return the sessions, tables and seats that a player has from a session on."""
    seats = sorted(host.hall.tournament.seats.items())
    return [
        [session, table, players.index(player)]
        for (session, table), players in seats
        if session >= first and player in players
    ]


def _moved(host: Host, made: DeskRecord, before: Tournament) -> dict[str, Any]:
    """Return who has come to sit where by a swap or a withdrawal, and which seats are empty now."""
    first, people, seats = made.fields["session"], host.hall.people(), host.hall.tournament.seats
    if made.kind == "swap":
        moved = [(player, *place) for player in made.fields["players"] for place in _seats_of(host, player, first)[:1]]
    else:
        gone = made.fields["player"]
        left = [(*place, old.index(gone)) for place, old in sorted(before.seats.items()) if gone in old]
        moved = [(seats[session, table][seat], session, table, seat) for session, table, seat in left]
        moved = [place for place in moved if place[0] != gone]
    sits = [[player, export.who(people, player).name, *place] for player, *place in moved if player]
    return {"sits": sits, "empty": [place for player, *place in moved if not player]}


def _name_at(host: Host, made: DeskRecord) -> str:
    """Return the name of whoever sits where a record says; an empty text for nobody."""
    assert made.place is not None
    number = host.hall.tournament.seats.get(made.place, [0] * 4)[made.fields["seat"]]
    return export.who(host.hall.people(), number).name


def methods_at(path: str) -> list[str]:
    """Return the methods that a path takes; nothing for a path that there is not.

    >>> methods_at("/v1/clock")
    ['GET', 'HEAD', 'OPTIONS', 'POST']
    """
    methods = {method for method in ("GET", "POST") if find(method, path)}
    if path.strip("/") == "v1/changes":
        methods.add("GET")
    if "GET" in methods:
        methods.add("HEAD")
    return sorted(methods | {"OPTIONS"}) if methods else []


def _known_table(host: Host, number: int) -> dict[str, Any]:
    for table in host.hall.tables():
        if table["table"] == number:
            return table
    raise Refused("bad_field", f"there is no table {number}", "table")


def _by(request: HttpRequest) -> str:
    """Return who decides: who has joined, or else a short name in one line that is not the service's own."""
    if request.visitor.by:
        return request.visitor.by
    by: str = request.field("by", "name", "desk")
    if by.strip().lower() == "host":
        raise Malformed("bad_field", "host is how the service signs its own records: say who decides", "by")
    return by.strip()


def _seen(request: HttpRequest) -> int | None:
    seen: int | None = request.field("seen", "int", None)
    return seen


def _yes(request: HttpRequest) -> bool:
    yes: bool = request.field("yes", "bool", default=False)
    return yes
