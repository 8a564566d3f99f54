"""What keys and panels of a table in a browser say: large figures from the device's views, and a guard against arms."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from .tablets import SIZE, key_labels, open_table, panel, preview_of_a_ron, tablet_service, tap

MENU = '[data-seat="table"] [data-key="dice"]'


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def table(new_browser, hall):
    """Return a table in a browser that has never had one."""
    return open_table(new_browser(viewport=SIZE, has_touch=True), hall)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_each_key_says_what_it_does_now_and_its_own_name(table):
    """Who has learnt the box finds it, and who has not reads."""
    expect(panel(table, 1).locator(".head")).to_contain_text("Throw the dice")
    table.throw_dice()
    expect(panel(table, 1).locator('[data-key="riichi"]')).to_have_attribute("data-kind", "riichi")
    assert key_labels(table, 1) == ["RIICHI", "Win", "My lead", "I need", "More"]
    assert panel(table, 1).get_by_role("button", name="Win, OK").count() == 1
    table.page.tap('[data-seat="1"] [data-key="riichi"]')
    expect(panel(table, 1).locator('[data-key="riichi"] span')).to_have_text("Declared")
    expect(panel(table, 3).locator(".others")).to_contain_text("South29,000")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_first_game_asks_for_dice_and_shows_what_they_have_thrown(table):
    """No desk has begun it; the dice lie in the middle, to be read from all sides."""
    for seat in range(4):
        expect(panel(table, seat).locator(".head")).to_contain_text("East 1 · Throw the dice")
    thrown = table.page.locator(".round [data-pips]")
    expect(thrown).to_have_count(0)
    table.throw_dice()
    expect(thrown).to_have_count(2)
    dice = json.loads(table.ledger()[1])[-1]
    assert [int(die.get_attribute("data-pips")) for die in thrown.all()] == dice
    assert [die.locator("circle").count() for die in thrown.all()] == dice
    table.page.tap('[data-seat="2"] [data-key="riichi"]')
    expect(thrown).to_have_count(0)
    expect(table.page.locator(".round .stick")).to_have_count(1)


def test_the_first_touch_brings_sound_and_then_the_page_asks_who_sits_where(new_browser, hall):
    """Only before the first hand: the names are stored, and known for the next time."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True), hall)
    start = table.page.locator(".start")
    expect(start.locator(".offers li")).to_have_count(3)
    start.locator("[data-start]").tap()
    for seat, name in enumerate(("Anna", "Ben", "Carla", "Dai")):
        start.locator(f'[name="seat-{seat}"]').fill(name)
    start.locator("[data-play]").tap()
    expect(start).to_be_hidden()
    expect(panel(table, 2).locator(".head b").first).to_have_text("Carla")
    expect(panel(table, 2).locator(".head")).to_contain_text("Throw the dice")
    assert [json.loads(line)[-1] for line in table.ledger()[1:]] == ["Anna", "Ben", "Carla", "Dai"]
    table.page.reload()
    table.wait_lit()
    start.locator("[data-start]").tap()
    expect(start).to_be_hidden()
    table.throw_dice()
    table.page.reload()
    table.wait_lit()
    expect(panel(table, 0).locator('[data-key="riichi"]')).to_have_attribute("data-kind", "riichi")
    expect(start).to_be_hidden()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_table_refuses_a_name_below_its_field(new_browser, hall):
    """The other names stay as they were typed."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True), hall)
    table.page.evaluate("() => { tenbo.name = async () => { throw new Error('no such letter'); }; }")
    table.page.tap("[data-start]")
    table.page.fill('[name="seat-1"]', "Ben")
    table.page.tap("[data-play]")
    expect(table.page.locator('.start label:has([name="seat-1"]) [role="alert"]')).to_have_text("no such letter")
    assert table.page.input_value('[name="seat-1"]') == "Ben"


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_at_the_end_ok_shows_the_points_behind_a_total(table):
    """The device has not been asked: it would refuse."""
    for seat, name in enumerate(("Anna", "Ben", "Carla", "Dai")):
        table.ask("do", "name", 4, seat, name)
    table.throw_dice()
    table.ask("do", "draw", 4, [0])
    table.ask("do", "end", 4)
    own = panel(table, 0)
    expect(own.locator(".score")).to_have_text("+18,000")
    assert key_labels(table, 0) == ["", "Points", "", "", "New game"]
    assert own.get_by_role("button", name="New game, hold BACK").count() == 1
    expect(own.locator(".head")).to_contain_text("East 1 · stored")
    expect(own.locator(".word")).to_have_text("1stAnna")
    own.locator('[data-key="ok"]').tap()
    expect(own.locator(".score")).to_have_text("33,000")
    expect(own.locator(".sum")).to_have_text("uma+15,000Total+18,000")
    expect(panel(table, 1).locator(".score")).to_have_text("−6,000")
    expect(own.locator('[data-key="ok"] span')).to_have_text("Total")
    own.locator('[data-key="ok"]').tap()
    expect(own.locator(".score")).to_have_text("+18,000")
    expect(table.page.locator(".round .sign")).to_have_text("東")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_line_of_a_list_is_taken_by_tapping_it(table):
    """A tap chooses another line, and takes the chosen one; a swipe does neither."""
    table.throw_dice()
    table.page.tap('[data-seat="0"] [data-key="back"]')
    lines = panel(table, 0).locator(".list > span")
    expect(lines).to_have_count(3)
    third = lines.nth(2).text_content()
    lines.nth(2).tap()
    expect(panel(table, 0).locator(".list .on")).to_have_text(third)
    panel(table, 0).locator(".list .on").tap()
    expect(panel(table, 0).locator(".list .on")).not_to_have_text(third)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_turn_of_the_tablet_locks_the_glass_between_two_hands(table):
    """It was lifted, and tiles are washed; in a hand nothing locks."""
    session = table.page.context.new_cdp_session(table.page)
    guard = table.page.locator(".guard")

    def turn(kind, width, height):
        screen = {"type": kind, "angle": 90 if width < height else 0}
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        session.send("Emulation.setDeviceMetricsOverride", {**size, "screenOrientation": screen})
        table.page.wait_for_function(f"() => innerWidth === {width}")

    turn("landscapePrimary", 1280, 800)
    turn("portraitPrimary", 800, 1280)
    expect(guard).to_be_visible()
    table.touch([(0, "up"), (2, "up")])
    expect(guard).to_be_hidden()
    table.touch([])
    table.throw_dice()
    turn("landscapePrimary", 1280, 800)
    table.wait(300)
    assert guard.is_hidden()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_after_the_signal_the_round_has_a_red_frame_and_the_clock_is_amber(table):
    """Who looks at the middle knows that the session ends."""
    table.ask("do", "session", 4, 90)
    table.throw_dice()
    expect(table.page.locator(".side.last")).to_have_count(0)
    table.ask("do", "signal", 4)
    expect(table.page.locator(".side.last")).to_have_count(3)
    expect(panel(table, 0).locator(".head em")).to_be_visible()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_in_a_draw_both_answers_look_like_answers(table):
    """The question is as large as that of a win, and noten is no way out."""
    table.throw_dice()
    table.page.tap('[data-seat="0"] [data-key="back"]')
    expect(panel(table, 0).locator(".list .on")).to_be_visible()
    table.page.tap('[data-seat="0"] [data-key="ok"]')
    expect(panel(table, 1).locator(".big")).to_contain_text("Tenpai?")
    expect(panel(table, 1).locator('[data-key="back"]')).to_have_attribute("data-kind", "does")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_keys_of_a_value_say_which_value_they_lead_to(new_browser, hall):
    """The next fu, one han more and one less, the names of limits: and they keep what they say."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True), hall)
    table.throw_dice()
    tap(table, 2, "OK")
    expect(panel(table, 2).locator(".big")).to_be_visible()
    tap(table, 2, "UP")
    shown = panel(table, 2).locator(".keys button > span")
    expect(shown).to_have_text(["40 fu", "Take it", "4 han", "2 han", "Cancel"])
    expect(panel(table, 2).locator(".beside")).to_contain_text("3 han 30 fu")
    tap(table, 2, "RIICHI")
    expect(panel(table, 2).locator(".beside")).to_contain_text("3 han 40 fu")
    expect(shown).to_have_text(["50 fu", "Take it", "4 han", "2 han", "Cancel"])
    tap(table, 2, "UP")
    expect(panel(table, 2).locator(".beside")).to_contain_text("4 han")
    expect(shown.nth(2)).to_have_text("Mangan")
    tap(table, 2, "UP")
    expect(panel(table, 2).locator(".beside")).to_contain_text("Mangan")
    expect(shown).to_have_text(["", "Take it", "Haneman", "4 han", "Cancel"])
    for _ in range(4):
        tap(table, 2, "DOWN")
        table.wait(60)
    expect(panel(table, 2).locator(".beside")).to_contain_text("1 han")
    expect(shown.nth(3)).to_have_text("yakuman")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_counter_and_the_end_are_said_in_the_reader_s_words_and_figures(new_browser, hall):
    """A payment is parted into hand and counters, and the middle says who has won."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True, locale="de-DE"), hall)
    for seat, name in enumerate(("Anna", "Ben", "Carla", "Dai")):
        table.ask("do", "name", 4, seat, name)
    table.throw_dice()
    table.ask("do", "draw", 4, [0])
    table.throw_dice()
    tap(table, 1, "OK")
    expect(panel(table, 1).locator(".big")).to_be_visible()
    tap(table, 1, "RIICHI")
    expect(panel(table, 1).locator(".beside")).to_contain_text("3 han 30 fu")
    tap(table, 1, "OK")
    expect(panel(table, 0).locator(".sum")).to_have_text(re.compile("^für die Hand3.9001 Honba300danach"))
    table.page.tap('[data-seat="0"] [data-key="ok"]')
    table.wait_stored(8)
    table.ask("do", "end", 4)
    expect(table.page.locator(".round .won")).to_have_text(["Ben gewinnt die Partie"] * 2)
    totals = panel(table, 1).locator(".sum span:nth-child(even)").all_text_contents()
    assert [re.fullmatch(r"[+−]\d+\.\d{3}", total) for total in totals].count(None) == 0, totals


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_preview_says_first_what_a_seat_pays_or_gets(table):
    """The payer, the winner, and two who have nothing to do with it; an arrow goes from one to the other."""
    preview_of_a_ron(table)
    expect(panel(table, 0).locator(".word")).to_have_text("You pay")
    expect(panel(table, 0).locator(".head")).to_contain_text("West: ron from you · 3 han 30 fu")
    assert key_labels(table, 0) == ["", "Agree", "", "", "Stop"]
    expect(panel(table, 2).locator(".score")).to_have_text("4,900")
    expect(panel(table, 2).locator(".sum")).to_have_text("from East3,9001 stick1,000new score33,900 · 1st")
    expect(panel(table, 1).locator(".word")).to_contain_text("Nothing for you")
    assert key_labels(table, 1) == ["", "", "I ron too", "", "Stop"]
    assert table.page.locator(".arrows .badge text").all_text_contents() == ["3,900", "3,900"]
    table.page.tap('[data-seat="0"] [data-key="ok"]')
    table.wait_stored(3)
    expect(table.page.locator(".arrows .badge")).to_have_count(0)
    expect(panel(table, 0).locator(".score")).to_have_text("26,100")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_dice_and_undo_want_a_finger_that_stays(table):
    """An arm that crosses the middle throws no dice."""
    table.page.tap(MENU)
    table.wait(700)
    assert table.page.evaluate("tenbo.stored") == 0
    table.throw_dice()
    assert table.page.evaluate("tenbo.stored") == 1


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_busy_page_takes_a_finger_that_has_stayed_for_one_that_has_stayed(table):
    """Both of its ends reach the page at once: how long it stayed is what they say themselves."""
    box = table.page.locator('[data-key="dice"]').bounding_box()
    finger = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": 0}]
    session = table.page.context.new_cdp_session(table.page)
    now = table.page.evaluate("Date.now()") / 1000
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger, "timestamp": now - 0.5})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": now})
    table.wait_stored(1)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_next_finger_presses_before_the_last_one_has_left(table):
    """Two thumbs at a phone: only fingers that come together are one press."""
    table.throw_dice()
    table.touch([(1, "back")])
    expect(table.page.locator('[data-seat="1"] [data-key="back"].down')).to_be_visible()
    table.wait(100)
    table.touch([(1, "back"), (1, "down")])
    expect(panel(table, 1).locator(".list > span").nth(1)).to_have_class("on")
    table.touch([])


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_glass_is_locked_while_tiles_are_washed(table):
    """Three touches between two hands are arms: then nothing is pressed until two fingers have stayed."""
    guard = table.page.locator(".guard")
    expect(panel(table, 1).locator(".head")).to_contain_text("Throw the dice")
    table.touch([(seat, "back") for seat in range(3)])
    table.touch([])
    expect(guard).to_be_visible()
    table.touch([("table", "dice")])
    table.wait(700)
    table.touch([])
    assert table.page.evaluate("tenbo.stored") == 0
    table.touch([(0, "up"), (2, "up")])
    expect(guard).to_be_hidden()
    table.touch([])
    for seat in range(4):
        tap(table, seat, "BACK")
    table.throw_dice()
    table.touch([(seat, "riichi") for seat in range(4)])
    table.touch([])
    table.wait_stored(5)
    expect(guard).to_be_hidden()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_screen_reader_hears_the_seat_that_was_touched(table):
    """What a display says, and no clock each second."""
    preview_of_a_ron(table)
    heard = table.page.locator(".heard")
    table.page.tap('[data-seat="0"] .body')
    expect(heard).to_contain_text("You pay 3900")
    table.page.tap('[data-seat="1"] .body')
    expect(heard).to_contain_text("Nothing for you")
