"""The desk in a browser: a session from its beginning to its end, by the page alone, beside another desk."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tenbo.store import Store
from tenbo.tournament.desk import records_in

from .conftest import hall_of, until

PARTS = ("session", "people", "seats", "results", "devices", "files", "tournament", "join", "record")
SHEET = (("East", "32000"), ("South", "28000"), ("West", "35000"), ("North", "25000"))


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two tables with a plan for eight sessions, of which each test takes its own."""
    with hall_of(2, tmp_path_factory.mktemp("desk")) as place:
        people = "id,name\n" + "".join(f"{n},Player {n}\n" for n in range(1, 10))
        place.service.hall.register(people, yes=True)
        seats = [[session, table, [4 * table - 3 + n for n in range(4)]] for session in range(1, 9) for table in (1, 2)]
        place.service.hall.record("plan", "host", tables=seats, yes=True)
        yield place


def joined(hall, person, name="Ada", **wishes):
    """Return the desk's page of somebody who has joined by the operator's link."""
    page = person(**wishes).new_page()
    key = next(row["key"] for row in hall.service.access.codes() if "key" in row)
    page.goto(f"{hall.url}/join#{key}")
    page.locator("input[name=name]").fill(name)
    page.locator("main form").get_by_role("button").click()
    page.wait_for_url("**/desk")
    page.locator("#clock-head").wait_for()
    return page


@pytest.fixture
def desk(hall, person):
    """Return the desk's page, joined as Ada."""
    return joined(hall, person)


def part(page, name):
    """Open a part of the desk, and return it."""
    page.locator(f".parts a[href='#{name}']").click()
    opened = page.locator(f"tenbo-desk-{'joining' if name == 'join' else name}")
    opened.locator("h2").first.wait_for()
    return opened


def under(place, heading):
    """Return the section with a heading."""
    return place.locator("section", has=place.page.get_by_role("heading", name=heading, exact=True))


def last(hall, kind):
    """Return the last record of a kind, or None."""
    return next((one for one in reversed(hall.service.hall.desk.records) if one.kind == kind), None)


def of_session(place, session):
    """Choose a session in a part."""
    place.locator("select[name=session]").first.select_option(str(session))
    place.locator(f"tr[data-session='{session}']").first.wait_for()


def test_a_session_is_begun_timed_and_ended_from_the_page(hall, desk):
    """What the page does stands in the record under the name that was given; what may be a slip is asked about."""
    session = part(desk, "session")
    of_session(session, 1)
    about, clock = under(session, "Session"), under(session, "Clock")
    about.get_by_role("button", name="Begin at every seated table").click()
    about.get_by_text("begun: 1, 2").wait_for()
    until(lambda: all(table.ledger.table is not None for table in hall.paper.tables))
    clock.get_by_label("Minutes", exact=True).fill("60")
    clock.get_by_role("button", name="Start the clock").click()
    clock.get_by_role("button", name="5 minutes more").click()
    until(lambda: hall.service.timekeeper.clock.length == 65 * 60_000)
    clock.get_by_label("Longer by minutes").fill("-15")
    clock.get_by_role("button", name="Change the length").click()
    until(lambda: hall.service.timekeeper.clock.length == 50 * 60_000)
    assert {record.by for record in hall.service.hall.desk.records if record.kind == "clock"} == {"Ada (desk)"}
    about.get_by_role("button", name="End session 1").click()
    about.get_by_role("alert").get_by_text("not finished").wait_for()
    about.get_by_role("button", name="No", exact=True).click()
    assert 1 not in hall.service.hall.tournament.ended
    about.get_by_role("button", name="End session 1").click()
    about.get_by_role("button", name="Yes, do it").click()
    about.get_by_text("Session 1 has ended.").wait_for()
    assert 1 in hall.service.hall.tournament.ended
    clock.get_by_role("button", name="End the session's time").click()
    clock.get_by_text("ends now, at every table").wait_for()
    assert not hall.service.timekeeper.clock.over
    clock.get_by_role("button", name="Yes, do it").click()
    clock.get_by_text("time is up").wait_for()


def test_a_yes_goes_through_at_once_although_no_news_come(hall, desk, monkeypatch):
    """What was seen is what the page has read itself: news that are late, or lost, make nobody answer twice."""
    monkeypatch.setattr(hall.service.hall.changes, "publish", lambda *_: None)
    session = part(desk, "session")
    of_session(session, 2)
    about = under(session, "Session")
    about.get_by_role("button", name="Begin at every seated table").click()
    if hall.service.hall.tournament.sessions[0] not in hall.service.hall.tournament.opened:
        about.get_by_role("button", name="Yes, do it").click()
    about.get_by_text("begun: 1, 2").wait_for()
    until(lambda: {place for place in hall.service.hall.tournament.games if place[0] == 2} == {(2, 1), (2, 2)})
    about.get_by_role("button", name="End session 2").click()
    about.get_by_role("button", name="Yes, do it").click()
    about.get_by_text("Session 2 has ended.").wait_for()


def test_what_another_desk_has_done_is_told_and_not_overwritten(hall, desk, person):
    """Whose sheet it is now and what it says comes before a yes; the other's page tells who was the second."""
    other = joined(hall, person, "Bea")
    pages = {"Ada": part(desk, "results"), "Bea": part(other, "results")}
    for page in pages.values():
        of_session(page, 3)
        page.locator("tr[data-table='1']").get_by_role("button", name="Change").click()
    for name, west in (("Bea", "35000"), ("Ada", "35100")):
        form = under(pages[name], "Table 1 in session 3")
        for seat, (wind, points) in enumerate(SHEET):
            form.get_by_label(f"Player {seat + 1}").fill(west if wind == "West" else points)
        form.get_by_label("Why").first.fill("sheet")
    bea, ada = (under(pages[name], "Table 1 in session 3") for name in ("Bea", "Ada"))
    bea.get_by_role("button", name="Correct the scores").click()
    bea.get_by_text("done").wait_for()
    desk.get_by_text("Bea (desk) has recorded: scores corrected").wait_for()
    assert ada.get_by_label("Player 3").input_value() == "35100"
    ada.get_by_label("North").or_(ada.get_by_label("Player 4")).fill("24900")
    ada.get_by_role("button", name="Correct the scores").click()
    ada.get_by_role("alert").get_by_text("Bea (desk) has recorded correct session 3 table 1").wait_for()
    assert last(hall, "correct").by == "Bea (desk)"
    ada.get_by_role("button", name="Yes, do it").click()
    ada.get_by_text("It replaces 32,000 28,000 35,000 25,000 by Bea (desk): sheet").wait_for()
    assert last(hall, "correct").by == "Ada (desk)"
    other.get_by_text("Ada (desk) has recorded: scores corrected").wait_for()


def test_what_is_wrong_stands_beside_its_field(hall, desk):
    """And the field says so to whoever does not see it; nothing is recorded."""
    results = part(desk, "results")
    penalty = under(results, "Penalty")
    before = len(hall.service.hall.desk.records)
    penalty.get_by_label("Session").select_option("4")
    penalty.get_by_label("Player, by name or number").fill("Nobody At All")
    penalty.get_by_label("Points").fill("-1000")
    penalty.get_by_label("Why").fill("late")
    penalty.get_by_role("button", name="Record the penalty").click()
    field = penalty.locator("input[name=player][aria-invalid=true]")
    field.wait_for()
    told = penalty.locator(f"#{field.get_attribute('aria-describedby')}")
    assert "nobody who is registered" in told.inner_text()
    assert penalty.get_by_role("alert").count() == 1
    assert len(hall.service.hall.desk.records) == before
    penalty.get_by_label("Player, by name or number").fill("Player 3")
    penalty.get_by_role("button", name="Record the penalty").click()
    penalty.get_by_text("-1,000 for Player 3").wait_for()
    made = last(hall, "penalty").fields
    assert (made["points"], made["session"], made["table"], made["seat"]) == (-1000, 4, 1, 2)


def test_people_come_late_leave_and_are_found_twice(hall, desk):
    """Whoever comes gets a number and the seat that somebody has left; a name that is there already is asked about."""
    people = part(desk, "people")
    people.locator("#leaves summary").click()
    leaves = people.locator("#leaves")
    leaves.get_by_label("Who", exact=True).fill("Player 8")
    leaves.get_by_label("From session").select_option("5")
    leaves.get_by_label("Why").fill("ill")
    leaves.get_by_role("button", name="Record it").click()
    leaves.get_by_text("nobody sits at table 2 N").first.wait_for()
    people.locator("#late summary").click()
    late = people.locator("#late")
    late.get_by_label("Name").fill('Grace "Amazing" Hopper')
    late.get_by_label("Country").fill("UK")
    late.get_by_label("The first empty seats from").select_option("5")
    late.get_by_role("button", name="Add").click()
    late.get_by_text("Session 5: table 2 N").wait_for()
    hopper = next(one for one in hall.service.hall.people().values() if one.last == "Hopper")
    assert (hopper.first, hopper.country) == ('Grace "Amazing"', "GBR")
    assert hall.service.hall.tournament.seats[5, 2][3] == hopper.id
    people.locator("#people-file summary").click()
    file = people.locator("#people-file")
    text = b"name,club\nPlayer 2,Ockham\nAda Lovelace,Ockham\n"
    file.get_by_label("File").set_input_files({"name": "p.csv", "mimeType": "text/csv", "buffer": text})
    file.get_by_role("button", name="Read it").click()
    file.get_by_role("alert").get_by_text("Player 2 has the name of player 2").wait_for()
    assert "Lovelace" not in {one.last for one in hall.service.hall.people().values()}
    file.get_by_role("button", name="Yes, do it").click()
    file.get_by_text("Ada Lovelace").wait_for()
    people.get_by_label("Find").fill("player 2")
    people.locator("tbody tr", has_text="the same as number").first.wait_for()


def test_two_people_are_tapped_and_change_seats(hall, desk):
    """Across tables; a table is seated by hand and taken out, after a question that names it."""
    seats = part(desk, "seats")
    of_session(seats, 6)
    seats.get_by_role("button", name="1 Player 1", exact=True).click()
    seats.get_by_role("button", name="6 Player 6", exact=True).click()
    seats.get_by_role("button", name="1 Player 1 and 6 Player 6 change seats").click()
    seats.get_by_text("6 Player 6 sits at table 1 E").wait_for()
    assert hall.service.hall.tournament.seats[6, 2][1] == 1
    seats.locator("#out summary").click()
    out = seats.locator("#out")
    out.get_by_label("Table").fill("2")
    out.get_by_role("button", name="Take out").click()
    out.get_by_text("Table 2 does not play session 6").wait_for()
    assert (6, 2) in hall.service.hall.tournament.seats
    out.get_by_role("button", name="Yes, do it").click()
    out.get_by_text("done").wait_for()
    assert (6, 2) not in hall.service.hall.tournament.seats
    seats.get_by_text("without a seat: ").get_by_text("5 Player 5").wait_for()
    seats.locator("#by-hand summary").click()
    hand = seats.locator("#by-hand")
    for name, value in (("Table", "2"), ("East", "5"), ("South", "1"), ("West", "7"), ("North", "0")):
        hand.get_by_label(name).fill(value)
    hand.get_by_role("button", name="Seat them").click()
    hand.get_by_text("done").wait_for()
    assert hall.service.hall.tournament.seats[6, 2] == [5, 1, 7, 0]


def test_results_are_signed_hidden_released_and_taken_back(hall, desk, person):
    """What is provisional says so, what is hidden is nobody else's, and the record tells who has done it."""
    hall.service.hall.record(
        "correct", "host", yes=True, session=7, table=1, scores=[30000, 30000, 40000, 20000], why="-"
    )
    results = part(desk, "results")
    of_session(results, 7)
    results.get_by_text("provisional: no result yet at table 2").wait_for()
    results.locator("tr[data-table='1']").get_by_role("button", name="Sign and lock").click()
    results.locator("tr[data-table='1'] td", has_text="locked").first.wait_for()
    shown = under(results, "What everybody sees")
    shown.get_by_label("Session").select_option("7")
    shown.get_by_role("button", name="Hide from this session on").click()
    shown.get_by_text("The results of session 7 and later ones are for the desk alone.").wait_for()
    reader = person().new_page()
    reader.goto(hall.url)
    assert reader.evaluate("fetch('/v1/sessions/7').then((answer) => answer.status)") == 409
    shown.get_by_role("button", name="Release all results").click()
    shown.get_by_text("All results were released at").wait_for()
    until(lambda: reader.evaluate("fetch('/v1/sessions/7').then((answer) => answer.status)") == 200)
    record = part(desk, "record")
    number = last(hall, "lock").n
    line = record.locator(f"li[value='{number}']")
    line.get_by_role("button", name="Take back").click()
    line.get_by_label("Why").fill("a slip")
    line.get_by_role("button", name=f"Record {number} counts no more").click()
    record.locator(f"li[value='{number}'][data-counts=false]").get_by_text("taken back").wait_for()
    assert (7, 1) not in hall.service.hall.tournament.locked
    assert record.locator("li", has_text="a record taken back").first.inner_text().count("Ada (desk)") == 1


def test_the_devices_are_told_apart_felt_and_said_to_be_away(hall, desk, monkeypatch):
    """How one does, with the age of the answer; a cable that is pulled counts its seconds."""
    devices = part(desk, "devices")
    row = devices.locator("tr[data-table='2']")
    row.get_by_role("button", name="Blink").click()
    until(lambda: any(message[0] == "blink" for message in hall.table(2).hears))
    row.get_by_role("button", name="How is it?").click()
    row.get_by_text("well (5.02 V)").wait_for()
    hall.table(2).pull()
    row.locator(".old").get_by_text("cable pulled").wait_for()
    hall.table(2).plug()
    row.get_by_text("following").wait_for()
    monkeypatch.setattr(hall.service.hall, "number_new", False)
    devices.locator("#free summary").click()
    free = devices.locator("#free")
    device = hall.table(2).device
    free.get_by_label("Device").select_option(device)
    free.get_by_role("button", name="Take the number away").click()
    free.get_by_role("button", name="Yes, do it").click()
    stranger = under(devices, "Without a number")
    stranger.get_by_text(device).first.wait_for()
    stranger.get_by_label("is table").fill("2")
    stranger.get_by_role("button", name="Number it").click()
    stranger.wait_for(state="detached")
    until(lambda: hall.service.hall.number_of(device) == 2)
    row.get_by_text("following").wait_for()


def test_the_tournament_is_named_and_what_is_wrong_in_it_said_at_its_field(hall, desk):
    """What is left as it was stays; a day that there is not is refused where it was typed."""
    about = part(desk, "tournament")
    about.get_by_label("Title").fill("Spring Open")
    about.get_by_label("Rule book").select_option("ema-2025")
    about.get_by_label("Day or days").fill("32.03.2026")
    about.get_by_role("button", name="Record it").click()
    about.locator("input[name=date][aria-invalid=true]").wait_for()
    assert hall.service.hall.tournament.title != "Spring Open"
    about.get_by_label("Day or days").fill("21-22.03.2026")
    about.get_by_role("button", name="Record it").click()
    about.get_by_text("recorded as number").wait_for()
    tournament = hall.service.hall.tournament
    assert (tournament.title, tournament.rules, tournament.days) == ("Spring Open", "ema-2025", 2)
    about.get_by_label("Town").fill("Utrecht")
    about.get_by_role("button", name="Record it").click()
    until(lambda: hall.service.hall.tournament.place == "Utrecht")
    assert hall.service.hall.tournament.date == tournament.date


def test_a_plan_is_made_beside_everything_else_and_seats_nobody_before_a_yes(hall, desk):
    """Its progress is seen, it may be ended with the best so far, and how good it is stands with it."""
    seats = part(desk, "seats")
    plan = under(seats, "A plan")
    plan.get_by_label("From session").fill("9")
    plan.get_by_label("Sessions", exact=True).fill("3")
    plan.get_by_label("Seconds to search").fill("600")
    plan.get_by_label("some may sit out").check()
    plan.get_by_role("button", name="Make a plan").click()
    plan.get_by_role("progressbar").wait_for()
    plan.get_by_role("button", name="Enough").click()
    plan.get_by_text("meetings of a pair beyond its first").wait_for()
    before = hall.service.hall.desk.records[-1].n
    plan.get_by_role("button", name="Seat everybody by this plan").click()
    plan.get_by_text("The seats of session 9, 10, 11 are those of this plan then").wait_for()
    assert hall.service.hall.desk.records[-1].n == before
    plan.get_by_role("button", name="Yes, do it").click()
    plan.get_by_text("tables are seated, recorded as number").wait_for()
    tables = {place: seated for place, seated in hall.service.hall.tournament.seats.items() if place[0] >= 9}
    assert {session for session, _ in tables} == {9, 10, 11}
    known = set(hall.service.hall.people())
    assert all(set(seated) <= known and len(set(seated)) == 4 for seated in tables.values())
    plan.get_by_label("From session").fill("10")
    plan.get_by_label("What").select_option("again")
    plan.get_by_label("Sessions", exact=True).fill("1")
    plan.get_by_label("Seconds to search").fill("1")
    plan.get_by_role("button", name="Make a plan").click()
    plan.get_by_text("4 rounds").or_(plan.get_by_text("10 rounds")).wait_for()
    plan.get_by_label("What").select_option("swiss")
    plan.get_by_label("From session").fill("1")
    plan.get_by_role("button", name="Make a plan").click()
    plan.locator("input[name=session][aria-invalid=true]").or_(plan.get_by_role("alert")).first.wait_for()


def test_paper_files_and_a_backup_come_out_and_a_game_comes_in(hall, desk, tmp_path):
    """Each as the commands make it; what is refused is told where it was asked for."""
    files = part(desk, "files")
    paper = under(files, "Paper")
    for what, form in (("seats", "pdf"), ("slips", "html"), ("standings", "pdf"), ("report", "html")):
        paper.get_by_label("What").select_option(what)
        paper.get_by_label("Session").select_option("1")
        paper.locator("select[name=form]").select_option(form)
        with desk.expect_download() as coming:
            paper.get_by_role("button", name="Make it").click()
        coming.value.save_as(tmp_path / "paper")
        assert coming.value.suggested_filename == f"{what}.{form}"
        assert (tmp_path / "paper").read_bytes().startswith(b"%PDF-" if form == "pdf" else b"<!DOCTYPE html>")
        paper.get_by_text(f"{what}.{form} is among your downloads").wait_for()
    others = under(files, "Files for others")
    with desk.expect_download() as coming:
        others.get_by_role("button", name="players.csv", exact=True).click()
    coming.value.save_as(tmp_path / "players.csv")
    assert "\n3,Player,3," in (tmp_path / "players.csv").read_text("utf-8")
    others.get_by_role("button", name="ema.csv").click()
    others.get_by_role("alert").wait_for()
    with desk.expect_download() as coming:
        files.get_by_role("button", name="Make a backup").click()
    coming.value.save_as(tmp_path / "copy.db")
    with Store(tmp_path / "copy.db", readonly=True) as copy:
        assert records_in(copy)[0].kind == hall.service.hall.desk.records[0].kind
    game = under(files, "A game that was played elsewhere")
    game.get_by_label("File").set_input_files("examples/server-game.json")
    game.get_by_label("Session").select_option("8")
    game.get_by_label("Table").fill("2")
    game.get_by_label("Why").fill("played online")
    game.get_by_role("button", name="Count it there").click()
    game.get_by_text("everything agrees with our own rules").wait_for()
    assert hall.service.hall.sheet(8, 2).state == "complete"
    game.get_by_label("File").set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b"hello"})
    game.get_by_label("Table").fill("1")
    game.get_by_label("Why").fill("a slip")
    game.get_by_role("button", name="Count it there").click()
    game.get_by_role("alert").get_by_text("neither the JSON").wait_for()


def test_the_codes_are_shown_with_what_a_phone_reads(hall, desk, person):
    """A referee joins with one; whoever has joined is out when the codes are made anew, and the page says so."""
    part(desk, "join").get_by_role("button", name="Show the codes").click()
    referee = desk.locator(".codes li", has_text="referee")
    assert referee.locator("img").get_attribute("src").startswith("data:image/svg+xml")
    phone = person().new_page()
    phone.goto(f"{hall.url}/join#{referee.locator('code').inner_text()}")
    phone.get_by_role("button", name="Join").click()
    phone.wait_for_url(f"{hall.url}/")
    phone.locator("article").first.wait_for()
    phone.goto(f"{hall.url}/desk")
    phone.get_by_text("The desk acts, so it joins with a code").wait_for()


def test_the_wall_shows_every_table_and_says_when_a_cable_is_pulled(hall, person):
    """Nobody at the far end of a hall takes old points for new ones."""
    if hall.table(2).ledger.table is None:
        hall.table(2).play("start", rules="ema-2016")
    page = person(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{hall.url}/wall?turn=0")
    page.locator("article[data-table='2'] .score").nth(3).wait_for()
    hall.table(2).pull()
    page.locator("article[data-table='2'] .old").wait_for()
    hall.table(2).plug()
    page.locator("article[data-table='2'] .old").wait_for(state="detached")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_for_everybody(hall, desk, theme):
    """Contrast, names of fields and buttons, headings and landmarks, as a screen reader and weak eyes need them."""
    desk.emulate_media(color_scheme=theme)
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
        desk.goto(hall.url + path)
        desk.locator(there).first.wait_for()
        found = Axe().run(desk).response["violations"]
        faults[path] = [(one["id"], one["nodes"][0]["html"][:200]) for one in found]
    assert {path: one for path, one in faults.items() if one} == {}


@pytest.mark.parametrize(
    ("size", "theme", "language"),
    [("laptop", "light", "en"), ("phone", "dark", "de"), ("phone", "light", "ja"), ("laptop", "dark", "nl")],
)
def test_every_part_of_the_desk_is_for_everybody(hall, person, size, theme, language):
    """With everything unfolded, on a phone and a laptop, in every language, light and dark; nothing is untranslated."""
    sizes = {"laptop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
    page = joined(hall, person, viewport=sizes[size], color_scheme=theme, locale=language)
    untold, faults = [], {}
    page.on("console", lambda said: untold.append(said.text) if "no words" in said.text else None)
    for name in PARTS:
        part(page, name)
        if name == "join":
            page.locator("tenbo-desk-joining button").first.click()
            page.locator(".codes li").first.wait_for()
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found = Axe().run(page).response["violations"]
        faults[name] = [(one["id"], one["nodes"][0]["html"][:200]) for one in found]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert {name: one for name, one in faults.items() if one} == {}
    assert untold == []


def test_silence_is_said_though_the_line_is_up(hall, person, monkeypatch):
    """A Wi-Fi that swallows everything closes no connection: what nobody confirms is old."""
    monkeypatch.setattr("tenbo.api.streams.BEAT_S", 1000)
    page = person().new_page()
    page.goto(hall.url)
    page.locator("article").first.wait_for()
    page.get_by_role("alert").get_by_text("all of this is").wait_for()
    monkeypatch.undo()
    hall.service.hall.changes.publish("port", {"table": 1})
    page.get_by_role("alert").wait_for(state="detached")
