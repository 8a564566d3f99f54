"""Verifies a store: reads every row, follows every chain, and names each fault.

Faults are rows that were changed, inserted, removed or damaged, missing streams, changed players, and removed triggers
of the database. A store that was reset as a whole to an earlier state is not detected, nor one that was rewritten with
matching hashes. Only its end, if it was printed or announced before, shows the difference.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.store import global_chain, player_names
from tenbo.store.chain import NOTHING, row_digest
from tenbo.store.ledgers import DESK_STREAM
from tenbo.store.schema import WHOLE_SINCE, check_version, count_schema_objects, migrate
from tenbo.store.sqlite_connection import BUSY_MS, check_database_file
from tenbo.store.stream_replicas import parse_stream
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tenbo.store.chain import Row

PROGRESS_EVERY = 10_000

# The stream of damage at a player: its numbers are those of players.
PLAYERS = "player"

# The errors when another program locks the file.
HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

# The columns that hashes cover, with their types; SQLite lets a program store any type in any column.
KINDS = {
    "event": {"stream": "text", "seq": "integer", "ts_ms": "integer", "kind": "text", "body": "text",
              "prev": "blob", "hash": "blob"},
    "head": {"stream": "text", "seq": "integer", "hash": "blob"},
    "player": {"id": "integer", **dict.fromkeys(player_names.COLUMNS.split(", ")[1:], "text"), "salt": "blob"},
    "whole": {"stream": "text", "seq": "integer", "hash": "blob"},
}  # fmt: skip


class Damage(NamedTuple):
    """A fault in the store: its place and its kind."""

    stream: str
    seq: int
    what: str

    def __str__(self) -> str:
        """Return a line about it: what is damaged as a whole has no stream, and a damaged stream may have no event."""
        if self.stream == PLAYERS:
            return f"{PLAYERS} {self.seq}: {self.what}"
        if not self.stream or self.seq < 0:
            return f"{self.stream}: {self.what}" if self.stream else self.what
        thing = "record" if self.stream.rpartition("/")[2] == DESK_STREAM else "event"
        return f"{self.stream} {thing} {self.seq}: {self.what}"


class IntegrityReport(NamedTuple):
    """The result of a verification.

    `heads` are the hashes at the end of each stream and `end` is the one over all of them, to be compared or printed;
    `limits` says what could not be checked.
    """

    rows: int
    damage: list[Damage]
    heads: dict[str, str]
    end: str = ""
    limits: tuple[str, ...] = ()


def verify(path: Path, progress: Callable[[int], None] | None = None) -> IntegrityReport:
    """Check every row and every chain of a store without changing it; a missing file is not created."""
    check_database_file(path)
    if not path.exists():
        raise StorageFault("no_file", f"there is no store {path}: name the right file", "store")
    try:
        connection = sqlite3.connect(path, timeout=BUSY_MS / 1000)
    except sqlite3.Error as error:
        raise StorageFault(
            "cannot_read", f"{path} cannot be opened ({error}): check its permissions, or name another store", "store"
        ) from None
    try:
        return _verify_connection(connection, progress, path)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in HELD:
            # Nothing was checked. A report of damage would lead to a restore over a sound store.
            raise StorageFault("in_use", f"{path} is in use by another program: stop it first", "store") from None
        return IntegrityReport(0, [Damage("", -1, f"the file cannot be read: {error}")], {})
    finally:
        connection.close()


def _verify_connection(
    connection: sqlite3.Connection, progress: Callable[[int], None] | None, path: Path
) -> IntegrityReport:
    tables = count_schema_objects(connection)
    damage = [Damage("", -1, fault) for (fault,) in connection.execute("PRAGMA integrity_check") if fault != "ok"]
    if not tables:
        # The power failed before the first write, or everything was deleted: the two cannot be told apart.
        return IntegrityReport(
            0,
            damage,
            {},
            limits=("the file is empty: either nothing was ever stored in it, or its contents were deleted",),
        )
    version = check_version(connection, path)
    # Invalid text is read with replacement characters, so that its row can be named.
    connection.text_factory = lambda data: data.decode(errors="replace")
    foreign = list(_wrong_types(connection))
    if foreign:
        limit = "whether anything else is wrong: values of the wrong type cannot be checked"
        rows = connection.execute("SELECT count(*) FROM event").fetchone()[0]
        return IntegrityReport(rows, damage + foreign, {}, limits=(limit,))
    heads = {stream: (seq, end) for stream, seq, end in connection.execute("SELECT stream, seq, hash FROM head")}
    ends: dict[str, tuple[int, bytes]] = {}
    rows = 0
    query = "SELECT stream, seq, ts_ms, kind, body, prev, hash FROM event ORDER BY stream, seq"
    for row in connection.execute(query):
        rows += 1
        stream, seq = row[0], row[1]
        damage += [Damage(stream, seq, what) for what in row_faults(row, ends.get(stream, (-1, NOTHING)))]
        ends[stream] = (seq, row[6])
        if progress is not None and rows % PROGRESS_EVERY == 0:
            progress(rows)
    damage += list(_missing_ends(heads, ends))
    hashes = {stream: end.hex() for stream, (_, end) in sorted(ends.items())}
    if version < WHOLE_SINCE:
        limit = "an older Tenbo wrote this store: deleted ledgers and changed players cannot be detected"
        return IntegrityReport(rows, damage, hashes, "", (limit,))
    damage += list(_faults_of_whole(connection))
    damage += [Damage(PLAYERS, number, what) for number, what in player_names.find_changed_players(connection)]
    damage += list(_missing_guards(connection))
    return IntegrityReport(rows, damage, hashes, global_chain.chain_end(connection)[1].hex())


def _wrong_types(connection: sqlite3.Connection) -> Iterator[Damage]:
    """Find values whose type does not match their column."""
    for table, kinds in KINDS.items():
        there = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        row = "'player', id" if table == "player" else "CAST(stream AS TEXT), CAST(seq AS INTEGER)"
        for name in (name for name in kinds if name in there):
            query = f"SELECT {row}, typeof({name}) FROM {table} WHERE typeof({name}) <> ?"  # noqa: S608 - our own words
            for stream, seq, kind in connection.execute(query, (kinds[name],)):
                yield Damage(stream, seq, f"was changed: its {name} in {table} is {kind}, not {kinds[name]}")


def row_faults(row: Row | tuple[Any, ...], before: tuple[int, bytes]) -> Iterator[str]:
    """Yield the faults of a row that should follow a row with this number and this hash."""
    stream, seq, ts_ms, kind, body, prev, own = row
    if prev != before[1]:
        place = f"does not follow event {before[0]}" if before[0] >= 0 else "is not the first that was stored"
        yield f"{place}: a row was removed, inserted or changed"
    try:
        # A replica's row has the hash that it has at its host.
        if row_digest(prev, parse_stream(stream).stream, seq, ts_ms, kind, body) != own:
            yield "was changed after it was stored"
        json.loads(body)
    except (OverflowError, RecursionError, ValueError) as error:
        yield f"cannot be read: {error}"


def _faults_of_whole(connection: sqlite3.Connection) -> Iterator[Damage]:
    """Follow the global chain: every row has one link, and every link its row."""
    last, prev = 0, NOTHING
    gone: dict[str, list[int]] = {}
    query = (
        "SELECT place, whole.stream, whole.seq, whole.hash, event.hash FROM whole LEFT JOIN event"
        " ON event.stream = whole.stream AND event.seq = whole.seq ORDER BY place"
    )
    for place, stream, seq, own, row_hash in connection.execute(query):
        if row_hash is None:
            gone.setdefault(stream, []).append(seq)
        elif place != last + 1 or global_chain.link_hash(prev, row_hash) != own:
            yield Damage(
                stream, seq, f"is not the event that was stored as number {place}: the order of events was changed"
            )
        last, prev = place, own
    for stream, lost in gone.items():
        more = f", with {len(lost) - 1} more of its events" if len(lost) > 1 else ""
        yield Damage(stream, lost[0], f"is gone{more}")
    # A lookup for each row would not end with a million rows, because `whole` is indexed by place alone.
    extra = "SELECT stream, seq FROM event EXCEPT SELECT stream, seq FROM whole ORDER BY stream, seq"
    for stream, seq in connection.execute(extra):
        yield Damage(stream, seq, "has no place in the order of all events: it was inserted")


def _missing_guards(connection: sqlite3.Connection) -> Iterator[Damage]:
    """Find tables and triggers that differ from those of their schema version."""
    query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model, "", connection.execute("PRAGMA user_version").fetchone()[0])
        expected = dict(model.execute(query))
    rows = dict(connection.execute(query))
    for name in sorted(expected.keys() | rows.keys()):
        if expected.get(name) != rows.get(name):
            change = "is missing" if name not in rows else "was changed" if name in expected else "was added"
            yield Damage("", -1, f"the database's {name} {change}: the database was edited with another program")


def _missing_ends(heads: dict[str, tuple[int, bytes]], ends: dict[str, tuple[int, bytes]]) -> Iterator[Damage]:
    """Find streams whose last rows are missing; their chain is valid, but it ends too early."""
    for stream in sorted(set(heads) | set(ends)):
        if heads.get(stream) != ends.get(stream):
            expected = heads.get(stream, (-1, NOTHING))[0]
            last = ends.get(stream, (-1, NOTHING))[0]
            yield Damage(stream, last, wrong_end_text(last, expected))


def wrong_end_text(last: int, expected: int) -> str:
    """Return what is wrong with a stream by the last event that it has and the last one that was stored.

    >>> wrong_end_text(3, 4), wrong_end_text(-1, 4)
    ('ends with event 3, but 4 was the last one stored', 'has no events, but 4 was the last one stored')
    """
    if last == expected:
        return f"ends with another event {last} than the one stored last"
    if expected < 0:
        return f"ends with event {last}, but no end was stored for it"
    has = f"ends with event {last}" if last >= 0 else "has no events"
    return f"{has}, but {expected} was the last one stored"
