"""Results at the desk: what is typed, and what is not finished; by the commands alone."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tenbo.validation.points_text import points_list_text
from tenbo_core.errors import Refused

from .conftest import finished, game_of, play, public_json, stored, table_of


def test_a_correction_is_checked_when_it_is_typed(planned_service, run_cli):
    """With table, session and what to do; nothing is recorded, and every output goes on."""
    with planned_service() as (run, session):
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
        play(run, 1)
        scores = (32000, 28000, 35000, 2500)
        status, text = session("correct", 1, 1, *scores, "--why", "sheet")
        assert status == 1
        assert "table 1 in session 1" in text
        assert "must add up to 120,000, not 97,500; check the score sheet and enter the scores again" in text
        assert "revert" not in text, "there is no kind of record to take back"
        assert "multiples of 100" in session("correct", 1, 1, 32050, 27950, 35000, 25000, "--why", "sheet")[1]
        assert "there is no table 7 in session 1" in session("correct", 1, 7, *scores, "--why", "sheet")[1]
        assert run.hall.repository.tournament.notes == {}
        # A valid one, after which a penalty is pressed at the table.
        assert session("correct", 1, 2, 32000, 28000, 35000, 25000, "--why", "sheet", "--yes")[0] == 0
        table_of(run, 2).play("penalty", seat=0, points=-1000, when="now")
        stored(table_of(run, 2))
        store = ("--store", run.store)
        status, text = run_cli("results", *store)
        assert status == 1
        assert "provisional: session 1: table 2 is broken" in text
        assert "correct the result again, or revert the correction (tenbo session revert" in text
        assert "table 2   ema-2025   broken" in run_cli("results", "--session", 1, *store)[1]
        for name in ("standings.csv", "tables.csv", "hands.csv", "results.json", "sheets.txt"):
            assert "broken" in run_cli("export", name, *store)[1]
        assert [one["state"] for one in run.client.get("/v1/sessions/1")] == ["complete", "broken"]
        assert run.client.get("/v1/standings")["unfinished"][0]["state"] == "broken"
        assert "cannot be right" in session("lock", 1, 2)[1]
        number = run.hall.repository.tournament.notes[1, 2][0].n
        assert session("revert", number, "--why", "a penalty came")[0] == 0
        assert run.hall.repository.results.sheet(1, 2).state == "playing"


def test_scores_in_hundreds_are_points_by_each_way_that_takes_them(planned_service, tmp_path):
    """As people write them on paper: the answer has points; what adds up to no table's points is wrong by its sum."""
    with planned_service(tables=2, sessions=2) as (run, session):
        status, text = session("correct", 1, 1, 320, 280, 350, 250, "--why", "sheet")
        assert (status, "table 1 in session 1: 32,000 28,000 35,000 25,000; 1 result is missing" in text) == (0, True)
        assert session("correct", 1, 2, 410, 300, -20, 500, "--sticks", 1, "--why", "sheet")[0] == 0
        assert run.client.get("/v1/sessions/1")[1]["scores"] == [41000, 30000, -2000, 51000]
        assert "not 120,100" in session("correct", 1, 1, 320, 280, 350, 251, "--why", "sheet", "--yes")[1]
        answer = run.client.post("/v1/slips", session=2, table=1, scores=[310, 280, 350, 250], sticks=1, by="Bo")
        assert answer["slips"][0]["scores"] == [31000, 28000, 35000, 25000]
        # A file says nothing of the sticks that are left.
        seats = run.client.get("/v1/sessions/2")[1]["players"]
        cells = zip(seats, "ESWN", (300, 290, 300, 300), strict=True)
        rows = "".join(f"2,2,{player},{wind},{score}\n" for player, wind, score in cells)
        path = tmp_path / "scores.csv"
        path.write_text(f"session,table,player,seat,score\n{rows}")
        assert session("scores", path)[0] == 0
        assert run.client.get("/v1/sessions/2")[1]["scores"] == [30300, 29000, 30300, 30300]
        game = {"rules": "ema-2016", "players": ["guest"] * 4, "scores": [300, 300, 350, 250]}
        number = run.client.post("/v1/series_games", by="Bo", **game)["n"]
        assert run.client.get(f"/v1/series_games/{number}")["scores"] == [30000, 30000, 35000, 25000]
        changed = {"scores": [310, 290, 350, 250], "why": "read again", "by": "Bo"}
        assert run.client.post(f"/v1/series_games/{number}", **changed)["scores"] == [31000, 29000, 35000, 25000]


def test_a_slip_of_the_tables_number_is_no_result_over_a_game_that_runs(planned_service):
    """Anyone who types the sheet of table 1 as table 2's is asked, by command and by HTTP; a dead device has a yes."""
    with planned_service() as (run, session):
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
        play(run, 1)
        play(run, 2, end=False)
        sheet = ("--why", "sheet")
        four = [32000, 28000, 35000, 25000]
        now = points_list_text(run.hall.repository.results.sheet(1, 2).scores)
        asked = f"table 2 is still playing session 1 (E2, {now}): the scores you enter would be used instead"
        status, text = session("correct", 1, 2, *four, *sheet)
        assert (status, asked in text) == (1, True), text
        fields = {"session": 1, "table": 2, "scores": four, "why": "sheet"}
        with pytest.raises(Refused) as said:
            run.client.post("/v1/records", kind="correct", by="desk", fields=fields)
        assert (said.value.message, said.value.at) == (f"{asked} (--yes to confirm)", "yes")
        assert run.hall.repository.results.sheet(1, 2).state == "playing"
        assert session("correct", 1, 1, *four, *sheet)[0] == 0
        table_of(run, 2).pull()
        assert session("correct", 1, 2, *four, *sheet)[0] == 1
        assert session("correct", 1, 2, *four, *sheet, "--yes")[0] == 0
        assert run.hall.repository.results.sheet(1, 2).scores == four


def test_the_last_correction_and_every_penalty_count(planned_service):
    """Second thoughts are the ones that hold; penalties add up."""
    with planned_service(tables=1) as (run, session):
        session("correct", 1, 1, 30000, 30000, 30000, 30000, "--why", "first")
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "second")
        session("penalty", 1, 1, "E", -1000, "--why", "late")
        session("penalty", 1, 1, 0, -2000, "--why", "telephone")
        sheet = run.hall.repository.results.sheet(1, 1)
        assert sheet.scores == [40000, 30000, 20000, 30000]
        assert sheet.added == [-3000, 0, 0, 0]
        assert sheet.adds_up


def test_a_locked_result_counts_the_last_event_before_the_lock(planned_service):
    """The deciding hand may be the very last event."""
    with planned_service(tables=1) as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        table = table_of(run, 1)
        play(run, 1, end=False)
        assert "is still playing in session 1: only a finished result can be locked" in session("lock", 1, 1)[1]
        table.play("end")
        table.play("disqualify", seat=1)
        stored(table)
        before = run.hall.repository.results.sheet(1, 1)
        assert session("lock", 1, 1)[0] == 0
        assert run.hall.repository.results.sheet(1, 1) == before._replace(
            state="locked", notes=run.hall.repository.results.sheet(1, 1).notes
        )
        assert run.hall.repository.results.sheet(1, 1).places[1] == 4
        lock, penalty = run.hall.repository.tournament.notes[1, 1][0].n, ("penalty", 1, 1, 2, -1000, "--why", "late")
        assert "is locked: unlock it first" in session(*penalty)[1]
        assert session("revert", lock, "--why", "too early")[0] == 0
        assert session(*penalty)[0] == 0
        assert "missing" in run.hall.repository.results.sheet(2, 1).state
        assert "has no game yet in session 2" in session("lock", 2, 1)[1]


def test_what_is_typed_for_nothing_is_refused(planned_service):
    """A slip of the finger is noticed by anyone who makes it, not by the federation."""
    with planned_service() as (run, session):
        records = len(run.hall.repository.desk.records)
        for words, sentence in (
            (("penalty", 1, 1, 2, 8000, "--why", "x"), "enter a penalty as -8000 (--yes to confirm)"),
            (("penalty", 1, 1, 2, 0, "--why", "x"), "a penalty must be a negative number"),
            (
                ("penalty", 1, 1, 2, -8, "--why", "x"),
                "not in thousands: did you mean -8000 instead of -8? (--yes to confirm)",
            ),
            (("correct", 1, 1, 32, 28, 35, 25, "--why", "x"), "not in thousands: write 32000 28000 35000 25000"),
            (("penalty", 1, 9, 2, -8000, "--why", "x"), "there is no table 9 in session 1; its tables: 1, 2"),
            (("penalty", 7, 1, 2, -8000, "--why", "x"), "there is no session 7; known sessions: 1, 2"),
            (("lock", 1, 9), "there is no table 9"),
            (("new", "Open", "--rules", "nope"), "there is no rule book 'nope'"),
            (("new", "Open", "--date", "tomorrow"), "the date must be a day such as 22.03.2026"),
            (("new", "Open", "--date", "30.02.2026"), "the date must be a day"),
            (("new", "Open", "--country", "Holland"), "a country code must be three letters such as NED"),
            (("revert", 999, "--why", "x"), "there is no record 999"),
            (("revert", 0, "--why", "x"), "record 0 (bind) has already been carried out: it cannot be reverted"),
            (("seat", 1, 1, "1-2-3-²"), "'²' is not a number"),
            (("seat", 1, 1, "1-2-3-5"), "player 5 is already seated at table 2 in session 1"),
            (("seat", 1, 1, "1-2-3-3"), "player 3 is listed twice"),
        ):
            status, text = session(*words)
            assert (status, sentence in text) == (2 if "nope" in words else 1, True), (words, text)
        assert len(run.hall.repository.desk.records) == records
        assert session("penalty", 1, 1, 2, 8000, "--why", "given back", "--yes")[0] == 0
        assert session("new", "Open", "--country", "nl", "--date", "22.03.2026")[0] == 0
        assert run.hall.repository.tournament.country == "NED"


def registered(session, folder, number):
    """Register so many players with a country."""
    lines = [f"{n};Ann;P{n};NED\n" for n in range(1, number + 1)]
    (folder / "people.csv").write_text("id;first;last;country\n" + "".join(lines))
    assert session("players", folder / "people.csv")[0] == 0


def test_results_and_files_say_when_they_are_not_finished(planned_service, run_cli, tmp_path):
    """11 of 16 tables missing must not look like the end."""
    with planned_service(sessions=1) as (run, session):
        store = ("--store", run.store)
        session("new", "Open", "--country", "NED", "--place", "Delft", "--date", "22.03.2026")
        registered(session, tmp_path, 8)
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
        play(run, 1)
        status, text = run_cli("results", *store)
        assert status == 1
        assert "1 of 2 tables finished" in text
        assert "provisional: session 1: table 2 is playing" in text
        status, text = run_cli("export", "ema.csv", *store)
        assert (
            status,
            "the results are not final: session 1: table 2 is playing" in text,
        ) == (1, True)
        status, text = run_cli("export", "ema.csv", "--provisional", *store)
        assert (status, text.count("\nOpen (provisional)")) == (1, 4)
        status, text = run_cli("export", "standings.csv", *store)
        assert status == 1
        rows = list(csv.DictReader(io.StringIO(text)))
        assert rows[0]["state"] == "provisional: session 1: table 2 is playing"
        status, text = run_cli("export", "results.json", *store)
        assert json.loads(text[: text.rindex("}") + 1])["unfinished"][0]["table"] == 2
        assert run.client.get("/v1/standings")["provisional"]
        play(run, 2)
        status, text = run_cli("results", *store)
        assert (status, "provisional" in text) == (0, False)
        assert not run.client.get("/v1/standings")["provisional"]
        assert run_cli("export", "ema.csv", *store)[0] == 0
        for words in (("results", "--session", 999), ("export", "standings.csv", "--session", 999)):
            assert run_cli(*words, *store)[1].endswith("there is no session 999; known sessions: 1\n")
        assert run_cli("results", "--session", 1, "--table", 9, *store)[0] == 1


def test_an_ill_player_is_struck_from_the_list(planned_service, run_cli, tmp_path):
    """EMA 2012 and 2016, 5.8: no bad place for falling ill; the others keep what they won."""
    with planned_service(tables=1, sessions=1) as (run, session):
        store = ("--store", run.store)
        session("new", "Open", "--country", "NED", "--place", "Delft", "--date", "22.03.2026")
        registered(session, tmp_path, 4)
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        assert session("unrank", 3, "--why", "fever")[0] == 0
        status, text = run_cli("results", *store)
        assert status == 0
        assert "not ranked: fever" in text
        rows = list(csv.DictReader(io.StringIO(run_cli("export", "ema.csv", *store)[1])))
        assert [row["Place"] for row in rows] == ["1", "2", "2"]
        assert {row["Number of participants"] for row in rows} == {"3"}
        assert "player 77 has no seat" in session("unrank", 77, "--why", "x")[1]
        number = run.hall.repository.desk.records[-1].n
        assert session("revert", number, "--why", "well again")[0] == 0
        assert len(list(csv.reader(io.StringIO(run_cli("export", "ema.csv", *store)[1])))) == 5


def test_a_part_of_the_players_is_ranked_by_itself_and_teams_are_added_up(planned_service, run_cli, tmp_path):
    """The best newcomer has the first place among the newcomers."""
    people = "name;country;club;team;newcomer\nAnn A;NL;U;Owls;\nBen B;NL;U;Crows;yes\n"
    people += "Cleo C;DE;K;Owls;no\nDan D;DE;K;Crows;1\n"
    (tmp_path / "people.csv").write_text(people)
    with planned_service(tables=1, sessions=1) as (run, session):
        session("players", tmp_path / "people.csv")
        finished(session, {(1, 1): (40000, 35000, 25000, 20000)})
        store = ("--store", run.store)

        def ranking(*words):
            rows = [line.split() for line in run_cli("results", *words, *store)[1].splitlines()]
            return [(row[0], row[1]) for row in rows if row and row[0].isdigit() and row[1] != "of"]

        assert ranking() == [("1", "Ann"), ("2", "Ben"), ("3", "Cleo"), ("4", "Dan")]
        assert ranking("--only", "newcomer") == [("1", "Ben"), ("2", "Dan")]
        assert ranking("--only", "country=ger") == [("1", "Cleo"), ("2", "Dan")]
        assert ranking("--only", "club=u") == [("1", "Ann"), ("2", "Ben")]
        assert ranking("--teams") == [("1", "Owls"), ("2", "Crows")]
        assert [(team["player"], team["total"]) for team in public_json(run, "/v1/standings")["teams"]] == [
            ("Owls", 15000), ("Crows", -15000),
        ]  # fmt: skip
        assert [row["player"] for row in public_json(run, "/v1/standings?only=newcomer")["standings"]] == [2, 4]
        for words, sentence in (
            (("--only", "club=Leiden"), "no player is registered with club 'Leiden'; known values: K, U"),
            (("--only", "shoes=big"), "'shoes=big' is not a group of players: use country=NED"),
            (("--only", "newcomer", "--teams"), "give one of them"),
        ):
            assert sentence in run_cli("results", *words, *store)[1]
        head, first = run_cli("export", "standings.csv", *store)[1].splitlines()[:2]
        assert head.endswith("state,club,team,newcomer")
        assert first.endswith("final,U,Owls,")


def test_a_game_that_was_given_up_says_so_and_what_to_do(planned_service, run_cli):
    """Its table plays the next session; no one must wait for the end of the old one."""
    with planned_service(tables=1) as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        play(run, 1, end=False)
        assert run.hall.repository.results.sheet(1, 1).state == "playing"
        assert session("begin", 2, "--yes")[0] == 0
        game_of(run, 2, 1)
        assert run.hall.repository.results.sheet(1, 1).state == "given up"
        text = run_cli("results", "--store", run.store)[1]
        assert "provisional: session 1: table 1 is given up" in text
        assert "type the scores (tenbo session correct 1 1 ...)" in text
        assert "given up" in session("games")[1]
        finished(session, {(1, 1): (40000, 30000, 20000, 30000)})
        assert run.hall.repository.results.sheet(1, 1).state == "complete"
