"""The tables of other hosts: makes their stations, and hands them to the registry of devices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.cluster.remote_station import RemoteStation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.cluster.clock_offset import ClockOffset
    from tenbo.cluster.remote_station import HostTransport
    from tenbo.devices.station_callbacks import StationHost
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.event_publisher import EventPublisher
    from tenbo.tournament.repository import TournamentRepository


class RemoteTables:
    """All tables of other hosts, by a key of the host."""

    def __init__(
        self,
        repository: TournamentRepository,
        station_host: StationHost,
        fleet: DeviceRegistry,
        publisher: EventPublisher,
    ) -> None:
        self._repository = repository
        self._station_host = station_host
        self._fleet = fleet
        self._publisher = publisher

    @property
    def chosen_fork_sources(self) -> dict[str, str]:
        """Return the source of each forked ledger that counts."""
        return dict(self._repository.tournament.chosen_fork_sources)

    def table_number_of(self, device: str) -> int | None:
        """Return the table number of a device, or None."""
        return self._station_host.table_number_of(device)

    def make_station(
        self, host: str, view: dict[str, Any], transport: HostTransport, time: ClockOffset
    ) -> RemoteStation:
        """Return a new station for a device of a host."""
        store, admission = self._repository.store, self._fleet.admission
        return RemoteStation(host, view, transport, time, self._station_host, admission, store, self._publisher)

    def set_stations(self, key: str, stations: Iterable[RemoteStation]) -> None:
        """Register the present stations of a host instead of earlier ones."""
        self._fleet.remote_stations[key] = list(stations)

    def remove_stations(self, key: str) -> None:
        """Remove the stations of a host."""
        self._fleet.remote_stations.pop(key, None)
