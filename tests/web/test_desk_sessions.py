"""The desk of a tournament from session to session: its next step, what is hidden, and when standings are final."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, log_in, seat_eight
from .desk_pages import open_desk_page, part, said, view

pytestmark = pytest.mark.thorough("a browser through every part of the desk")


def test_on_the_first_of_two_days_the_last_planned_session_is_not_the_end(tmp_path, new_browser):
    """The second day is planned by the standings of the first; on the last day another session may follow, too."""
    with hall_of(0, tmp_path) as place:
        seat_eight(place.service.hall, tables=1, sessions=1)
        record = place.service.hall.records.record
        record("tournament", "host", title="Winter", rules="ema-2025", date="06.12.2026", days=2)
        record("open", "host", session=1)
        record("end", "host", session=1, yes=True)
        record("correct", "host", session=1, table=1, scores=[30000] * 4, why="sheet", yes=True)
        record("lock", "host", session=1, table=1)
        for day, acts, final in (
            ("2026-12-05", "Make seats", 0),
            ("2026-12-06", "Print final standings", 1),
            ("2026-11-20", "Print final standings", 1),
        ):
            page = new_browser().new_page()
            page.clock.set_fixed_time(f"{day}T12:00:00")
            log_in(place, page, "desk", "Ada")
            page.goto(f"{place.url}/desk")
            band = page.locator("tenbo-desk-session .band")
            expect(band.locator(".primary")).to_have_text(acts)
            expect(band).to_contain_text("December 6" if not final else "The tournament is complete")
            band.get_by_role("link", name=re.compile("Make seats|Plan another session")).click()
            page.locator("tenbo-desk-seats").get_by_role("button", name="Find seats").wait_for()
            part(page, "results")
            expect(page.locator("tenbo-desk-results .band .primary")).to_have_text(acts)
            files = part(page, "files").locator("[data-paper=standings]")
            files.get_by_role("button", name="Web page").wait_for()
            assert files.get_by_role("button", name="Print final standings").count() == final
            # Who comes today only gets no seat of yesterday, and who stays away leaves from the next session on.
            people = part(page, "people")
            assert people.locator("#late [name=session]").input_value() == ""
            assert people.locator("#leaves [name=session]").input_value() == "2"
            page.close()


def test_the_last_session_is_ended_before_its_standings_are_printed(tmp_path, new_browser):
    """Its results are in and locked while it still runs: the page leads to where it is ended, and then to the paper."""
    with hall_of(0, tmp_path) as place:
        seat_eight(place.service.hall, tables=1, sessions=1)
        record = place.service.hall.records.record
        record("open", "host", session=1)
        record("correct", "host", session=1, table=1, scores=[30000] * 4, why="slip", yes=True)
        record("lock", "host", session=1, table=1)
        page = open_desk_page(place, new_browser)
        results = part(page, "results")
        results.locator(".band .primary").click()
        page.locator("tenbo-desk-session .band").get_by_role("button", name="End session 1").wait_for()
        record("end", "host", session=1, yes=True)
        part(page, "results")
        expect(results.locator(".band .primary")).to_have_text("Print final standings")


def test_a_substitute_at_a_paper_table_is_of_the_running_session_and_stands_at_its_result(tmp_path, new_browser):
    """No table is connected, so its current game is not offered first; a total that scores do not give says why."""
    with hall_of(0, tmp_path) as place:
        seat_eight(place.service.hall, tables=1, sessions=1)
        record = place.service.hall.records.record
        record("tournament", "host", title="Open", rules="ema-2025")
        record("open", "host", session=1)
        page = open_desk_page(place, new_browser)
        people = part(page, "people")
        people.locator("#substitute summary").click()
        form = people.locator("#substitute")
        form.get_by_label("Table", exact=True).fill("1")
        form.get_by_label("From when").select_option("start")
        form.get_by_role("button", name="Save").click()
        # No seat is the likely one.
        assert not form.get_by_label("Seat").evaluate("seat => seat.checkValidity()")
        form.get_by_label("Seat").select_option("0")
        form.get_by_role("button", name="Save").click()
        name = place.service.hall.repository.people()[place.service.hall.repository.tournament.seats[1, 1][0]].name
        said(page, f"The substitute is recorded: table 1, seat E, {name}, from the start.")
        record("correct", "host", session=1, table=1, scores=[30000] * 4, why="slip")
        record("penalty", "host", session=1, table=1, seat=2, points=-8000, why="chombo")
        below = part(page, "results").locator("tr[data-of='1'] p")
        expect(below).to_have_text(["E: substitute from the start (−30,000)", "W: penalty −8,000"])


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_game_of_a_tournament_on_a_page_of_a_person_names_the_substitute_and_leads_to_no_page(tmp_path, new_browser):
    """Only a game of a series has a page; the seat of the player who was away is the substitute's."""
    with hall_of(0, tmp_path) as place:
        seat_eight(place.service.hall, tables=1, sessions=1)
        record = place.service.hall.records.record
        record("tournament", "host", title="Open", rules="ema-2025")
        record("open", "host", session=1)
        record("substitute", "host", session=1, table=1, seat=0, since="start")
        record("correct", "host", session=1, table=1, scores=[30000] * 4, why="slip")
        away, player = place.service.hall.repository.tournament.seats[1, 1][:2]
        page = new_browser().new_page()
        page.goto(f"{place.url}/club/person/{player}?series=Open")
        game = page.locator("li.game")
        expect(game.locator("li").first).to_contain_text("substitute")
        expect(game.locator("a[href^='/club/game/']")).to_have_count(0)
        page.goto(f"{place.url}/club/person/{away}?series=Open")
        page.locator("h1").first.wait_for()
        expect(page.locator("li.game")).to_have_count(0)


def test_standings_are_final_when_no_result_is_missing(tmp_path, new_browser):
    """The last session may be over and locked while an earlier one is not: nothing says that these are final."""
    with hall_of(0, tmp_path) as place:
        seat_eight(place.service.hall, tables=1, sessions=2)
        record = place.service.hall.records.record
        for session in (1, 2):
            record("open", "host", session=session)
            record("end", "host", session=session, yes=True)
        finish = {"table": 1, "scores": [30000] * 4, "why": "sheet", "yes": True}
        record("correct", "host", session=2, **finish)
        record("lock", "host", session=2, table=1)
        page = open_desk_page(place, new_browser)
        band = page.locator("tenbo-desk-session .band")
        expect(band).to_contain_text("Results of other sessions are missing.")
        standings = part(page, "files").locator("[data-paper=standings]")
        expect(standings.get_by_role("button")).to_have_text(["PDF", "Web page"])
        record("correct", "host", session=1, **finish)
        record("lock", "host", session=1, table=1)
        expect(standings.get_by_role("button")).to_have_text(["Print final standings", "Web page"])
        part(page, "session")
        expect(band).to_contain_text("The tournament is complete")
        record("reopen", "host", session=1, table=1, why="a name was wrong")
        expect(band).to_contain_text("not locked: Session 1: table 1")
        band.get_by_role("link", name="Go to results").click()
        results = page.locator("tenbo-desk-results")
        expect(results.locator("tr[data-session='1']")).to_be_visible()
        of_picked = results.locator(".pick").get_by_role("button", name="Session 2")
        of_picked.click()
        expect(results.locator(".band")).to_contain_text("not locked: Session 1: table 1")
        expect(results.locator(".band .primary")).to_have_text("Go to session 1")
        assert part(page, "files").get_by_role("button", name="Print final standings").count() == 0


def test_what_is_hidden_is_in_no_paper_and_no_file_of_the_page_before_the_desk_asks_for_it(tmp_path, new_browser):
    """As the commands print and export it; the band leads to the release and then to the final standings."""
    with hall_of(0, tmp_path) as place:
        seat_eight(place.service.hall, tables=1, sessions=2)
        record = place.service.hall.records.record
        for session, scores in ((1, [30000] * 4), (2, [61700, 28300, 20000, 10000])):
            record("open", "host", session=session)
            record("correct", "host", session=session, table=1, scores=scores, why="slip", yes=True)
            record("lock", "host", session=session, table=1)
            record("end", "host", session=session, yes=True)
        record("hide", "host", session=2)
        page = open_desk_page(place, new_browser)
        band = page.locator("tenbo-desk-session .band")
        expect(band).to_contain_text("session 2")
        expect(band.locator(".primary")).to_have_text("Release results")
        results = part(page, "results")
        view(results, "Standings")
        expect(results.locator(".chip.warn")).to_contain_text("Session 2")
        expect(results.locator(".chip.well")).to_have_count(0)
        files = part(page, "files")
        standings = files.locator("[data-paper=standings]")

        def printed(what):
            with page.expect_download() as coming:
                files.locator(f"[data-paper={what}] button[value=html]").click()
            return coming.value.path().read_text("utf-8")

        # Chromium drops without a word what a page downloads beyond ten files in a second.
        def exported(*names):
            view(files, "Export")
            texts = {}
            for name in names:
                with page.expect_download() as coming:
                    files.get_by_role("button", name=f"Export {name}", exact=True).click()
                texts[name] = coming.value.path().read_text("utf-8")
            view(files, "Print")
            return texts

        expect(standings.get_by_role("button")).to_have_text(["PDF", "Web page"])
        expect(files.locator("[data-hidden]")).to_contain_text("Session 2")
        assert [what for what in ("standings", "report") if "+46,700" in printed(what)] == []
        assert "PROVISIONAL" in printed("standings").upper()
        texts = exported("standings.csv", "tables.csv", "hands.csv", "results.json", "sheets.txt")
        assert [name for name, text in texts.items() if re.search(r"61,?700", text)] == []
        assert "provisional: session 2: hidden" in texts["standings.csv"]
        files.locator("[data-hidden] input").check()
        expect(standings.get_by_role("button")).to_have_text(["PDF", "Web page"])
        assert "+46,700" in printed("standings")
        assert "61700" in exported("tables.csv")["tables.csv"]
        part(page, "session")
        band.locator(".primary").click()
        page.locator("tenbo-desk-session [data-answer=yes]").click()
        expect(band.locator(".primary")).to_have_text("Print final standings")
        expect(part(page, "files").locator("[data-hidden]")).to_have_count(0)
        expect(standings.get_by_role("button")).to_have_text(["Print final standings", "Web page"])


def test_the_next_step_of_a_session_stays_when_someone_is_registered_or_has_no_seat(tmp_path, new_browser):
    """Who is to play later is not asked for now, and who has no seat takes no step away from the band."""
    with hall_of(0, tmp_path) as place:
        seat_eight(place.service.hall, sessions=2)
        record = place.service.hall.records.record
        record("open", "host", session=1)
        record("correct", "host", session=1, table=1, scores=[30000] * 4, why="slip", yes=True)
        registration = place.service.hall.registration
        registration.register_players("id,name\n9,Rik Storm\n", yes=True)
        record("withdraw", "host", session=2, player=8, instead=9, why="ill", yes=True)
        page = open_desk_page(place, new_browser)
        band = page.locator("tenbo-desk-session .band")
        expect(band).to_contain_text("1 of 2 results are in")
        expect(band.locator(".primary")).to_have_text("Enter the slip of table 2")
        assert "Rik Storm" not in band.inner_text()
        registration.register_players("id,name\n10,Ida Ink\n", yes=True)
        page.reload()
        expect(band.locator("details")).to_contain_text("10 Ida Ink")
        expect(band.locator(".primary")).to_have_text("Enter the slip of table 2")
