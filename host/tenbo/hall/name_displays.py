"""Shows the players' names on the displays of their tables, and again after their seats have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.display_names import disambiguate, distinct_names, seated_names, shown_forms
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.validation.core_sentence_codes import with_sentence_code
from tenbo_core.errors import Refused, TenboError
from tenbo_core.events import DESK
from tenbo_core.sentences import sentence
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.table_games import TableGames
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.series.series_games import SeriesGame
    from tenbo.tournament.state import Tournament


class NameDisplays:
    """The names on the seats' displays."""

    def __init__(self, repository: TournamentRepository, fleet: DeviceRegistry, games: TableGames) -> None:
        self._repository = repository
        self._fleet = fleet
        self._games = games

    def show_names(self, session: int, tables: list[int]) -> dict[str, str]:
        """Show the names of a session's players at some tables; return the errors by table."""
        refused: dict[str, str] = {}
        shown = {table: self._names_of((session, table)) for table in tables}
        for seat in range(max(map(len, shown.values()), default=0)):
            orders: list[tuple[int, tuple[Any, ...]]] = [
                (table, ("do", "name", DESK, seat, name))
                for table, names in shown.items()
                for name in names[seat : seat + 1]
                if name
            ]
            for table, answer in self._fleet.run_commands(orders).items():
                if isinstance(answer, TenboError):
                    refused[str(table)] = sentence(
                        "names_not_shown",
                        "the game has begun, but the table's displays do not show all names: {message}",
                        message=with_sentence_code(answer.message),
                    )
        return refused

    def lacks_names(self, session: int, table: int) -> bool:
        """Return whether a running game of a session lacks the name of a seated player."""
        if self._games.current_assignment(table) != (session, table):
            return False
        now = self._fleet.require_station(table).snapshot.table
        seated = self._repository.tournament.seated_players((session, table))
        if now is None or now.phase == OVER:
            return False
        return any(player and not name for player, name in zip(seated, now.names, strict=False))

    def refresh_names(self, table: int) -> dict[str, str]:
        """Show the seated players' names at a table that shows others; return the errors."""
        place, now = self._games.current_assignment(table), self._fleet.require_station(table).snapshot.table
        if place is not None and now is not None and now.phase != OVER and now.names != self._names_of(place):
            return self.show_names(place[0], [table])
        return {}

    def refresh_session_names(self, session: int, table: int) -> bool:
        """Show the names if a table plays a session; return whether it plays it and shows them all."""
        return self._games.current_assignment(table) == (session, table) and not self.refresh_names(table)

    def refresh_device_names(self, device: str) -> bool:
        """Show the names at a device's table; return whether it shows them all, or has no table number."""
        number = self._repository.tournament.numbers.get(device)
        return number is None or not self.refresh_names(number)

    def show_reseated_names(self, before: Tournament) -> None:
        """Show the new names at tables with a running game after a record has changed seats."""
        after = self._repository.tournament
        for place, players in after.seats.items():
            session, table = place
            if (
                players != before.seats.get(place)
                and place in after.games
                and self._games.current_assignment(table) == place
            ):
                self.show_names(session, [table])

    def names_at(self, table: int) -> list[str]:
        """Return the names that a table shows; an empty list for one that is away."""
        station = self._fleet.station_with_number(table)
        now = None if station is None else station.snapshot.table
        return [] if now is None else [*now.names]

    def show_club_names(self, game: SeriesGame) -> list[str]:
        """Show the names of a club game's players at its table; return the errors.

        A guest's display stays what it is, unless it shows the name of a person who sits at another seat or has left
        this game.
        """
        assert game.table is not None
        station, newest = self._fleet.require_station(game.table), self._games.newest_game(game.table)
        now = station.snapshot.table
        if (now is not None and now.phase == OVER) or game.game is None or game.game.ref != newest:
            return []
        before = [""] * len(game.players) if now is None else now.names
        people = self._repository.people()
        known = distinct_names(people, self._repository.tournament.club.person)
        names = disambiguate([known.get(one) or player_or_unknown(people, one).display_name for one in game.players])
        person = self._repository.tournament.club.person
        gone = {form for one in game.game.left if person(one) in known for form in shown_forms(known[person(one)])}
        shown = [name or ("" if before[seat].casefold() in gone or before[seat] in names else before[seat])
                 for seat, name in enumerate(names)]  # fmt: skip
        refused = []
        for seat, name in enumerate(shown):
            if name != before[seat]:
                try:
                    station.ask("do", "name", DESK, seat, name)
                except Refused as error:
                    refused.append(error.message)
        return refused

    def _names_of(self, place: SessionTable) -> list[str]:
        """Return the names that a table should show; "" for an empty seat."""
        return disambiguate(seated_names(self._repository.tournament, place, self._repository.people()))
