"""What several hosts tell reads as one store, as long as they agree; where they do not, one counts and it is said."""

from __future__ import annotations

import io
import threading

import pytest

from host.store.store_content import entries
from tenbo.app.hall_services import build_hall
from tenbo.cluster.replication import replicate
from tenbo.runtime.service_log import ServiceLog
from tenbo.store import Entry, SqliteStore
from tenbo.store.ledgers import entry_of, ledger_ids
from tenbo.store.merged_store import MergedStore
from tenbo_core.errors import StorageFault
from tenbo_core.event_notation import event_of


@pytest.fixture
def desk_store(tmp_path):
    """Open the store of the desk."""
    with MergedStore(SqliteStore(tmp_path / "desk.db")) as store:
        yield store


@pytest.fixture
def host(tmp_path):
    """Return a function that makes another host's store with some entries, stored at a time."""
    opened = []

    def made(name, *told, at=7):
        opened.append(SqliteStore(tmp_path / f"{name}.db", clock=lambda: at))
        for some in told:
            opened[-1].append(some)
        return opened[-1]

    yield made
    for store in opened:
        store.close()


def numbers(store, stream="table/a"):
    """Return the numbers of a stream, each way in which it can be read agreeing with the others."""
    rows = list(store.rows(stream))
    assert [store.row(stream, row.seq) for row in rows] == rows
    assert store.head(stream).seq == (rows[-1].seq if rows else -1)
    assert store.last_of_kind(stream, "riichi") == (rows[-1] if rows else None)
    assert [row for row in store.rows_of_kind("riichi") if row.stream == stream] == rows
    assert store.heads().get(stream, store.head(stream)) == store.head(stream)
    return [row.seq for row in rows]


def test_a_store_that_cannot_be_read_is_closed():
    """Whoever opened it has only the error; on Windows an open file cannot be replaced by its backup."""
    closed = []

    class Damaged:
        readonly = True

        def heads(self):
            raise StorageFault("damaged", "the store is damaged", "store")

        def close(self):
            closed.append(self)

    with pytest.raises(StorageFault):
        MergedStore(Damaged())
    assert len(closed) == 1


def test_a_ledger_of_another_host_reads_as_one_of_ours(desk_store, host):
    """Results, desk and commands ask for a ledger by its name and need not know where it was told."""
    replicate(host("red", entries(5)), desk_store, "red")
    assert numbers(desk_store) == [0, 1, 2, 3, 4]
    assert ledger_ids(desk_store) == ["a"]
    assert next(iter(desk_store.rows("table/a", 2))).seq == 3


def test_a_device_that_was_carried_to_another_host_has_one_story(desk_store, host):
    """It tells there from the oldest game that it still has: the two tellings overlap."""
    replicate(host("red", entries(5)), desk_store, "red")
    replicate(host("blue", entries(6, first=3)), desk_store, "blue")
    assert numbers(desk_store) == [*range(9)]
    assert desk_store.forks() == []
    assert desk_store.ledger_sources() == {"a": ["from/blue/table/a", "from/red/table/a"]}


def test_a_device_that_comes_to_the_desk_goes_on_where_the_other_host_ended(desk_store, host):
    """Our own tables and those of others are not told apart by who reads."""
    replicate(host("red", entries(5)), desk_store, "red")
    assert [row.seq for row in desk_store.append(entries(3, first=4))] == [5, 6]
    assert numbers(desk_store) == [*range(7)]
    with pytest.raises(StorageFault, match="was sent in two versions"):
        desk_store.append([Entry("table/a", 2, "draw", "[]")])


def fork(desk, host):
    """Have two hosts tell event 3 in two ways, blue first, whose clock is ahead."""
    other = [Entry("table/a", 3, "riichi", "[9,9]"), Entry("table/a", 4, "riichi", "[8,8]")]
    replicate(host("blue", entries(3), other, at=9), desk, "blue")
    replicate(host("red", entries(6), at=5), desk, "red")


def test_a_fork_is_said_and_the_telling_that_came_first_counts(desk_store, host):
    """Two stories of one table: no one mixes them, and no one drops one."""
    fork(desk_store, host)
    (found,) = desk_store.forks()
    assert (found.ledger, found.seq, found.counting_source) == ("a", 3, "blue")
    assert found.content_by_source == {"blue": "riichi [9,9]", "red": "riichi [3,0]"}
    assert numbers(desk_store) == [0, 1, 2, 3, 4]
    assert desk_store.row("table/a", 3).body == "[9,9]"
    assert desk_store.base.row("from/red/table/a", 5) is not None, "what does not count is kept"


def test_the_desk_says_whom_it_believes(desk_store, host, tmp_path):
    """The remedy of a fork is someone's decision, recorded like every other, and may be changed."""
    fork(desk_store, host)
    for number, believed, expected in ((0, "red", 6), (1, "blue", 5)):
        body = f'{{"by":"Anna","host":"{believed}","ledger":"a","why":"seen it"}}'
        desk_store.append([Entry("desk", number, "believe", body)])
        assert len(numbers(desk_store)) == expected
        assert [found.counting_source for found in desk_store.forks()] == [believed]
    with MergedStore(SqliteStore(tmp_path / "desk.db", readonly=True)) as again:
        assert numbers(again) == [0, 1, 2, 3, 4], "whoever reads the file reads the same"


def test_what_was_computed_of_a_fork_is_computed_again_when_the_desk_has_chosen(desk_store, host):
    """Two versions of one length have the same last event, and other scores."""
    start, hand = event_of("start ema-2016", 0, at=0), event_of("hand", 1, at=10)
    for name, tenpai in (("blue", "0 1"), ("red", "2 3")):
        told = [start, hand, event_of(f"draw tenpai {tenpai}", 2, at=20)]
        replicate(host(name, [entry_of("a", event) for event in told]), desk_store, name)
    hall = build_hall(desk_store, ServiceLog(out=io.StringIO()), search=False)
    hall.records.record("bind", "desk", device="d", table=1)
    hall.records.record("ledger", "desk", ledger="a", device="d")
    hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
    hall.records.record("game", "desk", session=1, table=1, ledger="a", start=0)

    def seen():
        scores = hall.games.view(1)["hands"][-1]["scores"]
        return hall.repository.timings.table_timing(1, 1).host, scores, hall.repository.results.sheet(1, 1).scores

    first = seen()
    hall.records.record("believe", "desk", ledger="a", host="red", why="seen it")
    second = seen()
    assert (first[0], second[0]) == ("blue", "red")
    assert (first[1], second[1]) == ([31500, 31500, 28500, 28500], [28500, 28500, 31500, 31500])
    assert (first[2], second[2]) == (first[1], second[1])


def test_whoever_agrees_with_the_telling_that_counts_goes_on_with_it(desk_store, host):
    """The host that is believed is restored, or its device is carried on: that must not end the game."""
    fork(desk_store, host)
    desk_store.append([Entry("desk", 0, "believe", '{"by":"Anna","host":"red","ledger":"a","why":"seen it"}')])
    replicate(host("restored", entries(8), at=20), desk_store, "red")
    assert numbers(desk_store) == [*range(8)]
    assert [found.counting_source for found in desk_store.forks()] == ["red"]
    replicate(host("green", entries(3, first=7), at=30), desk_store, "green")
    assert numbers(desk_store) == [*range(10)]
    assert len(desk_store.forks()) == 1


def test_tellings_may_part_more_than_once(desk_store, host):
    """Each fork is said for itself, and each is decided by who was first."""
    fork(desk_store, host)
    third = [*entries(3), Entry("table/a", 3, "riichi", "[9,9]"), Entry("table/a", 4, "riichi", "[0,1]")]
    replicate(host("green", third, at=6), desk_store, "green")
    assert [(found.seq, found.counting_source, sorted(found.content_by_source)) for found in desk_store.forks()] == [
        (3, "blue", ["blue", "green", "red"]),
        (4, "blue", ["blue", "green"]),
    ]
    assert [row.body for row in desk_store.rows("table/a", 2)] == ["[9,9]", "[8,8]"]


def test_a_fork_that_comes_later_is_found(desk_store, host):
    """Tellings are compared as they grow, not only when they are first seen."""
    red, blue = host("red", entries(4), at=5), host("blue", entries(2), at=9)
    replicate(red, desk_store, "red")
    replicate(blue, desk_store, "blue")
    assert desk_store.forks() == []
    blue.append([Entry("table/a", 2, "riichi", "[7,7]")])
    replicate(blue, desk_store, "blue")
    assert [(found.seq, found.counting_source) for found in desk_store.forks()] == [(2, "red")]
    assert numbers(desk_store) == [0, 1, 2, 3]


def test_a_restored_host_whose_tables_tell_the_same_again_is_no_fork(desk_store, host):
    """Its chain is another one, its story is the same."""
    replicate(host("red", entries(6)), desk_store, "red")
    replicate(host("restored", entries(8), at=8), desk_store, "red")
    assert numbers(desk_store) == [*range(8)]
    assert desk_store.forks() == []
    assert desk_store.ledger_sources() == {"a": ["from/red/table/a", "from/red~2/table/a"]}


def test_two_tables_that_begin_at_the_same_moment_are_both_there(tmp_path):
    """A reader from before the other was stored kept its list later: the other had no game until a third began."""

    class Slow(SqliteStore):
        """A store in which another ledger begins after the first list of streams was read, and before it is used."""

        another = None

        def heads(self):
            read = super().heads()
            if self.another is not None:
                begins, self.another = self.another, None
                begins.start()
                # It is through, or it waits for anyone who reads now.
                begins.join(0.3)
            return read

    base = Slow(tmp_path / "desk.db")
    with MergedStore(base) as store:
        other = threading.Thread(target=store.append, args=(entries(2, "table/b"),))
        base.another = other
        store.append(entries(2, "table/a"))
        other.join()
        assert (numbers(store, "table/a"), numbers(store, "table/b")) == ([0, 1], [0, 1])
