"""The schema of the database, its version and its migrations."""

from __future__ import annotations

import sqlite3

from tenbo.store.cached_results import RESULTS
from tenbo.store.device_keys import KEYS
from tenbo.store.global_chain import LINKS, chain_existing_rows
from tenbo.store.player_names import GROUPED, SALTED
from tenbo_core.errors import StorageFault

VERSION = 8
# The database library, as `tenbo doctor` names it.
DATABASE = f"SQLite {sqlite3.sqlite_version}"

# Since this version there is a global chain over all streams.
WHOLE_SINCE = 4

# "Tnbo": tells our files from other programs' databases.
APPLICATION = 0x546E626F

# Version 1: the events, which cannot be changed, and the end of each stream.
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

# Version 2: players' names outside the chain, so that a deleted name leaves the chain valid.
PEOPLE = (
    """CREATE TABLE player (
         id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL, ema TEXT NOT NULL, country TEXT NOT NULL)""",
)

# Version 3: the form of a name that tables show, and so store for ever.
DISPLAY_NAMES = ("ALTER TABLE player ADD COLUMN shown TEXT NOT NULL DEFAULT ''",)

# Version 4: the global chain over all streams, and a salt for each player's hash in it.
WHOLE = (*LINKS, *SALTED)

# Version 8: the desk's records may be of seasons, evenings and their games, which an older program cannot read; the
# starts of all games are found without reading every event, because a club has thousands.
STARTS = ("CREATE INDEX IF NOT EXISTS start_of_game ON event (stream, seq) WHERE kind = 'start'",)

# Version 5: device keys. Version 6: the players' groups. Version 7: cached results.
STEPS = {1: FIRST, 2: PEOPLE, 3: DISPLAY_NAMES, 4: WHOLE, 5: KEYS, 6: GROUPED, 7: RESULTS, 8: STARTS}


def count_schema_objects(connection: sqlite3.Connection) -> int:
    """Return how many tables, indexes and triggers a database has; damage to their definitions is a database error."""
    try:
        count: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except UnicodeDecodeError:
        # SQLite's message quotes the damaged bytes, of which Python can make no text.
        raise sqlite3.DatabaseError("malformed database schema") from None
    return count


def check_version(connection: sqlite3.Connection, path: object) -> int:
    """Return the version of a database; refuse a foreign or a newer one."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if count_schema_objects(connection) and application != APPLICATION:
        raise StorageFault("unknown_format", f"{path} is a database of another program: name another file", "store")
    if version > VERSION:
        message = (
            f"{path} was written by a newer Tenbo (store version {version}; this Tenbo supports up to "
            f"{VERSION}): update Tenbo first"
        )
        raise StorageFault("unknown_format", message, "store")
    return version


def migrate(connection: sqlite3.Connection, path: object, until: int = VERSION) -> None:
    """Create a new database or migrate an older one; refuse a foreign or a newer one."""
    version = check_version(connection, path)
    if version < until:
        _run_migrations(connection, version, until)


def _run_migrations(connection: sqlite3.Connection, version: int, until: int) -> None:
    """Run all missing migrations in one transaction: a power failure leaves the old version or the new one."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have migrated it already.
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
