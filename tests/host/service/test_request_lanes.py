"""Requests have a bounded number of threads: a slow table takes none from the pages, and too many are refused."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack, contextmanager

import pytest

from tenbo.web.routes.route_table import ROUTES
from tenbo.web.server import request_lanes

from .conftest import wait_until
from .role_browser import Browser, logged_in_browser
from .test_streams import followed

# More than all threads that answered requests before there were two kinds of them.
SLOW = 80
STREAMS = 120


@contextmanager
def silent_table(running):
    """Yield a service whose only table says its heartbeat and answers no command."""
    with running(1) as run:
        run.paper.tables[0].ignores_commands = True
        yield run


def ask_slowly(run, stack, count, cookie=""):
    """Send so many requests to the table, which has no answer; return the open connections."""
    asked = []
    for _ in range(count):
        one = stack.enter_context(socket.create_connection(run.service.server.server_address, timeout=300))
        one.sendall(f"GET /v1/tables/1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        asked.append(one)
    return asked


def waiting(run):
    """Return how many requests to a table run."""
    return run.service.server.app.lanes.lane(waits=True).pool.busy_count


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_pages_are_answered_while_more_requests_wait_for_a_table_than_the_service_has_threads_for_pages(running):
    """A hundred and twenty pages follow, a table hangs, and everybody looks at the others."""
    with silent_table(running) as run, ExitStack() as stack:
        for _ in range(STREAMS):
            followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == STREAMS)
        desk = logged_in_browser(run, "desk")
        ask_slowly(run, stack, SLOW, desk.cookie)
        wait_until(lambda: waiting(run) == SLOW)
        for _ in range(5):
            assert desk.ask("GET", "/v1/tables")[1][0]["state"] == "following"
        assert run.service.server.app.lanes.lane(waits=False).pool.busy_count == 0
        assert waiting(run) == SLOW


def test_a_request_for_which_there_is_no_thread_and_no_room_is_refused_and_says_when_to_ask_again(running, monkeypatch):
    """The next ones would wait for minutes, and their pages would not know why."""
    monkeypatch.setattr(request_lanes, "MOST_THAT_WAIT", 1)
    monkeypatch.setattr(request_lanes, "MOST_OF_READERS_THAT_WAIT", 1)
    monkeypatch.setattr(request_lanes, "LONGEST_QUEUE", 1)
    with silent_table(running) as run, ExitStack() as stack:
        desk = logged_in_browser(run, "desk")
        ask_slowly(run, stack, 1)
        wait_until(lambda: waiting(run) == 1)
        ask_slowly(run, stack, 1)
        wait_until(lambda: run.service.server.app.lanes.lane(waits=True).waiting_count == 1)
        status, answer, headers = Browser(run).ask("GET", "/v1/tables/1/health")
        assert (status, answer["error"]["code"], headers["retry-after"]) == (503, "too_busy", "2")
        # Readers are so many that they are refused; the desk has a place in the queue, and every page is answered.
        ask_slowly(run, stack, 1, desk.cookie)
        wait_until(lambda: run.service.server.app.lanes.lane(waits=True).waiting_count == 2)
        assert desk.ask("GET", "/v1/tables/1/health")[0] == 503
        assert Browser(run).ask("GET", "/v1/tables")[0] == 200


def test_what_a_thread_has_recorded_for_one_request_is_not_in_the_answer_to_the_next(running, monkeypatch):
    """The header of the records is of this request, whichever requests the thread has answered before."""
    monkeypatch.setattr(request_lanes, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(request_lanes, "MOST_THAT_WAIT", 1)
    with running(0) as run:
        desk = logged_in_browser(run, "desk")
        fields = {"kind": "tournament", "fields": {"title": "Spring", "rules": "ema-2025"}}
        status, _, first = desk.ask("POST", "/v1/records", fields)
        assert (status, first["tenbo-records"]) == (200, "0")
        assert "tenbo-records" not in desk.ask("GET", "/v1")[2]
        assert "tenbo-records" not in desk.ask("POST", "/v1/players", {"text": "name\nAda\n"})[2]
        assert (
            desk.ask("POST", "/v1/records", fields | {"fields": {"title": "May", "rules": "ema-2025"}})[2][
                "tenbo-records"
            ]
            == "1"
        )


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_every_request_that_was_sent_is_answered_when_pages_ask_all_at_once(running):
    """After each change a hundred pages ask for the list of tables in the same moment."""
    with running(1) as run, ExitStack() as stack:
        asked = []
        for _ in range(STREAMS):
            one = stack.enter_context(socket.create_connection(run.service.server.server_address, timeout=300))
            asked.append(stack.enter_context(one.makefile("rwb")))
        for one in asked:
            one.write(b"GET /v1/tables HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            one.flush()
        for one in asked:
            head, _, body = one.read().partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            assert [table["table"] for table in json.loads(body)] == [1]


def test_routes_that_wait_are_marked():
    """The fixture `waits_on_its_lane` holds the marks against what every test of a service asks."""
    assert {route.path for route in ROUTES if route.waits} >= {"/v1/tables/{table}/health", "/v1/device_commands"}
