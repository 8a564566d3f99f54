"""A backup of a desk's database: a consistent snapshot in one file, which is a SQLite store."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from tenbo.store import Row, SqliteStore
from tenbo.store.device_keys import DeviceKey
from tenbo.store.player_names import COLUMNS
from tenbo.store.postgres.connection import PAGE, ROW, translate_error
from tenbo.store.postgres.database_setup import connect_as_owner
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from tenbo.store import EventStore
    from tenbo.store.player_names import PlayerRow
    from tenbo.store.postgres.connection import Connection


def backup_database(url: str, target: Path) -> None:
    """Copy a database, or its standby, to a new file as a consistent snapshot; writers are not blocked."""
    if target.exists():
        raise StorageFault("already_exists", f"{target} exists already: name a new file", "target")
    try:
        folder = tempfile.TemporaryDirectory(dir=target.parent, prefix=".tenbo-backup-")
    except OSError as error:
        message = f"{target} cannot be written ({error.strerror}): name a file in a folder of your own"
        raise StorageFault("cannot_write", message, "target") from None
    with folder as name, SqliteStore(Path(name, "hall.db")) as copy:
        try:
            with connect_as_owner(url, target_session_attrs="any", autocommit=True) as connection:
                _copy(connection, copy)
        except psycopg.Error as error:
            raise translate_error(url, error) from None
        copy.backup(target)


def _copy(connection: Connection, copy: SqliteStore) -> None:
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        with connection.cursor("backup") as cursor:
            cursor.execute(f"SELECT {ROW} FROM tenbo.event ORDER BY stream, seq")  # noqa: S608 - our own words
            while page := cursor.fetchmany(PAGE):
                copy.restore_rows([Row._make(row) for row in page])
        players = connection.execute(f"SELECT {COLUMNS}, salt FROM tenbo.player").fetchall()  # noqa: S608 - same
        copy.restore_players([(player, salt) for *player, salt in players])  # type: ignore[misc]
        for device, key, state in connection.execute("SELECT device, key, state FROM tenbo.device_key").fetchall():
            copy.store_device_key(device, DeviceKey(key, state))


def read_players(file: Path) -> list[PlayerRow]:
    """Return the players that a backup has."""
    with SqliteStore(file, readonly=True) as backup:
        return backup.players()


def restore_players(store: EventStore, players: list[PlayerRow]) -> int:
    """Register the players of a backup that a database lacks; return their number.

    Hosts store no names, so a database that was restored from hosts has none.
    """
    known = {player[0] for player in store.players()}
    missing = [player for player in players if player[0] not in known]
    if missing:
        store.store_players(missing)
    return len(missing)
