"""What belongs together is stored in one transaction: a fault of the disk or a kill leaves all of it or nothing."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from host.table.server_games import EXAMPLE
from tenbo.store import SqliteStore, verify
from tenbo.tournament.record_log import load_records

from .conftest import PEOPLE

WHY = ("--why", "played online")

# Enters a player at a store whose connection kills the process when the desk's record comes to the disk.
KILLED = """
import os, signal, sys
from tenbo.app.hall_services import build_hall
from tenbo.runtime.service_log import ServiceLog
from tenbo.store import SqliteStore

store = SqliteStore(sys.argv[1])
store._connection.create_function("die", 0, lambda: os.kill(os.getpid(), signal.SIGKILL))
store._connection.execute(
    "CREATE TEMP TRIGGER killed AFTER INSERT ON main.event WHEN NEW.stream = 'desk' BEGIN SELECT die(); END"
)
build_hall(store, ServiceLog(), search=False).registration.register_and_seat("name\\nIda Ink\\n", "desk", 2, "late")
"""


def with_a_free_seat(session, folder):
    """Register eight people and have player 3 leave, so that a seat is free from session 2 on."""
    (folder / "people.csv").write_text(PEOPLE)
    assert session("players", folder / "people.csv")[0] == 0
    assert session("withdraw", 3, "--from", 2, "--why", "ill")[0] == 0


def recorded(run):
    """Return the registered people, the seats, and how many records there are."""
    repository = run.hall.repository
    return repository.people(), dict(repository.tournament.seats), len(repository.desk.records)


def test_nobody_is_registered_where_the_seats_cannot_be_stored(planned_service, fault, tmp_path):
    """The number is free again, and the same words do both once the disk can be written."""
    with planned_service() as (run, session):
        with_a_free_seat(session, tmp_path)
        before = recorded(run)
        fault(run.store, "enter")
        assert session("add", "Ida Ink", "--from", 2)[0] == 1
        assert recorded(run) == before
        assert run.hall.repository.store.head("people").seq == len(before[0]) - 1
        fault(run.store, "")
        assert session("add", "Ida Ink", "--from", 2)[0] == 0
        assert run.hall.repository.people()[9].name == "Ida Ink"
        assert run.hall.repository.tournament.is_seated(9, 2)


def test_no_seats_are_given_where_the_player_cannot_be_stored(planned_service, fault, tmp_path):
    """The other way round, too."""
    with planned_service() as (run, session):
        with_a_free_seat(session, tmp_path)
        before = recorded(run)
        fault(run.store, "kept")
        assert session("add", "Ida Ink", "--from", 2)[0] == 1
        assert recorded(run) == before


def test_a_game_of_a_server_is_not_stored_where_it_cannot_be_a_result(planned_service, fault, run_cli):
    """An imported game that belongs to no table would stand in the list of games for ever."""
    with planned_service() as (run, session):
        fault(run.store, "game")
        words = ("import", EXAMPLE, "--session", 1, "--table", 2, *WHY, "--store", run.store)
        assert run_cli(*words)[0] == 1
        assert run.client.get("/v1/games") == []
        assert (1, 2) not in run.hall.repository.tournament.games
        fault(run.store, "")
        assert run_cli(*words)[0] == 0
        assert session("lock", 1, 2)[0] == 0


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_program_that_is_killed_while_it_stores_has_stored_nothing(planned_service, tmp_path):
    """Neither a registration without seats, nor seats of an unknown number."""
    with planned_service() as (run, session):
        with_a_free_seat(session, tmp_path)
        path = run.store
    with SqliteStore(path, readonly=True) as store:
        before = (store.players(), load_records(store))
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, timeout=300)
    assert killed.returncode == -signal.SIGKILL
    with SqliteStore(path) as store:
        assert (store.players(), load_records(store)) == before
    assert not verify(path).damage
