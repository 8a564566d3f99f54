"""Requests that no real browser makes: two at once, half ones, lies about their length, and other places."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import socket
import stat
import threading
import time

import pytest

from tenbo.simulator.fake_tables import FakeTables
from tenbo.simulator.rehearsal.host_process import HostProcess
from tenbo.web.server.connection_limits import STALLED_S
from tenbo.web.server.request_lanes import MOST_OF_READERS
from tenbo.web.server.security_headers import SECURITY_HEADERS

from .conftest import serve, wait_until
from .role_browser import Browser, code_of, logged_in_browser


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a service over one table for all tests here: none of them changes anything."""
    folder = tmp_path_factory.mktemp("hostile")
    with FakeTables(folder, 1) as paper, serve(folder, paper) as running:
        yield running


@pytest.fixture(scope="module")
def desk_browser(run):
    """Return a browser that has joined as the desk, whose cookie someone would like to use."""
    return logged_in_browser(run, "desk")


def said(run, request):
    """Return all that is answered to some bytes, until the service closes the connection."""
    with socket.create_connection(run.service.server.server_address, timeout=300) as one:
        one.sendall(request)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while piece := one.recv(65536):
                answer += piece
    return answer


def asked(line, *headers, body=b"", host="127.0.0.1"):
    """Return the bytes of a request, after which we say no more."""
    if not body and not any("connection:" in one.lower() for one in headers):
        headers = (*headers, "Connection: close")
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: {host}", *headers, "", ""]).encode("latin-1") + body


HIDDEN = asked("GET /v1/books")


@pytest.mark.parametrize(
    "headers",
    [
        ["Host: evil.example"],
        ["Content-Length: 3", "Content-Length: 30"],
        ["Content-Length: 3, 30"],
        ["Content-Length: +3"],
        ["Content-Length: 0x3"],
        ["Content-Length: -1"],
        ["Transfer-Encoding: chunked, chunked"],
        ["Transfer-Encoding: xchunked"],
        ["Transfer-Encoding : chunked"],
        ["X: a\x00b"],
        ["X: a\rb"],
    ],
)
def test_a_head_that_can_be_read_in_two_ways_is_not_read_at_all(run, headers):
    """What stands behind it is no second request, no matter who stands between us and the browser."""
    answer = said(run, asked("POST /v1/score", "Content-Type: application/json", *headers, body=b"{}\n" + HIDDEN))
    assert answer.startswith(b"HTTP/1.1 400 "), answer
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"ema-2016" not in answer


@pytest.mark.parametrize(
    "headers",
    [
        ["Content-Length: 4"],
        ["Transfer-Encoding: chunked"],
        ["Content-Length: 4", "Transfer-Encoding: chunked"],
        ["Content-Length: 2000000"],
    ],
)
def test_a_body_that_was_not_read_is_no_next_request(run, headers):
    """Of someone who may not act no byte is read, and what came is thrown away with the connection."""
    answer = said(run, asked("POST /v1/clock", "Content-Type: application/json", *headers, body=b"0\r\n\r\n" + HIDDEN))
    assert answer.startswith((b"HTTP/1.1 401 ", b"HTTP/1.1 400 "))
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"ema-2016" not in answer


def test_every_answer_of_every_kind_forbids_what_our_pages_do_not_do(run):
    """Also those that no route has given: unreadable requests, wrong methods, files that the browser has already."""
    browser = Browser(run)
    tag = browser.ask("GET", "/static/words.js")[2]["etag"]
    for request, status in (
        (asked("GET /v1", "Host: again"), 400),
        (asked("GET / "), 400),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 409),
        (asked("GET /static/words.js", f"If-None-Match: {tag}"), 304),
        (asked("HEAD /desk"), 200),
        (asked("HEAD /v1/tables"), 200),
        (asked("OPTIONS /v1/tables"), 204),
        (asked("TRACE /v1/tables", "Cookie: tenbo=secret"), 405),
        (asked("TRACE /desk", "Cookie: tenbo=secret"), 405),
        (asked("POST /desk"), 405),
        (asked("DELETE /static/words.js"), 405),
        (asked("CONNECT evil.example:80"), 404),
        (asked("OPTIONS *"), 404),
        (asked("GET /v1/x"), 404),
        (asked("GET /nothing"), 404),
        (asked("GET /static/nothing.js"), 404),
        (asked("GET /v1/tables", host="evil.example"), 409),
        (asked("POST /v1/clock"), 401),
        (asked("GET /v1/" + "x" * 20_000), 414),
    ):
        answer = said(run, request)
        assert answer.startswith(b"HTTP/1.1 %d " % status), (request[:60], answer)
        head = answer.partition(b"\r\n\r\n")[0].lower()
        for name, value in SECURITY_HEADERS:
            assert b"%b: %b" % (name, value.lower()) in head, (request[:60], name)
        assert b"secret" not in answer
        assert b"access-control" not in head


@pytest.mark.parametrize("upgrade", ["websocket", "h2c"])
def test_nothing_is_switched_to_another_protocol(run, upgrade):
    """A web socket has no origin that a browser checks; there is none here."""
    more = ["Connection: close, Upgrade", f"Upgrade: {upgrade}", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA"]
    answer = said(run, asked("GET /v1/changes", *more, "Origin: http://evil.example", host="evil.example"))
    assert answer.startswith(b"HTTP/1.1 409 ")
    assert said(run, asked("GET /v1/time", *more)).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "path", ["//evil.example", "//evil.example/desk/", "/desk/", "/table/1/", "/%5cevil.example", "/join/"]
)
def test_no_address_leads_to_another_place(run, path):
    """A link that begins with ours and ends with someone else's page would be believed."""
    for line in asked(f"GET {path}"), asked(f"GET http://evil.example{path}"):
        head = said(run, line).partition(b"\r\n\r\n")[0].decode().lower()
        where = [line.partition(": ")[2] for line in head.splitlines() if line.startswith("location:")]
        assert all(one.startswith("http://127.0.0.1/") and "evil" not in one for one in where), head


def test_what_listens_at_another_port_of_this_computer_is_another_place(run, desk_browser):
    """A browser sends it our cookie, and us its requests with the cookie: ports are the same site."""
    port = run.service.server.server_address[1]
    for origin in ("http://127.0.0.1", "http://localhost", f"http://127.0.0.1:{port - 1}", f"http://localhost:{port}"):
        assert desk_browser.ask("POST", "/v1/clock", {"act": "start", "minutes": 5}, Origin=origin)[0] == 401, origin
    assert run.service.timekeeper.clock is None


def test_no_page_of_another_place_asks_in_its_background(run, desk_browser):
    """It could not read the answers, but have tables asked, and open streams until no one else has one."""
    for path in ("/v1/tables", "/v1/changes", "/v1/tables/1/display/0", "/static/words.js", "/desk"):
        for site in ("cross-site", "same-site"):
            for mode in ("no-cors", "cors", "websocket"):
                headers = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": mode}
                assert desk_browser.ask("GET", path, **headers)[0] == 403, (path, headers)
    assert desk_browser.ask("GET", "/v1/tables", Sec_Fetch_Site="same-origin", Sec_Fetch_Mode="cors")[0] == 200
    assert desk_browser.ask("GET", "/desk", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")[0] == 200


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"act": "start", "minutes": NaN}', "NaN is not a finite number"),
        (b'{"act": "start", "minutes": -Infinity}', "-Infinity is not a finite number"),
        (b'{"act": "start", "minutes": 1e999}', "1e999 is not a finite number"),
        (b'{"act": "stop", "act": "start", "minutes": 5}', "the field 'act' is listed twice"),
        (b'{"act": "start", "by": "\\ud83d"}', "it contains half of a surrogate pair"),
        (b'{"act": "start", "more": {"\\uDC00": 1}}', "it contains half of a surrogate pair"),
        (b'{"act": "start", "minutes": ' + b"9" * 5000 + b"}", "Exceeds the limit"),
        (b"[" * 90_000, "it is nested too deeply"),
        (b'{"a":' * 90_000, "it is nested too deeply"),
        (b"\xff\xfe\x00", "not JSON"),
        (gzip.compress(b'{"act": "start", "minutes": 5}', mtime=0), "not JSON"),
    ],
)
def test_a_body_that_programs_understand_differently_is_none(run, desk_browser, body, words):
    """What one of them has checked another one would do."""
    status, answer, _ = desk_browser.ask_raw(
        "POST", "/v1/clock", body, Content_Encoding="gzip" if body[:1] == b"\x1f" else ""
    )
    assert status == 400
    assert words in answer["error"]["message"]
    assert run.service.timekeeper.clock is None


def test_a_cookie_that_was_there_before_is_nobodys_session_after(run, monkeypatch):
    """Someone else may have laid it into the browser; and anyone who joins again is no longer who they were."""
    monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
    browser = Browser(run, f"{run.service.access.cookie}=laid-by-somebody-else-laid-by-somebody-else")
    laid = browser.cookie
    assert browser.join(code_of(run, "desk")) == 200
    assert browser.cookie != laid
    assert Browser(run, laid).ask("GET", "/v1/tables")[0] == 401
    desk = browser.cookie
    assert browser.join(code_of(run, "reader")) == 200
    assert Browser(run, desk).ask("GET", "/v1/tables")[0] == 401
    assert browser.ask("GET", "/v1/me")[1]["role"] == "reader"


def test_a_reader_s_stream_tells_no_reason_no_slip_and_no_plan(run, monkeypatch):
    """Why someone has left the tournament is for the desk, though the wall learns at once that there is news."""
    records = (
        ("withdraw", {"session": 1, "player": 3, "why": "a heart attack"}),
        ("plan", {"tables": [[7, 1, [11, 12, 13, 14]]]}),
        ("slip", {"session": 1, "table": 1, "scores": [41_300, 33_700, 25_000, 20_000]}),
        ("ruling", {"table": 1, "event": 5, "act": "penalty -8000"}),
        ("bind", {"device": "e66142", "table": 1}),
    )
    for n, (kind, fields) in enumerate(records):
        run.hall.changes.publish("desk", {"kind": kind, "by": "Ada", "n": 1000 + n, **fields})
    heard = {}
    for role in ("reader", "table", "referee"):
        cookie = logged_in_browser(run, role, 1 if role == "table" else None).cookie
        with socket.create_connection(run.service.server.server_address, timeout=300) as one:
            one.sendall(asked("GET /v1/changes?after=0", f"Cookie: {cookie}"))
            stream = one.makefile("rb")
            lines = []
            while not lines or "1004" not in lines[-1]:
                lines.append(stream.readline().decode())
        heard[role] = [json.loads(line[6:]) for line in lines if line.startswith("data: {") and '"by": "Ada"' in line]
    assert [set(one) for one in heard["reader"]] == [
        {"kind", "by", "n", "session"}, {"kind", "by", "n"}, {"kind", "by", "n", "session", "table"},
        {"kind", "by", "n", "table"}, {"kind", "by", "n", "table"},
    ]  # fmt: skip
    # A table sees what concerns it, and no more of the others than everybody.
    assert heard["table"][:2] == heard["reader"][:2]
    assert heard["table"][3]["act"] == "penalty -8000"
    assert [one["n"] for one in heard["referee"]] == [1000 + n for n in range(5)]
    assert heard["referee"][0]["why"] == "a heart attack"


def test_whoever_opens_every_connection_keeps_nobody_else_out(run, monkeypatch):
    """Those of one address are closed for those of another, also when all of them are busy."""
    monkeypatch.setattr("tenbo.web.server.connection_limits.MOST_CONNECTIONS", 12)
    server = run.service.server
    with contextlib.ExitStack() as stack:
        for _ in range(16):
            one = stack.enter_context(socket.create_connection(server.server_address, 60, ("127.0.0.2", 0)))
            with contextlib.suppress(OSError):
                one.sendall(asked("GET /v1/changes"))
        wait_until(lambda: server.streams.client_count >= 11)
        assert [Browser(run).ask("GET", "/v1/time")[0] for _ in range(5)] == [200] * 5
        # Someone from elsewhere follows, and goes on to follow, however many more the crowd opens.
        wall = stack.enter_context(socket.create_connection(server.server_address, 60))
        wall.sendall(asked("GET /v1/changes"))
        stream = wall.makefile("rb")
        while b"beat" not in stream.readline():
            pass
        for _ in range(30):
            stack.enter_context(socket.create_connection(server.server_address, 60, ("127.0.0.2", 0)))
        assert Browser(run).ask("GET", "/v1/time")[0] == 200
        assert len(server.connections.open) <= 12
        run.hall.changes.publish("port", {"table": 77})
        while b'"table": 77' not in (line := stream.readline()):
            assert line


def test_a_computer_with_many_addresses_keeps_nobody_out_either(run, monkeypatch):
    """With IPv6 it has as many as it likes: one connection of each must not weigh less than a browser's two."""
    monkeypatch.setattr("tenbo.web.server.connection_limits.MOST_CONNECTIONS", 12)
    server = run.service.server
    with contextlib.ExitStack() as stack:
        wall = stack.enter_context(socket.create_connection(server.server_address, 60))
        wall.sendall(asked("GET /v1/changes"))
        stream = wall.makefile("rb")
        while b"beat" not in stream.readline():
            pass
        for n in range(40):
            stack.enter_context(socket.create_connection(server.server_address, 60, (f"127.0.1.{n + 1}", 0)))
        assert [Browser(run).ask("GET", "/v1/time")[0] for _ in range(5)] == [200] * 5
        run.hall.changes.publish("port", {"table": 77})
        while b'"table": 77' not in (line := stream.readline()):
            assert line


def test_whoever_takes_a_long_answer_slowly_is_not_cut_off(run, monkeypatch):
    """A copy of the hall on a weak Wi-Fi takes its time; who takes nothing more has gone away."""
    monkeypatch.setattr("tenbo.web.server.connection_limits.Connections.close_overdue", lambda _: None)
    monkeypatch.setattr(run.service.timekeeper, "clock_and_offsets", lambda: {"note": "", "noise": "x" * 30_000_000})
    opened = set(run.service.server.connections.open)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        slow.settimeout(300)
        slow.connect(run.service.server.server_address)
        slow.sendall(asked("GET /v1/clock"))
        wait_until(
            lambda: [one for one in run.service.server.connections.open if one not in opened and not one.is_writable]
        )
        (here,) = [one for one in run.service.server.connections.open if one not in opened and not one.is_writable]
        first = time.monotonic() + STALLED_S + 1
        left = here.transport.get_write_buffer_size()
        while here.transport.get_write_buffer_size() >= left:
            assert slow.recv(1 << 20)
        assert not here.is_stalled(first)
        # What the line itself takes is taken before long; then nothing goes on.
        later = first
        while not here.is_stalled(later + STALLED_S + 1):
            later += STALLED_S + 1


def test_readers_whose_questions_take_long_keep_no_referee_waiting(run, monkeypatch):
    """A table that hangs answers after a long time; a phone that asks it again and again has its own places alone."""
    over = threading.Event()
    clock = run.service.timekeeper.clock_and_offsets
    with contextlib.ExitStack() as stack, monkeypatch.context() as patch:
        stack.callback(over.set)
        waiting = []

        def hangs():
            waiting.append(None)
            over.wait()
            return clock()

        patch.setattr(run.service.timekeeper, "clock_and_offsets", hangs)
        for _ in range(100):
            one = stack.enter_context(socket.create_connection(run.service.server.server_address, 60))
            one.sendall(asked("GET /v1/clock"))
        wait_until(lambda: len(waiting) >= MOST_OF_READERS)
        assert logged_in_browser(run, "referee").ask("GET", "/v1/tables")[0] == 200
        assert run.client.get("/v1/tables")
        assert len(waiting) == MOST_OF_READERS
        over.set()


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_service_without_a_umask_leaves_no_file_to_others(tmp_path, run_cli):
    """Anyone who starts it by a script: the store, what lies beside it, copies, and what is left after a kill."""
    before = os.umask(0)
    try:
        with HostProcess(tmp_path / "hall.db", []) as process:
            process.client.post("/v1/players", text="id,name\n1,Ada\n", yes=True)
            copy = tmp_path / "copy.db"
            assert run_cli("backup", copy, "--store", tmp_path / "hall.db")[0] == 0
            process.kill()
    finally:
        os.umask(before)
    # What the service says is written by the test.
    files = {file.name: file for file in tmp_path.iterdir() if file.is_file() and file.name != "hall.log"}
    assert {"hall.db", "hall.db-wal", "hall.db.access", "hall.db.api", "copy.db"} <= set(files)
    assert {name: stat.S_IMODE(file.stat().st_mode) for name, file in files.items()} == dict.fromkeys(files, 0o600)
