"""What a verification finds, to the letter: each side of each condition alone, and what it says at its bounds."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from host.store.store_content import ALONE, entries, meddle
from tenbo.store import Damage, Entry, Head, SqliteStore, global_chain, integrity, verify
from tenbo.store.chain import NOTHING, chain_entry
from tenbo.store.player_names import FORGOTTEN, KEPT, find_player_mismatches, player_hash
from tenbo.store.schema import VERSION, migrate
from tenbo.store.stream_replicas import as_replica_row, check_follows, replica_stream_name
from tenbo_core.errors import StorageFault


@pytest.fixture
def two(path):
    """Return the path of a store with three events of one table and two of another."""
    with SqliteStore(path) as store:
        store.append(entries(3))
        store.append(entries(2, "table/b"))
    return path


GONE = "is not the event that was stored as number {}: the order of events was changed"
ENDS = "ends with event {}, but {} was the last one stored"
NOT_FIRST = "is not the first that was stored: a row was removed, inserted or changed"
NO_END = "ends with event 1, but no end was stored for it"
NO_EVENTS = "has no events, but 4 was the last one stored"
OTHER_END = "ends with another event 2 than the one stored last"
ANOTHER = ": the database was edited with another program"
CHANGED = "was changed after it was stored"

# What someone did, and all that is found.
FOUND = [
    (["UPDATE event SET body = '[9]' WHERE seq = 2"], [("table/a", 2, CHANGED)]),
    (["UPDATE event SET prev = x'01' WHERE stream = 'table/b' AND seq = 0"],
     [("table/b", 0, NOT_FIRST), ("table/b", 0, CHANGED)]),
    (["DELETE FROM head WHERE stream = 'table/b'"], [("table/b", 1, NO_END)]),
    (["INSERT INTO head VALUES ('table/c', 4, x'00')"], [("table/c", -1, NO_EVENTS)]),
    (["UPDATE head SET hash = x'00' WHERE stream = 'table/a'"], [("table/a", 2, OTHER_END)]),
    (["DELETE FROM event WHERE stream = 'table/b' AND seq = 1"],
     [("table/b", 0, ENDS.format(0, 1)), ("table/b", 1, "is gone")]),
    (["DELETE FROM event WHERE stream = 'table/b'", "DELETE FROM head WHERE stream = 'table/b'"],
     [("table/b", 0, "is gone, with 1 more of its events")]),
    (["UPDATE whole SET place = 6 WHERE place = 5"], [("table/b", 1, GONE.format(6))]),
    (["UPDATE whole SET hash = x'00' WHERE place = 5"], [("table/b", 1, GONE.format(5))]),
    (["UPDATE whole SET hash = x'00' WHERE place = 2"],
     [("table/a", 1, GONE.format(2)), ("table/a", 2, GONE.format(3))]),
    (["DELETE FROM whole WHERE place = 5"],
     [("table/b", 1, "has no place in the order of all events: it was inserted")]),
    (["CREATE TABLE song (title TEXT)"], [("", -1, "the database's song was added" + ANOTHER)]),
    (["DROP TABLE device_key"], [("", -1, "the database's device_key is missing" + ANOTHER)]),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "found"), FOUND, ids=lambda value: str(value[0])[:50])
def test_all_that_is_found_is_what_was_done(two, statements, found):
    """Neither more nor less: anyone who reads it looks for what it names."""
    meddle(two, *statements)
    assert [tuple(damage) for damage in verify(two).damage] == found


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (Damage("table/a", 4, CHANGED), f"table/a event 4: {CHANGED}"),
        (Damage("desk", 4, CHANGED), f"desk record 4: {CHANGED}"),
        (Damage("from/red/desk", 4, CHANGED), f"from/red/desk record 4: {CHANGED}"),
        (Damage("desk", -1, "cannot be read: no JSON"), "desk: cannot be read: no JSON"),
        (Damage("player", 7, "was put in beside the program"), "player 7: was put in beside the program"),
        (Damage("", -1, "the file cannot be read: no database"), "the file cannot be read: no database"),
    ],
)
def test_a_line_names_the_thing_that_is_damaged(damage, line):
    """A number of the desk is a record's, that of a player the player's own, and what has no number has none."""
    assert str(damage) == line


def test_a_sound_store_is_told_with_its_rows_its_heads_and_its_end(two):
    """They are printed, and compared with another day's."""
    report = verify(two)
    with SqliteStore(two) as store:
        heads = {name: head.hash.hex() for name, head in store.heads().items()}
    with closing(sqlite3.connect(two)) as connection:
        last = connection.execute("SELECT place, hash FROM whole ORDER BY place DESC").fetchone()
    assert report == (5, [], heads, last[1].hex(), ())
    assert (list(report.heads), last[0]) == (["table/a", "table/b"], 5)


def test_a_store_that_was_looked_at_is_closed_again(two, monkeypatch):
    """Anyone who verifies all backups of a year would else run out of files."""
    connect, made = sqlite3.connect, []
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: made.append(connect(*args, **options)) or made[-1])
    assert verify(two).rows == 5
    assert len(made) == 2
    for connection in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_an_event_whose_body_is_no_json_is_named_although_its_hash_holds(path):
    """No one could read it again."""
    with SqliteStore(path) as store:
        store.append([Entry("table/a", 0, "start", "[]"), Entry("table/a", 1, "hand", "[")])
    assert [(damage.seq, damage.what[:15]) for damage in verify(path).damage] == [(1, "cannot be read:")]


def test_how_far_it_is_is_told_after_so_many_rows(two, monkeypatch):
    """At each multiple, and only there."""
    monkeypatch.setattr(integrity, "PROGRESS_EVERY", 2)
    told: list[int] = []
    assert verify(two, told.append).rows == 5
    assert told == [2, 4]


def test_what_the_database_itself_finds_is_told_too(two):
    """A value that its own rule forbids."""
    with closing(sqlite3.connect(two)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'state TEXT', 'state TEXT CHECK (state != '''')')"
            " WHERE name = 'device_key'"
        )
        connection.execute("INSERT INTO device_key VALUES ('5f2c', 'k', '')")
    found = verify(two).damage
    assert found[0][:2] == ("", -1)
    assert "CHECK constraint failed in device_key" in found[0].what
    assert [damage.what[:36] for damage in found[1:]] == ["the database's device_key was changed"[:36]]


def test_a_file_that_cannot_be_read_is_one_damage_and_one_that_is_not_there_one_sentence(two, tmp_path):
    """There is nothing to count in it, and nothing is made where nothing was."""
    two.write_bytes(two.read_bytes()[:3000])
    report = verify(two)
    assert (report.rows, report.heads, report.end, report.limits) == (0, {}, "", ())
    assert [damage[:2] for damage in report.damage] == [("", -1)]
    with pytest.raises(StorageFault, match=r"there is no store .*nowhere\S*: name the right file") as fault:
        verify(tmp_path / "nowhere" / "hall.db")
    assert fault.value.code == "no_file"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("version", [3, 4, VERSION])
def test_what_an_older_store_cannot_tell_is_said_up_to_the_version_that_can(path, version):
    """Since the fourth there is one chain over all."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, path, version)
    report = verify(path)
    assert report[:3] == (0, [], {})
    assert (len(report.limits), report.end) == ((1, "") if version < 4 else (0, ""))


def test_the_chain_over_all_streams_begins_with_nothing_and_numbers_from_one(path):
    """What an older version stored is linked by its times, then by its names."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, path, 3)
        links = {
            global_chain.link_hash(*parts)
            for parts in ((NOTHING, b"a"), (b"a", NOTHING), (NOTHING, b"b"), (b"a", b"b"))
        }
        assert len(links) == 4
        told = (("c", 1), ("b", 2), ("a", 2))
        rows = [chain_entry(Entry(stream, 0, "start", "[]"), ts_ms, NOTHING) for stream, ts_ms in told]
        connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        migrate(connection, path)
        found = connection.execute("SELECT place, stream, seq, hash FROM whole ORDER BY place").fetchall()
        assert [row[:3] for row in found] == [(1, "c", 0), (2, "a", 0), (3, "b", 0)]
        first = global_chain.link_hash(NOTHING, rows[0].hash)
        assert [row[3] for row in found[:2]] == [first, global_chain.link_hash(first, rows[2].hash)]
        assert global_chain.chain_end(connection) == (3, found[2][3])
        global_chain.append_links(connection, [("d", 7, b"h")])
        assert global_chain.chain_end(connection) == (4, global_chain.link_hash(found[2][3], b"h"))


# ---------------------------------------------------------------- copies of another host's rows

HEAD = Head(4, b"\x07" * 32)


def copy_of(seq, prev, *, changed=False):
    """Return a row of another host as it is kept here."""
    row = chain_entry(Entry("table/a", seq, "riichi", "[1,0]"), 5, prev)
    return as_replica_row("red", row._replace(body="[2,0]") if changed else row)


def test_a_copy_goes_on_in_number_and_in_hash(path):
    """It may leave numbers out, as its host did; whichever of the two is wrong, nothing is taken."""
    for seq in (5, 6, 100):
        check_follows(copy_of(seq, HEAD.hash), HEAD)
    for seq, prev in ((4, HEAD.hash), (0, HEAD.hash), (5, b"\x08" * 32), (5, NOTHING), (4, NOTHING)):
        with pytest.raises(StorageFault, match=f"table/a of red: event {seq} does not follow .* event, 4:") as fault:
            check_follows(copy_of(seq, prev), HEAD)
        assert fault.value.code == "contradiction"
    with pytest.raises(StorageFault, match="event 5 was changed in transit or on its host: none of this was stored"):
        check_follows(copy_of(5, HEAD.hash, changed=True), HEAD)
    with pytest.raises(StorageFault, match="event 5 is not the first event, but nothing before it is stored"):
        check_follows(copy_of(5, HEAD.hash), Head(-1, NOTHING))


def test_rows_of_another_host_are_copied_once_and_go_on_where_they_ended(path, tmp_path):
    """The same rows come again and again; their chain is the host's own, under another name."""
    with SqliteStore(tmp_path / "red.db") as red:
        red.append(entries(4))
        rows = list(red.rows("table/a"))
    with SqliteStore(path) as store:
        store.append(entries(2, "desk"))
        assert store.store_replica_rows("red", rows[:2]) == 2
        assert store.store_replica_rows("red", rows[:2]) == 0
        assert store.store_replica_rows("red", rows[1:]) == 2
        assert store.store_replica_rows("red~2", rows[:1]) == 1
        assert [row.hash for row in store.rows("from/red/table/a")] == [row.hash for row in rows]
        assert store.streams() == ["desk", "from/red/table/a", "from/red~2/table/a"]
        wrong = rows[0]._replace(seq=1)
        with pytest.raises(StorageFault, match="does not follow the last stored event, 3"):
            store.store_replica_rows("red", [wrong])
        with pytest.raises(StorageFault, match="does not follow the last stored event, 0"):
            store.store_replica_rows("red~2", [rows[1], rows[3]][1:])
        assert store.store_replica_rows("red~2", rows[:2]) == 1
    assert verify(path).damage == []
    assert verify(path).rows == 2 + 4 + 2
    meddle(path, f"UPDATE event SET body = '[9]' WHERE stream = '{replica_stream_name('red', 'table/a')}' AND seq = 1")
    assert verify(path).damage == [Damage("from/red/table/a", 1, CHANGED)]


# ---------------------------------------------------------------- people

ADA, SALT = (1, "Ada", "Ito", "", "NL", ""), b"salt"
KEEPS = (KEPT, f'[1, "{player_hash(ADA, SALT)}"]')
LEAVES = (FORGOTTEN, "[1]")

PEOPLE = [
    ([], [], []),
    ([KEEPS], [(ADA, SALT)], []),
    ([], [(ADA, SALT)], [(1, "was added by another program")]),
    ([KEEPS], [], [(1, "is gone, but was not erased with tenbo session erase-name")]),
    ([KEEPS], [(ADA, b"other")], [(1, "was changed after it was stored")]),
    ([KEEPS], [((*ADA[:2], "Ota", *ADA[3:]), SALT)], [(1, "was changed after it was stored")]),
    ([KEEPS, LEAVES], [], []),
    ([KEEPS, LEAVES], [(ADA, SALT)], [(1, "was added by another program")]),
    ([KEEPS, LEAVES, KEEPS], [(ADA, SALT)], []),
    ([KEEPS, LEAVES, KEEPS], [], [(1, "is gone, but was not erased with tenbo session erase-name")]),
    ([LEAVES], [], []),
]


@pytest.mark.parametrize(("vouchers", "players", "found"), PEOPLE)
def test_players_are_compared_with_what_vouches_for_them_last(vouchers, players, found):
    """Kept, forgotten, kept again: the last word counts."""
    assert list(find_player_mismatches(vouchers, players)) == found


def test_a_player_kept_again_is_vouched_for_as_it_is_now(path):
    """A corrected name is no damage, and one that was put in meanwhile is."""
    with SqliteStore(path) as store:
        store.store_players([(*ADA, *ALONE), (2, "Bo", "Ek", "", "SE", "", *ALONE)])
        store.store_players([(1, "Ada", "Ota", "", "NL", "", *ALONE)])
        store.forget_player(2)
        assert [row.kind for row in store.rows("people")] == [KEPT, KEPT, KEPT, FORGOTTEN]
        assert [row.seq for row in store.rows("people")] == [0, 1, 2, 3]
    assert verify(path).damage == []
