"""A club plays a tournament by a book of its own: what is kept is the book, and never the way to a file."""

from __future__ import annotations

import json

import pytest

from tenbo_core.errors import Malformed

from .conftest import game_of, play, table_of

CLUB = """\
extends = "ema-2016"
title = "Thursday club"
red_fives = 3
start_points = 25000
oka = 0
uma = [20000, 10000, -10000, -20000]
[yaku]
open_riichi = [2, 0]
"""


@pytest.fixture
def club(tmp_path):
    """Return the file of a club's own book."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, "utf-8")
    return path


def test_a_session_is_begun_by_a_clubs_book_and_its_results_need_no_file(planned_service, run_cli, club):
    """Base and changes travel in the game's start, the text is with the desk's records."""
    with planned_service(tables=1, sessions=1) as (run, session):
        club.write_text(CLUB.replace("oka = 0\n", ""), "utf-8")
        status, said = session("new", "Thursday's", "--rules", club)
        # Half of a change that is usually made in two places.
        assert status == 1
        assert "without oka make the totals of a table add up to -20000" in said
        fields = {"title": "Thursday's", "rules": "club", "book": club.read_text("utf-8")}
        with pytest.raises(Malformed) as refused:
            run.hall.records.record("tournament", "desk", **fields)
        assert refused.value.code == "missing_field"
        assert run.hall.repository.tournament.title == ""
        club.write_text(CLUB, "utf-8")
        assert session("new", "Thursday's", "--rules", club)[0] == 0
        club.unlink()
        assert session("begin", 1)[0] == 0
        game_of(run, 1, 1)
        start = table_of(run, 1).ledger.events[0]
        assert start.args[0] == "ema-2016"
        assert dict(start.args[1]) == {
            "red_fives": 3, "start_points": 25000, "uma": [20000, 10000, -10000, -20000],
            "yaku": {"open_riichi": [2, 0]},
        }  # fmt: skip
        (view,) = run.hall.tables.tables()
        assert (view["now"]["rules"], view["now"]["book"]) == ("ema-2016", "club")
        told = run_cli("log", "--desk", "--store", run.store)[1]
        assert "tournament title Thursday's rules club  (" in told
        assert "extends" not in told
        play(run, 1)
        text = run_cli("results", "--session", 1, "--store", run.store)[1]
        assert "table 1   club   complete" in text
        assert "20,000" in text
        sheet = run.hall.repository.results.sheet(1, 1)
        # South won from West; East and North share the second and third place.
        assert (sum(sheet.scores), sheet.uma, sheet.adds_up) == (100000, [0, 20000, -20000, 0], True)
        assert "Thursday's   club" in session("show")[1]
        assert json.loads(run_cli("export", "results.json", "--store", run.store)[1])["rules"] == "club"


def test_another_version_of_the_file_is_the_next_sessions(planned_service, run_cli, club):
    """What was played, or typed, by the first one stays as it was."""
    with planned_service(tables=1, sessions=2) as (run, session):
        assert session("new", "Thursday", "--rules", club)[0] == 0
        paper = (40000, 30000, 20000, 10000)
        assert session("correct", 1, 1, *paper, "--why", "paper")[0] == 0
        first = run.hall.repository.results.sheet(1, 1)
        assert first.uma == [20000, 10000, -10000, -20000]
        club.write_text(CLUB.replace("[20000, 10000, -10000, -20000]", "[30000, 10000, -10000, -30000]"), "utf-8")
        assert session("new", "Thursday", "--rules", club, "--yes")[0] == 0
        club.unlink()
        assert session("correct", 2, 1, *paper, "--why", "paper")[0] == 0
        assert run.hall.repository.results.sheet(2, 1).uma == [30000, 10000, -10000, -30000]
        assert run.hall.repository.results.sheet(1, 1) == first
        assert "30,000" in run_cli("results", "--session", 2, "--store", run.store)[1]


def test_a_book_that_was_a_slip_is_taken_back(planned_service, club):
    """Then the right one is that of every session, those included whose results were typed already."""
    with planned_service(tables=1, sessions=1) as (run, session):
        assert session("new", "Thursday", "--rules", club)[0] == 0
        slip = run.hall.repository.desk.records[-1].n
        assert session("correct", 1, 1, 40000, 30000, 20000, 10000, "--why", "paper")[0] == 0
        club.write_text(CLUB.replace("[20000, 10000, -10000, -20000]", "[30000, 10000, -10000, -30000]"), "utf-8")
        assert session("new", "Thursday", "--rules", club, "--yes")[0] == 0
        assert run.hall.repository.results.sheet(1, 1).uma == [20000, 10000, -10000, -20000]
        assert session("revert", slip, "--why", "the old file")[0] == 0
        assert run.hall.repository.results.sheet(1, 1).uma == [30000, 10000, -10000, -30000]


def test_a_club_book_that_no_table_can_play_is_refused_when_it_is_named(planned_service, club):
    """With the file and the line; what the desk has stays."""
    with planned_service(tables=1, sessions=1) as (run, session):
        for line, said in (
            ("uma = [20, 10, -10, -20]", "uma is in points, not in thousands: write [20000, 10000, -10000, -20000]"),
            ("uma = [20000, 10000, -10000, -10000]", "uma must add up to 0, not 10000"),
            ("noten_pool = 3500", "noten_pool must be 0 or a positive multiple of 6, not 3500"),
        ):
            club.write_text(f'extends = "ema-2016"\n{line}\n', "utf-8")
            status, text = session("new", "Thursday", "--rules", club)
            assert (status, f"club.toml, line 2: {said}" in text) == (1, True)
        assert run.hall.repository.tournament.title == ""
