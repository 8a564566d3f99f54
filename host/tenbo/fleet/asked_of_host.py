"""What a station asks of the rest of the host: what is stored and known, and whether a device is let in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tenbo.fleet.identity import Keys
    from tenbo.fleet.station import Station
    from tenbo.line.follow import Hello, Memory
    from tenbo_core.events import Event
    from tenbo_core.table import Table


class Recorder(Protocol):
    """What fleet and stations need from the rest of the host: stored events, table numbers, and somewhere to report."""

    @property
    def keys(self) -> Keys:
        """Return what is known of the keys of devices."""

    def memory(self) -> Memory:
        """Return what is stored of ledgers."""

    def number_of(self, device: str) -> int | None:
        """Return the table number that a device was given, or None."""

    def number_newcomer(self, hello: Hello) -> int | None:
        """Return the number that a device without one is given at once; None where the desk gives them."""

    def lost_pen(self, hello: Hello) -> str:
        """Return why this device no longer writes its ledger; an empty text when it does."""

    def take_ledger(self, hello: Hello) -> str:
        """Keep whose ledger this is from now on, or return that it is another device's."""

    def claims_another(self, hello: Hello) -> str:
        """Return that the ledger it says is another device's; an empty text when it is not."""

    def unless_shown(self, hello: Hello) -> str:
        """Return why a device without a key is not followed unless it shows a stored event; empty when it may be."""

    def stores(self, ledger: str) -> bool:
        """Return whether an event of a ledger is stored."""

    def lost_game(self, hello: Hello) -> str:
        """Return that a table started without its stored game; an empty text when it has it."""

    def keep(self, station: Station, events: list[tuple[Event, Table | None]]) -> None:
        """Store events; when this returns they are safe."""

    def tell(self, station: Station, what: str, *, level: str = "info") -> None:
        """Note what has happened at a port."""

    def mistake(self, error: Exception) -> None:
        """Note that something went wrong that is no fault of a table's."""


class Admission(Protocol):
    """What a station asks about its device: whether it is let in beside the others."""

    def admit(self, station: Station, hello: Hello) -> str:
        """Return why this table is not followed; an empty text when it is."""

    def is_new(self, hello: Hello) -> bool:
        """Return whether nobody has given this device a table number yet."""

    def settle_twins(self, station: Station) -> None:
        """Greet others that claim a table's id again, once that table has shown what is stored of it."""
