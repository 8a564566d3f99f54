"""Stores as older versions of the program have left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tenbo.store import Entry, SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.store.schema import WHOLE_SINCE, migrate
from tenbo_core.events import CENTRE, make

# The first version whose players are vouched for in the chain is the one with a chain over all streams.
PLAYERS = [(number, f"First{number}", f"Last{number}", "", "NED", f"P{number}") for number in range(1, 9)]


def old_store(path, version):
    """Make a store of a version in which a game of one table, a plan and eight people are kept."""
    events = [("start", {"rules": "ema-2016"}), ("hand", {}), ("riichi", {"seat": 2})]
    entries = [entry_of("5f2c", make(n, kind, CENTRE, n, values)) for n, (kind, values) in enumerate(events)]
    entries.append(Entry("desk", 0, "plan", '{"by":"desk","tables":[[1,1,[1,2,3,4]],[1,2,[5,6,7,8]]]}'))
    new = path.with_name("made.db")
    with SqliteStore(new) as store:
        if version >= WHOLE_SINCE:
            store.store_players([(*player, "", "", "") for player in PLAYERS])
        store.append(entries)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, path, version)
        connection.execute(f"ATTACH '{new}' AS new")
        for table in ("event", "head", *(["whole"] if version >= WHOLE_SINCE else [])):
            connection.execute(f"INSERT INTO {table} SELECT * FROM new.{table}")
        if version >= WHOLE_SINCE:
            names = ", ".join(row[1] for row in connection.execute("PRAGMA main.table_info(player)"))
            connection.execute(f"INSERT INTO player ({names}) SELECT {names} FROM new.player")
        else:
            connection.executemany("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?)", PLAYERS)
    for file in path.parent.glob("made.db*"):
        file.unlink()
