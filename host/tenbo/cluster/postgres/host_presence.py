"""The presence of each host, in rows that the host writes itself: when it was last seen, and its clock's offset."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, NamedTuple

from tenbo.validation.core_sentence_codes import sentence_from_record
from tenbo.validation.strict_json import parse_strict
from tenbo_core.sentences import join_sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tenbo.store.postgres.connection import Connection
    from tenbo.store.postgres.store import PgStore
    from tenbo_core.sentences import Sentence

# Probes of the clock; the one with the shortest round trip is the most exact.
EXCHANGES = 5
# Hosts report the time of day at least this often; a host that was last seen longer ago is away.
AWAY_S = 60


class ClockComparison(NamedTuple):
    """By how many milliseconds a host's clock is ahead of the database's, and the shortest round trip."""

    ahead_ms: int
    round_trip_ms: int


class HostStatus(NamedTuple):
    """A host's presence: seconds since it was last seen, and its clock's offset."""

    host: str
    seconds: int
    ahead_ms: int
    round_trip_ms: int
    # Why the host refuses to write to this database, or which other server of the desk it has refused.
    why: str = ""

    @property
    def is_away(self) -> bool:
        """Return whether the host is cut off or switched off."""
        return self.seconds > AWAY_S


def encode_reasons(reasons: Iterable[Sentence]) -> str:
    """Return reasons as a host writes them into its row: with their codes and values, and empty if there are none.

    >>> from tenbo_core.sentences import sentence
    >>> encode_reasons([sentence("server_differs", "it differs from {number} on", number=7)])
    '[{"message": "it differs from 7 on", "reason": "server_differs", "params": {"number": 7}}]'
    """
    records = [{"message": one, **one.record()} for one in reasons]
    return json.dumps(records, ensure_ascii=False) if records else ""


def decode_reasons(text: str) -> str:
    """Return what stands in the row of a host as a sentence with its code; hosts of old have written English alone.

    >>> decode_reasons('[{"message": "it differs", "reason": "server_differs", "params": {"number": 7}}]').code
    'server_differs'
    >>> decode_reasons("it refuses this server"), decode_reasons("")
    ('it refuses this server', '')
    """
    try:
        records = parse_strict(text.encode())
    except (ValueError, RecursionError):
        return text
    if not isinstance(records, list) or not all(isinstance(one, dict) for one in records):
        return text
    return join_sentences([sentence_from_record(one) for one in records])


def report_clock(store: PgStore, clock: Callable[[], int], why: Iterable[Sentence] = ()) -> ClockComparison:
    """Compare a host's clock with the database's, and store the result and which other server it has refused."""
    statement = """INSERT INTO tenbo.host (name, ahead_ms, round_trip_ms, why) VALUES (session_user, %s, %s, %s)
        ON CONFLICT (name) DO UPDATE
        SET why = excluded.why, seen = clock_timestamp(), ahead_ms = excluded.ahead_ms,
          round_trip_ms = excluded.round_trip_ms"""

    def work(connection: Connection) -> ClockComparison:
        compared = min((_measure_clock(connection, clock) for _ in range(EXCHANGES)), key=lambda one: one.round_trip_ms)
        connection.execute(statement, (*compared, encode_reasons(why)))
        return compared

    return store.link.run(work)


def _measure_clock(connection: Connection, clock: Callable[[], int]) -> ClockComparison:
    query = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    sent, here = time.monotonic(), clock()
    row = connection.execute(query).fetchone()
    took_ms = int((time.monotonic() - sent) * 1000)
    there = row[0] if row else 0
    return ClockComparison(here + took_ms // 2 - there, took_ms)


def host_presences(store: PgStore) -> list[HostStatus]:
    """Return every host that has ever connected, by name."""
    query = """SELECT name, greatest(0, extract(epoch FROM clock_timestamp() - seen))::bigint, ahead_ms, round_trip_ms,
        why FROM tenbo.host ORDER BY name"""
    found = store.link.run(lambda connection: connection.execute(query).fetchall())
    return [
        HostStatus(name, seconds, ahead_ms, round_trip_ms, decode_reasons(why))
        for name, seconds, ahead_ms, round_trip_ms, why in found
    ]


def acknowledged_records(store: PgStore) -> dict[str, int]:
    """Return for each host the last of the desk's records that it has acknowledged."""
    query = "SELECT host, max(seq) FROM tenbo.taken GROUP BY host"
    return dict(store.link.run(lambda connection: connection.execute(query).fetchall()))


def acknowledge_records(store: PgStore, seq: int) -> None:
    """Acknowledge that a host has the desk's records up to a number."""
    statement = "INSERT INTO tenbo.taken (host, seq) VALUES (session_user, %s) ON CONFLICT DO NOTHING"
    store.link.run(lambda connection: connection.execute(statement, (seq,)))
