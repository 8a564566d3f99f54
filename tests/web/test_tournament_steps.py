"""The steps of *Run a tournament*: a desk that presses what the page names gets to the final standings."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import expect

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tools.generate.generated_files import ROOT

pytestmark = pytest.mark.thorough("a tournament of two sessions at a desk, button by button")

SESSIONS, DEVICES = 2, 2
# Each instead of another one of its step.
INSTEAD = ("Lock",)


def named_buttons() -> list[list[str]]:
    """Return what the page has in bold, for each step."""
    page = (ROOT / "docs/tournament.md").read_text("utf-8")
    steps = page[page.index("## Set up") : page.index("## Before the day")]
    parts = re.split(r"^\d+\. ", re.sub(r"<!--.*?-->", "", steps, flags=re.DOTALL), flags=re.MULTILINE)[1:]
    return [[" ".join(words.split()) for words in re.findall(r"\*\*([^*]+)\*\*", part)] for part in parts]


class DeskWalk:
    """Someone at a desk who presses what the page names, and fills in what stands before that."""

    def __init__(self, service, tables, page):
        self.service, self.tables, self.page = service, tables, page

    def press(self, name):
        """Press a button, a link or a tab, once what it needs is there."""
        self.prepare(name)
        target = self.page.get_by_role("button", name=name, exact=True)
        for role in ("link", "tab"):
            target = target.or_(self.page.get_by_role(role, name=name, exact=True))
        target.filter(visible=True).first.click()

    def prepare(self, name):
        """Type or choose what a step says before it names a button."""
        page = self.page
        if name == "Log in":
            page.get_by_label("Your name").fill("Ada")
        elif name == "Save the tournament":
            for label, text in {
                "Title": "Spring open",
                "Town": "Utrecht",
                "Country": "NED",
                "Date or dates": "22.03.2026",
            }.items():
                page.get_by_label(label).fill(text)
        elif name == "Import this list":
            page.locator("#people-file input[type=file]").set_input_files(ROOT / "examples/players.csv")
        elif name == "Find seats":
            page.get_by_role("spinbutton", name="Sessions", exact=True).fill(str(SESSIONS))
        elif name.startswith("Lock"):
            # It comes where another button was pressed; the page takes a second click there for a double click.
            now = page.evaluate("performance.now()")
            page.wait_for_function("before => performance.now() - before > 800", arg=now)
        elif name == "+5 min for this table":
            page.locator("tr[data-table='2'] summary").click()
        elif name == "Save and next":
            for seat in range(4):
                page.locator(f"[name=s{seat}]").fill("300")

    def number_devices(self):
        """Assign every device its table number."""
        for number, table in enumerate(self.tables, 1):
            # Other forms of the page name every device, too.
            form = self.page.locator("form", has_text=f"new device {table.device}")
            form.get_by_label("Table number").fill(str(number))
            form.get_by_role("button", name="Assign", exact=True).click()
            form.wait_for(state="detached")

    def finish_games(self, session):
        """Have the tables with devices end their games, each by its result."""
        for number in range(1, DEVICES + 1):
            self.service.hall.records.record(
                "correct", "desk", session=session, table=number, scores=[30000] * 4, why="played", yes=True
            )


@pytest.fixture
def walk(tmp_path, new_browser):
    """Return a walk that begins at the desk's link, before tables without numbers."""
    with FakeTables(tmp_path, DEVICES) as paper:
        config = Config(tmp_path / "hall.db", paper.ports, search=False, listen=("127.0.0.1", 0))
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            page = new_browser(locale="en").new_page()
            key = next(row["key"] for row in service.access.codes() if row["role"] == "desk")
            page.goto(f"{service.server.url}/join#{key}")
            yield DeskWalk(service, paper.tables, page)


def test_devices_without_a_number_are_counted_on_the_page_session_until_they_have_one(walk):
    """Seats are made and the session may start: nothing else says that these tables would play on paper."""
    hall, page = walk.service.hall, walk.page
    hall.registration.register_players((ROOT / "examples/players.csv").read_text("utf-8"), yes=True)
    hall.records.record("plan", "desk", tables=[[1, table, [4 * table - 3 + n for n in range(4)]] for table in (1, 2)])
    walk.press("Log in")
    page.get_by_role("link", name="2 devices have no table number").click()
    walk.number_devices()
    page.get_by_role("link", name="Session", exact=True).click()
    expect(page.locator("tr[data-table='2']")).to_be_visible()
    expect(page.get_by_text("table number")).to_have_count(0)


def test_the_buttons_of_the_steps_lead_from_the_list_of_players_to_the_final_standings(walk):
    """In their order, with steps 6 to 11 for each session."""
    steps = [[name for name in names if name not in INSTEAD] for names in named_buttons()]
    assert len(steps) == 14
    for names in steps[:5]:
        for name in names:
            walk.number_devices() if name == "Assign" else walk.press(name)
    for session in range(1, SESSIONS + 1):
        for number, names in enumerate(steps[5:11], 6):
            if number == 8:
                walk.finish_games(session)
            for name in names:
                walk.press(name.replace("session 1", f"session {session}"))
        if session < SESSIONS:
            for name in steps[11]:
                walk.press(name)
    for names, file in ((steps[12], "standings.pdf"), (steps[13], "ema.csv")):
        for name in names:
            walk.press(name)
        # The standings are printed where their button leads.
        with walk.page.expect_download() as download:
            walk.press(names[-1])
        assert download.value.suggested_filename == file
    assert walk.page.request.get(f"{walk.service.server.url}/v1/standings").json()["provisional"] is False
