"""A hand that is half entered is there when its page is loaded again: only there, and only until it is recorded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, log_in, wait_until

pytestmark = pytest.mark.thorough("browsers that load their pages again")

FORBIDDEN = (
    "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
CHOSEN = "fieldset:has(input[name={}]) label:has(input:checked)"


def begun(run, new_browser, number=1):
    """Return the page of a referee at a table on which a hand of its first game runs."""
    table = run.table(number)
    table.play("start", rules="ema-2016")
    table.play("hand")
    wait_until(lambda: run.service.hall.fleet.require_station(number).snapshot.last == 1)
    page = new_browser().new_page()
    log_in(run, page, "referee", "Rea")
    return table, opened(page, f"{run.url}/table/{number}/hand")


def opened(page, url):
    """Go to the page of a table's hand and wait until it knows its table."""
    page.goto(url)
    page.locator("fieldset:has(input[name=winner]) label").first.wait_for()
    return page


def again(page):
    """Load the page again, until what was kept has been looked at."""
    with page.expect_response("**/game"):
        page.reload()


def kept(page):
    """Return the names under which the browser keeps hands."""
    return page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('tenbo-hand'))")


def test_a_hand_without_a_table_stands_there_after_a_reload_until_a_new_one_is_begun(tmp_path, new_browser):
    with hall_of(0, tmp_path) as run:
        page = new_browser().new_page()
        page.goto(f"{run.url}/score")
        page.get_by_label("Rule book").select_option("tenhou")
        page.locator("fieldset:has(input[name=seat]) label", has_text="西").click()
        page.fill(".line", "234567m345p678s riichi dora 3p 99")
        page.reload()
        expect(page.locator(".line")).to_have_value("234567m345p678s riichi dora 3p 99")
        expect(page.locator(".hint")).to_contain_text("waits for its suit")
        expect(page.get_by_label("Rule book")).to_have_value("tenhou")
        expect(page.locator(CHOSEN.format("seat"))).to_have_text("西")
        expect(page.locator(CHOSEN.format("riichi"))).to_have_text("Riichi")
        expect(page.locator(".in-hand")).to_have_count(12)
        page.locator(".line").press("End")
        page.keyboard.type("s")
        expect(page.locator(".worth strong")).to_be_visible()
        page.get_by_text("New hand").click()
        page.reload()
        expect(page.locator(".hint")).to_contain_text("14 tiles are missing")
        expect(page.locator(".line")).to_have_value("")


def test_a_hand_of_a_table_is_finished_after_a_reload_and_gone_when_it_is_recorded(tmp_path, new_browser):
    with hall_of(2, tmp_path) as run:
        table, page = begun(run, new_browser)
        page.keyboard.type("234m345p678p234s55s dora 1s seat W from E")
        page.locator(".one-more").press("Enter")
        page.keyboard.type("234m345p678p234s5 seat S")
        again(page)
        expect(page.locator(".line")).to_have_value("234m345p678p234s5 seat S")
        expect(page.locator(".also")).to_contain_text("West")
        expect(page.locator(CHOSEN.format("winner"))).to_contain_text("South")
        expect(page.locator(CHOSEN.format("source"))).to_contain_text("East")
        # Nothing of it is entered at another table.
        run.table(2).play("start", rules="ema-2016")
        run.table(2).play("hand")
        wait_until(lambda: run.service.hall.fleet.require_station(2).snapshot.last == 1)
        opened(page, f"{run.url}/table/2/hand")
        expect(page.locator(".hint")).to_contain_text("14 tiles are missing")
        expect(page.locator("input[name=winner]:checked, .also")).to_have_count(0)
        with page.expect_response("**/game"):
            page.goto(f"{run.url}/table/1/hand")
        expect(page.locator(".line")).to_have_value("234m345p678p234s5 seat S")
        page.fill(".line", "234m345p678p234s55s seat S")
        expect(page.locator(".counted tr", has_text="dora")).to_have_count(1)
        page.locator(".propose").click()
        expect(page.locator("[role=status]", has_text="agreed")).to_be_visible()
        (event,) = [one for one in table.ledger.events if one.kind == "win"]
        assert [(win.seat, win.source, win.han) for win in event.args[0]] == [(2, 0, 2), (1, 0, 2)]
        assert kept(page) == []
        table.play("hand")
        opened(page, f"{run.url}/table/1/hand")
        expect(page.locator(".line")).to_have_value("")


@pytest.mark.parametrize("ends", ["draw", "chombo", "start"])
def test_what_was_entered_is_dropped_where_the_players_have_gone_on_to_another_hand(tmp_path, new_browser, ends):
    """The round and the counters may be the same again, as after a chombo or in another game."""
    with hall_of(1, tmp_path) as run:
        table, page = begun(run, new_browser)
        page.keyboard.type("234m345p678p234s5")
        page.goto("about:blank")
        events = {"draw": {"tenpai": [0]}, "chombo": {"seats": [2]}, "start": {"rules": "ema-2016"}}
        if ends == "start":
            table.play("draw", tenpai=[0])
            table.play("end")
        table.play(ends, **events[ends])
        table.play("hand")
        station = run.service.hall.fleet.require_station(1)
        last = table.ledger.next - 1
        wait_until(lambda: station.snapshot.table is not None and station.snapshot.last == last)
        with page.expect_response("**/game"):
            opened(page, f"{run.url}/table/1/hand")
        expect(page.locator(".line")).to_have_value("")
        wait_until(lambda: kept(page) == [])


def test_a_riichi_drops_nothing_and_an_end_that_the_players_recorded_drops_it_though_it_is_taken_back(
    tmp_path, new_browser
):
    with hall_of(1, tmp_path) as run:
        table, page = begun(run, new_browser)
        page.keyboard.type("234m345p678p234s5")
        table.play("riichi", seat=3)
        again(page)
        expect(page.locator(".line")).to_have_value("234m345p678p234s5")
        table.play("draw", tenpai=[3])
        expect(page.locator(".old")).to_contain_text("throw the dice first")
        again(page)
        wait_until(lambda: kept(page) == [])
        table.play("undo")
        expect(page.locator(".old")).to_have_count(0)
        expect(page.locator(".line")).to_have_value("")


def test_where_a_browser_keeps_nothing_a_hand_is_entered_all_the_same(tmp_path, new_browser):
    with hall_of(0, tmp_path) as run:
        page = new_browser().new_page()
        page.add_init_script(FORBIDDEN)
        page.goto(f"{run.url}/score")
        page.fill(".line", "234567m345p678s99s riichi")
        expect(page.locator(".worth strong")).to_have_text("1,300")
        page.reload()
        expect(page.locator(".line")).to_have_value("")
        page.fill(".line", "234567m345p678s99s riichi")
        expect(page.locator(".worth strong")).to_have_text("1,300")
        page.get_by_text("New hand").click()
        expect(page.locator(".line")).to_have_value("")
