"""The desk in a browser: a session from its beginning to its end, by the page alone, beside another desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import wait_until
from .desk_pages import (
    act_at,
    last,
    later,
    of_session,
    open_desk_page,
    open_more,
    part,
    planned_hall,
    said,
    under,
    view,
)

pytestmark = pytest.mark.thorough("a browser through every act of the desk")

SHEET = (("East", "32000"), ("South", "28000"), ("West", "35000"), ("North", "25000"))


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a hall of this file's own."""
    with planned_hall(tmp_path_factory.mktemp("desk")) as place:
        yield place


@pytest.fixture
def desk_page(hall, new_browser):
    """Return the desk's page, joined as Ada."""
    return open_desk_page(hall, new_browser)


def test_a_session_is_begun_timed_and_ended_from_the_page(hall, desk_page):
    """What the page does stands in the record under the name that was given; what may be a slip is asked about."""
    session = part(desk_page, "session")
    of_session(session, 1)
    clock = session.locator("tenbo-desk-clock")
    session.get_by_label("Minutes").first.fill("60")
    session.get_by_role("button", name="Start session 1").click()
    said(desk_page, "Tables 1-2 have started.")
    wait_until(lambda: all(table.ledger.table is not None for table in hall.paper.tables))
    clock.get_by_role("button", name="+5 min").wait_for()
    later(desk_page)
    clock.get_by_role("button", name="+5 min").click()
    wait_until(lambda: hall.service.timekeeper.clock.length == 65 * 60_000)
    said(desk_page, "+5 min, 1:05:00 in all.")
    later(desk_page)
    desk_page.get_by_role("button", name="Undo").click()
    wait_until(lambda: hall.service.timekeeper.clock.length == 60 * 60_000)
    clock.locator(".menu summary").click()
    clock.get_by_role("button", name="Change the time ...").click()
    clock.get_by_label("Change the time by").fill("-10")
    clock.get_by_role("button", name="Change the time", exact=True).click()
    wait_until(lambda: hall.service.timekeeper.clock.length == 50 * 60_000)
    assert {record.by for record in hall.service.hall.repository.desk.records if record.kind == "clock"} == {
        "Ada (desk)"
    }
    # What lies below the form moves up when it closes.
    expect(clock.get_by_label("Change the time by")).to_be_hidden()
    open_more(session)
    end = session.get_by_role("button", name="End session 1")
    end.click()
    session.get_by_role("alert").get_by_text("not finished").wait_for()
    # A question is seen, wherever the button was, and Enter does nothing.
    expect(session.get_by_role("button", name="No", exact=True)).to_be_focused()
    expect(session.get_by_role("alert")).to_be_in_viewport()
    session.get_by_role("button", name="No", exact=True).click()
    assert 1 not in hall.service.hall.repository.tournament.ended
    end.click()
    session.locator("[data-answer=yes]").click()
    session.locator(".band").get_by_text("Session 1 has ended.").wait_for()
    assert 1 in hall.service.hall.repository.tournament.ended
    # Its clock ends with it.
    wait_until(lambda: hall.service.timekeeper.clock.over)
    # The next one lasts as long as this one was to last.
    of_session(session, 2)
    expect(session.get_by_label("Minutes").first).to_have_value("60")


def test_the_time_of_all_tables_ends_after_a_question_alone(hall, desk_page):
    """Nothing takes it back."""
    session = part(desk_page, "session")
    of_session(session, 3)
    open_more(session)
    session.get_by_role("button", name="Start the clock alone").click()
    clock = session.locator("tenbo-desk-clock")
    clock.locator(".menu summary").click()
    clock.get_by_role("button", name="End time for all tables").click()
    clock.get_by_text("will end now at every table").wait_for()
    assert not hall.service.timekeeper.clock.over
    clock.locator("[data-answer=yes]").click()
    wait_until(lambda: hall.service.timekeeper.clock.over)


def test_a_yes_goes_through_at_once_although_no_news_come(hall, desk_page, monkeypatch):
    """What was seen is what the page has read itself: news that are late, or lost, make no one answer twice."""
    monkeypatch.setattr(hall.service.hall.changes, "publish", lambda *_: None)
    session = part(desk_page, "session")
    of_session(session, 2)
    open_more(session)
    session.get_by_role("button", name="Start tables without the clock").click()
    if hall.service.hall.repository.tournament.sessions[0] not in hall.service.hall.repository.tournament.opened:
        session.locator("[data-answer=yes]").click()
    desk_page.get_by_text("Tables 1-2 have started.").first.wait_for()
    wait_until(
        lambda: {place for place in hall.service.hall.repository.tournament.games if place[0] == 2} == {(2, 1), (2, 2)}
    )
    session.get_by_role("button", name="End session 2").click()
    session.locator("[data-answer=yes]").click()
    session.locator(".band").get_by_text("Session 2 has ended.").wait_for()


def test_scores_over_a_game_that_runs_are_asked_about_on_the_page(hall, desk_page):
    """With what is played there; nothing is recorded before a yes."""
    if (2, 1) not in hall.service.hall.repository.tournament.games:
        hall.client.post("/v1/sessions/2/begin", yes=True)
        wait_until(lambda: (2, 1) in hall.service.hall.repository.tournament.games)
    results = part(desk_page, "results")
    of_session(results, 2)
    act_at(results, 1, "Correct scores")
    form = under(results, "Table 1 in session 2")
    for seat, (_, points) in enumerate(SHEET):
        form.locator("input[data-points]").nth(seat).fill(points)
    form.get_by_label("Reason").first.fill("sheet")
    form.get_by_role("button", name="Correct the scores").click()
    form.get_by_role("alert").get_by_text(
        "table 1 is still playing session 2 (E1, 30,000 30,000 30,000 30,000)"
    ).wait_for()
    assert hall.service.hall.repository.results.sheet(2, 1).state == "playing"
    form.locator("[data-answer=yes]").click()
    said(desk_page, "Table 1: 32,000 28,000 35,000 25,000 recorded")
    expect(form).to_have_count(0)
    said(desk_page, "Table 1: 32,000 28,000 35,000 25,000 recorded")
    assert hall.service.hall.repository.results.sheet(2, 1).scores == [32000, 28000, 35000, 25000]


def test_what_another_desk_has_done_is_told_and_not_overwritten(hall, desk_page, new_browser):
    """Whose sheet it is now and what it says comes before a yes; the other's page tells who was the second."""
    other = open_desk_page(hall, new_browser, "Bea")
    pages = {"Ada": part(desk_page, "results"), "Bea": part(other, "results")}
    for page in pages.values():
        of_session(page, 3)
        act_at(page, 1, "Correct scores")
    for name, west in (("Bea", "35000"), ("Ada", "35100")):
        form = under(pages[name], "Table 1 in session 3")
        for seat, (wind, points) in enumerate(SHEET):
            form.get_by_label(f"Player {seat + 1}").fill(west if wind == "West" else points)
        form.get_by_label("Reason").first.fill("sheet")
    bea, ada = (under(pages[name], "Table 1 in session 3") for name in ("Bea", "Ada"))
    bea.get_by_role("button", name="Correct the scores").click()
    said(other, "Table 1: 32,000 28,000 35,000 25,000 recorded")
    desk_page.locator(".news").get_by_text("Bea (desk): scores corrected").wait_for()
    assert ada.get_by_label("Player 3").input_value() == "35,100"
    ada.get_by_label("North").or_(ada.get_by_label("Player 4")).fill("24900")
    ada.get_by_role("button", name="Correct the scores").click()
    told = "scores corrected: Session 3, Table 1: 32,000 / 28,000 / 35,000 / 25,000 (sheet)"
    ada.get_by_role("alert").get_by_text(f"recorded by Bea (desk): {told} (record").wait_for()
    assert last(hall, "correct").by == "Bea (desk)"
    ada.locator("[data-answer=yes]").click()
    said(desk_page, "in place of 32,000 28,000 35,000 25,000")
    assert last(hall, "correct").by == "Ada (desk)"
    other.locator(".news").get_by_text("Ada (desk): scores corrected").wait_for()


def test_what_is_wrong_stands_beside_its_field(hall, desk_page):
    """And the field says so to anyone who does not see it; nothing is recorded."""
    results = part(desk_page, "results")
    view(results, "Penalties")
    penalty = under(results, "Add a penalty")
    before = len(hall.service.hall.repository.desk.records)
    penalty.get_by_label("Session").select_option("4")
    penalty.get_by_label("Player, by name or number").fill("Nobody At All")
    penalty.get_by_label("Points").fill("-1000")
    penalty.get_by_label("Reason").fill("late")
    penalty.get_by_role("button", name="Add penalty").click()
    field = penalty.locator("input[name=player][aria-invalid=true]")
    field.wait_for()
    told = penalty.locator(f"#{field.get_attribute('aria-describedby')}")
    assert "No registered player has the name" in told.inner_text()
    assert penalty.get_by_role("alert").count() == 1
    assert len(hall.service.hall.repository.desk.records) == before
    penalty.get_by_label("Player, by name or number").fill("Player 3")
    penalty.get_by_role("button", name="Add penalty").click()
    said(desk_page, "−1,000 (Player 3")
    made = last(hall, "penalty").fields
    assert (made["points"], made["session"], made["table"], made["seat"]) == (-1000, 4, 1, 2)


def test_people_come_late_leave_and_are_found_twice(hall, desk_page):
    """A player who comes gets a number and a seat that is free; a name that is there already is asked about."""
    people = part(desk_page, "people")
    row = people.locator("tbody tr", has_text="Player 8")
    row.locator(".menu summary").click()
    row.get_by_text("Leaves or is replaced ...").click()
    leaves = people.locator("#leaves")
    assert leaves.get_by_label("Who", exact=True).input_value() == "8"
    leaves.get_by_label("From session").select_option("5")
    leaves.get_by_label("Reason").fill("ill")
    leaves.get_by_role("button", name="Save").click()
    leaves.get_by_text("no one sits at table 2, seat N").first.wait_for()
    # Each way to add people is offered once; its form opens by its button.
    assert people.get_by_text("Add a person", exact=True).locator("visible=true").count() == 1
    people.get_by_role("button", name="Add a person").click()
    late = people.locator("#late")
    late.get_by_label("Name").fill('Grace "Amazing" Hopper')
    late.get_by_label("Country").fill("UK")
    late.get_by_label("Use the first empty seats from").select_option("5")
    late.get_by_role("button", name="Add").click()
    said(desk_page, "Session 5: table 2, seat N")
    hopper = next(one for one in hall.service.hall.repository.people().values() if one.last == "Hopper")
    assert (hopper.first, hopper.country) == ('Grace "Amazing"', "GBR")
    assert hall.service.hall.repository.tournament.seats[5, 2][3] == hopper.id
    late.get_by_label("Name").fill("Emmy Noether")
    late.get_by_label("Use the first empty seats from").select_option("5")
    late.get_by_role("button", name="Add").click()
    late.get_by_text("session 5 has no empty seat, so the player was not registered").wait_for()
    assert "Noether" not in {one.last for one in hall.service.hall.repository.people().values()}
    assert people.get_by_text("Import a list", exact=True).locator("visible=true").count() == 1
    people.get_by_role("button", name="Import a list").click()
    file = people.locator("#people-file")
    # As Excel saves it on a Russian Windows.
    text = "name,club\nPlayer 2,Ockham\nAda Lovelace,Ockham\nИван Щербаков,Ockham\n".encode("cp1251")
    file.get_by_label("File").set_input_files({"name": "p.csv", "mimeType": "text/csv", "buffer": text})
    file.get_by_role("button", name="Import this list").click()
    file.get_by_role("alert").get_by_text(
        "Player 2 has the same name as player 2, but would be registered as another person"
    ).wait_for()
    assert "Lovelace" not in {one.last for one in hall.service.hall.repository.people().values()}
    file.locator("[data-answer=yes]").click()
    answer = people.locator("[role=status]", has_text="Ada Lovelace")
    answer.get_by_text("read as Windows-1251").wait_for()
    # It stands above the list, where whoever reads it is.
    assert answer.bounding_box()["y"] < people.locator("table").bounding_box()["y"]
    expect(answer).to_be_in_viewport()
    assert "Щербаков" in {one.last for one in hall.service.hall.repository.people().values()}
    people.get_by_label("Find").fill("player 2")
    people.locator("tbody tr", has_text="the same person as number").first.wait_for()


def test_a_player_who_returns_is_named_where_the_seat_is(hall, desk_page):
    """The number alone says nothing to anyone who calls the player."""
    hall.service.hall.records.record("withdraw", "host", session=8, player=7, why="ill", yes=True)
    people = part(desk_page, "people")
    people.get_by_role("button", name="Add a person").click()
    late = people.locator("#late")
    late.get_by_label("Name, or number").fill("7")
    late.get_by_label("Use the first empty seats from").select_option("8")
    late.get_by_role("button", name="Add").click()
    said(desk_page, "7 Player 7 is seated: Session 8: table 2, seat W")


def test_two_people_are_tapped_and_change_seats(hall, desk_page):
    """Across tables; a table is seated by hand and taken out, after a question that names it."""
    seats = part(desk_page, "seats")
    of_session(seats, 6)
    seats.get_by_role("button", name="1 Player 1", exact=True).click()
    seats.get_by_role("button", name="6 Player 6", exact=True).click()
    seats.get_by_role("button", name="Swap 1 Player 1 and 6 Player 6").click()
    said(desk_page, "6 Player 6 is seated: table 1")
    assert hall.service.hall.repository.tournament.seats[6, 2][1] == 1
    seats.locator("#out summary").click()
    out = seats.locator("#out")
    out.get_by_label("Table").fill("2")
    out.get_by_role("button", name="Remove this table").click()
    out.get_by_text("Table 2 will not play in session 6").wait_for()
    assert (6, 2) in hall.service.hall.repository.tournament.seats
    out.locator("[data-answer=yes]").click()
    said(desk_page, "Table 2 is removed from session 6")
    assert (6, 2) not in hall.service.hall.repository.tournament.seats
    seats.get_by_text("without a seat: ").get_by_text("5 Player 5").wait_for()
    seats.locator("#by-hand summary").click()
    hand = seats.locator("#by-hand")
    for name, value in (("Table", "2"), ("East", "5"), ("South", "1"), ("West", "7"), ("North", "0")):
        hand.get_by_label(name).fill(value)
    hand.get_by_role("button", name="Seat these players").click()
    wait_until(lambda: (6, 2) in hall.service.hall.repository.tournament.seats)
    assert hall.service.hall.repository.tournament.seats[6, 2] == [5, 1, 7, 0]


def test_results_are_signed_hidden_released_and_taken_back(hall, desk_page, new_browser):
    """What is provisional says so, what is hidden is no one else's, and the record tells who has done it."""
    hall.service.hall.records.record(
        "correct", "host", yes=True, session=7, table=1, scores=[30000, 30000, 40000, 20000], why="-"
    )
    results = part(desk_page, "results")
    of_session(results, 7)
    results.get_by_text("1 of 2 results are in. Table 2: no result yet.").wait_for()
    row = results.locator("tr[data-table='1']")
    row.get_by_role("button", name="Lock", exact=True).click()
    row.get_by_text("✓ Locked").wait_for()
    shown = results.locator("tenbo-desk-publication")
    shown.get_by_role("button", name="Hide results").click()
    shown.get_by_label("Session").select_option("7")
    shown.get_by_role("button", name="Hide from session 7 on").click()
    shown.get_by_text("Players cannot see the results from session 7 on.").wait_for()
    reader = new_browser().new_page()
    reader.goto(hall.url)
    assert reader.evaluate("fetch('/v1/sessions/7').then((answer) => answer.status)") == 409
    shown.get_by_role("button", name="Release all results").click()
    shown.get_by_text("All results were released at").wait_for()
    wait_until(lambda: reader.evaluate("fetch('/v1/sessions/7').then((answer) => answer.status)") == 200)
    record = part(desk_page, "record")
    number = last(hall, "lock").n
    line = record.locator(f"li[value='{number}']")
    line.get_by_role("button", name="Undo").click()
    record.locator(f"li[value='{number}'][data-counts=false]").get_by_text("undone").wait_for()
    assert (7, 1) not in hall.service.hall.repository.tournament.locked
    undone = record.locator("li", has_text="undo: ").first
    expect(undone).to_contain_text("undo: result locked: Session 7, Table 1")
    assert undone.inner_text().count("Ada (desk)") == 1


def test_the_form_of_a_table_comes_into_sight_with_the_sticks_in_its_sum(hall, desk_page):
    """In a hall of many tables it opened far below, and who typed on had typed nothing."""
    desk_page.set_viewport_size({"width": 1280, "height": 420})
    results = part(desk_page, "results")
    of_session(results, 5)
    act_at(results, 1, "Correct scores")
    form = under(results, "Table 1 in session 5")
    expect(form.get_by_label("Player 1")).to_be_focused()
    expect(form.get_by_label("Player 1")).to_be_in_viewport()
    desk_page.keyboard.type("30000")
    for points in ("30000", "30000", "29000"):
        desk_page.keyboard.press("Tab")
        desk_page.keyboard.type(points)
    expect(form).to_contain_text("sum 119,000")
    desk_page.keyboard.press("Tab")
    desk_page.keyboard.type("1")
    expect(form).to_contain_text("sum 120,000")
    desk_page.keyboard.press("Tab")
    desk_page.keyboard.type("sheet")
    desk_page.keyboard.press("Enter")
    said(desk_page)
    expect(form.get_by_text("sum ")).to_have_count(0)
    assert last(hall, "correct").fields["sticks"] == 1


def test_two_who_sign_with_one_name_hear_of_each_other_and_nobody_of_themselves(hall, new_browser):
    """The club's name at two laptops, or one person at a laptop and a phone: what was done there is news here."""
    one, other = open_desk_page(hall, new_browser), open_desk_page(hall, new_browser)
    act = """async (wall) => {
        const { act } = await import("/static/live/acts.js");
        return (await act("/v1/records", { kind: "wall", fields: { wall, shows: ["clock"] } })).n;
    }"""
    first, second = one.evaluate(act, 71), other.evaluate(act, 72)
    assert first != second
    expect(one.locator(".news")).to_contain_text("Screen 72, Clock")
    expect(other.locator(".news")).to_contain_text("Screen 71, Clock")
