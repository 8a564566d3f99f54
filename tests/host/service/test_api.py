"""The API answers anybody on this computer and obeys only who has the token."""

from __future__ import annotations

import http.client
import io
import json
import stat
from pathlib import Path

import pytest

from tenbo.api.client import Client, door_of
from tenbo.api.routes import ROUTES
from tenbo.hall.service_log import Log
from tenbo.service.config import Config
from tenbo.service.service import Service
from tenbo_core.errors import LinkFault, Refused
from tools.generate.api import PAGE, page

from .conftest import Running, until


def ask(running, method, path, body=b"", **headers):
    """Send a request as any program could; give status and body."""
    connection = http.client.HTTPConnection(*running.service.server.server_address[:2], timeout=10)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, given)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def token(running) -> str:
    """Give the header that our own programs send."""
    return f"Bearer {running.service.server.token}"


def test_anybody_may_look(running):
    """The wall display needs no password to show scores."""
    with running(2) as run:
        run.paper.tables[0].play("start", rules="alarm")
        until(lambda: any("now" in one for one in run.client.get("/v1/tables")))
        for path in ("/v1", "/v1/tables", "/v1/strangers", "/v1/clock", "/v1/standings", "/v1/sessions/1"):
            status, answer = ask(run, "GET", path)
            assert status == 200, (path, answer)
        assert ask(run, "GET", "/v1/tables/1")[1]["state"] == "following"


def test_nobody_acts_without_the_token(running):
    """A volunteer's browser, opened on a bad page, must not change a score."""
    with running() as run:
        body = json.dumps({"device": "e66", "table": 9}).encode()
        for route in ROUTES:
            if route.method == "POST":
                path = route.path.replace("{table}", "1").replace("{session}", "1")
                assert ask(run, "POST", path, body, Content_Type="application/json")[0] == 401, path
        kind = {"Content_Type": "application/json"}
        assert ask(run, "POST", "/v1/bind", body, Authorization="Bearer x", **kind)[0] == 401
        assert ask(run, "POST", "/v1/bind", body, Authorization=token(run), Origin="http://evil", **kind)[0] == 401
        assert ask(run, "POST", "/v1/bind", body, Authorization=token(run), Content_Type="text/plain")[0] == 400
        assert run.hall.tournament.numbers.get("e66") is None
        assert ask(run, "POST", "/v1/bind", body, Authorization=token(run), **kind)[0] == 200
        assert run.hall.tournament.numbers["e66"] == 9


def test_names_that_were_given_are_answered(tmp_path):
    """A wall display on the hall's network calls the computer by its name there."""
    config = Config(tmp_path / "hall.db", [], search=False, listen=("127.0.0.1", 0), names=("desk.local",))
    with Service(config, Log(out=io.StringIO())) as service:
        run = Running(service, None, None)
        port = service.server.server_address[1]
        assert ask(run, "GET", "/v1/tables", Host=f"desk.local:{port}")[0] == 200
        assert ask(run, "GET", "/v1/tables", Host=f"other.local:{port}")[0] == 409


def test_another_name_for_this_computer_is_refused(running):
    """A page may point its own name at 127.0.0.1 and read what it likes, unless names are checked."""
    with running() as run:
        assert ask(run, "GET", "/v1/tables", Host="evil.example")[0] == 409


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v2", b"", 404),
        ("GET", "/v1/tables/x", b"", 400),
        ("GET", "/v1/tables/77", b"", 409),
        ("GET", "/v1/tables/1/events?after=x", b"", 400),
        ("GET", "/v1/export/passwords", b"", 400),
        ("POST", "/v1/bind", b"{", 400),
        ("POST", "/v1/bind", b"[" * 100_000, 400),
        ("POST", "/v1/bind", b"[]", 400),
        ("POST", "/v1/bind", b'{"device": 3}', 400),
        ("POST", "/v1/records", b'{"kind": "bind", "fields": {}}', 409),
        ("POST", "/v1/records", b'{"kind": "lock", "fields": {"session": 1}}', 400),
        ("POST", "/v1/tables/1/do", b'{"event": "dance"}', 400),
        ("POST", "/v1/tables/1/do", b'{"event": "hand"}', 409),
        ("POST", "/v1/tables/1/settle", b'{"wins": []}', 409),
        ("POST", "/v1/clock", b'{"act": "pause"}', 409),
    ],
)
def test_a_bad_request_is_answered_with_code_and_sentence(running, method, path, body, status):
    """As every error of ours."""
    with running() as run:
        found, answer = ask(run, method, path, body, Authorization=token(run), Content_Type="application/json")
        assert found == status, answer
        assert set(answer["error"]) == {"code", "message", "at"}
        assert answer["error"]["message"]


def test_a_body_that_is_too_long_is_not_read(running):
    """A gigabyte must not fill the memory."""
    with running() as run:
        connection = http.client.HTTPConnection(*run.service.server.server_address[:2], timeout=10)
        connection.putrequest("POST", "/v1/bind")
        connection.putheader("Content-Length", "1000000000")
        connection.endheaders()
        assert connection.getresponse().status == 400
        connection.close()


def test_changes_arrive_as_they_happen(running):
    """A display shows a riichi at once, and asks nobody in between."""
    with running() as run:
        changes = run.client.changes(after=run.hall.changes.last)
        run.paper.tables[0].play("start", rules="ema-2016")
        run.paper.tables[0].play("hand")
        run.paper.tables[0].play("riichi", seat=2)
        found = []
        for kind, data in changes:
            if kind == "event":
                found.append(data)
            if len(found) == 3:
                break
        changes.close()
        assert [one["event"]["text"] for one in found] == ["start ema-2016", "hand", "riichi 2"]
        assert found[-1]["now"]["scores"] == [30000, 30000, 29000, 30000]
        assert [one["n"] for one in run.client.get("/v1/tables/1/events?after=0")] == [1, 2]


def test_only_the_owner_may_read_the_token(running):
    """It stands in a file beside the store, and goes when the service ends."""
    with running() as run:
        door = door_of(run.store)
        assert stat.S_IMODE(door.stat().st_mode) == 0o600
    assert not door.exists()
    with pytest.raises(LinkFault, match=r"no service runs for .*: start it with tenbo run"):
        Client(run.store)


def test_a_refusal_of_the_table_reaches_whoever_asked(running):
    """With the table's own words."""
    with running() as run, pytest.raises(Refused, match="the first event of a game is its start"):
        run.client.post("/v1/tables/1/do", event="hand")


def test_the_page_of_the_api_is_current():
    """It is made from the routes: python -m tools.generate api."""
    assert Path(PAGE).read_text("utf-8") == page()
