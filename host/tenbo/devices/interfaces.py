"""The interfaces that a station needs from the rest of the host: storage, known devices, admission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tenbo.devices.device_auth import KeyStore
    from tenbo.devices.follower import Hello, LedgerSource
    from tenbo.devices.station import Station
    from tenbo_core.events import Event
    from tenbo_core.table import Table


class StationHost(Protocol):
    """What fleet and stations need from the rest of the host: stored events, table numbers, and somewhere to report."""

    @property
    def keys(self) -> KeyStore:
        """Return what is known of the keys of devices."""

    def stored_ledgers(self) -> LedgerSource:
        """Return what is stored of ledgers."""

    def table_number_of(self, device: str) -> int | None:
        """Return the table number that a device was given, or None."""

    def assign_next_table(self, hello: Hello) -> int | None:
        """Return the number that a device without one is given at once; None where the desk gives them."""

    def superseded_reason(self, hello: Hello) -> str:
        """Return why this device no longer writes its ledger; an empty text when it does."""

    def claim_ledger(self, hello: Hello) -> str:
        """Keep whose ledger this is from now on, or return that it is another device's."""

    def ledger_conflict(self, hello: Hello) -> str:
        """Return that the ledger it says is another device's; an empty text when it is not."""

    def unverified_device_reason(self, hello: Hello) -> str:
        """Return why a device without a key is not followed unless it shows a stored event; empty when it may be."""

    def has_events(self, ledger: str) -> bool:
        """Return whether an event of a ledger is stored."""

    def missing_game_reason(self, hello: Hello) -> str:
        """Return that a table started without its stored game; an empty text when it has it."""

    def store_events(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Store events; when this returns they are safe."""

    def report(self, station: Station, what: str, *, level: str = "info") -> None:
        """Note what has happened at a port."""

    def log_exception(self, error: Exception) -> None:
        """Note that something went wrong that is no fault of a table's."""


class AdmissionPolicy(Protocol):
    """What a station asks about its device: whether it is let in beside the others."""

    def rejection_reason(self, station: Station, hello: Hello) -> str:
        """Return why this table is not followed; an empty text when it is."""

    def is_new(self, hello: Hello) -> bool:
        """Return whether this device has no table number yet."""

    def resolve_duplicates(self, station: Station) -> None:
        """Greet others that claim a table's id again, once that table has shown what is stored of it."""
