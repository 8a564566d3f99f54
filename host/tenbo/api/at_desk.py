"""What the desk asks of its tournament: the facts, the people, the seats and their planning, and every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.api.messages import HttpRequest, HttpResponse, of_json
from tenbo.store.log import wall_clock_ms
from tenbo.tournament.desk_views import facts_view, people_view, plan_view, records_view

if TYPE_CHECKING:
    from tenbo.api.host import Host

PAGE, LONGEST_PAGE = 100, 1000


def tournament(host: Host, _: HttpRequest) -> HttpResponse:
    """Return what is known of the tournament, how far each session is, and what is hidden until when."""
    return of_json(facts_view(host.hall, wall_clock_ms()))


def people(host: Host, _: HttpRequest) -> HttpResponse:
    """Return everybody who is registered or seated, in which sessions they sit, and who has left or is not ranked."""
    return of_json(people_view(host.hall))


def plan(host: Host, _: HttpRequest) -> HttpResponse:
    """Return who sits where in each session, and who has no seat in it."""
    return of_json(plan_view(host.hall))


def records(host: Host, request: HttpRequest) -> HttpResponse:
    """Return the desk's records, the newest first: at most `most`, and those alone that came `before` a number.

    Each with its author and moment, its `fields` by name, whether it counts, and whether it may be taken back.
    """
    before = request.number("before") if "before" in request.query else None
    most = max(0, min(request.number("most", PAGE), LONGEST_PAGE))
    return of_json(records_view(host.hall, before, most))


def seating(host: Host, _: HttpRequest) -> HttpResponse:
    """Return how far the search for a plan is: `state` none, working, done or failed, and `used`, the part of its time.

    Of a plan that is done the `tables`, its `text` as `POST /v1/plan` takes it, and in `words` how good it is.
    """
    return of_json(host.hall.planning.told())
