"""The registry of a host's stations: opens and closes them as ports come and go, and maps devices to tables."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.devices.admission import AdmissionControl
from tenbo.devices.inbound_station import InboundStation
from tenbo.devices.link import monotonic_ms
from tenbo.devices.port_discovery import all_ports
from tenbo.devices.rate_limits import TableConnectionLimiter
from tenbo.devices.serial_station import SerialStation
from tenbo.devices.station import AWAY, CLOSED, FOLLOWING, NEW
from tenbo.runtime.worker import Worker
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.devices.accepted_link import AcceptedLink
    from tenbo.devices.follower import Message
    from tenbo.devices.local_station import LocalStation
    from tenbo.devices.pending_commands import PendingCommand
    from tenbo.devices.port_discovery import Port
    from tenbo.devices.station import Station
    from tenbo.devices.station_callbacks import StationHost

# The interval of checks for ports that came or went.
SCAN_S = 1.0
PORT_TAKEN = sentence("port_taken", "another program is using its port")
# Connections of tables at once, each with a thread; and the states in which none has to go for a new one.
MOST_DIALLED = 256
KEPT = (FOLLOWING, AWAY, NEW)


class DeviceRegistry:
    """Finds ports, keeps a station for each, and knows them by table number."""

    def __init__(
        self,
        host: StationHost,
        named: Sequence[str] = (),
        *,
        search: bool = True,
        ports: Callable[[], list[Port]] | None = None,
    ) -> None:
        self._host = host
        self.admission = AdmissionControl(host, lambda: self.stations)
        self._named = list(named)
        self._ports = ports or (lambda: all_ports(self._named, search=search))
        self._stations: dict[str, SerialStation] = {}
        # Ports that another program uses: the device at each, and the program's purpose.
        self._released: dict[str, tuple[str, str]] = {}
        self._there: set[str] = set()
        # The connections of tables that have dialled, in their order; of one that is over the last state can be seen.
        self._dialled: list[InboundStation] = []
        self._dials = TableConnectionLimiter()
        # The tables of other hosts, by host: they are seen and asked through it.
        self.remote_stations: dict[str, list[Station]] = {}
        self._lock = threading.Lock()
        self._worker = Worker("port scan", self._run, host.log)

    def start(self) -> None:
        """Begin to look for tables."""
        self.scan()
        self._worker.start()

    def close(self) -> None:
        """Stop, and give all ports back."""
        self._worker.close()
        for station in self.own_stations:
            station.request_stop()
        for station in self.own_stations:
            station.close()

    def _run(self) -> None:
        while not self._worker.sleep(SCAN_S):
            try:
                self.scan()
            except Exception as error:  # noqa: BLE001 - a port that cannot be looked at must not hide all others for ever
                self._host.log.log_exception(error)

    def scan(self) -> None:
        """Make a station for each new port and drop those whose port is gone."""
        found = self._ports()
        with self._lock:
            # Asked with the lock: a port that is released meanwhile is not opened again.
            ports = {port.name: port for port in found if port.name not in self._released}
            gone = [self._stations.pop(name) for name in list(self._stations) if name not in ports]
            fresh = [
                SerialStation(port, self._host, self.admission)
                for name, port in ports.items()
                if name not in self._stations
            ]
            self._stations.update({station.port.name: station for station in fresh})
        for station in gone:
            station.close()
        for station in fresh:
            station.start()
        self._notice_plugs(ports)
        self._drop_ended()

    def may_dial(self, address: str) -> bool:
        """Return whether a computer may open another connection: one that floods may not."""
        return self._dials.may_dial(address, monotonic_ms())

    def accept(self, port: Port, link: AcceptedLink) -> None:
        """Follow the table that has dialled; where there are too many, one that was not let in has to go."""
        station = InboundStation(port, self._host, self.admission, link, self._dials)
        with self._lock:
            there = [one for one in self._dialled if not one.is_over]
            strangers = [one for one in there if one.snapshot.state not in KEPT]
            refused = (strangers or [station])[0] if len(there) >= MOST_DIALLED else None
            if refused is not station:
                self._dialled.append(station)
        if refused is not None:
            refused.turn_away()
        if refused is not station:
            station.start()

    def _drop_ended(self) -> None:
        """Forget the connections that are over, but the last one of each table."""
        with self._lock:
            there = {hello.id for one in self._stations.values() if (hello := one.snapshot.hello) is not None}
            kept = []
            for station in sorted(self._dialled, key=lambda one: (one.is_over, -one.number)):
                hello = station.snapshot.hello
                device = hello.id if hello is not None else ""
                is_forced_last = station.snapshot.state == CLOSED and device not in there
                is_table = is_forced_last and self._host.table_number_of(device) is not None
                is_flood = station.has_flooded(monotonic_ms()) and station.address not in there
                if not station.is_over or is_table or is_flood:
                    kept.append(station)
                there.update((device, station.address) if station.is_over else (device,))
            self._dialled = sorted(kept, key=lambda one: one.number)

    def _notice_plugs(self, ports: dict[str, Port]) -> None:
        """Try a port that has just come back at once, however long its station would still wait."""
        there = {name for name in ports if Path(name).exists()}
        back, self._there = there - self._there, there
        for station in self.own_stations:
            if station.port.name in back:
                station.wake()

    def release_port(self, port: str, why: str = PORT_TAKEN) -> Station | None:
        """Release one port to another program, for example the firmware update, until `cancel_port_release`."""
        with self._lock:
            station = self._stations.pop(port, None)
            hello = station.snapshot.hello if station is not None else None
            self._released[port] = (hello.id if hello is not None else "", why)
        if station is not None:
            station.close()
            self._host.report(station, why, "info")
        return station

    def cancel_port_release(self, port: str) -> None:
        """Withdraw the release of a port, so that it is opened again."""
        with self._lock:
            self._released.pop(port, None)

    def release_reason(self, device: str) -> str | None:
        """Return why the port of a device was released, or None if it was not."""
        with self._lock:
            return next((why for released, why in self._released.values() if device and released == device), None)

    def is_own(self, station: Station) -> bool:
        """Return whether a station is at a port of this computer, not of another host."""
        with self._lock:
            return station in self._stations.values() or station in self._dialled

    # ---------------------------------------------------------------- by table number

    @property
    def own_stations(self) -> list[LocalStation]:
        """Return the stations of this computer's own ports, by port, and then those of tables that have dialled."""
        with self._lock:
            dialled = sorted(self._dialled, key=lambda one: one.is_over)
            return [*[self._stations[name] for name in sorted(self._stations)], *dialled]

    @property
    def stations(self) -> list[Station]:
        """Return all stations, by port, and those of other hosts behind them."""
        return [*self.own_stations, *(one for stations in list(self.remote_stations.values()) for one in stations)]

    def table_number(self, station: Station) -> int | None:
        """Return the table number of the device at a station."""
        hello = station.snapshot.hello
        return self._host.table_number_of(hello.id) if hello is not None else None

    def stations_by_number(self) -> dict[int, Station]:
        """Return the stations whose table has a number; if two claim one, the followed one."""
        stations: dict[int, Station] = {}
        for station in self.stations:
            number = self.table_number(station)
            if number is not None and (number not in stations or station.snapshot.state == FOLLOWING):
                stations[number] = station
        return dict(sorted(stations.items()))

    def station_with_number(self, number: int) -> Station | None:
        """Return the station of a table, or None; if two claim its number, the followed one."""
        claiming = [station for station in self.stations if self.table_number(station) == number]
        followed = [station for station in claiming if station.snapshot.state == FOLLOWING]
        return (followed or claiming)[-1 if followed else 0] if claiming else None

    def require_station(self, number: int, at: str = "table") -> Station:
        """Return the station of a table, or say which there are; `at` is the field that names it."""
        found = self.station_with_number(number)
        if found is None:
            stations = self.stations_by_number()
            known = (
                sentence("tables_there", "connected tables: {tables}", tables=", ".join(map(str, stations)))
                if stations
                else sentence("no_table_there", "no table is connected")
            )
            raise Refused(
                "bad_field",
                sentence(
                    "table_not_plugged_in", "table {number} is not connected; {known}", number=number, known=known
                ),
                at,
            )
        return found

    def station_of_device(self, device: str) -> Station:
        """Return the station of a device that is plugged in, with or without a table number.

        A port from which it was pulled keeps its last hello: a followed station comes first, and a closed one last.
        """
        of_device = [
            (snapshot.state == FOLLOWING, snapshot.state != CLOSED, station)
            for station in self.stations
            if (hello := (snapshot := station.snapshot).hello) is not None and hello.id == device
        ]
        if of_device:
            return max(of_device, key=lambda found: found[:2])[2]
        raise Refused(
            "bad_field",
            sentence(
                "device_not_plugged_in",
                "device {device} is not connected: see the desk's devices (tenbo tables)",
                device=device,
            ),
            "device",
        )

    def ask(self, number: int, name: str, *fields: Any) -> list[Message]:
        """Have a table do something."""
        return self.require_station(number).ask(name, *fields)

    def run_commands(self, orders: list[tuple[int, tuple[Any, ...]]]) -> dict[int, list[Message] | LinkFault | Refused]:
        """Have many tables do something at the same time; give each one's answers or its refusal."""
        begun: list[tuple[int, Station, PendingCommand]] = []
        results: dict[int, list[Message] | LinkFault | Refused] = {}
        for number, (name, *fields) in orders:
            try:
                station = self.require_station(number)
                begun.append((number, station, station.send_when_ready(name, *fields)))
            except (LinkFault, Refused) as error:
                results[number] = error
        for number, station, request in begun:
            try:
                results[number] = station.await_answers(request)
            except (LinkFault, Refused) as error:
                results[number] = error
        return results
