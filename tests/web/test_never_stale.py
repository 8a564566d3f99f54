"""A page left open: killed hosts, dead lines, moved clocks and proxies that keep what is said to themselves."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import socket
import threading

import pytest
from playwright.sync_api import expect

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo.simulator.rehearsal.host_process import HostProcess

from .conftest import hall_of, wait_until

pytestmark = pytest.mark.thorough("hosts that hang and are killed before browsers")

TEN_HOURS = re.compile(r"10\sh")
OLD = re.compile("Last updated .* ago|no answer from the service")
# A page that follows the host hears it twice in so long; a phone asks every 15 to 20 s.
OVERDUE_MS, PHONE_OVERDUE_MS = 15_000, 26_000
# A phone asks now and then, and waits for an answer before it gives up.
PHONES_MS = 150_000
# Someone takes the phone out of the pocket: it asks at once.
LOOKED_AT = "document.dispatchEvent(new Event('visibilitychange'))"
# What stands above everything while what is shown is old.
WARNING = ".stale, .overlay .old"
SCORES = "article .score, .seat .score, .overlay .score, .mine .score"
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => Boolean(hidden) });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
WITHOUT_WORKER = "delete window.SharedWorker"
# The time of day as someone puts it right: the page's clock is moved by so many milliseconds.
TOLD_STATE = """async (state) => {
    const { live } = await import("/static/live/live.js");
    live.take({ kind: "status", state, heard: Date.now(), age_ms: 300_000 });
    await Promise.resolve();
    return document.querySelector(".stale").innerText;
}"""
MOVED = "(by) => { const day = Date.now.bind(Date); Date.now = () => day() + by; }"
# The question that a page asks every quarter of a minute is never asked.
NEVER_BY_ITSELF = "const every = setInterval; window.setInterval = (work, ms) => (ms === 15000 ? 0 : every(work, ms))"


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """Return a real `tenbo run` in a process of its own over a table that plays with four people."""
    folder = tmp_path_factory.mktemp("killed")
    with FakeTables(folder, 1) as paper, HostProcess(folder / "hall.db", paper.ports) as process:
        table = paper.tables[0]
        client = process.client
        client.post("/v1/table_numbers", device=table.device, table=1)
        wait_until(lambda: process.follows_all([1]))
        client.post("/v1/players", text="id,name\n1,Ada\n2,Bo\n3,Cy\n4,Di\n", yes=True)
        client.post("/v1/plan", text="1-2-3-4\n", yes=True)
        client.post("/v1/sessions/1/begin")
        table.play("hand")
        yield process


def opened(host, context, path, there):
    """Return a page at a path, when what it is for is there and it is as new as can be."""
    page = context.new_page()
    page.goto(f"{host.client.url}{path}")
    page.locator(there).first.wait_for()
    page.locator(WARNING).wait_for(state="detached")
    return page


PAGES = (
    ("/", "article .score"),
    ("/table/1", ".seat .score"),
    ("/table/1/hand", "main h1"),
    ("/wall?turn=0", "article .score"),
    ("/overlay/1", ".overlay .score"),
    ("/me?player=1", ".mine .points .score"),
    ("/desk", "tenbo-desk-session .band"),
    ("/slips", "li[data-table]"),
)
ALL = pytest.mark.parametrize(
    ("path", "there"), PAGES, ids=[path.strip("/").partition("?")[0] or "hall" for path, _ in PAGES]
)


def logged_in_browser(host, new_browser):
    """Return a browser that has joined as the desk."""
    context = new_browser()
    key = next(row["key"] for row in host.client.get("/v1/codes") if "key" in row)
    url = host.client.url
    answer = context.request.post(f"{url}/v1/join", data={"code": key, "name": "Ada"}, headers={"Origin": url})
    assert answer.ok
    return context


def standing(context, host, path, there):
    """Return a page without a worker, whose own time stands still from now on until someone lets it run."""
    page = context.new_page()
    page.add_init_script(WITHOUT_WORKER)
    page.clock.install()
    page.goto(f"{host.client.url}{path}")
    page.locator(there).first.wait_for()
    page.locator(WARNING).wait_for(state="detached")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 0.5)
    return page


@ALL
def test_a_host_that_hangs_is_told_when_its_word_is_overdue_and_after_a_night(host, new_browser, path, there):
    """The page's own seconds are counted, so that a slow computer changes nothing; then it sleeps, and goes on."""
    page = standing(logged_in_browser(host, new_browser), host, path, there)
    os.kill(host._process.pid, signal.SIGSTOP)
    try:
        # What the host had sent before is on its way: it must not come in the midst of these seconds.
        for _ in range(100):
            page.evaluate("0")
        page.clock.run_for(PHONE_OVERDUE_MS if path.startswith("/me") else OVERDUE_MS)
        expect(page.get_by_text(OLD).first).to_be_visible()
        if not path.startswith(("/wall", "/overlay")):
            # Whoever has read on to the end of a page must see it, too.
            page.set_viewport_size({"width": 390, "height": 260})
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            assert page.get_by_text(OLD).first.bounding_box()["y"] >= 0
        page.clock.fast_forward("10:00:00")
        page.clock.run_for(3_000)
        expect(page.get_by_text(OLD).first).to_contain_text(TEN_HOURS)
    finally:
        os.kill(host._process.pid, signal.SIGCONT)
    page.clock.resume()
    page.evaluate(LOOKED_AT)
    page.locator(WARNING).wait_for(state="detached")


def test_an_answer_of_which_a_part_is_missing_is_none(host, new_browser):
    """The line broke in the middle of it: a phone shows no player without a name, and asks again."""
    page = new_browser().new_page()
    cut = []

    def cut_the_first(route):
        cut.append(None)
        route.fulfill(status=200, body='{"player": 1, "na') if len(cut) == 1 else route.continue_()

    page.route("**/v1/players/1", cut_the_first)
    page.goto(f"{host.client.url}/me?player=1")
    page.get_by_role("alert").get_by_text("the service does not answer").wait_for()
    assert page.locator(".mine").count() == 0
    page.evaluate(LOOKED_AT)
    page.locator(".mine .points .score").wait_for()


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("refused", "This browser has no access: log in with a code · Last updated 5 min ago"),
        ("paused", "This page was paused in a background tab. Last updated 5 min ago"),
        ("lost", "No contact with the service. Last updated 5 min ago."),
    ],
)
@pytest.mark.parametrize("path", ["/", "/wall?turn=0"])
def test_access_that_is_lost_later_is_told_with_its_link_behind_the_colon(host, new_browser, path, state, said):
    """Nothing is said of a service that answers; how old the points are is said all the same."""
    page = opened(host, new_browser(), path, dict(PAGES)[path])
    assert re.sub(r"\s+", " ", page.evaluate(TOLD_STATE, state)).strip() == said


@pytest.mark.parametrize("path", ["/", "/table/1", "/desk"])
def test_a_network_that_is_lost_while_nobody_looks_is_told_when_somebody_does(host, new_browser, path):
    """Paused is no excuse: anyone who looks again learns how old the numbers are, though no line ever comes."""
    context = logged_in_browser(host, new_browser)
    page = standing(context, host, path, dict(PAGES)[path])
    page.evaluate(HIDDEN, "hidden")
    page.clock.run_for(60_000)
    os.kill(host._process.pid, signal.SIGSTOP)
    try:
        page.evaluate(HIDDEN, "")
        page.clock.run_for(15_000)
        expect(page.locator(WARNING)).to_contain_text(OLD)
    finally:
        os.kill(host._process.pid, signal.SIGCONT)
    page.clock.resume()
    page.locator(WARNING).wait_for(state="detached")


def test_no_page_shows_old_points_as_new_when_the_host_hangs_or_is_killed(host, new_browser):
    """First it stands still, as when a cable is pulled, and nothing says so. Then it goes on, then it dies."""
    context = logged_in_browser(host, new_browser)
    pages = [opened(host, context, *one) for one in PAGES]
    os.kill(host._process.pid, signal.SIGSTOP)
    try:
        for page in pages:
            page.evaluate(LOOKED_AT)
            page.get_by_text(OLD).first.wait_for(timeout=PHONES_MS)
    finally:
        os.kill(host._process.pid, signal.SIGCONT)
    for page in pages:
        page.evaluate(LOOKED_AT)
        page.locator(WARNING).wait_for(state="detached", timeout=PHONES_MS)
    host.kill()
    for page in pages:
        page.evaluate(LOOKED_AT)
        page.get_by_text(OLD).first.wait_for(timeout=PHONES_MS)


class KeepingProxy:
    """A proxy of a club's network that gives an answer on when it is whole: what a stream says never comes."""

    def __init__(self, to):
        self._to = to
        self._bound = socket.create_server(("127.0.0.1", 0))
        self.port = self._bound.getsockname()[1]
        self._open, self._threads = [self._bound], []
        self._begin(self._serve)

    def _begin(self, work, *given):
        thread = threading.Thread(target=work, args=given, daemon=True)
        self._threads.append(thread)
        thread.start()

    def end(self):
        """Take no one any more, and give up what is under way."""
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for one in self._open:
            one.close()

    def _serve(self):
        while True:
            try:
                near, _ = self._bound.accept()
            except OSError:
                return
            far = socket.create_connection(self._to)
            self._open += [near, far]
            self._begin(self._carry, near, far)

    @staticmethod
    def _carry(near, far):
        with contextlib.suppress(OSError), near, far:
            asked = b""
            while b"\r\n\r\n" not in asked:
                piece = near.recv(65536)
                if not piece:
                    return
                asked += piece
            # It calls the service by the service's own name, and each answer ends with its connection.
            head = re.sub(rb"(?i)\r\n(connection|host): [^\r]*", b"", asked)
            far.sendall(head.replace(b"\r\n\r\n", b"\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 1))
            answer = b""
            while piece := far.recv(65536):
                answer += piece
            near.sendall(answer)


def test_behind_a_proxy_that_keeps_the_stream_the_page_asks_by_itself_and_says_how_old_it_is(tmp_path, new_browser):
    """It is never as new as it should be, and says so; and what it shows goes on."""
    with hall_of(1, tmp_path) as place:
        table = place.table(1)
        table.play("start", rules="ema-2016")
        table.play("hand")
        proxy = KeepingProxy(place.service.server.server_address)
        try:
            context = new_browser()
            page = context.new_page()
            page.add_init_script(WITHOUT_WORKER)
            page.goto(f"http://127.0.0.1:{proxy.port}/table/1")
            page.get_by_role("alert").get_by_text(OLD).wait_for()
            page.locator(".seat .score").nth(3).wait_for()
            table.play("riichi", seat=2)
            page.locator(".seat[data-seat='2'][data-riichi=true]").wait_for()
            assert page.get_by_role("alert").get_by_text(OLD).count() == 1
        finally:
            proxy.end()


def test_a_computer_whose_clock_is_put_back_still_notices_that_nothing_comes(tmp_path, new_browser, monkeypatch):
    """A page that counts by the time of day alone would look new for an hour; and it goes on where the stream does."""
    with hall_of(1, tmp_path) as place:
        place.table(1).play("start", rules="ema-2016")
        context = new_browser()
        context.add_init_script(WITHOUT_WORKER)
        page = context.new_page()
        page.goto(f"{place.url}/table/1")
        page.locator(".seat .score").nth(3).wait_for()
        page.get_by_role("alert").wait_for(state="detached")
        page.evaluate(MOVED, -3_600_000)
        with monkeypatch.context() as patch:
            patch.setattr("tenbo.web.sse.EventStreams._send", lambda *_: None)
            page.get_by_role("alert").get_by_text(OLD).wait_for()
        page.get_by_role("alert").wait_for(state="detached")


def test_a_clock_that_is_moved_moves_nobody_s_session(tmp_path, new_browser):
    """The page counts on by the time of day; when that is put right it asks at once what is left."""
    with hall_of(1, tmp_path) as place:
        place.client.post("/v1/clock", act="start", minutes=90)
        context = new_browser()
        context.add_init_script(f"{WITHOUT_WORKER}; {NEVER_BY_ITSELF}")
        page = context.new_page()
        page.goto(place.url)
        expect(page.locator(".status .clock")).to_contain_text(":")
        with page.expect_request("**/v1/clock"):
            page.evaluate(MOVED, 3 * 3_600_000)
        expect(page.locator(".status .clock")).to_contain_text(":")


def test_pages_that_are_left_open_over_another_hall_show_nothing_of_the_one_before(tmp_path, new_browser):
    """The host was started again with another store, and no table: late screens let go of theirs in their time, too."""
    with hall_of(1, tmp_path) as place:
        place.table(1).play("start", rules="ema-2016")
        place.table(1).play("hand")
        context = new_browser()
        pages = [opened_at(context, f"{place.url}{path}", there) for path, there in PAGES[:4]]
        pages.append(opened_at(context, f"{place.url}/overlay/1?delay=1", ".overlay .score"))
        pages.append(opened_at(context, f"{place.url}/overlay/1", ".overlay .score"))
        place.end()
        other = Config(tmp_path / "other.db", [], search=False, listen=place.config.listen)
        with Service(other, ServiceLog(out=io.StringIO())):
            for page in pages:
                page.locator(SCORES).first.wait_for(state="detached", timeout=PHONES_MS)


def opened_at(context, address, there):
    """Return a page at an address, when what it is for is there."""
    page = context.new_page()
    page.goto(address)
    page.locator(there).first.wait_for()
    return page
