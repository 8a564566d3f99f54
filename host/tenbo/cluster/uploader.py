"""On a host: uploads all stored events to the desk's database while the host runs.

The host keeps its events. After a failure of the network or the database it continues from what the database has, and
no table ever waits for it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tenbo.cluster.postgres.hall_secret import adopt_or_offer_secret
from tenbo.cluster.postgres.host_presence import ClockComparison, acknowledge_records, report_clock
from tenbo.cluster.postgres.record_restore import sync_desk_records
from tenbo.cluster.postgres.server_fence import ServerFence
from tenbo.cluster.postgres.table_reports import TableReportWriter
from tenbo.cluster.replication import EMPTY, replicate
from tenbo.runtime.worker import Worker
from tenbo.store.postgres.connection import connection_parameters, url_without_password
from tenbo.store.postgres.store import PgStore
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.store.stream_replicas import check_host_name
from tenbo_core.errors import Malformed, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store import EventStore

# Without news it checks this often for missing events, and reports that the host is present.
POLL_S = 2.0
# After a failure it retries after this time; only this host waits for it.
AGAIN_S = 1.0
# The clocks are compared after this many polls without news.
LOOKS_FOR_CLOCKS = 15


class EventUploader:
    """Uploads one host's store to one database, in a thread of its own."""

    def __init__(
        self,
        store: EventStore,
        url: str,
        log: ServiceLog,
        clock: Callable[[], int] = wall_clock_ms,
        views: Callable[[], list[dict[str, Any]]] = list,
        keys: DeviceKeys | None = None,
    ) -> None:
        self.url, self.host = url, host_from_url_user(url)
        self.desk = url_without_password(url)
        self.is_behind = True
        self.last_error = ""
        self._store = store
        self.fence = ServerFence(store)
        self._target = PgStore(url, fence=self.fence.check)
        # The keys of this host's tables, which follow from the hall's secret once this host has that.
        self._keys, self._shares_secret = keys, keys is None
        self._log = log
        self._clock = clock
        # The views of this host's own devices, and the reports that were written of them.
        self._views, self._table_reports = views, TableReportWriter()
        self._beat_at = 0.0
        # The end of the desk's records that was last acknowledged.
        self._uploaded_head = EMPTY
        self._comparison: ClockComparison | None = None
        self._looks = 0
        self._thread = Worker(f"uploader {self.desk}", self._run, log)

    def start(self, changes: ChangeBuffer) -> None:
        """Start the uploader; each change notifies it."""
        changes.add_listener(self._thread.notify)
        self._thread.start()

    def close(self) -> None:
        """Stop after the stored events are uploaded, if the database answers."""
        self._thread.close()
        self._target.close()

    def _run(self) -> None:
        while True:
            ending = self._thread.is_stopping
            if ending and self.is_behind:
                return
            try:
                self._upload()
            except TenboError as error:
                self._failed(error)
            except Exception as error:  # noqa: BLE001 - an internal error must not end the uploader
                self._log.log_exception(error)
                self.is_behind = True
            if ending:
                return
            # News from the time without the desk are published when it is reachable again.
            if self.is_behind:
                self._thread.sleep(AGAIN_S)
            else:
                self._thread.wait(POLL_S)

    def _upload(self) -> None:
        """Upload missing events, and at intervals compare the clocks."""
        self._share_secret()
        brought = replicate(self._store, self._target, self.host)
        if brought.restored_streams:
            text = (
                f"the desk at {self.desk} and this host have different events of "
                f"{', '.join(brought.restored_streams)}, "
                "because this host "
                "was restored from an older copy. The desk keeps both versions: see tenbo desk --conflicts"
            )
            self._log.write_line(text, level="warning")
        given, end = sync_desk_records(self._target, self._store)
        if given:
            self._log.write_line(
                f"this host has sent back records that the desk at {self.desk} had lost: {given}", level="warning"
            )
        if end != self._uploaded_head:
            acknowledge_records(self._target, end.seq)
            self._uploaded_head = end
        if self.is_behind:
            self.is_behind, self.last_error = False, ""
            self._comparison = None
            self._log.write_line(f"the desk at {self.desk} has every event of this host")
            self._table_reports.write_all_next_time()
            self._uploaded_head = EMPTY
        if not brought.rows:
            self._looks += 1
        if self._comparison is None or self._looks >= LOOKS_FOR_CLOCKS:
            self._looks = 0
            self._comparison = report_clock(self._target, self._clock, [*self.fence.refused.values()])
        beat = time.monotonic() >= self._beat_at
        self._table_reports.write_changed(self._target.link, self._views(), beat=beat)
        if beat:
            self._beat_at = time.monotonic() + POLL_S

    def _share_secret(self) -> None:
        """Share the hall's secret with the other hosts of the desk, so that its tables obey each of them."""
        if self._keys is None or self._shares_secret:
            return
        before = self._keys.secret
        self._shares_secret = adopt_or_offer_secret(self._target.link, self._keys)
        if before is not None and before != self._keys.secret:
            self._log.write_line(
                f"this host now has the hall key of the desk at {self.desk}, and gives that key to its tables"
            )

    def _failed(self, error: TenboError) -> None:
        if self.last_error != error.message:
            text = (
                f"the desk receives no data: {error.message}. The tables continue, and the desk gets the "
                "missing data when it answers again"
            )
            self._log.write_line(text, level="warning")
        self.is_behind, self.last_error = True, error.message
        # The server that answers next may be a new one.
        self._shares_secret = self._keys is None


def host_from_url_user(url: str) -> str:
    """Return the name under which a host writes to the database: the user in its address."""
    name = str(connection_parameters(url).get("user") or "")
    if not name:
        message = (
            "the address of the desk's database must contain this host's name: postgresql://HOST:PASSWORD@desk/tenbo"
        )
        raise Malformed("missing_field", message, "desk")
    return check_host_name(name)
