"""The buttons are read every 30 ms at the most, at any drawing, record or collection, and every 50 at an erase.

Computing takes no time on the simulated table, so a Pico's price is planted where the work is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from players import Players, broken_firmware, players

from tenbo_core.wire import encode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# The longest time between two readings of the buttons, in milliseconds; longer at an erase of the flash.
LONGEST_GAP_MS = 30
LONGEST_AT_AN_ERASE_MS = 50

# What a Pico takes for a collection, a picture, a line for the journal and an event that is put in force.
DEAR_STEPS = """
import sys
import time
def dear(name, function, ms):
    def paid(*arguments):
        time.sleep_ms(ms)
        return function(*arguments)
    for module in list(sys.modules.values()):
        if getattr(module, name, None) is function:
            setattr(module, name, paid)
import device.outputs.screen_renderer
import tenbo_core.fold
import tenbo_core.wire
dear("draw", device.outputs.screen_renderer.draw, 12)
dear("encode", tenbo_core.wire.encode, 7)
dear("apply", tenbo_core.fold.apply, 7)
real = __import__("gc")
class Dear:
    def __getattr__(self, name):
        return getattr(real, name)
    def collect(self):
        time.sleep_ms(24)
        real.collect()
dear_collector = Dear()
sys.modules["gc"] = dear_collector
for module in list(sys.modules.values()):
    if getattr(module, "gc", None) is real:
        module.gc = dear_collector
"""


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Players]:
    """Yield a table whose collections, pictures and events take a Pico's time."""
    with players(firmware=broken_firmware(tmp_path_factory.mktemp("slow") / "firmware", DEAR_STEPS)) as people:
        people.press("dice")
        people.virtual.wait(3000)
        people.health()
        yield people


def erased(people: Players) -> int:
    """Return how many blocks of the flash have been erased."""
    return max(int(details[0]) for _, kind, details in people.virtual.scene.log if kind == "flash")


def check_gap(people: Players, before: int) -> None:
    """Check the longest time between two scans; so many blocks had been erased."""
    gap = people.health()["loop_ms"]
    assert gap <= (LONGEST_GAP_MS if erased(people) == before else LONGEST_AT_AN_ERASE_MS)


def test_the_buttons_are_read_between_an_event_its_line_and_its_pictures(slow: Players) -> None:
    """All of them together take 40 ms at the seat that pressed alone; each step by itself takes a dozen."""
    for seat in range(4):
        before = erased(slow)
        slow.press(f"{seat} riichi")
        slow.virtual.wait(200)
        check_gap(slow, before)
        slow.virtual.wait(300)


def test_a_collection_stands_alone_between_two_scans(slow: Players) -> None:
    """Also one that a host asks for, one at rest, and one while a value is chosen."""
    for script in ("2 back, 2 back", "1 ok, 1 ok", "1 up", "1 ok, 0 ok, 2 ok, 3 ok"):
        before = erased(slow)
        slow.press(script)
        slow.virtual.wait(1700)
        check_gap(slow, before)


# What a Pico takes for a step of what is made ready, and for what it takes no step of: the values of a hand.
DEAR_VALUES = """
import time
from device.flows import background
from device.outputs import displays
show = displays.Displays.show
def dear_show(all_four, seat, view):
    if view is not None and view.screen == "value":
        time.sleep_ms(18)
    show(all_four, seat, view)
displays.Displays.show = dear_show
step = background.Background._step
def dear_step(jobs):
    time.sleep_ms(18)
    step(jobs)
background.Background._step = dear_step
"""


def test_the_buttons_are_read_between_a_question_and_what_is_made_ready_meanwhile(tmp_path: Path) -> None:
    """The turn of the dialogue and a step of the background may follow one another."""
    with players(firmware=broken_firmware(tmp_path / "firmware", DEAR_VALUES)) as people:
        people.press("dice")
        people.virtual.wait(5000)
        people.health()
        people.press("1 ok, 1 ok, 1 up, 1 up, 1 down")
        people.virtual.wait(1500)
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS


# What a Pico takes for a whole text screen, by its lines.
DEAR_LINES = """
import time
import device.outputs.screen_renderer
write = device.outputs.screen_renderer.write
def dear(*arguments):
    time.sleep_ms(3)
    return write(*arguments)
device.outputs.screen_renderer.write = dear
"""


def test_the_buttons_are_read_between_the_parts_of_a_picture(tmp_path: Path) -> None:
    """Title, list and keys of a menu are ten texts; the first of four pictures may come 14 ms after a scan."""
    with players(firmware=broken_firmware(tmp_path / "firmware", DEAR_LINES)) as people:
        people.press("dice")
        people.virtual.wait(5000)
        people.health()
        for seat in range(4):
            people.press(f"{seat} back")
            people.virtual.wait(300)
            people.press(f"{seat} back")
            people.virtual.wait(300)
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS


# What a Pico takes to read a message under a seal, and to seal one.
DEAR_LINES = """
import time
from device.host import link
handle, encode = link.HostLink._handle, link.encode
def dear_handle(host, message):
    time.sleep_ms(14)
    handle(host, message)
def dear_encode(message):
    time.sleep_ms(14)
    return encode(message)
link.HostLink._handle, link.encode = dear_handle, dear_encode
"""


def test_the_buttons_are_read_between_a_hosts_message_and_the_answer(tmp_path: Path) -> None:
    """At every phase of the scan; for a look at the clock as for a command that is carried out."""
    with players(firmware=broken_firmware(tmp_path / "firmware", DEAR_LINES)) as people:
        people.press("dice")
        people.virtual.wait(5000)
        people.health()
        for number in range(10):
            people.virtual.service.write(encode(["ping", number]))
            people.virtual.wait(123)
            assert people.health()["loop_ms"] <= LONGEST_GAP_MS


# What a Pico takes for a line of a picture with signs of Japanese, which are read from flash.
DEAR_LETTERS = """
import time
from device.outputs import screen_renderer as screens
draw_line = screens._draw_line
def dear_line(*arguments):
    time.sleep_ms(9)
    draw_line(*arguments)
screens._draw_line = dear_line
"""


def test_the_buttons_are_read_between_two_lines_of_a_picture(tmp_path: Path) -> None:
    """What a seat needs has four lines."""
    with players(firmware=broken_firmware(tmp_path / "firmware", DEAR_LETTERS)) as people:
        people.press("dice")
        people.virtual.wait(5000)
        people.health()
        people.virtual.hold(1, "down")
        people.virtual.wait(1500)
        assert people.view(1)["screen"] == "needs"
        people.virtual.release(1, "down")
        people.virtual.wait(100)
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS


# What a Pico takes to load the module that reads the journal, and to look at the number of a line.
DEAR_MODULE = """
import time
time.sleep_ms(22)
"""
DEAR_NUMBER = """
def _dear(number_of):
    def dear(line):
        time.sleep_ms(8)
        return number_of(line)
    return dear
_number_of = _dear(_number_of)
"""
EVENTS = 60


def test_the_buttons_are_read_before_and_after_the_load_of_what_reads_old_events(tmp_path: Path) -> None:
    """A host that comes late takes them from flash."""
    folder = broken_firmware(tmp_path / "firmware", "")
    module = folder / "device/storage/journal_reading.py"
    module.write_text(module.read_text() + DEAR_MODULE + DEAR_NUMBER)
    with players(firmware=folder) as people:
        people.press("dice")
        for number in range(EVENTS):
            people.asker.ask("do", "penalty", 4, number % 4, -1000, "telephone")
        people.virtual.wait(5000)
        people.health()
        people.virtual.service.write(encode(["after", -1]))
        people.virtual.wait(2000)
        assert people.health()["loop_ms"] <= LONGEST_GAP_MS
