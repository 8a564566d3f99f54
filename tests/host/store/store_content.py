"""What the tests of the store put into it, and how someone meddles with it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tenbo.store import Entry

# A player without club and team, who is no newcomer.
ALONE = ("", "", "")


def entries(count: int, stream: str = "table/a", first: int = 0) -> list[Entry]:
    """Return events to store; what they say does not matter to the store."""
    return [Entry(stream, seq, "riichi", f"[{seq % 4},0]") for seq in range(first, first + count)]


def meddle(path, *statements: str) -> None:
    """Change a store as someone with a database program would."""
    with closing(sqlite3.connect(path)) as connection, connection:
        guards = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        for trigger in guards:
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)
        # Anyone who changes something on purpose leaves no trace of the guards.
        for guard in guards.values():
            connection.execute(guard)
