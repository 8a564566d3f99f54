"""A store with what other hosts have told, read as if all tables were our own; what does not agree is said."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

from tenbo.cluster.ledger_versions import LedgerVersions
from tenbo.store import EventStore
from tenbo.store.ledgers import PREFIX
from tenbo.store.replica_streams import PREFIX as COPIED
from tenbo.store.replica_streams import as_replica_row, parse_stream
from tenbo.tournament.record_log import STREAM as DESK
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tenbo.cluster.ledger_versions import LedgerFork
    from tenbo.store import CachedResult, Entry, Head, Row
    from tenbo.store.device_keys import DeviceKey
    from tenbo.store.people import PlayerRow

# The desk's record of whose telling of a ledger counts.
BELIEVE = "believe"


class MergedStore(EventStore):
    """Every ledger under its own name, wherever it was told; the desk's records and people are our own alone."""

    def __init__(self, base: EventStore) -> None:
        self.base = base
        self.readonly = base.readonly
        self._lock = threading.Lock()
        self._tellings: dict[str, LedgerVersions] = {}
        # How far hosts that are followed now say that their time of day is ahead of ours.
        self.reachable_clocks: Callable[[], dict[str, int]] = dict
        self.refresh_streams()

    def close(self) -> None:
        """Close the database."""
        self.base.close()

    def refresh_streams(self) -> None:
        """See which streams there are: others may have stored new ones, and the desk may have said whom it believes."""
        # Read and kept under one lock: whoever has read sooner must not keep it later, or a ledger that is stored would
        # have nothing to read until another one begins.
        with self._lock:
            names: dict[str, list[str]] = {}
            for name in sorted(self.base.heads(), key=lambda name: (name.startswith(COPIED), name)):
                stream = parse_stream(name).stream
                if stream.startswith(PREFIX) or name == stream:
                    names.setdefault(stream, []).append(name)
            self._tellings = self._group_versions(names, self._chosen_versions())

    def _chosen_versions(self) -> dict[str, str]:
        """Return whom the desk believes about which stream."""
        believed = {}
        for row in self.base.rows_of_kind(BELIEVE):
            if row.stream == DESK:
                fields = json.loads(row.body)
                believed[PREFIX + fields["ledger"]] = fields["host"]
        return believed

    def _group_versions(self, names: dict[str, list[str]], believed: dict[str, str]) -> dict[str, LedgerVersions]:
        """Return who tells which stream; what has been compared of one stays."""
        tellings = {}
        for stream, told in names.items():
            known = self._tellings.get(stream)
            if known is None or known.names != told or known.chosen_source != believed.get(stream, ""):
                known = LedgerVersions(self.base, stream, told, believed.get(stream, ""))
            tellings[stream] = known
        return tellings

    def _versions_of(self, stream: str) -> LedgerVersions:
        # Nobody may have told it yet: our own tables may be the first.
        return self._tellings.get(stream) or LedgerVersions(self.base, stream, [])

    # ---------------------------------------------------------------- writing

    def append(self, entries: list[Entry], players: Sequence[PlayerRow] = ()) -> list[Row]:
        """Store entries of our own and players; what another host has told already in the same way is passed over."""
        rows = self.base.append([entry for entry in entries if not self._is_stored(entry)], players)
        if players or any(row.stream not in self._versions_of(row.stream).names or row.kind == BELIEVE for row in rows):
            self.refresh_streams()
        return rows

    def _is_stored(self, entry: Entry) -> bool:
        known = self._versions_of(entry.stream)
        if known.names in ([], [entry.stream]):
            return False
        row = known.row(entry.seq)
        if row is not None and (row.kind, row.body) != (entry.kind, entry.body):
            message = f"{entry.stream} has another event {entry.seq} than the one stored: it was told two ways"
            raise StorageFault("contradiction", message, "event")
        return row is not None

    def store_replica_rows(self, host: str, rows: Sequence[Row]) -> int:
        """Store rows of another host's streams."""
        new = self.base.store_replica_rows(host, rows)
        told = {(as_replica_row(host, row).stream, row.stream) for row in rows if row.stream.startswith(PREFIX)}
        if any(name not in self._versions_of(stream).names for name, stream in told):
            self.refresh_streams()
        return new

    # ---------------------------------------------------------------- reading

    def heads(self) -> dict[str, Head]:
        """Return the end of every stream, and of what each host has told of it."""
        return {**self.base.heads(), **{stream: told.head() for stream, told in self._tellings.items()}}

    def head(self, stream: str) -> Head:
        """Return the end of a stream, number -1 before its first event."""
        return self._versions_of(stream).head()

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order."""
        return self._versions_of(stream).rows(after)

    def row(self, stream: str, seq: int) -> Row | None:
        """Return one event, or None."""
        return self._versions_of(stream).row(seq)

    def arrival_number(self, stream: str, seq: int) -> int:
        """Return a number that is higher for an event that has come here later."""
        return self.base.arrival_number(self.replica_name(stream, seq), seq)

    def last_of_kind(self, stream: str, kind: str) -> Row | None:
        """Return the newest event of a kind, such as the start of the running game."""
        return self._versions_of(stream).last_of_kind(kind)

    def rows_of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, such as the start of every game, by stream and number."""
        rows: dict[tuple[str, int], Row] = {}
        for row in self.base.rows_of_kind(kind):
            stream = parse_stream(row.stream).stream
            told = self._tellings.get(stream)
            if told is not None and row.stream in told.names and told.is_counted(row.stream, row.seq):
                rows.setdefault((stream, row.seq), row._replace(stream=stream))
        return [rows[place] for place in sorted(rows)]

    def replica_name(self, stream: str, seq: int) -> str:
        """Return under which name the event is kept that counts under a number."""
        told = self._versions_of(stream)
        return next((name for name in told.names if told.is_counted(name, seq) and self.base.row(name, seq)), stream)

    def clock_offsets_ms(self) -> dict[str, int]:
        """Return how far other hosts' time of day is ahead of ours: what they last said, else what they have left."""
        return {**self.base.clock_offsets_ms(), **self.reachable_clocks()}

    def cached_results(self) -> list[CachedResult]:
        """Return the results that were kept and whose last event is still there, and counts."""
        return [one for one in self.base.cached_results() if self._counts(one.stream, one.seq)]

    def _counts(self, name: str, seq: int) -> bool:
        told = self._tellings.get(parse_stream(name).stream)
        return told is not None and name in told.names and told.is_counted(name, seq)

    def cache_results(self, results: Sequence[CachedResult]) -> None:
        """Keep results, each in place of the one before."""
        self.base.cache_results(results)

    # ---------------------------------------------------------------- who tells what

    def ledger_sources(self) -> dict[str, list[str]]:
        """Return for every ledger the streams in which it is told."""
        tellings = self._tellings.items()
        return {stream.removeprefix(PREFIX): told.names for stream, told in tellings if stream.startswith(PREFIX)}

    def forks(self) -> list[LedgerFork]:
        """Return the ledgers that are told in two ways."""
        return [fork for told in self._tellings.values() for fork in told.forks()]

    # ---------------------------------------------------------------- beside the chain

    def players(self) -> list[PlayerRow]:
        """Return everybody who is kept, by number."""
        return self.base.players()

    def store_players(self, players: Sequence[PlayerRow]) -> None:
        """Keep who is behind a player's number, with what vouches for it in the chain."""
        self.append([], players)

    def forget_player(self, number: int) -> None:
        """Remove who is behind a player's number."""
        self.base.forget_player(number)

    def device_keys(self) -> dict[str, DeviceKey]:
        """Return the keys of all devices that were given one."""
        return self.base.device_keys()

    def store_device_key(self, device: str, key: DeviceKey) -> None:
        """Keep the key of a device, in place of the one before."""
        self.base.store_device_key(device, key)

    def backup(self, target: Path) -> None:
        """Copy everything as it is at this moment to a new file."""
        self.base.backup(target)
