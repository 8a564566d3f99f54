"""A second laptop has what the desk's has, takes its place by one command, and the hosts go on by themselves."""

from __future__ import annotations

import io

import pytest

import postgres
from host.service.conftest import run_cli as say_fixture
from host.service.conftest import wait_until
from host.store.store_content import entries
from tenbo.cluster.postgres.host_presence import host_presences
from tenbo.cluster.replication import replicate
from tenbo.cluster.uploader import EventUploader
from tenbo.hall.change_log import ChangeBuffer
from tenbo.runtime.service_log import ServiceLog
from tenbo.store import Entry, SqliteStore
from tenbo.store.postgres.database_setup import create_host_role, create_standby_role, set_restore_request
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import StorageFault

from .conftest import standby_folder

pytestmark = pytest.mark.thorough("a drill with servers of PostgreSQL")

run_cli = say_fixture


@pytest.fixture
def folder(run_cli):
    """Return a folder for the second laptop's server."""
    with standby_folder("standby", run_cli) as data:
        yield data


def test_a_standby_follows_and_takes_over_and_the_hosts_find_it(desk_server, folder, run_cli, tmp_path):
    """The desk's laptop dies in the middle of a session: one command, and nothing is lost."""
    url = desk_server.url("tenbo")
    host_password, port = create_host_role(url, "red"), postgres.free_port()
    both = f"postgresql://red:{host_password}@127.0.0.1:{desk_server.port},127.0.0.1:{port}/tenbo"
    address = f"postgresql://tenbo_standby:{create_standby_role(url)}@127.0.0.1:{desk_server.port}"
    status, text = run_cli("standby", "--from", address, "--data", folder, "--port", port)
    assert status == 0, text
    assert "has everything that the desk's server has, and follows it" in text
    follows = f"the server in {folder} follows the desk's server\n"
    wait_until(lambda: run_cli("standby", "--data", folder) == (0, follows))
    assert "is not empty" in run_cli("standby", "--from", address, "--data", folder)[1]

    with SqliteStore(tmp_path / "red.db") as own, PgStore(both) as red, PgStore(url) as first:
        own.append(entries(300, "table/a"))
        first.append([Entry("desk", 0, "open", '{"session":1}')])
        assert replicate(own, red, "red").rows == 300
        copy = f"postgresql://postgres@/tenbo?host={desk_server.folder}&port={port}"
        with PgStore(copy, readonly=True) as second:
            wait_until(lambda: len(list(second.rows("from/red/table/a"))) == 300)
            assert [row.kind for row in second.rows("desk")] == ["open"]
        refused = pytest.raises(StorageFault, match="is a standby: promote it")
        with PgStore(copy + "&target_session_attrs=any") as second, refused:
            second.append([Entry("desk", 1, "end", "{}")])
        desk_server.kill()
        own.append(entries(50, "table/a", 300))
        with pytest.raises(StorageFault, match="does not answer"):
            replicate(own, red, "red")
        wait_until(lambda: run_cli("standby", "--data", folder)[0] == 1)
        status, text = run_cli("standby", "--promote", "--data", folder)
        assert (status, "this server is now the desk's" in text) == (0, True)
        assert replicate(own, red, "red").rows == 50
        with PgStore(copy) as second:
            assert [row.seq for row in second.rows("from/red/table/a")] == [*range(350)]
            second.append([Entry("desk", 1, "end", "{}")])
    assert "is not a standby" in run_cli("standby", "--promote", "--data", folder)[1]
    status, text = run_cli("standby", "--stop", "--data", folder)
    assert status == 0, text
    assert "is not running: start it with tenbo standby --start" in run_cli("standby", "--data", folder)[1]
    assert run_cli("standby", "--start", "--data", folder, "--port", port)[0] == 0


def test_an_old_server_that_comes_back_is_fenced(desk_server, folder, run_cli, tmp_path):
    """The old laptop is switched on again, with its server: hosts that name it first tell the other one, and say so."""
    url = desk_server.url("tenbo")
    host_password, port = create_host_role(url, "red"), postgres.free_port()
    both = f"postgresql://red:{host_password}@127.0.0.1:{desk_server.port},127.0.0.1:{port}/tenbo"
    address = f"postgresql://tenbo_standby:{create_standby_role(url)}@127.0.0.1:{desk_server.port}"
    assert run_cli("standby", "--from", address, "--data", folder, "--port", port)[0] == 0
    copy = f"postgresql://postgres@/tenbo?host={desk_server.folder}&port={port}"

    def told(condition):
        """Run the host until something is so."""
        said, changes = io.StringIO(), ChangeBuffer()
        collector = EventUploader(own, both, ServiceLog(out=said))
        collector.start(changes)
        wait_until(condition)
        collector.close()
        return said.getvalue()

    with SqliteStore(tmp_path / "red.db") as own:
        with PgStore(url) as first:
            first.append([Entry("desk", 0, "open", '{"session":1}')])
            own.append(entries(3, "table/a"))
            told(lambda: own.head("from/desk-database/desk").seq == 0 and host_presences(first))
        wait_until(lambda: run_cli("standby", "--data", folder)[0] == 0)
        desk_server.kill()
        assert run_cli("standby", "--promote", "--data", folder)[0] == 0
        with PgStore(copy) as second:
            second.append([Entry("desk", 1, "end", '{"session":1}')])
            told(lambda: own.head("from/desk-database/desk").seq == 1)
            desk_server.start()
            own.append(entries(5, "table/a", 3))
            told(lambda: second.invalidate_heads() or second.head("from/red/table/a").seq == 7)
            with PgStore(url) as first:
                assert first.head("from/red/table/a").seq == 2
                (presence,) = host_presences(first)
                assert presence.why.code == "server_behind_host"
        assert run_cli("standby", "--stop", "--data", folder)[0] == 0
        fault = refused_at(own, both)
        assert "is behind: it has the desk's records up to number 0, and this host has them up to number 1" in fault
        # Where it is the one that counts, it is given back what it lacks.
        set_restore_request(url, asked=True)
        with PgStore(url) as first:
            told(
                lambda: (
                    first.invalidate_heads() or (first.head("desk").seq, first.head("from/red/table/a").seq) == (1, 7)
                )
            )


def test_two_servers_that_have_both_recorded_are_told_apart_and_lose_nothing(desk_server, folder, run_cli, tmp_path):
    """The old laptop came back and was worked at: a host takes neither for the other, and both desks are told."""
    url = desk_server.url("tenbo")
    host_password, port = create_host_role(url, "red"), postgres.free_port()
    places = [f"127.0.0.1:{desk_server.port}", f"127.0.0.1:{port}"]
    address = f"postgresql://tenbo_standby:{create_standby_role(url)}@{places[0]}"
    assert run_cli("standby", "--from", address, "--data", folder, "--port", port)[0] == 0
    copy = f"postgresql://postgres@/tenbo?host={desk_server.folder}&port={port}"

    def as_host(*servers):
        return f"postgresql://red:{host_password}@{','.join(servers)}/tenbo"

    def told(condition, *servers):
        """Run the host until something is so."""
        collector = EventUploader(own, as_host(*servers), ServiceLog(out=io.StringIO()))
        collector.start(ChangeBuffer())
        wait_until(condition)
        collector.close()

    def records(stream):
        return [row.kind for row in own.rows(stream)]

    with SqliteStore(tmp_path / "red.db") as own:
        with PgStore(url) as first:
            first.append([Entry("desk", 0, "open", '{"session":1}')])
            told(lambda: own.head("from/desk-database/desk").seq == 0 and host_presences(first), *places)
        wait_until(lambda: run_cli("standby", "--data", folder)[0] == 0)
        desk_server.kill()
        assert run_cli("standby", "--promote", "--data", folder)[0] == 0
        with PgStore(copy) as second:
            second.append([Entry("desk", 1, "end", '{"session":1}')])
            told(lambda: own.head("from/desk-database/desk").seq == 1, *places)
            desk_server.start()
            with PgStore(url) as first:
                first.append([Entry("desk", n, "penalty", "{}") for n in (1, 2)])
                own.append(entries(5, "table/a"))
                told(lambda: second.invalidate_heads() or second.head("from/red/table/a").seq == 4, *places)
                first.invalidate_heads()
                assert first.head("from/red/table/a").seq == -1
                for store, code in ((first, "server_differs_from_host"), (second, "server_differs")):
                    (presence,) = host_presences(store)
                    assert (presence.why.code, presence.why.values["number"]) == (code, 1)
                assert places[0] in presence.why
                assert "from number 1 on" in refused_at(own, as_host(places[0]))
                # What nobody goes on with stays, and is in a backup.
                first.backup(tmp_path / "first.db")
                with SqliteStore(tmp_path / "first.db", readonly=True) as kept:
                    assert [row.kind for row in kept.rows("desk")] == ["open", "penalty", "penalty"]
                # The one that was named the one that counts is written to; the host keeps what it had of the other.
                set_restore_request(url, asked=True)
                told(lambda: first.invalidate_heads() or first.head("from/red/table/a").seq == 4, places[0])
                set_restore_request(url, asked=False)
            told(lambda: own.head("from/desk-database~2/desk").seq == 2, places[0])
            assert records("from/desk-database/desk") == ["open", "end"]
            assert records("from/desk-database~2/desk") == ["open", "penalty", "penalty"]
            assert "from number 1 on" in refused_at(own, as_host(places[1]))
    assert run_cli("standby", "--stop", "--data", folder)[0] == 0


def refused_at(own, both):
    """Return why a host tells nothing."""
    collector = EventUploader(own, both, ServiceLog(out=io.StringIO()))
    collector.start(ChangeBuffer())
    wait_until(lambda: collector.last_error)
    why = collector.last_error
    collector.close()
    return why


def test_what_a_standby_needs_is_said(folder, run_cli):
    """A password of a host opens no copy of everything, and a folder without a server starts none."""
    status, text = run_cli("standby", "--from", "postgresql://red:x@desk", "--data", folder)
    assert (status, "a standby logs in as tenbo_standby" in text) == (1, True)
    status, text = run_cli("standby", "--start", "--data", folder)
    assert (status, "has no server: make one with tenbo standby --from" in text) == (2, True)
