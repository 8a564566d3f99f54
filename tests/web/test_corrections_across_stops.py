"""A hand in which the clock was stopped is put right: what stands before the stop, after it, or both."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tenbo_core.corrections import apply_corrections

from .conftest import hall_of, log_in, wait_until

pytestmark = pytest.mark.thorough("a browser through corrections of stretches")

NAMES = ("Anna", "Ben", "Carla", "Dai")
WIN = {"wins": [{"seat": 1, "from": 0, "han": 3, "fu": 30}]}
DRAW = {"tenpai": [2, 3]}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Tables where the clock stood between a riichi and the end of the hand, and one that dealt a hand again."""
    with hall_of(5, tmp_path_factory.mktemp("stretches")) as place:
        begin(place, 1, "win", **WIN)
        begin(place, 2, "win", **WIN)
        begin(place, 3, "draw", **DRAW)
        begin(place, 4, "win", **WIN)
        begin(place, 5, "redeal", why="a wall fell", rules="ema-2016")
        yield place


def begin(hall, number, end, rules="ema-2016", **fields):
    """Play a hand in which Carla declares riichi, the clock stands for some seconds, and Dai is in riichi after it."""
    table = hall.table(number)
    table.play("start", rules=rules)
    for seat, name in enumerate(NAMES):
        table.play("name", seat=seat, name=name)
    table.play("session", minutes=60)
    table.play("hand")
    table.play("riichi", seat=2)
    table.play("pause")
    table.play("resume")
    table.play("riichi", seat=3)
    table.play(end, **fields)
    wait_until(lambda: hall.service.hall.fleet.require_station(number).snapshot.last == table.ledger.next - 1)


@pytest.fixture
def form(hall, new_browser):
    """Return a function that opens the form of the hand at a table."""

    def open_it(number):
        page = new_browser().new_page()
        log_in(hall, page, "referee", "Rea")
        page.goto(f"{hall.url}/table/{number}")
        page.locator(".acts .time").wait_for()
        hand = page.locator(".hands li").first
        hand.locator("summary").click()
        hand.get_by_role("button", name="Correct this hand").click()
        return page.locator("form.correction")

    return open_it


def riichi_of(form, name):
    """Return the box that says whether someone was in riichi."""
    return form.get_by_role("group", name="Riichi", exact=True).get_by_label(name)


def put_right(form, *effect):
    """See what the form would change, and do it."""
    form.get_by_role("button", name="Preview the change").click()
    expect(form.locator(".effect li")).to_have_text(list(effect))
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")


def kinds(table):
    """Return what counts of a table's record from the hand on."""
    events = apply_corrections(table.ledger.effective_events())
    return [event.kind for event in events if event.kind not in ("start", "name", "session")]


def test_the_riichi_of_another_seat_before_the_clock_stood_is_one_correction(hall, form):
    """Anna's stick was taken for Carla's; the stop of the clock keeps its second."""
    table = hall.table(1)
    before = table.ledger.table
    page = form(1)
    expect(page).to_contain_text("Unchanged: clock stopped; clock resumed.")
    riichi_of(page, "Carla").uncheck()
    riichi_of(page, "Anna").check()
    page.get_by_label("Reason").fill("the stick was Anna's")
    expect(page.locator(".more-corrections")).to_have_count(0)
    put_right(page, "Anna −1,000", "Carla +1,000")
    after = table.ledger.table
    assert after.scores == [25100, 35900, 30000, 29000]
    assert after.session.as_list() == before.session.as_list()
    assert kinds(table) == ["hand", "riichi", "pause", "resume", "riichi", "win"]


def test_what_stands_before_the_clock_stood_and_after_it_is_put_right_one_after_the_other(hall, form):
    """The form keeps what was meant until all of it is recorded, and says that something is left."""
    table = hall.table(2)
    before = table.ledger.table
    page = form(2)
    riichi_of(page, "Carla").uncheck()
    riichi_of(page, "Anna").check()
    page.locator("[name=han]").fill("4")
    page.get_by_label("Reason").fill("a wrong stick and a dora")
    more = page.locator(".more-corrections")
    expect(more).to_have_text("This takes 2 corrections, one after the other.")
    put_right(page, "Ben −1,000", "Carla +1,000")
    expect(more).to_have_text("One more correction is needed.")
    put_right(page, "Anna −4,800", "Ben +4,800")
    expect(more).to_have_count(0)
    after = table.ledger.table
    assert after.scores == [21300, 39700, 30000, 29000]
    assert after.session.as_list() == before.session.as_list()
    assert kinds(table) == ["hand", "pause", "resume", "riichi", "riichi", "win"]


def test_a_ruling_goes_where_its_riichi_stands(hall, form):
    """Before it the table would say that there is no such riichi."""
    table = hall.table(3)
    page = form(3)
    riichi_of(page, "Carla").uncheck()
    page.get_by_role("group", name="Rulings in this hand").get_by_label("Dai").select_option("riichi_invalid")
    page.get_by_role("group", name="Tenpai").get_by_label("Dai").uncheck()
    page.get_by_label("Reason").fill("both were wrong")
    put_right(page, "Carla +1,000", "Sticks: 2 → 1")
    put_right(page, "Anna +500", "Ben +500", "Carla +1,500", "Dai −1,500", "Sticks: 1 → 0")
    assert table.ledger.table.scores == [29000, 29000, 33000, 29000]


def test_who_stands_in_the_way_is_said_by_name(hall, form):
    """The table counts its seats from 0, and the page calls a seat without a name by a number from 1."""
    page = form(4)
    page.locator("[name=kind]").select_option("draw")
    page.get_by_label("Reason").fill("nobody won")
    page.get_by_role("button", name="Preview the change").click()
    expect(page.get_by_role("alert")).to_contain_text("Carla is in riichi: mark it tenpai, or record a chombo")


def test_a_hand_that_was_corrected_with_its_end_keeps_the_stop_of_the_clock(hall, form):
    """What one correction put in has one number: the next replaces it alone."""
    table = hall.table(4)
    before = table.ledger.table
    page = form(4)
    riichi_of(page, "Anna").check()
    page.get_by_label("Reason").fill("Anna's riichi")
    put_right(page, "Anna −1,000", "Ben +1,000")
    riichi_of(page, "Anna").uncheck()
    put_right(page, "Anna +1,000", "Ben −1,000")
    after = table.ledger.table
    assert (after.scores, after.session.as_list()) == (before.scores, before.session.as_list())
    assert kinds(table) == ["hand", "riichi", "pause", "resume", "riichi", "win"]


def test_a_hand_that_was_dealt_again_may_have_been_won(hall, form):
    table = hall.table(5)
    page = form(5)
    page.locator("[name=kind]").select_option("win")
    page.get_by_label("Reason").fill("no wall fell")
    put_right(page, "Anna +3,500", "Ben −1,500", "Carla −1,000", "Dai −1,000", "Honba: 0 → 1")
    assert table.ledger.table.scores == [33500, 28500, 29000, 29000]
    page.locator("[name=kind]").select_option("redeal")
    put_right(page, "Anna −3,500", "Ben +1,500", "Carla +1,000", "Dai +1,000", "Honba: 1 → 0")
