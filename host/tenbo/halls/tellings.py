"""One ledger told by several: by our own tables, by other hosts, by a host before and after it was restored.

A device that is carried to another host tells there what it still has, so tellings overlap or follow one another. As
long as they agree on every event that two of them have, they are one story. From the first event that they tell in two
ways it is a fork: one telling counts, the one that the desk believes or else the one that was told first, and the
others are kept beside it. Nothing is merged after a fork.
"""

from __future__ import annotations

import heapq
from itertools import groupby, repeat
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.chain import NOTHING, Head
from tenbo.store.copies import LIFE, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.store import EventStore, Row

# Stands for our own tables where a host is named.
HERE = "here"


class Fork(NamedTuple):
    """The first event that is told in several ways, by whom, and whose telling counts from there on."""

    ledger: str
    seq: int
    tellers: dict[str, str]
    counts: str


def teller_of(name: str) -> str:
    """Return who tells a stream, as the desk names it.

    >>> teller_of("table/5f2c"), teller_of("from/red/table/5f2c"), teller_of("from/red~2/table/5f2c")
    ('here', 'red', 'red~2')
    """
    host, life, _ = source_of(name)
    return (host + (f"{LIFE}{life}" if life > 1 else "")) or HERE


def _number(told: tuple[str, Row]) -> int:
    return told[1].seq


class Tellings:
    """The streams in which one ledger is told, read as one; `believed` is whom the desk believes, if it had to say."""

    def __init__(self, base: EventStore, stream: str, names: Sequence[str], believed: str = "") -> None:
        self.names = list(names)
        self.stream = stream
        self.believed = believed
        self._base = base
        self._compared = -1
        self._differ: tuple[int, dict[str, Row]] | None = None

    def fork(self) -> Fork | None:
        """Return where the tellings part, or None while they agree."""
        if self._differ is None:
            self._compare()
        if self._differ is None:
            return None
        seq, rows = self._differ
        tellers = {teller_of(name): f"{row.kind} {row.body}" for name, row in rows.items()}
        first = min(rows, key=lambda name: (rows[name].ts_ms, self.names.index(name)))
        counts = self.believed if self.believed in tellers else teller_of(first)
        ledger = self.stream.partition("/")[2]
        return Fork(ledger, seq, tellers, counts)

    def _compare(self) -> None:
        """Compare what two or more tell and nobody has compared yet."""
        ends = sorted((self._base.head(name).seq for name in self.names), reverse=True)
        if len(ends) < 2 or ends[1] <= self._compared:
            return
        for rows in self._side_by_side(self._compared):
            told = {(row.kind, row.body) for _, row in rows}
            if len(told) > 1:
                self._differ = (rows[0][1].seq, dict(rows))
                return
            if rows[0][1].seq >= ends[1]:
                break
        self._compared = ends[1]

    def _side_by_side(self, after: int) -> Iterator[list[tuple[str, Row]]]:
        """Yield for each number the rows of all who tell it."""
        told = [zip(repeat(name), self._base.rows(name, after)) for name in self.names]
        for _, rows in groupby(heapq.merge(*told, key=_number), key=_number):
            yield list(rows)

    # ---------------------------------------------------------------- read as one

    def counted(self, name: str, seq: int, fork: Fork | None) -> bool:
        """Return whether what somebody tells under a number counts."""
        return fork is None or seq < fork.seq or teller_of(name) == fork.counts

    def rows(self, after: int) -> Iterator[Row]:
        """Yield the events that count, in order."""
        if len(self.names) == 1:
            yield from map(self._named, self._base.rows(self.names[0], after))
            return
        fork = self.fork()
        for rows in self._side_by_side(after):
            counted = [row for name, row in rows if self.counted(name, row.seq, fork)]
            if counted:
                yield self._named(counted[0])

    def row(self, seq: int) -> Row | None:
        """Return the event that counts under a number, or None."""
        fork = self.fork()
        for name in self.names:
            if self.counted(name, seq, fork) and (row := self._base.row(name, seq)) is not None:
                return self._named(row)
        return None

    def head(self) -> Head:
        """Return the end of what counts."""
        fork = self.fork()
        heads = [(name, self._base.head(name)) for name in self.names]
        return max(
            (head for name, head in heads if self.counted(name, head.seq, fork)),
            key=lambda head: head.seq,
            default=Head(-1, NOTHING),
        )

    def last_of_kind(self, kind: str) -> Row | None:
        """Return the newest event of a kind that counts, or None."""
        fork = self.fork()
        newest = [
            row
            for name in self.names
            if (row := self._base.last_of_kind(name, kind)) is not None and self.counted(name, row.seq, fork)
        ]
        return self._named(max(newest, key=lambda row: row.seq)) if newest else None

    def _named(self, row: Row) -> Row:
        return row if row.stream == self.stream else row._replace(stream=self.stream)
