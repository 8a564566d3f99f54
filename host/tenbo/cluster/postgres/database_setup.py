"""The database made ready: its tables, and a role with a password for each host and for a standby."""

from __future__ import annotations

import secrets
import socket
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import sql

from tenbo.cluster.postgres.connection import connection_parameters, translate_error, url_without_password
from tenbo.cluster.postgres.programs import USER, as_postgres_user, is_root
from tenbo.store.replica_streams import check_name
from tenbo_core.errors import Refused, StorageFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.cluster.postgres.connection import Connection

VERSION = 6
# What makes of each version the next one: commands of a desk by rows, results that are kept, chains checked together,
# the order in which rows have come, and what hosts cannot do, which the check of chains asks for.
STEPS = {
    1: ("command_queue.sql",), 2: ("results.sql",), 3: ("chain.sql",), 4: ("arrived.sql",),
    5: ("guarded.sql", "chain.sql"),
}  # fmt: skip
# Every host's role is a member of this one, which the rights are given to.
HOSTS = "tenbo_host"
STANDBY = "tenbo_standby"
PASSWORD_BYTES = 18
# A host has a handful of connections; with its password nobody takes all that the server has.
LOGIN = "LOGIN CONNECTION LIMIT 20"
# Nobody else makes the tables while we look whether they are there: "Tnbo".
LAYING = 0x546E626F

# What a server's pg_hba.conf says before anything more generous: encrypted, with passwords that are never sent.
RULES = f"""\
# Tenbo: hosts and the standby come in over TLS alone, with scram.
hostssl  all          +{HOSTS}      all  scram-sha-256
hostssl  replication  {STANDBY}    all  scram-sha-256
hostnossl all          +{HOSTS}      all  reject
"""


def connect_as_owner(url: str, **more: object) -> Connection:
    """Connect as whoever may set the server up: through its own socket root comes as the server's user."""
    said = connection_parameters(url, **more)
    if not (is_root() and is_local_server(url) and "user" not in said):
        return psycopg.connect(**said)
    with as_postgres_user():
        return psycopg.connect(**said, user=USER)


@contextmanager
def as_database_owner(url: str) -> Iterator[str]:
    """Be for a while whoever may set the server up, and give the address to connect with: of a command, not of a desk.

    Who we are holds for the whole process.
    """
    if not (is_root() and is_local_server(url) and "user" not in connection_parameters(url)):
        yield url
        return
    with as_postgres_user():
        yield f"{url}{'&' if '?' in url else '?'}user={USER}"


def is_local_server(url: str) -> bool:
    """Return whether an address means a server of this computer, reached through its socket.

    >>> is_local_server("postgresql:///tenbo"), is_local_server("postgresql://tenbo@desk/tenbo")
    (True, False)
    """
    host = str(connection_parameters(url).get("host") or "")
    return not host or host.startswith("/")


def create_tables(url: str) -> bool:
    """Make the tables where they are not; return whether they were made now, or refuse what a newer Tenbo made."""
    try:
        with connect_as_owner(url) as connection:
            _become_owner(connection)
            return _create_or_migrate(connection, url_without_password(url))
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def _become_owner(connection: Connection) -> None:
    """Go on as the database's owner where a superuser has come in: tables and hosts are then the desk's own."""
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
        # Hosts can name any advisory lock, and would keep a desk from starting; this one they cannot have.
        connection.execute("LOCK TABLE tenbo.version IN EXCLUSIVE MODE")
        found: Any = connection.execute("SELECT max(number) FROM tenbo.version").fetchone()
        if found[0] in STEPS:
            # Everything that is there stays as it is.
            for version in range(found[0], VERSION):
                _execute(connection, *STEPS[version])
            connection.execute("UPDATE tenbo.version SET number = %s", (VERSION,))
            return False
        if found[0] != VERSION:
            message = f"the database {name} has version {found[0]} of our tables, this Tenbo knows {VERSION}"
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
        connection.execute(files("tenbo.cluster.postgres").joinpath(name).read_bytes())


def request_desk_records(url: str, *, asked: bool) -> None:
    """Let hosts give back what the desk had decided, or no longer."""
    try:
        with connect_as_owner(url) as connection:
            connection.execute("UPDATE tenbo.refill SET open = %s WHERE open <> %s", (asked, asked))
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def add_host(url: str, name: str) -> str:
    """Make a role for a host, or give the one it has a new password; return the password."""
    check_name(name)
    try:
        with connect_as_owner(url) as connection:
            _become_owner(connection)
            known = _has_role(connection, name)
            if known and not is_host(connection, name):
                message = f"{name} is a user of this database already, and no host: give the host another name"
                raise Refused("already_exists", message, "host")
            password = _with_password(connection, name, known=known, what=LOGIN)
            if not known:
                connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(HOSTS), sql.Identifier(name)))
            return password
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def add_standby(url: str) -> str:
    """Make the role with which a standby copies everything, or give it a new password; return the password."""
    try:
        with connect_as_owner(url) as connection:
            return _with_password(connection, STANDBY, known=_has_role(connection, STANDBY), what="LOGIN REPLICATION")
    except psycopg.errors.InsufficientPrivilege:
        message = "only a superuser of PostgreSQL lets a standby copy everything: name one in the database's address"
        raise Refused("no_permission", message, "database") from None
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def _with_password(connection: Connection, name: str, *, known: bool, what: str) -> str:
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    # The server is sent what it has to keep of the password, and so are its logs.
    verifier = connection.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
    verb = "ALTER" if known else "CREATE"
    statement = sql.SQL(f"{verb} ROLE {{}} {what} PASSWORD {{}}")
    connection.execute(statement.format(sql.Identifier(name), sql.Literal(verifier)))
    return password


def _has_role(connection: Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone() is not None


def is_host(connection: Connection, name: str) -> bool:
    """Return whether a user of the database is one of its hosts."""
    query = "SELECT 1 FROM pg_auth_members WHERE member = to_regrole(%s)::oid AND roleid = to_regrole(%s)::oid"
    return connection.execute(query, (f'"{name}"', HOSTS)).fetchone() is not None


def standby_address(url: str) -> str:
    """Return where the standby is that copies a server now, as the network sees it; an empty text while none does."""
    query = "SELECT host(client_addr) FROM pg_stat_replication WHERE usename = %s AND client_addr IS NOT NULL"
    try:
        with connect_as_owner(url) as connection:
            return str((connection.execute(query, (STANDBY,)).fetchone() or ("",))[0])
    except psycopg.Error as error:
        raise translate_error(url, error) from None


def about_name(url: str) -> str:
    """Return what to do where the network does not know this computer's name, which stands in printed addresses.

    The text is empty where the address names its servers.
    """
    if url_without_password(url).partition("/")[0]:
        return ""
    name = socket.gethostname()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # Nothing is sent: it only chooses the network by which others are reached.
            asked.connect(("192.0.2.1", 9))
            number = asked.getsockname()[0]
        except OSError:
            number = "its number"
    return f"{name} is this computer's own name: where the others' network does not know it, write {number} for it"


def connection_url(url: str, name: str, password: str, beside: str = "") -> str:
    """Return the address that a host is given: where our servers are as the network sees them, this computer by name.

    `beside` is the computer of the standby, which hosts try as well.

    >>> connection_url("postgresql://desk,standby:5433/tenbo", "red", "secret")
    'postgresql://red:secret@desk,standby:5433/tenbo'
    >>> connection_url("postgresql://desk/tenbo", "red", "secret", "standby")
    'postgresql://red:secret@desk,standby/tenbo'
    """
    servers, _, database = url_without_password(url).partition("/")
    if not servers:
        said = connection_parameters(url)
        port = f":{said['port']}" if "port" in said else ""
        servers, database = socket.gethostname() + port, str(said.get("dbname") or database)
    both = f"{servers},{beside}" if beside and beside not in servers.split(",") else servers
    return f"postgresql://{name}:{password}@{both}/{database}"
