"""What walls and phones are shown: the walls as the desk has set them, the next seats, one player; and typed slips."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from tenbo.api.asker import acting_as, is_confirmed, typed_at
from tenbo.api.messages import HttpRequest, HttpResponse, of_json
from tenbo.hall import slips as typed
from tenbo.hall.whereabouts import next_session, seats_of, whereabouts
from tenbo.tournament.walls import Wall

if TYPE_CHECKING:
    from tenbo.api.host import Host


def walls(host: Host, _: HttpRequest) -> HttpResponse:
    """Return what each `wall` shows, how many seconds a page stays (`turn`), and by how many it is late (`delay`).

    The desk sets one by a record `wall`; wall 1 is there without one. The clock and calls are never late.
    """
    known = {1: Wall(), **host.hall.tournament.walls}
    return of_json([{"wall": number, **known[number]._asdict()} for number in sorted(known)])


def seats(host: Host, request: HttpRequest) -> HttpResponse:
    """Return who sits where in the next session, or in `session`, by name; `session` is null when none is planned."""
    asked = request.number("session", 0) or next_session(host.hall.tournament)
    return of_json({"session": asked, "seats": seats_of(host.hall, asked)})


def player(host: Host, request: HttpRequest) -> HttpResponse:
    """Return one player, by number or name: seat and points `now`, the `next` seat, `results` so far, and the clock.

    Points that are not released are left out, whoever asks, and of the tables' clocks all but the player's own. It is
    made for a phone that asks now and then.
    """
    found = whereabouts(host.hall, unquote(request.path["player"]))
    clock = host.timekeeper.picture()
    here = str(found["now"]["table"]) if found["now"] else ""
    clock["tables"] = {number: row for number, row in clock["tables"].items() if number == here}
    return of_json({**found, "clock": clock})


def slips(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the slips of a `session`: the players, what was typed `by` whom, what counts, and the `state`.

    It is missing, once, agreed (two people typed the same), differs, or settled by a correction of the desk. `sum` is
    what four scores and the sticks add up to; `comes_to` are the scores of a slip with its sticks where the book puts
    them, null where it does not add up, as by a penalty since it was typed; `why` says what is wrong with a result that
    cannot be worked out, and what to do.
    """
    return of_json(typed.slip_rows(host.hall, request.number("session", host.hall.tournament.session)))


def type_slip(host: Host, request: HttpRequest) -> HttpResponse:
    """Type the slip of `table` in `session`: four `scores`, East first, and the `sticks` that nobody has won.

    It counts at once where the table has no result; a second person's is compared with what counts. `yes` answers what
    is asked where somebody of the same name has typed other numbers at another `terminal` or browser.
    """
    place = request.field("session", "count"), request.field("table", "count")
    scores, sticks = request.field("scores", "four"), request.field("sticks", "count", 0)
    yes, desk = is_confirmed(request), typed_at(request)
    return of_json(typed.type_slip(host.hall, place, acting_as(request), scores, sticks, yes=yes, desk=desk))
