"""What a page shows is how the hall stands, or the page says how old it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import hall_of


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Three tables, two of which play."""
    with hall_of(3, tmp_path_factory.mktemp("hall")) as place:
        for number in (1, 2):
            place.table(number).play("start", rules="ema-2016")
            place.table(number).play("hand")
        yield place


@pytest.mark.thorough("nine pages")
def test_nine_pages_of_one_browser_are_all_live_on_one_stream(hall, new_browser):
    """A browser opens six connections: with a stream for each page, the seventh would wait for ever."""
    context = new_browser()
    pages = [context.new_page() for _ in range(9)]
    for page in pages:
        page.goto(hall.url)
        page.locator("article").nth(2).wait_for()
    hall.table(1).play("riichi", seat=2)
    for page in pages:
        page.locator("article[data-table='1'] li.riichi").wait_for()
        assert "29,000" in page.locator("article[data-table='1']").inner_text()
    assert hall.service.server.streams.client_count == 1


def test_a_page_says_that_the_service_is_gone_and_goes_on_by_itself_when_it_is_back(hall, new_browser):
    """No one reloads a wall at the far end of a hall; and old numbers that look new are worse than none."""
    table, page = hall.table(2), new_browser().new_page()
    page.goto(f"{hall.url}/table/2")
    page.locator(".seat").nth(3).wait_for()
    assert page.locator("[role=alert]").count() == 0
    hall.end()
    page.get_by_role("alert").get_by_text("No contact with the service. Last updated").wait_for()
    table.play("riichi", seat=0)
    hall.begin()
    page.get_by_role("alert").wait_for(state="detached")
    page.locator(".seat[data-seat='0'][data-riichi=true]").wait_for()
    page.locator(".every-event summary").click()
    assert page.locator(".events li").first.inner_text() == "riichi: East at the start"
    # What the service tells of the game is asked again, too.
    page.locator(".hands .words", has_text="riichi: East").wait_for()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_table_whose_cable_is_pulled_says_since_when(hall, new_browser):
    """The numbers stay, and say how old they are."""
    page = new_browser().new_page()
    page.goto(hall.url)
    card = page.locator("article[data-table='3']")
    card.wait_for()
    assert card.locator(".old").count() == 0
    hall.table(3).pull()
    card.locator(".old").get_by_text("cable pulled").wait_for()
    hall.table(3).plug()
    card.locator(".old").wait_for(state="detached")


@pytest.mark.thorough("more browsers")
def test_a_browser_without_shared_workers_is_live_too(hall, new_browser):
    """Older phones: the page has a stream of its own, and gives it up while no one looks at it."""
    context = new_browser()
    context.add_init_script("delete window.SharedWorker")
    page = context.new_page()
    page.goto(hall.url)
    page.locator("article[data-table='2'] li").first.wait_for()
    hall.table(2).play("riichi", seat=3)
    page.locator("article[data-table='2'] li.riichi").filter(has_text="North").wait_for()


def test_a_name_is_a_name_whatever_is_in_it(hall, new_browser):
    """Names come from a file of registrations; none of them is markup or program."""
    name = "<img src=x onerror=document.title='taken'>"
    table = hall.table(3)
    table.play("start", rules="ema-2016")
    table.play("name", seat=1, name=name[:12])
    page = new_browser().new_page()
    page.goto(f"{hall.url}/table/3")
    page.locator(".seat", has_text=name[:12]).wait_for()
    assert page.locator("img").count() == 0
    assert page.title() != "taken"


@pytest.mark.thorough("more pages")
def test_a_stream_shows_a_table_as_it_stood_before(hall, new_browser):
    """No one at the table may learn from the stream: what is shown is late, and it is what was then."""
    page = new_browser().new_page()
    page.clock.install()
    page.goto(f"{hall.url}/overlay/1?delay=30")
    page.locator("tenbo-overlay[data-last]").wait_for(state="attached")
    page.clock.run_for(10_000)
    assert page.locator(".overlay .score").count() == 0
    page.clock.run_for(25_000)
    page.locator(".overlay .score").nth(3).wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.thorough("every part of a page")
@pytest.mark.parametrize("lost", ["words.js", "live/live.js", "style/page.css"])
def test_a_page_of_which_a_part_did_not_arrive_is_opened_again(hall, new_browser, lost):
    """A laptop joins the Wi-Fi while a page is loaded: what is under way is given up, and the page would stay blank."""
    page, asked = new_browser().new_page(), []

    def lose_the_first(route):
        asked.append(None)
        route.abort("internetdisconnected") if len(asked) == 1 else route.continue_()

    page.route(f"**/static/{lost}", lose_the_first)
    page.goto(hall.url)
    page.locator("article").first.wait_for()
    expect(page.locator("body")).to_have_css("margin", "0px")
    assert len(asked) > 1
