"""Names of people where many are read together: told apart by their ends, whole where there is room."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .conftest import log_in
from .desk_pages import LONG, PARTED, hall_of_long_names

LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
# The letters of a name that are seen: of what is cut off with dots only its beginning.
ENDS = """() => [...document.querySelectorAll("li .name")].map((name) => {
    const last = name.lastElementChild ?? name;
    const within = last.getBoundingClientRect().right <= name.getBoundingClientRect().right + 1;
    return within && last.scrollWidth <= last.clientWidth ? last.textContent.trim() : "";
})"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two tables of paper in their only session."""
    with hall_of_long_names(tmp_path_factory.mktemp("looks")) as place:
        yield place


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(
    ("shows", "answer"),
    [
        ("seats", {"session": 1, "seats": [{"name": f"{LONG} {n}", "table": 1, "seat": n} for n in range(4)]}),
        (
            "standings",
            {"standings": [{"place": n + 1, "name": f"{LONG} {n}", "total": 0} for n in range(4)], "provisional": True},
        ),
    ],
)
def test_two_long_names_that_begin_alike_are_told_apart_on_a_wall(hall, new_browser, shows, answer):
    """What has no room loses letters in its middle: the end of each name is read."""
    page = new_browser(viewport=LAPTOP).new_page()
    page.add_init_script("delete window.SharedWorker")
    page.context.route(
        f"**/v1/{shows}", lambda route: route.fulfill(body=json.dumps(answer), content_type="application/json")
    )
    page.goto(f"{hall.url}/wall?turn=0&show={shows}")
    expect(page.locator("li .name")).to_have_count(4)
    assert page.evaluate(ENDS) == ["0", "1", "2", "3"]
    assert page.locator("li .name").all_text_contents() == [f"{LONG} {n}" for n in range(4)]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_name_that_has_room_keeps_all_its_letters_however_short_its_first_part_is(hall, new_browser):
    """The end of a name had half of its place at most: `Bo Hohenstein-Schwarzenau` lost letters beside white."""
    name = "Bo Hohenstein-Schwarzenau"
    page = new_browser(viewport=LAPTOP).new_page()
    page.add_init_script("delete window.SharedWorker")
    answer = {"session": 1, "seats": [{"name": name, "table": 1, "seat": 0}]}
    page.context.route("**/v1/seats", lambda route: route.fulfill(json=answer))
    page.goto(f"{hall.url}/wall?turn=0&show=seats")
    expect(page.locator("li .name span")).to_have_count(2)
    cut = page.locator("li .name span").evaluate_all("parts => parts.map((one) => one.scrollWidth > one.clientWidth)")
    assert cut == [False, False]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(("path", "seat"), [("/", 1), ("/wall?turn=0&show=tables", 2)])
def test_two_long_names_at_different_tables_are_told_apart_by_their_ends(hall, new_browser, path, seat):
    """A table shows sixteen letters of a name; the desk knows the rest, and no one looks for a row at two tables."""
    page = new_browser(viewport=LAPTOP).new_page()
    page.goto(f"{hall.url}{path}")
    rows = page.locator("article .name")
    expect(rows).to_have_count(8)
    assert rows.all_text_contents() == [f"{LONG} {n}" for n in range(1, 9)]
    assert page.evaluate(ENDS.replace("li .name", "article .name")) == [str(n) for n in range(1, 9)]
    # An event tells what the table shows, and the page keeps to what the desk knows.
    if not hall.table(2).ledger.table.riichi:
        hall.table(2).play("hand")
    hall.table(2).play("riichi", seat=seat)
    row = page.locator("article[data-table='2'] :is(li, .line)", has_text=f"{LONG} {5 + seat}")
    expect(row.locator(".stick")).to_have_count(1)
    assert rows.all_text_contents() == [f"{LONG} {n}" for n in range(1, 9)]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_where_there_is_room_for_a_whole_name_it_is_read_whole(hall, new_browser):
    """A table shows sixteen letters: its own page and the strip over a stream have more room than its displays."""
    page = new_browser(viewport=LAPTOP).new_page()
    log_in(hall, page, "desk", "Ada")
    names = [f"{LONG} {n}" for n in range(1, 5)]
    page.goto(f"{hall.url}/overlay/1")
    expect(page.locator(".overlay .name")).to_have_text(names)
    page.goto(f"{hall.url}/table/1/hand")
    expect(page.locator("label:has([name=winner])")).to_have_text([re.compile(name) for name in names])
    page.goto(f"{hall.url}/table/1")
    expect(page.locator(".needs caption")).to_have_text([re.compile(name) for name in names])
    assert sorted(page.locator(".seat h2 .name").all_text_contents()) == names
    assert sorted(set(page.locator(".hands .row.head .name").all_text_contents())) == names
    page.get_by_role("button", name="Show the displays").click()
    expect(page.locator("figcaption")).to_have_text([re.compile(name) for name in names])
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        page.reload()
        expect(page.locator(".needs caption")).to_have_count(4)
        assert find_layout_faults(page) == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_long_name_to_be_tapped_is_parted_between_its_words_alone(hall, new_browser):
    """Two seats side by side left so little room that `Schwarzenau` lost its last letter to the next line."""
    page = new_browser(locale="nl", viewport=PHONE).new_page()
    log_in(hall, page, "desk", "Ada")
    page.goto(f"{hall.url}/desk#seats")
    expect(page.locator(".seated button .name")).to_have_count(8)
    parts = page.evaluate(PARTED, ".seated button .name")
    assert set(parts) <= {"Hohenstein-Schwarzenau"}
    assert page.locator(".seated button .name").first.evaluate("one => one.getClientRects().length") <= 2


def test_a_name_that_several_people_have_a_part_of_is_not_said_to_be_nobody_s(hall, new_browser):
    page = new_browser(viewport=PHONE).new_page()
    log_in(hall, page, "reader", "Ada")
    page.goto(f"{hall.url}/me")
    for typed, said in (("wolfgang", "give the number"), ("nobody", "No player has this number or name")):
        page.get_by_label("Your player number or your name").fill(typed)
        page.get_by_role("button", name="Show my table").click()
        expect(page.get_by_role("alert")).to_contain_text(said)
