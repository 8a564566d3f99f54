"""Every route, tried by everybody who may come in: who may is written here once more, by hand."""

from __future__ import annotations

import io
from base64 import b64encode

import pytest

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.formats.result_files import FILES
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo.web.auth.authentication import ROLES
from tenbo.web.routes.route_table import ROUTES

from .conftest import Running, wait_until
from .role_browser import Browser, logged_in_browser

# A route that is not written here, or no longer there, fails the first test.
WHO = {
    "all": "GET /v1/me, POST /v1/join, POST /v1/leave",
    "reader": "GET /v1, GET /v1/openapi.json, GET /v1/tables, GET /v1/tables/{table}, "
    "GET /v1/tables/{table}/events, GET /v1/tables/{table}/game, GET /v1/tables/{table}/health,"
    " GET /v1/tables/{table}/display/{seat},"
    " GET /v1/unassigned_devices, GET /v1/firmware, GET /v1/clock, GET /v1/sessions/{session},"
    " GET /v1/sessions/{session}/pace, GET /v1/games, GET /v1/standings, GET /v1/export/{name}, GET /v1/walls,"
    " GET /v1/seats, GET /v1/players/{player},"
    " GET /v1/series, GET /v1/season, GET /v1/series_games/{game}, GET /v1/club, GET /v1/people/{player},"
    " GET /v1/books, POST /v1/score, GET /v1/time, GET /v1/hosts",
    "member": "GET /v1/people/{player}/data, POST /v1/people/share, POST /v1/people/erase, POST /v1/attendance",
    "table": "POST /v1/tables/{table}/settle, GET /v1/tables/{table}/seats, POST /v1/tables/{table}/seats",
    "referee": "GET /v1/slips, POST /v1/slips, POST /v1/slips/undo, POST /v1/tables/{table}/blink,"
    " POST /v1/tables/{table}/events,"
    " POST /v1/tables/{table}/answer, POST /v1/clock",
    "desk": "GET /v1/tournament, GET /v1/players, GET /v1/plan, GET /v1/seating, GET /v1/records, GET /v1/paper/{name},"
    " GET /v1/backup, GET /v1/events, POST /v1/device_commands, POST /v1/ledger_versions, POST /v1/orders/cancel,"
    " POST /v1/hall_secret,"
    " GET /v1/codes, POST /v1/codes, GET /v1/tables/{table}/tablet,"
    " POST /v1/table_numbers, POST /v1/records, POST /v1/records/batch,"
    " POST /v1/players, POST /v1/forget, POST /v1/plan,"
    " POST /v1/seating, POST /v1/scores, POST /v1/sessions/{session}/begin, POST /v1/sessions/{session}/end,"
    " POST /v1/sessions/{session}/game, POST /v1/sessions/{session}/import, POST /v1/tables/{table}/restore,"
    " POST /v1/tables/{table}/wifi,"
    " POST /v1/series, POST /v1/series/change, POST /v1/series_games, POST /v1/series_games/import,"
    " POST /v1/series_games/{game}, POST /v1/people/merge, GET /v1/people/{player}/link,"
    " POST /v1/ledger_resets, POST /v1/release, POST /v1/firmware",
}
LEAST = {route: role for role, routes in WHO.items() for route in routes.split(", ")}
PARTS = {"{table}": "1", "{seat}": "0", "{session}": "1", "{player}": "1", "{name}": "results.json", "{game}": "1"}
# It is read, refused and thrown away, and only of anyone who may act: nothing is ever done by it.
NO_JSON = b"["


@pytest.fixture(scope="module")
def visitors(tmp_path_factory):
    """Return a browser of each kind, all on other computers of the hall's network."""
    folder = tmp_path_factory.mktemp("roles")
    with pytest.MonkeyPatch.context() as patch, FakeTables(folder, 1) as paper:
        patch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
        config = Config(
            folder / "hall.db", paper.ports, search=False, number_new=True, listen=("0.0.0.0", 0), password="east wind"
        )
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            wait_until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"])
            service.server.server_address = ("127.0.0.1", service.server.server_address[1])
            run = Running(service, paper, None)
            yield {
                "nobody": (Browser(run), {}, None),
                "password": (Browser(run), {"Authorization": f"Basic {b64encode(b'x:east wind').decode()}"}, "reader"),
                **{role: (logged_in_browser(run, role, 1 if role == "table" else None), {}, role) for role in ROLES},
                "token": (Browser(run), {"Authorization": f"Bearer {service.access.token}"}, "desk"),
            }


def test_every_route_is_tried_below():
    """Anyone who adds a route says here, too, who may."""
    assert {f"{route.method} {route.path}" for route in ROUTES} == set(LEAST)


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize("who", ["nobody", "password", *ROLES, "token"])
def test_each_route_answers_those_who_may_and_nobody_else(visitors, who):
    """Nothing is done, nothing is kept by a browser or a proxy, and no answer may be shown in another's page."""
    browser, headers, role = visitors[who]
    for route, least in LEAST.items():
        method, path = route.split(" ")
        for name, part in PARTS.items():
            path = path.replace(name, part)
        status, _, told = browser.ask_raw(method, path, NO_JSON if method == "POST" else None, **headers)
        may = least == "all" or (role is not None and ROLES.index(role) >= ROLES.index(least))
        if may:
            assert status not in (401, 403), (route, status)
            assert method == "GET" or status == 400, (route, status)
        else:
            assert status == (403 if browser.cookie else 401), (route, status)
        assert told["cache-control"] == "no-store", route
        assert "frame-ancestors 'none'" in told["content-security-policy"], route
        assert told["x-content-type-options"] == "nosniff", route


@pytest.mark.parametrize("who", ["nobody", *ROLES])
def test_the_stream_and_the_pages_are_for_those_whom_they_are_for(visitors, who):
    """A page without its data is for everybody: anyone who has not joined finds the way in."""
    browser, _, role = visitors[who]
    assert browser.ask("HEAD", "/v1/changes")[0] == (401 if role is None else 200)
    for path in ("/", "/desk", "/join", "/slips", "/me", "/wall", "/table/1", "/table/1/hand", "/overlay/1", "/score"):
        assert browser.ask("GET", path)[0] == 200
    assert browser.ask("GET", "/v1/no/such/page")[0] == (401 if role is None else 404)


def test_the_files_of_people_and_plan_are_the_desk_s_as_the_routes_are(visitors):
    """What `/v1/players` and `/v1/plan` keep for the desk must not be had by the name of a file."""
    desk_files = ("players.csv", "riichinomi-players.csv", "ara.csv", "plan.txt", "plan.csv")
    files = {name: "desk" if name in desk_files else "reader" for name in FILES}
    for who in ("password", *ROLES, "token"):
        browser, headers, role = visitors[who]
        for name, least in files.items():
            status, _, _ = browser.ask_raw("GET", f"/v1/export/{name}?provisional=1", **headers)
            may = ROLES.index(role) >= ROLES.index(least)
            assert (who, name, status in (401, 403)) == (who, name, not may)


def test_why_somebody_is_not_ranked_is_told_the_desk_alone(visitors):
    """It is an illness, or worse; that they are not ranked is seen by everybody."""
    desk, _, _ = visitors["desk"]
    assert desk.ask("POST", "/v1/plan", {"text": "1-2-3-4\n", "yes": True})[0] == 200
    strike = {"kind": "strike", "fields": {"player": 1, "why": "ill"}, "yes": True}
    assert desk.ask("POST", "/v1/records", strike)[0] == 200
    for who in ("reader", "referee", "desk"):
        told = visitors[who][0].ask("GET", "/v1/export/results.json")[1]
        assert told["struck"] == {"1": "ill" if who == "desk" else ""}
