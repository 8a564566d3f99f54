"""Which stored game is the result of which session.

A game says in its start for which session, table and tournament it was begun, and is the result of that session
whenever it arrives. A game that says nothing belongs to no session until the desk attaches it, with a reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tenbo.hall.ownership import root_and_epoch
from tenbo.store.ledgers import PREFIX, event_of
from tenbo.tournament.state import GameAt
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from tenbo.hall.service_log import ServiceLog
    from tenbo.store import EventStore
    from tenbo.tournament.desk import Desk
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import Place, Tournament
    from tenbo_core.events import Event


class Games(Protocol):
    """What is needed of the hall: its store, its desk and log, and which tables have been told to begin."""

    store: EventStore
    desk: Desk
    log: ServiceLog
    begun: set[Place]

    @property
    def tournament(self) -> Tournament:
        """Return what the desk has decided so far."""

    @property
    def token(self) -> str:
        """Return what tells this tournament from others."""

    def record(self, kind: str, by: str, *, yes: bool = False, **fields: Any) -> DeskRecord:
        """Record what has been decided."""


def note(hall: Games, table: int | None, ledger: str, start: Event) -> None:
    """Take a game that has begun as the one of the session it was begun for."""
    place = place_said(hall, start)
    if place is None:
        if hall.tournament.session:
            what = "was begun for another tournament" if start.field("session") is not None else "belongs to no session"
            hall.log.line(f"its game {what}: tenbo session attach, if it counts", table=table)
        return
    # Only the table itself answers to being told to begin, whatever another device says it has begun.
    asked = place in hall.begun and table == place[1]
    if asked:
        hall.begun.discard(place)
    known = hall.tournament.games.get(place)
    if known is not None and _same_game(known, ledger, start.n):
        return
    later = known is None or (known.ledger == ledger and known.start < start.n)
    try:
        if not _was_table(hall, ledger, place[1]) or not (asked or later):
            message = f"another game for table {place[1]} in session {place[0]}: tenbo session attach, if it counts"
            hall.log.line(message, level="warning", table=table)
            return
        hall.record("game", "host", session=place[0], table=place[1], ledger=ledger, start=start.n)
    except TenboError as error:
        hall.log.line(error.message, level="warning", table=table)


def _was_table(hall: Games, ledger: str, table: int) -> bool:
    """Return whether the device behind a ledger has, or once had, a table's number: nobody writes another's result."""
    device = hall.tournament.devices.get(ledger)
    bound = [record.fields for record in hall.desk.records if record.kind == "bind"]
    return any(fields["device"] == device and fields.get("table") == table for fields in bound)


def place_said(hall: Games, start: Event) -> Place | None:
    """Return for which session and table of this tournament a game was begun, or None."""
    session, table = start.field("session"), start.field("table")
    if not isinstance(session, int) or not isinstance(table, int) or start.field("tournament") != hall.token:
        return None
    return session, table


def _same_game(known: GameAt, ledger: str, start: int) -> bool:
    """Return whether a game is a known one, perhaps as a spare device has taken it over."""
    return known.start == start and root_and_epoch(known.ledger)[0] == root_and_epoch(ledger)[0]


def note_missed(hall: Games) -> None:
    """Take the games that were stored when the host died before it had noted whose result they are."""
    noted: dict[Place, list[GameAt]] = {}
    for record in hall.desk.records:
        if record.kind == "game" and record.place is not None:
            noted.setdefault(record.place, []).append(GameAt(record.fields["ledger"], record.fields["start"]))
    for row in hall.store.rows_of_kind("start"):
        ledger = row.stream.removeprefix(PREFIX)
        try:
            place = place_said(hall, event_of(row))
        except (TenboError, ValueError):
            continue
        if place is None:
            continue
        if all(game.ledger == ledger and game.start < row.seq for game in noted.get(place, ())):
            note(hall, hall.tournament.ledgers.get(ledger), ledger, event_of(row))
