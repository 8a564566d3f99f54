"""One PostgreSQL server for all tests that need one, and a database of its own for each."""

from __future__ import annotations

import itertools
import shutil
from contextlib import contextmanager

import psycopg
import pytest

import postgres
from tenbo.store.postgres.database_setup import create_tables

NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def server():
    """Return a server that no one kills; started when the first test asks for it."""
    if not postgres.is_there():
        pytest.skip(postgres.MISSING)
    running = postgres.Postgres()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def empty(server):
    """Return the name of a database with our tables and nothing in them, which the others are copied from."""
    execute(server, "CREATE DATABASE empty")
    assert create_tables(server.url("empty"))
    return "empty"


@pytest.fixture
def database(server, empty):
    """Return the owner's address of a new database with our tables."""
    name = f"hall{next(NUMBERS)}"
    execute(server, f"CREATE DATABASE {name} TEMPLATE {empty} STRATEGY file_copy")
    return server.url(name)


def execute(server, statement):
    """Execute one statement as the owner of everything."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(statement)


def name_of(database):
    """Return the name of a database from its address."""
    return database.partition("?")[0].rpartition("/")[2]


@contextmanager
def standby_folder(name, run_cli):
    """Yield a folder for a standby that the server's user can reach; in the end it is stopped and removed."""
    folder = postgres.folder_for(name)
    try:
        yield folder / "data"
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            run_cli("standby", "--stop", "--data", folder / "data")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def desk_server():
    """Return a desk's server of its own, which may die."""
    if not postgres.is_there():
        pytest.skip(postgres.MISSING)
    server = postgres.Postgres()
    execute(server, "CREATE DATABASE tenbo")
    create_tables(server.url("tenbo"))
    yield server
    server.stop()
