"""The face of a table in a browser: large figures from the views of the device, sizes, and a guard against arms."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from .accessibility import badly_marked_up
from .tablets import SIZE, open_table, play_riichi, tablet_service

PHONE = {"width": 390, "height": 844}
FOUR_TO_THREE = {"width": 1024, "height": 768}
EIGHT_INCHES, UPRIGHT = {"width": 960, "height": 600}, {"width": 600, "height": 960}
LAPTOP = {"width": 1366, "height": 768}
# A person's texts that are wider than their places.
CUT = """
    () => [...document.querySelectorAll(".head > span, .body, .body *, .keys button, .chips *, .middle [data-key]")]
        .filter((one) => one.offsetParent && getComputedStyle(one).display !== "inline")
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1)
        .filter((one) => getComputedStyle(one).textOverflow !== "ellipsis")
        .map((one) => `${one.className}: ${one.textContent}`)
"""
# The lines of a preview that are cut: who pays, and how much.
CUT_LINES = """
    () => [...document.querySelectorAll(".head > :first-child, .sum > *")]
        .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)
"""
# The notes in the middle that lie on a panel, a key or the place of a stick, or beyond the screen.
COVERED = """
    () => {
        const box = (one) => one.getBoundingClientRect();
        const meets = (one, other) =>
            one.left < other.right - 1 && other.left < one.right - 1 &&
            one.top < other.bottom - 1 && other.top < one.bottom - 1;
        const shown = (one) => one.offsetParent && getComputedStyle(one).visibility !== "hidden";
        const others = [...document.querySelectorAll(".seat, .middle [data-key], .around [data-lamp]")].filter(shown);
        return [...document.querySelectorAll(".notes p, .around .open")].filter(shown)
            .filter((note) => box(note).bottom > innerHeight || others.some((other) => meets(box(note), box(other))))
            .map((note) => note.textContent);
    }
"""
# Notes that no one reads across a table.
SMALL = """
    () => [...document.querySelectorAll(".notes p")]
        .filter((note) => parseFloat(getComputedStyle(note).fontSize) < 14).map((note) => note.textContent)
"""
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


def panel(table, seat):
    """Return a seat's side of the board."""
    return table.page.locator(f'.seat[data-seat="{seat}"]')


def labels(table, seat):
    """Return what the keys of a seat say, from RIICHI to BACK."""
    return panel(table, seat).locator(".keys button > span").all_text_contents()


def tap(table, place, key, ms=80):
    """Press a key, by the page's own way in."""
    table.page.evaluate("([place, key]) => tenbo.key(place, key, true)", [str(place), key])
    table.wait(ms)
    table.page.evaluate("([place, key]) => tenbo.key(place, key, false)", [str(place), key])


def preview_of_a_ron(table):
    """Let West, in riichi, win from East by three han of 30 fu, and wait until all are asked."""
    play_riichi(table)
    tap(table, 2, "OK")
    expect(panel(table, 2).locator(".big")).to_have_text("Tsumo, or ron from whom?")
    assert labels(table, 2) == ["← South", "Tsumo", "↑ East", "North →", "Cancel"]
    expect(panel(table, 0).locator(".head")).to_contain_text("West enters a win")
    tap(table, 2, "UP")
    expect(panel(table, 2).locator(".beside")).to_contain_text("3 han 30 fu")
    expect(panel(table, 2).locator(".head")).to_have_text("Your ron from East")
    tap(table, 2, "OK")
    expect(panel(table, 0).locator(".score")).to_have_text("3,900")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_each_key_says_what_it_does_now_and_its_own_name(table):
    """Who has learnt the box finds it, and who has not reads."""
    expect(panel(table, 1).locator(".head")).to_contain_text("Throw the dice")
    table.throw_dice()
    expect(panel(table, 1).locator('[data-key="riichi"]')).to_have_attribute("data-kind", "riichi")
    assert labels(table, 1) == ["RIICHI", "Win", "My lead", "I need", "More; hold: Undo"]
    assert panel(table, 1).get_by_role("button", name="Win, OK").count() == 1
    table.page.tap('[data-seat="1"] [data-key="riichi"]')
    expect(panel(table, 1).locator('[data-key="riichi"] span')).to_have_text("Declared")
    expect(panel(table, 3).locator(".others")).to_contain_text("South29,000")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_first_game_asks_for_dice_and_shows_what_they_have_thrown(table):
    """No desk has begun it; the dice lie in the middle, to be read from all sides."""
    for seat in range(4):
        expect(panel(table, seat).locator(".head")).to_contain_text("East 1 · 0 honba · 0 sticks · Throw the dice")
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


# What is over the edge of the screen before the first hand.
OUTSIDE = """
    () => [...document.querySelectorAll(".start :is(h1, li, button, label)")].filter((one) => one.offsetParent)
        .filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
            return isOut || one.scrollWidth > one.clientWidth + 1;
        }).map((one) => one.textContent)
"""
# The keys of the table that a finger in their middle does not reach.
UNREACHED = """
    () => [...document.querySelectorAll("[data-key]")].filter((key) => key.offsetParent).filter((key) => {
        const { left, top, width, height } = key.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-key]") !== key;
    }).map((key) => key.dataset.key)
"""


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
@pytest.mark.parametrize(
    "screen",
    [SIZE, FOUR_TO_THREE, PHONE, EIGHT_INCHES, UPRIGHT, {"width": 844, "height": 390}],
    ids=["10 inch", "4:3", "phone", "8 inch", "8 inch upright", "phone on its side"],
)
def test_the_page_before_the_first_hand_covers_no_key(new_browser, hall, screen):
    """Who has begun by a key reads no more of it."""
    table = open_table(new_browser(viewport=screen, has_touch=True), hall)
    expect(table.page.locator(".start")).to_be_visible()
    assert table.page.evaluate(UNREACHED) == []
    if screen["height"] > PHONE["width"]:
        # In the middle of a phone on its side lies a key.
        table.page.tap("main")
    expect(table.page.locator("[data-start]")).to_be_visible()
    assert badly_marked_up(table.page) == []
    tap(table, 0, "UP")
    expect(table.page.locator(".start")).to_be_visible()
    table.page.tap('[data-seat="0"] [data-key="up"]')
    expect(table.page.locator(".start")).to_be_hidden()


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
    assert labels(table, 0) == ["", "Points", "", "", "New game"]
    assert own.get_by_role("button", name="New game, BACK, hold").count() == 1
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
def test_eight_inches_have_large_keys_before_a_card_was_held_to_them(new_browser, hall):
    """It is the tablet that may lie in the middle; what its middle has no room for stands in the settings."""
    table = open_table(new_browser(viewport=EIGHT_INCHES, has_touch=True), hall)
    expect(table.page.locator("main")).to_have_class("around large")
    expect(panel(table, 0).locator(".head")).to_contain_text("Throw the dice")
    assert table.page.evaluate(CUT_LINES) == []
    note = table.page.locator('[data-note="storage"]')
    assert note.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    table.page.click("[data-settings]")
    expect(table.page.locator(".facts")).to_contain_text("Add Tenbo to the home screen")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_preview_says_first_what_a_seat_pays_or_gets(table):
    """The payer, the winner, and two who have nothing to do with it; an arrow goes from one to the other."""
    preview_of_a_ron(table)
    expect(panel(table, 0).locator(".word")).to_have_text("You pay")
    expect(panel(table, 0).locator(".head")).to_contain_text("West: ron from you · 3 han 30 fu")
    assert labels(table, 0) == ["", "Agree", "", "", "Stop"]
    expect(panel(table, 2).locator(".score")).to_have_text("4,900")
    expect(panel(table, 2).locator(".sum")).to_have_text("from East3,9001 stick1,000then33,900 · 1st")
    expect(panel(table, 1).locator(".word")).to_contain_text("Nothing for you")
    assert labels(table, 1) == ["", "", "I ron too", "", "Stop"]
    assert table.page.locator(".arrows .badge text").all_text_contents() == ["3,900", "3,900"]
    table.page.tap('[data-seat="0"] [data-key="ok"]')
    table.wait_stored(3)
    expect(table.page.locator(".arrows .badge")).to_have_count(0)
    expect(panel(table, 0).locator(".score")).to_have_text("26,100")


def test_the_devices_own_pixels_are_the_second_skin(new_browser, hall):
    """The same firmware, as it would be on four small displays."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True), hall, "?skin=pixel")
    canvas = panel(table, 0).locator("canvas")
    box = canvas.bounding_box()
    assert box["width"] >= 240
    assert box["width"] == pytest.approx(2 * box["height"], rel=0.02)
    expect(panel(table, 0).locator(".body")).to_be_hidden()
    assert any("#" in row for row in table.rows(0))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_dice_and_undo_want_a_finger_that_stays(table):
    """An arm that crosses the middle throws no dice."""
    table.page.tap(MENU)
    table.wait(700)
    assert table.page.evaluate("tenbo.stored") == 0
    table.throw_dice()
    assert table.page.evaluate("tenbo.stored") == 1


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
@pytest.mark.parametrize(
    ("board_mm", "layout"), [(217, "around"), (180, "around large"), (150, "one")], ids=["10 inch", "8 inch", "phone"]
)
def test_a_bank_card_held_to_the_screen_gives_the_size(new_browser, hall, board_mm, layout):
    """A browser does not know millimetres."""
    context = new_browser(viewport=SIZE, has_touch=True)
    table = open_table(context, hall)
    table.page.click("[data-settings]")
    table.page.locator('[name="card"]').fill(str(round(85.6 * 1280 / board_mm)))
    assert sorted(table.page.locator("main").get_attribute("class").split()) == sorted(layout.split())
    table.page.get_by_role("button", name="Close").click()
    table.page.reload()
    table.wait_lit()
    assert sorted(table.page.locator("main").get_attribute("class").split()) == sorted(layout.split())


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_all_who_are_asked_agree_at_a_device_that_is_handed_round(new_browser, hall):
    """Three pay for a tsumo, and one of them has the phone."""
    table = open_table(new_browser(viewport=PHONE, has_touch=True), hall)
    table.throw_dice()
    tap(table, 2, "OK")
    table.page.get_by_role("button", name="West", exact=True).tap()
    expect(panel(table, 2).locator(".big")).to_be_visible()
    tap(table, 2, "OK")
    expect(panel(table, 2).locator(".beside")).to_contain_text("3 han")
    tap(table, 2, "OK")
    expect(table.page.locator(".chips .asked")).to_have_count(3)
    expect(panel(table, 2).locator(".rest")).to_have_text("South pays1,000North pays1,000East pays2,000")
    table.wait(600)
    table.page.get_by_role("button", name="All agree").tap()
    table.wait_stored(2)
    assert '"win"' in table.ledger()[2]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_screen_reader_hears_the_seat_that_was_touched(table):
    """What a display says, and no clock each second."""
    preview_of_a_ron(table)
    heard = table.page.locator(".heard")
    table.page.tap('[data-seat="0"] .body')
    expect(heard).to_contain_text("You pay 3900")
    table.page.tap('[data-seat="1"] .body')
    expect(heard).to_contain_text("Nothing for you")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(
    ("language", "screen"),
    [("en-US", LAPTOP), ("de-DE", FOUR_TO_THREE), ("ja-JP", PHONE), ("fr-FR", EIGHT_INCHES), ("pl-PL", UPRIGHT)],
    ids=["laptop", "4:3", "phone", "8 inch", "8 inch upright"],
)
def test_no_text_is_cut_on_any_screen(new_browser, hall, language, screen):
    """With long names, on tablets of both shapes and on a phone; and axe finds nothing."""
    check_texts(new_browser, hall, language, screen)


@pytest.mark.thorough("every screen in every language")
@pytest.mark.parametrize(
    "language", ["en-US", "de-DE", "nl-NL", "ja-JP", "fr-FR", "it-IT", "es-ES", "pl-PL", "ru-RU", "zh-CN"]
)
@pytest.mark.parametrize(
    "screen",
    [SIZE, FOUR_TO_THREE, PHONE, EIGHT_INCHES, UPRIGHT],
    ids=["10 inch", "4:3", "phone", "8 inch", "8 inch upright"],
)
def test_no_text_is_cut_in_any_language(new_browser, hall, language, screen):
    """As above."""
    check_texts(new_browser, hall, language, screen)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_phone_shows_the_whole_line_before_the_first_dice(new_browser, hall):
    """What comes next stands at its end: it was over the edge."""
    table = open_table(new_browser(viewport=PHONE, has_touch=True, locale="en-US"), hall)
    wanted = panel(table, 0).locator(".head em")
    expect(wanted).to_be_visible()
    place = wanted.bounding_box()
    assert place["x"] + place["width"] <= PHONE["width"]


def check_texts(new_browser, hall, language, screen):
    """Look at a hand from its dice to a preview, with all that the tablet notes of itself."""
    table = open_table(new_browser(viewport=screen, has_touch=True, locale=language), hall)
    expect(table.page.locator("[data-start]")).to_be_visible()
    assert table.page.evaluate(OUTSIDE) == []
    table.page.tap("[data-start]")
    expect(table.page.locator("[data-play]")).to_be_visible()
    assert table.page.evaluate(OUTSIDE) == []
    for seat, name in enumerate(("Maximiliane", "Bo", "Wilhelmina", "Dai")):
        table.ask("do", "name", 4, seat, name)
    assert_readable(table.page)
    table.throw_dice()
    table.page.tap('[data-seat="0"] [data-key="riichi"]')
    expect(panel(table, 0).locator('[data-key="riichi"]')).to_have_attribute("data-kind", "lit")
    assert_readable(table.page)
    tap(table, 2, "OK")
    table.page.wait_for_function("() => document.querySelector('[data-seat=\"2\"] .big')")
    assert_readable(table.page)
    tap(table, 2, "UP")
    table.page.wait_for_function("() => document.querySelector('[data-seat=\"2\"] .beside')")
    assert_readable(table.page)
    tap(table, 2, "OK")
    table.page.wait_for_function("() => document.querySelector('[data-seat=\"0\"] .score.pay')")
    assert_readable(table.page)
    if screen in (SIZE, LAPTOP, FOUR_TO_THREE):
        assert table.page.evaluate(CUT_LINES) == []
    assert badly_marked_up(table.page) == []


def assert_readable(page):
    """Nothing that the page says is cut, or lies on something else."""
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == []
    assert page.evaluate(SMALL) == []
