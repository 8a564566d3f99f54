"""What a table in a browser keeps: nothing that has shown is lost or doubled, whatever becomes of the page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tenbo.web import STATIC
from tools.browser_setup import chromium

from .conftest import ARGUMENTS, PATIENCE_MS
from .tablets import SIZE, OwnBrowser, open_table, play_riichi, tablet_service

# A storage that stores nothing more from the moment on in which it is told to wait, until it is told to go on.
SLOW_STORAGE = """
import { Files } from "./files.js";
export class InUse extends Error {}
let waits = false;
const waiting = [];
new BroadcastChannel("slow").onmessage = ({ data }) => {
  waits = data === "wait";
  while (!waits && waiting.length) waiting.shift()();
};
const append = () => new Promise((done) => (waits ? waiting.push(done) : done()));
export const open_storage = async () => ({ kind: "none", files: new Files(), append, close() {} });
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def table(new_browser, hall):
    """Return a table in a browser that has never had one."""
    return open_table(new_browser(viewport=SIZE, has_touch=True), hall)


def settled(table):
    """Return what the displays show once they have shown the same for a while."""
    shown: list[list[str]] = []
    while (before := shown) != (shown := [table.rows(seat)[12:40] for seat in range(4)]):
        table.wait(1500)
    return before


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_nothing_shows_of_an_event_before_it_is_stored(new_browser, hall):
    """Lamp, displays, ledger and answers wait for the storage: what was seen survives the next loss of power."""
    context = new_browser(viewport=SIZE, has_touch=True)
    context.route(
        "**/tablet/storage.js", lambda route: route.fulfill(body=SLOW_STORAGE, content_type="text/javascript")
    )
    table = open_table(context, hall)
    table.throw_dice()
    table.page.evaluate("globalThis.slow = new BroadcastChannel('slow'), slow.postMessage('wait')")
    shown = settled(table)
    table.page.tap('[data-seat="2"] [data-key="riichi"]')
    table.wait(1500)
    assert [table.lamp(seat) for seat in range(4)] == [False] * 4
    assert [table.rows(seat)[12:40] for seat in range(4)] == shown
    assert table.page.evaluate("tenbo.stored") == 1
    table.page.evaluate("() => { tenbo.state().then((state) => (globalThis.answered = state)); }")
    table.wait(500)
    assert table.page.evaluate("globalThis.answered") is None
    table.page.evaluate("slow.postMessage('go on')")
    table.wait_stored(2)
    table.page.wait_for_function("() => globalThis.answered?.n === 2")
    expect(table.page.locator('[data-seat="2"] [data-lamp]')).to_have_attribute("aria-pressed", "true")


def test_a_reloaded_page_goes_on_as_after_a_power_cut(table):
    """The game, the lamp and the number of the table are there again."""
    play_riichi(table)
    number, before = table.page.evaluate("tenbo.world.number"), table.ledger()
    table.page.reload()
    table.wait_lit().wait_stored(2)
    assert table.ledger() == before
    assert table.page.evaluate("tenbo.world.number") == number
    expect(table.page.locator('[data-seat="2"] [data-lamp]')).to_have_attribute("aria-pressed", "true")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_second_tab_is_refused_with_a_sentence(table):
    """Two writers of one ledger would be two games."""
    second = table.page.context.new_page()
    second.goto(table.page.url)
    expect(second.get_by_role("alert")).to_contain_text("open in another tab")
    play_riichi(table)
    assert second.locator("[data-key]").count() == 0


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_without_private_files_the_database_keeps_the_table(browser, new_browser, hall):
    """A page over http from another computer has no private files; a second tab and a reload are as with them."""
    port = hall.rpartition(":")[2]
    arguments = [*ARGUMENTS, "--host-resolver-rules=MAP table.test 127.0.0.1"]
    other = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    try:
        context = other.new_context(viewport=SIZE, has_touch=True)
        context.set_default_timeout(PATIENCE_MS)
        table = open_table(context, f"http://table.test:{port}")
        assert table.page.evaluate("[isSecureContext, tenbo.world.storage]") == [False, "indexeddb"]
        play_riichi(table)
        second = context.new_page()
        second.goto(table.page.url)
        expect(second.get_by_role("alert")).to_contain_text("open in another tab")
        second.close()
        before = table.ledger()
        table.page.reload()
        table.wait_lit().wait_stored(2)
        assert table.ledger() == before
    finally:
        other.close()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_tab_whose_table_another_one_has_taken_stores_nothing_more(browser, hall):
    """A tab that sleeps cannot answer that it has the table: it learns at its next event that another tab has it."""
    source = (STATIC / "tablet" / "storage.js").read_text("utf-8")
    silent = {"body": source.replace('channel.postMessage("here")', "undefined"), "content_type": "text/javascript"}
    assert silent["body"] != source
    arguments = [*ARGUMENTS, "--host-resolver-rules=MAP table.test 127.0.0.1"]
    other = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    try:
        context = other.new_context(viewport=SIZE, has_touch=True)
        context.set_default_timeout(PATIENCE_MS)
        context.route("**/tablet/storage.js", lambda route: route.fulfill(**silent))
        address = f"http://table.test:{hall.rpartition(':')[2]}"
        first = open_table(context, address)
        play_riichi(first)
        second = open_table(context, address)
        second.wait_stored(2)
        before = second.ledger()
        # Unless a mark of its clock was due before.
        first.page.evaluate("() => { tenbo.key('0', 'RIICHI', true); tenbo.key('0', 'RIICHI', false); }")
        expect(first.page.get_by_role("alert")).to_contain_text("open in another tab")
        assert second.ledger() == before
        second.page.tap('[data-seat="3"] [data-key="riichi"]')
        second.wait_stored(3)
        assert second.page.evaluate("tenbo.state()")["riichi"] == [2, 3]
    finally:
        other.close()


def check_survival(hall, own, moments):
    """Kill the browser at each of some moments after it was asked to record; what it had confirmed must be there."""
    known = []
    try:
        for number, moment in enumerate(moments):
            table = open_table(own.start(), hall)
            table.wait_stored(len(known) - 1)
            ledger = table.ledger()
            assert ledger[: len(known)] == known, "lost or changed"
            assert [json.loads(line)[1] for line in ledger] == list(range(len(ledger))), "doubled"
            if number % 2:
                table.page.evaluate("() => { tenbo.key('0', 'RIICHI', true); tenbo.key('0', 'RIICHI', false); }")
            table.page.evaluate(
                "(n) => { (async () => { for (;;) await tenbo.ask('do', 'name', 4, n % 4, `Player ${n++}`); })(); }",
                number * 100,
            )
            table.wait(moment)
            if number == len(moments) - 1:
                # However slow a computer is, something is recorded before the last kill.
                table.wait_stored(len(ledger))
            known = table.ledger()
            own.kill()
        assert len(known) > len(ledger)
        table = open_table(own.start(), hall)
        table.wait_stored(len(known) - 1)
        assert table.ledger()[: len(known)] == known
    finally:
        own.kill()


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_killed_browser_loses_no_event_and_doubles_none(browser, hall, tmp_path):
    """The power goes at any moment of storing."""
    check_survival(hall, OwnBrowser(browser, tmp_path, ARGUMENTS), (0, 45, 320))


@pytest.mark.thorough("the same at sixty moments")
@pytest.mark.limit(900)
def test_a_browser_that_is_killed_sixty_times_loses_no_event(browser, hall, tmp_path):
    """As above, at moments that are spread over the storing of some events."""
    check_survival(hall, OwnBrowser(browser, tmp_path, ARGUMENTS), [7 * moment for moment in range(60)])


@pytest.mark.thorough("the same where the browser has its database alone")
@pytest.mark.limit(600)
def test_a_killed_database_loses_no_event(browser, hall, tmp_path):
    """Its transactions are strict, and nothing shows before one is complete."""
    arguments = [*ARGUMENTS, "--host-resolver-rules=MAP table.test 127.0.0.1"]
    address = re.sub(r"//[^:]+", "//table.test", hall)
    check_survival(address, OwnBrowser(browser, tmp_path, arguments), [23 * moment for moment in range(20)])
