"""The routes of an open evening's people: who is present, and who sits at which table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response, outcome_response
from tenbo.web.server.request_context import author_name, is_confirmed

if TYPE_CHECKING:
    from tenbo.hall.season_import import SeasonImport
    from tenbo.hall.table_seats import TableSeats


class AttendanceRoutes:
    """The people in the room: the desk knows who has come, and players say where they sit."""

    def __init__(self, seats: TableSeats, imports: SeasonImport) -> None:
        self._seats = seats
        self._imports = imports

    def record_attendance(self, request: HttpRequest) -> HttpResponse:
        """Record who has come to the open evening, or with `present` false who has left: `players` by number or name.

        People of new names get a number (`new`); a name that is nearly another one needs `yes`.
        """
        players, present = request.field("players", "list"), request.field("present", "bool", default=True)
        by, yes = author_name(request), is_confirmed(request)
        return outcome_response(self._imports.record_attendance(players, by, present=present, yes=yes))

    def table_seats(self, request: HttpRequest) -> HttpResponse:
        """Return who sits at a table this evening: the `players` of its running `game`, else of its next one.

        `people` are the members, those who are present and come often first, with the table at which each plays. `last`
        is the game that is over, while it has guests who can be named. `evening` is null while none is open.
        """
        return json_response(self._seats.view(request.int_param("table")))

    def sit_down(self, request: HttpRequest) -> HttpResponse:
        """Seat a `player`, by number or name, at a `seat` of the table (0 frees it), or all `players` by seat.

        It is a seat of the game that is played there, else of the next one. With the number of a `game` that is over a
        guest of that game is named. A person who plays at another table is refused.
        """
        table, by = request.int_param("table"), author_name(request)
        players = request.field("players", "list", None)
        if players is not None:
            return outcome_response(self._seats.seat_all(table, players, by))
        seat, player = request.field("seat", "seat"), request.field("player", "line")
        game = request.field("game", "count", None)
        return outcome_response(self._seats.sit_down(table, seat, player, by, game))
