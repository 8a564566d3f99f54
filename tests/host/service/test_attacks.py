"""Each control of the service, and someone who tries to get around it."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import socket
import stat
import threading
import urllib.request

import pytest

from tenbo.app.config import Config, load_config
from tenbo.app.service import Service
from tenbo.client.own_addresses import OwnHostNames
from tenbo.runtime.service_log import ServiceLog
from tenbo.web.auth.authentication import ClientAuthenticator

from .conftest import Running, wait_until
from .role_browser import Browser, code_of, logged_in_browser


def test_a_name_that_was_pointed_at_us_gets_nothing(running):
    """A page of evil.example whose name suddenly means 127.0.0.1: no page, no file, no stream, no data, no act."""
    with running(1) as run:
        desk = logged_in_browser(run, "desk")
        port = run.service.server.server_address[1]
        for name in ("evil.example", f"evil.example:{port}", "192.0.2.7", f"127.0.0.1.evil.example:{port}"):
            for path in ("/", "/static/live/live.js", "/v1/tables", "/v1/changes", "/v1/me"):
                assert desk.ask("GET", path, Host=name)[0] in (400, 409), (name, path)
            assert desk.ask("POST", "/v1/clock", {"act": "start"}, Host=name)[0] in (400, 409)


def test_the_address_at_which_a_phone_reaches_us_is_ours():
    """A phone has no name for the desk's computer, only its number; another computer's number is not ours."""
    names = OwnHostNames("0.0.0.0", 8484, ("desk.local",))
    assert names.is_own_name("192.168.1.7:8484", "192.168.1.7")
    assert names.is_own_name("192.168.1.7:8484", "::ffff:192.168.1.7")
    assert names.is_own_name("[fe80::1]:8484", "fe80::1")
    assert names.is_own_name("desk.local:8484", "192.168.1.7")
    assert not names.is_own_name("192.168.1.8:8484", "192.168.1.7")
    assert not names.is_own_name("192.168.1.7:80", "192.168.1.7")
    assert not names.is_own_name("", "192.168.1.7")


def test_a_page_of_another_place_does_nothing_with_the_desks_cookie(running):
    """The volunteer who has the desk open looks at another page, which sends a form."""
    with running(1) as run:
        desk = logged_in_browser(run, "desk")
        act = {"act": "start", "minutes": 60}
        for headers, status in (
            ({"Origin": "http://evil.example"}, 401),
            ({"Origin": "null"}, 401),
            ({"Origin": ""}, 403),
            ({"Origin": f"{desk.origin}.evil.example"}, 401),
            ({"Content_Type": "text/plain"}, 400),
            ({"Content_Type": "application/x-www-form-urlencoded"}, 400),
            ({"Content_Type": ""}, 400),
        ):
            assert desk.ask("POST", "/v1/clock", act, **headers)[0] == status, headers
        assert run.service.timekeeper.clock is None
        assert desk.ask("POST", "/v1/clock", act)[0] == 200
        _, _, headers = Browser(run).ask("POST", "/v1/join", {"code": code_of(run, "reader")})
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(headers["set-cookie"].split("; "))


def test_a_cookie_that_was_made_up_is_nobody(running, monkeypatch):
    """And neither is one that was changed, nor the hash that stands in the file."""
    with running(1) as run:
        monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
        desk = logged_in_browser(run, "desk")
        kept = json.loads(run.store.with_name("hall.db.access").read_text())
        stolen = next(iter(kept["sessions"]))
        name = run.service.access.cookie
        assert desk.cookie.startswith(f"{name}=")
        for cookie in (f"{name}=", f"{name}=x", desk.cookie[:-1], desk.cookie + "A", f"{name}={stolen}"):
            assert Browser(run, cookie).ask("GET", "/v1/tables")[0] == 401
        assert desk.ask("GET", "/v1/tables")[0] == 200


def test_whoever_comes_through_a_proxy_of_this_computer_is_not_on_it(running):
    """Its address is this computer's, and all that it hands on would be free to read names and results."""
    with running(1) as run:
        assert Browser(run).ask("GET", "/v1/tables")[0] == 200
        desk = logged_in_browser(run, "desk")
        for header, said in (
            ("X_Forwarded_For", "203.0.113.9"),
            ("x_forwarded_for", "127.0.0.1"),
            ("X_Forwarded_Proto", "https"),
            ("X_Forwarded_Host", "desk.example.org"),
            ("X_Real_IP", "203.0.113.9"),
            ("Forwarded", "for=203.0.113.9"),
            ("Via", "1.1 proxy"),
        ):
            for method, path in (("GET", "/v1/tables"), ("HEAD", "/v1/changes"), ("GET", "/v1/no/such/page")):
                assert Browser(run).ask(method, path, **{header: said})[0] == 401, (header, path)
            assert desk.ask("GET", "/v1/tables", **{header: said})[0] == 200, header


def test_a_browser_stays_joined_at_both_of_two_services_on_one_computer(tmp_path):
    """It gives a cookie to every port: with one name for all, joining the second would end the session at the first."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(service, path, fields=None):
        body = None if fields is None else json.dumps(fields).encode()
        headers = {"Origin": service.server.url, "Content-Type": "application/json"}
        request = urllib.request.Request(service.server.url + path, body, headers)
        with browser.open(request, timeout=300) as answer:
            return json.loads(answer.read())

    with contextlib.ExitStack() as stack:
        services = []
        for folder in (tmp_path / "one", tmp_path / "two"):
            folder.mkdir()
            config = Config(folder / "hall.db", [], search=False, listen=("127.0.0.1", 0))
            services.append(stack.enter_context(Service(config, ServiceLog(out=io.StringIO()))))
        for service, role in zip(services, ("referee", "desk"), strict=True):
            code = next(row["code"] for row in service.access.codes() if row["role"] == role)
            ask(service, "/v1/join", {"code": code, "name": "Ada"})
        assert [ask(service, "/v1/me")["role"] for service in services] == ["referee", "desk"]
        ask(services[1], "/v1/leave", {})
        assert [ask(service, "/v1/me")["role"] for service in services] == ["referee", "reader"]


def test_a_session_ends(tmp_path):
    """Unused for a day, older than a weekend, left, or with the codes: whichever comes first."""
    now = [1_000_000.0]
    access = ClientAuthenticator("token", "", tmp_path / "access", list, lambda: now[0])

    def begin():
        identity, _ = access.log_in(access.codes()[-1]["key"], "Bo", "10.0.0.9")
        return {"cookie": f"tenbo={identity}"}

    def role(headers):
        return access.authenticate(headers, "10.0.0.9").role

    idle = begin()
    now[0] += 7 * 3600
    assert role(idle) == "desk"
    now[0] += 9 * 3600
    assert role(idle) is None
    busy = begin()
    for _ in range(17):
        now[0] += 6 * 3600
        last = role(busy)
    assert last is None
    left = begin()
    access.log_out(left["cookie"].partition("=")[2])
    assert role(left) is None
    out = begin()
    again = ClientAuthenticator("token", "", tmp_path / "access", list, lambda: now[0])
    assert again.authenticate(out, "10.0.0.9").role == "desk"
    access.renew_codes()
    assert role(out) is None


def test_only_the_owner_may_read_who_has_joined(running):
    """The secret of all codes stands there; a file that others could read is replaced, a broken one begins again."""
    with running(1) as run:
        path = run.store.with_name("hall.db.access")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for broken in ("", "{", "[]", '{"secret": 1}', '{"secret": "x", "sessions": {"a": [1]}}'):
        path.write_text(broken)
        path.chmod(0o644)
        access = ClientAuthenticator("token", "", path, list)
        assert len(str(access.codes()[0]["code"])) == 8
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_every_answer_forbids_what_our_pages_do_not_do(running):
    """Pages, files, data, errors and the stream: no program of others, no frame, no guessing of kinds."""
    with running(1) as run:
        browser = Browser(run)
        for path, status in (("/", 200), ("/static/live/live.js", 200), ("/v1", 200), ("/v2", 404), ("/v1/x", 404)):
            found, _, headers = browser.ask("GET", path)
            assert found == status
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../__init__.py",
        "/static/%2e%2e/__init__.py",
        "/static/..%2fauth/authentication.py",
        "/static/live/../../shells/page.html",
        "/static//etc/passwd",
        "/static/live",
        "/static/",
        "/static/lit-html/LICENSE%00.js",
    ],
)
def test_no_file_besides_the_pages_is_given(running, path):
    """Nothing that a path could say leads out of the folder."""
    with running(0) as run:
        assert Browser(run).ask("GET", path)[0] == 404


def test_who_takes_nothing_of_what_is_sent_is_cut_off(running, monkeypatch):
    """A phone that was put to sleep, or someone who opens streams and reads none: memory has an end."""
    monkeypatch.setattr("tenbo.web.server.connection_limits.STALLED_S", 0.05)
    with running(0) as run, socket.socket() as sleepy:
        sleepy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sleepy.connect(run.service.server.server_address)
        sleepy.sendall(b"GET /v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until(lambda: run.service.server.streams.client_count == 1)
        for _ in range(200):
            run.hall.changes.publish("noise", {"text": "x" * 60_000})
        wait_until(lambda: run.service.server.streams.client_count == 0)
        wait_until(lambda: not run.service.server.connections.open)
        assert run.client.get("/v1/tables") == []


def test_too_many_who_watch_keep_nobody_from_acting(running, monkeypatch):
    """The next one is told so; the desk goes on, and has a stream of its own."""
    monkeypatch.setattr("tenbo.web.sse.MOST_WATCHERS", 5)
    monkeypatch.setattr("tenbo.web.sse.FOR_REFEREES", 2)
    with running(1) as run, contextlib.ExitStack() as stack:
        for _ in range(3):
            watcher = stack.enter_context(socket.create_connection(run.service.server.server_address))
            watcher.sendall(b"GET /v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until(lambda: run.service.server.streams.client_count == 3)
        assert Browser(run).ask("GET", "/v1/changes")[0] == 409
        assert run.client.post("/v1/tables/1/blink") == {"done": True}
        for name in ("Ada", "Bo"):
            watcher = stack.enter_context(socket.create_connection(run.service.server.server_address))
            cookie = logged_in_browser(run, "referee", name=name).cookie
            watcher.sendall(f"GET /v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        wait_until(lambda: run.service.server.streams.client_count == 5)


def test_the_service_ends_at_once_with_twenty_browsers_open(running, monkeypatch):
    """A stream never ends by itself: it is we who end it, and anyone who stops the service waits for no tab."""
    monkeypatch.setattr("tenbo.web.server.server.GRACE_S", 600)
    with contextlib.ExitStack() as stack, running(0) as run:
        for _ in range(20):
            one = stack.enter_context(socket.create_connection(run.service.server.server_address))
            one.sendall(b"GET /v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until(lambda: run.service.server.streams.client_count == 20)
        server = run.service.server
        closing = threading.Thread(target=server.close, daemon=True)
        closing.start()
        closing.join(300)
        assert not closing.is_alive()
        assert server.streams.client_count == 0
        assert not server.connections.open


def test_ipv6_is_guarded_like_the_rest(tmp_path):
    """The same checks of name, origin and code at [::1]."""
    config = load_config(None, store=str(tmp_path / "hall.db"), search=False, listen="[::1]:0")
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        run = Running(service, None, None)
        desk = logged_in_browser(run, "desk")
        assert desk.origin.startswith("http://[::1]:")
        assert desk.ask("GET", "/v1/tables", Host="[::2]")[0] == 409
        assert desk.ask("POST", "/v1/clock", {"act": "start", "minutes": 5}, Origin="http://[::2]")[0] == 401
        assert desk.ask("POST", "/v1/clock", {"act": "start", "minutes": 5})[0] == 200


def test_on_a_network_whoever_has_not_joined_reads_nothing(tmp_path, monkeypatch):
    """Neither names nor results nor changes; the page to join is there, and who has joined reads."""
    monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
    config = Config(tmp_path / "hall.db", [], search=False, listen=("0.0.0.0", 0), password="east wind")
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        run = Running(service, None, None)
        run.service.server.server_address = ("127.0.0.1", run.service.server.server_address[1])
        nobody = Browser(run)
        for path in ("/v1", "/v1/tables", "/v1/changes", "/v1/standings", "/v1/export/results.json", "/v1/x"):
            assert nobody.ask("GET", path)[0] == 401, path
        assert nobody.ask("GET", "/v1/me")[1]["role"] is None
        assert nobody.ask("GET", "/join")[0] == 200
        assert nobody.join(code_of(run, "reader")) == 200
        assert nobody.ask("GET", "/v1/tables")[0] == 200


def test_a_request_in_pieces_is_answered_and_a_head_without_end_is_not(running):
    """What is neither a request nor an end of one is refused in JSON."""
    with running(0) as run:
        address = run.service.server.server_address
        with socket.create_connection(address, timeout=300) as one:
            for piece in (b"GET /v1 HT", b"TP/1.1\r\nHo", b"st: 127.0.0.1\r\n", b"\r\n"):
                one.sendall(piece)
            assert one.recv(4096).startswith(b"HTTP/1.1 200")
        with socket.create_connection(address, timeout=300) as endless:
            with contextlib.suppress(OSError):
                endless.sendall(b"GET /v1 HTTP/1.1\r\n" + b"X: y\r\n" * 30_000)
            with contextlib.suppress(ConnectionResetError):
                assert b"400" in endless.recv(4096)[:20]
        connection = http.client.HTTPConnection(*address, timeout=300)
        connection.putrequest("POST", "/v1/clock")
        connection.putheader("Authorization", f"Bearer {run.service.access.token}")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        assert connection.getresponse().status == 400
        connection.close()
