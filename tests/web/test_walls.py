"""Walls that the desk sets: what they show, how they turn, and that all of it is read from far away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import wait_until
from .wall_pages import LONG, SECONDS, TURNED, answered, hall_with_walls

pytestmark = pytest.mark.thorough("browsers on walls")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two tables of paper with eight people, in the first of two sessions."""
    with hall_with_walls(tmp_path_factory.mktemp("walls")) as place:
        yield place


def open_page_as(hall, new_browser, role, name, path):
    """Return someone's window who has joined, at a page."""
    window = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    code = next(row.get("key") or row["code"] for row in hall.service.access.codes() if row["role"] == role)
    window.goto(f"{hall.url}/join#{code}")
    window.get_by_label("Your name").fill(name)
    window.get_by_role("button", name="Log in").click()
    window.wait_for_url(lambda url: "/join" not in url)
    window.goto(hall.url + path)
    return window


def test_the_desk_says_what_a_wall_shows_and_the_wall_turns_to_it(hall, new_browser):
    """No one walks to a projector with a keyboard; the wall itself is not touched."""
    wall = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    wall.goto(f"{hall.url}/wall/2?turn=0")
    wall.locator("article[data-table='1']").wait_for()
    desk_page = open_page_as(hall, new_browser, "desk", "Ada", "/desk#walls")
    more = desk_page.locator("#wall-new")
    more.locator("summary").click()
    more.get_by_label("Seats of the next session").check()
    more.get_by_label("Seconds a page").fill("0")
    more.get_by_role("button", name="Save").click()
    wall.get_by_role("heading", name="Seating for session 2").wait_for()
    wall.locator(".places li", has_text="Player 6").get_by_text("Table 2", exact=True).wait_for()
    assert hall.service.hall.repository.tournament.walls[2].shows == ("seats",)
    assert hall.service.hall.repository.desk.records[-1].by == "Ada (desk)"


def test_a_wall_is_late_but_for_who_calls(hall, new_browser):
    """No one learns from it in time how another table stands; a referee is told at once."""
    table = hall.table(1)
    if table.ledger.table is None:
        table.play("start", rules="ema-2016")
    page = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    page.clock.install()
    page.goto(f"{hall.url}/wall?show=tables&turn=0&delay=60")
    page.get_by_role("alert").wait_for(state="hidden")  # the tables have come
    page.get_by_text("nothing to show yet").wait_for()
    assert page.locator("article").count() == 0

    def shows_table_1():
        page.clock.run_for(61_000)
        return page.locator("article[data-table='1'] .score").count() == 4

    wait_until(shows_table_1)
    page.get_by_text("points from").wait_for()


def test_a_wall_that_is_opened_late_says_how_long_a_table_has_called(hall, new_browser):
    """A wall that starts again knows as much as the others: no one has waited for no time at all."""
    hall.table(1).call_referee(1)
    wait_until(lambda: any(one.snapshot.calling for one in hall.service.hall.fleet.stations))
    station = next(one for one in hall.service.hall.fleet.stations if one.snapshot.calling)
    station.follower.called_ms[1] -= 5 * 60_000
    station._publish()
    page = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{hall.url}/wall?turn=0")
    expect(page.locator(".wall-calls")).to_have_text(re.compile(r"Referee called:\s+Table 1 ·\s+5\smin"))
    hall.table(1).call_referee(1, begins=False)
    expect(page.locator(".wall-calls")).to_have_count(0)


# On a picture two metres wide a font of 2 % of its width has capitals of 29 mm, which ten metres away are seen under
# ten minutes of arc: twice what good eyes can tell apart.
SMALLEST = 0.02
SEEN = """(smallest) => {
    const wall = document.querySelector("tenbo-wall");
    const small = [...wall.querySelectorAll("main *, header *")].filter((one) => !one.closest("footer, .unseen"))
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .filter((one) => parseFloat(getComputedStyle(one).fontSize) < smallest * innerWidth * 0.999);
    return {
        small: small.map((one) => one.outerHTML.slice(0, 100)),
        below: document.documentElement.scrollHeight - innerHeight,
        shown: [...wall.querySelectorAll("article .number, li .name")].map((one) => one.textContent),
    };
}"""
HALLS = {32: {"width": 1920, "height": 1080}, 100: {"width": 1280, "height": 800}, 16: {"width": 1080, "height": 1920}}


@pytest.mark.parametrize("tables", HALLS)
def test_everything_on_a_wall_is_read_at_ten_metres_and_nothing_is_below_its_edge(hall, new_browser, tables):
    """No one scrolls a wall: of a large hall every table and name has its page, with calls and missing tables, too."""
    table = hall.table(1)
    if table.ledger.table is None:
        table.play("start", rules="ema-2016")
    page = new_browser(viewport=HALLS[tables], locale="de").new_page()
    # Upright the picture is narrower, and its letters no smaller for that.
    smallest = SMALLEST if HALLS[tables]["width"] > HALLS[tables]["height"] else 1.5 * SMALLEST
    wait_until(lambda: any(one.get("now") for one in hall.client.get("/v1/tables")))
    whole = next(one for one in hall.client.get("/v1/tables") if one.get("now"))
    states = [
        {"state": "following", "calling": [1]},
        {"state": "away", "for_s": 4000},
        {"state": "closed", "for_s": 40},
    ]
    names = [f"{LONG[n % len(LONG)]} {n}" for n in range(4 * tables)]
    rows = [{**whole, **states[n % 3], "table": n + 1, "now": {**whole["now"], "names": names[4 * n : 4 * n + 4]}}
            for n in range(tables)]  # fmt: skip
    seats = [{"name": name, "table": n // 4 + 1, "seat": n % 4} for n, name in enumerate(names)]
    ranks = [{"place": n + 1, "name": name, "total": -123_400 + n} for n, name in enumerate(names)]
    answers = {
        "tables": rows,
        "seats": {"session": 2, "seats": seats},
        "standings": {"standings": ranks, "provisional": True},
    }
    # Lines that say how long someone waits would grow, and with them what is left for the tables.
    page.clock.set_fixed_time("2026-03-22T10:00:00")
    page.add_init_script("delete window.SharedWorker")
    for path, answer in answers.items():
        page.context.route(f"**/v1/{path}", answered(answer))
    wanted = {"tables": [f"Tisch {n + 1}" for n in range(tables)], "seats": names, "standings": names}
    for shows, every in wanted.items():
        page.goto(f"{hall.url}/wall?turn=0&show={shows}")
        page.locator("main :is(article .score, li .name)").first.wait_for()
        page.locator(".wall-calls").wait_for()
        # Once all of them have been tried, each page holds as much as fits the fullest.
        for _ in range(2):
            shown, pages = [], int(re.findall(r"\d+", page.locator(".turn").inner_text())[-1])
            for turned in range(pages):
                page.evaluate(TURNED, turned)
                seen = page.evaluate(SEEN, smallest)
                assert (shows, turned, seen["small"], max(0, seen["below"])) == (shows, turned, [], 0)
                shown += seen["shown"]
        assert sorted(shown) == sorted(every)


def test_a_list_of_seats_says_that_a_number_is_a_table(hall, new_browser):
    """Beside a name that ends with a number a bare one says nothing."""
    seats = [{"name": f"Bo {n}", "table": n, "seat": n % 4} for n in range(1, 5)]
    words = {
        "en": "Table 1",
        "de": "Tisch 1",
        "nl": "Tafel 1",
        "ja": "1卓",
        "fr": "Table 1",
        "it": "Tavolo 1",
        "es": "Mesa 1",
        "pl": "Stół 1",
    }
    for locale, word in words.items():
        page = new_browser(viewport={"width": 1920, "height": 1080}, locale=locale).new_page()
        page.context.route("**/v1/seats", answered({"session": 2, "seats": seats}))
        page.goto(f"{hall.url}/wall?turn=0&show=seats")
        expect(page.locator(".places li").first).to_have_text(f"Bo 1 {word} 南")


def test_in_a_hall_of_a_hundred_tables_everybody_sees_their_own_within_a_minute(hall, new_browser):
    """Names of four hundred players would take the wall for minutes: of each list one page comes in turn."""
    table = hall.table(1)
    if table.ledger.table is None:
        table.play("start", rules="ema-2016")
    wait_until(lambda: any(one.get("now") for one in hall.client.get("/v1/tables")))
    whole = next(one for one in hall.client.get("/v1/tables") if one.get("now"))
    ranks = [{"place": n, "name": f"Player {n}", "total": -n} for n in range(1, 401)]
    rows = [{**whole, "table": n} for n in range(1, 101)]
    page = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    page.add_init_script("delete window.SharedWorker")
    page.context.route("**/v1/tables", answered(rows))
    page.context.route("**/v1/standings", answered({"standings": ranks, "provisional": True}))
    page.goto(f"{hall.url}/wall")
    page.locator("article .score").first.wait_for()
    wait_until(lambda: page.evaluate("document.querySelector('tenbo-wall').standings?.standings.length") == 400)
    # How much fits a page of each is found out in the first rounds.
    page.evaluate(SECONDS, 120)
    seen = [page.evaluate(SECONDS, 60) for _ in range(3)]
    for minute in seen:
        assert {f"Table {n}" for n in range(1, 101)} <= set(minute)
    names = [{one for one in minute if one.startswith("Player")} for minute in seen]
    assert names[0]
    assert names[0] != names[1] != names[2]
    # What stands in the address is meant so.
    page.goto(f"{hall.url}/wall?turn=30&show=tables")
    page.locator("article .score").first.wait_for()
    page.evaluate(SECONDS, 120)
    assert page.evaluate("document.querySelector('tenbo-wall').stays") == 30
