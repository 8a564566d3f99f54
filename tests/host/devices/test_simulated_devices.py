"""The fleet and the real firmware: simulated devices behind real pseudo terminals."""

from __future__ import annotations

import pytest

from compiled_firmware import compiled_firmware
from tenbo.simulator import VirtualTable
from tenbo.store.ledgers import event_of, stream_of
from tenbo_core.errors import Refused
from tenbo_core.event_notation import event_text

from .conftest import wait_until

# A question is read before it is answered: a press that comes sooner is told so, and is no answer.
READ_MS = 500


@pytest.fixture
def table():
    """Yield a simulated table that lives with the wall clock."""
    with VirtualTable(firmware=compiled_firmware()) as table:
        yield table


def texts(hall):
    """Return what the store has of the one table, as lines."""
    station = hall.fleet.stations[0]
    if station.snapshot.hello is None:
        return []
    return [event_text(event_of(row)) for row in hall.repository.store.rows(stream_of(station.snapshot.hello.ledger))]


def shows_preview(hall):
    """Return whether the seats see what they are asked about."""
    return ["view_field", "screen", "preview"] in [[name, *rest] for name, _, *rest in hall.fleet.ask(1, "view", 2)]


@pytest.mark.thorough("seconds of a processor")
def test_a_press_at_a_seat_is_in_the_store(table, open_hall):
    """The way of one press, from the button to the disk of the host."""
    with open_hall([table.port]) as hall:
        wait_until(lambda: [one["state"] for one in hall.tables.tables()] == ["following"])
        hall.fleet.ask(1, "do", "start", 4, "ema-2016")
        for seat, name in enumerate(("Ada", "Bob")):
            hall.fleet.ask(1, "do", "name", 4, seat, name)
        table.press("table", "dice")
        table.press(2, "riichi")
        wait_until(lambda: texts(hall)[-1:] == ["riichi 2"])
        assert texts(hall)[:3] == ["start ema-2016", 'name 0 "Ada"', 'name 1 "Bob"']
        assert hall.games.state(1).scores == [30000, 30000, 29000, 30000]


@pytest.mark.thorough("seconds of a processor")
def test_power_cuts_and_pulled_cables_lose_nothing(table, open_hall):
    """The device keeps what it has written, the host asks for what it has missed."""
    with open_hall([table.port]) as hall:
        wait_until(lambda: [one["state"] for one in hall.tables.tables()] == ["following"])
        hall.fleet.ask(1, "do", "start", 4, "ema-2016")
        table.press("table", "dice")
        table.set_usb_connected(on=False)
        table.press(2, "riichi")
        table.press(3, "riichi")
        table.set_usb_connected(on=True)
        wait_until(lambda: texts(hall)[-1:] == ["riichi 3"])
        table.cut_power()
        table.power_on()
        table.press(0, "riichi")
        wait_until(lambda: texts(hall)[-1:] == ["riichi 0"])
        assert [text for text in texts(hall) if text.startswith("riichi")] == ["riichi 2", "riichi 3", "riichi 0"]


def test_a_proposed_win_is_recorded_when_the_payer_agrees(table, open_hall):
    """The desk proposes, the seats see it and agree; only the device's own event counts."""
    with open_hall([table.port]) as hall:
        wait_until(lambda: [one["state"] for one in hall.tables.tables()] == ["following"])
        hall.fleet.ask(1, "do", "start", 4, "ema-2016")
        table.press("table", "dice")
        request = hall.fleet.require_station(1).begin_command("propose", "win", 4, [[1, 2, 3, 30]])
        wait_until(lambda: shows_preview(hall))
        table.wait(READ_MS)
        table.press(2, "ok")
        assert hall.fleet.require_station(1).await_answers(request) == []
        wait_until(lambda: texts(hall)[-1:] == ["win 1<2 3/30"])


@pytest.mark.thorough("seconds of a processor")
def test_a_proposed_win_that_a_seat_refuses_changes_nothing(table, open_hall):
    """BACK at any seat ends it; the desk is told."""
    with open_hall([table.port]) as hall:
        wait_until(lambda: [one["state"] for one in hall.tables.tables()] == ["following"])
        hall.fleet.ask(1, "do", "start", 4, "ema-2016")
        table.press("table", "dice")
        wait_until(lambda: hall.fleet.require_station(1).snapshot.last == 1)
        request = hall.fleet.require_station(1).begin_command("propose", "win", 4, [[1, 2, 3, 30]])
        wait_until(lambda: shows_preview(hall))
        table.wait(READ_MS)
        table.press(2, "back")
        with pytest.raises(Refused, match="the seats did not agree"):
            hall.fleet.require_station(1).await_answers(request)
        assert hall.games.state(1).scores == [30000] * 4
