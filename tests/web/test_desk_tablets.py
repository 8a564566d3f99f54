"""The desk adds a tablet: its camera gets the table's address, and the page says when the table is there."""

from __future__ import annotations

import pytest
import segno
from playwright.sync_api import expect

from dialled_tables import DialledTable
from tenbo.simulator.fake_tables import FakeTables

from .accessibility import badly_marked_up
from .conftest import hall_of
from .desk_pages import open_desk_page, part

pytestmark = pytest.mark.thorough("a browser at the desk's devices")

OWN = "192.168.1.7"


@pytest.fixture
def add_tablet(new_browser, monkeypatch):
    """Return a function that opens the desk's devices and presses the button."""
    monkeypatch.setattr("tenbo.web.server.public_address.reachable_host", lambda _: OWN)

    def add(hall):
        devices = part(open_desk_page(hall, new_browser), "devices")
        devices.get_by_role("button", name="Add a tablet or phone").click()
        return devices.locator("tenbo-desk-tablets")

    return add


def test_the_first_table_without_a_device_is_shown_until_its_tablet_is_there(add_tablet, tmp_path):
    """The square is the address itself; a table that has a device says that a second one would wait."""
    with hall_of(1, tmp_path, listen=("0.0.0.0", 0), password="east wind") as hall:
        panel = add_tablet(hall)
        keys, port = hall.service.access, hall.service.server.server_address[1]
        link = f"http://{OWN}:{port}/tablet#{keys.tablet_credential(2)}"
        expect(panel.locator(".camera code")).to_have_text(link)
        picture = segno.make(link, micro=False).svg_data_uri(scale=4, border=4, light="white")
        assert panel.locator("img").get_attribute("src") == picture
        expect(panel.locator(".chip")).to_have_count(0)
        table = DialledTable(tmp_path / "t", "tablet2", f"http://127.0.0.1:{port}")
        hall_name, key = keys.tablet_credential(2).split(".")[1:]
        table.keys = {hall_name: key}
        with FakeTables(tmp_path, 0, [table]):
            expect(panel.locator(".chip.well")).to_contain_text("Table 2")
        panel.locator("[name=table]").fill("1")
        panel.get_by_role("button", name="Show the code").click()
        expect(panel.locator(".camera .old")).to_contain_text("Table 1")
        assert badly_marked_up(panel.page) == []


def test_a_service_that_no_tablet_reaches_says_so_at_the_field(add_tablet, tmp_path):
    """The remedy is another start; behind a proxy of this computer its address is typed."""
    with hall_of(0, tmp_path) as hall:
        panel = add_tablet(hall)
        address = panel.get_by_label("Address")
        expect(address).to_have_attribute("aria-invalid", "true")
        expect(panel.get_by_role("alert")).to_contain_text("--listen")
        expect(panel.locator("img")).to_have_count(0)
        address.fill("hall.example")
        panel.get_by_role("button", name="Show the code").click()
        expect(panel.locator(".camera code")).to_contain_text("http://hall.example/tablet#1.")
        expect(panel.get_by_role("alert")).to_have_count(0)
