"""What a table says to its host by itself: every event at once, a heartbeat each second, nothing to no one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from players import Players, broken_firmware, players

from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from pathlib import Path

SILENCE_MS = 3500


class Line:
    """A host on the service port that says only what it is told to say."""

    def __init__(self, people: Players) -> None:
        self.service = people.virtual.service
        self.reader = MessageReader()

    def say(self, *message: object) -> None:
        """Send one message."""
        self.service.write(encode(list(message)))

    def hear(self, ms: int) -> list[list[object]]:
        """Let time pass and return what the table has said in it."""
        self.service._table.wait(ms)
        return self.reader.read(self.service._table.read_service_output())


def test_every_event_is_told_at_once_and_once() -> None:
    """Not with the next heartbeat: the hall's displays follow the finger."""
    with players() as people:
        line = Line(people)
        line.say("after", -1)
        assert [message[1] for message in line.hear(300) if message[0] == "event"] == [0]
        for n, press in enumerate(("dice", "0 riichi", "1 riichi", "2 riichi", "3 riichi"), 1):
            line.say("stored", n - 1)
            line.hear(1000 - people.virtual.device_time_us // 1000 % 1000 + 100)  # right after a heartbeat
            people.press(press)
            assert [message[1] for message in line.hear(200) if message[0] == "event"] == [n]


def test_a_host_that_is_silent_is_told_nothing_more_and_all_of_it_when_it_speaks_again() -> None:
    """Lines that no one reads would only take memory; and what was missed is asked for by number."""
    with players() as people:
        line = Line(people)
        line.say("after", -1)
        beats = [message for message in line.hear(SILENCE_MS - 300) if message[0] == "upto"]
        assert len(beats) >= 3
        line.hear(800)
        people.press("dice, 2 riichi")
        assert line.hear(3000) == []
        line.say("stored", 0)
        told = line.hear(500)
        assert [message[0] for message in told].count("hello") == 1
        assert [message[1] for message in told if message[0] == "event"] == [1, 2]


def test_a_heartbeat_names_the_last_event_that_was_told() -> None:
    """A line that was lost shows within a second."""
    with players() as people:
        people.press("dice")
        line = Line(people)
        line.say("after", 0)
        assert ["upto", 1] in line.hear(300)
        line.say("stored", 1)
        beats = [message for message in line.hear(2000) if message[0] == "upto"]
        assert beats == [["upto", 1]] * 2


def test_a_host_that_greets_is_told_which_calls_stand_and_which_boxes_are_away() -> None:
    """It was started again: what began or ended meanwhile is not told a second time by itself."""
    with players() as people:
        people.menu(2, "Call the referee")
        people.virtual.unplug_seat(3)
        people.virtual.wait(5000)
        people.menu(0, "Call the referee")
        people.virtual.wait(2000)
        line = Line(people)
        told = behind_hello(line)
        assert [message[1:] for message in told if message[0] == "seat"] == [[s, s != 3] for s in range(4)]
        calls = {message[1]: message[2:] for message in told if message[0] == "call"}
        assert (calls[1], calls[3]) == ([False, 0], [False, 0])
        assert calls[0][0] is calls[2][0] is True
        assert 2 <= calls[0][1] <= 4
        assert 7 <= calls[2][1] <= 11
        line.hear(SILENCE_MS + 500)
        people.menu(2, "Call the referee")
        people.virtual.plug_seat(3)
        people.virtual.wait(1000)
        told = behind_hello(line)
        assert ["seat", 3, True] in told
        assert ["call", 2, False, 0] in told
        assert [message[1] for message in told if message[0] == "call" and message[2]] == [0]


def behind_hello(line: Line) -> list[list[object]]:
    """Return what is told from the answer to `who` on."""
    line.say("who")
    told = line.hear(600)
    return told[[message[0] for message in told].index("hello") :]


# A module takes a Pico up to 40 ms to load.
SLOW_MODULES = """
def slow():
    import builtins
    import sys
    import time
    load = builtins.__import__
    def loaded(name, *rest):
        if name.startswith(("device.", "tenbo_core.")) and name not in sys.modules:
            time.sleep_ms(40)
        return load(name, *rest)
    builtins.__import__ = loaded
slow()
"""


def test_a_command_keeps_its_modules_until_it_has_them_all(tmp_path: Path) -> None:
    """They are loaded one in each turn, for longer than the idle table waits before it unloads what nothing uses."""
    with players(firmware=broken_firmware(tmp_path / "firmware", SLOW_MODULES)) as people:
        people.asker.ask("do", "hand", 4)
        people.asker.ask("do", "win", 4, [[0, 1, 3, 30]])
        people.virtual.wait(3000)
        people.asker.ask("do", "correct", 4, 2, [["win", [[0, 1, 4, 30]]]], None, "wrong han")
        assert people.state()["event"] == "correct"


# A page of the journal takes a Pico some time to read, and what reads it is a module of its own.
SLOW_PAGES = """
def slow():
    import builtins
    import harness_channel
    import sys
    import time
    from device.storage.journal import Journal
    page = Journal.page
    def paged(*arguments):
        time.sleep_ms(120)
        return page(*arguments)
    Journal.page = paged
    load = builtins.__import__
    def loaded(name, *rest):
        if name == "device.storage.journal_reading" and name not in sys.modules:
            harness_channel.send_to_harness("loaded")
        return load(name, *rest)
    builtins.__import__ = loaded
slow()
"""


@pytest.mark.thorough("simulated tables play for seconds")
def test_what_reads_the_journal_stays_until_a_host_has_every_event(tmp_path: Path) -> None:
    """It was unloaded every tenth of a second and loaded again for the next page, which took half of the time."""
    with players(firmware=broken_firmware(tmp_path / "firmware", SLOW_PAGES)) as people:
        for number in range(100):
            people.asker.ask("do", "name", 4, 1, str(number))
        people.virtual.wait(6000)
        people.virtual.scene.log.clear()
        line = Line(people)
        # The last event may still be on the line.
        line.hear(300)
        line.say("after", -1)
        told = [message for _ in range(10) for message in line.hear(300)]
        assert [message[1] for message in told if message[0] == "event"] == list(range(101))
        assert [kind for _, kind, _ in people.virtual.scene.log if kind == "loaded"] in (["loaded"], ["loaded"] * 2)
