"""A press is a click on what it began on, though the page has news meanwhile that moves it away or takes it out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import wait_until
from .desk_pages import of_session, open_desk_page, open_more, part, planned_hall

STAGE = "import('/static/live/live.js').then(({ live }) => live.clock?.stage)"


@pytest.fixture
def hall(tmp_path):
    """Return a hall whose first session has begun without a clock."""
    with planned_hall(tmp_path) as place:
        place.service.hall.sessions.begin(1, "desk", yes=True)
        yield place


def press(page, button):
    """Press the mouse on a button, and stay there."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def change_clock(hall, page, act, stage):
    """Change the hall's clock elsewhere, and wait until a page has learnt it, and could have shown it."""
    hall.service.timekeeper.change_clock(act, "desk", **({"minutes": 60, "lead_ms": 0} if act == "start" else {}))
    wait_until(lambda: page.evaluate(STAGE) == stage)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def test_a_clock_that_starts_and_stops_elsewhere_takes_no_press_away(hall, new_browser):
    """The clock's line comes above the button, and goes again, while it is pressed."""
    page = open_desk_page(hall, new_browser)
    session = part(page, "session")
    of_session(session, 1)
    open_more(session)
    end, no = session.get_by_role("button", name="End session 1"), session.get_by_role("button", name="No", exact=True)
    for act, stage in (("start", "running"), ("stop", "finished")):
        press(page, end)
        change_clock(hall, page, act, stage)
        page.mouse.up()
        # It asks, because games are not finished; what has waited is shown as soon as the press is over.
        no.click()
        expect(session.locator("tenbo-desk-clock .clock-line")).to_have_count(int(stage == "running"))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_form_that_news_take_out_is_sent_all_the_same(hall, new_browser):
    """The service says that it is too late: a press that does nothing says nothing."""
    page = open_desk_page(hall, new_browser)
    session = part(page, "session")
    of_session(session, 1)
    open_more(session)
    press(page, session.get_by_role("button", name="Start the clock alone"))
    change_clock(hall, page, "start", "running")
    with page.expect_response("**/v1/clock") as answer:
        page.mouse.up()
    assert answer.value.status == 409


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_pointer_that_is_dragged_away_holds_nothing_up(hall, new_browser):
    """It presses nothing, and the page goes on."""
    page = open_desk_page(hall, new_browser)
    session = part(page, "session")
    of_session(session, 1)
    open_more(session)
    press(page, session.get_by_role("button", name="End session 1"))
    page.mouse.move(5, 5)
    change_clock(hall, page, "start", "running")
    session.locator("tenbo-desk-clock .clock-line").wait_for()
    page.mouse.up()
