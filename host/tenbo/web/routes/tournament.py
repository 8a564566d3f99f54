"""What the desk asks of its tournament: the facts, the people, the seats and their planning, and every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.tournament_views import facts_view, people_view, plan_view, records_view
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext

PAGE, LONGEST_PAGE = 100, 1000


def tournament(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return what is known of the tournament, how far each session is, and what is hidden until when."""
    return json_response(facts_view(host.hall, wall_clock_ms()))


def people(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return everybody who is registered or seated, in which sessions they sit, and who has left or is not ranked."""
    return json_response(people_view(host.hall))


def plan(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return who sits where in each session, and who has no seat in it."""
    return json_response(plan_view(host.hall))


def records(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the desk's records, the newest first: at most `most`, and those alone that came `before` a number.

    Each with its author and moment, its `fields` by name, whether it counts, and whether it may be taken back.
    """
    before = request.int_param("before") if "before" in request.query else None
    most = max(0, min(request.int_param("most", PAGE), LONGEST_PAGE))
    return json_response(records_view(host.hall, before, most))


def seating_progress(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return how far the search for a plan is: `state` none, working, done or failed, and `used`, the part of its time.

    Of a plan that is done the `tables`, its `text` as `POST /v1/plan` takes it, and in `words` how good it is.
    """
    return json_response(host.hall.planning.status())
