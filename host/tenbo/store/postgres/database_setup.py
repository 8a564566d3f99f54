"""Sets up the database: its tables, and a role with a password for each host and for a standby."""

from __future__ import annotations

import secrets
import socket
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import sql

from tenbo.store.postgres.connection import connection_parameters, translate_error, url_without_password
from tenbo.store.postgres.programs import USER, become_postgres_user, is_root
from tenbo.store.stream_replicas import check_host_name
from tenbo_core.errors import Refused, StorageFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.store.postgres.connection import Connection

VERSION = 8
# The migrations between schema versions: commands as rows, cached results, a combined check of chains, the order of
# arrival of rows, restrictions of the hosts' roles, which the check of chains requires, the secret of the hall, and no
# temporary tables for hosts.
STEPS = {
    1: ("command_queue.sql",), 2: ("results.sql",), 3: ("chain.sql",), 4: ("arrived.sql",),
    5: ("guarded.sql", "chain.sql"), 6: ("hall_secret.sql",),
    7: ("no_temporary_tables.sql",),
}  # fmt: skip
# Every host's role is a member of this role, which has the privileges.
HOSTS = "tenbo_host"
STANDBY = "tenbo_standby"
PASSWORD_BYTES = 18
# A host needs a handful of connections; its password must not suffice to exhaust the server's.
LOGIN = "LOGIN CONNECTION LIMIT 20"
# The advisory lock for creating the tables: "Tnbo".
LAYING = 0x546E626F

# The first rules of a server's pg_hba.conf: encrypted connections, and passwords that are never sent.
RULES = f"""\
# Tenbo: hosts and the standby come in over TLS alone, with scram.
hostssl  all          +{HOSTS}      all  scram-sha-256
hostssl  replication  {STANDBY}    all  scram-sha-256
hostnossl all          +{HOSTS}      all  reject
"""


def connect_as_owner(url: str, **more: object) -> Connection:
    """Connect as a role that may set up the server; on its own socket root connects as the server's user."""
    parameters = connection_parameters(url, **more)
    if not (is_root() and is_local_server(url) and "user" not in parameters):
        return psycopg.connect(**parameters)
    with become_postgres_user():
        return psycopg.connect(**parameters, user=USER)


@contextmanager
def become_server_admin(url: str) -> Iterator[str]:
    """Become a role that may set up the server, and yield its address; only for a command, not for a desk.

    The change of the user holds for the whole process.
    """
    if not (is_root() and is_local_server(url) and "user" not in connection_parameters(url)):
        yield url
        return
    with become_postgres_user():
        yield f"{url}{'&' if '?' in url else '?'}user={USER}"


def is_local_server(url: str) -> bool:
    """Return whether an address means a server on this computer, reached through its socket.

    >>> is_local_server("postgresql:///tenbo"), is_local_server("postgresql://tenbo@desk/tenbo")
    (True, False)
    """
    host = str(connection_parameters(url).get("host") or "")
    return not host or host.startswith("/")


def create_tables(url: str) -> bool:
    """Create the tables if they are missing; return whether they were created, and refuse a newer version's tables."""
    try:
        with connect_as_owner(url) as connection:
            _become_owner(connection)
            return _create_or_migrate(connection, url_without_password(url))
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def _become_owner(connection: Connection) -> None:
    """Continue as the database's owner after a superuser has connected, so that the desk owns tables and hosts."""
    query = """SELECT owner.rolname FROM pg_database AS its JOIN pg_roles AS owner ON owner.oid = its.datdba
        JOIN pg_roles AS me ON me.rolname = current_user
        WHERE its.datname = current_database() AND me.rolsuper AND owner.rolcreaterole AND NOT owner.rolsuper"""
    row = connection.execute(query).fetchone()
    if row is not None:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(row[0])))


def _create_or_migrate(connection: Connection, name: str) -> bool:
    if not _is_laid(connection):
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LAYING,))
    if _is_laid(connection):
        # Hosts could take any advisory lock and keep a desk from starting; a lock on this table is not possible for
        # them.
        connection.execute("LOCK TABLE tenbo.version IN EXCLUSIVE MODE")
        found: Any = connection.execute("SELECT max(number) FROM tenbo.version").fetchone()
        if found[0] in STEPS:
            # Existing rows stay unchanged.
            for version in range(found[0], VERSION):
                _execute(connection, *STEPS[version])
            connection.execute("UPDATE tenbo.version SET number = %s", (VERSION,))
            return False
        if found[0] != VERSION:
            message = (
                f"the database {name} has version {found[0]} of Tenbo's tables, but this Tenbo needs version {VERSION}"
            )
            raise StorageFault("unknown_format", f"{message}: update Tenbo", "database")
        return False
    if not _has_role(connection, HOSTS):
        connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(HOSTS)))
    _execute(connection, "schema.sql")
    for step in STEPS.values():
        _execute(connection, *step)
    return True


def _is_laid(connection: Connection) -> bool:
    return connection.execute("SELECT to_regnamespace('tenbo')").fetchone() != (None,)


def _execute(connection: Connection, *names: str) -> None:
    for name in names:
        connection.execute(files("tenbo.store.postgres").joinpath(name).read_bytes())


def set_restore_request(url: str, *, asked: bool) -> None:
    """Ask hosts to restore the desk's records, or stop asking."""
    try:
        with connect_as_owner(url) as connection:
            connection.execute("UPDATE tenbo.refill SET open = %s WHERE open <> %s", (asked, asked))
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def create_host_role(url: str, name: str) -> str:
    """Create a role for a host, or give it a new password; return the password."""
    check_host_name(name)
    try:
        with connect_as_owner(url) as connection:
            _become_owner(connection)
            known = _has_role(connection, name)
            if known and not is_host(connection, name):
                message = f"{name} is already a user of this database, but not a host: give the host another name"
                raise Refused("already_exists", message, "host")
            password = _with_password(connection, name, known=known, what=LOGIN)
            if not known:
                connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(HOSTS), sql.Identifier(name)))
            return password
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def create_standby_role(url: str) -> str:
    """Create the role with which a standby replicates, or give it a new password; return the password."""
    try:
        with connect_as_owner(url) as connection:
            return _with_password(connection, STANDBY, known=_has_role(connection, STANDBY), what="LOGIN REPLICATION")
    except psycopg.errors.InsufficientPrivilege:
        message = "only a PostgreSQL superuser can let a standby copy everything: name one in the database's address"
        raise Refused("no_permission", message, "database") from None
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def _with_password(connection: Connection, name: str, *, known: bool, what: str) -> str:
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    # Only the verifier of the password is sent to the server and its logs.
    verifier = connection.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
    verb = "ALTER" if known else "CREATE"
    statement = sql.SQL(f"{verb} ROLE {{}} {what} PASSWORD {{}}")
    connection.execute(statement.format(sql.Identifier(name), sql.Literal(verifier)))
    return password


def _has_role(connection: Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone() is not None


def is_host(connection: Connection, name: str) -> bool:
    """Return whether a role of the database is one of its hosts."""
    query = "SELECT 1 FROM pg_auth_members WHERE member = to_regrole(%s)::oid AND roleid = to_regrole(%s)::oid"
    return connection.execute(query, (f'"{name}"', HOSTS)).fetchone() is not None


def standby_address(url: str) -> str:
    """Return the network address of the standby that replicates a server now, or "" if there is none."""
    query = "SELECT host(client_addr) FROM pg_stat_replication WHERE usename = %s AND client_addr IS NOT NULL"
    try:
        with connect_as_owner(url) as connection:
            return str((connection.execute(query, (STANDBY,)).fetchone() or ("",))[0])
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def unknown_host_name_hint(url: str) -> str:
    """Return what to do if the network does not know this computer's name, which is in the printed addresses.

    The text is empty if the address names its servers.
    """
    if url_without_password(url).partition("/")[0]:
        return ""
    name = socket.gethostname()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # Nothing is sent; connecting only selects the network interface that others reach.
            asked.connect(("192.0.2.1", 9))
            number = asked.getsockname()[0]
        except OSError:
            number = "its IP address"
    return f"{name} is this computer's own name: if other computers cannot find that name, write {number} instead"


def host_connection_url(url: str, name: str, password: str, beside: str = "") -> str:
    """Return the address for a host: the servers under their network names, this computer under its own.

    `beside` is the computer of the standby, which hosts try as well.

    >>> host_connection_url("postgresql://desk,standby:5433/tenbo", "red", "secret")
    'postgresql://red:secret@desk,standby:5433/tenbo'
    >>> host_connection_url("postgresql://desk/tenbo", "red", "secret", "standby")
    'postgresql://red:secret@desk,standby/tenbo'
    """
    servers, _, database = url_without_password(url).partition("/")
    if not servers:
        parameters = connection_parameters(url)
        port = f":{parameters['port']}" if "port" in parameters else ""
        servers, database = socket.gethostname() + port, str(parameters.get("dbname") or database)
    both = f"{servers},{beside}" if beside and beside not in servers.split(",") else servers
    return f"postgresql://{name}:{password}@{both}/{database}"
