"""The next session by the standings: on which results it rests, who plays, and what is said about it."""

from __future__ import annotations

from random import Random

import pytest

from tenbo.store import SqliteStore
from tenbo.tournament.next_session_pairs import pair_next_session
from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.seating import pairing
from tenbo_core.errors import Refused

FIRST = {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}
# By these table 1 has the first, third, fifth and seventh of all, and table 2 the others.
SCORES = {1: [48000, 38000, 22000, 12000], 2: [46000, 34000, 26000, 14000]}


@pytest.fixture
def held(tmp_path, monkeypatch):
    """Yield a desk with a session of two tables, and a function that pairs by it."""
    monkeypatch.setattr(pairing, "_STEPS", 400)
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)
        for table, players in FIRST.items():
            records.record("seats", "desk", session=1, table=table, players=players)
        store.store_players([(n, f"P{n}", "", "", "", "", "", "", "") for n in range(1, 9)])

        def pair(session=2, how="standing"):
            return pair_next_session(TournamentRepository(store), session, how, Random(1))

        records.pair, records.store = pair, store
        yield records


def correct(records, session, tables):
    """Type the scores of some tables."""
    for table in tables:
        records.record("correct", "desk", session=session, table=table, scores=SCORES[table], why="paper")


def tables_of(found):
    return [sorted(table) for table in found[0]]


def test_the_tables_are_those_of_the_standings_and_nothing_is_provisional(held):
    """Two pairs of each table meet again: their places are next to each other."""
    correct(held, 1, (1, 2))
    found = held.pair()
    assert tables_of(found) == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert found[1] == ["pairs that meet again: 4"]
    # Of eight who sat at two tables two of each table meet again, no matter who sits together.
    assert held.pair(how="swiss")[1] == ["pairs that meet again: 4"]


@pytest.mark.thorough("seconds of a processor")
def test_results_that_are_missing_are_named_by_their_session(held):
    """A table that plays still may turn the standings over."""
    correct(held, 1, (2,))
    words = held.pair()[1]
    assert words[0] == "provisional results in session 1: table 1 (missing)"
    assert len(words) == 2
    held.record("seats", "desk", session=2, table=1, players=[1, 2, 5, 6])
    missing = [
        ("provisional results in session 1: table 1 (missing)"),
        "provisional results in session 2: table 1 (missing)",
    ]
    assert held.pair(3)[1][:-1] == missing
    correct(held, 1, (1,))
    assert held.pair(3)[1][:-1] == missing[1:]
    assert held.pair(2)[1] == ["pairs that meet again: 4"]


def test_who_has_left_or_is_struck_is_not_paired_and_who_is_left_over_is_named(held):
    """Someone registered who has not played yet is paired before those who have played most sit out."""
    correct(held, 1, (1, 2))
    held.record("withdraw", "desk", session=2, player=1, why="a train")
    held.record("withdraw", "desk", session=3, player=2, why="a train")
    found = held.pair()
    assert (tables_of(found), found[1][1:]) == ([[2, 5, 6, 7]], ["players without a seat in session 2: 3, 4, 8"])
    held.record("strike", "desk", player=5, why="ill")
    found = held.pair()
    assert (tables_of(found), found[1][1:]) == ([[2, 3, 6, 7]], ["players without a seat in session 2: 4, 8"])
    held.store.store_players([(9, "Nine", "", "", "", "", "", "", "")])
    found = held.pair()
    assert (tables_of(found), found[1][1:]) == ([[2, 6, 7, 9]], ["players without a seat in session 2: 3, 4, 8"])


def test_a_session_that_has_begun_or_stands_on_nothing_is_not_paired(held):
    """With what to do instead."""
    with pytest.raises(Refused, match=r"there are no standings before session 1: create a seating plan$"):
        held.pair(1)
    correct(held, 1, (1, 2))
    held.record("game", "host", session=2, table=1, ledger="e6600000000000aa", start=0)
    with pytest.raises(Refused, match=r"session 2 has begun: pair a later session$"):
        held.pair(2)
