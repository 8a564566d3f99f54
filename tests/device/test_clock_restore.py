"""The session's clock over a loss of power: within a second or two of where it stood when the power went."""

from __future__ import annotations

import pytest
from players import Players, players

pytestmark = pytest.mark.thorough("clocks over many losses of power")


LATE_S = 3
# What happens before the power goes: events of the desk, and seconds that pass.
COURSES: dict[str, list[list[object] | int]] = {
    "running": [["session", 45], 40],
    "with extra time": [["session", 45], 5, ["extra", 10], 36],
    "shortened": [["session", 45], 5, ["extra", -10], 36],
    "after a pause": [["session", 45], 5, ["pause"], 35, ["resume"], 36],
    "in a pause": [["session", 45], 5, ["pause"], 40],
    "begun anew with another length": [["session", 45], 5, ["pause"], 5, ["session", 30], 36],
    "before its start": [["session", 45, 1800], 40],
    "untimed": [40],
}


def seconds(people: Players) -> int:
    """Return what the clock shows, in seconds."""
    hours, minutes, rest = str(people.view(0)["clock"]).split(":")
    return 3600 * int(hours) + 60 * int(minutes) + int(rest)


def play(people: Players, course: list[list[object] | int]) -> None:
    """Let a course of events and minutes happen."""
    for step in course:
        if isinstance(step, int):
            people.virtual.wait(step * 1000 - 300)
        else:
            people.asker.ask("do", step[0], 4, *step[1:])


@pytest.mark.parametrize("course", COURSES)
def test_the_clock_is_where_it_was_when_the_power_went(course: str, earlier: int) -> None:
    """No matter what the clock has been through, in the first game of a flash, in a later one, and after that."""
    with players(earlier=earlier) as people:
        play(people, COURSES[course])
        for played_on in (0, 20_000):
            people.virtual.wait(played_on)
            before = seconds(people)
            people.virtual.cut_power()
            people.virtual.wait(600_000)
            people.virtual.power_on()
            people.virtual.wait(1000)
            assert abs(seconds(people) - before) <= LATE_S
        assert people.virtual.faults() == []


def test_a_pause_that_went_on_over_a_loss_of_power_takes_nothing_from_the_session(earlier: int) -> None:
    """The clock stood still before, and stands still after."""
    with players(earlier=earlier) as people:
        play(people, COURSES["in a pause"])
        before = seconds(people)
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(20_000)
        people.asker.ask("do", "resume", 4)
        assert abs(seconds(people) - before) <= 1


def test_a_watchdog_restart_takes_the_clock_back_by_a_few_seconds(earlier: int) -> None:
    with players(earlier=earlier, minutes=45) as people:
        people.press("dice")
        people.virtual.wait(40_000)
        before = seconds(people)
        people.virtual.hang_processor()
        people.virtual.wait(10_000)
        assert [why for _, why in people.virtual.restarts] == ["watchdog"]
        assert before - 10 <= seconds(people) <= before + LATE_S


def test_the_signal_sounds_once_although_the_power_went_around_it(earlier: int) -> None:
    """The time up to it counts on from where it was, and what has sounded is in the ledger."""
    with players(earlier=earlier, minutes=16) as people:
        people.press("dice")
        for _ in range(3):
            people.virtual.wait(20_000)
            people.virtual.cut_power()
            people.virtual.power_on()
        people.virtual.wait(45_000)
        assert people.state()["event"] == "signal"
        last = people.state()["n"]
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(5000)
        assert people.state()["n"] == last


def test_an_untimed_clock_begins_at_zero_with_each_game(earlier: int) -> None:
    with players(earlier=earlier) as people:
        people.virtual.wait(20_000)
        assert 20 <= seconds(people) <= 30
        people.asker.ask("do", "end", 4)
        people.begin("tenhou")
        assert seconds(people) <= 1


def test_a_ledger_that_is_taken_over_brings_its_own_clock() -> None:
    """What the device's earlier ledger had come to says nothing about it."""
    with players(minutes=90) as people:
        people.virtual.wait(40_000)
        people.asker.ask("do", "end", 4)
        people.asker.ask("restore", "abcd1234.1")
        people.asker.ask("ledger_event", 0, "start", 4, 0, "ema-2016")
        people.asker.ask("ledger_event", 1, "session", 4, 10, 90)
        people.asker.ask("ledger_commit", 1)
        people.virtual.wait(3000)
        assert 5390 <= seconds(people) <= 5400
