"""Every simulated table is held to the hall's clock: late ones, restarted ones, stopped ones."""

from __future__ import annotations

import io
from contextlib import ExitStack

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator import VirtualTable
from tenbo_core.errors import Refused

from .conftest import wait_until

pytestmark = pytest.mark.thorough("the clocks of many tables")

# How far a table may be off and still count as in step; the promise for the signal is 100 ms between any two.
IN_STEP_MS = 50
MINUTE = 60_000


@pytest.fixture
def hall_of_two(tmp_path):
    """Yield a service over two simulated tables with a game each."""
    with ExitStack() as stack:
        tables = [
            stack.enter_context(VirtualTable(firmware=compiled_firmware(), identity=f"e6600000000000{n:02x}"))
            for n in range(2)
        ]
        ports = [table.port for table in tables]
        config = Config(tmp_path / "hall.db", ports, search=False, number_new=True, listen=("127.0.0.1", 0))
        service = stack.enter_context(Service(config, ServiceLog(out=io.StringIO())))
        wait_until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"] * 2)
        for number in (1, 2):
            service.hall.fleet.ask(number, "do", "start", 4, "ema-2016")
        by_number = {service.hall.numbers.table_number_of(table._identity): table for table in tables}
        yield service, by_number


def in_step(service, *numbers):
    """Look once at all clocks, and say whether these were in step and had nothing to be moved."""
    service.timekeeper.sync_table_clocks()
    clocks = service.timekeeper.table_clocks
    return all(
        number in clocks and clocks[number].off_ms is not None and abs(clocks[number].off_ms) <= IN_STEP_MS
        for number in numbers
    )


def session_of(service, number):
    """Return the session at a table, or None."""
    return service.hall.games.state(number).session


def test_all_tables_are_held_to_one_clock(hall_of_two):
    """The same millisecond of the session at each, no matter what their own clocks began with."""
    service, _ = hall_of_two
    service.timekeeper.change_clock("start", "desk", lead_ms=3000)
    wait_until(lambda: in_step(service, 1, 2))
    assert session_of(service, 1).length == session_of(service, 2).length == 90 * 60
    assert service.timekeeper.clock_and_offsets()["stage"] in ("waiting", "running")


def test_a_table_that_was_off_catches_up(hall_of_two):
    """Power was lost for a while; its clock stood still, the hall's did not."""
    service, tables = hall_of_two
    service.timekeeper.change_clock("start", "desk", lead_ms=0)
    wait_until(lambda: in_step(service, 1, 2))
    tables[2].cut_power()
    tables[1].wait(20_000)  # this one is far ahead now, as a clock that was set wrongly
    tables[2].power_on()
    wait_until(
        lambda: (
            service.hall.fleet.require_station(2).snapshot.state == "following" and session_of(service, 2) is not None
        )
    )
    wait_until(lambda: in_step(service, 2))


def test_a_late_table_joins_the_running_session(hall_of_two):
    """A game that begins ten minutes late ends with all others."""
    service, _ = hall_of_two
    service.timekeeper.change_clock("start", "desk", lead_ms=0)
    wait_until(lambda: in_step(service, 1, 2))
    service.hall.fleet.ask(2, "do", "end", 4)
    service.hall.fleet.ask(2, "do", "start", 4, "ema-2016")
    wait_until(lambda: session_of(service, 2) is not None and in_step(service, 1, 2))


def test_pause_and_resume_reach_every_table(hall_of_two):
    """The event stands in each ledger; no hand begins meanwhile."""
    service, tables = hall_of_two
    service.timekeeper.change_clock("start", "desk", lead_ms=0)
    wait_until(lambda: in_step(service, 1, 2))
    service.timekeeper.change_clock("pause", "desk")
    wait_until(lambda: all(session_of(service, number).stopped is not None for number in (1, 2)))
    tables[1].press("table", "dice")
    assert service.hall.games.state(1).phase == "between"
    left = service.timekeeper.clock_and_offsets()["left_ms"]
    service.timekeeper.change_clock("resume", "desk")
    wait_until(lambda: all(session_of(service, number).stopped is None for number in (1, 2)))
    wait_until(lambda: in_step(service, 1, 2))
    assert service.timekeeper.clock_and_offsets()["left_ms"] <= left


def test_a_stop_and_a_new_length_reach_the_firmware(hall_of_two):
    """The devices stop, refuse the dice, and show the new length as if there had been no other."""
    service, tables = hall_of_two
    service.timekeeper.change_clock("start", "desk", lead_ms=0)
    wait_until(lambda: in_step(service, 1, 2))
    service.timekeeper.change_clock("stop", "desk")
    wait_until(lambda: all(session_of(service, number).stopped is not None for number in (1, 2)))
    tables[1].press("table", "dice")
    assert service.hall.games.state(1).phase == "between"
    service.timekeeper.change_clock("start", "desk", minutes=30, lead_ms=0)
    wait_until(lambda: all(session_of(service, number).length == 30 * 60 for number in (1, 2)))
    wait_until(lambda: in_step(service, 1, 2))
    service.timekeeper.change_clock("extra", "desk", minutes=-10)
    wait_until(lambda: all(session_of(service, number).length == 20 * 60 for number in (1, 2)))


def test_extra_time_at_one_table_stays_its_own(hall_of_two):
    """The others end with the hall; this one five minutes later, still in step to the millisecond."""
    service, _ = hall_of_two
    service.timekeeper.change_clock("start", "desk", lead_ms=0)
    wait_until(lambda: in_step(service, 1, 2))
    service.timekeeper.change_clock("extra", "desk", minutes=5, table=2)
    wait_until(lambda: session_of(service, 2).length == 95 * 60)
    wait_until(lambda: in_step(service, 1, 2))
    assert session_of(service, 1).length == 90 * 60
    service.timekeeper.change_clock("extra", "desk", minutes=7)
    wait_until(lambda: session_of(service, 1).length == 97 * 60)
    # What the whole hall gets comes on top.
    wait_until(lambda: session_of(service, 2).length == 102 * 60)
    wait_until(lambda: in_step(service, 1, 2))
    extra = {number: one["extra_ms"] for number, one in service.timekeeper.clock_and_offsets()["tables"].items()}
    assert extra == {"1": 0, "2": 5 * MINUTE}


def test_what_makes_no_sense_is_refused(hall_of_two):
    """In a sentence."""
    service, _ = hall_of_two
    with pytest.raises(Refused, match="start the clock first"):
        service.timekeeper.change_clock("pause", "desk")
    with pytest.raises(Refused, match="a single table can only get extra time"):
        service.timekeeper.change_clock("start", "desk", table=1)
    service.timekeeper.change_clock("start", "desk")
    with pytest.raises(Refused, match="give the minutes to add"):
        service.timekeeper.change_clock("extra", "desk")


def test_a_restarted_service_goes_on_with_the_same_clock(hall_of_two, tmp_path):
    """The session is in the desk's records; the time of day carries it over."""
    service, _ = hall_of_two
    service.timekeeper.change_clock("start", "desk", lead_ms=0)
    clock = service.timekeeper.clock
    wait_until(lambda: in_step(service, 1, 2))
    from tenbo.store import SqliteStore
    from tenbo.tournament.repository import TournamentRepository

    with SqliteStore(tmp_path / "hall.db", readonly=True) as store:
        from tenbo.tournament.hall_clock import replay_clock

        assert replay_clock(TournamentRepository(store).tournament.clock) == clock
