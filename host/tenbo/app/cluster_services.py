"""Builds what a desk of several hosts needs: the hosts that it follows, over HTTP or through its database."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tenbo.cluster.host_reachability import HostReachabilityReporter
from tenbo.cluster.host_registry import HostRegistry
from tenbo.cluster.http_host import DeskIdentity, HttpHost
from tenbo.cluster.remote_host import MET
from tenbo.cluster.remote_tables import RemoteTables
from tenbo.cluster.table_number_sync import TableNumberSync

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.app.hall_services import HallServices
    from tenbo.cluster.http_host import HostAddress
    from tenbo.cluster.uploading_hosts import UploadingHostPoller
    from tenbo.store.merged_store import MergedStore
    from tenbo.store.postgres.store import PgStore


def build_cluster(services: HallServices, store: MergedStore, follow: Sequence[HostAddress], name: str) -> HostRegistry:
    """Return the followed hosts of the desk `name`; a host without any follows none."""
    repository, records, log = services.repository, services.records, services.log
    moment = services.timekeeper.day.now_and_uptime
    tables = RemoteTables(repository, services.station_host, services.fleet, services.publisher)
    sync = TableNumberSync(store, repository, records, log)
    reporter = HostReachabilityReporter(services.assignment, services.changes, log)
    desk = DeskIdentity(name, moment, services.keys)
    http_hosts = [HttpHost(address, desk, store, tables, sync, reporter, log) for address in follow]
    database_hosts: UploadingHostPoller | None = None
    if getattr(store.base, "url", ""):
        from tenbo.cluster.uploading_hosts import DatabaseHost, UploadingHostPoller  # noqa: PLC0415 - only a desk with a database has the package

        make_host = partial(DatabaseHost, moment=moment, tables=tables, sync=sync, reporter=reporter)
        base: PgStore = store.base  # type: ignore[assignment]
        database_hosts = UploadingHostPoller(
            base,
            name,
            lambda: {host.name for host in http_hosts if host.state == MET},
            services.names,
            make_host,
            services.keys,
            log,
        )
    return HostRegistry(store, repository, records, http_hosts, database_hosts, log)
