"""A backup of a desk's database: everything of one moment in a file, which is a store as any host has one."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from tenbo.halls.pg_link import fault
from tenbo.halls.pg_setup import connected, owning
from tenbo.halls.pg_store import PAGE, ROW, PgStore
from tenbo.store import Row, Store
from tenbo.store.keys import DeviceKey
from tenbo.store.people import COLUMNS
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from tenbo.halls.pg_link import Connection


def back_up(url: str, target: Path) -> None:
    """Copy a database, or its standby, to a new file as it is at this moment; whoever writes goes on meanwhile."""
    if target.exists():
        raise StorageFault("already_exists", f"{target} exists already: name a new file", "target")
    try:
        folder = tempfile.TemporaryDirectory(dir=target.parent, prefix=".tenbo-backup-")
    except OSError as error:
        message = f"{target} cannot be written ({error.strerror}): name a file in a folder of your own"
        raise StorageFault("cannot_write", message, "target") from None
    with folder as name, Store(Path(name, "hall.db")) as copy:
        try:
            with connected(url, target_session_attrs="any", autocommit=True) as connection:
                _copy(connection, copy)
        except psycopg.Error as error:
            raise fault(url, error) from None
        copy.backup(target)


def _copy(connection: Connection, copy: Store) -> None:
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        with connection.cursor("backup") as cursor:
            cursor.execute(f"SELECT {ROW} FROM tenbo.event ORDER BY stream, seq")  # noqa: S608 - our own words
            while page := cursor.fetchmany(PAGE):
                copy.put_back([Row._make(row) for row in page])
        players = connection.execute(f"SELECT {COLUMNS}, salt FROM tenbo.player").fetchall()  # noqa: S608 - same
        copy.put_back_players([(player, salt) for *player, salt in players])  # type: ignore[misc]
        for device, key, state in connection.execute("SELECT device, key, state FROM tenbo.device_key").fetchall():
            copy.keep_key(device, DeviceKey(key, state))


def give_names_back(url: str, file: Path) -> int:
    """Register everybody whom a backup knows and the database does not; return how many that were.

    No host keeps names, so a database that hosts fill anew has none.
    """
    with Store(file, readonly=True) as kept:
        players = kept.players()
    with owning(url) as owners, PgStore(owners) as store:
        known = {player[0] for player in store.players()}
        missing = [player for player in players if player[0] not in known]
        if missing:
            store.keep_players(missing)
    return len(missing)
