"""Every page for everybody: a screen reader, weak eyes, a phone, four languages; and none that shows old for new."""

from __future__ import annotations

import pytest

from .accessibility import badly_marked_up
from .desk_pages import open_desk_page, part, planned_hall

pytestmark = pytest.mark.thorough("every page in languages, themes and sizes")

PARTS = ("session", "people", "seats", "results", "devices", "files", "tournament", "join", "record")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a hall of this file's own."""
    with planned_hall(tmp_path_factory.mktemp("desk")) as place:
        yield place


@pytest.fixture
def desk_page(hall, new_browser):
    """Return the desk's page, joined as Ada."""
    return open_desk_page(hall, new_browser)


def test_the_wall_shows_every_table_and_says_when_a_cable_is_pulled(hall, new_browser):
    """No one at the far end of a hall takes old points for new ones."""
    if hall.table(2).ledger.table is None:
        hall.table(2).play("start", rules="ema-2016")
    page = new_browser(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{hall.url}/wall?turn=0")
    page.locator("article[data-table='2'] .score").nth(3).wait_for()
    hall.table(2).pull()
    page.locator("article[data-table='2'] .old").wait_for()
    hall.table(2).plug()
    page.locator("article[data-table='2'] .old").wait_for(state="detached")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_for_everybody(hall, desk_page, theme):
    """Contrast, names of fields and buttons, headings and landmarks, as a screen reader and weak eyes need them."""
    desk_page.emulate_media(color_scheme=theme)
    for table in hall.paper.tables:
        if table.ledger.table is None:
            table.play("start", rules="ema-2016")
    faults = {}
    places = {
        "/": "article li",
        "/table/1": ".seat",
        "/wall?turn=0": "article .line",
        "/join": "form",
    }
    for path, there in places.items():
        desk_page.goto(hall.url + path)
        desk_page.locator(there).first.wait_for()
        faults[path] = badly_marked_up(desk_page)
    assert {path: one for path, one in faults.items() if one} == {}


@pytest.mark.parametrize(
    ("size", "theme", "language", "all_rules"),
    [
        ("laptop", "light", "en", True),
        ("phone", "dark", "de", True),
        # Another language changes the lengths of words and nothing of what is marked up and coloured how.
        ("phone", "light", "ja", False),
        ("laptop", "dark", "nl", False),
    ],
)
def test_every_part_of_the_desk_is_for_everybody(hall, new_browser, size, theme, language, all_rules):
    """With everything unfolded, on a phone and a laptop, in every language, light and dark; nothing is untranslated."""
    sizes = {"laptop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
    page = open_desk_page(hall, new_browser, viewport=sizes[size], color_scheme=theme, locale=language)
    untold, faults = [], {}
    page.on("console", lambda said: untold.append(said.text) if "no words" in said.text else None)
    for name in PARTS:
        part(page, name)
        if name == "join":
            page.locator("tenbo-desk-joining button").first.click()
            page.locator(".codes li").first.wait_for()
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        if all_rules:
            faults[name] = badly_marked_up(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert {name: one for name, one in faults.items() if one} == {}
    assert untold == []


def test_silence_is_said_though_the_line_is_up(hall, new_browser, monkeypatch):
    """A Wi-Fi that swallows everything closes no connection: what no one confirms is old."""
    monkeypatch.setattr("tenbo.web.sse.BEAT_S", 1000)
    page = new_browser().new_page()
    page.goto(hall.url)
    page.locator("article").first.wait_for()
    page.get_by_role("alert").get_by_text("Last updated").wait_for()
    monkeypatch.undo()
    hall.service.hall.changes.publish("port", {"table": 1})
    page.get_by_role("alert").wait_for(state="detached")
