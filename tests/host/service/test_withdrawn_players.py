"""A player who leaves is ranked by the book, a reserve in no list; the book of each session decides."""

from __future__ import annotations

import json

import pytest

EVEN = (30000, 30000, 30000, 30000)
FIRST = (40000, 30000, 28000, 22000)
WHY = ("--why", "sheet")


@pytest.fixture
def hall(running, run_cli, tmp_path):
    """Return a function that runs a service without devices: eight players and a reserve, two sessions of a book."""

    def start(service, book="ema-2016"):
        def session(*words):
            status, said = run_cli("session", *words, "--store", service.store)
            assert status == 0, said
            return said

        session("new", "Spring open", "--rules", book)
        (tmp_path / "people.csv").write_text("id;name\n" + "".join(f"{n};Pl{n} Na{n}\n" for n in range(1, 10)))
        session("players", tmp_path / "people.csv")
        (tmp_path / "plan.txt").write_text("1-2-3-4\n5-6-7-8\n\n1-2-5-6\n3-4-7-8\n")
        session("plan", tmp_path / "plan.txt")
        session("correct", 1, 1, *FIRST, *WHY)
        session("correct", 1, 2, *EVEN, *WHY)
        return session

    return start


def ranking(run):
    """Return place, total and sessions of each ranked player."""
    rows = run.client.get("/v1/standings")["standings"]
    return {row["player"]: (row["place"], row["total"], row["sessions"]) for row in rows}


def test_a_player_who_left_has_the_books_result_and_the_reserve_is_in_no_list(running, hall, run_cli):
    """EMA 2016, 5.8: -15000 points and -15000 uma for each session that the replaced player has missed."""
    with running(0) as run:
        session = hall(run)
        said = session("withdraw", 1, "--from", 2, "--instead", 9, "--why", "tired")
        assert "each session that player 1 misses is scored as -30,000 points (ema-2016, 5.8)" in said
        assert "player 9 plays as a reserve and is not ranked" in said
        session("correct", 2, 1, 45000, 30000, 25000, 20000, *WHY)
        session("correct", 2, 2, *EVEN, *WHY)
        ranked = ranking(run)
        assert 9 not in ranked
        assert ranked[1] == (4, 25000 - 30000, {"1": 25000, "2": -30000})
        # The reserve played from the start, so the points at the table decide the uma of the others.
        assert [ranked[player][2]["2"] for player in (2, 5, 6)] == [5000, -10000, -25000]
        sheet = run.client.get("/v1/sessions/2")[0]
        assert (sheet["players"], sheet["counts_for"]) == ([9, 2, 5, 6], [1, 2, 5, 6])
        assert (sheet["totals"], sheet["adds_up"]) == ([-30000, 5000, -10000, -25000], True)
        assert json.loads(run_cli("results", "--json", "--store", run.store)[1])["standings"][3]["player"] == 1
        everything = json.loads(run_cli("export", "results.json", "--store", run.store)[1])
        assert 9 not in [row["player"] for row in everything["standings"]]
        assert everything["proof"]["holds"]
        assert ",9," not in run_cli("export", "standings.csv", "--store", run.store)[1]


def test_a_missed_session_counts_without_a_reserve_too(running, hall):
    """No one sits in the seat, or the table is out: the player who left has missed the session all the same."""
    with running(0) as run:
        session = hall(run, "ema-2012")
        session("withdraw", 1, "--from", 2, "--why", "home")
        assert ranking(run)[1][2] == {"1": 10000 + 30000}
        session("correct", 2, 2, *EVEN, *WHY)
        assert ranking(run)[1][1:] == (40000 - 30000, {"1": 40000, "2": -30000})
        session("unrank", 1, "--why", "ill")
        assert 1 not in ranking(run)


def test_a_planned_bye_is_no_missed_session(running, hall, tmp_path):
    """A player who has no seat in a session of the plan misses nothing in it."""
    with running(0) as run:
        session = hall(run)
        (tmp_path / "third.txt").write_text("5-6-7-8\n")
        session("plan", tmp_path / "third.txt", "--session", 3)
        session("withdraw", 1, "--from", 2, "--instead", 9, "--why", "home")
        for table in (1, 2):
            session("correct", 2, table, *EVEN, *WHY)
        session("correct", 3, 1, *EVEN, *WHY)
        assert ranking(run)[1][2] == {"1": 25000, "2": -30000}


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_player_who_comes_back_has_own_results_again(running, hall, tmp_path):
    """The reserve gives the seat back; the session between counts as missed."""
    with running(0) as run:
        session = hall(run)
        (tmp_path / "third.txt").write_text("1-3-5-7\n2-4-6-8\n")
        session("plan", tmp_path / "third.txt", "--session", 3)
        session("withdraw", 1, "--from", 2, "--instead", 9, "--why", "ill")
        session("withdraw", 9, "--from", 3, "--instead", 1, "--why", "is well again")
        for table in (1, 2):
            session("correct", 2, table, *EVEN, *WHY)
        session("correct", 3, 1, *FIRST, *WHY)
        session("correct", 3, 2, *EVEN, *WHY)
        assert ranking(run)[1][2] == {"1": 25000, "2": -30000, "3": 25000}
        assert 9 not in ranking(run)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_reserve_of_a_reserve_plays_for_the_same_player(running, hall):
    """The seat has changed hands twice; the result is still that of the player who left."""
    with running(0) as run:
        session = hall(run)
        session("add", "Late One")
        session("withdraw", 1, "--from", 2, "--instead", 9, "--why", "ill")
        session("withdraw", 9, "--from", 2, "--instead", 10, "--why", "called away")
        for table in (1, 2):
            session("correct", 2, table, *FIRST, *WHY)
        ranked = ranking(run)
        assert ranked[1][2] == {"1": 25000, "2": -30000}
        assert not {9, 10} & ranked.keys()


def test_a_book_that_is_silent_ranks_as_the_seats_say(running, hall):
    """The WRC book knows no reserve: the command says so, and results stay with who has played."""
    with running(0) as run:
        session = hall(run, "wrc")
        said = session("withdraw", 1, "--from", 2, "--instead", 9, "--why", "home")
        assert "wrc has no rule for missed sessions" in said
        for table in (1, 2):
            session("correct", 2, table, *FIRST, *WHY)
        ranked = ranking(run)
        assert list(ranked[1][2]) == ["1"]
        assert list(ranked[9][2]) == ["2"]


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    ("since", "totals"),
    [
        # EMA 2016, 5.8: the points of a reserve who was there from the start decide the uma of the others.
        ("start", [-30000, 5000, -7000, -23000]),
        # One who came in during the session has the last uma, and the others have the first three.
        ("now", [-30000, 15000, 3000, -13000]),
    ],
)
def test_a_substitute_counts_where_scores_are_typed(running, hall, since, totals):
    """Without any device: recorded for the session whose scores are typed, on the sheet, and taken back."""
    with running(0) as run:
        session = hall(run)
        said = session("substitute", 1, "E", since, "--session", 1)
        sheet = run.client.get("/v1/sessions/1")[0]
        assert (sheet["totals"], sheet["adds_up"]) == (totals, True)
        assert [note["what"] for note in sheet["notes"]] == ["correct", "substitute"]
        assert sheet["places"][0] == (1 if since == "start" else 4)
        number = run.hall.repository.desk.records[-1].n
        assert f"(record {number})" in said
        session("revert", number, "--why", "the wrong seat")
        assert run.client.get("/v1/sessions/1")[0]["totals"] == [25000, 5000, -7000, -23000]


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_the_session_of_a_substitute_is_the_one_in_play_unless_named(running, hall, run_cli):
    """Without a session that has begun one has to say which; a silent book and a locked result refuse it."""
    with running(0) as run:
        session = hall(run, "ema-2025")
        session("substitute", 2, 3, "now")
        assert run.hall.repository.desk.records[-1].fields["session"] == 1
        assert run_cli("session", "substitute", 2, 3, "now", "--session", 7, "--store", run.store)[0] == 1
        session("lock", 1, 2)
        assert run_cli("session", "substitute", 2, 3, "now", "--session", 1, "--store", run.store)[0] == 1


def test_a_book_without_substitutes_refuses_them_by_its_name(running, hall, run_cli):
    """As at a table."""
    with running(0) as run:
        hall(run, "wrc")
        status, said = run_cli("session", "substitute", 1, 0, "now", "--session", 1, "--store", run.store)
        assert (status, "says nothing about substitutes" in said) == (1, True)


def test_what_players_missed_is_named_where_the_points_are_added_up(running, hall, run_cli, tmp_path):
    """The standings are lower than the tables' totals by it; the reserve is counted as a player nowhere."""
    with running(0) as run:
        session = hall(run)
        assert "missed" not in run_cli("results", "--store", run.store)[1]
        session("withdraw", 1, "--from", 2, "--instead", 9, "--why", "tired")
        session("withdraw", 5, "--from", 2, "--why", "home")
        session("correct", 2, 1, *EVEN, *WHY)
        session("correct", 2, 2, *EVEN, *WHY)
        rows = run.client.get("/v1/standings")["standings"]
        tables = json.loads(run_cli("export", "results.json", "--store", run.store)[1])["proof"]["totals"]
        missed = sum(row["total"] for row in rows) - tables
        assert (len(rows), missed) == (8, -30000)
        *_, last = run_cli("results", "--store", run.store)[1].splitlines()
        assert (last.startswith("1 missed session "), "-30,000" in last) == (True, True)
        session("hide", 2)
        refused = run_cli("export", "ema.csv", "--store", run.store)
        assert (refused[0], refused[1].count("provisional: ")) == (1, 0)
        session("publish")
        session("unrank", 2, "--why", "ill")
        ranked = sum(row["total"] for row in run.client.get("/v1/standings")["standings"])
        *_, last = run_cli("results", "--store", run.store)[1].splitlines()
        assert ranked - missed + 5000 == tables, "player 2 has 0 and 5,000"
        assert "+5,000" in last
        session("revert", run.hall.repository.desk.records[-1].n, "--why", "is well")
        assert run_cli("print", "report", "--store", run.store, "--out", tmp_path / "report.html")[0] == 0
        report = (tmp_path / "report.html").read_text()
        assert ("8 players" in report, "9 players" in report, "1 missed session " in report) == (True, False, True)
        said = run_cli("export", "riichinomi.csv", "--store", run.store, "--out", tmp_path / "scores.csv")[1]
        assert ["table 1 in session 2" in said, "session 2 was missed by 5" in said] == [True, True]
        (reserve,) = [
            row for row in run_cli("export", "tables.csv", "--store", run.store)[1].splitlines() if ",9," in row
        ]
        assert reserve.endswith(",-30000,from the start,-30000,1")
        for paper in ("slips", "sheets"):
            out = tmp_path / f"{paper}.html"
            words = ("print", "slips") if paper == "slips" else ("export", "sheets.txt")
            assert run_cli(*words, "--store", run.store, "--out", out)[0] == 0
            assert sum("player 1 Pl1 Na1" in line for line in out.read_text().splitlines()) == 1, paper


def test_a_result_that_is_typed_again_is_said_to_be_the_same(running, hall):
    """The second paper sheet of a table, or the same one once more: nothing is replaced, so no scores are repeated."""
    with running(0) as run:
        session = hall(run)
        assert session("correct", 1, 1, *FIRST, *WHY).count("40,000 30,000 28,000 22,000") == 1
        assert session("correct", 1, 1, *EVEN, *WHY).count("30,000 30,000 30,000 30,000") == 1
        assert "40,000 30,000 28,000 22,000" in session("correct", 1, 1, *FIRST, *WHY)
