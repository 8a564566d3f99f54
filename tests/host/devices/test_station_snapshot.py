"""What other threads read of a station: one snapshot, whose fields belong together and never change."""

from __future__ import annotations

import random
import sys
import threading
from dataclasses import FrozenInstanceError

import pytest

from tenbo.devices.pending_commands import PendingCommands
from tenbo.devices.serial_link import SerialLink
from tenbo.runtime.worker import run_in_background
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store.ledgers import stream_of
from tenbo_core.errors import LinkFault
from tenbo_core.ledger import Ledger
from tenbo_core.table_notation import table_text

from .conftest import wait_until

EVENTS = 400


@pytest.fixture
def restless():
    """Have the interpreter change threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.thorough("seconds of a processor")
def test_number_and_table_of_a_snapshot_belong_together_while_the_station_folds(tmp_path, open_hall, restless):
    """Two reads of what another thread replaces would be of two moments."""
    read: list = []
    over = threading.Event()
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        (table,) = paper.tables
        table.play("start", rules="ema-2016")
        wait_until(
            lambda: hall.fleet.station_with_number(1) is not None and hall.fleet.require_station(1).snapshot.last == 0
        )
        station = hall.fleet.require_station(1)

        def watch():
            last = None
            while not over.is_set():
                now = station.snapshot
                if now is not last and now.table is not None:
                    read.append((now, table_text(now.table)))
                    last = now

        watcher, chance = run_in_background("watcher", watch), random.Random(5)
        for _ in range(EVENTS):
            table.play_random_event(chance)
        wait_until(lambda: station.snapshot.last == table.ledger.next - 1)
        over.set()
        assert watcher.join(60)
        events = table.all
    after, ledger = {}, None
    for event in events:
        ledger = Ledger(event.n) if event.kind == "start" else ledger
        after[event.n] = table_text(ledger.append(event))
    assert {now.last for now, _ in read} > {0}
    assert [now.last for now, text in read if text != after[now.last]] == []
    # Later events have changed none of the tables that were handed out.
    assert [now.last for now, text in read if table_text(now.table) != text] == []


def test_a_snapshot_cannot_be_changed(tmp_path, open_hall):
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until(lambda: hall.fleet.station_with_number(1) is not None)
        with pytest.raises(FrozenInstanceError):
            hall.fleet.require_station(1).snapshot.state = "closed"


@pytest.mark.thorough("seconds of a processor")
def test_of_referees_who_answer_a_call_at_the_same_moment_one_has_answered(tmp_path, open_hall, restless):
    """Two of them would walk to the same table."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until(lambda: hall.fleet.station_with_number(1) is not None)
        station, (table,) = hall.fleet.require_station(1), paper.tables
        # Until table and host have proved themselves and sealed the line it begins anew, and a call would be lost.
        wait_until(lambda: table.reader.seal is not None and station.snapshot.state == "following")
        for call in range(20):
            table.call_referee(2)
            wait_until(lambda: station.snapshot.calling == [2])
            begin, won = threading.Barrier(4), []

            def answer(by, begin=begin, won=won):
                begin.wait(60)
                if station.answer_call(2, by):
                    won.append(by)

            referees = [run_in_background(f"referee {by}", lambda by=by: answer(by)) for by in "abcd"]
            assert all(referee.join(60) for referee in referees)
            assert len(won) == 1, call
            assert [one.answered_by for one in station.snapshot.calls] == won
            table.call_referee(2, begins=False)
            wait_until(lambda: station.snapshot.calling == [])


def test_a_call_and_who_has_answered_it_outlive_a_pulled_cable_and_a_host_that_starts_again(tmp_path, open_hall):
    """A referee is on the way; and a call that was taken back while no host was there stands no longer."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with open_hall(paper.ports) as hall:
            wait_until(lambda: hall.fleet.station_with_number(1) is not None)
            station = hall.fleet.require_station(1)
            wait_until(lambda: table.reader.seal is not None)
            table.call_referee(2)
            table.call_referee(0)
            wait_until(lambda: station.snapshot.calling == [0, 2])
            called = station.snapshot.calls[1]
            assert station.answer_call(2, "Rea")
            table.pull()
            wait_until(lambda: station.snapshot.state == "closed")
            table.call_referee(0, begins=False)
            table.plug()
            wait_until(lambda: station.snapshot.calling == [2] and station.snapshot.state == "following")
            assert station.snapshot.calls == (called._replace(answered_by="Rea"),)
        table.call_referee(3)
        table.call_referee(2, begins=False)
        with open_hall(paper.ports) as hall:
            wait_until(lambda: hall.fleet.station_with_number(1) is not None)
            station = hall.fleet.require_station(1)
            wait_until(lambda: station.snapshot.calling == [3])


def test_a_command_that_is_begun_while_its_port_is_closed_is_refused_or_ended(tmp_path, open_hall, monkeypatch):
    """Its caller would wait for ever for a table that is never opened again."""
    begun = []
    inner = PendingCommands.abandon_all
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until(
            lambda: (
                hall.fleet.station_with_number(1) is not None
                and hall.fleet.require_station(1).snapshot.state == "following"
            )
        )
        station = hall.fleet.require_station(1)

        def abandon_all(requests):
            inner(requests)
            # Another thread asks in this moment.
            try:
                begun.append(station.begin_command("health").over)
            except LinkFault as fault:
                begun.append(fault.code)

        monkeypatch.setattr(PendingCommands, "abandon_all", abandon_all)
        hall.fleet.release_port(station.port.name)
    assert [one if isinstance(one, str) else one.is_set() for one in begun] == ["not_connected"]


def test_a_port_that_is_released_while_ports_are_looked_for_is_not_opened_again(tmp_path, open_hall):
    """The firmware update has it: two programs at one port hear half of each answer."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        wait_until(lambda: hall.fleet.station_with_number(1) is not None)
        fleet, name = hall.fleet, hall.fleet.require_station(1).port.name
        inner = fleet._lock

        class ReleasedBefore:
            """The lock of the registry; another thread releases the port right before it is taken."""

            def __enter__(self):
                fleet._lock = inner
                fleet.release_port(name)
                return inner.__enter__()

            def __exit__(self, *given):
                return inner.__exit__(*given)

        fleet._worker.close()
        fleet._lock = ReleasedBefore()
        fleet.scan()
        assert fleet.own_stations == []


def test_events_that_are_read_together_with_a_later_hello_are_stored_under_the_ledger_before_it(
    tmp_path, open_hall, monkeypatch
):
    """A device that starts with another ledger says the rest of the old one and its hello in the same moment."""
    held: list = []
    links: list = []
    holding = threading.Event()
    inner = SerialLink.read

    def read(link, *given):
        messages = inner(link, *given)
        links.append(link)
        if not holding.is_set():
            together = held + messages
            held.clear()
            return together
        held.extend(messages)
        return []

    monkeypatch.setattr(SerialLink, "read", read)
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        (table,) = paper.tables
        table.play("start", rules="ema-2016")
        wait_until(
            lambda: hall.fleet.station_with_number(1) is not None and hall.fleet.require_station(1).snapshot.last == 0
        )
        # What is held while line and seal are agreed upon would be lost to both.
        wait_until(lambda: links[-1].is_sealed and table.reader.seal is not None)
        holding.set()
        before = table.id
        table.play("hand")
        wait_until(lambda: any(message[0] == "event" for message in held))
        with table.lock:
            table.id, table.ledger, table.all = "aabbccdd", Ledger(), []
            table._greet()
        wait_until(lambda: any(message[0] == "hello" for message in held))
        holding.clear()
        wait_until(lambda: hall.fleet.require_station(1).snapshot.hello.ledger == "aabbccdd")
        wait_until(lambda: hall.repository.store.head(stream_of(before)).seq == 1)
        assert hall.repository.store.head(stream_of("aabbccdd")).seq == -1
