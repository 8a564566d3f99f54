"""What the doctor says of a desk's database, at the desk, at a host and at the standby: each thing wrong once."""

from __future__ import annotations

import shutil

import psycopg
import pytest

import postgres
from host.service.conftest import run_cli as say_fixture
from host.service.conftest import wait_until
from tenbo.app.provisioning import database_health
from tenbo.store.postgres.database_setup import VERSION, create_host_role, create_standby_role
from tenbo_core import VERSION as TENBO

from .conftest import execute, name_of

pytestmark = pytest.mark.thorough("a drill with servers of PostgreSQL")
run_cli = say_fixture


def wrong(url):
    """Return what is wrong with a database, to who comes by this address; a server of a test ends in 30 days."""
    return [text for fine, text in database_health.health_report(url) if not fine and "certificate" not in text]


def named(url, program):
    """Return an address under which a program calls itself something else."""
    return f"{url}{'&' if '?' in url else '?'}application_name={program}"


def test_the_doctor_looks_at_the_database_of_the_store(database, run_cli, tmp_path):
    """The desk's commands find it beside the store, and so does the doctor."""
    (tmp_path / "hall.db.database").write_text(database + "\n")
    _, text = run_cli("doctor", "--store", tmp_path / "hall.db")
    assert f"answers; its tables have version {VERSION}" in text
    nobody = database.replace(name_of(database), "nobody")
    (tmp_path / "hall.db.database").write_text(nobody + "\n")
    status, text = run_cli("doctor", "--store", tmp_path / "hall.db")
    assert status == 1
    assert 'database "nobody" does not exist' in text
    assert "create the user and the database there first (tenbo setup desk, or see docs/computers.md)" in " ".join(
        text.split()
    )


def test_a_host_is_told_what_keeps_it_out(server, database):
    """A password of before, a port where no one is, tables of a newer Tenbo or of an older one."""
    role = f"red_{name_of(database)}"
    url = server.url_over_network(name_of(database), role, create_host_role(database, role))
    assert wrong(url) == []
    create_host_role(database, role)
    (told,) = wrong(url)
    assert told.endswith("check the password in its address")
    url = server.url_over_network(name_of(database), role, create_host_role(database, role))
    (told,) = wrong(url.replace(str(server.port), str(postgres.free_port())))
    assert told.endswith("check that it is running and that the network works")
    for version, remedy in ((VERSION + 1, "update Tenbo on this computer"), (VERSION - 1, "restart the desk")):
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE tenbo.version SET number = %s", (version,))
        (told,) = wrong(url)
        assert f"have version {version}, but this Tenbo needs" in told
        assert remedy in told


def test_a_desk_is_told_of_hosts_that_have_another_tenbo(server, database):
    """One computer of five was not updated."""
    red, blue = (f"{name}_{name_of(database)}" for name in ("red", "blue"))
    old, same = (
        server.url_over_network(name_of(database), name, create_host_role(database, name)) for name in (red, blue)
    )
    with psycopg.connect(named(old, "tenbo%200.0.7")), psycopg.connect(named(same, f"tenbo%20{TENBO}")):
        assert wrong(database) == [f"host {red} has Tenbo 0.0.7, this computer has {TENBO}: update the older one"]
    wait_until(lambda: wrong(database) == [])


def test_a_certificate_that_ends_is_told_before_it_keeps_anybody_out(desk_server):
    """Made once, on a day that no one remembers."""
    url = desk_server.url("tenbo")
    (told,) = [text for fine, text in database_health.health_report(url) if not fine]
    assert told.startswith(
        f"the database's certificate {desk_server.data / 'server.crt'} expires within 30 days or has expired"
    )
    command = told.partition("As user postgres run ")[2].partition(";")[0].split()
    postgres.as_server(*command)
    assert all(fine for fine, _ in database_health.health_report(url))


def test_a_standby_that_is_away_or_behind_is_told_at_both_ends(desk_server, run_cli):
    """With what waits for it: the desk keeps that on its disk."""
    url, port = desk_server.url("tenbo"), postgres.free_port()
    execute(desk_server, "ALTER SYSTEM SET max_slot_wal_keep_size = '256MB'")
    folder = postgres.folder_for("standby") / "data"
    address = f"postgresql://tenbo_standby:{create_standby_role(url)}@127.0.0.1:{desk_server.port}"
    try:
        assert run_cli("standby", "--from", address, "--data", folder, "--port", port)[0] == 0
        wait_until(lambda: (True, "the standby is connected and up to date") in database_health.health_report(url))
        assert database_health.standby_report(folder) == (True, f"the standby in {folder} follows the desk's server")
        run_cli("standby", "--stop", "--data", folder)
        wait_until(lambda: any("the standby is not connected" in text for text in wrong(url)))
        fine, text = database_health.standby_report(folder)
        assert (fine, text.endswith("start it with tenbo standby --start")) == (False, True)
        run_cli("standby", "--start", "--data", folder, "--port", port)
        desk_server.kill()
        wait_until(lambda: "does not reach the desk's server" in database_health.standby_report(folder)[1])
        run_cli("standby", "--promote", "--data", folder)
        assert database_health.standby_report(folder)[0]
    finally:
        run_cli("standby", "--stop", "--data", folder)
        shutil.rmtree(folder.parent, ignore_errors=True)
