"""A store with what other hosts have told, read as if all tables were our own; what does not agree is said."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

from tenbo.halls.tellings import Tellings
from tenbo.store import EventStore
from tenbo.store.copies import PREFIX as COPIED
from tenbo.store.copies import kept, source_of
from tenbo.store.ledgers import PREFIX
from tenbo.tournament.desk import STREAM as DESK
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tenbo.halls.tellings import Fork
    from tenbo.store import Entry, Head, KeptResult, Row
    from tenbo.store.keys import DeviceKey
    from tenbo.store.people import PlayerRow

# The desk's record of whose telling of a ledger counts.
BELIEVE = "believe"


class Collected(EventStore):
    """Every ledger under its own name, wherever it was told; the desk's records and people are our own alone."""

    def __init__(self, base: EventStore) -> None:
        self.base = base
        self.readonly = base.readonly
        self._lock = threading.Lock()
        self._tellings: dict[str, Tellings] = {}
        # How far hosts that are followed now say that their time of day is ahead of ours.
        self.met_clocks: Callable[[], dict[str, int]] = dict
        self.look()

    def close(self) -> None:
        """Close the database."""
        self.base.close()

    def look(self) -> None:
        """See which streams there are: others may have stored new ones, and the desk may have said whom it believes."""
        # Read and kept under one lock: whoever has read sooner must not keep it later, or a ledger that is stored would
        # have nothing to read until another one begins.
        with self._lock:
            names: dict[str, list[str]] = {}
            for name in sorted(self.base.heads(), key=lambda name: (name.startswith(COPIED), name)):
                stream = source_of(name).stream
                if stream.startswith(PREFIX) or name == stream:
                    names.setdefault(stream, []).append(name)
            self._tellings = self._told(names, self._believed())

    def _believed(self) -> dict[str, str]:
        """Return whom the desk believes about which stream."""
        believed = {}
        for row in self.base.rows_of_kind(BELIEVE):
            if row.stream == DESK:
                fields = json.loads(row.body)
                believed[PREFIX + fields["ledger"]] = fields["host"]
        return believed

    def _told(self, names: dict[str, list[str]], believed: dict[str, str]) -> dict[str, Tellings]:
        """Return who tells which stream; what has been compared of one stays."""
        tellings = {}
        for stream, told in names.items():
            known = self._tellings.get(stream)
            if known is None or known.names != told or known.believed != believed.get(stream, ""):
                known = Tellings(self.base, stream, told, believed.get(stream, ""))
            tellings[stream] = known
        return tellings

    def _of(self, stream: str) -> Tellings:
        # Nobody may have told it yet: our own tables may be the first.
        return self._tellings.get(stream) or Tellings(self.base, stream, [])

    # ---------------------------------------------------------------- writing

    def append(self, entries: list[Entry], players: Sequence[PlayerRow] = ()) -> list[Row]:
        """Store entries of our own and players; what another host has told already in the same way is passed over."""
        rows = self.base.append([entry for entry in entries if not self._is_told(entry)], players)
        if players or any(row.stream not in self._of(row.stream).names or row.kind == BELIEVE for row in rows):
            self.look()
        return rows

    def _is_told(self, entry: Entry) -> bool:
        known = self._of(entry.stream)
        if known.names in ([], [entry.stream]):
            return False
        row = known.row(entry.seq)
        if row is not None and (row.kind, row.body) != (entry.kind, entry.body):
            message = f"{entry.stream} has another event {entry.seq} than the one stored: it was told two ways"
            raise StorageFault("contradiction", message, "event")
        return row is not None

    def copy(self, host: str, rows: Sequence[Row]) -> int:
        """Store rows of another host's streams."""
        new = self.base.copy(host, rows)
        told = {(kept(host, row).stream, row.stream) for row in rows if row.stream.startswith(PREFIX)}
        if any(name not in self._of(stream).names for name, stream in told):
            self.look()
        return new

    # ---------------------------------------------------------------- reading

    def heads(self) -> dict[str, Head]:
        """Return the end of every stream, and of what each host has told of it."""
        return {**self.base.heads(), **{stream: told.head() for stream, told in self._tellings.items()}}

    def head(self, stream: str) -> Head:
        """Return the end of a stream, number -1 before its first event."""
        return self._of(stream).head()

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order."""
        return self._of(stream).rows(after)

    def row(self, stream: str, seq: int) -> Row | None:
        """Return one event, or None."""
        return self._of(stream).row(seq)

    def arrived(self, stream: str, seq: int) -> int:
        """Return a number that is higher for an event that has come here later."""
        return self.base.arrived(self.told_as(stream, seq), seq)

    def last_of_kind(self, stream: str, kind: str) -> Row | None:
        """Return the newest event of a kind, such as the start of the running game."""
        return self._of(stream).last_of_kind(kind)

    def rows_of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, such as the start of every game, by stream and number."""
        rows: dict[tuple[str, int], Row] = {}
        for row in self.base.rows_of_kind(kind):
            stream = source_of(row.stream).stream
            told = self._tellings.get(stream)
            if told is not None and row.stream in told.names and told.counted(row.stream, row.seq):
                rows.setdefault((stream, row.seq), row._replace(stream=stream))
        return [rows[place] for place in sorted(rows)]

    def told_as(self, stream: str, seq: int) -> str:
        """Return under which name the event is kept that counts under a number."""
        told = self._of(stream)
        return next((name for name in told.names if told.counted(name, seq) and self.base.row(name, seq)), stream)

    def clocks_ahead(self) -> dict[str, int]:
        """Return how far other hosts' time of day is ahead of ours: what they last said, else what they have left."""
        return {**self.base.clocks_ahead(), **self.met_clocks()}

    def kept_results(self) -> list[KeptResult]:
        """Return the results that were kept and whose last event is still there, and counts."""
        return [one for one in self.base.kept_results() if self._counts(one.stream, one.seq)]

    def _counts(self, name: str, seq: int) -> bool:
        told = self._tellings.get(source_of(name).stream)
        return told is not None and name in told.names and told.counted(name, seq)

    def keep_results(self, results: Sequence[KeptResult]) -> None:
        """Keep results, each in place of the one before."""
        self.base.keep_results(results)

    # ---------------------------------------------------------------- who tells what

    def tellers(self) -> dict[str, list[str]]:
        """Return for every ledger the streams in which it is told."""
        tellings = self._tellings.items()
        return {stream.removeprefix(PREFIX): told.names for stream, told in tellings if stream.startswith(PREFIX)}

    def forks(self) -> list[Fork]:
        """Return the ledgers that are told in two ways."""
        return [fork for told in self._tellings.values() for fork in told.forks()]

    # ---------------------------------------------------------------- beside the chain

    def players(self) -> list[PlayerRow]:
        """Return everybody who is kept, by number."""
        return self.base.players()

    def keep_players(self, players: Sequence[PlayerRow]) -> None:
        """Keep who is behind a player's number, with what vouches for it in the chain."""
        self.append([], players)

    def forget_player(self, number: int) -> None:
        """Remove who is behind a player's number."""
        self.base.forget_player(number)

    def keys(self) -> dict[str, DeviceKey]:
        """Return the keys of all devices that were given one."""
        return self.base.keys()

    def keep_key(self, device: str, key: DeviceKey) -> None:
        """Keep the key of a device, in place of the one before."""
        self.base.keep_key(device, key)

    def backup(self, target: Path) -> None:
        """Copy everything as it is at this moment to a new file."""
        self.base.backup(target)
