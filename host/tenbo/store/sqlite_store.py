"""The SQLite store: appends events and reads them; an entry survives any crash once `append` has returned."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.store import global_chain, player_names, sqlite_connection, stream_replicas
from tenbo.store.cached_results import COLUMNS as RESULT_COLUMNS
from tenbo.store.cached_results import CachedResult, last_event_by_stream, valid_results
from tenbo.store.chain import NOTHING, Entry, Head, Row, chain_entry
from tenbo.store.device_keys import DeviceKey
from tenbo.store.event_store import EventStore
from tenbo.store.player_names import COLUMNS, PlayerRow, add_salts, forgotten_entry, player_hash_entries
from tenbo_core.errors import StorageFault, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# Rows that are read at once. The first page is smaller, because most readers want one game.
PAGE, FIRST_PAGE = 500, 64

ROW = "stream, seq, ts_ms, kind, body, prev, hash"
ROW_TYPES = (str, int, int, str, str, bytes, bytes)
HEAD_TYPES = (str, int, bytes)

# What SQLite and Python say of a file whose bytes are damaged; the last is of a schema that is whole and another one.
DAMAGED = ("malformed", "not a database", "decode to UTF-8", "can't decode", "no such")


def wall_clock_ms() -> int:
    """Return the milliseconds since 1970 by the wall clock, which may jump; nothing is ordered by it."""
    return time.time_ns() // 1_000_000


class _Batch:
    """The entries and players of one caller, waiting for the next commit."""

    def __init__(self, entries: list[Entry], players: Sequence[PlayerRow] = ()) -> None:
        self.entries = entries
        self.players = add_salts(players)
        self.rows: list[Row] | None = None
        self.error: TenboError | None = None


class SqliteStore(EventStore):
    """One database file. Any number of threads may use it; only one process at a time should write."""

    def __init__(self, path: Path | str, *, clock: Callable[[], int] = wall_clock_ms, readonly: bool = False) -> None:
        self.path = Path(path)
        self.readonly = readonly
        self._clock = clock
        self._write = threading.Lock()
        self._queue = threading.Lock()
        self._waiting: list[_Batch] = []
        if readonly and not self.path.exists():
            raise StorageFault(
                "no_file", f"there is no store {self.path}: name the right file, or create it with tenbo run", "store"
            )
        try:
            if not readonly:
                self.migrated = sqlite_connection.back_up_old_version(self.path)
            self._connection = (
                sqlite_connection.open_readonly(self.path) if readonly else sqlite_connection.open_writable(self.path)
            )
        except (OSError, sqlite3.Error) as error:
            raise _fault(self.path, error) from error
        self._presence = sqlite_connection.FileIdentityCheck(self.path)
        if not readonly:
            self._adopt_people()

    def _adopt_people(self) -> None:
        """Add hashes to the chain for players of an older version."""
        with self._guarded():
            unsalted = self._players("WHERE salt = x''")
        if unsalted:
            self.store_players(unsalted)

    def close(self) -> None:
        """Close the file."""
        with self._write:
            self._connection.close()

    # ---------------------------------------------------------------- writing

    def append(self, entries: list[Entry], players: Sequence[PlayerRow] = ()) -> list[Row]:
        """Store entries and players in one transaction and return the rows of the new entries.

        An entry that is already stored is skipped; a different one under the same number is a fork and raises an error.
        Concurrent callers share one flush of the disk.
        """
        batch = _Batch(entries, players)
        with self._queue:
            self._waiting.append(batch)
        with self._write:
            if batch.rows is None and batch.error is None:
                with self._queue:
                    batches, self._waiting = self._waiting, []
                self._commit(batches)
        if batch.error is not None:
            raise batch.error
        assert batch.rows is not None
        return batch.rows

    def _commit(self, batches: list[_Batch]) -> None:
        """Commit the batches of all waiting callers; a batch that cannot be stored fails alone."""
        try:
            if any(batch.players for batch in batches):
                self._overwrite_what_is_removed()
            with self._transaction():
                for batch in batches:
                    self._insert_batch(batch)
        except BaseException as error:
            for batch in batches:
                batch.rows = None
                batch.error = _fault(self.path, error)
            if not isinstance(error, Exception):
                raise

    def _insert_batch(self, batch: _Batch) -> None:
        """Insert one caller's entries; an error rolls back these and no others."""
        self._connection.execute("SAVEPOINT batch")
        try:
            if batch.players:
                self._put_players(batch.players)
                self._insert(player_hash_entries(batch.players, self._head(player_names.STREAM).seq + 1))
            batch.rows = self._insert(batch.entries)
        except Exception as error:
            # A full disk ends the whole transaction, so no batch is stored.
            if not self._connection.in_transaction or isinstance(error, sqlite3.OperationalError):
                raise
            self._connection.execute("ROLLBACK TO batch")
            batch.error = _fault(self.path, error)
        self._connection.execute("RELEASE batch")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run everything in one transaction, which any error rolls back completely."""
        self._presence.check()
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _insert(self, entries: list[Entry]) -> list[Row]:
        rows: list[Row] = []
        heads: dict[str, Head] = {}
        for entry in entries:
            head = heads.get(entry.stream) or self._head(entry.stream)
            if entry.seq <= head.seq:
                self._check_same(entry)
                continue
            row = chain_entry(entry, self._clock(), head.hash)
            rows.append(row)
            heads[entry.stream] = Head(row.seq, row.hash)
        self._write_rows(rows, heads)
        return rows

    def _write_rows(self, rows: list[Row], heads: dict[str, Head]) -> None:
        self._connection.executemany(f"INSERT INTO event ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)  # noqa: S608 - our own words
        self._connection.executemany(
            "INSERT INTO head VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, hash = excluded.hash",
            [(stream, head.seq, head.hash) for stream, head in heads.items()],
        )
        global_chain.append_links(self._connection, [(row.stream, row.seq, row.hash) for row in rows])

    def _check_same(self, entry: Entry) -> None:
        stored = self._row("WHERE stream = ? AND seq = ?", (entry.stream, entry.seq))
        if stored is None or (stored[3], stored[4]) != (entry.kind, entry.body):
            message = sentence(
                "event_differs_from_stored",
                "event {seq} of {stream} differs from the one stored: it was sent in two versions",
                stream=entry.stream,
                seq=entry.seq,
            )
            raise StorageFault("contradiction", message, "event")

    def store_replica_rows(self, host: str, rows: Sequence[Row]) -> int:
        """Store rows of another host in one transaction, exactly as they are there; return how many are new."""
        return self.restore_rows([stream_replicas.as_replica_row(host, row) for row in rows])

    def restore_rows(self, rows: Sequence[Row]) -> int:
        """Store rows exactly as they are, in one transaction; each must follow its stream's end."""
        new: list[Row] = []
        heads: dict[str, Head] = {}
        with self._guarded(), self._transaction():
            for row in rows:
                head = heads.get(row.stream) or self._head(row.stream)
                stored = self._row("WHERE stream = ? AND seq = ?", (row.stream, row.seq))
                if stored is not None and stored[6] == row.hash:
                    continue
                stream_replicas.check_follows(row, head)
                new.append(row)
                heads[row.stream] = Head(row.seq, row.hash)
            self._write_rows(new, heads)
        return len(new)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Lock the file against other threads, and translate its errors and the disk's into sentences."""
        with self._write:
            try:
                yield
            except (sqlite3.Error, ArithmeticError, ValueError, TypeError) as error:
                raise _fault(self.path, error) from error

    # ---------------------------------------------------------------- reading

    def head(self, stream: str) -> Head:
        """Return the end of a stream, number -1 before its first event."""
        with self._guarded():
            return self._head(stream)

    def _head(self, stream: str) -> Head:
        row = self._connection.execute("SELECT seq, hash FROM head WHERE stream = ?", (stream,)).fetchone()
        return Head(*row) if row else Head(-1, NOTHING)

    def heads(self) -> dict[str, Head]:
        """Return the end of every stream."""
        with self._guarded():
            rows = self._connection.execute("SELECT stream, seq, hash FROM head ORDER BY stream").fetchall()
            _check_types(rows, HEAD_TYPES)
        return {stream: Head(seq, end) for stream, seq, end in rows}

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order, a page at a time."""
        size = FIRST_PAGE
        while True:
            with self._guarded():
                where = "WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?"
                page = self._rows(where, (stream, after, size))
            yield from page
            if len(page) < size:
                return
            after, size = page[-1].seq, PAGE

    def row(self, stream: str, seq: int) -> Row | None:
        """Return one event, or None."""
        with self._guarded():
            return self._row("WHERE stream = ? AND seq = ?", (stream, seq))

    def arrival_number(self, stream: str, seq: int) -> int:
        """Return a number that is higher for a row that has arrived later: its place among all rows."""
        with self._guarded():
            query = "SELECT place FROM whole WHERE stream = ? AND seq = ?"
            place: tuple[int] | None = self._connection.execute(query, (stream, seq)).fetchone()
        return place[0] if place else 0

    def last_of_kind(self, stream: str, kind: str) -> Row | None:
        """Return the newest event of a kind, for example the start of the running game."""
        with self._guarded():
            return self._row(f"WHERE {_of_kind(kind)} AND stream = ? ORDER BY seq DESC LIMIT 1", (kind, stream))

    def rows_of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, for example the start of every game, in the order of each stream."""
        with self._guarded():
            return self._rows(f"WHERE {_of_kind(kind)} ORDER BY stream, seq", (kind,))

    def _rows(self, where: str, values: tuple[object, ...]) -> list[Row]:
        found = self._connection.execute(f"SELECT {ROW} FROM event {where}", values)  # noqa: S608 - our own words
        rows = [Row._make(row) for row in found]
        _check_types(rows, ROW_TYPES)
        return rows

    def _row(self, where: str, values: tuple[object, ...]) -> Row | None:
        rows = self._rows(where, values)
        return rows[0] if rows else None

    # ---------------------------------------------------------------- players, keys and copies

    def store_players(self, players: Sequence[PlayerRow]) -> None:
        """Store players and their hashes in the chain."""
        self.append([], players)

    def restore_players(self, players: Sequence[tuple[PlayerRow, bytes]]) -> None:
        """Store players with the salts of the restored hashes in the chain."""
        with self._change_beside_the_chain():
            self._put_players(players)

    def _put_players(self, players: Sequence[tuple[PlayerRow, bytes]]) -> None:
        values = ", ".join("?" * (1 + COLUMNS.count(",") + 1))
        statement = f"INSERT OR REPLACE INTO player ({COLUMNS}, salt) VALUES ({values})"  # noqa: S608 - our own words
        self._connection.executemany(statement, [(*player, salt) for player, salt in players])

    def forget_player(self, number: int) -> None:
        """Delete a player's name, also from the file."""
        with self._change_beside_the_chain():
            self._connection.execute("DELETE FROM player WHERE id = ?", (number,))
            self._insert([forgotten_entry(number, self._head(player_names.STREAM).seq + 1)])
        with self._guarded():
            # The write-ahead log still has the name.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def device_keys(self) -> dict[str, DeviceKey]:
        """Return the keys of all devices that have one."""
        with self._guarded():
            rows = self._connection.execute("SELECT device, key, state FROM device_key").fetchall()
        return {device: DeviceKey(key, state) for device, key, state in rows}

    def store_device_key(self, device: str, key: DeviceKey) -> None:
        """Store the key of a device; it replaces the one before."""
        with self._change_beside_the_chain():
            self._connection.execute("INSERT OR REPLACE INTO device_key VALUES (?, ?, ?)", (device, *key))

    def cached_results(self) -> list[CachedResult]:
        """Return the cached results whose events are unchanged."""
        with self._guarded():
            rows = self._connection.execute(f"SELECT {RESULT_COLUMNS} FROM result")  # noqa: S608 - our own words
            found = [CachedResult._make(row) for row in rows]
        newest = (self.row(stream, seq) for stream, seq in last_event_by_stream(found).items())
        return valid_results(found, filter(None, newest))

    def cache_results(self, results: Sequence[CachedResult]) -> None:
        """Store results; each replaces the one before."""
        statement = f"INSERT OR REPLACE INTO result ({RESULT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own words
        with self._guarded(), self._transaction():
            self._connection.executemany(statement, results)

    @contextmanager
    def _change_beside_the_chain(self) -> Iterator[None]:
        """Change tables outside the chain in one transaction."""
        with self._guarded():
            self._overwrite_what_is_removed()
            with self._transaction():
                yield

    def _overwrite_what_is_removed(self) -> None:
        """Have SQLite overwrite deleted rows with zeros from now on."""
        self._connection.execute("PRAGMA secure_delete = ON")

    def players(self) -> list[PlayerRow]:
        """Return all stored players, by number."""
        with self._guarded():
            return self._players("ORDER BY id")

    def _players(self, where: str) -> list[PlayerRow]:
        return self._connection.execute(f"SELECT {COLUMNS} FROM player {where}").fetchall()  # noqa: S608 - our own words

    def backup(self, target: Path) -> None:
        """Copy the whole store as a consistent snapshot to a new file; writers are not blocked."""
        if target.exists():
            raise StorageFault("already_exists", f"{target} exists already: name a new file", "target")
        try:
            with closing(sqlite3.connect(self.path)) as source:
                sqlite_connection.copy_database(source, target)
        except (sqlite3.Error, OSError) as error:
            raise _fault(target, error) from error


def _of_kind(kind: str) -> str:
    """Return the condition on a kind of event; it names the kind that has an index of its own."""
    return "kind = ? AND kind = 'start'" if kind == "start" else "kind = ?"


def _check_types(rows: Sequence[tuple[object, ...]], types: tuple[type, ...]) -> None:
    """Raise an error if a value is not of its column's type, as no program of ours stores it: its bytes are damaged."""
    for row in rows:
        if tuple(map(type, row)) != types:
            raise sqlite3.DatabaseError("malformed row")


def _fault(path: Path, error: BaseException) -> TenboError:
    """Return an error of the disk, the file or the data as a sentence with its remedy."""
    if isinstance(error, TenboError):
        return error
    text = str(error)
    if not isinstance(error, (sqlite3.OperationalError, sqlite3.DatabaseError, OSError, UnicodeDecodeError)):
        code, advice = "bad_field", f"this cannot be stored in {path} ({error!r}): nothing was stored"
    elif "full" in text:
        advice = sentence(
            "store_disk_full",
            "the disk of {path} is full: make room; the tables keep their events and send them again",
            path=path,
        )
        code = "no_space"
    elif "locked" in text:
        code, advice = "in_use", f"{path} is in use by another program: stop it first"
    elif "readonly" in text or "unable to open" in text:
        code, advice = "cannot_write", f"{path} cannot be written: check that the folder exists and is yours"
    elif any(words in text for words in DAMAGED):
        advice = sentence(
            "store_damaged",
            "{path} is damaged: keep it and restore the last backup; the tables will send what is missing",
            path=path,
        )
        code = "damaged"
    else:
        why = (error.strerror or text) if isinstance(error, OSError) else text
        code, advice = "cannot_write", f"{path} cannot be used ({why}): check its folder and the disk"
    return StorageFault(code, advice, "store")
