"""The operator's commands, from the first look to the file with the results."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from contextlib import closing

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator import VirtualTable
from tenbo.store import SqliteStore
from tenbo_core.errors import Refused

from .conftest import wait_until


def test_numbers_that_no_database_holds_are_refused_and_the_next_command_works(running, run_cli, tmp_path):
    """A slip in a spreadsheet is named with its line; nothing after it suffers."""
    people, plan = tmp_path / "people.csv", tmp_path / "plan.txt"
    with running(1) as run:
        store = ("--store", run.store)
        for number in ("99999999999999999999", "9" * 5000, "1234567890"):
            people.write_text(f"id;name\n1;Ada L\n{number};Grace H\n")
            status, text = run_cli("session", "players", people, *store)
            assert (status, "line 3: a player's number must be at most 9 digits" in text) == (1, True)
            plan.write_text(f"1-2-3-{number}\n")
            status, text = run_cli("session", "plan", plan, *store)
            assert (status, "is not a number of at most 9 digits" in text) == (1, True)
            people.write_text("id;name\n1;Ada L\n")
            assert run_cli("session", "players", people, *store) == (0, "1 player\n")
        for fields in ({"session": 2**31, "table": 1}, {"session": 1, "table": 2**64}):
            with pytest.raises(Refused, match="an integer from 0 to 2147483647"):
                run.client.post("/v1/records", kind="lock", by="desk", fields=fields)
        assert run_cli("session", "new", "Open", "--rules", "ema-2016", "--date", "22.03.2026", *store)[0] == 0


def test_a_whole_session_from_people_to_files(running, run_cli, tmp_path):
    """As an operator does it: people, plan, begin, play, penalty, correction, lock, standings, export."""
    (tmp_path / "people.csv").write_text(
        "name;EMA number;country\n" + "".join(f"Ann P{n};110000{n:02d};UK\n" for n in range(1, 9))
    )
    (tmp_path / "plan.txt").write_text("1-2-3-4\n5-6-7-8\n")
    with running(2) as run:
        store = ("--store", run.store)
        about = ("--rules", "ema-2016", "--date", "22.03.2026", "--country", "NED", "--place", "Delft")
        assert run_cli("session", "new", "Open", *about, *store)[0] == 0
        assert run_cli("session", "players", tmp_path / "people.csv", *store) == (0, "8 players\n")
        assert run_cli("session", "plan", tmp_path / "plan.txt", *store)[1].startswith(
            "players are seated at 2 tables in session 1 (record "
        )
        assert run_cli("session", "begin", 1, *store) == (0, "session 1: tables 1, 2 have begun\n")
        for table in run.paper.tables:
            assert table.ledger.table.names[0].startswith("Ann P")
            table.play("hand")
            table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
            table.play("end")
            wait_until(lambda table=table: table.stored == table.ledger.next - 1)
        assert run_cli("session", "penalty", 1, 2, 0, -3000, "--why", "late", "--by", "referee Bo", *store)[0] == 0
        scores = ("30000", "34000", "26000", "30000")
        status, text = run_cli("session", "correct", 1, 1, *scores, "--why", "sheet", *store)
        said = r"table 1 in session 1: 30,000 34,000 26,000 30,000; (no result is missing|.* missing) \(record \d+\)\n"
        assert (status, bool(re.fullmatch(said, text))) == (0, True)
        assert run_cli("session", "lock", 1, 1, *store)[0] == 0
        status, text = run_cli("session", "correct", 1, 1, *scores, "--why", "again", *store)
        assert status == 1
        assert "is locked: unlock it first" in text
        assert run_cli("session", "reopen", 1, 1, "--why", "protest", *store)[0] == 0
        status, text = run_cli("results", "--session", 1, *store)
        assert status == 0
        assert "correct 30,000 34,000 26,000 30,000 by desk: sheet" in text
        assert "penalty E -3,000 by referee Bo: late" in text
        assert "points add up" in text
    status, text = run_cli("results", *store)
    assert status == 0
    assert text.splitlines()[1].split()[:3] == ["1", "Ann", "P2"]
    assert run_cli("export", "ema.csv", "--out", tmp_path / "ema.csv", *store)[0] == 0
    assert len((tmp_path / "ema.csv").read_text().splitlines()) == 9
    assert json.loads(run_cli("export", "results.json", *store)[1])["proof"]["holds"]


def test_tables_show_what_a_player_chose_and_his_name_can_be_forgotten(running, run_cli, tmp_path):
    """What a table shows stays in its ledger for ever, so it need not be the name."""
    people = "name;EMA number;shown\n" + "".join(f"Ann P{n};110000{n:02d};A{n}\n" for n in range(1, 5))
    (tmp_path / "people.csv").write_text(people)
    with running(1) as run:
        store = ("--store", run.store)
        run_cli("session", "players", tmp_path / "people.csv", *store)
        run_cli("session", "seat", 1, 1, "1-2-3-4", *store)
        assert run_cli("session", "begin", 1, *store)[0] == 0
        assert run.paper.tables[0].ledger.table.names == ["A1", "A2", "A3", "A4"]
        status, text = run_cli("session", "erase-name", 2, *store)
        assert status == 0
        assert "player 2 is now only a number" in text
        assert "'A2', stays in the ledgers" in text
        sheet = run_cli("export", "sheets.txt", *store)[1]
        assert "Ann P1" in sheet
        assert "Ann P2" not in sheet
        status, text = run_cli("session", "erase-name", 2, *store)
        assert status == 1
        assert "no player is registered with number 2" in text


def test_a_table_is_seated_by_hand_and_a_substitute_recorded(running, run_cli):
    """Someone leaves, someone comes."""
    with running(1) as run:
        store = ("--store", run.store)
        assert run_cli("session", "seat", 2, 1, "1-5-9-13", *store)[0] == 0
        assert run.hall.repository.tournament.seats == {(2, 1): [1, 5, 9, 13]}
        status, text = run_cli("session", "seat", 2, 1, "1-5-9", *store)
        assert status == 1
        assert "table 1 in session 2 has 3 seats, but rule book ema-2025 is for 4 players" in text
        assert run_cli("session", "begin", 2, *store)[0] == 0
        status, text = run_cli("session", "substitute", 1, 2, "now", *store)
        n = run.hall.repository.desk.records[-1].n
        assert (status, text) == (
            0,
            f"table 1: a substitute sits in seat W; the table itself has recorded the substitution (record {n}); "
            f'tenbo session revert {n} --why "..." reverts it\n',
        )
        assert run.paper.tables[0].ledger.table.substitutes[2] == "now"
        assert run_cli("session", "revert", n, "--why", "the wrong seat", *store)[0] == 0
        assert run.paper.tables[0].ledger.table.substitutes[2] == ""
        status, text = run_cli("session", "begin", 7, *store)
        assert status == 1
        assert "no players are seated in session 7" in text


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_tables_are_listed_bound_and_freed(running, run_cli):
    """The device's id is given a number once; the number can be given to a spare."""
    with running(1) as run:
        device = run.paper.tables[0].device
        store = ("--store", run.store)
        status, text = run_cli("tables", *store)
        assert (status, text.split()[:4]) == (0, ["table", "1", "following", device])
        run.hall.numbers.number_new = False
        assert run_cli("tables", "--unassign", device, "--assign", f"{device}=8", *store)[0] in (0, 1)
        assert run_cli("tables", "--assign", f"{device}=8", *store)[0] == 0
        assert run.hall.repository.tournament.numbers == {device: 8}
        assert run_cli("tables", "--assign", device, *store)[0] == 2
        assert [one["table"] for one in json.loads(run_cli("tables", "--json", *store)[1])["tables"]] == [8]


def test_a_hand_is_settled_once_and_proposed(running, run_cli, monkeypatch):
    """The score of the table's state, then the table's own event."""
    with running(1) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        table.play("hand")
        table.play("riichi", seat=1)
        wait_until(lambda: run.hall.fleet.require_station(1).snapshot.last == 2)
        store = ("--store", run.store)
        status, text = run_cli("hand", 1, "S<W 234567m345p678s9s 9s ippatsu", *store)
        assert status == 0
        assert "S, ron from W: 2 han 40 fu, 2,600 points" in text
        assert "\n  fu    winning 20, closed hand won by ron 10, pair wait 2\n" in text
        assert "S +3,600  W -2,600" in text
        assert table.ledger.next == 3
        assert "red fives: not in this rule book" in run_cli("hand", 1, "S<W 234067m345p678s9s 9s", *store)[1]
        assert "red fives" not in text
        settled = []
        wins, score = run.hall.wins, run.hall.wins.score
        monkeypatch.setattr(wins, "score", lambda *given: settled.append(score(*given)) or settled[-1])
        status, text = run_cli("hand", 1, "S<W 234567m345p678s9s 9s ippatsu", "--propose", *store)
        assert len(settled) == 1
        assert status == 0
        assert text.splitlines()[-1] == "agreed: recorded as event 3"
        assert table.ledger.table.scores == [30000, 32600, 27400, 30000]
        with pytest.raises(Refused, match="has moved on from event 2 to 3 since the hand was scored"):
            run.client.post("/v1/tables/1/settle", propose=True, fields=settled[0]["fields"], last=settled[0]["last"])
        with pytest.raises(Refused, match="send them with propose"):
            run.client.post("/v1/tables/1/settle", fields=settled[0]["fields"], last=3)


def test_a_yakuman_is_one_thing_and_said_once(running, run_cli):
    """It has no han and fu, and its name is no limit beside it."""
    with running(1) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        table.play("hand")
        wait_until(lambda: run.hall.fleet.require_station(1).snapshot.last == 1)
        status, text = run_cli("hand", 1, "S<W 19m19p19s1234567z 7z", "--store", run.store)
    assert (status, text.splitlines()[0]) == (0, "S, ron from W: 1 yakuman, 32,000 points")


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("N<W 234567m345p678s9s 9s", "has no yaku"),
        ("S<S", "give the winner (for a ron also the discarder), the tiles and the winning tile"),
        ("Q 234567m345p678s9s 9s", "'Q' is not a seat"),
        ("S<W 234567m345p678s9s 8s", "not complete|no winning|is not"),
        ("S<W 234567m345p678s9s 9s fast", "'fast' is not recognised"),
        ("S<W 234567m345p678s9s 9s riichi", "at a table, which supplies riichi, winds, honba and sticks itself"),
        ("S<W 99999m345p678s99s 9s", "fifth|five|only four|copies|four of"),
    ],
)
def test_a_wrong_hand_is_refused_with_the_reason(running, run_cli, hand, sentence):
    """The referee reads it out; nothing has changed."""
    with running(1) as run:
        (table,) = run.paper.tables
        table.play("start", rules="ema-2016")
        table.play("hand")
        wait_until(lambda: run.hall.fleet.require_station(1).snapshot.last == 1)
        status, text = run_cli("hand", 1, hand, "--store", run.store)
        assert status == 1
        assert any(word in text for word in sentence.split("|")), text


def test_two_hands_are_not_won_on_one_discard_with_two_tiles(running, run_cli):
    """There lies one tile: of a slip in the second hand no one at the table would hear."""
    with running(1) as run:
        (table,) = run.paper.tables
        table.play("start", rules="tenhou")
        table.play("hand")
        wait_until(lambda: run.hall.fleet.require_station(1).snapshot.last == 1)
        wins = ("S<W 234m345p678p234s5s 5s", "N<W 345m678p55p34s888s 5s")
        assert run_cli("hand", 1, *wins, "--store", run.store)[0] == 0
        assert run_cli("hand", 1, wins[0], "N<W 345m678p55p34s888s 0s", "--store", run.store)[0] == 0
        status, text = run_cli("hand", 1, wins[0], "N<W 345m678p55p34s888s 2s", "--store", run.store)
        assert status == 1
        assert "all winners on one discard must win on the same tile, not on 5s and 2s" in text


def test_a_table_of_counters_wants_two_han(running, run_cli):
    """EMA has no such minimum; the book that has one refuses one han from five counters on."""
    with running(1) as run:
        (table,) = run.paper.tables
        table.play("start", rules="austria", honba=5)
        table.play("hand")
        table.play("riichi", seat=1)
        wait_until(lambda: run.hall.fleet.require_station(1).snapshot.last == 2)
        book = run.hall.games.state(1).rules
        status, text = run_cli("hand", 1, "S<W 234567m345p678s9s 9s", "--store", run.store)
        assert (status == 1) == bool(book.two_han_from and book.two_han_from <= 5), text


def test_the_clock_is_shown_and_started(running, run_cli):
    """The commands ask the service; the service holds the tables to it."""
    with running(1) as run:
        store = ("--store", run.store)
        assert run_cli("clock", *store) == (0, "the clock is not running\n")
        run.paper.tables[0].play("start", rules="ema-2016")
        status, text = run_cli("clock", "start", "--minutes", 60, *store)
        assert status == 0
        assert text.startswith("waiting  1:00:00 left, starts in 10 s")
        wait_until(lambda: run.paper.tables[0].ledger.table.session is not None)
        assert run_cli("clock", "start", *store)[0] == 1
        assert run_cli("clock", "extra", "--minutes", 5, "--table", 1, *store)[0] == 0
        assert run.paper.tables[0].all[-1].kind == "extra"
        # A paused clock does not start in so many seconds.
        assert run_cli("clock", "pause", *store)[0] == 0
        assert re.fullmatch(r"paused  \d:\d\d:\d\d left\n", run_cli("clock", *store)[1].splitlines(keepends=True)[0])
        assert run_cli("clock", "resume", *store)[0] == 0
        assert run_cli("clock", "stop", *store)[0] == 0


def test_the_log_is_read_with_and_without_the_service(running, run_cli):
    """What happened is in the store, no matter who looks."""
    with running(1) as run:
        store = ("--store", run.store)
        assert run_cli("log", *store) == (0, "no ledgers yet\n")
        run.paper.tables[0].play("start", rules="ema-2016")
        run.paper.tables[0].play("hand")
        wait_until(lambda: run.paper.tables[0].stored == 1)
        assert [line.split()[3] for line in run_cli("log", 1, *store)[1].splitlines()] == ["start", "hand"]
    assert len(run_cli("log", 1, "--after", 0, *store)[1].splitlines()) == 1
    assert "bind" in run_cli("log", "--desk", *store)[1]
    assert json.loads(run_cli("log", 1, "--json", *store)[1].splitlines()[1])["kind"] == "hand"
    assert run_cli("log", 9, *store)[0] == 1


def test_verify_and_backup_say_what_they_found(running, run_cli, tmp_path):
    """A copy that was never read again is no backup."""
    with running(1) as run:
        run.paper.tables[0].play("start", rules="ema-2016")
        wait_until(lambda: run.paper.tables[0].stored == 0)
        copy = tmp_path / "copy.db"
        status, text = run_cli("backup", copy, "--store", run.store)
        # The start, the number and the ledger of the table, and the game that the club has of it.
        assert (status, text) == (0, f"{copy}: 4 rows, verified\n")
        assert run_cli("backup", copy, "--store", run.store)[0] == 1
        assert run_cli("verify", copy)[0] == 0
    with SqliteStore(copy) as store:
        store._connection.execute("DROP TRIGGER event_stays")
        store._connection.execute("UPDATE event SET body = '[4,0,\"alarm\"]' WHERE kind = 'start'")
    status, text = run_cli("verify", copy)
    assert status == 1
    assert "event 0: was changed after it was stored" in text
    assert run_cli("verify", tmp_path / "nothing.db")[0] == 2


@pytest.mark.parametrize(
    ("statement", "place"),
    [("SELECT 1", ""), ("UPDATE event SET body = '{}' WHERE stream = 'desk' AND seq = 0", "desk record 0: ")],
)
def test_a_damaged_store_is_not_handed_out_as_a_backup(running, statement, place):
    """What is damaged as a whole has no event; one that is changed has a stream and a number."""
    with running(1) as run:
        with closing(sqlite3.connect(run.store)) as store, store:
            store.execute("DROP TRIGGER event_stays")
            store.execute(statement)
        with pytest.raises(Refused) as refused:
            run.client.get("/v1/backup")
    said = refused.value.message
    assert (refused.value.code, said.code, set(said.values)) == ("damaged", "store_event_damaged", {"what"})
    assert said.values["what"].startswith(place)
    assert "event -1" not in said


def test_without_a_service_a_command_says_how_to_start_it(run_cli, tmp_path):
    """The first thing a new operator does wrong."""
    status, text = run_cli("tables", "--store", tmp_path / "hall.db")
    assert status == 1
    assert "start it with tenbo run" in text


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_the_referee_sees_what_the_seats_see(tmp_path, run_cli):
    """Asked from the device, through the service that has its port."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True) as table:
        config = Config(tmp_path / "hall.db", [table.port], search=False, number_new=True, listen=("127.0.0.1", 0))
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            wait_until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"])
            service.hall.fleet.ask(1, "do", "start", 4, "ema-2016")
            table.press("table", "dice")
            table.press(2, "riichi")
            table.wait(5000)
            store = ("--store", config.store)
            # Five seconds of the device went by in an instant: the host makes sure first that it is still the same.
            wait_until(lambda: run_cli("view", 1, 2, "--words", *store)[1].startswith("seat 2: score 29000  4th  E1"))
            status, text = run_cli("view", 1, *store)
            assert status == 0
            assert text.count("in the first hand") == 4
            with pytest.MonkeyPatch.context() as poor:
                # A terminal of ASCII alone has no dots.
                poor.setattr("tenbo.cli.support.terminal.can_encode", lambda *_: False)
                assert run_cli("view", 1, *store)[1].count("seat 2: score 29000") == 1
            assert run_cli("view", 1, 3, "--png", tmp_path / "seat.png", *store)[0] == 0
            assert (tmp_path / "seat.png").read_bytes().startswith(b"\x89PNG")
            # Below the line with the clock, which goes on.
            assert json.loads(run_cli("view", 1, 0, "--json", *store)[1])["rows"][8:] == list(table.display(0).rows[8:])
            assert "--png writes one seat" in run_cli("view", 1, "--png", tmp_path / "all.png", *store)[1]
            assert "table 7 is not connected" in run_cli("view", 7, *store)[1]


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_the_codes_to_join_with_are_printed_and_made_anew(running, capsys):
    """The referee gets one on a slip; a code that the whole hall has read is replaced."""
    with running(2) as run:
        store = ["--store", str(run.store)]
        assert main(["codes", *store]) == 0
        first = capsys.readouterr().out
        words = [line.split() for line in first.splitlines() if line]
        assert [row[:-1] for row in words[:6]] == [
            ["reader"], ["member"], ["referee"], ["desk"], ["table", "1"], ["table", "2"]]  # fmt: skip
        assert len({row[-1] for row in words[:6]}) == 6
        assert f"{run.client.url}/join#" in first
        assert main(["codes", "--json", *store]) == 0
        assert [row["code"] for row in json.loads(capsys.readouterr().out)] == [row[-1] for row in words[:6]]
        assert main(["codes", "--renew", *store]) == 0
        assert not {row[-1] for row in words[:6]} & set(capsys.readouterr().out.split())
