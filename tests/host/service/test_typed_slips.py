"""Slips typed while a table plays, with penalties taken from it or sticks left over, and before any session."""

from __future__ import annotations

import threading

import pytest

from tenbo.tournament.edit_conflicts import FROM_SLIP

from .conftest import table_of, wait_until
from .role_browser import logged_in_browser
from .test_public_pages import SCORES, planned

LESS_SOUTH = [41_200, 32_800, 25_000, 21_000]
LESS = [38_200, 33_800, 25_000, 20_000]


def playing(run, *tables):
    """Seat eight people and begin the first session at some tables; return the paper tables."""
    planned(run)
    assert run.client.post("/v1/sessions/1/begin", yes=True, tables=list(tables))["begun"] == list(tables)
    found = [table_of(run, number) for number in tables]
    for number, table in zip(tables, found, strict=True):
        wait_until(lambda table=table: table.ledger.table is not None)
        table.play("hand")
        wait_until(lambda number=number: run.hall.repository.results.sheet(1, number).state == "playing")
    return found


def take(run, number, table, points):
    """Take points away at once, and wait until the host knows."""
    table.play("penalty", seat=0, points=-points, when="now")
    wait_until(lambda: sum(run.hall.repository.results.sheet(1, number).scores) == 120_000 - points)


def slip(who, table, scores, **more):
    """Type a slip of the first session; return the answer's status and body."""
    return who.ask("POST", "/v1/slips", {"session": 1, "table": table, "scores": scores, **more})[:2]


def test_a_slip_that_a_penalty_makes_impossible_hides_no_other_table_s(running):
    """One sheet with a wrong sum must be one: the slips of the whole session were refused."""
    with running(2) as run:
        (table, _) = playing(run, 1, 2)
        ada = logged_in_browser(run, "referee", name="Ada")
        assert slip(ada, 1, SCORES)[0] == 200
        take(run, 1, table, 3000)
        status, rows, _ = ada.ask("GET", "/v1/slips?session=1")
        assert (status, [row["state"] for row in rows]) == (200, ["differs", "missing"])
        assert [slip["comes_to"] for slip in rows[0]["slips"]] == [None]
        # It is typed again as the paper has it now, and is right once the game has ended so.
        assert slip(ada, 1, LESS)[1]["slips"] == [
            {"by": "Ada (referee)", "scores": LESS, "sticks": 0, "comes_to": LESS}
        ]


def test_what_penalties_have_taken_is_not_asked_of_a_slip(running):
    """The four numbers of the paper add up to what is still at the table."""
    with running(2) as run:
        (table, _) = playing(run, 1, 2)
        take(run, 1, table, 3000)
        ada = logged_in_browser(run, "referee", name="Ada")
        assert [row["sum"] for row in ada.ask("GET", "/v1/slips?session=1")[1]] == [117_000, 120_000]
        status, answer = slip(ada, 1, SCORES)
        assert (status, answer["error"]["message"]) == (
            409, "scores and sticks must add up to 117,000, not 120,000",
        )  # fmt: skip


def test_a_slip_with_a_stick_left_over_says_what_it_comes_to(running):
    """Who is first has the sticks by the book: four numbers that differ from the result can be right."""
    with running(0) as run:
        planned(run)
        ada, bob = logged_in_browser(run, "referee", name="Ada"), logged_in_browser(run, "referee", name="Bob")
        assert slip(ada, 1, [40_200, 33_800, 25_000, 20_000], sticks=1)[1]["slips"][0]["comes_to"] == SCORES
        row = slip(bob, 1, [40_200, 33_800, 24_000, 21_000], sticks=1)[1]
        assert (row["state"], row["scores"]) == ("differs", SCORES)
        assert [one["comes_to"] for one in row["slips"]] == [SCORES, [41_200, 33_800, 24_000, 21_000]]


def test_slips_before_there_is_a_session_say_what_comes_first(running):
    """That there is no session 1, and that there are: none, helps no one on."""
    with running(0) as run:
        ada = logged_in_browser(run, "referee", name="Ada")
        status, answer, _ = ada.ask("GET", "/v1/slips")
        assert (status, answer["error"]["message"]) == (
            409, "there is no session yet: the desk must seat the players first (tenbo session plan)",
        )  # fmt: skip
        planned(run)
        told = ada.ask("GET", "/v1/slips?session=7")[1]["error"]["message"]
        assert told == "there is no session 7; known sessions: 1, 2"


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_what_the_desk_has_decided_is_not_settled_once_a_penalty_has_made_it_impossible(running):
    """The table has no result then: both who type see it, and what they type counts again."""
    with running(1) as run:
        (table,) = playing(run, 1)
        ada, bob = logged_in_browser(run, "referee", name="Ada"), logged_in_browser(run, "referee", name="Bob")
        assert slip(ada, 1, SCORES)[1]["state"] == "differs"
        run.hall.records.record("correct", "desk", session=1, table=1, scores=SCORES, why="its cable is out", yes=True)
        assert ada.ask("GET", "/v1/slips?session=1")[1][0]["state"] == "settled"
        table.play("penalty", seat=0, points=-3000, when="now")
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).state == "broken")
        row = ada.ask("GET", "/v1/slips?session=1")[1][0]
        assert (row["state"], row["sheet"], row["scores"]) == ("differs", "broken", None)
        assert "scores and sticks must add up to 117,000, not 120,000" in row["why"]
        row = slip(bob, 1, LESS)[1]
        assert (row["state"], row["scores"]) == ("once", LESS)
        assert slip(ada, 1, LESS)[1]["state"] == "agreed"


def test_the_slip_of_a_game_that_was_left_unfinished_counts(running):
    """The table has begun another one, so nothing else will ever tell the result."""
    with running(1) as run:
        playing(run, 1)
        ada = logged_in_browser(run, "referee", name="Ada")
        assert run.client.post("/v1/sessions/2/begin", yes=True, tables=[1])["begun"] == [1]
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).state == "given up")
        assert "type the scores" in ada.ask("GET", "/v1/slips?session=1")[1][0]["why"]
        row = slip(ada, 1, SCORES)[1]
        assert (row["state"], row["sheet"], row["scores"]) == ("once", "complete", SCORES)


def test_two_who_type_a_slip_at_the_same_moment_and_differently_are_told(running):
    """Both found no result, so both of theirs were to count; the later one took the other's place without a word."""
    with running(0) as run:
        planned(run)
        for name, scores in (("Ada", SCORES), ("Bob", LESS_SOUTH)):
            fields = {"session": 1, "table": 1, "scores": scores}
            run.hall.records.record_all(name, [("slip", fields), ("correct", {**fields, "why": FROM_SLIP})])
        rows = logged_in_browser(run, "referee").ask("GET", "/v1/slips?session=1")[1]
        assert (rows[0]["state"], rows[0]["scores"]) == ("differs", LESS_SOUTH)


def test_a_slip_like_the_desk_s_decision_is_not_agreed_by_the_one_that_was_overruled(running):
    """Two have typed something, and not the same."""
    with running(0) as run:
        planned(run)
        ada, bob = logged_in_browser(run, "referee", name="Ada"), logged_in_browser(run, "referee", name="Bob")
        slip(ada, 1, SCORES)
        run.hall.records.record(
            "correct", "desk", session=1, table=1, scores=LESS_SOUTH, why="looked at the paper", yes=True
        )
        assert slip(bob, 1, LESS_SOUTH)[1]["state"] == "once"
        assert slip(ada, 1, LESS_SOUTH)[1]["state"] == "agreed"


def test_a_result_of_the_desk_is_told_apart_from_one_of_the_table(running):
    """Nobody has typed a slip, and the page said that the table had told the result."""
    with running(2) as run:
        (table, _) = playing(run, 1, 2)
        ada = logged_in_browser(run, "referee", name="Ada")
        table.play("end")
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).state == "complete")
        run.hall.records.record("correct", "desk", session=1, table=2, scores=SCORES, why="paper", yes=True)
        _, rows, _ = ada.ask("GET", "/v1/slips?session=1")
        assert [(row["sheet"], row["state"]) for row in rows] == [("complete", "missing"), ("complete", "settled")]


def test_no_record_comes_between_the_decision_about_a_slip_and_its_record(running, monkeypatch):
    """Of two referees who type at the same moment the second is compared with the first, in any case."""
    with running(2) as run:
        playing(run, 1)
        log, inner, got = run.hall.repository.desk, run.hall.records.record_all, []

        def look(*given, **more):
            # What another thread finds while this one is about to record what it has decided.
            other = threading.Thread(target=lambda: got.append(log.records_lock().acquire(blocking=False)))
            other.start()
            other.join()
            return inner(*given, **more)

        monkeypatch.setattr(run.hall.records, "record_all", look)
        assert slip(logged_in_browser(run, "referee", name="Ada"), 2, SCORES)[0] == 200
        assert got == [False]
        assert slip(logged_in_browser(run, "referee", name="Bob"), 2, LESS_SOUTH)[1]["state"] == "differs"


def test_more_sticks_than_a_game_leaves_are_a_wrong_score(running):
    """Any client that sent ten gave ten thousand points to the first; the desk may still type them."""
    with running(0) as run:
        planned(run)
        ada = logged_in_browser(run, "referee", name="Ada")
        status, answer = slip(ada, 1, [32_000, 28_000, 35_000, 15_000], sticks=10)
        assert (status, answer["error"]["at"], answer["error"]["reason"]) == (409, "sticks", "too_many_leftover_sticks")
        assert run.hall.repository.tournament.slips == {}
        assert slip(ada, 1, [32_000, 28_000, 35_000, 17_000], sticks=8)[0] == 200


def test_scores_in_hundreds_that_do_not_add_up_are_wrong_by_their_sum(running):
    """Hundreds are allowed: the answer said that scores must be multiples of a hundred."""
    with running(0) as run:
        planned(run)
        ada = logged_in_browser(run, "referee", name="Ada")
        for scores, sticks in (([320, 280, 350, 251], 0), ([320, 280, 350, 200], 1)):
            status, answer = slip(ada, 1, scores, sticks=sticks)
            assert (status, answer["error"]["reason"]) == (409, "scores_do_not_add_up")
        assert answer["error"]["params"] == {"got": "116,000", "total": "120,000"}
        assert slip(ada, 1, [50, 50, 50, 50])[1]["error"]["reason"] == "scores_not_multiples"


def test_who_has_entered_a_slip_takes_it_back_and_nobody_else_s(running):
    """A success carries its undo; what somebody else has decided is no slip of one's own."""
    with running(2) as run:
        planned(run)
        ada, bob = (logged_in_browser(run, "referee", name=name) for name in ("Ada", "Bob"))
        status, _, headers = ada.ask("POST", "/v1/slips", {"session": 1, "table": 1, "scores": SCORES})
        undo = [int(number) for number in headers["tenbo-undo"].split()]
        assert (status, len(undo), run.hall.repository.results.sheet(1, 1).state) == (200, 2, "complete")
        status, answer, _ = bob.ask("POST", "/v1/slips/undo", {"records": undo})
        assert (status, answer["error"]["params"]) == (409, {"number": undo[0]})
        seats = run.hall.repository.desk.records[0].n
        assert ada.ask("POST", "/v1/slips/undo", {"records": [seats]})[0] == 409
        assert run.hall.repository.results.sheet(1, 1).state == "complete"
        assert ada.ask("POST", "/v1/slips/undo", {"records": undo})[0] == 200
        assert run.hall.repository.results.sheet(1, 1).state == "missing"
        assert ada.ask("GET", "/v1/slips?session=1")[1][0]["state"] == "missing"


def test_a_slip_is_taken_back_once_and_not_behind_a_lock(running):
    """A second press changes nothing, and a locked result stays as it was read out."""
    with running(2) as run:
        planned(run)
        ada = logged_in_browser(run, "referee", name="Ada")
        undone = {}
        for table in (1, 2):
            _, _, headers = ada.ask("POST", "/v1/slips", {"session": 1, "table": table, "scores": SCORES})
            undone[table] = [int(number) for number in headers["tenbo-undo"].split()]
        assert [ada.ask("POST", "/v1/slips/undo", {"records": undone[1]})[0] for _ in range(2)] == [200, 409]
        run.hall.records.record("lock", "desk", session=1, table=2)
        before = len(run.hall.repository.desk.records)
        assert ada.ask("POST", "/v1/slips/undo", {"records": undone[2]})[0] == 409
        assert len(run.hall.repository.desk.records) == before
        assert run.hall.repository.results.sheet(1, 2).state == "locked"
