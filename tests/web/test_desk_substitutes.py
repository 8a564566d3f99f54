"""Reserves, substitutes, papers of all sessions, places and double clicks, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import wait_until
from .desk_pages import last, later, of_session, open_desk_page, open_more, part, planned_hall

EVEN = [30_000] * 4
FROZEN = "() => { performance.now = () => 1_000; }"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a hall of this file's own."""
    with planned_hall(tmp_path_factory.mktemp("desk")) as place:
        yield place


@pytest.fixture
def desk_page(hall, new_browser):
    """Return the desk's page, joined as Ada."""
    return open_desk_page(hall, new_browser)


def records(hall, kind):
    """Return how many records of a kind there are."""
    return sum(record.kind == kind for record in hall.service.hall.repository.desk.records)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_double_click_starts_the_clock_and_gives_no_more_minutes(hall, desk_page):
    """The button that comes to lie under the pointer, or has the focus, is not pressed by the same double click."""
    session = part(desk_page, "session")
    clock = session.locator("tenbo-desk-clock")
    open_more(session)
    desk_page.evaluate(FROZEN)
    start = session.get_by_role("button", name="Start the clock alone")
    start.scroll_into_view_if_needed()
    box = start.bounding_box()
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = records(hall, "clock")
    desk_page.mouse.click(*spot)
    more = clock.get_by_role("button", name="+5 min")
    more.wait_for()
    there = desk_page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.textContent ?? ''", spot)
    desk_page.mouse.click(*spot)
    desk_page.mouse.click(*spot)
    later(desk_page)
    # What is pressed afterwards is recorded next, so nothing else was.
    clock.get_by_role("button", name="Pause").click()
    clock.get_by_role("button", name="Resume").wait_for()
    wait_until(lambda: records(hall, "clock") > before + 1)
    assert (records(hall, "clock"), last(hall, "clock").fields["act"]) == (before + 2, "pause"), there
    assert hall.service.timekeeper.clock.length == 90 * 60_000
    # The button under the pointer says something else now, and is no less stray for it.
    later(desk_page)
    goes_on = clock.get_by_role("button", name="Resume")
    box = goes_on.bounding_box()
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desk_page.mouse.click(*spot)
    clock.get_by_role("button", name="Pause").wait_for()
    desk_page.mouse.click(*spot)
    later(desk_page)
    more.click()
    wait_until(lambda: hall.service.timekeeper.clock.length == 95 * 60_000)
    assert records(hall, "clock") == before + 4
    hall.client.post("/v1/clock", act="stop")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_leaving_says_what_missed_sessions_count_and_whose_the_results_are(hall, desk_page):
    """By the book of the session, and under the seats that change hands; the sheet says it, too."""
    people = part(desk_page, "people")
    people.locator("#leaves summary").click()
    leaves = people.locator("#leaves")
    leaves.get_by_label("Who", exact=True).fill("1")
    leaves.get_by_label("From session").select_option("7")
    leaves.get_by_label("Replaced by").fill("9")
    leaves.get_by_label("Reason").fill("tired")
    leaves.get_by_role("button", name="Save").click()
    told = leaves.locator(".answer")
    told.get_by_text("player 1 gets −30,000 for each missed session").wait_for()
    told.get_by_text("player 9 is an unranked reserve: player 1 gets the same, whatever the reserve scores").wait_for()
    results = part(desk_page, "results")
    of_session(results, 7)
    results.locator("tr[data-of='1']").get_by_text(
        "a reserve for player 1, who gets what the rule book gives a substitute"
    ).wait_for()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_substitute_is_recorded_for_a_session_whose_scores_are_typed(hall, desk_page):
    """Without any device, and it stands on the sheet with the total that the book has for it."""
    hall.service.hall.records.record("correct", "host", session=6, table=2, scores=EVEN, why="sheet")
    people = part(desk_page, "people")
    people.locator("#substitute summary").click()
    form = people.locator("#substitute")
    form.get_by_label("Table", exact=True).fill("2")
    form.get_by_label("Seat").select_option("3")
    form.get_by_label("Session").select_option("6")
    form.get_by_label("From when").select_option("start")
    form.get_by_role("button", name="Save").click()
    wait_until(lambda: last(hall, "substitute") is not None)
    assert last(hall, "substitute").fields == {"session": 6, "table": 2, "seat": 3, "since": "start"}
    results = part(desk_page, "results")
    of_session(results, 6)
    row = results.locator("tr[data-session='6'][data-table='2']")
    row.get_by_text("−30,000").wait_for()
    changes = results.locator("tr[data-of='2']")
    changes.locator("summary").click()
    changes.get_by_text("substitute N from the start").wait_for()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_standings_and_report_are_of_all_sessions_until_one_is_chosen(hall, desk_page):
    """Seats and slips are wanted session by session."""
    for session, table in ((4, 1), (4, 2), (5, 1), (5, 2)):
        hall.service.hall.records.record(
            "correct", "host", session=session, table=table, scores=EVEN, why="sheet", yes=True
        )
    files = part(desk_page, "files")
    for what in ("standings", "report", "seats", "slips"):
        chosen = files.locator(f"[data-paper={what}]").get_by_label("Session").input_value()
        assert (chosen == "") == (what in ("standings", "report")), what


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(("rules", "places"), [("ema-2025", [1, 1, 1, 1]), ("tenhou", [1, 2, 3, 4])])
def test_equal_points_have_the_place_that_the_book_gives(hall, new_browser, rules, places):
    """Shared or by seat, on the page of the hall and of the table, while it is played and when it is over."""
    table = hall.table(2)
    page = new_browser().new_page()
    for end in (False, True):
        table.play("start", rules=rules)
        if end:
            table.play("end")
        wait_until(lambda: table.stored == table.ledger.next - 1)
        page.goto(f"{hall.url}/")
        card = page.locator("article[data-table='2']")
        card.locator(".place").first.wait_for()
        words = ["1st", "2nd", "3rd", "4th"]
        assert card.locator(".place").all_inner_texts() == [words[place - 1] for place in places]
        page.goto(f"{hall.url}/table/2")
        page.locator(".felt .place").first.wait_for()
        shown = page.locator(".felt .place").all_inner_texts()
        assert [text.split(" ·")[0].strip() for text in shown] == [words[place - 1] for place in places]


def test_codes_of_a_page_on_the_own_computer_say_that_no_phone_gets_there(hall, desk_page):
    """The paper's form said so; the pictures of the page are just as useless."""
    joining = part(desk_page, "join")
    assert joining.get_by_role("alert").count() == 0
    joining.get_by_role("button", name="Show the codes").click()
    joining.get_by_role("alert").wait_for()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize("book", ["wrc", "austria"])
def test_a_hand_is_scored_by_the_tournaments_book_until_another_is_chosen(hall, new_browser, book):
    """And one that was begun keeps its own."""
    known = hall.service.hall.repository.tournament.facts
    hall.service.hall.records.record("tournament", "host", title="Open", rules=book, yes=True)
    try:
        page = new_browser().new_page()
        page.goto(f"{hall.url}/score")
        expect(page.get_by_label("Rule book")).to_have_value(book)
        page.get_by_label("Rule book").select_option("alarm")
        page.locator(".line").fill("123m")
        page.reload()
        expect(page.get_by_label("Rule book")).to_have_value("alarm")
    finally:
        # The other tests of this hall play by its own book, in any order.
        hall.service.hall.records.record("tournament", "host", **known, yes=True)


def test_a_substitute_at_a_device_is_named_and_undone_beside_the_answer(hall, desk_page):
    """Who, where and from which hand; the table takes it out of its game, and the record is struck through."""
    table = hall.table(2)
    table.play("start", rules="ema-2025")
    table.play("hand")
    wait_until(lambda: table.stored == table.ledger.next - 1)
    people = part(desk_page, "people")
    people.locator("#substitute summary").click()
    form = people.locator("#substitute")
    form.get_by_label("Table", exact=True).fill("2")
    form.get_by_label("Seat").select_option("1")
    form.get_by_label("Session").select_option("")
    form.get_by_role("button", name="Save").click()
    done = desk_page.locator("tenbo-desk-answer .done")
    done.get_by_text("table 2, seat S").wait_for()
    done.get_by_text("from then on (E1)").wait_for()
    assert table.ledger.table.substitutes == ["", "now", "", ""]
    done.get_by_role("button", name="Undo").click()
    wait_until(lambda: table.ledger.table.substitutes == [""] * 4)
    record = part(desk_page, "record")
    line = record.locator(f"li[value='{last(hall, 'ruling').n - 1}']")
    line.get_by_text("substitute: seat S, from then on").wait_for()
    line.get_by_text("undone", exact=True).wait_for()


def test_penalties_that_a_table_has_recorded_stand_at_its_result_and_among_the_penalties(hall, desk_page):
    """They are the table's own: a page that called the session free of penalties left its totals unexplained."""
    table = hall.table(1)
    table.play("start", rules="ema-2025")
    table.play("late", seat=0, minutes=2)
    table.play("penalty", seat=2, points=-8000, when="after_uma", why="a slow call")
    table.play("penalty", seat=2, points=-1000, when="now")
    table.play("end")
    wait_until(lambda: table.stored == table.ledger.next - 1)
    hall.client.post("/v1/sessions/2/game", table=1, why="its game", yes=True)
    taken = hall.service.hall.repository.results.sheet(2, 1).penalties
    assert [bool(one) for one in taken] == [True, False, True, False]
    results = part(desk_page, "results")
    of_session(results, 2)
    below = results.locator("tr[data-of='1'] p")
    expect(below.filter(has_text="at the table")).to_have_count(3)
    expect(below.filter(has_text="−8,000")).to_contain_text("W: penalty −8,000 (a slow call, ")
    results.get_by_role("tab", name="Penalties (3)").click()
    given = results.locator("li", has_text="at the table")
    expect(given).to_have_count(3)
    expect(given.filter(has_text="−1,000")).to_have_count(1)
    rows = hall.client.get("/v1/sessions/2")
    listed = [(one["seat"], one["points"], one["kind"], one["when"], one["why"]) for one in rows[0]["at_table"]]
    assert listed == [
        (0, taken[0], "late", "after_uma", None),
        (2, -8000, "penalty", "after_uma", "a slow call"),
        (2, -1000, "penalty", "now", None),
    ]
    assert not given.get_by_role("button").count()
