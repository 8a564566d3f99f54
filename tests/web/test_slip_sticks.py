"""Slips with sticks left over or points taken, and what comes after the last slip."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, log_in, wait_until
from .desk_pages import act_at, later, said
from .slip_pages import at_slips, confirm, in_a_hand, planned, type_in

pytestmark = pytest.mark.thorough("browsers that type slips")

STICK = {
    "en-GB": ("Is one riichi stick left on the table?", "1 stick", "Are 2 riichi sticks left", ","),
    "de": ("Liegt noch ein Riichi-Stäbchen auf dem Tisch?", "1 Stäbchen", "Liegen noch 2 Riichi-Stäbchen", "."),
    "nl": ("Ligt er nog één riichistokje op tafel?", "1 stokje", "Liggen er nog 2 riichistokjes", "."),
    "ja": ("供託が1本残っていますか", "供託1本", "供託が2本残っていますか", ","),
    "fr": ("Reste-t-il un bâtonnet de riichi", "1 bâtonnet", "Reste-t-il 2 bâtonnets de riichi", "\u202f"),
    "pl": ("stole został jeden patyczek riichi", "1 patyczek", "stole: 2", "\u00a0"),
    "it": ("È rimasto uno stecchetto di riichi", "1 stecchetto", "Sono rimasti 2 stecchetti di riichi", "."),
    "es": ("¿Queda un palito de riichi", "1 palito", "¿Quedan 2 palitos de riichi", "."),
}


@pytest.mark.parametrize("language", STICK)
def test_a_right_slip_with_a_stick_left_over_is_not_marked_as_wrong(tmp_path, new_browser, language):
    """Who is first has the stick by the book, so a number on the paper is not the one that counts."""
    one, short, two, mark = STICK[language]
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        ada = at_slips(place, new_browser, "Ada", locale=language, viewport={"width": 640, "height": 360})
        type_in(ada, 40_200, 33_800, 25_000, 19_000)
        expect(ada.locator(".answer")).to_contain_text(two)
        expect(ada.locator(".answer")).to_be_in_viewport()
        # What was answered for these numbers does not hold for others.
        ada.locator("[name=s3]").fill("20000")
        ada.locator("[name=s3]").press("Enter")
        expect(ada.locator(".answer")).to_contain_text(one)
        assert hall.repository.tournament.slips == {}
        confirm(ada)
        ada.locator("li[data-state='once']").wait_for()
        assert hall.repository.results.sheet(1, 1).scores == [41_200, 33_800, 25_000, 20_000]
        bob = at_slips(place, new_browser, "Bob", locale=language)
        type_in(bob, 40_200, 33_800, 24_000, 21_000)
        confirm(bob)
        row = bob.locator("li[data-state='differs']")
        heads = row.locator("thead th")
        expect(heads).to_have_count(3)
        for typed in (1, 2):
            expect(heads.nth(typed)).to_contain_text(short)
        assert row.locator("td.bad").all_text_contents() == [f"24{mark}000", f"21{mark}000"]


def test_a_slip_that_a_penalty_makes_impossible_says_so(tmp_path, new_browser):
    """The list of the session stays, and tells which of the slips does not add up."""
    with hall_of(1, tmp_path) as place:
        hall = planned(place)
        table = in_a_hand(place)
        page = at_slips(place, new_browser, "Rea")
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        page.get_by_role("button", name="Table 1", exact=True).click()
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        page.locator("li[data-table='1']").get_by_text("entered, but the table's game has not ended").wait_for()
        table.play("penalty", seat=0, points=-3000, when="now")
        wait_until(lambda: sum(hall.repository.results.sheet(1, 1).scores) == 117_000)
        expect(page.locator("li[data-table='1']")).to_contain_text("does not add up")
        page.locator("li[data-table='2']").get_by_text("entered once").wait_for()
        page.get_by_role("button", name="Table 1", exact=True).click()
        expect(page.locator("#slip-sum")).to_have_text("117,000 of 117,000 points missing")
        type_in(page, 27_000, 30_000, 30_000, 30_000)
        table.play("end")
        page.locator("li[data-table='1']").get_by_text("entered once").wait_for()


def test_a_double_click_answers_no_question_about_sticks(tmp_path, new_browser):
    """Nor does Enter that is held down; and other scores take the question away."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        page = at_slips(place, new_browser, "Rea")
        button = page.locator("main form button.primary")
        for name, number in enumerate((32_000, 28_000, 35_000, 20_000)):
            page.locator(f"[name=s{name}]").fill(str(number))
        button.dblclick()
        question = page.get_by_text("Are 5 riichi sticks left on the table?")
        question.wait_for()
        expect(button).to_have_text("Confirm 5 sticks and next")
        later(page)
        page.locator("[name=s3]").focus()
        page.locator("[name=s3]").fill("21000")
        expect(question).to_have_count(0)
        expect(button).to_have_text("Save and next")
        page.keyboard.down("Enter")
        page.get_by_text("Are 4 riichi sticks left on the table?").wait_for()
        later(page)
        for _ in range(3):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(button).to_have_text("Confirm 4 sticks and next")
        assert hall.repository.tournament.slips == {}
        button.click()
        page.locator("li[data-state='once']").wait_for()
        slip = hall.repository.tournament.slips[1, 1]["Rea (referee)"]
        assert (slip.scores, slip.sticks) == ([32_000, 28_000, 35_000, 21_000], 4)


def test_points_that_no_sticks_explain_are_an_error_that_nobody_confirms(tmp_path, new_browser):
    """A one in place of a two made ten sticks of ten thousand points, and gave them to the first."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        page = at_slips(place, new_browser, "Rea")
        for last, missing in ((15_000, "10,000"), (24_900, "100")):
            type_in(page, 32_000, 28_000, 35_000, last)
            later(page)
            page.locator("[name=s3]").press("Enter")
            expect(page.locator("#slip-sum[role=alert]")).to_contain_text(f"{missing} points are missing")
            expect(page.locator("[name=s0]")).to_be_focused()
            expect(page.locator("main form button.primary")).to_have_text("Save and next")
        assert hall.repository.tournament.slips == {}
        page.locator("[name=s3]").fill("25000")
        page.locator("[name=s3]").press("Enter")
        page.get_by_text("Table 1: entered once").wait_for()


def test_the_last_slip_ends_at_the_way_back_to_the_results(tmp_path, new_browser):
    """It went on to a table whose result was in, empty, with all points missing."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place)
        hall.records.record("correct", "desk", session=1, table=1, scores=[30_000] * 4, why="paper sheet")
        page = new_browser(viewport={"width": 390, "height": 844}).new_page()
        log_in(place, page, "desk", "Dan")
        page.goto(f"{place.url}/slips?session=1&table=2")
        page.get_by_role("heading", name="Table 2", exact=True).wait_for()
        back = page.get_by_role("link", name="Back to results")
        expect(back).to_have_attribute("href", "/desk#results")
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        page.get_by_text("All 2 results are in").wait_for()
        expect(page.locator("main form")).to_have_count(0)
        back.click()
        page.locator("tenbo-desk-results .band").wait_for()
        referee = at_slips(place, new_browser, "Rea")
        referee.locator("li[data-table='1']").wait_for()
        expect(referee.get_by_role("link", name="Back to results")).to_have_count(0)


def test_the_results_show_the_sticks_that_were_typed_and_to_whom_they_went(tmp_path, new_browser):
    """In the row, in its changes, in the form that corrects it and in its answer."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        hall.slips.enter((1, 1), "Rea (referee)", [32_000, 28_000, 35_000, 20_000], 5)
        page = new_browser().new_page()
        log_in(place, page, "desk", "Dan")
        page.goto(f"{place.url}/desk#results")
        row = page.locator("tr[data-table='1']")
        expect(row.locator("td").nth(2)).to_contain_text("40,000")
        expect(page.locator("tr.changes p")).to_have_text(["W: 35,000 + 5 sticks"])
        page.locator("tr.changes summary").click()
        expect(page.locator("tr.changes li")).to_contain_text("32,000 · 28,000 · 35,000 · 20,000 + 5 sticks")
        act_at(page, 1, "Correct scores")
        form = page.locator("[aria-labelledby=one-head] form")
        typed = [form.locator(f"[name={name}]").input_value() for name in ("east", "south", "west", "north", "sticks")]
        assert typed == ["32,000", "28,000", "35,000", "20,000", "5"]
        expect(form.locator("label .wind")).to_have_text(["東 East", "南 South", "西 West", "北 North"])
        expect(form.locator("button.primary")).to_have_text("Correct the scores")
        form.locator("[name=north]").fill("24000")
        form.locator("[name=sticks]").fill("1")
        form.locator("[name=why]").fill("paper")
        form.get_by_role("button", name="Correct the scores").click()
        new, old = "32,000 28,000 35,000 24,000 + 1 stick", "32,000 28,000 35,000 20,000 + 5 sticks"
        said(page, f"Table 1: {new} recorded; in place of {old}")
        assert hall.repository.results.sheet(1, 1).scores == [32_000, 28_000, 36_000, 24_000]
