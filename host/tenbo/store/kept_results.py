"""Results that were worked out once: beside the chain, because they follow from it and from the program alone.

Each names the last event that it was made of, by its hash. One whose event is not there any more is not believed, nor
one that was made of other decisions of the desk or by another program: its `token` says of which.
"""

from __future__ import annotations

from typing import NamedTuple

RESULTS = (
    """CREATE TABLE result (
         session INTEGER NOT NULL, place INTEGER NOT NULL, token TEXT NOT NULL, stream TEXT NOT NULL,
         seq INTEGER NOT NULL, hash BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY (session, place)) WITHOUT ROWID""",
)

COLUMNS = "session, place, token, stream, seq, hash, body"
# Those whose event is still there.
STILL_TRUE = """SELECT session, place, token, stream, seq, hash, result.body
    FROM {result} AS result JOIN {event} USING (stream, seq, hash) ORDER BY session, place"""


class KeptResult(NamedTuple):
    """The result of a table in a session, what it was made of, and the last event that is in it."""

    session: int
    table: int
    token: str
    stream: str
    seq: int
    hash: bytes
    body: str
