"""Typing slips while tables play, in wide digits and in other languages, and turning to the right one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .conftest import hall_of, log_in, wait_until
from .desk_pages import act_at, said, view
from .slip_pages import at_slips, confirm, in_a_hand, planned, type_in

pytestmark = pytest.mark.thorough("browsers that type slips")


def test_a_table_that_still_plays_waits_until_no_other_slip_is_missing(tmp_path, new_browser):
    """No one has a slip of it yet; and what a penalty has taken there is not asked of the four numbers."""
    with hall_of(1, tmp_path) as place:
        hall = planned(place)
        table = in_a_hand(place)
        table.play("penalty", seat=0, points=-3000, when="now")
        wait_until(lambda: sum(hall.repository.results.sheet(1, 1).scores) == 117_000)
        page = at_slips(place, new_browser, "Rea")
        page.get_by_role("heading", name="Table 2", exact=True).wait_for()
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        page.get_by_role("heading", name="Table 1", exact=True).wait_for()
        expect(page.locator("#slip-sum")).to_have_text("117,000 of 117,000 points missing")
        type_in(page, 27_000, 30_000, 30_000, 30_000)
        page.locator("li[data-table='1']").get_by_text("entered, but the table's game has not ended").wait_for()


def test_what_entered_once_and_the_winds_mean_stands_on_the_page(tmp_path, new_browser):
    """In every language; once a second person has typed the same there is nothing left to explain."""
    with hall_of(0, tmp_path) as place:
        planned(place)
        page = at_slips(place, new_browser, "Rea")
        page.locator("form .note").wait_for()
        expect(page.locator(".of-once")).to_have_count(0)
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        expect(page.locator(".of-once")).to_have_count(1)
        said = {page.locator(".of-once").inner_text()}
        for language in ("de", "fr", "it", "es", "pl", "ru", "ja", "ko", "zh", "nl"):
            other = at_slips(place, new_browser, "Rea", locale=language)
            other.locator("form .note").wait_for()
            said |= {other.locator(one).inner_text() for one in ("form .note", ".of-once")}
            assert find_layout_faults(other) == [], language
        assert len(said) == 21
        second = at_slips(place, new_browser, "Bob")
        type_in(second, 30_000, 30_000, 30_000, 30_000)
        expect(second.locator("li[data-table='1']")).to_contain_text("entered twice, matching")
        expect(second.locator(".of-once")).to_have_count(0)


def test_wide_digits_are_digits(tmp_path, new_browser):
    """A Japanese keyboard types them, and the signs that lie on the same keys, for codes, numbers, slips and tiles."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place)
        page = new_browser(locale="ja").new_page()
        code = next(row["code"] for row in place.service.access.codes() if row["role"] == "referee")
        page.goto(f"{place.url}/join")
        page.locator("[name=code]").fill("".join(chr(ord(sign) + 0xFEE0) for sign in code))
        page.locator("[name=name]").fill("Rea")
        page.locator("main.join form button").click()
        page.wait_for_url(lambda url: "/join" not in url)
        page.goto(f"{place.url}/slips")
        page.locator("[name=s3]").wait_for()
        type_in(page, "６２，３００", "３９、２００", "３１５００", "ー１３０００")
        page.locator("li[data-table='1'][data-state='once']").wait_for()
        assert hall.repository.results.sheet(1, 1).scores == [62_300, 39_200, 31_500, -13_000]
        page.goto(f"{place.url}/me")
        page.locator("[name=player]").fill("６")
        page.locator("main.me form button").click()
        page.get_by_role("heading", name="Player 6").wait_for()
        page.goto(f"{place.url}/score")
        page.locator("input.line").fill("２３４５６７ｍ３４５ｐ６７８ｓ９９ｓ　ｒｉｉｃｈｉ")
        expect(page.locator(".result")).to_contain_text("立直")


UNPLANNED = {
    "en-GB": "No sessions yet: make seats first.",
    "de": "Noch keine Runden: zuerst den Sitzplan erstellen.",
    "nl": "Nog geen sessies: maak eerst een indeling.",
    "ja": "回戦はまだありません。先に座席を決めてください。",
}


def test_slips_before_there_is_a_session_say_what_comes_first_and_sums_are_grouped(tmp_path, new_browser):
    """In each language; the page goes on by itself once there is one, and writes a wrong sum as people read it."""
    with hall_of(0, tmp_path) as place:
        pages = [at_slips(place, new_browser, language, locale=language) for language in UNPLANNED]
        for page, sentence in zip(pages, UNPLANNED.values(), strict=True):
            expect(page.locator("main p").first).to_contain_text(sentence)
            expect(page.locator("input")).to_have_count(0)
        planned(place)
        for page, mark in zip(pages, ",..,", strict=True):
            type_in(page, 31_000, 30_000, 30_000, 30_000)
            for points in (f"121{mark}000", f"120{mark}000"):
                expect(page.locator(".answer [role=alert]")).to_contain_text(points)


def test_a_slip_that_is_being_typed_stays_in_its_session_when_the_next_one_begins(tmp_path, new_browser):
    """Its numbers would have been those of the same table in the next session."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place)
        hall.records.record(
            "plan", "desk", tables=[[2, table, [4 * table - n for n in range(4)]] for table in (1, 2)], yes=True
        )
        hall.records.record("open", "desk", session=1)
        page = at_slips(place, new_browser, "Rea")
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        page.get_by_role("heading", name="Table 2", exact=True).wait_for()
        page.locator("[name=s0]").fill("30000")
        hall.records.record("open", "desk", session=2, yes=True)
        wait_until(lambda: page.evaluate("fetch('/v1').then((one) => one.json())")["session"] == 2)
        page.evaluate("dispatchEvent(new Event('tenbo-desk'))")
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        # The last slip of a session leads to those of the one that has begun.
        expect(page.locator("li[data-state='missing']")).to_have_count(2)
        expect(page.get_by_label("Session")).to_have_value("2")
        page.get_by_role("heading", name="Table 1", exact=True).wait_for()
        assert sorted(hall.repository.tournament.slips) == [(1, 1), (1, 2)]


def test_the_slip_that_lies_on_top_is_turned_to_by_its_number(tmp_path, new_browser):
    """Papers come in no order: the number of the table is one key away from the first of the four."""
    with hall_of(0, tmp_path) as place:
        planned(place)
        page = at_slips(place, new_browser, "Rea")
        page.get_by_role("heading", name="Table 1", exact=True).wait_for()
        for number, answer in ((7, "no players are seated at table 7 in session 1"), (2, "")):
            page.keyboard.press("Shift+Tab")
            page.keyboard.type(str(number))
            page.keyboard.press("Enter")
            expect(page.locator(".answer")).to_contain_text(answer)
            expect(page.locator("[name=s0]")).to_be_focused()
        page.get_by_role("heading", name="Table 2", exact=True).wait_for()


def test_a_locked_table_is_settled_and_nobody_is_asked_for_its_slip(tmp_path, new_browser):
    """Its slip was refused, and Enter led to it again and again."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place)
        ada, bob = (at_slips(place, new_browser, name) for name in ("Ada", "Bob"))
        type_in(ada, 30_000, 30_000, 30_000, 30_000)
        ada.locator("li[data-table='1'][data-state='once']").wait_for()
        hall.records.record("lock", "desk", session=1, table=1)
        bob.reload()
        bob.get_by_role("heading", name="Table 2", exact=True).wait_for()
        bob.locator("li[data-table='1']").get_by_text("entered once, locked").wait_for()
        type_in(bob, 31_000, 29_000, 30_000, 30_000)
        bob.get_by_text("All 2 results are in").wait_for()
        ada.get_by_role("heading", name="Table 2", exact=True).wait_for()
        type_in(ada, 30_000, 30_000, 30_000, 30_000)
        ada.locator("li[data-table='2'][data-state='differs']").wait_for()
        hall.records.record("lock", "desk", session=1, table=2)
        ada.locator("li[data-table='2']").get_by_text("decided by the desk, locked").wait_for()


def test_a_result_of_the_desk_at_a_paper_table_is_the_desk_s(tmp_path, new_browser):
    """The list said that the table had told it, and there is no table that could."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place)
        hall.records.record("correct", "desk", session=1, table=2, scores=[30_000] * 4, why="paper sheet")
        ada = at_slips(place, new_browser, "Ada")
        expect(ada.locator("li[data-table='2']")).to_contain_text("decided by the desk")


def test_of_an_act_without_an_answer_no_page_says_that_it_was_not_done(tmp_path, new_browser):
    """A service that ends after it has stored a slip gives no answer; a penalty would be given twice."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        page = at_slips(place, new_browser, "Rea")

        def lose(route):
            route.fetch()
            route.abort()

        page.locator("[name=s3]").wait_for()
        page.route("**/v1/slips", lose)
        type_in(page, 30_000, 30_000, 30_000, 30_000)
        told = "The service does not answer: the request may have been carried out, so check before you send it again"
        expect(page.locator(".answer [role=alert]")).to_have_text(told)
        assert hall.repository.tournament.slips[1, 1]["Rea (referee)"].scores == [30_000] * 4
        page.unroute("**/v1/slips")
        page.locator("[name=s3]").press("Enter")
        page.get_by_text("Table 1: entered once").wait_for()


def test_who_has_typed_another_slip_elsewhere_is_asked_in_the_language_of_the_page(tmp_path, new_browser):
    """The question came in English, with the record as programs write it."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        for scores in ((31_000, 29_000, 30_000, 30_000), (30_000, 30_000, 30_000, 30_000)):
            page = at_slips(place, new_browser, "Rea", locale="de")
            page.locator("[name=s3]").or_(page.get_by_text("Das Ergebnis liegt")).first.wait_for()
            page.get_by_role("button", name="Tisch 1", exact=True).click()
            type_in(page, *scores)
        question = page.locator(".answer")
        expect(question).to_contain_text("Gerät 31.000 / 29.000 / 30.000 / 30.000 eingegeben. Noch einmal Enter")
        confirm(page)
        page.get_by_text("Tisch 1: einmal eingegeben").wait_for()
        assert hall.repository.results.sheet(1, 1).scores == [30_000] * 4


def test_points_are_typed_at_the_desk_as_the_page_writes_them(tmp_path, new_browser):
    """A German page writes 31.000, which a browser's own field for numbers takes for 31."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        page = new_browser(locale="de").new_page()
        log_in(place, page, "desk", "Dan")
        page.goto(f"{place.url}/desk#results")
        act_at(page, 1, "Punkte korrigieren")
        form = page.locator("[aria-labelledby=one-head] form").first
        for name, text in {"east": "31.0", "south": "29.000", "west": "３００００", "north": "30 000"}.items():
            form.locator(f"[name={name}]").fill(text)
        form.locator("[name=why]").fill("Zettel")
        form.get_by_role("button", name="Punkte korrigieren").click()
        expect(form.get_by_role("alert")).to_contain_text("31")
        form.locator("[name=east]").fill("31.000")
        expect(form.get_by_text("Summe 120.000")).to_be_visible()
        form.get_by_role("button", name="Punkte korrigieren").click()
        said(page, "Tisch 1: 31.000 29.000 30.000 30.000 eingetragen")
        view(page, "Strafen")
        assert hall.repository.results.sheet(1, 1).scores == [31_000, 29_000, 30_000, 30_000]
        penalty = page.locator("tenbo-desk-penalty")
        for name, text in (("player", "１"), ("points", "\u22128.000"), ("why", "Telefon")):
            penalty.locator(f"[name={name}]").fill(text)
        penalty.get_by_role("button", name="Strafe eintragen").click()
        wait_until(lambda: hall.repository.results.sheet(1, 1).added == [-8_000, 0, 0, 0])


def test_a_score_beyond_all_points_is_asked_about_as_what_it_is(tmp_path, new_browser):
    """Every question was taken for the one about another slip of one's own name."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place, tables=1)
        page = at_slips(place, new_browser, "Rea", locale="de")
        page.locator("[name=s3]").wait_for()
        type_in(page, 130_000, -30_000, 10_000, 10_000)
        expect(page.locator(".answer")).to_contain_text("130000")
        expect(page.locator(".answer")).to_contain_text("Zum Bestätigen noch einmal Enter drücken.")
        expect(page.locator(".answer")).not_to_contain_text("an einem anderen Gerät")
        confirm(page)
        page.get_by_text("Tisch 1: einmal eingegeben").wait_for()
        assert hall.repository.results.sheet(1, 1).scores == [130_000, -30_000, 10_000, 10_000]


def test_a_telephone_whose_number_keys_have_no_minus_gives_a_score_below_zero(tmp_path, new_browser):
    """A button turns the sign; where there is a keyboard it is not in the way."""
    with hall_of(0, tmp_path) as place:
        planned(place, tables=1)
        page = at_slips(
            place, new_browser, "Rea", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
        )
        first = page.locator("[name=s0]")
        first.fill("1200")
        signs = page.get_by_role("button", name="change sign")
        signs.first.tap()
        expect(first).to_have_value("-1,200")
        expect(first).to_be_focused()
        expect(page.locator("#slip-sum")).to_have_text("121,200 of 120,000 points missing")
        signs.first.tap()
        expect(first).to_have_value("1,200")
        laptop = at_slips(place, new_browser, "Ben")
        laptop.locator("[name=s0]").wait_for()
        expect(laptop.get_by_role("button", name="change sign")).to_have_count(0)


def test_a_slip_may_be_typed_in_hundreds_as_paper_has_them(tmp_path, new_browser):
    """Four of them that come to a hundredth of all points, and the sticks that are left; anything else is in points."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place)
        page = at_slips(place, new_browser, "Rea")
        for name, number in enumerate((320, 280, 350)):
            page.locator(f"[name=s{name}]").fill(str(number))
        expect(page.locator("#slip-sum")).to_have_text("25,000 of 120,000 points missing")
        for wrong, missing in ((249, "100"), (150, "10,000")):
            for name, number in enumerate((320, 280, 350, wrong)):
                page.locator(f"[name=s{name}]").fill(str(number))
            expect(page.get_by_role("alert")).to_contain_text(f"{missing} points are missing")
            expect(page.locator("#slip-sum")).to_have_class("bad")
        page.locator("[name=s3]").fill("250")
        expect(page.locator("#slip-sum")).to_have_text("scores add up to 120,000")
        page.locator("[name=s3]").press("Enter")
        page.get_by_role("heading", name="Table 2", exact=True).wait_for()
        assert hall.repository.results.sheet(1, 1).scores == [32_000, 28_000, 35_000, 25_000]
        # Ten hundreds fewer are a stick that is left.
        type_in(page, 320, 280, 350, 240)
        expect(page.locator(".answer")).to_contain_text("riichi stick")
        confirm(page)
        wait_until(lambda: (1, 2) in hall.repository.tournament.slips)
        slip = hall.repository.tournament.slips[1, 2]["Rea (referee)"]
        assert (slip.scores, slip.sticks) == ([32_000, 28_000, 35_000, 24_000], 1)


def test_the_slip_that_the_desk_asks_for_is_turned_to(tmp_path, new_browser):
    """Its button names a table; a number that is typed stands as the page writes it."""
    with hall_of(0, tmp_path) as place:
        planned(place)
        page = new_browser().new_page()
        log_in(place, page, "desk", "Dan")
        page.goto(f"{place.url}/slips?session=1&table=2")
        page.get_by_role("heading", name="Table 2", exact=True).wait_for()
        page.locator("[name=s0]").fill("32k")
        page.locator("[name=s1]").focus()
        expect(page.locator("[name=s0]")).to_have_value("32,000")


@pytest.mark.parametrize(("locale", "wind"), [("en-GB", "東 East"), ("de", "東 Ost"), ("ja", "東")])
def test_a_seat_of_a_slip_has_the_word_of_its_wind(tmp_path, new_browser, locale, wind):
    """Most who type slips in Europe do not read the four characters."""
    with hall_of(0, tmp_path) as place:
        planned(place, tables=1)
        page = at_slips(place, new_browser, "Rea", locale=locale)
        expect(page.locator("main form label .wind").first).to_have_text(wind)
