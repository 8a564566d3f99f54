"""What the desk has decided, kept by every host as well: a fresh database is given it back when it asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.halls.copying import EMPTY, bring_over, lives_of
from tenbo.store.copies import name_of
from tenbo.tournament.desk import STREAM as DESK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.halls.pg_store import PgStore
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


class Exchanged(NamedTuple):
    """How many records were given back, and the end of those that are there and here now."""

    given: int
    end: Head


def exchange(database: PgStore, own: EventStore) -> Exchanged:
    """Keep at a host what the desk has decided; give it back to a database that has less and asks for it.

    Those of another desk, whose chain is another one, are kept beside.
    """
    there = database.heads().get(DESK, EMPTY)
    lives = lives_of(own.heads(), OWNER, DESK)
    for life, end in lives.items():
        if end.seq > there.seq and goes_on(own, name_of(OWNER, DESK, life), there):
            if not database.asks_for_decisions():
                break
            rows = own.rows(name_of(OWNER, DESK, life), there.seq)
            return Exchanged(database.put_back([row._replace(stream=DESK) for row in rows]), end)
    if there not in lives.values():
        bring_over(_Decisions(database), own, OWNER)
    return Exchanged(0, there)


def goes_on(own: EventStore, stream: str, end: Head) -> bool:
    """Return whether a kept stream is the one that ends so, and goes on."""
    row = None if end == EMPTY else own.row(stream, end.seq)
    return end == EMPTY or (row is not None and row.hash == end.hash)
