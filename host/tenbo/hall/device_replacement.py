"""Transfers a table's ledger to a spare device: the game continues there, and the old device no longer writes it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from tenbo.hall.change_result import ChangeResult
from tenbo.hall.ledger_devices import game_ledgers_of_table, split_ledger_epoch, writing_device
from tenbo.store.ledgers import iter_game_events, stream_of
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.record_values import GameRef, LedgerHolder
from tenbo.tournament.table_result import round_and_scores_text
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.devices.follower import Message
    from tenbo.devices.station import Station
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.hall.table_games import TableGames
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository


class LedgerHandover:
    """The transfer of ledgers to devices."""

    def __init__(
        self, repository: TournamentRepository, records: RecordWriter, fleet: DeviceRegistry, games: TableGames
    ) -> None:
        self._repository = repository
        self._records = records
        self._fleet = fleet
        self._games = games

    def _select_ledger(self, table: int, named: str = "") -> str:
        """Return the ledger that a table's device has written last, or the named one of its ledgers."""
        ledgers = game_ledgers_of_table(self._repository.tournament, self._repository.store, table)
        if not ledgers:
            raise Refused(
                "bad_field",
                sentence(
                    "nothing_to_restore",
                    "nothing is stored for table {table}: there is nothing to restore",
                    table=table,
                ),
                "table",
            )
        if named and named not in ledgers:
            message = sentence(
                "unknown_ledger_of_table",
                "table {table} has no ledger {named}; its ledgers are: {ledgers}",
                table=table,
                named=named,
                ledgers=", ".join(ledgers),
            )
            raise Refused("bad_field", message, "ledger")
        return named or ledgers[0]

    def restore_game(self, table: int, device: str, by: str, why: str, named: str = "") -> ChangeResult:
        """Copy the stored game of a table to a spare device and make it the writer, in a later epoch.

        The spare may be the table's own device if its flash has lost the game.
        """
        ledger = self._select_ledger(table, named)
        start = self._repository.store.last_of_kind(stream_of(ledger), "start")
        assert start is not None
        events = list(iter_game_events(self._repository.store, ledger, start.seq))
        station = self._fleet.station_of_device(device)
        known = self._repository.tournament.numbers.get(device)
        if known not in (None, table):
            raise Refused(
                "not_allowed_now",
                sentence(
                    "device_is_table", "device {device} is table {known}: unassign it first", device=device, known=known
                ),
                "device",
            )
        there = station.snapshot
        hello = there.hello
        assert hello is not None
        owned = writing_device(self._repository.tournament, ledger) == device
        if hello.ledger == ledger and owned and there.rewound is None:
            raise Refused(
                "contradiction",
                sentence(
                    "device_has_game",
                    "device {device} still has this game of table {table}: nothing was lost",
                    device=device,
                    table=table,
                ),
                "device",
            )
        old = self._repository.tournament.devices[ledger]
        root, _ = split_ledger_epoch(ledger)
        epoch = self._repository.tournament.ledger_leases.get(root, LedgerHolder(0, "")).epoch + 1
        if split_ledger_epoch(hello.ledger)[0] == root and hello.last >= events[-1].n:
            # The device took the ledger over after the last backup of this store, so it has more events.
            epoch = max(epoch, split_ledger_epoch(hello.ledger)[1])
        coming = f"{root}.{epoch}"
        # If the host died after the transfer, only the records are missing.
        station.install_ledger(coming, [event.plain() for event in events])
        decisions: list[tuple[str, dict[str, Any]]] = [
            ("pen", {"ledger": root, "epoch": epoch, "to": device, "why": why}),
            ("bind", {"device": old}),
            ("bind", {"device": device, "table": table}),
            ("ledger", {"ledger": coming, "device": device}),
        ]
        for (session, number), game in self._repository.tournament.games.items():
            if number == table and game == GameRef(ledger, start.seq):
                decisions.append(("game", {"session": session, "table": table, "ledger": coming, "start": start.seq}))
        made = self._records.record_all(by, decisions)
        self._greet_new_writer(station, device, old)
        answer = {"table": table, "device": device, "ledger": coming, "events": len(events), "last": events[-1].n}
        return ChangeResult(answer, made)

    def _greet_new_writer(self, station: Station, device: str, old: str) -> None:
        """Greet the spare as the writer, and the old device, if it is plugged in, as superseded.

        A spare that dials has another connection by now.
        """
        for other in self._fleet.stations:
            hello = other.snapshot.hello
            if other is station or (hello is not None and hello.id in (device, old)):
                other.repeat_admission()

    def install_ledger(self, device: str, ledger: str, events: Sequence[Message], by: str) -> list[DeskRecord]:
        """Install a ledger on a device of this host for a desk above it; without events, an empty one of its own.

        The desk has chosen the device. It is recorded here as well, because otherwise the spare would look like a
        copied flash.
        """
        station = self._fleet.station_of_device(device)
        station.install_ledger(ledger, events)
        if not events:
            return []
        old = writing_device(self._repository.tournament, ledger)
        root, epoch = split_ledger_epoch(ledger)
        decisions: list[tuple[str, dict[str, Any]]] = [("ledger", {"ledger": ledger, "device": device})]
        if epoch > self._repository.tournament.ledger_leases.get(root, LedgerHolder(0, "")).epoch:
            pen = {"ledger": root, "epoch": epoch, "to": device, "why": "handed over at the desk"}
            decisions.insert(0, ("pen", pen))
        if old != device and old in self._repository.tournament.numbers:
            decisions.append(("bind", {"device": old}))
        made = self._records.record_all(by, decisions)
        self._greet_new_writer(station, device, old)
        return made

    def require_reset_confirmation(self, device: str) -> None:
        """Request a confirmation before an empty ledger ends the game of the device's table."""
        table, now = self._repository.tournament.numbers.get(device), self._games.running_game_of_device(device)
        if now is not None:
            raise confirmation_request(
                sentence(
                    "device_game_given_up",
                    "this device is table {table}, and its game would be abandoned: {now}",
                    table=table,
                    now=round_and_scores_text(now),
                )
            )

    def reset_ledger(self, device: str) -> dict[str, Any]:
        """Reset a device to an empty ledger of its own, so that it can be used again; its games stay on its flash."""
        station = self._fleet.station_of_device(device)
        ledger = secrets.token_hex(4)
        station.install_ledger(ledger, [])
        return {"device": device, "ledger": ledger}
