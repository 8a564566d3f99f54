"""A serial station: opens one port, and again after it was pulled."""

from __future__ import annotations

from tenbo.devices.local_station import LocalStation
from tenbo.devices.serial_link import SerialLink
from tenbo.devices.station import CLOSED, SILENT
from tenbo.runtime.worker import Backoff
from tenbo_core.errors import LinkFault

# How long to wait before a silent port is tried again.
SILENT_WAIT_S = 15.0


class SerialStation(LocalStation):
    """A port of this computer."""

    def _run(self) -> None:
        backoff = Backoff()
        while not self._worker.is_stopping:
            try:
                link = SerialLink(self.port.name)
            except LinkFault as fault:
                self._set_state(CLOSED, fault.message)
            else:
                self._serve_link(link, backoff)
            self._worker.wait(SILENT_WAIT_S if self.snapshot.state == SILENT else backoff.next())
