"""The session at the table: the dice are locked, the time runs, the book's signal sounds, the game ends."""

from __future__ import annotations

import pytest
from players import Players, players

pytestmark = pytest.mark.thorough("a session by the clock")


def test_no_hand_begins_before_the_start_signal(earlier: int) -> None:
    """All tables begin on the same second (EMA 2016, 5.9); an untimed game is free."""
    with players(earlier=earlier) as people:
        now = people.virtual.device_time_us // 1_000_000
        people.asker.ask("do", "session", 4, 90, now + 30)
        people.press("dice")
        assert people.state()["phase"] == "between"
        assert "wait: start" in people.view(0)["lines"]
        people.virtual.wait(32_000)
        assert "session: throw dice" in people.view(3)["lines"]
        people.press("dice")
        assert people.state()["phase"] == "playing"


def test_the_clock_counts_down_warns_and_gives_the_signal_of_the_book(earlier: int) -> None:
    """EMA: 15 minutes before the end; the running hand and one more (5.9)."""
    with players(earlier=earlier) as people:
        people.asker.ask("do", "session", 4, 16)
        people.press("dice")
        assert people.view(0)["clock"] in ("0:16:00", "0:15:59")
        people.virtual.wait(40_000)
        assert people.state()["hands_left"] is None
        people.virtual.wait(22_000)
        assert people.state()["event"] == "signal"
        assert people.state()["hands_left"] == 2
        assert people.view(2)["clock"] == "2 hands"
        assert "finish this hand and play one more" in people.view(1)["lines"]
        marker = people.virtual.lamps()["marker"]
        assert [0, 0, 0] not in [marker[0], marker[6]]
        _win(people, 1)
        assert people.view(0)["clock"] == "1 hand"
        people.press("dice")
        _win(people, 2)
        state = people.state()
        assert (state["phase"], state["why"]) == ("over", "time")
        people.virtual.wait(5000)
        final = people.view(2)
        assert final["screen"] == "final"
        assert any(line.startswith("1st") for line in final["lines"])


def _win(people: Players, seat: int) -> None:
    people.press(f"{seat} ok, {seat} ok, {seat} ok")
    people.virtual.wait(8500)


def test_a_session_survives_a_loss_of_power(earlier: int) -> None:
    """The time that has passed is in the ledger's seconds; while the power is away no time is played."""
    with players(earlier=earlier) as people:
        people.asker.ask("do", "session", 4, 90)
        people.virtual.wait(40_000)
        people.press("dice")
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(1000)
        assert people.view(0)["clock"].startswith("1:29:1")


def test_a_pause_stops_the_clock_and_locks_the_dice(earlier: int) -> None:
    """The desk pauses a table for a referee and lets it go on."""
    with players(earlier=earlier) as people:
        people.asker.ask("do", "session", 4, 90)
        people.asker.ask("do", "pause", 5, "a ruling")
        stood = people.view(0)["clock"]
        people.virtual.wait(30_000)
        assert people.view(0)["clock"] == stood
        people.press("dice")
        assert "session stopped" in people.view(0)["lines"]
        people.asker.ask("do", "resume", 5)
        people.press("dice")
        assert people.state()["phase"] == "playing"
