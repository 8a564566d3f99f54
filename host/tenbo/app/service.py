"""Builds the service from store, hall, timekeeper and API, and runs it from start to end."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Self

from tenbo.app.cluster_services import build_cluster
from tenbo.app.config import default_host_name
from tenbo.app.hall_services import build_hall
from tenbo.app.web_composition import build_server
from tenbo.client.local_service_client import endpoint_file, write_endpoint
from tenbo.client.own_addresses import is_reachable_from_network
from tenbo.cluster.desk_database import check_driver_installed, listen_for_changes, open_writable, read_database_url
from tenbo.cluster.http_host import check_encryption, parse_address
from tenbo.hall.monotonic_time import MonotonicWallClock
from tenbo.store.merged_store import MergedStore
from tenbo.store.sqlite_connection import restrict_to_owner, sibling_path
from tenbo.tournament.store_contents import contents_text
from tenbo.web.auth.authentication import ClientAuthenticator, new_token
from tenbo.web.auth.visibility import Visibility
from tenbo.web.server.desk_host_heartbeats import DeskHeartbeats
from tenbo.web.server.dial_in_server import listen_fault
from tenbo_core.errors import Refused, StorageFault, TenboError

if TYPE_CHECKING:
    from typing import IO

    from tenbo.app.config import Config
    from tenbo.cluster.postgres.command_worker import CommandWorker
    from tenbo.cluster.uploader import EventUploader
    from tenbo.integrations.chat.chat_notifier import ChatNotifier
    from tenbo.integrations.mqtt.publisher import MqttPublisher
    from tenbo.integrations.referee_panel.panel_hardware import RefereePanel
    from tenbo.runtime.service_log import ServiceLog

SHORTEST_PASSWORD = 8


class Service:
    """Everything that runs under `tenbo run`; use it in a `with` statement."""

    def __init__(self, config: Config, log: ServiceLog, day: MonotonicWallClock | None = None) -> None:
        self.config = config
        self.log = log
        require_network_password(config)
        follow = [parse_address(one) for one in dict.fromkeys(config.follow)]
        check_encryption(follow, unencrypted=config.unencrypted)
        try:
            config.store.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"the folder {config.store.parent} cannot be created: {error.strerror}"
            raise StorageFault("cannot_write", message, "store") from None
        self._lock = lock_store(config)
        try:
            self.store = MergedStore(open_writable(config.store, config.database))
        except TenboError:
            self._lock.close()
            raise
        if self.store.base.migrated:
            log.write_line(self.store.base.migrated, level="warning")
        day = day or MonotonicWallClock(sibling_path(config.store, ".clock"))
        kept = sibling_path(config.store, ".access")
        self.access = ClientAuthenticator(
            new_token(), config.password, kept, self._table_numbers, members=lambda: [*self.hall.repository.people()]
        )
        self.hall = build_hall(
            self.store,
            log,
            config.ports,
            search=config.search,
            number_new=config.number_new,
            day=day,
            table_keys=self.access.table_keys,
        )
        self.hall.seat_picks.has_desk = lambda: (
            self.desks.has_following_desk or any(not one.is_behind for one in self.uploaders)
        )
        self.timekeeper = self.hall.timekeeper
        self.visibility = Visibility(self.hall.repository, self.hall.games, self.hall.session_index)
        self.panel: RefereePanel | None = None
        self.uploaders = self._make_uploaders(config)
        self.feed = self._make_mqtt_publisher(config)
        self.chats = self._make_chat_notifiers(config)
        if config.panel is not None:
            self.panel = self._make_panel(config)
        try:
            self.hosts = build_cluster(self.hall, self.store, follow, config.name)
            self.database_listener = listen_for_changes(self.store, self.hosts.wake, log)
            self.desks = DeskHeartbeats(log)
            self.command_workers = self._make_command_workers()
            self.server = build_server(
                config, self.hall, self.store.base, self.visibility, self.access, self.desks, self.hosts
            )
        except OSError as error:
            self._close_opened()
            raise listen_fault(config.listen, error) from None

    def __enter__(self) -> Self:
        try:
            write_endpoint(self.config.store, self.server.url, self.access.token)
        except OSError as error:
            self.server.close()
            self._close_opened()
            file = endpoint_file(self.config.store)
            message = f"{file} cannot be written ({error.strerror}): the commands would find no service"
            raise StorageFault("cannot_write", message, "store") from None
        self.hall.result_cache_warmer.compute_first_page()
        self.server.start()
        self.hall.fleet.start()
        self.timekeeper.start()
        self.hall.result_cache_warmer.start()
        self.hall.club_names.start()
        self.hall.seat_picks.start()
        for collector in self.uploaders:
            collector.start(self.hall.changes)
        for carrying in self.command_workers:
            carrying.start()
        self.hosts.start()
        if self.database_listener is not None:
            self.database_listener.start()
        if self.panel is not None:
            self.panel.start()
        if self.feed is not None:
            self.feed.start()
        for chat in self.chats:
            chat.start()
        self.log.write_line(f"answering at {self.server.url}; the store is {self._store_label()}")
        self.log.write_line(self._store_text())
        if is_reachable_from_network(self.config.listen[0]):
            text = (
                "other computers can reach this address; with the password they can read names and results, "
                "which are sent unencrypted"
            )
            self.log.write_line(text, level="warning")
        return self

    def __exit__(self, *_: object) -> None:
        self.hall.changes.publish("end", {})
        self.server.streams.end()
        self.hall.firmware_rollout.close()
        if self.panel is not None:
            self.panel.close()
        self.timekeeper.close()
        self.hall.club_names.close()
        self.hall.seat_picks.close()
        self.hall.result_cache_warmer.close()
        if self.database_listener is not None:
            self.database_listener.close()
        self.hosts.close()
        for carrying in self.command_workers:
            carrying.close()
        self.desks.close()
        self.hall.fleet.close()
        self.server.close()
        for collector in self.uploaders:
            collector.close()
        if self.feed is not None:
            self.feed.close()
        for chat in self.chats:
            chat.close()
        self.store.close()
        endpoint_file(self.config.store).unlink(missing_ok=True)
        self._lock.close()
        self.log.write_line("ended; every event that was acknowledged is on disk")

    def _store_label(self) -> str:
        """Return the file of the store, or the database in its place."""
        url = read_database_url(self.config.store)
        if not url:
            return str(self.config.store)
        from tenbo.store.postgres.connection import database_label  # noqa: PLC0415 - only such a desk has the package

        return f"the database at {database_label(url)}"

    def _store_text(self) -> str:
        """Return what the store has, why it was opened if it was not named, and how another one is opened."""
        repository = self.hall.repository
        why = f" ({self.config.store_why})" if self.config.store_why else ""
        has = contents_text(repository.tournament, len(repository.people()))
        return f"this store{why} has {has}; another store: --store FILE"

    def _table_numbers(self) -> list[int]:
        return [*self.hall.repository.tournament.numbers.values()]

    def _close_opened(self) -> None:
        """Close the parts that are open already if the service cannot start."""
        if self.panel is not None:
            self.panel.close()
        self.store.close()
        self._lock.close()

    def _make_uploaders(self, config: Config) -> list[EventUploader]:
        """Return an uploader for each named desk; each has a thread of its own, so that none waits for another."""
        if not config.desk:
            return []
        try:
            check_driver_installed()
            from tenbo.cluster.postgres.table_reports import make_views_source  # noqa: PLC0415 - same
            from tenbo.cluster.uploader import EventUploader  # noqa: PLC0415 - most hosts have no such desk

            views = make_views_source(self.hall.fleet)
            return [
                EventUploader(self.store.base, address, self.log, views=views, keys=self.hall.keys)
                for address in config.desk
            ]
        except TenboError:
            self._close_opened()
            raise

    def _make_command_workers(self) -> list[CommandWorker]:
        """Return the workers that take the commands of each desk to which this host uploads."""
        if not self.uploaders:
            return []
        from tenbo.cluster.command_executor import CommandExecutor  # noqa: PLC0415 - most hosts have no such desk
        from tenbo.cluster.postgres.command_worker import CommandWorker  # noqa: PLC0415 - same

        hall = self.hall
        work = CommandExecutor(
            hall.repository, hall.fleet, hall.numbering, hall.commands, self.timekeeper.day.now_and_uptime
        )
        return [
            CommandWorker(one.url, one.host, work, self.log, self.desks.record_heartbeat, one.fence.check)
            for one in self.uploaders
        ]

    def _make_chat_notifiers(self, config: Config) -> list[ChatNotifier]:
        """Return what tells each chat that is named."""
        if not config.chat:
            return []
        from tenbo.integrations.chat.chat_notifier import ChatNotifier  # noqa: PLC0415 - most hosts have no chat

        hall, outbox = self.hall, sibling_path(config.store, ".chat")
        try:
            return [
                ChatNotifier(one, hall.repository, hall.changes, self.log, outbox, with_names=config.chat_names)
                for one in config.chat
            ]
        except TenboError:
            self._close_opened()
            raise

    def _make_mqtt_publisher(self, config: Config) -> MqttPublisher | None:
        """Return the publisher to an MQTT broker, if one is named."""
        if not config.mqtt:
            return None
        try:
            try:
                from tenbo.integrations.mqtt.publisher import MqttPublisher  # noqa: PLC0415 - most hosts have no broker
            except ModuleNotFoundError as error:
                message = (
                    f"sending to an MQTT broker needs {error.name}: in the clone `{sys.executable} -m pip "
                    "install '.[mqtt]'`"
                )
                raise Refused("not_installed", message, "mqtt") from None
            name, hall = config.name or default_host_name(), self.hall
            return MqttPublisher(
                config.mqtt, name, hall.tables, self.visibility, self.timekeeper, hall.changes, self.log
            )
        except TenboError:
            self._close_opened()
            raise

    def _make_panel(self, config: Config) -> RefereePanel | None:
        """Set the referee's panel up; without it everything else goes on."""
        from tenbo.integrations.referee_panel.panel_hardware import RefereePanel, parse_pins  # noqa: PLC0415 - only a Raspberry Pi has one

        try:
            return RefereePanel(self.hall.calls, self.timekeeper, self.log, parse_pins(config.panel or {}))
        except Refused as error:
            self.log.write_line(error.message, level="error")
            return None


def require_network_password(config: Config) -> None:
    """Refuse to show names and results to a whole network without a password."""
    if not is_reachable_from_network(config.listen[0]):
        return
    if not config.password:
        message = (
            f"{config.listen[0]} can be reached by other computers, which could read every name and result: give a "
            "password in the settings (tenbo run --example) or in TENBO_PASSWORD, or listen at 127.0.0.1"
        )
        raise Refused("missing_field", message, "password")
    if len(config.password) < SHORTEST_PASSWORD:
        raise Refused("bad_field", f"the password needs {SHORTEST_PASSWORD} characters or more", "password")


def lock_store(config: Config) -> IO[str]:
    """Take the store for this process alone: two services would both open every port."""
    path = sibling_path(config.store, ".lock")
    try:
        if os.name != "nt" and path.exists() and path.stat().st_mode & 0o077:
            # A user who may open a file may lock it: a lock on a file that other users can open proves nothing.
            path.unlink()
        restrict_to_owner(path)
        file = path.open("a")
    except OSError as error:
        message = f"{path} cannot be written ({error.strerror}): name a store in a folder of your own with --store"
        raise StorageFault("cannot_write", message, "store") from None
    try:
        _lock(file)
    except OSError:
        file.close()
        message = f"another tenbo run uses {config.store}: stop it first, or name another store"
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
