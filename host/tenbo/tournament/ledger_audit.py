"""Audits the desk's records against the tables' ledgers: every game that a result uses must exist as recorded.

The chains of a store show changes in it. A store that was rewritten as a whole has valid chains, but this audit shows
that its desk and its tables contradict each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store import Damage
from tenbo.store.ledgers import DESK_STREAM, stream_of
from tenbo.tournament.record_log import load_records
from tenbo.tournament.record_replay import effective_records, replay
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store import EventStore
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.state import Tournament


def find_contradicting_records(store: EventStore) -> Iterator[Damage]:
    """Yield every record of the desk about a game that contradicts the tables' ledgers."""
    try:
        records = load_records(store)
        tournament = replay(records)
    except (TenboError, ValueError) as error:
        yield Damage(DESK_STREAM, -1, f"cannot be read: {error}")
        return
    for record in records:
        if record.kind == "game":
            yield from _game(store, record)
    for record in effective_records(records):
        if record.kind == "lock":
            yield from _lock(store, tournament, record)


def _game(store: EventStore, record: DeskRecord) -> Iterator[Damage]:
    ledger, start = record.fields["ledger"], record.fields["start"]
    row = store.row(stream_of(ledger), start)
    if row is None or row.kind != "start":
        place = "table {1} in session {0}".format(*record.session_table or ())
        why = "is not stored" if row is None else f"is of the kind {row.kind}"
        what = f"names event {start} of ledger {ledger} as the start of {place}, but that event {why}"
        yield Damage(DESK_STREAM, record.n, what)


def _lock(store: EventStore, tournament: Tournament, record: DeskRecord) -> Iterator[Damage]:
    last, place = record.fields.get("last"), record.session_table
    game = None if place is None else tournament.games.get(place)
    if last is None or place not in tournament.locked or tournament.locked[place] != last or game is None:
        return
    stream = stream_of(game.ledger)
    begun_anew = [row for row in store.rows(stream, game.start) if row.kind == "start" and row.seq <= last]
    if store.row(stream, last) is None or last < game.start or begun_anew:
        what = (
            "locks table {1} in session {0} at event {2}, but the game that starts at event {4} of ledger "
            "{3} has no such event"
        )
        yield Damage(DESK_STREAM, record.n, what.format(*place, last, game.ledger, game.start))
