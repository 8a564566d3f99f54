"""Who guesses codes and passwords gets nowhere, and is in nobody else's way."""

from __future__ import annotations

import contextlib
import io
import socket
from base64 import b64encode

import pytest

from tenbo.api.access import Access, Denied
from tenbo.hall.service_log import ServiceLog
from tenbo.service.config import Config
from tenbo.service.service import Service

from .conftest import Running, until
from .joined import Browser, joined


def test_codes_cannot_be_tried_until_one_fits(tmp_path):
    """Five wrong ones a minute for an address; others are not kept waiting, and the key of the link always fits."""
    now = [1000.0]
    access = Access("token", "", tmp_path / "access", lambda: [1, 2], lambda: now[0])
    right = next(row["code"] for row in access.codes() if row["role"] == "referee")
    for _ in range(5):
        with pytest.raises(Denied, match="not one of ours"):
            access.join("AAAAAAAA", "", "10.0.0.9")
    with pytest.raises(Denied, match="wait a minute") as refused:
        access.join(right, "", "10.0.0.9")
    assert refused.value.status == 429
    assert access.join(right, "", "10.0.0.8")[1].role == "referee"
    assert access.join(access.codes()[2]["key"], "", "10.0.0.9")[1].role == "desk"
    now[0] += 61
    assert access.join(right.lower(), "", "10.0.0.9")[1].role == "referee"


def test_whoever_has_many_addresses_tries_no_more_than_others(tmp_path):
    """A computer has as many addresses of its IPv6 network as it likes; those who knew the password go on meanwhile."""
    now = [1000.0]
    access = Access("token", "east wind", tmp_path / "access", list, lambda: now[0])
    right = next(row["code"] for row in access.codes() if row["role"] == "referee")

    def role(password, address):
        given = b64encode(f"reader:{password}".encode()).decode()
        return access.visitor({"authorization": f"Basic {given}"}, address).role

    assert role("east wind", "2001:db8::7") == "reader"
    tried = 0
    for n in range(1000):
        with contextlib.suppress(Denied):
            assert role(f"guess {n}", f"2001:db8::1:{n:x}") is None
            tried += 1
    assert tried == 60
    with pytest.raises(Denied, match="too many wrong passwords"):
        role("east wind", "2001:db8::1:ffff")
    assert role("east wind", "2001:db8::7") == "reader"
    said = []
    for n in range(100):
        with pytest.raises(Denied) as refused:
            access.join("AAAAAAAA", "", f"2001:db8::1:{n:x}")
        said.append(refused.value.status)
    assert said == [403] * 60 + [429] * 40
    with pytest.raises(Denied, match="too many wrong codes"):
        access.join(right, "", "2001:db8::1:ffff")
    assert access.join(access.codes()[2]["key"], "", "2001:db8::1:ffff")[1].role == "desk"
    now[0] += 61
    assert access.join(right, "", "2001:db8::1:ffff")[1].role == "referee"
    assert role("east wind", "2001:db8::1:ffff") == "reader"


def test_many_readers_end_no_session_of_the_desk(tmp_path, monkeypatch):
    """Whoever has the wall's code may join with it a thousand times."""
    monkeypatch.setattr("tenbo.api.kept_sessions.MOST_SESSIONS", 5)
    now = [1000.0]
    access = Access("token", "", tmp_path / "access", list, lambda: now[0])
    desk, _ = access.join(access.codes()[-1]["key"], "Bo", "10.0.0.9")
    for n in range(20):
        now[0] += 1
        access.join(access.codes()[0]["code"], "", f"10.0.1.{n}")
    assert access.visitor({"cookie": f"tenbo={desk}"}, "10.0.0.9").role == "desk"


def test_a_password_cannot_be_tried_until_one_fits(tmp_path):
    """As with codes; a browser that sends one wrong password with every file of a page has guessed once."""
    now = [1000.0]
    access = Access("token", "east wind", tmp_path / "access", list, lambda: now[0])

    def role(password, address="10.0.0.9"):
        given = b64encode(f"reader:{password}".encode()).decode()
        return access.visitor({"authorization": f"Basic {given}"}, address).role

    assert [role("east wint") for _ in range(20)] == [None] * 20
    assert role("east wind") == "reader"
    for guess in range(4):
        assert role(f"guess {guess}") is None
    with pytest.raises(Denied, match="too many wrong passwords from here: wait a minute") as refused:
        role("east wind")
    assert refused.value.status == 429
    assert role("east wind", "10.0.0.8") == "reader"
    assert access.visitor({"authorization": "Bearer token"}, "10.0.0.9").role == "desk"
    now[0] += 61
    assert role("east wind") == "reader"


def test_whoever_guesses_passwords_ends_nobody_s_stream(tmp_path, monkeypatch):
    """Those who follow are looked after together: what one of them may not do must not stop the others."""
    monkeypatch.setattr("tenbo.api.access.is_here", lambda _: False)
    config = Config(tmp_path / "hall.db", [], search=False, listen=("0.0.0.0", 0), password="east wind")
    with Service(config, ServiceLog(out=io.StringIO())) as service, contextlib.ExitStack() as stack:
        run = Running(service, None, None)
        service.server.server_address = ("127.0.0.1", service.server.server_address[1])
        reader = joined(run, "reader")
        streams = []
        right = b64encode(b"reader:east wind").decode()
        for head in (f"Cookie: {reader.cookie}", f"Authorization: Basic {right}"):
            one = stack.enter_context(socket.create_connection(service.server.server_address, timeout=60))
            one.sendall(f"GET /v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
            streams.append(stack.enter_context(one.makefile("rb")))
        until(lambda: service.server.streams.watchers == 2)
        for guess in range(6):
            given = b64encode(f"reader:guess {guess}".encode()).decode()
            status, _, _ = Browser(run).ask("GET", "/v1/tables", Authorization=f"Basic {given}")
        assert status == 429
        # Somebody joins: everybody who follows is asked anew whether they may.
        joined(run, "reader", name="Bo")
        service.hall.changes.publish("port", {"table": 7})
        while b'"table": 7' not in streams[0].readline():
            pass
        until(lambda: service.server.streams.watchers == 1)
