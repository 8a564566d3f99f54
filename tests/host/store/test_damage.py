"""A verification names what was changed, removed or damaged in a store."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from host.store.store_content import ALONE, entries, meddle
from tenbo.cli.dispatch import main
from tenbo.store import Entry, SqliteStore, verify
from tenbo.store.chain import NOTHING, chain_entry, row_digest
from tenbo.store.schema import APPLICATION, DISPLAY_NAMES, FIRST, PEOPLE
from tenbo_core.errors import StorageFault


def test_a_store_that_is_not_there_is_not_made(path):
    """An empty file under a mistyped name would be the next thing that someone takes for the store."""
    with pytest.raises(StorageFault, match=r"there is no store .*: name the right file"):
        verify(path.with_name("mistyped.db"))
    assert [*path.parent.iterdir()] == []


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("statement", "seq", "what"),
    [
        ("UPDATE event SET body = '[9,9]' WHERE seq = 4", 4, "was changed"),
        ("UPDATE event SET ts_ms = 1 WHERE seq = 4", 4, "was changed"),
        ("UPDATE event SET ts_ms = -1 WHERE seq = 4", 4, "cannot be read"),
        ("UPDATE event SET kind = 'win' WHERE seq = 4", 4, "was changed"),
        ("DELETE FROM event WHERE seq = 4", 5, "does not follow event 3"),
        ("DELETE FROM event WHERE seq = 9", 8, "ends with event 8, but 9 was the last"),
        ("DELETE FROM event", -1, "has no events, but 9 was the last"),
        ("INSERT INTO event SELECT 'table/a', 77, ts_ms, kind, body, prev, hash FROM event WHERE seq = 4", 77, "not"),
    ],
)
def test_a_row_that_somebody_changed_is_named(path, statement, seq, what):
    """An honest mistake with a database program must not become a result."""
    with SqliteStore(path) as store:
        store.append(entries(10))
    assert verify(path).damage == []
    meddle(path, statement)
    found = verify(path).damage
    assert any(damage.seq == seq and what in damage.what for damage in found), found


REMOVE_B = "DELETE FROM event WHERE stream = 'table/b'", "DELETE FROM head WHERE stream = 'table/b'"
CUT_B = (
    "DELETE FROM event WHERE stream = 'table/b' AND seq > 2",
    "UPDATE head SET seq = 2, hash = (SELECT hash FROM event WHERE stream = 'table/b' AND seq = 2)"
    " WHERE stream = 'table/b'",
)


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("statements", "stream", "what"),
    [
        (REMOVE_B, "table/b", "is gone, with 4 more of its events"),
        (CUT_B, "table/b", "is gone, with 1 more of its events"),
        ((*REMOVE_B, "DELETE FROM whole WHERE stream = 'table/b'"), "table/a", "the order of events was changed"),
        ((*CUT_B, "DELETE FROM whole WHERE stream = 'table/b' AND seq > 2"), "table/a", "the order of events was"),
        (("DELETE FROM whole WHERE place = (SELECT max(place) FROM whole)",), "table/a", "has no place in the order"),
        (("DELETE FROM whole WHERE place = 1",), "table/a", "the order of events was changed"),
        (("UPDATE whole SET hash = x'00' WHERE place = 3",), "table/a", "the order of events was changed"),
        (("UPDATE player SET last = 'BYRON' WHERE id = 1",), "player", "was changed after it was stored"),
        (("UPDATE player SET ema = '2' WHERE id = 1",), "player", "was changed after it was stored"),
        (("DELETE FROM player WHERE id = 2",), "player", "is gone, but was not erased"),
        (("INSERT INTO player SELECT 7, first, last, ema, country, shown, salt, '', '', '' FROM player WHERE id = 1",),
         "player", "was added by another program"),
        (("DROP TRIGGER event_stays",), "", "the database's event_stays is missing"),
        (("DROP TRIGGER whole_remains",), "", "the database's whole_remains is missing"),
        (("DROP TRIGGER event_stays", "CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT 1; END"),
         "", "the database's event_stays was changed"),
    ],
)  # fmt: skip
def test_what_leaves_every_ledger_sound_is_seen_too(path, statements, stream, what):
    """Whole ledgers, ends of ledgers, names and the database's own guards: someone may have taken any of them."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        store.append(entries(5, "table/b"))
        store.append(entries(3, first=3))
        store.store_players(
            [(1, "Ada", "LOVELACE", "1", "UK", "", *ALONE), (2, "Grace", "HOPPER", "", "US", "", *ALONE)]
        )
        store.append(entries(1, first=6))
    assert verify(path).damage == []
    with closing(sqlite3.connect(path)) as connection, connection:
        if not statements[0].startswith("DROP"):
            for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)
    found = verify(path).damage
    assert any(damage.stream == stream and what in damage.what for damage in found), found


KEPT_NUMBER = "stream = 'people' AND seq = 0"


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("statement", "stream", "what"),
    [
        ("UPDATE event SET stream = CAST(stream AS BLOB) WHERE seq = 4", "table/a", "its stream in event is blob, not"),
        ("UPDATE event SET hash = 7 WHERE seq = 4", "table/a", "its hash in event is integer, not blob"),
        ("UPDATE event SET hash = 'x' WHERE seq = 5", "table/a", "its hash in event is text, not blob"),
        ("UPDATE event SET seq = 7.5 WHERE seq = 5", "table/a", "its seq in event is real, not integer"),
        ("UPDATE head SET stream = x'ff' WHERE stream = 'table/a'", "\ufffd", "its stream in head is blob, not text"),
        ("UPDATE whole SET hash = 1.5 WHERE place = 2", "table/a", "its hash in whole is real, not blob"),
        ("UPDATE player SET last = CAST(last AS BLOB)", "player", "its last in player is blob, not text"),
        ("UPDATE player SET salt = 'x'", "player", "its salt in player is text, not blob"),
        ("UPDATE event SET body = CAST(x'5bff5d' AS TEXT) WHERE seq = 4", "table/a", "was changed after it was stored"),
        (f"UPDATE event SET body = '{'[' * 5000}' WHERE seq = 4", "table/a", "cannot be read"),
        ("UPDATE event SET stream = 'from/red~" + "9" * 5000 + "/a' WHERE seq = 5", "table/a", "is gone"),
        *((f"UPDATE event SET body = '{body}' WHERE {KEPT_NUMBER}", "people", "was changed after it was stored")
          for body in ("7", "null", "x", "[]", "[1]", "[[],[]]", "{}", "[" * 5000)),
    ],
)  # fmt: skip
def test_a_value_that_no_program_of_ours_writes_is_named_and_ends_nothing(path, capsys, statement, stream, what):
    """The database lets another program put anything anywhere: anyone who asks what was changed gets an answer."""
    with SqliteStore(path) as store:
        store.append(entries(6))
        store.store_players([(1, "Ada", "LOVELACE", "1", "UK", "", *ALONE)])
    meddle(path, statement)
    assert main(["verify", str(path), "--json"]) == 1
    damage = json.loads(capsys.readouterr().out)["damage"]
    assert any(one["stream"] == stream and what in one["what"] for one in damage), damage
    assert main(["verify", str(path)]) == 1
    assert "damaged: keep this file and restore a backup" in capsys.readouterr().out


def test_a_store_cut_back_as_a_whole_has_another_end(path, tmp_path):
    """That is all that tells it from a copy of its own past, so the end is printed to be written down."""
    with SqliteStore(path) as store:
        store.append(entries(5))
        store.backup(tmp_path / "earlier.db")
        store.append(entries(2, first=5))
    earlier, later = verify(tmp_path / "earlier.db"), verify(path)
    assert earlier.damage == later.damage == []
    assert len(earlier.end) == 64
    assert earlier.end != later.end
    assert not later.limits


def test_a_store_that_was_cut_off_before_anything_was_in_it_is_empty_and_sound(path):
    """The power may go between the file and its first table."""
    path.touch()
    assert verify(path)[:2] == (0, [])
    assert "its contents were deleted" in verify(path).limits[0]
    with SqliteStore(path) as store:
        store.append(entries(1))
    assert verify(path)[:2] == (1, [])


def test_an_older_store_is_verified_as_far_as_it_can_be_and_that_is_said(path):
    """A backup of last year is no damage, and no proof that nothing is gone."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in (*FIRST, *PEOPLE, *DISPLAY_NAMES):
            connection.execute(statement)
        connection.execute("INSERT INTO player VALUES (1, 'Ada', 'LOVELACE', '11990001', 'UK', '')")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("PRAGMA user_version = 3")
        row = chain_entry(Entry("table/a", 0, "riichi", "[0,0]"), 5, b"")
        connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        connection.execute("INSERT INTO head VALUES ('table/a', 0, ?)", (row.hash,))
    report = verify(path)
    assert report.damage == []
    assert "an older Tenbo wrote this store" in report.limits[0]
    with SqliteStore(path) as store:
        assert store.players() == [(1, "Ada", "LOVELACE", "11990001", "UK", "", *ALONE)]
    report = verify(path)
    assert report.damage == []
    assert report.limits == ()
    meddle(path, "UPDATE player SET first = 'Eve'")
    assert verify(path).damage


def test_a_damaged_page_is_found(path):
    """A disk may lie as well as a person."""
    with SqliteStore(path) as store:
        store.append(entries(2000))
    data = bytearray(path.read_bytes())
    place = data.index(b"riichi", len(data) // 2)
    data[place : place + 3] = b"xyz"
    path.write_bytes(data)
    assert verify(path).damage


@pytest.mark.parametrize("data", [b"not a database at all" * 100, b"Hello\n", b"SQLite format 4\0"])
def test_a_file_that_is_no_database_is_told_to_be_no_store(path, data):
    """A typing mistake is no reason to look for a backup; the file stays as it is."""
    path.write_bytes(data)
    for look in (verify, SqliteStore, lambda path: SqliteStore(path, readonly=True)):
        with pytest.raises(StorageFault, match="is not a store: name the database file of tenbo run"):
            look(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", ["folder", ""])
def test_a_folder_is_told_to_be_no_store(tmp_path, monkeypatch, name):
    """A name that is left empty is the folder one is in."""
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    for look in (verify, SqliteStore, lambda path: SqliteStore(path, readonly=True)):
        with pytest.raises(StorageFault, match="is a folder: name the database file of tenbo run"):
            look(Path(name))


def test_a_database_of_another_program_is_told_to_be_one(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE song (title TEXT)")
    for look in (verify, SqliteStore):
        with pytest.raises(StorageFault, match="is a database of another program"):
            look(path)


def test_a_database_that_ends_too_soon_is_reported_as_damage(path):
    """A verification answers; it does not end in a traceback."""
    with SqliteStore(path) as store:
        store.append(entries(200))
    path.write_bytes(path.read_bytes()[:3000])
    assert "cannot be read" in verify(path).damage[0].what
    with pytest.raises(StorageFault, match="is damaged"):
        SqliteStore(path)


def test_a_store_that_another_program_keeps_everybody_out_of_is_not_called_damaged(path, monkeypatch, capsys):
    """Anyone who is told of damage restores a backup over a sound store."""
    monkeypatch.setattr("tenbo.store.integrity.BUSY_MS", 1)
    with SqliteStore(path) as store:
        store.append(entries(2))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        assert main(["verify", str(path)]) == 1
        told = f"tenbo verify: {path} is in use by another program: stop it first\n"
        assert capsys.readouterr() == ("", told)
    assert main(["verify", str(path)]) == 0


def test_half_a_letter_in_a_row_is_hashed_as_it_is_stored():
    """What a damaged line brought may be stored; it must not end the chain's arithmetic."""
    assert row_digest(NOTHING, "a", 0, 0, "name", "\ud83c") == row_digest(NOTHING, "a", 0, 0, "name", "?")


def test_an_event_cannot_be_changed_or_removed_by_sql_alone(path):
    """Append-only is the database's business too, not only ours."""
    with SqliteStore(path) as store:
        store.append(entries(3))
    with closing(sqlite3.connect(path)) as connection:
        for statement in ("UPDATE event SET body = ''", "DELETE FROM event"):
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                connection.execute(statement)


def test_a_check_looks_at_each_row_a_few_times_however_many_there_are(path, monkeypatch):
    """A tournament's store has tens of thousands of rows: what grows with their square would take minutes."""
    turns = []
    connect = sqlite3.connect

    def counted(*arguments, **options):
        connection = connect(*arguments, **options)
        connection.set_progress_handler(lambda: turns.append(1) and 0, 100)
        return connection

    with SqliteStore(path) as store:
        for first in range(0, 2000, 500):
            store.append(entries(500, first=first))
    monkeypatch.setattr(sqlite3, "connect", counted)
    assert verify(path).damage == []
    # Some forty steps of the database a row for each of the four ways through them.
    assert len(turns) * 100 < 200 * 2000
