"""The routes: one row each for what can be asked for, who may, and which function answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import tenbo_core
from tenbo.api import (
    VERSION,
    at_desk,
    at_tables,
    desk_acts,
    desk_files,
    firmware,
    for_desks,
    joining,
    results,
    scoring,
    shown,
)
from tenbo.api.messages import HttpRequest, HttpResponse, of_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.api.host import Host


METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class Route(NamedTuple):
    """One row: method, path with `{names}`, who answers, its docstring says what for, and who may.

    Nothing said, readers may look and the desk alone may act; None is for everybody.
    """

    method: str
    path: str
    answer: Callable[[Host, HttpRequest], HttpResponse]
    role: str | None = ""

    @property
    def needs(self) -> str | None:
        """Return the least role that may; None for everybody."""
        return self.role if self.role != "" else {"GET": "reader", "POST": "desk"}[self.method]


def about(host: Host, _: HttpRequest) -> HttpResponse:
    """Return which Tenbo and which `host` this is, the tournament's name and session, the desk's last record `seen`."""
    tournament, records = host.hall.tournament, host.hall.desk.records
    about = {"tenbo": tenbo_core.VERSION, "api": VERSION, "title": tournament.title, "session": tournament.session}
    return of_json({**about, "host": host.name, "seen": records[-1].n if records else -1})


ROUTES = (
    Route("GET", "/v1", about),
    Route("GET", "/v1/tables", at_tables.tables),
    Route("GET", "/v1/tables/{table}", at_tables.table),
    Route("GET", "/v1/tables/{table}/events", at_tables.events),
    Route("GET", "/v1/tables/{table}/game", at_tables.game),
    Route("GET", "/v1/tables/{table}/health", at_tables.health),
    Route("GET", "/v1/tables/{table}/display/{seat}", at_tables.display),
    Route("GET", "/v1/strangers", at_tables.strangers),
    Route("GET", "/v1/firmware", firmware.told),
    Route("GET", "/v1/clock", at_tables.clock),
    Route("GET", "/v1/tournament", at_desk.tournament, "desk"),
    Route("GET", "/v1/players", at_desk.people, "desk"),
    Route("GET", "/v1/plan", at_desk.plan, "desk"),
    Route("GET", "/v1/seating", at_desk.seating, "desk"),
    Route("GET", "/v1/records", at_desk.records, "desk"),
    Route("GET", "/v1/paper/{name}", desk_files.paper, "desk"),
    Route("GET", "/v1/backup", desk_files.backup, "desk"),
    Route("GET", "/v1/sessions/{session}", results.session),
    Route("GET", "/v1/sessions/{session}/pace", results.pace),
    Route("GET", "/v1/games", results.games),
    Route("GET", "/v1/standings", results.standings_now),
    Route("GET", "/v1/export/{name}", results.exported),
    Route("GET", "/v1/walls", shown.walls),
    Route("GET", "/v1/seats", shown.seats),
    Route("GET", "/v1/players/{player}", shown.player),
    Route("GET", "/v1/slips", shown.slips, "referee"),
    Route("POST", "/v1/slips", shown.type_slip, "referee"),
    Route("GET", "/v1/books", scoring.books),
    Route("POST", "/v1/score", scoring.scored, "reader"),
    Route("GET", "/v1/events", for_desks.events, "desk"),
    Route("GET", "/v1/time", for_desks.time),
    Route("GET", "/v1/hosts", for_desks.hosts),
    Route("POST", "/v1/ask", for_desks.ask),
    Route("POST", "/v1/believe", for_desks.believe),
    Route("POST", "/v1/take_back", for_desks.take_back),
    Route("GET", "/v1/me", joining.me, None),
    Route("POST", "/v1/join", joining.join, None),
    Route("POST", "/v1/leave", joining.leave, None),
    Route("GET", "/v1/codes", joining.codes, "desk"),
    Route("POST", "/v1/codes", joining.renew_codes),
    Route("POST", "/v1/bind", at_tables.bind),
    Route("POST", "/v1/tables/{table}/blink", at_tables.blink, "referee"),
    Route("POST", "/v1/tables/{table}/do", at_tables.do, "referee"),
    Route("POST", "/v1/tables/{table}/answer", at_tables.answer, "referee"),
    Route("POST", "/v1/tables/{table}/settle", at_tables.settle, "table"),
    Route("POST", "/v1/clock", at_tables.set_clock, "referee"),
    Route("POST", "/v1/records", desk_acts.record),
    Route("POST", "/v1/players", desk_acts.players),
    Route("POST", "/v1/forget", desk_acts.forget),
    Route("POST", "/v1/plan", desk_acts.plan),
    Route("POST", "/v1/seating", desk_acts.seating),
    Route("POST", "/v1/scores", desk_acts.scores),
    Route("POST", "/v1/sessions/{session}/begin", desk_acts.begin),
    Route("POST", "/v1/sessions/{session}/end", desk_acts.end),
    Route("POST", "/v1/sessions/{session}/game", desk_acts.attach),
    Route("POST", "/v1/sessions/{session}/import", desk_acts.import_game),
    Route("POST", "/v1/tables/{table}/restore", at_tables.restore),
    Route("POST", "/v1/fresh", desk_acts.fresh),
    Route("POST", "/v1/release", desk_acts.release),
    Route("POST", "/v1/firmware", firmware.update),
)


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request and the varying parts of its path.

    >>> route, parts = find("GET", "/v1/tables/3/events")
    >>> route.answer.__name__, parts
    ('events', {'table': '3'})
    """
    words = path.strip("/").split("/")
    for route in ROUTES:
        pattern = route.path.strip("/").split("/")
        if route.method != method or len(pattern) != len(words):
            continue
        parts = dict(zip(pattern, words, strict=True))
        if all(name == word or name.startswith("{") for name, word in parts.items()):
            return route, {name[1:-1]: word for name, word in parts.items() if name.startswith("{")}
    return None


def methods_at(path: str) -> list[str]:
    """Return the methods that a path takes; nothing for a path that there is not.

    >>> methods_at("/v1/clock")
    ['GET', 'HEAD', 'OPTIONS', 'POST']
    """
    methods = {method for method in ("GET", "POST") if find(method, path)}
    if path.strip("/") == "v1/changes":
        methods.add("GET")
    if "GET" in methods:
        methods.add("HEAD")
    return sorted(methods | {"OPTIONS"}) if methods else []
