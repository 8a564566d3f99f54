"""A hand that was won at a table is entered in a browser: the table knows the rest, and agrees."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, log_in, wait_until

pytestmark = pytest.mark.thorough("browsers at tables that are played")

# Counts the keys and the presses that a hand takes.
COUNTED = """() => {
  window.pressed = [0, 0];
  addEventListener("keydown", () => (window.pressed[0] += 1), true);
  addEventListener("pointerdown", () => (window.pressed[1] += 1), true);
}"""


@contextmanager
def in_a_hand(folder):
    """Yield a hall with a table of paper, in the first hand of its game, and the table."""
    with hall_of(1, folder) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        table.play("hand")
        wait_until(lambda: run.service.hall.fleet.require_station(1).snapshot.last == 1)
        yield run, table


@contextmanager
def undecided(table):
    """Have the seats of a table think about what is proposed; all else is answered."""
    carry_out = table._command
    table._command = lambda message: None if message[0] == "propose" else carry_out(message)
    yield
    table._command = carry_out


def open_referee_page(run, new_browser):
    """Return a page of someone who has joined as a referee."""
    page = new_browser().new_page()
    log_in(run, page, "referee", "Rea")
    return page


def test_a_hand_is_entered_at_its_table_and_shown_at_the_seats(tmp_path, new_browser):
    with hall_of(1, tmp_path) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        table.play("hand")
        table.play("riichi", seat=1)
        wait_until(lambda: run.service.hall.fleet.require_station(1).snapshot.last == 2)
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.evaluate(COUNTED)
        page.click("fieldset:has(input[name=winner]) label:has-text('South')")
        page.click("fieldset:has(input[name=source]) label:has-text('West')")
        page.click(".line")
        for sign in "234567m345p678s99s":
            page.keyboard.press(sign)
        # The riichi that was pressed, and the stick that lies there for it, need not be said.
        expect(page.locator(".counted tr").first).to_contain_text("riichi")
        expect(page.locator(".moves tr").nth(1)).to_contain_text("+2,300")
        # The seats have not answered yet: what they see is shown, until they have.
        with table.lock:
            page.click(".propose")
            expect(page.locator("tenbo-displays canvas")).to_have_count(4)
        expect(page.locator("[role=status]", has_text=re.compile(r"^\s*agreed"))).to_be_visible()
        expect(page.locator("tenbo-displays")).to_have_count(0)
        # Counted as such things are: 0.28 s for a key, 1.3 s for finding a button and pressing it.
        keys, presses = page.evaluate("window.pressed")
        assert (keys, presses) == (18, 4)
        assert keys * 0.28 + presses * 1.3 < 12
        assert table.ledger.table.scores == [30000, 31300, 28700, 30000]
        # The hand is over: another one cannot be entered before the dice are thrown, and the page says so.
        expect(page.locator(".old")).to_contain_text("throw the dice first")


def test_on_a_phone_what_the_seats_see_comes_into_view_and_then_how_it_ended(tmp_path, new_browser):
    """The four displays stood below the screen and were black: they are asked for while they are looked at."""
    with in_a_hand(tmp_path) as (run, table):
        page = new_browser(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
        log_in(run, page, "referee", "Rea")
        page.goto(f"{run.url}/table/1/hand")
        page.fill(".line", "234m345p678p234s55s seat S from E")
        page.locator(".propose").scroll_into_view_if_needed()
        said = page.locator(".sent")
        with undecided(table):
            page.locator(".propose").tap()
            expect(page.locator("tenbo-displays canvas").first).to_be_in_viewport(ratio=1)
            expect(said).to_be_in_viewport(ratio=1)
            expect(said).to_be_focused()
        expect(said).to_have_text(re.compile("^agreed"))
        expect(said).to_be_in_viewport(ratio=1)
        expect(said).to_be_focused()


def test_who_won_from_whom_may_be_written_before_the_table_is_known(tmp_path, new_browser):
    """A referee types, or pastes, while a slow network still brings what the page knows of the table."""
    with in_a_hand(tmp_path) as (run, _):
        page = open_referee_page(run, new_browser)
        held = []
        page.route("**/v1/changes", lambda route: held.append(route))  # noqa: PLW0108 - asked for its own parameters
        page.goto(f"{run.url}/table/1/hand")
        page.fill(".line", "234m345p678p234s55s seat S from E")
        expect(page.locator(".propose")).to_have_count(0)
        page.unroute("**/v1/changes")
        for route in held:
            route.continue_()
        expect(page.locator(".propose")).to_be_visible()


def test_a_table_that_moves_while_a_hand_is_entered_is_scored_anew(tmp_path, new_browser):
    with in_a_hand(tmp_path) as (run, table):
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.click("fieldset:has(input[name=winner]) label >> nth=1")
        page.click("fieldset:has(input[name=source]) label >> nth=0")
        page.fill(".line", "234567m345p678s99s")
        expect(page.locator(".refused")).to_contain_text("no yaku")
        table.play("riichi", seat=1)
        expect(page.locator(".worth strong")).to_have_text("2,300")


def test_who_won_from_whom_is_written_in_the_line_too(tmp_path, new_browser):
    """Anyone who types goes on typing: the winds of this hand say the seats, and the buttons follow."""
    with hall_of(1, tmp_path) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        table.play("hand")
        table.play("win", wins=[{"seat": 2, "from": 0, "han": 1, "fu": 30}])
        table.play("hand")
        table.play("riichi", seat=3)
        wait_until(lambda: run.service.hall.fleet.require_station(1).snapshot.last == 4)
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.locator("fieldset:has(input[name=winner]) label").first.wait_for()
        page.click(".line")
        # East is the second seat by now, and winds are what the page calls them by.
        page.keyboard.type("234567m345p678s99s seat w from s ")
        for name, wind in (("winner", "West"), ("source", "South")):
            chosen = page.locator(f"fieldset:has(input[name={name}]) label:has(input:checked)")
            expect(chosen).to_contain_text(wind)
        expect(page.locator(".moves tr").nth(2)).to_contain_text("−1,300")
        expect(page.locator(".moves tr").nth(3)).to_contain_text("+2,300")
        page.keyboard.type("tsumo ")
        expect(page.locator("fieldset:has(input[name=source]) label:has(input:checked)")).to_contain_text("Tsumo")
        expect(page.locator(".moves tr").nth(1)).to_contain_text("−1,000")
        page.click(".propose")
        expect(page.locator("[role=status]", has_text=re.compile(r"^\s*agreed"))).to_be_visible()
        (_, event) = [one for one in table.ledger.events if one.kind == "win"]
        assert [(win.seat, win.source) for win in event.args[0]] == [(3, 3)]


def test_two_winners_on_one_discard_are_proposed_together(tmp_path, new_browser):
    """Counters and sticks go to one of them: what moves is only known of both together."""
    with hall_of(1, tmp_path) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        table.play("hand")
        table.play("riichi", seat=1)
        wait_until(lambda: run.service.hall.fleet.require_station(1).snapshot.last == 2)
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.click("fieldset:has(input[name=winner]) label:has-text('South')")
        page.click("fieldset:has(input[name=source]) label:has-text('East')")
        page.fill(".line", "234567m789p678s55s")
        page.click(".one-more")
        expect(page.locator(".also")).to_contain_text("South")
        expect(page.locator("fieldset:has(input[name=winner]) label")).to_have_count(3)
        page.click("fieldset:has(input[name=winner]) label:has-text('North')")
        page.fill(".line", "234m345p678p234s55s")
        # One han of 40 fu each, and the stick for the first of them after the discarder: not for this one.
        expect(page.locator(".worth strong")).to_have_text("1,300")
        expect(page.locator(".moves tr").nth(0)).to_contain_text("−2,600")
        expect(page.locator(".moves tr").nth(1)).to_contain_text("+2,300")
        page.click(".propose")
        expect(page.locator("[role=status]", has_text=re.compile(r"^\s*agreed"))).to_be_visible()
        (event,) = [one for one in table.ledger.events if one.kind == "win"]
        assert [(win.seat, win.source, win.han) for win in event.args[0]] == [(1, 0, 1), (3, 0, 1)]
        expect(page.locator(".also")).to_have_count(0)


def test_of_two_winners_each_is_told_what_the_discarder_pays_for_the_own_hand(tmp_path, new_browser):
    """In some books counters and sticks go to the nearest winner alone: the other's hand is not worth them."""
    with hall_of(1, tmp_path) as run:
        (table,) = run.paper.tables
        table.play("start", rules="tenhou", honba=2)
        table.play("hand")
        table.play("riichi", seat=1)
        wait_until(lambda: run.service.hall.fleet.require_station(1).snapshot.last == 2)
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.locator("fieldset:has(input[name=winner]) label").first.wait_for()
        page.keyboard.type("234m345p678p234s55s seat W from E")
        expect(page.locator(".worth strong")).to_have_text("2,900")
        page.locator(".one-more").press("Enter")
        page.keyboard.type("234m345p678p234s55s seat N")
        expect(page.locator(".moves tr").nth(3)).to_contain_text("+1,300")
        expect(page.locator(".worth strong")).to_have_text("1,300")
        expect(page.locator(".counted .pay")).to_have_text(re.compile(r"the discarder pays\s*1,300"))
        # Entered the other way round, the nearest one has it all.
        page.locator(".one-more").press("Enter")
        page.locator(".also button").first.click()
        page.locator(".line").focus()
        page.keyboard.type("234m345p678p234s55s seat W")
        expect(page.locator(".moves tr").nth(2)).to_contain_text("+2,900")
        expect(page.locator(".worth strong")).to_have_text("2,900")
        expect(page.locator(".counted .pay")).to_have_text(re.compile(r"the discarder pays\s*1,900"))


def test_who_is_liable_for_a_yakuman_pays_it(tmp_path, new_browser):
    with in_a_hand(tmp_path) as (run, _):
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.click("fieldset:has(input[name=winner]) label:has-text('South')")
        page.click("fieldset:has(input[name=source]) label:has-text('Tsumo')")
        assert page.locator("input[name=liable]").count() == 0
        for dragon in ("5z", "6z", "7z"):
            page.locator("fieldset:has(input[name=target]) label", has_text="Pon").click()
            page.click(f"[data-tile='{dragon}']")
        expect(page.locator(".line")).to_have_value("pon 555z pon 666z pon 777z ")
        page.locator(".line").press("End")
        page.keyboard.type("23499m")
        page.click("fieldset:has(input[name=liable]) label:has-text('West')")
        expect(page.locator(".moves tr").nth(2)).to_contain_text("−32,000")
        expect(page.locator(".moves tr").nth(3)).to_contain_text("0")
        # A yakuman is not counted in han, and what is told of the hand alone is what moves.
        expect(page.locator(".worth span")).to_have_text("1 yakuman")
        expect(page.locator(".counted .pay")).to_have_count(1)
        expect(page.locator(".counted .pay")).to_have_text(re.compile(r"the liable player pays\s*32,000"))
        page.click("fieldset:has(input[name=source]) label:has-text('East')")
        expect(page.locator(".counted .pay").first).to_have_text(re.compile(r"the discarder pays\s*16,000"))
        expect(page.locator(".counted .pay").last).to_have_text(re.compile(r"the liable player pays\s*16,000"))
        # No one is liable for an own hand.
        page.click("fieldset:has(input[name=winner]) label:has-text('West')")
        expect(page.locator("input[name=liable]:checked")).to_have_count(1)
        expect(page.locator("label:has(input[name=liable]:checked)")).to_contain_text("no one")


def test_by_keys_alone_a_second_winner_is_entered_and_the_next_hand_begins_with_nobody(tmp_path, new_browser):
    """The line has the focus and the indicators lie there still; a name of the hand before would pay for this one."""
    with in_a_hand(tmp_path) as (run, table):
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.locator("fieldset:has(input[name=winner]) label").first.wait_for()
        page.keyboard.type("234m345p678p234s55s dora 1s seat S from E")
        page.locator(".one-more").press("Enter")
        expect(page.locator(".line")).to_be_focused()
        page.keyboard.type("234m345p678p234s55s seat W")
        expect(page.locator(".counted tr", has_text="dora")).to_have_count(1)
        page.locator(".propose").press("Enter")
        expect(page.locator("[role=status]", has_text=re.compile(r"^\s*agreed"))).to_be_visible()
        expect(page.locator(".line")).to_be_focused()
        expect(page.locator("input[name=winner]:checked, input[name=source]:checked")).to_have_count(0)
        (event,) = [one for one in table.ledger.events if one.kind == "win"]
        assert [(win.seat, win.source, win.han) for win in event.args[0]] == [(1, 0, 2), (2, 0, 2)]


def test_who_was_chosen_is_forgotten_when_the_hand_ends_at_the_table(tmp_path, new_browser):
    """The players were quicker: the tiles may be of use, but the next hand has a winner of its own."""
    with in_a_hand(tmp_path) as (run, table):
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.click("fieldset:has(input[name=winner]) label:has-text('South')")
        page.click("fieldset:has(input[name=source]) label:has-text('East')")
        page.fill(".line", "234m345p678p234s55s")
        expect(page.locator(".propose")).to_be_visible()
        table.play("draw", tenpai=[0, 1])
        expect(page.locator(".old")).to_contain_text("throw the dice first")
        table.play("hand")
        expect(page.locator(".old")).to_have_count(0)
        expect(page.locator("input[name=winner]:checked, input[name=source]:checked")).to_have_count(0)
        expect(page.locator(".line")).to_have_value("234m345p678p234s55s")
        # No dice are thrown any more when the game is over.
        table.play("draw", tenpai=[])
        table.play("end")
        expect(page.locator(".old")).to_contain_text("the game is over")


def test_why_nothing_came_of_a_proposal_is_not_told_of_the_next_hand(tmp_path, new_browser):
    """The host died while the seats agreed; back again, its page still said that no one had answered."""
    with in_a_hand(tmp_path) as (run, table):
        page = open_referee_page(run, new_browser)
        page.goto(f"{run.url}/table/1/hand")
        page.locator("fieldset:has(input[name=winner]) label").first.wait_for()
        page.keyboard.type("234m345p678p234s55s seat S from E")
        page.route(
            "**/settle", lambda route: route.abort() if '"propose"' in route.request.post_data else route.continue_()
        )
        page.locator(".propose").click()
        expect(page.locator(".sent")).to_contain_text("does not answer")
        # Another riichi changes nothing of that.
        table.play("riichi", seat=3)
        expect(page.locator(".moves tr").nth(1)).to_contain_text("+2,300")
        expect(page.locator(".sent")).to_contain_text("does not answer")
        table.play("win", wins=[{"seat": 1, "from": 0, "han": 2, "fu": 30}])
        expect(page.locator(".old")).to_contain_text("throw the dice first")
        expect(page.locator(".sent")).to_be_hidden()


def test_a_hand_is_proposed_once_however_often_the_button_is_pressed(tmp_path, new_browser):
    """The seats are busy with the first: that was told as a refusal, while they agreed to it."""
    with in_a_hand(tmp_path) as (run, table):
        page = open_referee_page(run, new_browser)
        proposed = []
        page.on(
            "request", lambda asked: proposed.append(asked.url) if '"propose":true' in (asked.post_data or "") else None
        )
        page.goto(f"{run.url}/table/1/hand")
        page.locator("fieldset:has(input[name=winner]) label").first.wait_for()
        page.keyboard.type("234m345p678p234s55s seat S from E")
        with table.lock:
            page.locator(".propose").dblclick()
            expect(page.locator(".propose")).to_be_disabled()
        expect(page.locator("[role=status]", has_text="agreed at the seats and stored in the ledger")).to_be_visible()
        assert len(proposed) == 1


def test_for_how_long_a_table_says_nothing_is_counted_on_when_the_service_is_gone_too(tmp_path, new_browser):
    """Nothing comes any more that would draw the page again: a number that stands still is taken for news."""
    with hall_of(1, tmp_path) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        wait_until(lambda: run.service.hall.fleet.require_station(1).snapshot.last == 0)
        page = open_referee_page(run, new_browser)
        page.add_init_script("delete window.SharedWorker")
        page.clock.install()
        page.goto(f"{run.url}/table/1/hand")
        page.locator(".line").wait_for()
        table.pull()
        pulled = page.get_by_text("cable pulled")
        expect(pulled).to_have_count(1)
        run.end()
        page.locator(".stale").wait_for()
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 0.5)
        before = pulled.inner_text()
        page.clock.run_for(3_000)
        assert pulled.inner_text() != before
