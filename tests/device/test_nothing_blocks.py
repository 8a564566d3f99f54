"""However much there is to compute, the buttons are read, the other seats answered and the watchdog fed.

Computing takes no time on the simulated table, so a price is planted where the work is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from players import Players, broken_firmware, players

from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.thorough("several seats that press, hold and look at once")

# What is said to a host of the time between two readings of the buttons, in milliseconds.
LONGEST_GAP_MS = 30

# Some six times what a Pico takes to work out what a hand is worth.
DEAR_VALUES = """
import time
import tenbo_core.hand_value as points
base_points_of = points.base_points_of
def dear(*arguments):
    time.sleep_us(400)
    return base_points_of(*arguments)
points.base_points_of = dear
"""


@pytest.fixture(scope="module")
def dear(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a firmware in which it takes time to work out what a hand is worth."""
    return broken_firmware(tmp_path_factory.mktemp("dear") / "firmware", DEAR_VALUES)


@pytest.fixture(params=["ema-2016", "tenhou", "alarm"])
def looking(request: pytest.FixtureRequest, dear: Path) -> Iterator[Players]:
    """Yield a table in the middle of a later game."""
    with players(begin=False, firmware=dear, earlier=2) as people:
        people.begin(request.param, round="S", hand=3)
        people.press("dice")
        # The clock's first mark on a flash makes a file.
        people.virtual.wait(2500)
        people.health()
        yield people


@pytest.mark.parametrize("seats", [(0,), (1, 3), (0, 2, 3), (0, 1, 2, 3)])
def test_seats_hold_down_together_and_the_table_goes_on(dear: Path, seats: tuple[int, ...]) -> None:
    """Two of them once kept the watchdog from being fed until it restarted the table."""
    with players(firmware=dear) as people:
        people.press("dice")
        people.virtual.wait(2500)
        people.health()
        for seat in seats:
            people.virtual.hold(seat, "down")
        people.virtual.wait(1500)
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS
        for seat in seats:
            assert people.view(seat)["screen"] == "needs"
            people.virtual.release(seat, "down")
        people.virtual.wait(100)
        assert [people.view(seat)["screen"] for seat in range(4)] == ["score"] * 4
        assert people.virtual.restarts == []


def test_a_riichi_is_taken_at_once_while_the_other_three_look(looking: Players) -> None:
    """Who looks at what is needed must not hold up who plays."""
    people = looking
    for seat in (0, 1, 3):
        people.virtual.hold(seat, "down")
    people.virtual.wait(20)
    people.virtual.hold(2, "riichi")
    people.virtual.wait(120)
    assert people.virtual.lamps()["riichi"][2]
    people.virtual.release(2, "riichi")
    people.virtual.wait(2000)
    assert people.view(0)["screen"] == people.view(1)["screen"] == people.view(3)["screen"] == "needs"
    assert people.health()["loop_ms"] <= LONGEST_GAP_MS


def test_a_look_that_is_left_shows_nothing_later(looking: Players) -> None:
    """The finger is gone before the answer is there: the display stays with the score."""
    people = looking
    people.virtual.hold(1, "down")
    people.virtual.wait(45)
    people.virtual.release(1, "down")
    people.virtual.wait(1500)
    assert people.view(1)["screen"] == "score"


def test_a_look_does_not_cover_the_question_that_came_meanwhile(looking: Players) -> None:
    """One player looks, another has won: the first is asked, and goes on holding the button."""
    people = looking
    people.virtual.hold(1, "down")
    people.virtual.wait(40)
    people.press("2 ok, 2 ok, 2 ok")
    people.virtual.wait(1500)
    assert people.view(1)["screen"] != "needs"
    people.virtual.release(1, "down")
    people.press("0 ok, 1 ok, 3 ok")
    people.virtual.wait(9000)
    assert people.state()["event"] == "win"


@pytest.mark.parametrize(
    ("rules", "scores", "line"),
    [
        # A hand of 13 han counts as a yakuman there: it once was called a sanbaiman, which is not enough.
        ("tenhou", [49000, 17000, 17000, 17000], "tsumo Yakuman"),
        ("tenhou", [42000, 20000, 19000, 19000], "tsumo Sanbaiman"),
        # Without fu each number of han is worth its own, and no limit has a name.
        ("alarm", [48000, 30000, 21000, 21000], "tsumo 8 han"),
    ],
)
def test_what_is_shown_is_enough_and_named_as_the_book_does(rules: str, scores: list[int], line: str) -> None:
    """Who goes for less than is needed has lost the game by our fault."""
    with players(begin=False) as people:
        people.begin(rules, scores=scores, round="S", hand=4)
        people.virtual.hold(1, "down")
        people.virtual.wait(300)
        assert people.view(1)["lines"][1] == line


# Somewhat more than a Pico takes to put a line into words, and to read and to fold an event.
DEAR_LINES = """
import sys
import time
def dear(name, ms):
    function = getattr(sys.modules[name[0]], name[1])
    def paid(*arguments):
        time.sleep_ms(ms)
        return function(*arguments)
    for module in sys.modules.values():
        if getattr(module, name[1], None) is function:
            setattr(module, name[1], paid)
dear(("tenbo_core.wire", "encode"), 6)
dear(("tenbo_core.fold", "apply"), 4)
"""


@pytest.fixture(scope="module")
def wordy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a firmware in which it takes time to speak and to fold."""
    return broken_firmware(tmp_path_factory.mktemp("wordy") / "firmware", DEAR_LINES)


def test_a_host_that_asks_for_everything_holds_nobody_up(wordy: Path) -> None:
    """All that was ever played, how the table stands and what each display says, while a riichi is declared."""
    with players(firmware=wordy, earlier=2) as people:
        people.press("dice")
        for _ in range(40):
            people.asker.ask("do", "penalty", 4, 1, -100)
        people.health()
        service = people.virtual.service
        questions = [["after", -1], *[["view", 900 + seat, seat] for seat in range(4)], ["state", 910], ["health", 911]]
        service.write(b"".join(encode(question) for question in questions))
        people.virtual.wait(5)
        people.virtual.hold(2, "riichi")
        people.virtual.wait(160)
        assert people.virtual.lamps()["riichi"][2]
        people.virtual.release(2, "riichi")
        people.virtual.wait(3000)
        told = MessageReader().read(service.read(3_000_000))
        kinds = [message[0] for message in told]
        assert kinds.count("event") >= 60
        assert [message[1] for message in told if message[0] == "done"] == [900, 901, 902, 903, 910, 911]
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS
        assert people.virtual.restarts == []


def test_an_undo_far_back_is_folded_with_open_eyes(wordy: Path) -> None:
    """The desk takes back half a game; anyone who presses meanwhile is seen."""
    with players(firmware=wordy, earlier=1) as people:
        people.press("dice")
        first = people.state()["n"]
        for number in range(60):
            people.asker.ask("do", "penalty", 4, number % 4, -100)
        people.health()
        people.asker.ask("do", "undo", 4, first + 29)
        assert people.state()["n"] == first + 61
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS
        people.asker.ask("do", "correct", 4, first + 2, [["penalty", 2, -300]])
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS


# What it takes a Pico to load modules: some 13 ms a KB of compiled ones, which are a third as long as their source.
DEAR_MODULES = """
import builtins
import os
import sys
import time
paid = [0]
class Dear:
    def __init__(self, file):
        self._file = file
        self.close = file.close
    def readinto(self, buffer):
        size = self._file.readinto(buffer)
        time.sleep_us(4 * size)
        paid[0] += size
        return size
really_open = open
def opened(path, *rest):
    file = really_open(path, *rest)
    return Dear(file) if path.endswith(".py") else file
builtins.open = opened
load = builtins.__import__
def dear(name, *rest):
    if name in sys.modules or not name.startswith(("device.", "tenbo_core.")):
        return load(name, *rest)
    paid[0] = 0
    module = load(name, *rest)
    time.sleep_us(4 * max(0, os.stat(sys.modules[name].__file__)[6] - paid[0]))
    return module
builtins.__import__ = dear
"""


def test_the_buttons_are_read_amid_the_loading_of_a_module(tmp_path: Path) -> None:
    """The largest takes a Pico 40 ms, and anyone who presses twice meanwhile has pressed twice."""
    with players(firmware=broken_firmware(tmp_path / "firmware", DEAR_MODULES)) as people:
        people.press("dice")
        people.virtual.wait(3000)
        people.health()
        people.virtual.wait(3000)
        people.health()
        people.press("1 back, 1 back, 0 ok, 0 ok, 0 ok")
        people.virtual.wait(1500)
        assert people.view(0)["screen"] == "preview"
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS


# Anyone who collects memory from now on says so.
TOLD = """
import sys
import harness_channel
real = __import__("gc")
class Told:
    def __getattr__(self, name):
        return getattr(real, name)
    def collect(self):
        harness_channel.send_to_harness("collected")
        real.collect()
told = Told()
sys.modules["gc"] = told
for module in list(sys.modules.values()):
    if getattr(module, "gc", None) is real:
        module.gc = told
"""


def test_memory_is_collected_when_the_answer_is_on_the_displays_and_not_before(tmp_path: Path) -> None:
    """It takes a Pico 20 ms, in which nothing else happens: after the last OK four players look for the score."""
    with players(firmware=broken_firmware(tmp_path / "firmware", TOLD)) as people:
        people.press("dice, 0 ok, 0 ok, 0 ok, 1 ok, 2 ok")
        people.virtual.wait(300)
        people.virtual.scene.log.clear()
        people.virtual.press(3, "ok")
        people.virtual.wait(150)
        told = people.virtual.scene.log
        assert any(kind == "display" for _, kind, _ in told)
        assert not any(kind == "collected" for _, kind, _ in told)
        people.virtual.wait(600)
        assert any(kind == "collected" for _, kind, _ in people.virtual.scene.log)
        assert people.state()["event"] == "win"
