"""Replicas of another host's streams: their names, and the check that a row follows the one before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.chain import row_digest
from tenbo_core.errors import Malformed, StorageFault

if TYPE_CHECKING:
    from tenbo.store.chain import Head, Row

PREFIX = "from/"
# Separates a host's name from the number of its life; after a restore from an older copy a host begins a new life.
LIFE = "~"
LONGEST_NAME = 32
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


class ReplicaStreamName(NamedTuple):
    """The host of a stream, the host's life, and the stream's name at the host; our own streams have no host."""

    host: str
    life: int
    stream: str


def check_host_name(host: str) -> str:
    """Return a host's name, or raise an error that names the valid characters."""
    if not host or len(host) > LONGEST_NAME or not LETTERS.issuperset(host):
        message = f"a host's name must be 1 to {LONGEST_NAME} of the characters a-z, 0-9, - and _, not {host[:40]!r}"
        raise Malformed("bad_field", message, "host")
    return host


def replica_stream_name(host: str, stream: str, life: int = 1) -> str:
    """Return the name under which another host's stream is stored.

    >>> replica_stream_name("red", "table/5f2c"), replica_stream_name("red", "desk", 2)
    ('from/red/table/5f2c', 'from/red~2/desk')
    """
    return f"{PREFIX}{check_host_name(host)}{LIFE + str(life) if life > 1 else ''}/{stream}"


def parse_stream(stream: str) -> ReplicaStreamName:
    """Parse the name of a stored stream.

    >>> parse_stream("from/red~2/table/5f2c")
    ReplicaStreamName(host='red', life=2, stream='table/5f2c')
    >>> parse_stream("table/5f2c")
    ReplicaStreamName(host='', life=1, stream='table/5f2c')
    """
    if not stream.startswith(PREFIX):
        return ReplicaStreamName("", 1, stream)
    named, _, own = stream.removeprefix(PREFIX).partition("/")
    host, _, life = named.partition(LIFE)
    return ReplicaStreamName(host, int(life) if life.isascii() and life.isdigit() else 1, own)


def split_life(host: str) -> tuple[str, int]:
    """Return a host's name and its life.

    >>> split_life("red"), split_life("red~2")
    (('red', 1), ('red', 2))
    """
    name, _, life = host.partition(LIFE)
    if life and not (life.isascii() and life.isdigit() and len(life) < 5 and int(life) > 1):
        raise Malformed(
            "bad_field",
            f"{host[:40]!r} is not a version of a host: give a host's name such as red, or a version such as red~2",
            "host",
        )
    return check_host_name(name), int(life or "1")


def as_replica_row(host: str, row: Row) -> Row:
    """Return a row of another host under its stored name."""
    name, life = split_life(host)
    return row._replace(stream=replica_stream_name(name, row.stream, life))


def check_follows(row: Row, head: Head) -> None:
    """Raise an error if a replica's row does not follow its stream's end in number and hash."""
    host, _, stream = parse_stream(row.stream)
    if row.seq <= head.seq or row.prev != head.hash:
        last = f"does not follow the last stored event, {head.seq}"
        why = last if head.seq >= 0 else "is not the first event, but nothing before it is stored"
    elif row_digest(row.prev, stream, row.seq, row.ts_ms, row.kind, row.body) != row.hash:
        why = "was changed in transit or on its host"
    else:
        return
    raise StorageFault("contradiction", f"{stream} of {host}: event {row.seq} {why}: none of this was stored", "event")
