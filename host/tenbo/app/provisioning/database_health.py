"""Checks of a desk's database for `tenbo doctor`: its answer, its version, its standby, its certificate, its hosts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

import tenbo_core
from tenbo.app.provisioning.standby import SLOT, server_status
from tenbo.store.postgres.connection import PROGRAM, connection_parameters, database_label, translate_error
from tenbo.store.postgres.database_setup import VERSION
from tenbo.store.postgres.programs import run_program
from tenbo_core.errors import StorageFault, TenboError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store.postgres.connection import Connection

# A connected standby has everything within a moment; a longer delay means that its network or disk is slow.
BEHIND_MB = 16
# A certificate that ends within this time is reported before it locks hosts out.
SOON_S = 30 * 24 * 3600
RENEW = "openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=tenbo"


def health_report(url: str) -> Iterator[tuple[bool, str]]:
    """Yield the checks of a database, each with its remedy; a host sees only those that it may read."""
    try:
        with psycopg.connect(**connection_parameters(url), autocommit=True) as connection:
            yield _version(connection, url)
            if _is_owner(connection):
                yield from _standby(connection)
                yield from _certificate(connection)
                yield from _hosts(connection)
    except psycopg.Error as error:
        yield False, translate_error(url, error).message
    except TenboError as error:
        yield False, error.message


def standby_report(data: Path) -> tuple[bool, str]:
    """Return whether the standby in a folder follows the desk's server, with the remedy."""
    try:
        how = server_status(data)
    except StorageFault as error:
        return False, error.message
    if not how.is_standby:
        return True, f"the server in {data} takes the writes, so it is no longer a standby"
    if not how.connected:
        return (
            False,
            f"the standby in {data} does not reach the desk's server: check that the desk's server is running, "
            "and check the network",
        )
    return True, f"the standby in {data} follows the desk's server"


def _version(connection: Connection, url: str) -> tuple[bool, str]:
    row = connection.execute("SELECT max(number) FROM tenbo.version").fetchone()
    there = row[0] if row else 0
    text = f"the database at {database_label(url)} answers; its tables have version {there}"
    if there > VERSION:
        return False, f"{text}, but this Tenbo needs version {VERSION}: update Tenbo on this computer"
    if there < VERSION:
        return False, f"{text}, but this Tenbo needs version {VERSION}: restart the desk, which updates them"
    return True, text


def _is_owner(connection: Connection) -> bool:
    query = "SELECT pg_has_role(current_user, datdba, 'member') FROM pg_database WHERE datname = current_database()"
    row = connection.execute(query).fetchone()
    return row is not None and bool(row[0])


def _standby(connection: Connection) -> Iterator[tuple[bool, str]]:
    """Yield how far each standby is behind; nothing without a standby."""
    query = """SELECT active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint
        FROM pg_replication_slots WHERE slot_name = %s"""
    row = connection.execute(query, (SLOT,)).fetchone()
    if row is None:
        return
    behind = (row[1] or 0) // 1_000_000
    if not row[0]:
        yield (
            False,
            f"the standby is not connected; data waiting for it: {behind} MB. See tenbo standby on its computer",
        )
    elif behind > BEHIND_MB:
        yield False, f"the standby is {behind} MB behind: check its network and its disk"
    else:
        yield True, "the standby is connected and up to date"


def _certificate(connection: Connection) -> Iterator[tuple[bool, str]]:
    """Yield whether the server's certificate holds for a while yet, where its file can be read."""
    names = ("data_directory", "ssl_cert_file", "ssl_key_file")
    query = "SELECT current_setting(%s), current_setting(%s), current_setting(%s)"
    try:
        row = connection.execute(query, names).fetchone()
    except psycopg.errors.InsufficientPrivilege:
        # An owner that was made by hand may not know where the server lies.
        return
    assert row is not None
    certificate, key = (Path(row[0], name) for name in row[1:])
    try:
        run_program("openssl", "x509", "-noout", "-checkend", SOON_S, "-in", certificate)
    except TenboError as error:
        if "will expire" not in error.message:
            # It cannot be read here, or openssl is missing: nothing is known.
            return
        new = f"{RENEW} -keyout {key} -out {certificate}"
        ends = (
            f"the database's certificate {certificate} expires within 30 days or has expired; clients that "
            "check it then cannot connect"
        )
        yield False, f"{ends}. As user postgres run {new}; then as root systemctl reload postgresql"
    else:
        yield True, f"the database's certificate {certificate} is valid"


def _hosts(connection: Connection) -> Iterator[tuple[bool, str]]:
    """Yield the hosts that are connected with another version of Tenbo."""
    query = """SELECT DISTINCT usename, application_name FROM pg_stat_activity JOIN pg_roles ON rolname = usename
        WHERE application_name LIKE %s AND NOT rolsuper ORDER BY 1, 2"""
    rows = connection.execute(query, (f"{PROGRAM.partition(' ')[0]} %",)).fetchall()
    for name, program in rows:
        version = program.split()[-1]
        if version != tenbo_core.VERSION:
            text = f"host {name} has Tenbo {version}, this computer has {tenbo_core.VERSION}"
            yield False, f"{text}: update the older one"
