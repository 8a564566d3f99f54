"""Which stored game is the result of which session.

A game says in its start for which session, table and tournament it was begun, and is the result of that session
whenever it arrives. A game that says nothing belongs to no session until the desk attaches it, with a reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tenbo.hall.ownership import split_ledger_id
from tenbo.store.ledgers import PREFIX, event_of
from tenbo.tournament.state import GameRef
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from tenbo.hall.service_log import ServiceLog
    from tenbo.store import EventStore
    from tenbo.tournament.record_log import TournamentLog
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import SessionTable, Tournament
    from tenbo_core.events import Event


class AssignmentContext(Protocol):
    """What is needed of the hall: its store, its desk and log, and which tables have been told to begin."""

    store: EventStore
    desk: TournamentLog
    log: ServiceLog
    pending_starts: set[SessionTable]

    @property
    def tournament(self) -> Tournament:
        """Return what the desk has decided so far."""

    @property
    def tournament_id(self) -> str:
        """Return what tells this tournament from others."""

    def record(self, kind: str, by: str, *, yes: bool = False, **fields: Any) -> DeskRecord:
        """Record what has been decided."""


def assign_game(hall: AssignmentContext, table: int | None, ledger: str, start: Event) -> None:
    """Take a game that has begun as the one of the session it was begun for."""
    place = claimed_session(hall, start)
    if place is None:
        if hall.tournament.session:
            what = "was begun for another tournament" if start.field("session") is not None else "belongs to no session"
            hall.log.write_line(f"its game {what}: tenbo session attach, if it counts", table=table)
        return
    # Only the table itself answers to being told to begin, whatever another device says it has begun.
    asked = place in hall.pending_starts and table == place[1]
    if asked:
        hall.pending_starts.discard(place)
    known = hall.tournament.games.get(place)
    if known is not None and _same_game(known, ledger, start.n):
        return
    later = known is None or (known.ledger == ledger and known.start < start.n)
    try:
        if not _was_table(hall, ledger, place[1]) or not (asked or later):
            message = f"another game for table {place[1]} in session {place[0]}: tenbo session attach, if it counts"
            hall.log.write_line(message, level="warning", table=table)
            return
        hall.record("game", "host", session=place[0], table=place[1], ledger=ledger, start=start.n)
    except TenboError as error:
        hall.log.write_line(error.message, level="warning", table=table)


def _was_table(hall: AssignmentContext, ledger: str, table: int) -> bool:
    """Return whether the device behind a ledger has, or once had, a table's number: nobody writes another's result."""
    device = hall.tournament.devices.get(ledger)
    bound = [record.fields for record in hall.desk.records if record.kind == "bind"]
    return any(fields["device"] == device and fields.get("table") == table for fields in bound)


def claimed_session(hall: AssignmentContext, start: Event) -> SessionTable | None:
    """Return for which session and table of this tournament a game was begun, or None."""
    session, table = start.field("session"), start.field("table")
    if not isinstance(session, int) or not isinstance(table, int) or start.field("tournament") != hall.tournament_id:
        return None
    return session, table


def _same_game(known: GameRef, ledger: str, start: int) -> bool:
    """Return whether a game is a known one, perhaps as a spare device has taken it over."""
    return known.start == start and split_ledger_id(known.ledger)[0] == split_ledger_id(ledger)[0]


def assign_missed_games(hall: AssignmentContext) -> None:
    """Take the games that were stored when the host died before it had noted whose result they are."""
    noted: dict[SessionTable, list[GameRef]] = {}
    for record in hall.desk.records:
        if record.kind == "game" and record.session_table is not None:
            noted.setdefault(record.session_table, []).append(GameRef(record.fields["ledger"], record.fields["start"]))
    for row in hall.store.rows_of_kind("start"):
        ledger = row.stream.removeprefix(PREFIX)
        try:
            place = claimed_session(hall, event_of(row))
        except (TenboError, ValueError):
            continue
        if place is None:
            continue
        if all(game.ledger == ledger and game.start < row.seq for game in noted.get(place, ())):
            assign_game(hall, hall.tournament.ledgers.get(ledger), ledger, event_of(row))
