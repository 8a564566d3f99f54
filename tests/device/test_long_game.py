"""A game that goes on and on: memory stays, and after a restart everything is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from players import Players, broken_firmware, players

from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.thorough("games of many hundred events")

MOST_EVENTS = 600


def _go_on(people: Players, events: int) -> None:
    """Take points away, so many times."""
    for number in range(events):
        people.asker.ask("do", "penalty", 4, number % 4, -1000, "telephone")


def test_a_game_without_end_is_stopped_before_the_memory_is_full_and_another_can_begin() -> None:
    """Counted in the words of 64 bits of this machine; the players are told what to do."""
    with players(heap_kb=192) as people:
        people.press("dice")
        _go_on(people, MOST_EVENTS - 2)
        people.press("1 riichi")
        with pytest.raises(Refused, match="more than a table keeps: end it"):
            _go_on(people, 1)
        assert "end this game" in people.view(1)["lines"]
        assert people.health()["free"] > 60_000
        people.virtual.cut_power()
        people.virtual.power_on()
        assert people.health()["journal_damage"] == 0
        assert people.state()["n"] == MOST_EVENTS - 1
        people.asker.ask("do", "end", 4)
        people.begin()
        people.press("dice")
        assert people.state()["event"] == "hand"
        assert [why for _, why in people.virtual.restarts] == ["cut"]


# A fold that takes a hundred times as long as a Pico's.
DEAR_FOLD = """
import time
import tenbo_core.fold as fold
apply = fold.apply
def dear(*arguments):
    time.sleep_ms(100)
    return apply(*arguments)
fold.apply = dear
"""


def test_a_start_in_the_middle_of_a_long_game_folds_only_its_last_events(earlier: int, tmp_path: Path) -> None:
    """Sixty events would take six seconds here; the host finds all of them, and undo reaches the first."""
    firmware = broken_firmware(tmp_path / "firmware", DEAR_FOLD)
    with players(firmware=firmware, earlier=earlier, minutes=90) as people:
        first = people.state()["n"]
        people.press("dice, 2 riichi")
        _go_on(people, 56)
        people.virtual.wait(4000)
        _go_on(people, 4)
        before = people.state()
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(900)
        assert people.virtual.display(1).count_lit() > 0
        assert people.state() == before
        assert people.health()["journal_damage"] == 0
        people.asker.ask("do", "undo", 4, first + 2)
        assert people.state()["riichi"] == [2]
        people.press("0 riichi")
        assert people.state()["riichi"] == [2, 0]
        assert [why for _, why in people.virtual.restarts] == ["cut"]
