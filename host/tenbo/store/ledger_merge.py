"""Merges the versions of one ledger: from our own tables, from other hosts, from a host before and after a restore.

A device that moves to another host sends its stored events there, so versions overlap or follow one another. Versions
that agree on all common events form one history. From the first event that differs they are a fork: the version that
the desk has chosen counts, by default the one that arrived first, together with all that agree with it. The other
versions are stored. Nothing is merged after a fork.
"""

from __future__ import annotations

import heapq
import threading
from itertools import groupby, repeat
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.chain import NOTHING, Head
from tenbo.store.stream_replicas import LIFE, parse_stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.store import EventStore, Row

# Names our own tables where a host is named.
HERE = "here"


class LedgerFork(NamedTuple):
    """The first event that differs, its versions by source, and the source that counts from there on."""

    ledger: str
    seq: int
    content_by_source: dict[str, str]
    counting_source: str


def source_name(name: str) -> str:
    """Return the source of a stream, as the desk names it.

    >>> source_name("table/5f2c"), source_name("from/red/table/5f2c"), source_name("from/red~2/table/5f2c")
    ('here', 'red', 'red~2')
    """
    host, life, _ = parse_stream(name)
    return (host + (f"{LIFE}{life}" if life > 1 else "")) or HERE


def _number(named_row: tuple[str, Row]) -> int:
    return named_row[1].seq


class MergedLedger:
    """The streams of one ledger, read as one; the desk may have chosen the source that counts."""

    def __init__(self, base: EventStore, stream: str, names: Sequence[str], believed: str = "") -> None:
        self.names = list(names)
        self.stream = stream
        self.chosen_source = believed
        self._base = base
        self._lock = threading.Lock()
        self._compared = -1
        self._forks: list[LedgerFork] = []
        # From which number on a source no longer counts.
        self._until: dict[str, int] = {}

    def forks(self) -> list[LedgerFork]:
        """Return the forks."""
        self._compare()
        return list(self._forks)

    def is_counted(self, name: str, seq: int) -> bool:
        """Return whether the event of a source under a number counts."""
        self._compare()
        return self._counts(name, seq)

    def _counts(self, name: str, seq: int) -> bool:
        return name not in self._until or seq < self._until[name]

    def _compare(self) -> None:
        """Compare the events that two or more versions have and that are not compared yet."""
        if len(self.names) > 1:
            with self._lock:
                self._compare_new()

    def _compare_new(self) -> None:
        end = sorted(self._base.head(name).seq for name in self.names)[-2]
        if end <= self._compared:
            return
        for rows in self._merge_rows(self._compared):
            seq = rows[0][1].seq
            if seq > end:
                break
            unknown = [(name, row) for name, row in rows if name not in self._until]
            if len({(row.kind, row.body) for _, row in unknown}) > 1:
                self._find_fork(seq, unknown)
        self._compared = end

    def _find_fork(self, seq: int, named_rows: list[tuple[str, Row]]) -> None:
        """Decide which sources count from a number on: the chosen one, or else the first, with all that agree with it.

        The first is the one that arrived here first; the times in the rows are by the hosts' clocks, which may be
        wrong.
        """
        first = min(
            named_rows,
            key=lambda one: (source_name(one[0]) != self.chosen_source, self._base.arrival_number(one[0], seq)),
        )
        for name, row in named_rows:
            if (row.kind, row.body) != (first[1].kind, first[1].body):
                self._until[name] = seq
        tellers = {source_name(name): f"{row.kind} {row.body}" for name, row in named_rows}
        self._forks.append(LedgerFork(self.stream.partition("/")[2], seq, tellers, source_name(first[0])))

    def _merge_rows(self, after: int) -> Iterator[list[tuple[str, Row]]]:
        """Yield for each number the rows of all versions."""
        streams = [zip(repeat(name), self._base.rows(name, after)) for name in self.names]
        for _, rows in groupby(heapq.merge(*streams, key=_number), key=_number):
            yield list(rows)

    # ---------------------------------------------------------------- the merged ledger

    def rows(self, after: int) -> Iterator[Row]:
        """Yield the events that count, in order."""
        if len(self.names) == 1:
            yield from map(self._named, self._base.rows(self.names[0], after))
            return
        self._compare()
        for rows in self._merge_rows(after):
            counted = [row for name, row in rows if self._counts(name, row.seq)]
            if counted:
                yield self._named(counted[0])

    def row(self, seq: int) -> Row | None:
        """Return the event that counts under a number, or None."""
        self._compare()
        for name in self.names:
            if self._counts(name, seq) and (row := self._base.row(name, seq)) is not None:
                return self._named(row)
        return None

    def merged_head(self) -> Head:
        """Return the end of the merged ledger."""
        self._compare()
        heads = [head for name in self.names if self._counts(name, (head := self._base.head(name)).seq)]
        return max(heads, key=lambda head: head.seq, default=Head(-1, NOTHING))

    def last_of_kind(self, kind: str) -> Row | None:
        """Return the newest event of a kind that counts, or None."""
        self._compare()
        newest = [
            row
            for name in self.names
            if (row := self._base.last_of_kind(name, kind)) is not None and self._counts(name, row.seq)
        ]
        return self._named(max(newest, key=lambda row: row.seq)) if newest else None

    def _named(self, row: Row) -> Row:
        return row if row.stream == self.stream else row._replace(stream=self.stream)
