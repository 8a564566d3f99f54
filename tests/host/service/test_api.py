"""The API answers anyone on this computer and obeys only who has the token."""

from __future__ import annotations

import io
import json
import socket
import stat
import threading
from base64 import b64encode
from pathlib import Path

import pytest

from tenbo.app.config import Config, load_config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.client.local_service_client import LocalServiceClient, endpoint_file, write_endpoint
from tenbo.runtime.service_log import ServiceLog
from tenbo.web.routes.route_table import ALIASES, RENAMED, ROUTES, find_route
from tenbo_core.errors import LinkFault, Refused
from tools.generate.api import PAGE, page

from .conftest import PEOPLE, Running, wait_until
from .http_requests import ask, token
from .role_browser import logged_in_browser


def test_anybody_may_look(running):
    """The wall display needs no password to show scores."""
    with running(2) as run:
        run.paper.tables[0].play("start", rules="alarm")
        wait_until(lambda: any("now" in one for one in run.client.get("/v1/tables")))
        for path in ("/v1", "/v1/tables", "/v1/unassigned_devices", "/v1/clock", "/v1/standings", "/v1/sessions/1"):
            status, answer = ask(run, "GET", path)
            assert status == 200, (path, answer)
        assert ask(run, "GET", "/v1/tables/1")[1]["state"] == "following"


def test_a_path_of_the_release_before_is_answered_as_the_new_one(running):
    """To the same roles, in the same words, and in no list."""
    assert {(alias.method, alias.path) for alias in ALIASES} == set(RENAMED)
    with running() as run:
        head = {"Authorization": token(run), "Content_Type": "application/json"}
        for alias in ALIASES:
            path, now = (one.replace("{table}", "1") for one in (alias.path, RENAMED[alias.method, alias.path]))
            route, _ = find_route(alias.method, now)
            assert (alias.answer, alias.required_role) == (route.answer, route.required_role)
            body = b"{}" if alias.method == "POST" else None
            assert ask(run, alias.method, path, body, **head) == ask(run, alias.method, now, body, **head)
            if alias.method == "POST":
                assert ask(run, "POST", path, body, Content_Type="application/json")[0] == 401
            assert alias.path not in [route.path for route in ROUTES]


def test_nobody_acts_without_the_token(running):
    """A volunteer's browser, opened on a bad page, must not change a score."""
    with running() as run:
        body = json.dumps({"device": "e66", "table": 9}).encode()
        for route in ROUTES:
            if route.method == "POST" and route.required_role not in (None, "reader"):
                path = route.path.replace("{table}", "1").replace("{session}", "1")
                assert ask(run, "POST", path, body, Content_Type="application/json")[0] == 401, path
        kind = {"Content_Type": "application/json"}
        path = "/v1/table_numbers"
        assert ask(run, "POST", path, body, Authorization="Bearer x", **kind)[0] == 401
        assert ask(run, "POST", path, body, Authorization=token(run), Origin="http://evil", **kind)[0] == 401
        assert ask(run, "POST", path, body, Authorization=token(run), Content_Type="text/plain")[0] == 400
        assert run.hall.repository.tournament.numbers.get("e66") is None
        assert ask(run, "POST", path, body, Authorization=token(run), **kind)[0] == 200
        assert run.hall.repository.tournament.numbers["e66"] == 9


def test_names_that_were_given_are_answered(tmp_path):
    """A wall display on the hall's network calls the computer by its name there."""
    config = Config(tmp_path / "hall.db", [], search=False, listen=("127.0.0.1", 0), names=("desk.local",))
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        run = Running(service, None, None)
        port = service.server.server_address[1]
        assert ask(run, "GET", "/v1/tables", Host=f"desk.local:{port}")[0] == 200
        assert ask(run, "GET", "/v1/tables", Host=f"other.local:{port}")[0] == 409


def test_another_name_for_this_computer_is_refused(running):
    """A page may point its own name at 127.0.0.1 and read what it likes, unless names are checked."""
    with running() as run:
        assert ask(run, "GET", "/v1/tables", Host="evil.example")[0] == 409


def test_a_mistake_of_ours_is_told_and_logged(running, monkeypatch):
    """Neither a dropped connection nor silence in the log."""
    with running() as run:
        monkeypatch.setattr(run.service.timekeeper, "clock_and_offsets", lambda: 1 // 0)
        status, answer = ask(run, "GET", "/v1/clock")
        assert (status, answer["error"]["at"]) == (500, "service")
        assert "path=/v1/clock internal error, please report it: ZeroDivisionError" in run.log.getvalue()
        assert ask(run, "GET", "/v1/tables")[0] == 200


def test_a_watcher_from_a_clock_that_was_ahead_begins_anew(running):
    """The computer's clock went back; the watcher must not wait until it has caught up."""
    with running() as run:
        run.paper.tables[0].play("start", rules="ema-2016")
        wait_until(lambda: run.paper.tables[0].stored == 0)
        changes = run.client.changes(after=run.hall.changes.last + 10_000_000)
        assert next(data for kind, data in changes if kind == "event")["event"]["text"] == "start ema-2016"
        changes.close()


def test_who_corrects_a_corrected_sheet_is_told(running, capsys):
    """Two at the desk correct the same sheet; both stand on it, the last one counts and learns of the other."""
    with running() as run:
        run.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        run.hall.sessions.begin(1, "desk")
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).state == "playing")
        words = ["session", "correct", "1", "1", "30000", "34000", "26000", "30000", "--store", str(run.store)]
        assert main([*words, "--why", "sheet", "--by", "Ada", "--yes"]) == 0
        assert "replacing" not in capsys.readouterr().out
        assert main([*words, "--why", "protest", "--by", "Bo"]) == 1
        refused = capsys.readouterr().err
        assert "(correct session 1 table 1 scores [30000, 34000, 26000, 30000]" in refused
        assert "this would replace it (--yes to confirm)" in refused
        assert main([*words, "--why", "protest", "--by", "Bo", "--yes"]) == 0
        assert ", the same as entered by Ada (sheet); " in capsys.readouterr().out


def test_what_was_typed_before_somebody_elses_change_was_seen_is_refused(running, capsys):
    """A desk that has looked says up to which record; what came later about the same thing is named."""
    with running() as run:
        run.hall.records.record(
            "plan", "desk", tables=[[1, 1, [1, 2, 3, 4]], [1, 2, [5, 6, 7, 8]], [2, 1, [1, 2, 5, 6]]]
        )
        store = ["--store", str(run.store)]
        assert main(["session", "show", *store]) == 0
        seen = run.client.get("/v1")["seen"]
        assert capsys.readouterr().out.endswith(f"the desk's last record is number {seen}\n")
        assert main(["session", "swap", "1", "3", "7", "--by", "Ada", "--seen", str(seen), *store]) == 0
        by_hand = ["session", "seat", "1", "2", "5-6-3-8", "--by", "Bo", *store]
        assert main([*by_hand, "--seen", str(seen)]) == 1
        refused = capsys.readouterr().err
        assert f"Ada has made record {seen + 1} in the meantime (swap session 1 players [3, 7])" in refused
        assert main(["session", "seat", "2", "1", "1-2-5-7", "--seen", str(seen), *store]) == 0
        assert main([*by_hand, "--seen", str(seen + 1)]) == 0
        assert run.hall.repository.tournament.seats[1, 2] == [5, 6, 3, 8]


def test_beyond_this_computer_a_password_is_needed(running, tmp_path, monkeypatch):
    """Names and results are for the hall, not for everybody in its network; the desk's own commands need no word."""
    wide = Config(tmp_path / "hall.db", [], search=False, listen=("0.0.0.0", 0))
    with pytest.raises(Refused, match="could read every name and result: give a password"):
        Service(wide, ServiceLog(out=io.StringIO()))
    with pytest.raises(Refused, match="8 characters or more"):
        Service(wide._replace(password="short"), ServiceLog(out=io.StringIO()))
    log = io.StringIO()
    with Service(wide._replace(password="east wind"), ServiceLog(out=log)) as service:
        run = Running(service, None, log)
        assert "other computers can reach this address" in log.getvalue()
        assert run.client.get("/v1/tables") == []
        monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
        assert run.client.get("/v1/tables") == []
        for given, status in (("east wind", 200), ("west wind", 401), ("", 401)):
            code = b64encode(f"wall:{given}".encode()).decode()
            assert ask(run, "GET", "/v1/tables", Authorization=f"Basic {code}")[0] == status
        assert ask(run, "GET", "/v1/tables")[0] == 401
        assert ask(run, "GET", "/v1/changes")[0] == 401
        assert ask(run, "GET", "/v1/tables", Authorization="Basic \u00e9")[0] == 401


def test_the_service_listens_on_ipv6(tmp_path):
    """And its commands find it there."""
    config = load_config(None, store=str(tmp_path / "hall.db"), search=False, listen="[::1]:0")
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        assert service.server.url.startswith("http://[::1]:")
        assert LocalServiceClient(config.store).get("/v1/tables") == []


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n[",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n[",
        b"HTTP/1.1 409 No\r\nContent-Length: 100\r\n\r\n{",
        b'HTTP/1.1 409 No\r\nContent-Length: 12\r\n\r\n{"error": []}',
        b"HTTP/1.1 200",
        b"no http at all",
        b"",
    ],
)
def test_a_service_that_is_killed_while_it_answers_is_one_sentence(tmp_path, capsys, answer):
    """No matter what part of its answer came: no command shows the insides of a program."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        write_endpoint(tmp_path / "hall.db", f"http://127.0.0.1:{listener.getsockname()[1]}", "token")

        def dies() -> None:
            for _ in range(4):
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(answer)

        killed = threading.Thread(target=dies)
        killed.start()
        for words in (["tables"], ["clock", "start"], ["watch", "--lines"], ["view", "1"]):
            status = main([*words, "--store", str(tmp_path / "hall.db")])
            said = capsys.readouterr().err
            assert status == 1 or words[0] == "watch"
            assert said.count("\n") == (1 if status else 0)
            assert "Traceback" not in said
        killed.join()


def test_changes_arrive_as_they_happen(running):
    """A display shows a riichi at once, and asks no one in between."""
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
        path = endpoint_file(run.store)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not path.exists()
    with pytest.raises(LinkFault, match=r"no service is running for .*: start it with tenbo run"):
        LocalServiceClient(run.store)


def test_a_refusal_of_the_table_reaches_whoever_asked(running):
    """With the table's own words."""
    with running() as run, pytest.raises(Refused, match="there is no game yet: start one first"):
        run.client.post("/v1/tables/1/events", event="hand")


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_the_page_of_the_api_is_current():
    """It is made from the routes: python -m tools.generate api."""
    assert Path(PAGE).read_text("utf-8") == page()


def test_an_answer_names_the_records_of_its_own_request_alone(running, monkeypatch):
    """A thread answers many requests: the next one to it has made nothing."""
    monkeypatch.setattr("tenbo.web.server.request_lanes.MOST_AT_ONCE", 1)
    monkeypatch.setattr("tenbo.web.server.request_lanes.MOST_OF_READERS", 1)
    with running(0) as run:
        desk, acts = logged_in_browser(run, "desk"), []
        for fields in ({"text": "1-2-3-4", "yes": True}, {"text": "4-3-2-1", "yes": True}):
            status, answer, headers = desk.ask("POST", "/v1/plan", fields)
            acts.append((status, answer["n"], headers["tenbo-records"]))
        assert acts == [(200, 0, "0"), (200, 1, "1")]
        assert "tenbo-records" not in desk.ask("GET", "/v1/plan")[2]


def test_a_game_is_assigned_before_its_start_is_published(running):
    """A client that hears of the start finds whose result the game is."""
    with running(1) as run:
        run.hall.registration.register_players(PEOPLE, yes=True)
        run.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        before = run.hall.changes.last
        run.hall.sessions.begin(1, "desk")
        wait_until(lambda: [one for one in run.hall.changes.changes_after(before) if one.kind == "event"])
        told = [(one.kind, one.data.get("kind", "")) for one in run.hall.changes.changes_after(before)]
        assert told[:3] == [("desk", "open"), ("desk", "game"), ("event", "")]
