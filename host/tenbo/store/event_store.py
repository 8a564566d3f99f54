"""The interface of an event store over any database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tenbo.store.cached_results import CachedResult
    from tenbo.store.chain import Entry, Head, Row
    from tenbo.store.device_keys import DeviceKey
    from tenbo.store.player_names import PlayerRow


class EventStore(ABC):
    """Streams of numbered events, each chained to the one before; data is safe once a writing call has returned.

    Any number of threads may use one store. Our own streams are appended to. Streams of another host are replicated
    under names of their own (`tenbo.store.stream_replicas`).
    """

    readonly: bool
    # A message that the store was migrated when it was opened, or "".
    migrated = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close the database."""

    # ---------------------------------------------------------------- writing

    @abstractmethod
    def append(self, entries: list[Entry], players: Sequence[PlayerRow] = ()) -> list[Row]:
        """Store entries and players in one transaction, all or none, and return the rows of new entries.

        An entry that is already stored is skipped. A different one under the same number is a fork and raises an error.
        This is also how a record based on the record `seen` is refused after a later one was stored.
        """

    @abstractmethod
    def store_replica_rows(self, host: str, rows: Sequence[Row]) -> int:
        """Store rows of another host's streams exactly as that host has them, and return how many are new.

        Each row must follow the one before it in number and in hash; otherwise none is stored.
        """

    # ---------------------------------------------------------------- reading

    @abstractmethod
    def heads(self) -> dict[str, Head]:
        """Return the end of every stream."""

    def streams(self) -> list[str]:
        """Return the names of all streams."""
        return sorted(self.heads())

    @abstractmethod
    def head(self, stream: str) -> Head:
        """Return the end of a stream, number -1 before its first event."""

    @abstractmethod
    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order."""

    @abstractmethod
    def row(self, stream: str, seq: int) -> Row | None:
        """Return one event, or None."""

    @abstractmethod
    def arrival_number(self, stream: str, seq: int) -> int:
        """Return a number that is higher for a row that has arrived later, independent of clocks."""

    @abstractmethod
    def last_of_kind(self, stream: str, kind: str) -> Row | None:
        """Return the newest event of a kind, for example the start of the running game."""

    @abstractmethod
    def rows_of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, for example the start of every game, by stream and number."""

    def stored_stream_name(self, stream: str, seq: int) -> str:  # noqa: ARG002 - a store with several versions needs it
        """Return the name of the stored stream from which `row` returns an event."""
        return stream

    def clock_offsets_ms(self) -> dict[str, int]:
        """Return by how many milliseconds other hosts' time of day is ahead of ours, as far as it is known."""
        return {}

    # ---------------------------------------------------------------- players, results and keys

    @abstractmethod
    def cached_results(self) -> list[CachedResult]:
        """Return the cached results whose last event is unchanged."""

    @abstractmethod
    def cache_results(self, results: Sequence[CachedResult]) -> None:
        """Store results; each replaces the one before."""

    @abstractmethod
    def players(self) -> list[PlayerRow]:
        """Return all stored players, by number."""

    @abstractmethod
    def store_players(self, players: Sequence[PlayerRow]) -> None:
        """Store players and their hashes in the chain."""

    @abstractmethod
    def forget_player(self, number: int) -> None:
        """Delete a player's name."""

    @abstractmethod
    def device_keys(self) -> dict[str, DeviceKey]:
        """Return the keys of all devices that have one."""

    @abstractmethod
    def store_device_key(self, device: str, key: DeviceKey) -> None:
        """Store the key of a device; it replaces the one before."""

    @abstractmethod
    def backup(self, target: Path) -> None:
        """Copy everything as a consistent snapshot to a new file, which is a store; writers are not blocked."""
