"""Cached results; they are outside the chain, because they follow from it and from the program alone.

Each names the last event that it was made from, by its hash. It is invalid if the stream no longer has that event. It
is also invalid if its `token`, which stands for the desk's decisions and the program, differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenbo.store.chain import Row

RESULTS = (
    """CREATE TABLE result (
         session INTEGER NOT NULL, place INTEGER NOT NULL, token TEXT NOT NULL, stream TEXT NOT NULL,
         seq INTEGER NOT NULL, hash BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY (session, place)) WITHOUT ROWID""",
)

COLUMNS = "session, place, token, stream, seq, hash, body"


class CachedResult(NamedTuple):
    """The result of a table in a session, the token of what it was made from, and its last event."""

    session: int
    table: int
    token: str
    stream: str
    seq: int
    hash: bytes
    body: str


def last_event_by_stream(results: Sequence[CachedResult]) -> dict[str, int]:
    """Return for each stream the number of the last event in a result; a store with that event has all before it."""
    newest: dict[str, int] = {}
    for one in results:
        newest[one.stream] = max(one.seq, newest.get(one.stream, one.seq))
    return newest


def valid_results(results: Sequence[CachedResult], rows: Iterable[Row]) -> list[CachedResult]:
    """Return the results of the streams whose event in `last_event_by_stream` is unchanged."""
    there = {(row.stream, row.seq, row.hash) for row in rows}
    true = {one.stream for one in results if (one.stream, one.seq, one.hash) in there}
    return [one for one in results if one.stream in true]
