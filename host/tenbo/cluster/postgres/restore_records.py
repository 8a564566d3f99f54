"""What the desk has decided, kept by every host as well: a fresh database is given it back when it asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.cluster.replication import EMPTY, heads_by_life, replicate
from tenbo.store.replica_streams import replica_stream
from tenbo.tournament.record_log import STREAM as DESK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.cluster.postgres.store import PgStore
    from tenbo.store import EventStore, Head, Row

# As whose the desk's records are kept at a host.
OWNER = "desk-database"


class _Decisions:
    """Of all that a database has, what the desk has decided."""

    def __init__(self, database: PgStore) -> None:
        self._database = database

    def heads(self) -> dict[str, Head]:
        """Return the end of the desk's stream, where there is one."""
        heads = self._database.heads()
        return {DESK: heads[DESK]} if DESK in heads else {}

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield what the desk has decided after a number, in order."""
        return self._database.rows(stream, after)


class RestoreResult(NamedTuple):
    """How many records were given back, and the end of those that are there and here now."""

    restored_count: int
    end: Head


def restore_records(database: PgStore, own: EventStore) -> RestoreResult:
    """Keep at a host what the desk has decided; give it back to a database that has less and asks for it.

    Those of another desk, whose chain is another one, are kept beside.
    """
    there = database.heads().get(DESK, EMPTY)
    lives = heads_by_life(own.heads(), OWNER, DESK)
    for life, end in lives.items():
        if end.seq > there.seq and goes_on(own, replica_stream(OWNER, DESK, life), there):
            if not database.wants_desk_records():
                break
            rows = own.rows(replica_stream(OWNER, DESK, life), there.seq)
            return RestoreResult(database.restore_rows([row._replace(stream=DESK) for row in rows]), end)
    if there not in lives.values():
        replicate(_Decisions(database), own, OWNER)
    return RestoreResult(0, there)


def goes_on(own: EventStore, stream: str, end: Head) -> bool:
    """Return whether a kept stream is the one that ends so, and goes on."""
    row = None if end == EMPTY else own.row(stream, end.seq)
    return end == EMPTY or (row is not None and row.hash == end.hash)
