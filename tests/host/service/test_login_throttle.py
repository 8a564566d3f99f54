"""Who guesses codes and passwords gets nowhere, and is in no one else's way."""

from __future__ import annotations

import contextlib
import io
import socket
import sys
import threading
from base64 import b64encode

import pytest

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.runtime.worker import run_in_background
from tenbo.web.auth.authentication import AccessDenied, ClientAuthenticator

from .conftest import Running, wait_until
from .role_browser import Browser, logged_in_browser


def test_codes_cannot_be_tried_until_one_fits(tmp_path):
    """Five wrong ones a minute for an address; others are not kept waiting, and the key of the link always fits."""
    now = [1000.0]
    access = ClientAuthenticator("token", "", tmp_path / "access", lambda: [1, 2], lambda: now[0])
    right = next(row["code"] for row in access.codes() if row["role"] == "referee")
    for _ in range(5):
        with pytest.raises(AccessDenied, match="wrong code"):
            access.log_in("AAAAAAAA", "", "10.0.0.9")
    with pytest.raises(AccessDenied, match="wait a minute") as refused:
        access.log_in(right, "", "10.0.0.9")
    assert refused.value.status == 429
    assert access.log_in(right, "", "10.0.0.8")[1].role == "referee"
    assert access.log_in(access.codes()[3]["key"], "", "10.0.0.9")[1].role == "desk"
    now[0] += 61
    assert access.log_in(right.lower(), "", "10.0.0.9")[1].role == "referee"


def test_a_link_may_be_pasted_as_it_was_copied(tmp_path):
    """From a window that breaks lines, with its blanks, and with all that is before the code."""
    access = ClientAuthenticator("token", "", tmp_path / "access", lambda: [1], lambda: 1000.0)
    [*_, desk] = [row for row in access.codes() if row["role"] == "desk"]
    key, code = desk["key"], desk["code"]
    links = [f"http://127.0.0.1:8484/join#{key}", f" http://127.0.0.1:8484/join#{key[:9]}\n    {key[9:]}\n"]
    codes = [f"{code[:4]} {code[4:]}", f"{code[:4]}-{code[4:]}".lower(), f"http://10.0.0.1:8484/join?me#{code}"]
    for pasted in [*links, *codes]:
        assert access.log_in(pasted, "", "10.0.0.9")[1].role == "desk"


def test_codes_that_are_tried_at_the_same_moment_count_as_one_after_the_other(tmp_path):
    """A program that sends its guesses at once would have them all looked at before the first one is recorded."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        access = ClientAuthenticator("token", "", tmp_path / "access", lambda: range(100), lambda: 1000.0)
        begin, statuses = threading.Barrier(30), []

        def guess():
            begin.wait(60)
            try:
                access.log_in("AAAAAAAA", "", "10.0.0.9")
            except AccessDenied as refused:
                statuses.append(refused.status)

        guesses = [run_in_background(f"guess {n}", guess) for n in range(30)]
        assert all(one.join(60) for one in guesses)
    finally:
        sys.setswitchinterval(before)
    assert sorted(statuses) == [403] * 5 + [429] * 25


def test_whoever_has_many_addresses_tries_no_more_than_others(tmp_path):
    """A computer has as many addresses of its IPv6 network as it likes; those who knew the password go on meanwhile."""
    now = [1000.0]
    access = ClientAuthenticator("token", "east wind", tmp_path / "access", list, lambda: now[0])
    right = next(row["code"] for row in access.codes() if row["role"] == "referee")

    def role(password, address):
        given = b64encode(f"reader:{password}".encode()).decode()
        return access.authenticate({"authorization": f"Basic {given}"}, address).role

    assert role("east wind", "2001:db8::7") == "reader"
    tried = 0
    for n in range(1000):
        with contextlib.suppress(AccessDenied):
            assert role(f"guess {n}", f"2001:db8::1:{n:x}") is None
            tried += 1
    assert tried == 60
    with pytest.raises(AccessDenied, match="too many wrong passwords"):
        role("east wind", "2001:db8::1:ffff")
    assert role("east wind", "2001:db8::7") == "reader"
    said = []
    for n in range(100):
        with pytest.raises(AccessDenied) as refused:
            access.log_in("AAAAAAAA", "", f"2001:db8::1:{n:x}")
        said.append(refused.value.status)
    assert said == [403] * 60 + [429] * 40
    with pytest.raises(AccessDenied, match="too many wrong codes"):
        access.log_in(right, "", "2001:db8::1:ffff")
    assert access.log_in(access.codes()[3]["key"], "", "2001:db8::1:ffff")[1].role == "desk"
    now[0] += 61
    assert access.log_in(right, "", "2001:db8::1:ffff")[1].role == "referee"
    assert role("east wind", "2001:db8::1:ffff") == "reader"


def guessed(access, prefix, times=100, joined_with=None):
    """Try a wrong code from many addresses, each of which may have joined before; return how many were looked at."""
    looked_at = 0
    for n in range(times):
        address = f"{prefix}{n:x}"
        if joined_with is not None:
            access.log_in(joined_with, "", address)
        for _ in range(2):
            with pytest.raises(AccessDenied) as refused:
                access.log_in("AAAAAAAA", "", address)
            looked_at += refused.value.status == 403
    return looked_at


def test_whoever_guesses_codes_from_many_addresses_keeps_nobody_out_who_has_joined_before(tmp_path):
    """A referee whose phone has lost its session, and this computer, must not wait as long as someone likes."""
    now = [1000.0]
    access = ClientAuthenticator("token", "", tmp_path / "access", lambda: [1, 2], lambda: now[0])
    code = {row["role"]: row["code"] for row in access.codes()}
    for n, role in enumerate(("reader", "table", "referee", "desk")):
        access.log_in(code[role], "", f"10.0.0.{n}")
    assert guessed(access, "2001:db8::1:") == 60
    with pytest.raises(AccessDenied, match="too many wrong codes"):
        access.log_in(code["referee"], "", "10.0.0.77")
    for n, role in enumerate(("reader", "table", "referee", "desk")):
        assert access.log_in(code[role], "", f"10.0.0.{n}")[1].role == role
    for here in ("127.0.0.1", "::1"):
        assert access.log_in(code["desk"], "", here)[1].role == "desk"
    # This computer has as many addresses as it likes, too.
    assert guessed(access, "127.0.0.", 10) == 5
    with pytest.raises(AccessDenied, match="too many wrong codes"):
        access.log_in(code["desk"], "", "::1")
    now[0] += 61
    assert access.log_in(code["desk"], "", "::1")[1].role == "desk"


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_code_of_less_opens_no_way_to_guess_one_of_more(tmp_path):
    """A reader's code hangs on the wall: anyone who joins with it from many addresses tries no more than others."""
    now = [1000.0]
    access = ClientAuthenticator("token", "", tmp_path / "access", list, lambda: now[0])
    code = {row["role"]: row["code"] for row in access.codes()}
    access.log_in(code["referee"], "", "10.0.0.2")
    access.log_in(code["reader"], "", "10.0.0.3")
    assert guessed(access, "2001:db8::1:", joined_with=code["reader"]) <= 60
    assert access.log_in(code["referee"], "", "10.0.0.2")[1].role == "referee"
    with pytest.raises(AccessDenied, match="too many wrong codes"):
        access.log_in(code["reader"], "", "10.0.0.3")


def test_many_readers_end_no_session_of_the_desk(tmp_path, monkeypatch):
    """Anyone who has the wall's code may join with it a thousand times."""
    monkeypatch.setattr("tenbo.web.auth.session_store.MOST_SESSIONS", 5)
    now = [1000.0]
    access = ClientAuthenticator("token", "", tmp_path / "access", list, lambda: now[0])
    desk, _ = access.log_in(access.codes()[-1]["key"], "Bo", "10.0.0.9")
    for n in range(20):
        now[0] += 1
        access.log_in(access.codes()[0]["code"], "", f"10.0.1.{n}")
    assert access.authenticate({"cookie": f"tenbo={desk}"}, "10.0.0.9").role == "desk"


def test_a_password_cannot_be_tried_until_one_fits(tmp_path):
    """As with codes; a browser that sends one wrong password with every file of a page has guessed once."""
    now = [1000.0]
    access = ClientAuthenticator("token", "east wind", tmp_path / "access", list, lambda: now[0])

    def role(password, address="10.0.0.9"):
        given = b64encode(f"reader:{password}".encode()).decode()
        return access.authenticate({"authorization": f"Basic {given}"}, address).role

    assert [role("east wint") for _ in range(20)] == [None] * 20
    assert role("east wind") == "reader"
    for guess in range(4):
        assert role(f"guess {guess}") is None
    with pytest.raises(AccessDenied, match="too many wrong passwords from this address: wait a minute") as refused:
        role("east wind")
    assert refused.value.status == 429
    assert role("east wind", "10.0.0.8") == "reader"
    assert access.authenticate({"authorization": "Bearer token"}, "10.0.0.9").role == "desk"
    now[0] += 61
    assert role("east wind") == "reader"


def test_whoever_guesses_passwords_ends_nobody_s_stream(tmp_path, monkeypatch):
    """Those who follow are looked after together: what one of them may not do must not stop the others."""
    monkeypatch.setattr("tenbo.web.auth.authentication.is_own_address", lambda _: False)
    config = Config(tmp_path / "hall.db", [], search=False, listen=("0.0.0.0", 0), password="east wind")
    with Service(config, ServiceLog(out=io.StringIO())) as service, contextlib.ExitStack() as stack:
        run = Running(service, None, None)
        service.server.server_address = ("127.0.0.1", service.server.server_address[1])
        reader = logged_in_browser(run, "reader")
        streams = []
        right = b64encode(b"reader:east wind").decode()
        for head in (f"Cookie: {reader.cookie}", f"Authorization: Basic {right}"):
            one = stack.enter_context(socket.create_connection(service.server.server_address, timeout=300))
            one.sendall(f"GET /v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
            streams.append(stack.enter_context(one.makefile("rb")))
        wait_until(lambda: service.server.streams.client_count == 2)
        for guess in range(6):
            given = b64encode(f"reader:guess {guess}".encode()).decode()
            status, _, _ = Browser(run).ask("GET", "/v1/tables", Authorization=f"Basic {given}")
        assert status == 429
        # Someone joins: everybody who follows is asked again whether they may.
        logged_in_browser(run, "reader", name="Bo")
        service.hall.changes.publish("port", {"table": 7})
        while b'"table": 7' not in streams[0].readline():
            pass
        wait_until(lambda: service.server.streams.client_count == 1)
