"""A club's evening on three sizes of screen, light and dark: for everybody, and read at a glance."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .accessibility import badly_marked_up
from .club_people import open_evening
from .conftest import hall_of, log_in

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
