"""The stream of changes: written once for all who see the same, and ended for anyone who may not follow any more."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from contextlib import ExitStack

import pytest

import tenbo
from tenbo.hall.change_log import MOST_CHANGES

from .conftest import wait_until
from .role_browser import Browser, logged_in_browser

ASKED = b"GET /v1/changes HTTP/%s\r\nHost: 127.0.0.1\r\nCookie: %b\r\n\r\n"


def followed(run, stack, version=b"1.1", cookie=""):
    """Return a file from which the stream can be read as it comes."""
    one = stack.enter_context(socket.create_connection(run.service.server.server_address, timeout=300))
    one.sendall(ASKED % (version, cookie.encode()))
    return stack.enter_context(one.makefile("rb"))


def read_until(stream, end):
    """Return what a stream says up to some text."""
    said = b""
    while end not in said:
        line = stream.readline()
        assert line, said
        said += line
    return said


def test_a_change_is_written_once_however_many_follow(running, monkeypatch):
    """Twenty browsers at one hall see the same: the desk's laptop has better things to do than to say it again."""
    written = []
    whole = json.dumps
    monkeypatch.setattr("tenbo.web.sse.json.dumps", lambda data: written.append(data) or whole(data))
    with running(0) as run, ExitStack() as stack:
        streams = [followed(run, stack) for _ in range(20)]
        wait_until(lambda: run.service.server.streams.client_count == 20)
        run.hall.changes.publish("port", {"table": 7})
        for stream in streams:
            assert b'data: {"table": 7}' in read_until(stream, b'"table": 7}\n')
        assert written.count({"table": 7}) == 1


def test_each_follower_has_every_change_once_and_in_order(running):
    """Anyone who comes later, anyone who comes again and says what it had, and old programs with HTTP/1.0."""
    with running(0) as run, ExitStack() as stack:
        early, old = followed(run, stack), followed(run, stack, b"1.0")
        wait_until(lambda: run.service.server.streams.client_count == 2)
        first = run.hall.changes.last
        for n in range(50):
            run.hall.changes.publish("count", {"n": n})
        connection = http.client.HTTPConnection(*run.service.server.server_address, timeout=300)
        stack.callback(connection.close)
        connection.request("GET", f"/v1/changes?after={first + 20}")
        late = connection.getresponse()
        run.hall.changes.publish("count", {"n": 50})
        for stream, since in ((early, 0), (old, 0), (late, 20)):
            said = read_until(stream, b'{"n": 50}').decode()
            assert [line for line in said.splitlines() if line.startswith("data: {") and '"n"' in line] == [
                f'data: {{"n": {n}}}' for n in range(since, 51)
            ]


def test_who_comes_again_is_told_when_changes_are_missing(running):
    """After the service was killed and started again, or after very many: a program believed that it had them all."""
    with running(0) as run, ExitStack() as stack:
        first = run.hall.changes.last
        for n in range(MOST_CHANGES + 5):
            run.hall.changes.publish("count", {"n": n})
        for after, told in (
            (1, "missed"),
            (first, "missed"),
            (first + 4, "missed"),
            (first + 5, "count"),
            (0, "count"),
        ):
            changes = tenbo.Client(run.client.url).follow(after=after)
            stack.callback(changes.close)
            one = next(changes)
            assert (one.kind, one.data.get("n", 4)) == (told, 5 if told == "count" else 4), after
            # What is left comes after it, and the number of the last change is one to go on from.
            assert (next(changes).data["n"], one.number) == ((6, first + 6) if told == "count" else (5, first + 5))


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_who_takes_nothing_holds_nobody_up(running):
    """A phone that sleeps in a pocket: the wall goes on, and the phone is told the rest when it wakes."""
    with running(0) as run, ExitStack() as stack:
        sleepy = stack.enter_context(socket.socket())
        sleepy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sleepy.settimeout(300)
        sleepy.connect(run.service.server.server_address)
        sleepy.sendall(ASKED % (b"1.1", b""))
        wait_until(lambda: run.service.server.streams.client_count == 1)
        for _ in range(120):
            run.hall.changes.publish("noise", {"text": "x" * 60_000})
        wall = followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == 2)
        run.hall.changes.publish("port", {"table": 7})
        read_until(wall, b'"table": 7}\n')
        sleepy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        pocket = stack.enter_context(sleepy.makefile("rb"))
        read_until(pocket, b'"table": 7}')


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_who_leaves_hears_nothing_more_though_nothing_happens(running, monkeypatch):
    """A referee hands the phone back: its open page is out at once, not at the next change."""
    monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
    with running(0) as run, ExitStack() as stack:
        referee = logged_in_browser(run, "referee")
        stream = followed(run, stack, cookie=referee.cookie)
        wait_until(lambda: run.service.server.streams.client_count == 1)
        assert referee.ask("POST", "/v1/leave")[0] == 200
        wait_until(lambda: run.service.server.streams.client_count == 0)
        assert b"event: port" not in stream.read()
        assert Browser(run, referee.cookie).ask("GET", "/v1/tables")[0] == 401


def test_a_mistake_in_what_is_shown_ends_the_streams_and_nothing_else(running, monkeypatch):
    """A browser opens its stream again after a second; the task that writes to all goes on."""

    def wrong(*_):
        raise ZeroDivisionError

    with running(0) as run, ExitStack() as stack:
        stream = followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == 1)
        with monkeypatch.context() as patch:
            patch.setattr("tenbo.web.auth.visibility.Visibility.redact_change", wrong)
            run.hall.changes.publish("port", {"table": 7})
            assert b'"table": 7' not in stream.read()
        again = followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == 1)
        run.hall.changes.publish("port", {"table": 8})
        read_until(again, b'"table": 8}\n')


def test_changes_from_many_threads_reach_a_follower(running):
    """Every table has a thread of its own, and all of them tell their news at the same moment."""
    with running(0) as run, ExitStack() as stack:
        stream = followed(run, stack)
        wait_until(lambda: run.service.server.streams.client_count == 1)

        def tell(table):
            for n in range(20):
                run.hall.changes.publish("count", {"table": table, "n": n})

        threads = [threading.Thread(target=tell, args=(table,)) for table in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        run.hall.changes.publish("count", {"last": True})
        said = read_until(stream, b'{"last": true}').decode()
        assert sum('"n":' in line for line in said.splitlines()) == 8 * 20
