"""A spare device takes a table over in the middle of a game; the old one comes back and must not write."""

from __future__ import annotations

import io
from itertools import count

import pytest

from tenbo.api.client import Client
from tenbo.asking import Asker, state, view
from tenbo.cli import main
from tenbo.service.config import Config
from tenbo.service.lines import Log
from tenbo.service.service import Service
from tenbo.virtual import VirtualTable
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.text import event_text

from .conftest import until

# A table answers a number that it has answered before in the same way again.
NUMBERS = count(1)


def states(service):
    """Give the state of every device by its id."""
    return {one.hello.id: one.state for one in service.hall.fleet.stations if one.hello is not None}


@pytest.fixture
def two(tmp_path):
    """Give a service over two simulated devices: a table and a spare."""
    with VirtualTable(identity="e66000000000000a") as table, VirtualTable(identity="e66000000000000b") as spare:
        config = Config(tmp_path / "hall.db", [table.port, spare.port], search=False, listen=("127.0.0.1", 0))
        with Service(config, Log(out=io.StringIO())) as service:
            until(lambda: states(service) == {"e66000000000000a": "new", "e66000000000000b": "new"})
            service.hall.bind("e66000000000000a", 3)
            until(lambda: states(service)["e66000000000000a"] == "following")
            yield service, table, spare


def test_a_game_goes_on_at_a_spare_device(two, capsys):
    """Scores, riichi and the running hand are there; the next event has the next number."""
    service, table, spare = two
    hall, store = service.hall, str(service.config.store)
    hall.record("seats", "desk", session=1, table=3, players=[1, 2, 3, 4])
    service.begin_session(1, "desk")
    table.press("table", "dice")
    table.press(2, "riichi")
    until(lambda: hall.table_now(3).riichi == [2])
    old = hall.fleet.at(3).hello.ledger
    table.cut()
    assert main(["restore", "3", "--to", "e66000000000000b", "--why", "no power", "--store", store]) == 0
    assert "table 3 is e66000000000000b now" in capsys.readouterr().out
    until(lambda: hall.fleet.numbered().get(3) is not None and hall.fleet.at(3).state == "following")
    until(lambda: hall.fleet.at(3).hello.ledger == f"{old}.1")
    until(lambda: hall.fleet.at(3).follower.table is not None and hall.table_now(3).riichi == [2])
    assert hall.table_now(3).scores == [30000, 30000, 29000, 30000]
    before = hall.fleet.at(3).follower.last
    spare.press(0, "riichi")
    until(lambda: hall.table_now(3).riichi == [2, 0])
    assert hall.fleet.at(3).follower.last == before + 1
    assert hall.tournament.games[1, 3].ledger == f"{old}.1"
    assert hall.sheet(1, 3).state == "playing"

    # The old device is repaired and comes back with its old ledger.
    table.power()
    until(lambda: states(service).get("e66000000000000a") == "refused")
    until(lambda: presses_are_refused(table))
    assert hall.fleet.at(3).hello.id == "e66000000000000b"

    # With a ledger of its own it can serve again, as another table.
    assert main(["restore", "--fresh", "e66000000000000a", "--store", store]) == 0
    until(lambda: states(service).get("e66000000000000a") == "new")
    hall.bind("e66000000000000a", 4)
    until(lambda: states(service).get("e66000000000000a") == "following")
    hall.start_game(4, "alarm", [])
    until(lambda: hall.fleet.at(4).follower.last == 0)
    assert event_text(hall.fleet.at(4).follower.ledger.events[0]) == "start alarm"


def presses_are_refused(table):
    """Say whether the device tells whoever presses that it no longer writes."""
    table.press(1, "riichi")
    return any("desk" in line for line in view(Asker(table.service, first=next(NUMBERS)), 1)["lines"])


def test_a_device_that_plays_is_no_spare(two, capsys):
    """Its own players would lose their game."""
    service, _, spare = two
    service.hall.start_game(3, "ema-2016", [])
    service.hall.bind("e66000000000000b", 4)
    until(lambda: states(service)["e66000000000000b"] == "following")
    service.hall.start_game(4, "ema-2016", [])
    spare.press("table", "dice")
    store = str(service.config.store)
    assert main(["restore", "3", "--to", "e66000000000000b", "--store", store]) == 1
    assert "is table 4: free it first" in capsys.readouterr().err
    service.hall.bind("e66000000000000b", None)
    until(lambda: states(service)["e66000000000000b"] == "new")
    assert main(["restore", "3", "--to", "e66000000000000b", "--store", store]) == 1
    assert "a hand is running here" in capsys.readouterr().err
    assert main(["restore", "3", "--to", "e66000000000000c", "--store", store]) == 1
    assert main(["restore", "9", "--to", "e66000000000000b", "--store", store]) == 1
    assert Client(service.config.store).get("/v1/tables")[0]["table"] == 3


def test_a_locked_result_does_not_follow_what_is_pressed_later(running):
    """The pen has passed to the desk: an undo at the table changes the table, not the result."""
    with running(1) as run:
        run.hall.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        run.service.begin_session(1, "desk")
        (table,) = run.paper.tables
        table.play("hand")
        table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
        table.play("end")
        until(lambda: run.hall.sheet(1, 1).state == "complete")
        result = run.hall.sheet(1, 1).totals
        run.hall.record("lock", "desk", session=1, table=1)
        table.play("undo", to=table.all[-3].n)
        until(lambda: table.stored == table.ledger.next - 1)
        assert run.hall.sheet(1, 1).totals == result
        run.hall.record("reopen", "desk", session=1, table=1, why="protest")
        assert run.hall.sheet(1, 1).totals != result


@pytest.mark.parametrize("operations", [1, 2, 4, 7, 11, 16, 22, 30])
def test_a_power_cut_during_the_handover_leaves_one_whole_ledger(operations):
    """The old ledger or the new one, never half of each, wherever the flash was interrupted."""
    with VirtualTable(frozen=True) as table:
        asker = Asker(table.service, first=100)
        asker.ask("do", "start", 4, "alarm")
        asker.ask("restore", "abcd.1")
        asker.ask("put", 40, "start", 4, 5, "ema-2016")
        asker.ask("put", 41, "hand", 4, 9)
        table.cut_after(operations)
        # An impatient asker: its clock goes half a second with every look.
        asker = Asker(table.service, first=150, clock=count(0, 0.5).__next__)
        try:
            asker.ask("take", 41)
            table.wait(3000)
        except (LinkFault, Refused):
            pass
        table.cut()
        table.power()
        found = state(Asker(table.service, first=200))
        assert (found["n"], found["phase"]) in ((0, "between"), (41, "playing"))
        Asker(table.service, first=300).ask(
            "do", "hand" if found["n"] == 0 else "riichi", 4, *([] if found["n"] == 0 else [2])
        )
        table.cut()
        table.power()
        assert state(Asker(table.service, first=400))["n"] == found["n"] + 1
