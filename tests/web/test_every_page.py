"""Every page by axe, in both themes and four languages, and in the states that are seldom looked at."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tenbo.web.pages import PAGES
from tools.pages.inspection import find_layout_faults

from .accessibility import badly_marked_up
from .conftest import hall_of, log_in
from .desk_pages import planned_hall

pytestmark = pytest.mark.thorough(
    "every page in every language: what is marked up is looked at by the parts of the desk"
)

SIZES = {
    "phone": {"width": 360, "height": 740},
    "tablet": {"width": 768, "height": 1024},
    "laptop": {"width": 1280, "height": 800},
}
# Each page in each language and both themes, on small and large screens.
LOOKS = (
    ("en", "light", "phone"),
    ("de", "dark", "laptop"),
    ("nl", "light", "tablet"),
    ("ja", "dark", "phone"),
    ("fr", "light", "phone"),
    ("it", "dark", "tablet"),
    ("es", "light", "phone"),
    ("pl", "dark", "laptop"),
    ("zh", "light", "phone"),
    ("ko", "dark", "laptop"),
    ("ru", "light", "phone"),
)
# Where each page is looked at, and what is there when it can be.
PLACES = {
    "/": ("/", "article .score"),
    "/hall": ("/hall", "article .score"),
    "/table/{table:int}": ("/table/1", ".hands li"),
    "/table/{table:int}/hand": ("/table/1/hand", "main h1"),
    "/score": ("/score", "main h1"),
    "/overlay/{table:int}": ("/overlay/1", ".overlay .score"),
    "/wall": ("/wall?turn=0&show=tables", "article .score"),
    "/wall/{wall:int}": ("/wall/1?turn=0&show=seats", "main li"),
    "/club": ("/club", ".club [role=tab]"),
    "/club/person/{player:int}": ("/club/person/1", ".club h1"),
    "/club/game/{game:int}": ("/club/game/1", ".club [role=alert]"),
    "/me": ("/me?player=1", ".mine .score"),
    "/slips": ("/slips", "li[data-table]"),
    "/desk": ("/desk", "tenbo-desk-session .band"),
    "/join": ("/join", "form"),
}
WITHOUT_ANYTHING = (
    "/", "/table/9", "/table/9/hand", "/wall?turn=0", "/me", "/slips", "/desk#people", "/desk#devices", "/join",
    "/club", "/club/person/9", "/no/such/page",
)  # fmt: skip


def in_parts(paths):
    """Return paths in two parts: of a longer test a process that has none other left would wait for the end alone."""
    paths = [*paths]
    return [pytest.param(part, id=f"from {part[0]}") for part in (paths[: len(paths) // 2], paths[len(paths) // 2 :])]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return two tables in the middle of their first session; the names are as long as names are."""
    with planned_hall(tmp_path_factory.mktemp("everybody")) as place:
        place.client.post("/v1/sessions/1/begin", yes=True)
        for table in place.paper.tables:
            table.play("hand")
            table.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 40}])
            table.play("hand")
            table.play("riichi", by=1, seat=2)
        yield place


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """Return a service without tables and people."""
    with hall_of(0, tmp_path_factory.mktemp("empty")) as place:
        yield place


def faults_of(page):
    """Return what axe finds, and what is cut off, lies over something else or is too small to tap."""
    return badly_marked_up(page) + find_layout_faults(page)


def window(new_browser, place, language, theme, size):
    """Return a page of someone at the desk, which notes what is not translated."""
    looks = {"locale": language, "color_scheme": theme, "reduced_motion": "reduce"}
    page = new_browser(viewport=SIZES[size], has_touch=size != "laptop", **looks).new_page()
    log_in(place, page, "desk", "Ada")
    untold = []
    page.on("console", lambda said: untold.append(said.text) if "no words" in said.text else None)
    return page, untold


def test_a_page_that_is_new_is_looked_at_too():
    assert set(PLACES) == {page.path for page in PAGES}


@pytest.mark.parametrize(("language", "theme", "size"), LOOKS)
@pytest.mark.parametrize("places", in_parts(PLACES))
def test_every_page_is_for_everybody(hall, new_browser, places, language, theme, size):
    """With everything unfolded."""
    page, untold = window(new_browser, hall, language, theme, size)
    faults = {}
    for path, there in (PLACES[place] for place in places):
        page.goto(hall.url + path)
        page.locator(there).first.wait_for()
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        faults[path] = faults_of(page)
    assert {path: one for path, one in faults.items() if one} == {}
    assert untold == []


@pytest.mark.parametrize(("language", "theme", "size"), LOOKS)
@pytest.mark.parametrize("paths", in_parts(WITHOUT_ANYTHING))
def test_a_hall_without_anything_is_for_everybody(empty, new_browser, paths, language, theme, size):
    """The first minutes of an evening: no table, no one registered, and anyone who mistypes is told so."""
    page, untold = window(new_browser, empty, language, theme, size)
    faults = {}
    for path in paths:
        page.goto("about:blank")
        page.goto(empty.url + path)
        page.locator("main").first.wait_for()
        expect(page.locator(".stale")).to_have_count(0)
        if path == "/join":
            page.locator("[name=code]").fill("WRONGONE")
            page.locator("main.join form button").click()
            page.get_by_role("alert").wait_for()
        if path == "/me":
            page.locator("[name=player]").fill("nobody")
            page.locator("form button").click()
            page.get_by_role("alert").wait_for()
        faults[path] = faults_of(page)
    assert {path: one for path, one in faults.items() if one} == {}
    assert untold == []


@pytest.mark.parametrize(("language", "theme", "size"), LOOKS[:2])
@pytest.mark.parametrize("path", ["/", "/wall?turn=0&show=tables", "/desk#devices"])
def test_a_hundred_tables_are_for_everybody(hall, new_browser, path, language, theme, size):
    """A card for each, none over the edge, and anyone who calls or is away stands out in words."""
    page, untold = window(new_browser, hall, language, theme, size)
    whole = page.context.request.get(f"{hall.url}/v1/tables").json()[0]
    states = [{"state": "following"}, {"state": "away", "for_s": 40}, {"calling": [1]}]
    rows = [{**whole, **states[n % 3], "table": n} for n in range(1, 101)]
    page.context.route(
        "**/v1/tables", lambda route: route.fulfill(body=json.dumps(rows), content_type="application/json")
    )
    page.add_init_script("delete window.SharedWorker")
    page.goto(hall.url + path)
    shown = page.locator("article" if path != "/desk#devices" else "tenbo-desk-devices tbody tr")
    # Calls above a wall leave it six.
    expect(shown.nth(5)).to_be_visible()
    assert faults_of(page) == []
    assert untold == []
