"""Which database a desk keeps its store in: written beside where its file would be, so that every command finds it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tenbo.store import Store, verify
from tenbo.store.opening import beside
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tenbo.hall.hall import Hall
    from tenbo.hall.service_log import ServiceLog
    from tenbo.halls.by_rows import RowHosts
    from tenbo.halls.collected import Collected
    from tenbo.halls.pg_watch import Watch
    from tenbo.store import EventStore, Report


def database_file(path: Path) -> Path:
    """Return the file that names the database; only its owner may read the password in it."""
    return beside(path, ".database")


def database_of(path: Path) -> str:
    """Return the address of the database that stands for a store, or an empty text where the store is its file."""
    try:
        return database_file(path).read_text("utf-8").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        message = f"{database_file(path)} cannot be read ({error.strerror}): run this as the user who runs tenbo desk"
        raise Refused("no_permission", message, "store") from None


def remember(path: Path, url: str) -> None:
    """Write down the database that stands for a store."""
    file = database_file(path)
    file.unlink(missing_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write(url + "\n")


def to_write(path: Path, url: str = "") -> EventStore:
    """Open the store for the one who keeps it: its file, or the database that is named now or was the last time."""
    url = url or database_of(path)
    if not url:
        return Store(path)
    if path.exists() and database_of(path) != url:
        message = (
            f"{path} is a store of its own, whose games would not be in the database: name another file with --store, "
            "and follow this one's host"
        )
        raise Refused("contradiction", message, "database")
    check_installed()
    from tenbo.halls.pg_setup import ask_for_decisions, lay  # noqa: PLC0415 - only a desk with a database has the package
    from tenbo.halls.pg_store import PgStore  # noqa: PLC0415 - same

    lay(url)
    # From now on the desk decides: nobody else gives it records back.
    ask_for_decisions(url, asked=False)
    remember(path, url)
    return PgStore(url)


def to_read(path: Path) -> EventStore:
    """Open the store to read: its file, or the database that stands for it."""
    url = database_of(path)
    if not url:
        return Store(path, readonly=True)
    check_installed()
    from tenbo.halls.pg_store import PgStore  # noqa: PLC0415 - only a desk with a database has the package

    return PgStore(url, readonly=True)


def watched(store: Collected, news: Callable[[], None], log: ServiceLog) -> Watch | None:
    """Return what calls when hosts have told the database something; nobody else writes into a file."""
    url = getattr(store.base, "url", "")
    if not url:
        return None
    from tenbo.halls.pg_store import PgStore  # noqa: PLC0415 - only a desk with a database has the package
    from tenbo.halls.pg_watch import Watch  # noqa: PLC0415 - same

    base = store.base
    assert isinstance(base, PgStore)

    def look() -> None:
        base.stale()
        store.look()
        news()

    return Watch(url, look, log)


def by_rows(
    hall: Hall,
    store: Collected,
    name: str,
    moment: Callable[[], tuple[int, int]],
    followed: Callable[[], set[str]],
) -> RowHosts | None:
    """Return the hosts that write into the desk's database; there are none where the store is a file."""
    if not getattr(store.base, "url", ""):
        return None
    from tenbo.halls.by_rows import RowHosts  # noqa: PLC0415 - only a desk with a database has the package

    return RowHosts(hall, store, name, moment, followed)


def verified(path: Path, progress: Callable[[int], None] | None = None) -> Report:
    """Check every row and every chain of a store, wherever it is kept."""
    url = database_of(path)
    if not url:
        return verify(path, progress)
    check_installed()
    from tenbo.halls.pg_check import verify_database  # noqa: PLC0415 - only a desk with a database has the package

    return verify_database(url, progress)


def check_installed() -> None:
    """Say what is missing where the database's package is."""
    try:
        import psycopg  # noqa: F401, PLC0415 - only whether it is there
    except ModuleNotFoundError as error:
        message = f"a desk's database needs {error.name}: in the clone `{sys.executable} -m pip install '.[halls]'`"
        raise Refused("not_installed", message, "database") from None
