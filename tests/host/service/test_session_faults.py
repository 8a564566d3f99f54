"""Sessions and their games on a bad day: late tables, lost computers, second thoughts; by the commands alone."""

from __future__ import annotations

import io
import shutil

import pytest

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog

from .conftest import game_of, play, stored, table_of, wait_until


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_late_table_is_told_its_own_session_and_not_the_running_one(planned_service):
    """Unplugged in session 1, plugged in after session 2 has begun: its old game is no result of session 2."""
    with planned_service() as (run, session):
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
        assert (
            "session 1 is not finished: table 2 (playing); end the session first (tenbo session end 1) "
            "(--yes to confirm)"
        ) in text
        status, text = session("begin", 2, "--yes")
        assert status == 1
        assert "table 1 has begun" in text
        assert "table 2 has not" in text
        late.plug()
        stored(late)
        assert run.hall.repository.results.sheet(1, 2).state == "complete"
        assert run.hall.repository.results.sheet(2, 2).state == "missing"
        status, text = session("begin", 2)
        assert status == 0
        assert "table 2 has begun" in text
        assert "table 1 had already begun" in text
        assert game_of(run, 2, 2).start > 0


def test_the_rest_of_a_session_s_time_is_not_taken_for_the_next_one_s(planned_service):
    """All tables were quick, the desk ended the session and not its time: the next one would have had 40 min of 90."""
    with planned_service() as (run, session):
        session("begin", 1)
        run.client.post("/v1/clock", act="start", minutes=40)
        assert session("begin", 2)[1].count("the clock of the previous session") == 0
        run.hall.records.record("end", "desk", session=1, yes=True)
        status, text = session("begin", 2)
        assert status == 1
        assert "previous session is still running, and this session would have only its remaining 40 min" in text
        run.client.post("/v1/clock", act="stop")
        assert session("begin", 2)[0] == 0
        assert 2 in run.hall.repository.tournament.opened
        # Its own clock may run before its last table begins.
        run.client.post("/v1/clock", act="start", minutes=90)
        assert session("begin", 2)[0] == 0


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_restored_backup_loses_nothing_of_the_session_that_began_after_it(planned_service, run_cli, tmp_path):
    """The computer dies in session 2; the copy is older. The tables say what their games were begun for."""
    with planned_service() as (run, session):
        session("begin", 1)
        for table in (1, 2):
            game_of(run, 1, table)
            play(run, table)
        assert run_cli("backup", tmp_path / "copy.db", "--store", run.store)[0] == 0
        session("begin", 2)
        for table in (1, 2):
            game_of(run, 2, table)
            play(run, table)
        before = [run.hall.repository.results.sheet(2, table).totals for table in (1, 2)]
        paper = run.paper
        run.service.__exit__()
        for table in paper.tables:
            table.pull()
        shutil.copy(tmp_path / "copy.db", tmp_path / "other.db")
        for table in paper.tables:
            table.plug()
        config = Config(tmp_path / "other.db", paper.ports, search=False, listen=("127.0.0.1", 0))
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            wait_until(
                lambda: [service.hall.repository.results.sheet(2, table).state for table in (1, 2)] == ["complete"] * 2
            )
            assert [service.hall.repository.results.sheet(2, table).totals for table in (1, 2)] == before
            assert service.hall.repository.tournament.session == 2
            assert run_cli("results", "--store", config.store)[0] == 0


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_beginning_again_begins_only_what_has_not_begun(planned_service):
    """Natural after one table was not plugged in; the others are between two hands."""
    with planned_service() as (run, session):
        late = table_of(run, 2)
        late.pull()
        wait_until(lambda: run.hall.fleet.stations_by_number()[2].snapshot.state != "following")
        assert session("begin", 1)[0] == 1
        game_of(run, 1, 1)
        play(run, 1, end=False)
        late.plug()
        wait_until(lambda: run.hall.fleet.stations_by_number()[2].snapshot.state == "following")
        assert session("begin", 1)[0] == 0
        game_of(run, 1, 2)
        assert run.hall.repository.results.sheet(1, 1).scores[1] > 30000
        status, text = session("begin", 1, "--table", 1)
        assert status == 1
        assert "table 1 is playing session 1; this game would be abandoned" in text
        assert run.hall.repository.results.sheet(1, 1).scores[1] > 30000
        table_of(run, 1).play("hand")
        stored(table_of(run, 1))
        assert session("begin", 1, "--table", 1, "--yes")[0] == 0
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).scores == [30000] * 4)
        assert session("begin", 1, "--table", 9)[1].endswith("there is no table 9 in session 1; its tables: 1, 2\n")


def test_a_game_begun_by_hand_counts_only_when_the_desk_says_so(planned_service, run_cli):
    """And it can be taken away again, each with its reason on the sheet."""
    with planned_service() as (run, session):
        table = table_of(run, 1)
        table.play("start", rules="ema-2016")
        play(run, 1)
        assert run.hall.repository.tournament.games == {}
        status, text = session("games")
        assert status == 0
        assert "no result" in text
        assert "begun for -" in text
        assert session("attach", 1, 1, "--why", "begun before the host was up")[0] == 0
        assert run.hall.repository.results.sheet(1, 1).state == "complete"
        status, text = session("attach", 2, 1, "--why", "a slip")
        assert status == 1
        assert "belongs to table 1 in session 1: detach it there first" in text
        assert session("detach", 1, 1, "--why", "it was a test", "--by", "referee Bo")[0] == 0
        assert run.hall.repository.results.sheet(1, 1).state == "missing"
        assert "detach by referee Bo: it was a test" in run_cli("results", "--session", 1, "--store", run.store)[1]
        assert "no such game" in session("attach", 1, 1, "--start", 77, "--why", "x")[1]


def test_a_game_whose_host_died_before_it_was_noted_counts_after_the_restart(planned_service, monkeypatch):
    """Between the start that is stored and the record of whose result it is lies an instant."""
    with planned_service() as (run, session):
        with monkeypatch.context() as dying:
            dying.setattr(run.hall.assignment, "assign_game", lambda *_: None)
            session("begin", 1)
            wait_until(lambda: all(table.stored >= 0 for table in run.paper.tables))
            assert run.hall.repository.tournament.games == {}
        run.service.__exit__()
        with Service(run.service.config, ServiceLog(out=io.StringIO())) as service:
            assert sorted(service.hall.repository.tournament.games) == [(1, 1), (1, 2)]


def test_the_game_of_another_tournament_is_nobodys_result(planned_service):
    """A table comes from last week's tournament and still has its session 1."""
    with planned_service() as (run, _):
        table = table_of(run, 1)
        table.play("start", rules="ema-2016", session=1, table=1, tournament="0badf00d")
        stored(table)
        assert run.hall.repository.tournament.games == {}


def test_a_table_cannot_say_that_its_game_is_another_tables(planned_service):
    """It knows the tournament's token from its own games; the other table's result is not its to write."""
    with planned_service(sessions=1) as (run, session):
        table_of(run, 2).play("start", rules="ema-2016", session=1, table=1, tournament=run.hall.keys.hall_id())
        stored(table_of(run, 2))
        assert run.hall.repository.tournament.games == {}
        assert "table 1 has begun another game in session 1" in run.log.getvalue()
        assert session("begin", 1)[0] == 0
        game = game_of(run, 1, 1)
        assert run.hall.repository.tournament.devices[game.ledger] == table_of(run, 1).device


def test_a_device_that_was_another_table_tells_its_old_game_as_that_tables(planned_service):
    """Two tables changed their numbers between the sessions, and one had not told everything."""
    with planned_service(sessions=1) as (run, session):
        session("begin", 1)
        game = game_of(run, 1, 2)
        device = table_of(run, 2)
        run.hall.numbering.set_table_number(device.device, None)
        run.hall.numbering.set_table_number(device.device, 7)
        device.play("start", rules="ema-2016", session=1, table=2, tournament=run.hall.keys.hall_id())
        wait_until(lambda: run.hall.repository.tournament.games[1, 2].start > game.start)
        assert run.hall.repository.tournament.tables_in_session(1) == [1, 2]


def test_a_session_ends_and_says_who_is_missing(planned_service):
    """Not before someone has said that this is meant."""
    with planned_service() as (run, session):
        session("begin", 1)
        game_of(run, 1, 1)
        game_of(run, 1, 2)
        play(run, 1)
        status, text = session("end", 1)
        assert status == 1
        assert "session 1 is not finished: table 2 (playing) (--yes to confirm)" in text
        names = "Player 5, Player 6, Player 7, Player 8"
        run.client.post("/v1/clock", act="start", minutes=40)
        status, text = session("end", 1, "--yes")
        assert (status, text.startswith("session 1 has ended\n  table 2 is not finished (playing)")) == (1, True)
        # What goes on is said: the players, the game at the table, and the clock with its time and its end.
        assert all(what in text for what in (names, "game", "0:40:00 left", "tenbo clock stop"))
        run.client.post("/v1/clock", act="stop")
        assert session("begin", 2, "--table", 1)[0] == 0
        assert "there is no session 9" in session("end", 9)[1]
