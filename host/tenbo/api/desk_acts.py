"""What the desk does to its tournament: records, people, plans, scores, sessions, games, release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.api.asker import acting_as, is_confirmed, seen_before, typed_at
from tenbo.api.messages import HttpRequest, HttpResponse, of_json
from tenbo.hall import elsewhere, handover, sessions, typed_scores
from tenbo.hall.planning import Wish
from tenbo.tournament import export
from tenbo.tournament.player_columns import unread_in
from tenbo.tournament.seating.plan_files import read_plan
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from tenbo.api.host import Host
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import Tournament


# Records that are made by more than being recorded.
OWN_REQUEST = {
    "clock": "tenbo clock", "bind": "tenbo tables --bind", "ledger": "tenbo restore", "pen": "tenbo restore",
    "game": "tenbo session attach", "open": "tenbo session begin", "end": "tenbo session end",
    "plan": "tenbo session plan", "slip": "POST /v1/slips", "believe": "tenbo desk --believe",
    "ruling": "the page of the table", "answer": "the page of the table",
}  # fmt: skip


def record(host: Host, request: HttpRequest) -> HttpResponse:
    """Make a record of the desk.

    `kind` tournament, seats, swap, out, withdraw, strike, enter, penalty, substitute, correct, lock, reopen, detach,
    hide, release or takeback, its `fields`, and `by` whom. A penalty may name the `player`, by name or number, in place
    of table and seat; a substitute without a `session` is one of the session in play; a release may be some `minutes`
    away. `yes` answers what is asked first. The answer has the record's number, by which it is taken back. `replaces`
    is the correction before it, so that two who correct the same sheet learn of each other. What somebody else has
    recorded of the same thing is asked about; with `seen`, the number of the last record that you have seen, a later
    one about the same thing is refused. `terminal` is a text that tells two of one name apart: what the same name has
    recorded at another one is asked about, too. A tournament's own rule book comes as text in `book`, with its id in
    `rules`; a tournament without a `title` changes what is said, and the rest stays.
    """
    kind, fields, by = request.field("kind", "text"), request.field("fields", "object"), acting_as(request)
    if kind in OWN_REQUEST:
        raise Refused("not_allowed_now", f"{kind} has a request of its own: {OWN_REQUEST[kind]}", "kind")
    before = host.hall.tournament
    answers: dict[str, Any] = {"yes": is_confirmed(request), "seen": seen_before(request), "desk": typed_at(request)}
    made = host.hall.record_all(by, [(kind, fields)], **answers)[0]
    sessions.renew_names(host.hall, before)
    answer: dict[str, Any] = {"n": made.n, "kind": made.kind, "by": made.by, **made.fields}
    if kind == "enter":
        answer["seats"] = _seats_of(host, made.fields["player"], made.fields["session"])
    if kind == "penalty":
        answer["player"] = _name_at(host, made)
    if kind in ("swap", "withdraw"):
        answer |= _moved(host, made, before)
    if kind == "withdraw":
        answer["missed"] = _missed(host, made.fields["session"])
    if kind in ("seats", "out"):
        answer["no_seat"] = _left_over(host, made.fields["session"], before)
    return of_json({**answer, "replaces": _replaced(host, made)})


def players(host: Host, request: HttpRequest) -> HttpResponse:
    """Register players: `text` is CSV with a head line, joined with who is registered; `yes` answers what is asked.

    With `session` the text has one player, who gets the first empty seats from that session on or is not registered
    either; then `why`, `by`, `seen` and `terminal` are as with a record, and the answer has `n` and `seats`. `unread`
    are the columns of the file that say nothing here.
    """
    text, session = request.field("text", "text"), request.field("session", "int", None)
    found: dict[str, Any] = {}
    if session is None:
        merged = host.hall.register(text, yes=is_confirmed(request))
    else:
        answers: dict[str, Any] = {"yes": is_confirmed(request), "seen": seen_before(request)}
        by, why, desk = acting_as(request), request.field("why", "line", ""), typed_at(request)
        before = host.hall.tournament
        merged, made = host.hall.enter(text, by, session, why, desk=desk, **answers)
        sessions.renew_names(host.hall, before)
        found = {"n": made.n, "seats": _seats_of(host, made.fields["player"], session)}
    changed = [[player.id, player.name] for player in merged.changed]
    new = [[player.id, player.name] for player in merged.new]
    total = merged.same + len(changed) + len(new)
    answer = {"players": total, "new": new, "changed": changed, "same": merged.same, "unread": unread_in(text), **found}
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

    `yes`, `seen` and `terminal` are as with a record; numbers of nobody who is registered are asked about.
    """
    seats = read_plan(request.field("text", "text"), request.field("session", "int", 1))
    tables = [[session, number, seated] for (session, number), seated in sorted(seats.items())]
    answers: dict[str, Any] = {"yes": is_confirmed(request), "seen": seen_before(request), "desk": typed_at(request)}
    made = host.hall.record_all(acting_as(request), [("plan", {"tables": tables})], **answers)[0]
    planned = sorted({session for session, _ in seats})
    no_seat = {str(session): sessions.without_seat(host.hall, session) for session in planned}
    answer = {"n": made.n, "sessions": planned, "tables": len(seats)}
    return of_json({**answer, "no_seat": {session: players for session, players in no_seat.items() if players}})


def seating(host: Host, request: HttpRequest) -> HttpResponse:
    """Begin to make a plan, which goes on by itself, or `end` the search with the best so far.

    `how` is new: `rounds` for everybody who plays, from `session` on, `byes` when some sit out; again: the sessions
    from `session` on once more for those who still play; swiss or standing: that session, by the standings. At most
    `seconds`; another `seed` gives another plan. Nothing is seated by it.
    """
    planning = host.hall.planning
    if request.field("end", "bool", default=False):
        return of_json(planning.end())
    wish = Wish(
        request.field("how", "text"),
        request.field("session", "int", 1),
        request.field("rounds", "int", 0),
        request.field("seconds", "int", 20),
        request.field("seed", "int", 1),
        request.field("byes", "bool", default=False),
    )
    return of_json(planning.begin(wish))


def scores(host: Host, request: HttpRequest) -> HttpResponse:
    """Type the scores of many tables, all or none: `text` is CSV, `tables.csv` or RiichiNomi's; `why` is the reason.

    Players are seated where nobody is. The answer has the tables that were `typed`, how many were the `same` already,
    and those `waiting` for scores. `yes`, `seen` and `terminal` are as with a record.
    """
    text, why = request.field("text", "text"), request.field("why", "line")
    answers: dict[str, Any] = {"yes": is_confirmed(request), "seen": seen_before(request), "desk": typed_at(request)}
    return of_json(typed_scores.record_scores(host.hall, text, acting_as(request), why, **answers))


def begin(host: Host, request: HttpRequest) -> HttpResponse:
    """Open a session: every table that has not begun begins its game with the seated names.

    Named `tables` begin anew even if they have begun. What runs is given up only with `yes`; `seen` is as with records.
    """
    session_number, tables = request.number("session"), request.field("tables", "counts", None)
    yes, seen = is_confirmed(request), seen_before(request)
    return of_json(sessions.begin(host.hall, session_number, acting_as(request), tables, yes=yes, seen=seen))


def end(host: Host, request: HttpRequest) -> HttpResponse:
    """End a session; tables that are unfinished are named, and need `yes`; `seen` is as with a record."""
    yes, seen = is_confirmed(request), seen_before(request)
    return of_json(sessions.end(host.hall, request.number("session"), acting_as(request), yes=yes, seen=seen))


def attach(host: Host, request: HttpRequest) -> HttpResponse:
    """Make a stored game the result of `table` in a session: its last one, or `ledger` and `start`; with `why`.

    `yes` and `seen` are as with a record.
    """
    place = request.number("session"), request.field("table", "int")
    ledger, start = request.field("ledger", "text", ""), request.field("start", "int", None)
    why = request.field("why", "text")
    answers: dict[str, Any] = {"yes": is_confirmed(request), "seen": seen_before(request)}
    return of_json(sessions.attach(host.hall, place, acting_as(request), why, ledger, start, **answers))


def import_game(host: Host, request: HttpRequest) -> HttpResponse:
    """Store a game that was played elsewhere, its `events` as `tenbo replay` takes them, as `table`'s in a session.

    Or `file`, what a server has written, as `tenbo import` takes it, in Base64: then the answer has the `differences`
    between it and our own rules, too. With `why`; the answer names the ledger and who is seated where. The same game is
    stored once.
    """
    place = request.number("session"), request.field("table", "int")
    why, told = request.field("why", "text"), None
    if "file" in request.body:
        told = elsewhere.read(request.field("file", "text"))
    events = request.field("events", "list") if told is None else told.records
    answer = elsewhere.keep(host.hall, place, acting_as(request), why, events, yes=is_confirmed(request))
    return of_json(answer if told is None else {**answer, "differences": told.differences, "notes": told.notes})


def fresh(host: Host, request: HttpRequest) -> HttpResponse:
    """Return `device` an empty ledger of its own, so that it can serve as another table.

    That it is a table whose game would be given up is asked first; `yes` answers that.
    """
    device = request.field("device", "text")
    if not is_confirmed(request):
        sessions.ask_before_emptied(host.hall, device)
    return of_json(handover.fresh(host.hall, device))


def release(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the port `port` back, so that another program can use it; take it `again` afterwards."""
    port = request.field("port", "text")
    host.updating.check_free(port)
    if request.field("again", "bool", default=False):
        host.hall.fleet.reclaim(port)
    else:
        host.hall.fleet.release(port)
    return of_json({"done": True})


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


def _missed(host: Host, session: int) -> dict[str, Any]:
    """Return what each missed session counts by the book, with its section; a result of 0 where the book is silent."""
    book = host.hall.tournament.rulebook_of(session).load()
    cited = book.citation("substitute_result")
    return {"result": book.rules.substitute_result, "rules": book.id, "section": cited.section if cited else ""}


def _left_over(host: Host, session: int, before: Tournament) -> list[list[Any]]:
    """Return who had a seat in a session before a record and has none now: number and name."""

    def seated(tournament: Tournament) -> set[int]:
        return {player for place, players in tournament.seats.items() if place[0] == session for player in players}

    people = host.hall.people()
    gone = sorted(seated(before) - seated(host.hall.tournament) - {0})
    return [[player, export.who(people, player).name] for player in gone]


def _name_at(host: Host, made: DeskRecord) -> str:
    """Return the name of whoever sits where a record says; an empty text for nobody."""
    assert made.place is not None
    number = host.hall.tournament.seats.get(made.place, [0] * 4)[made.fields["seat"]]
    return export.who(host.hall.people(), number).name
