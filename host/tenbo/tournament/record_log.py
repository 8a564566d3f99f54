"""The log of the desk's records: validates and stores them, and keeps the tournament that they replay to."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.store import Entry
from tenbo.store.ledgers import DESK_STREAM, unreadable_row_error
from tenbo.tournament.edit_conflicts import RecordTerminals
from tenbo.tournament.record_replay import apply_records, replay
from tenbo.tournament.record_schema import DeskRecord, make, parse_record
from tenbo.tournament.seating_consistency import check_plan
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from tenbo.store import EventStore, Row
    from tenbo.store.player_names import PlayerRow
    from tenbo.tournament.state import Tournament

    # Raises an error for invalid records; called with the tournament before and after, the records, and all earlier
    # ones.
    Check = Callable[[Tournament, Tournament, list[DeskRecord], list[DeskRecord]], None]


def load_records(store: EventStore) -> list[DeskRecord]:
    """Return all records of the desk in a store."""
    return [_stored_record(row) for row in store.rows(DESK_STREAM)]


def _stored_record(row: Row) -> DeskRecord:
    try:
        return parse_record(row.kind, row.body, row.seq)
    except Malformed as error:
        raise unreadable_row_error(row) from error


def first_tournament_id(store: EventStore) -> str:
    """Return the id of a store's first tournament, which its devices know; a copy of the store has the same id."""
    return _record_id(store, 0)


def current_tournament_id(store: EventStore, tournament: Tournament) -> str:
    """Return the id of the tournament in play, which the start of each of its games names."""
    return _record_id(store, tournament.origin_record)


def _record_id(store: EventStore, number: int) -> str:
    first = store.row(DESK_STREAM, number)
    return "" if first is None else first.hash.hex()[:8]


class TournamentSnapshot(NamedTuple):
    """The records of one moment, and the tournament that they replay to."""

    records: list[DeskRecord]
    tournament: Tournament


class TournamentLog:
    """The single writer of the desk's stream. Each record is validated, then stored, then applied."""

    def __init__(self, store: EventStore) -> None:
        records = load_records(store)
        # Replaced as a whole, so that a reader never sees records of one moment and the tournament of another.
        self.snapshot = TournamentSnapshot(records, replay(records))
        self.origins = RecordTerminals()
        self._store = store
        # Held again by `record_all` in a thread that decides what to record.
        self._lock = threading.RLock()

    @property
    def records(self) -> list[DeskRecord]:
        """Return all records so far."""
        return self.snapshot.records

    @property
    def tournament(self) -> Tournament:
        """Return the tournament by all records so far."""
        return self.snapshot.tournament

    def records_lock(self) -> AbstractContextManager[object]:
        """Return the lock that keeps the records as they are while a thread decides what to record."""
        return self._lock

    def record(self, kind: str, by: str, **fields: Any) -> DeskRecord:
        """Make a record, or raise why it is invalid."""
        return self.record_all(by, [(kind, fields)])[0]

    def record_all(
        self,
        by: str,
        wanted: list[tuple[str, dict[str, Any]]],
        check: Check | None = None,
        desk: str = "",
        *,
        entries: Sequence[Entry] = (),
        players: Sequence[PlayerRow] = (),
    ) -> list[DeskRecord]:
        """Make several records that belong together, from the terminal `desk`: all of them, or none.

        Entries of other streams and players are stored in the same transaction.
        """
        with self._lock:
            made, records, after = self._apply_all(by, wanted, check)
            own = [Entry(DESK_STREAM, record.n, record.kind, record.to_json()) for record in made]
            self._store.append([*entries, *own], players)
            self.snapshot = TournamentSnapshot(records, after)
            self.origins.remember_terminal(made, desk)
        return made

    def check_all(self, by: str, wanted: list[tuple[str, dict[str, Any]]], check: Check) -> None:
        """Raise why these records are not possible; nothing is stored."""
        with self._lock:
            self._apply_all(by, wanted, check)

    def _apply_all(
        self, by: str, wanted: list[tuple[str, dict[str, Any]]], check: Check | None
    ) -> tuple[list[DeskRecord], list[DeskRecord], Tournament]:
        """Return the new records, all records with them, and what follows; raise why they are not possible."""
        known, before = self.snapshot
        first = known[-1].n + 1 if known else 0
        made = [make(kind, by, fields, first + place) for place, (kind, fields) in enumerate(wanted)]
        records = [*known, *made]
        after = apply_records(before, records, made)
        check_plan(before, after)
        if check is not None:
            check(before, after, made, known)
        return made, records, after
