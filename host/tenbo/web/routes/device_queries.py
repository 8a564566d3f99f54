"""The routes that ask a device: what a seat's display shows, the health of the table, and its marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.devices.health import health_warnings, parse_health
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo_core.errors import Malformed
from tenbo_core.seats import SEATS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.devices.station_registry import DeviceRegistry
    from tenbo.hall.seat_display_cache import DisplaySnapshots
    from tenbo.hall.table_games import TableGames
    from tenbo.web.auth.visibility import Visibility


class DeviceQueryRoutes:
    """Each request goes to the device, unless a recent answer will do."""

    def __init__(
        self, fleet: DeviceRegistry, displays: DisplaySnapshots, games: TableGames, visibility: Visibility
    ) -> None:
        self._fleet = fleet
        self._displays = displays
        self._games = games
        self._visibility = visibility

    def display(self, request: HttpRequest) -> HttpResponse:
        """Return what a seat's display shows: in words, and as 64 `rows` of 128 pixels, `#` lit and `.` dark.

        With `old` the picture may be up to that many milliseconds old, so that one query of the table serves many
        viewers.
        """
        number, seat = request.int_param("table"), request.int_param("seat")
        station = self._fleet.require_station(number)
        if seat not in SEATS:
            raise Malformed(
                "bad_seat", sentence("unknown_seat", "there is no seat {seat}: the seats are 0 to 3", seat=seat), "seat"
            )
        self._visibility.check_table_visible(request.visitor, number)
        game = self._games.newest_game(number)
        return json_response(self._displays.fetch(station, number, seat, request.int_param("old", 0), game))

    def health(self, request: HttpRequest) -> HttpResponse:
        """Return a table's health: supply, boxes, faults, memory, starts; `complaints` says what to do about it.

        Each complaint has the code of its sentence and the values in it in `reasons`, in the same order.
        """
        state = parse_health(self._fleet.ask(request.int_param("table"), "health"))
        warnings = health_warnings(state)
        reasons = [warning.record() for warning in warnings]
        return json_response({**state, "complaints": warnings, "reasons": reasons})

    def blink(self, request: HttpRequest) -> HttpResponse:
        """Blink the table's marker, so that people find the table."""
        self._fleet.ask(request.int_param("table"), "blink")
        return json_response({"done": True})
