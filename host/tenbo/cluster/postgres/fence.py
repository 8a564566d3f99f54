"""Fencing: keeps a host from writing to an old server of the desk that returns after a failover."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import psycopg

from tenbo.cluster.postgres.record_restore import OWNER, goes_on
from tenbo.cluster.replication import heads_by_life
from tenbo.store.chain import Head
from tenbo.store.replica_streams import replica_stream
from tenbo.tournament.record_log import STREAM as DESK
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.store import EventStore
    from tenbo.store.postgres.connection import Connection

_END = "SELECT seq, hash FROM tenbo.head WHERE stream = %s AND seq >= 0 AND NOT (SELECT refill.open FROM tenbo.refill)"


def stale_records_check(own: EventStore) -> Callable[[Connection], None]:
    """Return a check that refuses a server that has only the beginning of the desk's records which this host has.

    A server without records is a new one. A server that asks for a restore may be behind.
    """

    def check(connection: Connection) -> None:
        row = connection.execute(_END, (DESK,)).fetchone()
        if row is None:
            return
        there = Head(*row)
        for life, end in heads_by_life(own.heads(), OWNER, DESK).items():
            if end.seq > there.seq and goes_on(own, replica_stream(OWNER, DESK, life), there):
                _report_refusal(connection, there, end)
                where = f"{connection.info.host}:{connection.info.port}"
                message = (
                    f"the server at {where} is behind: it has the desk's records up to {there.seq}, this host has "
                    f"them up to {end.seq}. It is an old server of the desk that has come back: stop it there. If it "
                    "is the one that counts, have it filled (tenbo desk --refill)"
                )
                raise StorageFault("contradiction", message, "database")

    return check


def _report_refusal(connection: Connection, there: Head, end: Head) -> None:
    """Write to the server why this host refuses it, so that its desk shows the reason."""
    why = (
        f"it refuses this server, which has the desk's records up to {there.seq} where the host has them up to "
        f"{end.seq}: another server has taken this one's place, stop it"
    )
    with suppress(psycopg.Error):
        connection.execute("UPDATE tenbo.host SET why = %s WHERE name = session_user", (why,))
