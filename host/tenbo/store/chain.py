"""The hash chain: each row's hash covers everything in it and the hash of the row before it."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

# The hash before the first row of a stream.
NOTHING = b""


class Entry(NamedTuple):
    """An event to be stored: its stream, its number in the stream, its kind and its body as JSON text."""

    stream: str
    seq: int
    kind: str
    body: str


class Row(NamedTuple):
    """A stored event; `ts_ms` is the host's wall clock, which is displayed and never used for order."""

    stream: str
    seq: int
    ts_ms: int
    kind: str
    body: str
    prev: bytes
    hash: bytes


class Head(NamedTuple):
    """The end of a stream: its last number and the hash of that row."""

    seq: int
    hash: bytes


def chain_entry(entry: Entry, ts_ms: int, prev: bytes) -> Row:
    """Return the row of an entry that follows the row with hash `prev`."""
    stream, seq, kind, body = entry
    return Row(stream, seq, ts_ms, kind, body, prev, row_digest(prev, stream, seq, ts_ms, kind, body))


def row_digest(prev: bytes, stream: str, seq: int, ts_ms: int, kind: str, body: str) -> bytes:
    """Return the SHA-256 of a row's fields; each field of variable length is preceded by its length.

    An invalid character, which a damaged row may have, counts as the question mark that the database writes for it.

    >>> row_digest(NOTHING, "a", 0, 0, "bc", "d") == row_digest(NOTHING, "a", 0, 0, "b", "cd")
    False
    """
    fold = hashlib.sha256()
    texts = [text.encode(errors="replace") for text in (stream, kind, body)]
    for part in (prev, texts[0], seq.to_bytes(8), ts_ms.to_bytes(8), *texts[1:]):
        fold.update(len(part).to_bytes(4))
        fold.update(part)
    return fold.digest()
