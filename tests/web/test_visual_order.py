"""What a person sees at a glance: who is who, in which order, and what is out of the ordinary."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .conftest import hall_of, log_in, wait_until
from .desk_pages import LONG, PARTED, hall_of_long_names, view

LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two tables of paper in their only session."""
    with hall_of_long_names(tmp_path_factory.mktemp("looks")) as place:
        yield place


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(
    ("locale", "places"),
    [
        ("en", ["1st", "2nd", "3rd", "4th"]),
        ("de", ["1. Pl.", "2. Pl.", "3. Pl.", "4. Pl."]),
        ("nl", ["1e", "2e", "3e", "4e"]),
        ("ja", ["1着", "2着", "3着", "4着"]),
        ("fr", ["1er", "2e", "3e", "4e"]),
        ("pl", ["1.", "2.", "3.", "4."]),
        ("it", ["1°", "2°", "3°", "4°"]),
        ("es", ["1.º", "2.º", "3.º", "4.º"]),
    ],
)
def test_a_place_among_other_numbers_is_said_as_a_place(hall, new_browser, locale, places):
    """`Bo 28 1 30,000` read as three numbers of someone called Bo."""
    table = hall.table(1)
    if table.ledger.table.scores == [30000] * 4:
        # Four different scores: equal ones share a place.
        table.play("hand")
        table.play("riichi", seat=2)
        table.play("win", wins=[{"seat": 0, "from": 1, "han": 3, "fu": 30}])
    page = new_browser(locale=locale, viewport=PHONE).new_page()
    page.goto(hall.url)
    card = page.locator("article[data-table='1']")
    expect(card.locator(".place")).to_have_count(4)
    wait_until(lambda: sorted(card.locator(".place").all_text_contents()) == places)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_number_of_a_hundredth_table_is_read_as_one(hall, new_browser):
    """`10` above `0` was table ten to anyone who looked quickly."""
    rows = [{**one, "table": one["table"] + 99} for one in hall.client.get("/v1/tables")]
    page = new_browser(viewport=PHONE).new_page()
    log_in(hall, page, "desk", "Ada")
    page.add_init_script("delete window.SharedWorker")
    page.context.route("**/v1/tables", lambda route: route.fulfill(json=rows))
    page.goto(f"{hall.url}/desk#devices")
    expect(page.locator(".cards tbody th")).to_have_text(["100", "101"])
    assert page.evaluate(PARTED, ".cards tbody th") == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_on_a_very_large_screen_letters_are_larger_and_on_others_as_the_reader_has_set_them(hall, new_browser):
    """On a television of 3840 a page for the desk was a stamp in its middle, with letters for a reader at the desk."""
    sizes = {}
    for width, height in ((360, 740), (1280, 800), (1920, 1080), (3440, 1440), (3840, 2160)):
        page = new_browser(viewport={"width": width, "height": height}).new_page()
        page.goto(hall.url)
        page.locator("article").first.wait_for()
        sizes[width] = round(page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert sizes == {360: 16, 1280: 16, 1920: 16, 3440: 19, 3840: 24}


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_more_tables_than_one_are_said_as_more(hall, new_browser):
    """`table 1-2 in session 1` was one table with two numbers."""
    told = {**hall.client.get("/v1/standings"), "provisional": True}
    told["unfinished"] = [{"session": 1, "table": table} for table in (1, 2)] + [{"session": 2, "table": 1}]
    for locale, words in (
        ("en", "no result: Session 1: tables 1-2, Session 2: table 1"),
        ("de", "ohne Ergebnis: Runde 1: Tische 1-2, Runde 2: Tisch 1"),
        ("nl", "zonder uitslag: Sessie 1: tafels 1-2, Sessie 2: tafel 1"),
    ):
        page = new_browser(locale=locale, viewport=LAPTOP).new_page()
        log_in(hall, page, "desk", "Ada")
        page.context.route("**/v1/standings*", lambda route: route.fulfill(json=told))
        page.goto(f"{hall.url}/desk#results")
        page.get_by_role("tab").nth(1).click()
        expect(page.get_by_text(words)).to_be_visible()
        # Those of a hundred tables would be a wall of numbers.
        told["unfinished"] += [{"session": 3, "table": table} for table in range(1, 100, 2)]
        page.reload()
        page.get_by_role("tab").nth(1).click()
        expect(page.locator("details", has_text=words)).not_to_have_attribute("open", "")
        del told["unfinished"][3:]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(("locale", "where"), [("ja", "東"), ("de", "東 Ost")])
def test_whoever_reads_the_characters_of_the_winds_has_no_letters_beside_them(hall, new_browser, locale, where):
    page = new_browser(locale=locale, viewport=PHONE).new_page()
    log_in(hall, page, "desk", "Ada")
    page.goto(f"{hall.url}/me?player=1")
    expect(page.locator(".mine .wind").first).to_have_text(where)


def test_on_a_phone_the_seats_stand_below_each_other_from_east_on(hall, new_browser):
    """The order in which they are read out is the order in which they are seen."""
    page = new_browser(viewport=PHONE).new_page()
    log_in(hall, page, "desk", "Ada")
    page.goto(f"{hall.url}/table/1")
    expect(page.locator(".seat .score")).to_have_count(4)
    tops = [page.locator(f".seat[data-seat='{seat}']").bounding_box()["y"] for seat in range(4)]
    assert tops == sorted(tops)


def test_a_column_that_says_nothing_of_anybody_is_not_there(hall, new_browser):
    """People have remarks once someone is out of the ordinary."""
    page = new_browser(viewport=LAPTOP).new_page()
    log_in(hall, page, "desk", "Ada")
    page.goto(f"{hall.url}/desk#people")
    heads = page.locator("tenbo-desk-people thead th")
    expect(heads).to_have_text(["No.", "Name", "Sessions"])
    # Forty sessions one by one would be four lines of a phone.
    people = [{**one, "sessions": [1, 2, *range(4, 41)]} for one in hall.client.get("/v1/players")]
    page.route("**/v1/players", lambda route: route.fulfill(json=people))
    page.reload()
    expect(page.locator("tenbo-desk-people tbody tr").first).to_contain_text("1-2, 4-40")
    page.unroute("**/v1/players")
    page.reload()
    hall.service.hall.records.record("strike", "desk", player=3, why="ill")
    expect(heads).to_have_text(["No.", "Name", "Sessions", "Remarks"])
    expect(page.locator("tenbo-desk-people tbody td").filter(has_text="not ranked: ill")).to_have_count(1)


def test_what_is_old_is_said_in_one_piece(hall, new_browser):
    """A note with its own paper does not lie in strips over the lines around it."""
    page = new_browser(locale="de", viewport=LAPTOP).new_page()
    log_in(hall, page, "desk", "Ada")
    hall.table(2).pull()
    page.goto(f"{hall.url}/desk#results")
    expect(page.locator("tenbo-desk-results td .old")).to_be_visible()
    assert [fault for fault in find_layout_faults(page) if "strips" in fault] == []
    hall.table(2).plug()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_value_that_a_seat_needs_is_parted_between_its_words_alone(hall, new_browser):
    """In Japanese a line may end anywhere, and `30符` lost its sign to the next; elsewhere `30` its `fu`."""
    page = new_browser(locale="ja", viewport=PHONE).new_page()
    log_in(hall, page, "desk", "Ada")
    page.goto(f"{hall.url}/table/1")
    expect(page.locator(".needs td").filter(has_text="符").first).to_be_visible()
    page.locator(".needs table").evaluate_all("all => all.forEach(one => { one.style.width = '7rem'; })")
    assert page.evaluate(PARTED, ".needs td") == []
    page = new_browser(locale="en", viewport=PHONE).new_page()
    page.goto(f"{hall.url}/table/1")
    expect(page.locator(".needs td").filter(has_text="fu").first).to_be_visible()
    page.locator(".needs table").evaluate_all("all => all.forEach(one => { one.style.width = '7rem'; })")
    assert page.evaluate(PARTED, ".needs td") == []
    values = [one for one in page.locator(".needs td").all_text_contents() if "fu" in one]
    assert [one for one in values if not re.match(r"\d+\xa0han \d+\xa0fu", one)] == []


def test_a_table_that_calls_is_named_on_one_line_of_a_phone(hall, new_browser):
    page = new_browser(locale="de", viewport=PHONE).new_page()
    log_in(hall, page, "desk", "Ada")
    hall.table(1).call_referee(1)
    page.goto(f"{hall.url}/desk#walls")
    link = page.locator(".desk .call a")
    expect(link).to_have_text("Tisch 1")
    assert link.evaluate("link => link.getClientRects().length") == 1
    hall.table(1).call_referee(1, begins=False)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_cards_of_a_hall_are_as_wide_on_a_projector_as_on_a_laptop(hall, new_browser):
    """A fifth of them in a row left no room for names, where half of the screen was empty."""
    wide = {}
    for name, size in (("laptop", LAPTOP), ("projector", {"width": 1920, "height": 1080})):
        page = new_browser(viewport=size).new_page()
        page.goto(hall.url)
        wide[name] = page.locator("article").first.bounding_box()["width"]
    assert wide["projector"] >= wide["laptop"] > 300


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_before_the_first_result_nothing_is_said_to_add_up_and_no_text_touches_its_card(tmp_path, new_browser):
    """The sum of no tables, and the heads of no rows, are nothing to read."""
    with hall_of(1, tmp_path) as place:
        place.service.hall.registration.register_players(
            "id,name\n" + "".join(f"{n},{n} Ace\n" for n in range(1, 5)), yes=True
        )
        place.service.hall.records.record("plan", "desk", tables=[[1, 1, [1, 2, 3, 4]]], yes=True)
        page = new_browser(viewport=LAPTOP).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/desk#results")
        results = page.locator("tenbo-desk-results")
        expect(results.locator(".foot")).to_contain_text("Everyone can see")
        expect(results).not_to_contain_text("add up")
        view(results, "Standings")
        expect(results).to_contain_text("No standings yet")
        expect(results).not_to_contain_text("add up")
        expect(results.locator("table")).to_have_count(0)
        page.goto(place.url)
        none = page.get_by_text("no game yet")
        expect(none).to_be_visible()
        assert none.evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)") >= 8


GAPS = """() => [...document.querySelectorAll(".ranking tbody tr")].map((row) => {
    const [left, right] = [...row.querySelectorAll(".number")].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
    });
    return right.left - left.right;
})"""


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_two_columns_of_points_stand_apart_on_a_tablet(hall, new_browser):
    """A total and what a session brought read as one number where a hair was between them."""
    page = new_browser(locale="de", viewport={"width": 768, "height": 1024}).new_page()
    log_in(hall, page, "desk", "Ada")
    ranks = [{"place": n, "name": f"{LONG} {n}", "total": -125_000, "sessions": {"1": -125_000}} for n in (1, 2)]
    told = {**hall.client.get("/v1/standings"), "standings": ranks}
    page.context.route("**/v1/standings*", lambda route: route.fulfill(json=told))
    page.goto(f"{hall.url}/desk#results")
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".ranking tbody tr")).to_have_count(2)
    assert min(page.evaluate(GAPS)) >= 8
