"""The page of a club on its phones: who is there, seats, games, curves, private hands."""

from __future__ import annotations

import struct

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .accessibility import badly_marked_up
from .club_people import GAMES, NAMES, PHONE
from .conftest import hall_of, log_in, wait_until
from .desk_pages import later

pytestmark = pytest.mark.thorough("browsers that read the page of a club")


def test_the_desk_of_a_club_begins_with_the_next_step_of_its_evening(tmp_path, new_browser):
    """It needs no sessions: the evening, who is here, their seats, the game, the standings; and in every language."""
    with hall_of(1, tmp_path) as place:
        page = new_browser(viewport=PHONE).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/desk")
        # Nothing is known yet: the steps to a tournament, and the way to the club.
        expect(page.locator(".steps li")).to_have_count(4)
        expect(page.locator("main a[href^='/club']")).to_be_visible()
        place.service.hall.evenings.open_season("Winter", "desk", date="2026-10-01")
        expect(page.locator(".news")).to_contain_text("season or evening: Winter")
        page.get_by_role("button", name="Open the evening").click()
        page.get_by_role("link", name="Say who is here").first.wait_for()
        expect(page.get_by_role("heading", level=1)).to_have_text("Tonight")
        expect(page.locator(".parts [aria-current=page]").first).to_have_text("Tonight")
        # The link stood there before, too: as a step that comes later.
        wait_until(lambda: place.client.get("/v1/club")["evening"] is not None)
        place.client.post("/v1/attendance", players=NAMES)
        band = page.locator(".band")
        expect(band).to_contain_text("Table 1: Ann Ash")
        foreign = {}
        for language in ("de", "fr", "it", "es", "pl", "ru", "ja", "ko", "zh", "nl"):
            other = new_browser(viewport=PHONE, locale=language).new_page()
            log_in(place, other, "desk", "Ada")
            other.goto(f"{place.url}/desk")
            other.locator(".band").wait_for()
            foreign[language] = other.locator(".band button").inner_text()
            assert find_layout_faults(other) == [], language
        assert len({*foreign.values(), "Seat these people"}) == len(foreign) + 1
        assert badly_marked_up(page) == []
        later(page)
        band.get_by_role("button", name="Seat these people").click()
        wait_until(lambda: {one["state"] for one in place.client.get("/v1/club")["people"]} == {"seated"})
        place.table(1).play("start", rules="ema-2025")
        expect(band).to_contain_text("1 game is being played")
        place.table(1).play("hand", dice=[3, 5])
        expect(page.locator(".primary")).to_have_count(0)
        # The evening is closed over the game, which is said, and opened again.
        page.goto(f"{place.url}/club")
        page.get_by_role("button", name="Close the evening").click()
        expect(page.locator("main")).to_contain_text("1 game continues and will still count for it.")
        # The game stays in sight until it is over, also for who comes later.
        page.reload()
        expect(page.locator("main")).to_contain_text("1 game continues and will still count for it.")
        expect(page.locator(".game.running")).to_have_count(1)
        page.goto(f"{place.url}/desk")
        page.get_by_role("button", name="Open the evening").wait_for()
        expect(page.locator(".steps li", has_text="✓")).to_have_count(0)
        place.service.hall.evenings.reopen_series(place.client.get("/v1/club")["calendar"][0]["title"], "desk")
        page.goto(f"{place.url}/desk")
        expect(band).to_contain_text("1 game is being played")
        place.table(1).play("end")
        page.locator(".steps a[href='/club#season']").click()
        expect(page.get_by_role("tab", name="Season")).to_have_attribute("aria-selected", "true")


def test_guests_of_a_club_begin_at_its_page_with_the_hall_one_press_away(tmp_path, new_browser):
    """A store that is not yet a club's, or that becomes a tournament's, begins with the hall."""
    with hall_of(1, tmp_path) as place:
        page = new_browser(viewport=PHONE).new_page()
        page.goto(place.url)
        expect(page).to_have_url(f"{place.url}/")
        expect(page.locator(".tab-bar [aria-current=page]")).to_have_text("Hall")
        place.service.hall.evenings.open_season("Winter", "desk", date="2026-10-01")
        page.goto(place.url)
        expect(page).to_have_url(f"{place.url}/club")
        page.locator(".tab-bar").get_by_role("link", name="Hall").click()
        expect(page).to_have_url(f"{place.url}/hall")
        expect(page.locator("article")).to_have_count(1)
        page.locator(".tab-bar > a", has_text="Club").click()
        expect(page).to_have_url(f"{place.url}/club")
        place.client.post("/v1/plan", text="1-2-3-4\n", yes=True)
        page.goto(place.url)
        expect(page).to_have_url(f"{place.url}/")
        expect(page.locator(".tab-bar").get_by_role("link", name="My table")).to_be_visible()


def test_a_hall_without_tables_sends_the_desk_alone_to_connect_them(tmp_path, new_browser):
    """A player's phone cannot do it, and would end at a page that asks for the desk's code."""
    with hall_of(0, tmp_path) as place:
        for role, shown in (("reader", 0), ("desk", 1)):
            page = new_browser(viewport=PHONE).new_page()
            log_in(place, page, role, "Ada")
            page.goto(f"{place.url}/hall")
            page.get_by_text("No device has a table number yet.").wait_for()
            expect(page.get_by_role("link", name="Connect tables")).to_have_count(shown)


def test_a_game_has_a_page_and_curves_and_table_are_saved_as_pictures(tmp_path, new_browser):
    """From the person's page to the game: its hands and scores, and a correction at once. A club posts the pictures."""
    with hall_of(1, tmp_path) as place:
        hall, table = place.service.hall, place.table(1)
        hall.registration.register_players("name\n" + "\n".join(NAMES) + "\n", yes=True)
        hall.evenings.open_evening("desk")
        hall.table_seats.seat_next_game(1, [1, 2, 3, 4], "desk")
        for loser in (0, 1):
            table.play("start", rules="ema-2025")
            table.play("hand")
            table.play("riichi", seat=2)
            table.play("win", wins=[{"seat": 2, "from": loser, "han": 3, "fu": 40}])
            wait_until(lambda loser=loser: len(hall.repository.tournament.club.games) == loser + 1)
            table.play("end")
            wait_until(lambda loser=loser: len(hall.repository.series.played()) == loser + 1)
            hall.table_seats.seat_next_game(1, [1, 2, 3, 4], "desk")
        page = new_browser(viewport=PHONE, accept_downloads=True).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/club/person/3")
        page.locator(".game .head a").last.click()
        page.locator(".graph svg").first.wait_for()
        expect(page.locator(".hands")).to_contain_text("Cleo Cox: ron from Ann Ash")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert (badly_marked_up(page), find_layout_faults(page)) == ([], [])
        page.locator(".game .menu summary").click()
        page.get_by_text("Correct the scores").click()
        for seat, score in enumerate((31000, 28000, 36000, 25000)):
            page.locator(f".change [name=value{seat}]").fill(str(score))
        page.locator(".change [name=why]").fill("sheet")
        page.get_by_role("button", name="Save the change").click()
        expect(page.locator(".game li").nth(1)).to_contain_text("Ann Ash")
        expect(page.get_by_text("31,000 · 28,000 · 36,000 · 25,000")).to_be_visible()
        for address in ("/club/person/3", "/club#season"):
            page.goto(f"{place.url}{address}")
            with page.expect_download() as saved:
                page.get_by_role("button", name="Save as image").click()
            picture = saved.value.path().read_bytes()
            width, height = struct.unpack(">II", picture[16:24])
            # A sheet of one colour packs to a few thousand bytes.
            assert (picture[:4], width >= 1200, height >= 500, len(picture) > 20_000) == (b"\x89PNG", True, True, True)


@pytest.mark.parametrize(("role", "links"), [("reader", 1), ("member", 0)])
def test_hands_that_a_player_keeps_private_are_no_matter_of_logging_in(tmp_path, new_browser, role, links):
    """A member would log in again, and see as little."""
    with hall_of(1, tmp_path) as place:
        hall, table = place.service.hall, place.table(1)
        hall.registration.register_players("name\n" + "\n".join(NAMES) + "\n", yes=True)
        hall.evenings.open_evening("desk")
        hall.table_seats.seat_next_game(1, [1, 2, 3, 4], "desk")
        table.play("start", rules="ema-2025")
        wait_until(lambda: hall.repository.tournament.club.games)
        hall.records.record("share", "desk", player=2, shows="self")
        page = new_browser().new_page()
        log_in(place, page, role, "Cy")
        page.goto(f"{place.url}/club/game/{next(iter(hall.repository.tournament.club.games))}")
        hands = page.locator("section", has=page.get_by_role("heading", name="Hands"))
        expect(hands).to_contain_text("shown only to those whom all its players allow")
        expect(hands.get_by_role("link")).to_have_count(links)


# Boxes that lie on another one of their kind, and what is broken into more lines than it has words for.
OVERLAPPING = """
    (selector) => {
        const boxes = [...document.querySelectorAll(selector)].map((one) => [one.textContent, one.getBoundingClientRect()]);
        return boxes.flatMap(([text, box], at) => boxes.slice(at + 1)
            .filter(([, other]) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
            .map(([other]) => `${text}: ${other}`));
    }
"""  # noqa: E501 - one expression
BROKEN = """
    () => [...document.querySelectorAll(".value > *")]
        .filter((one) => one.getBoundingClientRect().height > 1.8 * parseFloat(getComputedStyle(one).lineHeight))
        .map((one) => one.textContent)
"""


def test_long_words_of_a_language_lie_on_nothing_and_break_no_record(tmp_path, new_browser):
    """A hand of a round is three words in most languages: below the curves some have room, and none on another."""
    with hall_of(1, tmp_path) as place:
        hall, table = place.service.hall, place.table(1)
        hall.registration.register_players("name\n" + "\n".join(NAMES) + "\n", yes=True)
        hall.evenings.open_evening("desk")
        hall.table_seats.seat_next_game(1, [1, 2, 3, 4], "desk")
        table.play("start", rules="ema-2025")
        for _ in range(6):
            table.play("hand")
            table.play("win", wins=[{"seat": 0, "from": 2, "han": 1, "fu": 30}])
        table.play("end")
        wait_until(lambda: len(hall.repository.series.played()) == 1)
        game = hall.repository.series.played()[0].id
        for locale in ("pl-PL", "ru-RU", "fr-FR", "ja-JP"):
            for screen in (PHONE, {"width": 1280, "height": 800}):
                page = new_browser(viewport=screen, locale=locale).new_page()
                log_in(place, page, "desk", "Ada")
                page.goto(f"{place.url}/club/game/{game}")
                page.locator(".graph svg").first.wait_for()
                assert page.locator(".graph .mark").count() >= 2
                assert page.evaluate(OVERLAPPING, ".graph .mark") == []
                page.goto("about:blank")
                page.goto(f"{place.url}/club#season")
                page.locator(".sorted tbody tr").first.wait_for()
                assert (
                    page.evaluate("(one => one.scrollWidth - one.clientWidth)(document.querySelector('.sorted'))") <= 0
                )
                page.goto("about:blank")
                page.goto(f"{place.url}/club#records")
                page.locator(".value").first.wait_for()
                assert page.evaluate(BROKEN) == []


def test_a_regular_scans_the_table_s_code_and_sits_down_in_two_taps(tmp_path, new_browser):
    """The desk marks who comes. A phone that has joined before is asked nothing; nobody sits at two tables at once."""
    with hall_of(2, tmp_path) as place:
        hall, table = place.service.hall, place.table(1)
        hall.registration.register_players("name\n" + "\n".join(NAMES) + "\n", yes=True)
        hall.evenings.open_evening("desk")
        desk = new_browser(viewport=PHONE).new_page()
        log_in(place, desk, "desk", "Ada")
        desk.goto(f"{place.url}/club")
        desk.get_by_text("Arrivals and departures").click()
        desk.get_by_role("button", name="Cleo Cox").click()
        desk.get_by_label("New person").fill("Eve Elm")
        desk.get_by_role("button", name="Add this person").click()
        expect(desk.locator(".room .people li")).to_have_count(2)
        codes = [next(row["code"] for row in place.service.access.codes() if row["table"] == n) for n in (1, 2)]
        phone = new_browser(viewport=PHONE, has_touch=True).new_page()
        phone.goto(f"{place.url}/join#{codes[1]}")
        phone.get_by_label("Your name").fill("Max")
        phone.get_by_role("button", name="Log in").click()
        phone.get_by_role("heading", name="Who sits here?").wait_for()
        # It says that its person is here without a seat, and remembers who that is.
        phone.goto(f"{place.url}/club")
        expect(phone.get_by_label("Your name")).to_have_value("Max")
        phone.get_by_label("Your name").fill("Maximiliana")
        phone.get_by_role("button", name="I am here").tap()
        phone.get_by_role("button", name="I am leaving").wait_for()
        expect(desk.locator(".room .people li")).to_have_count(3)
        phone.reload()
        phone.get_by_role("button", name="I am leaving").tap()
        phone.get_by_role("button", name="I am here").wait_for()
        expect(desk.locator(".room .people li")).to_have_count(2)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert (badly_marked_up(phone), find_layout_faults(phone)) == ([], [])
        # A person's own link asks for nothing.
        own = new_browser(viewport=PHONE).new_page()
        own.goto(place.client.get("/v1/people/Cleo%20Cox/link")["link"])
        own.get_by_role("button", name="I am leaving").wait_for()
        expect(own.get_by_role("heading", level=1)).to_have_text("Cleo Cox")
        # Scanned at another table, the code asks nothing more.
        phone.goto(f"{place.url}/join#{codes[0]}")
        phone.wait_for_url("**/table/1")
        assert phone.locator(".sits .chips").count() == 0
        # Another phone takes the seat while the people for it are on the screen: it is not taken away by a tap.
        phone.get_by_role("button", name="West").tap()
        place.client.post("/v1/tables/1/seats", seat=2, player="Eve Elm")
        expect(phone.get_by_role("button", name="West")).to_contain_text("Eve Elm")
        phone.locator(".sits .chips").get_by_role("button", name="Cleo Cox").tap()
        expect(phone.locator(".sits .chips")).to_have_count(0)
        expect(phone.get_by_role("button", name="West")).to_contain_text("Eve Elm")
        place.client.post("/v1/tables/1/seats", seat=2, player="0")
        expect(phone.get_by_role("button", name="West")).to_contain_text("free")
        phone.get_by_role("button", name="West").tap()
        people = phone.locator(".sits .chips button")
        assert [people.nth(at).inner_text() for at in range(2)] == ["Cleo Cox", "Eve Elm"]
        phone.locator(".sits .chips").get_by_role("button", name="Maximiliana").tap()
        expect(phone.get_by_role("button", name="West")).to_contain_text("Maximiliana")
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert (badly_marked_up(phone), find_layout_faults(phone)) == ([], [])
        table.play("start", rules="ema-2025")
        expect(desk.locator(".room .people")).to_contain_text("plays at table 1")
        expect(phone.locator('.seat[data-seat="2"]')).to_contain_text("Maximiliana")
        phone.goto(f"{place.url}/join#{codes[1]}")
        phone.get_by_role("button", name="East").tap()
        expect(phone.locator(".sits .chips").get_by_role("button", name="Maximiliana")).to_be_disabled()
        # Four wait now: the desk seats them as the page proposes, with one press.
        for name in ("Ann Ash", "Ben Box"):
            desk.locator(".members").get_by_role("button", name=name).click()
        desk.get_by_role("button", name="Seat these people").wait_for()
        expect(desk.locator("main .primary:visible")).to_have_text("Seat these people")
        for view in (desk, phone):
            assert view.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            assert (badly_marked_up(view), find_layout_faults(view)) == ([], [])
        desk.get_by_role("button", name="Seat these people").click()
        expect(desk.get_by_text("sits at table 2")).to_have_count(4)
        # The proposal is gone with its button; what came of it is still said.
        expect(desk.locator(".done", has_text="2")).to_be_visible()


def test_a_removed_name_is_gone_from_the_open_page_at_once(tmp_path, new_browser):
    """A person who has no game is not known any more; what was shown before goes, too. A double click asks once."""
    with hall_of(0, tmp_path) as place:
        place.client.post("/v1/players", text="id,name\n7,Eve Elm\n")
        page = new_browser(viewport=PHONE).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/club/person/7")
        expect(page.get_by_role("heading", level=1)).to_have_text("Eve Elm")
        page.get_by_role("button", name="Remove the name").dblclick()
        page.locator("[data-answer=yes]").click()
        expect(page.locator("main")).not_to_contain_text("Eve Elm")
        # A page without a person has a heading all the same.
        expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_a_second_evening_of_a_day_is_named_as_people_write_a_day(tmp_path, new_browser):
    """In the calendar, in the heading and in the list of series."""
    with hall_of(0, tmp_path) as place:
        game = {"players": NAMES, "scores": GAMES[0], "register": True}
        for _ in range(2):
            place.client.post("/v1/series", date="2026-12-08")
            place.client.post("/v1/series_games", **game, yes=True)
        page = new_browser(viewport=PHONE).new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/club#calendar")
        expect(page.locator(".calendar a")).to_have_count(2)
        expect(page.locator(".calendar")).not_to_contain_text("2026-12-08")
        expect(page.locator(".calendar a").first).to_contain_text("(2)")
        page.locator(".calendar a").first.click()
        expect(page.locator("h1")).to_contain_text("(2)")
        expect(page.locator("h1")).not_to_contain_text("2026-12-08")
        expect(page.locator("option", has_text="2026-12-08")).to_have_count(0)
