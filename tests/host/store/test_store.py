"""The store keeps what it has taken, and says in one sentence what is wrong."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from host.store.store_content import ALONE, entries
from tenbo.store import VERSION, Entry, SqliteStore, verify
from tenbo_core.errors import StorageFault


def test_what_was_appended_is_there_after_opening_again(path):
    """The store is the record: the process may end at any time."""
    with SqliteStore(path) as store:
        store.append(entries(3))
    with SqliteStore(path) as store:
        assert [row.seq for row in store.rows("table/a")] == [0, 1, 2]
        assert store.head("table/a").seq == 2
        assert store.head("table/b").seq == -1


@pytest.mark.parametrize("name", ["file:hall.db", "file:hall.db?mode=memory", "hall.db?mode=memory", ":memory:"])
def test_a_name_is_a_file_s_whatever_a_database_would_make_of_it(tmp_path, monkeypatch, name):
    """What was acknowledged is in the file of that very name, and not in memory or in another file."""
    monkeypatch.chdir(tmp_path)
    with SqliteStore(Path(name)) as store:
        store.append(entries(3))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with SqliteStore(Path(name), readonly=True) as store:
        assert [row.seq for row in store.rows("table/a")] == [0, 1, 2]


def test_a_second_look_at_an_open_store_leaves_its_log_to_it(path):
    """It took the locks of the process away, and the next program that closed the store removed the log in use."""
    other = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT 1 FROM sqlite_master'); c.close()"
    with SqliteStore(path) as store:
        store.append(entries(2))
        with SqliteStore(path, readonly=True) as reader:
            assert reader.head("table/a").seq == store.head("table/a").seq
        subprocess.run([sys.executable, "-c", other, str(path)], check=True)
        assert path.with_name(path.name + "-wal").exists()
        store.append(entries(3)[2:])
        assert store.head("table/a").seq == 2
    with SqliteStore(path) as store:
        assert store.head("table/a").seq == 2


def test_a_long_stream_is_read_whole_and_in_order_from_any_number(path):
    """It is read in parts, of which none may be lost or told twice where they meet."""
    with SqliteStore(path) as store:
        store.append(entries(1200))
        for after in (-1, 0, 62, 63, 64, 563, 564, 1198, 1199):
            assert [row.seq for row in store.rows("table/a", after)] == list(range(after + 1, 1200))


def test_whoever_reads_a_game_does_not_read_the_games_after_it(path):
    """A table plays eight sessions, and results are made of each of them."""
    with SqliteStore(path) as store:
        store.append([entry._replace(kind="riichi" if entry.seq % 30 else "start") for entry in entries(450)])
        steps = []
        store._connection.set_progress_handler(lambda: steps.append(1), 1)
        rows = store.rows("table/a")
        first = [next(rows) for _ in range(31)]
        of_a_game = len(steps)
        assert [row.seq for row in (*first, *rows)] == list(range(450))
        assert 4 * of_a_game < len(steps)


def test_an_event_that_comes_twice_is_stored_once(path):
    """A table repeats what may have been lost, so the same event comes again and again."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        assert [row.seq for row in store.append(entries(5))] == [3, 4]
        assert store.head("table/a").seq == 4


def test_another_event_under_a_stored_number_is_refused(path):
    """Two stories of one number mean that someone has changed one; neither may overwrite the other."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        with pytest.raises(StorageFault, match="was sent in two versions"):
            store.append([Entry("table/a", 1, "riichi", "[3,0]")])
        assert verify(path).damage == []


def test_a_refused_batch_does_not_harm_the_batches_of_others(path):
    """Many tables share one transaction; one that tells lies must not stop the others."""
    with SqliteStore(path) as store:
        store.append(entries(2))
        threads = [threading.Thread(target=store.append, args=(entries(20, f"table/{number}"),)) for number in range(8)]
        for thread in threads:
            thread.start()
        with pytest.raises(StorageFault):
            store.append([Entry("table/a", 0, "draw", "[]")])
        for thread in threads:
            thread.join()
        assert [store.head(f"table/{number}").seq for number in range(8)] == [19] * 8
    assert verify(path).damage == []


class Slow:
    """A clock that holds the first batch up until the others wait behind it."""

    def __init__(self, others: int) -> None:
        self.others = others
        self.store: SqliteStore | None = None
        self._look = threading.Event()

    def __call__(self) -> int:
        while self.store is not None and len(self.store._waiting) < self.others:
            self._look.wait(0.001)
        self.store = None
        return 0


@pytest.mark.parametrize(
    "bad", [Entry("t", 2**64, "start", "[]"), Entry("t", 0, "start", None), Entry("t", 0, "\ud800", "")]
)
def test_whatever_cannot_be_stored_fails_alone(path, bad):
    """Everybody who commits at the same moment is told the truth: stored, or not."""
    told = {}

    def append(store, name, batch):
        try:
            told[name] = [row.seq for row in store.append(batch)]
        except StorageFault as fault:
            told[name] = fault.message

    slow = Slow(4)
    with SqliteStore(path, clock=slow) as store:
        slow.store = store
        batches = {f"table/{place}": entries(3, f"table/{place}") for place in range(4)}
        batches["bad"] = [Entry("bad", 0, "start", "[]"), bad]
        threads = [threading.Thread(target=append, args=(store, name, batch)) for name, batch in batches.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert "cannot be stored" in told.pop("bad")
        assert told == {f"table/{place}": [0, 1, 2] for place in range(4)}
        assert [store.head(f"table/{place}").seq for place in range(4)] == [2] * 4
        assert store.head("bad").seq == -1
        store.append(entries(2, "table/a"))
    assert verify(path)[:2] == (14, [])


def test_players_that_cannot_be_kept_leave_the_store_ready(path):
    """A number with too many digits is an ordinary slip; the next record is stored as ever."""
    with SqliteStore(path) as store:
        with pytest.raises(StorageFault, match="cannot be stored"):
            store.store_players([(1, "Ada", "L", "", "", "", *ALONE), (10**20, "Grace", "H", "", "", "", *ALONE)])
        assert store.players() == []
        assert len(store.append(entries(3))) == 3


def test_more_rows_than_a_page_are_read_in_order(path):
    """Reading goes page by page, so that memory stays flat however long the store is."""
    with SqliteStore(path) as store:
        store.append(entries(1203))
        assert [row.seq for row in store.rows("table/a", after=600)] == list(range(601, 1203))


def test_the_newest_event_of_a_kind_is_found(path):
    """The running game begins with the newest start."""
    with SqliteStore(path) as store:
        store.append([Entry("t", 0, "start", "[]"), Entry("t", 1, "hand", "[]"), Entry("t", 2, "start", "[]")])
        newest = store.last_of_kind("t", "start")
        assert newest is not None
        assert newest.seq == 2
        assert store.last_of_kind("t", "win") is None


# ---------------------------------------------------------------- files and people


def test_a_player_who_is_forgotten_leaves_no_trace_in_the_file_and_the_chain_holds(path):
    """Also not in what the database keeps beside it, or in pages that it uses no more."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        store.store_players(
            [(1, "Ada", "LOVELACE", "11990001", "UK", "Ada L", *ALONE), (2, "Grace", "HOPPER", "", "US", "", *ALONE)]
        )
        store.forget_player(1)
        files = b"".join(file.read_bytes() for file in path.parent.glob(path.name + "*"))
        assert b"LOVELACE" not in files
        assert b"HOPPER" in files
        assert [row[0] for row in store.players()] == [2]
    assert not verify(path).damage


@pytest.mark.parametrize("name", ["hall.db", "hall.db-wal"])
def test_a_store_whose_file_is_removed_acknowledges_nothing_more(path, name):
    """What is written to a file that has no name any more is gone with the program."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        (path.parent / name).rename(path.parent / "elsewhere")
        with pytest.raises(StorageFault, match="was removed or replaced while in use"):
            store.append(entries(1, first=3))
        with pytest.raises(StorageFault, match="was removed or replaced"):
            store.store_players([(1, "Ada", "L", "", "", "", *ALONE)])
        (path.parent / "elsewhere").rename(path.parent / name)
        store.append(entries(1, first=3))
    assert verify(path).rows == 4


def test_only_the_owner_may_read_names(path, tmp_path):
    """The store, what the database keeps beside it, and copies; also of a store that others could read."""
    for _ in range(2):
        with SqliteStore(path) as store:
            store.append(entries(1))
            copy = tmp_path / f"copy{len(list(tmp_path.iterdir()))}.db"
            store.backup(copy)
            rights = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
            assert set(rights.values()) == {0o600}, rights
            assert f"{path.name}-wal" in rights
        path.chmod(0o644)


@pytest.mark.parametrize("version", [VERSION, 3])
def test_a_backup_on_a_medium_that_cannot_be_written_is_read(path, tmp_path, monkeypatch, version):
    """A stick with its lock on, a DVD: results, log and files come from it, and nothing is written beside it."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        store.store_players([(1, "Ada", "L", "", "", "", *ALONE)])
        store.backup(tmp_path / "stick.db")
    if version < VERSION:
        with closing(sqlite3.connect(tmp_path / "stick.db")) as connection, connection:
            connection.execute("DROP TABLE whole")
            connection.execute("DROP TABLE device_key")
            connection.execute("DROP TABLE result")
            for column in ("salt", "club", "team", "newcomer"):
                connection.execute(f"ALTER TABLE player DROP COLUMN {column}")
            connection.execute(f"PRAGMA user_version = {version}")
    before = (tmp_path / "stick.db").read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with SqliteStore(tmp_path / "stick.db", readonly=True) as store:
        assert [row.seq for row in store.rows("table/a")] == [0, 1, 2]
        assert store.players() == [(1, "Ada", "L", "", "", "", *ALONE)]
        with pytest.raises(StorageFault):
            store.append(entries(1, first=3))
    assert (tmp_path / "stick.db").read_bytes() == before
    assert not list(tmp_path.glob("stick.db-*"))


def test_a_missing_store_is_named_and_not_made_by_reading(path):
    """A typing error in a name must not look like an empty tournament."""
    with pytest.raises(StorageFault, match="there is no store") as fault:
        SqliteStore(path, readonly=True)
    assert fault.value.code == "no_file"
    assert not path.exists()


def test_a_folder_that_does_not_exist_is_named(tmp_path):
    """The message says what to do."""
    with pytest.raises(StorageFault, match="cannot be written: check that the folder exists") as fault:
        SqliteStore(tmp_path / "nowhere" / "hall.db")
    assert fault.value.code == "cannot_write"


def test_a_full_disk_is_said_and_the_store_stays_whole(path):
    """A full disk is an ordinary event in a hall; the tables keep what they have and send it again."""
    with SqliteStore(path) as store:
        store.append(entries(10))
        store._connection.execute("PRAGMA max_page_count = 12")
        with pytest.raises(StorageFault, match=r"is full: make room") as fault:
            store.append(entries(5000, first=10))
        assert fault.value.code == "no_space"
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.append(entries(100, first=10))
        assert store.head("table/a").seq == 109
    assert verify(path).damage == []


# ---------------------------------------------------------------- copies


@pytest.mark.thorough("a store under writers")
def test_a_backup_is_whole_while_others_write(path, tmp_path):
    """A copy is made between two rounds, while the tables play on."""
    copies = [tmp_path / f"copy{number}.db" for number in range(5)]
    with SqliteStore(path) as store:
        store.append(entries(2000))
        done = threading.Event()

        def write() -> None:
            number = 2000
            while not done.is_set():
                store.append(entries(1, first=number))
                number += 1

        writer = threading.Thread(target=write)
        writer.start()
        for copy in copies:
            store.backup(copy)
        done.set()
        writer.join()
    for copy in copies:
        report = verify(copy)
        assert report.damage == []
        assert report.rows >= 2000


def test_a_backup_is_one_file_that_is_read_without_another_beside_it(path, tmp_path):
    """A running store has a log beside it; a copy that asked for one could not be read on a stick that is locked."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        store.backup(tmp_path / "copy.db")
    # Bytes 18 and 19 of a database say how it is written and read: 2 is with a log, 1 without.
    assert path.read_bytes()[18:20] == b"\x02\x02"
    assert (tmp_path / "copy.db").read_bytes()[18:20] == b"\x01\x01"
    assert [each.name for each in tmp_path.glob("copy*")] == ["copy.db"]


KILLED = """
import os, pathlib, sys
from tenbo.store import Entry, SqliteStore
store = SqliteStore(pathlib.Path(sys.argv[1]))
store.append([Entry("table/a", number, "hand", "[3,4]") for number in range(int(sys.argv[2]))])
store.backup(pathlib.Path(sys.argv[3])) if sys.argv[3:] else None
store.append([Entry("table/a", int(sys.argv[2]), "hand", "[3,4]")])
os._exit(1)
"""


@pytest.mark.parametrize("readonly", [False, True])
def test_a_backup_beside_the_log_of_another_store_is_refused_and_not_changed(path, tmp_path, readonly):
    """SQLite writes the log of the damaged store into the backup, and removes it where there is no file."""
    subprocess.run([sys.executable, "-c", KILLED, path, "3", tmp_path / "backup.db"], check=False)
    path.unlink()
    log = path.with_name(path.name + "-wal")
    begun = log.read_bytes()
    # Whoever reads misses a store that is not there, as ever.
    for copied in (True,) if readonly else (False, True):
        if copied:
            shutil.copy(tmp_path / "backup.db", path)
        with pytest.raises(StorageFault, match=r"move .*-wal and .*-shm to the folder") as refused:
            SqliteStore(path, readonly=readonly)
        assert refused.value.code == "contradiction"
        assert log.read_bytes() == begun
    with pytest.raises(StorageFault, match="log of another store"):
        verify(path)
    assert path.read_bytes() == (tmp_path / "backup.db").read_bytes()
    log.rename(tmp_path / "old-wal")
    with SqliteStore(path, readonly=readonly) as store:
        assert store.head("table/a").seq == 2


def test_the_log_that_a_power_cut_left_is_taken(path):
    """From the first moment of a store on, and of a store that was a backup."""
    for count in (1, 3, 400):
        subprocess.run([sys.executable, "-c", KILLED, path, str(count)], check=False)
        assert path.with_name(path.name + "-wal").stat().st_size > 0
        with SqliteStore(path) as store:
            assert store.head("table/a").seq == count
            store.backup(path.with_name(f"{count}.db"))
        path.unlink()
        shutil.copy(path.with_name(f"{count}.db"), path)
        subprocess.run([sys.executable, "-c", KILLED, path, str(count + 1)], check=False)
        with SqliteStore(path) as store:
            assert store.head("table/a").seq == count + 1
        path.unlink()


def test_a_backup_never_overwrites_a_file(path, tmp_path):
    """Yesterday's copy is not lost by a repeated command."""
    (tmp_path / "copy.db").write_text("precious")
    with SqliteStore(path) as store, pytest.raises(StorageFault, match="exists already"):
        store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_copy_of_the_file_continues_the_same_chain(path, tmp_path):
    """A laptop is replaced by another: the copied store goes on where it was."""
    with SqliteStore(path) as store:
        store.append(entries(5))
    shutil.copy(path, tmp_path / "other.db")
    with SqliteStore(tmp_path / "other.db") as store:
        store.append(entries(5, first=5))
    assert verify(tmp_path / "other.db")[:2] == (10, [])
