"""The database of a desk's store; its address is in a file beside the store's path, so that every command finds it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tenbo.store import SqliteStore, verify
from tenbo.store.sqlite_connection import sibling_path
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tenbo.runtime.service_log import ServiceLog
    from tenbo.store import EventStore, IntegrityReport
    from tenbo.store.merged_store import MergedStore
    from tenbo.store.postgres.listener import DatabaseListener


def database_url_file(path: Path) -> Path:
    """Return the file that names the database, with a password that only its owner may read."""
    return sibling_path(path, ".database")


def is_database_url(text: str) -> bool:
    """Return whether a store is named by the address of its database.

    >>> is_database_url("postgresql:///tenbo"), is_database_url("hall.db")
    (True, False)
    """
    return text.startswith(("postgresql:", "postgres:"))


def read_database_url(path: Path | str) -> str:
    """Return the address of the database that replaces a store's file, or "" if the store is its file."""
    if isinstance(path, str):
        return path
    try:
        return database_url_file(path).read_text("utf-8").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        message = (
            f"{database_url_file(path)} cannot be read ({error.strerror}): run this as the user who runs tenbo desk"
        )
        raise Refused("no_permission", message, "store") from None


def write_database_url(path: Path, url: str) -> None:
    """Write the address of the database that replaces a store's file."""
    file = database_url_file(path)
    file.unlink(missing_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write(url + "\n")


def open_writable(path: Path, url: str = "") -> EventStore:
    """Open the store for writing: its file, or the database that is given now or was given last."""
    url = url or read_database_url(path)
    if not url:
        return SqliteStore(path)
    if path.exists() and read_database_url(path) != url:
        message = (
            f"{path} is already a store without a database, and its games would not be in the database: name another "
            "file with --store, and follow the host that uses this one"
        )
        raise Refused("contradiction", message, "database")
    check_driver_installed()
    from tenbo.store.postgres.database_setup import create_tables, set_restore_request  # noqa: PLC0415 - only a desk with a database has the package
    from tenbo.store.postgres.store import PgStore  # noqa: PLC0415 - same

    create_tables(url)
    # From now on the desk makes records, so hosts must not restore older ones.
    set_restore_request(url, asked=False)
    write_database_url(path, url)
    return PgStore(url)


def open_readonly(path: Path | str) -> EventStore:
    """Open the store for reading: its file, the database that replaces it, or the one at this address."""
    url = read_database_url(path)
    if not isinstance(path, str) and not url:
        return SqliteStore(path, readonly=True)
    check_driver_installed()
    from tenbo.store.postgres.store import PgStore  # noqa: PLC0415 - only a desk with a database has the package

    return PgStore(url, readonly=True)


def listen_for_changes(store: MergedStore, news: Callable[[], None], log: ServiceLog) -> DatabaseListener | None:
    """Return a listener for the hosts' changes in the database; a store in a file has no other writers."""
    url = getattr(store.base, "url", "")
    if not url:
        return None
    from tenbo.store.postgres.listener import DatabaseListener  # noqa: PLC0415 - same
    from tenbo.store.postgres.store import PgStore  # noqa: PLC0415 - only a desk with a database has the package

    base = store.base
    assert isinstance(base, PgStore)

    def refresh() -> None:
        base.invalidate_heads()
        store.refresh_streams()
        news()

    return DatabaseListener(url, refresh, log, reports_outages=True)


def verify_store(path: Path | str, progress: Callable[[int], None] | None = None) -> IntegrityReport:
    """Verify every row and every chain of a store, in a file or a database, which may be named by its address."""
    url = read_database_url(path)
    if not isinstance(path, str) and not url:
        return verify(path, progress)
    check_driver_installed()
    from tenbo.store.postgres.integrity import verify_database  # noqa: PLC0415 - only a desk with a database has the package

    return verify_database(url, progress)


def check_driver_installed() -> None:
    """Raise an error with the remedy if the database driver is missing."""
    try:
        import psycopg  # noqa: F401, PLC0415 - only whether it is installed
    except ModuleNotFoundError as error:
        message = f"a desk's database needs {error.name}: in the clone `{sys.executable} -m pip install '.[halls]'`"
        raise Refused("not_installed", message, "database") from None
