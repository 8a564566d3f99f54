"""What a store keeps beside the events and how it says what is wrong: each case with its neighbour."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from host.store.store_content import ALONE, entries
from tenbo.store import CachedResult, Entry, SqliteStore, ledgers, sqlite_store, verify
from tenbo.store import sqlite_connection as store_connect
from tenbo.store.cached_results import last_event_by_stream, valid_results
from tenbo.store.chain import NOTHING, Row
from tenbo.store.device_keys import OFFERED, PROVED, DeviceKey
from tenbo_core import events
from tenbo_core.errors import Refused, StorageFault, TenboError


def result(session, table, stream, seq, row_hash=b"h", token="t"):
    """Return a result as it is kept."""
    return CachedResult(session, table, token, stream, seq, row_hash, "{}")


def test_the_newest_event_of_each_stream_is_asked_for():
    """Who has it has all before it."""
    results = [result(1, 1, "a", 5), result(2, 1, "a", 9), result(3, 1, "a", 7), result(1, 2, "b", 0)]
    assert last_event_by_stream(results) == {"a": 9, "b": 0}
    assert last_event_by_stream([]) == {}


def test_results_are_true_while_their_stream_has_the_event_that_they_name():
    """Number, hash and stream: each of them alone is not enough; the older results of a true stream are true too."""
    results = [result(1, 1, "a", 5, b"5"), result(2, 1, "a", 9, b"9"), result(1, 2, "b", 3, b"3")]

    def rows(*found):
        return [Row(stream, seq, 0, "end", "", NOTHING, row_hash) for stream, seq, row_hash in found]

    assert valid_results(results, rows(("a", 9, b"9"), ("b", 3, b"3"))) == results
    assert valid_results(results, rows(("a", 9, b"9"))) == results[:2]
    for wrong in (("b", 3, b"4"), ("b", 4, b"3"), ("c", 3, b"3")):
        assert valid_results(results, rows(wrong)) == []


def test_kept_results_are_given_back_as_long_as_their_events_are_there(path):
    """Each in place of the one before it; those of a stream that was cut are not believed."""
    with SqliteStore(path) as store:
        rows = store.append(entries(3)) + store.append(entries(2, "table/b"))
        first = result(1, 1, "table/a", 2, rows[2].hash)
        store.cache_results([result(1, 1, "table/a", 1, rows[1].hash, "old"), result(1, 2, "table/b", 9)])
        assert [one.token for one in store.cached_results()] == ["old"]
        store.cache_results([first])
        assert store.cached_results() == [first]
        store.cache_results([result(1, 2, "table/b", 1, rows[4].hash)])
        assert [one.table for one in store.cached_results()] == [1, 2]


def test_a_key_is_kept_in_place_of_the_one_before_and_shown_nowhere(path):
    """Its state is what a log may have."""
    with SqliteStore(path) as store:
        assert store.device_keys() == {}
        store.store_device_key("5f2c", DeviceKey("secret", OFFERED))
        store.store_device_key("5f2c", DeviceKey("other", PROVED))
        store.store_device_key("77aa", DeviceKey("third", OFFERED))
        assert store.device_keys() == {"5f2c": ("other", "kept"), "77aa": ("third", "offered")}
        assert repr(store.device_keys()["5f2c"]) == "DeviceKey(kept)"


def test_streams_are_read_by_number_by_kind_and_by_end(path):
    """What is not there is None, nothing, or before the first."""
    with SqliteStore(path) as store:
        store.append([Entry("b", 0, "start", "[]"), Entry("b", 1, "hand", "[]")])
        store.append([Entry("a", 0, "hand", "[]"), Entry("a", 3, "start", "[]"), Entry("a", 4, "start", "[]")])
        assert [(row.stream, row.seq) for row in store.rows_of_kind("start")] == [("a", 3), ("a", 4), ("b", 0)]
        assert store.rows_of_kind("win") == []
        assert [store.row("a", seq) is None for seq in (-1, 0, 1, 3, 5)] == [True, False, True, False, True]
        assert store.last_of_kind("a", "hand").seq == 0
        assert (store.last_of_kind("c", "hand"), store.last_of_kind("a", "win")) == (None, None)
        assert [row.seq for row in store.rows("a", 0)] == [3, 4]
        assert list(store.rows("a", 4)) == list(store.rows("c")) == []
        assert (store.heads().keys(), store.head("a").seq, store.head("c")) == ({"a", "b"}, 4, (-1, NOTHING))
        assert store.streams() == ["a", "b"]
        assert store.stored_stream_name("a", 3) == "a"


def test_an_entry_is_the_stored_one_only_with_its_kind_and_its_body(path):
    """And one below the end that was never stored is none."""
    with SqliteStore(path) as store:
        store.append([Entry("a", 0, "start", "[]"), Entry("a", 5, "hand", "[1]")])
        assert store.append([Entry("a", 5, "hand", "[1]"), Entry("a", 0, "start", "[]")]) == []
        for other in (Entry("a", 5, "draw", "[1]"), Entry("a", 5, "hand", "[2]"), Entry("a", 3, "hand", "[1]")):
            with pytest.raises(StorageFault, match="differs from the one stored: it was sent in two versions"):
                store.append([Entry("b", 0, "start", "[]"), other])
        assert store.head("b").seq == -1
        twice = [Entry("b", 0, "start", "[]"), Entry("b", 1, "hand", "[]"), Entry("b", 0, "start", "[]")]
        with pytest.raises(StorageFault, match="sent in two versions"):
            store.append(twice)
        assert [row.seq for row in store.append(twice[:2])] == [0, 1]
        assert store.append([]) == []


def test_rows_that_are_put_back_keep_their_hashes_and_players_their_secrets(path, tmp_path):
    """A restored store is the one that was lost, not another one."""
    with SqliteStore(path) as store:
        store.append(entries(2))
        store.store_players([(1, "Ada", "L", "", "", "", *ALONE)])
        rows = [row for stream in store.streams() for row in store.rows(stream)]
        secret = store._connection.execute("SELECT salt FROM player").fetchone()[0]
        heads = store.heads()
    with SqliteStore(tmp_path / "new.db") as store:
        assert store.restore_rows(rows) == 3
        store.restore_players([((1, "Ada", "L", "", "", "", *ALONE), secret)])
        assert store.heads() == heads
        assert store.players() == [(1, "Ada", "L", "", "", "", *ALONE)]
        assert verify(tmp_path / "new.db").damage == []
        assert store.restore_rows(rows) == 0
        broken = rows[0]._replace(stream="table/z", body="[9]")
        with pytest.raises(StorageFault, match="was changed in transit"):
            store.restore_rows([rows[0], broken])
        assert store.streams() == ["people", "table/a"]


def test_a_store_that_is_only_read_takes_nothing(path):
    """Not even what would change nothing of the events."""
    with SqliteStore(path) as store:
        store.append(entries(1))
    with SqliteStore(path, readonly=True) as store:
        assert store.readonly
        for write in (
            lambda: store.append(entries(1, first=1)),
            lambda: store.store_device_key("5f2c", DeviceKey("k", PROVED)),
            lambda: store.store_players([(1, "Ada", "L", "", "", "", *ALONE)]),
            lambda: store.cache_results([result(1, 1, "table/a", 0)]),
        ):
            with pytest.raises(StorageFault):
                write()
        assert [row.seq for row in store.rows("table/a")] == [0]
    with SqliteStore(path) as store:
        assert not store.readonly


def test_a_fault_of_the_disk_fails_all_who_commit_together_and_any_other_its_caller_alone(path, monkeypatch):
    """After a fault of the disk no one knows what is on it."""
    insert = SqliteStore._insert
    for error, stored in ((sqlite3.OperationalError("disk I/O error"), []), (ValueError("odd"), [0, 1])):

        def some(store, batch, error=error):
            if batch[0].stream == "bad":
                raise error
            return insert(store, batch)

        monkeypatch.setattr(SqliteStore, "_insert", some)
        with SqliteStore(path.with_name(type(error).__name__)) as store:
            good, bad = sqlite_store._Batch(entries(2)), sqlite_store._Batch(entries(1, "bad"))
            store._commit([good, bad])
            assert [row.seq for row in store.rows("table/a")] == stored
            assert (good.error is None, bad.error is None) == (bool(stored), False)


def test_a_program_that_is_interrupted_while_it_stores_is_interrupted(path):
    """Ctrl-C is no fault of the disk; nothing of the batch is stored."""

    def clock():
        raise KeyboardInterrupt

    with SqliteStore(path, clock=clock) as store:
        with pytest.raises(KeyboardInterrupt):
            store.append(entries(2))
        assert store.head("table/a").seq == -1


def test_the_wall_clock_is_read_in_milliseconds(path, monkeypatch):
    """People read it in a log."""
    monkeypatch.setattr(sqlite_store.time, "time_ns", lambda: 1_700_000_000_123_999_999)
    with SqliteStore(path) as store:
        assert [row.ts_ms for row in store.append(entries(2))] == [1_700_000_000_123] * 2


# ---------------------------------------------------------------- what is wrong, in a sentence

FAULTS = [
    (sqlite3.OperationalError("database or disk is full"), "no_space", "is full: make room"),
    (sqlite3.OperationalError("database is locked"), "in_use", "in use by another program"),
    (sqlite3.OperationalError("attempt to write a readonly database"), "cannot_write", "folder exists and is yours"),
    (sqlite3.OperationalError("unable to open database file"), "cannot_write", "folder exists and is yours"),
    (sqlite3.DatabaseError("database disk image is malformed"), "damaged", "is damaged: keep it"),
    (sqlite3.DatabaseError("file is not a database"), "damaged", "is damaged: keep it"),
    (sqlite3.DatabaseError("disk I/O error"), "cannot_write", r"cannot be used \(disk I/O error\)"),
    (OSError(errno.EIO, "Input/output error"), "cannot_write", r"cannot be used \(Input/output error\)"),
    (OSError("odd"), "cannot_write", r"cannot be used \(odd\)"),
    (sqlite3.IntegrityError("NOT NULL constraint failed"), "cannot_write", "cannot be used"),
    (OverflowError("int too big"), "bad_field", r"cannot be stored in hall.db \(OverflowError"),
    (TypeError("no"), "bad_field", "nothing was stored"),
]


@pytest.mark.parametrize(("error", "code", "words"), FAULTS, ids=lambda value: str(value)[:40])
def test_each_fault_of_the_disk_or_the_file_has_its_sentence(error, code, words):
    """With what to do about it."""
    fault = sqlite_store._fault(Path("hall.db"), error)
    assert (type(fault), fault.code, fault.at) == (StorageFault, code, "store")
    with pytest.raises(StorageFault, match=words):
        raise fault
    own = Refused("not_allowed_now", "no", "event")
    assert sqlite_store._fault(Path("hall.db"), own) is own


def test_a_backup_says_what_is_in_its_way_and_leaves_nothing_half_made(path, tmp_path):
    """A folder that is not there; a part of an earlier try is no obstacle."""
    with SqliteStore(path) as store:
        store.append(entries(2))
        with pytest.raises(StorageFault, match=r"cannot be written|cannot be used"):
            store.backup(tmp_path / "nowhere" / "copy.db")
        (tmp_path / "copy.db.part").write_text("half")
        store.backup(tmp_path / "copy.db")
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == ["copy.db"]
    with SqliteStore(tmp_path / "copy.db", readonly=True) as store:
        assert len(list(store.rows("table/a"))) == 2


def test_a_file_is_made_for_its_owner_and_one_that_is_there_keeps_what_is_in_it(tmp_path):
    """Names are no one else's business."""
    made, there = tmp_path / "made", tmp_path / "there"
    there.write_text("x")
    there.chmod(0o666)
    for file in (made, there):
        store_connect.restrict_to_owner(file)
        assert file.stat().st_mode & 0o777 == 0o600
    assert (made.read_text(), there.read_text()) == ("", "x")


def test_a_file_is_a_database_by_how_it_begins_or_empty(tmp_path):
    """One that is not there, or may not be read, is told by who opens it."""
    file = tmp_path / "hall.db"
    store_connect.check_database_file(file)
    for begin, fits in (
        (b"", True),
        (store_connect.MAGIC, True),
        (store_connect.MAGIC[:-1], False),
        (b"x" * 16, False),
    ):
        file.write_bytes(begin)
        if fits:
            store_connect.check_database_file(file)
        else:
            with pytest.raises(StorageFault, match="is not a store"):
                store_connect.check_database_file(file)


def test_a_store_on_a_medium_is_read_with_the_log_that_lies_beside_it(path, tmp_path, monkeypatch):
    """Of a program that died while writing, the last events stand there; an empty log is none."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        for name in ("hall.db", "hall.db-wal"):
            (tmp_path / ("stick" + name[4:])).write_bytes((tmp_path / name).read_bytes())
    monkeypatch.setattr(os, "access", lambda *_: False)
    with SqliteStore(tmp_path / "stick.db", readonly=True) as store:
        assert [row.seq for row in store.rows("table/a")] == [0, 1, 2]
    (tmp_path / "stick.db").write_bytes(path.read_bytes())
    (tmp_path / "stick.db-wal").write_bytes(b"")
    with SqliteStore(tmp_path / "stick.db", readonly=True) as store:
        assert [row.seq for row in store.rows("table/a")] == [0, 1, 2]


@pytest.mark.parametrize("writable", [True, False])
def test_a_store_that_cannot_be_opened_is_not_held_open(path, monkeypatch, writable):
    """One of a newer version, kept or on a medium: anyone who is refused leaves nothing behind."""
    with SqliteStore(path) as store:
        store.append(entries(1))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    made, connect = [], store_connect._connect

    def noted(name):
        made.append(connect(name))
        return made[-1]

    monkeypatch.setattr(store_connect, "_connect", noted)
    if not writable:
        monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(TenboError):
        SqliteStore(path, readonly=not writable)
    assert len(made) == 1
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")


def test_whoever_finds_the_file_busy_waits_for_five_seconds(path):
    """As for a backup that is being made."""
    with closing(store_connect.open_writable(path)) as connection:
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)


def test_a_file_under_the_same_name_is_another_one(path, tmp_path):
    """A backup put in its place while it is in use: nothing more is stored in either."""
    with SqliteStore(path) as store:
        store.append(entries(1))
        store.backup(tmp_path / "copy.db")
        presence = store_connect.FileIdentityCheck(path)
        presence.check()
        path.rename(tmp_path / "old.db")
        with pytest.raises(StorageFault, match="was removed or replaced"):
            presence.check()
        (tmp_path / "copy.db").rename(path)
        with pytest.raises(StorageFault, match="was removed or replaced"):
            presence.check()
    with pytest.raises(StorageFault, match="was removed or replaced"):
        store_connect.FileIdentityCheck(tmp_path / "never").check()


def test_a_log_that_comes_later_is_remembered_and_must_stay_the_same(tmp_path):
    """It is made with the first write."""
    path = tmp_path / "hall.db"
    path.touch()
    presence = store_connect.FileIdentityCheck(path)
    presence.check()
    beside = store_connect.wal_path(path)
    assert beside.name == "hall.db-wal"
    beside.touch()
    presence.check()
    presence.check()
    beside.rename(tmp_path / "elsewhere")
    with pytest.raises(StorageFault, match="removed or replaced"):
        presence.check()


# ---------------------------------------------------------------- ledgers


def test_a_game_is_what_lies_between_its_start_and_the_next(path):
    """And only the streams of tables are ledgers."""
    told = [events.make(n, kind, 4, n, {}) for n, kind in enumerate(("start", "hand", "end", "start", "start", "hand"))]
    with SqliteStore(path) as store:
        store.append([ledgers.entry_of("5f2c", event) for event in told] + [Entry("desk", 0, "session", "[]")])
        assert ledgers.ledger_ids(store) == ["5f2c"]
        games = [[event.n for event in ledgers.iter_game_events(store, "5f2c", start)] for start in (0, 3, 4)]
        assert games == [[0, 1, 2], [3], [4, 5]]
        stored = ledgers.StoredLedgers(store)
        assert [event.n for event in stored.latest_game_events("5f2c")] == [4, 5]
        assert stored.latest_game_events("77aa") == []
        assert [plain[0] for plain in stored.events_after("5f2c", 3)] == [4, 5]
        assert stored.event("5f2c", 1) == told[1].plain()
        assert stored.event("5f2c", 6) is None
        assert [event.plain() for event in stored.latest_game_events("5f2c")] == [told[4].plain(), told[5].plain()]
