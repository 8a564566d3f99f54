"""A connection is kept open, read and answered as HTTP says, whatever a program sends."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
from contextlib import ExitStack

import pytest
import uvicorn
from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from tenbo.runtime.worker import run_in_background
from tenbo.web.server.app import _send_answer
from tenbo.web.server.connection_limits import MOST_CONNECTIONS
from tenbo.web.server.http_messages import unrouted_error_response
from tenbo.web.server.server import Uvicorn

from .conftest import wait_until
from .http_requests import ask, token


def test_a_body_that_is_too_long_is_not_read(running):
    """A gigabyte must not fill the memory; of someone without the token not one byte is read."""
    with running() as run:
        for given, length, status in (
            ("", 900_000, 401),
            (token(run), 1_000_000_000, 400),
            (token(run), "\u00b2", 400),
        ):
            connection = http.client.HTTPConnection(*run.service.server.server_address[:2], timeout=300)
            connection.putrequest("POST", "/v1/table_numbers")
            connection.putheader("Authorization", given)
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", str(length))
            connection.endheaders()
            answer = connection.getresponse()
            assert (answer.status, answer.getheader("Connection")) == (status, "close")
            assert json.loads(answer.read())["error"]["message"]
            connection.close()


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_requests_that_are_never_finished_keep_nobody_out(running):
    """Hundreds of half requests; the desk is answered all the same, and as many connections as allowed are open."""
    with running() as run, ExitStack() as stack:
        address = run.service.server.server_address[:2]
        for _ in range(300):
            half = stack.enter_context(socket.create_connection(address, timeout=300))
            with contextlib.suppress(OSError):
                half.sendall(b"POST /v1/table_numbers HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900000\r\n")
        assert ask(run, "GET", "/v1/tables")[0] == 200
        assert run.client.post("/v1/tables/1/blink") == {"done": True}
        wait_until(lambda: len(run.service.server.connections.open) <= MOST_CONNECTIONS)


@pytest.mark.parametrize("turns", range(5))
def test_what_is_accepted_as_the_server_stops_is_a_connection(turns):
    """A closed server of asyncio forgets a socket that was accepted in the turn before."""
    accepted, connected = [], []

    class Protocol(H11Protocol):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            accepted.append(self)

        def connection_made(self, transport):
            super().connection_made(transport)
            connected.append(self)

    async def app(scope, receive, send):
        raise AssertionError("nothing is asked")

    async def serve(bound, client):
        server = Uvicorn(uvicorn.Config(app, http=Protocol, ws="none", lifespan="off", log_config=None))
        serving = asyncio.ensure_future(server.serve([bound]))
        # It listens after a few turns.
        for _ in range(20):
            await asyncio.sleep(0)
        assert server.started
        client.connect(bound.getsockname())
        for _ in range(turns):
            await asyncio.sleep(0)
        server.request_stop()
        await serving
        for protocol in connected:
            protocol.transport.abort()

    with socket.create_server(("127.0.0.1", 0)) as bound, socket.socket() as client:
        # In a thread of its own: a browser of other tests may have an event loop in this one.
        assert run_in_background("serve", lambda: asyncio.run(serve(bound, client))).join(60)
    assert connected == accepted


@pytest.mark.parametrize("said", [b"", b"GET /v1 HT", b"POST /v1/table_numbers HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"])
def test_a_request_is_said_in_time_or_not_at_all(running, monkeypatch, said):
    """A byte every few seconds would keep a connection for ever."""
    monkeypatch.setattr("tenbo.web.server.connection_limits.REQUEST_S", 0.1)
    with running() as run, socket.create_connection(run.service.server.server_address[:2], timeout=300) as slow:
        slow.sendall(said)
        while slow.recv(4096):
            pass


@pytest.mark.parametrize(("headers", "is_read"), [(["2"], True), (["2000000"], False), ([], False)])
def test_the_short_body_of_a_refused_request_is_read_before_the_answer(headers, is_read):
    """A body that came after the connection was closed reset it, and its sender read no refusal."""
    order = []

    async def receive():
        order.append("body")
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message):
        order.append(message["type"])

    scope = {"type": "http", "method": "POST", "headers": [(b"content-length", length.encode()) for length in headers]}
    refusal = unrouted_error_response("no token", "token", 401)
    # In a thread of its own: a browser of other tests may have an event loop in this one.
    answered = run_in_background(
        "answer",
        lambda: asyncio.run(_send_answer(refusal, Request(scope, receive), scope, receive, send, read=False)),
    )
    assert answered.join(60)
    assert order == ["body"] * is_read + ["http.response.start", "http.response.body"]


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("PUT", "/v1/clock", 405, "GET, HEAD, OPTIONS, POST"),
        ("DELETE", "/v1/tables/1", 405, "GET, HEAD, OPTIONS"),
        ("PATCH", "/v1/nothing", 404, None),
        ("POST", "/v1/tables", 405, "GET, HEAD, OPTIONS"),
        ("GET", "/v1/table_numbers", 405, "OPTIONS, POST"),
        ("DANCE", "/v1", 405, "GET, HEAD, OPTIONS"),
        ("DANCE", "/v1/nothing", 501, None),
        ("GET", "/v1/" + "x" * 70_000, 414, None),
    ],
)
def test_another_method_is_answered_in_json(running, method, path, status, allow):
    """Anyone who writes a program reads one kind of answer."""
    with running() as run:
        connection = http.client.HTTPConnection(*run.service.server.server_address[:2], timeout=300)
        connection.request(method, path)
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Content-Type")) == (status, "application/json")
        assert answer.getheader("Allow") == allow
        assert {"code", "message", "at"} <= set(json.loads(answer.read())["error"])
        connection.close()


def test_head_and_options_have_no_body(running):
    """A monitor asks whether we are there; a browser asks what it may do."""
    with running() as run:
        connection = http.client.HTTPConnection(*run.service.server.server_address[:2], timeout=300)
        for method, status in (("HEAD", 200), ("OPTIONS", 204), ("GET", 200)):
            connection.request(method, "/v1/tables")
            answer = connection.getresponse()
            assert answer.status == status
            assert bool(answer.read()) == (method == "GET")
        connection.close()
