"""What the desk may type: refused as a whole and before it is recorded, with the place named; by records alone."""

from __future__ import annotations

import importlib.util
import pickle
import sqlite3
from contextlib import closing

import pytest

from tenbo.store import SqliteStore
from tenbo.tournament import TournamentLog
from tenbo.tournament.record_schema import FIELDS, require_all_kinds
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo_core.errors import Refused, TenboError
from tenbo_core.event_notation import event_of

# The games of two ledgers; in the second one someone is still playing.
GAMES = {
    "aa": ("start ema-2016", "hand", "riichi 2", "win 2<0 3/40", "end"),
    "bb": ("start ema-2016", "hand"),
}
# Three sessions of two tables; table 1 has played session 1, table 2 plays it.
PLAN = [
    [session, table, seats]
    for session in (1, 2, 3)
    for table, seats in ((1, [1, 2, 3, 4]), (2, [5, 6, 7, 8]))
]  # fmt: skip
PLAYED = {"session": 1, "table": 1, "ledger": "aa", "start": 0}
PLAYING = {"session": 1, "table": 2, "ledger": "bb", "start": 0}
SHEET = {"session": 1, "table": 1, "scores": [30000, 30000, 40000, 20000], "why": "sheet"}


def games(game):
    """Return the events of a game."""
    return [event_of(line, n) for n, line in enumerate(GAMES[game.ledger])]


@pytest.fixture
def records(tmp_path):
    """Yield a function that types a record as the desk's commands do, and returns what is refused, or nothing."""
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)

        def type_in(kind, *, yes=False, **fields):
            try:
                records.record_all("desk", [(kind, fields)], DeskRecordValidator(games, yes=yes))
            except TenboError as error:
                return error.message
            return ""

        type_in.desk = records
        type_in.path = store.path
        assert type_in("plan", tables=PLAN) == ""
        assert type_in("game", **PLAYED) == ""
        assert type_in("game", **PLAYING) == ""
        yield type_in


def content(records):
    """Return every row of the store, whatever its table, and everything that the tournament in memory holds."""
    with closing(sqlite3.connect(records.path)) as connection:
        return [*connection.iterdump()], pickle.dumps(vars(records.desk.tournament))


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        ("seats", {"session": 0, "table": 1, "players": [1, 2, 3, 4]}, "a session number must be 1 or more, not 0"),
        ("seats", {"session": 4, "table": 0, "players": [1, 2, 3, 4]}, "a table number must be 1 or more, not 0"),
        ("plan", {"tables": [[3, 0, [1, 2, 3, 4]]]}, "a table number must be 1 or more, not 0"),
        ("tournament", {"title": "Open", "rules": "club", "book": 'extends = "nope"'}, "there is no rule book 'nope'"),
        ("tournament", {"title": "Open", "rules": "club", "book": 'extends = "alarm"\nid = "x"'}, "id is x, not club"),
        ("tournament", {"title": "Open", "rules": "nope"}, "there is no rule book 'nope'"),
        ("tournament", {"title": "Open", "rules": "alarm", "date": "1.4.2026"}, "21-22.03.2026, not '1.4.2026'"),
        ("tournament", {"title": "Open", "rules": "alarm", "country": "N"}, "three letters such as NED, not 'N'"),
        ("tournament", {"title": "Open", "rules": "alarm", "country": "N1D"}, "three letters such as NED, not 'N1D'"),
        ("tournament", {"title": "Open", "rules": "alarm", "country": "HOL"}, "did you mean NED (Netherlands)?"),
        (
            "penalty",
            {"session": 1, "table": 1, "seat": 0, "points": 0, "why": "x"},
            "a penalty must be a negative number, such as -8000",
        ),
        ("penalty", {"session": 1, "table": 1, "seat": 2, "points": 1000, "why": "x"}, "would give points to seat W"),
        (
            "penalty",
            {"session": 1, "table": 1, "seat": 2, "points": -8, "why": "x"},
            "in thousands: did you mean -8000 instead of -8? (",
        ),
        (
            "penalty",
            {"session": 1, "table": 1, "seat": 2, "points": -99, "why": "x"},
            "did you mean -99000 instead of -99? (",
        ),
        ("penalty", {"session": 1, "table": 3, "seat": 0, "points": -1, "why": "x"}, "no table 3 in session 1"),
        ("lock", {"session": 4, "table": 1}, "there is no session 4; known sessions: 1-3"),
        ("lock", {"session": 1, "table": 2}, "table 2 is still playing in session 1"),
        ("lock", {"session": 2, "table": 1}, "table 1 has no game yet in session 2"),
        ("game", {**PLAYED, "session": 2}, "belongs to table 1 in session 1: detach it there first"),
        ("out", {"session": 1, "table": 1}, "table 1 has a game in session 1: detach it first"),
        ("out", {"session": 2, "table": 3}, "there is no table 3 in session 2; its tables: 1, 2"),
        (
            "plan",
            {"tables": [[1, 1, [2, 1, 3, 4]]]},
            "table 1 began session 1 with different seats from those in this plan",
        ),
        (
            "plan",
            {"tables": [[1, 1, [1, 2, 3, 4]]]},
            "table 2 began session 1 with different seats from those in this plan",
        ),
        ("swap", {"session": 2, "players": [3, 3]}, "a swap needs two different players"),
        ("swap", {"session": 2, "players": [3, 0]}, "player 0 has no seat in session 2"),
        ("swap", {"session": 2, "players": [9, 3]}, "player 9 has no seat in session 2"),
        ("withdraw", {"session": 5, "player": 3, "why": "ill"}, "player 3 has no seat from session 5 on"),
        ("withdraw", {"session": 1, "player": 9, "why": "ill"}, "player 9 has no seat from session 1 on"),
        ("withdraw", {"session": 2, "player": 3, "instead": 5, "why": "ill"}, "player 5 is already seated at table"),
        (
            "withdraw",
            {"session": 2, "player": 3, "instead": 3, "why": "ill"},
            "table 1 in session 2 needs another player",
        ),
        ("strike", {"player": 9, "why": "ill"}, "player 9 has no seat in any session"),
        ("strike", {"player": 0, "why": "ill"}, "player 0 has no seat in any session"),
        ("end", {"session": 4}, "there is no session 4"),
        ("end", {"session": 1}, "session 1 is not finished: table 2 (playing)"),
        ("end", {"session": 2}, "session 2 is not finished: tables 1, 2 (missing)"),
        ("takeback", {"of": 3, "why": "x"}, "there is no record 3"),
        ("correct", {**SHEET, "scores": [30000, 30000, 40000, 20100]}, "must add up to 120,000, not 120,100"),
        ("correct", {**SHEET, "scores": [30050, 29950, 40000, 20000]}, "scores must be multiples of 100, not 30050"),
        ("correct", {**SHEET, "scores": [32, 28, 35, 25]}, "not in thousands: write 32000 28000 35000 25000; check"),
        ("correct", {**SHEET, "scores": [41, 30, 29, 19], "sticks": 1}, "write 41000 30000 29000 19000;"),
        ("seats", {"session": 2, "table": 1, "players": [-1, 2, 3, 4]}, "or 0 for an empty seat, not -1"),
        ("seats", {"session": 2, "table": 1, "players": [2, 2, 3, 4]}, "table 1: player 2 is listed twice"),
        (
            "seats",
            {"session": 2, "table": 9, "players": [8, 9, 10, 11]},
            "player 8 is already seated at table 2 in session 2",
        ),
        ("reopen", {"session": 1, "table": 1, "why": "x"}, "the result of table 1 in session 1 is not locked"),
        ("detach", {"session": 2, "table": 1, "why": "x"}, "table 1 has no game in session 2"),
        ("bind", {"device": "d2", "table": 1}, ""),
    ],
)
def test_what_cannot_be_meant_is_refused_and_leaves_no_record(records, kind, fields, sentence):
    """Each names what is wrong with it, and no check writes anything by itself."""
    before = content(records)
    said = records(kind, **fields)
    assert sentence in said
    assert (content(records) == before) == bool(said)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("tournament", {"title": "Open", "rules": "alarm", "date": "22.03.2026", "country": "uk"}),
        ("penalty", {"session": 1, "table": 1, "seat": 0, "points": -100, "why": "late"}),
        ("lock", {"session": 1, "table": 1}),
        ("game", {**PLAYED, "why": "told again"}),
        ("game", {**PLAYED, "session": 2, "start": 9}),
        ("out", {"session": 2, "table": 1}),
        ("plan", {"tables": [item for item in PLAN if item[0] == 1]}),
        ("plan", {"tables": [[2, 1, [5, 6, 7, 8]]]}),
        ("swap", {"session": 2, "players": [1, 8]}),
        ("withdraw", {"session": 3, "player": 3, "why": "ill"}),
        ("strike", {"player": 4, "why": "ill"}),
        ("correct", SHEET),
        ("seats", {"session": 2, "table": 2, "players": [5, 6, 0, 0]}),
        ("seats", {"session": 4, "table": 1, "players": [8, 7, 6, 5]}),
    ],
)
def test_what_can_be_meant_is_recorded_without_a_question(records, kind, fields):
    """A desk that is asked all the time says yes to everything."""
    assert records(kind, **fields) == ""


def test_the_book_of_a_tournament_is_one_of_ours(records, tmp_path):
    """A file of someone's own would not be there when the results are read elsewhere."""
    (tmp_path / "own.toml").write_text('extends = "ema-2016"\n', "utf-8")
    assert "there is no rule book" in records("tournament", title="Open", rules=str(tmp_path / "own.toml"))


def test_nothing_is_meant_that_nobody_has_said_yes_to(records):
    """Anyone who does not ask for it is asked."""
    with pytest.raises(Refused, match="--yes to confirm"):
        records.desk.record_all("desk", [("end", {"session": 1})], DeskRecordValidator(games))


def test_a_question_is_answered_with_yes(records):
    """And then it is done."""
    given = {"session": 1, "table": 1, "seat": 2, "points": 8000, "why": "given back"}
    assert records("penalty", **given).endswith("(--yes to confirm)")
    assert records("penalty", yes=True, **given) == ""
    assert records("end", yes=True, session=1) == ""
    assert records.desk.tournament.ended == {1}


def test_who_has_withdrawn_has_no_seat_from_then_on(records):
    """Nor in a plan of later; before that session, and where a result is locked, the seats stay."""
    assert records("lock", session=1, table=1) == ""
    assert records("withdraw", player=3, session=2, why="ill") == ""
    seats = records.desk.tournament.seats
    assert [seats[session, 1][2] for session in (1, 2, 3)] == [3, 0, 0]
    assert "player 3 has already withdrawn, from session 2 on" in records("withdraw", player=3, session=2, why="x")
    assert "player 3 has already withdrawn, from session 2 on" in records("withdraw", player=3, session=3, why="x")
    wrong = records("seats", session=3, table=1, players=[1, 2, 3, 4])
    assert "withdrawn from session 2 on: table 1 in session 3 needs another player, or 0 for an empty seat" in wrong
    assert "withdrawn from session 2 on" in records("seats", session=2, table=1, players=[1, 2, 3, 4])
    # The last session of before is free again for anyone who is there.
    assert records("seats", session=1, table=2, players=[5, 6, 7, 0]) == ""
    # Earlier than was said at first; the locked result keeps its player.
    assert records("withdraw", player=3, session=1, instead=21, why="never came") == ""
    assert [records.desk.tournament.seats[session, 1][2] for session in (1, 2)] == [3, 0]


def test_a_locked_result_keeps_its_players_and_its_game(records):
    """What has changed meanwhile is for another sheet."""
    assert records("penalty", session=1, table=1, seat=0, points=-1000, why="late") == ""
    penalty = records.desk.records[-1].n
    assert records("lock", session=1, table=1) == ""
    locked = (
        "the result of table 1 in session 1 is locked: unlock it first, with a reason (tenbo session "
        "reopen 1 1 --why ...)"
    )
    note = {"session": 1, "table": 1, "why": "x"}
    assert records("seats", session=1, table=1, players=[1, 2, 3, 9]) == locked
    assert records("game", session=1, table=1, ledger="cc", start=0) == locked
    assert records("detach", **note) == locked
    assert records("penalty", **note, seat=0, points=-1000) == locked
    assert records("correct", **SHEET) == locked
    assert records("lock", session=1, table=1) == locked
    assert records("takeback", of=1, why="x") == locked
    assert records("takeback", of=penalty, why="x") == locked
    wrong = records("swap", session=1, players=[1, 5])
    assert (
        "player 1 is already seated at table 1 in session 1; the result of table 1 is locked: unlock it first"
    ) in wrong
    assert records("swap", session=1, players=[2, 1]) == (
        "player 2 sits at table 1 in session 1, whose result is locked: unlock it first (tenbo session reopen 1 1 "
        "--why ...)"
    )
    assert records("swap", session=2, players=[1, 5]) == ""
    assert records("takeback", of=penalty + 1, why="too early") == ""
    assert records.desk.tournament.locked == {}
    assert records("lock", session=1, table=1) == ""
    assert records("reopen", **note) == ""
    assert records("seats", session=1, table=1, players=[1, 2, 3, 9], yes=True) == ""


def test_a_takeback_is_taken_back_and_each_only_once(records):
    """Anyone who takes the wrong one back can put it right; what was carried out at a table cannot be taken back."""
    last = records.desk.records[-1].n
    assert records("bind", device="d1", table=1) == ""
    assert f"record {last + 1} (bind) has already been carried out" in records("takeback", of=last + 1, why="x")
    assert records("takeback", of=last, why="a slip") == ""
    assert sorted(records.desk.tournament.games) == [(1, 1)]
    assert records("takeback", of=last, why="x") == f"record {last} has already been reverted"
    assert records("takeback", of=last + 2, why="it was right") == ""
    assert sorted(records.desk.tournament.games) == [(1, 1), (1, 2)]
    assert records("takeback", of=last, why="a slip after all") == ""
    assert sorted(records.desk.tournament.games) == [(1, 1)]


def test_what_others_rest_on_is_not_taken_back_first(records):
    """The later record is named."""
    assert records("lock", session=1, table=1) == ""
    lock = records.desk.records[-1].n
    assert records("reopen", session=1, table=1, why="protest") == ""
    assert records("takeback", of=lock, why="x").startswith(
        f"record {lock + 1} (reopen) depends on this record: revert record {lock + 1} first"
    )
    assert records("takeback", of=lock + 1, why="no protest") == ""
    assert records.desk.tournament.locked == {(1, 1): None}


def test_another_book_that_breaks_a_result_is_refused(records):
    """A correction was typed for a table that played on paper; under the other book it does not add up."""
    paper = {"session": 2, "table": 1, "scores": [30000, 30000, 40000, 20000], "why": "paper"}
    assert records("correct", **paper) == ""
    said = records("tournament", title="Open", rules="tenhou")
    assert "the result of table 1 in session 2 could no longer be worked out" in said
    assert "must add up to 100,000" in said
    assert records("tournament", title="Open", rules="ema-2012") == ""


def test_a_table_number_is_one_devices(records):
    """The other one is named; it is freed first, and numbers itself again."""
    assert records("bind", device="d1", table=4) == ""
    assert records("bind", device="d1", table=4) == ""
    taken = "table 4 is already assigned to device d1: unassign it first (tenbo tables --unassign d1)"
    assert records("bind", device="d2", table=4) == taken
    assert records("ledger", ledger="aa", device="d1") == ""
    assert records("ledger", ledger="bb", device="d2") == ""
    assert records.desk.tournament.table_number_by_ledger == {"aa": 4}
    assert records("bind", device="d1") == ""
    assert records("bind", device="d2", table=4) == ""
    assert records.desk.tournament.table_number_by_ledger == {"bb": 4}


def test_a_ledger_is_handed_over_once_an_epoch(records):
    """Two writers of one epoch would both be right."""
    pen = {"ledger": "aa", "why": "broken"}
    assert records("pen", **pen, epoch=1, to="d2") == ""
    assert "has already been handed over in this epoch" in records("pen", **pen, epoch=1, to="d3")
    assert records("pen", **pen, epoch=2, to="d3") == ""
    assert records.desk.tournament.ledger_leases["aa"] == (2, "d3")


def test_a_session_that_is_opened_again_has_not_ended(records):
    """A late game of an earlier session does not move the running one back."""
    assert records.desk.tournament.opened == {1}
    for kind, session in (("open", 2), ("end", 2), ("open", 2)):
        assert records(kind, yes=True, session=session) == ""
    assert (records.desk.tournament.session, records.desk.tournament.ended) == (2, set())
    assert records("game", **{**PLAYED, "start": 9}) == ""
    assert records.desk.tournament.session == 2
    assert records("game", session=3, table=1, ledger="bb", start=7) == ""
    assert (records.desk.tournament.session, records.desk.tournament.opened) == (3, {1, 2, 3})


@pytest.mark.parametrize("module", ["record_validator", "state"])
def test_a_table_by_kind_fails_at_import_when_a_kind_is_added_or_removed(module, monkeypatch):
    """Or a forgotten check would be skipped in silence."""
    spec = importlib.util.find_spec(f"tenbo.tournament.{module}")
    monkeypatch.setitem(FIELDS, "protest", (("session", "count"),))
    with pytest.raises(LookupError, match=r"must name each kind of record once: protest$"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    monkeypatch.delitem(FIELDS, "protest")
    monkeypatch.delitem(FIELDS, "penalty")
    with pytest.raises(LookupError, match=r"must name each kind of record once: penalty$"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_a_table_by_kind_names_no_kind_twice():
    """Or a kind could stand among those with a check and those without."""
    require_all_kinds(list(FIELDS))
    with pytest.raises(LookupError, match=r"must name each kind of record once: wall$"):
        require_all_kinds([*FIELDS, "wall"])
