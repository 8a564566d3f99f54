"""What tablets of a hall keep when a service, a browser or a device ends: no event is lost, and none is there twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dialled_tables import DialledTable
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store import verify

from .conftest import ARGUMENTS, wait_until
from .tablet_hall import FOLLOWED, hall_note, run_hall, stored_events
from .tablets import SIZE, BrowserTable, OwnBrowser, play_riichi


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
def test_a_game_goes_on_without_the_host_and_is_sent_later(hall, tablet):
    """The page says how much the hall does not have yet, and takes it back once it is there."""
    hall.end()
    play_riichi(tablet)
    # The hall may have had the start, and its word of that not have come.
    expect(hall_note(tablet)).to_contain_text(re.compile("[23]"))
    hall.begin()
    expect(hall_note(tablet)).to_have_text("All sent")
    hall.wait_followed(1)
    wait_until(lambda: hall.stored(1) == stored_events(tablet))
    expect(hall_note(tablet)).to_have_count(0)


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
    wait_until(lambda: hall.stored(1) == stored_events(tablet) and hall.view(1)["device"] == device)
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
        wait_until(lambda: hall.stored(1) == stored_events(tablet) and len(stored_events(tablet)) == 3)
        assert hall.view(1)["device"] == device
    finally:
        own.kill()
    assert verify(hall.config.store).damage == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_tablet_that_lost_its_storage_gets_its_game_back_from_the_desk(new_browser, hall, tablet):
    """It is a new device: its page says so, and the desk restores the game under Spares."""
    play_riichi(tablet)
    wait_until(lambda: hall.stored(1) == stored_events(tablet))
    played = hall.stored(1)
    tablet.page.context.close()
    again = hall.open(new_browser(viewport=SIZE, has_touch=True), 1)
    expect(hall_note(again)).to_contain_text("This tablet is waiting for the desk")
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
    wait_until(lambda: hall.stored(1) == stored_events(tablet))
    before = hall.view(1)["port"]
    tablet.page.evaluate("tenbo.file().then((text) => tenbo.replace(text))")
    tablet.page.wait_for_function("() => tenbo.restarts === 1")
    wait_until(lambda: hall.view(1)["port"] != before and hall.view(1)["state"] == "following")
    tablet.page.wait_for_function(FOLLOWED)
    wait_until(lambda: tablet.page.evaluate("tenbo.state().catch(() => ({}))").get("riichi") == [2])
    assert hall.stored(1) == stored_events(tablet)


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
            wait_until(lambda number=number, tablet=tablet: hall.stored(number) == stored_events(tablet))
        for number, table in enumerate(scripted, 3):
            everything = [event.plain() for event in table.all]
            wait_until(lambda number=number, everything=everything: hall.stored(number) == everything)
    assert verify(hall.config.store).damage == []
