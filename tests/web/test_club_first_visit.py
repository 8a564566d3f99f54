"""What someone who meets the page of a club for the first time needs: the way in, errors in sight, true words."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .club_people import GAMES, NAMES, PHONE
from .conftest import hall_of, log_in

pytestmark = pytest.mark.thorough("browsers at the page of a club")


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """Return a club of four people who have played two games this evening, of three that the season asks for."""
    with hall_of(0, tmp_path_factory.mktemp("club")) as place:
        place.client.post("/v1/series", kind="season", title="Winter", date="2026-10-01", least=3)
        place.client.post("/v1/series")
        place.service.hall.registration.register_players("name\n" + "\n".join(NAMES) + "\n", yes=True)
        for scores in GAMES:
            place.client.post("/v1/series_games", players=NAMES, scores=scores)
        yield place


def opened(club, new_browser, role, where, viewport=PHONE):
    """Return a page of the club as someone who has logged in sees it."""
    page = new_browser(viewport=viewport).new_page()
    log_in(club, page, role, "Ada")
    page.goto(f"{club.url}{where}")
    return page


@pytest.mark.parametrize(("role", "ways"), [("reader", 1), ("member", 0), ("desk", 0)])
def test_a_phone_that_may_only_read_is_told_how_to_say_that_its_person_is_here(club, new_browser, role, ways):
    """A member has the button, and the desk the list of all people."""
    page = opened(club, new_browser, role, "/club")
    page.get_by_role("heading", name="Who is here").wait_for()
    expect(page.locator("main p.soft a[href='/join']")).to_have_count(ways)
    expect(page.get_by_role("button", name="I am here")).to_have_count(1 if role == "member" else 0)


@pytest.mark.parametrize("viewport", [PHONE, {"width": 820, "height": 1180}, {"width": 1024, "height": 600}])
def test_what_is_wrong_with_a_result_is_brought_into_sight(club, new_browser, viewport):
    """Also where it stands beneath a long form that is sent with Enter in one of its fields."""
    page = opened(club, new_browser, "desk", "/club", viewport)
    page.locator("details.paper summary").click()
    for seat, score in enumerate(("32000", "28000", "35000", "322")):
        page.locator(f".paper [name=score{seat}]").fill(score)
    # The field in which Enter is pressed is the lowest thing in sight.
    page.locator(".paper [name=score3]").evaluate("(one) => one.scrollIntoView({ block: 'end' })")
    page.locator(".paper [name=score3]").press("Enter")
    wrong = page.locator(".paper .bad").first
    wrong.wait_for()
    expect(wrong).to_be_in_viewport(ratio=1)


def test_a_page_that_is_online_again_shows_what_has_happened_meanwhile(club, new_browser):
    """The stream may have lived on, so that no news come: the page asks again, and says of a reading only that."""
    page = opened(club, new_browser, "member", "/club")
    page.get_by_role("heading", name="Who is here").wait_for()
    page.route("**/v1/club?*", lambda route: route.abort())
    club.client.post("/v1/attendance", players=[NAMES[0]], present=False)
    expect(page.locator("main > .old")).to_have_text("The service does not answer")
    page.unroute("**/v1/club?*")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("main > .old")).to_have_count(0)
    expect(page.locator(".room .people li")).to_have_count(len(NAMES) - 1)


def test_few_games_are_called_so(club, new_browser):
    """Who is not ranked stands below a heading that says why, and two games give no interval worth reading."""
    page = opened(club, new_browser, "member", "/club#season")
    expect(page.get_by_role("heading", name="Fewer than 3 games")).to_be_visible()
    page.goto(f"{club.url}/club/person/1")
    expect(page.locator(".against tbody tr")).to_have_count(3)
    expect(page.locator(".against tbody small")).to_have_count(0)


def test_a_season_is_begun_with_a_button_and_takes_the_evening_that_is_open(tmp_path, new_browser):
    """Only the desk has the form; a day that is none is told at its field, and a title that exists as well."""
    with hall_of(0, tmp_path) as place:
        place.client.post("/v1/series", date="2026-12-08")
        reader = opened(place, new_browser, "reader", "/club#season")
        reader.get_by_role("tab", name="Season", selected=True).wait_for()
        expect(reader.get_by_text("Begin a season")).to_have_count(0)
        page = opened(place, new_browser, "desk", "/club#season")
        page.locator("summary", has_text="Begin a season").click()
        form = page.locator("form", has=page.get_by_label("Games needed to be ranked"))
        expect(form.get_by_label("Rule book").locator("option:checked")).to_have_attribute("value", "ema-2025")
        form.get_by_label("Title").fill("Winter")
        form.get_by_label("First day").fill("2026-10-01")
        form.get_by_label("Standings").select_option("place")
        form.get_by_label("Games needed to be ranked").fill("2")
        form.get_by_role("button", name="Begin a season").click()
        expect(page.locator("tenbo-desk-answer")).to_contain_text("The season Winter has been created.")
        expect(page.get_by_role("heading", level=1)).to_have_text("Winter")
        (evening, season) = place.client.get("/v1/series")["series"]
        assert (season["title"], season["date"], season["rulebook"]) == ("Winter", "2026-10-01", "ema-2025")
        assert season["ranking"] == {"order": "place", "least": 2, "best": 0}
        assert evening["parent"] == season["id"]
        page.locator("summary", has_text="Begin a season").click()
        form.get_by_label("Title").fill("winter")
        form.get_by_role("button", name="Begin a season").click()
        expect(form.get_by_role("alert")).to_be_visible()
        assert len(place.client.get("/v1/series")["series"]) == 2


def test_a_double_click_that_closes_the_evening_opens_no_form(tmp_path, new_browser):
    """The page is shorter then, and another button lies where the first click was."""
    with hall_of(0, tmp_path) as place:
        place.client.post("/v1/series", date="2026-12-08")
        page = opened(place, new_browser, "desk", "/club")
        button = page.get_by_role("button", name="Close the evening")
        button.wait_for()
        # The second click waits for what the first one has changed; the page's time stands still, so that it comes soon
        # enough to be of the same hand.
        page.evaluate("""() => {
            performance.now = () => 1000;
            const opens = document.createElement("details");
            opens.innerHTML = "<summary class='button'>Another</summary>";
            const watched = document.querySelector("tenbo-club");
            new MutationObserver((_, watch) => {
                if (watched.textContent.includes("Close the evening")) return;
                watch.disconnect();
                watched.append(opens);
                opens.style.cssText = "position: fixed; inset: 0; z-index: 9";
                opens.firstChild.style.cssText = "position: absolute; inset: 0";
                opens.firstChild.dispatchEvent(new MouseEvent("click",
                    { bubbles: true, cancelable: true, clientX: window.clicked[0], clientY: window.clicked[1] }));
            }).observe(watched, { childList: true, subtree: true, characterData: true });
            addEventListener("click", ({ clientX, clientY }) => (window.clicked ??= [clientX, clientY]), true);
        }""")
        button.click()
        page.get_by_text("No evening is open.").wait_for()
        assert page.locator("summary", has_text="Another").count() == 1
        expect(page.locator("details[open]")).to_have_count(0)
