"""What the routes ask and act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from tenbo.api.access import Access
    from tenbo.api.desks import Desks
    from tenbo.api.table_list import TableList
    from tenbo.hall.hall import Hall
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.hall.updating import Updating
    from tenbo.store import EventStore


class OtherHosts(Protocol):
    """The hosts that are followed from here."""

    def hosts(self) -> list[dict[str, Any]]:
        """Return how things stand with each."""

    def doubts(self) -> list[dict[str, Any]]:
        """Return what does not agree between them."""

    def believe(self, ledger: str, host: str, why: str, by: str) -> None:
        """Record whose telling of a ledger counts."""

    def take_back(self, host: str) -> int:
        """Take back what was left for a host that is cut off, and return how much that was."""


class Host(NamedTuple):
    """The hall with all its tables, who looks after their clocks, and who may come in."""

    hall: Hall
    timekeeper: Timekeeper
    access: Access
    # What this host itself has stored, without what others told it; the desks that follow it; the hosts it follows.
    own: EventStore
    desks: Desks
    others: OtherHosts
    updating: Updating
    table_list: TableList
    # What other hosts call this one.
    name: str = ""
    # The Wi-Fi that phones must be in before a code helps them.
    wifi: str = ""
    wifi_password: str = ""
