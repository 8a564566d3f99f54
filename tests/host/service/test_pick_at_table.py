"""A regular sits down by the buttons of a real firmware, at a real host, and the game counts for the person."""

from __future__ import annotations

import io

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.devices.table_client import TableClient, query_view
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator import VirtualTable

from .conftest import wait_until

NAMES = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot"]


@pytest.mark.thorough("a real firmware, whose time is the computer's")
def test_four_regulars_press_three_times_each_and_the_game_is_theirs(tmp_path):
    """Two seats pick the same person first: the second one reads that she sits elsewhere."""
    with VirtualTable(firmware=compiled_firmware(), identity="e660000000000001") as table:
        config = Config(tmp_path / "hall.db", [table.port], search=False, number_new=True, listen=("127.0.0.1", 0))
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            hall, client = service.hall, TableClient(table.service)
            wait_until(lambda: [one["state"] for one in hall.tables.tables()] == ["following"])
            hall.evenings.open_evening("desk")
            hall.season_import.record_attendance(NAMES, "desk", present=True, yes=True)

            def wait_for(seat, line):
                wait_until(lambda: any(line in one for one in query_view(client, seat)["lines"]))

            def pick(seat, *steps):
                table.press(seat, "back")
                wait_for(seat, "> Who sits here?")
                table.press(seat, "ok")
                wait_for(seat, f"1 {NAMES[seat]}")
                for button in steps:
                    table.press(seat, button)

            for seat, name in enumerate(NAMES):
                pick(seat, "ok")
                wait_for(seat, f"{name} sits here")
            # The last seat asks for Ann, who stands below the people without a seat.
            pick(3, "up")
            wait_for(3, "sits elsewhere already")
            assert [one["player"] for one in hall.table_seats.view(1)["players"]] == [1, 2, 3, 4]
            client.ask("do", "start", 4, "ema-2025")
            wait_until(
                lambda: [game.players for game in hall.repository.tournament.club.games.values()] == [(1, 2, 3, 4)]
            )
            wait_until(lambda: hall.games.state(1).names == NAMES)
