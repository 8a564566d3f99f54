"""What fits on which screen: the table in a browser on tablets of three sizes, on phones and on a laptop."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .accessibility import badly_marked_up
from .tablets import PHONE, SIZE, open_table, panel, tablet_service, tap

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
# What is over the edge of the screen before the first hand.
OUTSIDE = """
    () => [...document.querySelectorAll(".start :is(h1, li, button, label)")].filter((one) => one.offsetParent)
        .filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
            return isOut || one.scrollWidth > one.clientWidth + 1;
        }).map((one) => one.textContent)
"""
LONG_NAMES = ("Aleksandra Wiśniewska-Nowa", "Bartholomäus Schwarzenberg", "Константин Рождественский", "Bo")
HEADS = '() => [...document.querySelectorAll(".around .head")].map((one) => parseFloat(getComputedStyle(one).fontSize))'
# 2.8 mm on a board of 1280 pixels and 217 mm, of which a capital letter is 0.73 high.
LEAST_READ = 22.6
# 2.5 mm: a name on a key, which is written as its owner writes it.
LEAST_ON_A_KEY = 20
# Labels of keys that are smaller, in units of the board, than they are read across a table: 2.8 mm on a tablet of 10
# inches. On one of 8, which has large keys, a word that cannot be broken has 2.4 mm in the wide letters of the tests,
# and 2.8 in those of a tablet. Names are none of them.
SMALL_LABELS = """
    () => {
        const [long, short] = [Math.max(innerWidth, innerHeight), Math.min(innerWidth, innerHeight)];
        const unit = Math.min(long / 1280, short / 800);
        const least = document.querySelector("main.large") ? 24 : 22.6;
        return [...document.querySelectorAll("main.around .keys button")]
            .filter((key) => key.offsetParent && key.children[1].textContent && !/[←↑→]/.test(key.textContent))
            .map((key) => [key.children[1].textContent, parseFloat(getComputedStyle(key).fontSize) / unit])
            .filter(([, size]) => size < least - 0.01);
    }
"""
# The keys of the table that a finger in their middle does not reach.
UNREACHED = """
    () => [...document.querySelectorAll("[data-key]")].filter((key) => key.offsetParent).filter((key) => {
        const { left, top, width, height } = key.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-key]") !== key;
    }).map((key) => key.dataset.key)
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


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
def test_eight_inches_have_large_keys_before_a_card_was_held_to_them(new_browser, hall):
    """It is the tablet that may lie in the middle; what its middle has no room for stands in the settings."""
    table = open_table(new_browser(viewport=EIGHT_INCHES, has_touch=True), hall)
    expect(table.page.locator("main")).to_have_class("around large")
    # 18 by 12 mm, on a board that is 172 mm long.
    key = panel(table, 0).locator('[data-key="ok"]').bounding_box()
    assert key["width"] >= 18 * EIGHT_INCHES["width"] / 172
    assert key["height"] >= 12 * EIGHT_INCHES["width"] / 172
    expect(panel(table, 0).locator(".head")).to_contain_text("Throw the dice")
    assert table.page.evaluate(CUT_LINES) == []
    note = table.page.locator('[data-note="storage"]')
    assert note.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    table.page.click("[data-settings]")
    expect(table.page.locator(".facts")).to_contain_text("Add Tenbo to the home screen")


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
@pytest.mark.parametrize("language", ["en-US", "de-DE", "ru-RU", "ja-JP"])
def test_names_of_26_letters_leave_the_line_above_the_points_its_size(new_browser, hall, language):
    """The letters became smaller until all of a name had room: 2.1 mm on a tablet of 10 inches, where 2.8 are read."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True, locale=language), hall)
    for seat, name in enumerate(LONG_NAMES):
        table.page.evaluate("([seat, name]) => tenbo.name(seat, name)", [seat, name])
    table.throw_dice()
    heads = table.page.locator(".around .head")
    expect(heads.nth(0)).to_contain_text(LONG_NAMES[0][:11])
    assert min(table.page.evaluate(HEADS)) >= LEAST_READ
    table.page.tap('[data-seat="0"] [data-key="riichi"]')
    expect(panel(table, 0).locator('[data-key="riichi"]')).to_have_attribute("data-kind", "lit")
    tap(table, 2, "OK")
    # A name on a key has the letters of other long labels.
    across = panel(table, 2).locator('[data-key="down"], [data-key="up"], [data-key="ok"]').filter(has_text="…")
    expect(across).to_have_count(1)
    assert across.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= LEAST_ON_A_KEY
    tap(table, 2, "UP")
    table.page.wait_for_function("() => document.querySelector('[data-seat=\"2\"] .beside')")
    tap(table, 2, "OK")
    table.page.wait_for_function("() => document.querySelector('[data-seat=\"0\"] .score.pay')")
    expect(heads.nth(3)).to_contain_text("…")
    assert min(table.page.evaluate(HEADS)) >= LEAST_READ


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
    assert page.evaluate(SMALL_LABELS) == []
