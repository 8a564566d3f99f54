"""The views of all tables and of unassigned devices, for the API, the pages and the broker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.display_names import expand, seated_names
from tenbo.hall.json_views import station_json
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station import Station
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.table_games import TableGames
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.repository import TournamentRepository


class TableViews:
    """The tables by number."""

    def __init__(self, repository: TournamentRepository, fleet: DeviceRegistry, games: TableGames) -> None:
        self._repository = repository
        self._fleet = fleet
        self._games = games

    def tables(self) -> list[dict[str, Any]]:
        """Return every table with a number, plugged in or not."""
        stations = self._fleet.stations_by_number()
        people = self._repository.people()
        views = {number: self._view(number, station, people) for number, station in stations.items()}
        for device, number in self._repository.tournament.numbers.items():
            if number not in views:
                views[number] = self._unplugged(number, device)
        return [views[number] for number in sorted(views)]

    def table(self, number: int) -> dict[str, Any]:
        """Return one table with a number as `tables` does, without the others."""
        station = self._fleet.station_with_number(number)
        if station is not None:
            return self._view(number, station, self._repository.people())
        devices = [device for device, known in self._repository.tournament.numbers.items() if known == number]
        if not devices:
            raise Refused("bad_field", sentence("unknown_table", "there is no table {number}", number=number), "table")
        return self._unplugged(number, devices[0])

    def unassigned_devices(self) -> list[dict[str, Any]]:
        """Return the ports whose device has no table number."""
        fleet = self._fleet
        return [station_json(station, None) for station in fleet.stations if fleet.table_number(station) is None]

    def _unplugged(self, number: int, device: str) -> dict[str, Any]:
        why = self._fleet.release_reason(device) or ""
        return {"table": number, "device": device, "state": "unplugged", "why": why, **reason_code_and_values(why)}

    def _view(self, number: int, station: Station, people: dict[int, Player]) -> dict[str, Any]:
        """Return a table's state, with full names and an own rule book that its game only abbreviates."""
        view = station_json(station, number)
        if "now" in view:
            tournament, place = self._repository.tournament, self._games.assignment_at_station(station)
            view["now"]["book"] = tournament.rulebook_of(place[0]).id if place else view["now"]["rules"]
            view["in_full"] = expand(seated_names(tournament, place, people)) if place else {}
        return view
