"""A box is read when its interrupt wire calls; without the wire, or when it fails, the table works as before."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from players import Players, broken_firmware

from tenbo.simulator.table import VirtualTable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.thorough("wires that come and go")

WIRES = (19, 20, 21, 22)
# The firmware believes in a wire at every seat; the simulated leads have those that are given.
JOIN = "__import__('device.pins').pins.INTERRUPTS = {firmware}\n__import__('wires').join_interrupts({leads})"


@contextmanager
def wired(folder: Path, *leads: int | None) -> Iterator[Players]:
    """Yield a table with a game on it, whose leads have these interrupt wires."""
    with VirtualTable(frozen=True, firmware=broken_firmware(folder / "wired", joined(*leads))) as virtual:
        people = Players(virtual)
        people.begin()
        yield people


def joined(*leads: int | None) -> str:
    """Return the change of the firmware that lays interrupt wires."""
    return JOIN.format(firmware=WIRES, leads=leads)


def read_in(people: Players, ms: int) -> list[int]:
    """Return how often each box is read in so many milliseconds."""
    before = readings(people)
    people.virtual.wait(ms)
    return [after - old for old, after in zip(before, readings(people), strict=True)]


def readings(people: Players) -> list[int]:
    """Return how often each box has been read."""
    people.virtual.send_order("count_bus")
    people.virtual.wait(1)
    (counts,) = [details for _, kind, details in people.virtual.scene.log if kind == "bus"]
    people.virtual.scene.log.clear()
    return [int(count) for count in counts[1:]]


def test_at_rest_a_box_is_read_four_times_a_second(tmp_path: Path) -> None:
    """Reading all four a hundred times takes a quarter of the processor."""
    with wired(tmp_path, *WIRES) as people:
        people.virtual.wait(1000)
        assert all(3 <= count <= 5 for count in read_in(people, 1000))


def test_a_button_that_is_held_is_timed_without_reading_its_box(tmp_path: Path) -> None:
    """The wire would say that it was released."""
    with wired(tmp_path, *WIRES) as people:
        people.virtual.wait(1000)
        people.virtual.hold(2, "back")
        assert read_in(people, 1200)[2] <= 12
        assert people.view(2)["lines"][-1] == "nothing to take back"


def test_every_press_through_the_wire_counts_once_and_at_once(tmp_path: Path) -> None:
    """A hand by buttons alone, short presses and presses of several seats at one moment."""
    with wired(tmp_path, *WIRES) as people:
        people.press("dice")
        people.virtual.press_together([(seat, "riichi") for seat in range(4)], 30)
        people.virtual.wait(300)
        assert sorted(people.state()["riichi"]) == [0, 1, 2, 3]
        people.press("2 ok, 2 ok, 2 ok, 0 ok, 1 ok, 3 ok")
        assert people.state()["event"] == "win"


def test_a_lead_without_the_wire_is_read_every_time(tmp_path: Path) -> None:
    """The seats beside it are not."""
    with wired(tmp_path, WIRES[0], None, WIRES[2], WIRES[3]) as people:
        people.virtual.wait(1000)
        counts = read_in(people, 1000)
        assert counts[1] > 60
        assert max(counts[0], counts[2], counts[3]) <= 5
        people.press("dice, 1 riichi")
        assert people.state()["riichi"] == [1]


def test_a_wire_that_breaks_in_the_game_costs_one_late_press_and_no_more(tmp_path: Path) -> None:
    """What it did not call for is found by the next look; after the second time the box is read every time."""
    with wired(tmp_path, *WIRES) as people:
        people.press("dice")
        people.virtual.send_order("join_interrupts 19 - 21 22")
        for _ in range(2):
            people.virtual.press(1, "riichi", 300)
            people.virtual.wait(500)
        assert 1 in people.state()["riichi"]
        assert read_in(people, 1000)[1] > 60


def test_a_box_pulled_behind_a_quiet_wire_is_missed_within_a_third_of_a_second(tmp_path: Path) -> None:
    """A wire that no one holds is quiet too."""
    with wired(tmp_path, *WIRES) as people:
        people.virtual.wait(1000)
        people.virtual.unplug_seat(3)
        people.virtual.wait(350)
        assert people.health()["seats"] == [True, True, True, False]
        people.virtual.plug_seat(3)
        people.virtual.wait(1500)
        assert people.health()["seats"] == [True] * 4
        assert read_in(people, 1000)[3] <= 5
