"""Another host as the desk sees it: its reachability, its clock and the last state of its tables."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tenbo.cluster.clock_offset import FIRST, ClockOffset, measure_offset
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.cluster.host_reachability import HostReachabilityReporter
    from tenbo.cluster.remote_station import HostTransport, RemoteStation
    from tenbo.cluster.remote_tables import RemoteTables
    from tenbo.cluster.table_number_sync import TableNumberSync
    from tenbo.store import Head

MET, CUT_OFF, NOT_MET = "met", "cut off", "not met yet"


class RemoteHost:
    """One host over any transport; `place` is its location in the desk's words.

    `moment` returns this computer's time of day and its count of milliseconds.
    """

    def __init__(
        self,
        place: str,
        transport: HostTransport,
        moment: Callable[[], tuple[int, int]],
        tables: RemoteTables,
        sync: TableNumberSync,
        reporter: HostReachabilityReporter,
        key: str = "",
    ) -> None:
        self.location, self.key = place, key or place
        self.name = ""
        self.state, self.why = NOT_MET, ""
        # Which other server of the desk the host has refused, and why.
        self.refused_server = ""
        self.since = time.time()
        self.time = ClockOffset()
        self.stations: dict[str, RemoteStation] = {}
        self._transport, self._moment = transport, moment
        self._tables = tables
        self._sync = sync
        self._reporter = reporter
        # The host's last record and ours, when its table numbers were last adopted.
        self._adopted: tuple[Head | None, int] | None = None
        self._believed = tables.chosen_fork_sources

    def host_status(self) -> dict[str, Any]:
        """Return the state of the host."""
        picture: dict[str, Any] = {"host": self.name, "place": self.location, "state": self.state, "why": self.why}
        picture |= reason_code_and_values(self.why)
        picture |= {"since": int(self.since), "tables": len(self.stations)}
        if self.time.is_known:
            picture |= {"clock_ms": self.time.wall_offset_ms, "uncertain_ms": self.time.uncertainty_ms}
        return picture

    def compare_clock(self) -> None:
        """Compare the host's clock with ours: several times at first, then once."""
        measure_offset(self.time, self._transport.fetch_host_time, self._moment, 1 if self.time.is_known else FIRST)

    def apply_new_rows(self, recorded: Head | None) -> None:
        """Apply the rows that were stored since the last time: events of its tables, and the numbers of its tables.

        `recorded` is the end of the host's own records.
        """
        for station in list(self.stations.values()):
            station.apply_new_rows()
        decided = (recorded, self._sync.desk_record_count)
        if decided != self._adopted:
            self._sync.adopt_host_numbers(self.name)
            self._adopted = (recorded, self._sync.desk_record_count)

    def update_tables(self, views: Sequence[dict[str, Any]]) -> None:
        """Update the states of the host's tables."""
        if self._believed != self._tables.chosen_fork_sources:
            # Another version counts from now on, so the state that was replayed from the earlier one is discarded.
            self._believed = self._tables.chosen_fork_sources
            self.stations = {}
        devices = set()
        for view in views:
            device = str(view.get("device", ""))
            if not device or view["state"] in ("unplugged", "closed", "silent") or " " in device:
                continue
            devices.add(device)
            station = self.stations.get(device)
            if station is None:
                station = self.stations[device] = self._tables.make_station(self.name, view, self._transport, self.time)
            station.update_view(view)
            station.apply_new_rows()
        self.stations = {device: station for device, station in self.stations.items() if device in devices}
        self._tables.set_stations(self.key, self.stations.values())

    def mark_reachable(self) -> None:
        """Report the host as reachable."""
        if self.state != MET:
            self._set_state(MET, "")

    def mark_unreachable(self, why: str) -> None:
        """Report the host as cut off; its tables go on there with what they know."""
        self._set_state(CUT_OFF if self.name else NOT_MET, why)
        since = time.strftime("%H:%M", time.localtime(self.since))
        for station in list(self.stations.values()):
            station.mark_cut_off(
                sentence(
                    "host_cut_off_since",
                    "host {host} has been cut off since {since}: the table continues there with the data that host has",
                    host=self.name,
                    since=since,
                )
            )

    def _set_state(self, state: str, why: str) -> None:
        if (state, why) == (self.state, self.why):
            return
        if state != self.state:
            self.since = time.time()
        self.state, self.why = state, why
        self._reporter.report_state(self.name, self.location, state, why, reachable=state == MET)
