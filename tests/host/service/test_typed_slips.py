"""Slips typed while a table plays, with penalties taken from it or sticks left over, and before any session."""

from __future__ import annotations

from .conftest import table_of, until
from .joined import joined
from .test_shown import SCORES, planned

LESS = [38_200, 33_800, 25_000, 20_000]


def playing(run, *tables):
    """Seat eight people and begin the first session at some tables; return the paper tables."""
    planned(run)
    assert run.client.post("/v1/sessions/1/begin", yes=True, tables=list(tables))["begun"] == list(tables)
    found = [table_of(run, number) for number in tables]
    for number, table in zip(tables, found, strict=True):
        until(lambda table=table: table.ledger.table is not None)
        table.play("hand")
        until(lambda number=number: run.hall.sheet(1, number).state == "playing")
    return found


def take(run, number, table, points):
    """Take points away at once, and wait until the host knows."""
    table.play("penalty", seat=0, points=-points, when="now")
    until(lambda: sum(run.hall.sheet(1, number).scores) == 120_000 - points)


def slip(who, table, scores, **more):
    """Type a slip of the first session; return the answer's status and body."""
    return who.ask("POST", "/v1/slips", {"session": 1, "table": table, "scores": scores, **more})[:2]


def test_a_slip_that_a_penalty_makes_impossible_hides_no_other_table_s(running):
    """One sheet with a wrong sum must be one: the slips of the whole session were refused."""
    with running(2) as run:
        (table, _) = playing(run, 1, 2)
        ada = joined(run, "referee", name="Ada")
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
        ada = joined(run, "referee", name="Ada")
        assert [row["sum"] for row in ada.ask("GET", "/v1/slips?session=1")[1]] == [117_000, 120_000]
        status, answer = slip(ada, 1, SCORES)
        assert (status, answer["error"]["message"]) == (
            409, "scores and sticks add up to 120,000, but must be 117,000",
        )  # fmt: skip


def test_a_slip_with_a_stick_left_over_says_what_it_comes_to(running):
    """Who is first has the sticks by the book: four numbers that differ from the result can be right."""
    with running(0) as run:
        planned(run)
        ada, bob = joined(run, "referee", name="Ada"), joined(run, "referee", name="Bob")
        assert slip(ada, 1, [40_200, 33_800, 25_000, 20_000], sticks=1)[1]["slips"][0]["comes_to"] == SCORES
        row = slip(bob, 1, [40_200, 33_800, 24_000, 21_000], sticks=1)[1]
        assert (row["state"], row["scores"]) == ("differs", SCORES)
        assert [one["comes_to"] for one in row["slips"]] == [SCORES, [41_200, 33_800, 24_000, 21_000]]


def test_slips_before_there_is_a_session_say_what_comes_first(running):
    """That there is no session 1, and that there are: none, helps nobody on."""
    with running(0) as run:
        ada = joined(run, "referee", name="Ada")
        status, answer, _ = ada.ask("GET", "/v1/slips")
        assert (status, answer["error"]["message"]) == (
            409, "there is no session yet: the desk seats the players first (tenbo session plan)",
        )  # fmt: skip
        planned(run)
        told = ada.ask("GET", "/v1/slips?session=7")[1]["error"]["message"]
        assert told == "there is no session 7; there are: 1, 2"
