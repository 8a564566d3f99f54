"""The collected store in a real PostgreSQL: what a host may tell there, what it may not, and that nothing changes."""

from __future__ import annotations

import threading
from itertools import islice

import psycopg
import pytest

from host.cluster.fake_table_hosts import wait_until
from host.store.store_content import entries
from tenbo.cluster.replication import replicate
from tenbo.store import Entry, SqliteStore
from tenbo.store.chain import chain_entry
from tenbo.store.device_keys import DeviceKey
from tenbo.store.postgres.connection import is_database
from tenbo.store.postgres.database_setup import create_host_role, create_tables, host_connection_url
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import Malformed, Refused, StorageFault

from .conftest import name_of

ANNA = (7, "Anna", "Berg", "04010001", "AUT", "Anna B.", "Riichi Wien", "", "newcomer")


@pytest.fixture
def desk_store(database):
    """Open the store as the desk that owns it."""
    with PgStore(database) as store:
        yield store


@pytest.fixture
def red(database, server, request):
    """Open the store as a host does: over the network, with the password that it was given."""
    name = f"red{abs(hash(request.node.name)) % 10**8}"
    address = server.url_over_network(name_of(database), name, create_host_role(database, name))
    with PgStore(address) as store:
        yield name, store


@pytest.fixture
def own(tmp_path):
    """Open the store that a host keeps itself."""
    with SqliteStore(tmp_path / "own.db") as store:
        store.append([Entry("table/a", 0, "start", "[4,0]"), *entries(600, "table/a", 1), *entries(3, "table/b")])
        yield store


def as_owner(database, statement):
    """Do what only someone with the owner's rights could try."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(statement)


def test_the_desk_appends_and_passes_over_what_is_stored(desk_store):
    """A command that is repeated after a lost answer is recorded once."""
    records = [Entry("desk", 0, "bind", '{"by":"desk"}'), Entry("desk", 1, "open", '{"by":"desk","session":1}')]
    assert [row.seq for row in desk_store.append(records)] == [0, 1]
    assert desk_store.append(records) == []
    assert [(row.seq, row.kind, row.body) for row in desk_store.rows("desk")] == [entry[1:] for entry in records]
    assert desk_store.row("desk", 1).prev == desk_store.row("desk", 0).hash
    assert desk_store.row("desk", 2) is None


def test_two_desks_that_record_at_once_are_told_apart(desk_store, database):
    """Anyone who comes second under a number is refused, with nothing of what came along."""
    desk_store.append([Entry("desk", 0, "open", "{}")])
    with PgStore(database) as other, pytest.raises(StorageFault, match="sent in two versions") as refused:
        other.append([Entry("desk", 1, "end", "{}"), Entry("desk", 0, "end", "{}")])
    assert refused.value.code == "contradiction"
    desk_store.invalidate_heads()
    assert desk_store.head("desk").seq == 0


def test_a_host_tells_its_ledgers_and_the_desk_reads_them_as_they_are(red, desk_store, own):
    """The collected copy has the host's own times and hashes, whichever database keeps it."""
    name, store = red
    assert replicate(own, store, name) == (604, [])
    assert replicate(own, store, name) == (0, [])
    own.append(entries(2, "table/b", 3))
    assert replicate(own, store, name) == (2, [])
    desk_store.invalidate_heads()
    for stream in ("table/a", "table/b"):
        copied = [row._replace(stream=stream) for row in desk_store.rows(f"from/{name}/{stream}")]
        assert copied == list(own.rows(stream))
        assert desk_store.head(f"from/{name}/{stream}") == own.head(stream)
    assert desk_store.last_of_kind(f"from/{name}/table/a", "start").seq == 0
    assert desk_store.last_of_kind(f"from/{name}/table/b", "start") is None
    assert [row.stream for row in desk_store.rows_of_kind("start")] == [f"from/{name}/table/a"]


def test_a_newer_start_is_the_last_one_at_once(red, desk_store, own):
    """The desk asks for the running game of every table again and again."""
    name, store = red
    replicate(own, store, name)
    own.append([Entry("table/a", 601, "start", "[4,0]"), *entries(3, "table/a", 602)])
    replicate(own, store, name)
    desk_store.invalidate_heads()
    assert desk_store.last_of_kind(f"from/{name}/table/a", "start").seq == 601


def test_a_host_writes_in_no_other_name(red, own):
    """A Raspberry Pi at table 3 is no place from which results of table 40 are written, or what the desk decides."""
    name, store = red
    for other in ("blue", f"{name}x"):
        with pytest.raises(StorageFault, match="does not allow this") as refused:
            replicate(own, store, other)
        assert refused.value.code == "no_permission"
    with pytest.raises(StorageFault, match="does not allow this"):
        store.append([Entry("desk", 0, "open", "{}")])
    with pytest.raises(StorageFault, match="does not allow this"):
        store.players()
    with pytest.raises(StorageFault, match="does not allow this"):
        store.device_keys()
    assert replicate(own, store, name).rows == 604, "a refused attempt leaves nothing behind"


def test_a_host_sees_its_own_streams_and_the_desk_s(red, desk_store, own, database):
    """What other hosts tell is no one's business before the desk shows it."""
    name, store = red
    replicate(own, desk_store, "blue")
    desk_store.append([Entry("desk", 0, "open", "{}")])
    replicate(own, store, name)
    assert store.streams() == ["desk", f"from/{name}/table/a", f"from/{name}/table/b"]
    assert list(store.rows("from/blue/table/a")) == []
    desk_store.invalidate_heads()
    assert len(desk_store.streams()) == 5


def test_a_row_that_does_not_go_on_from_the_last_is_refused_by_the_database_itself(desk_store, own):
    """A gap, a changed event and a second telling are seen where they arrive, no matter who sends them."""
    rows = list(own.rows("table/a"))
    desk_store.store_replica_rows("red", rows[:10])
    changed = rows[10]._replace(body="[9,9]")
    for wrong in ([rows[11]], [changed], [rows[9]._replace(hash=b"x" * 32)], [rows[10]._replace(prev=b"")]):
        with pytest.raises(StorageFault) as refused:
            desk_store.store_replica_rows("red", wrong)
        assert refused.value.code == "contradiction"
    assert desk_store.head("from/red/table/a").seq == 9
    assert desk_store.store_replica_rows("red", rows[5:20]) == 10, "what is there is passed over"


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
@pytest.mark.parametrize(
    ("place", "change"),
    [(0, {"prev": b"x" * 32}), (300, {"body": "[9,9]"}), (300, {"hash": b"x" * 32}), (300, {"seq": 299}), (499, None)],
)
def test_of_many_rows_at_once_each_is_followed_in_its_own_ledger(desk_store, own, database, place, change):
    """One forged row in the middle of a thousand of two ledgers that are told together: nothing of either is taken."""
    own.append(entries(500, "table/c"))
    kept = [row._replace(stream=f"from/red/{row.stream}") for name in ("table/a", "table/c") for row in own.rows(name)]
    wrong = list(kept)
    if change is None:
        del wrong[place]
    else:
        wrong[place] = wrong[place]._replace(**change)

    columns = "%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::bytea[], %s::bytea[]"

    def told(rows):
        with psycopg.connect(database) as connection:
            given = [list(column) for column in zip(*rows, strict=True)]
            connection.execute(f"INSERT INTO tenbo.event SELECT * FROM unnest({columns})", given)

    with pytest.raises(psycopg.Error, match=r"from/red/table/a \d+ (does not|is not|was changed)|already exists"):
        told(wrong)
    assert desk_store.streams() == []
    told(kept)
    desk_store.invalidate_heads()
    assert (desk_store.head("from/red/table/a").seq, desk_store.head("from/red/table/c").seq) == (600, 499)


def test_rows_are_looked_at_together(desk_store, own):
    """A database that hosts fill again takes in a day within minutes: a question for each row took an hour."""
    rows = [row._replace(stream="from/red/table/a") for row in own.rows("table/a")]
    columns = [list(column) for column in zip(*rows, strict=True)]
    statement = """EXPLAIN (ANALYZE, FORMAT json) INSERT INTO tenbo.event SELECT * FROM unnest(
        %s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::bytea[], %s::bytea[])"""
    ((plan,),) = desk_store.link.run(lambda connection: connection.execute(statement, columns).fetchone())
    assert plan["Plan"]["Plans"][0]["Actual Rows"] == 601
    assert {one["Trigger Name"]: one["Calls"] for one in plan["Triggers"]} == {"event_follows": 1, "event_told": 1}


def test_two_who_go_on_with_one_ledger_at_once_are_told_apart(desk_store, own, database):
    """A host that was copied tells from two places: who comes second sees what the first has told, and is refused."""
    rows = [row._replace(stream="from/red/table/a") for row in islice(own.rows("table/a"), 11)]
    # Another event, which goes on from the same one under a number of its own.
    other = chain_entry(Entry("table/a", 11, "hand", "[]"), 7, rows[9].hash)._replace(stream="from/red/table/a")
    insert = "INSERT INTO tenbo.event VALUES (%s, %s, %s, %s, %s, %s, %s)"
    said = []

    def second():
        try:
            with psycopg.connect(database) as connection:
                connection.execute(insert, other)
        except psycopg.Error as error:
            said.append(str(error.diag.message_primary))

    desk_store.restore_rows(rows[:10])
    waiting = """SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'"""
    thread = threading.Thread(target=second)
    with psycopg.connect(database, autocommit=True) as looking:
        with psycopg.connect(database) as first:
            first.execute(insert, rows[10])
            thread.start()
            wait_until(lambda: looking.execute(waiting).fetchone() == (1,))
        thread.join()
    assert said == ["from/red/table/a 11 does not follow the last stored event, 10"]


def test_a_restored_host_is_kept_beside_what_it_told_first(red, desk_store, own, tmp_path):
    """Its tables tell again what is missing, at other times: another chain, which takes no one's place."""
    name, store = red
    replicate(own, store, name)
    with SqliteStore(tmp_path / "restored.db", clock=lambda: 7) as restored:
        restored.append(entries(4, "table/b"))
        assert replicate(restored, store, name) == (4, ["table/b"])
    desk_store.invalidate_heads()
    assert (desk_store.head(f"from/{name}/table/b").seq, desk_store.head(f"from/{name}~2/table/b").seq) == (2, 3)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tenbo.event SET body = '[9,9]' WHERE seq = 0",
        "DELETE FROM tenbo.event WHERE seq = 1",
        "TRUNCATE tenbo.event",
    ],
)
def test_nobody_changes_an_event(desk_store, database, statement):
    """Not even the owner of the database, by accident, in another program."""
    desk_store.append([Entry("desk", 0, "open", "{}"), Entry("desk", 1, "end", "{}")])
    with pytest.raises(psycopg.Error, match="never changed and never removed"):
        as_owner(database, statement)
    assert len(list(desk_store.rows("desk"))) == 2


def test_people_are_kept_beside_the_chain_and_can_be_forgotten(desk_store):
    """Someone who wants to be forgotten is, and the chain still holds."""
    desk_store.store_players([ANNA])
    assert desk_store.players() == [ANNA]
    married = (*ANNA[:2], "Huber", *ANNA[3:])
    desk_store.store_players([married])
    assert desk_store.players() == [married]
    desk_store.forget_player(7)
    assert desk_store.players() == []
    assert [row.kind for row in desk_store.rows("people")] == ["kept", "kept", "forgotten"]
    assert not any("Berg" in row.body for row in desk_store.rows("people"))


def test_players_and_records_are_stored_in_one_transaction(desk_store, database):
    """A server that fails at the record has registered no one."""
    as_owner(
        database,
        "CREATE FUNCTION tenbo.fault() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN IF NEW.stream = 'people' THEN RAISE EXCEPTION 'disk full'; END IF; RETURN NEW; END $$",
    )
    as_owner(database, "CREATE TRIGGER fault BEFORE INSERT ON tenbo.event FOR EACH ROW EXECUTE FUNCTION tenbo.fault()")
    record = Entry("desk", 0, "enter", '{"by":"desk","player":7,"session":1}')
    with pytest.raises(StorageFault):
        desk_store.append([record], [ANNA])
    assert (desk_store.players(), desk_store.head("desk").seq, desk_store.head("people").seq) == ([], -1, -1)
    as_owner(database, "DROP TRIGGER fault ON tenbo.event")
    assert [row.stream for row in desk_store.append([record], [ANNA])] == ["desk"]
    assert (desk_store.players(), desk_store.head("desk").seq, desk_store.head("people").seq) == ([ANNA], 0, 0)


def test_keys_of_devices_are_kept(desk_store):
    """A device is known again at whichever host it comes."""
    desk_store.store_device_key("e661", DeviceKey("k1", "offered"))
    desk_store.store_device_key("e661", DeviceKey("k2", "kept"))
    assert desk_store.device_keys() == {"e661": DeviceKey("k2", "kept")}


def test_the_tables_are_made_once(database):
    """Anyone who starts a desk starts it again."""
    assert not create_tables(database)


def test_tables_of_a_newer_tenbo_are_left_alone(database):
    """An old desk on a new database would misread it."""
    as_owner(database, "UPDATE tenbo.version SET number = 99")
    with pytest.raises(
        StorageFault, match=r"has version 99 of Tenbo's tables, but this Tenbo needs version \d+: update Tenbo"
    ):
        create_tables(database)


def test_a_host_is_given_a_new_password_and_the_old_one_is_worth_nothing(server, database):
    """A lost card is no way in."""
    old, new = create_host_role(database, "green"), create_host_role(database, "green")
    assert old != new
    network = server.url_over_network(name_of(database), "green", "")
    name = network.rpartition("@")[2]
    with PgStore(host_connection_url(f"postgresql://{name}", "green", new)) as store:
        assert store.streams() == []
    store = PgStore(host_connection_url(f"postgresql://{name}", "green", old))
    with pytest.raises(StorageFault, match=r"authentication failed.*check the password in its address") as refused:
        store.streams()
    assert old not in refused.value.message


def test_a_name_that_is_no_host_is_not_made_one(database):
    """The owner of the database would lock itself out."""
    with pytest.raises(Refused, match="postgres is already a user of this database, but not a host"):
        create_host_role(database, "postgres")
    with pytest.raises(Malformed, match="a host's name must be 1 to 32"):
        create_host_role(database, 'x"; DROP TABLE event')


def test_nothing_goes_over_the_network_in_the_open(server, database):
    """Names and passwords cross a hall's Wi-Fi: the server refuses anyone who does not encrypt."""
    address = server.url_over_network(name_of(database), "violet", create_host_role(database, "violet"))
    store = PgStore(address + "?sslmode=disable&channel_binding=disable")
    with pytest.raises(StorageFault, match=r"rejects connection|no encryption"):
        store.streams()
    with PgStore(address) as store:
        assert store.streams() == []


def test_a_database_without_our_tables_says_what_to_do(server):
    """An address with a typing error leads somewhere, too."""
    sentence = "has no Tenbo tables: start a desk with it first"
    with PgStore(server.url("postgres")) as store, pytest.raises(StorageFault, match=sentence):
        store.streams()


def test_an_address_that_is_none_says_so():
    """Anyone who forgets the beginning of it is told what one looks like."""
    assert not is_database("desk:8484")
    with pytest.raises(Malformed, match="database must be an address such as postgresql://"):
        PgStore("desk/tenbo")
    with pytest.raises(Malformed, match="cannot be read"):
        PgStore("postgresql://desk/tenbo?colour=red")


@pytest.mark.parametrize("end", ["pipeline", "transaction"])
def test_a_connection_that_is_left_between_two_states_is_made_again(desk_store, end):
    """A server that dies while many rows are on the way leaves it so: every later telling failed, for good."""

    def died(connection):
        if end == "pipeline":
            connection.pgconn.enter_pipeline_mode()
        else:
            connection.execute("BEGIN")
        raise psycopg.OperationalError("the server closed the connection")

    desk_store.append(entries(1))
    with pytest.raises(StorageFault, match="does not answer"):
        desk_store.link.run(died)
    assert [row.seq for row in desk_store.append(entries(1, first=1))] == [1]
    with PgStore(desk_store.link.url) as another:
        assert [row.seq for row in another.rows("table/a")] == [0, 1]
