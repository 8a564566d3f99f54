"""What the routes ask and act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from tenbo.hall.firmware_update import FirmwareRollout
    from tenbo.hall.hall import Hall
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.store import EventStore
    from tenbo.web.auth.access import Access
    from tenbo.web.server.desk_heartbeats import DeskHeartbeats
    from tenbo.web.table_cache import TableList


class ClusterApi(Protocol):
    """The hosts that are followed from here."""

    def host_statuses(self) -> list[dict[str, Any]]:
        """Return how things stand with each."""

    def conflicts(self) -> list[dict[str, Any]]:
        """Return what does not agree between them."""

    def choose_version(self, ledger: str, host: str, why: str, by: str) -> None:
        """Record whose telling of a ledger counts."""

    def cancel_deferred(self, host: str) -> int:
        """Take back what was left for a host that is cut off, and return how much that was."""


class ApiContext(NamedTuple):
    """The hall with all its tables, who looks after their clocks, and who may come in."""

    hall: Hall
    timekeeper: Timekeeper
    access: Access
    # What this host itself has stored, without what others told it; the desks that follow it; the hosts it follows.
    own_store: EventStore
    desks: DeskHeartbeats
    cluster: ClusterApi
    firmware_rollout: FirmwareRollout
    table_list: TableList
    # What other hosts call this one.
    name: str = ""
    # The Wi-Fi that phones must be in before a code helps them.
    wifi: str = ""
    wifi_password: str = ""
