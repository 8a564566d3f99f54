"""Opens a database file: for writing by its owner alone, or for reading from any place."""

from __future__ import annotations

import itertools
import os
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from tenbo.store.schema import VERSION, check_version, migrate
from tenbo_core.errors import StorageFault, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from pathlib import Path

# Another process (a backup, `tenbo log`) may lock the database for a moment.
BUSY_MS = 5000
# Names and EMA numbers are private.
OWNER_ONLY = 0o600
# The first bytes of every SQLite file.
MAGIC = b"SQLite format 3\0"
# The place in its header that says how it is written, and the value there of a file without a write-ahead log.
WRITE_VERSION, NO_LOG = 18, b"\1"
# The files that are open here as stores, and by how many connections.
_open_here: Counter[tuple[int, int] | None] = Counter()


class _StoreConnection(sqlite3.Connection):
    """A connection that is counted while it is open.

    Who reads a file in another way and closes it takes all locks of this process on it away: the next program that
    closes the store takes itself for the last one, and removes the log that is in use here.
    """

    _file: tuple[int, int] | None = None

    def count_open_connection(self, path: Path) -> None:
        """Count this connection for a file."""
        self._file = _identity(path)
        _open_here[self._file] += 1

    def close(self) -> None:
        """Close, and count no longer."""
        super().close()
        if self._file is not None:
            _open_here[self._file] -= 1
            self._file = None


def restrict_to_owner(path: Path) -> None:
    """Create a file that only its owner may read, or remove the rights of others."""
    if path.exists():
        with suppress(PermissionError):
            path.chmod(OWNER_ONLY)
    else:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))


def check_database_file(path: Path) -> None:
    """Refuse a file that was never a database, and one beside the log of another.

    The error must not suggest to restore a backup.
    """
    if path.is_dir():
        raise StorageFault("unknown_format", f"{path} is a folder: name the database file of tenbo run", "store")
    if path.exists() and not path.is_file():
        # Reading a pipe would block for ever.
        raise StorageFault(
            "unknown_format", f"{path} is not a regular file: name the database file of tenbo run", "store"
        )
    if _open_here[_identity(path)] > 0:
        return
    # Before the header: a store that another program has just begun has its log after it.
    log_size = _size(wal_path(path))
    try:
        with path.open("rb") as file:
            first, header = file.read(len(MAGIC)), file.read(WRITE_VERSION + 1 - len(MAGIC))
    except FileNotFoundError:
        first, header = b"", b""
    except OSError:
        return  # opening it as a database reports the error
    if log_size > 0 and (not first or (first == MAGIC and header[-1:] == NO_LOG)):
        raise StorageFault("contradiction", _foreign_log_message(path, is_there=bool(first)), "store")
    if first and first != MAGIC:
        message = (
            f"{path} is not a store: name the database file of tenbo run. If it was a store, it is damaged: "
            "keep it, and "
            "restore the last backup"
        )
        raise StorageFault("unknown_format", message, "store")


def _foreign_log_message(path: Path, *, is_there: bool) -> str:
    """Return why a log cannot be that of the file which it lies beside.

    A store in use says in its header that it has a log, and a copy by `tenbo backup` that it has none. SQLite would
    write the log into the copy, and remove it where there is no file.
    """
    log, shm = wal_path(path), sibling_path(path, "-shm")
    what = f"{path} is a copy without a log" if is_there else f"there is no store {path}"
    return (
        f"{what}, but {log} is the log of another store: move {log} and {shm} to the folder of the store that they "
        "belong to, and repeat the command"
    )


def sibling_path(path: Path, ending: str) -> Path:
    """Return the file with a store's name and another suffix; `.`, `..` and `/` are folders and have none."""
    if path.name in ("", ".."):
        raise StorageFault("unknown_format", f"{path} is a folder: name the database file of tenbo run", "store")
    return path.with_name(path.name + ending)


def wal_path(path: Path) -> Path:
    """Return the database's write-ahead log."""
    return sibling_path(path, "-wal")


def open_writable(path: Path) -> sqlite3.Connection:
    """Open a database for writing and migrate it to the current version."""
    check_database_file(path)
    try:
        restrict_to_owner(path)
    except OSError as error:
        raise sqlite3.OperationalError(f"unable to open: {error.strerror}") from None
    for other in (wal_path(path), sibling_path(path, "-shm")):
        if other.exists():
            restrict_to_owner(other)
    # An absolute path, because a leading `file:` would be parsed as a URI with options.
    connection = _connect(str(path.absolute()))
    try:
        # WAL lets readers read while we write; FULL makes a commit wait for the disk, because a
        # score that was acknowledged must survive the power cut that follows.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.count_open_connection(path)
        migrate(connection, path)
    except (sqlite3.Error, TenboError):
        connection.close()
        raise
    return connection


def open_readonly(path: Path) -> sqlite3.Connection:
    """Open a database for reading: the file is unchanged, and an older version is migrated in memory."""
    check_database_file(path)
    connection = _connect(_name_to_read(path))
    connection.count_open_connection(path)
    try:
        if check_version(connection, path) < VERSION:
            with closing(connection):
                copy = _connect(":memory:")
                connection.backup(copy)
            connection = copy
            migrate(connection, path)
        connection.execute("PRAGMA query_only = 1")
    except (sqlite3.Error, TenboError):
        connection.close()
        raise
    return connection


def _name_to_read(path: Path) -> str:
    """Return the URI to open; in a read-only folder the file is opened as immutable."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return str(path.absolute())
    log = wal_path(path)
    live = log.exists() and log.stat().st_size > 0
    # A write-ahead log beside it means a writer that runs or has crashed: then the log must be read too.
    return path.absolute().as_uri() + ("?mode=ro" if live else "?immutable=1")


def back_up_old_version(path: Path) -> str:
    """Copy a store of an older version beside it before its migration, and return a message about it.

    The message is empty if no migration is needed. An existing copy is never overwritten.
    """
    check_database_file(path)
    if not path.exists() or not path.stat().st_size:
        return ""
    with closing(_connect(str(path.absolute()))) as connection:
        version = check_version(connection, path)
        if not 0 < version < VERSION:
            return ""
        names = (f".v{version}" + (f"-{count}" if count > 1 else "") for count in itertools.count(1))
        target = next(sibling_path(path, name) for name in names if not sibling_path(path, name).exists())
        copy_database(connection, target)
    return f"{path} was updated from store version {version} to {VERSION}; {target} is a copy of the earlier state"


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database as a consistent snapshot to a new private file; a partial copy never gets its name."""
    unfinished = sibling_path(target, ".part")
    unfinished.unlink(missing_ok=True)
    restrict_to_owner(unfinished)
    with closing(sqlite3.connect(unfinished)) as copy:
        source.backup(copy)
        # One file alone, without the write-ahead log of a running store.
        copy.execute("PRAGMA journal_mode = DELETE")
    unfinished.rename(target)


def _connect(name: str) -> _StoreConnection:
    return sqlite3.connect(
        name,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_MS / 1000,
        uri=name.startswith("file:"),
        factory=_StoreConnection,
    )


class FileIdentityCheck:
    """Checks that an open database is still the file of its name.

    Writes to a deleted or truncated file would be lost.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _identity(path)
        self._log: tuple[int, int] | None = None
        # A store only grows; nothing is ever removed from its file.
        self._size = 0

    def check(self) -> None:
        """Raise an error if the file was truncated, or if it or its log was removed or replaced during use."""
        log = _identity(wal_path(self._path))
        self._log = self._log or log
        size = _size(self._path)
        is_cut, self._size = size < self._size, max(size, self._size)
        if self._file is None or self._file != _identity(self._path) or self._log != log:
            message = sentence(
                "store_replaced",
                "{path} was removed or replaced while in use, so nothing more is stored: stop the service "
                "(tenbo run), put the last backup in its place and start the service again; the tables will "
                "send what is missing",
                path=self._path,
            )
            raise StorageFault("file_replaced", message, "store")
        if is_cut:
            message = sentence(
                "store_cut_short",
                "{path} was truncated while in use, so nothing more is stored: stop the service (tenbo run), "
                "put the last backup in its place and start the service again; the tables will send what is "
                "missing",
                path=self._path,
            )
            raise StorageFault("file_replaced", message, "store")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
