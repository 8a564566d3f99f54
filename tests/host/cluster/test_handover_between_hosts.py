"""A desk hands a table's game to a spare that is plugged into any of its hosts, by the network or by rows."""

from __future__ import annotations

from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from compiled_firmware import compiled_firmware
from host.cluster.fake_table_hosts import RunningHost, places_in, wait_until
from tenbo.cli.dispatch import main
from tenbo.simulator import VirtualTable
from tenbo.store.postgres.database_setup import create_host_role

from .conftest import name_of

pytestmark = pytest.mark.thorough("three boards under three services")

TABLE, FAR, NEAR = "e66000000000000a", "e66000000000000b", "e66000000000000c"


@pytest.fixture
def boards():
    """Yield a table and two spares, by device."""
    with ExitStack() as stack:
        yield {
            device: stack.enter_context(VirtualTable(firmware=compiled_firmware(), identity=device))
            for device in (TABLE, FAR, NEAR)
        }


def plugged(places, name, *boards, **words):
    """Return a host with some boards."""
    place = RunningHost(places.folder / name, name, SimpleNamespace(ports=[board.port for board in boards]), **words)
    places.stack.callback(place.end)
    return place.begin()


@pytest.fixture(params=["by the network", "by rows"])
def hall(request, boards, tmp_path):
    """Yield a desk and two hosts: red with the table and a spare, blue with another spare."""
    with places_in(tmp_path) as places:
        words = {"red": {}, "blue": {}}
        if request.param == "by rows":
            url, server = request.getfixturevalue("database"), request.getfixturevalue("server")
            roles = {name: f"{name}_{name_of(url)}" for name in words}
            words = {
                name: {"desk": (server.url_over_network(name_of(url), role, create_host_role(url, role)),)}
                for name, role in roles.items()
            }
        red = plugged(places, "red", boards[TABLE], boards[NEAR], **words["red"])
        blue = plugged(places, "blue", boards[FAR], **words["blue"])
        if request.param == "by rows":
            desk = RunningHost(tmp_path / "desk", "desk", database=url)
            places.stack.callback(desk.end)
            desk.begin()
        else:
            desk = places.desk(red, blue)
        wait_until(lambda: set(states(desk)) == set(boards))
        desk.client.post("/v1/table_numbers", device=TABLE, table=3)
        wait_until(lambda: states(desk)[TABLE] == "following")
        yield desk, next(one["host"] for one in desk.client.get("/v1/hosts")["hosts"] if one["host"].startswith("red"))


def states(desk):
    """Return the state of every device that the desk knows, by its id."""
    return {
        one.snapshot.hello.id: one.snapshot.state for one in desk.hall.fleet.stations if one.snapshot.hello is not None
    }


def goes_on_at(desk, device, ledger):
    """Wait until table 3 is a device and goes on with a ledger."""

    def goes_on():
        station = desk.hall.fleet.stations_by_number().get(3)
        hello = station and station.snapshot.hello
        there = hello and (station.snapshot.state, hello.id, hello.ledger) == ("following", device, ledger)
        return there and station.snapshot.table is not None

    wait_until(goes_on)


def said_until_done(capsys, what, *words):
    """Say a command, again while the board that it is about is greeted; it is done once, and says so."""
    wait_until(lambda: main(list(words)) == 0)
    assert what in capsys.readouterr().out


def riichi(desk):
    """Return who is in riichi at table 3; no one while it is greeted."""
    station = desk.hall.fleet.stations_by_number().get(3)
    table = station and station.snapshot.table
    return table.riichi if table else None


def test_a_game_goes_on_at_a_spare_of_another_host_and_comes_back(hall, boards, capsys):
    """A board dies; the nearest spare is at the next corner. No one carries anything to the desk's computer."""
    desk, red = hall
    store = str(desk.config.store)
    desk.hall.records.record("seats", "desk", session=1, table=3, players=[1, 2, 3, 4])
    desk.hall.sessions.begin(1, "desk")
    boards[TABLE].press("table", "dice")
    boards[TABLE].press(2, "riichi")
    wait_until(lambda: riichi(desk) == [2])
    root = desk.hall.fleet.require_station(3).snapshot.hello.ledger
    boards[TABLE].cut_power()
    said_until_done(
        capsys, f"table 3 is now device {FAR}", "restore", "3", "--to", FAR, "--why", "no power", "--store", store
    )
    goes_on_at(desk, FAR, f"{root}.1")
    boards[FAR].press(0, "riichi")
    wait_until(lambda: riichi(desk) == [2, 0])
    assert desk.hall.repository.tournament.games[1, 3].ledger == f"{root}.1"
    wait_until(lambda: desk.hall.repository.results.sheet(1, 3).state == "playing")

    note = f"at this desk table 3 is device {FAR}, which took over its game; at host {red} it is still device {TABLE}"
    wait_until(
        lambda: note in [doubt["text"] for doubt in desk.client.get("/v1/hosts")["doubts"] if not doubt["serious"]]
    )

    # That one dies as well; the next spare is where the first one was, and is no copied flash there.
    boards[FAR].cut_power()
    said_until_done(
        capsys, f"table 3 is now device {NEAR}", "restore", "3", "--to", NEAR, "--why", "no power", "--store", store
    )
    goes_on_at(desk, NEAR, f"{root}.2")
    boards[NEAR].press(3, "riichi")
    wait_until(lambda: riichi(desk) == [2, 0, 3])

    # The first one is repaired: it no longer writes, and can serve again with a ledger of its own.
    boards[TABLE].power_on()
    wait_until(lambda: states(desk).get(TABLE) == "refused")
    said_until_done(capsys, TABLE, "restore", "--fresh", TABLE, "--store", store)
    wait_until(lambda: states(desk).get(TABLE) == "new")
    assert desk.hall.fleet.require_station(3).snapshot.hello.id == NEAR
    wait_until(lambda: riichi(desk) == [2, 0, 3])
