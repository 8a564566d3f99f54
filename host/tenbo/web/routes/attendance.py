"""The routes of an open evening's people: who is present, and who sits at which table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.player_directory import find_player_number
from tenbo.web.auth.person_page_access import check_own_page
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import author_name, is_confirmed
from tenbo_core.errors import Malformed
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from tenbo.hall.club_game_entry import ClubGameEntry
    from tenbo.hall.evening_seats import EveningSeats
    from tenbo.tournament.repository import TournamentRepository


class AttendanceRoutes:
    """The people in the room: who has come and who has left, and where the players sit."""

    def __init__(self, repository: TournamentRepository, seats: EveningSeats, imports: ClubGameEntry) -> None:
        self._repository = repository
        self._seats = seats
        self._imports = imports

    def record_attendance(self, request: HttpRequest) -> HttpResponse:
        """Record who has come to the open evening, or with `present` false who has left: `players` by number or name.

        The answer has the numbers and the `names` of these people. For the desk, new names are registered (`new`); a
        name that resembles a known one needs `yes`. With a person's own link a request is for this person only. Any
        other login names one known person at a time.
        """
        players, present = request.field("players", "list"), request.field("present", "bool", default=True)
        by, yes = author_name(request), is_confirmed(request)
        is_desk = request.visitor.role == "desk"
        if not is_desk:
            self._check_speaks_for(request, players)
        return change_response(self._imports.record_attendance(players, by, present=present, register=is_desk, yes=yes))

    def _check_speaks_for(self, request: HttpRequest, players: list[str | int]) -> None:
        """Refuse a phone that speaks for several people or a new one, and an own link that speaks for another."""
        if len(players) != 1:
            message = sentence("one_person_at_a_time", "give one person at a time, not {number}",
                               number=len(players))  # fmt: skip
            raise Malformed("bad_field", message, "players")
        club = self._repository.tournament.club
        try:
            number = find_player_number(self._repository.people(), str(players[0]), club.person)
        except Malformed as error:
            if error.code != "bad_field":
                raise
            asks_desk = sentence("desk_registers_new_people", "if you are new here, ask the desk to register you")
            raise Malformed(error.code, join_sentences([error.message, asks_desk]), error.at) from None
        if request.visitor.player is not None:
            check_own_page(club, number, request.visitor)

    def table_seats(self, request: HttpRequest) -> HttpResponse:
        """Return who sits at a table this evening: the `players` of its running `game`, or of its next one.

        `people` are the members, each with the table at which they play; people who are present and come often are
        first. `last` is the last game, as long as it has guests who can be named. `evening` is null while none is open.
        """
        return json_response(self._seats.view(request.int_param("table")))

    def sit_down(self, request: HttpRequest) -> HttpResponse:
        """Seat a `player`, by number or name, at a `seat` of the table (0 frees it), or all `players` by seat.

        The seat is one of the running game, or of the next game if none is running. With the number of a finished
        `game`, a guest of that game is named. A person who is playing at another table is refused; with `replaces`, the
        number of the player whom the seat showed (0 for none), so is a seat that another person has taken meanwhile.
        """
        table, by = request.int_param("table"), author_name(request)
        players = request.field("players", "list", None)
        if players is not None:
            return change_response(self._seats.seat_next_game(table, players, by))
        seat, player = request.field("seat", "seat"), request.field("player", "line")
        game = request.field("game", "count", None)
        replaces = request.field("replaces", "count", None)
        return change_response(self._seats.sit_down(table, seat, player, by, game, replaces=replaces))
