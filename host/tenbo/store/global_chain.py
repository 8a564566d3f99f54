"""The global chain: every row of every stream in the order of storage, chained once more.

A stream's own chain does not show that the stream is missing. The global chain does, and has one end for everything.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tenbo.store.chain import NOTHING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

# A link: its place from 1, its row by stream and number, and the hash up to it.
LINKS = (
    """CREATE TABLE whole (
         place INTEGER PRIMARY KEY, stream TEXT NOT NULL, seq INTEGER NOT NULL, hash BLOB NOT NULL)""",
    """CREATE TRIGGER whole_stays BEFORE UPDATE ON whole
       BEGIN SELECT RAISE(ABORT, 'the order of events is never changed'); END""",
    """CREATE TRIGGER whole_remains BEFORE DELETE ON whole
       BEGIN SELECT RAISE(ABORT, 'the order of events is never changed'); END""",
)


def link_hash(prev: bytes, row_hash: bytes) -> bytes:
    """Return the hash of a link: of the previous link's hash, and of the row's own hash."""
    return hashlib.sha256(len(prev).to_bytes(4) + prev + row_hash).digest()


def chain_end(connection: sqlite3.Connection) -> tuple[int, bytes]:
    """Return the last place and its hash."""
    end = connection.execute("SELECT place, hash FROM whole ORDER BY place DESC LIMIT 1").fetchone()
    return (end[0], end[1]) if end else (0, NOTHING)


def append_links(connection: sqlite3.Connection, rows: Iterable[tuple[str, int, bytes]]) -> None:
    """Append links for rows, each given by stream, number and hash."""
    place, prev = chain_end(connection)
    links = []
    for stream, seq, row_hash in rows:
        place, prev = place + 1, link_hash(prev, row_hash)
        links.append((place, stream, seq, prev))
    connection.executemany("INSERT INTO whole VALUES (?, ?, ?, ?)", links)


def chain_existing_rows(connection: sqlite3.Connection) -> None:
    """Add an older version's rows to the chain; their order among streams is known only by their times."""
    append_links(
        connection, connection.execute("SELECT stream, seq, hash FROM event ORDER BY ts_ms, stream, seq").fetchall()
    )
