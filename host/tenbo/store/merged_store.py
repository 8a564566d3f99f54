"""A store of many hosts, read as if all tables were local; contradictions are reported as forks."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

from tenbo.store import EventStore
from tenbo.store.ledger_merge import MergedLedger
from tenbo.store.ledgers import DESK_STREAM, PREFIX
from tenbo.store.stream_replicas import PREFIX as COPIED
from tenbo.store.stream_replicas import as_replica_row, parse_stream
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tenbo.store import CachedResult, Entry, Head, Row
    from tenbo.store.device_keys import DeviceKey
    from tenbo.store.ledger_merge import LedgerFork
    from tenbo.store.player_names import PlayerRow

# The desk's record of which version of a ledger counts.
BELIEVE = "believe"


class MergedStore(EventStore):
    """Every ledger under its own name, from any source; the desk's records and players are only our own."""

    def __init__(self, base: EventStore) -> None:
        self.base = base
        self.readonly = base.readonly
        self._lock = threading.Lock()
        self._versions_by_stream: dict[str, MergedLedger] = {}
        # How far the time of day of followed hosts is ahead of ours, as they last reported it.
        self.reachable_clocks: Callable[[], dict[str, int]] = dict
        try:
            self.refresh_streams()
        except BaseException:
            # No other code can: the caller gets only the error.
            base.close()
            raise

    def close(self) -> None:
        """Close the database."""
        self.base.close()

    def refresh_streams(self) -> None:
        """Update the list of streams and the desk's choices of versions."""
        # Read and stored under one lock: a thread with an older list must not overwrite a newer one, or a stored ledger
        # would be missing until another one begins.
        with self._lock:
            names: dict[str, list[str]] = {}
            for name in sorted(self.base.heads(), key=lambda name: (name.startswith(COPIED), name)):
                stream = parse_stream(name).stream
                if stream.startswith(PREFIX) or name == stream:
                    names.setdefault(stream, []).append(name)
            self._versions_by_stream = self._group_versions(names, self._chosen_fork_sources())

    def _chosen_fork_sources(self) -> dict[str, str]:
        """Return the source that the desk has chosen for each stream."""
        believed = {}
        for row in self.base.rows_of_kind(BELIEVE):
            if row.stream == DESK_STREAM:
                fields = json.loads(row.body)
                believed[PREFIX + fields["ledger"]] = fields["host"]
        return believed

    def _group_versions(self, names: dict[str, list[str]], believed: dict[str, str]) -> dict[str, MergedLedger]:
        """Return the versions of each stream; finished comparisons are reused."""
        tellings = {}
        for stream, hosts in names.items():
            known = self._versions_by_stream.get(stream)
            if known is None or known.names != hosts or known.chosen_source != believed.get(stream, ""):
                known = MergedLedger(self.base, stream, hosts, believed.get(stream, ""))
            tellings[stream] = known
        return tellings

    def _versions_of(self, stream: str) -> MergedLedger:
        # The stream may not exist yet: our own tables may be its first source.
        return self._versions_by_stream.get(stream) or MergedLedger(self.base, stream, [])

    # ---------------------------------------------------------------- writing

    def append(self, entries: list[Entry], players: Sequence[PlayerRow] = ()) -> list[Row]:
        """Store entries of our own and players; entries that another host has sent identically are skipped."""
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
            message = f"event {entry.seq} of {entry.stream} differs from the one stored: it was sent in two versions"
            raise StorageFault("contradiction", message, "event")
        return row is not None

    def store_replica_rows(self, host: str, rows: Sequence[Row]) -> int:
        """Store rows of another host's streams."""
        new = self.base.store_replica_rows(host, rows)
        replicas = {(as_replica_row(host, row).stream, row.stream) for row in rows if row.stream.startswith(PREFIX)}
        if any(name not in self._versions_of(stream).names for name, stream in replicas):
            self.refresh_streams()
        return new

    # ---------------------------------------------------------------- reading

    def heads(self) -> dict[str, Head]:
        """Return the end of every merged stream and of every host's version."""
        return {
            **self.base.heads(),
            **{stream: versions.merged_head() for stream, versions in self._versions_by_stream.items()},
        }

    def head(self, stream: str) -> Head:
        """Return the end of a stream, number -1 before its first event."""
        return self._versions_of(stream).merged_head()

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order."""
        return self._versions_of(stream).rows(after)

    def row(self, stream: str, seq: int) -> Row | None:
        """Return one event, or None."""
        return self._versions_of(stream).row(seq)

    def arrival_number(self, stream: str, seq: int) -> int:
        """Return a number that is higher for an event that has arrived later."""
        return self.base.arrival_number(self.stored_stream_name(stream, seq), seq)

    def last_of_kind(self, stream: str, kind: str) -> Row | None:
        """Return the newest event of a kind, for example the start of the running game."""
        return self._versions_of(stream).last_of_kind(kind)

    def rows_of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, for example the start of every game, by stream and number."""
        rows: dict[tuple[str, int], Row] = {}
        for row in self.base.rows_of_kind(kind):
            stream = parse_stream(row.stream).stream
            versions = self._versions_by_stream.get(stream)
            if versions is not None and row.stream in versions.names and versions.is_counted(row.stream, row.seq):
                rows.setdefault((stream, row.seq), row._replace(stream=stream))
        return [rows[place] for place in sorted(rows)]

    def stored_stream_name(self, stream: str, seq: int) -> str:
        """Return the name of the stored stream from which the event under a number counts."""
        versions = self._versions_of(stream)
        return next(
            (name for name in versions.names if versions.is_counted(name, seq) and self.base.row(name, seq)), stream
        )

    def clock_offsets_ms(self) -> dict[str, int]:
        """Return how far other hosts' time of day is ahead of ours: their latest report, else their last stored one."""
        return {**self.base.clock_offsets_ms(), **self.reachable_clocks()}

    def cached_results(self) -> list[CachedResult]:
        """Return the cached results whose last event exists and counts."""
        return [one for one in self.base.cached_results() if self._counts(one.stream, one.seq)]

    def _counts(self, name: str, seq: int) -> bool:
        versions = self._versions_by_stream.get(parse_stream(name).stream)
        return versions is not None and name in versions.names and versions.is_counted(name, seq)

    def cache_results(self, results: Sequence[CachedResult]) -> None:
        """Store results; each replaces the one before."""
        self.base.cache_results(results)

    # ---------------------------------------------------------------- sources

    def ledger_sources(self) -> dict[str, list[str]]:
        """Return for every ledger the streams that are its versions."""
        tellings = self._versions_by_stream.items()
        return {stream.removeprefix(PREFIX): ledger.names for stream, ledger in tellings if stream.startswith(PREFIX)}

    def forks(self) -> list[LedgerFork]:
        """Return the forked ledgers."""
        return [fork for versions in self._versions_by_stream.values() for fork in versions.forks()]

    # ---------------------------------------------------------------- players, keys and copies

    def players(self) -> list[PlayerRow]:
        """Return all stored players, by number."""
        return self.base.players()

    def store_players(self, players: Sequence[PlayerRow]) -> None:
        """Store players and their hashes in the chain."""
        self.append([], players)

    def forget_player(self, number: int) -> None:
        """Delete a player's name."""
        self.base.forget_player(number)

    def device_keys(self) -> dict[str, DeviceKey]:
        """Return the keys of all devices that have one."""
        return self.base.device_keys()

    def store_device_key(self, device: str, key: DeviceKey) -> None:
        """Store the key of a device; it replaces the one before."""
        self.base.store_device_key(device, key)

    def backup(self, target: Path) -> None:
        """Copy everything as a consistent snapshot to a new file."""
        self.base.backup(target)
