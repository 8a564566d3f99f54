"""The hall's clock stays right at every table: deaf ones, hostile ones, stops, new lengths and clocks that jump."""

from __future__ import annotations

import threading

import pytest

from tenbo.cli.dispatch import main
from tenbo.hall.monotonic_time import MonotonicWallClock
from tenbo.hall.table_clock_sync import TableClockSync
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.hall_clock import MINUTE

from .conftest import serve, wait_until

A_SECOND = 1000
# What one measurement on this computer, with others beside it, is off by.
IN_STEP_MS = 100
HALF_AN_HOUR = 30 * MINUTE


@pytest.fixture
def hurried(monkeypatch):
    """Look at the tables more often, and give up sooner what is not answered."""
    monkeypatch.setattr("tenbo.hall.table_poller.POLL_S", 0.05)
    monkeypatch.setattr("tenbo.devices.pending_commands.PING_GIVE_UP_MS", 150)
    monkeypatch.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 5000)
    monkeypatch.setattr("tenbo.hall.monotonic_time.PATIENCE_MS", 0)


def begun(run, *places):
    """Return the tables of paper at some places, each with a game."""
    tables = [run.paper.tables[place] for place in places]
    for table in tables:
        table.play("start", rules="ema-2016")
    wait_until(lambda: all(table.stored >= 0 for table in tables))
    return tables


def shows(run, table):
    """Return whether a table shows the time that the hall has, right to the second."""
    hall = run.service.timekeeper.clock_and_offsets()
    session = table.ledger.table.session
    return session is not None and abs(table.session_left_ms() - hall["left_ms"] - hall["starts_in_ms"]) < A_SECOND


def number_of(run, table):
    """Return the number of a table of paper."""
    return run.hall.numbers.table_number_of(table.device)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_table_that_was_never_measured_takes_the_clock_from_nobody(tmp_path, capsys, hurried):
    """It answers no question about its time; the clock is still started, shown and read as JSON."""
    with FakeTables(tmp_path, 2) as paper:
        paper.tables[0].noise = lambda line: b"" if b'"pong"' in line else line
        with serve(tmp_path, paper) as run:
            deaf, good = begun(run, 0, 1)
            store = ["--store", str(run.store)]
            assert main(["clock", "start", "--minutes", "60", *store]) == 0
            wait_until(lambda: shows(run, good))
            wait_until(lambda: "did not answer" in str(run.client.get("/v1/clock")["tables"]))
            assert main(["clock", *store]) == 0
            assert "not measured" in capsys.readouterr().out
            deaf.noise = None
            wait_until(lambda: shows(run, deaf))


@pytest.mark.parametrize(("quick_ms", "usual_ms", "asked"), [(60_000, -1, 1), (-1, 60_000, 1), (-1, -1, 3)])
def test_a_table_is_asked_for_its_time_again_only_after_a_slow_answer(running, monkeypatch, quick_ms, usual_ms, asked):
    """Fifty tables asked thrice every two seconds would be most of what a host at rest does, and a network of its own.

    Over a network that is always slow the answers are as good as they get.
    """
    monkeypatch.setattr("tenbo.hall.table_poller.POLL_S", 600)
    monkeypatch.setattr("tenbo.devices.pending_commands.PING_GIVE_UP_MS", 300_000)
    with running(1) as run:
        (table,) = begun(run, 0)
        wait_until(lambda: not run.service.timekeeper._poller._busy)
        monkeypatch.setattr("tenbo.hall.table_clock_sync.QUICK_MS", quick_ms)
        monkeypatch.setattr("tenbo.tournament.hall_clock.DeviceTickOffset.best_round_trip_ms", usual_ms)
        run.service.timekeeper.sync_table_clocks()
        before = sum(said[0] == "ping" for said in table.received)
        run.service.timekeeper.sync_table_clocks()
        assert sum(said[0] == "ping" for said in table.received) - before == asked


def test_a_table_whose_counter_has_begun_anew_is_asked_once_before_it_is_set(running, monkeypatch):
    """Three questions to a table that comes back over a bad network took seconds, in which a signal may sound."""
    monkeypatch.setattr("tenbo.hall.table_poller.POLL_S", 600)
    monkeypatch.setattr("tenbo.hall.table_clock_sync.QUICK_MS", -1)
    monkeypatch.setattr("tenbo.devices.pending_commands.PING_GIVE_UP_MS", 300_000)
    with running(1) as run:
        (table,) = begun(run, 0)
        wait_until(lambda: not run.service.timekeeper._poller._busy)
        run.service.timekeeper.change_clock("start", "desk", lead_ms=0)
        wait_until(lambda: shows(run, table) and not run.service.timekeeper._poller._busy)
        monkeypatch.setattr("tenbo.tournament.hall_clock.DeviceTickOffset.best_round_trip_ms", -1)
        table.cut_power()
        table._born -= 1 << 26
        table.clock_offset_ms -= (1 << 26) - 5 * A_SECOND
        before = len(table.received)
        run.service.timekeeper.sync_table_clocks()
        assert [said[0] for said in table.received[before:] if said[0] in ("ping", "clock")] == ["ping", "clock"]
        assert shows(run, table)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_an_answer_with_wrong_fields_ends_the_clock_of_nobody(running, hurried):
    """One line of a mad table once left the whole hall without sessions until the next restart."""
    with running(2) as run:
        mad, good = begun(run, 0, 1)
        for pong in ([7], [7, 7, 7], ["x", 7], [None, None], [-5, 7], [1 << 30, 7], [7, -7], [7, 1 << 52]):
            mad.pong = pong
            run.service.timekeeper.sync_table_clocks()
        run.service.timekeeper.change_clock("start", "desk", lead_ms=0)
        wait_until(lambda: shows(run, good))
        mad.pong = None
        wait_until(lambda: shows(run, mad))
        assert "internal error" not in run.log.getvalue()


def test_a_mistake_of_ours_at_one_table_is_logged_and_the_others_go_on(running, monkeypatch, hurried):
    """No one can mend what no one is told of."""
    with running(2) as run:
        _, good = begun(run, 0, 1)
        bad = number_of(run, run.paper.tables[0])
        timekeeper = run.service.timekeeper
        inner = TableClockSync.measure
        monkeypatch.setattr(
            TableClockSync,
            "measure",
            lambda own, at, clock: 1 // 0 if at is run.hall.fleet.require_station(bad) else inner(own, at, clock),
        )
        timekeeper.change_clock("start", "desk", lead_ms=0)
        wait_until(lambda: shows(run, good))
        wait_until(lambda: "internal error, please report it: ZeroDivisionError" in run.log.getvalue())
        assert f"error   table={bad} internal error" in run.log.getvalue()


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_tables_that_hang_delay_no_other(running):
    """The first in the row are deaf; the last has its session before anyone has given up waiting for them."""
    with running(5) as run:
        tables = begun(run, *range(5))
        run.service.timekeeper.sync_table_clocks()
        tables.sort(key=lambda table: number_of(run, table))
        for table in tables[:4]:
            table.ignores_commands = True
        run.service.timekeeper.change_clock("start", "desk")
        wait_until(lambda: shows(run, tables[4]))
        assert all(run.service.timekeeper.table_clocks[number].sync_error == "" for number in range(1, 5))


def test_tables_that_hang_keep_no_other_from_beginning(running):
    """The deaf ones are asked at the same time as the last, and hear again as soon as that one has begun."""
    with running(4) as run:
        tables = sorted(run.paper.tables, key=lambda table: number_of(run, table))
        for number in range(1, 5):
            run.hall.records.record(
                "seats", "desk", session=1, table=number, players=[4 * number + seat for seat in range(4)]
            )
        for table in tables[:3]:
            table.ignores_commands = True
        result = []
        beginner = threading.Thread(target=lambda: result.append(run.hall.sessions.begin(1, "desk").answer))
        beginner.start()
        wait_until(lambda: tables[3].ledger.events)
        for table in tables[:3]:
            table.ignores_commands = False
        beginner.join()
        assert (result[0]["begun"], result[0]["refused"]) == ([1, 2, 3, 4], {})


def test_a_stop_stops_the_tables_and_a_new_length_is_theirs(running, hurried):
    """75 minutes were typed and 30 were meant; every table shows the 30, to the second."""
    with running(2) as run:
        tables = begun(run, 0, 1)
        timekeeper = run.service.timekeeper
        timekeeper.change_clock("start", "desk", minutes=75, lead_ms=0)
        wait_until(lambda: all(shows(run, table) for table in tables))
        timekeeper.change_clock("stop", "desk")
        wait_until(lambda: all(table.ledger.table.session.stopped is not None for table in tables))
        timekeeper.change_clock("start", "desk", minutes=30, lead_ms=0)
        wait_until(lambda: all(table.ledger.table.session.length == 1800 for table in tables))
        wait_until(lambda: all(shows(run, table) for table in tables))


def test_a_stop_by_mistake_goes_on_where_it_was(running, hurried):
    """`resume` takes a stop back."""
    with running(1) as run:
        (table,) = begun(run, 0)
        timekeeper = run.service.timekeeper
        timekeeper.change_clock("start", "desk", minutes=75, lead_ms=0)
        wait_until(lambda: shows(run, table))
        timekeeper.change_clock("stop", "desk")
        wait_until(lambda: table.ledger.table.session.stopped is not None)
        timekeeper.change_clock("resume", "desk")
        wait_until(lambda: table.ledger.table.session.stopped is None and shows(run, table))
        assert [event.kind for event in table.all][-2:] == ["pause", "resume"]


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize("minutes", [30, 75, 120])
def test_a_table_that_heard_of_no_stop_has_the_new_session_all_the_same(running, minutes, hurried):
    """Its cable was out; no matter what it shows, in the end it shows what the hall has."""
    with running(2) as run:
        absent, table = begun(run, 0, 1)
        timekeeper = run.service.timekeeper
        timekeeper.change_clock("start", "desk", minutes=75, lead_ms=0)
        wait_until(lambda: shows(run, absent) and shows(run, table))
        absent.ignores_commands = True
        timekeeper.change_clock("stop", "desk")
        absent.clock_offset_ms += 40 * MINUTE  # as if it had played on for so long
        timekeeper.change_clock("start", "desk", minutes=minutes, lead_ms=0)
        wait_until(lambda: shows(run, table))
        absent.ignores_commands = False
        wait_until(lambda: shows(run, absent))


def test_a_mistyped_length_is_shortened_everywhere(running, capsys, hurried):
    """Also at a table that has extra time of its own, which it keeps."""
    with running(2) as run:
        first, second = begun(run, 0, 1)
        store = ["--store", str(run.store)]
        assert main(["clock", "start", "--minutes", "90", *store]) == 0
        wait_until(lambda: shows(run, first) and shows(run, second))
        own = str(number_of(run, second))
        assert main(["clock", "extra", "--minutes", "5", "--table", own, *store]) == 0
        assert main(["clock", "extra", "--minutes", "-60", *store]) == 0
        wait_until(lambda: first.ledger.table.session.length == 30 * 60)
        wait_until(lambda: second.ledger.table.session.length == 35 * 60)
        wait_until(lambda: shows(run, first))
        assert main(["clock", "extra", "--minutes", "-5", "--table", own, *store]) == 0
        wait_until(lambda: shows(run, second))
        assert main(["clock", "extra", "--minutes", "-30", *store]) == 1
        assert "stop the clock instead" in capsys.readouterr().err
        for minutes in ("1441", "-1441"):
            assert main(["clock", "extra", "--minutes", minutes, *store]) == 1


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize("jumped", [HALF_AN_HOUR, -HALF_AN_HOUR, -50 * 365 * 24 * 60 * MINUTE])
def test_a_computer_that_restarts_with_another_time_moves_no_table(tmp_path, jumped, hurried):
    """A Pi has no clock of its own, and a laptop's is put right; the tables have counted on, and they are right."""
    with FakeTables(tmp_path, 3) as paper:
        with serve(tmp_path, paper, restarted(tmp_path, "first")) as run:
            tables = begun(run, 0, 1, 2)
            run.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)
            wait_until(lambda: all(shows(run, table) for table in tables))
        before = [table.clock_offset_ms for table in tables]
        with serve(tmp_path, paper, restarted(tmp_path, "second", jumped)) as run:
            wait_until(lambda: run.service.timekeeper.day.is_confirmed)
            wait_until(lambda: all(shows(run, table) for table in tables))
            assert 59 * MINUTE < run.service.timekeeper.clock_and_offsets()["left_ms"] < 60 * MINUTE
            said = {str(abs(jumped) // 1000 - 1), str(abs(jumped) // 1000)}
            wait_until(lambda: any(seconds in run.client.get("/v1/clock")["note"] for seconds in said))
            told = run.client.get("/v1/clock")
            assert told["reason"] == ("computer_clock_ahead" if jumped > 0 else "computer_clock_behind")
            assert str(told["params"]["seconds"]) in said
            assert told["note"] in run.log.getvalue()
        assert all(abs(table.clock_offset_ms - moved) < A_SECOND for table, moved in zip(tables, before, strict=True))
        # What was found out is kept for the next process.
        with serve(tmp_path, paper, restarted(tmp_path, "second", jumped)) as run:
            wait_until(lambda: all(shows(run, table) for table in tables))
            assert run.client.get("/v1/clock")["note"] == ""


def test_a_service_that_restarts_alone_does_not_ask_the_wall_clock(tmp_path, hurried):
    """Someone put the wall clock right while the service was down; the computer has counted on."""
    with FakeTables(tmp_path, 1) as paper:
        with serve(tmp_path, paper, restarted(tmp_path, "one")) as run:
            (table,) = begun(run, 0)
            run.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)
            wait_until(lambda: shows(run, table))
        with serve(tmp_path, paper, restarted(tmp_path, "one", HALF_AN_HOUR)) as run:
            assert 59 * MINUTE < run.service.timekeeper.clock_and_offsets()["left_ms"] <= 60 * MINUTE
            run.service.timekeeper.sync_table_clocks()
            assert shows(run, table)


@pytest.mark.parametrize(
    ("word", "left", "decided"),
    [
        ("--keep-table-time", 60 * MINUTE, "keep the tables' time"),
        ("--use-computer-time", 30 * MINUTE, "set the tables to the computer's time"),
    ],
)
def test_after_a_power_cut_of_the_whole_hall_the_desk_decides(tmp_path, capsys, word, left, decided, hurried):
    """The tables stood still, the computer's clock did not, or it did: no one can know, so nothing is moved unasked."""
    with FakeTables(tmp_path, 2) as paper:
        with serve(tmp_path, paper, restarted(tmp_path, "first")) as run:
            tables = begun(run, 0, 1)
            run.service.timekeeper.change_clock("start", "desk", minutes=60, lead_ms=0)
            wait_until(lambda: all(shows(run, table) for table in tables))
        for table in tables:
            table.cut_power()
        with serve(tmp_path, paper, restarted(tmp_path, "second", HALF_AN_HOUR)) as run:
            wait_until(lambda: run.service.timekeeper.clock_trust.note)
            assert all(59 * MINUTE < table.session_left_ms() < 60 * MINUTE for table in tables)
            store = ["--store", str(run.store)]
            assert main(["clock", *store]) == 0
            assert "tenbo clock resolve --keep-table-time to keep the tables' time" in capsys.readouterr().out
            assert main(["clock", "resolve", word, *store]) == 0
            wait_until(lambda: all(shows(run, table) for table in tables))
            assert all(left - MINUTE < table.session_left_ms() < left for table in tables)
            assert f"clock: desk decided to {decided}" in run.log.getvalue()
            assert main(["clock", "resolve", word, *store]) == 1
            assert "there is nothing to decide" in capsys.readouterr().err


def restarted(folder, boot, jumped=0):
    """Return the time of day of a computer that was started under this name, its wall clock off by so much."""
    return MonotonicWallClock(folder / "hall.db.clock", wall=lambda: wall_clock_ms() + jumped, boot=lambda: boot)


def test_the_time_of_day_never_jumps_while_we_run(tmp_path):
    """Someone puts the wall clock right in the middle of a session."""
    wall, up = [1_000_000], [5000]
    day = MonotonicWallClock(tmp_path / "clock", wall=lambda: wall[0], up=lambda: up[0], boot=lambda: "this start")
    wall[0], up[0] = 9_000_000, 6000
    assert day.now() == 1_001_000
    day.confirm()
    again = MonotonicWallClock(tmp_path / "clock", wall=lambda: wall[0], up=lambda: up[0], boot=lambda: "this start")
    assert (again.now(), again.is_confirmed) == (1_001_000, True)
    other = MonotonicWallClock(tmp_path / "clock", wall=lambda: wall[0], up=lambda: up[0], boot=lambda: "another start")
    assert (other.now(), other.is_confirmed) == (9_000_000, False)
    (tmp_path / "clock").write_text("{")
    assert not MonotonicWallClock(tmp_path / "clock", wall=lambda: wall[0], boot=lambda: "this start").is_confirmed


def test_a_session_begins_at_a_table_with_the_hall_s_milliseconds(running, monkeypatch):
    """It begins with a whole second there; over a network that is slow, the next measurement is seconds away."""
    monkeypatch.setattr("tenbo.hall.table_poller.POLL_S", 600)
    with running(1) as run:
        (table,) = begun(run, 0)
        wait_until(lambda: not run.service.timekeeper._poller._busy)
        run.service.timekeeper.change_clock("start", "desk", lead_ms=60_500)
        wait_until(lambda: "clock" in [message[0] for message in table.received])
        kinds = [one[2] if one[0] == "do" else one[0] for one in table.received]
        assert kinds.index("session") < kinds.index("clock")
        wait_until(lambda: not run.service.timekeeper._poller._busy)
        hall = run.service.timekeeper.clock_and_offsets()
        assert abs(table.session_left_ms() - hall["left_ms"] - hall["starts_in_ms"]) < IN_STEP_MS


def test_a_table_that_has_come_back_is_measured_at_once(running, monkeypatch):
    """Its power may have been off, and its signal be due."""
    monkeypatch.setattr("tenbo.hall.table_poller.POLL_S", 600)
    monkeypatch.setattr("tenbo.hall.table_poller.LEAST_GROUPS", 20_000)
    with running(1) as run:
        (table,) = begun(run, 0)
        run.service.timekeeper.change_clock("start", "desk", lead_ms=0)
        wait_until(lambda: shows(run, table))
        table.pull()
        wait_until(lambda: run.hall.tables.tables()[0]["state"] != "following")
        with table.lock:
            table.clock_offset_ms += 5000
        table.plug()
        wait_until(lambda: shows(run, table))
