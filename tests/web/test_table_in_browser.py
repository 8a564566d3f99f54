"""A whole table in a real browser: the firmware under MicroPython, its parts, and the browser's storage."""

from __future__ import annotations

import gzip
import re
import threading
import urllib.request

import pytest
from playwright.sync_api import expect

from tenbo.simulator.ssd1309 import SimulatedDisplay
from tenbo.web.pages import PAGES, TABLET

from .accessibility import badly_marked_up
from .conftest import wait_until
from .tablets import SIZE, BrowserTable, add_to_worker, open_table, play_riichi, serve_site, tablet_service

# All that a browser fetches for a table: what is promised is its size on the way.
MOST_KB = 400
# Tablets of ten and eight inches, lying both ways, and a phone.
SCREENS = [(1280, 800), (1024, 768), (960, 600), (768, 1024), (390, 844), (844, 390)]
RIICHI = '["event",2,"riichi",2,'


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def table(new_browser, hall):
    """Return a table in a browser that has never had one."""
    return open_table(new_browser(viewport=SIZE, has_touch=True), hall)


def test_riichi_by_touch_lights_the_lamp_and_is_stored(table):
    """The first evening of a club: a tablet, a finger, and the stick lies there."""
    assert table.page.evaluate("tenbo.world.storage") == "opfs"
    play_riichi(table)
    expect(table.page.locator('[data-seat="2"] [data-lamp]')).to_have_attribute("aria-pressed", "true")
    assert [table.lamp(seat) for seat in range(4)] == [False, False, True, False]
    assert table.ledger()[2].startswith(RIICHI)
    view = table.page.evaluate("tenbo.view(2)")["view"]
    assert (view["score"], view["riichi"], view["sticks"]) == (29000, True, 1)
    state = table.page.evaluate("tenbo.state()")
    assert (state["riichi"], state["phase"]) == ([2], "playing")


def test_four_fingers_at_once_are_four_presses(table):
    """All four reach for RIICHI in the same moment, and each finger stays for a while."""
    table.throw_dice()
    table.touch([(seat, "riichi") for seat in range(4)])
    table.touch([])
    table.wait_stored(5)
    assert sorted(table.page.evaluate("tenbo.state()")["riichi"]) == [0, 1, 2, 3]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_palm_and_a_swipe_beside_the_keys_press_nothing(table):
    """Arms cross the glass for every draw."""
    table.throw_dice()
    table.touch([(1, "riichi")], radius=60)
    table.touch([])
    box = table.page.locator('[data-seat="0"] canvas').bounding_box()
    table.page.mouse.move(box["x"] + 5, box["y"] + 5)
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + 60, box["y"] + box["height"] + 60)
    table.page.mouse.up()
    table.wait(300)
    assert table.page.evaluate("tenbo.state()")["riichi"] == []


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_both_ends_of_a_press_in_the_same_moment_are_a_press(table):
    """A starved page tells both at once, and the firmware would take it for a spark."""
    table.page.evaluate("() => { tenbo.key('table', 'TABLE', true); tenbo.key('table', 'TABLE', false); }")
    table.wait_stored(1)
    table.page.evaluate("() => { tenbo.key('3', 'RIICHI', true); tenbo.key('3', 'RIICHI', false); }")
    table.wait_stored(2)
    assert table.page.evaluate("tenbo.state()")["riichi"] == [3]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_key_that_is_held_is_held_at_the_table(table):
    """At every seat OK says between two hands that it throws the dice when held; BACK held takes back, as Undo says."""
    for seat in range(4):
        for key, face in (("ok", r"hold\s+OK\s+Dice"), ("back", r"BACK\s+More")):
            expect(table.page.locator(f'[data-seat="{seat}"] [data-key="{key}"]')).to_have_text(
                re.compile(face), use_inner_text=True
            )
        table.press(seat, "ok", 1300)
        table.wait_stored(2 * seat + 1)
        assert table.page.evaluate("tenbo.state()")["phase"] == "playing"
        table.press(seat, "back", 1300)
        table.page.wait_for_function("async () => (await tenbo.view(0)).view.screen === 'undo'")
        agree(table, (seat + 1) % 4, 2 * seat + 2)
        assert table.page.evaluate("tenbo.state()")["phase"] == "between"
        # A press that begins while the question is still open is none of the idle table's.
        table.page.wait_for_function("async () => (await tenbo.view(0)).view.screen === 'score'")


def agree(table, seat, number):
    """Press OK until an event is stored: a press that is too early by the table's clock is no answer."""
    stored = f"tenbo.stored >= {number}"
    while not table.page.evaluate(stored):
        table.wait(700)
        table.press(seat, "ok", 100)
        table.page.evaluate(f"() => new Promise(done => setTimeout(() => done({stored}), 1500))")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_phone_shows_one_seat_and_is_handed_round(new_browser, hall):
    """Keys of four seats would be too small there; the others' turn comes with a tap."""
    table = open_table(new_browser(viewport={"width": 390, "height": 844}, has_touch=True), hall)
    seats = table.page.locator(".seat")
    expect(seats.filter(visible=True)).to_have_count(1)
    table.throw_dice()
    table.page.get_by_role("button", name="South", exact=True).tap()
    table.page.tap('[data-seat="1"] [data-key="riichi"]')
    table.wait_stored(2)
    assert table.page.evaluate("tenbo.state()")["riichi"] == [1]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_every_key_that_shows_is_large_and_under_no_other(new_browser, hall, width, height):
    """A key is at least 12 mm in the browser's own millimetres and lies within the screen, from phone to tablet."""
    page = new_browser(viewport={"width": width, "height": height}, has_touch=True).new_page()
    page.goto(f"{hall}/tablet")
    page.wait_for_selector("[data-key]")
    keys = page.evaluate(
        """() => [...document.querySelectorAll("[data-key]")].filter((key) => key.offsetParent).map((key) => {
            const { left, top, right, bottom } = key.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2).closest("[data-key]");
            return [key.dataset.key, left, top, right, bottom, hit === key];
        })"""
    )
    assert len(keys) in (7, 22)
    for name, left, top, right, bottom, hit in keys:
        assert min(right - left, bottom - top) >= 12 * 96 / 25.4, name
        assert 0 <= left < right <= width, name
        assert 0 <= top < bottom <= height, name
        assert hit, name


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize("screen", [SCREENS[0], SCREENS[4]], ids=["tablet", "phone"])
def test_the_page_is_for_everybody(new_browser, hall, screen):
    """As axe sees it, in a language with long words."""
    size = dict(zip(("width", "height"), screen, strict=True))
    table = open_table(new_browser(viewport=size, has_touch=True, locale="de-DE"), hall)
    assert badly_marked_up(table.page) == []


# The worker counts how often it is to be woken, and tells it when it is asked.
WAKES = """
    { const { setTimeout } = globalThis, channel = new BroadcastChannel("wakes");
      let wakes = 0, since = 0;
      globalThis.setTimeout = (...all) => (wakes++, setTimeout(...all));
      channel.onmessage = () => {
          channel.postMessage(1000 * wakes / (performance.now() - since));
          wakes = 0, since = performance.now();
      }; }
"""
WAKES_A_SECOND = """() => new Promise((done) => {
    const channel = new BroadcastChannel("wakes");
    channel.onmessage = ({ data }) => done(data);
    channel.postMessage("count");
})"""


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_table_at_rest_is_seldom_woken(new_browser, hall):
    """A tablet's battery lasts an evening; the device's own hundred turns a second are for a chip with a cable."""
    context = new_browser(viewport=SIZE, has_touch=True)
    add_to_worker(context, WAKES)
    table = open_table(context, hall)
    table.throw_dice()
    table.wait(2000)
    table.page.evaluate(WAKES_A_SECOND)
    table.wait(2000)
    assert table.page.evaluate(WAKES_A_SECOND) < 20


@pytest.mark.thorough("fifteen seconds without a turn")
def test_a_page_that_was_frozen_goes_on(new_browser, hall):
    """A tablet that sleeps loses nothing, and its clock has gone on."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True), hall)
    play_riichi(table)
    session = table.page.context.new_cdp_session(table.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    threading.Event().wait(15)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    table.page.tap('[data-seat="0"] [data-key="riichi"]')
    table.wait_stored(3)
    clock = table.page.evaluate("tenbo.view(0)")["view"]["clock"]
    assert clock >= "0:00:15"


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_page_says_how_long_it_has_slept(table):
    """The screen was dark for two minutes: who looks at it again reads that nothing is lost."""
    table.page.evaluate("() => { const now = Date.now; Date.now = () => now.call(Date) + 130e3; }")
    slept = table.page.locator('[data-note="slept"]')
    expect(slept).to_contain_text(re.compile("2:1[0-9]"))
    expect(slept).to_have_count(0)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_canvas_has_the_pixels_that_the_device_has_drawn(table):
    """What the page makes of the bus is what the firmware holds in its own memory."""
    from tenbo.devices.table_client import query_display

    play_riichi(table)
    for seat in range(4):
        wait_until(lambda seat=seat: list(query_display(table, seat).rows) == table.rows(seat))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_page_reads_a_bus_as_the_simulator_does(table):
    """Two programs read the same bytes: pixels in every order of the memory, and each command that changes them."""
    commands = ((0xA4, 0xA6), (0x20, 1), (0x21, 5, 90), (0x22, 2, 6), (0x81, 9))
    vectors = [bytes.fromhex("00a1c8af"), bytes([0x40, *range(1, 200)]), bytes([0x00, 0xA7]), bytes([0x00, 0xA5])]
    vectors += [bytes([0, *command]) for command in commands]
    vectors += [bytes([0x40, *range(255, 0, -1)]), bytes([0, 0xA0, 0xC0, 0x47]), bytes([0x40, 1, 2, 4, 8])]
    vectors += [bytes([0, 0x20, 0]), bytes([0x40] + [7] * 700), bytes([0, 0xD3, 11]), bytes([0, 0xAE])]
    ours, expected = SimulatedDisplay(), []
    ours.set_supply(on=True)
    ours.set_reset_line(high=False)
    ours.set_reset_line(high=True)
    start = bytes([0, 0x20, 0, 0x21, 0, 127, 0x22, 0, 7])
    for data in (start, bytes([0x40, *bytes(1024)]), *vectors):
        ours.receive(data)
        expected.append("".join(ours.picture().rows))
    shown = table.page.evaluate(
        """async (vectors) => {
            const { Display } = await import("/tablet/static/tablet/displays.js");
            const display = new Display();
            display.supply(true);
            display.reset_line(false);
            display.reset_line(true);
            return vectors.map((bytes) => {
                display.receive(Uint8Array.from(bytes));
                return Array.from(display.picture(), (pixel) => (pixel ? "#" : ".")).join("");
            });
        }""",
        [list(data) for data in (start, bytes([0x40, *bytes(1024)]), *vectors)],
    )
    assert shown == expected


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_health_answers_within_bounds(table):
    """The port's heap has no end: who looks for its largest piece must not take all of it."""
    fields = {key: value for _, _, key, value in table.ask("health")}
    assert 0 < fields["largest"] < 500_000
    assert 0 < fields["free"] < 500_000
    assert fields["hanging"] == ""
    assert fields["journal_damage"] == 0


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_restart_that_a_host_asks_for_comes_back_with_the_game(table):
    """The page starts its worker again, and the game goes on."""
    play_riichi(table)
    before = table.ledger()
    table.page.evaluate("() => { tenbo.ask('restart').catch(() => undefined); }")
    table.page.wait_for_function(
        "async () => { try { return (await tenbo.state()).n === 2; } catch { return false; } }"
    )
    table.page.tap('[data-seat="0"] [data-key="riichi"]')
    table.wait_stored(3)
    assert table.ledger()[:3] == before


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_page_allows_compiling_and_no_page_of_the_hall_does(new_browser, hall):
    """What is open for one page stays shut for all others."""
    page = new_browser().new_page()
    paths = {re.sub(r"\{\w+:int\}", "1", one.path) for one in (*PAGES, TABLET)}
    assert {"/", "/desk", "/table/1/hand", "/tablet"} <= paths
    policies = {path: page.goto(f"{hall}{path}").headers["content-security-policy"] for path in sorted(paths)}
    assert {path for path, policy in policies.items() if "wasm-unsafe-eval" in policy} == {"/tablet"}
    assert not [policy for policy in policies.values() if "'unsafe-eval'" in policy or "unsafe-inline" in policy]


def served(address):
    """Return what a service answers."""
    with urllib.request.urlopen(address) as answer:
        return answer.read()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_table_is_at_most_400_kb_on_the_way(new_browser, hall):
    """A club's line is a phone's, also where other words than English come with it."""
    page = new_browser(viewport=SIZE, locale="ja-JP").new_page()
    fetched = set()
    page.on("response", lambda answer: fetched.add(answer.url))
    page.goto(f"{hall}/tablet")
    BrowserTable(page).wait_lit()
    names = {name for url in fetched if (name := url.removeprefix(f"{hall}/tablet/static/")) != url}
    assert {
        "words/tablet-ja.json",
        "tablet/worker.js",
        "micropython/micropython.wasm",
        "micropython/firmware.img",
    } <= names
    assert {name for name in names if name.startswith("micropython/words.")} == {"micropython/words.ja.bin"}
    sizes = {name: len(gzip.compress(served(f"{hall}/tablet/static/{name}"), 9)) for name in names}
    assert sum(sizes.values()) <= MOST_KB * 1024, sizes


@pytest.fixture
def site():
    """Serve the folder that `tenbo tablet --out` writes, by the server of `tenbo tablet`; yield its address."""
    with serve_site() as address:
        yield address


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_folder_of_files_plays_on_without_its_server(site, new_browser):
    """A club has put it on its web site, and the evening is in a cellar."""
    context = new_browser(viewport=SIZE, has_touch=True, locale="de-DE")
    page = context.new_page()
    page.goto(site)
    table = BrowserTable(page).wait_lit()
    expect(page.get_by_role("button", name="Würfel", exact=True)).to_have_count(1)
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
    play_riichi(table)
    before = table.ledger()
    page.reload()
    context.set_offline(True)
    page.reload()
    table.wait_lit().wait_stored(2)
    assert table.ledger() == before
    page.tap('[data-seat="0"] [data-key="riichi"]')
    table.wait_stored(3)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_page_of_a_service_plays_on_when_the_service_has_ended(tmp_path, new_browser):
    """The host's computer goes home before the last game; the page was open on it over https, or on itself."""
    context = new_browser(viewport=SIZE, has_touch=True)
    with tablet_service(tmp_path) as address:
        table = open_table(context, address)
        table.page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
        link = table.page.locator('link[rel="manifest"]').get_attribute("href")
        manifest = context.request.get(f"{address}{link}").json()
        assert (manifest["start_url"], manifest["scope"]) == ("../tablet", "../tablet")
        play_riichi(table)
        before = table.ledger()
        other = context.new_page()
        other.goto(f"{address}/score")
        assert other.evaluate("navigator.serviceWorker.controller") is None, "other pages are the service's own"
        other.close()
        table.page.reload()
        table.wait_lit()
    table.page.reload()
    table.wait_lit().wait_stored(2)
    assert table.ledger() == before


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_sound_rests_between_two_tones(new_browser, hall):
    """A sound system that runs takes two hundredths of a processor, all evening."""
    context = new_browser(viewport=SIZE, has_touch=True)
    context.add_init_script(
        """
        const { suspend, resume } = AudioContext.prototype;
        globalThis.slept = [];
        AudioContext.prototype.suspend = function () { slept.push("rests"); return suspend.call(this); };
        AudioContext.prototype.resume = function () { slept.push("sounds"); return resume.call(this); };
        """
    )
    table = open_table(context, hall)
    play_riichi(table)
    table.page.wait_for_function("() => slept.includes('sounds') && slept.at(-1) === 'rests'")


@pytest.mark.thorough("a browser for each language")
@pytest.mark.parametrize("language", ["de", "nl", "ru", "fr"])
@pytest.mark.parametrize(("width", "height"), [(962, 601), (768, 1024), (1280, 800)])
def test_dice_and_undo_are_read_in_every_language(new_browser, hall, language, width, height):
    """A long word of a language was set in letters of 11 px on a tablet."""
    shown = new_browser(viewport={"width": width, "height": height}, has_touch=True, locale=language)
    table = open_table(shown, hall)
    sizes = table.page.locator(".middle > [data-key]").evaluate_all(
        "keys => keys.map((key) => parseFloat(getComputedStyle(key).fontSize))"
    )
    assert len(sizes) == 2
    assert min(sizes) >= 16
