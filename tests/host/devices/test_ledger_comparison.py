"""What a table and its host have told each other before is compared first: forks, gaps and other ledgers."""

from __future__ import annotations

import pytest

from host.devices.reporting_tables import Memory, event, game, give, hello
from tenbo.devices.follower import Follower
from tenbo.devices.station_status import following_warning


def test_the_last_event_of_both_is_compared_before_anything_is_added():
    """Whichever of the two has more."""
    for table_has, both in ((4, 4), (9, 4), (2, 2), (0, 0)):
        follower = Follower(memory=Memory(game(4)))
        assert follower.handle_message(hello(table_has), 0) == [["after", both - 1]]
        assert (follower.rewound, follower.is_awaiting_proof) == (table_has if table_has < 4 else None, True)
        assert follower.handle_message(["upto", table_has], 100) == []
        assert follower.handle_message(["upto", table_has], 300) == [["after", both - 1]]
        give(follower, event(5, "name", 1, "x"), now_ms=700)
        assert follower.last == 4
        give(follower, game(4)[both], now_ms=700)
        assert (follower.is_awaiting_proof, follower.is_recognised, follower.last) == (False, True, 5)


@pytest.mark.parametrize(("stored", "table_has"), [([], -1), ([], 5), (game(4), -1)])
def test_where_one_of_both_has_nothing_there_is_nothing_to_compare(stored, table_has):
    """A fresh table, or one that no one has seen before."""
    follower = Follower(memory=Memory(stored))
    answer = follower.handle_message(hello(table_has), 0)
    assert answer == ([["after", -1]] if table_has > 0 else [])
    assert (follower.is_awaiting_proof, follower.is_recognised) == (False, not stored)
    assert follower.rewound == (table_has if stored else None)


@pytest.mark.parametrize(
    ("table_has", "code", "values"),
    [
        (-1, "all_events_lost_at_table", {"told": 4}),
        (0, "events_lost_at_table", {"last": 0, "told": 4}),
        (2, "events_lost_at_table", {"last": 2, "told": 4}),
    ],
)
def test_a_table_that_has_fewer_events_than_are_stored_says_how_many(table_has, code, values):
    """One without any has no last event, whose number would be -1."""
    follower = Follower(memory=Memory(game(4)))
    follower.handle_message(hello(table_has), 0)
    said = following_warning(follower, follower.hello, None, belongs_to_other_hall=False)
    assert (said.code, said.values) == (code, values)


def test_a_table_that_has_dropped_the_event_goes_on_unless_it_must_show_it():
    """An old game is gone from its flash; of a table that claims another's name it is asked for all the same."""
    for must, oldest, barred, unproved in ((None, 5, "", False), ("show it", 5, "show it", True), (None, 4, "", True),
                                           ("show it", 4, "", True)):  # fmt: skip
        follower = Follower(memory=Memory(game(4)))
        follower.proof_demand = must
        follower.handle_message(hello(9), 0)
        follower.handle_message(["oldest", oldest], 1)
        assert (follower.rejected_reason, follower.is_awaiting_proof) == (barred, unproved), (must, oldest)


def test_a_table_that_must_show_an_event_has_five_seconds_for_it():
    """Counted from its first hello; who need not, has all the time."""
    follower = Follower(memory=Memory(game(4)))
    follower.proof_demand = "show it"
    follower.handle_message(hello(4), 1000)
    follower.handle_message(hello(4), 3000)
    assert [follower.proof_timed_out(now) for now in (6000, 6001)] == [False, True]
    follower.proof_demand = None
    assert not follower.proof_timed_out(9000)
    follower.proof_demand = "show it"
    give(follower, game(4)[4])
    assert (follower.proof_timed_out(9000), follower.is_recognised) == (False, True)
    follower.handle_message(hello(4), 9500)
    assert (follower.is_awaiting_proof, follower.is_recognised) == (True, False)
    follower.proof_demand = None
    give(follower, game(4)[4])
    follower.handle_message(hello(4), 9600)
    assert (follower.is_awaiting_proof, follower.is_recognised) == (False, True)


def test_an_event_to_compare_that_is_not_stored_is_none(monkeypatch):
    """The store was cut: the table goes on, or is barred when it must show one."""
    for must, barred in ((None, ""), ("show it", "show it")):
        memory = Memory(game(4, 3), first=3)
        follower = Follower(memory=memory)
        follower.proof_demand = must
        assert follower.handle_message(hello(1), 0) == [["after", 0]]
        give(follower, event(1, "name", 1, "x"))
        assert (follower.rejected_reason, follower.is_recognised) == (barred, False)


def test_another_ledger_begins_with_what_is_stored_of_it():
    """Forks, gaps and early events were the other one's."""
    memory = Memory(game(4))
    follower = Follower(memory=memory)
    follower.handle_message(hello(4), 0)
    give(follower, game(4)[4], event(7, "name", 0, "x"))
    give(follower, event(3, "name", 3, "other"))
    assert follower.fork == 3
    memory.ledger, memory.stored = "bb", game(2)
    assert follower.handle_message(hello(2, "bb"), 10) == [["after", 1]]
    assert (follower.fork, follower.last, follower.replay_error) == (None, 2, "")
    give(follower, game(2)[2], *[event(n, "name", 0, "y") for n in range(3, 7)])
    assert follower.last == 6


def test_without_a_memory_the_first_ledger_is_the_one_that_was_followed():
    """Who has only watched keeps what it has seen; a second ledger is another story."""
    follower = Follower()
    give(follower, *game(3))
    assert follower.handle_message(hello(3), 0) == [["after", 2]]
    assert follower.last == 3
    give(follower, game(3)[3])
    assert follower.handle_message(hello(2, "bb"), 10) == [["after", -1]]
    assert (follower.last, follower.rewound, follower.table) == (-1, None, None)
