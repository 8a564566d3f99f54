"""The routes for wall pages and phones: walls, the next seats, one player's summary; and typed slips."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from tenbo.hall.seat_lookup import next_seated_session, session_seats
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.wall_page_settings import WallPageSettings
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, change_response, json_response
from tenbo.web.server.request_context import author_name, is_confirmed, terminal_id

if TYPE_CHECKING:
    from tenbo.hall.seat_lookup import PlayerSeatLookup
    from tenbo.hall.slip_entry import SlipEntry
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.tournament.repository import TournamentRepository


class PublicRoutes:
    """What walls and players ask for."""

    def __init__(self, repository: TournamentRepository, players: PlayerSeatLookup, timekeeper: Timekeeper) -> None:
        self._repository = repository
        self._players = players
        self._timekeeper = timekeeper

    def walls(self, _: HttpRequest) -> HttpResponse:
        """Return what each `wall` shows, how many seconds a page stays (`turn`), and its `delay` in seconds.

        The desk sets one by a record `wall`; wall 1 exists without one. Clock and calls are never delayed.
        """
        known = {1: WallPageSettings(), **self._repository.tournament.walls}
        return json_response([{"wall": number, **known[number]._asdict()} for number in sorted(known)])

    def next_seats(self, request: HttpRequest) -> HttpResponse:
        """Return the seats of the next session, or of `session`, by name; `session` is null if none is planned.

        `hidden` says that the results of this session are not released yet.
        """
        asked = request.int_param("session", 0) or next_seated_session(self._repository.tournament)
        hidden = self._repository.tournament.embargo.is_hidden(asked or 0, wall_clock_ms())
        return json_response({"session": asked, "hidden": hidden, "seats": session_seats(self._repository, asked)})

    def player_summary(self, request: HttpRequest) -> HttpResponse:
        """Return one player, by number or name: seat and points `now`, the `next` seat, `results`, and the clock.

        `rank` is the `place` among all players `of` the tournament after the sessions that have ended, null before.
        `others` sit at the same table; the `name` of an empty seat is null. Unreleased points are left out for every
        role, and of the tables' clocks all but the player's own. The answer is for a phone that polls now and then.
        """
        found = self._players.player_seats(unquote(request.path["player"]))
        clock = self._timekeeper.clock_and_offsets()
        here = str(found["now"]["table"]) if found["now"] else ""
        clock["tables"] = {number: row for number, row in clock["tables"].items() if number == here}
        return json_response({**found, "clock": clock})


class SlipRoutes:
    """The slips of a session, and one typed slip."""

    def __init__(self, repository: TournamentRepository, slips: SlipEntry) -> None:
        self._repository = repository
        self._slips = slips

    def slips(self, request: HttpRequest) -> HttpResponse:
        """Return the slips of a `session`: the players, the scores typed `by` each author, the valid ones, the `state`.

        The state is missing, once, agreed (two people typed the same), differs, or settled by a correction of the desk.
        `sum` is the total of all scores and the sticks. `comes_to` are the scores of a slip with its sticks assigned
        by the rule book, null if they do not add up, for example after a later penalty. `why` says why a result cannot
        be worked out, and what to do.
        """
        return json_response(self._slips.rows(request.int_param("session", self._repository.tournament.session)))

    def enter_slip(self, request: HttpRequest) -> HttpResponse:
        """Enter the slip of `table` in `session`: its `scores`, East first, and the remaining riichi `sticks`.

        There are at most 8 sticks. It counts at once if the table has no result. The slip of a second person is
        compared with the one that counts. Other numbers under the same name from another `terminal` or browser need
        `yes`.
        """
        place = request.field("session", "count"), request.field("table", "count")
        scores, sticks = request.field("scores", "by_seat"), request.field("sticks", "count", 0)
        by, yes, desk = author_name(request), is_confirmed(request), terminal_id(request)
        return change_response(self._slips.enter(place, by, scores, sticks, yes=yes, desk=desk))

    def revert_slip(self, request: HttpRequest) -> HttpResponse:
        """Take back the `records` that entering a slip has made, in this order: `Tenbo-Undo` of its answer names them.

        Only the person who has entered the slip may, and only until its result is locked.
        """
        return change_response(self._slips.revert(request.field("records", "counts"), author_name(request)))
