"""What the table survives: power cuts, pulled boxes, an absent or mad host, errors of its own."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from players import Players, ledger_text, players

from noise import noisy
from tenbo.follow import Follower
from tenbo.link import Link
from tenbo.virtual.interpreter import firmware
from tenbo.virtual.table import TableDied, VirtualTable
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.wire import encode

if TYPE_CHECKING:
    from collections.abc import Callable

HAND = "dice, 2 riichi, 1 ok, 1 ok, 1 ok"


class Host:
    """A host on the table's real serial port, its clock being the table's."""

    def __init__(self, virtual: VirtualTable, follower: Follower) -> None:
        self.virtual = virtual
        self.follower = follower
        self.link = Link(virtual.port)
        self.link.send(follower.greet(self.now))

    @property
    def now(self) -> int:
        """Give the table's time in milliseconds."""
        return self.virtual.now_us // 1000

    def write(self, data: bytes) -> None:
        """Send bytes that are no message."""
        self.link._serial.write(data)

    def listen(self, ms: int) -> None:
        """Follow the table for some of its time."""
        until = self.now + ms
        while self.now < until:
            self.virtual.wait(100)
            try:
                for message in self.link.read():
                    self.link.send(self.follower.take(message, self.now))
                self.link.send(self.follower.tick(self.now))
            except LinkFault:
                # A restart takes the port away, as on a real board; it comes back.
                self.link.close()
                self.link = Link(self.virtual.port)
                self.link.send(self.follower.greet(self.now))

    def catch_up(self, people: Players, patience_ms: int = 60_000) -> None:
        """Follow until the last event of the table has arrived."""
        until = self.now + patience_ms
        while self.follower.last < people.state()["n"]:
            assert self.now < until, "the host never caught up"
            self.listen(200)


def agree(people: Players, follower: Follower) -> None:
    """Prove that device and host tell the same story."""
    state = people.state()
    table = follower.table
    assert table is not None
    assert state["n"] == follower.last
    assert state["scores"] == table.scores
    assert (state["riichi"], state["phase"]) == (table.riichi, table.phase)


@pytest.mark.parametrize("torn", [False, True])
def test_power_lost_at_any_write_leaves_the_table_before_or_after_the_event(torn: bool, tmp_path: Path) -> None:
    """Cut after every single flash operation of a riichi, whole and in the middle of it."""
    with players(flash=tmp_path / "flash") as people:
        people.press("dice")
        people.virtual.wait(200)
        before = people.state()
        image = people.virtual.flash_image
        seen = set()
        for operation in range(1, 40):
            people.virtual.cut()
            people.virtual.load_flash(image)
            people.virtual.power()
            people.virtual.cut_after(operation, torn=torn)
            people.press("2 riichi")
            if people.virtual.powered:
                break
            people.virtual.power()
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


def test_a_table_that_lost_power_mid_hand_stands_as_before_within_three_seconds(tmp_path: Path) -> None:
    """Open riichi, counters and sticks come back; the game goes on with the next press."""
    with players(flash=tmp_path / "flash") as people:
        people.press("dice, 3 riichi, 0 back, 0 ok, 0 back, 1 back, 2 back")
        people.virtual.wait(9000)
        people.press("dice, 2 riichi")
        before = people.state()
        people.virtual.cut()
        people.virtual.wait(5000)
        people.virtual.power()
        people.virtual.wait(1000)
        after = people.state()
        assert {**after, "deltas": before["deltas"]} == before
        assert people.virtual.lamps()["riichi"] == [False, False, True, False]
        people.press("0 riichi")
        assert people.state()["riichi"] == [2, 0]


def test_a_damaged_journal_is_noticed_and_its_sound_part_kept(tmp_path: Path) -> None:
    """Bits that flip on the flash are never taken for an event; the file is kept for the desk."""
    with players(flash=tmp_path / "flash") as people:
        for number in range(40):  # a file of more than the file system keeps among its own checked records
            people.asker.ask("do", "name", 4, number % 4, f"Player {number}")
        people.press("dice, 2 riichi")
        people.virtual.cut()
        image = bytearray(people.virtual.flash_image)
        at = image.find(b'"Player 31"')
        while at >= 0:
            image[at + 8] ^= 1
            at = image.find(b'"Player 31"', at + 1)
        people.virtual.load_flash(bytes(image))
        people.virtual.power()
        people.virtual.wait(1000)
        assert people.state()["n"] == 31
        assert people.health()["journal_damage"] > 0
        people.press("dice, 1 riichi")
        assert people.state()["riichi"] == [1]
        people.virtual.cut()
        people.virtual.power()
        people.virtual.wait(1000)
        assert people.state()["riichi"] == [1]
        assert people.health()["journal_damage"] == 0


def test_a_seat_box_is_pulled_and_put_back_while_the_game_goes_on() -> None:
    """The others keep working, the host is told, and the display is drawn anew."""
    with players() as people:
        host = Host(people.virtual, Follower())
        host.listen(500)
        people.press("dice")
        before = people.virtual.display(1)
        people.virtual.unplug(1)
        host.listen(1500)
        assert host.follower.seats_away == {1}
        people.press("2 riichi")
        assert people.state()["riichi"] == [2]
        assert people.health()["seats"] == [True, False, True, True]
        people.virtual.plug(1)
        host.listen(1500)
        assert host.follower.seats_away == set()
        after = people.virtual.display(1)
        assert after.lit() > 500
        assert after != before
        people.press("1 riichi")
        assert people.state()["riichi"] == [2, 1]
        host.listen(500)
        agree(people, host.follower)


def test_two_missing_seats_do_not_stop_the_other_two() -> None:
    """A game goes on for whoever is still there."""
    with players() as people:
        people.virtual.unplug(0)
        people.virtual.unplug(3)
        people.virtual.wait(1000)
        people.press("dice, 1 riichi, 2 riichi")
        assert people.state()["riichi"] == [1, 2]
        assert people.view(2)["sticks"] == 2


def test_a_host_that_comes_late_gets_every_event_of_all_games_in_order() -> None:
    """Older games come from flash, each event from where the last one stood, and none twice."""
    with players() as people:
        for _ in range(3):
            people.press("dice")
            for number in range(40):
                people.asker.ask("do", "penalty", 4, number % 4, -1000, "telephone")
            people.asker.ask("do", "end", 4)
            people.begin()
        follower = Follower()
        host = Host(people.virtual, follower)
        host.catch_up(people)
        assert follower.last == 3 * 43
        agree(people, follower)
        host.link.close()


def test_an_event_that_is_longer_than_a_line_is_kept_and_told_whole(tmp_path: Path) -> None:
    """A reason in another alphabet: on flash, over the line, and again after a restart."""
    reason = "Карта лежала под столом, 中 und niemand hat es gesehen: " + 5 * "so war das. "
    with players(flash=tmp_path / "flash") as people:
        people.press("dice, 1 riichi")
        people.asker.ask("do", "penalty", 5, 1, -1000, reason)
        people.virtual.cut()
        people.virtual.power()
        assert people.state()["event"] == "penalty"
        follower = Follower()
        host = Host(people.virtual, follower)
        host.catch_up(people)
        assert follower.ledger.events[-1].field("why") == reason
        agree(people, follower)
        host.link.close()


def test_a_host_that_was_away_for_ten_minutes_ends_with_the_same_ledger() -> None:
    """Everything it has missed is asked for by number when the cable is back."""
    with players() as people:
        follower = Follower()
        host = Host(people.virtual, follower)
        host.listen(1000)
        people.press("dice, 2 riichi")
        host.listen(500)
        people.virtual.usb(on=False)
        host.link.close()
        people.press("1 ok, 1 ok, 1 ok")
        people.virtual.wait(300_000)
        people.press("dice, 0 riichi")
        people.virtual.wait(300_000)
        people.virtual.usb(on=True)
        host = Host(people.virtual, follower)
        host.catch_up(people)
        agree(people, follower)
        again = Follower()
        fresh = Host(people.virtual, again) if host.link.close() is None else host
        fresh.catch_up(people)
        assert ledger_text(again.table) == ledger_text(follower.table)
        fresh.link.close()


def damaging(seed: int, rate: float) -> Callable[[bytes], bytes]:
    """Give a line that damages a byte now and then, the same ones for the same seed."""
    chance = random.Random(seed)
    return lambda data: noisy(data, chance, rate)


def test_a_game_over_a_line_that_damages_bytes_both_ways_arrives_whole() -> None:
    """Each damaged line is refused, nothing is lost in the end and nothing applied twice."""
    with players() as people:
        seen: list[int] = []
        follower = Follower(lambda event, _table: seen.append(event.n))
        host = Host(people.virtual, follower)
        people.virtual.noise_to_host = damaging(1, 0.005)
        people.virtual.noise_to_device = damaging(2, 0.005)
        for _ in range(6):
            people.press(HAND)
            people.virtual.wait(8500)
            host.listen(600)
        host.catch_up(people)
        agree(people, follower)
        assert seen == list(range(people.state()["n"] + 1))
        assert follower.fork is None
        assert host.link.reader.damaged > 0
        host.link.close()


def test_a_mad_host_is_heard_and_ignored() -> None:
    """Garbage, floods, unknown messages and endless lines; the game does not notice."""
    with players() as people:
        host = Host(people.virtual, Follower())
        chance = random.Random(3)
        for _ in range(20):
            host.write(bytes(chance.randrange(256) for _ in range(200)))
            host.write(encode(["dance", 1]) + encode(["do", 9, "win", 99]) + b"[" * 300 + b"\n")
            host.write(encode(["view", "x", None]) + encode(["after"]) + b"\x03\x03\x04")
            people.virtual.wait(50)
        people.press("dice, 2 riichi")
        assert people.state()["riichi"] == [2]
        assert people.virtual.restarts == []
        host.link.close()


def test_a_command_that_comes_twice_is_answered_twice_and_done_once() -> None:
    """A host repeats what got no answer; the table must not take a second riichi for it."""
    with players() as people:
        people.press("dice")
        host = Host(people.virtual, Follower())
        line = encode(["do", 77, "riichi", 4, 2])
        host.write(line)
        host.listen(200)
        answers = []
        host.write(line)
        for _ in range(20):
            people.virtual.wait(20)
            answers += [message for message in host.link.read() if message[0] in ("done", "refused")]
        assert answers == [["done", 77, people.state()["n"]]]
        assert people.state()["riichi"] == [2]
        host.link.close()


def broken_firmware(folder: Path, change: str) -> Path:
    """Give a copy of the firmware whose main.py first plants a fault."""
    shutil.copytree(firmware(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    main = folder / "main.py"
    start = '__import__("device.app").app.main()'
    assert start in main.read_text()
    main.write_text(main.read_text().replace(start, change + "\n" + start))
    return folder


def test_an_error_in_a_task_is_reported_logged_and_ends_in_a_restart(tmp_path: Path) -> None:
    """Never in a silent prompt: the game goes on after the restart."""
    change = """
from device import marker
def fail(*_, **__):
    raise ValueError("a planted error")
if __import__("os").listdir().count("once") == 0:
    with open("once", "w") as file:
        file.write("")
    from device import displays
    plain = displays.as_clock
    displays.as_clock = lambda seconds: fail() if seconds >= 3 else plain(seconds)
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


def test_a_task_that_hangs_is_ended_by_the_watchdog(tmp_path: Path) -> None:
    """A loop that never gives way stops the feeding, and the table comes back by itself."""
    with players(flash=tmp_path / "flash") as people:
        people.press("dice, 1 riichi")
        people.virtual.hang()
        people.virtual.wait(10_000)
        assert [why for _, why in people.virtual.restarts] == ["watchdog"]
        people.virtual.wait(1000)
        assert people.state()["riichi"] == [1]
        assert people.health()["boot"] == "watchdog"


def test_the_millisecond_counter_wraps_in_the_middle_of_a_game() -> None:
    """After 12.4 days the counter begins at zero: no press, note or second may stumble over it."""
    with players(ticks_ms=(1 << 30) - 4000) as people:
        for _ in range(4):
            people.press("dice, 2 riichi, 1 ok, 1 ok, 1 ok")
            people.virtual.wait(8500)
        assert people.state()["event"] == "win"
        assert people.virtual.restarts == []
        seconds = people.view(0)["clock"]
        assert seconds.startswith("0:00:3")


def test_a_request_for_the_prompt_leaves_the_firmware_and_only_once(tmp_path: Path) -> None:
    """The way in for an update: after it the table starts as always."""
    with players(flash=tmp_path / "flash") as people:
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


def test_a_riichi_is_on_all_four_displays_within_sixty_milliseconds() -> None:
    """From the finger to the last pixel, bus time included."""
    with players() as people:
        people.press("dice")
        people.virtual.wait(6300)
        before = [people.virtual.display(seat) for seat in range(4)]
        began = people.virtual.now_us
        people.virtual.hold(2, "riichi")
        changed = [0] * 4
        shown = before
        for _ in range(150):
            people.virtual.wait(1)
            now = [people.virtual.display(seat) for seat in range(4)]
            for seat in range(4):
                if now[seat] != shown[seat]:
                    changed[seat] = people.virtual.now_us - began
            shown = now
        assert all(changed)
        assert max(changed) <= 60_000


def name_without_end(people: Players) -> None:
    """Write events until the table refuses one."""
    for number in range(300):
        people.asker.ask("do", "name", 4, number % 4, f"Player {number}")


def test_a_full_flash_refuses_the_press_and_loses_nothing(tmp_path: Path) -> None:
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
    with players(flash=flash) as people:
        people.press("dice")
    with players(
        flash=flash, begin=False, boot_ms=60_000, firmware=broken_firmware(tmp_path / "full", change)
    ) as people:
        with pytest.raises(Refused, match="journal"):
            name_without_end(people)
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
