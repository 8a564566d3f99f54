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
    """The interface that registry and stations need from the host: stored events, table numbers, reports."""

    @property
    def keys(self) -> KeyStore:
        """Return the store of the devices' keys."""

    def stored_ledgers(self) -> LedgerSource:
        """Return the source of stored ledgers."""

    def table_number_of(self, device: str) -> int | None:
        """Return the table number that a device was given, or None."""

    def assign_next_table(self, hello: Hello) -> int | None:
        """Assign a table number to a device without one and return it; None if the desk assigns the numbers."""

    def superseded_reason(self, hello: Hello) -> str:
        """Return why this device no longer writes its ledger; an empty text if it still does."""

    def claim_ledger(self, hello: Hello) -> str:
        """Register this device as the ledger's writer, or return that the ledger is another device's."""

    def ledger_conflict(self, hello: Hello) -> str:
        """Return that the reported ledger is another device's; an empty text if it is not."""

    def unverified_device_reason(self, hello: Hello) -> str:
        """Return why a device without a key must first send a stored event; an empty text if it need not."""

    def has_events(self, ledger: str) -> bool:
        """Return whether an event of a ledger is stored."""

    def missing_game_reason(self, hello: Hello) -> str:
        """Return that a table started without its stored game; an empty text when it has it."""

    def store_events(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Store events; when this returns they are safe."""

    def report(self, station: Station, what: str, *, level: str = "info") -> None:
        """Report an occurrence at a port."""

    def log_exception(self, error: Exception, **about: object) -> None:
        """Log an exception that is no fault of a table's."""


class AdmissionPolicy(Protocol):
    """Decides whether a station's device is followed beside the others."""

    def rejection_reason(self, station: Station, hello: Hello) -> str:
        """Return why this table is not followed; an empty text when it is."""

    def is_new(self, hello: Hello) -> bool:
        """Return whether this device has no table number yet."""

    def regreet_duplicates(self, station: Station) -> None:
        """Greet other devices with a table's id again, once that table has proved it by stored events."""
