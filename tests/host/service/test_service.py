"""The service says in one sentence what keeps it from running, and goes on where it can."""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import ExitStack

import pytest

from tenbo.app.config import KEYS, Config, load_config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store import SqliteStore, verify
from tenbo_core.errors import LinkFault, Malformed, StorageFault

from .conftest import wait_until


def test_settings_come_from_the_file_and_the_words_stand_over_them(tmp_path):
    """A unit file names the file; a person tries something else by hand."""
    file = tmp_path / "tenbo.toml"
    file.write_text('store = "/srv/hall.db"\nports = ["/dev/x"]\nnumber_new = true\nlisten = "127.0.0.1:9000"\n')
    config = load_config(file, listen="127.0.0.1:0", log=None)
    assert str(config.store) == "/srv/hall.db"
    assert config.ports == ["/dev/x"]
    assert config.number_new
    assert config.listen == ("127.0.0.1", 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("storr = 'x'", "unknown key 'storr'; did you mean store?"),
        ("colour = 'x'", "unknown key 'colour'; use one of: store, ports"),
        ("search = 'no'", "search must be true or false, not 'no'"),
        ("ports = '/dev/x'", "ports must be a list of texts"),
        ("listen = '8484'", "listen must be an address such as 127.0.0.1:8484"),
        ("log = 'xml'", "log must be one of text, json, journal"),
        ("store = ", "is not TOML"),
    ],
)
def test_a_wrong_setting_is_refused(tmp_path, text, sentence):
    """A key with a typing error would otherwise be silently without effect."""
    (tmp_path / "tenbo.toml").write_text(text)
    with pytest.raises(Malformed, match=sentence):
        load_config(tmp_path / "tenbo.toml")


def test_the_example_names_every_setting(capsys):
    """And the unit runs this very program."""
    assert main(["run", "--example"]) == 0
    said = capsys.readouterr().out
    assert all(f"# {name}: " in said for name, _, _ in KEYS)
    assert main(["run", "--unit"]) == 0
    assert "ExecStart=/" in capsys.readouterr().out


def test_two_services_do_not_share_a_store(running):
    """Both would open every port."""
    with running() as run, pytest.raises(StorageFault, match=r"another tenbo run uses .*: stop it first"):
        Service(run.service.config, ServiceLog(out=io.StringIO()))


def test_a_store_from_the_future_is_refused_in_one_sentence(tmp_path, capsys):
    """A laptop with an older program must not write into the tournament of a newer one."""
    from contextlib import closing

    SqliteStore(tmp_path / "hall.db").close()
    with closing(sqlite3.connect(tmp_path / "hall.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert main(["run", "--no-search", "--listen", "127.0.0.1:0", "--store", str(tmp_path / "hall.db")]) == 3
    assert "was written by a newer Tenbo (store version 99" in capsys.readouterr().err


def test_a_result_is_folded_again_only_when_something_changed(running, monkeypatch):
    """A wall that asks for the standings every second must not fold a whole tournament each time."""
    with running(1) as run:
        run.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        run.hall.sessions.begin(1, "desk")
        (table,) = run.paper.tables
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).state == "playing")
        folds = []
        inner = run.hall.repository.games.events_of
        monkeypatch.setattr(run.hall.repository.games, "events_of", lambda game: folds.append(game) or inner(game))
        first = run.hall.repository.results.sheet(1, 1)
        folds.clear()
        assert run.hall.repository.results.sheet(1, 1) is first
        assert folds == []
        table.play("hand")
        table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).scores[1] > 30000)
        fields = {"session": 1, "table": 1, "seat": 1, "points": -1000, "why": "late"}
        run.hall.records.record("penalty", "desk", **fields)
        assert run.hall.repository.results.sheet(1, 1).added == [0, -1000, 0, 0]


def test_an_address_in_use_is_named(running, tmp_path):
    """Another program may have the port number."""
    with running() as run:
        config = Config(tmp_path / "other.db", [], search=False, listen=run.service.server.server_address[:2])
        with pytest.raises(LinkFault, match=r"cannot listen on 127.0.0.1:\d+ .*name another port with --listen"):
            Service(config, ServiceLog(out=io.StringIO()))


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_full_disk_stops_one_thing_and_is_mended_by_itself(running):
    """The tables keep their events; when there is room again, they are all stored."""
    chance = random.Random(12)
    with running(2) as run:
        run.service.store.base._connection.execute("PRAGMA max_page_count = 1")
        for table in run.paper.tables:
            for _ in range(400):
                table.play_random_event(chance)
        wait_until(lambda: "is full: make room" in run.log.getvalue())
        run.service.store.base._connection.execute("PRAGMA max_page_count = 100000")
        wait_until(lambda: all(table.stored == table.ledger.next - 1 for table in run.paper.tables))
    assert verify(run.store).damage == []


def test_a_lock_that_others_could_take_stops_nobody(tmp_path):
    """Another user of this computer opened the lock file while that was possible, and holds it."""
    lock = tmp_path / "hall.db.lock"
    lock.touch(0o644)
    config = Config(tmp_path / "hall.db", [], search=False, listen=("127.0.0.1", 0))
    with lock.open() as theirs:
        fcntl.flock(theirs, fcntl.LOCK_EX)
        with Service(config, ServiceLog(out=io.StringIO())):
            assert lock.stat().st_mode & 0o777 == 0o600
            with pytest.raises(StorageFault, match="another tenbo run uses"):
                Service(config, ServiceLog(out=io.StringIO()))


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_store_that_is_removed_under_the_service_is_said_and_nothing_is_acknowledged(running):
    """The tables keep their events for the day when there is a store again."""
    with running(1) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        wait_until(lambda: table.stored == 0)
        run.store.rename(run.store.with_name("elsewhere"))
        table.play("hand")
        wait_until(lambda: "was removed or replaced while in use" in run.hall.tables.tables()[0]["why"])
        with pytest.raises(StorageFault, match="was removed"):
            run.hall.records.record("open", "desk", session=1)
        assert table.stored == 0
        run.store.with_name("elsewhere").rename(run.store)
        wait_until(lambda: table.stored == 1)


def test_a_log_line_is_one_line_whatever_stands_in_it():
    """A name with a line break must not forge an event."""
    for form in ("text", "json", "journal"):
        out = io.StringIO()
        ServiceLog(form, out).write_line("name\nerror table=1 forged \x1b[2J", level="warning", table=3)
        assert out.getvalue().count("\n") == 1
        assert "\x1b" not in out.getvalue()
    assert json.loads(_logged("json"))["table"] == 3
    assert _logged("journal").startswith("<4>table=3")


def _logged(form):
    out = io.StringIO()
    ServiceLog(form, out).write_line("text", level="warning", table=3)
    return out.getvalue()


@pytest.mark.thorough("a service killed at many moments")
def test_the_service_killed_at_any_moment_loses_nothing(tmp_path):
    """The process is killed while tables play; what it had acknowledged to a table is in the store."""
    chance = random.Random(11)
    store = tmp_path / "hall.db"
    words = [sys.executable, "-m", "tenbo", "run", "--no-search", "--number-new", "--listen", "127.0.0.1:0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with FakeTables(tmp_path, 2) as paper:
        words += ["--store", str(store), *[word for port in paper.ports for word in ("--port", port)]]
        for _ in range(4):
            with subprocess.Popen(words, stderr=subprocess.DEVNULL, env=environment) as service:
                goal = [table.stored + chance.randrange(5, 25) for table in paper.tables]
                wait_until(lambda goal=goal: _played(paper, goal, chance))
                service.send_signal(signal.SIGKILL)
            report = verify(store)
            assert report.damage == []
            assert report.rows >= sum(table.stored + 1 for table in paper.tables)


@pytest.mark.parametrize("log", ["reader that went away", "full disk", "reader that stands still"])
@pytest.mark.thorough("a service before a log that is full")
def test_a_log_that_nobody_takes_stops_nothing(tmp_path, log):
    """`tenbo run 2>&1 | head -5`, a log file on a full disk, a terminal that was halted: the tables are followed on."""
    words = [sys.executable, "-m", "tenbo", "run", "--no-search", "--number-new", "--listen", "127.0.0.1:0"]
    with FakeTables(tmp_path, 2) as paper, ExitStack() as stack:
        words += ["--store", str(tmp_path / "hall.db"), *[word for port in paper.ports for word in ("--port", port)]]
        reader, err = os.pipe()
        if log == "full disk":
            os.close(err)
            err = os.open("/dev/full", os.O_WRONLY)
        elif log == "reader that stands still":
            os.set_blocking(err, False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(err, b"x" * 4096)
            os.set_blocking(err, True)
        if log != "reader that stands still":
            os.close(reader)
        stack.callback(os.close, err)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        environment.pop("PYTHONUNBUFFERED", None)
        with subprocess.Popen(words, stderr=err, env=environment) as service:
            for table in paper.tables:
                table.play("start", rules="ema-2016")
            wait_until(lambda: all(table.stored == 0 for table in paper.tables))
            paper.tables[0].pull()
            paper.tables[0].plug()
            for table in paper.tables:
                table.play("hand")
            wait_until(lambda: all(table.stored == 1 for table in paper.tables))
            service.send_signal(signal.SIGTERM)
            assert service.wait(120) == 0


def test_ports_that_cannot_be_listed_hide_no_table_for_ever(running, monkeypatch):
    """A driver that answers nonsense once; what is plugged in later is found all the same."""
    with running(1) as run:
        monkeypatch.setattr("tenbo.devices.station_registry.SCAN_S", 0.02)
        fleet, inner = run.hall.fleet, run.hall.fleet._ports
        monkeypatch.setattr(fleet, "_ports", lambda: 1 // 0)
        wait_until(lambda: "please report it: ZeroDivisionError" in run.log.getvalue())
        monkeypatch.setattr(fleet, "_ports", list)
        wait_until(lambda: fleet.stations == [])
        monkeypatch.setattr(fleet, "_ports", inner)
        wait_until(lambda: [one["state"] for one in run.hall.tables.tables()] == ["following"])


def test_lines_that_were_lost_are_counted_when_there_is_room_again():
    """Anyone who reads the log must know that it has a hole."""
    for form in ("text", "json", "journal"):
        out = Narrow()
        log = ServiceLog(form, out)
        out.full = True
        log.write_line("first")
        log.write_line("second")
        out.full = False
        log.write_line("third")
        lines = out.getvalue().splitlines()
        assert "lost lines of this log: 2" in lines[0]
        assert "third" in lines[1]
        assert form != "json" or [json.loads(line)["level"] for line in lines] == ["warning", "info"]


class Narrow(io.StringIO):
    """A disk that is full for some time."""

    full = False

    def write(self, text):
        if self.full:
            raise OSError(28, "No space left on device")
        return super().write(text)


def _played(paper, goal, chance):
    """Let every table play until the host has acknowledged so many events."""
    for table, wanted in zip(paper.tables, goal, strict=True):
        if table.stored < wanted and table.ledger.next - table.stored < 20:
            table.play_random_event(chance)
    return all(table.stored >= wanted for table, wanted in zip(paper.tables, goal, strict=True))
