"""The firmware of a table brought up to date from the desk's page: the real one, over a real serial line."""

from __future__ import annotations

import io
import shutil
from contextlib import ExitStack
from threading import Event

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.flash import prompt_session, rom_install
from tenbo.hall.firmware_update import MOST_PROGRESS_REPORTS
from tenbo.runtime.service_log import ServiceLog
from tenbo_core import VERSION
from tenbo_core.errors import Refused
from whole_board import WholeBoard

from .conftest import wait_until
from .desk_pages import open_desk_page, part

pytestmark = pytest.mark.thorough("a browser while a table is updated")

# As long as the new one, so that it takes its place in the compiled module.
OLD = VERSION[:-1] + ("8" if VERSION.endswith("9") else "9")
PATIENCE_S = 120


class OneTable:
    """A service over one simulated board, as the ways about the desk's page take it."""

    def __init__(self, service, board, log):
        self.service, self.board, self.log = service, board, log
        self.url, self.client = service.server.url, LocalServiceClient(service.config.store)

    def table(self):
        """Return how table 1 stands at the service."""
        return next(iter(self.service.hall.tables.tables()), {"state": "none"})


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a hall whose one table runs an older firmware, and is as patient as a busy machine asks for."""
    folder = tmp_path_factory.mktemp("board")
    shutil.copytree(compiled_firmware(), folder / "firmware")
    core = folder / "firmware/lib/tenbo_core/__init__.mpy"
    core.write_bytes(core.read_bytes().replace(VERSION.encode(), OLD.encode()))
    with ExitStack() as stack:
        patient = stack.enter_context(pytest.MonkeyPatch.context())
        patient.setattr("tenbo.devices.follower.SILENCE_MS", 300_000)
        patient.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 300_000)
        patient.setattr(prompt_session, "RESTART_S", 0.02)
        patient.setattr(prompt_session, "LISTEN_MS", PATIENCE_S * 1000)
        patient.setattr(prompt_session, "HELLO_MS", PATIENCE_S * 1000)
        patient.setattr(prompt_session, "PROMPT_S", PATIENCE_S)
        board = stack.enter_context(WholeBoard(folder / "firmware", folder / "flash", "e66138528343a001"))
        config = Config(folder / "hall.db", [board.port], search=False, number_new=True, listen=("127.0.0.1", 0))
        log = io.StringIO()
        place = OneTable(stack.enter_context(Service(config, ServiceLog(out=log))), board, log)
        wait_until(lambda: place.table()["state"] == "following")
        yield place


@pytest.fixture
def read(monkeypatch):
    """Return what is set when the page was read: until then no more of a firmware is written than it was told."""
    read = Event()

    def install(board, files, tell):
        def tell_and_wait(done, of):
            tell(done, of)
            assert done < of // MOST_PROGRESS_REPORTS or read.wait(PATIENCE_S)

        return rom_install.install(board, files, tell_and_wait)

    monkeypatch.setattr("tenbo.flash.update.install", install)
    return read


def test_a_table_gets_the_firmware_from_the_page_and_its_game_goes_on(hall, new_browser, monkeypatch, read):
    """Who plays there is asked about, what fails is told with its remedy, and one board is written at a time."""
    hall.service.hall.fleet.ask(1, "do", "start", 4, "ema-2016")
    for seat, name in enumerate(("Anna", "Ben", "Carla", "Dora")):
        hall.service.hall.fleet.ask(1, "do", "name", 4, seat, name)
    hall.service.hall.fleet.ask(1, "do", "hand", 4)
    devices = part(open_desk_page(hall, new_browser), "devices")
    row, firmware = devices.locator("tr[data-table='1']"), devices.locator("tenbo-desk-firmware")
    row.locator(".technical summary").click()
    row.locator(".technical").get_by_text(OLD).wait_for()
    update = firmware.get_by_role("button", name="Update table 1", exact=True)
    yes = firmware.locator("[data-answer=yes]")
    # A table with another firmware is chosen already; with none chosen there is no button.
    update.wait_for()
    firmware.get_by_role("checkbox").uncheck()
    update.wait_for(state="detached")
    firmware.get_by_role("checkbox").check()
    update.click()
    firmware.get_by_text(
        "table 1 is playing and could not be used during the update: E1, 30,000 30,000 30,000 30,000"
    ).wait_for()
    assert hall.client.get("/v1/firmware") == {"firmware": VERSION, "working": False, "tables": []}
    with monkeypatch.context() as cannot:
        cannot.setattr("tenbo.flash.build.mpy_compile.READS", "print(5)")
        yes.click()
        firmware.get_by_role("alert").get_by_text("reads compiled modules of version 5, not 6").wait_for()
    wait_until(lambda: hall.table()["state"] == "following")
    row.get_by_text("connected").wait_for()
    assert hall.table()["firmware"] == OLD
    update.click()
    yes.click()
    firmware.get_by_role("progressbar").wait_for()
    row.get_by_text("its firmware is being written").wait_for()
    for path, fields in (("/v1/firmware", {"tables": [1]}), ("/v1/release", {"port": hall.board.port})):
        with pytest.raises(Refused, match=r"is writing the firmware|not connected"):
            hall.client.post(path, **fields)
    firmware.get_by_text("files written").wait_for()
    read.set()
    firmware.get_by_text(f"has firmware {VERSION}").wait_for()
    assert f" updates table 1 to firmware {VERSION}" in hall.log.getvalue()
    row.locator(".technical").get_by_text(VERSION).wait_for()
    row.get_by_text("connected").wait_for()
    now = hall.table()["now"]
    assert (now["phase"], now["names"]) == ("playing", ["Anna", "Ben", "Carla", "Dora"])
    assert hall.table()["boot"] == "power"
