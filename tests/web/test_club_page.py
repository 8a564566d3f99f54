"""The club in a browser: an evening on paper, a correction, the season sorted, and a person's page on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tools.pages.layout import badly_laid_out

from .accessibility import badly_marked_up
from .conftest import hall_of, log_in

pytestmark = pytest.mark.thorough("a browser that enters an evening from paper")

PHONE = {"width": 390, "height": 844}
GAMES = ([32000, 28000, 35000, 25000], [20000, 40000, 25000, 35000])
NAMES = ["Ann Ash", "Ben Box", "Cleo Cox", "Maximiliana Wolkenstein"]


def type_result(page, names, scores):
    """Type a result from paper."""
    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
        page.locator(f"[name=player{seat}]").fill(name)
        page.locator(f"[name=score{seat}]").fill(str(score))
    page.get_by_role("button", name="Save the result").click()


def test_an_evening_on_paper_is_entered_corrected_and_read_on_a_phone(tmp_path, new_browser):
    """New people get a number, a correction changes the season, and no page is wider than a phone."""
    with hall_of(0, tmp_path) as place:
        page = new_browser(viewport=PHONE).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/club")
        page.get_by_text("Enter a result by hand").click()
        page.locator("[name=player0]").fill(NAMES[0])
        page.get_by_role("button", name="Open this evening").click()
        page.get_by_role("button", name="Close the evening").wait_for()
        expect(page.locator("[name=player0]")).to_have_value(NAMES[0])
        page.get_by_label("Register people of new names").check()
        for count, scores in enumerate(GAMES, 1):
            type_result(page, NAMES, scores)
            expect(page.locator(".game")).to_have_count(count)
        first = page.locator(".game").last
        expect(first.locator("li").first).to_contain_text("Cleo Cox")
        first.locator(".menu summary").click()
        first.get_by_text("Correct the scores").click()
        for seat, score in enumerate((36000, 28000, 31000, 25000)):
            page.locator(f".change [name=value{seat}]").fill(str(score))
        page.locator(".change [name=why]").fill("read again")
        page.get_by_role("button", name="Save the change").click()
        expect(first.locator("li").first).to_contain_text("Ann Ash")
        expect(first).to_contain_text("1 change")
        page.get_by_role("tab", name="Season").click()
        rows = page.locator("tbody tr")
        expect(rows.first).to_contain_text("Ben Box")
        page.get_by_role("button", name="Name").click()
        expect(page.locator("[aria-sort=ascending]")).to_contain_text("Name")
        expect(rows.first).to_contain_text("Ann Ash")
        page.get_by_role("button", name="Name").click()
        expect(rows.first).to_contain_text("Maximiliana")
        for view in ("Tonight", "Season", "Records", "Calendar"):
            page.get_by_role("tab", name=view).click()
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], view
            assert (badly_marked_up(page), badly_laid_out(page)) == ([], []), view
        page.goto(f"{place.url}/club/person/1")
        page.locator("figure svg").first.wait_for()
        expect(page.locator(".tiles")).to_contain_text("Mean place")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert (badly_marked_up(page), badly_laid_out(page)) == ([], [])
