"""The routes that describe the tournament: facts, people, seats and their planning, and every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.tournament_views import facts_view, people_view, plan_view, records_view
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response

if TYPE_CHECKING:
    from tenbo.web.server.context import ApiContext

PAGE, LONGEST_PAGE = 100, 1000


def tournament(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the facts of the tournament, the progress of each session, and when hidden results are released."""
    return json_response(facts_view(host.hall.repository, wall_clock_ms()))


def people(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return all registered or seated players, their sessions, and who has left or is unranked."""
    return json_response(people_view(host.hall.repository))


def plan(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the seats of each session, and the players without a seat in it."""
    return json_response(plan_view(host.hall.repository))


def records(host: ApiContext, request: HttpRequest) -> HttpResponse:
    """Return the desk's records, newest first: at most `most`, and only those `before` a number.

    Each has its author and time, its `fields` by name, whether it counts, and whether it may be taken back.
    """
    before = request.int_param("before") if "before" in request.query else None
    most = max(0, min(request.int_param("most", PAGE), LONGEST_PAGE))
    return json_response(records_view(host.hall.repository, before, most))


def seating_progress(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the progress of a plan search: `state` none, working, done or failed, and `used`, the part of its time.

    A plan that is done has its `tables`, its `text` as `POST /v1/plan` takes it, and its quality in `words`.
    """
    return json_response(host.hall.planning.status())
