"""The page of a table tells the whole game: what each seat needs, who paid whom, every hand, the displays."""

from __future__ import annotations

import base64
import threading

import pytest
from playwright.sync_api import expect

from tenbo_core.required_wins import wins_needed_for_places

from .accessibility import badly_marked_up
from .conftest import hall_of, log_in, wait_until

pytestmark = pytest.mark.thorough("a browser through every part of a table's page")

NAMES = ("Anna", "Bernhard K.", "千代", "Dai")


def followed(hall, number):
    """Wait until the service has everything that a table has recorded."""
    table = hall.table(number)
    wait_until(lambda: hall.service.hall.fleet.require_station(number).snapshot.last == table.ledger.next - 1)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Three tables with a game each: the first is looked at, the others are acted at."""
    with hall_of(3, tmp_path_factory.mktemp("table")) as place:
        for table in (place.table(number) for number in (1, 2, 3)):
            table.play("start", rules="ema-2016")
            for seat, name in enumerate(NAMES):
                table.play("name", seat=seat, name=name)
            table.play("hand", dice=[3, 4])
            table.play("riichi", seat=2)
            table.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 40}])
            table.play("hand")
        for number in (1, 2, 3):
            followed(place, number)
        yield place


@pytest.fixture
def reader(hall, new_browser):
    """Return a function that opens the page of a table for someone who only reads."""

    def open_it(number=1, **wishes):
        page = new_browser(**wishes).new_page()
        page.goto(f"{hall.url}/table/{number}")
        page.locator(".hands li").first.wait_for()
        return page

    return open_it


def test_where_the_points_are_hidden_no_display_is_offered(hall, new_browser):
    """A display shows them: anyone who may not see them was offered it, and then refused."""
    page = new_browser().new_page()
    page.add_init_script("delete window.SharedWorker")
    (row,) = [one for one in hall.client.get("/v1/tables") if one["table"] == 1]
    hidden = {name: value for name, value in row.items() if name != "now"} | {"hidden": True}
    page.route("**/v1/tables", lambda route: route.fulfill(json=[hidden]))
    page.goto(f"{hall.url}/table/1")
    expect(page.get_by_text("the points are hidden until they are released")).to_be_visible()
    assert page.locator("tenbo-displays").count() == 0


def test_who_paid_whom_stands_below_each_hand_with_its_section(reader):
    """Under "why have I so few points" lies most of what a referee is called for."""
    page = reader()
    first = page.locator(".hands li").last
    expect(first.locator(".words")).to_contain_text("Bernhard K.: ron from Anna, 3 han 40 fu")
    assert [" ".join(cell.inner_text().split()) for cell in first.locator(".delta").all()] == [
        "Anna −5,200", "Bernhard K. +6,200", "千代 −1,000", "Dai ·",
    ]  # fmt: skip
    first.locator("summary").click()
    rows = [row.inner_text().split("\t") for row in first.locator("tbody tr").all()]
    assert rows == [
        ["千代", "the table", "1,000", "Riichi", "3.3.14, 4.2.1"],
        ["Anna", "Bernhard K.", "5,200", "Ron", "4.1.3"],
        ["the table", "Bernhard K.", "1,000", "Sticks", "4.1"],
    ]


def test_the_account_of_a_seat_leads_to_its_score(reader):
    page = reader()
    page.get_by_label("Player").select_option("Bernhard K.")
    rows = page.locator(".accounts tbody tr")
    expect(rows).to_have_count(3)
    assert rows.first.inner_text().split("\t") == ["E1-0", "+1,000", "36,200", "Sticks, from the table", "4.1"]
    assert rows.last.inner_text().split("\t")[:4] == ["E1-0", "+30,000", "30,000", "start"]


def test_what_a_seat_needs_is_what_its_display_would_say(hall, reader):
    """One search for both: the page and the seat never differ."""
    table = hall.table(1).ledger.table
    page = reader()
    for seat, name in enumerate(NAMES):
        shown = page.locator(".needs table", has=page.locator("caption", has_text=name))
        every = wins_needed_for_places(table, seat)
        own = max(need.place for need in every)
        nexts = [need for need in every if need.place == max(1, own - 1)]
        expect(shown.locator("tbody tr")).to_have_count(4)
        for row, need in zip(shown.locator("tbody tr").all(), nexts, strict=True):
            best = need.values[0]
            if best.fu:
                expect(row.locator("td").first).to_contain_text(f"{best.han} han {best.fu} fu")


def test_the_curve_has_a_point_for_every_hand_and_says_its_scores(reader):
    page = reader()
    drawing = page.locator(".graph svg")
    assert drawing.locator("polyline").count() == 4
    assert [curve.locator("circle").count() for curve in drawing.locator(".curve").all()] == [2, 2, 2, 2]
    assert "Bernhard K. 36,200" in drawing.get_attribute("aria-label")


def test_what_happens_between_two_hands_is_no_hand_of_the_curve_nor_to_exchange_seats_from(hall, new_browser, reader):
    """A clock that starts, or time that is given, left two hands of the same name."""
    table = hall.table(2)
    table.play("draw", tenpai=[])
    table.play("session", minutes=90)
    table.play("extra", minutes=5)
    table.play("hand")
    followed(hall, 2)
    page = new_browser().new_page()
    log_in(hall, page, "referee", "Rea")
    page.goto(f"{hall.url}/table/2")
    since = page.locator("form.swap select[name=since] option")
    expect(since).to_have_text(["the beginning of the game", "E1-0", "E2-0", "E3-1"])
    expect(page.locator(".graph .curve").first.locator("circle")).to_have_count(3)
    expect(page.locator(".hands .words", has_text="5 min")).to_have_count(1)


def test_a_hand_that_is_played_meanwhile_appears_by_itself(hall, reader):
    page = reader(3)
    before = page.locator(".hands li").count()
    hall.table(3).play("draw", tenpai=[0, 1])
    hall.table(3).play("hand")
    expect(page.locator(".hands li")).to_have_count(before + 1)
    expect(page.locator(".hands li .words").nth(1)).to_contain_text("draw, tenpai: Anna, Bernhard K.")
    expect(page.locator(".graph .seat-0 circle")).to_have_count(3)


@pytest.mark.parametrize("answer", ["game", "events?*"])
def test_what_was_not_answered_is_asked_for_again(hall, new_browser, answer):
    """One answer was lost, on a full Wi-Fi or by a service that was busy: the page is whole all the same."""
    page = new_browser().new_page()
    asked = []

    def lose_the_first(route):
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    page.route(f"**/v1/tables/2/{answer}", lose_the_first)
    page.goto(f"{hall.url}/table/2")
    page.locator(".hands li").first.wait_for()
    page.locator(".every-event summary").click()
    page.locator(".events li").first.wait_for()
    assert len(asked) > 1


def test_a_page_that_comes_before_an_event_is_stored_tells_of_it_afterwards(hall, reader, monkeypatch):
    """A busy disk takes its time; no later event need come for the hand to be told."""
    store, stored = hall.service.hall.repository.store, threading.Event()
    append = store.append

    def late(entries):
        stored.wait()
        return append(entries)

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", late)
        hall.table(2).play("draw", tenpai=[2])
        followed(hall, 2)
        try:
            page = reader(2)
            expect(page.locator(".hands")).not_to_contain_text("draw, tenpai: 千代")
        finally:
            stored.set()
    expect(page.locator(".hands")).to_contain_text("draw, tenpai: 千代")


def test_the_displays_are_shown_dot_for_dot_and_live_while_they_are_looked_at(hall, reader):
    """A referee sees what the seats see, without walking there."""
    table = hall.table(1)

    def look(byte):
        page_of = base64.b64encode(bytes([byte]) * 64).decode()
        words = [("screen", "score"), ("score", 30000), ("line 0", "30000")]
        return [*(["view_field", *word] for word in words), *(["row", start, page_of] for start in (0, 64))]

    table.display_fields = look(0b0000_0001)
    page = reader()
    page.get_by_role("button", name="Show the displays").click()
    expect(page.locator("canvas[data-asked=true]")).to_have_count(4)
    lit = """(canvas) => {
      const data = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
      let lit = 0;
      for (let at = 0; at < data.length; at += 4) lit += data[at] === 255 ? 1 : 0;
      return lit;
    }"""
    # One row of eight is lit in each of eight pages.
    assert page.locator("canvas").nth(2).evaluate(lit) == 8 * 128
    table.display_fields = look(0b0000_1111)
    # No one presses anything: the page asks again by itself.
    wait_until(lambda: page.locator("canvas").nth(3).evaluate(lit) == 32 * 128)
    page.get_by_role("button", name="Hide the displays").click()
    expect(page.locator("canvas")).to_have_count(0)


@pytest.mark.parametrize(
    ("scheme", "width", "locale"), [("light", 390, "nl"), ("dark", 1280, "ja")], ids=["phone", "laptop"]
)
def test_the_page_can_be_read_by_everybody(reader, scheme, width, locale):
    page = reader(1, locale=locale, color_scheme=scheme, viewport={"width": width, "height": 844})
    page.locator(".hands li").last.locator("summary").click()
    page.locator(".paid tfoot").wait_for()
    assert badly_marked_up(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
