"""A desk whose store is a database: its commands find it, its records are there after a restart, and it verifies."""

from __future__ import annotations

import io
import json
from contextlib import contextmanager

import psycopg
import pytest

from host.service.conftest import run_cli as say_fixture
from host.store.store_content import entries
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.cluster.desk_database import database_url_file, open_writable
from tenbo.runtime.service_log import ServiceLog
from tenbo.store import Entry, SqliteStore, verify
from tenbo.store.device_keys import DeviceKey
from tenbo.store.postgres.connection import database_label, translate_error
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import Refused, StorageFault

from .conftest import execute, name_of

run_cli = say_fixture
PLAYERS = "number,first,last,ema,country\n1,Anna,Berg,,AUT\n2,Ben,Cohen,,GBR\n3,Carla,Diaz,,ESP\n4,Dai,Endo,,JPN\n"
KEPT = [
    (7, "Anna", "Berg", "", "AUT", "", "Graz", "", ""),
    (8, "Bea", "Dorn", "04010001", "NED", "", "", "", ""),
]


@contextmanager
def desk(path, url=""):
    """Run a desk with a database."""
    config = Config(path, [], search=False, listen=("127.0.0.1", 0), database=url)
    with Service(config, ServiceLog(out=io.StringIO())) as service:
        yield service


def as_superuser(database, *statements):
    """Do what someone with a superuser's rights may do to a database in another program."""
    with psycopg.connect(database, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_what_the_desk_decides_is_in_the_database_and_there_after_a_restart(database, tmp_path, run_cli):
    """The laptop's own disk has nothing that is missed when another one takes over."""
    path = tmp_path / "hall.db"
    (tmp_path / "players.csv").write_text(PLAYERS)
    (tmp_path / "plan.txt").write_text("1-2-3-4\n")
    with desk(path, database):
        assert run_cli("session", "players", tmp_path / "players.csv", "--store", path)[0] == 0
        assert run_cli("session", "plan", tmp_path / "plan.txt", "--store", path)[0] == 0
        scores = (32000, 28000, 35000, 25000, "--why", "paper", "--yes")
        assert run_cli("session", "correct", 1, 1, *scores, "--store", path)[0] == 0
    assert not path.exists(), "there is no other store"
    assert database_url_file(path).stat().st_mode & 0o077 == 0, "the password in the address is nobody else's business"
    with desk(path) as service:
        assert service.hall.repository.tournament.sessions == [1]
        status, text = run_cli("results", "--json", "--store", path)
        assert status == 0
        assert [row["player"] for row in json.loads(text)["standings"]][:1] == [3], text
    status, text = run_cli("verify", "--store", path)
    assert (status, text.splitlines()[-1].endswith("every row is as it was written")) == (0, True)
    # On a computer with the database alone, such as a standby, its address is named.
    assert run_cli("verify", database) == (status, text)


def test_a_desk_says_which_database_it_keeps_and_no_password(database, tmp_path):
    """It named a file that does not exist."""
    out = io.StringIO()
    config = Config(tmp_path / "hall.db", [], search=False, listen=("127.0.0.1", 0), database=database)
    with Service(config, ServiceLog(out=out)):
        pass
    (line,) = (line for line in out.getvalue().splitlines() if "answering at" in line)
    assert name_of(database) in line
    assert "hall.db" not in line
    assert database_label("postgresql://red:secret@desk:5433/tenbo") == "desk:5433/tenbo"


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ('FATAL: password authentication failed for user "red"', "password"),
        ('FATAL: Peer authentication failed for user "red"', "user of that name"),
        ('FATAL: Ident authentication failed for user "red"', "user of that name"),
        ("server does not support SSL, but SSL was required", "postgresql.conf"),
        ('FATAL: no pg_hba.conf entry for host "10.0.0.7", user "red", database "tenbo", SSL', "pg_hba.conf"),
        ('FATAL: pg_hba.conf rejects connection for host "10.0.0.7", user "red", no encryption', "pg_hba.conf"),
        ('FATAL: database "tenbo" does not exist', "tenbo setup desk"),
        ("Connection refused", "network"),
    ],
)
def test_why_no_connection_is_made_has_a_remedy_of_its_own(text, remedy):
    error = translate_error("postgresql://red:secret@desk/tenbo", psycopg.OperationalError(text))
    assert error.code == "no_answer"
    assert remedy in error.message.rpartition("): ")[2]
    assert "secret" not in error.message


def test_who_may_only_read_is_told_whose_address_is_needed(server, database, tmp_path, run_cli):
    """Neither a desk nor a host can do with it, and no store is named by an address, which has a password."""
    role = f"watcher_{name_of(database)}"
    as_superuser(database, f"CREATE ROLE {role} LOGIN PASSWORD 'look-only' IN ROLE tenbo_host")
    url = server.url_over_network(name_of(database), role, "look-only")
    with pytest.raises(StorageFault, match="--add-host") as refused:
        open_writable(tmp_path / "hall.db", url)
    assert refused.value.code == "no_permission"
    status, text = run_cli("results", "--store", url)
    assert (status, "look-only" in text) == (2, False)


def test_a_store_that_has_games_already_is_not_left_behind_unseen(database, tmp_path):
    """Someone who names a database for yesterday's desk would miss yesterday's results."""
    with SqliteStore(tmp_path / "hall.db") as store:
        store.append(entries(3, "table/a"))
    with pytest.raises(
        Refused, match="is already a store without a database, and its games would not be in the database"
    ):
        open_writable(tmp_path / "hall.db", database)


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_a_backup_of_a_desk_with_a_database_is_a_store_with_everything(database, tmp_path, run_cli):
    """Someone puts the day on a stick: hosts' events, decisions, names and keys of devices, proved as they are."""
    path, file = tmp_path / "hall.db", tmp_path / "stick.db"
    with open_writable(path, database) as store, SqliteStore(tmp_path / "red.db") as red:
        red.append(entries(5, "table/a"))
        store.store_replica_rows("red", list(red.rows("table/a")))
        store.append([Entry("desk", 0, "tournament", '{"by":"desk","rules":"ema-2016","title":"Spring"}')])
        store.store_players(KEPT)
        store.store_device_key("d1", DeviceKey("00ff", "given"))
        status, text = run_cli("backup", file, "--store", path)
        assert (status, text) == (0, f"{file}: 8 rows, verified\n")
        with SqliteStore(file, readonly=True) as copy:
            assert {name: list(copy.rows(name)) for name in copy.streams()} == {
                name: list(store.rows(name)) for name in store.streams()
            }
            assert copy.players() == KEPT
            assert copy.device_keys() == store.device_keys()
    assert run_cli("results", "--store", file, "--json")[1] == run_cli("results", "--store", path, "--json")[1]
    with desk(path):
        name = tmp_path / "page.db"
        name.write_bytes(LocalServiceClient(path).download("/v1/backup"))
        assert verify(name).rows == 8
    status, text = run_cli("backup", file, "--store", path)
    assert (status, "exists already: name a new file" in text) == (1, True)
    status, text = run_cli("backup", tmp_path / "nowhere" / "b.db", "--store", path)
    assert (status, "cannot be written" in text) == (1, True)


def test_names_come_back_to_a_fresh_database_from_a_backup(database, server, tmp_path, run_cli):
    """No host keeps names: with both laptops dead the stick has them, and a player who is known there stays so."""
    path, file = tmp_path / "hall.db", tmp_path / "stick.db"
    with open_writable(path, database) as store:
        store.store_players(KEPT)
        assert run_cli("backup", file, "--store", path)[0] == 0
        store.forget_player(7)
        store.store_players([(8, "Bea", "Renamed", "", "NED", "", "", "", "")])
    # As the page says it: the server's own socket, and no one named.
    own = f"postgresql:///{name_of(database)}?host={server.folder}&port={server.port}"
    status, text = run_cli("desk", "--database", own, "--refill", "--names", file)
    assert (status, text.splitlines()[0]) == (0, f"1 player has a name from {file}")
    with PgStore(database) as store:
        assert [player[:3] for player in store.players()] == [(7, "Anna", "Berg"), (8, "Bea", "Renamed")]
    assert run_cli("verify", "--store", path)[0] == 0
    status, text = run_cli("desk", "--database", database, "--names", file)
    assert (status, "--names goes with --refill" in text) == (2, True)


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
@pytest.mark.parametrize(
    ("statements", "found"),
    [
        (["UPDATE tenbo.event SET body = '[9,9]' WHERE seq = 2"], "event 2: was changed after it was stored"),
        (["UPDATE tenbo.event SET body = '7' WHERE stream = 'people'"], "people event 0: was changed after it was"),
        (["DELETE FROM tenbo.event WHERE seq = 1"], "event 2: does not follow event 0: a row was removed"),
        (["DELETE FROM tenbo.event WHERE seq = 4"], "event 3: ends with event 3, but 4 was the last one stored"),
        (["DELETE FROM tenbo.event WHERE stream LIKE 'from/%'"], ": has no events, but 4 was the last one stored"),
        (["UPDATE tenbo.player SET last = 'X'"], "player 7: was changed after it was stored"),
        (["DROP TRIGGER event_stays ON tenbo.event"], "the database's event_stays is missing or disabled"),
        (
            ["ALTER TABLE tenbo.event DISABLE ROW LEVEL SECURITY"],
            "hosts are no longer kept from the rows of other hosts",
        ),
    ],
)
def test_what_was_changed_in_the_database_is_seen(database, tmp_path, run_cli, statements, found):
    """Anyone who has the rights of the server can change anything; not without a trace."""
    path = tmp_path / "hall.db"
    with open_writable(path, database) as store, SqliteStore(tmp_path / "red.db") as red:
        assert isinstance(store, PgStore)
        red.append(entries(5, "table/a"))
        store.store_replica_rows("red", list(red.rows("table/a")))
        store.store_players([(7, "Anna", "Berg", "", "AUT", "", "", "", "")])
    assert run_cli("verify", "--store", path)[0] == 0
    as_superuser(database, "SET session_replication_role = replica", *statements)
    status, text = run_cli("verify", "--store", path)
    assert status == 1
    assert found in text


def test_the_desk_prints_what_a_host_and_a_standby_are_given(server, empty, run_cli, tmp_path):
    """A volunteer copies one line from the desk to the host, and it works."""
    execute(server, f"CREATE DATABASE given TEMPLATE {empty} STRATEGY file_copy")
    url = f"postgresql://postgres@127.0.0.1:{server.port}/given?host={server.folder}&port={server.port}"
    status, address = run_cli("desk", "--database", url, "--add-host", "yellow", "--store", tmp_path / "hall.db")
    assert status == 0
    assert address.startswith("postgresql://yellow:")
    with PgStore(address.strip()) as store:
        assert store.streams() == []
    status, address = run_cli("desk", "--database", url, "--add-standby")
    assert (status, address.startswith("postgresql://tenbo_standby:")) == (0, True)
    status, text = run_cli("desk", "--add-host", "yellow", "--store", tmp_path / "hall.db")
    assert (status, "give the database's address with --database" in text) == (2, True)
