"""What the desk's pages take back beside what was done, and what they warn of: nothing that cannot be there yet."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, seat_eight, wait_until
from .desk_pages import open_desk_page, part, view
from .slip_pages import at_slips, type_in

pytestmark = pytest.mark.thorough("browsers at the desk and at slips")

SCORES = [32_000, 28_000, 35_000, 25_000]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def hall(tmp_path):
    """One table with a device and one on paper, in a session of eight people."""
    with hall_of(1, tmp_path) as place:
        seat_eight(place.service.hall, sessions=2)
        yield place


def begin(hall):
    """Begin the first session with its clock."""
    hall.client.post("/v1/sessions/1/begin", yes=True)
    wait_until(lambda: hall.table(1).ledger.table is not None)
    hall.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)


def test_a_result_that_cannot_be_there_yet_is_not_warned_of(hall, new_browser):
    """A table on paper plays; seconds after the start nothing is to be done."""
    begin(hall)
    results = part(open_desk_page(hall, new_browser), "results")
    chip = results.locator("tr[data-table='2'] .chip")
    expect(chip).to_have_text("on paper")
    expect(results.locator(".chip.warn")).to_have_count(0)
    expect(results.locator(".band")).to_have_attribute("data-tone", "well")
    hall.service.timekeeper.change_clock("stop", "desk")
    expect(chip).to_have_text("Missing")
    expect(chip).to_have_class("chip warn")


def test_a_result_is_missing_when_another_one_is_in(hall, new_browser):
    """Nothing else says how far a table on paper is."""
    hall.client.post("/v1/sessions/1/begin", yes=True)
    results = part(open_desk_page(hall, new_browser), "results")
    chip = results.locator("tr[data-table='2'] .chip")
    expect(chip).to_have_text("on paper")
    wait_until(lambda: hall.table(1).ledger.table is not None)
    hall.table(1).play("end")
    expect(chip).to_have_text("Missing")


def test_a_penalty_of_the_list_is_taken_back_and_given_again(hall, new_browser):
    """Whoever finds it wrong later has no other place to look for it."""
    act = hall.service.hall.records.record
    act("penalty", "desk", session=1, table=2, seat=1, points=-8000, why="a late player")
    page = open_desk_page(hall, new_browser)
    results = part(page, "results")
    view(results, "Penalties")
    results.locator(".plain li").get_by_role("button", name="Undo").click()
    expect(results.locator(".plain li")).to_have_count(0)
    assert hall.service.hall.repository.results.sheet(1, 2).notes == []
    page.locator(".done").get_by_role("button", name="Undo").click()
    expect(results.locator(".plain li")).to_have_count(1)
    act("correct", "desk", session=1, table=2, scores=SCORES, why="paper", yes=True)
    act("lock", "desk", session=1, table=2)
    expect(results.locator(".plain li").get_by_role("button", name="Undo")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "laptop"])
def test_a_slip_is_taken_back_where_it_was_typed(hall, new_browser, size):
    """What stands in its fields again is what was typed, so that one number of it is mended."""
    sheet = hall.service.hall.repository.results.sheet
    page = at_slips(hall, new_browser, "Rea", viewport=size)
    page.get_by_role("heading", name="Table 1", exact=True).wait_for()
    type_in(page, 320, 280, 350, 250)
    page.get_by_role("heading", name="Table 2", exact=True).wait_for()
    assert sheet(1, 1).scores == SCORES
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("heading", name="Table 1", exact=True).wait_for()
    wait_until(lambda: sheet(1, 1).state == "missing")
    expect(page.locator("[name=s2]")).to_have_value("350")
    page.locator("[name=s0]").fill("310")
    page.locator("[name=s1]").fill("290")
    page.locator("[name=s3]").press("Enter")
    page.get_by_role("heading", name="Table 2", exact=True).wait_for()
    assert sheet(1, 1).scores == [31_000, 29_000, 35_000, 25_000]


def test_who_finishes_last_is_said_when_there_is_a_base_for_it(hall, new_browser):
    """One hand of one table foretold the end of the session to the minute."""
    begin(hall)
    told = {"began_ms": 1_795_730_400_000, "over_after": None, "last_table": 1, "tables": [{}, {}]}
    told |= {"forecast": {"end": 3600, "earliest": 3600, "latest": 3600}, "hand_s": {"mean": 240, "n": 1}}
    page = open_desk_page(hall, new_browser)
    page.route("**/pace", lambda route: route.fulfill(body=json.dumps(told), content_type="application/json"))
    page.reload()
    note = page.locator("tenbo-desk-session > .note")
    note.wait_for(state="attached")
    expect(note).to_have_text("")
    told["hand_s"]["n"] = 4
    page.reload()
    expect(note).to_contain_text("expected to finish last")


def test_a_person_takes_three_lines_of_a_phone_at_most(tmp_path, new_browser):
    """Number, name, EMA number, country, club and sessions took five."""
    with hall_of(0, tmp_path) as place:
        rows = "".join(f"{n},Player {n},1199000{n},NED,Utrecht\n" for n in range(1, 9))
        place.service.hall.registration.register_players(f"id,name,EMA number,country,club\n{rows}", yes=True)
        plan = [[session, 1, [1, 2, 3, 4]] for session in (1, 2, 3)]
        place.service.hall.records.record("plan", "desk", tables=plan, yes=True)
        people = part(open_desk_page(place, new_browser, viewport=PHONE), "people")
        row = people.locator(".cards tbody tr").first
        line = row.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)")
        assert row.bounding_box()["height"] <= 3 * line + 24
        page = people.page
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_what_is_seldom_done_stays_where_it_is_when_the_clock_has_read(hall, new_browser):
    """A line of the clock that came and went moved the page under a press, which missed."""
    hall.client.post("/v1/sessions/1/begin", yes=True)
    page = open_desk_page(hall, new_browser)
    held = []

    def hold_second(route):
        held.append(route)
        if len(held) == 1:
            route.continue_()

    page.route(re.compile("/v1$"), hold_second)
    page.reload()
    summary = page.locator("#more summary").first
    summary.wait_for()
    while len(held) < 2:
        page.evaluate("() => new Promise(requestAnimationFrame)")
    before = summary.bounding_box()["y"]
    for route in held[1:]:
        route.continue_()
    page.unroute(re.compile("/v1$"))
    page.wait_for_function("() => document.querySelector('tenbo-desk-clock').read_at")
    assert summary.bounding_box()["y"] == before


def test_standings_fit_a_phone_with_names_of_two_lines(hall, new_browser):
    """Beside a column of each session a name had five lines, and the table was wider than the page."""
    hall.service.hall.registration.register_players("id,name\n1,Wolfgang Amadeus von Hohenstein 1\n", yes=True)
    hall.service.hall.slips.enter((1, 1), "Rea (referee)", SCORES, 0)
    results = part(open_desk_page(hall, new_browser, viewport=PHONE), "results")
    view(results, "Standings")
    name = results.locator(".ranking tbody td .name", has_text="Wolfgang").first
    lines = "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    assert name.evaluate(lines) < 2.5
    assert results.locator(".ranking").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_what_was_recorded_begins_a_line_with_its_button_at_the_end(hall, new_browser):
    """A short sentence stood beside the time, and its Undo alone at the start of the next line."""
    hall.service.hall.records.record("wall", "Ben", wall=1, shows=["clock"])
    page = open_desk_page(hall, new_browser, locale="ja", viewport={"width": 768, "height": 1024})
    line = part(page, "record").locator("li", has=page.locator("button")).first
    what, undo, time = (line.locator(one).bounding_box() for one in (".what", "button", "time"))
    assert what["y"] >= time["y"] + time["height"]
    assert undo["x"] >= what["x"] + what["width"]
    assert undo["y"] < what["y"] + what["height"]
