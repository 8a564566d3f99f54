"""Scores of many tables in one file: exported, read into another store or another program, and refused by line."""

from __future__ import annotations

import json

import pytest

PLAN = "1-2-3-4\n5-6-7-8\n\n8-1-2-5\n4-7-6-3\n"


def evening(session, folder):
    """Play a day of two sessions on paper: ties, a stick that no one has won, penalties and a table without result."""
    names = "".join(f'{n};Ann;"P{n}, Jr.";NED\n' for n in range(1, 9))
    (folder / "eight.csv").write_text("id;first;last;country\n" + names)
    (folder / "eight.txt").write_text(PLAN)
    assert session("players", folder / "eight.csv")[0] == 0
    assert session("plan", folder / "eight.txt")[0] == 0
    for line in (
        "1 1 40000 30000 20000 30000",
        "1 2 30000 30000 30000 30000",
        "2 1 35000 34000 21000 29000 --sticks 1",
    ):
        assert session("correct", *line.split(), "--why", "paper")[0] == 0
    assert session("penalty", 1, 2, "S", -8000, "--why", "telephone")[0] == 0
    assert session("penalty", 2, 1, "W", -500, "--why", "late")[0] == 0


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    "typed",
    [
        "33000 33000 33000 20000 --sticks 1",
        "20000 33000 33000 33000 --sticks 1",
        "28000 28000 30000 28000 --sticks 6",
        "29500 29500 29500 29500 --sticks 2",
        "34500 34500 30000 20000 --sticks 1",
    ],
)
def test_a_shared_first_place_with_sticks_left_over_is_read_again_as_it_was(planned_service, run_cli, tmp_path, typed):
    """Three cannot share a stick evenly: the points of the file alone would make one of them the only first."""
    with planned_service(tables=1, sessions=1) as (run, session):
        assert session("correct", 1, 1, *typed.split(), "--why", "paper")[0] == 0
        before = run.hall.repository.results.sheet(1, 1)
        assert run_cli("export", "tables.csv", "--out", tmp_path / "tables.csv", "--store", run.store)[0] == 0
        assert session("revert", run.hall.repository.desk.records[-1].n, "--why", "once more")[0] == 0
        assert session("scores", tmp_path / "tables.csv")[0] == 0
        again = run.hall.repository.results.sheet(1, 1)
        assert (again.scores, again.places, again.totals) == (before.scores, before.places, before.totals)
        assert session("scores", tmp_path / "tables.csv")[1].startswith("0 tables entered; 1 table unchanged\n")


@pytest.mark.parametrize("name", ["tables.csv", "riichinomi.csv"])
def test_scores_that_are_exported_are_read_into_another_store_with_the_same_results(
    name, running, run_cli, tmp_path, monkeypatch
):
    """Twice, and from a spreadsheet that has saved it in its own way; a second time nothing is added."""
    told, texts = [], []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        with monkeypatch.context() as patch, running(1) as run:
            patch.chdir(folder)
            store = ("--store", run.store)

            def session(*words, store=store):
                return run_cli("session", *words, *store)

            if not texts:
                evening(session, folder)
            else:
                assert session("players", tmp_path / "players.csv")[0] == 0
                if name == "tables.csv":
                    assert session("plan", tmp_path / "plan.csv")[0] == 0
                (tmp_path / "scores.csv").write_bytes(texts[0].replace("\n", "\r\n").encode("utf-16"))
                status, text = session("scores", tmp_path / "scores.csv", "--by", "Bo")
                assert status == 0
                assert text.startswith("3 tables entered (up to record "), text
                assert "  the file has no scores for table 2 in session 2" in text
                before = len(run.hall.repository.desk.records)
                assert session("scores", tmp_path / "scores.csv")[1].startswith(
                    "0 tables entered; 3 tables unchanged\n"
                )
                assert len(run.hall.repository.desk.records) == before
            status, text = run_cli("export", name, "--out", folder / name, *store)
            assert (status, "session 2: table 2 has no result" in text) == (1, True)
            texts.append((folder / name).read_text("utf-8"))
            people = "players.csv" if name == "tables.csv" else "riichinomi-players.csv"
            for file, out in ((people, "players.csv"), ("plan.csv", "plan.csv")):
                status, text = run_cli("export", file, "--out", tmp_path / out, *store)
                assert (status, "provisional" in text) == (0, False)
            record = json.loads(run_cli("results", "--json", *store)[1])
            told.append([{**row, "name": row["name"].split()[-2:]} for row in record["standings"]])
        for left in tmp_path.glob("hall.db*"):
            left.unlink()
    assert told[0] == told[1]
    assert texts[0] == texts[1]


def test_the_other_programs_files_are_as_it_writes_them(planned_service, run_cli, tmp_path):
    """Winds from 0, whole points, penalties in thousands that take away, and a short row where there is no result."""
    with planned_service() as (run, session):
        evening(session, tmp_path)
        store = ("--store", run.store)
        assert run_cli("export", "riichinomi.csv", *store)[1].splitlines()[:16] == [
            "Round ID,Table ID,Player ID,Seat Wind,Points,Penalties",
            "1,1,1,0,40000,0", "1,1,2,1,30000,0", "1,1,3,2,20000,0", "1,1,4,3,30000,0",
            "1,2,5,0,30000,0", "1,2,6,1,30000,8", "1,2,7,2,30000,0", "1,2,8,3,30000,0",
            "2,1,8,0,36000,0", "2,1,1,1,34000,0", "2,1,2,2,21000,0.5", "2,1,5,3,29000,0",
            "2,2,4", "2,2,7", "2,2,6",
        ]  # fmt: skip
        assert (
            "cannot show that it is provisional: the rows of tables without"
            in run_cli("export", "riichinomi.csv", *store)[1]
        )
        players = run_cli("export", "riichinomi-players.csv", *store)[1]
        assert players.splitlines()[:2] == ["ID,Name,Affiliation", '1,"Ann P1, Jr.",NED']


def test_a_stick_that_nobody_has_won_is_what_the_other_program_leaves_out(planned_service, tmp_path):
    """It counts the points that are missing on the table."""
    with planned_service(tables=1, sessions=1) as (run, session):
        rows = "".join(f"1,1,{n},{n - 1},{points},0,10\n" for n, points in enumerate((45000, 30000, 24000, 20000), 1))
        path = tmp_path / "scores.csv"
        path.write_text("Round ID,Table ID,Player ID,Seat Wind,Points,Penalties,Shuugi\n" + rows)
        assert session("scores", path)[0] == 0
        assert run.hall.repository.results.sheet(1, 1).scores == [46000, 30000, 24000, 20000]
        assert run.hall.repository.results.sheet(1, 1).notes[0].why == "from scores.csv"


WRONG_SCORES = [
    (
        "1,1,1,E,40000\n1,1,2,S,30000\n1,1,3,W,20000\n",
        "table 1 in session 1 needs each of the seats E, S, W, N once; its line numbers in the file: 2, 3, 4",
    ),
    ("1,1,1,E,40000\n1,1,2,S,30000\n1,1,3,W,20000\n1,1,4,W,3\n", "needs each of the seats E, S, W, N once"),
    (
        "1,1,1,E,40000\n1,1,2,S,30000\n1,1,3,W,20000\n1,1,4,N,31000\n",
        "table 1 in session 1: scores and sticks must add",
    ),
    ("1,1,1,E,40050\n1,1,2,S,29950\n1,1,3,W,20000\n1,1,4,N,30000\n", "scores must be multiples of 100, not 40050"),
    ("1,1,1,E,40000\n1,1,2,S,30000\n1,1,3,W,20000\n1,1,4,N,\n", "has the scores of only 3 players"),
    (
        "1,1,1,E,40000\n1,1,9,S,30000\n1,1,3,W,20000\n1,1,4,N,30000\n",
        "player in seat S: 9 in the file but 2 at the desk",
    ),
    ("1,1,1,X,40000\n", "line 2: a seat must be E, S, W, N or 0 to 3, not 'X'"),
    ("1,1,1,4,40000\n", "line 2: a seat must be E, S, W, N or 0 to 3, not '4'"),
    ("1,1,1,E,4e4\n", "line 2: score must be a number of points, not '4e4'"),
    ("1,1,1,E,40000.5\n", "line 2: score must be a number of points, not '40000.5'"),
    ("1,1,1,E,40.000\n", "line 2: score has points with a thousands separator, '40.000': write 40000"),
    ("1,1,1,E,99999999999\n", "line 2: score must be a number of points"),
    ("one,1,1,E,40000\n", "line 2: session must be a number, not 'one'"),
    (",1,1,E,40000\n", "line 2 has no session"),
    ("", "the file has no scores"),
    (
        "2,1,8,E,40000\n2,1,1,S,30000\n2,1,2,W,20000\n2,1,5,N,30000\n9,1,1,E,1\n",
        "table 1 in session 9 needs each of the seats E, S, W, N once; its line numbers in the file: 6",
    ),
]


def test_a_file_of_scores_that_cannot_be_is_named_by_line_or_table_and_nothing_is_typed(planned_service, tmp_path):
    """Half a file typed would have to be found again, table by table."""
    with planned_service() as (run, session):
        (tmp_path / "eight.txt").write_text(PLAN)
        session("plan", tmp_path / "eight.txt")
        before = len(run.hall.repository.desk.records)
        path = tmp_path / "scores.csv"
        for rows, sentence in WRONG_SCORES:
            path.write_text("session,table,player,seat,score\n" + rows)
            status, text = session("scores", path)
            assert (status, sentence in text) == (1, True), text
            assert len(run.hall.repository.desk.records) == before


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_scores_that_would_replace_others_are_asked_about_and_locked_ones_stay(planned_service, run_cli, tmp_path):
    """A file of yesterday must not overwrite what was put right today without a word."""
    with planned_service() as (run, session):
        evening(session, tmp_path)
        store, path = ("--store", run.store), tmp_path / "tables.csv"
        run_cli("export", "tables.csv", "--out", path, *store)
        session("correct", 1, 1, 41000, 30000, 19000, 30000, "--why", "recount")
        before = len(run.hall.repository.desk.records)
        status, text = session("scores", path)
        asked = "table 1 in session 1 (complete) has the scores 41000 30000 19000 30000, which would become"
        assert (status, asked in text) == (1, True)
        assert len(run.hall.repository.desk.records) == before
        assert session("lock", 1, 1)[0] == 0
        assert "locked: unlock it first" in session("scores", path, "--yes")[1]
        assert session("reopen", 1, 1, "--why", "recount was wrong")[0] == 0
        assert session("scores", path, "--yes")[1].startswith("1 table entered; 2 tables unchanged (up to record ")
        assert run.hall.repository.results.sheet(1, 1).scores == [40000, 30000, 20000, 30000]
        # Totals that no book gives, such as a substitute's, are not taken for others.
        path.write_text(path.read_text().replace(",25000\n", ",24000\n", 1))
        assert (
            "player 1 has a total of +24,000 in the file, but rule book ema-2025 gives +25,000: "
            in session("scores", path)[1]
        )
