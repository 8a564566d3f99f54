"""A store of an older version is brought up to date; what a newer or another program wrote is refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from host.store.store_content import ALONE, entries
from tenbo.store import VERSION, SqliteStore, verify
from tenbo.store.schema import APPLICATION, FIRST, PEOPLE, migrate
from tenbo_core.errors import StorageFault


def test_a_store_without_clubs_is_verified_and_brought_up_to_date(path, tmp_path):
    """What vouches for a player who has no club is the same as before there were clubs."""
    ada, grace = (1, "Ada", "L", "", "", "", *ALONE), (2, "Grace", "H", "", "", "", "Utrecht", "", "yes")
    with SqliteStore(tmp_path / "new.db") as store:
        store.store_players([ada])
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, path, 5)
        connection.execute(f"ATTACH '{tmp_path / 'new.db'}' AS new")
        for table in ("event", "head", "whole"):
            connection.execute(f"INSERT INTO {table} SELECT * FROM new.{table}")
        connection.execute("INSERT INTO player SELECT id, first, last, ema, country, shown, salt FROM new.player")
    assert verify(path).damage == []
    with SqliteStore(path) as store:
        assert store.players() == [ada]
        store.store_players([grace])
    assert verify(path).damage == []
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE player SET club = 'Leiden' WHERE id = 2")
    assert [(damage.seq, damage.what) for damage in verify(path).damage] == [(2, "was changed after it was stored")]


def test_a_store_of_version_1_is_brought_up_to_date(path):
    """An update of the program must not cost anyone a tournament."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in FIRST:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("PRAGMA user_version = 1")
    with SqliteStore(path) as store:
        store.append(entries(2))
        store.store_players([(1, "Ada", "LOVELACE", "11990001", "UK", "Ada L", *ALONE)])
        assert store.players() == [(1, "Ada", "LOVELACE", "11990001", "UK", "Ada L", *ALONE)]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_store_of_version_2_keeps_its_players(path):
    """Version 3 added what the tables show of a name."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in (*FIRST, *PEOPLE):
            connection.execute(statement)
        connection.execute("INSERT INTO player VALUES (1, 'Ada', 'LOVELACE', '11990001', 'UK')")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("PRAGMA user_version = 2")
    with SqliteStore(path) as store:
        assert store.players() == [(1, "Ada", "LOVELACE", "11990001", "UK", "", *ALONE)]


def test_a_store_from_the_future_is_refused(path):
    """What a newer program wrote may mean something that this one does not know."""
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    for look in (SqliteStore, verify):
        with pytest.raises(StorageFault, match="newer Tenbo"):
            look(path)


def test_the_database_of_another_program_is_refused(path):
    """A slip of the mouse must not add tables to someone's browser history."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    with pytest.raises(StorageFault, match="another program"):
        SqliteStore(path)
