"""Whatever a wall shows fills its screen, and no name that has room is cut."""

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


FILLED = """() => {
    const last = [...document.querySelectorAll("article")].at(-1).getBoundingClientRect().bottom;
    const names = [...document.querySelectorAll("article .name > span")];
    const cut = names.filter((one) => one.scrollWidth > one.clientWidth);
    return { filled: last / innerHeight, cut: cut.map((one) => one.textContent) };
}"""


def test_six_tables_fill_a_projector_s_screen_and_no_name_of_theirs_is_cut(hall, new_browser):
    """Three columns would leave a third of it empty, and dots in names that have room in two."""
    table = hall.table(1)
    if table.ledger.table is None:
        table.play("start", rules="ema-2016")
    wait_until(lambda: any(one.get("now") for one in hall.client.get("/v1/tables")))
    whole = next(one for one in hall.client.get("/v1/tables") if one.get("now"))
    now = {**whole["now"], "names": ["Wolfgang Amadeus", "Ota Haruki 11", "Jose Nunez 12", "Bo"], "riichi": [0, 1]}
    rows = [{**whole, "calling": [1] * (n == 6), "table": n, "now": now} for n in range(1, 7)]
    rows[4] |= {"state": "closed", "for_s": 300}
    page = new_browser(viewport={"width": 1920, "height": 1080}, locale="de").new_page()
    page.add_init_script("delete window.SharedWorker")
    page.context.route("**/v1/tables", answered(rows))
    page.goto(f"{hall.url}/wall?turn=0&show=tables,seats")
    expect(page.locator("article")).to_have_count(6)
    # So it stays when it is drawn again, with what was asked for meanwhile below it.
    page.evaluate(SECONDS, 3)
    seen = page.evaluate(FILLED)
    assert (seen["cut"], seen["filled"] > 0.75) == ([], True)


# Which share of the screen the cards of tables cover, how small their letters are, and how many places are hidden.
COVERED = """() => {
    const cards = [...document.querySelectorAll("article")].map((one) => one.getBoundingClientRect());
    const covered = cards.reduce((sum, one) => sum + one.width * one.height, 0) / (innerWidth * innerHeight);
    const texts = [...document.querySelectorAll("article :is(.name, .score, .number, .round)")];
    const smallest = Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize))) / innerHeight;
    const places = [...document.querySelectorAll("article .place")].filter((one) => one.offsetWidth === 0).length;
    return { covered, smallest, hidden: places, below: document.documentElement.scrollHeight - innerHeight };
}"""


def test_any_number_of_tables_fills_a_wall_and_the_page_of_the_hall(hall, new_browser):
    """One table alone in a corner of a projector is read by no one; five leave no hole where a sixth would be."""
    table = hall.table(1)
    if table.ledger.table is None:
        table.play("start", rules="ema-2016")
    wait_until(lambda: any(one.get("now") for one in hall.client.get("/v1/tables")))
    whole = next(one for one in hall.client.get("/v1/tables") if one.get("now"))
    page = new_browser(viewport={"width": 1280, "height": 720}).new_page()
    page.add_init_script("delete window.SharedWorker")
    rows = []
    page.context.route("**/v1/tables", answered(rows))
    for count in (1, 5, 8):
        rows[:] = [{**whole, "table": n} for n in range(1, count + 1)]
        for path, most_empty, smallest in (("/wall?turn=0&show=tables", 0.25, 0.044), ("/", 0.3, 0.015)):
            page.goto(hall.url + path)
            page.locator("article .score").first.wait_for()
            # The cards are there before they have grown with the screen.
            for _ in range(100):
                seen = page.evaluate(COVERED)
                said = (seen["covered"] >= 1 - most_empty, seen["smallest"] >= smallest, seen["below"] <= 0)
                if said == (True, True, True):
                    break
                page.wait_for_timeout(50)
            assert (count, path, *said, seen["hidden"]) == (count, path, True, True, True, 0), seen


# How much of a wall stays empty below the lowest of its lines, and how far the last of it lies below the edge.
BELOW_LINES = """() => {
    const lines = [...document.querySelectorAll("main li")].map((one) => one.getBoundingClientRect().bottom);
    return [(innerHeight - Math.max(...lines)) / innerHeight, document.documentElement.scrollHeight - innerHeight];
}"""


def test_any_number_of_standings_fills_a_wall(hall, new_browser):
    """Of sixteen lines in two columns a third of the screen was left over."""
    row = {"number": 1, "total": -8000, "games": 1}
    page = new_browser(viewport={"width": 1280, "height": 800}).new_page()
    rows = {"standings": [], "provisional": False}
    page.context.route("**/v1/standings", answered(rows))
    for count in (1, 4, 16, 20, 100):
        rows["standings"] = [{**row, "place": n, "name": f"Player {n}"} for n in range(1, count + 1)]
        page.goto(f"{hall.url}/wall?turn=0&show=standings")
        page.locator("main li").first.wait_for()
        empty, below = page.evaluate(BELOW_LINES)
        assert (empty < 0.15, below <= 0) == (True, True), (count, empty, below)


# How much of the most cut name is seen, and the places on the page.
SEEN_NAMES = """() => [
    Math.min(...Array.from(
        document.querySelectorAll("main .name, main .name span"),
        (name) => name.clientWidth / name.scrollWidth,
    )),
    document.querySelectorAll("main li").length,
]"""


@pytest.mark.parametrize("screen", [(1920, 1080), (1280, 800), (1024, 768)])
def test_sixteen_long_names_have_two_pages_of_a_wall_and_a_single_one_has_none_of_its_own(hall, new_browser, screen):
    """In two columns a name of 26 letters kept four of its first part and four of its last."""
    page = new_browser(viewport={"width": screen[0], "height": screen[1]}).new_page()
    rows = {"standings": [], "provisional": False}
    page.context.route("**/v1/standings", answered(rows))
    for long, lines in ((16, 8), (1, 16)):
        names = [f"Philippina{n:02} van Leeuwenhoek" if n <= long else f"Player {n}" for n in range(1, 17)]
        rows["standings"] = [
            {"number": n, "games": 1, "place": n, "name": name, "total": 210_600 - 23_400 * n}
            for n, name in enumerate(names, 1)
        ]
        page.goto(f"{hall.url}/wall?turn=0&show=standings")
        page.locator("main li").first.wait_for()
        seen, shown = page.evaluate(SEEN_NAMES)
        assert (long, shown, long == 1 or seen >= 0.7) == (long, lines, True), seen


@pytest.mark.parametrize("screen", [(1920, 1080), (1280, 720)])
def test_walls_of_more_than_sixty_tables_have_places_and_cut_no_name(hall, new_browser, screen):
    """Who plays at table 97 wants to know the own place, too."""
    table = hall.table(1)
    if table.ledger.table is None:
        table.play("start", rules="ema-2016")
    wait_until(lambda: any(one.get("now") for one in hall.client.get("/v1/tables")))
    whole = next(one for one in hall.client.get("/v1/tables") if one.get("now"))
    scores = [28_400, 112_300, -12_400, 900]
    now = {
        **whole["now"],
        "names": ["Olga Petrov", "Jan Kowalski", "Iris Jansen", "Bo"],
        "scores": scores,
        "riichi": [0],
    }
    page = new_browser(viewport={"width": screen[0], "height": screen[1]}).new_page()
    page.add_init_script("delete window.SharedWorker")
    rows = []
    page.context.route("**/v1/tables", answered(rows))
    for count in (61, 100):
        rows[:] = [{**whole, "table": n, "now": now} for n in range(1, count + 1)]
        page.goto(f"{hall.url}/wall?turn=0&show=tables")
        page.locator("article .score").first.wait_for()
        page.evaluate(SECONDS, 3)
        for turned in range(int(re.findall(r"\d+", page.locator(".turn").inner_text())[-1])):
            page.evaluate(TURNED, turned)
            seen, names = page.evaluate(COVERED), page.evaluate(FILLED)
            assert (count, turned, seen["hidden"], seen["below"] <= 0, names["cut"]) == (count, turned, 0, True, [])


# What a table says, put into every table that a wall shows.
TOLD = """async (told) => {
    const { live } = await import("/static/live/live.js");
    for (const table of live.tables.values()) Object.assign(table.now, told);
    document.querySelector("tenbo-wall").draw();
}"""


def test_a_stick_that_is_laid_cuts_no_name_that_has_room(hall, new_browser):
    """The letters of a wall are found for what it shows: a table that tells more has them found again."""
    table = hall.table(1)
    if table.ledger.table is None:
        table.play("start", rules="ema-2016")
    wait_until(lambda: any(one.get("now") for one in hall.client.get("/v1/tables")))
    whole = next(one for one in hall.client.get("/v1/tables") if one.get("now"))
    long = {"Wolfgang Amadeus": f"{LONG[0]} 14"}
    now = {
        **whole["now"],
        "names": ["Wolfgang Amadeus", "Zoe de Vries 16", "Jose Nunez 12", "Ota Haruki 11"],
        "riichi": [],
    }
    rows = [{**whole, "table": n, "now": now, "in_full": long} for n in range(1, 7)]
    page = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    page.add_init_script("delete window.SharedWorker")
    page.context.route("**/v1/tables", answered(rows))
    page.goto(f"{hall.url}/wall?turn=0&show=tables,seats,standings")
    expect(page.locator("article")).to_have_count(6)
    page.evaluate(TOLD, {"riichi": [1, 2, 3]})
    expect(page.locator("article .stick")).to_have_count(18)
    assert {one for one in page.evaluate(FILLED)["cut"] if one not in LONG[0]} == set()
