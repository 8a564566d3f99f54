"""A club's evening on three sizes of screen, light and dark: for everybody, and read at a glance."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import FAULTS, find_layout_faults

from .accessibility import badly_marked_up
from .club_people import GAMES, NAMES, PHONE, open_evening
from .conftest import hall_of, log_in, wait_until
from .firefox import ABSENT, Firefox, firefox

pytestmark = pytest.mark.thorough("pages of an evening in themes, sizes and languages")

PHONES = ((390, 844), (360, 740))
# What of an evening's pages is there when they can be read.
PLACES = {
    "/club": ".game.running",
    "/club#season": ".sorted tbody tr",
    "/club#records": ".record",
    "/club#calendar": ".calendar li",
    "/club/person/1": ".against tbody tr",
    "/table/1": ".needs tbody tr",
    "/desk": ".band",
    "/hall": "article li",
}
# Of each cell that is seen how many lines it has.
LINES = """(cells) => cells.filter((cell) => cell.checkVisibility()).map((cell) => {
    const style = getComputedStyle(cell);
    const high = cell.getBoundingClientRect().height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    return [Math.round(high / parseFloat(style.lineHeight)), cell.textContent];
})"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Return a club with an evening that is open."""
    with hall_of(2, tmp_path_factory.mktemp("evening")) as place:
        open_evening(place)
        yield place


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1280, 800)])
def test_every_page_of_an_open_evening_is_for_everybody(evening, new_browser, theme, size):
    """Contrast, names, headings, frames of buttons, nothing cut off: games run, one was on paper, a guest sits."""
    width, height = size
    page = new_browser(viewport={"width": width, "height": height}, color_scheme=theme).new_page()
    log_in(evening, page, "desk", "Ada")
    faults = {}
    for path, there in PLACES.items():
        page.goto("about:blank")
        page.goto(evening.url + path)
        page.locator(there).first.wait_for()
        page.evaluate("document.querySelectorAll('main details:not(.menu)').forEach((one) => (one.open = true))")
        faults[path] = [*badly_marked_up(page), *find_layout_faults(page)]
    assert {path: one for path, one in faults.items() if one} == {}


def test_firefox_shows_every_page_of_it_whole_too(evening, tmp_path):
    """Names broke where Chromium alone breaks them; nothing is complained of."""
    if firefox() is None:
        pytest.skip(ABSENT)
    key = next(row["key"] for row in evening.service.access.codes() if "key" in row)
    own = Firefox(tmp_path / "profile")
    faults = {}
    try:
        own.start()
        own.goto(f"{evening.url}/join")
        joined = json.dumps({"method": "POST", "headers": {"Content-Type": "application/json"},
                             "body": json.dumps({"code": key, "name": "Ada"})})  # fmt: skip
        assert own.evaluate(f"fetch('/v1/join', {joined}).then(({{ status }}) => status)") == 200
        for width, height in ((390, 844), (1280, 800)):
            own.resize(width, height)
            for path, there in PLACES.items():
                own.goto("about:blank")
                own.goto(evening.url + path)
                own.wait_for(f"document.querySelector('{there}') !== null")
                faults[path, width] = own.evaluate(f"({FAULTS}\n)()")
    finally:
        own.kill()
    assert {path: one for path, one in faults.items() if one} == {}
    assert own.complaints == []


@pytest.mark.parametrize("locale", ["en", "de", "ja", "pl", "ru"])
def test_what_is_needed_and_against_whom_are_read_at_a_glance_on_a_phone(evening, new_browser, locale):
    """No cell has more than two lines, and no table has to be moved aside."""
    for width, height in PHONES:
        page = new_browser(viewport={"width": width, "height": height}, locale=locale).new_page()
        log_in(evening, page, "desk", "Ada")
        for path, chosen in (("/table/1", ".needs"), ("/club/person/4", ".against")):
            page.goto(evening.url + path)
            page.locator(f"{chosen} tbody tr").first.wait_for()
            cells = page.locator(f"{chosen} :is(th, td)")
            high = [text for lines, text in cells.evaluate_all(LINES) if lines > 2]
            assert high == [], (path, width)
            assert (
                page.locator(f"{chosen}, {chosen} table").evaluate_all(
                    "(boxes) => boxes.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
                )
                == 0
            ), (path, width)
        # The whole name of who sits there.
        page.goto(f"{evening.url}/table/1")
        expect(page.locator(".sits .seats")).to_contain_text("Wolkenstein")
        parts = page.locator(".sits .seats .parted > span")
        assert parts.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth + 1)")


def test_a_host_with_a_phone_takes_back_each_thing_where_it_was_done(tmp_path, new_browser):
    """Seats, a result, its correction and the end of the evening: what was done is seen, with Undo beside it."""
    with hall_of(1, tmp_path) as place:
        client = place.client
        place.service.hall.registration.register_players("name\n" + "\n".join(NAMES) + "\n", yes=True)
        page = new_browser(viewport=PHONE, has_touch=True).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/club")
        undo = page.locator(".done").get_by_role("button", name="Undo")
        filled = page.locator("main .primary:visible")

        def take_back(is_back):
            expect(undo).to_be_in_viewport()
            undo.tap()
            wait_until(is_back)

        page.get_by_role("button", name="Open the evening").tap()
        # The next thing is who has come, then their seats, at the top of the page.
        expect(filled).to_have_text("Arrivals and departures")
        client.post("/v1/attendance", players=NAMES)
        expect(filled).to_have_text("Seat these people")
        expect(filled).to_be_in_viewport()
        filled.tap()
        expect(page.get_by_text("sits at table 1")).to_have_count(4)
        take_back(lambda: {one["state"] for one in client.get("/v1/club")["people"]} == {"waiting"})
        expect(filled).to_have_text("Seat these people")
        page.get_by_text("Enter a result by hand").tap()
        expect(filled.filter(has_not_text="Seat")).to_have_text("Save the result")
        colours = filled.evaluate_all("(all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size")
        assert colours == 2
        for seat, score in enumerate(GAMES[0]):
            page.locator(f"[name=player{seat}]").fill(NAMES[seat])
            page.locator(f"[name=score{seat}]").fill(str(score))
        page.get_by_role("button", name="Save the result").tap()
        take_back(lambda: client.get("/v1/club")["games"] == [])
        expect(page.locator(".game")).to_have_count(0)
        client.post("/v1/series_games", players=NAMES, scores=GAMES[0], yes=True)
        page.locator(".game .menu summary").tap()
        page.get_by_text("Correct the scores").tap()
        # The form is where the reader is, and the menu is gone.
        field = page.locator(".change [name=value0]")
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport()
        expect(page.locator(".game .menu[open]")).to_have_count(0)
        for seat, score in enumerate(GAMES[1]):
            page.locator(f".change [name=value{seat}]").fill(str(score))
        page.locator(".change [name=why]").fill("sheet")
        page.get_by_role("button", name="Save the change").tap()
        expect(page.locator(".game", has_text="1 change")).to_be_in_viewport()
        take_back(lambda: client.get("/v1/club")["games"][0]["scores"] == GAMES[0])
        page.get_by_role("button", name="Close the evening").tap()
        wait_until(lambda: client.get("/v1/club")["evening"] is None)
        take_back(lambda: client.get("/v1/club")["evening"] is not None)
        assert (badly_marked_up(page), find_layout_faults(page)) == ([], [])
