"""What another host has stored is brought over as it is, once, and nothing is ever merged without a word."""

from __future__ import annotations

import pytest

from host.store.store_content import entries, meddle
from tenbo.cluster.replication import replicate
from tenbo.store import Entry, SqliteStore, verify
from tenbo_core.errors import Malformed, StorageFault


@pytest.fixture
def here(tmp_path):
    """Open the store that copies are brought to."""
    with SqliteStore(tmp_path / "desk.db") as store:
        yield store


@pytest.fixture
def there(tmp_path):
    """Open the store of another host, which has two tables."""
    with SqliteStore(tmp_path / "red.db") as store:
        store.append([*entries(700, "table/a"), *entries(3, "table/b"), Entry("desk", 0, "bind", '{"by":"x"}')])
        yield store


def test_a_host_is_brought_over_whole_and_then_from_where_it_was(here, there):
    """Anyone who follows begins at zero, and is told nothing twice after that."""
    assert replicate(there, here, "red") == (704, [])
    assert replicate(there, here, "red") == (0, [])
    there.append(entries(2, "table/b", 3))
    assert replicate(there, here, "red") == (2, [])
    copied = [row._replace(stream="table/b") for row in here.rows("from/red/table/b")]
    assert copied == list(there.rows("table/b")), "a copy has its host's times and hashes"


def test_a_store_with_copies_verifies_and_a_changed_copy_is_seen(here, there):
    """The desk proves the chain of each host, not only its own."""
    replicate(there, here, "red")
    assert verify(here.path).damage == []
    meddle(here.path, "UPDATE event SET body = '[9,9]' WHERE stream = 'from/red/table/a' AND seq = 5")
    assert [(damage.stream, damage.seq) for damage in verify(here.path).damage] == [("from/red/table/a", 5)]


def test_names_of_people_stay_with_their_host(here, there):
    """What vouches for names is of use to no one without them."""
    there.store_players([(1, "Anna", "Berg", "", "AUT", "", "", "", "")])
    replicate(there, here, "red")
    assert here.streams() == ["from/red/desk", "from/red/table/a", "from/red/table/b"]


def test_the_same_ledger_from_two_hosts_is_kept_twice(here, there, tmp_path):
    """A device that was carried to another host has told its events there, too."""
    replicate(there, here, "red")
    with SqliteStore(tmp_path / "blue.db", clock=lambda: 7) as blue:
        blue.append(entries(701, "table/a"))
        assert replicate(blue, here, "blue") == (701, [])
    assert here.head("from/red/table/a").seq == 699
    assert here.head("from/blue/table/a").seq == 700


def test_a_host_that_was_restored_is_told_anew_and_its_first_telling_stays(here, there, tmp_path):
    """After a backup was put back the tables tell again what is missing, at other times: the chain is another one."""
    replicate(there, here, "red")
    with SqliteStore(tmp_path / "restored.db", clock=lambda: 7) as restored:
        restored.append(entries(701, "table/a"))
        assert replicate(restored, here, "red") == (701, ["table/a"])
        restored.append(entries(1, "table/a", 701))
        assert replicate(restored, here, "red") == (1, [])
        assert here.head("from/red/table/a").seq == 699
        assert here.head("from/red~2/table/a").seq == 701
    # The first disk is found again and put back: it goes on where it was.
    there.append(entries(1, "table/a", 700))
    assert replicate(there, here, "red") == (1, [])
    assert here.head("from/red/table/a").seq == 700


def test_a_row_that_was_changed_on_its_way_is_refused_with_all_that_came_with_it(here, there):
    """A copy that does not prove itself is no copy."""
    rows = list(there.rows("table/b"))
    for wrong in (
        [rows[0], rows[1]._replace(body="[9,9]"), rows[2]],
        [rows[0], rows[1]._replace(ts_ms=1)],
        [rows[0], rows[2]],
        [rows[1]],
    ):
        with pytest.raises(StorageFault, match=r"event [12]"):
            here.store_replica_rows("red", wrong)
        assert here.streams() == []
    assert here.store_replica_rows("red", rows) == 3
    assert here.store_replica_rows("red", rows[1:]) == 0, "what is there already is passed over"


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
@pytest.mark.parametrize("name", ["", "Red", "a/b", "red~1", "red~x", "x" * 33, "röd"])
def test_a_name_that_could_be_mistaken_for_another_stream_is_refused(here, there, name):
    """A host says its own name: it must not reach beyond what is kept of it."""
    with pytest.raises(Malformed, match="host"):
        here.store_replica_rows(name, list(there.rows("table/b")))
    assert here.streams() == []
