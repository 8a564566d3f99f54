"""A store of an older version: read as it is, brought up to date once by the service, with a copy beside it."""

from __future__ import annotations

import hashlib
import io
import sqlite3
from contextlib import closing

import pytest

from host.store.old_stores import PLAYERS, old_store
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.runtime.service_log import ServiceLog
from tenbo.store import VERSION, SqliteStore, verify

READING = (
    ["verify"], ["results"], ["log", "1"], ["session", "show"], ["export", "tables.csv", "--provisional"], ["pace"],
    ["print", "standings", "--out", "standings.pdf"], ["backup", "copy.db"],
)  # fmt: skip


def version_of(path):
    """Return the version that a store says."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def run_once(path):
    """Run the service until it has begun, and return what it has logged."""
    log = io.StringIO()
    with Service(Config(path, [], search=False, listen=("127.0.0.1", 0)), ServiceLog(out=log)):
        pass
    return log.getvalue()


@pytest.mark.parametrize("version", [3, 6])
@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
def test_a_command_that_reads_leaves_an_old_store_as_it_is(path, tmp_path, monkeypatch, capsys, version, words):
    """The only copy of a season is not rewritten because someone looked at it, and the old program still reads it."""
    monkeypatch.chdir(tmp_path)
    old_store(path, version)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    main([*words, *([path.name] if words == ["verify"] else ["--store", path.name])])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert "DAMAGED" not in said.out
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert version_of(path) == version


@pytest.mark.parametrize("version", [3, 6])
def test_an_old_store_that_was_asked_first_by_a_reading_command_is_sound(path, capsys, version):
    """Results, then the check: players whom an older version has kept were not put in beside the program."""
    old_store(path, version)
    assert main(["results", "--store", str(path)]) == 1
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0, capsys.readouterr().out
    run_once(path)
    assert verify(path).damage == []
    with SqliteStore(path, readonly=True) as store:
        assert [row[:6] for row in store.players()] == PLAYERS


@pytest.mark.parametrize("version", [1, 3, 6])
def test_the_service_brings_an_old_store_up_to_date_once_and_keeps_it_as_it_was(path, version):
    """In one line it says so, and where the copy is; a copy that is there already stays."""
    old_store(path, version) if version > 2 else made_of_version_1(path)
    kept = path.with_name(f"{path.name}.v{version}")
    kept.write_text("of another year")
    said = [line for line in run_once(path).splitlines() if "was updated from" in line]
    assert len(said) == 1
    assert f"store version {version} to {VERSION}" in said[0]
    copy = path.with_name(f"{kept.name}-2")
    assert str(copy) in said[0]
    assert (version_of(copy), version_of(path)) == (version, VERSION)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert kept.read_text() == "of another year"
    assert "was updated from" not in run_once(path)


def made_of_version_1(path):
    """Make a store of the first version, without anything in it."""
    from tenbo.store.schema import migrate

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, path, 1)


def test_a_new_store_is_nothing_to_copy(path):
    """And a store of today is opened as often as one likes."""
    for _ in range(2):
        with SqliteStore(path) as store:
            assert store.migrated == ""
    assert [file.name for file in path.parent.iterdir() if ".v" in file.name] == []


def test_a_backup_that_is_read_stays_one_file(path, tmp_path):
    """A reading command does not turn the copy on the stick into a database that is in use."""
    with SqliteStore(path) as store:
        store.backup(tmp_path / "copy.db")
    before = (tmp_path / "copy.db").read_bytes()
    with SqliteStore(tmp_path / "copy.db", readonly=True) as store:
        assert store.players() == []
    assert (tmp_path / "copy.db").read_bytes() == before
