"""The other parts of the desk: devices, the tournament, plans, paper and files, codes."""

from __future__ import annotations

import re

import pytest
import segno
from playwright.sync_api import expect

from dialled_tables import DialledTable
from tenbo.printing.posters import join_link
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store import SqliteStore
from tenbo.tournament.record_log import load_records

from .conftest import hall_of, log_in, seat_eight, wait_until
from .desk_pages import act_at, open_desk_page, part, planned_hall, said, under, view

pytestmark = pytest.mark.thorough("a browser through every part of the desk")

# A name and a password with signs that mean something in the code of a Wi-Fi.
WIFI = {"wifi": "Club; A", "wifi_password": "one,two:3\\4"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a hall of this file's own."""
    with planned_hall(tmp_path_factory.mktemp("desk"), **WIFI) as place:
        yield place


@pytest.fixture
def desk_page(hall, new_browser):
    """Return the desk's page, joined as Ada."""
    return open_desk_page(hall, new_browser)


def test_the_devices_are_told_apart_felt_and_said_to_be_away(hall, desk_page, monkeypatch):
    """How one does, with the age of the answer; a cable that is pulled counts its seconds."""
    devices = part(desk_page, "devices")
    row = devices.locator("tr[data-table='2']")
    act_at(devices, 2, "Blink")
    wait_until(lambda: any(message[0] == "blink" for message in hall.table(2).received))
    act_at(devices, 2, "Check now")
    row.get_by_text("well (5.02 V)").wait_for()
    hall.table(2).pull()
    row.locator(".old").get_by_text("cable pulled").wait_for()
    hall.table(2).plug()
    row.get_by_text("connected").wait_for()
    monkeypatch.setattr(hall.service.hall.numbers, "number_new", False)
    act_at(devices, 2, "Remove its number ...")
    free = devices.locator("#free")
    device = hall.table(2).device
    assert free.get_by_label("Device").input_value() == device
    free.get_by_role("button", name="Remove its number").click()
    # A question is no next step: it has no filled button, and its two answers differ in colour.
    expect(free.locator("[data-answer=yes]")).to_have_class("danger")
    free.locator("[data-answer=yes]").click()
    stranger = under(devices, "New devices")
    stranger.get_by_text(device).first.wait_for()
    stranger.get_by_label("Table number").fill("2")
    stranger.get_by_role("button", name="Assign").click()
    stranger.wait_for(state="detached")
    wait_until(lambda: hall.service.hall.numbers.table_number_of(device) == 2)
    row.get_by_text("connected").wait_for()


def test_a_device_that_tells_no_figures_is_well_without_brackets(hall, desk_page):
    """A tablet that has a cable tells neither supply nor signal."""
    figures = hall.table(1).health_fields
    told = {name: figures.pop(name) for name in ("supply_mv", "signal", "battery") if name in figures}
    try:
        devices = part(desk_page, "devices")
        act_at(devices, 1, "Check now")
        expect(devices.locator("tr[data-table='1']")).to_contain_text(re.compile(r"well\s+\d+\ss ago"))
    finally:
        figures.update(told)


def test_a_table_without_a_cable_shows_its_signal_and_battery_unasked(hall, desk_page, tmp_path, monkeypatch):
    """A flat battery looks like a bad radio, and both can be mended before the table is dark."""
    monkeypatch.setattr("tenbo.devices.inbound_station.FIRST_HEALTH_MS", 0)
    table = DialledTable(tmp_path / "t", "tablet40", hall.service.server.url)
    table.health_fields |= {"signal": -61, "battery": 17}
    keys = hall.service.access.table_keys()
    table.keys = {keys.hall: next(key for key, number in keys.tables.items() if number == 40)}
    with FakeTables(tmp_path, 0, [table]):
        row = part(desk_page, "devices").locator("tr[data-table='40']")
        row.get_by_text("signal -61 dBm, battery 17 %").wait_for()
        row.get_by_text("connected").wait_for()


def test_the_tournament_is_named_and_what_is_wrong_in_it_said_at_its_field(hall, desk_page):
    """What is left as it was stays; a day that there is not is refused where it was typed."""
    about = part(desk_page, "tournament")
    about.get_by_label("Title").fill("Spring Open")
    about.get_by_label("Rule book").select_option("ema-2025")
    about.get_by_label("Date or dates").fill("32.03.2026")
    about.get_by_role("button", name="Save").click()
    about.locator("input[name=date][aria-invalid=true]").wait_for()
    assert hall.service.hall.repository.tournament.title != "Spring Open"
    about.get_by_label("Date or dates").fill("21-22.03.2026")
    about.get_by_role("button", name="Save").click()
    said(desk_page, "The tournament is saved.")
    tournament = hall.service.hall.repository.tournament
    assert (tournament.title, tournament.rules, tournament.days) == ("Spring Open", "ema-2025", 2)
    about.get_by_text("21-22.03.2026").wait_for()
    # A wrong book is seen by its points.
    expect(about.locator(".note")).to_have_text("Start points: 30,000 · uma: +15,000 +5,000 −5,000 −15,000")
    about.get_by_role("button", name="Edit the tournament").click()
    expect(about.get_by_label("Date or dates")).to_have_value("21-22.03.2026")
    about.get_by_label("Town").fill("Utrecht")
    about.get_by_role("button", name="Save").click()
    wait_until(lambda: hall.service.hall.repository.tournament.venue == "Utrecht")
    assert hall.service.hall.repository.tournament.date == tournament.date
    for typed, days in (("31.03-01.04.2026", 2), ("01.04.2026", 1)):
        about.get_by_role("button", name="Edit the tournament").click()
        about.get_by_label("Date or dates").fill(typed)
        about.get_by_role("button", name="Save").click()
        wait_until(lambda days=days: hall.service.hall.repository.tournament.days == days)
        about.get_by_text("31.03.-01.04.2026" if days == 2 else ", Utrecht").wait_for()


def test_a_plan_is_made_beside_everything_else_and_seats_nobody_before_a_yes(hall, desk_page):
    """Its progress is seen, it may be ended with the best so far, and how good it is stands with it."""
    seats = part(desk_page, "seats")
    plan = seats.locator("tenbo-desk-planning")
    plan.get_by_label("From session").fill("9")
    plan.get_by_label("Sessions", exact=True).fill("3")
    plan.get_by_text("Options", exact=True).click()
    plan.get_by_label("Seconds to search").fill("600")
    plan.get_by_label("Some players may sit out").check()
    plan.get_by_role("button", name="Find seats").click()
    plan.get_by_role("progressbar").wait_for()
    plan.get_by_role("button", name="Use the best plan so far").click()
    plan.get_by_role("row", name="Repeated meetings").wait_for()
    # What the figures do not say: how often people of one club meet, or who sits out.
    expect(plan.get_by_role("listitem")).not_to_have_count(0)
    expect(plan.locator(".band strong")).to_have_text(re.compile("plan"))
    # Anyone who searches once more, longer or by another seed, has typed the rest.
    for label, typed in (("From session", "9"), ("Sessions", "3"), ("Seconds to search", "600")):
        expect(plan.get_by_label(label, exact=True)).to_have_value(typed)
    expect(plan.get_by_label("Some players may sit out")).to_be_checked()
    before = hall.service.hall.repository.desk.records[-1].n
    assert hall.service.hall.repository.desk.records[-1].n == before
    # No one sits there yet, so nothing is asked; the second time the seats are replaced.
    plan.get_by_role("button", name="Use this plan").first.click()
    plan.get_by_text("players are seated at").first.wait_for()
    before = hall.service.hall.repository.desk.records[-1].n
    # What is in use is not offered, after a reload either and when two have changed their seats; another plan is.
    offer = plan.locator(".band").get_by_role("button", name="Use this plan")
    expect(offer).to_have_count(0)
    desk_page.reload()
    plan.get_by_label("From session").wait_for()
    expect(offer).to_have_count(0)
    plan.get_by_label("From session").fill("9")
    plan.get_by_label("Sessions", exact=True).fill("3")
    plan.get_by_text("Options", exact=True).click()
    plan.get_by_label("Seconds to search").fill("1")
    plan.get_by_label("Seed").fill("2")
    plan.get_by_label("Some players may sit out").check()
    plan.get_by_role("button", name="Find seats").click()
    offer.click()
    plan.get_by_text("This plan will replace existing seats. Sessions affected: 9-11.").wait_for()
    assert hall.service.hall.repository.desk.records[-1].n == before
    plan.get_by_role("button", name="No", exact=True).click()
    tables = {place: seated for place, seated in hall.service.hall.repository.tournament.seats.items() if place[0] >= 9}
    assert {session for session, _ in tables} == {9, 10, 11}
    known = set(hall.service.hall.repository.people())
    assert all(set(seated) <= known and len(set(seated)) == 4 for seated in tables.values())
    plan.get_by_label("From session").fill("10")
    plan.get_by_label("What").select_option("again")
    plan.get_by_label("Sessions", exact=True).fill("1")
    plan.locator(".options").evaluate("one => { one.open = true; }")
    plan.get_by_label("Seconds to search").fill("1")
    plan.get_by_role("button", name="Find seats").click()
    expect(plan.locator("summary", has_text="Seats of this plan")).to_be_visible()
    wait_until(lambda: len({row[0] for row in hall.service.hall.planning.status().get("tables", [])}) == 1)
    plan.get_by_label("What").select_option("swiss")
    plan.get_by_label("From session").fill("1")
    plan.get_by_role("button", name="Find seats").click()
    plan.locator("input[name=session][aria-invalid=true]").or_(plan.get_by_role("alert")).first.wait_for()


def test_a_poster_leads_a_player_s_phone_to_their_own_table(hall, desk_page, new_browser, tmp_path):
    """The desk's page is open on the computer itself, at an address that phones cannot reach: another is asked for."""
    paper = part(desk_page, "files").locator("[data-paper=codes]")
    paper.get_by_role("button", name="Web page").click()
    paper.locator("input[name=address][aria-invalid=true]").wait_for()
    paper.get_by_text("phones cannot reach 127.0.0.1").wait_for()
    paper.get_by_label("Address at which").fill("192.168.1.7:8484")
    with desk_page.expect_download() as coming:
        paper.get_by_role("button", name="Web page").click()
    coming.value.save_as(tmp_path / "codes.html")
    told = (tmp_path / "codes.html").read_text("utf-8")
    assert "http://192.168.1.7:8484/join" in told
    assert "Its name: Club; A" in told
    code = next(row["code"] for row in hall.service.access.codes() if row["role"] == "reader")
    assert code in told
    phone = new_browser(viewport={"width": 390, "height": 844}).new_page()
    phone.goto(f"{hall.url}{join_link('', None, code).removeprefix('http://')}")
    phone.get_by_label("Your name").fill("Mia")
    phone.locator("main form button").click()
    phone.wait_for_url("**/me")


def test_paper_files_and_a_backup_come_out_and_a_game_comes_in(hall, desk_page, tmp_path):
    """Each as the commands make it; what is refused is told where it was asked for."""
    files = part(desk_page, "files")
    for what, form in (("seats", "pdf"), ("slips", "html"), ("standings", "pdf"), ("report", "html")):
        paper = files.locator(f"[data-paper={what}]")
        paper.get_by_label("Session").select_option("1")
        with desk_page.expect_download() as coming:
            paper.locator(f"button[value={form}]").click()
        coming.value.save_as(tmp_path / "paper")
        assert coming.value.suggested_filename == f"{what}.{form}"
        assert (tmp_path / "paper").read_bytes().startswith(b"%PDF-" if form == "pdf" else b"<!DOCTYPE html>")
        said(desk_page, f"{what}.{form} has been downloaded")
    view(files, "Export")
    with desk_page.expect_download() as coming:
        files.get_by_role("button", name="Export players.csv", exact=True).click()
    coming.value.save_as(tmp_path / "players.csv")
    read = (tmp_path / "players.csv").read_text("utf-8")
    assert "\n3,Player,3," in read
    # Excel knows the letters by the mark; the page of RiichiNomi does not know the mark.
    assert read.startswith("\ufeffid,")
    with desk_page.expect_download() as coming:
        files.get_by_role("button", name="Export riichinomi-players.csv", exact=True).click()
    coming.value.save_as(tmp_path / "pasted.csv")
    assert (tmp_path / "pasted.csv").read_text("utf-8").startswith("ID,")
    files.get_by_role("button", name="ema.csv").click()
    files.get_by_role("alert").wait_for()
    view(files, "Backup")
    with desk_page.expect_download() as coming:
        files.get_by_role("button", name="Make a backup").click()
    coming.value.save_as(tmp_path / "copy.db")
    with SqliteStore(tmp_path / "copy.db", readonly=True) as copy:
        assert load_records(copy)[0].kind == hall.service.hall.repository.desk.records[0].kind
    view(files, "Import")
    game = under(files, "Import a game log")
    game.get_by_label("File").set_input_files("examples/server-game.json")
    game.get_by_label("Session").select_option("8")
    game.get_by_label("Table").fill("2")
    game.get_by_label("Reason").fill("played online")
    game.get_by_role("button", name="Add the result").click()
    game.get_by_text("everything agrees with Tenbo's own scoring").wait_for()
    assert hall.service.hall.repository.results.sheet(8, 2).state == "complete"
    game.get_by_label("File").set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b"hello"})
    game.get_by_label("Table").fill("1")
    game.get_by_label("Reason").fill("a slip")
    game.get_by_role("button", name="Add the result").click()
    game.get_by_role("alert").get_by_text("neither tenhou.net/6 JSON").wait_for()


def test_the_codes_are_shown_with_what_a_phone_reads(hall, desk_page, new_browser):
    """A referee joins with one; anyone who has joined is out when the codes are made again, and the page says so."""
    part(desk_page, "join").get_by_role("button", name="Show the codes").click()
    expected = segno.make("WIFI:T:WPA;S:Club\\; A;P:one\\,two\\:3\\\\4;;", micro=False)
    shown = desk_page.locator(".codes .wifi img").get_attribute("src")
    assert shown == expected.svg_data_uri(scale=4, border=4, light="white")
    referee = desk_page.locator(".codes li", has_text="referee")
    assert referee.locator("img").get_attribute("src").startswith("data:image/svg+xml")
    phone = new_browser().new_page()
    phone.goto(f"{hall.url}/join#{referee.locator('code').inner_text()}")
    phone.get_by_role("button", name="Log in").click()
    phone.wait_for_url(f"{hall.url}/hall")
    phone.locator("article").first.wait_for()
    phone.goto(f"{hall.url}/desk")
    phone.get_by_text("To use the desk, log in with the desk's code").wait_for()


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

        def exported():
            view(files, "Export")
            texts = {}
            for name in ("standings.csv", "tables.csv", "hands.csv", "results.json", "sheets.txt"):
                with page.expect_download() as coming:
                    files.get_by_role("button", name=f"Export {name}", exact=True).click()
                texts[name] = coming.value.path().read_text("utf-8")
            view(files, "Print")
            return texts

        expect(standings.get_by_role("button")).to_have_text(["PDF", "Web page"])
        expect(files.locator("[data-hidden]")).to_contain_text("Session 2")
        assert [what for what in ("standings", "report") if "+46,700" in printed(what)] == []
        assert "PROVISIONAL" in printed("standings").upper()
        texts = exported()
        assert [name for name, text in texts.items() if re.search(r"61,?700", text)] == []
        assert "provisional: session 2: hidden" in texts["standings.csv"]
        files.locator("[data-hidden] input").check()
        expect(standings.get_by_role("button")).to_have_text(["PDF", "Web page"])
        assert "+46,700" in printed("standings")
        assert "61700" in exported()["tables.csv"]
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
