"""Files at the desk, by the commands alone: what is handed in, what other programs give, and what is missing."""

from __future__ import annotations

import csv
import io
import json

import pytest

from .conftest import game_of, play

PEOPLE = '''\
id;first name;last name;EMA number;country;club
1;Zoë;O'Brien, Jr.;11990001;UK;Ockham
2;Maximilian;von Hohenlohe;05990002;DE;Übersee
3;直子;渡辺;;JP;
4;=1+1;"""Ace"" +Evil";05990004;DE;
'''


@pytest.fixture
def people(tmp_path):
    """Return a file of players whose names are hard on every program."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE, encoding="utf-8")
    return path


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_the_federations_file_is_complete_or_not_written(planned_service, run_cli, tmp_path, people):
    """What is missing is named before anything is written, and told by one line that leaves the rest alone."""
    with planned_service(tables=1, sessions=1) as (run, session):
        store, out = ("--store", run.store), tmp_path / "ema.csv"
        assert session("new", "Open 2026", "--country", "NED")[0] == 0
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        status, text = run_cli("export", "ema.csv", "--out", out, *store)
        assert (status, out.exists()) == (1, False)
        assert "the EMA file was not written: it needs the town (tenbo session edit --place ...); the date (" in text
        assert "the registration of each player (missing: 1, 2, 3, 4): give a file with the columns id and name" in text
        assert session("players", people)[0] == 0
        status, text = session("edit", "--place", "Delft", "--date", "12-13.04.2026", "--qualification")
        assert (status, text.partition(" (record ")[0]) == (
            0, "Open 2026, ema-2025, Delft, NED, 12-13 Apr. 2026, qualification required",
        )  # fmt: skip
        assert run_cli("export", "ema.csv", "--out", out, *store) == (0, f"wrote {out}\n")
        rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
        assert [row["Player's last name"] for row in rows] == ["O'BRIEN, JR.", "VON HOHENLOHE", '"ACE" +EVIL', "渡辺"]
        assert rows[2]["Player's first name"] == "'=1+1"
        assert {(row["mers"], row["period"], row["NbDays"]) for row in rows} == {("3", "12-13 Apr. 2026", "2")}
        status, text = session("edit", "--no-qualification", "--short", "Delft")
        assert (status, ", 'Delft' in lists (record " in text) == (0, True)
        text = run_cli("export", "ema.csv", "--bom", "--out", out, *store)[1]
        assert out.read_bytes().startswith(b"\xef\xbb\xbfTournament name,")
        assert ",Delft,2,Delft,Riichi,12-13 Apr. 2026,2,NO" in out.read_text("utf-8-sig")
        assert "the whole tournament: leave --session out" in run_cli("export", "ema.csv", "--session", 1, *store)[1]
        for words, sentence in (
            (
                ("--date", "12-13.04.2026", "--days", 3),
                ("'12-13.04.2026' covers 2 days, not 3: give either the dates or the number of days"),
            ),
            (("--days", 0), "a tournament has 1 to 31 days, not 0"),
            (("--date", "13-12.04.2026"), "ends before it begins"),
            (("--country", "Holland"), "a country code must be three letters such as NED"),
        ):
            status, text = session("edit", *words)
            assert (status, sentence in text) == (1, True), text
        assert "12-13 Apr. 2026" in session("show")[1]


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_everybody_who_is_exported_is_read_again_as_they_were(planned_service, run_cli, tmp_path, people):
    """With all that is known of them; and the federation's own file of last year registers its players."""
    with planned_service(tables=1, sessions=1) as (run, session):
        session("players", people)
        known = run.hall.repository.people()
        status, text = run_cli("export", "players.csv", "--bom", "--out", tmp_path / "again.csv", "--store", run.store)
        assert (status, text) == (0, f"wrote {tmp_path / 'again.csv'}\n")
        assert session("players", tmp_path / "again.csv") == (0, "4 players\n")
        assert run.hall.repository.people() == known
        session("new", "Open", "--country", "NED", "--place", "Delft", "--date", "22.03.2026")
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        last_year = run_cli("export", "ema.csv", "--store", run.store)[1]
    for old, new in (("11990001", "11990007"), ("05990002", "0"), ("05990004", "-1")):
        last_year = last_year.replace(old, new)
    (tmp_path / "ema.csv").write_bytes(last_year.replace("渡辺", "Müller").replace("直子", "Jo").encode("cp1252"))
    for left in tmp_path.glob("hall.db*"):
        left.unlink()
    with planned_service(tables=1, sessions=1) as (run, session):
        assert "is not UTF-8: read as Windows-1252" in session("players", tmp_path / "ema.csv")[1]
        names = [
            (player.first, player.last, player.ema, player.country) for player in run.hall.repository.people().values()
        ]
        assert names == [
            ("Zoë", "O'BRIEN, JR.", "11990007", "GBR"), ("Maximilian", "VON HOHENLOHE", "", "GER"),
            ("=1+1", '"ACE" +EVIL', "", "GER"), ("Jo", "Müller", "", "JPN"),
        ]  # fmt: skip


def test_what_is_said_of_a_tournament_again_keeps_its_own_book(planned_service, tmp_path):
    """A club's book is text in the record; a correction of the date must not lose it."""
    book = tmp_path / "club.toml"
    book.write_text('extends = "ema-2016"\ntitle = "Club"\nstart_points = 25000\ntarget_points = 25000\n')
    with planned_service(tables=1, sessions=1) as (run, session):
        assert "needs the field title" in session("edit", "--date", "22.03.2026")[1]
        status, text = session("new", "Open", "--rules", book)
        assert status == 0, text
        assert session("edit", "--date", "22.03.2026")[0] == 0
        assert (
            run.hall.repository.tournament.rules,
            run.hall.repository.tournament.rulebook.load().rules.start_points,
        ) == ("club", 25000)
        assert session("edit", "--rules", "ema-2025")[0] == 0
        assert (run.hall.repository.tournament.rulebook.text, run.hall.repository.tournament.date) == ("", "22.03.2026")


def test_base_ranks_are_shown_on_demand(planned_service, run_cli, people):
    """To those with an EMA number; with the weight and what it follows from, for people and for programs."""
    with planned_service(tables=1, sessions=1) as (run, session):
        store = ("--store", run.store)
        session("players", people)
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        status, text = run_cli("results", "--mers", *store)
        assert status == 0
        head, *rows = text.splitlines()
        assert head.split() == ["player", "total", "MERS", "s1", "places"]
        assert [row[44:51].strip() for row in rows[:4]] == ["1000", "666", "666", "-"]
        assert rows[4] == "MERS 1: 1 day, 4 players, 3 countries, no qualification"
        assert "MERS" not in run_cli("results", *store)[1]
        assert [
            row.split()[-1] for row in run_cli("results", "--mers", "--only", "country=GER", *store)[1].splitlines()
        ][1]
        told = json.loads(run_cli("results", "--json", *store)[1])
        assert [row["mers"] for row in told["standings"]] == [1000, 666, 666, None]
        assert told["mers"]["weight"] == 1
        assert told == json.loads(json.dumps(run.client.get("/v1/standings")))
        part = json.loads(run_cli("results", "--json", "--only", "country=GER", *store)[1])
        assert [(row["place"], row["mers"]) for row in part["standings"]] == [(1, 666), (1, 666)]
        tables = json.loads(run_cli("results", "--json", "--session", 1, *store)[1])
        assert (tables["provisional"], tables["tables"][0]["scores"]) == (False, [40000, 30000, 20000, 30000])
        assert run_cli("results", "--mers", "--teams", *store)[0] == 2


def test_the_scores_of_a_game_that_runs_are_asked_about(planned_service, tmp_path):
    """In the middle of it, they are no result."""
    with planned_service(tables=1, sessions=1) as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        play(run, 1, end=False)
        scores = run.hall.repository.results.sheet(1, 1).scores
        path = tmp_path / "scores.csv"
        rows = "".join(f"1,1,{n},{score}\n" for n, score in enumerate(scores, 1))
        path.write_text("Session,Table,Player,Score\n" + rows)
        status, text = session("scores", path)
        assert (status, "table 1 in session 1 (playing) has the scores" in text) == (1, True)
        assert session("scores", path, "--yes")[0] == 0
        assert run.hall.repository.results.sheet(1, 1).state == "complete"
        assert session("scores", path)[1].startswith("0 tables entered; 1 table unchanged")


def test_results_that_are_not_signed_are_named_where_others_are(planned_service, run_cli):
    """A desk that locks each signed sheet sees which one is still at its table; a desk that locks none is not asked."""
    with planned_service(sessions=1) as (run, session):
        store = ("--store", run.store)
        for table in (1, 2):
            session("correct", 1, table, 40000, 30000, 20000, 30000, "--why", "paper")
        for words in (("results",), ("export", "tables.csv")):
            assert "not signed" not in run_cli(*words, *store)[1]
        session("lock", 1, 2)
        line = "not signed: session 1: table 1 (tenbo session lock)\n"
        assert (run_cli("results", *store)[0], run_cli("results", *store)[1].endswith(line)) == (0, True)
        for name in ("tables.csv", "riichinomi.csv", "results.json"):
            assert run_cli("export", name, *store)[1].endswith(f"tenbo export: {line}")
        rows = list(csv.DictReader(io.StringIO(run_cli("export", "standings.csv", *store)[1])))
        assert rows[0]["state"] == "final; not signed: session 1: table 1"
        assert run.client.get("/v1/standings")["unsigned"] == [{"session": 1, "table": 1}]
        session("lock", 1, 1)
        assert "not signed" not in run_cli("results", *store)[1]


def test_a_file_that_cannot_be_written_leaves_what_stood_there(planned_service, run_cli, tmp_path, monkeypatch):
    """A full disk in the middle of a file must not cost the last good one."""
    with planned_service(tables=1, sessions=1) as (run, session):
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        papers = {"standings.csv": ("export", "standings.csv"), "standings.html": ("print", "standings")}
        for name in papers:
            (tmp_path / name).write_text("the last good one")

        def full(path, data):
            with path.open("wb") as file:
                file.write(data[:10])
            raise OSError(28, "No space left on device", str(path))

        monkeypatch.setattr("pathlib.Path.write_bytes", full)
        for name, words in papers.items():
            out = tmp_path / name
            status, text = run_cli(*words, "--out", out, "--store", run.store)
            told = f"tenbo {words[0]}: {out} cannot be written because the disk is full: free some"
            assert (status, text.startswith(told)) == (1, True)
            assert out.read_text() == "the last good one"
        assert sorted(path.name for path in tmp_path.glob("standings*")) == sorted(papers)


def test_a_tournament_without_a_table_has_no_file_of_results(running, run_cli, tmp_path):
    """A head without a row would be sent on as if it were a result."""
    with running(0) as run:
        for name in ("ara.csv", "standings.csv"):
            status, said = run_cli("export", name, "--out", tmp_path / name, "--store", run.store)
            assert (status, (tmp_path / name).exists(), "Place" in said) == (1, False, False)
        assert run_cli("export", "players.csv", "--store", run.store)[0] == 0
