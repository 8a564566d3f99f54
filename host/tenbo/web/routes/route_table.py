"""The table of routes: one row for each request, with its required role and its handler."""

from __future__ import annotations

from inspect import isfunction
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.web.auth.login import LoginRoutes
from tenbo.web.routes.attendance import AttendanceRoutes
from tenbo.web.routes.clock import ClockRoutes
from tenbo.web.routes.cluster import ClusterRoutes
from tenbo.web.routes.device_queries import DeviceQueryRoutes
from tenbo.web.routes.devices import DeviceRoutes, FirmwareRoutes, WifiRoutes
from tenbo.web.routes.downloads import DownloadRoutes
from tenbo.web.routes.personal_data import PersonalDataRoutes
from tenbo.web.routes.players import PlayerRoutes
from tenbo.web.routes.public import PublicRoutes, SlipRoutes
from tenbo.web.routes.record_creation import RecordRoutes
from tenbo.web.routes.results import ResultRoutes
from tenbo.web.routes.rulings import RulingRoutes
from tenbo.web.routes.scoring import ScoringRoutes
from tenbo.web.routes.series import SeriesRoutes
from tenbo.web.routes.tables import TableRoutes
from tenbo.web.routes.tablets import TabletRoutes
from tenbo.web.routes.tournament import TournamentRoutes
from tenbo.web.routes.tournament_sessions import SessionRoutes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tenbo.web.server.http_messages import HttpRequest, HttpResponse

    Handler = Callable[[Any, HttpRequest], HttpResponse]
    # The handler of each route as a method of the object that answers it.
    Answers = Mapping[Handler, Callable[[HttpRequest], HttpResponse]]


METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class Route(NamedTuple):
    """One row: method, path with `{names}`, handler and required role; the handler's docstring describes the request.

    By default readers may GET and only the desk may POST; None requires no role. A route that `waits` for a table,
    another host or a seat runs on threads of its own, so that it delays no reading page.
    """

    method: str
    path: str
    answer: Handler
    role: str | None = ""
    waits: bool = False

    @property
    def required_role(self) -> str | None:
        """Return the least role that may use the route; None requires no role."""
        return self.role if self.role != "" else {"GET": "reader", "POST": "desk"}[self.method]


ROUTES = (
    Route("GET", "/v1", TournamentRoutes.server_info),
    Route("GET", "/v1/openapi.json", TournamentRoutes.api_description),
    Route("GET", "/v1/tables", TableRoutes.tables),
    Route("GET", "/v1/tables/{table}", TableRoutes.table),
    Route("GET", "/v1/tables/{table}/events", TableRoutes.table_events),
    Route("GET", "/v1/tables/{table}/game", TableRoutes.table_game),
    Route("GET", "/v1/tables/{table}/health", DeviceQueryRoutes.health, waits=True),
    Route("GET", "/v1/tables/{table}/display/{seat}", DeviceQueryRoutes.display, waits=True),
    Route("GET", "/v1/tables/{table}/tablet", TabletRoutes.tablet_link, "desk"),
    Route("GET", "/v1/unassigned_devices", DeviceRoutes.unassigned_devices),
    Route("GET", "/v1/firmware", FirmwareRoutes.status),
    Route("GET", "/v1/clock", ClockRoutes.clock),
    Route("GET", "/v1/tournament", TournamentRoutes.tournament, "desk"),
    Route("GET", "/v1/players", TournamentRoutes.people, "desk"),
    Route("GET", "/v1/plan", TournamentRoutes.plan, "desk"),
    Route("GET", "/v1/seating", TournamentRoutes.seating_progress, "desk"),
    Route("GET", "/v1/records", TournamentRoutes.records, "desk"),
    Route("GET", "/v1/paper/{name}", DownloadRoutes.paper, "desk"),
    Route("GET", "/v1/backup", DownloadRoutes.backup, "desk"),
    Route("GET", "/v1/sessions/{session}", ResultRoutes.session_results),
    Route("GET", "/v1/sessions/{session}/pace", ResultRoutes.pace),
    Route("GET", "/v1/games", ResultRoutes.games_page),
    Route("GET", "/v1/standings", ResultRoutes.current_standings),
    Route("GET", "/v1/export/{name}", ResultRoutes.export_file),
    Route("GET", "/v1/walls", PublicRoutes.walls),
    Route("GET", "/v1/seats", PublicRoutes.next_seats),
    Route("GET", "/v1/players/{player}", PublicRoutes.player_summary),
    Route("GET", "/v1/slips", SlipRoutes.slips, "referee"),
    Route("POST", "/v1/slips", SlipRoutes.enter_slip, "referee"),
    Route("POST", "/v1/slips/undo", SlipRoutes.revert_slip, "referee"),
    Route("GET", "/v1/books", ScoringRoutes.books),
    Route("POST", "/v1/score", ScoringRoutes.score_hand, "reader"),
    Route("GET", "/v1/events", ClusterRoutes.events, "desk"),
    Route("GET", "/v1/time", ClockRoutes.clock_reading),
    Route("GET", "/v1/hosts", ClusterRoutes.hosts),
    Route("POST", "/v1/device_commands", ClusterRoutes.run_device_command, waits=True),
    Route("POST", "/v1/hall_secret", ClusterRoutes.share_secret),
    Route("POST", "/v1/ledger_versions", ClusterRoutes.choose_version),
    Route("POST", "/v1/orders/cancel", ClusterRoutes.cancel_deferred),
    Route("GET", "/v1/me", LoginRoutes.current_login, None),
    Route("POST", "/v1/join", LoginRoutes.log_in, None),
    Route("POST", "/v1/leave", LoginRoutes.log_out, None),
    Route("GET", "/v1/codes", LoginRoutes.codes, "desk"),
    Route("POST", "/v1/codes", LoginRoutes.renew_codes),
    Route("POST", "/v1/table_numbers", DeviceRoutes.set_table_number),
    Route("POST", "/v1/tables/{table}/blink", DeviceQueryRoutes.blink, "referee", waits=True),
    Route("POST", "/v1/tables/{table}/wifi", WifiRoutes.give_wifi, waits=True),
    Route("POST", "/v1/tables/{table}/events", RulingRoutes.request_event, "referee", waits=True),
    Route("POST", "/v1/tables/{table}/answer", RulingRoutes.answer_call, "referee", waits=True),
    Route("POST", "/v1/tables/{table}/settle", RulingRoutes.score_declared_hands, "table", waits=True),
    Route("POST", "/v1/clock", ClockRoutes.set_clock, "referee", waits=True),
    Route("POST", "/v1/records", RecordRoutes.make_record, waits=True),
    Route("POST", "/v1/records/batch", RecordRoutes.make_records, waits=True),
    Route("POST", "/v1/players", PlayerRoutes.register_players, waits=True),
    Route("POST", "/v1/forget", PlayerRoutes.forget_player),
    Route("POST", "/v1/plan", RecordRoutes.set_seating_plan),
    Route("POST", "/v1/seating", TournamentRoutes.start_seating_search),
    Route("POST", "/v1/scores", SessionRoutes.import_scores),
    Route("GET", "/v1/series", SeriesRoutes.series),
    Route("GET", "/v1/season", SeriesRoutes.season),
    Route("GET", "/v1/series_games/{game}", SeriesRoutes.series_game),
    Route("GET", "/v1/club", SeriesRoutes.club),
    Route("GET", "/v1/people/{player}", SeriesRoutes.person),
    Route("POST", "/v1/series", SeriesRoutes.open_series),
    Route("POST", "/v1/series/change", SeriesRoutes.edit_series),
    Route("POST", "/v1/series_games", SeriesRoutes.enter_game),
    Route("POST", "/v1/series_games/import", SeriesRoutes.import_games),
    Route("POST", "/v1/series_games/{game}", SeriesRoutes.change_game),
    Route("POST", "/v1/attendance", AttendanceRoutes.record_attendance, "member"),
    Route("GET", "/v1/tables/{table}/seats", AttendanceRoutes.table_seats, "table"),
    Route("POST", "/v1/tables/{table}/seats", AttendanceRoutes.sit_down, "table"),
    Route("POST", "/v1/people/merge", SeriesRoutes.merge_people),
    Route("GET", "/v1/people/{player}/data", PersonalDataRoutes.data, "member"),
    Route("GET", "/v1/people/{player}/link", LoginRoutes.member_link, "desk"),
    Route("POST", "/v1/people/share", PersonalDataRoutes.share_page, "member"),
    Route("POST", "/v1/people/erase", PersonalDataRoutes.erase_name, "member"),
    Route("POST", "/v1/sessions/{session}/begin", SessionRoutes.begin_session, waits=True),
    Route("POST", "/v1/sessions/{session}/end", SessionRoutes.end_session, waits=True),
    Route("POST", "/v1/sessions/{session}/game", SessionRoutes.attach_game),
    Route("POST", "/v1/sessions/{session}/import", SessionRoutes.import_game),
    Route("POST", "/v1/tables/{table}/restore", DeviceRoutes.restore_game, waits=True),
    Route("POST", "/v1/ledger_resets", DeviceRoutes.reset_ledger, waits=True),
    Route("POST", "/v1/release", FirmwareRoutes.release_port, waits=True),
    Route("POST", "/v1/firmware", FirmwareRoutes.update),
)

# Paths of the release before, and what they are now: they are accepted for one release and not documented.
RENAMED = {
    ("GET", "/v1/strangers"): "/v1/unassigned_devices",
    ("POST", "/v1/ask"): "/v1/device_commands",
    ("POST", "/v1/believe"): "/v1/ledger_versions",
    ("POST", "/v1/bind"): "/v1/table_numbers",
    ("POST", "/v1/fresh"): "/v1/ledger_resets",
    ("POST", "/v1/take_back"): "/v1/orders/cancel",
    ("POST", "/v1/tables/{table}/do"): "/v1/tables/{table}/events",
}
ALIASES = tuple(
    route._replace(path=old)
    for route in ROUTES
    for (method, old), new in RENAMED.items()
    if (route.method, route.path) == (method, new)
)


def bind_routes(*handlers: object) -> Answers:
    """Return the handler of each route, bound to the one of these objects whose method it is."""
    bound: dict[Handler, Callable[[HttpRequest], HttpResponse]] = {
        function: function.__get__(handler)
        for handler in handlers
        for function in vars(type(handler)).values()
        if isfunction(function)
    }
    return {route.answer: bound[route.answer] for route in ROUTES}


# The routes by the number of words in their paths and by the second one, which varies in none, each with these words:
# few are compared with a request.
_BY_WORDS: dict[tuple[int, str], list[tuple[Route, list[str]]]] = {}
for _route in (*ROUTES, *ALIASES):
    _words = _route.path.strip("/").split("/")
    _BY_WORDS.setdefault((len(_words), "".join(_words[1:2])), []).append((_route, _words))


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request and the variable parts of its path.

    >>> route, parts = find_route("GET", "/v1/tables/3/events")
    >>> route.answer.__name__, parts
    ('table_events', {'table': '3'})
    """
    return next((found for found in _routes_at(path) if found[0].method == method), None)


def _routes_at(path: str) -> list[tuple[Route, dict[str, str]]]:
    """Return the routes of a path; one that is written out is none of a path with variable parts, by any method.

    >>> [(route.method, parts) for route, parts in _routes_at("/v1/people/merge")]
    [('POST', {})]
    """
    words, matching = path.strip("/").split("/"), []
    for route, pattern in _BY_WORDS.get((len(words), "".join(words[1:2])), ()):
        if all(name == word or name[0] == "{" for name, word in zip(pattern, words, strict=True)):
            parts = zip(pattern, words, strict=True)
            matching.append((route, {name[1:-1]: word for name, word in parts if name[0] == "{"}))
    fewest = min((len(parts) for _, parts in matching), default=0)
    return [found for found in matching if len(found[1]) == fewest]


def allowed_methods(path: str) -> list[str]:
    """Return the methods that a path accepts; an unknown path has none.

    >>> allowed_methods("/v1/clock")
    ['GET', 'HEAD', 'OPTIONS', 'POST']
    """
    methods = {method for method in ("GET", "POST") if find_route(method, path)}
    if path.strip("/") == "v1/changes":
        methods.add("GET")
    if "GET" in methods:
        methods.add("HEAD")
    return sorted(methods | {"OPTIONS"}) if methods else []
