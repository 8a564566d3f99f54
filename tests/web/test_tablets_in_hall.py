"""Tablets as the devices of a hall: the desk's poster, the service's real line, and a real browser."""

from __future__ import annotations

import io
from contextlib import ExitStack, contextmanager
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from dialled_tables import DialledTable
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client.local_service_client import Client
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store import verify
from tenbo.store.ledgers import event_of, stream_of
from tenbo.web import LIBRARY_MISSING
from tools import tablet_firmware, vendored_npm_packages

from .conftest import ARGUMENTS, wait_until
from .tablets import SIZE, BrowserTable, OwnBrowser, play_riichi
from .test_hands_in_browser import BrowserPlayers

FOLLOWED = "() => tenbo.hall?.is_followed"


class TabletHall:
    """A service that tablets can dial, which may end and begin again at the same address."""

    def __init__(self, folder):
        self.config = Config(folder / "hall.db", [], search=False, listen=("127.0.0.1", 0), names=("table.test",))
        self.service = None

    def begin(self):
        """Begin the service, where it was the last time."""
        self.service = Service(self.config, ServiceLog(out=io.StringIO()))
        self.service.__enter__()
        self.config = self.config._replace(listen=self.service.server.server_address)

    def end(self):
        """End the service."""
        if self.service is not None:
            self.service.__exit__()
            self.service = None

    def poster(self, table):
        """Return the address on the poster of a table."""
        return f"{self.service.server.url}/tablet#{self.service.access.tablet_credential(table)}"

    def open(self, context, table):
        """Open a poster's address on a tablet."""
        page = context.new_page()
        page.goto(self.poster(table))
        return BrowserTable(page).wait_lit()

    def view(self, table):
        """Return a table as the desk sees it, or nothing."""
        return next((one for one in self.service.hall.tables.tables() if one["table"] == table), {})

    def wait_followed(self, table):
        """Wait until a table is followed."""
        wait_until(lambda: self.view(table).get("state") == "following")

    def stored(self, table):
        """Return the stored events of a table's ledger."""
        ledger = self.view(table)["ledger"]
        return [event_of(row).plain() for row in self.service.hall.repository.store.rows(stream_of(ledger))]


def said(tablet):
    """Return the events that a tablet has stored."""
    return tablet.page.evaluate("tenbo.ledger().map((line) => JSON.parse(line.slice(0, -9)).slice(1))")


def note(tablet):
    """Return what the page says of the hall."""
    return tablet.page.locator('[data-note="hall"]')


@contextmanager
def run_hall(folder):
    assert vendored_npm_packages.is_copied(), LIBRARY_MISSING
    tablet_firmware.build()
    with ExitStack() as stack:
        patient = stack.enter_context(pytest.MonkeyPatch.context())
        patient.setattr("tenbo.devices.follower.SILENCE_MS", 300_000)
        # A tablet that has started again answers no question of before: that is noticed when it is given up.
        patient.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 20_000)
        hall = TabletHall(folder)
        stack.callback(hall.end)
        hall.begin()
        yield hall


@pytest.fixture
def hall(tmp_path):
    """Yield a service without tables."""
    with run_hall(tmp_path) as hall:
        yield hall


@pytest.fixture
def tablet(new_browser, hall):
    """Return a tablet that has opened the poster of table 1, and is followed."""
    tablet = hall.open(new_browser(viewport=SIZE, has_touch=True), 1)
    hall.wait_followed(1)
    tablet.page.wait_for_function(FOLLOWED)
    return tablet


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_poster_s_address_makes_a_tablet_the_table_and_a_session_is_played_on_it(hall, tablet):
    """From the poster to the result at the desk: number, names, clock, a whole hand by keys, and the desk's result."""
    client = Client(hall.config.store)
    assert (hall.view(1)["carrier"], hall.view(1)["seats_away"]) == ("websocket", [])
    client.post("/v1/players", 60, text="name\nAnn Ash\nBen Box\nCleo Cox\nDan Dot\n")
    client.post("/v1/plan", 60, text="1-2-3-4\n")
    client.post("/v1/sessions/1/begin", 60)
    players = BrowserPlayers(tablet)
    wait_until(lambda: hall.view(1)["now"]["names"][0] == "Ann Ash")
    hall.service.timekeeper.change_clock("start", "desk", lead_ms=0)
    # Until the session has started the dice wait, and the press would be refused.
    wait_until(lambda: players.state()["event"] == "session" and players.view(0)["wants_dice"])
    players.press("dice, 2 riichi")
    players.wait_for("riichi")
    # One after the other: on a busy computer RIICHI would be pressed before its question is shown.
    players.press("1 ok")
    wait_until(lambda: players.view(1)["screen"] != "score")
    players.press("1 riichi, 1 ok")
    players.wait_screen(0, "preview")
    players.press("0 ok")
    assert players.wait_for("win")["scores"] == hall_scores(hall) != [30000] * 4
    client.post("/v1/tables/1/events", 60, event="end")
    wait_until(lambda: hall.view(1)["now"]["phase"] == "over")
    assert hall.view(1)["now"]["result"]["places"][1] == 1
    wait_until(lambda: hall.stored(1) == said(tablet))


def hall_scores(hall):
    """Return the scores at the desk, once the win is there."""
    wait_until(lambda: hall.view(1)["now"]["scores"] != [30000, 30000, 29000, 30000])
    return hall.view(1)["now"]["scores"]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_who_sits_there_has_each_name_on_a_key(hall, tablet):
    """Three touches of a key seat a person, and RIICHI shows the other names."""
    hall.service.hall.evenings.open_evening("desk")
    names = ["Ann Ash", "Ben Box", "Cleo Cox", "Dan Dot", "Eve Elm"]
    hall.service.hall.season_import.record_attendance(names, "desk", present=True, yes=True)
    players = BrowserPlayers(tablet)
    keys = tablet.page.locator('[data-seat="1"] [data-key] > span')

    def ask(seat):
        players.press(f"{seat} back")
        players.wait_screen(seat, "question")
        players.press(f"{seat} ok")
        players.wait_screen(seat, "pick")

    ask(1)
    expect(keys).to_have_text(["others", "Ben Box", "Ann Ash", "Cleo Cox", "leave"])
    players.press("1 riichi")
    expect(keys).to_have_text(["", "Dan Dot", "Eve Elm", "Guest 2", "leave"])
    players.press("1 back")
    ask(1)
    players.press("1 ok")
    wait_until(lambda: [one["name"] for one in hall.service.hall.table_seats.view(1)["players"]][1] == "Ben Box")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_at_a_table_of_a_hall_the_page_asks_for_no_names(tablet):
    """The desk names the players, or they pick themselves at their seats."""
    tablet.page.tap("[data-start]")
    expect(tablet.page.locator(".start")).to_be_hidden()
    expect(tablet.page.locator("[data-play]")).to_have_count(0)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_game_goes_on_without_the_host_and_is_sent_later(hall, tablet):
    """The page says how much the hall does not have yet, and takes it back once it is there."""
    hall.end()
    play_riichi(tablet)
    expect(note(tablet)).to_contain_text("2")
    hall.begin()
    expect(note(tablet)).to_have_text("All sent")
    hall.wait_followed(1)
    wait_until(lambda: hall.stored(1) == said(tablet))
    expect(note(tablet)).to_have_count(0)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_page_that_is_loaded_again_is_the_same_table(hall, tablet):
    """The address is the plain one by now: the code is kept in the browser, and in no history."""
    device = hall.view(1)["device"]
    tablet.page.wait_for_function("() => !location.hash")
    assert tablet.page.evaluate("location.href") == f"{hall.service.server.url}/tablet"
    play_riichi(tablet)
    tablet.page.reload()
    tablet.wait_lit()
    tablet.page.wait_for_function(FOLLOWED)
    wait_until(lambda: hall.stored(1) == said(tablet) and hall.view(1)["device"] == device)
    assert [one["table"] for one in hall.service.hall.tables.tables()] == [1]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_killed_browser_comes_back_as_the_same_table(browser, hall, tmp_path):
    """No event is lost at the desk, none is there twice."""
    own = OwnBrowser(browser, tmp_path / "own", ARGUMENTS)
    tablet = hall.open(own.start(), 1)
    try:
        hall.wait_followed(1)
        device = hall.view(1)["device"]
        tablet.ask("do", "hand", 6)
        tablet.ask("do", "riichi", 2, 2)
        tablet.wait_stored(2)
        own.kill()
        page = own.start().new_page()
        page.goto(f"{hall.service.server.url}/tablet")
        tablet = BrowserTable(page).wait_lit()
        tablet.page.wait_for_function(FOLLOWED)
        wait_until(lambda: hall.stored(1) == said(tablet) and len(said(tablet)) == 3)
        assert hall.view(1)["device"] == device
    finally:
        own.kill()
    assert verify(hall.config.store).damage == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_second_tab_takes_no_table_away(hall, tablet):
    """It is refused by the storage, before it has a line."""
    page = tablet.page.context.new_page()
    page.goto(f"{hall.service.server.url}/tablet")
    expect(page.locator("main")).to_contain_text("This table is open in another tab.")
    play_riichi(tablet)
    wait_until(lambda: hall.stored(1) == said(tablet))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda code: code[:-1] + ("0" if code[-1] != "0" else "1"), "The hall does not know this table's code"),
        (lambda code: code.replace(code.split(".")[1], "00000000"), "The hall does not know this table's code"),
    ],
)
def test_a_wrong_code_is_refused_in_words(new_browser, hall, spoil, sentence):
    """The tablet plays on by itself, and the desk has no table."""
    page = new_browser(viewport=SIZE).new_page()
    page.goto(f"{hall.service.server.url}/tablet#{spoil(hall.service.access.tablet_credential(1))}")
    tablet = BrowserTable(page).wait_lit()
    expect(note(tablet)).to_contain_text(sentence)
    assert hall.service.hall.tables.tables() == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_poster_of_another_table_and_an_old_one_are_refused_in_words(hall, tablet):
    """A tablet is one table; the desk alone moves it. New codes need new posters."""
    tablet.page.goto("about:blank")
    tablet.page.goto(hall.poster(2))
    tablet.wait_lit()
    expect(note(tablet)).to_contain_text("This tablet is another table")
    hall.service.access.renew_codes()
    tablet.page.goto("about:blank")
    tablet.page.goto(f"{hall.service.server.url}/tablet")
    tablet.wait_lit()
    expect(note(tablet)).to_contain_text("The hall does not know this table's code")
    tablet.page.goto("about:blank")
    tablet.page.goto(hall.poster(1))
    tablet.wait_lit()
    tablet.page.wait_for_function(FOLLOWED)
    assert [one["table"] for one in hall.service.hall.tables.tables()] == [1]


def test_a_page_without_a_code_is_a_table_alone(new_browser, hall):
    """Whoever tries it out from the hall's address is no table of the hall."""
    page = new_browser(viewport=SIZE).new_page()
    page.goto(f"{hall.service.server.url}/tablet")
    BrowserTable(page).wait_lit()
    assert page.evaluate("tenbo.hall") is None
    assert hall.service.hall.fleet.stations == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_tablet_that_lost_its_storage_gets_its_game_back_from_the_desk(new_browser, hall, tablet):
    """It is a new device: its page says so, and the desk restores the game under Spares."""
    play_riichi(tablet)
    wait_until(lambda: hall.stored(1) == said(tablet))
    played = hall.stored(1)
    tablet.page.context.close()
    again = hall.open(new_browser(viewport=SIZE, has_touch=True), 1)
    expect(note(again)).to_contain_text("This tablet waits for the desk")
    (waiting,) = hall.service.hall.tables.unassigned_devices()
    hall.service.hall.handover.restore_game(1, waiting["device"], "desk", "storage lost")
    again.page.wait_for_function(FOLLOWED)
    wait_until(lambda: hall.view(1)["device"] == waiting["device"] and hall.view(1)["state"] == "following")
    assert hall.stored(1) == played
    wait_until(lambda: again.page.evaluate("tenbo.state().catch(() => ({}))").get("riichi") == [2])
    expect(again.page.locator('[data-seat="2"] [data-lamp]')).to_have_attribute("aria-pressed", "true")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_device_that_starts_again_dials_again(hall, tablet):
    """Its line ends with it, so that nothing of a greeting that was under way is waited for."""
    play_riichi(tablet)
    wait_until(lambda: hall.stored(1) == said(tablet))
    before = hall.view(1)["port"]
    tablet.page.evaluate("tenbo.file().then((text) => tenbo.replace(text))")
    tablet.page.wait_for_function("() => tenbo.restarts === 1")
    wait_until(lambda: hall.view(1)["port"] != before and hall.view(1)["state"] == "following")
    tablet.page.wait_for_function(FOLLOWED)
    wait_until(lambda: tablet.page.evaluate("tenbo.state().catch(() => ({}))").get("riichi") == [2])
    assert hall.stored(1) == said(tablet)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_another_firmware_is_loaded_when_no_hand_is_running(hall, tablet):
    """The page has the host's own firmware after it was loaded again, and is never loaded in mid-hand."""

    def another(route):
        if route.request.method == "HEAD":
            route.fulfill(status=200, headers={"etag": '"another"'})
        else:
            route.continue_()

    tablet.throw_dice()
    tablet.wait_stored(1)
    tablet.page.evaluate("window.before = true")
    tablet.page.route("**/micropython/firmware.img", another)
    asked = tablet.page.expect_request(lambda one: one.method == "HEAD" and one.url.endswith("/firmware.img"))
    with asked:
        hall.end()
        hall.begin()
    hall.wait_followed(1)
    tablet.wait(1500)
    assert tablet.page.evaluate("window.before")
    tablet.ask("do", "draw", 4, [])
    tablet.page.wait_for_function("() => !window.before")
    tablet.wait_lit()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.limit(600)
def test_twenty_tablets_play_in_one_hall(new_browser, hall, tmp_path):
    """Two in real browsers and eighteen that speak the firmware's lines; all at once, and the host ends amid it."""
    real = [hall.open(new_browser(viewport=SIZE, has_touch=True), table) for table in (1, 2)]
    with FakeTables(tmp_path, 0) as paper:
        scripted = []
        for number in range(3, 21):
            table = DialledTable(tmp_path / f"{number}", f"tablet{number:02d}", hall.service.server.url)
            keys = hall.service.access.table_keys()
            table.keys = {keys.hall: next(key for key, one in keys.tables.items() if one == number)}
            scripted.append(table)
            paper.tables.append(table)
            table.plug()
        wait_until(lambda: [hall.view(number).get("state") for number in range(1, 21)] == ["following"] * 20)
        for table in scripted:
            table.play("start", rules="ema-2016")
            table.play("hand")
        hall.end()
        for tablet in real:
            play_riichi(tablet)
        for table in scripted:
            table.play("riichi", by=1, seat=1)
            table.pull()
        hall.begin()
        for table in scripted:
            table.plug()
        wait_until(lambda: [hall.view(number).get("state") for number in range(1, 21)] == ["following"] * 20)
        for number, tablet in enumerate(real, 1):
            wait_until(lambda number=number, tablet=tablet: hall.stored(number) == said(tablet))
        for number, table in enumerate(scripted, 3):
            everything = [event.plain() for event in table.all]
            wait_until(lambda number=number, everything=everything: hall.stored(number) == everything)
    assert verify(hall.config.store).damage == []


# The line of a table on a page of its own, over connections that stay as they begin or, with `refused`, end at once.
DIAL = """
    async (refused) => {
        globalThis.dialled = [];
        globalThis.WebSocket = class {
            static CONNECTING = 0;
            static OPEN = 1;
            readyState = 0;
            constructor() {
                dialled.push(Date.now());
                if (refused) setTimeout(() => this.onclose({ reason: "" }));
            }
            close() { this.readyState = 3; }
        };
        const { HallLine } = await import("/static/tablet/hall.js");
        new HallLine({ ask: async () => [], stored: -1 }, () => undefined, ["1", "hall", "key"]);
    }
"""


@pytest.mark.parametrize(("refused", "longest_s"), [(True, 2.6), (False, 9)])
def test_a_tablet_tries_its_hall_again_every_few_seconds(hall, new_browser, refused, longest_s):
    """Also where a connection neither begins nor ends, as behind an access point that was switched off."""
    page = new_browser().new_page()
    page.clock.install()
    page.goto(f"{hall.service.server.url}/static/tablet/hall.js")
    page.evaluate(DIAL, refused)
    page.clock.run_for(120_000)
    dialled = page.evaluate("dialled")
    waits = [(after - before) / 1000 for before, after in pairwise(dialled)]
    assert len(waits) > 9
    assert max(waits) <= longest_s
    # Thirty tables that have lost their hall in one moment do not come back in one.
    assert len(set(waits[3:])) > 1
