"""Who sits here, asked by a seat at another host: the desk has the evening and answers, by network or by database."""

from __future__ import annotations

import pytest

from host.cluster.fake_table_hosts import places_in, wait_until
from host.service.test_seat_picks import ask, sitting

from .conftest import NUMBERS, execute
from .database_hosts import Hall

NAMES = ["Ann Ash", "Ben Box", "Cy Cox", "Di Dot", "Eve Elm"]


def seat_people(desk, table):
    """Let people sit down at a table of another host, and play; the desk has the game with its people."""
    assert ask(table, 0) == "no_evening_open"
    desk.hall.evenings.open_evening("desk")
    desk.hall.season_import.record_attendance(NAMES, "desk", present=True, yes=True)
    assert sorted(ask(table, 0)) == NAMES
    assert [ask(table, seat, seat + 1) for seat in range(3)] == ["", "", ""]
    assert (ask(table, 3, 1), ask(table, 3, 99)) == ("sits_elsewhere", "unknown_player")
    assert sitting(desk.hall, 1) == [1, 2, 3, 0]
    table.play("start", rules="ema-2025")
    wait_until(lambda: table.ledger.table.names == [*NAMES[:3], ""])
    table.play("end")
    wait_until(lambda: [game.players for game in desk.hall.repository.series.played()] == [[1, 2, 3, 0]])


@pytest.mark.thorough("two services and simulated tables for seconds")
def test_a_seat_at_a_host_that_is_followed_asks_its_desk(tmp_path):
    """A host with an evening of its own answers itself."""
    with places_in(tmp_path) as places:
        red = places.host("red", 1, first=1)
        [table] = red.paper.tables
        assert ask(table, 0) == "no_evening_open"
        desk = places.desk(red)
        wait_until(lambda: desk.states() == {1: "following"})
        seat_people(desk, table)
        red.hall.evenings.open_evening("red")
        red.hall.season_import.record_attendance(["Fay Fox"], "red", present=True, yes=True)
        assert ask(table, 0) == ["Fay Fox"]


@pytest.mark.thorough("drills with PostgreSQL")
def test_a_seat_at_a_host_with_a_database_asks_its_desk(server, empty, tmp_path):
    """The question and the answer are rows."""
    name = f"rows{next(NUMBERS)}"
    execute(server, f"CREATE DATABASE {name} TEMPLATE {empty} STRATEGY file_copy")
    with pytest.MonkeyPatch.context() as patient, places_in(tmp_path) as places:
        patient.setattr("tenbo.cluster.uploading_hosts.SILENT_S", 900)
        hall = Hall(places, server, server.url(name))
        seat_people(hall.desk, hall.red.paper.tables[0])
