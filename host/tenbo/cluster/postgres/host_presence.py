"""How each host does, in rows that it writes itself: when it was here last, and how its clock compares."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.cluster.postgres.connection import Connection
    from tenbo.cluster.postgres.store import PgStore

# The exchange with the shortest way there and back says most about the clocks.
EXCHANGES = 5
# Everybody is told again the time of day within so long: whoever was last seen longer ago is away.
AWAY_S = 60


class ClockComparison(NamedTuple):
    """By how many milliseconds a host's clock is ahead of the database's, and the shortest way there and back."""

    ahead_ms: int
    round_trip_ms: int


class HostPresence(NamedTuple):
    """What is known of a host: seconds since it was here, and how its clock compares."""

    host: str
    seconds: int
    ahead_ms: int
    round_trip_ms: int
    # Why the host tells this database nothing, as far as it has said so.
    why: str = ""

    @property
    def is_away(self) -> bool:
        """Return whether the host is cut off or switched off."""
        return self.seconds > AWAY_S


def report_clock(store: PgStore, clock: Callable[[], int]) -> ClockComparison:
    """Compare a host's clock with the database's, and leave there what came out."""
    statement = """INSERT INTO tenbo.host (name, ahead_ms, round_trip_ms) VALUES (session_user, %s, %s)
        ON CONFLICT (name) DO UPDATE
        SET why = '', seen = clock_timestamp(), ahead_ms = excluded.ahead_ms, round_trip_ms = excluded.round_trip_ms"""

    def work(connection: Connection) -> ClockComparison:
        compared = min((_measure_clock(connection, clock) for _ in range(EXCHANGES)), key=lambda one: one.round_trip_ms)
        connection.execute(statement, compared)
        return compared

    return store.link.run(work)


def _measure_clock(connection: Connection, clock: Callable[[], int]) -> ClockComparison:
    query = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    sent, here = time.monotonic(), clock()
    row = connection.execute(query).fetchone()
    took_ms = int((time.monotonic() - sent) * 1000)
    there = row[0] if row else 0
    return ClockComparison(here + took_ms // 2 - there, took_ms)


def host_presences(store: PgStore) -> list[HostPresence]:
    """Return every host that was ever here, by name."""
    query = """SELECT name, greatest(0, extract(epoch FROM clock_timestamp() - seen))::bigint, ahead_ms, round_trip_ms,
        why FROM tenbo.host ORDER BY name"""
    found = store.link.run(lambda connection: connection.execute(query).fetchall())
    return [HostPresence(*row) for row in found]


def acknowledged_records(store: PgStore) -> dict[str, int]:
    """Return up to which of the desk's records each host has said that it has them."""
    query = "SELECT host, max(seq) FROM tenbo.taken GROUP BY host"
    return dict(store.link.run(lambda connection: connection.execute(query).fetchall()))


def acknowledge_records(store: PgStore, seq: int) -> None:
    """Say that a host has the desk's records up to one."""
    statement = "INSERT INTO tenbo.taken (host, seq) VALUES (session_user, %s) ON CONFLICT DO NOTHING"
    store.link.run(lambda connection: connection.execute(statement, (seq,)))
