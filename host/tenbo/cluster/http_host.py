"""A host that is followed over HTTP: its stored events are replicated, its tables queried, its clock compared.

A host is followed by its address and its desk code. A broken connection is made again. Replication continues where it
ended, and begins at zero for a new host.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.client.own_addresses import is_reachable_from_network
from tenbo.client.remote_host_client import RemoteHostClient
from tenbo.cluster.remote_host import MET, RemoteHost
from tenbo.cluster.replication import replicate
from tenbo.devices.device_keys import HallSecret
from tenbo.runtime.worker import Backoff, Worker
from tenbo.store.ledgers import DESK_STREAM
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.cluster.host_reachability import HostReachabilityReporter
    from tenbo.cluster.remote_tables import RemoteTables
    from tenbo.cluster.table_number_sync import TableNumberSync
    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store.merged_store import MergedStore

# How often a host is polled without news, and how long changes are collected before a poll.
POLL_S = 2.0


class HostAddress(NamedTuple):
    """The address of a host, and its desk code."""

    code: str
    endpoint: str


class DeskIdentity:
    """What a desk compares hosts with: its name and theirs, its clock, and the keys of its hall."""

    def __init__(self, name: str, moment: Callable[[], tuple[int, int]], keys: DeviceKeys) -> None:
        self.name = name
        self.keys = keys
        self.moment = moment
        # The place of each name. A host with the name of this computer would be mistaken for it.
        self.names = {name: "this computer"}


def parse_address(text: str) -> HostAddress:
    """Parse the address of a host, written as CODE@ADDRESS:PORT.

    >>> parse_address("K7PQ2MXA@192.168.1.5:8484")
    HostAddress(code='K7PQ2MXA', endpoint='192.168.1.5:8484')
    """
    code, at, place = text.rpartition("@")
    name, _, port = place.rpartition(":")
    if not (at and code and name and port.isascii() and port.isdigit()):
        message = (
            f"follow must be CODE@ADDRESS:PORT, such as K7PQ2MXA@192.168.1.5:8484, not {text[:60]!r}; tenbo "
            "codes, run at "
            "that host, prints its desk code"
        )
        raise Malformed("bad_field", message, "follow")
    return HostAddress(code, place)


def check_encryption(follow: Sequence[HostAddress], *, unencrypted: bool) -> None:
    """Refuse to send a host's code unencrypted over a network, unless that was allowed explicitly."""
    for one in follow:
        if is_reachable_from_network(one.endpoint.rpartition(":")[0].strip("[]")) and not unencrypted:
            message = (
                f"{one.endpoint} is another computer: its code and everything that is followed go there unencrypted. "
                "Use --unencrypted if only the hall uses the network (unencrypted = true in the settings), "
                "or use a database, which encrypts (docs/computers.md)"
            )
            raise Refused("missing_field", message, "unencrypted")


class HttpHost(RemoteHost):
    """One host, followed in two threads: one polls, the other listens for changes and notifies it."""

    def __init__(
        self,
        address: HostAddress,
        desk: DeskIdentity,
        store: MergedStore,
        tables: RemoteTables,
        sync: TableNumberSync,
        reporter: HostReachabilityReporter,
        log: ServiceLog,
    ) -> None:
        self._client = RemoteHostClient(address.endpoint, address.code, desk.name)
        super().__init__(address.endpoint, self._client, desk.moment, tables, sync, reporter)
        self._store = store
        self._log = log
        # The streams that the host has sent again since we follow it, because it was restored from an older copy.
        self._desk = desk
        # When the tables are polled next, unless a port changes before.
        self._full_poll_at = 0.0
        self._ports_changed = threading.Event()
        self._asking = Worker(f"follow {address.endpoint}", self._run, log)
        # It is notified when the host is first reached.
        self._listening = Worker(f"listen {address.endpoint}", self._listen, log)

    def start(self) -> None:
        """Start following the host."""
        self._asking.start()
        self._listening.start()

    def close(self) -> None:
        """Stop; replicated events stay."""
        self._listening.request_stop()
        self._asking.close()

    def wake(self) -> None:
        """Poll at once."""
        self._asking.notify()

    # ---------------------------------------------------------------- threads

    def _listen(self) -> None:
        """Poll whenever the host reports a change; without reports it is polled at intervals."""
        backoff = Backoff()
        self._listening.wait()
        while not self._listening.is_stopping:
            try:
                for kind, _ in self._client.changes():
                    if self._listening.is_stopping:
                        return
                    if kind not in ("beat", "event"):
                        self._ports_changed.set()
                    if kind != "beat":
                        self._asking.notify()
                    backoff.reset()
            except TenboError:
                pass
            self._listening.sleep(backoff.next())

    def _run(self) -> None:
        backoff = Backoff()
        while not self._asking.is_stopping:
            try:
                self.poll()
                backoff.reset()
                self._asking.wait(POLL_S)
            except TenboError as error:
                self.mark_unreachable(error.message)
                self._asking.sleep(backoff.next())
            except Exception as error:  # noqa: BLE001 - an internal error at one host must not end the others
                self._log.log_exception(error, host=self.name)
                why = sentence("program_mistake_in_log", "internal error: see the log of the service")
                self.mark_unreachable(why)
                self._asking.sleep(backoff.next())

    def poll(self) -> None:
        """Replicate new events; at intervals, and after a change of a port, update the tables too."""
        name, heads = self._client.fetch_heads()
        self._check_host_name(name)
        brought = replicate(_KnownHeads(heads, self._client), self._store, name)
        self.apply_new_rows(heads.get(DESK_STREAM))
        for stream in brought.restored_streams:
            self._log.write_line(
                f"host {name} has sent the events of {stream} again, because the host was restored from an older copy",
                level="warning",
            )
        if self.state != MET or self._ports_changed.is_set() or time.monotonic() >= self._full_poll_at:
            self._poll_tables()

    def _poll_tables(self) -> None:
        """Compare the clocks and update the states of the host's tables."""
        self._ports_changed.clear()
        if self.state != MET:
            self._share_secret()
        self.compare_clock()
        # The path of the release before, which a host that has not been updated yet answers, too.
        self.update_tables([*self._client.get("/v1/tables"), *self._client.get("/v1/strangers")])
        self.mark_reachable()
        self._full_poll_at = time.monotonic() + POLL_S

    def _share_secret(self) -> None:
        """Share the hall's secret with this host, so that its tables obey each host of the desk; the first has it."""
        keys = self._desk.keys
        try:
            if not keys.is_secret_settled:
                keys.adopt_secret(HallSecret(*self._client.exchange_secret()), only_first=True)
            # Another host may have been the first meanwhile.
            self._client.exchange_secret(*keys.get_or_create_secret())
        except Refused as error:
            # A host of an older Tenbo has no such path, and keeps keys of its own.
            if error.at != "path":
                raise

    def _check_host_name(self, name: str) -> None:
        """Store the name that the host reports; two hosts with one name could not be told apart."""
        other = self._desk.names.setdefault(name, self.location)
        if other != self.location:
            message = sentence(
                "hosts_of_one_name",
                "{one} and {other} both call themselves {name}: rename one of them (tenbo run --name)",
                one=self.location,
                other=other,
                name=name,
            )
            raise Refused("contradiction", message, "host")
        self.name = name
        self._listening.notify()


class _KnownHeads:
    """The heads that a host has reported, cached so that one poll requests them once."""

    def __init__(self, heads: dict[str, Any], client: RemoteHostClient) -> None:
        self._heads, self._client = heads, client
        self.rows = client.rows

    def heads(self) -> dict[str, Any]:
        """Return the end of every stream."""
        return self._heads
