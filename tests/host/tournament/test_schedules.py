"""Schedules as they are read and written, and who plays on: every bound, and each refusal with its place."""

from __future__ import annotations

import pytest

from tenbo.formats.plan_files import read_plan, write_plan_csv, write_plan_script
from tenbo.tournament.seating.plan_generator import byes_by_round, departed_players, players_after_changes
from tenbo.tournament.seating.schedule import (
    check_size,
    parse_schedule,
    plan_from_schedule,
    schedule_from_plan,
    scheduled_players,
)
from tenbo_core.errors import Malformed

FIRST, SECOND = [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 0]]


def refused(wanted, *given, **named):
    """Return the sentence with which something is refused, and the field that it names; or nothing."""
    try:
        wanted(*given, **named)
    except Malformed as error:
        return error.message, error.at
    return None


def test_a_schedule_is_read_as_it_was_written():
    """Empty seats are no one; the lists are its own."""
    record = {"rounds": [FIRST, SECOND]}
    read = parse_schedule(record)
    assert read == [FIRST, SECOND]
    assert read[0][0] is not FIRST[0]
    assert scheduled_players(read) == list(range(1, 9))
    assert plan_from_schedule(read) == {
        (1, 1): FIRST[0], (1, 2): FIRST[1], (2, 1): SECOND[0], (2, 2): SECOND[1],
    }  # fmt: skip
    assert schedule_from_plan(plan_from_schedule(read)) == read
    assert schedule_from_plan({(4, 7): [1, 2, 3, 4], (2, 9): [5, 6, 7, 8], (2, 3): [1, 2, 3, 4]}) == [
        [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2, 3, 4]],
    ]  # fmt: skip
    assert parse_schedule({"rounds": [[[0, 0, 0, 999_999_999]]]}) == [[[0, 0, 0, 999_999_999]]]


NO_ROUNDS = ("the file has no list of rounds: give a file written by tenbo seating --json", "file")


@pytest.mark.parametrize(
    ("record", "refusal"),
    [
        (None, NO_ROUNDS), ([], NO_ROUNDS), ({}, NO_ROUNDS), ({"rounds": []}, NO_ROUNDS), ({"rounds": {}}, NO_ROUNDS),
        ({"rounds": [FIRST, []]}, ("session 2 has no tables", "rounds")),
        ({"rounds": [FIRST, {}]}, ("session 2 has no tables", "rounds")),
        ({"rounds": [[FIRST[0], [1, 2, 3]]]},
         ("session 1, table 2: a table must be a list of 4 players, East first", "rounds")),
        ({"rounds": [[FIRST[0], "5678"]]},
         ("session 1, table 2: a table must be a list of 4 players, East first", "rounds")),
        ({"rounds": [FIRST, [[1, 2, 3, 4], [5, 6, 7, 1]]]},
         ("session 2, table 2: player 1 is already seated at table 1 in this session", "rounds")),
        ({"rounds": [[[1, 2, 3, 3]]]}, (("session 1, table 1: player 3 is already seated at table 1 in this "
                                         "session"), "rounds")),
        *[
            ({"rounds": [[[1, 2, 3, player]]]},
             (f"session 1, table 1: {str(player)[:20]!r} is not a player number, which has 1 to 9 digits", "rounds"))
            for player in (-1, 1_000_000_000, "4", 4.0, True, False, 0.0, None, "y" * 21)
        ],
    ],
)  # fmt: skip
def test_what_is_no_schedule_is_told_with_round_and_table(record, refusal):
    """A number is a whole number, 0 no one, and nothing else is either."""
    assert refused(parse_schedule, record) == refusal


def test_a_schedule_is_for_four_hundred_players_at_most():
    """No matter what their numbers are."""
    tables = [[4 * at + seat for seat in range(1, 5)] for at in range(101)]
    assert len(scheduled_players(parse_schedule({"rounds": [tables[:100]]}))) == 400
    with pytest.raises(Malformed, match="a plan can have at most 400 players, not 404"):
        parse_schedule({"rounds": [tables]})


@pytest.mark.parametrize(
    ("players", "rounds", "byes", "refusal"),
    [
        (4, 1, False, None), (400, 60, False, None), (399, 60, True, None), (5, 1, True, None),
        (3, 1, True, ("the number of players must be 4 to 400, not 3", "players")),
        (401, 1, True, ("the number of players must be 4 to 400, not 401", "players")),
        (4, 0, False, ("the number of sessions must be 1 to 60, not 0", "rounds")),
        (4, 61, False, ("the number of sessions must be 1 to 60, not 61", "rounds")),
        (21, 3, False, (("the number of players must be a multiple of 4, not 21: find 3 substitutes and plan "
                         "for 24 players, or let 1 sit out each session (--players 21 --byes)"), "players")),
        (23, 3, False, (("the number of players must be a multiple of 4, not 23: find a substitute and plan "
                         "for 24 players, or let 3 sit out each session (--players 23 --byes)"), "players")),
    ],
)  # fmt: skip
def test_a_size_that_no_schedule_has_is_refused(players, rounds, byes, refusal):
    """With what to do where the tables cannot be filled."""
    assert refused(check_size, players, rounds, byes=byes) == refusal


# ---------------------------------------------------------------- who plays on


def test_who_plays_on_is_everybody_but_who_has_left():
    """By name of the numbers, and by the empty seats of the rounds to come."""
    plan = [FIRST, SECOND]
    assert departed_players(plan, 0) == []
    assert departed_players(plan, 1) == [8]
    assert departed_players([FIRST, FIRST], 1) == []
    assert departed_players([FIRST, [[1, 2, 3, 4]]], 1) == [], "whoever sits out only is no guest"
    assert byes_by_round(plan) == [[], [8]]
    assert byes_by_round(plan, 1) == [[]]
    assert byes_by_round([FIRST, [[1, 2, 3, 4]], [[5, 6, 7, 8]]], 1) == [[5, 6, 7, 8], [1, 2, 3, 4]]
    assert players_after_changes(plan, 0, [2], [11, 9]) == [1, 3, 4, 5, 6, 7, 8, 9, 11]
    assert players_after_changes(plan, 1, [], []) == [1, 2, 3, 4, 5, 6, 7]
    assert players_after_changes([FIRST, FIRST], 1, [1, 2, 3, 4], []) == [5, 6, 7, 8]


@pytest.mark.parametrize(
    ("after", "without", "new", "refusal"),
    [
        (2, [], [], ("--after must be 0 to 1, not 2: the plan has 2 sessions", "after")),
        (-1, [], [], ("--after must be 0 to 1, not -1: the plan has 2 sessions", "after")),
        (0, [1, 12, 9], [], ("--without: no player in the plan has the number 9", "without")),
        (0, [], [9, 7, 5], ("--with: player 5 is in the plan already; take a new number", "with")),
        (0, [1, 2, 3, 4, 5], [], ("--without leaves 3 players, but a table needs 4", "without")),
        (0, [1, 2, 3, 4, 5], [9], None),
    ],
)
def test_who_leaves_is_in_the_plan_and_who_comes_is_not(after, without, new, refusal):
    """And four are left at least."""
    assert refused(players_after_changes, [FIRST, SECOND], after, without, new) == refusal


# ---------------------------------------------------------------- files


def test_a_script_has_no_gaps_and_a_table_may_have_some():
    """Sessions and tables count from 1 there."""
    plan = {(2, 1): [9, 10, 11, 12], (1, 2): [5, 6, 7, 0], (1, 1): [1, 2, 3, 4]}
    assert write_plan_script(plan) == "1-2-3-4\n5-6-7-0\n\n9-10-11-12\n"
    assert write_plan_csv(plan) == "session,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,0\n2,1,9,10,11,12\n"
    assert read_plan(write_plan_csv(plan)) == read_plan(write_plan_script(plan)) == plan
    gaps = "a script numbers sessions and tables from 1 without gaps, but this plan has gaps: use plan.csv"
    for place in ((4, 1), (2, 3), (0, 1)):
        assert refused(write_plan_script, {**plan, place: [21, 22, 23, 24]}) == (gaps, "name")
    assert refused(write_plan_script, {(2, 1): [1, 2, 3, 4]}) == (gaps, "name")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "the file seats no players: write a line such as 1-5-9-13 for each table"),
        ("# only words\n", "the file seats no players: write a line such as 1-5-9-13 for each table"),
        (
            "1-2-3-4\n\n0-0-0-0\n",
            "the plan seats no players in session 2: 0 is an empty seat, so write the players' numbers",
        ),
        ("1-2-3-4\n1-2-3\n", "line 2: a table needs 4 players, not 3: write them as 1-5-9-13"),
        ("1-2-3-" + "x" * 41, f"line 1: {'x' * 40!r} is not a number of at most 9 digits"),
        (
            "round;table;E;S;W;N\n1;1;1;2;3;\n",
            ("line 2: the column n is empty or missing; the columns are session,table,E,S,W,N"),
        ),
        (
            "round;table;E;S;W;N\n;1;1;2;3;4\n",
            ("line 2: the column session is empty or missing; the columns are session,table,E,S,W,N"),
        ),
        ("round;table;E;S;W;N\n1;1;1;2;3;4\n1;1;5;6;7;8\n", "line 3: table 1 in session 1 is listed twice"),
        (
            "round;table;E;S;W;N\n1;2;1;2;3;4\n1;1;5;6;7;4\n",
            ("player 4 sits twice in session 1: at table 2 and at table 1"),
        ),
    ],
)
def test_a_file_of_seats_that_is_wrong_is_told_with_its_line(text, refusal):
    """Anyone who made it finds the place."""
    assert refused(read_plan, text)[0] == refusal
