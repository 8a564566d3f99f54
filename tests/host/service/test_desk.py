"""A desk on a bad day: wrong numbers, wrong files, late tables, second thoughts; by the commands alone."""

from __future__ import annotations

import csv
import io
import json
import shutil

import pytest

from tenbo.cli import main
from tenbo.hall.service_log import ServiceLog
from tenbo.service.config import Config
from tenbo.service.service import Service

from .conftest import until


@pytest.fixture
def say(capsys):
    """Return a function that runs a command and returns its status and what it says."""

    def run(*words):
        capsys.readouterr()
        status = main([str(word) for word in words])
        out = capsys.readouterr()
        return status, out.out + out.err

    return run


@pytest.fixture
def desk(running, say, tmp_path):
    """Return a function that runs a service over tables, with a plan, and returns it with the desk's own command."""
    from contextlib import contextmanager

    @contextmanager
    def run(tables=2, sessions=2):
        with running(tables) as service:
            players = range(1, 4 * tables + 1)

            def session(*words):
                return say("session", *words, "--store", service.store)

            plan = []
            for first in range(sessions):
                order = [*players][4 * first :] + [*players][: 4 * first]
                plan.append("\n".join("-".join(map(str, order[n : n + 4])) for n in range(0, len(order), 4)))
            (tmp_path / "plan.txt").write_text("\n\n".join(plan) + "\n")
            assert session("plan", tmp_path / "plan.txt")[0] == 0
            yield service, session

    return run


def play(run, number, *, end=True):
    """Have a table play a hand, and end its game."""
    table = table_of(run, number)
    table.play("hand")
    table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
    if end:
        table.play("end")
    stored(table)


def stored(table):
    """Wait until the host has everything of a table."""
    until(lambda: table.stored == table.ledger.next - 1)


def table_of(run, number):
    """Return the paper table that has a number."""
    return next(one for one in run.paper.tables if run.hall.number_of(one.device) == number)


def game_of(run, session, table):
    """Wait for the game of a table in a session and return it."""
    until(lambda: (session, table) in run.hall.tournament.games)
    return run.hall.tournament.games[session, table]


# ---------------------------------------------------------------- sessions and games


def test_a_late_table_is_told_its_own_session_and_not_the_running_one(desk):
    """Unplugged in session 1, plugged in after session 2 has begun: its old game is no result of session 2."""
    with desk() as (run, session):
        session("begin", 1)
        late = table_of(run, 2)
        game_of(run, 1, 2)
        late.play("hand")
        late.pull()
        play(run, 1)
        late.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
        late.play("end")
        status, text = session("begin", 2)
        assert status == 1
        assert "session 1 is not finished (tenbo session end 1): table 2 is playing (--yes when it is meant)" in text
        status, text = session("begin", 2, "--yes")
        assert status == 1
        assert "tables 1 have begun" in text
        assert "table 2 has not" in text
        late.plug()
        stored(late)
        assert run.hall.sheet(1, 2).state == "complete"
        assert run.hall.sheet(2, 2).state == "missing"
        status, text = session("begin", 2)
        assert status == 0
        assert "tables 2 have begun" in text
        assert "tables 1 had begun before" in text
        assert game_of(run, 2, 2).start > 0


def test_a_restored_backup_loses_nothing_of_the_session_that_began_after_it(desk, say, tmp_path):
    """The computer dies in session 2; the copy is older. The tables say what their games were begun for."""
    with desk() as (run, session):
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
            play(run, table)
        assert say("backup", tmp_path / "copy.db", "--store", run.store)[0] == 0
        session("begin", 2)
        for table in (1, 2):
            game_of(run, 2, table)
            play(run, table)
        before = [run.hall.sheet(2, table).totals for table in (1, 2)]
        paper = run.paper
        run.service.__exit__()
        for table in paper.tables:
            table.pull()
        shutil.copy(tmp_path / "copy.db", tmp_path / "other.db")
        for table in paper.tables:
            table.plug()
        config = Config(tmp_path / "other.db", paper.ports, search=False, listen=("127.0.0.1", 0))
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            until(lambda: [service.hall.sheet(2, table).state for table in (1, 2)] == ["complete"] * 2)
            assert [service.hall.sheet(2, table).totals for table in (1, 2)] == before
            assert service.hall.tournament.session == 2
            assert say("results", "--store", config.store)[0] == 0


def test_beginning_again_begins_only_what_has_not_begun(desk):
    """Natural after one table was not plugged in; the others are between two hands."""
    with desk() as (run, session):
        late = table_of(run, 2)
        late.pull()
        until(lambda: run.hall.fleet.numbered()[2].state != "following")
        assert session("begin", 1)[0] == 1
        game_of(run, 1, 1)
        play(run, 1, end=False)
        late.plug()
        until(lambda: run.hall.fleet.numbered()[2].state == "following")
        assert session("begin", 1)[0] == 0
        game_of(run, 1, 2)
        assert run.hall.sheet(1, 1).scores[1] > 30000
        status, text = session("begin", 1, "--table", 1)
        assert status == 1
        assert "table 1 is playing session 1, which would be given up" in text
        assert run.hall.sheet(1, 1).scores[1] > 30000
        table_of(run, 1).play("hand")
        stored(table_of(run, 1))
        assert session("begin", 1, "--table", 1, "--yes")[0] == 0
        until(lambda: run.hall.sheet(1, 1).scores == [30000] * 4)
        assert session("begin", 1, "--table", 9)[1].endswith("there is no table 9 in session 1; there are: 1, 2\n")


def test_a_game_begun_by_hand_counts_only_when_the_desk_says_so(desk, say):
    """And it can be taken away again, each with its reason on the sheet."""
    with desk() as (run, session):
        table = table_of(run, 1)
        table.play("start", rules="ema-2016")
        play(run, 1)
        assert run.hall.tournament.games == {}
        status, text = session("games")
        assert status == 0
        assert "no result" in text
        assert "begun for -" in text
        assert session("attach", 1, 1, "--why", "begun before the host was up")[0] == 0
        assert run.hall.sheet(1, 1).state == "complete"
        status, text = session("attach", 2, 1, "--why", "a slip")
        assert status == 1
        assert "is the one of table 1 in session 1: detach it there first" in text
        assert session("detach", 1, 1, "--why", "it was a test", "--by", "referee Bo")[0] == 0
        assert run.hall.sheet(1, 1).state == "missing"
        assert "detach by referee Bo: it was a test" in say("results", "--session", 1, "--store", run.store)[1]
        assert "no such game" in session("attach", 1, 1, "--start", 77, "--why", "x")[1]


def test_a_game_whose_host_died_before_it_was_noted_counts_after_the_restart(desk, monkeypatch):
    """Between the start that is stored and the record of whose result it is lies an instant."""
    with desk() as (run, session):
        from tenbo.hall import whose_result

        with monkeypatch.context() as dying:
            dying.setattr(whose_result, "note", lambda *_: None)
            session("begin", 1)
            until(lambda: all(table.stored >= 0 for table in run.paper.tables))
            assert run.hall.tournament.games == {}
        run.service.__exit__()
        with Service(run.service.config, ServiceLog(out=io.StringIO())) as service:
            assert sorted(service.hall.tournament.games) == [(1, 1), (1, 2)]


def test_the_game_of_another_tournament_is_nobodys_result(desk):
    """A table comes from last week's tournament and still has its session 1."""
    with desk() as (run, _):
        table = table_of(run, 1)
        table.play("start", rules="ema-2016", session=1, table=1, tournament="0badf00d")
        stored(table)
        assert run.hall.tournament.games == {}


def test_a_table_cannot_say_that_its_game_is_another_tables(desk):
    """It knows the tournament's token from its own games; the other table's result is not its to write."""
    with desk(sessions=1) as (run, session):
        table_of(run, 2).play("start", rules="ema-2016", session=1, table=1, tournament=run.hall.token)
        stored(table_of(run, 2))
        assert run.hall.tournament.games == {}
        assert "another game for table 1 in session 1" in run.log.getvalue()
        assert session("begin", 1)[0] == 0
        game = game_of(run, 1, 1)
        assert run.hall.tournament.devices[game.ledger] == table_of(run, 1).device


def test_a_device_that_was_another_table_tells_its_old_game_as_that_tables(desk):
    """Two tables changed their numbers between the sessions, and one had not told everything."""
    with desk(sessions=1) as (run, session):
        session("begin", 1)
        game = game_of(run, 1, 2)
        device = table_of(run, 2)
        run.hall.bind(device.device, None)
        run.hall.bind(device.device, 7)
        device.play("start", rules="ema-2016", session=1, table=2, tournament=run.hall.token)
        until(lambda: run.hall.tournament.games[1, 2].start > game.start)
        assert run.hall.tournament.tables_of(1) == [1, 2]


def test_a_session_ends_and_says_who_is_missing(desk):
    """Not before somebody has said that this is meant."""
    with desk() as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        game_of(run, 1, 2)
        play(run, 1)
        status, text = session("end", 1)
        assert status == 1
        assert "session 1 is not finished: table 2 is playing (--yes when it is meant)" in text
        assert session("end", 1, "--yes") == (1, "session 1 has ended\n  table 2 is playing\n")
        assert session("begin", 2, "--table", 1)[0] == 0
        assert "there is no session 9" in session("end", 9)[1]


# ---------------------------------------------------------------- results that were typed


def test_a_correction_is_checked_when_it_is_typed(desk, say):
    """With table, session and what to do; nothing is recorded, and every output goes on."""
    with desk() as (run, session):
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
        play(run, 1)
        scores = (32000, 28000, 35000, 2500)
        status, text = session("correct", 1, 1, *scores, "--why", "sheet")
        assert status == 1
        assert "table 1 in session 1" in text
        assert "add up to 97500, but must be 120000" in text
        assert "multiples of 100" in session("correct", 1, 1, 32050, 27950, 35000, 25000, "--why", "sheet")[1]
        assert "there is no table 7 in session 1" in session("correct", 1, 7, *scores, "--why", "sheet")[1]
        assert run.hall.tournament.notes == {}
        # A valid one, after which a penalty is pressed at the table.
        assert session("correct", 1, 2, 32000, 28000, 35000, 25000, "--why", "sheet")[0] == 0
        table_of(run, 2).play("penalty", seat=0, points=-1000, when="now")
        stored(table_of(run, 2))
        store = ("--store", run.store)
        status, text = say("results", *store)
        assert status == 1
        assert "provisional: session 1: table 2 is broken" in text
        assert "correct it again, or take it back (tenbo session takeback" in text
        assert "table 2   ema-2016   broken" in say("results", "--session", 1, *store)[1]
        for name in ("standings.csv", "tables.csv", "hands.csv", "results.json", "sheets.txt"):
            assert "broken" in say("export", name, *store)[1]
        assert [one["state"] for one in run.client.get("/v1/sessions/1")] == ["complete", "broken"]
        assert run.client.get("/v1/standings")["unfinished"][0]["state"] == "broken"
        assert "cannot be right" in session("lock", 1, 2)[1]
        number = run.hall.tournament.notes[1, 2][0].n
        assert session("takeback", number, "--why", "a penalty came")[0] == 0
        assert run.hall.sheet(1, 2).state == "playing"


def test_the_last_correction_and_every_penalty_count(desk):
    """Second thoughts are the ones that hold; penalties add up."""
    with desk(tables=1) as (run, session):
        session("correct", 1, 1, 30000, 30000, 30000, 30000, "--why", "first")
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "second")
        session("penalty", 1, 1, "E", -1000, "--why", "late")
        session("penalty", 1, 1, 0, -2000, "--why", "telephone")
        sheet = run.hall.sheet(1, 1)
        assert sheet.scores == [40000, 30000, 20000, 30000]
        assert sheet.added == [-3000, 0, 0, 0]
        assert sheet.adds_up


def test_a_locked_result_counts_the_last_event_before_the_lock(desk):
    """The deciding hand may be the very last event."""
    with desk(tables=1) as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        table = table_of(run, 1)
        play(run, 1, end=False)
        assert "is still playing in session 1: only a finished result can be locked" in session("lock", 1, 1)[1]
        table.play("end")
        table.play("disqualify", seat=1)
        stored(table)
        before = run.hall.sheet(1, 1)
        assert session("lock", 1, 1)[0] == 0
        assert run.hall.sheet(1, 1) == before._replace(state="locked", notes=run.hall.sheet(1, 1).notes)
        assert run.hall.sheet(1, 1).places[1] == 4
        lock, penalty = run.hall.tournament.notes[1, 1][0].n, ("penalty", 1, 1, 2, -1000, "--why", "late")
        assert "is locked: reopen it first" in session(*penalty)[1]
        assert session("takeback", lock, "--why", "too early")[0] == 0
        assert session(*penalty)[0] == 0
        assert "missing" in run.hall.sheet(2, 1).state
        assert "has no game yet in session 2" in session("lock", 2, 1)[1]


def test_what_is_typed_for_nothing_is_refused(desk):
    """A slip of the finger is noticed by whoever makes it, not by the federation."""
    with desk() as (run, session):
        records = len(run.hall.desk.records)
        for words, sentence in (
            (("penalty", 1, 1, 2, 8000, "--why", "x"), "a penalty is -8000 (--yes when it is meant)"),
            (("penalty", 1, 1, 2, 0, "--why", "x"), "a penalty takes points away"),
            (("penalty", 1, 9, 2, -8000, "--why", "x"), "there is no table 9 in session 1; there are: 1, 2"),
            (("penalty", 7, 1, 2, -8000, "--why", "x"), "there is no session 7; there are: 1, 2"),
            (("lock", 1, 9), "there is no table 9"),
            (("new", "Open", "--rules", "nope"), "there is no rule book 'nope'"),
            (("new", "Open", "--date", "tomorrow"), "the date must be a day such as 22.03.2026"),
            (("new", "Open", "--date", "30.02.2026"), "the date must be a day"),
            (("new", "Open", "--country", "Holland"), "a country is three letters such as NED"),
            (("takeback", 999, "--why", "x"), "there is no record 999"),
            (("takeback", 0, "--why", "x"), "has been carried out"),
            (("seat", 1, 1, "1-2-3-²"), "'²' is not a number"),
            (("seat", 1, 1, "1-2-3-5"), "player 5 sits at table 2 in session 1 already"),
            (("seat", 1, 1, "1-2-3-3"), "player 3 sits there twice"),
        ):
            status, text = session(*words)
            assert (status, sentence in text) == (2 if "nope" in words else 1, True), (words, text)
        assert len(run.hall.desk.records) == records
        assert session("penalty", 1, 1, 2, 8000, "--why", "given back", "--yes")[0] == 0
        assert session("new", "Open", "--country", "nl", "--date", "22.03.2026")[0] == 0
        assert run.hall.tournament.country == "NED"


# ---------------------------------------------------------------- people and seats


def test_seats_are_changed_as_a_whole_plan(desk, tmp_path):
    """A second plan, a swap, somebody who leaves, a table that is not needed, and nobody more than once."""
    with desk(tables=3) as (run, session):
        seats = run.hall.tournament.seats
        (tmp_path / "second.txt").write_text("5-6-7-8\n1-2-3-4\n9-10-0-0\n")
        assert session("plan", tmp_path / "second.txt", "--session", 2)[0] == 0
        tournament = run.hall.tournament
        assert [tournament.seats[2, table] for table in (1, 2, 3)] == [[5, 6, 7, 8], [1, 2, 3, 4], [9, 10, 0, 0]]
        assert tournament.seats[1, 1] == seats[1, 1]
        assert session("swap", 2, 5, 1)[0] == 0
        assert run.hall.tournament.seats[2, 1] == [1, 6, 7, 8]
        assert run.hall.tournament.seats[1, 1] == seats[1, 1]
        assert session("withdraw", 7, "--from", 2, "--why", "ill")[0] == 0
        assert run.hall.tournament.seats[2, 1] == [1, 6, 0, 8]
        assert 7 in run.hall.tournament.seats[1, 2]
        status, text = session("plan", tmp_path / "second.txt", "--session", 2)
        assert status == 1
        assert "player 7 has withdrawn from session 2 on" in text
        assert session("withdraw", 8, "--from", 2, "--instead", 21, "--why", "ill")[0] == 0
        assert run.hall.tournament.seats[2, 1] == [1, 6, 0, 21]
        assert (
            "sits at table 1 in session 2 already"
            in session("withdraw", 2, "--from", 2, "--instead", 21, "--why", "x")[1]
        )
        assert session("out", 2, 3)[0] == 0
        assert run.hall.tournament.tables_of(2) == [1, 2]
        assert session("seat", 2, 1, "1-6-0-0")[0] == 0
        last = run.hall.desk.records[-1].n
        assert session("takeback", last, "--why", "wrong table")[0] == 0
        assert run.hall.tournament.seats[2, 1] == [1, 6, 0, 21]
        assert session("takeback", last, "--why", "again")[1].endswith("is taken back already\n")
        assert session("takeback", last + 1, "--why", "it was right")[0] == 0
        assert run.hall.tournament.seats[2, 1] == [1, 6, 0, 0]
        show = session("show")[1]
        assert "withdrawn from session 2 on" in show
        assert "session 2: planned" in show


def test_a_plan_does_not_reseat_a_table_that_has_begun(desk, tmp_path):
    """The wrong file would put other names on results that are being played."""
    with desk() as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        (tmp_path / "other.txt").write_text("5-6-7-8\n1-2-3-4\n")
        status, text = session("plan", tmp_path / "other.txt")
        assert status == 1
        assert "table 1 has begun session 1 with other players than this plan" in text
        assert "detach it first" in session("out", 1, 1)[1]
        assert session("plan", tmp_path / "plan.txt")[0] == 0


def test_players_change_seats_in_a_running_session(desk, tmp_path):
    """Two sat down at each other's table: the results follow the players, and the displays show them."""
    (tmp_path / "people.csv").write_text("name\n" + "".join(f"Ann P{n}\n" for n in range(1, 9)))
    with desk(sessions=1) as (run, session):
        session("players", tmp_path / "people.csv")
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
        assert session("swap", 1, 2, 5, "--why", "they sat down at the other table")[0] == 0
        assert run.hall.tournament.seats == {(1, 1): [1, 5, 3, 4], (1, 2): [2, 6, 7, 8]}
        assert table_of(run, 1).ledger.table.names == ["Ann P1", "Ann P5", "Ann P3", "Ann P4"]
        assert table_of(run, 2).ledger.table.names[0] == "Ann P2"
        assert "player 77 has no seat in session 1" in session("swap", 1, 2, 77)[1]


def test_results_that_belong_to_nobody_are_not_final(desk, say):
    """The plan was made after the backup: the games are there, their players are not."""
    with desk(tables=1, sessions=1) as (run, session):
        table_of(run, 1).play("start", rules="ema-2016", session=2, table=1, tournament=run.hall.token)
        play(run, 1)
        game_of(run, 2, 1)
        session("out", 1, 1)
        status, text = say("results", "--store", run.store)
        assert status == 1
        assert "nobody is seated at table 1 in session 2: seat the players" in text
        assert session("seat", 2, 1, "1-2-3-4")[0] == 0
        assert say("results", "--store", run.store)[0] == 0


def test_a_file_of_players_joins_and_never_replaces_by_position(desk, tmp_path):
    """A late player's own little file, the same file twice, and two people of one name."""
    file = tmp_path / "people.csv"
    with desk() as (run, session):

        def register(text, *words):
            file.write_text(text)
            return session("players", file, *words)

        assert register("name;EMA number\nAnn One;11990001\nBen Two;\nCleo Three;11990003\n")[0] == 0
        assert register("name\nDan Four\n")[1] == "1 players\n"
        assert "4  Dan Four" in session("show")[1]
        assert [player.name for player in run.hall.people().values()] == [
            "Ann One",
            "Ben Two",
            "Cleo Three",
            "Dan Four",
        ]
        status, text = register("name;EMA number\nAnn One;11990001\nBen Two;\nCleo Three;11990003\n")
        assert (status, len(run.hall.people())) == (0, 4)
        assert "changed: 1 Ann Married" in register("name;EMA number;country\nAnn Married;11990001;UK\n")[1]
        assert run.hall.people()[1].name == "Ann Married"
        status, text = register("name;country\nBen Two;NL\n")
        assert (status, "Ben Two has the name of player 2 (--yes when it is meant)" in text) == (1, True)
        status, text = register("id;name\n3;Zoe New\n")
        assert (status, "number 3 is Cleo Three, and would be Zoe New" in text) == (1, True)
        status, text = register("id;name;EMA number\n9;Cleo Three;11990003\n")
        assert (status, "EMA number 11990003 is player 3, Cleo Three, not player 9" in text) == (1, True)
        assert len(run.hall.people()) == 4
        assert register("name;country\nBen Two;NL\n", "--yes")[0] == 0
        assert run.hall.people()[5].country == "NED"


def test_a_new_player_does_not_get_a_number_that_has_results(desk, tmp_path):
    """Somebody was forgotten; the results keep the number, and it stays that person's."""
    file = tmp_path / "people.csv"
    with desk() as (run, session):
        file.write_text("name\n" + "".join(f"Ann P{n}\n" for n in range(1, 9)))
        session("players", file)
        session("begin", 1)
        game_of(run, 1, 1)
        assert session("forget", 3)[0] == 0
        file.write_text("name\nNew One\n")
        session("players", file)
        assert 3 not in run.hall.people()
        assert run.hall.people()[9].name == "New One"


# ---------------------------------------------------------------- results that do not lie


def test_results_and_files_say_when_they_are_not_finished(desk, say):
    """11 of 16 tables missing must not look like the end."""
    with desk(sessions=1) as (run, session):
        store = ("--store", run.store)
        session("new", "Open", "--country", "NED", "--date", "22.03.2026")
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
        play(run, 1)
        status, text = say("results", *store)
        assert status == 1
        assert "1 of 2 tables finished" in text
        assert "provisional: session 1: table 2 is playing" in text
        status, text = say("export", "ema.csv", *store)
        assert (status, "the results are not finished: provisional: session 1: table 2 is playing" in text) == (1, True)
        status, text = say("export", "ema.csv", "--provisional", *store)
        assert (status, text.count("Open (provisional)")) == (1, 4)
        status, text = say("export", "standings.csv", *store)
        assert status == 1
        rows = list(csv.DictReader(io.StringIO(text)))
        assert rows[0]["state"] == "provisional: session 1: table 2 is playing"
        status, text = say("export", "results.json", *store)
        assert json.loads(text[: text.rindex("}") + 1])["unfinished"][0]["table"] == 2
        assert run.client.get("/v1/standings")["provisional"]
        play(run, 2)
        status, text = say("results", *store)
        assert (status, "provisional" in text) == (0, False)
        assert not run.client.get("/v1/standings")["provisional"]
        assert say("export", "ema.csv", *store)[0] == 0
        for words in (("results", "--session", 999), ("export", "standings.csv", "--session", 999)):
            assert say(*words, *store)[1].endswith("there is no session 999; there are: 1\n")
        assert say("results", "--session", 1, "--table", 9, *store)[0] == 1


def test_an_ill_player_is_struck_from_the_list(desk, say):
    """EMA 2012 and 2016, 5.8: no bad place for falling ill; the others keep what they won."""
    with desk(tables=1, sessions=1) as (run, session):
        store = ("--store", run.store)
        session("correct", 1, 1, 40000, 30000, 20000, 30000, "--why", "paper")
        assert session("strike", 3, "--why", "fever")[0] == 0
        status, text = say("results", *store)
        assert status == 0
        assert "struck: fever" in text
        rows = list(csv.DictReader(io.StringIO(say("export", "ema.csv", *store)[1])))
        assert [row["Place"] for row in rows] == ["1", "2", "2"]
        assert {row["Number of participants"] for row in rows} == {"3"}
        assert "player 77 has no seat" in session("strike", 77, "--why", "x")[1]
        number = run.hall.desk.records[-1].n
        assert session("takeback", number, "--why", "well again")[0] == 0
        assert len(list(csv.reader(io.StringIO(say("export", "ema.csv", *store)[1])))) == 5
