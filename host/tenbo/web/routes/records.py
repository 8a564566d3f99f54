"""The routes that change the tournament: records, players, plans, scores, sessions, games, release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.formats.plan_files import read_plan
from tenbo.formats.player_files import ignored_columns_in
from tenbo.hall.imported_games import convert_uploaded_log
from tenbo.hall.seat_planning import PlanRequest
from tenbo.hall.sessions import unseated_players
from tenbo.tournament.players import player_or_unknown
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response, outcome_response
from tenbo.web.server.request_context import author_name, is_confirmed, last_seen_record, terminal_id
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import Tournament
    from tenbo.web.server.context import ApiContext


# Records that need a request of their own, because recording them is not enough.
OWN_REQUEST = {
    "clock": "tenbo clock", "bind": "tenbo tables --assign", "ledger": "tenbo restore", "pen": "tenbo restore",
    "game": "tenbo session attach", "open": "tenbo session begin", "end": "tenbo session end",
    "plan": "tenbo session plan", "slip": "POST /v1/slips", "believe": "tenbo desk --choose",
    "ruling": "the page of the table", "answer": "the page of the table",
}  # fmt: skip


def make_record(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Make a record of the desk.

    `kind` tournament, seats, swap, out, withdraw, strike, enter, penalty, substitute, correct, lock, reopen, detach,
    hide, release or takeback, its `fields`, and `by`, the author. A penalty may name the `player`, by name or number,
    instead of table and seat. A substitute without a `session` is for the session in play. A release may take effect
    after some `minutes`. Input that is valid but probably wrong is refused with a question; `yes` confirms it. The
    answer has the record's number, which a takeback names. A correction names in `replaces` the correction before it,
    so that two people who correct the same sheet notice each other. A record that overwrites one of another author
    needs `yes`. `terminal` is a text that identifies your terminal: a record that overwrites one of your own name from
    another terminal needs `yes`, too. With `seen`, the number of the last record that you have seen, the record is
    refused if a later one is about the same thing. A tournament's own rule book comes as text in `book`, with its id in
    `rules`. A tournament without a `title` changes only the given fields.
    """
    kind, fields, by = request.field("kind", "text"), request.field("fields", "object"), author_name(request)
    if kind in OWN_REQUEST:
        raise Refused("not_allowed_now", f"{kind} has a request of its own: {OWN_REQUEST[kind]}", "kind")
    before = host.hall.repository.tournament
    answers: dict[str, Any] = {
        "yes": is_confirmed(request),
        "seen": last_seen_record(request),
        "desk": terminal_id(request),
    }
    made = host.hall.records.record_all(by, [(kind, fields)], **answers)[0]
    host.hall.names.show_reseated_names(before)
    answer: dict[str, Any] = {"n": made.n, "kind": made.kind, "by": made.by, **made.fields}
    if kind == "enter":
        answer["seats"] = _player_seats(host, made.fields["player"], made.fields["session"])
    if kind == "penalty":
        answer["player"] = _name_at(host, made)
    if kind in ("swap", "withdraw"):
        answer |= _seat_changes(host, made, before)
    if kind == "withdraw":
        answer["missed"] = _missed(host, made.fields["session"])
    if kind in ("seats", "out"):
        answer["no_seat"] = _unseated_players(host, made.fields["session"], before)
    return json_response({**answer, "replaces": _replaced_correction(host, made)}, records=[made])


def register_players(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Register players: `text` is CSV with a header row, merged with the registered players; `yes` confirms questions.

    With `session` the text has one player, who gets the first empty seats from that session on. Without an empty seat
    the player is not registered either. Then `why`, `by`, `seen` and `terminal` are as with a record, and the answer
    has `n` and `seats`. `unread` are the columns of the file that were ignored.
    """
    text, session = request.field("text", "text"), request.field("session", "int", None)
    found: dict[str, Any] = {}
    records: list[DeskRecord] = []
    if session is None:
        merged = host.hall.registration.register_players(text, yes=is_confirmed(request))
    else:
        answers: dict[str, Any] = {"yes": is_confirmed(request), "seen": last_seen_record(request)}
        by, why, desk = author_name(request), request.field("why", "line", ""), terminal_id(request)
        before = host.hall.repository.tournament
        merged, made = host.hall.registration.register_and_seat(text, by, session, why, desk=desk, **answers)
        host.hall.names.show_reseated_names(before)
        records, found = [made], {"n": made.n, "seats": _player_seats(host, made.fields["player"], session)}
    changed = [[player.id, player.name] for player in merged.changed]
    new = [[player.id, player.name] for player in merged.new]
    total = merged.unchanged_count + len(changed) + len(new)
    answer = {
        "players": total,
        "new": new,
        "changed": changed,
        "same": merged.unchanged_count,
        "unread": ignored_columns_in(text),
        **found,
    }
    known = [[player.id, player.name] for player in merged.unchanged]
    return json_response({**answer, "known": known}, records=records)


def forget_player(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Remove the name of player `number`; names that tables have shown stay in their ledgers."""
    number = request.field("player", "int")
    known = host.hall.repository.people().get(number)
    if known is None:
        raise Refused("bad_field", f"nobody is registered as number {number}", "player")
    host.hall.repository.store.forget_player(number)
    return json_response({"player": number, "shown": known.display_name})


def set_seating_plan(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Set the seating plan `text` from session `session` on; it replaces the seats of its sessions.

    `yes`, `seen` and `terminal` are as with a record. Numbers of unregistered players need `yes`.
    """
    seats = read_plan(request.field("text", "text"), request.field("session", "int", 1))
    tables = [[session, number, seated] for (session, number), seated in sorted(seats.items())]
    answers: dict[str, Any] = {
        "yes": is_confirmed(request),
        "seen": last_seen_record(request),
        "desk": terminal_id(request),
    }
    made = host.hall.records.record_all(author_name(request), [("plan", {"tables": tables})], **answers)[0]
    planned = sorted({session for session, _ in seats})
    no_seat = {str(session): unseated_players(host.hall.repository, session) for session in planned}
    answer = {"n": made.n, "sessions": planned, "tables": len(seats)}
    no_seat = {session: players for session, players in no_seat.items() if players}
    return json_response({**answer, "no_seat": no_seat}, records=[made])


def start_seating_search(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Start a search for a seating plan in the background, or `end` it and take the best plan so far.

    `how` is new: `rounds` for all who play, from `session` on, with `byes` if some sit out; again: the sessions from
    `session` on once more for those who still play; swiss or standing: that session, by the standings. The search takes
    at most `seconds`; another `seed` gives another plan. The plan is not applied.
    """
    planning = host.hall.planning
    if request.field("end", "bool", default=False):
        return json_response(planning.end())
    wish = PlanRequest(
        request.field("how", "text"),
        request.field("session", "int", 1),
        request.field("rounds", "int", 0),
        request.field("seconds", "int", 20),
        request.field("seed", "int", 1),
        request.field("byes", "bool", default=False),
    )
    return json_response(planning.begin(wish))


def import_scores(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Import the scores of many tables, all or none: `text` is CSV, `tables.csv` or RiichiNomi's; `why` is the reason.

    Players are seated where a table has none. The answer has the tables that were `typed`, how many were the `same`
    already, and those `waiting` for scores. `yes`, `seen` and `terminal` are as with a record.
    """
    text, why = request.field("text", "text"), request.field("why", "line")
    answers: dict[str, Any] = {
        "yes": is_confirmed(request),
        "seen": last_seen_record(request),
        "desk": terminal_id(request),
    }
    return outcome_response(host.hall.score_import.record_scores(text, author_name(request), why, **answers))


def begin_session(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Start a session: every table that has not started begins its game with the seated names.

    Named `tables` start again even if they have started. Running games are given up only with `yes`; `seen` is as with
    a record.
    """
    session_number, tables = request.int_param("session"), request.field("tables", "counts", None)
    yes, seen = is_confirmed(request), last_seen_record(request)
    return outcome_response(host.hall.sessions.begin(session_number, author_name(request), tables, yes=yes, seen=seen))


def end_session(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """End a session; unfinished tables are named in the question, which `yes` confirms; `seen` is as with a record."""
    yes, seen = is_confirmed(request), last_seen_record(request)
    return outcome_response(
        host.hall.sessions.end(request.int_param("session"), author_name(request), yes=yes, seen=seen)
    )


def attach_game(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Attach a stored game as the result of `table` in a session: its last one, or `ledger` and `start`; with `why`.

    `yes` and `seen` are as with a record.
    """
    place = request.int_param("session"), request.field("table", "int")
    ledger, start = request.field("ledger", "text", ""), request.field("start", "int", None)
    why = request.field("why", "text")
    answers: dict[str, Any] = {"yes": is_confirmed(request), "seen": last_seen_record(request)}
    return outcome_response(
        host.hall.attachment.attach_game(place, author_name(request), why, ledger, start, **answers)
    )


def import_game(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Import a game as `table`'s in a session: its `events` in the form that `tenbo replay` reads.

    Or `file`, a log that a server has written, as `tenbo import` reads it, in Base64; then the answer has the
    `differences` between the log and our own rules, too. With `why`. The answer names the ledger and the players by
    seat. The same game is stored once.
    """
    place = request.int_param("session"), request.field("table", "int")
    why, told = request.field("why", "text"), None
    if "file" in request.body:
        told = convert_uploaded_log(request.field("file", "text"))
    events = request.field("events", "list") if told is None else told.records
    stored = host.hall.game_import.store_game(place, author_name(request), why, events, yes=is_confirmed(request))
    differences = {} if told is None else {"differences": told.differences, "notes": told.notes}
    return json_response({**stored.answer, **differences}, records=stored.records)


def reset_ledger(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Reset `device` to an empty ledger, so that it can serve as another table.

    A device that is a table whose game would be given up needs `yes`.
    """
    device = request.field("device", "text")
    if not is_confirmed(request):
        host.hall.handover.confirm_reset(device)
    return json_response(host.hall.handover.reset_ledger(device))


def release_port(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Release the port `port`, so that another program can use it; `again` takes it back afterwards."""
    port = request.field("port", "text")
    host.firmware_rollout.check_port_free(port)
    if request.field("again", "bool", default=False):
        host.hall.fleet.reclaim_port(port)
    else:
        host.hall.fleet.release_port(port)
    return json_response({"done": True})


def _replaced_correction(host: ApiContext, made: DeskRecord) -> dict[str, Any] | None:
    """Return the correction that a new one replaces, or None."""
    if made.kind != "correct":
        return None
    notes = host.hall.repository.tournament.notes.get((made.fields["session"], made.fields["table"]), [])
    earlier = [note for note in notes if note.what == "correct" and note.n < made.n]
    if not earlier:
        return None
    before = earlier[-1]
    return {"by": before.by, "why": before.why, "scores": before.value[0], "sticks": before.value[1]}


def _player_seats(host: ApiContext, player: int, first: int) -> list[list[int]]:
    """Return the sessions, tables and seats of a player from a session on."""
    seats = sorted(host.hall.repository.tournament.seats.items())
    return [
        [session, table, players.index(player)]
        for (session, table), players in seats
        if session >= first and player in players
    ]


def _seat_changes(host: ApiContext, made: DeskRecord, before: Tournament) -> dict[str, Any]:
    """Return the seats that a swap or a withdrawal has changed, and the seats that are empty now."""
    first, people, seats = made.fields["session"], host.hall.repository.people(), host.hall.repository.tournament.seats
    if made.kind == "swap":
        moved = [
            (player, *place) for player in made.fields["players"] for place in _player_seats(host, player, first)[:1]
        ]
    else:
        gone = made.fields["player"]
        left = [(*place, old.index(gone)) for place, old in sorted(before.seats.items()) if gone in old]
        moved = [(seats[session, table][seat], session, table, seat) for session, table, seat in left]
        moved = [place for place in moved if place[0] != gone]
    sits = [[player, player_or_unknown(people, player).name, *place] for player, *place in moved if player]
    return {"sits": sits, "empty": [place for player, *place in moved if not player]}


def _missed(host: ApiContext, session: int) -> dict[str, Any]:
    """Return what each missed session counts by the rule book, with its section; 0 if the book does not say."""
    book = host.hall.repository.tournament.rulebook_of(session).load()
    cited = book.citation("substitute_result")
    return {"result": book.rules.substitute_result, "rules": book.id, "section": cited.section if cited else ""}


def _unseated_players(host: ApiContext, session: int, before: Tournament) -> list[list[Any]]:
    """Return the players who had a seat in a session before a record and have none now: number and name."""

    def seated(tournament: Tournament) -> set[int]:
        return {player for place, players in tournament.seats.items() if place[0] == session for player in players}

    people = host.hall.repository.people()
    gone = sorted(seated(before) - seated(host.hall.repository.tournament) - {0})
    return [[player, player_or_unknown(people, player).name] for player in gone]


def _name_at(host: ApiContext, made: DeskRecord) -> str:
    """Return the name of the player at the seat that a record names, or "" if the seat is empty."""
    assert made.session_table is not None
    number = host.hall.repository.tournament.seats.get(made.session_table, [0] * 4)[made.fields["seat"]]
    return player_or_unknown(host.hall.repository.people(), number).name
