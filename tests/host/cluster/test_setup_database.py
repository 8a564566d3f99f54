"""`tenbo setup` with a database: one command for each computer, from a server as its package makes it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

import postgres
from host.service.conftest import wait_until
from host.store.store_content import entries
from tenbo.app.provisioning.database_health import health_report
from tenbo.cluster.replication import replicate
from tenbo.store import Entry, SqliteStore
from tenbo.store.postgres.database_setup import RULES, create_host_role, create_tables
from tenbo.store.postgres.store import PgStore
from tenbo_core.errors import StorageFault

pytestmark = pytest.mark.thorough("a drill with servers of PostgreSQL")

PROGRAM = Path(sys.executable).with_name("tenbo")
# As it comes with its package: no one but this computer reaches it, and nothing is encrypted.
PACKAGED = "local all all trust\n"
# A computer of its own: its settings and its services' data, and a systemd that does what is looked for later.
COMPUTER = """\
mount --bind {computer}/etc /etc && mount --bind {computer}/lib /var/lib && PATH={computer}/programs:$PATH exec "$@"
"""
SYSTEMCTL = """\
#!/bin/sh
wants=/etc/systemd/system/multi-user.target.wants
if [ "$1" = enable ]; then mkdir -p $wants; ln -s ../$2 $wants/$2; fi
"""
CLUSTERS = """\
#!/bin/sh
echo "15 main {port} {status} postgres /var/lib/postgresql/15/main /var/log/postgresql.log"
"""


@pytest.fixture
def packaged():
    """Return a server as its package makes it."""
    if not postgres.is_there():
        pytest.skip(postgres.MISSING)
    running = postgres.Postgres()
    (running.data / "pg_hba.conf").write_text(PACKAGED)
    running.pg_ctl("stop", "-m", "fast")
    with (running.data / "postgresql.conf").open("a") as conf:
        conf.write("listen_addresses = ''\nssl = off\n")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def computer():
    """Return a function that runs a command on a computer of its own, and the folder of that computer."""
    if os.geteuid() or subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        pytest.skip("only root can lay another /etc over its own (unshare -m)")
    folder = postgres.folder_for("computer")
    for name in ("etc", "lib/postgresql/15/main/base", "programs"):
        (folder / name).mkdir(parents=True)
    for name in ("passwd", "group", "ld.so.cache"):
        shutil.copy(Path("/etc", name), folder / "etc")
    write(folder / "programs/systemctl", SYSTEMCTL)

    def run(*words):
        command = ["unshare", "-m", "sh", "-c", COMPUTER.format(computer=folder), "sh", PROGRAM, *words]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    yield run, folder
    if (folder / "lib/tenbo-standby/postmaster.pid").exists():
        run("standby", "--stop", "--data", "/var/lib/tenbo-standby")
    shutil.rmtree(folder, ignore_errors=True)


def write(path, text):
    """Write a program."""
    path.write_text(text)
    path.chmod(0o755)


def marks(said):
    """Return what was done with each step, of the lines that are steps."""
    return [line.split()[0] for line in said.splitlines() if not line.startswith(" ")]


def addresses(said, server):
    """Return the addresses that were printed, for this server's port at this computer."""
    host, standby = (line.split()[-1] for line in said.splitlines() if line.startswith(" "))
    return [f"{one.partition('@')[0]}@127.0.0.1:{server.port}" for one in (host, standby)]


def check_no_superuser(service):
    """See that the desk's service can do its work, and neither be the server nor switch off what keeps events."""
    with PgStore(service) as store:
        store.append([Entry("desk", store.head("desk").seq + 1, "open", "{}")])
        create_host_role(service, "blue")
        for statement in ("COPY tenbo.event TO PROGRAM 'true'", "SET session_replication_role = replica"):
            with pytest.raises(StorageFault, match="does not allow this"):
                store.link.run(lambda connection, statement=statement: connection.execute(statement))
        query = "SELECT count(*) FROM pg_roles WHERE rolsuper AND rolname IN ('tenbo', 'root')"
        assert store.link.run(lambda connection: connection.execute(query).fetchone()) == (0,)
    # The server of the tests has a certificate for thirty days.
    assert [text for well, text in health_report(service) if not well and "certificate" not in text] == []


def test_a_desk_and_a_standby_are_set_up_by_one_command_each(packaged, computer, tmp_path):
    """User, database, rules, certificate, passwords, settings, unit; then the copy, which takes over and is a desk."""
    run, folder = computer
    url = packaged.url("club").replace("postgres@", "", 1) + "&user=postgres"
    desk = ("setup", "desk", "--name", "desk", "--database", url, "--add-host", "red", "--add-standby", "second")
    status, said = run(*desk, "--dry-run")
    assert (status, set(marks(said))) == (0, {"ok", "would"}), said
    assert (packaged.data / "pg_hba.conf").read_text() == PACKAGED
    assert not (folder / "etc/tenbo.toml").exists()

    status, said = run(*desk)
    assert (status, marks(said)[:8]) == (0, ["ok", *["done"] * 7]), said
    assert (packaged.data / "pg_hba.conf").read_text() == f"{RULES}\n{PACKAGED}"
    service = f"postgresql:///club?host={packaged.folder}&port={packaged.port}&user=tenbo"
    check_no_superuser(service)
    assert "is this computer's own name: if other computers cannot find that name, write" in said
    assert ",second/club" in said.partition("--desk ")[2].splitlines()[0], "a host tries both computers"
    host, standby = addresses(said, packaged)
    with SqliteStore(tmp_path / "red.db") as own, PgStore(f"{host}/club") as red:
        own.append(entries(20, "table/a"))
        assert replicate(own, red, "red").rows == 20
    with pytest.raises(psycopg.OperationalError, match=r"no encryption|reject"):
        psycopg.connect(f"{host}/club?sslmode=disable&channel_binding=disable")
    # The server asks by name who comes by its socket, and a user that systemd makes has none on a bare Debian.
    assert any(line.startswith("tenbo:") for line in (folder / "etc/passwd").read_text().splitlines())
    status, said = run(*desk)
    assert (status, set(marks(said[: said.index("tenbo.toml")]))) == (0, {"ok"}), said
    # An address that was printed once and lost: its password can only be made anew.
    assert "sudo tenbo desk --add-host red" in said
    assert "sudo tenbo desk --add-standby" in said
    # Root says this before the service has run once, and the tables are the service's all the same.
    status, said = run("desk", "--database", url, "--add-host", "green")
    assert (status, "postgresql://green:" in said) == (0, True), said
    assert "is this computer's own name" in said
    with psycopg.connect(packaged.url("club"), autocommit=True) as connection:
        # As an older Tenbo has left it: superusers, and tables that root has made.
        connection.execute("ALTER ROLE tenbo SUPERUSER")
        connection.execute("ALTER TABLE tenbo.event OWNER TO postgres")
    status, said = run(*desk)
    assert (status, marks(said)[:5]) == (0, ["ok", "done", "ok", "done", "ok"]), said
    check_no_superuser(service)

    (tmp_path / "standby.txt").write_text(standby)
    status, said = run("setup", "standby", "--from", f"@{tmp_path / 'standby.txt'}")
    assert (status, set(marks(said))) == (0, {"done"}), said
    status, said = run("setup", "standby", "--from", f"@{tmp_path / 'standby.txt'}")
    assert (status, marks(said)[:3]) == (0, ["ok"] * 3), said
    port = postgres.free_port()
    status, said = run("standby", "--start", "--data", "/var/lib/tenbo-standby", "--port", port)
    assert status == 0, said
    wait_until(lambda: "follows the desk's" in run("standby")[1])
    # A host that comes later is told of both as well.
    status, said = run("desk", "--database", url, "--add-host", "blue")
    assert (status, ",127.0.0.1/club" in said) == (0, True), said
    packaged.kill()
    assert run("standby", "--promote")[0] == 0
    copy = f"postgresql:///club?host={packaged.folder}&port={port}&user=postgres"
    (folder / "etc/tenbo.toml").unlink()
    status, said = run("setup", "desk", "--name", "second", "--database", copy, "--add-host", "red", "--add-standby")
    assert (status, marks(said)[:7]) == (0, ["ok"] * 7), said
    create_tables(copy)


def test_a_server_that_nobody_uses_makes_room_for_the_standby_and_any_other_does_not(computer, packaged):
    """Debian's package starts an empty server where the standby has to answer."""
    run, folder = computer
    address = f"postgresql://tenbo_standby:x@127.0.0.1:{packaged.port}"
    write(folder / "programs/pg_lsclusters", CLUSTERS.format(port=packaged.port, status="online"))
    status, said = run("setup", "standby", "--from", address, "--dry-run")
    assert (status, "stop the empty server 15/main, and disable its automatic start" in said) == (0, True), said
    (folder / "lib/postgresql/15/main/base/16401").mkdir()
    status, said = run("setup", "standby", "--from", address, "--dry-run")
    assert (status, "has databases of its own" in said) == (1, True), said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("desk", "--add-host", "red"), "give the database's address with --database"),
        (("desk", "--database", "postgresql:///club?host=/nowhere", "--add-host", "Red Hall"), "Red Hall"),
        (("desk", "--database", "postgresql:///club?host=/nowhere"), "does not answer"),
        (("desk", "--database", "postgresql:///club", "--root", "/mnt"), "run this command there, without --root"),
        (("standby", "--from", "http://desk"), "database must be an address such as"),
        (("host", "--from", "postgresql://desk"), "a host takes no --from"),
        (
            ("desk", "--database", "postgresql:///club", "--add-standby", "my laptop"),
            "--add-standby must be a computer's network name",
        ),
    ],
)
def test_what_cannot_be_set_up_is_said_before_anything_is_changed(computer, words, says):
    """Half a desk would be worse than none."""
    run, folder = computer
    status, said = run("setup", *words)
    assert (status != 0, says in said) == (True, True), said
    assert not (folder / "etc/tenbo.toml").exists()
