"""One ledger told by several: by our own tables, by other hosts, by a host before and after it was restored.

A device that is carried to another host tells there what it still has, so tellings overlap or follow one another. As
long as they agree on every event that two of them have, they are one story. From the first event that they tell in two
ways it is a fork: one telling counts, the one that the desk believes or else the one that was told first, with all that
agree with it, and the others are kept beside it. Nothing is merged after a fork.
"""

from __future__ import annotations

import heapq
import threading
from itertools import groupby, repeat
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.chain import NOTHING, Head
from tenbo.store.replica_streams import LIFE, parse_stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.store import EventStore, Row

# Stands for our own tables where a host is named.
HERE = "here"


class LedgerFork(NamedTuple):
    """The first event that is told in several ways, by whom, and whose telling counts from there on."""

    ledger: str
    seq: int
    content_by_source: dict[str, str]
    counting_source: str


def source_name(name: str) -> str:
    """Return who tells a stream, as the desk names it.

    >>> source_name("table/5f2c"), source_name("from/red/table/5f2c"), source_name("from/red~2/table/5f2c")
    ('here', 'red', 'red~2')
    """
    host, life, _ = parse_stream(name)
    return (host + (f"{LIFE}{life}" if life > 1 else "")) or HERE


def _number(told: tuple[str, Row]) -> int:
    return told[1].seq


class LedgerVersions:
    """The streams in which one ledger is told, read as one; `believed` is whom the desk believes, if it had to say."""

    def __init__(self, base: EventStore, stream: str, names: Sequence[str], believed: str = "") -> None:
        self.names = list(names)
        self.stream = stream
        self.chosen_source = believed
        self._base = base
        self._lock = threading.Lock()
        self._compared = -1
        self._forks: list[LedgerFork] = []
        # From which number on somebody's telling counts no more.
        self._until: dict[str, int] = {}

    def forks(self) -> list[LedgerFork]:
        """Return where the tellings part."""
        self._compare()
        return list(self._forks)

    def is_counted(self, name: str, seq: int) -> bool:
        """Return whether what somebody tells under a number counts."""
        self._compare()
        return self._counts(name, seq)

    def _counts(self, name: str, seq: int) -> bool:
        return name not in self._until or seq < self._until[name]

    def _compare(self) -> None:
        """Compare what two or more tell and nobody has compared yet."""
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
            told = [(name, row) for name, row in rows if name not in self._until]
            if len({(row.kind, row.body) for _, row in told}) > 1:
                self._find_fork(seq, told)
        self._compared = end

    def _find_fork(self, seq: int, told: list[tuple[str, Row]]) -> None:
        """Decide who counts from a number on: whom the desk believes, or else who told it first, and all who agree.

        First is what came first to this store: the times in the rows are by the clocks of the hosts, which may be off.
        """
        first = min(
            told, key=lambda one: (source_name(one[0]) != self.chosen_source, self._base.arrival_number(one[0], seq))
        )
        for name, row in told:
            if (row.kind, row.body) != (first[1].kind, first[1].body):
                self._until[name] = seq
        tellers = {source_name(name): f"{row.kind} {row.body}" for name, row in told}
        self._forks.append(LedgerFork(self.stream.partition("/")[2], seq, tellers, source_name(first[0])))

    def _merge_rows(self, after: int) -> Iterator[list[tuple[str, Row]]]:
        """Yield for each number the rows of all who tell it."""
        told = [zip(repeat(name), self._base.rows(name, after)) for name in self.names]
        for _, rows in groupby(heapq.merge(*told, key=_number), key=_number):
            yield list(rows)

    # ---------------------------------------------------------------- read as one

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

    def head(self) -> Head:
        """Return the end of what counts."""
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
