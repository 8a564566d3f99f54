"""Adopts table numbers and ledger owners that another host has recorded, where they do not conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.cluster.replication import heads_by_life
from tenbo.hall.ledger_devices import current_ledger
from tenbo.store.ledgers import DESK_STREAM
from tenbo.store.stream_replicas import replica_stream_name
from tenbo.tournament.record_schema import parse_record
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store.merged_store import MergedStore
    from tenbo.tournament.repository import TournamentRepository

Numbers = dict[str, int]
Devices = dict[str, str]


def recorded_host_numbers(store: MergedStore, host: str) -> tuple[Numbers, Devices]:
    """Return the table numbers of a host's devices and the devices of its ledgers, by its latest records."""
    numbers: Numbers = {}
    devices: Devices = {}
    lives = heads_by_life(store.base.heads(), host, DESK_STREAM)
    if not lives:
        return numbers, devices
    for row in store.base.rows(replica_stream_name(host, DESK_STREAM, max(lives))):
        if row.kind not in ("bind", "ledger"):
            continue
        fields = parse_record(row.kind, row.body, row.seq).fields
        if row.kind == "ledger":
            # The newest record is last, as in the desk's order.
            devices.pop(fields["ledger"], None)
            devices[fields["ledger"]] = fields["device"]
        elif "table" in fields:
            numbers[fields["device"]] = fields["table"]
        else:
            numbers.pop(fields["device"], None)
    return numbers, devices


class TableNumberSync:
    """Adopts what other hosts have recorded."""

    def __init__(
        self, store: MergedStore, repository: TournamentRepository, records: RecordWriter, log: ServiceLog
    ) -> None:
        self._store = store
        self._repository = repository
        self._records = records
        self._log = log

    @property
    def desk_record_count(self) -> int:
        """Return how many records the desk has made; a decision of the desk may change what is adopted."""
        return len(self._repository.desk.records)

    def adopt_host_numbers(self, host: str) -> None:
        """Adopt free numbers; the desk's own decision about a device stands, and no number is used twice."""
        with self._repository.desk.records_lock():
            self._adopt(host)

    def _adopt(self, host: str) -> None:
        numbers, devices = recorded_host_numbers(self._store, host)
        passed: set[str] = set()
        for ledger, device in devices.items():
            if ledger not in self._repository.tournament.devices:
                now = current_ledger(self._repository.tournament, device)
                self._records.record("ledger", "host", ledger=ledger, device=device)
                if now and now not in passed:
                    # The adopted record must not change the ledger that the device writes now, so that one is recorded
                    # again.
                    self._records.record("ledger", "host", ledger=now, device=device)
            passed.add(ledger)
        decided = {record.fields["device"] for record in self._repository.desk.records if record.kind == "bind"}
        taken = set(self._repository.tournament.numbers.values())
        for device, number in numbers.items():
            if device not in decided and number not in taken:
                try:
                    self._records.record("bind", f"host {host}", device=device, table=number)
                    taken.add(number)
                except TenboError as error:
                    self._log.write_line(f"host {host}: {error.message}", level="warning")
