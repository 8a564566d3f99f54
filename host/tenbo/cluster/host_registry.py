"""The registry of all hosts that one desk follows: their start and stop, their states and their conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.cluster.host_fault_reports import host_discrepancies
from tenbo.cluster.store_discrepancies import Discrepancy, store_discrepancies
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.cluster.http_host import HttpHost
    from tenbo.cluster.remote_host import RemoteHost
    from tenbo.cluster.uploading_hosts import UploadingHostPoller
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store.merged_store import MergedStore
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository


class HostRegistry:
    """The hosts by their addresses. Without hosts only conflicts in the store are reported."""

    def __init__(
        self,
        store: MergedStore,
        repository: TournamentRepository,
        records: RecordWriter,
        http_hosts: list[HttpHost],
        database_hosts: UploadingHostPoller | None,
        log: ServiceLog,
    ) -> None:
        self._store = store
        self._repository = repository
        self._records = records
        self._log = log
        self.http_hosts = http_hosts
        self.database_hosts = database_hosts
        store.reachable_clocks = self._known_clock_offsets

    def _known_clock_offsets(self) -> dict[str, int]:
        return {host.name: host.time.wall_offset_ms for host in self.known_hosts if host.time.is_known}

    @property
    def known_hosts(self) -> list[RemoteHost]:
        """Return every known host, over HTTP or through the database."""
        by_rows = {} if self.database_hosts is None else dict(self.database_hosts.hosts)
        rows = [by_rows[name] for name in sorted(by_rows)]
        return [*(host for host in self.http_hosts if host.name not in by_rows), *rows]

    def start(self) -> None:
        """Start following the hosts."""
        if self.database_hosts is not None:
            self.database_hosts.start()
        for host in self.http_hosts:
            host.start()

    def close(self) -> None:
        """Stop following the hosts."""
        for host in self.http_hosts:
            host.close()
        if self.database_hosts is not None:
            self.database_hosts.close()

    def wake(self) -> None:
        """Poll all hosts at once, because one has stored something."""
        if self.database_hosts is not None:
            self.database_hosts.wake()
        for host in self.http_hosts:
            host.wake()

    def host_statuses(self) -> list[dict[str, Any]]:
        """Return the state of each followed host."""
        return [host.host_status() for host in self.known_hosts]

    def choose_version(self, ledger: str, host: str, why: str, by: str) -> DeskRecord:
        """Record which source of a forked ledger counts; other ledgers are refused."""
        forks = {fork.ledger: fork for fork in self._store.forks()}
        if ledger not in forks:
            known = ", ".join(sorted(forks)) or "none"
            raise Refused(
                "bad_field",
                sentence(
                    "ledger_without_versions",
                    "ledger {ledger} does not have two versions; ledgers with two versions: {known}",
                    ledger=ledger,
                    known=known,
                ),
                "ledger",
            )
        tellers = sorted(forks[ledger].content_by_source)
        if host not in tellers:
            raise Refused(
                "bad_field",
                sentence(
                    "host_without_ledger_version",
                    "{host} has sent no version of ledger {ledger}: choose {tellers}",
                    host=host,
                    ledger=ledger,
                    tellers=" or ".join(tellers),
                ),
                "host",
            )
        made = self._records.record("believe", by, ledger=ledger, host=host, why=why)
        self.wake()
        return made

    def cancel_deferred(self, host: str) -> int:
        """Cancel the deferred commands of a host that are not started; return how many they were."""
        if self.database_hosts is None or host not in self.database_hosts.hosts:
            known = ", ".join(sorted(self.database_hosts.hosts)) if self.database_hosts is not None else ""
            raise Refused(
                "bad_field",
                sentence(
                    "host_not_in_database",
                    "there is no host {host}; the hosts are: {known}",
                    host=host[:40],
                    known=known or "none",
                ),
                "host",
            )
        taken = self.database_hosts.cancel_deferred(host)
        self._log.write_line(f"commands cancelled for host {host}: {taken}")
        return taken

    def conflicts(self) -> list[dict[str, Any]]:
        """Return the conflicts, serious ones first."""
        found: list[Discrepancy] = [
            *host_discrepancies(self.known_hosts),
            *store_discrepancies(self._store, self._repository.tournament),
        ]
        return [doubt.as_record() for doubt in sorted(found, key=lambda doubt: not doubt.serious)]
