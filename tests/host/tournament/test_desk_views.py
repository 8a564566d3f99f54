"""What the desk reads of its tournament: every fact of the people, the seats and the records, page by page."""

from __future__ import annotations

import pytest

from tenbo.store import SqliteStore
from tenbo.tournament import TournamentLog
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.tournament_views import facts_view, people_view, plan_view, records_view

HELD = {"title": "Open", "rules": "ema-2016", "place": "Delft", "country": "NL", "date": "22.03.2026", "days": 2}
OWN_BOOK = 'extends = "ema-2016"\ntitle = "Club"\nstart_points = 25000\n'
RECORDS = (
    ("tournament", HELD),
    ("seats", {"session": 1, "table": 2, "players": [11, 12, 13, 14]}),
    ("seats", {"session": 1, "table": 1, "players": [21, 22, 23, 24]}),
    ("seats", {"session": 2, "table": 1, "players": [11, 22, 13, 24]}),
    ("game", {"session": 1, "table": 2, "ledger": "aa", "start": 0}),
)


@pytest.fixture
def stored(tmp_path):
    """Yield a tournament of two sessions at two tables and one."""
    with SqliteStore(tmp_path / "hall.db") as store:
        TournamentLog(store).record_all("referee Ada", list(RECORDS))
        yield TournamentRepository(store)


def test_records_are_read_the_newest_first_each_once_whatever_the_page(stored):
    """A page ends before the record that the last one ended with."""
    everything = records_view(stored, None, 100)
    assert [record["n"] for record in everything] == [4, 3, 2, 1, 0]
    assert [record["kind"] for record in everything] == ["game", "seats", "seats", "seats", "tournament"]
    written = {row.seq: row.ts_ms for row in stored.store.rows("desk")}
    assert [record["at_ms"] for record in everything] == [written[n] for n in (4, 3, 2, 1, 0)]
    assert all(record["counts"] and record["by"] == "referee Ada" and record["text"] for record in everything)
    for most in range(1, 7):
        pages, before = [], None
        while page := records_view(stored, before, most):
            assert len(page) <= most
            pages += page
            before = page[-1]["n"]
        assert pages == everything, most
    assert records_view(stored, 0, 5) == []


def test_the_plan_says_who_sits_where_and_which_tables_have_a_game(stored):
    """Sessions in order, tables in order, seats in order."""
    found = plan_view(stored)
    assert [(one["session"], one["state"]) for one in found] == [(1, "begun"), (2, "planned")]
    assert [(table["table"], table["players"], table["has_game"], table["locked"]) for table in found[0]["tables"]] == [
        (1, [21, 22, 23, 24], False, False),
        (2, [11, 12, 13, 14], True, False),
    ]
    assert [table["players"] for table in found[1]["tables"]] == [[11, 22, 13, 24]]
    assert all(len(table["names"]) == 4 and all(table["names"]) for one in found for table in one["tables"])


def test_everybody_who_is_seated_is_told_with_their_sessions(stored):
    """No one is registered here: a number that sits somewhere is someone all the same."""
    found = {one["player"]: one for one in people_view(stored)}
    assert list(found) == [11, 12, 13, 14, 21, 22, 23, 24]
    assert {number: one["sessions"] for number, one in found.items()} == {
        11: [1, 2], 12: [1], 13: [1, 2], 14: [1], 21: [1], 22: [1, 2], 23: [1], 24: [1, 2],
    }  # fmt: skip
    assert {(one["registered"], one["withdrawn"], one["struck"]) for one in found.values()} == {(False, None, "")}


def test_the_facts_say_how_far_each_session_is(stored):
    """With as many tables as each has, and nothing kept back before someone says so."""
    found = facts_view(stored, 0)
    assert {name: found[name] for name in HELD if name in found} == HELD
    assert found["sessions"] == [
        {"session": 1, "state": "begun", "hidden": False, "tables": 2},
        {"session": 2, "state": "planned", "hidden": False, "tables": 1},
    ]
    assert found["own_book"] is False
    assert "book" not in found


def test_of_a_book_of_ones_own_the_facts_say_only_that_there_is_one(tmp_path):
    """Its text is long, and read elsewhere."""
    with SqliteStore(tmp_path / "hall.db") as store:
        TournamentLog(store).record_all("referee Ada", [("tournament", {**HELD, "rules": "club-1", "book": OWN_BOOK})])
        found = facts_view(TournamentRepository(store), 0)
        (record,) = records_view(TournamentRepository(store), None, 9)
    assert (found["own_book"], found["rules"], "book" in found) == (True, "club-1", False)
    assert "book" not in record["fields"]
    assert record["fields"]["rules"] == "club-1"


def test_who_has_left_is_not_ranked_or_has_no_seat_is_told_of_everybody(stored):
    """With what is known of who is registered; what was taken back does not count and is not taken back twice."""
    stored.store.store_players(
        [(11, "Ada", "One", "", "NED", "", "", "", ""), (31, "Eve", "Two", "", "", "", "", "", "")]
    )
    later = [
        ("withdraw", {"session": 2, "player": 13, "why": "ill"}),
        ("strike", {"player": 14, "why": "left early"}),
        ("lock", {"session": 1, "table": 2}),
        ("end", {"session": 1}),
        ("open", {"session": 2}),
        ("hide", {"session": 2}),
        ("takeback", {"of": 10, "why": "a slip"}),
    ]
    stored.desk.record_all("desk", later)
    people = {one["player"]: one for one in people_view(stored)}
    told = ("name", "country", "registered", "sessions", "withdrawn", "struck")
    assert [people[11][name] for name in told] == ["Ada One", "NED", True, [1, 2], None, ""]
    assert [people[13][name] for name in told[2:]] == [False, [1], 2, ""]
    assert [people[14][name] for name in told[2:]] == [False, [1], None, "left early"]
    assert [people[31][name] for name in told] == ["Eve Two", "", True, [], None, ""]
    assert 0 not in people
    assert set(people[11]) == {
        "player", "name", "first", "last", "ema", "country", "shown", "club", "team", "newcomer", "registered",
        "sessions", "withdrawn", "struck", "merged_into",
    }  # fmt: skip
    first, second = plan_view(stored)
    assert (first["state"], second["state"]) == ("ended", "begun")
    assert [(table["table"], table["locked"], table["names"]) for table in first["tables"]] == [
        (1, False, ["Player 21", "Player 22", "Player 23", "Player 24"]),
        (2, True, ["Ada One", "Player 12", "Player 13", "Player 14"]),
    ]
    assert first["no_seat"] == [[31, "Eve Two"]]
    assert second["no_seat"] == [[12, "Player 12"], [21, "Player 21"], [23, "Player 23"], [31, "Eve Two"]]
    facts = facts_view(stored, 0)
    assert (facts["session"], facts["hidden_from"], facts["released_at"]) == (2, 0, None)
    marks = {record["n"]: (record["counts"], record["may_be_taken_back"]) for record in records_view(stored, None, 99)}
    assert marks == {**dict.fromkeys(range(12), (True, True)), 10: (False, False)}
    stored.desk.record("hide", "desk", session=2)
    stored.desk.record("release", "desk", at=5000)
    assert [one["hidden"] for one in facts_view(stored, 4999)["sessions"]] == [False, True]
    assert [one["hidden"] for one in facts_view(stored, 5000)["sessions"]] == [False, False]


def test_a_table_that_plays_without_seats_has_nobody_at_them(stored):
    """A game that was begun at a table that no plan has is told with four empty seats."""
    stored.desk.record("game", "desk", session=3, table=5, ledger="aa", start=9)
    (table,) = plan_view(stored)[2]["tables"]
    assert table == {"table": 5, "players": [0] * 4, "names": [""] * 4, "has_game": True, "locked": False}
