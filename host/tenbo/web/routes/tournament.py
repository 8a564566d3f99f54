"""The routes that describe the tournament: facts, people, seats and their planning, and every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tenbo_core
from tenbo.hall.seat_plan_search import PlanRequest
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.store_contents import store_kind
from tenbo.tournament.tournament_views import facts_view, people_view, plan_view, records_view
from tenbo.web.routes import VERSION
from tenbo.web.routes.route_fields import DESCRIPTION
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response
from tenbo.web.server.request_context import page_size

if TYPE_CHECKING:
    from tenbo.hall.seat_plan_search import SeatPlanner
    from tenbo.tournament.repository import TournamentRepository

PAGE, LONGEST_PAGE = 100, 1000


class TournamentRoutes:
    """The tournament as the desk sees it; `name` is this host's name for other hosts."""

    def __init__(self, repository: TournamentRepository, planning: SeatPlanner, name: str) -> None:
        self._repository = repository
        self._planning = planning
        self._name = name

    def server_info(self, _: HttpRequest) -> HttpResponse:
        """Return Tenbo's version, the `host`, the tournament's name and session, and the desk's last record `seen`.

        `kind` says what the store is used for: tournament, club, or empty.
        """
        records, tournament = self._repository.desk.snapshot
        about = {"tenbo": tenbo_core.VERSION, "api": VERSION, "title": tournament.title, "session": tournament.session,
                 "kind": store_kind(tournament)}  # fmt: skip
        return json_response({**about, "host": self._name, "seen": records[-1].n if records else -1})

    def api_description(self, _: HttpRequest) -> HttpResponse:
        """Return the description of this API in OpenAPI 3.1, from which programs make clients and tests."""
        return HttpResponse(DESCRIPTION.read_bytes())

    def tournament(self, _: HttpRequest) -> HttpResponse:
        """Return the facts of the tournament, the progress of each session, and when hidden results are released."""
        return json_response(facts_view(self._repository, wall_clock_ms()))

    def people(self, _: HttpRequest) -> HttpResponse:
        """Return all registered or seated players, their sessions, and who has left or is unranked.

        Of two numbers of one person, one has in `merged_into` the number that counts.
        """
        return json_response(people_view(self._repository))

    def plan(self, _: HttpRequest) -> HttpResponse:
        """Return the seats of each session, and the players without a seat in it."""
        return json_response(plan_view(self._repository))

    def records(self, request: HttpRequest) -> HttpResponse:
        """Return the desk's records, newest first: at most `most`, and only those `before` a number.

        Each has its author and time, its `fields` by name, whether it counts, and whether it may be taken back.
        """
        before = request.int_param("before") if "before" in request.query else None
        most = page_size(request, PAGE, LONGEST_PAGE)
        return json_response(records_view(self._repository, before, most))

    def seating_progress(self, _: HttpRequest) -> HttpResponse:
        """Return the progress of a plan search: `state` none, working, done or failed, and `used`, its share of time.

        A plan that is done has its `tables`, its `text` as `POST /v1/plan` takes it, its quality in `words`, and
        its numbers in `quality`, as in the certificate of `tenbo seating`; null for one session by the standings. What
        else people should know, such as who sits out, is in `notes` as well, each with its `reason` and `params`.
        """
        return json_response(self._planning.status())

    def start_seating_search(self, request: HttpRequest) -> HttpResponse:
        """Start a search for a seating plan in the background, or `end` it and take the best plan so far.

        `how` is one of four. new: `rounds` for all players from `session` on, with `byes` if some sit out. again: the
        sessions from `session` on are planned again for the remaining players. swiss or standing: that session, by the
        standings. The search takes at most `seconds`; another `seed` gives another plan. The plan is not applied.
        """
        ends = request.field("end", "bool", default=False)
        wish = PlanRequest(
            request.field("how", "text", ""),
            request.field("session", "int", 1),
            request.field("rounds", "int", 0),
            request.field("seconds", "int", 20),
            request.field("seed", "int", 1),
            request.field("byes", "bool", default=False),
        )
        return json_response(self._planning.end_search() if ends else self._planning.begin(wish))
