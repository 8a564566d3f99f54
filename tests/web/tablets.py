"""A table in a browser for tests: its page as people use it, and as a table that `Players` can press and ask."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import socket
import subprocess
from contextlib import contextmanager

import uvicorn
from playwright.sync_api import expect

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.runtime.worker import Worker
from tenbo.web import LIBRARY_MISSING, STATIC
from tenbo.web.standalone_tablet_server import files_app
from tenbo.web.static_tablet_export import site_files
from tenbo_core.errors import TenboError
from tools import tablet_firmware, vendored_npm_packages
from tools.browser_setup import chromium

from .conftest import ARGUMENTS, PATIENCE_MS, wait_until

# All four displays show something.
LIT = """
    () => document.querySelectorAll("canvas").length > 0 && [...document.querySelectorAll("canvas")].every((canvas) =>
        canvas.getContext("2d").getImageData(0, 0, 128, 64).data.some((value, at) => at % 4 === 0 && value > 0))
"""
# The pixels of a display, a row a line.
ROWS = """
    (seat) => {
        const canvas = document.querySelector(`[data-seat="${seat}"] canvas`);
        const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
        return Array.from({ length: 64 }, (_, row) =>
            Array.from({ length: 128 }, (_, column) => (data[(row * 128 + column) * 4] ? "#" : ".")).join(""));
    }
"""
ASK = """
    async ([name, ...fields]) => {
        try {
            return { answers: await tenbo.ask(name, ...fields) };
        } catch (error) {
            return { code: error.code ?? "our_mistake", message: error.message, at: error.at ?? "" };
        }
    }
"""
SIZE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LAST_TURNS = 8


@contextmanager
def serve_app(app):
    """Serve an application on a free port, and yield its address; its end leaves no connection open."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, lifespan="off")
    server, bound = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))

    async def serve():
        await server.serve([bound])
        # What a browser has opened a moment ago becomes a connection only now.
        for _ in range(LAST_TURNS):
            for connection in list(server.server_state.connections):
                connection.transport.abort()
            await asyncio.sleep(0)

    worker = Worker("table", lambda: asyncio.run(serve()), ServiceLog(out=io.StringIO()))
    worker.start()
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        worker.close()


@contextmanager
def serve_site():
    """Serve the folder that `tenbo tablet --out` writes, by the server of `tenbo tablet`, and yield its address."""
    tablet_firmware.build()
    with serve_app(files_app(site_files())) as address:
        yield f"{address}/"


@contextmanager
def http_context(browser):
    """Open a browser that has a service under a name without private files: see `by_name`."""
    arguments = [*ARGUMENTS, "--host-resolver-rules=MAP table.test 127.0.0.1"]
    other = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    context = other.new_context(viewport=SIZE, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    other.close()


def by_name(hall):
    """Return the address of a service by a name that is not this computer's."""
    return f"http://table.test:{hall.rpartition(':')[2]}"


@contextmanager
def tablet_service(folder):
    """Run a service without tables, under a name that no browser takes for this computer, and with today's firmware."""
    assert vendored_npm_packages.is_copied(), LIBRARY_MISSING
    tablet_firmware.build()
    config = Config(folder / "hall.db", (), search=False, listen=("127.0.0.1", 0), names=("table.test",))
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        yield service.server.url


def play_riichi(table):
    """Throw the dice, and declare riichi at West with a finger."""
    table.throw_dice()
    table.page.tap('[data-seat="2"] [data-key="riichi"]')
    table.wait_stored(2)


def add_to_worker(context, source):
    """Have the worker of a table run some lines of its own, before all else."""
    body = (STATIC / "tablet" / "storage.js").read_text("utf-8") + source
    context.route("**/tablet/storage.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))


class BrowserTable:
    """One page with a table on it, by the interface of a simulated one."""

    def __init__(self, page):
        self.page = page
        self._touch = None

    def wait_lit(self):
        """Wait until all four displays show something, and a game is ready."""
        self.page.wait_for_function(LIT)
        self.page.wait_for_function("() => tenbo.stored >= 0")
        return self

    def press(self, place, button, ms=60):
        """Press a key so long, as a finger does."""
        self.hold(place, button)
        self.page.wait_for_timeout(ms)
        self.release(place, button)
        self.page.wait_for_timeout(60)

    def hold(self, place, button):
        """Touch a key and stay there."""
        locator = self.page.locator(f'[data-seat="{place}"] [data-key="{button}"]')
        box = locator.bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()

    def release(self, place, button):
        """Lift the finger."""
        self.page.mouse.up()

    def touch(self, keys, radius=4):
        """Touch some keys at once, and lift all fingers later by touching none; a palm has a larger radius."""
        points = []
        for finger, (place, button) in enumerate(keys):
            box = self.page.locator(f'[data-seat="{place}"] [data-key="{button}"]').bounding_box()
            middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            points.append({**middle, "id": finger, "radiusX": radius, "radiusY": radius})
        if self._touch is None:
            self._touch = self.page.context.new_cdp_session(self.page)
        kind = "touchStart" if points else "touchEnd"
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def throw_dice(self):
        """Leave a finger on Dice until the hand is stored."""
        before = self.page.evaluate("tenbo.stored")
        self.touch([("table", "dice")])
        self.wait_stored(before + 1)
        self.touch([])

    def wait(self, ms):
        """Let time pass."""
        self.page.wait_for_timeout(ms)

    def ask(self, name, *fields):
        """Return the answers to a command of the line; raise why it was refused."""
        answer = self.page.evaluate(ASK, [name, *fields])
        if "answers" in answer:
            return answer["answers"]
        raise TenboError(answer["code"], answer["message"], answer["at"])

    def ledger(self):
        """Return the stored events, without their checksums."""
        return [line.rpartition("*")[0] for line in self.page.evaluate("tenbo.ledger()")]

    def wait_stored(self, number):
        """Wait until the event with this number is stored."""
        self.page.wait_for_function(f"() => tenbo.stored >= {number}")

    def rows(self, seat):
        """Return the pixels of a display."""
        return self.page.evaluate(ROWS, seat)

    def lamp(self, seat):
        """Return whether the riichi lamp of a seat is lit."""
        return self.page.get_attribute(f'[data-seat="{seat}"] [data-lamp]', "aria-pressed") == "true"


def open_table(context, url, query=""):
    """Open the page of a table and wait until it can be played."""
    page = context.new_page()
    page.goto(f"{url}/tablet{query}")
    return BrowserTable(page).wait_lit()


def panel(table, seat):
    """Return a seat's side of the board."""
    return table.page.locator(f'.seat[data-seat="{seat}"]')


def key_labels(table, seat):
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
    assert key_labels(table, 2) == ["← South", "Tsumo", "↑ East", "North →", "Cancel"]
    expect(panel(table, 0).locator(".head")).to_contain_text("West enters a win")
    tap(table, 2, "UP")
    expect(panel(table, 2).locator(".beside")).to_contain_text("3 han 30 fu")
    expect(panel(table, 2).locator(".head")).to_have_text("Your ron from East")
    tap(table, 2, "OK")
    expect(panel(table, 0).locator(".score")).to_have_text("3,900")


class OwnBrowser:
    """A browser in a process of its own, with its storage in a folder: it may be killed, and started again."""

    def __init__(self, browser, folder, arguments):
        self._browser = browser
        self._command = [chromium(), *arguments, "--headless", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
        self._port = folder / "DevToolsActivePort"
        self._process = None

    def start(self):
        """Start it, and return its context."""
        self._port.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        wait_until(lambda: self._port.exists() and "\n" in self._port.read_text())
        port = self._port.read_text().split("\n")[0]
        reached = self._browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
        reached.contexts[0].set_default_timeout(PATIENCE_MS)
        return reached.contexts[0]

    @property
    def group(self):
        """Return the number of the group of its processes."""
        return self._process.pid

    def kill(self):
        """Kill all of its processes at once, as a loss of power would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None
