"""Names of 26 letters: two lines at most, no page wider than its screen, and places stay on an upright wall."""

from __future__ import annotations

import pytest

from .conftest import hall_of, log_in, wait_until
from .desk_pages import open_desk_page, part

pytestmark = pytest.mark.thorough("the desk, a table, slips and a wall in several sizes and languages")

NAMES = (
    "Aleksandra Wiśniewska-Nowa", "Bartholomäus Schwarzenberg", "Maximiliana Hohenzollernau",
    "Константин Рождественский", "Wolfgangamadeusvonhohenste", "Zoë van den Bergen-Hendrik", "佐藤 花子", "Bo",
)  # fmt: skip
SIZES = ((1280, 800), (768, 1024), (390, 844), (360, 740))
TABLES = 8
# The cells of people with more than two lines that are seen, each with how many.
LINES = """() => [...document.querySelectorAll("td[data-wind]")].flatMap((cell) => {
    const lows = [];
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const name = text.parentElement.closest(".name")?.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { top, bottom, width } of range.getClientRects()) {
            const is_seen = width > 1 && !(name && top > name.bottom - 3);
            if (is_seen && !lows.some((low) => Math.abs(low - bottom) < 9)) lows.push(bottom);
        }
    }
    return lows.length > 2 ? [`${lows.length}: ${cell.textContent}`] : [];
})"""
WIDE = "document.documentElement.scrollWidth - innerWidth"
# Places that are not seen on a wall, and by how much it is higher than its screen.
WALL = """() => {
    const main = document.querySelector("main");
    const unseen = [...document.querySelectorAll(".line .place")].filter((place) => place.offsetWidth === 0);
    return [unseen.length, Math.max(0, main.scrollHeight - (innerHeight - main.offsetTop))];
}"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Eight tables at play, two of them with a device, of which one has been pulled."""
    with hall_of(2, tmp_path_factory.mktemp("names")) as place:
        hall = place.service.hall
        people = [NAMES[n % len(NAMES)] for n in range(4 * TABLES)]
        rows = "".join(f"{n},{name}\n" for n, name in enumerate(people, 1))
        hall.registration.register_players("id,name\n" + rows, yes=True)
        seats = [[1, table, [4 * table - 3 + seat for seat in range(4)]] for table in range(1, TABLES + 1)]
        hall.records.record("plan", "desk", tables=seats, yes=True)
        hall.sessions.begin(1, "desk", yes=True)
        wait_until(lambda: all(table.ledger.table is not None for table in place.paper.tables))
        for table in place.paper.tables:
            table.play("hand")
            table.play("win", wins=[{"seat": 0, "from": 2, "han": 3, "fu": 30}])
            table.play("hand")
            table.play("riichi", by=1, seat=1)
        place.paper.tables[1].pull()
        wait_until(lambda: "closed" in [one["state"] for one in hall.tables.tables()])
        yield place


@pytest.mark.parametrize("language", ["en", "de", "ru", "ja"])
def test_no_person_of_a_table_has_more_than_two_lines_at_the_desk(hall, new_browser, language):
    """With the wind before the name where a row is a card, and with the points below it."""
    for width, height in SIZES:
        page = open_desk_page(hall, new_browser, viewport={"width": width, "height": height}, locale=language)
        for name in ("session", "results"):
            part(page, name).locator("td[data-wind]").first.wait_for()
            assert page.evaluate(LINES) == [], (name, width)
            assert page.evaluate(WIDE) <= 0, (name, width)
        assert part(page, "seats").locator("td button").first.is_visible()
        assert page.evaluate(WIDE) <= 0, ("seats", width)


@pytest.mark.parametrize("path", ["/table/2", "/slips?session=1&table=2"])
def test_a_long_word_makes_no_page_of_a_phone_wider(hall, new_browser, path):
    """It is parted where it has no room; a value of han and fu is not."""
    page = new_browser(viewport={"width": 360, "height": 740}).new_page()
    log_in(hall, page, "desk", "Ada")
    page.goto(hall.url + path)
    page.locator("form, .needs").first.wait_for()
    page.get_by_text("Wolfgangamadeusvonhohenste").first.wait_for()
    assert page.evaluate(WIDE) <= 0


@pytest.mark.parametrize("language", ["en", "de", "ru", "ja"])
@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1080, 1920), (1280, 800)])
def test_places_stay_on_a_wall_and_nothing_lies_below_its_edge(hall, new_browser, language, width, height):
    """Also upright, beside a table whose state takes a line more than the others have."""
    page = new_browser(viewport={"width": width, "height": height}, locale=language).new_page()
    page.goto(f"{hall.url}/wall?turn=0&show=tables")
    page.locator("[data-state='on paper']").first.wait_for()
    page.locator("h2 .old").wait_for()
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.evaluate(WALL) == [0, 0]
