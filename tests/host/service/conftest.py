"""A service over tables of paper, with its API on a free port."""

from __future__ import annotations

import io
import json
import sqlite3
import threading
import urllib.request
from contextlib import closing, contextmanager

import pytest

from recorded_locks import RecordedLock
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.devices.station import Station
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables

LOOKS = 6000
LOOK_S = 0.02


PEOPLE = """name;country;club;team;newcomer
Ann Ash;NL;Utrecht;Owls;
Ben Box;NL;Utrecht;Owls;yes
Cleo Cox;DE;Kiel;Crows;
Dan Dot;DE;Kiel;Crows;
Eva Elm;GB;;;yes
Flo Fox;GB;;;
Gus Gum;NL;;;
Ann Hut;NL;;;
"""


def wait_until(condition):
    """Wait until something has become true."""
    waiting = threading.Event()
    for _ in range(LOOKS):
        if condition():
            return
        waiting.wait(LOOK_S)
    raise AssertionError("waited in vain")


# What a thread may hold while it waits for a table: these belong to that table alone.
LOCKS_OF_ONE_TABLE = {"TableClock.lock", "DisplaySnapshots._asking"}


@pytest.fixture(autouse=True)
def waits_on_its_lane(monkeypatch):
    """See that no request waits for a table on a thread of the reading pages: its route must say that it waits.

    And that no thread waits for a table with a lock for which other tables wait.
    """
    wrong, inner = [], Station.await_answers

    def await_answers(station, request):
        if threading.current_thread().name.startswith("request "):
            wrong.append(request.message)
        held = {lock.name for lock in RecordedLock.held.__dict__.get("locks", ())} - LOCKS_OF_ONE_TABLE
        wrong.extend(sorted(held))
        return inner(station, request)

    monkeypatch.setattr(Station, "await_answers", await_answers)
    yield
    assert wrong == []


class Running:
    """What a test of the service holds in its hands."""

    def __init__(self, service, paper, log):
        self.service = service
        self.hall = service.hall
        self.paper = paper
        self.log = log
        self.store = service.config.store
        self.client = LocalServiceClient(self.store)


@contextmanager
def serve(folder, paper, day=None, names=()):
    """Run a service over tables of paper until it follows all of them, each behind its proof and its seal.

    Before that a table is greeted once more, and one that is made deaf meanwhile has no proof, and another state.
    """
    log = io.StringIO()
    config = Config(
        folder / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0), names=names
    )
    with Service(config, ServiceLog(out=log), day) as service:
        wait_until(
            lambda: (
                all(table.reader.seal is not None for table in paper.tables)
                and [one["state"] for one in service.hall.tables.tables()] == ["following"] * len(paper.tables)
            )
        )
        yield Running(service, paper, log)


@pytest.fixture
def running(tmp_path):
    """Return a function that runs a service over some tables of paper."""

    @contextmanager
    def run(tables=1, names=()):
        with FakeTables(tmp_path, tables) as paper, serve(tmp_path, paper, names=names) as running:
            yield running

    return run


# ---------------------------------------------------------------- a desk, by its commands


@pytest.fixture
def run_cli(capsys):
    """Return a function that runs a command and returns its status and what it says."""

    def run(*words):
        capsys.readouterr()
        status = main([str(word) for word in words])
        out = capsys.readouterr()
        return status, out.out + out.err

    return run


@pytest.fixture
def planned_service(running, run_cli, tmp_path):
    """Return a function that runs a service over tables, with a plan, and returns it with the desk's own command."""

    @contextmanager
    def run(tables=2, sessions=2):
        with running(tables) as service:
            players = range(1, 4 * tables + 1)

            def session(*words):
                return run_cli("session", *words, "--store", service.store)

            plan = []
            for first in range(sessions):
                order = [*players][4 * first :] + [*players][: 4 * first]
                plan.append("\n".join("-".join(map(str, order[n : n + 4])) for n in range(0, len(order), 4)))
            (tmp_path / "plan.txt").write_text("\n\n".join(plan) + "\n")
            assert session("plan", tmp_path / "plan.txt")[0] == 0
            yield service, session

    return run


@pytest.fixture
def fault():
    """Return a function that lets a store fail to store records of a kind, or no longer."""

    def let(path, kind):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("DROP TRIGGER IF EXISTS fault")
            if kind:
                connection.execute(
                    f"CREATE TRIGGER fault BEFORE INSERT ON event WHEN NEW.kind = '{kind}' "
                    "BEGIN SELECT RAISE(FAIL, 'disk I/O error'); END"
                )

    return let


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
    wait_until(lambda: table.stored == table.ledger.next - 1)


def table_of(run, number):
    """Return the paper table that has a number."""
    return next(one for one in run.paper.tables if run.hall.numbers.table_number_of(one.device) == number)


def game_of(run, session, table):
    """Wait for the game of a table in a session and return it."""
    wait_until(lambda: (session, table) in run.hall.repository.tournament.games)
    return run.hall.repository.tournament.games[session, table]


def finished(session, scores):
    """Type the results of tables, by session and table."""
    for place, four in scores.items():
        assert session("correct", *place, *four, "--why", "paper")[0] == 0


def public_json(run, path):
    """Ask the service as a screen does that has no token."""
    with urllib.request.urlopen(run.client.url + path) as answer:
        return json.loads(answer.read())
