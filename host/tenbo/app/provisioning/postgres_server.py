"""Prepares a PostgreSQL server on this computer for a desk: it runs, admits hosts, and has our user and database.

Everything is checked first, and what is correct stays. A second run changes nothing.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psycopg
from psycopg import sql

from tenbo.app.provisioning.debian_clusters import installed_clusters, run_pg_ctlcluster
from tenbo.store.postgres.connection import connection_parameters, translate_error
from tenbo.store.postgres.database_setup import (
    RULES,
    STANDBY,
    connect_as_owner,
    create_host_role,
    create_standby_role,
    create_tables,
    host_connection_url,
    is_host,
    standby_address,
)
from tenbo.store.postgres.programs import is_root, program_path, run_program
from tenbo.store.stream_replicas import check_host_name
from tenbo_core.errors import Refused, StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenbo.store.postgres.connection import Connection

# The user of the desk's unit, whom the server knows by this name.
SERVICE = "tenbo"
# The group of PostgreSQL whose members may read the server's statistics, for example its connections.
READS_STATISTICS = "pg_monitor"
# The settings that a server needs to be reached over the network, and their values.
OPEN = {"listen_addresses": "*", "ssl": "on"}


class ServerRequirement(NamedTuple):
    """A requirement of a server: its description, whether it is met, and the function that meets it."""

    what: str
    will: str
    done: bool
    act: Callable[[], str]


def server_requirements(url: str, hosts: list[str], *, standby: bool, beside: str = "") -> list[ServerRequirement]:
    """Return the requirements of a desk's server, in order; all of them while it does not run.

    `beside` is the computer of the standby, if it is known: it stands in what hosts are given.
    """
    database = str(connection_parameters(url).get("dbname") or SERVICE)
    for host in hosts:
        check_host_name(host)
    try:
        with _connected(url) as connection:
            rest = [*_of_server(url, database, connection), *_of_roles(url, hosts, beside, connection, standby=standby)]
            return [ServerRequirement("PostgreSQL runs", "", done=True, act=str), *rest]
    except psycopg.OperationalError as error:
        start = _start(url, error)
        rest = [*_of_server(url, database, None), *_of_roles(url, hosts, beside, None, standby=standby)]
        return [ServerRequirement("PostgreSQL runs", "start PostgreSQL", done=False, act=start), *rest]


def _of_server(url: str, database: str, connection: Connection | None) -> Iterator[ServerRequirement]:
    known = all(_has_rows(connection, query, *values) for query, values in _known_users())
    names = " and ".join(_users())
    will = f"create {names} in PostgreSQL, able to create users for hosts but not superusers"
    yield ServerRequirement(f"PostgreSQL has the desk's {names}", will, known, partial(_make_users, url))
    there = _has_rows(connection, "SELECT 1 FROM pg_database WHERE datname = %s", database)
    what, will = f"the database {database} exists", f"create the database {database}"
    yield ServerRequirement(what, will, there, partial(_make_database, url, database))
    if there:
        what = f"the database and its tables belong to {SERVICE}"
        will = f"give the database and its tables to {SERVICE}"
        yield ServerRequirement(what, will, not _of_others(url), partial(_change_owners, url, database))
    ruled = connection is not None and RULES in _access_rules_path(connection).read_text("utf-8")
    what = "hosts and a standby may connect, over TLS and with a password"
    yield ServerRequirement(
        what, "put this rule first in PostgreSQL's pg_hba.conf", ruled, partial(_write_access_rules, url)
    )
    is_open = connection is not None and all(_setting(connection, name) == value for name, value in OPEN.items())
    yield ServerRequirement(
        "PostgreSQL can be reached over the network",
        "have PostgreSQL listen on the network, and restart it",
        is_open,
        partial(_enable_network, url),
    )


def _of_roles(
    url: str, hosts: list[str], beside: str, connection: Connection | None, *, standby: bool
) -> Iterator[ServerRequirement]:
    """Yield the roles that may log in. A password is shown only when it is made; existing roles keep theirs."""
    for host in hosts:
        done = connection is not None and is_host(connection, host)
        yield ServerRequirement(
            f"host {host} may write to the database" + (_new_address_hint(f"--add-host {host}") if done else ""),
            f"give host {host} a password",
            done,
            partial(_add_host, url, host, beside),
        )
    if standby:
        done = _has_rows(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", STANDBY)
        what = "a standby may copy the database" + (_new_address_hint("--add-standby") if done else "")
        yield ServerRequirement(what, "give a standby a password", done, partial(_add_standby, url))


def _new_address_hint(option: str) -> str:
    """Return how to make a new address: the old one was printed once, and its password cannot be read again."""
    return f" (for a new address: sudo tenbo desk {option})"


def _add_host(url: str, host: str, beside: str) -> str:
    create_tables(url)
    address = host_connection_url(url, host, create_host_role(url, host), beside or standby_address(url))
    return f"sudo tenbo setup host --name {host} --desk -    when asked, enter: {address}"


def _add_standby(url: str) -> str:
    create_tables(url)
    address = host_connection_url(url, STANDBY, create_standby_role(url)).rpartition("/")[0]
    return f"sudo tenbo setup standby --from -    when asked, enter: {address}"


def _connected(url: str) -> Connection:
    return connect_as_owner(url, dbname="postgres", autocommit=True)


def _execute(url: str, statement: sql.Composed | sql.SQL) -> None:
    try:
        with _connected(url) as connection:
            connection.execute(statement)
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def _users() -> list[str]:
    """Return the system users of the database here: the desk's service, and root for the commands."""
    return [SERVICE, "root"] if is_root() else [SERVICE]


def _known_users() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield queries that have a row if a user is set up correctly."""
    is_member = "EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid AND roleid = to_regrole(%s))"
    of_service = f"SELECT 1 FROM pg_roles WHERE rolname = %s AND rolcreaterole AND NOT rolsuper AND {is_member}"  # noqa: S608 - our own words
    yield of_service, (SERVICE, READS_STATISTICS)
    for user in _users()[1:]:
        yield f"SELECT 1 FROM pg_roles WHERE rolname = %s AND NOT rolsuper AND {is_member}", (user, SERVICE)  # noqa: S608 - our own words


def _make_users(url: str) -> str:
    """Make the service's database user, which owns the database and makes users for hosts; root is a member of it.

    Its socket lets in only who is that user of this computer. What takes a superuser, such as a standby, root has done
    as the server's own user (`connected`).
    """
    with _connected(url) as connection:
        for user, rights, group in zip(
            _users(), ("CREATEROLE", "NOCREATEROLE"), (READS_STATISTICS, SERVICE), strict=False
        ):
            verb = "ALTER" if _has_rows(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", user) else "CREATE"
            connection.execute(sql.SQL(f"{verb} ROLE {{}} LOGIN NOSUPERUSER {rights}").format(sql.Identifier(user)))
            connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), sql.Identifier(user)))
    return ""


def _of_others(url: str) -> bool:
    """Return whether the database or something in our schema belongs to another user than the service's."""
    query = """SELECT 1 FROM pg_database WHERE datname = current_database() AND datdba <> to_regrole(%s)
        UNION ALL SELECT 1 FROM pg_namespace WHERE nspname = 'tenbo' AND nspowner <> to_regrole(%s)
        UNION ALL SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace('tenbo') AND relowner <> to_regrole(%s)
        UNION ALL SELECT 1 FROM pg_proc WHERE pronamespace = to_regnamespace('tenbo') AND proowner <> to_regrole(%s)"""
    with connect_as_owner(url) as connection:
        known = _has_rows(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", SERVICE)
        return not known or _has_rows(connection, query, *[SERVICE] * 4)


# The objects in our schema, each with the statement that gives it an owner; those of a table follow the table.
_CHANGE_OWNERS = """
    SELECT format('ALTER SCHEMA %%I OWNER TO %%I', nspname, %(to)s::text) FROM pg_namespace WHERE nspname = 'tenbo'
    UNION ALL SELECT format('ALTER TABLE %%s OWNER TO %%I', oid::regclass, %(to)s::text)
      FROM pg_class WHERE relnamespace = to_regnamespace('tenbo') AND relkind = 'r'
    UNION ALL SELECT format('ALTER FUNCTION %%s OWNER TO %%I', oid::regprocedure, %(to)s::text)
      FROM pg_proc WHERE pronamespace = to_regnamespace('tenbo')"""


def _change_owners(url: str, database: str) -> str:
    try:
        with connect_as_owner(url) as connection:
            rows = connection.execute(_CHANGE_OWNERS, {"to": SERVICE}).fetchall()
            ours = sql.SQL("ALTER DATABASE {} OWNER TO {}").format(sql.Identifier(database), sql.Identifier(SERVICE))
            connection.execute(ours)
            for (statement,) in rows:
                connection.execute(statement)
    except psycopg.Error as error:
        raise translate_error(url, error) from None
    return ""


def _make_database(url: str, database: str) -> str:
    # Names are stored in UTF-8, regardless of the system's locale when the server was made.
    statement = "CREATE DATABASE {} OWNER {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
    _execute(url, sql.SQL(statement).format(sql.Identifier(database), sql.Identifier(SERVICE)))
    return ""


def _write_access_rules(url: str) -> str:
    """Write our rules before the server's own, the first that fits counts, and have it read them."""
    with _connected(url) as connection:
        path = _access_rules_path(connection)
        try:
            there, mode = path.read_text("utf-8"), path.stat()
            new = path.with_name(path.name + ".new")
            new.write_text(f"{RULES}\n{there}", "utf-8")
            new.chmod(mode.st_mode & 0o777)
            if is_root():
                shutil.chown(new, mode.st_uid, mode.st_gid)
            new.replace(path)
        except OSError as error:
            message = f"{path} cannot be written ({error.strerror}): run tenbo setup as root"
            raise StorageFault("cannot_write", message, "database") from None
        connection.execute("SELECT pg_reload_conf()")
    return ""


def _enable_network(url: str) -> str:
    """Have the server answer the network, with a certificate of its own where it has none."""
    with _connected(url) as connection:
        data, encrypted = Path(_setting(connection, "data_directory")), _setting(connection, "ssl") == "on"
        if not encrypted:
            make_certificate(data)
        # Beside the data, so that a copy of the server finds its own.
        files = {"ssl_cert_file": "server.crt", "ssl_key_file": "server.key"}
        for name, value in (OPEN if encrypted else files | OPEN).items():
            statement = sql.SQL("ALTER SYSTEM SET {} = {}")
            connection.execute(statement.format(sql.Identifier(name), sql.Literal(value)))
    _restart(data)
    return ""


def make_certificate(data: Path) -> None:
    """Make a certificate in a server's folder if it has none; the password, not the certificate, proves the server."""
    if (data / "server.key").exists():
        return
    run_program(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650", "-subj", "/CN=tenbo",
        "-keyout", data / "server.key", "-out", data / "server.crt",
    )  # fmt: skip
    (data / "server.key").chmod(0o600)


def _start(url: str, error: psycopg.OperationalError) -> Callable[[], str]:
    """Return the function that starts a server that does not answer, or raise why it cannot be started."""
    program_path("postgres")
    port = str(connection_parameters(url).get("port") or 5432)
    asleep = [one for one in installed_clusters() if one.port == port and one.status.startswith("down")]
    if not asleep or connection_parameters(url).get("host"):
        raise translate_error(url, error) from None

    def start() -> str:
        run_pg_ctlcluster(asleep[0], "start")
        return ""

    return start


def _restart(data: Path) -> None:
    kept = [one for one in installed_clusters() if one.data == data]
    if kept:
        run_pg_ctlcluster(kept[0], "restart")
    else:
        run_program("pg_ctl", "restart", "-D", data, "-w", "-m", "fast", "-l", data / "tenbo.log")


def _has_rows(connection: Connection | None, query: str, *values: str) -> bool:
    return connection is not None and connection.execute(query.encode(), values).fetchone() is not None


def _setting(connection: Connection, name: str) -> str:
    row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    return str(row[0]) if row else ""


def _access_rules_path(connection: Connection) -> Path:
    path = Path(_setting(connection, "hba_file"))
    if not path.is_file():
        raise Refused("no_permission", f"{path} cannot be read: run tenbo setup as root", "database")
    return path
