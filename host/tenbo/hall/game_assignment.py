"""Assigns stored games to the sessions whose results they are.

The start of a game names its session, table and tournament, and the game is the result of that session whenever it
arrives. A game without them belongs to no session until the desk attaches it, with a reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tenbo.hall.ledger_ownership import split_ledger_id
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
    """The part of the hall that is needed: store, desk, log, and the tables that were asked to start."""

    store: EventStore
    desk: TournamentLog
    log: ServiceLog
    pending_starts: set[SessionTable]

    @property
    def tournament(self) -> Tournament:
        """Return the tournament by all records so far."""

    @property
    def tournament_id(self) -> str:
        """Return the id of this tournament."""

    def record(self, kind: str, by: str, *, yes: bool = False, **fields: Any) -> DeskRecord:
        """Make a record."""


def assign_game(hall: AssignmentContext, table: int | None, ledger: str, start: Event) -> None:
    """Assign a game that has started to the session that it names."""
    place = claimed_session(hall, start)
    if place is None:
        if hall.tournament.session:
            what = "was begun for another tournament" if start.field("session") is not None else "belongs to no session"
            hall.log.write_line(f"its game {what}: tenbo session attach, if it counts", table=table)
        return
    # Only the table that was asked can fulfil a pending start, not another device that names the same session.
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
    """Return whether a ledger's device has, or once had, a table's number; no other device may set its result."""
    device = hall.tournament.devices.get(ledger)
    bound = [record.fields for record in hall.desk.records if record.kind == "bind"]
    return any(fields["device"] == device and fields.get("table") == table for fields in bound)


def claimed_session(hall: AssignmentContext, start: Event) -> SessionTable | None:
    """Return the session and table of this tournament for which a game was started, or None."""
    session, table = start.field("session"), start.field("table")
    if not isinstance(session, int) or not isinstance(table, int) or start.field("tournament") != hall.tournament_id:
        return None
    return session, table


def _same_game(known: GameRef, ledger: str, start: int) -> bool:
    """Return whether a game is a known one, even if a spare device has taken it over."""
    return known.start == start and split_ledger_id(known.ledger)[0] == split_ledger_id(ledger)[0]


def assign_missed_games(hall: AssignmentContext) -> None:
    """Assign the games that were stored when the host died before it recorded their assignment."""
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
            assign_game(hall, hall.tournament.tables_by_ledger.get(ledger), ledger, event_of(row))
