"""The desk's pages as they are meant to look: one next step, undo beside what was done, nothing over the edge."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .accessibility import badly_marked_up
from .conftest import hall_of, log_in, seat_eight, wait_until
from .desk_pages import act_at, open_desk_page, part, said

pytestmark = pytest.mark.thorough("a browser at every page of the desk in three sizes")

SIZES = {390: 844, 1024: 768, 1440: 900}
PAGES = ("session", "people", "seats", "results", "files", "devices", "tournament", "walls", "join", "record")
SCORES = [32_000, 28_000, 35_000, 25_000]
# The contrast of each pair of colours by WCAG, and the frame of a button against what it lies on.
CONTRASTS = """() => {
    const style = getComputedStyle(document.documentElement);
    const light = (name) => {
        const hex = style.getPropertyValue(name).trim();
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
            .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
    };
    const texts = [["--ink", "--paper"], ["--ink", "--card"], ["--soft", "--card"], ["--soft", "--felt"],
        ["--on-accent", "--accent"], ["--accent", "--accent-paper"], ["--warn", "--warn-paper"],
        ["--danger", "--card"], ["--danger", "--danger-paper"], ["--good", "--card"], ["--good", "--good-paper"]];
    const edges = ["--card", "--paper"].map((on) => contrast("--edge", on));
    return { texts: texts.map((pair) => contrast(...pair)), edges };
}"""
# Filled buttons that are seen, and text below the smallest size, that of a phone's tabs.
FILLED = """() => [...document.querySelectorAll("main .primary")]
    .filter((one) => one.checkVisibility()).map((one) => one.textContent.trim())"""
SMALL = """() => [...document.querySelectorAll("body *")]
    .filter((one) => one.checkVisibility())
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 13)
    .map((one) => one.textContent.trim().slice(0, 40))"""
LARGEST = """() => {
    const texts = [...document.querySelectorAll(".opened *")]
        .filter((one) => one.checkVisibility() && one.children.length === 0 && one.textContent.trim());
    const size = (one) => parseFloat(getComputedStyle(one).fontSize);
    return texts.sort((one, other) => size(other) - size(one))[0].textContent.trim();
}"""


@pytest.fixture
def hall(tmp_path):
    """One table with a device and one on paper, in a session of eight people."""
    with hall_of(1, tmp_path) as place:
        seat_eight(place.service.hall, sessions=2)
        yield place


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_three_screens_with_one_filled_button_at_most(hall, new_browser, scheme):
    """No page is wider than its screen, has letters below 13 pixels or asks for two things at once."""
    hall.client.post("/v1/sessions/1/begin", yes=True)
    for width, height in SIZES.items():
        page = open_desk_page(hall, new_browser, viewport={"width": width, "height": height}, color_scheme=scheme)
        for name in PAGES:
            part(page, name)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            assert len(page.evaluate(FILLED)) <= 1, (name, width)
            assert page.evaluate(SMALL) == [], (name, width)
            assert page.locator("h1").count() == 1, (name, width)
            assert page.locator("h1").bounding_box()["y"] < 130, (name, width)
            if width == 390:
                assert badly_marked_up(page) == [], name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_and_frames_stand_out_from_what_they_lie_on(hall, new_browser, scheme):
    """4.5 for letters and 3 for the frame of a button, which had 1.4."""
    page = new_browser(color_scheme=scheme).new_page()
    page.goto(hall.url)
    contrasts = page.evaluate(CONTRASTS)
    assert min(contrasts["texts"]) >= 4.5
    assert min(contrasts["edges"]) >= 3


def test_a_result_on_paper_offers_nothing_that_is_done_with_a_game(hall, new_browser):
    """It has no game to detach, and its table has no last game to use."""
    hall.client.post("/v1/sessions/1/begin", yes=True)
    hall.service.hall.records.record("correct", "desk", session=1, table=2, scores=SCORES, why="slip")
    wait_until(lambda: [one["has_game"] for one in hall.client.get("/v1/sessions/1")] == [True, False])
    results = part(open_desk_page(hall, new_browser), "results")
    offered = {}
    for table in (1, 2):
        row = results.locator(f"tr[data-table='{table}']")
        row.locator(".menu summary").click()
        offered[table] = row.locator(".menu .items > *").count()
        assert row.locator(".menu .danger").count() == (table == 1)
        row.locator(".menu summary").click()
    assert offered == {1: 4, 2: 2}


def test_a_session_s_pages_say_what_comes_next_until_the_last_result_is_locked(hall, new_browser):
    """Start, slips of paper tables, locks, the next session; each by the only filled button."""
    page = open_desk_page(hall, new_browser)
    session = part(page, "session")
    wait_until(lambda: page.evaluate(FILLED) == ["Start session 1"])
    expect(session.locator("tr[data-table='2']")).to_contain_text("on paper")
    session.get_by_role("button", name="Start session 1").click()
    said(page, "Table 1 has started.")
    wait_until(lambda: hall.table(1).ledger.table is not None)
    # A table without a device is no trouble.
    expect(session.locator(".band")).to_have_attribute("data-tone", "well")
    wait_until(lambda: re.fullmatch(r"(1:)?\d\d:\d\d|begins in .*", page.evaluate(LARGEST)))
    for name in ("results", "session"):
        shown = part(page, name)
        expect(shown.locator(".band strong")).to_have_text("0 of 2 results are in. Tables 1-2: no results yet.")
        wait_until(lambda: page.evaluate(FILLED) == ["Enter the slip of table 2"])
    hall.table(1).play("end")
    expect(session.locator(".band")).to_have_attribute("data-tone", "warn")
    # When a table on paper finished, no one knows.
    expect(session.locator(".chip.well")).to_have_count(1)
    expect(session.get_by_text("The last table finished")).to_have_count(0)
    results = part(page, "results")
    hall.service.hall.slips.enter((1, 2), "Rea (referee)", SCORES, 0)
    expect(results.locator(".band button")).to_have_text("Lock 2 results")
    results.get_by_role("button", name="Lock 2 results").click()
    said(page, "2 results are locked.")
    # A session that runs is ended before the next one begins.
    expect(results.locator(".band .primary")).to_have_text("Go to session 1")
    wait_until(lambda: set(hall.service.hall.repository.tournament.locked) == {(1, 1), (1, 2)})
    page.get_by_role("button", name="Undo").click()
    said(page, "Undone: 2 results are locked.")
    wait_until(lambda: not hall.service.hall.repository.tournament.locked)
    expect(results.locator(".band button")).to_have_text("Lock 2 results")


def test_a_correction_says_what_happened_and_is_taken_back_beside_the_heading(hall, new_browser):
    """By hundreds, too; what is wrong stands at its field and is gone with the next attempt."""
    page = open_desk_page(hall, new_browser)
    results = part(page, "results")
    act_at(results, 2, "Correct scores")
    panel = results.locator(".panel")
    for seat, points in enumerate((320, 280, 350, 249)):
        panel.locator("input[data-points]").nth(seat).fill(str(points))
    panel.get_by_label("Reason").fill("slip")
    panel.get_by_role("button", name="Correct the scores").click()
    expect(panel.get_by_role("alert")).to_be_visible()
    panel.locator("input[data-points]").nth(3).fill("250")
    expect(panel.get_by_role("alert")).to_have_count(0)
    expect(panel).to_contain_text("sum 120,000 ✓")
    panel.get_by_role("button", name="Correct the scores").click()
    said(page, "Table 2: 32,000 28,000 35,000 25,000 recorded; 1 result missing.")
    assert hall.service.hall.repository.results.sheet(1, 2).scores == SCORES
    changes = results.locator("tr[data-of='2']")
    expect(changes.locator("li")).not_to_be_visible()
    changes.locator("summary").click()
    expect(changes.locator("li")).to_have_text("Ada (desk): corrected 32,000 · 28,000 · 35,000 · 25,000 (slip)")
    page.get_by_role("button", name="Undo").click()
    said(page, "Undone")
    assert hall.service.hall.repository.results.sheet(1, 2).state == "missing"


def test_what_was_done_covers_no_button_at_the_end_of_a_small_phone_s_page(hall, new_browser):
    """The page goes on behind it, on each view of the results."""
    page = open_desk_page(hall, new_browser, viewport={"width": 360, "height": 740})
    results = part(page, "results")
    results.get_by_role("tab", name="Penalties").click()
    form = results.locator("tenbo-desk-penalty")
    for label, text in (("Player", "Player 1"), ("Points", "-8000"), ("Reason", "late")):
        form.get_by_label(label).fill(text)
    form.get_by_role("button", name="Add penalty").click()
    said(page, "−8,000 (Player 1")
    for view, name in (("Tables", "Hide results"), ("Penalties", "Add penalty")):
        results.get_by_role("tab", name=view).click()
        button = results.get_by_role("button", name=name)
        button.wait_for()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        box, told = button.bounding_box(), page.locator(".done").bounding_box()
        assert box["y"] + box["height"] <= told["y"], name


def test_the_menus_say_who_has_logged_in(hall, new_browser):
    """On a laptop and on a phone; anyone else is asked to log in."""
    page = open_desk_page(hall, new_browser)
    page.locator(".status .menu summary").click()
    expect(page.locator(".status .menu a[href='/join']")).to_have_text("Logged in as Ada (desk)")
    phone = open_desk_page(hall, new_browser, viewport={"width": 390, "height": 844})
    phone.locator(".parts button").click()
    expect(phone.locator(".parts a[href='/join']")).to_have_text("Logged in as Ada (desk)")
    anyone = new_browser().new_page()
    anyone.goto(hall.url)
    anyone.locator(".status .menu summary").click()
    expect(anyone.locator(".status .menu a[href='/join']")).to_have_text("Log in")


def test_an_act_whose_answer_was_lost_is_done_once_when_it_is_sent_again(hall, new_browser):
    """The page keeps the key of what got no answer."""
    page = open_desk_page(hall, new_browser)
    results = part(page, "results")
    results.get_by_role("tab", name="Penalties").click()
    form = results.locator("tenbo-desk-penalty")
    for label, text in (("Player", "Player 1"), ("Points", "-8000"), ("Reason", "late")):
        form.get_by_label(label).fill(text)

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/v1/records", lose)
    form.get_by_role("button", name="Add penalty").click()
    expect(form.get_by_role("alert")).to_contain_text("may have been carried out")
    page.unroute("**/v1/records")
    form.get_by_role("button", name="Add penalty").click()
    said(page, "−8,000 (Player 1")
    assert sum(record.kind == "penalty" for record in hall.service.hall.repository.desk.records) == 1


def test_tables_without_a_device_stand_in_the_hall_and_on_walls_with_their_result(hall, new_browser):
    """Each has a page of its own, and the own phone says the place among all, once a session has ended."""
    page = new_browser(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{hall.url}/table/2")
    expect(page.locator(".card")).to_contain_text("Next: session 1")
    hall.client.post("/v1/sessions/1/begin", yes=True)
    slip = page.locator("main .button")
    expect(slip).to_have_attribute("href", "/slips?session=1&table=2")
    page.goto(f"{hall.url}/table/3")
    expect(page.locator("main")).to_contain_text("There is no table 3.")
    for path in ("/", "/wall?turn=0&show=tables"):
        page.goto(hall.url + path)
        card = page.locator("article[data-table='2']")
        expect(card).to_contain_text("on paper")
        expect(card).to_contain_text("Player 5")
    hall.service.hall.slips.enter((1, 2), "Rea (referee)", SCORES, 0)
    for path in ("/", "/wall?turn=0&show=tables"):
        page.goto(hall.url + path)
        card = page.locator("article[data-table='2']")
        expect(card.locator(".score")).to_have_text(["32,000", "28,000", "35,000", "25,000"])
        expect(card.locator(".place")).to_have_text(["2nd", "3rd", "1st", "4th"])
    page.goto(hall.url)
    page.get_by_role("link", name="Table 2").click()
    expect(page.locator(".card .score")).to_have_text(["32,000", "28,000", "35,000", "25,000"])
    expect(slip).to_have_count(0)
    hall.service.hall.records.record("end", "desk", session=1, yes=True)
    phone = new_browser(viewport={"width": 390, "height": 844}).new_page()
    log_in(hall, phone, "reader", "Mia")
    phone.goto(f"{hall.url}/me?player=6")
    expect(phone.locator("header")).to_contain_text("3rd of 4 in the tournament")
    phone.locator(".tab-bar").get_by_role("link", name="Hall").click()
    phone.locator("article").first.wait_for()
    phone.locator(".tab-bar summary").click()
    expect(phone.locator(".tab-bar").get_by_role("link", name="Slips")).to_be_visible()
    phone.locator(".tab-bar").get_by_role("link", name="Slips").focus()
    phone.keyboard.press("Escape")
    expect(phone.locator(".tab-bar").get_by_role("link", name="Slips")).to_be_hidden()
    expect(phone.locator(".tab-bar summary")).to_be_focused()


def test_what_the_service_records_by_itself_is_one_line_of_the_record(hall, new_browser):
    """People look for what people did; the hours are those of the clock in the header."""
    for wall in (1, 2):
        hall.service.hall.records.record("wall", "host", wall=wall, shows=["tables"])
    record = part(open_desk_page(hall, new_browser), "record")
    expect(record.locator(".record > .run").first.locator("summary")).to_contain_text("2 ")
    expect(record.locator(".record > .run li").first).not_to_be_visible()
    expect(record.locator("time").last).to_have_text(re.compile(r"^[0-2]\d:[0-5]\d$"))


def test_a_row_with_a_pulled_cable_is_as_high_as_the_design_allows_and_the_band_says_why_below(hall, new_browser):
    """Below 84 pixels, with a second line in the band for what the operator does; in long languages, too."""
    hall.client.post("/v1/sessions/1/begin", yes=True)
    wait_until(lambda: hall.table(1).ledger.table is not None)
    hall.table(1).play("hand")
    hall.table(1).play("win", wins=[{"seat": 0, "from": 2, "han": 3, "fu": 30}])
    hall.paper.tables[0].pull()
    for language in ("fr", "de", "en"):
        page = open_desk_page(hall, new_browser, viewport={"width": 1366, "height": 768}, locale=language)
        for name in ("session", "results", "devices"):
            row = part(page, name).locator("tr[data-table='1']")
            row.locator(".old").wait_for()
            assert row.bounding_box()["height"] < 84, (name, language)
            assert find_layout_faults(page) == [], (name, language)
    band = part(page, "session").locator(".band")
    expect(band.locator("strong")).to_have_text(re.compile(r"^\s*Table 1: cable pulled [^:]+ ago\s*$"))
    # Its path tells no one which cable it was; who wants it finds it among the devices.
    expect(band.locator("p")).to_contain_text("plug the table's cable in again", ignore_case=True)
    port = hall.paper.ports[0]
    expect(band).not_to_contain_text(port)
    row = part(page, "devices").locator("tr[data-table='1']")
    expect(row).to_contain_text("plug the table's cable in again", ignore_case=True)
    expect(row.get_by_text(port)).to_be_hidden()
    row.get_by_text("Technical").click()
    expect(row.get_by_text(port)).to_be_visible()
    page.goto(f"{hall.url}/table/1")
    expect(page.locator("main > .old")).to_contain_text("plug the table's cable in again")
    expect(page.locator("main")).not_to_contain_text(port)


def test_a_page_without_anything_has_one_sentence_and_no_form_that_cannot_work(tmp_path, new_browser):
    with hall_of(0, tmp_path) as place:
        page = new_browser().new_page()
        log_in(place, page, "desk", "Ada")
        page.goto(f"{place.url}/desk")
        page.locator(".steps").wait_for()
        files = part(page, "files")
        expect(files.locator("form.line")).to_have_count(2)
        expect(files).to_contain_text("No sessions yet")
        expect(part(page, "people").locator("details")).to_have_count(2)
        devices = part(page, "devices")
        expect(devices).to_contain_text("No tables yet")
        expect(devices.locator("form, details")).to_have_count(0)


def test_a_session_that_has_not_started_asks_for_no_slip_and_one_that_has_ended_stays_open(hall, new_browser):
    """The next act is to start it; after the end the results are locked before anyone goes on."""
    page = open_desk_page(hall, new_browser)
    results = part(page, "results")
    expect(results.locator(".band .primary")).to_have_text("Go to session 1")
    expect(results.locator(".chip.warn")).to_have_count(0)
    hall.client.post("/v1/sessions/1/begin", yes=True)
    wait_until(lambda: hall.table(1).ledger.table is not None)
    hall.table(1).play("end")
    hall.service.hall.slips.enter((1, 2), "Rea (referee)", SCORES, 0)
    session = part(page, "session")
    session.get_by_role("button", name="End session 1").first.click()
    said(page, "Session 1 has ended.")
    expect(session.locator(".band .primary")).to_have_text("Go to results")
    files = part(page, "files")
    for paper in ("seats", "slips"):
        expect(files.locator(f"[data-paper={paper}] select")).to_have_value("2")


def test_words_in_place_of_the_clock_are_small_and_leave_the_name_its_room(hall, new_browser):
    """A long name has two lines, and none is cut."""
    about = {"title": "Autumn Riichi Open of the Low Countries", "rules": "ema-2025"}
    hall.service.hall.records.record("tournament", "desk", **about)
    hall.client.post("/v1/sessions/1/begin", yes=True)
    hall.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)
    hall.service.hall.records.record("end", "desk", session=1, yes=True)
    page = new_browser(viewport={"width": 390, "height": 844}).new_page()
    page.goto(hall.url)
    clock = page.locator(".status .clock")
    expect(clock).to_have_text("session 1 has ended")
    assert clock.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") == 14
    title = page.locator(".status .title")
    expect(title).to_have_text(about["title"])
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 2")


def test_a_hall_of_paper_alone_is_on_the_wall_and_many_missing_tables_are_counted(tmp_path, new_browser):
    """Every second of thirty tables would fill the band of a phone."""
    with hall_of(0, tmp_path) as place:
        seat_eight(hall := place.service.hall)
        people = "id,name\n" + "".join(f"{n},Player {n}\n" for n in range(9, 121))
        hall.registration.register_players(people, yes=True)
        plan = [[1, table, [4 * table - 3 + seat for seat in range(4)]] for table in range(1, 31)]
        hall.records.record("plan", "desk", tables=plan, yes=True)
        hall.sessions.begin(1, "desk", yes=True)
        for table in range(1, 31, 2):
            hall.slips.enter((1, table), "Rea (referee)", SCORES, 0)
        wall = new_browser(viewport={"width": 1366, "height": 768}).new_page()
        wall.goto(f"{place.url}/wall?show=tables&turn=0")
        expect(wall.locator("article[data-table='2']")).to_contain_text("on paper")
        expect(wall.locator("article[data-table='1'] .score").first).to_have_text("32,000")
        page = open_desk_page(place, new_browser, viewport={"width": 390, "height": 844})
        results = part(page, "results")
        expect(results.locator(".band strong")).to_have_text("15 of 30 results are in. 15 tables: no results yet.")
        results.get_by_role("tab", name="Standings").click()
        total = results.locator(".ranking tbody tr").first.locator("td").nth(1)
        name = results.locator(".ranking tbody tr").first.locator("td").first
        assert name.bounding_box()["x"] + name.bounding_box()["width"] <= total.bounding_box()["x"] + 1
