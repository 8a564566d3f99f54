"""On a desk with a database: the hosts that are known and commanded through rows, on any computer.

A host writes the events and states of its tables, and reads its commands. The desk needs no connection to it.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from tenbo.cluster.postgres.desk_command_queue import DONE, CommandQueue
from tenbo.cluster.postgres.hall_secret import choose_secret
from tenbo.cluster.postgres.host_presence import acknowledged_records, host_presences
from tenbo.cluster.postgres.table_reports import read_table_reports
from tenbo.cluster.remote_host import CUT_OFF, MET, RemoteHost
from tenbo.cluster.replication import EMPTY
from tenbo.runtime.worker import Worker, run_in_background
from tenbo.store.ledgers import DESK_STREAM
from tenbo.store.postgres.listener import DatabaseListener
from tenbo.store.stream_replicas import replica_stream_name
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.errors import TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tenbo.cluster.host_reachability import HostReachabilityReporter
    from tenbo.cluster.postgres.desk_command_queue import DeferredCommand
    from tenbo.cluster.postgres.host_presence import HostStatus
    from tenbo.cluster.remote_tables import RemoteTables
    from tenbo.cluster.table_number_sync import TableNumberSync
    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.hall.name_displays import NameDisplays
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store import Head
    from tenbo.store.postgres.store import PgStore

# Hosts report every two seconds; they are polled as often, and after each notification.
POLL_S = 2.0
SILENT_S = 8
# A report takes up to this many round trips, which is slow over a bad Wi-Fi.
TURNS, SLOWEST_MS = 30, 600
# A host that was absent for this long is not expected back.
GONE_S = 12 * 3600
# Commands of a person that are deferred while a host is cut off; the clock reaches the tables by itself.
LEFT = ("start", "end")


def is_silent(presence: HostStatus) -> bool:
    """Return whether a host has been silent for longer than its network explains.

    >>> from tenbo.cluster.postgres.host_presence import HostStatus
    >>> [is_silent(HostStatus("red", seconds, 0, 3)) for seconds in (8, 9)]
    [False, True]
    >>> [is_silent(HostStatus("red", seconds, 0, trip_ms)) for seconds, trip_ms in ((16, 300), (27, 9000))]
    [False, True]
    """
    return presence.seconds > SILENT_S + TURNS * min(presence.round_trip_ms, SLOWEST_MS) // 1000


class DatabaseTransport:
    """The transport to one host: commands in the database."""

    def __init__(self, orders: CommandQueue, host: str) -> None:
        self._orders, self.host = orders, host

    def send_command(self, device: str, name: str, *fields: Any) -> dict[str, Any]:
        """Have a device run a command once."""
        return self._orders.send_command(self.host, device, name, *fields)

    def set_table_number(self, device: str, table: int) -> None:
        """Have the host set the table number of a device."""
        self._orders.send_command(self.host, device, "bind", table)

    def defer_command(self, device: str, name: str, *fields: Any) -> str | None:
        """Defer a command for the host and return until when it is valid, or None if it cannot be deferred."""
        if name != "do" or fields[0] not in LEFT:
            return None
        until = self._orders.defer_command(self.host, device, name, *fields)
        clock = time.strftime("%H:%M", time.localtime(until))
        return sentence(
            "left_for_host",
            "the command is waiting: the host will carry it out if the host is back before {clock}",
            clock=clock,
        )

    def fetch_host_time(self) -> tuple[int, int]:
        """Return the host's time of day and its count of milliseconds."""
        answer = self._orders.send_command(self.host, "", "time")
        return int(answer["now_ms"]), int(answer["up_ms"])


class DatabaseHost(RemoteHost):
    """One host that is known by its rows."""

    def __init__(
        self,
        orders: CommandQueue,
        name: str,
        moment: Callable[[], tuple[int, int]],
        tables: RemoteTables,
        sync: TableNumberSync,
        reporter: HostReachabilityReporter,
    ) -> None:
        transport = DatabaseTransport(orders, name)
        super().__init__("by the database", transport, moment, tables, sync, reporter, f"rows {name}")
        self.name = name
        self.deferred: list[DeferredCommand] = []
        # How many of the desk's records it has not yet acknowledged.
        self.behind = 0

    def host_status(self) -> dict[str, Any]:
        """Return the state of the host and its deferred commands."""
        left = [{"device": one.device, "table": self._tables.table_number_of(one.device), "what": one.fields[0],
                 "until": one.until, "state": one.state, "why": one.why,
                 **reason_code_and_values(one.why)} for one in self.deferred]  # fmt: skip
        return {**super().host_status(), "behind": self.behind, "left": left}

    def remove_tables(self) -> None:
        """Remove its tables, because it is followed over the network."""
        self._tables.remove_stations(self.key)


class UploadingHostPoller:
    """All hosts that write into the desk's database, except those that are followed over the network."""

    def __init__(
        self,
        base: PgStore,
        name: str,
        followed: Callable[[], set[str]],
        names: NameDisplays,
        make_host: Callable[[CommandQueue, str], DatabaseHost],
        keys: DeviceKeys,
        log: ServiceLog,
    ) -> None:
        self._base, self._names, self._make_host, self._log = base, names, make_host, log
        self._followed = followed
        # The keys of the desk's own tables, and whether they follow from the secret of its hosts.
        self._keys, self._shares_secret = keys, False
        self.command_queue = CommandQueue(base.url, name, log)
        self.hosts: dict[str, DatabaseHost] = {}
        # Deferred games whose names are shown, devices whose host is back, and background tasks that run.
        self._named_starts: set[int] = set()
        self._to_show: set[tuple[str, str]] = set()
        self._busy: set[str] = set()
        self._next_poll_at = 0.0
        self._changed = threading.Event()
        self._watch = DatabaseListener(base.url, self._mark_changed, log, ("tenbo_station",))
        self._thread = Worker("database hosts", self._run, log)

    def start(self) -> None:
        """Start polling."""
        self.command_queue.start()
        self._thread.start()
        self._watch.start()

    def close(self) -> None:
        """Stop."""
        self._thread.request_stop()
        self._watch.close()
        self.command_queue.close()
        self._thread.close()

    def wake(self) -> None:
        """Poll at once, because a host has reported something."""
        self._thread.notify()

    def cancel_deferred(self, host: str) -> int:
        """Cancel the deferred commands of a host that are not started."""
        taken = self.command_queue.cancel_deferred(host)
        self._next_poll_at = 0.0
        self.wake()
        return taken

    def _mark_changed(self) -> None:
        self._changed.set()
        self._thread.notify()

    def _run(self) -> None:
        while not self._thread.is_stopping:
            try:
                self.poll()
            except TenboError as error:
                for host in list(self.hosts.values()):
                    host.mark_unreachable(error.message)
            except Exception as error:  # noqa: BLE001 - an internal error at one poll must not end all others
                self._log.log_exception(error)
                self._thread.sleep(1)
            self._thread.wait(POLL_S)

    def poll(self) -> None:
        """Apply the reports of all tables; at intervals update the presence of hosts and the deferred commands."""
        heads = self._base.heads()
        for host in self.hosts.values():
            host.apply_new_rows(heads.get(replica_stream_name(host.name, DESK_STREAM)))
        if time.monotonic() >= self._next_poll_at:
            self._next_poll_at = time.monotonic() + POLL_S
            self._poll_presence(heads)
            self._changed.set()
        if self._changed.is_set():
            self._changed.clear()
            views = read_table_reports(self._base.link)
            for host in self.hosts.values():
                if host.state == MET:
                    host.update_tables(views.get(host.name, []))

    def _poll_presence(self, heads: Mapping[str, Head]) -> None:
        """Update which hosts are present, whose clocks are compared, and which commands are deferred."""
        followed = self._followed()
        there = {
            one.host: one for one in host_presences(self._base) if one.seconds < GONE_S and one.host not in followed
        }
        for name in self.hosts.keys() - there.keys():
            self.hosts.pop(name).remove_tables()
        self._shares_secret = self._shares_secret or choose_secret(self._base.link, self._keys)
        left, taken = self.command_queue.deferred_commands(), acknowledged_records(self._base)
        end = heads.get(DESK_STREAM, EMPTY).seq
        for name, presence in there.items():
            host = self.hosts.get(name) or self.hosts.setdefault(name, self._make_host(self.command_queue, name))
            host.deferred = [one for one in left if one.host == name]
            host.behind = max(0, end - taken.get(name, -1))
            if is_silent(presence):
                why = presence.why or sentence("host_does_not_write", "it is not writing to the database")
                host.mark_unreachable(why)
                continue
            if host.state == CUT_OFF:
                self._to_show.update((host.name, device) for device in host.stations)
            host.refused_server = presence.why
            host.mark_reachable()
            self._run_in_background(f"compare {name}", host.compare_clock)
            for one in host.deferred:
                if one.state == DONE and one.fields[0] == "start" and one.n not in self._named_starts:
                    self._run_in_background(f"names {one.n}", self._show_names_of_begun, one)
            for device in [device for named, device in list(self._to_show) if named == name]:
                self._run_in_background(f"names {device}", self._show_names_of_device, name, device)

    def _run_in_background(self, what: str, work: Callable[..., None], *about: Any) -> None:
        """Run work that waits for a host in the background; the same task runs only once at a time."""
        if what in self._busy:
            return
        self._busy.add(what)

        def run() -> None:
            try:
                work(*about)
            except TenboError as error:
                if not self._thread.is_stopping:
                    self._log.write_line(error.message, level="warning")
            except Exception as error:  # noqa: BLE001 - an internal error here must not be silent
                self._log.log_exception(error)
            finally:
                self._busy.discard(what)

        run_in_background(f"host task {what}", run, self._log)

    def _show_names_of_begun(self, left: DeferredCommand) -> None:
        """Show the players' names at a table whose host has begun a deferred game."""
        # The fields of a start end with its session, its table and one more.
        session, table = left.fields[-3:-1]
        if self._names.refresh_session_names(session, table):
            self._named_starts.add(left.n)

    def _show_names_of_device(self, host: str, device: str) -> None:
        """Show the players' names at a table whose host was cut off, because seats may have changed meanwhile."""
        if self._names.refresh_device_names(device):
            self._to_show.discard((host, device))
