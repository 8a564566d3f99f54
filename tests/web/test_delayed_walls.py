"""A wall that is to be late is late in all that it shows of play: when it is opened, and when the service was away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, log_in, seat_eight, wait_until

pytestmark = pytest.mark.thorough("browsers at delayed walls")

FIRST, THEN = (41_200, 33_800, 25_000, 20_000), (20_000, 33_800, 25_000, 41_200)

# Whether the page has been told how the hall stands.
KNOWN = "import('/static/live/live.js').then(({ live }) => live.tables.size > 0)"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield a table that plays and one of paper, in the first of two sessions."""
    with hall_of(1, tmp_path_factory.mktemp("late")) as place:
        hall = place.service.hall
        seat_eight(hall, sessions=2)
        hall.records.record("open", "desk", session=1)
        place.table(1).play("start", rules="ema-2016")
        wait_until(lambda: any(one.get("now") for one in place.client.get("/v1/tables")))
        yield place


def typed(hall, scores):
    """Type the result of the table of paper."""
    fields = {"session": 1, "table": 2, "scores": list(scores), "why": "paper"}
    hall.client.post("/v1/records", kind="correct", fields=fields, yes=True)


def opened(hall, new_browser, path):
    """Return a page whose clock a test moves, once the hall has told it how it stands."""
    page = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    page.clock.install()
    page.goto(hall.url + path)
    wait_until(lambda: page.evaluate(KNOWN))
    return page


def asked_again(page, path, milliseconds):
    """Let some time pass at a page, and wait until it has been answered what it asks then."""
    with page.expect_response(lambda answer: answer.url.endswith(path)) as answer:
        page.clock.run_for(milliseconds)
    answer.value.finished()


def minutes_until(page, path, shown):
    """Let a third of a minute pass after another, and return how many minutes it takes until something is shown."""
    for step in range(1, 12):
        asked_again(page, path, 20_000)
        if shown():
            return step / 3
    raise AssertionError("not shown within four minutes")


def first_of(page):
    """Return who leads on a wall; no one where it shows no standings."""
    return page.evaluate("document.querySelector('.ranks li .name')?.textContent")


def test_the_standings_of_a_late_wall_are_as_late_as_its_tables(hall, new_browser):
    """They are worked out at once, and would tell what the tables keep back."""
    typed(hall, FIRST)
    page = opened(hall, new_browser, "/wall?show=standings&turn=0&delay=60")
    assert minutes_until(page, "/v1/standings", lambda: first_of(page)) >= 1
    assert first_of(page) == "Player 5"
    typed(hall, THEN)
    assert minutes_until(page, "/v1/standings", lambda: first_of(page) != "Player 5") >= 1
    assert first_of(page) == "Player 8"
    # The service ends and begins again: what it says then is late, too, and what stands there is not blank.
    hall.end()
    hall.begin()
    asked_again(page, "/v1/standings", 20_000)
    typed(hall, FIRST)
    assert minutes_until(page, "/v1/standings", lambda: first_of(page) != "Player 8") >= 1
    assert first_of(page) == "Player 5"


def test_the_seats_on_a_late_wall_are_as_late_as_its_points(hall, new_browser):
    """Who sits where next may follow from how the tournament stands."""
    page = opened(hall, new_browser, "/wall?show=seats&turn=0&delay=60")
    heading = page.get_by_role("heading", name="Seating for session 2")
    assert minutes_until(page, "/v1/seats", heading.count) >= 1


def test_a_wall_shows_no_points_before_it_knows_how_late_they_are_to_be(hall, new_browser):
    """The tables come by another way, and sooner, than what the desk has set for this wall."""
    hall.service.hall.records.record("wall", "desk", wall=3, shows=["tables"], turn=0, delay=60)
    context = new_browser(viewport={"width": 1920, "height": 1080})
    context.route("**/v1/walls", lambda route: route.abort())
    page = context.new_page()
    page.clock.install()
    page.goto(f"{hall.url}/wall/3")
    page.get_by_role("alert").wait_for(state="hidden")  # the tables have come
    page.clock.run_for(5_000)
    assert page.locator("article .score").count() == 0
    context.unroute("**/v1/walls")
    asked_again(page, "/v1/walls", 3_000)
    page.get_by_text("points from").wait_for()
    assert page.locator("article .score").count() == 0
    page.clock.run_for(61_000)
    expect(page.locator("article[data-table='1'] .score")).to_have_count(4)
    page.reload()
    page.get_by_text("points from").wait_for()
    page.clock.run_for(30_000)
    assert page.locator("article .score").count() == 0


# When the page was told last how the first table stands.
ASKED = "import('/static/live/live.js').then(({ live }) => live.tables.get(1).asked)"


def test_a_late_wall_keeps_no_more_than_what_has_changed(hall, new_browser):
    """With an hour's delay, a hundred tables and a busy desk it kept everything many thousand times."""
    page = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    page.add_init_script(
        "const later = window.setTimeout; window.kept = 0;"
        "window.setTimeout = (what, ms) => { window.kept += ms === 3_000_000; return later(what, ms); };"
    )
    page.goto(f"{hall.url}/wall?show=tables&turn=0&delay=3000")
    # The table with a device, and the results of those on paper.
    wait_until(lambda: page.evaluate("kept > 1"))
    before = page.evaluate("kept")
    for _ in range(3):
        asked = page.evaluate(ASKED)
        hall.service.hall.records.record("wall", "desk", wall=9, shows=["clock"])
        wait_until(lambda asked=asked: page.evaluate(ASKED) > asked)
    assert page.evaluate("kept") == before
    hall.table(1).play("name", seat=0, name="Anna")
    wait_until(lambda: page.evaluate("kept") > before)


def test_a_strip_takes_as_much_of_a_picture_of_more_pixels(hall, new_browser):
    """On one of 3840 its letters were half as large as on one of 1920."""
    parts = []
    for width, height in ((1920, 1080), (3840, 2160)):
        page = new_browser(viewport={"width": width, "height": height}).new_page()
        page.goto(f"{hall.url}/overlay/1")
        page.locator(".overlay .score").nth(3).wait_for()
        parts.append(page.locator(".overlay").bounding_box()["height"] / height)
    assert parts[0] == pytest.approx(parts[1], rel=0.02)


@pytest.mark.parametrize("path", ["/wall?show=tables&delay=", "/overlay/1?delay="])
@pytest.mark.parametrize("delay", ["30s", "99999999", "-5", ""])
def test_a_delay_that_is_no_number_of_seconds_shows_nothing_and_says_so(hall, new_browser, path, delay):
    """Anyone who mistypes it means a delay: it must not count as none."""
    page = opened(hall, new_browser, path + delay)
    page.get_by_text("the delay in the address must be 0 to 86400 seconds, such as ?delay=30").wait_for()
    page.clock.run_for(5_000)
    assert page.locator(".score").count() == 0


def test_a_wall_in_the_desk_s_own_browser_shows_nothing_that_is_not_released(hall, new_browser):
    """The projector hangs at the desk's laptop as often as not, and the desk sees everything."""
    record = hall.service.hall.records.record
    context = new_browser(viewport={"width": 1920, "height": 1080})
    log_in(hall, context.new_page(), "desk", "Ada")
    wall, strip, seen_all = (context.new_page() for _ in range(3))
    for page, path in ((wall, "/wall?show=tables&turn=0&delay=0"), (strip, "/overlay/1"), (seen_all, "/")):
        page.goto(hall.url + path)
    score = wall.locator("article[data-table='1'] .score")
    expect(score).to_have_count(4)
    record("hide", "desk", session=1, yes=True)
    wall.locator("article[data-table='1']").get_by_text("hidden until released").wait_for()
    expect(wall.locator("article[data-table='1'] .name")).to_have_count(4)
    refusals = []
    visitor = new_browser().new_page()
    visitor.on("response", lambda answer: answer.status == 409 and refusals.append(answer.url))
    for path in ("/hall", "/table/1"):
        visitor.goto(hall.url + path)
        visitor.get_by_text("the points are hidden until they are released").first.wait_for()
        expect(visitor.locator(".seats .name").nth(3)).to_be_visible()
        expect(visitor.locator("article .score")).to_have_count(0)
    assert refusals == []
    expect(strip.locator(".score")).to_have_count(0)
    hall.table(1).play("hand")
    hall.table(1).play("riichi", seat=0)
    seen_all.locator("article[data-table='1'] li.riichi").wait_for()
    for page in (wall, strip):
        page.reload()
    wall.locator("article[data-table='1']").get_by_text("hidden until released").wait_for()
    strip.get_by_role("heading", name="Table 1").wait_for()
    assert score.count() + strip.locator(".score").count() == 0
    record("release", "desk", yes=True)
    expect(score).to_have_count(4)
    expect(strip.locator(".score")).to_have_count(4)
