"""The database's tables, their version, and the way from an older version to this one."""

from __future__ import annotations

import sqlite3

from tenbo.store.cached_results import RESULTS
from tenbo.store.device_keys import KEYS
from tenbo.store.global_chain import LINKS, chain_existing_rows
from tenbo.store.people import GROUPED, SALTED
from tenbo_core.errors import StorageFault

VERSION = 7
# The database program, as `tenbo doctor` names it.
DATABASE = f"SQLite {sqlite3.sqlite_version}"

# Since this version there is one chain over all streams.
WHOLE_SINCE = 4

# "Tnbo": tells our files from other people's databases.
APPLICATION = 0x546E626F

# Version 1: the events, which nobody may change, and the end of each stream.
FIRST = (
    """CREATE TABLE event (
         stream TEXT NOT NULL, seq INTEGER NOT NULL, ts_ms INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
         prev BLOB NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (stream, seq)) WITHOUT ROWID""",
    """CREATE TRIGGER event_stays BEFORE UPDATE ON event
       BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END""",
    """CREATE TRIGGER event_remains BEFORE DELETE ON event
       BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END""",
    "CREATE TABLE head (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash BLOB NOT NULL) WITHOUT ROWID",
)

# Version 2: names of people stand beside the chain, so that somebody can be forgotten and the chain still holds.
PEOPLE = (
    """CREATE TABLE player (
         id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL, ema TEXT NOT NULL, country TEXT NOT NULL)""",
)

# Version 3: what the tables show of a name, and so keep for ever.
SHOWN = ("ALTER TABLE player ADD COLUMN shown TEXT NOT NULL DEFAULT ''",)

# Version 4: one chain over all streams, and a secret for each player with which a hash in it vouches for the name.
WHOLE = (*LINKS, *SALTED)

# Version 5: the keys by which devices are known again. Version 6: whom a player belongs to. Version 7: kept results.
STEPS = {1: FIRST, 2: PEOPLE, 3: SHOWN, 4: WHOLE, 5: KEYS, 6: GROUPED, 7: RESULTS}


def check_version(connection: sqlite3.Connection, path: object) -> int:
    """Return the version of a database; refuse one that is not ours or too new."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and application != APPLICATION:
        raise StorageFault("unknown_format", f"{path} is a database of another program: name another file", "store")
    if version > VERSION:
        message = f"{path} was written by a newer Tenbo (store {version}, this one knows {VERSION}): update Tenbo first"
        raise StorageFault("unknown_format", message, "store")
    return version


def migrate(connection: sqlite3.Connection, path: object, until: int = VERSION) -> None:
    """Make a new database, bring an older one up to a version, or refuse one that is not ours or too new."""
    version = check_version(connection, path)
    if version < until:
        _run_migrations(connection, version, until)


def _run_migrations(connection: sqlite3.Connection, version: int, until: int) -> None:
    """Take all missing steps in one transaction: a power cut leaves the old version or the new one."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster.
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for step in range(version + 1, until + 1):
            for statement in STEPS[step]:
                connection.execute(statement)
            if step == WHOLE_SINCE:
                chain_existing_rows(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {until}")
    except sqlite3.Error:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
