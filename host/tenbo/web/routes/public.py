"""What walls and phones are shown: the walls as the desk has set them, the next seats, one player; and typed slips."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from tenbo.hall import slips as typed
from tenbo.hall.player_lookup import next_session, player_seats, session_seats
from tenbo.tournament.walls import Wall
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import author_name, is_confirmed, terminal_id

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext


def walls(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return what each `wall` shows, how many seconds a page stays (`turn`), and by how many it is late (`delay`).

    The desk sets one by a record `wall`; wall 1 is there without one. The clock and calls are never late.
    """
    known = {1: Wall(), **host.hall.tournament.walls}
    return json_response([{"wall": number, **known[number]._asdict()} for number in sorted(known)])


def next_seats(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return who sits where in the next session, or in `session`, by name; `session` is null when none is planned."""
    asked = request.int_param("session", 0) or next_session(host.hall.tournament)
    return json_response({"session": asked, "seats": session_seats(host.hall, asked)})


def player_summary(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return one player, by number or name: seat and points `now`, the `next` seat, `results` so far, and the clock.

    Points that are not released are left out, whoever asks, and of the tables' clocks all but the player's own. It is
    made for a phone that asks now and then.
    """
    found = player_seats(host.hall, unquote(request.path["player"]))
    clock = host.timekeeper.clock_status()
    here = str(found["now"]["table"]) if found["now"] else ""
    clock["tables"] = {number: row for number, row in clock["tables"].items() if number == here}
    return json_response({**found, "clock": clock})


def slips(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the slips of a `session`: the players, what was typed `by` whom, what counts, and the `state`.

    It is missing, once, agreed (two people typed the same), differs, or settled by a correction of the desk. `sum` is
    what four scores and the sticks add up to; `comes_to` are the scores of a slip with its sticks where the book puts
    them, null where it does not add up, as by a penalty since it was typed; `why` says what is wrong with a result that
    cannot be worked out, and what to do.
    """
    return json_response(typed.slip_rows(host.hall, request.int_param("session", host.hall.tournament.session)))


def enter_slip(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Type the slip of `table` in `session`: four `scores`, East first, and the `sticks` that nobody has won.

    It counts at once where the table has no result; a second person's is compared with what counts. `yes` answers what
    is asked where somebody of the same name has typed other numbers at another `terminal` or browser.
    """
    place = request.field("session", "count"), request.field("table", "count")
    scores, sticks = request.field("scores", "four"), request.field("sticks", "count", 0)
    yes, desk = is_confirmed(request), terminal_id(request)
    return json_response(typed.enter_slip(host.hall, place, author_name(request), scores, sticks, yes=yes, desk=desk))
