"""The context of the routes: the hall, its clocks, logins, stores and other hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from tenbo.hall.device_commands import DeviceCommands
    from tenbo.hall.firmware_update import FirmwareRollout
    from tenbo.hall.hall import Hall
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.store import EventStore
    from tenbo.tournament.records import DeskRecord
    from tenbo.web.auth.access import ClientAuthenticator
    from tenbo.web.server.desk_heartbeats import DeskHeartbeats
    from tenbo.web.table_cache import TableList


class ClusterApi(Protocol):
    """The interface to the followed hosts."""

    def host_statuses(self) -> list[dict[str, Any]]:
        """Return the state of each host."""

    def conflicts(self) -> list[dict[str, Any]]:
        """Return the conflicts between the hosts."""

    def choose_version(self, ledger: str, host: str, why: str, by: str) -> DeskRecord:
        """Record which source of a forked ledger counts."""

    def cancel_deferred(self, host: str) -> int:
        """Cancel the deferred commands of a host that is cut off, and return how many they were."""


class ApiContext(NamedTuple):
    """The objects that the routes use: the hall, its timekeeper, the logins, and the ones below."""

    hall: Hall
    timekeeper: Timekeeper
    access: ClientAuthenticator
    # This host's own events without replicas; the desks that follow this host; the hosts that it follows.
    own_store: EventStore
    desks: DeskHeartbeats
    cluster: ClusterApi
    firmware_rollout: FirmwareRollout
    commands: DeviceCommands
    table_list: TableList
    # This host's name for other hosts.
    name: str = ""
    # The Wi-Fi that phones must join before they can use a code.
    wifi: str = ""
    wifi_password: str = ""
