"""Another host as the desk sees it: whether it is heard, its clock, its tables as it last told of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tenbo.hall.whose_result import note_missed
from tenbo.halls.far_station import FarStation
from tenbo.halls.host_time import HostTime
from tenbo.halls.numbering import adopt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.hall.hall import Hall
    from tenbo.halls.collected import Collected
    from tenbo.halls.far_station import Way
    from tenbo.store import Head

MET, CUT_OFF, NOT_MET = "met", "cut off", "not met yet"


class FarHost:
    """One host, by whatever way it is asked; `place` says in the desk's words where it is."""

    def __init__(self, hall: Hall, store: Collected, place: str, way: Way, key: str = "") -> None:
        self.place, self.key = place, key or place
        self.name = ""
        self.state, self.why = NOT_MET, ""
        self.since = time.time()
        self.time = HostTime()
        self.stations: dict[str, FarStation] = {}
        self._hall, self._store, self._way = hall, store, way
        # The host's last record and ours, when its numbers were taken over the last time.
        self._adopted: tuple[Head | None, int] | None = None
        self._believed = dict(hall.tournament.believed)

    def picture(self) -> dict[str, Any]:
        """Return how things stand with the host."""
        picture: dict[str, Any] = {"host": self.name, "place": self.place, "state": self.state, "why": self.why}
        picture |= {"since": int(self.since), "tables": len(self.stations)}
        if self.time.known:
            picture |= {"clock_ms": self.time.wall_ms, "uncertain_ms": self.time.uncertain_ms}
        return picture

    def take_rows(self) -> None:
        """Fold what has been stored of its tables since the last time, and tell everybody."""
        for station in list(self.stations.values()):
            station.take_rows()

    def take_numbers(self, recorded: Head | None) -> None:
        """Take over which device is which table, when the host or the desk has recorded something since."""
        decided = (recorded, len(self._hall.desk.records))
        if decided != self._adopted:
            adopt(self._hall, self._store, self.name)
            self._adopted = (recorded, len(self._hall.desk.records))

    def take_tables(self, views: Sequence[dict[str, Any]]) -> None:
        """Take how the host's tables stand."""
        if self._believed != self._hall.tournament.believed:
            # Another telling counts from now on: what was folded of the one before is forgotten.
            self._believed = dict(self._hall.tournament.believed)
            self.stations = {}
        devices = set()
        for view in views:
            device = str(view.get("device", ""))
            if not device or view["state"] in ("unplugged", "closed", "silent") or " " in device:
                continue
            devices.add(device)
            station = self.stations.get(device)
            if station is None:
                station = self.stations[device] = FarStation(self._hall, self.name, view, self._way, self.time)
            station.take_view(view)
            station.take_rows()
        self.stations = {device: station for device, station in self.stations.items() if device in devices}
        self._hall.fleet.elsewhere[self.key] = list(self.stations.values())

    def meet(self) -> None:
        """Say that the host is heard."""
        if self.state != MET:
            self._turn(MET, "")
            note_missed(self._hall)

    def lose(self, why: str) -> None:
        """Say that the host is cut off; its tables go on there with what they know."""
        self._turn(CUT_OFF if self.name else NOT_MET, why)
        since = time.strftime("%H:%M", time.localtime(self.since))
        for station in list(self.stations.values()):
            station.cut_off(f"host {self.name} is cut off since {since}: the table goes on there with what it knows")

    def _turn(self, state: str, why: str) -> None:
        if (state, why) == (self.state, self.why):
            return
        if state != self.state:
            self.since = time.time()
        self.state, self.why = state, why
        level = "info" if state == MET else "warning"
        text = f"{state}: {why}" if why else state
        self._hall.log.line(f"host {self.name or self.place} {text}", level=level)
        self._hall.changes.publish("host", {"host": self.name, "place": self.place, "state": state, "why": why})
