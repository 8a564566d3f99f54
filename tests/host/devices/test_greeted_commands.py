"""Commands that come while their table is being greeted: they wait for it, and are sent once."""

from __future__ import annotations

import pytest

from tenbo.devices.station import GREETING
from tenbo.runtime.worker import run_in_background
from tenbo.simulator.fake_tables import FakeTables
from tenbo_core.errors import LinkFault

from .conftest import wait_until_followed


def test_a_command_waits_for_a_known_table_that_is_greeted_once_more(tmp_path, open_hall):
    """It takes a moment, in which nobody has to press again."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until_followed(hall, paper)
        station = hall.fleet.require_station(1)
        with paper.tables[0].lock:
            # Until the table speaks again the station's thread waits for it.
            station._set_state(GREETING, "")
            asked = run_in_background("asked", lambda: hall.fleet.ask(1, "do", "start", 4, "alarm"))
        assert asked.join(60)
        assert [event.kind for event in paper.tables[0].all] == ["start"]


def test_a_command_whose_line_fails_meanwhile_is_not_sent_again(tmp_path, open_hall, monkeypatch):
    """The table may have it, and would record it twice under another number."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until_followed(hall, paper)
        link, sent = hall.fleet.require_station(1)._link, []
        inner = link.send

        def carried_and_failed(messages, seal=None):
            inner(messages, seal)
            if messages and messages[0][0] == "do":
                sent.append(messages[0])
                raise LinkFault("no_port", "the cable was pulled", "port")

        monkeypatch.setattr(link, "send", carried_and_failed)
        with pytest.raises(LinkFault):
            hall.fleet.ask(1, "do", "start", 4, "alarm")
        assert len(sent) == 1
