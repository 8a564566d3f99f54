"""Hostile devices: they change nothing of other tables, and fill neither memory nor disk."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest

from hostile_tables import (
    ESCAPE,
    MISCHIEFS,
    HostileTable,
    a_new_id_every_time,
    another_table_s_ledger,
    calls_from_everywhere,
    events_without_end,
    hostile_tables,
    says_the_ledger,
    speaks_in_escapes,
)
from tenbo.devices.link import monotonic_ms
from tenbo.simulator.fake_tables import FakeTable, FakeTables
from tenbo.store import verify
from tenbo.store.ledgers import stream_of
from tenbo_core.errors import LinkFault, Refused

from .conftest import same, wait_until


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("mischief", MISCHIEFS)
def test_one_hostile_device_harms_no_other_table(tmp_path, open_hall, mischief):
    """No matter what a device says, every event of the others is stored and acknowledged, and none is closed."""
    chance = random.Random(7)
    bad = HostileTable(tmp_path / "bad", "bad0", mischief, chance)
    with FakeTables(tmp_path, 3, [bad]) as paper, open_hall(paper.ports) as hall:
        good = paper.tables[:3]
        wait_until(lambda: all(station.snapshot.state != "closed" for station in hall.fleet.stations))
        for _ in range(25):
            before = bad.said
            for table in good:
                table.play_random_event(chance)
            wait_until(lambda before=before: bad.said > before)
        wait_until(lambda: all(same(hall, table) and table.stored == table.ledger.next - 1 for table in good))
        assert {one["state"] for one in hall.tables.tables() if one["device"] in {table.device for table in good}} == {
            "following"
        }
        said = hall.log_text()
    for word in ("internal error", "cannot be used", "closed"):
        assert word not in said
    assert verify(tmp_path / "hall.db").damage == []


def test_a_ledger_belongs_to_the_device_that_began_it(tmp_path, open_hall):
    """Another device that says its id is refused by name, however high its numbers; the owner goes on."""
    thief = HostileTable(tmp_path / "thief", "e66bad", another_table_s_ledger("00000000"), random.Random(1))
    with FakeTables(tmp_path, 2, [thief]) as paper:
        owner = paper.tables[0]
        thief.pull()
        with open_hall(paper.ports) as hall:
            for _ in range(20):
                owner.play_random_event(random.Random(1))
            wait_until(lambda: same(hall, owner))
            number = hall.numbers.table_number_of(owner.device)
            thief.plug()
            wait_until(lambda: hall.fleet._stations[str(thief.path)].snapshot.state == "refused")
            refused = hall.fleet._stations[str(thief.path)]
            whose = f"belongs to table {number}, device {owner.device}: its flash may have been copied"
            assert whose in refused.snapshot.why
            assert f"tenbo restore --fresh {thief.device}" in refused.snapshot.why
            assert thief.device not in hall.repository.tournament.numbers
            owner.play_random_event(random.Random(2))
            wait_until(lambda: same(hall, owner) and owner.stored == owner.ledger.next - 1)
        # Also when the owner is not there, and with a host that starts again.
        owner.pull()
        with open_hall(paper.ports) as hall:
            wait_until(lambda: hall.fleet._stations[str(thief.path)].snapshot.state == "refused")
            owner.plug()
            owner.play_random_event(random.Random(3))
            wait_until(lambda: same(hall, owner))
            assert hall.repository.tournament.devices[owner.id] == owner.device


def test_two_devices_with_one_empty_flash_do_not_share_a_ledger(tmp_path, open_hall):
    """Anyone who is admitted first has it, before anything is recorded there; the other is named."""
    first, second = (FakeTable(tmp_path / name, f"e66{name}", "5f2c9a01") for name in "ab")
    with FakeTables(tmp_path, 0, [first, second]) as paper, open_hall(paper.ports) as hall:
        wait_until(lambda: sorted(one.snapshot.state for one in hall.fleet.stations) == ["following", "refused"])
        owner, other = (
            (first, second) if hall.repository.tournament.devices[first.id] == first.device else (second, first)
        )
        other.play("start", rules="alarm")
        owner.play("start", rules="ema-2016")
        owner.play("hand")
        wait_until(lambda: same(hall, owner))


def test_a_device_gets_one_number_a_plug_and_there_is_an_end_to_numbers(tmp_path, open_hall, monkeypatch):
    """A device that is another one with every hello is not a hall of tables."""
    monkeypatch.setattr("tenbo.hall.table_numbers.MOST_NUMBERED", 3)
    bad = HostileTable(tmp_path / "bad", "e66bad", a_new_id_every_time, random.Random(1))
    with FakeTables(tmp_path, 3, [bad]) as paper, open_hall(paper.ports) as hall:
        wait_until(lambda: bad.said > 50)
        wait_until(lambda: hall.fleet._stations[str(bad.path)].snapshot.state in ("refused", "new"))
        assert len(hall.repository.tournament.numbers) == 3
        assert len(hall.log_text()) < 10_000


@pytest.mark.parametrize(("device", "ledger"), [("", "0a0b0c0d"), ("e66bad", "")])
def test_a_device_without_an_id_or_a_ledger_is_no_table(tmp_path, open_hall, device, ledger):
    """No one could give it a number, and all who say no ledger would write into one."""
    good, bad = FakeTable(tmp_path / "good", "e66cafe000000001"), FakeTable(tmp_path / "bad", device, ledger)
    bad.id = ledger
    bad.play("start", rules="ema-2016")
    with FakeTables(tmp_path, 0, [good, bad]) as paper, open_hall(paper.ports) as hall:
        station = hall.fleet._stations[str(bad.path)]
        wait_until(lambda: station.snapshot.state == "refused")
        assert getattr(station.snapshot.why, "code", "") == "device_id_impossible"
        wait_until(lambda: hall.fleet._stations[str(good.path)].snapshot.state == "following")
        assert list(hall.repository.tournament.numbers) == [good.device]
        assert "table/" not in hall.repository.store.streams()


def test_a_stranger_s_letters_steer_no_terminal(tmp_path, open_hall):
    """Ids, versions, refusals, faults: what a device says is shown with its codes written out."""
    bad = HostileTable(tmp_path / "bad", f"e66{ESCAPE}", speaks_in_escapes, random.Random(1))
    steers = HostileTable(tmp_path / "steers", "e66aa", speaks_in_escapes, random.Random(1))
    with FakeTables(tmp_path, 0, [bad, steers]) as paper, open_hall(paper.ports) as hall:
        wait_until(lambda: bad.said > 20 and steers.said > 20)
        wait_until(lambda: hall.tables.tables() and hall.tables.unassigned_devices())
        refusals = []

        def was_refused():
            """Ask until the table itself refuses: between its hellos it may be away, which the fleet says."""
            with suppress(LinkFault):
                try:
                    hall.fleet.ask(1, "blink")
                except Refused as refusal:
                    refusals[:] = [] if "not plugged in" in refusal.message else [refusal]
            return refusals

        wait_until(was_refused)
        shown = [refusals[0].message, refusals[0].at, hall.log_text()]
        shown += [json.dumps([hall.tables.tables(), hall.tables.unassigned_devices()], ensure_ascii=False)]
        assert "\\x1b" in refusals[0].message
        for text in shown:
            assert all(letter.isprintable() or letter == "\n" for letter in text)


@pytest.mark.thorough("seconds of a processor")
def test_calls_and_faults_without_end_leave_four_seats_and_some_faults(tmp_path, open_hall):
    """What a device can say about itself has a size, no matter what it says."""
    bad = HostileTable(tmp_path / "bad", "e66bad", calls_from_everywhere, random.Random(1))
    with FakeTables(tmp_path, 0, [bad]) as paper, open_hall(paper.ports) as hall:
        wait_until(lambda: bad.said > 1000)
        follower = hall.fleet.require_station(1).follower
        assert follower.calling <= {0, 1, 2, 3}
        assert follower.seats_away <= {0, 1, 2, 3}
        assert len(follower.faults) <= 20
        assert sum(map(len, follower.faults)) < 100_000
        assert len(json.dumps(hall.tables.tables())) < 2000
        assert len(hall.log_text()) < 20_000


@pytest.mark.thorough("seconds of a processor")
def test_a_device_that_never_stops_is_not_listened_to_for_ever(tmp_path, open_hall, monkeypatch):
    """Much at once is a table that was alone; without end it is none, and the disk is everybody's."""
    monkeypatch.setattr("tenbo.devices.local_station.MESSAGES_AT_ONCE", 500)
    monkeypatch.setattr("tenbo.devices.local_station.MESSAGES_PER_S", 0)
    bad = HostileTable(tmp_path / "bad", "e66bad", events_without_end, random.Random(1))
    with FakeTables(tmp_path, 1, [bad]) as paper, open_hall(paper.ports) as hall:
        good = paper.tables[0]
        wait_until(lambda: not hall.fleet._stations[str(bad.path)]._messages_allowed.has_tokens(monotonic_ms()))
        for _ in range(40):
            good.play_random_event(random.Random(4))
        wait_until(lambda: same(hall, good))
        # What one read took may go beyond the limit, nothing after it does.
        assert hall.repository.store.head(stream_of(bad.id)).seq < 500 + 65536 // 30


@pytest.mark.thorough("seconds of a processor")
def test_whoever_only_says_an_id_does_not_keep_the_table_out(tmp_path, open_hall):
    """A table is unplugged, another device says its id and its ledger; the table comes back and is taken."""
    with FakeTables(tmp_path, 1) as paper:
        table = paper.tables[0]
        with open_hall(paper.ports) as hall:
            for _ in range(12):
                table.play_random_event(random.Random(5))
            wait_until(lambda: same(hall, table) and hall.keys.confirmed_key(table.device))
        table.pull()
        for last in (-1, 11):
            bad = HostileTable(
                tmp_path / f"says{last}", table.device, says_the_ledger(table.id, last), random.Random(6)
            )
            paper.tables.append(bad)
            bad.plug()
            with open_hall([str(bad.path), str(table.path)]) as hall:
                station = hall.fleet._stations[str(bad.path)]
                wait_until(
                    lambda station=station: station.snapshot.hello is not None and station.snapshot.state == "refused"
                )
                table.plug()
                table.play_random_event(random.Random(7))
                wait_until(lambda: hall.fleet._stations[str(table.path)].snapshot.state == "following")
                wait_until(lambda: same(hall, table) and table.stored == table.ledger.next - 1)
                assert station.snapshot.state == "refused"
                assert hall.fleet.require_station(1).port.name == str(table.path)
                table.pull()
            bad.pull()


@pytest.mark.thorough("seconds of a processor")
def test_a_hall_of_which_most_is_hostile_serves_the_others(tmp_path, open_hall):
    """A thousand hostile messages of every kind, from devices that lie, flood and never listen, stop nothing."""
    bad = hostile_tables(tmp_path, 8, random.Random(11))
    with FakeTables(tmp_path, 4, bad) as paper, open_hall(paper.ports) as hall:
        good = paper.tables[:4]
        chance = random.Random(12)
        wait_until(
            lambda: all(
                one["state"] == "following" for one in hall.tables.tables() if one["device"].startswith("e660000")
            )
        )
        while sum(one.said for one in bad) < 1000:
            before = sum(one.said for one in bad)
            for table in good:
                table.play_random_event(chance)
            wait_until(lambda before=before: sum(one.said for one in bad) > before)
        wait_until(lambda: all(same(hall, table) and table.stored == table.ledger.next - 1 for table in good))
        assert "internal error" not in hall.log_text()
    assert verify(tmp_path / "hall.db").damage == []
