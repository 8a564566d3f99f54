"""The drill before the day: nothing is lost, what is lost is found, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from host.store.store_content import meddle
from tenbo.cli.dispatch import main
from tenbo.simulator.rehearsal.fault_schedule import parse_faults
from tenbo.simulator.rehearsal.host_process import wait_until
from tenbo.simulator.rehearsal.independent_totals import result_differences, totals_of
from tenbo.simulator.rehearsal.roster import rotation_seats
from tenbo.simulator.rehearsal.verification import verify_rehearsal
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo_core.books import BOOKS, load
from tenbo_core.errors import Malformed
from tenbo_core.event_notation import event_of
from tenbo_core.ledger import Ledger
from tenbo_core.results import GameResult
from tenbo_core.table_notation import table_of


def rehearsed(capfd, *words):
    """Return the status of a rehearsal and what it printed."""
    capfd.readouterr()
    status = main(["rehearse", *map(str, words)])
    return status, capfd.readouterr().out


def standings(folder):
    """Return the standings in a store that was kept."""
    path = folder / "standings.csv"
    assert main(["export", "standings.csv", "--out", str(path), "--store", str(folder / "hall.db")]) == 0
    return path.read_text("utf-8")


@pytest.mark.thorough("a whole tournament with accidents")
def test_a_day_with_accidents_ends_with_the_results_of_a_calm_one(tmp_path, capfd):
    """Killed while a session begins and while it is played, without a cable, without power: no one's points change."""
    day = ("--tables", 2, "--sessions", 2, "--hands", 3, "--seed", "drill")
    accidents = ("--fault", "host@1:0,cable@1:30:2,power@1:60:1", "--fault", "power@2:0:2,host@2:40,cable@2:45:1")
    status, text = rehearsed(capfd, *day, *accidents, "--keep", tmp_path / "bad")
    assert status == 0, text
    lines = text.splitlines()
    assert lines[-1] == "nothing was lost"
    assert "kills      2 of the host: nothing that was acknowledged was missing" in lines
    assert "    0 %  the host is killed while the session begins (kill -9)" in lines
    assert "does not answer (Connection refused)" in text
    assert "table 2 has not begun: " in text  # without power, when session 2 begins
    assert any(line.startswith("  $ tenbo session swap 2 ") for line in lines)
    assert sum(line.endswith("is back") for line in lines) == 4
    assert rehearsed(capfd, *day, "--fault", "none", "--keep", tmp_path / "calm")[0] == 0
    assert standings(tmp_path / "bad") == standings(tmp_path / "calm")


@pytest.mark.thorough("a whole tournament on the real firmware")
def test_the_real_firmware_is_rehearsed_with_too(capfd):
    """Pressed button by button, and killed, pulled and cut like the tables of paper."""
    accidents = ("--fault", "host@1:30,power@1:50:1", "--hands", 2)
    status, text = rehearsed(capfd, "--firmware", "--tables", 1, "--sessions", 1, *accidents)
    assert status == 0, text
    assert text.splitlines()[-1] == "nothing was lost"
    assert "table 1: its power is lost" in text


def is_running(process):
    """Return whether a process goes on; one that has ended and no one has asked about is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.thorough("a rehearsal of its own")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_rehearsal_that_is_ended_ends_its_host(tmp_path, how):
    """No host goes on, however; after Ctrl-C no port and no folder stays either."""
    store, scratch = tmp_path / "kept" / "hall.db", tmp_path / "scratch"
    scratch.mkdir()
    words = [sys.executable, "-m", "tenbo", "rehearse", "--tables", "2", "--keep", str(store.parent)]
    environment = {**os.environ, "TMPDIR": str(scratch)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment, text=True) as rehearsal:
        assert rehearsal.stdout is not None
        for line in rehearsal.stdout:
            if line.startswith("  $ tenbo session begin 1"):
                break
        host = json.loads(store.with_name("hall.db.api").read_text())["pid"]
        assert is_running(host)
        rehearsal.send_signal(how)
        rehearsal.stdout.read()
        assert rehearsal.wait() == (130 if how == signal.SIGINT else -how)
    wait_until(lambda: not is_running(host), "the host to end")
    if how == signal.SIGINT:
        wait_until(lambda: not list(scratch.iterdir()), "the scratch folder to be empty")


# ---------------------------------------------------------------- what would be found


GAME = ("start ema-2016 session 1 table 1", "hand", "win 2<0 3/40", "hand", "win 3<0 2/30", "end")


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (None, "nothing was lost"),
        ("an event less", "table 1 has recorded 6 events, the store has 5, and they differ"),
        ("another event", "table 1 has recorded 6 events, the store has 6, and they differ"),
        ("a total", "session 1 table 1: the totals are"),
        ("a player", "session 1 table 1: the players are"),
        ("no result", "session 1 table 1 is only in the export or only among the games played"),
        ("an acknowledged event", "event 9 was acknowledged"),
        ("not played", "session 2 table 1 was not played to its end"),
        ("a row", "table/aa event 4: "),
    ],
)
def test_whatever_is_lost_or_wrong_is_found(tmp_path, change, found):
    """A proof that cannot fail proves nothing."""
    events = [event_of(line, n) for n, line in enumerate(GAME)]
    ledger = Ledger()
    for event in events:
        ledger.append(event)
    totals = totals_of(ledger.table.rules, ledger.table.scores, ledger.table.sticks)
    stored = {"an event less": events[:-1], "another event": [*events[:4], event_of("draw tenpai", 4), events[5]]}
    sheet = {"session": 1, "table": 1, "players": [1, 2, 3, 4], "totals": totals}
    record = {"tables": [sheet], "standings": []}
    order = sorted(zip(totals, sheet["players"], strict=True), reverse=True)
    record["standings"] = [{"player": who, "place": n, "total": total} for n, (total, who) in enumerate(order, 1)]
    if change == "a total":
        sheet["totals"] = [totals[0] + 100, totals[1] - 100, *totals[2:]]
    elif change == "a player":
        sheet["players"] = [2, 1, 3, 4]
    elif change == "no result":
        record["tables"] = []
    drill = SimpleNamespace(
        tables={1: SimpleNamespace(number=1, events=lambda: events, ledger=lambda: "aa")},
        problems=["event 9 was acknowledged"] if change == "an acknowledged event" else [],
        kills=1,
        seats={(1, 1): [1, 2, 3, 4]} | ({(2, 1): [1, 2, 3, 4]} if change == "not played" else {}),
        penalties={},
        left={},
        reserves={},
        missed=0,
    )
    desk = SimpleNamespace(run_quietly=lambda *_: SimpleNamespace(status=0, text=json.dumps(record)))
    shown = []
    with SqliteStore(tmp_path / "hall.db") as store:
        store.append([entry_of("aa", event) for event in stored.get(change, events)])
        if change == "a row":
            meddle(store.path, "UPDATE event SET ts_ms = 1 WHERE seq = 4")
        good = verify_rehearsal(drill, store, desk, shown.append)
    assert good == (change is None)
    assert any(found in line for line in shown), shown


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_totals_worked_out_apart_are_those_of_the_device(book):
    """Two programs, one result: uma, ties, sticks that are left, no matter what the book says of them."""
    chance = random.Random(book)
    rules = load(book)
    for _ in range(60):
        sticks = chance.randrange(4)
        points = [chance.randrange(0, 60) * 1000 for _ in range(rules.players - 1)]
        if chance.random() < 0.5:
            points[1] = points[0]
        points.append(rules.players * rules.start_points - 1000 * sticks - sum(points))
        words = " ".join(map(str, points))
        table = table_of(f"{book} S4 honba 0 sticks {sticks} over last_hand scores {words}")
        assert totals_of(rules, points, sticks) == GameResult(table).totals, words


def test_standings_that_differ_are_named_by_player():
    """One who is missing, one too many, one with another total."""
    tables = {(1, 1): ([1, 2, 3, 4], [300, 100, -100, -300])}
    rows = [{"player": 1, "place": 1, "total": 300}, {"player": 2, "place": 3, "total": 100}]
    record = {"tables": [{"session": 1, "table": 1, "players": [1, 2, 3, 4], "totals": [300, 100, -100, -300]}]}
    wrong = result_differences({**record, "standings": rows}, tables)
    assert [line.split(":")[0] for line in wrong] == ["player 2", "player 3", "player 4"]


# ---------------------------------------------------------------- what is told


def test_accidents_by_chance_are_the_same_for_the_same_seed():
    """A drill that went wrong can be gone through again."""
    first, again, other = (
        parse_faults(["host", "cable", "power"], 16, 5, random.Random(seed)) for seed in ("a", "a", "b")
    )
    assert first == again != other
    assert len(first) == 15
    assert {accident.session for accident in first} == {1, 2, 3, 4, 5}
    assert all(bool(accident.table) == (accident.kind != "host") for accident in first)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("hots", "did you mean host"),
        ("host@2", "a session and a percentage (host@2:40)"),
        ("cable@2", "a session and a percentage, and a table (cable@2:40:7)"),
        ("host@9:10", "the session must be 1 to 3"),
        ("host@1:10:2", "a host fault has no table"),
        ("cable@1:10", "give a table, 1 to 4 (cable@1:10:1)"),
        ("power@1:10:5", "give a table, 1 to 4 (power@1:10:1)"),
        ("power@1:99:1", "the percentage must be 0 to 95"),
        ("none@1:2", "none"),
    ],
)
def test_an_accident_that_cannot_be_is_refused(word, sentence):
    """Before anything is started."""
    with pytest.raises(Malformed) as error:
        parse_faults([word], 4, 3, random.Random(1))
    assert sentence in error.value.message


def test_everybody_has_one_seat_in_every_session():
    """And no one the same wind all day."""
    for tables in (1, 2, 3, 16):
        seats = rotation_seats(tables, 5)
        for session in range(1, 6):
            seated = [player for table in range(1, tables + 1) for player in seats[session, table]]
            assert sorted(seated) == list(range(1, 4 * tables + 1))
        winds = {seats[session, table].index(1) for session, table in seats if 1 in seats[session, table]}
        assert len(winds) == 4
