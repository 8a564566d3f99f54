"""Assigns devices their table numbers for the desk, after a confirmation where a device is in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.hall.ledger_devices import writing_device
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.table_result import round_and_scores_text
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.table_games import TableGames
    from tenbo.hall.table_numbers import TableNumbers
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository


class DeviceNumbering:
    """The desk's numbering of devices."""

    def __init__(
        self, repository: TournamentRepository, numbers: TableNumbers, fleet: DeviceRegistry, games: TableGames
    ) -> None:
        self._repository = repository
        self._numbers = numbers
        self._fleet = fleet
        self._games = games

    def set_table_number(self, device: str, table: int | None, by: str = "desk") -> DeskRecord:
        """Set or remove a device's table number, and greet the device again."""
        made = self._numbers.set(device, table, by)
        for station in self._fleet.stations:
            hello = station.snapshot.hello
            if hello is not None and hello.id == device:
                station.repeat_admission()
        return made

    def require_renumbering_confirmation(self, device: str, table: int | None) -> None:
        """Request a confirmation before a device in use loses its table number or gets another one."""
        if table is None:
            self._confirm_unassigning(device)
        else:
            self._confirm_renumbering(device, table)

    def _confirm_renumbering(self, device: str, table: int) -> None:
        """Request a confirmation before a device in use gets another table number, because a digit may be mistyped."""
        known, now = self._numbers.table_number_of(device), self._games.running_game_of_device(device)
        if known is None or known == table:
            return
        if now is not None:
            raise confirmation_request(
                sentence(
                    "renumbering_playing_device",
                    "device {device} is table {known} and is playing ({now}); it would become table {table}",
                    device=device,
                    known=known,
                    now=round_and_scores_text(now),
                    table=table,
                )
            )
        tournament = self._repository.tournament
        if any(
            number == known and writing_device(tournament, ledger) == device
            for (_, number), (ledger, _) in tournament.games.items()
        ):
            message = sentence(
                "device_has_results",
                "device {device} is table {known} and has results there; it would become table {table}",
                device=device,
                known=known,
                table=table,
            )
            raise confirmation_request(message)

    def _confirm_unassigning(self, device: str) -> None:
        """Request a confirmation before a device that plays loses its number: its game would no longer be followed."""
        now = self._games.running_game_of_device(device)
        if now is not None:
            number, game = self._numbers.table_number_of(device), round_and_scores_text(now)
            raise confirmation_request(
                sentence(
                    "unassigning_playing_device",
                    "device {device} is table {number} and is playing ({game}): its game would no longer be followed",
                    device=device,
                    number=number,
                    game=game,
                )
            )
