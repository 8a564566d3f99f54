"""A standby is promoted, then dies too: the hosts fill a fresh database, and the tournament goes on where it was."""

from __future__ import annotations

import json
import shutil

import pytest

import postgres
from host.cluster.fake_table_hosts import RunningHost, places_in, wait_until
from host.service.conftest import run_cli as say_fixture
from tenbo.store.postgres.database_setup import create_host_role, create_standby_role, create_tables
from tenbo.store.postgres.store import PgStore

from .conftest import execute, standby_folder

pytestmark = pytest.mark.thorough("a drill with servers of PostgreSQL")

run_cli = say_fixture
PLAN = "1-2-3-4\n5-6-7-8\n\n5-6-7-8\n1-2-3-4\n\n1-2-7-8\n5-6-3-4\n"
PEOPLE = "number,first,last,ema,country\n" + "".join(f"{n},First{n},Last{n},,AUT\n" for n in range(1, 9))


@pytest.fixture
def folder(run_cli):
    """Return a folder for the second laptop's server."""
    with standby_folder("both", run_cli) as data:
        yield data


@pytest.fixture
def servers():
    """Return a function that sets up a server with an empty database of the desk, at a port that a dead one had."""
    if not postgres.is_there():
        pytest.skip(postgres.MISSING)
    started = []

    def set_up(port=0):
        server = postgres.Postgres()
        started.append(server)
        if port:
            server.pg_ctl("stop", "-m", "fast")
            server.port = port
            server.start()
        execute(server, "CREATE DATABASE tenbo")
        create_tables(server.url("tenbo"))
        return server

    yield set_up
    for server in started:
        server.stop()


def play_to_the_end(place, winner):
    """Have the game at a host's table won once and ended."""
    table = place.paper.tables[0]
    table.play("hand")
    table.play("riichi", seat=winner)
    table.play("draw", tenpai=[winner])
    table.play("end")


def results(run_cli, store):
    """Return what everybody would be shown."""
    return json.loads(run_cli("results", "--json", "--store", store)[1])


def test_what_two_dead_laptops_had_comes_back_from_the_hosts_and_a_stick(servers, folder, run_cli, tmp_path):
    """Names, seats, penalties, sessions, results and the clock: no one types anything of it again."""
    first, port = servers(), postgres.free_port()
    url = first.url("tenbo")

    def address(name, database):
        return f"postgresql://{name}:{create_host_role(database, name)}@127.0.0.1:{first.port},127.0.0.1:{port}/tenbo"

    with places_in(tmp_path) as places:
        red = places.host("red", 1, first=1, desk=(address("red", url),))
        blue = places.host("blue", 1, first=2, desk=(address("blue", url),))
        desk = RunningHost(tmp_path / "desk", "desk", database=url)
        places.stack.callback(desk.end)
        desk.begin()
        wait_until(lambda: desk.states() == {1: "following", 2: "following"})
        standby = f"postgresql://tenbo_standby:{create_standby_role(url)}@127.0.0.1:{first.port}"
        assert run_cli("standby", "--from", standby, "--data", folder, "--port", port)[0] == 0
        desk.client.post("/v1/players", text=PEOPLE)
        desk.client.post("/v1/plan", text=PLAN, yes=True)
        assert desk.client.post("/v1/sessions/1/begin", yes=True)["begun"] == [1, 2]
        play_to_the_end(red, 0)
        play_to_the_end(blue, 1)
        wait_until(lambda: desk.hall.games.state(1).phase == desk.hall.games.state(2).phase == "over")
        assert run_cli("backup", tmp_path / "stick.db", "--store", desk.config.store)[0] == 0
        wait_until(lambda: run_cli("standby", "--data", folder)[0] == 0)

        # The first laptop dies; the second takes over, and another session begins there.
        desk.end()
        first.kill()
        assert run_cli("standby", "--promote", "--data", folder)[0] == 0
        second = f"postgresql://postgres@/tenbo?host={first.folder}&port={port}"
        desk = RunningHost(tmp_path / "second", "desk", database=second)
        places.stack.callback(desk.end)
        desk.begin()
        wait_until(lambda: desk.states() == {1: "following", 2: "following"})
        assert desk.client.post("/v1/sessions/2/begin", yes=True)["begun"] == [1, 2]
        play_to_the_end(red, 2)
        blue.paper.tables[0].play("hand")
        desk.client.post("/v1/clock", act="start", minutes=60)
        fields = {"session": 2, "table": 1, "seat": 3, "points": -500, "why": "late"}
        desk.client.post("/v1/records", kind="penalty", fields=fields, yes=True)
        wait_until(lambda: desk.hall.games.state(1).phase == "over" and desk.hall.games.state(2).phase == "playing")
        # The clock is started a moment ahead.
        wait_until(lambda: desk.client.get("/v1/clock")["stage"] == "running")
        shown, clock = results(run_cli, desk.config.store), desk.client.get("/v1/clock")
        assert len(shown["standings"]) == 8

        # The second dies as well; the tables play on.
        desk.end()
        with PgStore(second, readonly=True) as store:
            decided = list(store.rows("desk"))
        for host in (red, blue):
            wait_until(lambda host=host: host.service.store.base.head("from/desk-database/desk").seq == decided[-1].seq)
        assert run_cli("standby", "--stop", "--data", folder)[0] == 0
        shutil.rmtree(folder)
        blue.paper.tables[0].play("riichi", seat=3)
        third = servers(first.port)
        url = third.url("tenbo")
        for host in (red, blue):
            host.end()
            host.config = host.config._replace(desk=(address(host.name, url),))
            host.begin()
        told = ("desk", "--database", url, "--refill")
        assert run_cli(*told, "--names", tmp_path / "stick.db")[0] == 0
        # Beside it one record for each of the names.
        wait_until(lambda: f"the desk itself {len(decided) + 8:>16} events" in run_cli(*told)[1])
        wait_until(lambda: "host red " in run_cli(*told)[1] and "host blue" in run_cli(*told)[1])
        desk = RunningHost(tmp_path / "third", "desk", database=url)
        places.stack.callback(desk.end)
        desk.begin()
        wait_until(lambda: desk.states() == {1: "following", 2: "following"})
        assert results(run_cli, desk.config.store) == shown
        again = desk.client.get("/v1/clock")
        assert (again["stage"], again["length_ms"]) == (clock["stage"], clock["length_ms"])
        assert again["left_ms"] <= clock["left_ms"]
        assert desk.hall.games.state(2).riichi == [3]
        blue.paper.tables[0].play("draw", tenpai=[3])
        blue.paper.tables[0].play("end")
        wait_until(lambda: desk.hall.games.state(2).phase == "over")
        assert run_cli("verify", "--store", desk.config.store)[0] == 0
