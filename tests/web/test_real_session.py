"""A whole session run from the desk's page over a table with the real firmware, whose players press its buttons."""

from __future__ import annotations

import io
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.devices import table_client
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator import VirtualTable
from tenbo.simulator.demo import SCRIPT, hand_steps, is_asking_for_ok, press_keys

from .conftest import wait_until
from .desk_pages import open_desk_page, open_more, part, said, under, view

pytestmark = pytest.mark.thorough("a session over real firmware in a browser")

# No menu has so many.
MOST_LINES = 20
NAMES = ("Anna", "Ben", "Carla", "Dora")


class Played:
    """The service, and the table with its players."""

    def __init__(self, service, virtual):
        self.service, self.virtual = service, virtual
        self.url, self.client = service.server.url, LocalServiceClient(service.config.store)
        self.asker = table_client.TableClient(virtual.service)

    def told(self):
        """Return how the table stands as the service tells it."""
        return next(iter(self.service.hall.tables.tables()), {"state": "none"})

    def state(self):
        """Return how the table itself says that it stands."""
        return table_client.query_state(self.asker)

    def play(self, hand):
        """Play a hand by pressing buttons; anyone who is asked to agree does."""
        for step in hand_steps(hand, 4):
            if not step.is_answer or is_asking_for_ok(table_client.query_view(self.asker, step.seats[0])):
                press_keys(self.virtual, step)

    def choose(self, seat, *lines):
        """Press BACK at a seat, and choose one line after the other."""
        self.virtual.press(seat, "back")
        for line in lines:
            for _ in range(MOST_LINES):
                if any(f"> {line}" in shown for shown in table_client.query_view(self.asker, seat)["lines"]):
                    break
                self.virtual.press(seat, "down")
            else:
                raise AssertionError(f"there is no line {line}: {table_client.query_view(self.asker, seat)['lines']}")
            self.virtual.press(seat, "ok")

    def agrees(self):
        """Return whether the service has everything, and tells the scores of the table itself."""
        now = self.told().get("now")
        return self.told()["state"] == "following" and now is not None and now["scores"] == self.state()["scores"]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a hall with one real table, as patient as a busy machine asks for."""
    folder = tmp_path_factory.mktemp("played")
    with ExitStack() as stack:
        patient = stack.enter_context(pytest.MonkeyPatch.context())
        patient.setattr("tenbo.devices.follower.SILENCE_MS", 300_000)
        patient.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 300_000)
        virtual = stack.enter_context(VirtualTable(flash=folder / "flash"))
        config = Config(folder / "hall.db", [virtual.port], search=False, number_new=True, listen=("127.0.0.1", 0))
        place = Played(stack.enter_context(Service(config, ServiceLog(out=io.StringIO()))), virtual)
        wait_until(lambda: place.told()["state"] == "following")
        place.service.hall.registration.register_players(
            "id,name\n" + "".join(f"{n},{name}\n" for n, name in enumerate(NAMES, 1))
        )
        place.service.hall.records.record("plan", "host", tables=[[1, 1, [1, 2, 3, 4]]])
        yield place


def test_a_session_is_run_from_the_desk_while_people_press_buttons(hall, new_browser):
    """Begun, played, called to, punished, cut off and back, ended, signed and released: the scores are the table's."""
    page = open_desk_page(hall, new_browser)
    session = part(page, "session")
    open_more(session)
    session.get_by_role("button", name="Start tables without the clock").click()
    said(page, "Table 1 has started.")
    wait_until(lambda: (hall.told().get("now") or {}).get("names") == list(NAMES))
    hall.play(SCRIPT[0])
    wait_until(hall.agrees)
    assert hall.state()["scores"][2] > max(hall.state()["scores"][:2])

    hall.choose(1, "Call the referee")
    page.locator(".call").get_by_text("Table 1").click()
    seat = page.locator(".seat[data-seat='1']")
    seat.get_by_role("button", name="I am coming").click()
    expect(seat.locator(".coming")).to_contain_text("Ada (desk) on the way")
    # And anyone who called reads it on the own display: the answer has gone down the line to the firmware.
    wait_until(lambda: "referee is coming" in str(table_client.query_view(hall.asker, 1)["lines"]))
    assert "referee is coming" not in str(table_client.query_view(hall.asker, 0)["lines"])
    hall.choose(1, "Call the referee")
    expect(seat.locator(".call")).to_have_count(0)

    page.goto(f"{hall.url}/desk#results")
    results = page.locator("tenbo-desk-results")
    view(results, "Penalties")
    penalty = under(results, "Add a penalty")
    penalty.get_by_label("Player, by name or number").fill("Ben")
    penalty.get_by_label("Points").fill("-8000")
    penalty.get_by_label("Reason").fill("late")
    penalty.get_by_role("button", name="Add penalty").click()
    said(page, "−8,000 (Ben")

    hall.virtual.set_usb_connected(on=False)
    session = part(page, "session")
    session.get_by_text("cable pulled").first.wait_for()
    hall.play(SCRIPT[1])
    hall.virtual.set_usb_connected(on=True)
    wait_until(hall.agrees)
    session.get_by_text("cable pulled").first.wait_for(state="detached")

    clock = session.locator("tenbo-desk-clock")
    open_more(session)
    session.get_by_label("Minutes", exact=True).fill("60")
    session.get_by_role("button", name="Start the clock alone").click()
    clock.locator(".menu summary").click()
    clock.get_by_role("button", name="End time for all tables").click()
    clock.locator("[data-answer=yes]").click()
    page.locator(".status .clock").get_by_text("time is up").wait_for()

    # The players end their game, which is the result of the table.
    hall.choose(0, "Set up", "End the game", "yes, end it")
    wait_until(lambda: hall.told()["now"]["phase"] == "over")
    page.reload()
    session.get_by_role("button", name="End session 1").first.click()
    said(page, "Session 1 has ended.")

    results = part(page, "results")
    shown = results.locator("tenbo-desk-publication")
    results.locator("tr[data-table='1']").get_by_role("button", name="Lock", exact=True).click()
    results.get_by_text("✓ Locked").wait_for()
    page.reload()
    shown.get_by_role("button", name="Hide results").click()
    shown.get_by_role("button", name="Hide from session 1 on").click()
    shown.get_by_text("Players cannot see").wait_for()
    page.reload()
    shown.get_by_role("button", name="Change what players see").click()
    shown.get_by_role("button", name="Release all results").click()
    shown.get_by_text("All results were released at").wait_for()
    reader = new_browser().new_page()
    reader.goto(f"{hall.url}/wall?show=standings&turn=0")
    expect(reader.locator(".ranks li")).to_have_count(4)
    sheet = hall.client.get("/v1/sessions/1")[0]
    # Uma of 15,000 and 5,000 besides the points above 30,000, and Ben's penalty.
    scores = hall.state()["scores"]
    places = sorted(range(4), key=lambda seat: -scores[seat])
    totals = [scores[seat] - 30_000 + (15_000, 5_000, -5_000, -15_000)[places.index(seat)] for seat in range(4)]
    totals[1] -= 8000
    assert (sheet["state"], sheet["scores"], sheet["totals"]) == ("locked", scores, totals)
    first = max(range(4), key=lambda seat: totals[seat])
    expect(reader.locator(".ranks li").first).to_contain_text(f"{NAMES[first]} {totals[first]:+,}")
