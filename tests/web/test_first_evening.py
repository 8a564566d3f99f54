"""A desk's first evening: no one is registered yet, people are typed in, and pages are left open while tables play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tenbo_core.errors import Refused

from .conftest import hall_of, wait_until
from .desk_pages import act_at, open_desk_page, open_more, part, said, view

pytestmark = pytest.mark.thorough("a browser at a desk from the first name on")

# What the service tells of a table some of whose boxes are away.
BOXES_AWAY = """async (seats) => {
    const { live } = await import("/static/live/live.js");
    live.take({ kind: "table", table: { ...live.tables.get(1), seats_away: seats } });
}"""
NAMES = ("Anna Berg", "Ben Cole", "Carla Dumont", "Dai Suzuki")


@pytest.fixture
def hall(tmp_path):
    """Return a hall of one table in which no one has done anything yet."""
    with hall_of(1, tmp_path) as place:
        yield place


@pytest.fixture
def evening(hall):
    """Return the hall when four people sit at its table and the first hand runs."""
    hall.service.hall.registration.register_players(
        "id,name\n" + "".join(f"{n},{name}\n" for n, name in enumerate(NAMES, 1)), yes=True
    )
    hall.service.hall.records.record("plan", "host", tables=[[1, 1, [1, 2, 3, 4]]], yes=True)
    hall.client.post("/v1/sessions/1/begin")
    wait_until(lambda: hall.table(1).ledger.table is not None)
    hall.table(1).play("hand")
    return hall


def plan_more(evening, session):
    """Plan another session of the same four."""
    evening.service.hall.records.record("plan", "host", tables=[[session, 1, [1, 2, 3, 4]]], yes=True)


def begin_without_clock(tables):
    """Start a session's tables alone, and return what the page says of it."""
    if not tables.locator("#more[open]").count():
        open_more(tables)
    tables.get_by_role("button", name="Start tables without the clock").click()
    answer = tables.locator("[data-of=session]")
    yes = answer.locator("[data-answer=yes]")
    done = tables.page.get_by_text("Table 1 has started.").locator("visible=true")
    yes.or_(done).first.wait_for()
    if yes.count():
        yes.click()
    return answer


def test_people_are_typed_in_one_after_the_other_by_keys_alone(hall, new_browser):
    """A club evening has no file: the form is open where no one is there, stays so, and is ready for the next name."""
    page = open_desk_page(hall, new_browser)
    steps = part(page, "session").locator(".steps")
    expect(steps).to_contain_text("· Add people")
    people = part(page, "people")
    people.get_by_label("Name, or number").focus()
    for number, name in enumerate(NAMES, 1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        said(page, f"Number {number} ({name}) has been added.")
        expect(people.get_by_label("Name, or number")).to_be_focused()
    expect(people.locator("tbody tr")).to_have_count(4)
    part(page, "session")
    expect(steps).to_contain_text("✓ Add people")


def test_a_file_is_chosen_in_the_page_s_language(hall, new_browser):
    """The browser's own button speaks the browser's language; what was chosen is forgotten when the form is sent."""
    page = open_desk_page(hall, new_browser, locale="de")
    file = part(page, "people").locator("#people-file")
    expect(file.get_by_text("Datei auswählen")).to_be_visible()
    box = file.locator("input[type=file]").bounding_box()
    assert max(box["width"], box["height"]) <= 1
    with page.expect_file_chooser() as chooser:
        file.get_by_text("Datei auswählen").click()
    chooser.value.set_files({"name": "leute.csv", "mimeType": "text/csv", "buffer": b"name\nAnna Berg\n"})
    expect(file.locator("output")).to_have_text("leute.csv")
    file.locator("form button").click()
    expect(page.locator("[role=status]", has_text="Anna Berg").first).to_be_visible()
    expect(file.locator("output")).to_have_text("")


def test_what_the_tables_play_is_seen_at_a_desk_that_is_left_open(evening, new_browser):
    """No record of the desk tells of it, and points that stand still look like points that are right."""
    table, page = evening.table(1), open_desk_page(evening, new_browser)
    results = part(page, "results")
    row = results.locator("tr[data-table='1']")
    expect(row.locator(".score")).to_have_text(["30,000"] * 4)
    act_at(results, 1, "Correct scores")
    results.get_by_label("Reason").fill("slip")
    table.play("riichi", seat=2)
    table.play("win", wins=[{"seat": 2, "from": 1, "han": 3, "fu": 40}])
    expect(row.locator(".score")).to_have_text(["30,000", "24,800", "35,200", "30,000"])
    expect(results.get_by_label("Reason")).to_have_value("slip")
    table.pull()
    expect(row.locator(".old")).to_have_text(re.compile("cable pulled"))
    session = part(page, "session")
    expect(session.locator("tr[data-table='1'] .old")).to_have_text(re.compile("cable pulled"))
    table.plug()
    expect(session.locator("tr[data-table='1'] .old")).to_have_count(0)
    part(page, "results")
    table.play("hand")
    table.play("end")
    expect(row.get_by_role("button", name="Lock", exact=True)).to_be_visible()
    view(results, "Standings")
    expect(results.locator(".ranking tbody tr")).to_have_count(4)


def test_who_comes_to_a_call_stands_at_the_desk(evening, new_browser):
    """A desk that reads the call alone sends a second referee."""
    table, page = evening.table(1), open_desk_page(evening, new_browser)
    table.call_referee(1)
    call = page.locator("p.call")
    expect(call).to_contain_text("Table 1")
    evening.client.post("/v1/tables/1/answer", seat=1)
    expect(call).to_contain_text("on the way")


def test_what_would_be_given_up_is_said_for_people(evening, new_browser):
    """The line of a bug report says nothing to anyone who has to say yes or no."""
    page = open_desk_page(evening, new_browser)
    session = part(page, "session")
    act_at(session, 1, "Start again")
    expect(session.get_by_role("alert")).to_have_text(
        "Table 1 is playing session 1; this game would be abandoned: E1, 30,000 30,000 30,000 30,000"
    )


def test_a_phone_says_as_of_when_its_points_are(evening, new_browser):
    """It asks now and then; how many seconds ago changes while one reads, and nothing is wrong."""
    page = new_browser(viewport={"width": 390, "height": 844}).new_page()
    page.clock.install()
    page.goto(f"{evening.url}/me?player=1")
    as_of = page.locator(".age").get_by_text(re.compile(r"^As of \d\d:\d\d:\d\d$"))
    as_of.wait_for()
    # The next answer is due within twenty seconds; until then nothing is late.
    page.route("**/v1/players/*", lambda _: None)
    page.clock.run_for(18_000)
    expect(as_of).to_be_visible()
    page.clock.run_for(10_000)
    page.get_by_role("alert").get_by_text("Last updated").wait_for()


def test_a_session_does_not_begin_with_the_rest_of_the_last_one_s_time_unsaid(evening, new_browser):
    """All tables have finished early: the clock runs on, and no one looks at it before the signal comes too soon."""
    plan_more(evening, 2)
    page = open_desk_page(evening, new_browser)
    tables = part(page, "session")
    evening.client.post("/v1/clock", act="start", minutes=60)
    evening.client.post("/v1/clock", act="pause")
    page.locator(".status .clock").get_by_text("stopped, ").wait_for()
    # A table that starts once more has the time of its own session.
    act_at(tables, 1, "Start again")
    tables.locator("[data-answer=yes]").click()
    page.get_by_text("Table 1 has started.").first.wait_for()
    expect(tables.get_by_text("The previous session's clock")).to_have_count(0)
    evening.client.post("/v1/sessions/1/end", yes=True)
    page.locator(".status .clock").get_by_text("session 1 has ended").wait_for()
    tables.get_by_role("button", name="Start session 2").wait_for()
    answer = begin_without_clock(tables)
    expect(answer.get_by_role("listitem")).to_contain_text("The previous session's clock is paused, with ")


def test_a_clock_that_was_started_alone_is_not_the_one_of_another_session(evening, new_browser):
    """The desk would end the time of the session that it has just started."""
    plan_more(evening, 2)
    evening.client.post("/v1/sessions/1/end", yes=True)
    page = open_desk_page(evening, new_browser)
    tables = part(page, "session")
    evening.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)
    page.locator("tenbo-desk-clock").get_by_role("button", name="Pause").wait_for()
    answer = begin_without_clock(tables)
    expect(answer.or_(page.locator(".done")).get_by_text("Table 1 has started.").first).to_be_visible()
    expect(tables.get_by_text("The previous session's clock")).to_have_count(0)


def test_a_table_that_refuses_to_start_is_all_that_is_said(evening, new_browser, monkeypatch):
    """The session runs already, and nothing of it has started."""
    tables = part(open_desk_page(evening, new_browser), "session")
    no = Refused("not_allowed_now", "not now", "table")
    monkeypatch.setattr(evening.service.hall.fleet, "run_commands", lambda asked: {table: no for table, _ in asked})
    act_at(tables, 1, "Start again")
    tables.locator("[data-answer=yes]").click()
    expect(tables.locator("[data-of=tables]")).to_have_text(re.compile(r"^\s*Table 1: not now\s*$"))


def test_boxes_that_are_away_are_named_by_their_seats(evening, new_browser):
    """As the devices' page names them."""
    page = open_desk_page(evening, new_browser)
    page.evaluate(BOXES_AWAY, [0, 2])
    expect(page.locator("tenbo-desk-session .band")).to_contain_text("Table 1: seat box disconnected: E W")
