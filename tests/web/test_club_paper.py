"""Evenings of a club that are entered on paper: results, chips and sticks, corrected later."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .accessibility import badly_marked_up
from .club_people import GAMES, NAMES, PHONE
from .conftest import hall_of, log_in

pytestmark = pytest.mark.thorough("a browser that enters an evening from paper")

# The letters of the curves as they are on the screen, where a drawing is smaller than its own units.
SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll(".club figure svg text")]
    .map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""
LEAST_LETTERS_PX = 14
# How far the middle of a box is from that of its line.
BOX_OFF_MIDDLE = """(label) => {
    const [box, line] = [label.querySelector("input"), label].map((one) => one.getBoundingClientRect());
    return Math.abs(box.y + box.height / 2 - line.y - line.height / 2);
}"""
MOST_OFF_PX = 3
# The letters that stand beyond the edge of their drawing.
CUT_LETTERS = """() => [...document.querySelectorAll(".club figure svg text")].filter((one) => {
    const { y, height } = one.getBBox();
    return y < 0 || y + height > one.ownerSVGElement.viewBox.baseVal.height;
}).map((one) => one.textContent)"""


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
        page.get_by_role("button", name="Open the evening").click()
        page.get_by_role("button", name="Close the evening").wait_for()
        expect(page.locator("[name=player0]")).to_have_value(NAMES[0])
        page.get_by_label("Register new names").check()
        # Its words stand beside the box, and not beneath.
        assert page.locator("label.check").evaluate(BOX_OFF_MIDDLE) < MOST_OFF_PX
        # A sheet without its last player is none of three players.
        type_result(page, NAMES[:3], GAMES[0][:3])
        expect(page.locator("[name=score3]:invalid")).to_be_focused()
        expect(page.locator(".game")).to_have_count(0)
        for count, scores in enumerate(GAMES, 1):
            type_result(page, NAMES, scores)
            expect(page.locator(".game")).to_have_count(count)
        # Who sits twice is told at the second of the two seats, and not once more beneath the form.
        type_result(page, [*NAMES[:2], NAMES[0], NAMES[3]], (36000, 28000, 31000, 25000))
        expect(page.locator("[name=player2]")).to_have_attribute("aria-invalid", "true")
        expect(page.locator("form.result .bad")).to_have_count(1)
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
        # Old results: a name that is nearly known is asked about, and nothing is entered before.
        page.get_by_text("Import old results").click()
        old = tmp_path / "old.csv"
        old.write_text("date,east,east score,south,south score,west,west score,north,north score\n"
                       "2025-12-02,Ann Ahs,32000,Ben Box,28000,Cleo Cox,35000,Zoé,25000\n", "cp1252")  # fmt: skip
        page.locator("input[type=file]").set_input_files(old)
        page.get_by_role("button", name="Preview the games").click()
        page.get_by_text("read as Windows-1252").wait_for()
        page.get_by_label("Ann Ahs").select_option(label="is Ann Ash")
        assert (badly_marked_up(page), find_layout_faults(page)) == ([], [])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_role("button", name="Enter these games").click()
        page.get_by_text("1 game has been entered.").wait_for()
        assert len(place.service.hall.repository.people()) == 5
        for view in ("Tonight", "Season", "Records", "Calendar"):
            page.get_by_role("tab", name=view).click()
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], view
            assert (badly_marked_up(page), find_layout_faults(page)) == ([], []), view
        # A week later: the evening is closed, and its game is removed from its own page.
        place.service.hall.evenings.close_series("desk")
        page.goto(f"{place.url}/club#calendar")
        page.locator(".calendar a").first.click()
        expect(page.locator(".game")).to_have_count(2)
        page.locator(".game").last.locator(".menu summary").click()
        page.locator(".game").last.get_by_text("Void this game").click()
        page.locator(".change [name=why]").fill("a test")
        page.get_by_role("button", name="Save the change").click()
        expect(page.locator(".game")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert (badly_marked_up(page), find_layout_faults(page)) == ([], [])
        page.goto(f"{place.url}/club/person/1")
        page.locator("figure svg").first.wait_for()
        expect(page.locator(".tiles")).to_contain_text("Mean place")
        assert page.evaluate(SMALLEST_LETTERS) >= LEAST_LETTERS_PX
        assert page.evaluate(CUT_LETTERS) == []
        russian = new_browser(viewport=PHONE, locale="ru").new_page()
        russian.goto(f"{place.url}/club/person/1")
        expect(russian.locator(".club")).to_contain_text("Все игры")
        expect(russian.locator(".club")).not_to_contain_text("All games")
        # A second Ann Ash is the first one: her number is told apart, merged, and parted again.
        place.service.hall.registration.register_players("id,name\n6,Ann Ash\n", yes=True)
        page.goto(f"{place.url}/club/person/6")
        page.get_by_text("Merge with another person").click()
        page.get_by_label("Move the games to").select_option(label="Ann Ash (1)")
        expect(page.locator(".merge ul")).to_contain_text("number 1, Ann Ash: 2 games")
        page.get_by_role("button", name="Merge into one person").click()
        page.get_by_role("button", name="Undo").wait_for()
        assert place.service.hall.repository.tournament.club.person(6) == 1
        page.get_by_role("button", name="Undo").click()
        page.get_by_text("The two people are separate again.").wait_for()
        assert place.service.hall.repository.tournament.club.person(6) == 6
        assert (badly_marked_up(page), find_layout_faults(page)) == ([], [])
        page.goto(f"{place.url}/club/person/1")
        page.locator("figure svg").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert (badly_marked_up(page), find_layout_faults(page)) == ([], [])


def test_chips_are_typed_beside_the_points_and_corrected_later(tmp_path, new_browser):
    """Where the book of the evening has them, and nowhere else."""
    with hall_of(0, tmp_path) as place:
        page = new_browser(viewport=PHONE).new_page()
        log_in(place, page, "desk", "Ada")
        place.service.hall.evenings.open_evening("desk", title="Plain", rules="ema-2016")
        page.goto(f"{place.url}/club")
        page.get_by_text("Enter a result by hand").click()
        expect(page.locator("[name=chips0]")).to_have_count(0)
        place.service.hall.evenings.close_series("desk")
        book = 'extends = "ema-2016"\nchip_points = 2000\n'
        place.service.hall.evenings.open_evening("desk", title="Parlour", rules="parlour", book=book)
        for seat, chips in enumerate((3, -1, "−2", "")):
            page.locator(f"[name=chips{seat}]").fill(str(chips))
        page.get_by_label("Register new names").check()
        type_result(page, NAMES, GAMES[0])
        game = page.locator(".game")
        expect(game).to_contain_text("Chips: −2 · +3 · −1 · 0")
        expect(page.locator("[name=chips0]")).to_have_value("")
        assert find_layout_faults(page) == []
        game.locator(".menu summary").click()
        game.get_by_text("Correct the scores").click()
        for seat, chips in enumerate((1, -1, 0, 0)):
            page.locator(f".change [name=chips{seat}]").fill(str(chips))
        page.locator(".change [name=why]").fill("counted again")
        page.get_by_role("button", name="Save the change").click()
        expect(game).to_contain_text("Chips: 0 · +1 · −1 · 0")
        [played] = place.service.hall.repository.series.played()
        assert (played.scores, list(played.game.chips), played.game.changes[0].what) == (
            GAMES[0], [1, -1, 0, 0], "rescore",
        )  # fmt: skip
        page.goto(f"{place.url}/club/game/{played.id}")
        page.get_by_text("Corrections").wait_for()
        assert find_layout_faults(page) == []


def test_sticks_that_are_left_on_the_table_are_typed_with_the_result(tmp_path, new_browser):
    """Where the scores are short by them; a correction has them, too."""
    with hall_of(0, tmp_path) as place:
        page = new_browser(viewport=PHONE).new_page()
        log_in(place, page, "desk", "Ada")
        place.service.hall.evenings.open_evening("desk", title="Tuesday", rules="ema-2016")
        page.goto(f"{place.url}/club")
        page.get_by_text("Enter a result by hand").click()
        page.get_by_label("Register new names").check()
        page.locator("[name=sticks]").fill("1")
        type_result(page, NAMES, [320, 280, 350, 240])
        game = page.locator(".game")
        expect(game).to_contain_text("24,000")
        expect(page.locator(".paper [name=sticks]")).to_have_value("")
        assert find_layout_faults(page) == []
        game.locator(".menu summary").click()
        game.get_by_text("Correct the scores").click()
        for seat, score in enumerate((36000, 28000, 30000, 24000)):
            page.locator(f".change [name=value{seat}]").fill(str(score))
        page.locator(".change [name=sticks]").fill("2")
        page.locator(".change [name=why]").fill("read again")
        page.get_by_role("button", name="Save the change").click()
        expect(game.locator("li").first).to_contain_text("Ann Ash")
        [played] = place.service.hall.repository.series.played()
        assert (played.game.scores, played.game.sticks) == ((36000, 28000, 30000, 24000), 2)


def test_a_person_with_two_numbers_stands_once_among_arrivals(tmp_path, new_browser):
    """The number that was merged is no button: pressed, it would say that the person is here who is here already."""
    with hall_of(0, tmp_path) as place:
        place.service.hall.registration.register_players("name\nAnn Ash\nBen Box\nAnnie Ash\n", yes=True)
        place.client.post("/v1/series")
        place.client.post("/v1/people/merge", player="3", into="1")
        page = new_browser(viewport=PHONE).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/club")
        page.get_by_text("Arrivals and departures").click()
        expect(page.locator(".members .chips button")).to_have_text(["Ann Ash", "Ben Box"])
