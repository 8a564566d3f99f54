"""A host tells a desk's database everything, over faults of every kind, and nothing at a table waits for it."""

from __future__ import annotations

import io

import psycopg
import pytest

from host.service.conftest import run_cli as say_fixture
from host.service.conftest import wait_until
from host.store.store_content import entries
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cluster.postgres.host_presence import host_presences
from tenbo.cluster.uploader import EventUploader, host_from_url_user
from tenbo.hall.change_log import ChangeBuffer
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store import Entry, SqliteStore
from tenbo.store.postgres.database_setup import create_host_role, create_tables, set_restore_request
from tenbo.store.postgres.listener import DatabaseListener
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import Malformed, StorageFault

from .conftest import execute, name_of

run_cli = say_fixture


class Host:
    """A host's store that is told to a desk."""

    def __init__(self, folder, address, clock=lambda: 5):
        self.said = io.StringIO()
        self.store = SqliteStore(folder / "own.db")
        self.changes = ChangeBuffer()
        self.collector = EventUploader(self.store, address, ServiceLog(out=self.said), clock)

    def play(self, stream, count):
        self.store.append(entries(count, stream, self.store.head(stream).seq + 1))
        self.changes.publish("event", {})

    def close(self):
        self.collector.close()
        self.store.close()


def copied(desk, host, stream):
    """Return the rows of a host's stream at the desk, under the name that it has there."""
    return [row._replace(stream=stream) for row in desk.rows(f"from/{host}/{stream}")]


def same(desk, host, *streams):
    """Return whether the desk has exactly what a host has of its own."""
    name = host.collector.host
    own = streams or [stream for stream in host.store.streams() if not stream.startswith("from/")]
    return all(copied(desk, name, stream) == list(host.store.rows(stream)) for stream in own)


@pytest.fixture
def red(server, database, tmp_path):
    """Return a host that is told to a desk over the network, and the desk's view of the database."""
    name = name_of(database)
    host = Host(tmp_path, server.url_over_network(name, f"red{name}", create_host_role(database, f"red{name}")))
    with PgStore(database) as desk:
        yield host, desk
    host.close()


@pytest.mark.thorough("a drill with PostgreSQL")
def test_everything_that_is_stored_is_told_and_then_what_is_new(red):
    """The desk sees an event when the host has it on disk, without asking for it."""
    host, desk = red
    host.play("table/a", 700)
    host.collector.start(host.changes)
    wait_until(lambda: same(desk, host))
    for _ in range(5):
        host.play("table/a", 3)
        host.play("table/b", 1)
    wait_until(lambda: same(desk, host))
    assert not host.collector.is_behind
    assert "has every event of this host" in host.said.getvalue()


def test_the_desk_sees_who_is_there_and_whose_clock_is_wrong(red):
    """A host whose clock is minutes off says so; its events are ordered by their numbers and stay right."""
    host, desk = red
    host.play("table/a", 3)
    host.collector.start(host.changes)
    wait_until(lambda: host_presences(desk))
    (presence,) = host_presences(desk)
    assert presence.host == host.collector.host
    assert presence.ahead_ms < -(10**9), "its clock stands in 1970"
    assert not presence.is_away


def test_a_watch_is_woken_by_each_telling(red, database):
    """No one polls a database for what comes once in a minute."""
    host, desk = red
    looked = []

    def news():
        desk.invalidate_heads()
        looked.append(desk.head(f"from/{host.collector.host}/table/a").seq)

    watch = DatabaseListener(database, news, ServiceLog(out=io.StringIO()))
    watch.start()
    wait_until(lambda: looked)
    host.collector.start(host.changes)
    host.play("table/a", 4)
    wait_until(lambda: looked[-1] == 3)
    watch.close()
    assert len(looked) <= 4, "it looks when there is news"


def test_a_listener_logs_what_it_did_not_expect(database):
    """Only one listener reports that the database does not answer; every listener reports everything else."""
    out = io.StringIO()
    errors = [StorageFault("no_answer", "away", ""), StorageFault("cannot_write", "no room", ""), ValueError("a bug")]

    def news():
        raise errors.pop()

    watch = DatabaseListener(database, news, ServiceLog(out=out), ("others",))
    watch.start()
    for left in (2, 1, 0):
        wait_until(lambda left=left: len(errors) == left)
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("NOTIFY others")
    wait_until(lambda: "pop from empty list" in out.getvalue())
    watch.close()
    assert "a bug" in out.getvalue()
    assert "no room" in out.getvalue()
    assert "away" not in out.getvalue()


def test_an_address_without_a_host_s_name_is_refused():
    """Otherwise it would write in the name of anyone who started it."""
    assert host_from_url_user("postgresql://red:x@desk/tenbo") == "red"
    with pytest.raises(Malformed, match="must contain this host's name: postgresql://HOST:PASSWORD@desk/tenbo"):
        host_from_url_user("postgresql://desk/tenbo")


@pytest.mark.thorough("a drill with PostgreSQL")
def test_a_host_with_tables_tells_its_desk_and_ends_with_everything_told(server, database, tmp_path):
    """The whole way: a press at a table, the host's disk, the desk's database."""
    name = name_of(database)
    address = server.url_over_network(name, f"blue{name}", create_host_role(database, f"blue{name}"))
    log = io.StringIO()
    with FakeTables(tmp_path, 2) as paper:
        config = Config(
            tmp_path / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0), desk=(address,)
        )
        with Service(config, ServiceLog(out=log)) as service:
            wait_until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"] * 2)
            for table in paper.tables:
                table.play("start", rules="ema-2016")
                table.play("hand")
            wait_until(lambda: all(table.stored == table.ledger.next - 1 for table in paper.tables))
    with PgStore(database) as desk, SqliteStore(tmp_path / "hall.db", readonly=True) as own:
        assert len([stream for stream in own.streams() if stream.startswith("table/")]) == 2
        for stream in own.streams():
            assert copied(desk, f"blue{name}", stream) == list(own.rows(stream))
    assert address not in log.getvalue(), "a log is read by others: no password in it"


# ---------------------------------------------------------------- a server that may be killed


@pytest.fixture
def fragile(server):
    """Return the address of a database on the server, which is there again for the next test."""
    execute(server, "CREATE DATABASE fragile")
    create_tables(server.url("fragile"))
    yield server.url("fragile")
    if not server.runs:
        server.start()
    execute(server, "DROP DATABASE fragile WITH (FORCE)")


@pytest.fixture
def green(server, fragile, tmp_path):
    """Return a host that is told to a server that may be killed."""
    host = Host(tmp_path, server.url_over_network("fragile", "green", create_host_role(fragile, "green")))
    host.collector.start(host.changes)
    yield host
    host.close()


@pytest.mark.thorough("a drill with PostgreSQL")
def test_nothing_is_lost_when_the_database_is_killed_while_it_is_told(server, fragile, green):
    """The host goes on from what the database has, no matter what it was told that was not committed."""
    for _ in range(3):
        for _ in range(10):
            green.play("table/a", 20)
        server.kill()
        green.play("table/b", 5)
        wait_until(lambda: green.collector.is_behind)
        server.start()
        wait_until(lambda: not green.collector.is_behind)
    with PgStore(fragile) as desk:
        wait_until(lambda: same(desk, green))
        assert len(copied(desk, green.collector.host, "table/a")) == 600
    assert "The tables continue, and the desk gets the missing data when it answers again" in green.said.getvalue()


@pytest.mark.thorough("a drill with PostgreSQL")
def test_a_fresh_database_is_refilled_by_the_hosts(server, fragile, green):
    """Both laptops of the desk are dead: the hosts have everything that they ever told."""
    green.play("table/a", 30)
    with PgStore(fragile) as desk:
        wait_until(lambda: same(desk, green))
    execute(server, "DROP DATABASE fragile WITH (FORCE)")
    wait_until(lambda: green.collector.is_behind or green.play("table/a", 1))
    execute(server, "CREATE DATABASE fragile")
    create_tables(fragile)
    with PgStore(fragile) as desk:
        wait_until(lambda: same(desk, green))
        assert len(list(desk.rows(f"from/{green.collector.host}/table/a"))) >= 30


@pytest.mark.thorough("a drill with PostgreSQL")
def test_what_the_desk_had_decided_is_given_back_to_a_fresh_database_that_asks(server, fragile, green, run_cli):
    """Both laptops are dead: seats, penalties and corrections are at every host, and no one writes them otherwise."""
    decided = [Entry("desk", n, "penalty", f'{{"by":"desk","points":-{n}}}') for n in range(3)]
    with PgStore(fragile) as desk:
        desk.append(decided)
        rows = list(desk.rows("desk"))
    wait_until(lambda: green.store.head("from/desk-database/desk").seq == 2)
    execute(server, "DROP DATABASE fragile WITH (FORCE)")
    execute(server, "CREATE DATABASE fragile")
    create_tables(fragile)
    green.play("table/a", 3)
    with PgStore(fragile) as desk:
        wait_until(lambda: same(desk, green, "table/a"))
        assert list(desk.rows("desk")) == [], "nobody has asked for it"
        address = green.collector.url
        with PgStore(address) as host, pytest.raises(StorageFault, match="does not allow this"):
            host.restore_rows(rows)
        status, text = run_cli("desk", "--database", fragile, "--refill")
        assert (status, "until every host is listed" in text) == (0, True)
        wait_until(lambda: list(desk.rows("desk")) == rows)
        set_restore_request(fragile, asked=False)
        desk.append([Entry("desk", 3, "end", "{}")])
    wait_until(lambda: green.store.head("from/desk-database/desk").seq == 3)
    assert "had lost: " in green.said.getvalue()
