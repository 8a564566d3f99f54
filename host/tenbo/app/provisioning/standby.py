"""A standby server: a replica of the desk's database on a second laptop, promoted if the first one dies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import psycopg
from psycopg import conninfo

from tenbo.app.provisioning.postgres_server import make_certificate
from tenbo.store.postgres.connection import connection_parameters, translate_error
from tenbo.store.postgres.database_setup import RULES, STANDBY
from tenbo.store.postgres.programs import USER, chown_to_postgres, run_program
from tenbo_core.errors import Malformed, Refused, StorageFault

if TYPE_CHECKING:
    from pathlib import Path

# The replication slot: the desk's server keeps the data that the standby has not fetched, while its disk has room.
SLOT = "tenbo_standby"
START_S = 120


class StandbyStatus(NamedTuple):
    """The status of a server: whether it is a standby, and whether it is connected to the one that it copies."""

    is_standby: bool
    connected: bool


def create_standby(address: str, data: Path, port: int) -> None:
    """Copy the desk's whole server into a new folder and start it there: from then on it follows, also after a cut."""
    copy_server(address, data)
    start_server(data, port)


def check_desk_address(address: str) -> None:
    """Refuse the address of a desk with which no standby comes in, before anything is done for it."""
    parameters = connection_parameters(address, target_session_attrs="any")
    if parameters.get("user") != STANDBY or parameters.get("password") in (None, "", "PASSWORD"):
        message = (
            f"a standby logs in as {STANDBY}, with the password that tenbo desk --add-standby prints: "
            f"postgresql://{STANDBY}:PASSWORD@desk"
        )
        raise Malformed("bad_field", message, "from")


def copy_server(address: str, data: Path) -> None:
    """Copy the desk's whole server into a new folder, ready to follow it."""
    check_desk_address(address)
    parameters = connection_parameters(address, target_session_attrs="any")
    if data.exists() and any(data.iterdir()):
        message = (
            f"{data} is not empty: start the server in it (tenbo standby --start), or name a new folder with --data"
        )
        raise Refused("already_exists", message, "data")
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    chown_to_postgres(data)
    # The password goes neither into the list of processes nor onto the screen.
    password = str(parameters.pop("password"))
    parameters.pop("dbname", None)
    parameters.pop("target_session_attrs")
    _make_slot(address)
    run_program(
        "pg_basebackup", "--dbname", conninfo.make_conninfo(**parameters), "--pgdata", data, "--write-recovery-conf",
        "--wal-method", "stream", "--checkpoint", "fast", "--slot", SLOT, "--no-password",
        environment={"PGPASSWORD": password},
    )  # fmt: skip
    _add_missing_files(data)


def _make_slot(address: str) -> None:
    """Make a replication slot on the desk's server, which keeps unfetched data; an earlier standby's slot is reused."""
    try:
        with psycopg.connect(
            **connection_parameters(address, target_session_attrs="any", replication="yes", dbname=""), autocommit=True
        ) as connection:
            connection.execute(f"CREATE_REPLICATION_SLOT {SLOT} PHYSICAL RESERVE_WAL".encode())
    except psycopg.errors.DuplicateObject:
        return
    except psycopg.Error as error:
        raise translate_error(address, error) from None


def _add_missing_files(data: Path) -> None:
    """Add the files that the copy lacks if the desk's settings are not in its data folder, as on Debian."""
    make_certificate(data)
    files = {
        "postgresql.conf": "listen_addresses = '*'\nssl = on\n",
        "pg_hba.conf": "local all all peer\n" + RULES,
        "pg_ident.conf": "",
    }
    for name, text in files.items():
        if not (data / name).exists():
            (data / name).write_text(text)
            chown_to_postgres(data / name)


def start_server(data: Path, port: int) -> None:
    """Start the server that lies in a folder."""
    _check_data(data)
    options = f"-p {port}" if port else ""
    log = data / "tenbo.log"
    known = log.stat().st_size if log.exists() else 0
    try:
        run_program("pg_ctl", "start", "-D", data, "-w", "-t", START_S, "-l", log, "-o", options)
    except StorageFault as failed:
        # pg_ctl itself says only that there is a log.
        lines = log.read_text("utf-8", "replace")[known:].splitlines() if log.exists() else []
        why = next((line.partition("FATAL:")[2].strip() for line in lines if "FATAL:" in line), "")
        if not why:
            raise
        raise StorageFault(failed.code, f"the server in {data} does not start: {why}", "data") from None


def stop_server(data: Path) -> None:
    """Stop the server that lies in a folder."""
    _check_data(data)
    run_program("pg_ctl", "stop", "-D", data, "-m", "fast", "-t", START_S)


def promote_standby(data: Path) -> None:
    """Promote a standby to the desk's server: from now on it takes the writes."""
    _check_data(data)
    if not (data / "standby.signal").exists():
        raise Refused("not_allowed_now", f"the server in {data} is not a standby: it can already be written to", "data")
    run_program("pg_ctl", "promote", "-D", data, "-w", "-t", START_S)


def _check_data(data: Path) -> None:
    if not (data / "PG_VERSION").exists():
        message = f"{data} has no server: make one with tenbo standby --from, or name its folder with --data"
        raise StorageFault("no_file", message, "data")


def server_status(data: Path) -> StandbyStatus:
    """Ask the server that lies in a folder how it does, through its socket."""
    _check_data(data)
    try:
        # The fourth line is its port, the fifth the folder of its socket.
        lines = (data / "postmaster.pid").read_text("utf-8").splitlines()
        port, folder = lines[3].strip(), lines[4].strip()
    except (OSError, IndexError):
        message = f"the server in {data} is not running: start it with tenbo standby --start"
        raise StorageFault("no_answer", message, "data") from None
    query = """SELECT pg_is_in_recovery(), EXISTS (SELECT 1 FROM pg_stat_wal_receiver WHERE status = 'streaming')"""
    row = run_program("psql", "-XAt", "-h", folder, "-p", port, "-U", USER, "-d", "postgres", "-c", query).strip()
    is_standby, _, connected = row.partition("|")
    return StandbyStatus(is_standby == "t", connected == "t")
