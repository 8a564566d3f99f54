"""No page tells the time of a session that is not in play, nor that of the one before."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tenbo_core.errors import Refused

from .conftest import wait_until
from .desk_pages import later, open_desk_page, planned_hall

NOTHING_LEFT = re.compile(r"\d:\d\d|time is up|stopped")


@pytest.fixture
def hall(tmp_path):
    """Two tables of paper with a plan, whose first session is in play by its clock, with extra time at table 1."""
    with planned_hall(tmp_path) as place:
        place.table(1).play("start", rules="ema-2016")
        place.service.hall.records.record("open", "desk", session=1, yes=True)
        place.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)
        place.service.timekeeper.sync_table_clocks()
        # Once the table has its time, which it is sent behind its start.
        wait_until(lambda: gives_extra_time(place.service.timekeeper))
        yield place


def gives_extra_time(timekeeper):
    """Return whether table 1 got its five minutes, as it does once it has the session's time."""
    try:
        timekeeper.change_clock("extra", "desk", minutes=5, table=1)
    except Refused:
        timekeeper.sync_table_clocks()
        return False
    return True


@pytest.fixture
def clocks(hall, new_browser):
    """Return a function that says of every page's clock what it shows; the pages are open all the time."""
    window = new_browser()
    paths = {"/": ".status .clock", "/table/1": ".own-time", "/wall?show=tables&turn=0": ".wall-head .clock",
             "/wall?show=clock&turn=0": ".wall-clock p:last-child", "/me?player=1": ".clock"}  # fmt: skip
    shown = []
    for path, place in paths.items():
        page = window.new_page()
        page.goto(hall.url + path)
        shown.append(page.locator(place))

    def look(text):
        for place in shown:
            if "/me" in place.page.url:
                # A phone asks now and then, and when someone looks at it again.
                place.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            expect(place).to_contain_text(text)
        return shown

    return look


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_after_its_end_a_session_is_over_on_every_page_though_its_clock_goes_on(hall, clocks, new_browser):
    """Anyone who reads that half an hour is left waits for nothing; the desk is told to end the clock."""
    clocks(re.compile(r"\d\d:\d\d|signal in"))
    desk_page = open_desk_page(hall, new_browser)
    hall.service.hall.records.record("end", "desk", session=1, yes=True)
    for place in clocks("session 1 has ended"):
        expect(place).not_to_contain_text(NOTHING_LEFT)
        expect(place.page.locator(".own, .extra:not(:empty), .own-time small")).to_have_count(0)
    clock = desk_page.locator("tenbo-desk-clock")
    clock.get_by_text("session 1 has ended").wait_for()
    clock.get_by_text("The previous session's clock is still running").wait_for()
    clock.locator(".menu summary").click()
    clock.get_by_role("button", name="End time for all tables").click()
    later(desk_page)
    clock.locator("[data-answer=yes]").click()
    wait_until(lambda: hall.service.timekeeper.clock.over)
    assert hall.service.timekeeper.clock.over
    clocks("session 1 has ended")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_session_whose_clock_has_not_been_started_has_no_time_that_is_up(hall, clocks, new_browser):
    """It was the clock of the session before that was stopped."""
    hall.service.timekeeper.change_clock("stop", "desk")
    hall.service.hall.records.record("open", "desk", session=2, yes=True)
    for place in clocks("the clock has not been started"):
        expect(place).not_to_contain_text(NOTHING_LEFT)
    german = new_browser(locale="de", viewport={"width": 360, "height": 640}).new_page()
    german.goto(hall.url)
    expect(german.locator(".status .clock")).to_have_text("die Uhr ist noch nicht gestartet")
    assert german.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hall.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)
    clocks(re.compile(r"\d\d:\d\d|signal in"))
