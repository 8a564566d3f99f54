"""A real browser before a service over tables of paper; one browser for all tests, one service for each module."""

from __future__ import annotations

import io
import threading
from collections import deque
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Error, expect

from patient_client import patient_clients
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo.web import LIBRARY, LIBRARY_MISSING
from tools.browser_setup import ABSENT, is_ready, open_browser

# No sandbox, because the gate runs as root; nothing that asks a network.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# For what hangs: at a load of 25, pages have been waited for 15 seconds and longer.
PATIENCE_MS = 120_000
LOOKS, LOOK_S = 12_000, 0.01
expect.set_options(timeout=PATIENCE_MS)


def wait_until(condition):
    """Wait until something has become true."""
    waiting = threading.Event()
    for _ in range(LOOKS):
        if condition():
            return
        waiting.wait(LOOK_S)
    raise AssertionError("waited in vain")


@pytest.fixture(autouse=True, scope="session")
def patient():
    """Have each client wait for a service on a busy machine."""
    with patient_clients():
        yield


@pytest.fixture(scope="session")
def browser():
    """Return a Chromium: the system's, or the one that `make test` has brought."""
    assert LIBRARY.exists(), LIBRARY_MISSING
    if not is_ready():
        pytest.skip(ABSENT)
    with open_browser(ARGUMENTS) as browser:
        yield browser


class RunningHall:
    """A hall with its tables and its service, which may end and begin again at the same address."""

    def __init__(self, folder, paper, **settings):
        self.paper = paper
        self.config = Config(folder / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0))
        self.config = self.config._replace(**settings)
        self.service = None

    def begin(self):
        """Begin the service, where it was the last time."""
        self.service = Service(self.config, ServiceLog(out=io.StringIO()))
        self.service.__enter__()
        self.config = self.config._replace(listen=self.service.server.server_address)
        wait_until(
            lambda: (
                [one["state"] for one in self.service.hall.tables.tables()] == ["following"] * len(self.paper.tables)
            )
        )

    def end(self):
        """End the service."""
        if self.service is not None:
            self.service.__exit__()
            self.service = None

    @property
    def url(self):
        """Return its address."""
        return self.service.server.url

    @property
    def client(self):
        """Return our own program's way in."""
        return LocalServiceClient(self.config.store)

    def table(self, number):
        """Return the paper table that has a number."""
        return next(one for one in self.paper.tables if self.service.hall.numbers.table_number_of(one.device) == number)


# What each browser of the running test has been answered and has said, for a failure to tell.
OPENED = {}
LAST = 25


def _heard(context):
    """Note the last that a browser's pages ask, are answered and say."""
    said = OPENED[context] = deque(maxlen=LAST)
    context.on("response", lambda answer: said.append(f"{answer.status} {answer.request.method} {answer.url}"))
    context.on("requestfailed", lambda asked: said.append(f"failed: {asked.failure} {asked.method} {asked.url}"))
    context.on("console", lambda one: said.append(f"console: {one.text}"))


def _as_left(context, said):
    """Return what the pages of a browser show, and the last that they asked."""
    told = []
    for page in context.pages:
        try:
            told.append(f"-- {page.url}\n{page.evaluate('document.body.innerText')}")
        except Error as error:
            told.append(f"-- {page.url} says nothing: {error.message}")
    return "\n".join([*told, *said])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Tell beside a failure what its pages showed, what they had asked last and what their consoles said."""
    report = yield
    if report.failed:
        report.sections += [("a browser as it was left", _as_left(*one)) for one in OPENED.items()]
    return report


@contextmanager
def hall_of(tables, folder, **settings):
    """Run a service over some tables of paper, as patient as a busy machine asks for."""
    with ExitStack() as stack:
        patient = stack.enter_context(pytest.MonkeyPatch.context())
        patient.setattr("tenbo.devices.follower.SILENCE_MS", 300_000)
        patient.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 300_000)
        place = RunningHall(folder, stack.enter_context(FakeTables(folder, tables)), **settings)
        stack.callback(place.end)
        place.begin()
        yield place


def seat_eight(hall, tables=2, sessions=1):
    """Register eight people, and plan so many sessions in which they sit at two tables, or four of them at one."""
    hall.registration.register_players("id,name\n" + "".join(f"{n},Player {n}\n" for n in range(1, 9)), yes=True)
    seats = [[4 * table + n for n in range(1, 5)] for table in range(tables)]
    plan = [[session, table, four] for session in range(1, sessions + 1) for table, four in enumerate(seats, 1)]
    hall.records.record("plan", "desk", tables=plan, yes=True)


def log_in(place, page, role, name):
    """Have someone's browser join as the page to join would, which a few tests go through, without drawing it."""
    code = next(row.get("key") or row["code"] for row in place.service.access.codes() if row["role"] == role)
    fields, ours = {"code": code, "name": name}, {"Origin": place.url}
    answer = page.context.request.post(f"{place.url}/v1/join", data=fields, headers=ours)
    assert answer.json()["role"] == role


@pytest.fixture
def new_browser(browser):
    """Return a function that makes a browser of its own for someone; what goes wrong in its pages fails the test."""
    wrong = []
    with ExitStack() as stack:

        def come(**wishes):
            context = browser.new_context(**wishes)
            stack.callback(context.close)
            stack.callback(OPENED.pop, context)
            _heard(context)
            context.set_default_timeout(PATIENCE_MS)
            context.on("weberror", lambda error: wrong.append(str(error.error)))
            context.on("console", lambda said: wrong.append(said.text) if "Content Security" in said.text else None)
            return context

        yield come
    assert wrong == []
