"""The desk in a browser: a session from its beginning to its end, by the page alone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from .conftest import hall_of, until


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two tables with a plan for two sessions."""
    with hall_of(2, tmp_path_factory.mktemp("desk")) as place:
        place.service.hall.register("id,name\n" + "".join(f"{n},Player {n}\n" for n in range(1, 9)), yes=True)
        seats = [[session, table, [4 * table - 3 + n for n in range(4)]] for session in (1, 2) for table in (1, 2)]
        place.service.hall.record("plan", "desk", tables=seats, yes=True)
        yield place


@pytest.fixture
def desk(hall, person):
    """Return the desk's page, joined by the operator's link."""
    page = person().new_page()
    key = next(row["key"] for row in hall.service.access.codes() if "key" in row)
    page.goto(f"{hall.url}/join#{key}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/desk")
    page.get_by_role("heading", name="Clock").wait_for()
    assert page.evaluate("location.href").endswith("/desk")
    return page


def test_a_session_is_begun_timed_and_ended_from_the_page(hall, desk):
    """What the page does stands in the record under the name that was given; what may be a slip is asked about."""
    session = desk.locator("section", has=desk.get_by_role("heading", name="Session", exact=True))
    session.get_by_role("button", name="Begin at every seated table").click()
    session.get_by_text("done").wait_for()
    until(lambda: all(table.ledger.table is not None for table in hall.paper.tables))
    clock = desk.locator("section", has=desk.get_by_role("heading", name="Clock"))
    clock.get_by_label("Minutes").fill("60")
    clock.get_by_role("button", name="Start the clock").click()
    clock.get_by_role("button", name="5 minutes more").click()
    until(lambda: hall.service.timekeeper.clock.length == 65 * 60_000)
    assert {record.by for record in hall.service.hall.desk.records if record.kind == "clock"} == {"Ada (desk)"}
    session.get_by_role("button", name="End session 1").click()
    session.get_by_role("alert").get_by_text("not finished").wait_for()
    session.get_by_role("button", name="No").click()
    assert 1 not in hall.service.hall.tournament.ended
    session.get_by_role("button", name="End session 1").click()
    session.get_by_role("button", name="Yes, do it").click()
    until(lambda: 1 in hall.service.hall.tournament.ended)
    penalty = desk.locator("section", has=desk.get_by_role("heading", name="Penalty"))
    penalty.get_by_label("Session").fill("1")
    penalty.get_by_label("Player, by name or number").fill("Player 3")
    penalty.get_by_label("Points").fill("-1000")
    penalty.get_by_label("Why").fill("late")
    penalty.get_by_role("button", name="Record the penalty").click()
    penalty.get_by_text("done").wait_for()
    assert hall.service.hall.desk.records[-1].fields["points"] == -1000


def test_the_codes_are_shown_with_what_a_phone_reads(hall, desk, person):
    """A referee joins with one; whoever has joined is out when the codes are made anew, and the page says so."""
    desk.get_by_role("button", name="Show the codes").click()
    referee = desk.locator(".codes li", has_text="referee")
    assert referee.locator("img").get_attribute("src").startswith("data:image/svg+xml")
    phone = person().new_page()
    phone.goto(f"{hall.url}/join#{referee.locator('code').inner_text()}")
    phone.get_by_role("button", name="Join").click()
    phone.wait_for_url(f"{hall.url}/")
    phone.locator("article").first.wait_for()
    phone.goto(f"{hall.url}/desk")
    phone.get_by_text("The desk acts, so it joins with a code").wait_for()


def test_the_wall_shows_every_table_and_says_when_a_cable_is_pulled(hall, person):
    """Nobody at the far end of a hall takes old points for new ones."""
    page = person(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{hall.url}/wall?turn=0")
    page.locator("article[data-table='2']").get_by_text("Player 5").wait_for()
    hall.table(2).pull()
    page.locator("article[data-table='2'] .old").wait_for()
    hall.table(2).plug()
    page.locator("article[data-table='2'] .old").wait_for(state="detached")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_for_everybody(hall, desk, theme):
    """Contrast, names of fields and buttons, headings and landmarks, as a screen reader and weak eyes need them."""
    desk.emulate_media(color_scheme=theme)
    desk.get_by_role("button", name="Show the codes").click()
    desk.locator(".codes li").first.wait_for()
    for table in hall.paper.tables:
        if table.ledger.table is None:
            table.play("start", rules="ema-2016")
    faults = {}
    places = {
        "/desk": ".codes",
        "/": "article li",
        "/table/1": ".seat",
        "/wall?turn=0": "article .row",
        "/join": "form",
    }
    for path, there in places.items():
        if path != "/desk":
            desk.goto(hall.url + path)
        desk.locator(there).first.wait_for()
        found = Axe().run(desk).response["violations"]
        faults[path] = [(one["id"], one["nodes"][0]["html"][:200]) for one in found]
    assert {path: one for path, one in faults.items() if one} == {}


def test_silence_is_said_though_the_line_is_up(hall, person, monkeypatch):
    """A Wi-Fi that swallows everything closes no connection: what nobody confirms is old."""
    monkeypatch.setattr("tenbo.api.streams.BEAT_S", 1000)
    page = person().new_page()
    page.goto(hall.url)
    page.locator("article").first.wait_for()
    page.get_by_role("alert").get_by_text("all of this is").wait_for()
    monkeypatch.undo()
    hall.service.hall.changes.publish("port", {"table": 1})
    page.get_by_role("alert").wait_for(state="detached")
