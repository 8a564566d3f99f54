"""The whole: every row of every stream in the order in which they were stored, chained once more.

A stream's own chain cannot miss the stream.  This one does, and it has one end for everything.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tenbo.store.chain import NOTHING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

# A row of the whole: its place from 1, which row of which stream, and the chain up to it.
LINKS = (
    """CREATE TABLE whole (
         place INTEGER PRIMARY KEY, stream TEXT NOT NULL, seq INTEGER NOT NULL, hash BLOB NOT NULL)""",
    """CREATE TRIGGER whole_stays BEFORE UPDATE ON whole
       BEGIN SELECT RAISE(ABORT, 'the order of events is never changed'); END""",
    """CREATE TRIGGER whole_remains BEFORE DELETE ON whole
       BEGIN SELECT RAISE(ABORT, 'the order of events is never changed'); END""",
)


def link_hash(prev: bytes, row_hash: bytes) -> bytes:
    """Return the hash of a link: what came before, and the row, whose own hash covers everything in it."""
    return hashlib.sha256(len(prev).to_bytes(4) + prev + row_hash).digest()


def chain_end(connection: sqlite3.Connection) -> tuple[int, bytes]:
    """Return the last place and the chain up to it."""
    end = connection.execute("SELECT place, hash FROM whole ORDER BY place DESC LIMIT 1").fetchone()
    return (end[0], end[1]) if end else (0, NOTHING)


def append_links(connection: sqlite3.Connection, rows: Iterable[tuple[str, int, bytes]]) -> None:
    """Add rows, each as its stream, its number and its hash."""
    place, prev = chain_end(connection)
    links = []
    for stream, seq, row_hash in rows:
        place, prev = place + 1, link_hash(prev, row_hash)
        links.append((place, stream, seq, prev))
    connection.executemany("INSERT INTO whole VALUES (?, ?, ?, ?)", links)


def chain_existing_rows(connection: sqlite3.Connection) -> None:
    """Chain what an older version stored; in which order its streams grew is known by their times alone."""
    append_links(
        connection, connection.execute("SELECT stream, seq, hash FROM event ORDER BY ts_ms, stream, seq").fetchall()
    )
