"""The desk's records, replicated to every host, and their restore into a fresh database that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.cluster.replication import EMPTY, heads_by_life, replicate
from tenbo.store.ledgers import DESK_STREAM
from tenbo.store.stream_replicas import replica_stream_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store import EventStore, Head, Row
    from tenbo.store.postgres.store import PgStore

# The owner under which a host stores the desk's records.
OWNER = "desk-database"


class _Decisions:
    """A replication source with the desk's records of a database, and no other stream."""

    def __init__(self, database: PgStore) -> None:
        self._database = database

    def heads(self) -> dict[str, Head]:
        """Return the end of the desk's stream, if there is one."""
        heads = self._database.heads()
        return {DESK_STREAM: heads[DESK_STREAM]} if DESK_STREAM in heads else {}

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the desk's records after a number, in order."""
        return self._database.rows(stream, after)


class RestoreResult(NamedTuple):
    """The number of restored records, and the end of the records that database and host now share."""

    restored_count: int
    end: Head


def sync_desk_records(database: PgStore, own: EventStore) -> RestoreResult:
    """Replicate the desk's records to a host; restore them to a database that has fewer and asks for it.

    Records of another desk, with a chain of its own, are stored separately.
    """
    there = database.heads().get(DESK_STREAM, EMPTY)
    lives = heads_by_life(own.heads(), OWNER, DESK_STREAM)
    for life, end in lives.items():
        if end.seq > there.seq and stream_continues_from(own, replica_stream_name(OWNER, DESK_STREAM, life), there):
            if not database.is_restore_requested():
                break
            rows = own.rows(replica_stream_name(OWNER, DESK_STREAM, life), there.seq)
            return RestoreResult(database.restore_rows([row._replace(stream=DESK_STREAM) for row in rows]), end)
    if there not in lives.values():
        replicate(_Decisions(database), own, OWNER)
    return RestoreResult(0, there)


def stream_continues_from(own: EventStore, stream: str, end: Head) -> bool:
    """Return whether the end of a stored stream's beginning is `end`, so that the stream continues it."""
    row = None if end == EMPTY else own.row(stream, end.seq)
    return end == EMPTY or (row is not None and row.hash == end.hash)
