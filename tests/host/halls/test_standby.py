"""A second laptop has what the desk's has, takes its place by one command, and the hosts go on by themselves."""

from __future__ import annotations

import io

import pytest

import postgres
from host.service.conftest import say as say_fixture
from host.service.conftest import until
from host.store.stored import entries
from tenbo.hall.change_feed import Changes
from tenbo.hall.service_log import ServiceLog
from tenbo.halls.collector import Collector
from tenbo.halls.copying import bring_over
from tenbo.halls.pg_presence import presences
from tenbo.halls.pg_setup import add_host, add_standby, ask_for_decisions
from tenbo.halls.pg_store import PgStore
from tenbo.store import Entry, Store
from tenbo_core.errors import StorageFault

from .conftest import standby_folder

pytestmark = pytest.mark.thorough("a drill with servers of PostgreSQL")

say = say_fixture


@pytest.fixture
def folder(say):
    """Return a folder for the second laptop's server."""
    with standby_folder("standby", say) as data:
        yield data


def test_a_standby_follows_and_takes_over_and_the_hosts_find_it(desk, folder, say, tmp_path):
    """The desk's laptop dies in the middle of a session: one command, and nothing is lost."""
    url = desk.url("tenbo")
    host_password, port = add_host(url, "red"), postgres.free_port()
    both = f"postgresql://red:{host_password}@127.0.0.1:{desk.port},127.0.0.1:{port}/tenbo"
    address = f"postgresql://tenbo_standby:{add_standby(url)}@127.0.0.1:{desk.port}"
    status, text = say("standby", "--from", address, "--data", folder, "--port", port)
    assert status == 0, text
    assert "has everything that the desk's server has, and follows it" in text
    until(lambda: say("standby", "--data", folder) == (0, f"the server in {folder} follows the desk's\n"))
    assert "is not empty" in say("standby", "--from", address, "--data", folder)[1]

    with Store(tmp_path / "red.db") as own, PgStore(both) as red, PgStore(url) as first:
        own.append(entries(300, "table/a"))
        first.append([Entry("desk", 0, "open", '{"session":1}')])
        assert bring_over(own, red, "red").rows == 300
        copy = f"postgresql://postgres@/tenbo?host={desk.folder}&port={port}"
        with PgStore(copy, readonly=True) as second:
            until(lambda: len(list(second.rows("from/red/table/a"))) == 300)
            assert [row.kind for row in second.rows("desk")] == ["open"]
        refused = pytest.raises(StorageFault, match="is a standby: promote it")
        with PgStore(copy + "&target_session_attrs=any") as second, refused:
            second.append([Entry("desk", 1, "end", "{}")])
        desk.kill()
        own.append(entries(50, "table/a", 300))
        with pytest.raises(StorageFault, match="does not answer"):
            bring_over(own, red, "red")
        until(lambda: say("standby", "--data", folder)[0] == 1)
        status, text = say("standby", "--promote", "--data", folder)
        assert (status, "this server is the desk's now" in text) == (0, True)
        assert bring_over(own, red, "red").rows == 50
        with PgStore(copy) as second:
            assert [row.seq for row in second.rows("from/red/table/a")] == [*range(350)]
            second.append([Entry("desk", 1, "end", "{}")])
    assert "is no standby" in say("standby", "--promote", "--data", folder)[1]
    status, text = say("standby", "--stop", "--data", folder)
    assert status == 0, text
    assert "does not run: start it with tenbo standby --start" in say("standby", "--data", folder)[1]
    assert say("standby", "--start", "--data", folder, "--port", port)[0] == 0


def test_an_old_server_that_comes_back_is_fenced(desk, folder, say, tmp_path):
    """The old laptop is switched on again, with its server: hosts that name it first tell the other one, and say so."""
    url = desk.url("tenbo")
    host_password, port = add_host(url, "red"), postgres.free_port()
    both = f"postgresql://red:{host_password}@127.0.0.1:{desk.port},127.0.0.1:{port}/tenbo"
    address = f"postgresql://tenbo_standby:{add_standby(url)}@127.0.0.1:{desk.port}"
    assert say("standby", "--from", address, "--data", folder, "--port", port)[0] == 0
    copy = f"postgresql://postgres@/tenbo?host={desk.folder}&port={port}"

    def told(condition):
        """Run the host until something is so."""
        said, changes = io.StringIO(), Changes()
        collector = Collector(own, both, ServiceLog(out=said))
        collector.start(changes)
        until(condition)
        collector.close()
        return said.getvalue()

    with Store(tmp_path / "red.db") as own:
        with PgStore(url) as first:
            first.append([Entry("desk", 0, "open", '{"session":1}')])
            own.append(entries(3, "table/a"))
            told(lambda: own.head("from/desk-database/desk").seq == 0 and presences(first))
        until(lambda: say("standby", "--data", folder)[0] == 0)
        desk.kill()
        assert say("standby", "--promote", "--data", folder)[0] == 0
        with PgStore(copy) as second:
            second.append([Entry("desk", 1, "end", '{"session":1}')])
            told(lambda: own.head("from/desk-database/desk").seq == 1)
            desk.start()
            own.append(entries(5, "table/a", 3))
            told(lambda: second.stale() or second.head("from/red/table/a").seq == 7)
            with PgStore(url) as first:
                assert first.head("from/red/table/a").seq == 2
                (presence,) = presences(first)
                assert "another server has taken this one's place, stop it" in presence.why
        assert say("standby", "--stop", "--data", folder)[0] == 0
        fault = refused_at(own, both)
        assert "is behind: it has the desk's records up to 0, this host has them up to 1" in fault
        # Where it is the one that counts, it is given back what it lacks.
        ask_for_decisions(url, asked=True)
        with PgStore(url) as first:
            told(lambda: first.stale() or (first.head("desk").seq, first.head("from/red/table/a").seq) == (1, 7))


def refused_at(own, both):
    """Return why a host tells nothing."""
    collector = Collector(own, both, ServiceLog(out=io.StringIO()))
    collector.start(Changes())
    until(lambda: collector.why)
    why = collector.why
    collector.close()
    return why


def test_what_a_standby_needs_is_said(folder, say):
    """A password of a host opens no copy of everything, and a folder without a server starts none."""
    status, text = say("standby", "--from", "postgresql://red:x@desk", "--data", folder)
    assert (status, "a standby comes in as tenbo_standby" in text) == (1, True)
    status, text = say("standby", "--start", "--data", folder)
    assert (status, "has no server: make one with tenbo standby --from" in text) == (2, True)
