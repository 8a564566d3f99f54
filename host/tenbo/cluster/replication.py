"""Replicates another host's streams: from where the last run ended, each row exactly as that host has it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tenbo.store.chain import NOTHING, Head
from tenbo.store.ledgers import DESK_STREAM, PREFIX
from tenbo.store.stream_replicas import LIFE, parse_stream, replica_stream_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tenbo.store import EventStore, Row

PAGE = 500
EMPTY = Head(-1, NOTHING)


class ReplicationSource(Protocol):
    """The source of a replication: a host's store, or a client that reads it."""

    def heads(self) -> Mapping[str, Head]:
        """Return the end of every stream."""

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order."""


class ReplicationResult(NamedTuple):
    """The number of new rows, and the streams that the host has sent again since it was restored from an older copy."""

    rows: int
    restored_streams: list[str]


def is_replicated(stream: str) -> bool:
    """Return whether a stream is replicated: the tables' ledgers and the host's records, but no names."""
    return stream == DESK_STREAM or stream.startswith(PREFIX)


def replicate(origin: ReplicationSource, target: EventStore, host: str) -> ReplicationResult:
    """Copy a host's new rows; a run that is repeated or interrupted leaves a valid copy."""
    rows, restarted = 0, []
    kept = target.heads()
    for stream, head in sorted(origin.heads().items()):
        if not is_replicated(stream):
            continue
        lives = heads_by_life(kept, host, stream)
        if head in lives.values():
            continue
        life, row = _resume_point(origin, stream, lives)
        if life > 1 and life not in lives:
            restarted.append(stream)
        rest = origin.rows(stream, row)
        while page := list(islice(rest, PAGE)):
            rows += target.store_replica_rows(f"{host}{LIFE}{life}" if life > 1 else host, page)
    return ReplicationResult(rows, restarted)


def heads_by_life(kept: Mapping[str, Head], host: str, stream: str) -> dict[int, Head]:
    """Return the ends of a host's stream in each of the host's stored lives, newest life first."""
    lives: dict[int, Head] = {}
    life = 1
    while (end := kept.get(replica_stream_name(host, stream, life))) is not None:
        lives = {life: end, **lives}
        life += 1
    return lives


def _resume_point(origin: ReplicationSource, stream: str, lives: dict[int, Head]) -> tuple[int, int]:
    """Return the life in which a stream continues and the number after which it does.

    A new life if no stored one fits.
    """
    for life, end in lives.items():
        first = next(iter(origin.rows(stream, end.seq - 1)), None)
        if first is not None and (first.seq, first.hash) == (end.seq, end.hash):
            return life, end.seq
    return max(lives, default=0) + 1, -1


def replicated_hosts(kept: Mapping[str, Head]) -> list[str]:
    """Return the names of the hosts whose streams are stored."""
    return sorted({parse_stream(stream).host for stream in kept} - {""})
