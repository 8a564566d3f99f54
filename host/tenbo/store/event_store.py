"""What a store is to those who write events and read them again, whatever database keeps them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tenbo.store.cached_results import CachedResult
    from tenbo.store.chain import Entry, Head, Row
    from tenbo.store.device_keys import DeviceKey
    from tenbo.store.people import PlayerRow


class EventStore(ABC):
    """Streams of numbered events, each chained to the one before; what a writing call has returned from is safe.

    Any number of threads may use one. Streams of our own are appended to; those of another host are copied, and kept
    under a name of their own (`tenbo.store.replica_streams`).
    """

    readonly: bool
    # That this store was brought up to date when it was opened, in a sentence; an empty text where it was not.
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
        """Store entries and keep players in one transaction, all or none, and return the rows of new entries.

        An entry that is stored already is passed over; a different one under the same number is a fork and refused.
        So whoever records what follows from the record `seen` is refused when somebody else was faster.
        """

    @abstractmethod
    def store_replica_rows(self, host: str, rows: Sequence[Row]) -> int:
        """Store rows of another host's streams exactly as that host has them, and return how many are new.

        Each must go on from the one before it in number and in hash; otherwise nothing of them is stored.
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
        """Return a number that is higher for a row that has come here later, whatever any clock said."""

    @abstractmethod
    def last_of_kind(self, stream: str, kind: str) -> Row | None:
        """Return the newest event of a kind, such as the start of the running game."""

    @abstractmethod
    def rows_of_kind(self, kind: str) -> list[Row]:
        """Return all events of a kind, such as the start of every game, by stream and number."""

    def replica_name(self, stream: str, seq: int) -> str:  # noqa: ARG002 - where several tell one stream, it matters
        """Return under which name an event is kept that `row` gives."""
        return stream

    def clock_offsets_ms(self) -> dict[str, int]:
        """Return by how many milliseconds other hosts' time of day is ahead of ours, as far as it is known."""
        return {}

    # ---------------------------------------------------------------- beside the chain

    @abstractmethod
    def cached_results(self) -> list[CachedResult]:
        """Return the results that were kept and whose last event is still the one that they were made of."""

    @abstractmethod
    def cache_results(self, results: Sequence[CachedResult]) -> None:
        """Keep results, each in place of the one before."""

    @abstractmethod
    def players(self) -> list[PlayerRow]:
        """Return everybody who is kept, by number."""

    @abstractmethod
    def store_players(self, players: Sequence[PlayerRow]) -> None:
        """Keep who is behind a player's number, with what vouches for it in the chain."""

    @abstractmethod
    def forget_player(self, number: int) -> None:
        """Remove who is behind a player's number."""

    @abstractmethod
    def device_keys(self) -> dict[str, DeviceKey]:
        """Return the keys of all devices that were given one."""

    @abstractmethod
    def store_device_key(self, device: str, key: DeviceKey) -> None:
        """Keep the key of a device, in place of the one before."""

    @abstractmethod
    def backup(self, target: Path) -> None:
        """Copy everything as it is at this moment to a new file, which is a store; writing goes on meanwhile."""
