"""Verify a store: read every row again, follow every chain, and name what does not fit."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.chain import NOTHING, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PROGRESS_EVERY = 10_000


class Damage(NamedTuple):
    """Something that is not as it was written: where, and in what way."""

    stream: str
    seq: int
    what: str


class Report(NamedTuple):
    """What a verification found; `heads` are the hashes at the end of each stream, to be compared or printed."""

    rows: int
    damage: list[Damage]
    heads: dict[str, str]


def verify(path: Path, progress: Callable[[int], None] | None = None) -> Report:
    """Check every row and every chain of a store without changing it.

    A chain shows that something was changed, not by whom; the heads, once printed or announced, show it
    even to somebody who has recomputed the whole file.
    """
    connection = sqlite3.connect(path)
    try:
        return _verified(connection, progress)
    except sqlite3.DatabaseError as error:
        return Report(0, [Damage("", -1, f"the file cannot be read: {error}")], {})
    finally:
        connection.close()


def _verified(connection: sqlite3.Connection, progress: Callable[[int], None] | None) -> Report:
    damage = [Damage("", -1, found) for (found,) in connection.execute("PRAGMA integrity_check") if found != "ok"]
    heads = {stream: (seq, end) for stream, seq, end in connection.execute("SELECT stream, seq, hash FROM head")}
    ends: dict[str, tuple[int, bytes]] = {}
    rows = 0
    query = "SELECT stream, seq, ts_ms, kind, body, prev, hash FROM event ORDER BY stream, seq"
    for row in connection.execute(query):
        rows += 1
        stream, seq = row[0], row[1]
        damage += [Damage(stream, seq, what) for what in _faults(row, ends.get(stream, (-1, NOTHING)))]
        ends[stream] = (seq, row[6])
        if progress is not None and rows % PROGRESS_EVERY == 0:
            progress(rows)
    damage += list(_missing_ends(heads, ends))
    return Report(rows, damage, {stream: end.hex() for stream, (_, end) in sorted(ends.items())})


def _faults(row: tuple[str, int, int, str, str, bytes, bytes], before: tuple[int, bytes]) -> Iterator[str]:
    stream, seq, ts_ms, kind, body, prev, own = row
    if prev != before[1]:
        yield f"does not follow event {before[0]}: a row was removed, put in or changed"
    try:
        if digest(prev, stream, seq, ts_ms, kind, body) != own:
            yield "was changed after it was stored"
        json.loads(body)
    except (AttributeError, TypeError, OverflowError, ValueError) as error:
        yield f"cannot be read: {error}"


def _missing_ends(heads: dict[str, tuple[int, bytes]], ends: dict[str, tuple[int, bytes]]) -> Iterator[Damage]:
    """Find streams whose last rows are gone: their chain still holds, but it ends too early."""
    for stream in sorted(set(heads) | set(ends)):
        if heads.get(stream) != ends.get(stream):
            expected = heads.get(stream, (-1, NOTHING))[0]
            found = ends.get(stream, (-1, NOTHING))[0]
            yield Damage(stream, found, f"ends with event {found}, but {expected} was the last one stored")
