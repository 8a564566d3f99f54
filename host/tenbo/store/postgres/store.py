"""The PostgreSQL store: the events of many hosts and the records of one desk."""

from __future__ import annotations

import threading
import time
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from tenbo.store import player_names, stream_replicas
from tenbo.store.cached_results import COLUMNS as RESULT_COLUMNS
from tenbo.store.cached_results import CachedResult, last_event_by_stream, valid_results
from tenbo.store.chain import NOTHING, Head, Row, chain_entry
from tenbo.store.device_keys import DeviceKey
from tenbo.store.event_store import EventStore
from tenbo.store.player_names import COLUMNS, PlayerRow, add_salts, forgotten_entry, player_hash_entries
from tenbo.store.postgres.backup import backup_database
from tenbo.store.postgres.connection import PAGE, ROW, DatabaseConnection
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tenbo.store.chain import Entry
    from tenbo.store.postgres.connection import Connection

# Rows of other connections are visible after this time at the latest; our own at once.
HEADS_S = 0.1
EMPTY = Head(-1, NOTHING)

# Locks the stream before the first row: two writers that wait for each other would both fail.
_INSERT = f"""
    WITH alone AS MATERIALIZED (SELECT tenbo.lock_stream(%s))
    INSERT INTO tenbo.event ({ROW})
    SELECT {ROW} FROM alone CROSS JOIN
      unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::bytea[], %s::bytea[])
      WITH ORDINALITY AS given ({ROW}, place) ORDER BY place
    ON CONFLICT DO NOTHING"""  # noqa: S608 - our own words
_OTHERWISE = """
    SELECT min(given.seq) FROM unnest(%s::bigint[], %s::bytea[]) AS given (seq, hash)
      JOIN tenbo.event ON event.stream = %s AND event.seq = given.seq WHERE event.hash <> given.hash"""


class PgStore(EventStore):
    """One database; the role in its address decides what may be written and read."""

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], int] = wall_clock_ms,
        readonly: bool = False,
        fence: Callable[[Connection], None] | None = None,
    ) -> None:
        self.readonly = readonly
        self.url = url
        self._clock = clock
        self.link = DatabaseConnection(url, fence, **({"target_session_attrs": "any"} if readonly else {}))
        self._heads_lock = threading.Lock()
        self._heads: dict[str, Head] = {}
        self._starts: dict[str, int] = {}
        self._heads_until = 0.0
        self._start_rows: dict[tuple[str, int], Row] = {}

    def close(self) -> None:
        """Close the connection."""
        self.link.close()

    def invalidate_heads(self) -> None:
        """Reload the heads at the next query, because another connection has stored something."""
        self._heads_until = 0.0

    # ---------------------------------------------------------------- writing

    def append(self, entries: list[Entry], players: Sequence[PlayerRow] = ()) -> list[Row]:
        """Store entries of our own streams and players in one transaction and return the rows of new entries."""
        kept = add_salts(players)
        try:
            return self.link.run(lambda connection: self._append(connection, entries, kept))
        finally:
            self.invalidate_heads()

    def _append(
        self, connection: Connection, entries: list[Entry], players: list[tuple[PlayerRow, bytes]]
    ) -> list[Row]:
        with connection.transaction():
            rows = self._append_in_transaction(connection, entries)
            if players:
                _put_players(connection, players)
                self._append_in_transaction(
                    connection, player_hash_entries(players, _head_in(connection, player_names.STREAM).seq + 1)
                )
        return rows

    def _append_in_transaction(self, connection: Connection, entries: list[Entry]) -> list[Row]:
        heads: dict[str, Head] = {}
        for stream in sorted({entry.stream for entry in entries}):
            # The lock that the schema takes for the rows of a stream; other writers wait for the end of this
            # transaction.
            connection.execute("SELECT tenbo.lock_stream(%s)", (stream,))
            heads[stream] = _head_in(connection, stream)
        rows: list[Row] = []
        for entry in entries:
            head = heads[entry.stream]
            if entry.seq <= head.seq:
                _check_same(connection, entry)
                continue
            row = chain_entry(entry, self._clock(), head.hash)
            rows.append(row)
            heads[entry.stream] = Head(row.seq, row.hash)
        _insert(connection, rows)
        return rows

    def store_replica_rows(self, host: str, rows: Sequence[Row]) -> int:
        """Store rows of another host in one transaction, as that host has them; the schema checks each."""
        return self.restore_rows([stream_replicas.as_replica_row(host, row) for row in rows])

    def restore_rows(self, rows: Sequence[Row]) -> int:
        """Store rows exactly as they are, in one transaction; the schema checks each row and the right to store it."""

        def work(connection: Connection) -> int:
            with connection.transaction():
                return _insert(connection, rows)

        try:
            return self.link.run(work)
        finally:
            self.invalidate_heads()

    def is_restore_requested(self) -> bool:
        """Return whether hosts are asked to restore the desk's records."""
        query = "SELECT refill.open FROM tenbo.refill"
        return self.link.run(lambda connection: connection.execute(query).fetchone()) == (True,)

    # ---------------------------------------------------------------- reading

    def heads(self) -> dict[str, Head]:
        """Return the end of every stream."""
        with self._heads_lock:
            if time.monotonic() >= self._heads_until:
                until = time.monotonic() + HEADS_S
                query = "SELECT stream, seq, hash, start FROM tenbo.head WHERE seq >= 0"
                found = self.link.run(lambda connection: connection.execute(query).fetchall())
                self._heads = {stream: Head(seq, end) for stream, seq, end, _ in found}
                self._starts = {stream: start for stream, _, _, start in found if start is not None}
                self._heads_until = until
            return self._heads

    def head(self, stream: str) -> Head:
        """Return the end of a stream, number -1 before its first event."""
        return self.heads().get(stream, EMPTY)

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order, a page at a time."""
        while True:
            page = self._rows("WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s", (stream, after, PAGE))
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].seq

    def row(self, stream: str, seq: int) -> Row | None:
        """Return one event, or None."""
        return next(iter(self._rows("WHERE stream = %s AND seq = %s", (stream, seq))), None)

    def arrival_number(self, stream: str, seq: int) -> int:
        """Return a number that is higher for a row that has arrived later."""
        query = "SELECT arrived FROM tenbo.event WHERE stream = %s AND seq = %s"
        row = self.link.run(lambda connection: connection.execute(query, (stream, seq)).fetchone())
        return int(row[0]) if row else 0

    def clock_offsets_ms(self) -> dict[str, int]:
        """Return by how much each host's time of day was ahead of the database's when the host was last seen."""
        query = "SELECT name, ahead_ms FROM tenbo.host"
        return dict(self.link.run(lambda connection: connection.execute(query).fetchall()))

    def last_of_kind(self, stream: str, kind: str) -> Row | None:
        """Return the newest event of a kind; the newest start of each stream is cached."""
        if kind != "start":
            where_last = "WHERE stream = %s AND kind = %s ORDER BY seq DESC LIMIT 1"
            return next(iter(self._rows(where_last, (stream, kind))), None)
        self.heads()
        start = self._starts.get(stream)
        if start is None:
            return None
        known = self._start_rows.get((stream, start))
        if known is None:
            # A client that asks for one table's start asks for all; each is fetched once.
            missing = [(name, seq) for name, seq in self._starts.items() if (name, seq) not in self._start_rows]
            for row in self._rows_at(missing):
                self._start_rows[row.stream, row.seq] = row
            known = self._start_rows.get((stream, start))
        return known

    def rows_of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, for example the start of every game, by stream and number."""
        return self._rows("WHERE kind = %s ORDER BY stream, seq", (kind,))

    def streams_with_rows(self) -> list[str]:
        """Return the streams that have rows, regardless of their stored heads."""
        query = "SELECT DISTINCT stream FROM tenbo.event"
        return [stream for (stream,) in self.link.run(lambda connection: connection.execute(query).fetchall())]

    def _rows_at(self, places: Sequence[tuple[str, int]]) -> list[Row]:
        """Return the events of some streams by number; missing ones are left out."""
        where = "JOIN unnest(%s::text[], %s::bigint[]) AS wanted (stream, seq) USING (stream, seq)"
        return self._rows(where, ([stream for stream, _ in places], [seq for _, seq in places]))

    def _rows(self, condition: str, values: tuple[object, ...]) -> list[Row]:
        query = f"SELECT {ROW} FROM tenbo.event {condition}"  # noqa: S608 - our own words
        found = self.link.run(lambda connection: connection.execute(query, values, binary=True).fetchall())
        return [Row._make(row) for row in found]

    # ---------------------------------------------------------------- players, results and keys

    def players(self) -> list[PlayerRow]:
        """Return all stored players, by number."""
        query = f"SELECT {COLUMNS} FROM tenbo.player ORDER BY id"  # noqa: S608 - our own words
        found: list[PlayerRow] = self.link.run(lambda connection: connection.execute(query).fetchall())
        return found

    def salted_players(self) -> list[tuple[PlayerRow, bytes]]:
        """Return all stored players, each with the salt of its hash in the chain."""
        query = f"SELECT {COLUMNS}, salt FROM tenbo.player ORDER BY id"  # noqa: S608 - our own words
        found = self.link.run(lambda connection: connection.execute(query).fetchall())
        return [(player, salt) for *player, salt in found]  # type: ignore[misc]

    def store_players(self, players: Sequence[PlayerRow]) -> None:
        """Store players and their hashes in the chain."""
        self.append([], players)

    def forget_player(self, number: int) -> None:
        """Delete a player's name, also from the table's file."""

        def work(connection: Connection) -> None:
            with connection.transaction():
                connection.execute("DELETE FROM tenbo.player WHERE id = %s", (number,))
                self._append_in_transaction(
                    connection, [forgotten_entry(number, _head_in(connection, player_names.STREAM).seq + 1)]
                )

        self.link.run(work)
        self.link.run(lambda connection: connection.execute("VACUUM tenbo.player"))
        self.invalidate_heads()

    def cached_results(self) -> list[CachedResult]:
        """Return the cached results whose events are unchanged."""
        query = f"SELECT {RESULT_COLUMNS} FROM tenbo.result"  # noqa: S608 - our own words
        kept = self.link.run(lambda connection: connection.execute(query, binary=True).fetchall())
        found = [CachedResult._make(row) for row in kept]
        return valid_results(found, self._rows_at(list(last_event_by_stream(found).items())))

    def cache_results(self, results: Sequence[CachedResult]) -> None:
        """Store results; each replaces the one before."""
        statement = f"""INSERT INTO tenbo.result ({RESULT_COLUMNS}) SELECT * FROM unnest(
              %s::int[], %s::int[], %s::text[], %s::text[], %s::bigint[], %s::bytea[], %s::text[])
            ON CONFLICT (session, place) DO UPDATE SET token = excluded.token, stream = excluded.stream,
              seq = excluded.seq, hash = excluded.hash, body = excluded.body"""  # noqa: S608 - our own words
        columns = [list(column) for column in zip(*results, strict=True)]
        self.link.run(lambda connection: connection.execute(statement, columns))

    def device_keys(self) -> dict[str, DeviceKey]:
        """Return the keys of all devices that have one."""
        query = "SELECT device, key, state FROM tenbo.device_key"
        found = self.link.run(lambda connection: connection.execute(query).fetchall())
        return {device: DeviceKey(key, state) for device, key, state in found}

    def store_device_key(self, device: str, key: DeviceKey) -> None:
        """Store the key of a device; it replaces the one before."""
        statement = """INSERT INTO tenbo.device_key VALUES (%s, %s, %s)
            ON CONFLICT (device) DO UPDATE SET key = excluded.key, state = excluded.state"""
        self.link.run(lambda connection: connection.execute(statement, (device, key.key, key.state)))

    def backup(self, target: Path) -> None:
        """Copy everything as a consistent snapshot to a new file."""
        backup_database(self.url, target)


def _head_in(connection: Connection, stream: str) -> Head:
    """Return the end of a stream within this transaction."""
    query = "SELECT seq, hash FROM tenbo.event WHERE stream = %s ORDER BY seq DESC LIMIT 1"
    found = connection.execute(query, (stream,)).fetchone()
    return Head(*found) if found else EMPTY


def _put_players(connection: Connection, players: list[tuple[PlayerRow, bytes]]) -> None:
    """Store players with their salts; they replace players with the same numbers."""
    connection.execute("DELETE FROM tenbo.player WHERE id = ANY(%s)", ([player[0] for player, _ in players],))
    values = ", ".join(["%s"] * (COLUMNS.count(",") + 2))
    statement = f"INSERT INTO tenbo.player ({COLUMNS}, salt) VALUES ({values})"  # noqa: S608 - our own words
    with connection.cursor() as cursor:
        cursor.executemany(statement, [(*player, salt) for player, salt in players])


def _insert(connection: Connection, rows: Sequence[Row]) -> int:
    """Insert rows and return how many are new; identical rows that exist are skipped."""
    new = 0
    for stream, group in groupby(rows, key=attrgetter("stream")):
        columns = [list(column) for column in zip(*group, strict=True)]
        inserted = connection.execute(_INSERT, (stream, *columns)).rowcount
        if inserted < len(columns[0]):
            _, seqs, *_, hashes = columns
            (otherwise,) = connection.execute(_OTHERWISE, (seqs, hashes, stream)).fetchone() or (None,)
            if otherwise is not None:
                raise _fork_fault(stream, otherwise)
        new += inserted
    return new


def _check_same(connection: Connection, entry: Entry) -> None:
    query = "SELECT kind, body FROM tenbo.event WHERE stream = %s AND seq = %s"
    if connection.execute(query, (entry.stream, entry.seq)).fetchone() != (entry.kind, entry.body):
        raise _fork_fault(entry.stream, entry.seq)


def _fork_fault(stream: str, seq: int) -> StorageFault:
    message = (
        f"event {seq} of {stream} differs from the stored one, because it was sent in two versions: none "
        "of this was stored"
    )
    return StorageFault("contradiction", message, "event")
