"""Files at the desk, by the commands alone: what is handed in, what other programs give, and what is missing."""

from __future__ import annotations

import csv
import io
import json

import pytest

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


def test_the_federations_file_is_complete_or_not_written(desk, say, tmp_path, people):
    """What is missing is named before anything is written, and told by one line that leaves the rest alone."""
    with desk(tables=1, sessions=1) as (run, session):
        store, out = ("--store", run.store), tmp_path / "ema.csv"
        assert session("new", "Open 2026", "--country", "NED")[0] == 0
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        status, text = say("export", "ema.csv", "--out", out, *store)
        assert (status, out.exists()) == (1, False)
        assert "nothing is written: the EMA's file needs the town, the date (tenbo session about --place" in text
        assert "somebody registered as player 1, 2, 3, 4 (a file with the columns id and name" in text
        assert session("players", people)[0] == 0
        status, text = session("about", "--place", "Delft", "--date", "12-13.04.2026", "--qualification")
        assert (status, text.rstrip().partition(": ")[2]) == (
            0, "Open 2026, ema-2016, Delft, NED, 12-13 Apr. 2026, with qualification",
        )  # fmt: skip
        assert say("export", "ema.csv", "--out", out, *store) == (0, f"{out} written\n")
        rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
        assert [row["Player's last name"] for row in rows] == ["O'BRIEN, JR.", "VON HOHENLOHE", '"ACE" +EVIL', "渡辺"]
        assert rows[2]["Player's first name"] == "'=1+1"
        assert {(row["mers"], row["period"], row["NbDays"]) for row in rows} == {("3", "12-13 Apr. 2026", "2")}
        assert session("about", "--no-qualification", "--short", "Delft")[0] == 0
        text = say("export", "ema.csv", "--bom", "--out", out, *store)[1]
        assert out.read_bytes().startswith(b"\xef\xbb\xbfTournament name,")
        assert ",Delft,2,Delft,Riichi,12-13 Apr. 2026,2,NO" in out.read_text("utf-8-sig")
        for words, sentence in (
            (("--date", "12-13.04.2026", "--days", 3), "'12-13.04.2026' are 2 days, not 3: say one of them"),
            (("--days", 0), "a tournament has 1 to 31 days, not 0"),
            (("--date", "13-12.04.2026"), "ends before it begins"),
            (("--country", "Holland"), "a country is three letters such as NED"),
        ):
            status, text = session("about", *words)
            assert (status, sentence in text) == (1, True), text
        assert "12-13 Apr. 2026" in session("show")[1]


def test_what_is_said_of_a_tournament_again_keeps_its_own_book(desk, tmp_path):
    """A club's book is text in the record; a correction of the date must not lose it."""
    book = tmp_path / "club.toml"
    book.write_text('extends = "ema-2016"\ntitle = "Club"\nstart_points = 25000\n')
    with desk(tables=1, sessions=1) as (run, session):
        assert "needs title" in session("about", "--date", "22.03.2026")[1]
        status, text = session("new", "Open", "--rules", book)
        assert status == 0, text
        assert session("about", "--date", "22.03.2026")[0] == 0
        assert (run.hall.tournament.rules, run.hall.rules().start_points) == ("club", 25000)
        assert session("about", "--rules", "ema-2025")[0] == 0
        assert (run.hall.tournament.rulebook.text, run.hall.tournament.date) == ("", "22.03.2026")


def test_base_ranks_are_shown_on_demand(desk, say, people):
    """To those with an EMA number; with the weight and what it follows from, for people and for programs."""
    with desk(tables=1, sessions=1) as (run, session):
        store = ("--store", run.store)
        session("players", people)
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        status, text = say("results", "--mers", *store)
        assert status == 0
        head, *rows = text.splitlines()
        assert head.split() == ["player", "total", "MERS", "s1", "places"]
        assert [row[44:51].strip() for row in rows[:4]] == ["1000", "666", "666", "-"]
        assert rows[4] == "MERS 1: 1 day, 4 players, 3 countries, no qualification"
        assert "MERS" not in say("results", *store)[1]
        assert [row.split()[-1] for row in say("results", "--mers", "--only", "country=GER", *store)[1].splitlines()][1]
        told = json.loads(say("results", "--json", *store)[1])
        assert [row["mers"] for row in told["standings"]] == [1000, 666, 666, None]
        assert told["mers"]["weight"] == 1
        assert told == json.loads(json.dumps(run.client.get("/v1/standings")))
        part = json.loads(say("results", "--json", "--only", "country=GER", *store)[1])
        assert [(row["place"], row["mers"]) for row in part["standings"]] == [(1, 666), (1, 666)]
        tables = json.loads(say("results", "--json", "--session", 1, *store)[1])
        assert (tables["provisional"], tables["tables"][0]["scores"]) == (False, [40000, 30000, 20000, 30000])
        assert say("results", "--mers", "--teams", *store)[0] == 2


def test_a_file_that_cannot_be_written_leaves_what_stood_there(desk, say, tmp_path, monkeypatch):
    """A full disk in the middle of a file must not cost the last good one."""
    with desk(tables=1, sessions=1) as (run, session):
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        out = tmp_path / "standings.csv"
        out.write_text("the last good one")

        def full(path, text, **_):
            with path.open("w") as file:
                file.write(text[:10])
            raise OSError(28, "No space left on device", str(path))

        monkeypatch.setattr("pathlib.Path.write_text", full)
        status, text = say("export", "standings.csv", "--out", out, "--store", run.store)
        assert (status, "No space left on device" in text) == (1, True)
        assert out.read_text() == "the last good one"
        assert sorted(path.name for path in tmp_path.glob("standings*")) == ["standings.csv"]
