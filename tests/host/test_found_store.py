"""Commands find their store: by name, by TENBO_STORE, or as the one that a service kept last."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from tenbo.app.config import find_store, record_last_store
from tenbo.cli.dispatch import main
from tenbo.store import SqliteStore
from tenbo.tournament.record_log import TournamentLog


@pytest.fixture
def stores(tmp_path, monkeypatch):
    """Make three stores, and a state folder of its own."""
    monkeypatch.setenv("TENBO_STATE", str(tmp_path / "state"))
    made = []
    for name in ("one.db", "two.db", "state/hall.db"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        with SqliteStore(path) as store:
            store.store_players([(1, "Ann", path.stem.title(), "", "NED", "", "", "", "")])
        made.append(path)
    return made


def test_a_store_is_found_by_its_variable_then_as_the_last_one_used(stores, monkeypatch):
    """And one that is gone is not looked for any more."""
    one, two, own = stores
    assert find_store().path == own
    record_last_store(one)
    assert find_store().path == one
    monkeypatch.setenv("TENBO_STORE", str(two))
    assert find_store() == (two, "TENBO_STORE")
    monkeypatch.delenv("TENBO_STORE")
    one.unlink()
    assert find_store().path == own


def test_a_desk_with_a_database_is_found_as_the_last_one_used_too(stores, tmp_path):
    """Its store has no file: commands went to the store of a trial evening."""
    (tmp_path / "desk.db.database").write_text("postgresql:///tenbo\n")
    record_last_store(tmp_path / "desk.db")
    assert find_store() == (tmp_path / "desk.db", "the last one used")


def test_a_command_names_the_store_that_was_not_named_and_json_stays_json(stores, monkeypatch, capsys):
    """On standard error, once; a store that was named is not said again."""
    one, two, _ = stores
    monkeypatch.setenv("TENBO_STORE", str(two))
    main(["results", "--json"])
    said = capsys.readouterr()
    assert "standings" in json.loads(said.out)
    assert said.err.count(str(two)) == 1
    main(["results", "--json", "--store", str(one)])
    assert str(one) not in capsys.readouterr().err


def test_the_state_folder_need_not_be_writable(stores, tmp_path, monkeypatch):
    """A service on a read-only system runs all the same."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("TENBO_STATE", str(tmp_path / "file"))
    record_last_store(stores[0])
    assert find_store().path == tmp_path / "file" / "hall.db"


def run_in_terminal(*words: str, **env: str) -> str:
    """Return what `tenbo run` writes into a terminal until it says how it is ended."""
    ours, theirs = pty.openpty()
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8", **env}
    command = [sys.executable, "-m", "tenbo", "run", "--no-search", *words]
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=around)
    os.close(theirs)
    written = b""
    with contextlib.suppress(OSError):
        while b"Ctrl-C" not in written and (part := os.read(ours, 65536)):
            written += part
    program.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):
        while os.read(ours, 65536):
            pass
    os.close(ours)
    assert program.wait() == 0
    return written.decode()


@pytest.mark.thorough("seconds of a processor")
def test_a_service_in_a_terminal_says_where_it_is_and_commands_find_its_store(stores, tmp_path):
    """Both addresses; phones do not reach this computer's own one, and are told how."""
    one, _, _ = stores
    shown = run_in_terminal("--store", str(one), "--listen", "127.0.0.1:0")
    # Its first lines name the store, what is in it, and how another one is opened.
    first = shown[: shown.index("the hall:")]
    assert all(what in first for what in (str(one), "1 person", "--store FILE"))
    urls = re.findall(r"http://127\.0\.0\.1:\d+/\S*", shown)
    assert len({url for url in urls if url.endswith("/")}) == 1
    assert any("/join#" in url for url in urls)
    assert "█" not in shown
    assert find_store().path == one


@pytest.mark.thorough("seconds of a processor")
def test_a_club_s_service_calls_its_start_page_the_club(stores):
    one, _, _ = stores
    with SqliteStore(one) as store:
        season = {"title": "Winter", "kind": "season", "date": "2026-10-01"}
        TournamentLog(store).record_all("desk", [("series", season)])
    shown = run_in_terminal("--store", str(one), "--listen", "127.0.0.1:0")
    assert "the club:" in shown
    assert "the hall:" not in shown


@pytest.mark.thorough("seconds of a processor")
def test_a_service_says_when_its_store_is_the_last_one_used(stores):
    """A tournament is otherwise typed into the store of the club, or the other way round."""
    one, _, _ = stores
    record_last_store(one)
    shown = run_in_terminal("--listen", "127.0.0.1:0")
    assert "the last one used" in shown[: shown.index("the hall:")]


@pytest.mark.thorough("seconds of a processor")
def test_phones_get_a_code_where_they_reach_the_service(stores):
    """It logs a reader in, never the desk, whose link stands beside it."""
    one, _, _ = stores
    shown = run_in_terminal("--store", str(one), "--listen", "0.0.0.0:0", TENBO_PASSWORD="a long password")
    desk, phones = re.findall(r"/join#(\S+)", shown)
    assert desk != phones
    assert shown.count("█") > 100


@pytest.mark.thorough("seconds of a processor")
def test_a_service_without_a_terminal_prints_no_key(stores):
    """A log is read by others than the desk."""
    one, _, _ = stores
    words = [sys.executable, "-m", "tenbo", "run", "--no-search", "--store", str(one), "--listen", "127.0.0.1:0"]
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=around, text=True) as program:
        assert program.stderr is not None
        first = program.stderr.readline()
        program.send_signal(signal.SIGINT)
        out, err = program.communicate()
    assert (out, "join#" in first + err) == ("", False)
