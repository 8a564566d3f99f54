"""The library's client: a method for each route, the changes as they happen, and refusals by their code."""

from __future__ import annotations

import io
import re
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

import tenbo
from programs import ROOT
from tenbo.client.http_client import service_opener
from tenbo.web.routes.route_table import ROUTES, find_route

# A browser's login, and what hosts of one hall say to each other.
NOT_FOR_PROGRAMS = {
    "/v1/openapi.json", "/v1/me", "/v1/join", "/v1/leave", "/v1/events", "/v1/time", "/v1/hosts", "/v1/device_commands",
    "/v1/ledger_versions", "/v1/orders/cancel", "/v1/hall_secret",
}  # fmt: skip
CALLS = {
    "table": (3,), "events": (3,), "game": (3,), "health": (3,), "display": (3, 1), "assign_table": ("5f2c", 3),
    "blink": (3,), "give_wifi": (3,), "send_event": (3, "hand"), "answer_call": (3,), "settle": (3, []),
    "restore_game": (3, "5f2c", "dead"), "reset_ledger": ("5f2c",), "release_port": ("/dev/ttyACM0",),
    "update_firmware": ([3],), "player": ("Ann Ash",),
    "register_players": ("name\nAnn Ash\n",), "forget_player": (1,), "set_plan": ("1-2-3-4",),
    "make_records": ([],), "start_seating": ("new",), "make_record": ("lock", {"session": 1}), "begin_session": (1,),
    "end_session": (1,), "tablet_link": (3,),
    "set_clock": ("start",),
    "person": (1,), "series_game": (1,), "enter_game": ([1, 2, 3, 4], [30000] * 4), "import_games": ("date",),
    "preview_games": ("date",),
    "change_game": (1, "typed"), "merge_people": (1, 2), "share_page": (1, "self"), "person_data": (1,),
    "member_link": (1,), "erase_name": (1,),
    "record_attendance": ([1],), "table_seats": (3,), "sit_down": (3, 0, 1),
    "session": (1,), "pace": (1,), "attach_game": (1, 3, "played"), "import_game": (1, 3, [], "played"),
    "import_scores": ("", "typed"), "enter_slip": (1, 3, [30000] * 4),
    "revert_slip": ([7],), "export": ("standings.csv",),
    "paper": ("slips.pdf",), "score": ({"hand": "123m", "win": "9s", "by": "ron"},),
}  # fmt: skip
# What is below the routes: any path, and the stream, which is tried against a service.
BELOW = {"get", "post", "download", "changes", "follow"}


class Recorded(tenbo.Client):
    """A client that sends nothing, and notes where each request would go."""

    def __init__(self) -> None:
        super().__init__("127.0.0.1:1")
        self.sent: list[tuple[str, str]] = []

    def download(self, path, timeout_s=0):
        self.sent.append(("GET", path))
        return b"{}"

    def post(self, path, timeout_s=0, /, **fields):
        self.sent.append(("POST", path))
        return {}


def test_each_route_for_programs_has_a_method() -> None:
    """What a program may ask for is a name that an editor completes."""
    client = Recorded()
    for name in dir(tenbo.Client):
        if not name.startswith("_") and name not in BELOW:
            getattr(client, name)(*CALLS.get(name, ()))
    reached = set()
    for method, path in client.sent:
        found = find_route(method, path.partition("?")[0])
        assert found is not None, path
        reached.add(found[0])
    assert {route for route in ROUTES if route not in reached} == {
        route for route in ROUTES if route.path in NOT_FOR_PROGRAMS
    }


def test_a_program_follows_a_table_by_address_and_token(running) -> None:
    """It reads, acts, and is told of what it has done, as of what a table plays."""
    with running(1) as run:
        client = tenbo.Client(run.client.url, run.service.access.token)
        reader = tenbo.Client(run.client.url.removeprefix("http://"))
        assert [one["table"] for one in reader.tables()] == [1]
        changes = reader.follow(after=run.hall.changes.last)
        made = client.make_record("tournament", {"title": "Spring open", "rules": "ema-2025"}, by="Ada")
        change = next(changes)
        assert (change.kind, change.data["kind"], change.data["by"]) == ("desk", "tournament", "Ada")
        run.paper.tables[0].play("start", rules="ema-2025")
        told = next(change for change in changes if change.kind == "event")
        assert (told.data["table"], told.data["event"]["kind"]) == (1, "start")
        # From any change on, what came after it comes again.
        assert next(reader.follow(after=change.number)).number > change.number
        assert made["n"] in [record["n"] for record in client.records()]
        assert client.export("standings.csv").startswith(b"place")


class Stub(BaseHTTPRequestHandler):
    """What stands at the address in place of a service: it answers all requests alike."""

    answer: tuple[int, str, bytes] = (200, "application/json", b"{}")
    location = ""
    tokens: ClassVar[list[str | None]] = []

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.tokens.append(self.headers.get("Authorization"))
        status, kind, body = self.answer
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Location", self.location)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.do_GET()

    def log_message(self, *_):
        pass


@contextmanager
def stub(status=200, kind="text/html", body=b"<html>", location=""):
    """Run a server that is no service of ours; give its address, and the tokens that were sent to it."""
    handler = type("Handler", (Stub,), {"answer": (status, kind, body), "location": location, "tokens": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_address[1]}", handler.tokens
        server.shutdown()
        thread.join()


def refusals_of(client):
    """Return the codes with which a client refuses to read, to act and to follow."""
    for call in (client.tables, lambda: client.blink(1), lambda: next(client.follow())):
        with pytest.raises(tenbo.TenboError) as refused:
            call()
        yield refused.value.code


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        # The page of a Wi-Fi's login, or of another program at this address: asking again does not help.
        ((200, "text/html", b"<html>"), ["bad_answer"] * 3),
        ((200, "application/json", b""), ["bad_answer"] * 3),
        # A proxy before a service that begins again: asking again helps.
        ((502, "text/html", b"<html>"), ["no_answer"] * 3),
        ((403, "text/html", b"<html>"), ["bad_field"] * 3),
    ],
)
def test_an_answer_that_is_not_the_services_own_is_told_from_a_service_that_is_not_there(answer, codes) -> None:
    """A page in place of JSON was a service that does not answer, and a proxy's 502 a field that is wrong."""
    with stub(*answer) as (address, _):
        assert list(refusals_of(tenbo.Client(address, "secret"))) == codes


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}", b"HTTP"])
def test_an_act_that_was_sent_and_not_answered_may_have_been_done(answer) -> None:
    """The service was killed meanwhile: 'it does not answer' led to the same act a second time."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def close():
            connection, _ = server.accept()
            with connection:
                request = b""
                while not request.endswith(b"{}"):
                    request += connection.recv(10_000)
                connection.sendall(answer)

        thread = threading.Thread(target=close)
        thread.start()
        with pytest.raises(tenbo.TenboError) as refused:
            tenbo.Client(f"127.0.0.1:{server.getsockname()[1]}", "secret").blink(1)
        thread.join()
    assert (refused.value.code, refused.value.message.code) == ("no_answer", "service_late")
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Client("127.0.0.1:1", "secret").blink(1)
    assert refused.value.message.code == "service_silent"


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_token_goes_to_no_other_address(status) -> None:
    """A redirect took it along, and an act that was redirected counted as done."""
    with stub(kind="application/json", body=b"{}") as (other, tokens):
        with stub(status, location=f"http://{other}/v1") as (address, _):
            assert list(refusals_of(tenbo.Client(address, "secret"))) == ["bad_answer"] * 3
        assert tokens == []


def test_a_service_of_the_hall_is_not_asked_for_at_a_proxy(running, monkeypatch) -> None:
    """With `http_proxy` set each command said that the service of this computer does not answer."""
    with stub() as (address, tokens), running(1) as run:
        monkeypatch.setenv("http_proxy", f"http://{address}")
        service_opener.cache_clear()
        assert tenbo.Client(run.client.url, run.service.access.token).info()["api"] == 1
        assert tokens == []
    service_opener.cache_clear()


def test_a_change_that_was_cut_off_is_a_lost_connection() -> None:
    """Its half was no JSON, and a program that asks again after a lost connection ended instead."""
    sent = b'id: 7\nevent: desk\ndata: {}\n\nid: 8\nevent: desk\ndata: {"ki'
    with stub(kind="text/event-stream", body=sent) as (address, _):
        changes = tenbo.Client(address).follow()
        assert next(changes).number == 7
        with pytest.raises(tenbo.TenboError) as refused:
            next(changes)
        assert refused.value.code == "no_answer"


@pytest.mark.parametrize(("end", "told"), [(b"event: end\ndata: {}\n\n", ["desk"]), (b"", ["desk", "no_answer"])])
def test_a_program_knows_a_lost_connection_from_the_end_of_the_service(end, told) -> None:
    """Both ended the loop: a program that waited for news waited for nothing after a cable was pulled."""
    sent = b"id: 7\nevent: desk\ndata: {}\n\n" + end
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            connection, _ = server.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(head + sent)

        thread = threading.Thread(target=answer)
        thread.start()
        found = []
        try:
            for change in tenbo.Client(f"127.0.0.1:{server.getsockname()[1]}").follow():
                found.append(change.kind)
        except tenbo.TenboError as error:
            found.append(error.code)
        thread.join()
    assert found == told


def test_a_wish_that_a_paper_does_not_have_is_refused() -> None:
    """It was left out in silence, and the slips were those of another session."""
    with pytest.raises(tenbo.TenboError) as refused:
        Recorded().paper("slips.pdf", sheet=1)
    assert (refused.value.code, refused.value.at) == ("bad_field", "sheet")


@pytest.mark.parametrize(
    "address",
    [
        *("", "ftp://127.0.0.1:8484", 8484, "http://", "a b", ":abc", "hall:x", ":8484", "127.0.0.1:8484\n"),
        # What would have been left out.
        *("ada:secret@127.0.0.1:8484", "127.0.0.1:8484/desk", "127.0.0.1:8484/?series=x", "127.0.0.1:8484#seats"),
    ],
)
def test_an_address_that_is_none_is_refused(address) -> None:
    """Before anything is sent."""
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Client(address)
    assert (refused.value.code, refused.value.at) == ("bad_field", "address")


def test_what_the_service_refuses_has_its_code_and_field(running) -> None:
    """And a reader without the token is told so."""
    with running(1) as run:
        client = tenbo.Client(run.client.url, run.service.access.token)
        for call, code, at in (
            (lambda: client.make_record("lock", {}), "missing_field", "fields.session"),
            (lambda: client.table(7), "bad_field", "table"),
            (lambda: client.score({"hand": "123m", "win": "9s", "by": "ron"}), "wrong_tile_count", "hand"),
            (lambda: tenbo.Client(run.client.url).players(), None, "token"),
        ):
            with pytest.raises(tenbo.TenboError) as refused:
                call()
            assert refused.value.at == at
            assert code in (None, refused.value.code)
    with pytest.raises(tenbo.TenboError) as refused:
        client.tables()
    assert refused.value.code == "no_answer"


def test_what_the_page_of_the_library_shows_of_the_client_happens(running, capsys) -> None:
    """Each `print` of the page says what stands beside it."""
    page = (ROOT / "docs/library.md").read_text("utf-8")
    program = "\n".join(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    with running(1) as run:
        address = run.client.url.removeprefix("http://")
        exec(program.replace("127.0.0.1:8484", address), {"TOKEN": run.service.access.token})
    assert capsys.readouterr().out.splitlines() == re.findall(r"# (.*)", program)


def test_clients_of_the_tests_wait_for_a_service_on_a_busy_machine(monkeypatch):
    """The ten seconds of someone at the desk are none where other tests want the processors, too."""
    waited = []
    opened = "urllib.request.OpenerDirector.open"
    monkeypatch.setattr(opened, lambda opener, request, timeout: waited.append(timeout) or io.BytesIO(b"{}"))
    client = tenbo.Client("127.0.0.1:1")
    client.get("/v1")
    client.post("/v1/records")
    assert min(waited) >= 30
