"""The desk: keeps its records in the store and the tournament that they fold to."""

from __future__ import annotations

import copy
import threading
from typing import TYPE_CHECKING, Any

from tenbo.store import Entry
from tenbo.tournament.records import Record, make, record_of
from tenbo.tournament.state import Tournament

if TYPE_CHECKING:
    from tenbo.store import Store

STREAM = "desk"


class Desk:
    """One writer of the desk's stream. Each record is first possible, then on disk, then in force."""

    def __init__(self, store: Store) -> None:
        self.tournament = Tournament()
        self._store = store
        self._lock = threading.Lock()
        self._next = 0
        for row in store.rows(STREAM):
            self.tournament.apply(record_of(row.kind, row.body))
            self._next = row.seq + 1

    def record(self, kind: str, by: str, **fields: Any) -> Record:
        """Make a record, or say why it is not possible."""
        return self.record_all(by, [(kind, fields)])[0]

    def record_all(self, by: str, wanted: list[tuple[str, dict[str, Any]]]) -> list[Record]:
        """Make several records that belong together: all of them, or none."""
        with self._lock:
            records = [make(kind, by, fields) for kind, fields in wanted]
            after = copy.deepcopy(self.tournament)
            for record in records:
                after.apply(record)
            entries = [Entry(STREAM, self._next + n, record.kind, record.body()) for n, record in enumerate(records)]
            self._store.append(entries)
            self._next += len(entries)
            self.tournament = after
        return records
