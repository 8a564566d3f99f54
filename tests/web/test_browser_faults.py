"""A table in a browser whose storage, firmware or page fails: it says so, restarts, and never begins an empty table."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount, Route

from tenbo.web.standalone_tablet_server import files_app
from tenbo.web.static_tablet_export import site_files
from tools import tablet_firmware

from .conftest import wait_until
from .tablets import (
    SIZE,
    BrowserTable,
    add_to_worker,
    by_name,
    http_context,
    open_table,
    play_riichi,
    serve_app,
    tablet_service,
)

# The firmware raises at its next sign of life, once.
FAULT = """
    new BroadcastChannel("fault").onmessage = () => {
      const { feed } = world;
      world.feed = () => { world.feed = feed; throw new Error("a fault of the firmware"); };
    };
"""
# A call of the browser's storage fails from the moment on in which the test says so.
FAILING = """
    { const kept = %(of)s.prototype.%(call)s;
      let fails = %(at_once)s;
      new BroadcastChannel("fail").onmessage = () => (fails = true);
      %(of)s.prototype.%(call)s = function (...all) {
        if (fails) throw new DOMException("the disk is broken", "%(error)s");
        return kept.apply(this, all);
      }; }
"""
# A worker that says what the test has it say.
FAKE_WORKER = """
    globalThis.workers = [];
    globalThis.Worker = class { constructor() { workers.push(this); } postMessage() {} terminate() {} };
    globalThis.tell = (data) => workers.at(-1).onmessage({ data });
"""

# The page's clock goes on when it is told to.
STOPPED_CLOCK = "() => { let now = Date.now(); Date.now = () => now; globalThis.pass = (ms) => (now += ms); }"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def http_browser(browser):
    """Yield a browser that has the service under a name without private files."""
    with http_context(browser) as context:
        yield context


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_fault_of_the_firmware_is_stored_in_the_database_and_the_game_goes_on(http_browser, hall):
    """The last line of a device that restarts is stored before its database is closed."""
    add_to_worker(http_browser, FAULT)
    table = open_table(http_browser, by_name(hall))
    assert table.page.evaluate("tenbo.world.storage") == "indexeddb"
    play_riichi(table)
    before = table.ledger()
    table.page.evaluate("new BroadcastChannel('fault').postMessage('now')")
    table.page.wait_for_function("() => tenbo.restarts === 1")
    table.wait_lit()
    table.page.tap('[data-seat="0"] [data-key="riichi"]')
    table.wait_stored(3)
    assert table.ledger()[:3] == before


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [("write", "QuotaExceededError", "no more room"), ("flush", "InvalidStateError", "no longer stores")],
)
def test_a_line_that_private_files_do_not_take_stops_the_table_with_a_sentence(
    new_browser, hall, call, error, sentence
):
    """A device that took it for a full flash would remove older games, in vain."""
    context = new_browser(viewport=SIZE, has_touch=True)
    call_of = {"of": "FileSystemSyncAccessHandle", "call": call, "at_once": "false", "error": error}
    add_to_worker(context, FAILING % call_of)
    table = open_table(context, hall)
    play_riichi(table)
    before = table.ledger()
    # Unless a mark of its clock is due before.
    table.page.evaluate("new BroadcastChannel('fail').postMessage('now'), tenbo.key('0', 'RIICHI', true)")
    expect(table.page.get_by_role("alert")).to_contain_text(sentence)
    context.unroute("**/tablet/storage.js")
    table.page.reload()
    table.wait_lit().wait_stored(2)
    assert table.ledger()[:3] == before


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(
    ("of", "call", "over_http"),
    [("FileSystemFileHandle", "createSyncAccessHandle", False), ("IDBObjectStore", "getAll", True)],
)
def test_a_storage_that_cannot_be_read_begins_no_empty_table(new_browser, http_browser, hall, of, call, over_http):
    """The game may be there: another evening's table would hide it."""
    context = http_browser if over_http else new_browser(viewport=SIZE, has_touch=True)
    add_to_worker(context, FAILING % {"of": of, "call": call, "at_once": "true", "error": "NotReadableError"})
    page = context.new_page()
    page.goto(f"{by_name(hall) if over_http else hall}/tablet")
    expect(page.get_by_role("alert")).to_contain_text("could not be started (cause: the disk is broken)")
    assert page.locator("[data-key]").count() == 0


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_first_line_that_is_not_stored_is_a_start_that_failed(http_browser, hall):
    """No game has been played yet that could be lost."""
    call_of = {"of": "IDBObjectStore", "call": "add", "at_once": "true", "error": "UnknownError"}
    add_to_worker(http_browser, FAILING % call_of)
    page = http_browser.new_page()
    page.goto(f"{by_name(hall)}/tablet")
    expect(page.get_by_role("alert")).to_contain_text("could not be started")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_missing_firmware_is_named(new_browser, hall):
    """An answer that is an error page is no firmware."""
    context = new_browser(viewport=SIZE)
    context.route("**/firmware.img", lambda route: route.fulfill(status=404, body="none"))
    page = context.new_page()
    page.goto(f"{hall}/tablet")
    expect(page.get_by_role("alert")).to_contain_text("firmware.img: 404")


def test_a_lamp_that_blinks_is_dark_after_a_restart(new_browser, hall):
    """A referee is called, and the call ends with the device that has made it."""
    context = new_browser(viewport=SIZE, has_touch=True)
    context.add_init_script(FAKE_WORKER)
    page = context.new_page()
    page.goto(f"{hall}/tablet")
    page.wait_for_function("() => globalThis.workers.length === 1")
    lamp = page.locator('[data-seat="1"] [data-lamp]')
    page.evaluate("tell({ lamp: 1, name: 'LAMP', on: true })")
    expect(lamp).to_have_attribute("aria-pressed", "true")
    page.evaluate("tell({ ended: 'reset' })")
    expect(lamp).to_have_attribute("aria-pressed", "false")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_tone_ends_with_its_device(new_browser, hall):
    """A page that says that there is no table must not go on whistling."""
    context = new_browser(viewport=SIZE, has_touch=True)
    context.add_init_script(FAKE_WORKER)
    context.add_init_script(
        "globalThis.gains = []; AudioParam.prototype.setTargetAtTime = (value) => gains.push(value > 0);"
    )
    page = context.new_page()
    page.goto(f"{hall}/tablet")
    page.tap("main")
    page.evaluate("tell({ tone: 2000 })")
    page.evaluate("tell({ ended: 'not_stored' })")
    assert page.evaluate("gains") == [True, False]
    expect(page.get_by_role("alert")).to_contain_text("no longer stores")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_restarts_are_counted_by_the_minute(new_browser, hall):
    """Five in a minute are too many, five in an evening are not."""
    context = new_browser(viewport=SIZE)
    context.add_init_script(FAKE_WORKER)
    page = context.new_page()
    page.goto(f"{hall}/tablet")
    page.wait_for_function("() => globalThis.workers.length === 1")
    page.evaluate(STOPPED_CLOCK)
    for _ in range(8):
        page.evaluate("pass(61_000), tell({ ended: 'reset' })")
    assert page.evaluate("workers.length") == 9
    page.evaluate("tell({ fault: 'MemoryError' })")
    for _ in range(5):
        page.evaluate("tell({ ended: 'watchdog' })")
    expect(page.get_by_role("alert")).to_contain_text("MemoryError")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize(
    ("fails", "sentence"),
    [
        ("for (let n = 0; n < 5; n++) tell({ ended: 'watchdog' })", "last fault: stopped responding"),
        ("for (let n = 0; n < 5; n++) tell({ ended: 'reset' })", "last fault: restarted by itself"),
        # The script of the worker is missing: the browser says no more.
        ("workers.at(-1).onerror({})", "The table could not be started. Reload the page."),
    ],
)
def test_a_table_that_fails_without_a_fault_says_so_in_words(new_browser, hall, fails, sentence):
    """No name that only the program knows."""
    context = new_browser(viewport=SIZE)
    context.add_init_script(FAKE_WORKER)
    page = context.new_page()
    page.goto(f"{hall}/tablet")
    page.wait_for_function("() => globalThis.workers.length === 1")
    page.evaluate(f"() => {{ {fails} }}")
    expect(page.get_by_role("alert")).to_contain_text(sentence)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize("refused", ["always", "at the touch"])
def test_what_the_browser_refuses_or_grants_at_the_first_touch_is_said(new_browser, hall, refused):
    """A screen that will go dark, before the touch where that is known; and games that are kept from now on."""
    context = new_browser(viewport=SIZE, has_touch=True)
    context.add_init_script(
        """
        if (isSecureContext) {
          let granted = false;
          navigator.storage.persist = async () => (granted = true);
          navigator.storage.persisted = async () => granted;
          const held = { released: false, release: async () => undefined };
          navigator.wakeLock.request = async () => {
            if (globalThis.refuses) throw new DOMException("battery low", "NotAllowedError");
            return held;
          };
        }
        """
    )
    context.add_init_script(f"globalThis.refuses = {str(refused == 'always').lower()}")
    table = open_table(context, hall)
    facts = table.page.locator(".start .offers li")
    expect(facts.first).to_contain_text("may delete the games")
    expect(facts.nth(1)).to_have_class("open-point" if refused == "always" else "")
    table.page.evaluate("globalThis.refuses = true")
    table.page.tap(".start [data-start]")
    wait_until(lambda: table.page.evaluate("tenbo.world.persisted"))
    # What the start has said is not said again.
    expect(table.page.locator('[data-note="awake"]')).to_have_count(0 if refused == "always" else 1)
    expect(table.page.locator('[data-note="storage"]')).to_have_count(0)


@pytest.fixture
def serve():
    """Return a function that serves an application, and returns its address."""
    tablet_firmware.build()
    with ExitStack() as running:
        yield lambda app: running.enter_context(serve_app(app))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_two_folders_of_one_origin_are_two_tables(serve, new_browser):
    """A club's site has one for each of its tables."""
    site = files_app(site_files())
    address = serve(Starlette(routes=[Mount("/red", site), Mount("/blue", site)]))
    context = new_browser(viewport=SIZE, has_touch=True)
    numbers, kept = [], []
    for folder in ("red", "blue"):
        page = context.new_page()
        page.goto(f"{address}/{folder}/")
        BrowserTable(page).wait_lit()
        page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
        numbers.append(page.evaluate("tenbo.world.number"))
        kept = page.evaluate("caches.keys()")
    assert len(set(numbers)) == 2
    assert [name.split()[1] for name in sorted(kept)] == ["/blue/", "/red/"]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_new_version_takes_its_files_from_the_server(serve, new_browser):
    """A browser's own cache still has those of the version before."""
    files = site_files()

    async def answer(request):
        name = request.path_params["name"] or "index.html"
        kind = {"html": "text/html", "js": "text/javascript", "mjs": "text/javascript", "css": "text/css"}
        ending = name.rpartition(".")[2]
        return Response(files[name], 200, {"cache-control": "max-age=3600"}, kind.get(ending, "application/json"))

    address = serve(Starlette(routes=[Route("/{name:path}", answer)]))
    page = new_browser(viewport=SIZE).new_page()
    page.goto(f"{address}/")
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
    files["static/icon.svg"] = b"<svg/>"
    files["service-worker.js"] = files["service-worker.js"].replace(b'VERSION = "', b'VERSION = "new')
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    held = """async () => {
        const name = (await caches.keys()).find((one) => one.includes("new"));
        const answer = name && (await (await caches.open(name)).match("static/icon.svg"));
        return answer ? answer.text() : "";
    }"""
    wait_until(lambda: page.evaluate(held) != "")
    assert page.evaluate(held) == "<svg/>"


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_an_open_table_plays_on_when_its_site_has_a_new_version(serve, new_browser):
    """In mid-hand and after a reload it has the files of its own version; it has the new ones when it was closed."""
    files = site_files()

    async def answer(request):
        name = request.path_params["name"] or "index.html"
        kind = {"html": "text/html", "js": "text/javascript", "mjs": "text/javascript", "css": "text/css"}
        ending = name.rpartition(".")[2]
        return Response(files[name], 200, {}, kind.get(ending, "application/json"))

    icon = "fetch('static/icon.svg').then((answer) => answer.text())"
    address = serve(Starlette(routes=[Route("/{name:path}", answer)]))
    context = new_browser(viewport=SIZE, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}/")
    table = BrowserTable(page).wait_lit()
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)")
    page.reload()
    table.wait_lit()
    old = page.evaluate(icon)
    table.throw_dice()
    files["static/icon.svg"] = b"<svg/>"
    files["service-worker.js"] = files["service-worker.js"].replace(b'VERSION = "', b'VERSION = "new')
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    page.wait_for_function("() => navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)")
    page.tap('[data-seat="2"] [data-key="riichi"]')
    table.wait_stored(2)
    assert page.evaluate(icon) == old
    page.reload()
    table.wait_lit()
    assert page.evaluate("tenbo.state()")["riichi"] == [2]
    assert page.evaluate(icon) == old
    page.close()
    # The new version begins when no table is open any more.
    page = context.new_page()

    def is_new():
        page.goto("about:blank")
        page.goto(f"{address}/")
        BrowserTable(page).wait_lit()
        return page.evaluate(icon) == "<svg/>"

    wait_until(is_new)
    assert page.evaluate("tenbo.state()")["riichi"] == [2]
