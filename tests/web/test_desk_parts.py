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

from .conftest import wait_until
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


def test_a_downloaded_file_has_its_address_for_as_long_as_a_browser_may_read_it(desk_page):
    """Firefox reads it only a while after the click; what RiichiNomi's file leaves out is said beside it."""
    desk_page.clock.install()
    desk_page.evaluate(
        "() => { window.gone = 0; const really = URL.revokeObjectURL.bind(URL);"
        " URL.revokeObjectURL = (one) => { window.gone += 1; really(one); }; }"
    )
    files = part(desk_page, "files")
    view(files, "Export")
    button = files.get_by_role("button", name="Export riichinomi.csv", exact=True)
    expect(files.get_by_text("which knows no substitutes and no missed sessions")).to_be_visible()
    with desk_page.expect_download():
        button.click()
    desk_page.clock.run_for(30_000)
    assert desk_page.evaluate("gone") == 0
    desk_page.clock.run_for(15_000)
    assert desk_page.evaluate("gone") == 1


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
