"""The service put together: store, hall, timekeeper and API, from start to end."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Self

from tenbo.api.access import Access, new_token
from tenbo.api.addresses import beyond_here
from tenbo.api.client import endpoint_file, write_endpoint
from tenbo.api.desks import Desks
from tenbo.api.host import Host
from tenbo.api.server import Server
from tenbo.api.table_list import TableList
from tenbo.hall.day import DayTime
from tenbo.hall.hall import Hall
from tenbo.hall.results_ahead import ResultsAhead
from tenbo.hall.timekeeper import Timekeeper
from tenbo.hall.updating import Updating
from tenbo.halls.collected import Collected
from tenbo.halls.databases import check_installed, to_write, watched
from tenbo.halls.following import address_of, check_open_way
from tenbo.halls.many_hosts import ManyHosts
from tenbo.service.config import own_name
from tenbo.store.opening import beside, only_for_owner
from tenbo.web.shells import pages
from tenbo_core.errors import LinkFault, Refused, StorageFault, TenboError

if TYPE_CHECKING:
    from typing import IO

    from tenbo.feed.feed import Feed
    from tenbo.hall.service_log import ServiceLog
    from tenbo.halls.collector import Collector
    from tenbo.halls.pg_carrying import Carrying
    from tenbo.panel.board import RefereePanel
    from tenbo.service.config import Config

SHORTEST_PASSWORD = 8


class Service:
    """Everything that runs under `tenbo run`; use it in a `with` statement."""

    def __init__(self, config: Config, log: ServiceLog, day: DayTime | None = None) -> None:
        self.config = config
        self.log = log
        check_password(config)
        follow = [address_of(one) for one in dict.fromkeys(config.follow)]
        check_open_way(follow, unencrypted=config.unencrypted)
        try:
            config.store.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"the folder {config.store.parent} cannot be made: {error.strerror}"
            raise StorageFault("cannot_write", message, "store") from None
        self._lock = claim(config)
        try:
            self.store = Collected(to_write(config.store, config.database))
        except TenboError:
            self._lock.close()
            raise
        if self.store.base.migrated:
            log.line(self.store.base.migrated, level="warning")
        self.hall = Hall(self.store, log, config.ports, search=config.search, number_new=config.number_new)
        self.timekeeper = Timekeeper(self.hall, day or DayTime(beside(config.store, ".clock")))
        self.results_ahead = ResultsAhead(self.hall)
        self.panel: RefereePanel | None = None
        self.collectors = self._collectors(config)
        self.feed = self._feed(config)
        if config.panel is not None:
            self.panel = self._panel(config)
        kept = beside(config.store, ".access")
        self.access = Access(new_token(), config.password, kept, self._tables)
        try:
            self.hosts = ManyHosts(self.hall, self.store, follow, config.name, self.timekeeper.day.moment)
            self.watch = watched(self.store, self.hosts.wake, log)
            self.desks = Desks(log)
            self.carrying = self._carrying()
            self.updating = Updating(self.hall)
            host = Host(
                self.hall,
                self.timekeeper,
                self.access,
                self.store.base,
                self.desks,
                self.hosts,
                self.updating,
                TableList(self.hall),
                config.name,
                config.wifi,
                config.wifi_password,
            )
            self.server = Server(config.listen, host, pages(), config.names)
        except OSError as error:
            self._give_back()
            address, port = config.listen
            message = f"cannot listen on {address}:{port} ({error.strerror}): name another port with --listen"
            raise LinkFault("cannot_listen", message, "listen") from None

    def __enter__(self) -> Self:
        try:
            write_endpoint(self.config.store, self.server.url, self.access.token)
        except OSError as error:
            self.server.close()
            self._give_back()
            file = endpoint_file(self.config.store)
            message = f"{file} cannot be written ({error.strerror}): the commands would find no service"
            raise StorageFault("cannot_write", message, "store") from None
        self.server.start()
        self.hall.start()
        self.timekeeper.start()
        self.results_ahead.start()
        for collector in self.collectors:
            collector.start(self.hall.changes)
        for carrying in self.carrying:
            carrying.start()
        self.hosts.start()
        if self.watch is not None:
            self.watch.start()
        if self.panel is not None:
            self.panel.start()
        if self.feed is not None:
            self.feed.start()
        self.log.line(f"answering at {self.server.url}, keeping {self.config.store}")
        if beyond_here(self.config.listen[0]):
            text = "other computers can reach this address; with the password they read names and results, unencrypted"
            self.log.line(text, level="warning")
        return self

    def __exit__(self, *_: object) -> None:
        self.hall.changes.publish("end", {})
        self.server.streams.end()
        self.updating.close()
        if self.panel is not None:
            self.panel.close()
        self.timekeeper.close()
        self.results_ahead.close()
        if self.watch is not None:
            self.watch.close()
        self.hosts.close()
        for carrying in self.carrying:
            carrying.close()
        self.desks.close()
        self.hall.close()
        self.server.close()
        for collector in self.collectors:
            collector.close()
        if self.feed is not None:
            self.feed.close()
        self.store.close()
        endpoint_file(self.config.store).unlink(missing_ok=True)
        self._lock.close()
        self.log.line("ended; every event that was acknowledged is on disk")

    def _tables(self) -> list[int]:
        return [*self.hall.tournament.numbers.values()]

    def _give_back(self) -> None:
        """Close what is open already when the service cannot start."""
        if self.panel is not None:
            self.panel.close()
        self.store.close()
        self._lock.close()

    def _collectors(self, config: Config) -> list[Collector]:
        """Return what tells each desk that was named; each in a thread of its own, so that none waits for another."""
        if not config.desk:
            return []
        try:
            check_installed()
            from tenbo.halls.collector import Collector  # noqa: PLC0415 - most hosts have no such desk
            from tenbo.halls.pg_stations import views_of  # noqa: PLC0415 - same

            views = views_of(self.hall)
            return [Collector(self.store.base, address, self.log, views=views) for address in config.desk]
        except TenboError:
            self._give_back()
            raise

    def _carrying(self) -> list[Carrying]:
        """Return what takes the commands of each desk that is told."""
        if not self.collectors:
            return []
        from tenbo.halls.carried_out import CarriedOut  # noqa: PLC0415 - most hosts have no such desk
        from tenbo.halls.pg_carrying import Carrying  # noqa: PLC0415 - same

        work = CarriedOut(self.hall, self.timekeeper.day.moment)
        return [Carrying(one.url, one.host, work, self.log, self.desks.heard, one.fence) for one in self.collectors]

    def _feed(self, config: Config) -> Feed | None:
        """Return what tells a broker of MQTT, where one is named."""
        if not config.mqtt:
            return None
        try:
            try:
                from tenbo.feed.feed import Feed  # noqa: PLC0415 - most hosts tell no broker
            except ModuleNotFoundError as error:
                message = (
                    f"to tell a broker needs {error.name}: in the clone `{sys.executable} -m pip install '.[mqtt]'`"
                )
                raise Refused("not_installed", message, "mqtt") from None
            return Feed(config.mqtt, config.name or own_name(), self.hall, self.timekeeper)
        except TenboError:
            self._give_back()
            raise

    def _panel(self, config: Config) -> RefereePanel | None:
        """Set the referee's panel up; without it everything else goes on."""
        from tenbo.panel.board import RefereePanel, pins_of  # noqa: PLC0415 - only a Raspberry Pi has one

        try:
            return RefereePanel(self.hall, self.timekeeper, pins_of(config.panel or {}))
        except Refused as error:
            self.log.line(error.message, level="error")
            return None


def check_password(config: Config) -> None:
    """Refuse to show names and results to a whole network unless it was said who may see them."""
    if not beyond_here(config.listen[0]):
        return
    if not config.password:
        message = (
            f"{config.listen[0]} can be reached by other computers, which could read every name and result: give a "
            "password in the settings (tenbo run --example) or in TENBO_PASSWORD, or listen at 127.0.0.1"
        )
        raise Refused("missing_field", message, "password")
    if len(config.password) < SHORTEST_PASSWORD:
        raise Refused("bad_field", f"the password needs {SHORTEST_PASSWORD} characters or more", "password")


def claim(config: Config) -> IO[str]:
    """Take the store for this process alone: two services would both open every port."""
    path = beside(config.store, ".lock")
    try:
        if os.name != "nt" and path.exists() and path.stat().st_mode & 0o077:
            # Whoever may open a file may lock it: one that others could open says nothing about us.
            path.unlink()
        only_for_owner(path)
        file = path.open("a")
    except OSError as error:
        message = f"{path} cannot be written ({error.strerror}): name a store in a folder of your own with --store"
        raise StorageFault("cannot_write", message, "store") from None
    try:
        _lock(file)
    except OSError:
        file.close()
        message = f"another tenbo run keeps {config.store}: stop it first, or name another store"
        raise StorageFault("in_use", message, "store") from None
    return file


def _lock(file: IO[str]) -> None:
    """Lock a file until it is closed or the process ends, however it ends."""
    if os.name == "nt":
        import msvcrt  # noqa: PLC0415 - there only on Windows

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    with contextlib.suppress(ImportError):
        import fcntl  # noqa: PLC0415 - not there on Windows

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
