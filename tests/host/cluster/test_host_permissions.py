"""A host's password in wrong hands: what it can write, and whom it can keep waiting."""

from __future__ import annotations

import threading
from contextlib import suppress

import psycopg
import pytest

from tenbo.cluster.postgres.host_presence import host_presences
from tenbo.store import Entry
from tenbo.store.chain import NOTHING, chain_entry
from tenbo.store.postgres.connection import connection_parameters
from tenbo.store.postgres.database_setup import VERSION, create_host_role, create_tables
from tenbo.store.postgres.integrity import verify_database
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import StorageFault

from .conftest import name_of


@pytest.fixture
def come_in(database, server):
    """Return a function that opens a connection as some host does, over the network."""
    opened = []

    def connect(name):
        address = server.url_over_network(name_of(database), name, create_host_role(database, name))
        opened.append(psycopg.connect(**connection_parameters(address), autocommit=True))
        return opened[-1]

    yield connect
    for connection in opened:
        with suppress(psycopg.Error):
            connection.close()


@pytest.fixture
def desk_store(database):
    """Open the store as the desk that owns it."""
    with PgStore(database) as store:
        yield store


def tell(connection, stream, body, seq=0, prev=NOTHING):
    """Tell a row as a program could that is not ours."""
    row = chain_entry(Entry(stream.partition("/")[2].partition("/")[2], seq, "start", body), 7, prev)
    connection.execute("INSERT INTO tenbo.event VALUES (%s, %s, %s, %s, %s, %s, %s)", row._replace(stream=stream))
    return row


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_a_host_makes_no_temporary_tables(come_in, database):
    """They would fill the disk of the desk, and no row of ours would say so; nor in a database of before."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE tenbo.version SET number = 7")
    assert not create_tables(database)
    mallory = come_in("mallory")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        mallory.execute("CREATE TEMPORARY TABLE heap AS SELECT generate_series(1, 10)")


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO tenbo.host (name, ahead_ms, round_trip_ms) VALUES ('tenbo_host', 0, 0)",
        "INSERT INTO tenbo.taken (host, seq) VALUES ('tenbo_host', 0)",
        "INSERT INTO tenbo.station (host, device, view) VALUES ('tenbo_host', 'd', '{}')",
    ],
)
def test_a_host_is_no_other_host_by_taking_the_role_of_all(come_in, desk_store, statement):
    """The desk would list a host that there is not, for ever."""
    mallory = come_in("mallory")
    mallory.execute("SET ROLE tenbo_host")
    with pytest.raises(psycopg.Error, match="row-level security"):
        mallory.execute(statement)
    with pytest.raises(psycopg.Error, match=r"row-level security|permission denied"):
        tell(mallory, "from/tenbo_host/table/aa", "[4,0]")
    # What is its own it may write all the same.
    tell(mallory, "from/mallory/table/aa", "[4,0]")
    desk_store.invalidate_heads()
    assert desk_store.streams() == ["from/mallory/table/aa"]
    assert host_presences(desk_store) == []


DEEP = '{"a":' * 60 + "[" * 90 + "]" * 90 + "}" * 60
WRONG = ["not json", "", "[4,0", "[4,0]]", "'", DEEP, f"[{'[' * 5000}", f"[4,{'9' * 5000}]"]


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
@pytest.mark.parametrize("body", WRONG, ids=range(len(WRONG)))
def test_a_body_that_is_no_json_is_taken_from_nobody(come_in, desk_store, database, body):
    """It could never be removed, and verify would call the desk's store damaged for ever."""
    mallory = come_in("mallory")
    with pytest.raises(psycopg.Error, match="from/mallory/table/cc has an event that is no JSON"):
        tell(mallory, "from/mallory/table/cc", body)
    assert verify_database(database).damage == []
    tell(mallory, "from/mallory/table/cc", '[4,0,"[[[[{{{",[[1,2],["\\ud800\\u0000"]]]')
    assert verify_database(database).damage == []


def test_views_and_answers_that_are_no_json_are_taken_from_nobody(come_in, desk_store):
    """The desk reads those of all hosts together."""
    mallory = come_in("mallory")
    for view in ("not json", "3"):
        with pytest.raises(psycopg.Error):
            mallory.execute("INSERT INTO tenbo.station (host, device, view) VALUES ('mallory', 'd', %s)", (view,))
    mallory.execute("INSERT INTO tenbo.station (host, device, view) VALUES ('mallory', 'd', '{}')")
    mallory.execute("SELECT tenbo.unplug_others(%s)", ([],))
    assert desk_store.link.run(lambda link: link.execute("SELECT count(*) FROM tenbo.station").fetchone()) == (0,)


LOCKS = [
    "SELECT pg_advisory_lock(hashtextextended('desk', 0)), pg_advisory_lock(hashtextextended('from/red/table/a', 0))",
    "SELECT pg_advisory_lock(x'546E626F'::bigint)",
    "LOCK TABLE tenbo.event IN ACCESS SHARE MODE; LOCK TABLE tenbo.head IN ACCESS SHARE MODE",
    "LOCK TABLE tenbo.event IN ROW EXCLUSIVE MODE",
    "LOCK TABLE tenbo.head IN ROW SHARE MODE",
    "LOCK TABLE tenbo.host IN ACCESS EXCLUSIVE MODE",
    "LOCK TABLE tenbo.station IN ACCESS EXCLUSIVE MODE",
    "SELECT FROM tenbo.head WHERE stream = 'desk' FOR UPDATE",
    "SELECT FROM tenbo.head WHERE stream = 'desk' FOR KEY SHARE",
    "SELECT tenbo.lock_stream('desk')",
    "SELECT tenbo.lock_stream('from/red/table/a')",
]


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
@pytest.mark.parametrize("lock", LOCKS)
def test_a_host_holds_up_neither_the_desk_nor_another_host(come_in, desk_store, database, lock):
    """No matter which locks it can have: the desk records, starts and reads, and others tell."""
    mallory, red = come_in("mallory"), come_in("red")
    desk_store.append([Entry("desk", 0, "open", "{}")])
    first = tell(red, "from/red/table/a", "[4,0]")
    mallory.autocommit = False
    with suppress(psycopg.Error):
        mallory.execute(lock)
    assert [row.seq for row in desk_store.append([Entry("desk", 1, "end", "{}")])] == [1]
    tell(red, "from/red/table/a", "[4,1]", 1, first.hash)
    red.execute("INSERT INTO tenbo.station (host, device, view) VALUES ('red', 'd', '{}')")
    assert host_presences(desk_store) == []
    assert not create_tables(database)


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_who_waits_too_long_is_told_so_and_nothing_was_done(desk_store, database):
    """Another desk died while recording: the act is refused before its caller gives up, and not done later."""
    desk_store.append([Entry("desk", 0, "open", "{}")])
    with psycopg.connect(database) as other:
        other.execute("SELECT tenbo.lock_stream('desk')")
        with pytest.raises(StorageFault, match="is locked by another connection, so nothing was done") as refused:
            desk_store.append([Entry("desk", 1, "penalty", "{}")])
        assert refused.value.code == "in_use"
    assert desk_store.head("desk").seq == 0
    assert [row.seq for row in desk_store.append([Entry("desk", 1, "penalty", "{}")])] == [1]
    assert desk_store.head("desk").seq == 1


def test_a_stream_that_was_locked_and_got_no_event_is_none(desk_store, database):
    """The row of its end is made to be locked."""
    with psycopg.connect(database, autocommit=True) as other:
        other.execute("SELECT tenbo.lock_stream('from/red/table/new')")
    assert desk_store.streams() == []


def test_two_who_begin_a_stream_at_once_take_turns(desk_store, database):
    """Of a stream that has no end yet neither finds a row to lock."""
    done = []

    def record(n):
        with PgStore(database) as store, suppress(StorageFault):
            done.extend(store.append([Entry("desk", 0, "open", f'{{"n":{n}}}')]))

    threads = [threading.Thread(target=record, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [row.seq for row in done] == [0]


def test_a_database_of_before_is_guarded_when_the_desk_starts(server, database):
    """Rows, people and hosts stay as they are."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE tenbo.version SET number = 5")
        for statement in (
            "ALTER TABLE tenbo.station DROP CONSTRAINT view_is_read",
            "ALTER TABLE tenbo.outcome DROP CONSTRAINT answer_is_read",
            "DROP FUNCTION tenbo.lock_stream, tenbo.unplug_others, tenbo.is_shallow",
        ):
            connection.execute(statement)
        assert not create_tables(database)
        assert connection.execute("SELECT number FROM tenbo.version").fetchall() == [(VERSION,)]
    with PgStore(database) as store:
        assert [row.seq for row in store.append([Entry("desk", 0, "open", "{}")])] == [0]
