"""The table of routes: one row for each request, with its required role and its handler."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import tenbo_core
from tenbo.web.auth import login
from tenbo.web.routes import VERSION, cluster, downloads, firmware, public, results, scoring, tables
from tenbo.web.routes import records as routes_records
from tenbo.web.routes import tournament as routes_tournament
from tenbo.web.server.http_messages import HttpRequest, HttpResponse, json_response

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.web.server.context import ApiContext


METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class Route(NamedTuple):
    """One row: method, path with `{names}`, handler and required role; the handler's docstring describes the request.

    By default readers may GET and only the desk may POST; None requires no role. A route that `waits` for a table,
    another host or a seat runs on threads of its own, so that it delays no reading page.
    """

    method: str
    path: str
    answer: Callable[[ApiContext, HttpRequest], HttpResponse]
    role: str | None = ""
    waits: bool = False

    @property
    def required_role(self) -> str | None:
        """Return the least role that may use the route; None requires no role."""
        return self.role if self.role != "" else {"GET": "reader", "POST": "desk"}[self.method]


def server_info(host: ApiContext, _: HttpRequest) -> HttpResponse:
    """Return the version of Tenbo, the `host`, the tournament's name and session, and the desk's last record `seen`."""
    tournament, records = host.hall.repository.tournament, host.hall.repository.desk.records
    about = {"tenbo": tenbo_core.VERSION, "api": VERSION, "title": tournament.title, "session": tournament.session}
    return json_response({**about, "host": host.name, "seen": records[-1].n if records else -1})


ROUTES = (
    Route("GET", "/v1", server_info),
    Route("GET", "/v1/tables", tables.tables),
    Route("GET", "/v1/tables/{table}", tables.table),
    Route("GET", "/v1/tables/{table}/events", tables.events),
    Route("GET", "/v1/tables/{table}/game", tables.game),
    Route("GET", "/v1/tables/{table}/health", tables.health, waits=True),
    Route("GET", "/v1/tables/{table}/display/{seat}", tables.display, waits=True),
    Route("GET", "/v1/unassigned_devices", tables.unassigned_devices),
    Route("GET", "/v1/firmware", firmware.status),
    Route("GET", "/v1/clock", tables.clock),
    Route("GET", "/v1/tournament", routes_tournament.tournament, "desk"),
    Route("GET", "/v1/players", routes_tournament.people, "desk"),
    Route("GET", "/v1/plan", routes_tournament.plan, "desk"),
    Route("GET", "/v1/seating", routes_tournament.seating_progress, "desk"),
    Route("GET", "/v1/records", routes_tournament.records, "desk"),
    Route("GET", "/v1/paper/{name}", downloads.paper, "desk"),
    Route("GET", "/v1/backup", downloads.backup, "desk"),
    Route("GET", "/v1/sessions/{session}", results.session_results),
    Route("GET", "/v1/sessions/{session}/pace", results.pace),
    Route("GET", "/v1/games", results.games_page),
    Route("GET", "/v1/standings", results.current_standings),
    Route("GET", "/v1/export/{name}", results.export_file),
    Route("GET", "/v1/walls", public.walls),
    Route("GET", "/v1/seats", public.next_seats),
    Route("GET", "/v1/players/{player}", public.player_summary),
    Route("GET", "/v1/slips", public.slips, "referee"),
    Route("POST", "/v1/slips", public.enter_slip, "referee"),
    Route("GET", "/v1/books", scoring.books),
    Route("POST", "/v1/score", scoring.score_hand, "reader"),
    Route("GET", "/v1/events", cluster.events, "desk"),
    Route("GET", "/v1/time", cluster.clock_reading),
    Route("GET", "/v1/hosts", cluster.hosts),
    Route("POST", "/v1/ask", cluster.run_device_command, waits=True),
    Route("POST", "/v1/believe", cluster.choose_version),
    Route("POST", "/v1/orders/cancel", cluster.cancel_deferred),
    Route("GET", "/v1/me", login.current_login, None),
    Route("POST", "/v1/join", login.log_in, None),
    Route("POST", "/v1/leave", login.log_out, None),
    Route("GET", "/v1/codes", login.codes, "desk"),
    Route("POST", "/v1/codes", login.renew_codes),
    Route("POST", "/v1/bind", tables.set_table_number),
    Route("POST", "/v1/tables/{table}/blink", tables.blink, "referee", waits=True),
    Route("POST", "/v1/tables/{table}/events", tables.request_event, "referee", waits=True),
    Route("POST", "/v1/tables/{table}/answer", tables.answer_call, "referee", waits=True),
    Route("POST", "/v1/tables/{table}/settle", tables.score_declared_hands, "table", waits=True),
    Route("POST", "/v1/clock", tables.set_clock, "referee", waits=True),
    Route("POST", "/v1/records", routes_records.make_record, waits=True),
    Route("POST", "/v1/players", routes_records.register_players, waits=True),
    Route("POST", "/v1/forget", routes_records.forget_player),
    Route("POST", "/v1/plan", routes_records.set_seating_plan),
    Route("POST", "/v1/seating", routes_records.start_seating_search),
    Route("POST", "/v1/scores", routes_records.import_scores),
    Route("POST", "/v1/sessions/{session}/begin", routes_records.begin_session, waits=True),
    Route("POST", "/v1/sessions/{session}/end", routes_records.end_session, waits=True),
    Route("POST", "/v1/sessions/{session}/game", routes_records.attach_game),
    Route("POST", "/v1/sessions/{session}/import", routes_records.import_game),
    Route("POST", "/v1/tables/{table}/restore", tables.restore_game, waits=True),
    Route("POST", "/v1/fresh", routes_records.reset_ledger, waits=True),
    Route("POST", "/v1/release", routes_records.release_port, waits=True),
    Route("POST", "/v1/firmware", firmware.update),
)

# Paths of the release before, and what they are now: they are accepted for one release and not documented.
RENAMED = {
    ("GET", "/v1/strangers"): "/v1/unassigned_devices",
    ("POST", "/v1/take_back"): "/v1/orders/cancel",
    ("POST", "/v1/tables/{table}/do"): "/v1/tables/{table}/events",
}
ALIASES = tuple(
    route._replace(path=old)
    for route in ROUTES
    for (method, old), new in RENAMED.items()
    if (route.method, route.path) == (method, new)
)


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request and the variable parts of its path.

    >>> route, parts = find_route("GET", "/v1/tables/3/events")
    >>> route.answer.__name__, parts
    ('events', {'table': '3'})
    """
    words = path.strip("/").split("/")
    for route in (*ROUTES, *ALIASES):
        pattern = route.path.strip("/").split("/")
        if route.method != method or len(pattern) != len(words):
            continue
        parts = dict(zip(pattern, words, strict=True))
        if all(name == word or name.startswith("{") for name, word in parts.items()):
            return route, {name[1:-1]: word for name, word in parts.items() if name.startswith("{")}
    return None


def methods_at(path: str) -> list[str]:
    """Return the methods that a path accepts; an unknown path has none.

    >>> methods_at("/v1/clock")
    ['GET', 'HEAD', 'OPTIONS', 'POST']
    """
    methods = {method for method in ("GET", "POST") if find_route(method, path)}
    if path.strip("/") == "v1/changes":
        methods.add("GET")
    if "GET" in methods:
        methods.add("HEAD")
    return sorted(methods | {"OPTIONS"}) if methods else []
