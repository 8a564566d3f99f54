"""A game that goes on and on: memory stays, and after a restart everything is there."""

from __future__ import annotations

import pytest
from players import Players, players

from tenbo_core.errors import Refused

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
        people.virtual.cut()
        people.virtual.power()
        assert people.health()["journal_damage"] == 0
        assert people.state()["n"] == MOST_EVENTS - 1
        people.asker.ask("do", "end", 4)
        people.begin()
        people.press("dice")
        assert people.state()["event"] == "hand"
        assert [why for _, why in people.virtual.restarts] == ["cut"]
