"""Results that were worked out once: beside the chain, because they follow from it and from the program alone.

Each names the last event that it was made of, by its hash. Those of a stream that has not the last of these events any
more are not believed, nor is one that was made of other decisions of the desk or by another program: its `token` says
of which.
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
    """The result of a table in a session, what it was made of, and the last event that is in it."""

    session: int
    table: int
    token: str
    stream: str
    seq: int
    hash: bytes
    body: str


def last_event_by_stream(results: Sequence[CachedResult]) -> dict[str, int]:
    """Return the number of the last event of each stream that a result was kept of: who has it has all before it."""
    newest: dict[str, int] = {}
    for one in results:
        newest[one.stream] = max(one.seq, newest.get(one.stream, one.seq))
    return newest


def still_valid(results: Sequence[CachedResult], rows: Iterable[Row]) -> list[CachedResult]:
    """Return the results of the streams that have the events which `newest_of` names, as they were."""
    there = {(row.stream, row.seq, row.hash) for row in rows}
    true = {one.stream for one in results if (one.stream, one.seq, one.hash) in there}
    return [one for one in results if one.stream in true]
