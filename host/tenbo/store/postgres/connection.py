"""A PostgreSQL connection that reconnects, and the translation of its errors into sentences."""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import psycopg
from psycopg import conninfo, errors, pq

import tenbo_core
from tenbo_core.errors import Malformed, StorageFault, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Connection = psycopg.Connection[tuple[Any, ...]]
    Result = TypeVar("Result")

# The columns of an event, and how many events one query returns.
ROW = "stream, seq, ts_ms, kind, body, prev, hash"
PAGE = 2000

# The application name in the server's list of connections.
PROGRAM = f"tenbo {tenbo_core.VERSION}"
# A host notices within this time that it is cut off. An address that does not answer within it is skipped.
CONNECT_S = 4
# A connection takes seven round trips, which a slow Wi-Fi does not manage in four seconds. After a timeout the next
# attempt gets more time, but no more than this, so that a laptop that is gone does not delay others.
MOST_CONNECT_S = 16
UNANSWERED = {
    "connect_timeout": CONNECT_S, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
    "tcp_user_timeout": 10_000, "application_name": PROGRAM,
    # A transaction that waits for a lock fails before its client gives up and repeats it.
    "options": "-c lock_timeout=3000",
}  # fmt: skip
# Over a network the connection is encrypted, and channel binding proves that the server is ours.
OVER_NETWORK = {"sslmode": "require", "channel_binding": "require"}
# The SQLSTATE of the schema's own triggers: a fork, or a row that was changed.
SCHEMA_CONFLICT_STATE = "TN001"


def is_database(address: str) -> bool:
    """Return whether an address is a database's, and not another host's service.

    >>> is_database("postgresql://red@desk/tenbo"), is_database("http://desk:8484")
    (True, False)
    """
    return address.startswith(("postgresql://", "postgres://"))


def connection_parameters(url: str, **more: object) -> dict[str, Any]:
    """Return the connection parameters: our defaults, overridden by the address.

    Of several servers the writable one is used.
    """
    if not is_database(url):
        message = "database must be an address such as postgresql://red:PASSWORD@desk,standby/tenbo"
        raise Malformed("bad_field", message, "database")
    try:
        options = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise Malformed("bad_field", f"the database's address cannot be read: {error}".strip(), "database") from None
    named = str(options.get("host") or "")
    away = any(name and not name.startswith("/") for name in named.split(","))
    first = {"target_session_attrs": "read-write"} | UNANSWERED | (OVER_NETWORK if away else {})
    return first | options | more


def url_without_password(url: str) -> str:
    """Return an address without its password, for messages and logs.

    >>> url_without_password("postgresql://red:secret@desk,standby:5433/tenbo?sslmode=require")
    'desk,standby:5433/tenbo'
    """
    return url.partition("://")[2].partition("?")[0].rpartition("@")[2]


def database_label(url: str) -> str:
    """Return what messages call a database: its address without password, or of one on this computer the short form.

    >>> database_label("postgresql://red:secret@desk/tenbo"), database_label("postgresql:///tenbo?host=/run/postgresql")
    ('desk/tenbo', 'postgresql:///tenbo')
    """
    named = url_without_password(url)
    return named if named.partition("/")[0] else f"postgresql://{named}"


# What helps when no connection is made, by what the server says; the first that fits.
CONNECTION_REMEDIES = (
    (
        "(?i:peer|ident) authentication failed",
        "run the command as the system user of that name, or give an address with a user and a password",
    ),
    ("authentication failed", "check the password in its address"),
    ("does not exist", "create the user and the database there first (tenbo setup desk, or see docs/computers.md)"),
    ("does not support SSL", "turn on ssl in its postgresql.conf, and restart it (docs/computers.md)"),
    ("no pg_hba.conf entry|pg_hba.conf rejects", "add the rules in docs/computers.md to its pg_hba.conf"),
)
CHECK_NETWORK = "check that it is running and that the network works"


class DatabaseConnection:
    """A connection that is shared by any number of threads, one at a time."""

    def __init__(self, url: str, fence: Callable[[Connection], None] | None = None, **more: object) -> None:
        self.url = url
        # Raises an error if the server that answers is not the intended one; then the next of several is tried.
        self._fence = fence
        self._parameters = connection_parameters(url, **more)
        self._patience_s = int(self._parameters["connect_timeout"])
        self._lock = threading.RLock()
        self._connection: Connection | None = None
        self._closed = False

    def close(self) -> None:
        """Close the connection for good."""
        with self._lock:
            self._closed = True
            self._drop()

    def run(self, work: Callable[[Connection], Result]) -> Result:
        """Run work on the connection; run it again if the connection was broken.

        So `work` must be repeatable: its first run may have committed before the connection broke.
        """
        with self._lock:
            for fresh in (False, True):
                known = self._connection is not None
                try:
                    return work(self._open_connection())
                except psycopg.Error as error:
                    sound = self._is_sound()
                    if not sound:
                        self._drop()
                    if sound or fresh or not known or not isinstance(error, psycopg.OperationalError):
                        raise translate_error(self.url, error) from None
            raise AssertionError

    def _open_connection(self) -> Connection:
        if self._closed:
            raise StorageFault("cannot_read", "the store is closed already", "store")
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> Connection:
        refused: TenboError | None = None
        others: dict[str, Any] | None = self._parameters
        while others is not None:
            try:
                connection = self._connect_server(others)
            except psycopg.OperationalError:
                if refused is None:
                    raise
                break
            try:
                if self._fence is not None:
                    self._fence(connection)
            except TenboError as error:
                refused, others = error, _without(others, connection.info.host, connection.info.port)
                connection.close()
            except psycopg.Error:
                connection.close()
                raise
            else:
                return connection
        assert refused is not None
        raise refused

    def _connect_server(self, of_these: dict[str, Any]) -> Connection:
        begun = time.monotonic()
        try:
            with_patience = of_these | {"connect_timeout": self._patience_s}
            connection = psycopg.connect(**with_patience, autocommit=True)
        except psycopg.OperationalError as error:
            if "timeout expired" in str(error):
                self._patience_s = max(self._patience_s, min(2 * self._patience_s, MOST_CONNECT_S))
            raise
        if time.monotonic() - begun < CONNECT_S / 2:
            self._patience_s = int(self._parameters["connect_timeout"])
        return connection

    def _is_sound(self) -> bool:
        """Return whether the connection is usable; a server that dies within a result leaves it unusable."""
        if self._connection is None or self._connection.broken:
            return False
        now = self._connection.info
        return now.transaction_status == pq.TransactionStatus.IDLE and now.pipeline_status == pq.PipelineStatus.OFF

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
        self._connection = None


def _without(options: dict[str, Any], host: str, port: int) -> dict[str, Any] | None:
    """Return the parameters for the other servers, or None if there are no others.

    >>> _without({"host": "desk,standby", "port": "5433"}, "desk", 5433)
    {'host': 'standby', 'port': '5433'}
    >>> _without({"host": "standby", "port": "5433"}, "standby", 5433) is None
    True
    """
    hosts = str(options.get("host") or "").split(",")
    ports = str(options.get("port") or "5432").split(",")
    ports = ports * len(hosts) if len(ports) == 1 else ports
    left = [pair for pair in zip(hosts, ports, strict=True) if pair != (host, str(port))]
    if not left or len(left) == len(hosts):
        return None
    return options | {"host": ",".join(name for name, _ in left), "port": ",".join(number for _, number in left)}


def translate_error(url: str, error: psycopg.Error) -> TenboError:
    """Return an error of the database as a sentence with its remedy."""
    named = database_label(url)
    text = " ".join(str(error.diag.message_primary or error).split())
    if error.sqlstate == SCHEMA_CONFLICT_STATE:
        return StorageFault("contradiction", f"{text}: none of this was stored", "event")
    if isinstance(error, errors.DiskFull) or "No space left" in text:
        text = sentence(
            "database_disk_full",
            "the disk of the database at {named} is full: make room; the hosts keep their events and send them again",
            named=named,
        )
        return StorageFault("no_space", text, "database")
    if isinstance(error, errors.InsufficientPrivilege):
        return StorageFault(
            "no_permission",
            sentence(
                "database_forbids",
                "the database at {named} does not allow this ({text}): give the database address that was "
                "made for this computer (tenbo desk --add-host), or the address of the database's owner",
                named=named,
                text=text,
            ),
            "database",
        )
    if isinstance(error, errors.LockNotAvailable):
        message: str = sentence(
            "database_locked",
            "the database at {named} is locked by another connection, so nothing was done: try again in a moment",
            named=named,
        )
        return StorageFault("in_use", message, "database")
    if isinstance(error, errors.UndefinedFunction):
        message = sentence(
            "database_too_old",
            "the database at {named} has the tables of an older version of Tenbo: restart the desk there "
            "with this version",
            named=named,
        )
        return StorageFault("unknown_format", message, "database")
    if isinstance(error, (errors.UndefinedTable, errors.InvalidSchemaName)):
        message = sentence(
            "database_without_tables",
            "the database at {named} has no Tenbo tables: start a desk with it first (tenbo desk --database)",
            named=named,
        )
        return StorageFault("unknown_format", message, "database")
    if isinstance(error, errors.ReadOnlySqlTransaction):
        message = sentence(
            "database_is_standby",
            "{named} is a standby: promote it (tenbo standby --promote), or name the desk's database",
            named=named,
        )
        return StorageFault("cannot_write", message, "database")
    if isinstance(error, psycopg.OperationalError):
        advice = next((advice for words, advice in CONNECTION_REMEDIES if re.search(words, text)), CHECK_NETWORK)
        text = sentence(
            "database_silent",
            "the database at {named} does not answer ({text}): {advice}",
            named=named,
            text=text[:200],
            advice=advice,
        )
        return StorageFault("no_answer", text, "database")
    return StorageFault(
        "cannot_write",
        sentence("database_unusable", "the database at {named} cannot be used ({text})", named=named, text=text[:200]),
        "database",
    )
