"""Starts and ends sessions at the tables, and attaches games to sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.hall.display_names import disambiguate
from tenbo.hall.ledger_ownership import games_of_table, owner_of
from tenbo.rulebooks import as_start_fields
from tenbo.store.ledgers import stream_of
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.confirmation import confirmation_request
from tenbo.tournament.edit_conflicts import check_up_to_date
from tenbo.tournament.existence_checks import check_table_exists
from tenbo.tournament.hall_clock import stale_clock_warnings
from tenbo.tournament.records import make
from tenbo.tournament.results import PLAYING as STILL_PLAYING
from tenbo.tournament.results import game_status_text, unfinished_tables
from tenbo.tournament.standings import format_ranges, table_states_text
from tenbo.tournament.state import GameRef
from tenbo_core.errors import Refused, TenboError
from tenbo_core.events import DESK
from tenbo_core.seats import SEATS
from tenbo_core.table import OVER, PLAYING

if TYPE_CHECKING:
    from tenbo.hall.hall import Hall
    from tenbo.tournament.state import SessionTable, Tournament
    from tenbo_core.table import Table

# The fields of a start between the rules and its session: a new game leaves them empty.
FROM_THE_BEGINNING = (None,) * 5


class SessionStart(NamedTuple):
    """The plan of a session's start: tables that begin, tables that have begun, and games that would be given up."""

    tables: list[int]
    already_begun: list[int]
    losses: list[str]
    running: list[int]


def begin_session(
    hall: Hall, session: int, by: str, tables: list[int] | None = None, *, yes: bool = False, seen: int | None = None
) -> dict[str, Any]:
    """Open a session and start the game at every seated table that has not begun; return the tables that failed.

    Named tables start again even if they have begun. A running game is given up only with `yes`; a `yes` is refused if
    a record after `seen` has changed the same. If two desks start a session at the same moment, the second finds that
    its tables have begun.
    """
    with hall.start_lock:
        if seen is not None:
            check_up_to_date([make("open", by, {"session": session})], hall.desk.records, seen)
        planned = _plan_start(hall, session, tables)
        if planned.losses and not yes:
            raise confirmation_request("; ".join(planned.losses))
        hall.pending_starts.update((session, table) for table in planned.tables)
    tournament = hall.tournament
    if session not in tournament.opened or session in tournament.ended or (tables is None and planned.tables):
        hall.record("open", by, session=session)
    refused: dict[str, str] = {}
    begun = _start(hall, session, planned, refused)
    _show_names(hall, session, begun, refused)
    # A host that was killed during a session's start may have started games without showing names.
    _show_names(
        hall, session, [table for table in planned.already_begun if _lacks_names(hall, session, table)], refused
    )
    answer = {"session": session, "begun": begun, "already": planned.already_begun, "refused": refused}
    return {**answer, "empty": empty_seats(hall, session, begun), "no_seat": unseated_players(hall, session)}


def empty_seats(hall: Hall, session: int, tables: list[int]) -> list[list[int]]:
    """Return the empty seats of some tables: table and seat."""
    seats = hall.tournament.seats
    return [[table, seat] for table in tables for seat in SEATS if not seats[session, table][seat]]


def unseated_players(hall: Hall, session: int) -> list[list[Any]]:
    """Return the registered or seated players without a seat in this session: number and name."""
    people = hall.people()
    return [
        [number, people[number].name if number in people else ""]
        for number in hall.tournament.unseated_players(session, people)
    ]


def running_game(hall: Hall, table: int) -> Table | None:
    """Return the state of a table if its game is unfinished and hands were played, or None."""
    station = hall.fleet.station_with_number(table)
    follower = station.follower if station is not None else None
    now = follower.table if follower is not None else None
    if follower is None or now is None or now.phase == OVER:
        return None
    return now if any(event.kind == "hand" for event in follower.ledger.events) else None


def confirm_ledger_reset(hall: Hall, device: str) -> None:
    """Request a confirmation before an empty ledger ends the game of the device's table."""
    table, now = hall.tournament.numbers.get(device), _running_game_of_device(hall, device)
    if now is not None:
        raise confirmation_request(
            f"table {table} is this device, and its game would be given up: {game_status_text(now)}"
        )


def confirm_renumbering(hall: Hall, device: str, table: int) -> None:
    """Request a confirmation before a device in use gets another table number, because a digit may be mistyped."""
    known, now = hall.tournament.numbers.get(device), _running_game_of_device(hall, device)
    if known is None or known == table:
        return
    if now is not None:
        raise confirmation_request(
            f"device {device} is table {known} and plays ({game_status_text(now)}): it would be table {table}"
        )
    if any(
        number == known and owner_of(hall.tournament, ledger) == device
        for (_, number), (ledger, _) in hall.tournament.games.items()
    ):
        raise confirmation_request(f"device {device} is table {known} and has results there: it would be table {table}")


def confirm_unassigning(hall: Hall, device: str) -> None:
    """Request a confirmation before a device that plays loses its number, because its game would not be followed."""
    number, now = hall.tournament.numbers.get(device), _running_game_of_device(hall, device)
    if now is not None:
        game = game_status_text(now)
        raise confirmation_request(
            f"device {device} is table {number} and plays ({game}): nobody would follow its game"
        )


def _running_game_of_device(hall: Hall, device: str) -> Table | None:
    """Return the state of the unfinished game that a device plays under its table number, or None."""
    table = hall.tournament.numbers.get(device)
    station = None if table is None else hall.fleet.station_with_number(table)
    if table is None or station is None or station.hello is None or station.hello.id != device:
        return None
    return running_game(hall, table)


def _plan_start(hall: Hall, session: int, tables: list[int] | None) -> SessionStart:
    tournament = hall.tournament
    seated = sorted(table for of_session, table in tournament.seats if of_session == session)
    if not seated:
        raise Refused("not_allowed_now", f"nobody is seated in session {session}: give a plan first", "session")
    for table in tables or []:
        check_table_exists(tournament, session, table)
    has_begun = {
        table for table in seated if (session, table) in tournament.games or (session, table) in hall.pending_starts
    }
    coming = sorted(set(tables)) if tables is not None else [table for table in seated if table not in has_begun]
    lost = _unfinished_elsewhere(hall, session, coming, everywhere=tables is None)
    # A session on paper ends or has results without a table that began.
    known = tournament.opened | tournament.begun_sessions | tournament.ended
    if coming and (skipped := sorted({one for one, _ in tournament.seats if one < session} - known)):
        lost.append(f"session {format_ranges(skipped)} is planned and has not begun")
    lost += (
        stale_clock_warnings(tournament.clock, hall.desk.records, wall_clock_ms())
        if coming and session not in known
        else []
    )
    going_on = []
    for table in coming:
        now = running_game(hall, table)
        if now is not None:
            place = hall.current_assignment(table)
            if place in (None, (session, table)):
                going_on.append(table)
            whose = "a game of no session" if place is None else f"session {place[0]}"
            lost.append(f"table {table} is playing {whose}, which would be given up: {game_status_text(now)}")
        elif table in has_begun:
            lost.append(f"table {table} has played session {session}: the game it begins now would count instead")
    return SessionStart(coming, sorted(has_begun.difference(coming)), lost, going_on)


def _unfinished_elsewhere(hall: Hall, session: int, coming: list[int], *, everywhere: bool) -> list[str]:
    """Return the other unfinished sessions, everywhere or at the tables and with the players that start now."""
    tournament = hall.tournament
    players = {player for table in coming for player in tournament.seats.get((session, table), []) if player}
    reasons = []
    for other in sorted(tournament.opened - tournament.ended - {session}):
        places = [
            place
            for place in unfinished_tables(tournament, other, hall.game_events)
            if everywhere or place[1] in coming or players.intersection(tournament.seats.get(place[:2], []))
        ]
        if places and coming:
            reasons.append(f"session {other} is not finished (tenbo session end {other}): {table_states_text(places)}")
    return reasons


def _start(hall: Hall, session: int, planned: SessionStart, refused: dict[str, str]) -> list[int]:
    """Start tables in parallel, so that one that hangs does not delay the others."""
    rules, changes = as_start_fields(hall.tournament.rulebook_of(session).load())
    ending = [table for table in planned.running if _phase(hall, table) == PLAYING]
    hall.fleet.ask_all([(table, ("do", "end", DESK)) for table in ending])
    orders = [
        (table, ("do", "start", DESK, rules, changes or None, *FROM_THE_BEGINNING, session, table, hall.tournament_id))
        for table in planned.tables
    ]
    answers = hall.fleet.ask_all(orders)
    begun = []
    for table in planned.tables:
        answer = answers[table]
        if isinstance(answer, TenboError):
            refused[str(table)] = answer.message
            hall.pending_starts.discard((session, table))
        else:
            begun.append(table)
    return begun


def _phase(hall: Hall, table: int) -> str:
    now = running_game(hall, table)
    return "" if now is None else now.phase


def _show_names(hall: Hall, session: int, tables: list[int], refused: dict[str, str]) -> None:
    """Show the players' names on the displays."""
    shown = {table: _names_of(hall, (session, table)) for table in tables}
    for seat in SEATS:
        orders: list[tuple[int, tuple[Any, ...]]] = [
            (table, ("do", "name", DESK, seat, names[seat])) for table, names in shown.items() if names[seat]
        ]
        for table, answer in hall.fleet.ask_all(orders).items():
            if isinstance(answer, TenboError):
                refused[str(table)] = f"has begun, but not all names are shown there: {answer.message}"


def _lacks_names(hall: Hall, session: int, table: int) -> bool:
    """Return whether a running game of a session lacks the name of a seated player."""
    if hall.current_assignment(table) != (session, table):
        return False
    now = hall.fleet.station_at(table).follower.table
    seated = hall.tournament.seats.get((session, table), [0] * 4)
    return now is not None and now.phase != OVER and any(seated[seat] and not now.names[seat] for seat in SEATS)


def refresh_names(hall: Hall, table: int) -> dict[str, str]:
    """Show the seated players' names at a table that shows others; return the errors."""
    place, refused = hall.current_assignment(table), dict[str, str]()
    now = hall.fleet.station_at(table).follower.table
    if place is not None and now is not None and now.phase != OVER and now.names != _names_of(hall, place):
        _show_names(hall, place[0], [table], refused)
    return refused


def _names_of(hall: Hall, place: SessionTable) -> list[str]:
    """Return the names that a table should show; "" for an empty seat."""
    return disambiguate(hall.seated_names(place, hall.people()))


def show_reseated_names(hall: Hall, before: Tournament) -> None:
    """Show the new names at tables with a running game after a record has changed seats."""
    after = hall.tournament
    for place, players in after.seats.items():
        if players != before.seats.get(place) and place in after.games and hall.current_assignment(place[1]) == place:
            _show_names(hall, place[0], [place[1]], {})


def end_session(hall: Hall, session: int, by: str, *, yes: bool = False, seen: int | None = None) -> dict[str, Any]:
    """End a session and return the unfinished tables; they need a confirmation."""
    hall.record("end", by, yes=yes, seen=seen, session=session)
    places = unfinished_tables(hall.tournament, session, hall.game_events)
    people, seats = hall.people(), hall.tournament.seats
    missing = []
    for _, table, state in places:
        players = [player for player in seats.get((session, table), []) if player]
        names = [people[player].name if player in people else f"player {player}" for player in players]
        missing.append({"table": table, "state": state, "players": names})
    return {"session": session, "unfinished": missing}


def attach_game(
    hall: Hall,
    place: SessionTable,
    by: str,
    why: str,
    ledger: str = "",
    start: int | None = None,
    *,
    yes: bool = False,
    seen: int | None = None,
) -> dict[str, Any]:
    """Attach a stored game to a table in a session: the table's last game, or a named one."""
    session, table = place
    if place not in hall.tournament.seats:
        check_table_exists(hall.tournament, session, table)
    ledger = ledger or next(iter(games_of_table(hall.tournament, hall.store, table)), "")
    newest = hall.store.last_of_kind(stream_of(ledger), "start")
    number = newest.seq if newest is not None and start is None else start
    row = None if number is None else hall.store.row(stream_of(ledger), number)
    if row is None or row.kind != "start" or number is None:
        raise Refused("bad_field", "there is no such game (tenbo session games shows those that are stored)", "start")
    if not yes:
        confirm_replacing_game(hall, place, GameRef(ledger, number))
    hall.record("game", by, yes=True, seen=seen, session=session, table=table, ledger=ledger, start=number, why=why)
    return {"session": session, "table": table, "ledger": ledger, "start": number}


def confirm_replacing_game(hall: Hall, place: SessionTable, game: GameRef) -> None:
    """Request a confirmation before a game replaces another one."""
    session, table = place
    if hall.tournament.games.get(place, game) != game:
        sheet = hall.sheet(session, table)
        state = "is playing" if sheet.state == STILL_PLAYING else f"has a {sheet.state} game"
        raise confirmation_request(f"table {table} {state} in session {session}: this one would count instead")
