"""The claims of devices to ledgers: which device writes a ledger now, and why another one may not."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tenbo.devices.admission_errors import LedgerOwnerConflict, LedgerTakenOver
from tenbo.hall.ledger_devices import current_ledger, game_ledgers_of_device, split_ledger_epoch, writing_device
from tenbo.store.ledgers import StoredLedgers, stream_of
from tenbo.tournament.table_result import replay_game
from tenbo_core.errors import TenboError
from tenbo_core.sentences import join_sentences, sentence
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.devices.hello import Hello
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.events import Event


class LedgerAdmission:
    """What the desk's records and the store say about a device that connects. Thread-safe."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter, keys: DeviceKeys) -> None:
        self._repository = repository
        self._records = records
        self._keys = keys
        self._lock = threading.Lock()

    def check_owner(self, hello: Hello) -> None:
        """Raise `LedgerTakenOver` or `LedgerOwnerConflict` if another device writes the reported ledger."""
        root, epoch = split_ledger_epoch(hello.ledger)
        lease = self._repository.tournament.ledger_leases.get(root)
        if lease is not None and lease.epoch > epoch:
            raise LedgerTakenOver(
                sentence(
                    "ledger_taken_over",
                    "its ledger {ledger} was moved to device {device}, so this device no longer writes to "
                    "that ledger: give this device a ledger of its own (tenbo restore --fresh DEVICE)",
                    ledger=root,
                    device=lease.holder,
                )
            )
        self._check_ledger(hello)

    def _check_ledger(self, hello: Hello) -> None:
        """Raise `LedgerOwnerConflict` for a ledger of another device, for example after a flash was copied."""
        tournament = self._repository.tournament
        owner = writing_device(tournament, hello.ledger)
        if owner in ("", hello.id):
            return
        number = tournament.numbers.get(owner)
        whose = sentence("device_by_id", "device {device}", device=owner)
        if number is not None:
            whose = sentence("device_of_table", "table {table}, device {device}", table=number, device=owner)
        copied = sentence(
            "ledger_of_other_device",
            "reports ledger {ledger}, which belongs to {whose}: its flash may have been copied. Give it a "
            "ledger of its own (tenbo restore --fresh {device})",
            ledger=hello.ledger,
            whose=whose,
            device=hello.id,
        )
        if number is None:
            raise LedgerOwnerConflict(copied)
        goes_on = sentence(
            "restore_if_game_goes_on",
            "if this device is to continue the game, restore table {table} to it under Spares (tenbo restore "
            "{table} --to {device})",
            table=number,
            device=hello.id,
        )
        raise LedgerOwnerConflict(join_sentences([copied, goes_on]))

    def claim_ledger(self, hello: Hello) -> None:
        """Record the device as the writer of its ledger, or raise `LedgerOwnerConflict`."""
        with self._lock:
            self._check_ledger(hello)
            tournament = self._repository.tournament
            known = tournament.devices.get(hello.ledger, hello.id) == hello.id
            if known and current_ledger(tournament, hello.id) != hello.ledger:
                self._records.record("ledger", "host", ledger=hello.ledger, device=hello.id)

    def proof_demand(self, hello: Hello) -> str | None:
        """Return why a device without a key has to present a stored event before it is followed, or None.

        It need not if no event of it is stored, or if the desk has just assigned its table number.
        """
        if self._keys.rekey_allowed(hello.id):
            return None
        owned = [ledger for ledger, device in self._repository.tournament.devices.items() if device == hello.id]
        return self._keys.unverified_device_message(hello) if any(self.has_events(ledger) for ledger in owned) else None

    def has_events(self, ledger: str) -> bool:
        """Return whether an event of a ledger is stored."""
        return self._repository.store.head(stream_of(ledger)).seq >= 0

    def missing_game_warning(self, hello: Hello) -> str | None:
        """Return the warning that an empty device has an unfinished game in the store, or None."""
        tournament, store = self._repository.tournament, self._repository.store
        table = tournament.numbers.get(hello.id)
        if table is None or hello.last >= 0:
            return None
        own = game_ledgers_of_device(tournament, store, hello.id)
        events = StoredLedgers(store).latest_game_events(own[0]) if own else []
        if not events or _is_over(events):
            return None
        return sentence(
            "table_came_up_empty",
            "started with an empty ledger, but its game up to event {number} is in the store: restore it "
            "under Spares (tenbo restore {table} --to {device})",
            number=events[-1].n,
            table=table,
            device=hello.id,
        )


def _is_over(events: list[Event]) -> bool:
    """Return whether a game is over; a game that cannot be replayed counts as unfinished."""
    try:
        table = replay_game(events)
    except TenboError:
        return False
    return table is not None and table.phase == OVER
