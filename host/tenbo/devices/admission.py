"""The admission of devices: which one is followed beside the others, and why another one is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.devices.admission_errors import NotAdmitted, TableNotAdmitted
from tenbo.devices.inbound_station import InboundStation
from tenbo.devices.station import FOLLOWING
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.devices.hello import Hello
    from tenbo.devices.local_station import LocalStation
    from tenbo.devices.station import Station
    from tenbo.devices.station_callbacks import StationHost


class AdmissionControl:
    """Decides by what the host knows of a device, and by the other stations."""

    def __init__(self, host: StationHost, stations: Callable[[], list[Station]]) -> None:
        self._host = host
        self._stations = stations

    def is_new(self, station: LocalStation, hello: Hello) -> bool:
        """Return whether this device has no table number yet; one that has dialled has shown a key first."""
        if station.port.is_inbound and not station.identity.has_proved(hello):
            return False
        try:
            self._host.check_owner(hello)
        except NotAdmitted:
            return False
        return self._host.table_number_of(hello.id) is None

    def admit(self, station: LocalStation, hello: Hello) -> None:
        """Raise `NotAdmitted` for a table that is unknown, or claims the ledger or the id of another device."""
        if station.port.is_inbound:
            station.identity.require_proof(hello)
        station.ledger_restore.check_started(hello)
        self._host.check_owner(hello)
        number = self._number_by_key(station, hello) or self._host.assign_next_table(hello)
        if number is None:
            raise NotAdmitted(
                sentence(
                    "new_device",
                    "new device {device}: assign it a table (tenbo tables --assign {device}=NUMBER)",
                    device=hello.id,
                )
            )
        for other in self._duplicates(station, hello.id):
            if isinstance(other, InboundStation) and station.identity.has_proved(hello):
                # Of two connections of one table the older may be dead, and does not know it.
                other.replace_by(station)
                continue
            # A device with an empty flash, or without proof, does not keep the real one out.
            there = other.snapshot
            if there.holds_device_id and isinstance(station, InboundStation) and station.identity.has_proved(hello):
                followed = sentence(
                    "followed_by_cable", "is already connected by cable at {port}", port=other.port.name
                )
                raise TableNotAdmitted("cable", followed)
            if there.holds_device_id or (there.state == FOLLOWING and hello.last < 0):
                raise NotAdmitted(
                    sentence(
                        "table_claimed_twice",
                        "claims to be table {table}, whose device is at {port}: disconnect the one that is "
                        "not this table's device",
                        table=number,
                        port=other.port.name,
                    )
                )
        self._check_proof(station, hello)
        self._host.claim_ledger(hello)

    def _number_by_key(self, station: LocalStation, hello: Hello) -> int | None:
        """Return the device's table number; one that has come with the key of a table is given this table's."""
        number = self._host.table_number_of(hello.id)
        table = station.identity.table
        if table is None or table == number:
            return number
        if number is not None:
            message = sentence(
                "code_of_other_table",
                "is table {table} but has shown the code of table {other}: open the address on its own table's poster",
                table=number,
                other=table,
            )
            raise TableNotAdmitted("other_table", message)
        number = self._host.claim_table(hello, table)
        if number is None:
            raise NotAdmitted(
                sentence(
                    "new_device_at_taken_table",
                    "new device {device} at table {table}, which already has a device: move the table's game "
                    "to the new one under Spares (tenbo restore {table} --to {device})",
                    device=hello.id,
                    table=table,
                )
            )
        return number

    def _check_proof(self, station: LocalStation, hello: Hello) -> None:
        """Raise `NotAdmitted` for a device that has not proved its id and cannot do so by a stored event."""
        station.identity.require_proof(hello)
        demand = None if station.identity.has_proved(hello) else self._host.proof_demand(hello)
        station.follower.proof_demand = demand
        # Nothing of another ledger is stored, and an empty one has nothing to show.
        if demand is not None and (hello.last < 0 or not self._host.has_events(hello.ledger)):
            raise NotAdmitted(demand)

    def _duplicates(self, station: Station, device: str) -> list[Station]:
        """Return the other stations whose device reports the same id."""
        return [
            other
            for other in self._stations()
            if other is not station and (hello := other.snapshot.hello) is not None and hello.id == device
        ]

    def has_greeted(self, device: str, ledger: str) -> bool:
        """Return whether a device has said that it writes a ledger, at any of its connections."""
        hellos = [station.snapshot.hello for station in self._stations()]
        return any(hello is not None and (hello.id, hello.ledger) == (device, ledger) for hello in hellos)

    def regreet_duplicates(self, station: Station) -> None:
        """Greet the other devices again that claim the id of a table that has proved it by stored events."""
        hello = station.snapshot.hello
        for other in self._duplicates(station, hello.id if hello is not None else ""):
            if not other.snapshot.holds_device_id:
                other.repeat_admission()
