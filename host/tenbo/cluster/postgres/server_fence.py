"""Fencing: keeps a host from writing to a server of the desk whose place another server has taken."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from typing import TYPE_CHECKING

import psycopg

from tenbo.cluster.postgres.host_presence import encode_reasons
from tenbo.cluster.postgres.record_restore import OWNER, stream_continues_from
from tenbo.cluster.replication import heads_by_life
from tenbo.store.chain import Head
from tenbo.store.ledgers import DESK_STREAM
from tenbo.store.stream_replicas import replica_stream_name
from tenbo_core.errors import StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.store import EventStore
    from tenbo.store.postgres.connection import Connection
    from tenbo_core.sentences import Sentence

_END = "SELECT seq, hash FROM tenbo.head WHERE stream = %s AND seq >= 0 AND NOT (SELECT refill.open FROM tenbo.refill)"
_HASH = "SELECT hash FROM tenbo.event WHERE stream = %s AND seq = %s"


class ServerFence:
    """Refuses a server whose records of the desk are not those that this host has, or their continuation.

    A server without records is a new one. A server that asks for a restore may be behind, and it counts where two
    servers have both recorded.
    """

    def __init__(self, own: EventStore) -> None:
        self._own = own
        # Why each server was refused when it was last met, by its address; the desk at the other server is told.
        self.refused: dict[str, Sentence] = {}

    def check(self, connection: Connection) -> None:
        """Raise an error for a server that must not be written to, and tell it why."""
        where = f"{connection.info.host}:{connection.info.port}"
        self.refused.pop(where, None)
        row = connection.execute(_END, (DESK_STREAM,)).fetchone()
        if row is None:
            return
        there = Head(*row)
        ends = heads_by_life(self._own.heads(), OWNER, DESK_STREAM)
        for life, end in ends.items():
            if end.seq > there.seq and stream_continues_from(
                self._own, replica_stream_name(OWNER, DESK_STREAM, life), there
            ):
                why = sentence(
                    "server_behind_host",
                    "it refuses this server, which has the desk's records up to number {there} while the "
                    "host has them up to number {here}: another server has taken over, so stop this one",
                    there=there.seq,
                    here=end.seq,
                )
                message = sentence(
                    "server_is_behind",
                    "the server at {server} is behind: it has the desk's records up to number {there}, and "
                    "this host has them up to number {here}. It is probably an old server of the desk that "
                    "has come back: stop it. If it is the right server after all, have the hosts refill it "
                    "by a command on that server's own computer (tenbo desk --refill)",
                    server=where,
                    there=there.seq,
                    here=end.seq,
                )
                raise self._refusal(connection, why, message)
        n = self._first_difference(connection, ends, there)
        if n is not None:
            why = sentence(
                "server_differs_from_host",
                "it refuses this server, whose desk records differ from the host's from number {number} on: "
                "two servers of the desk have both made records. Back up this server's records (tenbo "
                "backup) and stop it, or, if it is the right server, confirm that (tenbo desk --refill)",
                number=n,
            )
            message = sentence(
                "server_differs",
                "the desk records of the server at {server} differ from this host's from number {number} on: "
                "two servers of the desk have both made records. On the wrong server, back up its records "
                "(tenbo backup), then stop it. If the server at this address is the right one, confirm that "
                "on it (tenbo desk --refill)",
                server=where,
                number=n,
            )
            raise self._refusal(connection, why, message)

    def _refusal(self, connection: Connection, why: Sentence, message: Sentence) -> StorageFault:
        """Write to the server why this host refuses it, so that its desk shows the reason, and return the error."""
        with suppress(psycopg.Error):
            connection.execute("UPDATE tenbo.host SET why = %s WHERE name = session_user", (encode_reasons([why]),))
        self.refused[f"{connection.info.host}:{connection.info.port}"] = message
        return StorageFault("contradiction", message, "database")

    def _first_difference(self, connection: Connection, ends: dict[int, Head], there: Head) -> int | None:
        """Return the first of the desk's records in which a server differs from the newest that this host has.

        None where the server goes on from them, or has the records of another tournament.
        """

        def differs(stream: str, n: int) -> bool:
            own, row = self._own.row(stream, n), connection.execute(_HASH, (DESK_STREAM, n)).fetchone()
            return own is None or row is None or bytes(row[0]) != own.hash

        for life, end in ends.items():
            stream = replica_stream_name(OWNER, DESK_STREAM, life)
            if differs(stream, 0):
                continue
            last = min(end.seq, there.seq)
            if not differs(stream, last):
                return None
            # Hashes are chained: from the first record that differs on, all do.
            return bisect_left(range(last + 1), 1, key=lambda n: int(differs(stream, n)))
        return None
