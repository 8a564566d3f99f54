"""Sends tables the hall's Wi-Fi over the cable, so that they can dial this host without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.runtime.service_log import ServiceLog


class WifiEnrolment:
    """The Wi-Fi of tables; a password appears neither in the log nor in an answer."""

    def __init__(self, fleet: DeviceRegistry, log: ServiceLog) -> None:
        self._fleet = fleet
        self._log = log

    def give_wifi(self, number: int, name: str, password: str, address: str, by: str) -> None:
        """Send a table on a cable of this computer a Wi-Fi and a host's address there, and have it restart."""
        station = self._fleet.require_station(number)
        if station.port.is_inbound or not self._fleet.is_own(station):
            message = sentence(
                "wifi_needs_cable",
                "table {number} is not plugged into this computer: connect its cable to this computer to "
                "send it the Wi-Fi settings",
                number=number,
            )
            raise Refused("not_allowed_now", message, "table")
        station.ask("wifi", name, password, address)
        what = (
            f"has stored the Wi-Fi {name} and is restarting"
            if name
            else "has deleted its Wi-Fi settings and is restarting"
        )
        self._log.write_line(f"the table {what} ({by})", table=number)
