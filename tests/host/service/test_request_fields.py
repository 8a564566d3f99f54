"""The fields of a request's query and body: each known one is taken, and any other is refused by name."""

from __future__ import annotations

import http.client
import json

import pytest

from tenbo.tournament.record_schema import FIELDS
from tenbo.web.routes.route_fields import body_fields, query_fields
from tenbo.web.routes.route_table import ALIASES, ROUTES
from tenbo_core.errors import Refused

from .http_requests import ask, token


def test_a_field_that_an_act_does_not_have_is_refused_and_nothing_is_done(running):
    """A mistyped one was left out in silence: an evening got another name, a slip was recorded without its sticks."""
    with running() as run:
        head = {"Authorization": token(run), "Content_Type": "application/json"}
        known = {field for route in ROUTES if route.method == "POST" for field in body_fields()[route.answer.__name__]}
        assert {"sticks", "title"} <= known
        before = len(run.hall.repository.desk.records)
        acts = [(route.method, route.path) for route in (*ROUTES, *ALIASES) if route.method == "POST"]
        for method, path in acts:
            place = path.replace("{table}", "1").replace("{session}", "1").replace("{game}", "1")
            status, answer = ask(run, method, place, b'{"extra": 1}', **head)
            assert (status, answer["error"]["code"], answer["error"]["at"]) == (400, "bad_field", "extra"), path
        # What all acts have is no mistake where it makes no difference.
        record = {"kind": "share", "fields": {"player": 1, "shows": "everyone"}}
        common = {"by": "Ada", "yes": True, "seen": 0, "terminal": "a"}
        status, answer = ask(run, "POST", "/v1/records", json.dumps(record | common).encode(), **head)
        assert answer.get("error", {}).get("at") not in common
        assert ask(run, "POST", "/v1/leave", json.dumps(common).encode(), **head)[0] == 200
        assert len(run.hall.repository.desk.records) - before == (status == 200)


def test_a_field_that_a_request_does_not_have_in_its_query_is_refused(running):
    """A mistyped one was left out in silence: a page of records came from the newest one on, of all kinds."""
    with running() as run:
        head = {"Authorization": token(run), "Content_Type": "application/json"}
        rows = [(route.method, route.path) for route in (*ROUTES, *ALIASES)] + [("GET", "/v1/changes")]
        for method, path in rows:
            place = path.replace("{table}", "1").replace("{session}", "1").replace("{seat}", "0")
            status, answer = ask(run, method, f"{place}?extra=1", b"{}" if method == "POST" else None, **head)
            assert (status, answer["error"]["code"], answer["error"]["at"]) == (400, "bad_field", "extra"), path
        for wrong, at, meant in (
            ("/v1/records?mots=5", "mots", "most"),
            ("/v1/paper/slips.pdf?sizes=A4", "sizes", "size"),
            # A field of another paper.
            ("/v1/paper/codes.pdf?session=1", "session", ""),
            ("/v1/paper/seats.pdf?tables=4", "tables", "table"),
            ("/v1/standings?Hidden=1", "Hidden", "hidden"),
            ("/v1/changes?aftr=0", "aftr", "after"),
            ("/v1/records?most=5&most=6", "most", ""),
            # The number of a table stands in the path: another one would be another table.
            ("/v1/tables/1?table=2", "table", ""),
            ("/v1/clock?=1", "", ""),
        ):
            status, answer = ask(run, "GET", wrong, **head)
            assert (status, answer["error"]["code"], answer["error"]["at"]) == (400, "bad_field", at), wrong
            assert meant in answer["error"]["message"]
        with pytest.raises(Refused) as refused:
            run.client.get("/v1/records?mots=5")
        assert (refused.value.code, refused.value.at) == ("bad_field", "mots")
        # Who may not ask is told that first.
        assert ask(run, "POST", "/v1/codes?extra=1", b"{}", Content_Type="application/json")[0] == 401


def test_each_field_of_a_query_is_taken(running):
    """What the description names is no unknown field to the service, and pages have parameters of their own."""
    with running(1) as run:
        head = {"Authorization": token(run)}
        for route in ROUTES:
            place = route.path.replace("{table}", "1").replace("{session}", "1").replace("{seat}", "0")
            for name in query_fields()[route.answer.__name__]:
                connection = http.client.HTTPConnection(*run.service.server.server_address[:2], timeout=300)
                connection.request("GET", f"{place}?{name}=1", None, head)
                assert b"is not recognised" not in connection.getresponse().read(), (route.path, name)
                connection.close()
        for page in ("/", "/wall?turn=30&v=2", "/club?series=x&next=1", "/static/style.css?v=7"):
            connection = http.client.HTTPConnection(*run.service.server.server_address[:2], timeout=300)
            connection.request("GET", page)
            assert connection.getresponse().status != 400, page
            connection.close()


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v2", b"", 404),
        ("GET", "/v1/tables/x", b"", 400),
        ("GET", "/v1/tables/77", b"", 404),
        ("GET", "/v1/tables/1/events?after=x", b"", 400),
        ("GET", "/v1/export/passwords", b"", 404),
        ("GET", "/v1/season?form=CSV", b"", 400),
        ("GET", "/v1/season?bom=x", b"", 400),
        ("GET", "/v1/season?form=csv&games=x", b"", 400),
        ("GET", "/v1/season?form=csv&wait=x", b"", 400),
        ("POST", "/v1/table_numbers", b"{", 400),
        ("POST", "/v1/table_numbers", b"[" * 100_000, 400),
        ("POST", "/v1/table_numbers", b"[]", 400),
        ("POST", "/v1/table_numbers", b'{"device": 3}', 400),
        ("POST", "/v1/players", b'{"text": "name\\nAnn One\\nBen Two\\n", "session": 1}', 400),
        ("POST", "/v1/records", b'{"kind": "bind", "fields": {}}', 409),
        ("POST", "/v1/records", b'{"kind": "lock", "fields": {"session": 1}}', 400),
        ("POST", "/v1/tables/1/events", b'{"event": "dance"}', 400),
        ("POST", "/v1/tables/1/events", b'{"event": "hand"}', 409),
        ("POST", "/v1/tables/1/settle", b'{"wins": []}', 409),
        ("POST", "/v1/clock", b'{"act": "pause"}', 409),
        ("POST", "/v1/clock", b'{"act": "start", "minutes": 99999999999}', 400),
        ("POST", "/v1/clock", b'{"act": "start", "by": ""}', 400),
        ("POST", "/v1/clock", b'{"act": "start", "by": "a\\u001b[2Jb"}', 400),
        ("POST", "/v1/clock", b'{"act": "start", "by": "' + b"x" * 61 + b'"}', 400),
        ("POST", "/v1/records", b'{"kind": "open", "fields": {"session": 1}, "by": "host"}', 400),
        ("POST", "/v1/sessions/1/begin", b'{"tables": ["x"]}', 400),
        ("GET", "/v1/tables/1/events?after=99999999999999999999", b"", 400),
        ("GET", "/v1/tables/1/events?after=--2", b"", 400),
        ("GET", "/v1/changes?after=99999999999999999999", b"", 400),
        ("GET", "/v1/tables/1/display/9", b"", 404),
        ("GET", "/v1/tables/1/display/99999999999", b"", 404),
        ("GET", "/v1/tables/99999999999", b"", 404),
    ],
)
def test_a_bad_request_is_answered_with_code_and_sentence(running, method, path, body, status):
    """As every other error."""
    with running() as run:
        found, answer = ask(run, method, path, body, Authorization=token(run), Content_Type="application/json")
        assert found == status, answer
        assert set(answer["error"]) - {"reason", "params"} == {"code", "message", "at"}
        assert answer["error"]["message"]


@pytest.mark.thorough("each wrong value in each field of each record")
def test_no_value_of_a_record_s_field_is_a_mistake_of_the_program(running):
    """No matter what a program sends in place of a number or a text, also where other fields are completed from it."""
    wrong = (None, True, 1.5, -1, 10**30, "x", "x" * 5000, "\ud83d", [], [[]], [0, [], {}, None], {}, {"table": 1})
    known = {"count": 1, "count?": 1, "seat": 0, "int": -1000, "line": "x", "four": [30000] * 4, "two": [1, 2]}
    with running() as run:
        for kind, row in FIELDS.items():
            for name, _ in (*row, ("player", ""), ("minutes", "")):
                for value in wrong:
                    fields = {other: known.get(what) for other, what in row} | {name: value}
                    body = json.dumps({"kind": kind, "fields": fields}).encode()
                    status, answer = ask(
                        run, "POST", "/v1/records", body, Authorization=token(run), Content_Type="application/json"
                    )
                    assert status < 500, (kind, name, value, answer)
