"""Seating plans of three at a table: no two meet twice where that is possible, and every player has every wind."""

from random import Random

import pytest

from tenbo.formats.plan_files import read_plan, write_plan_csv, write_plan_script
from tenbo.tournament.seating.pairing import RankedPlayer, pair_session
from tenbo.tournament.seating.plan_generator import plan_seats, players_after_changes, replan_remaining_rounds
from tenbo.tournament.seating.plan_quality import certificate_lines, compute_certificate
from tenbo.tournament.seating.schedule import check_size, parse_schedule, plan_from_schedule
from tenbo.tournament.seating.search_budget import SearchBudget
from tenbo.tournament.seating.winds import assign_winds
from tenbo_core.errors import Malformed


def budget(steps):
    return SearchBudget(lambda: 0.0, steps=steps)


@pytest.mark.parametrize(("players", "rounds"), [(9, 4), (12, 4), (15, 7), (21, 7)])
def test_no_two_players_meet_twice_where_a_schedule_has_room(players, rounds):
    """In nine players' four rounds and fifteen's seven all have met: Kirkman's schoolgirls."""
    schedule = plan_seats(players, rounds, Random(1), budget(150_000), 3)
    quality = compute_certificate(schedule)
    assert (quality.repeats, quality.winds_off, quality.sides_off) == (0, 0, 0)
    assert {len(table) for tables in schedule for table in tables} == {3}
    assert (quality.indirect_least is None) == (2 * rounds == players - 1)
    assert parse_schedule({"rounds": schedule}) == schedule


@pytest.mark.parametrize("seed", range(8))
def test_every_three_rounds_have_each_wind_once(seed):
    """A player who leaves after the third round has been East, South and West."""
    random = Random(seed)
    dealt = [random.sample(range(1, 22), 21) for _ in range(7)]
    groups = [[order[at : at + 3] for at in range(0, 21, 3)] for order in dealt]
    schedule = assign_winds(groups, random)
    assert [[sorted(table) for table in tables] for tables in schedule] == [list(map(sorted, one)) for one in groups]
    for player in range(1, 22):
        winds = [table.index(player) for tables in schedule for table in tables if player in table]
        assert [sorted(winds[at : at + 3]) for at in (0, 3)] == [[0, 1, 2]] * 2


def test_a_plan_goes_on_when_players_leave_and_others_sit_out_in_turn():
    schedule = plan_seats(12, 5, Random(1), budget(20_000), 3)
    left = players_after_changes(schedule, 2, [7], [])
    again = replan_remaining_rounds(schedule[:2], 3, left, Random(1), budget(20_000), 3)
    assert again[:2] == schedule[:2]
    resting = [set(left) - {player for table in tables for player in table} for tables in again[2:]]
    assert [len(rest) for rest in resting] == [2, 2, 2]
    assert len(set.union(*resting)) == 6


def test_the_next_session_is_paired_by_threes():
    ranking = [RankedPlayer(player, -player) for player in range(1, 10)]
    by_rank = pair_session([], ranking, "standing", Random(1), budget(50), 3)
    assert [sorted(table) for table in by_rank] == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    apart = pair_session([by_rank], ranking, "swiss", Random(1), budget(50), 3)
    assert compute_certificate([by_rank, apart]).repeats == 0
    with pytest.raises(Malformed, match="2 players cannot be paired: a table needs 3 players"):
        pair_session([], ranking[:2], "swiss", Random(1), budget(50), 3)


def test_files_of_plans_have_three_columns():
    plan = plan_from_schedule([[[1, 2, 3], [4, 5, 6]], [[5, 1, 6], [2, 4, 3]]])
    assert read_plan(write_plan_script(plan)) == plan == read_plan(write_plan_csv(plan))
    assert write_plan_csv(plan).startswith("session,table,E,S,W\n1,1,1,2,3\n")
    with pytest.raises(Malformed, match="line 2: a table needs 3 players, not 4: write them as 1-5-9"):
        read_plan("1-2-3\n4-5-6-7\n")


def test_a_size_that_fills_no_tables_is_refused_with_what_would_help():
    check_size(9, 4, 3)
    with pytest.raises(Malformed, match="must be a multiple of 3, not 10: find 2 substitutes and plan for 12 players"):
        check_size(10, 4, 3)
    last = certificate_lines(compute_certificate([[[1, 2, 3]]]), [[[1, 2, 3]]])[-1]
    assert last.endswith("often left or right of the same player")
