"""A database of an older version: it learns what is new, and keeps what it has."""

from __future__ import annotations

import psycopg
import pytest

from tenbo.store.postgres.database_setup import VERSION, create_tables

pytestmark = pytest.mark.thorough("drills with PostgreSQL")


def test_a_database_of_before_learns_the_commands_and_keeps_what_it_has(database):
    """No one starts a tournament's database again for a newer Tenbo."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP TABLE tenbo.claim, tenbo.outcome, tenbo.command, tenbo.station, tenbo.result")
        connection.execute("DROP FUNCTION tenbo.commanded, tenbo.answered, tenbo.seen")
        connection.execute("ALTER TABLE tenbo.event DROP COLUMN arrived")
        connection.execute("UPDATE tenbo.version SET number = 1")
        connection.execute("INSERT INTO tenbo.device_key VALUES ('d', 'k', 'given')")
        # Each row was looked at alone.
        connection.execute("DROP TRIGGER event_follows ON tenbo.event")
        connection.execute("""CREATE OR REPLACE FUNCTION tenbo.follows() RETURNS trigger LANGUAGE plpgsql
            SET enable_seqscan = off AS 'begin return new; end'""")
        connection.execute("""CREATE TRIGGER event_follows BEFORE INSERT ON tenbo.event
            FOR EACH ROW EXECUTE FUNCTION tenbo.follows()""")
        assert not create_tables(database)
        assert connection.execute("SELECT number FROM tenbo.version").fetchall() == [(VERSION,)]
        with pytest.raises(psycopg.Error, match="table/a 0 is not the first event, but nothing before it is stored"):
            connection.execute("INSERT INTO tenbo.event VALUES ('table/a', 0, 1, 'hand', '', 'x', 'y')")
        assert connection.execute("SELECT count(*) FROM tenbo.result").fetchall() == [(0,)]
        assert connection.execute("SELECT count(*) FROM tenbo.command").fetchall() == [(0,)]
        assert connection.execute("SELECT device FROM tenbo.device_key").fetchall() == [("d",)]
