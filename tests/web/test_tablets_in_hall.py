"""Tablets as the devices of a hall: the desk's poster, the line to the service, and who is refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tenbo.client.local_service_client import LocalServiceClient

from .conftest import wait_until
from .tablet_hall import FOLLOWED, hall_note, run_hall, stored_events
from .tablets import SIZE, BrowserTable, play_riichi
from .test_hands_in_browser import BrowserPlayers


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
    client = LocalServiceClient(hall.config.store)
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
    wait_until(lambda: hall.stored(1) == stored_events(tablet))


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
def test_a_second_tab_takes_no_table_away(hall, tablet):
    """It is refused by the storage, before it has a line."""
    page = tablet.page.context.new_page()
    page.goto(f"{hall.service.server.url}/tablet")
    expect(page.locator("main")).to_contain_text(
        "This table is open in another tab. Use that tab, or close it and reload this page."
    )
    play_riichi(tablet)
    wait_until(lambda: hall.stored(1) == stored_events(tablet))


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
    expect(hall_note(tablet)).to_contain_text(sentence)
    assert hall.service.hall.tables.tables() == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_poster_of_another_table_and_an_old_one_are_refused_in_words(hall, tablet):
    """A tablet is one table; the desk alone moves it. New codes need new posters."""
    tablet.page.goto("about:blank")
    tablet.page.goto(hall.poster(2))
    tablet.wait_lit()
    expect(hall_note(tablet)).to_contain_text("This tablet belongs to another table")
    hall.service.access.renew_codes()
    tablet.page.goto("about:blank")
    tablet.page.goto(f"{hall.service.server.url}/tablet")
    tablet.wait_lit()
    expect(hall_note(tablet)).to_contain_text("The hall does not know this table's code")
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
