"""A hall of tablets for tests: its service, which may end and begin again, and what a tablet has stored and says."""

from __future__ import annotations

import io
from contextlib import ExitStack, contextmanager

import pytest

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.store.ledgers import event_of, stream_of
from tenbo.web import LIBRARY_MISSING
from tools import tablet_firmware, vendored_npm_packages

from .conftest import wait_until
from .tablets import BrowserTable

FOLLOWED = "() => tenbo.hall?.is_followed"


class TabletHall:
    """A service that tablets can dial, which may end and begin again at the same address."""

    def __init__(self, folder):
        self.config = Config(folder / "hall.db", [], search=False, listen=("127.0.0.1", 0), names=("table.test",))
        self.service = None

    def begin(self):
        """Begin the service, where it was the last time."""
        self.service = Service(self.config, ServiceLog(out=io.StringIO()))
        self.service.__enter__()
        self.config = self.config._replace(listen=self.service.server.server_address)

    def end(self):
        """End the service."""
        if self.service is not None:
            self.service.__exit__()
            self.service = None

    def poster(self, table):
        """Return the address on the poster of a table."""
        return f"{self.service.server.url}/tablet#{self.service.access.tablet_credential(table)}"

    def open(self, context, table):
        """Open a poster's address on a tablet."""
        page = context.new_page()
        page.goto(self.poster(table))
        return BrowserTable(page).wait_lit()

    def view(self, table):
        """Return a table as the desk sees it, or nothing."""
        return next((one for one in self.service.hall.tables.tables() if one["table"] == table), {})

    def wait_followed(self, table):
        """Wait until a table is followed."""
        wait_until(lambda: self.view(table).get("state") == "following")

    def stored(self, table):
        """Return the stored events of a table's ledger."""
        ledger = self.view(table)["ledger"]
        return [event_of(row).plain() for row in self.service.hall.repository.store.rows(stream_of(ledger))]


def stored_events(tablet):
    """Return the events that a tablet has stored."""
    return tablet.page.evaluate("tenbo.ledger().map((line) => JSON.parse(line.slice(0, -9)).slice(1))")


def hall_note(tablet):
    """Return what the page says of the hall."""
    return tablet.page.locator('[data-note="hall"]')


@contextmanager
def run_hall(folder):
    """Run a service that tablets dial, as patient as a busy machine asks for."""
    assert vendored_npm_packages.is_copied(), LIBRARY_MISSING
    tablet_firmware.build()
    with ExitStack() as stack:
        patient = stack.enter_context(pytest.MonkeyPatch.context())
        patient.setattr("tenbo.devices.follower.SILENCE_MS", 300_000)
        # A tablet that has started again answers no question of before: that is noticed when it is given up.
        patient.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 20_000)
        hall = TabletHall(folder)
        stack.callback(hall.end)
        hall.begin()
        yield hall
