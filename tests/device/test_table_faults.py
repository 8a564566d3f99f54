"""What the table survives: power cuts, pulled boxes, a full flash, errors of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from players import broken_firmware, players
from simulated_host import Host, agree

from tenbo.devices.follower import Follower
from tenbo.simulator.table import TableDied

if TYPE_CHECKING:
    pass


@pytest.mark.parametrize("torn", [False, True])
def test_power_lost_at_any_write_leaves_the_table_before_or_after_the_event(
    earlier: int, torn: bool, tmp_path: Path
) -> None:
    """Cut after every single flash operation of a riichi, whole and in the middle of it."""
    with players(flash=tmp_path / "flash", earlier=earlier) as people:
        people.press("dice")
        people.virtual.wait(200)
        before = people.state()
        image = people.virtual.flash_image
        seen = set()
        for operation in range(1, 40):
            people.virtual.cut_power()
            people.virtual.load_flash(image)
            people.virtual.power_on()
            people.virtual.cut_power_after(operation, torn=torn)
            people.press("2 riichi")
            if people.virtual.is_powered:
                break
            people.virtual.power_on()
            people.virtual.wait(500)
            state = people.state()
            assert state["n"] in (before["n"], before["n"] + 1)
            assert state["riichi"] == ([2] if state["n"] > before["n"] else [])
            assert sum(state["scores"]) + 1000 * state["sticks"] == 120000
            assert people.health()["journal_damage"] == 0
            assert people.virtual.lamps()["riichi"][2] is bool(state["riichi"])
            seen.add(state["n"])
        assert operation > 1, "a riichi must write to flash"
        assert seen, "no cut has hit the riichi"
        if torn:
            assert before["n"] in seen


@pytest.mark.thorough("power cuts at every write")
@pytest.mark.parametrize("torn", [False, True])
def test_power_lost_while_a_second_winner_joins_leaves_one_win_or_both(
    earlier: int, torn: bool, tmp_path: Path
) -> None:
    """The first win is taken back and both are recorded: power may go between the two, and points never go with it."""
    with players(flash=tmp_path / "flash", earlier=earlier) as people:
        people.press("dice, 3 riichi")
        image = people.virtual.flash_image
        seen = []
        for operation in range(1, 12):
            people.virtual.cut_power()
            people.virtual.load_flash(image)
            people.virtual.power_on()
            people.virtual.wait(1000)
            # South on East's discard, and within some seconds West on the same one.
            people.press("2 ok, 2 up, 2 ok, 0 ok, 1 up, 1 down, 1 ok, 0 ok")
            assert people.state()["deltas"] == [-3900, 0, 4900, 0]
            people.virtual.cut_power_after(operation, torn=torn)
            people.press("2 ok")
            if people.virtual.is_powered:
                break
            people.virtual.power_on()
            people.virtual.wait(1000)
            state = people.state()
            assert state["event"] == "win"
            seen.append(state["scores"])
            assert people.health()["journal_damage"] == 0
            people.press("undo, 0 ok")
            assert people.state()["riichi"] == [3], "an undo takes the win back, and nothing else"
        one, both = [26100, 30000, 34900, 29000], [24100, 33000, 33900, 29000]
        assert people.state()["scores"] == both
        assert seen == sorted(seen, reverse=True), "first the one win, then both"
        assert one in seen
        assert {*map(tuple, seen)} <= {tuple(one), tuple(both)}
        assert len(seen) > 2, "the undo and the win must write to flash"


@pytest.mark.thorough("a flash full of games")
def test_a_game_without_room_for_two_events_keeps_the_first_win(tmp_path: Path) -> None:
    """Otherwise the first would be taken back and the second refused."""
    with players(flash=tmp_path / "flash") as people:
        for number in range(596):
            people.asker.ask("do", "name", 4, number % 4, "")
        people.press("dice, 2 ok, 2 up, 2 ok, 0 ok")
        won = people.state()
        assert (won["event"], won["n"]) == ("win", 598)
        people.press("1 up, 1 down, 1 ok, 0 ok, 2 ok")
        assert people.state()["scores"] == won["scores"]


def test_a_table_that_lost_power_mid_hand_stands_as_before_within_three_seconds(earlier: int, tmp_path: Path) -> None:
    """Open riichi, counters and sticks come back; the game goes on with the next press."""
    with players(flash=tmp_path / "flash", earlier=earlier) as people:
        people.press("dice, 3 riichi, 0 back, 0 ok, 0 back, 1 back, 2 back")
        people.virtual.wait(9000)
        people.press("dice, 2 riichi")
        before = people.state()
        people.virtual.cut_power()
        people.virtual.wait(5000)
        people.virtual.power_on()
        people.virtual.wait(1000)
        after = people.state()
        assert {**after, "deltas": before["deltas"]} == before
        assert people.virtual.lamps()["riichi"] == [False, False, True, False]
        people.press("0 riichi")
        assert people.state()["riichi"] == [2, 0]


def test_a_damaged_journal_is_noticed_and_its_sound_part_kept(earlier: int, tmp_path: Path) -> None:
    """Bits that flip on the flash are never taken for an event; the file is kept for the desk."""
    with players(flash=tmp_path / "flash", earlier=earlier) as people:
        begun = people.state()["n"]
        for number in range(40):  # a file of more than the file system keeps among its own checked records
            people.asker.ask("do", "name", 4, number % 4, f"Player {number}")
        people.press("dice, 2 riichi")
        people.virtual.cut_power()
        image = bytearray(people.virtual.flash_image)
        at = image.find(b'"Player 31"')
        while at >= 0:
            image[at + 8 : at + 10] = b"??"
            at = image.find(b'"Player 31"', at + 1)
        people.virtual.load_flash(bytes(image))
        people.virtual.power_on()
        people.virtual.wait(1000)
        assert people.state()["n"] == begun + 31
        assert people.health()["journal_damage"] > 0
        people.press("dice, 1 riichi")
        assert people.state()["riichi"] == [1]
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(1000)
        assert people.state()["riichi"] == [1]
        assert people.health()["journal_damage"] == 0


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_seat_box_is_pulled_and_put_back_while_the_game_goes_on(earlier: int) -> None:
    """The others keep working, the host is told, and the display is drawn again."""
    with players(earlier=earlier) as people:
        host = Host(people.virtual, Follower())
        host.listen(500)
        people.press("dice")
        before = people.virtual.display(1)
        people.virtual.unplug_seat(1)
        host.listen(1500)
        assert host.follower.seats_away == {1}
        people.press("2 riichi")
        assert people.state()["riichi"] == [2]
        assert people.health()["seats"] == [True, False, True, True]
        people.virtual.plug_seat(1)
        host.listen(1500)
        assert host.follower.seats_away == set()
        after = people.virtual.display(1)
        assert after.count_lit() > 500
        assert after != before
        people.press("1 riichi")
        assert people.state()["riichi"] == [2, 1]
        host.listen(500)
        agree(people, host.follower)


def test_two_missing_seats_do_not_stop_the_other_two() -> None:
    """A game goes on for anyone who is still there."""
    with players() as people:
        people.virtual.unplug_seat(0)
        people.virtual.unplug_seat(3)
        people.virtual.wait(1000)
        people.press("dice, 1 riichi, 2 riichi")
        assert people.state()["riichi"] == [1, 2]
        assert people.view(2)["sticks"] == 2


@pytest.mark.thorough("restarts of every kind")
def test_an_error_in_a_task_is_reported_logged_and_ends_in_a_restart(tmp_path: Path) -> None:
    """Never in a silent prompt: the game goes on after the restart."""
    change = """
def fail(*_, **__):
    raise ValueError("a planted error")
if __import__("os").listdir().count("once") == 0:
    with open("once", "w") as file:
        file.write("")
    from device.outputs import session_alarms
    plain = session_alarms.hours_minutes_seconds
    session_alarms.hours_minutes_seconds = lambda seconds: fail() if seconds >= 3 else plain(seconds)
"""
    with players(firmware=broken_firmware(tmp_path / "firmware", change)) as people:
        follower = Follower()
        host = Host(people.virtual, follower)
        people.press("dice, 2 riichi")
        host.listen(6000)
        assert [why for _, why in people.virtual.restarts] == ["reset"]
        assert any("a planted error" in fault for fault in follower.faults)
        assert people.state()["riichi"] == [2]
        assert people.health()["boot"] == "reset"
        host.link.close()


def test_a_task_that_hangs_is_ended_by_the_watchdog(earlier: int, tmp_path: Path) -> None:
    """A loop that never gives way stops the feeding, and the table comes back by itself."""
    with players(flash=tmp_path / "flash", earlier=earlier) as people:
        people.press("dice, 1 riichi")
        people.virtual.hang_processor()
        people.virtual.wait(10_000)
        assert [why for _, why in people.virtual.restarts] == ["watchdog"]
        people.virtual.wait(1000)
        assert people.state()["riichi"] == [1]
        assert people.health()["boot"] == "watchdog"


@pytest.mark.thorough("clocks at their ends")
def test_the_millisecond_counter_wraps_in_the_middle_of_a_game(earlier: int) -> None:
    """After 12.4 days the counter begins at zero: no press, note or second may stumble over it."""
    with players(ticks_ms=(1 << 30) - 4000, earlier=earlier) as people:
        for _ in range(4):
            people.press("dice, 2 riichi, 1 ok, 1 ok, 1 ok")
            people.virtual.wait(8500)
        assert people.state()["event"] == "win"
        assert people.virtual.restarts == []
        seconds = people.view(0)["clock"]
        assert seconds.startswith("0:00:3")


def test_a_request_for_the_prompt_leaves_the_firmware_and_only_once(earlier: int, tmp_path: Path) -> None:
    """The way in for an update: after it the table starts as always."""
    with players(flash=tmp_path / "flash", earlier=earlier) as people:
        people.press("dice")
        people.asker.ask("repl")
        with pytest.raises(TableDied, match="prompt"):
            people.virtual.wait(5000)
    with players(flash=tmp_path / "flash", begin=False) as people:
        assert people.state()["event"] == "hand"


def test_a_second_on_the_clock_costs_at_most_three_pages_on_the_bus() -> None:
    """Only what changed is sent: the bus is shared with the buttons."""
    with players() as people:
        people.press("dice")
        people.virtual.wait(6000)
        sent = [people.virtual.scene.display(seat).data_bytes for seat in range(4)]
        people.virtual.wait(1000)
        for seat in range(4):
            assert 0 < people.virtual.scene.display(seat).data_bytes - sent[seat] <= 3 * 128


@pytest.mark.thorough("the bus, byte by byte")
def test_a_riichi_is_on_all_four_displays_within_sixty_milliseconds() -> None:
    """From the finger to the last pixel, bus time included."""
    with players() as people:
        people.press("dice")
        people.virtual.wait(6300)
        before = [people.virtual.display(seat) for seat in range(4)]
        began = people.virtual.device_time_us
        people.virtual.hold(2, "riichi")
        changed = [0] * 4
        shown = before
        for _ in range(150):
            people.virtual.wait(1)
            now = [people.virtual.display(seat) for seat in range(4)]
            for seat in range(4):
                if now[seat] != shown[seat]:
                    changed[seat] = people.virtual.device_time_us - began
            shown = now
        assert all(changed)
        assert max(changed) <= 60_000


@pytest.mark.thorough("a flash full of games")
def test_a_full_flash_refuses_the_press_and_loses_nothing(earlier: int, tmp_path: Path) -> None:
    """An event that cannot be kept is not in force; with room again the game goes on."""
    change = """
import os
try:
    with open("filler", "wb") as file:
        while True:
            file.write(bytes(4096))
            file.flush()
except OSError:
    pass
"""
    flash = tmp_path / "flash"
    with players(flash=flash, earlier=earlier) as people:
        people.press("dice")
    with players(
        flash=flash, begin=False, boot_ms=60_000, firmware=broken_firmware(tmp_path / "full", change)
    ) as people:
        people.fill_flash()
        before = people.state()
        people.press("3 riichi")
        assert people.state() == before
        assert "journal: cannot write" in people.view(3)["lines"]
        last = before["n"]
    free = """
import os
os.remove("filler")
"""
    with players(flash=flash, begin=False, firmware=broken_firmware(tmp_path / "free", free)) as people:
        assert people.state()["n"] == last
        people.press("3 riichi")
        assert people.state()["riichi"] == [3]
        assert people.health()["journal_damage"] == 0
