"""A session paired by the standings of the store, and the seats as files; by the commands alone."""

from __future__ import annotations

from itertools import combinations

import pytest

from tenbo.formats.plan_files import read_plan


@pytest.fixture
def played(planned_service):
    """Return a function that has a session of four tables behind it, and runs `tenbo seating` for the next one."""
    from contextlib import contextmanager

    @contextmanager
    def run(run_cli, tmp_path):
        with planned_service(tables=4, sessions=1) as (service, session):
            for table in range(1, 5):
                # Player 1 to 16 stand in this order, each with another total.
                scores = [30000 + 800 * (5 - table) * part for part in (12, 4, -4, -12)]
                assert session("correct", 1, table, *scores, "--why", "paper")[0] == 0

            def pair(how, *words):
                out = tmp_path / "next.txt"
                status, text = run_cli("seating", "--pair", how, "--out", out, "--store", service.store, *words)
                plan = read_plan(out.read_text()) if out.exists() else {}
                out.unlink(missing_ok=True)
                return status, text, [plan[place] for place in sorted(plan)]

            yield service, session, pair

    return run


def standing_of(run):
    """Return the players in the order of the standings."""
    return [row["player"] for row in run.client.get("/v1/standings")["standings"]]


@pytest.mark.thorough("schedules for whole tournaments")
def test_a_swiss_session_brings_nobody_together_again_who_need_not(played, run_cli, tmp_path):
    """And anyone who stands near meets: no one of the first half plays at the last table."""
    with played(run_cli, tmp_path) as (run, _, pair):
        status, text, tables = pair("swiss", "--session", 2)
        assert status == 0
        assert "pairs that meet again: 0" in text
        old = {
            frozenset(two)
            for players in run.hall.repository.tournament.seats.values()
            for two in combinations(players, 2)
        }
        new = {frozenset(two) for players in tables for two in combinations(players, 2)}
        assert not old & new
        order = standing_of(run)
        assert sorted(player for table in tables for player in table) == sorted(order)
        spread = [max(map(order.index, table)) - min(map(order.index, table)) for table in tables]
        assert max(spread) < 12
        assert all(table.index(order[0]) != 0 for table in tables[:1] if order[0] in table)


@pytest.mark.thorough("schedules for whole tournaments")
def test_a_session_by_place_has_the_first_four_at_the_first_table(played, run_cli, tmp_path):
    """Whether they have met or not; with equal totals those change who have met."""
    with played(run_cli, tmp_path) as (run, session, pair):
        status, _, tables = pair("standing", "--session", 2)
        assert status == 0
        order = standing_of(run)
        assert [sorted(table) for table in tables] == [sorted(order[at : at + 4]) for at in range(0, 16, 4)]
        for table in range(1, 5):
            session("correct", 1, table, 30000, 30000, 30000, 30000, "--why", "all alike", "--yes")
        assert "pairs that meet again: 0" in pair("standing", "--session", 2)[1]


@pytest.mark.thorough("schedules for whole tournaments")
def test_who_leaves_is_not_paired_and_who_is_left_over_is_named(played, run_cli, tmp_path):
    """Two have gone: two more sit out, the last of those who have played most."""
    with played(run_cli, tmp_path) as (run, session, pair):
        order = standing_of(run)
        for player in order[:2]:
            assert session("withdraw", player, "--from", 2, "--why", "a train")[0] == 0
        status, text, tables = pair("swiss", "--session", 2)
        assert (status, len(tables)) == (0, 3)
        assert f"players without a seat in session 2: {', '.join(map(str, sorted(order[-2:])))}" in text
        assert not set(order[:2]) & {player for table in tables for player in table}
        (tmp_path / "plan.txt").write_text("\n".join("-".join(map(str, table)) for table in tables) + "\n")
        assert session("plan", tmp_path / "plan.txt", "--session", 2)[0] == 0
        assert "there are no standings before session 1" in pair("swiss", "--session", 1)[1]
        assert "--pair needs --session" in pair("swiss")[1]


def test_the_seats_as_they_are_now_are_a_file_and_are_planned_again(planned_service, run_cli, tmp_path):
    """After swaps and withdrawals, for other programs and for planning again."""
    with planned_service(tables=2, sessions=2) as (run, session):
        session("swap", 2, 5, 1)
        store = ("--store", run.store)
        for name in ("plan.txt", "plan.csv"):
            status, text = run_cli("export", name, *store)
            assert status == 0
            assert read_plan(text) == run.hall.repository.tournament.seats
        session("withdraw", 6, "--from", 2, "--why", "ill")
        (tmp_path / "now.txt").write_text(run_cli("export", "plan.txt", *store)[1])
        status, text = run_cli("seating", "--from", tmp_path / "now.txt", "--steps", 2_000, "--after", 1)
        assert status == 0
        assert "already left (their seats are empty): 6" in text
        assert text.split("session 2")[1].split("\n\n")[0].count("table") == 1
        assert run_cli("seating", "--check", tmp_path / "now.txt")[0] == 0
        session("close-table", 1, 1)
        assert "this plan has gaps: use plan.csv" in run_cli("export", "plan.txt", *store)[1]
        assert read_plan(run_cli("export", "plan.csv", *store)[1]) == run.hall.repository.tournament.seats
