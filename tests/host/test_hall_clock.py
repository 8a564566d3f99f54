"""The hall's clock is a function of what the desk did and when; a table's counter is measured against ours."""

from __future__ import annotations

import random

import pytest

from tenbo.tournament import make
from tenbo.tournament.hall_clock import (
    MINUTE,
    WRAP,
    DeviceTickOffset,
    HallClock,
    TickReading,
    check_clock_act,
    replay_clock,
)
from tenbo_core.errors import Refused


def held(*acts):
    """Return the clock after some acts, `(act, at, minutes)` each."""
    return replay_clock(
        make(
            "clock",
            "desk",
            {"act": act, "at": at, "minutes": minutes or None, "signal": 15 if act == "start" else None},
        )
        for act, at, minutes in acts
    )


def test_a_session_waits_runs_and_ends():
    """The start is announced, so that all tables begin together."""
    clock = held(("start", 10_000, 90))
    assert [clock.stage(now) for now in (0, 10_000, 10_000 + 90 * MINUTE)] == ["waiting", "running", "finished"]
    assert clock.until_signal(10_000) == 75 * MINUTE


def test_the_last_millisecond_of_a_session_is_one_of_it():
    """A stop in the moment when the time is up is no stop before its time."""
    clock = HallClock(0, 90 * MINUTE)
    assert [clock.stage(90 * MINUTE - 1), clock.stage(90 * MINUTE)] == ["running", "finished"]
    assert held(("start", 0, 90), ("stop", 90 * MINUTE - 1, 0)).ended_early
    assert not held(("start", 0, 90), ("stop", 90 * MINUTE, 0)).ended_early
    assert held(("pause", 0, 0)) is None
    assert clock.until_signal(0) == 75 * MINUTE
    without = replay_clock([make("clock", "desk", {"act": "start", "at": 0, "minutes": 90})])
    assert without is not None
    assert without.until_signal(0) == 90 * MINUTE


def test_a_pause_takes_no_time_of_the_session():
    """Nor does one that began before the start."""
    clock = held(("start", 0, 90), ("pause", 5 * MINUTE, 0), ("resume", 25 * MINUTE, 0))
    assert clock.until_end(30 * MINUTE) == 80 * MINUTE
    early = held(("start", 10 * MINUTE, 90), ("pause", 2 * MINUTE, 0), ("resume", 13 * MINUTE, 0))
    assert early.until_end(13 * MINUTE) == 90 * MINUTE
    assert held(("start", 0, 90), ("pause", MINUTE, 0)).until_end(50 * MINUTE) == 89 * MINUTE


def test_extra_time_moves_the_end():
    """For everybody, when no table is named."""
    assert held(("start", 0, 90), ("extra", MINUTE, 5)).until_end(MINUTE) == 94 * MINUTE


@pytest.mark.parametrize(
    ("clock", "act", "sentence"),
    [
        (None, "pause", "start the clock first"),
        (HallClock(0, 90 * MINUTE), "start", "has already been started"),
        (HallClock(0, 90 * MINUTE), "resume", "is running, not paused: there is nothing to resume"),
        (HallClock(0, 90 * MINUTE, stopped=5), "pause", "is already paused"),
    ],
)
def test_what_cannot_be_done_with_the_clock_is_said(clock, act, sentence):
    """The desk is told what to do first."""
    with pytest.raises(Refused, match=sentence):
        check_clock_act(clock, act, 10)


def test_each_act_is_possible_at_its_stages_and_the_last_millisecond_stays():
    """Of 20 minutes that are left 19 can be taken away, and 20 once a millisecond more is left."""
    stages = {
        "none": None, "waiting": HallClock(99, MINUTE), "running": HallClock(0, MINUTE),
        "paused": HallClock(0, MINUTE, stopped=5), "run out": HallClock(-MINUTE, MINUTE),
        "stopped": HallClock(0, MINUTE, stopped=5, over=True),
        "ended": HallClock(-MINUTE, MINUTE, stopped=5, over=True),
    }  # fmt: skip
    possible = {
        "start": ["none", "run out", "stopped", "ended"], "pause": ["waiting", "running"],
        "resume": ["paused", "stopped"], "extra": ["waiting", "running", "paused", "run out"],
        "stop": ["waiting", "running", "paused", "run out"],
    }  # fmt: skip

    def refused(clock, act, now=10, minutes=1):
        try:
            check_clock_act(clock, act, now, minutes)
        except Refused:
            return True
        return False

    for act, expected in possible.items():
        assert [name for name, clock in stages.items() if not refused(clock, act)] == expected, act
    clock = HallClock(0, 90 * MINUTE)
    taken = [refused(clock, "extra", now, -20) for now in (70 * MINUTE - 1, 70 * MINUTE, 70 * MINUTE + 1)]
    assert taken == [False, True, True]
    early = HallClock(50 * MINUTE, 20 * MINUTE)
    assert [refused(early, "extra", 0, minutes) for minutes in (-19, -20)] == [False, True]


def test_the_counter_of_a_table_is_known_within_half_the_quickest_answer():
    """Most answers are delayed by something; the quickest one tells most."""
    chance = random.Random(7)
    time = DeviceTickOffset()
    for second in range(60):
        sent = 1000 * second
        there, back = chance.randrange(1, 60), chance.randrange(1, 60)
        time.add_reading(TickReading(sent, sent + there + back, 777_000 + sent + there))
    assert abs(time.ticks_at(60_000) - 837_000) <= time.best_reading.round_trip_ms // 2 + 1


def test_a_counter_that_wraps_goes_on():
    """A Pico's millisecond counter begins again every 12.4 days."""
    time = DeviceTickOffset()
    for second in range(62):
        time.add_reading(TickReading(1000 * second, 1000 * second + 2, (WRAP - 2500 + 1000 * second + 1) % WRAP))
    assert time.ticks_at(62_000) == 59_500
    assert time.drift_ppm == 0


def test_a_counter_that_wraps_again_goes_on_as_well():
    """After 25 days of a table that no one switched off; the quickest answer is still the first."""
    time = DeviceTickOffset()
    for step in range(8):
        now = 400_000_000 * step
        time.add_reading(TickReading(now, now + (10 if step else 2), (now + (5 if step else 1)) % WRAP))
    assert 2_800_000_000 > 2 * WRAP
    assert (time.best_reading.round_trip_ms, time.drift_ppm) == (2, None)
    assert time.ticks_at(2_800_000_001) == 2_800_000_001 % WRAP


def test_a_table_that_started_again_is_measured_anew():
    """Its counter began at zero; the old readings say nothing any more."""
    time = DeviceTickOffset()
    for second in range(4):
        time.add_reading(TickReading(1000 * second, 1000 * second + 2, 500_001 + 1000 * second))
    time.add_reading(TickReading(9000, 9002, 1201))
    assert time.ticks_at(10_001) == 2201
    for second in range(10, 72):
        time.add_reading(TickReading(1000 * second, 1000 * second + 2, 1000 * second - 7799))
    assert (time.ticks_at(72_001), time.drift_ppm) == (64_201, 0)


def test_a_measurement_counts_until_eight_later_ones():
    """A quick answer is worth more than the newest one, but not for ever."""
    time = DeviceTickOffset()
    time.add_reading(TickReading(0, 2, 1))
    for second in range(1, 9):
        assert time.best_reading.round_trip_ms == 2
        time.add_reading(TickReading(1000 * second, 1000 * second + 10, 1000 * second + 5))
    assert time.best_reading.round_trip_ms == 10


def test_a_counter_has_jumped_when_no_delay_explains_it():
    """A second and both answers' delays at most; what is just within that goes on with the old story."""
    for jump, drift in ((1004, 0), (1005, None)):
        time = DeviceTickOffset()
        for sent, ticks in ((0, 1), (1000, 1001 + jump), (61_000, 61_001)):
            time.add_reading(TickReading(sent, sent + 2, ticks))
        assert time.drift_ppm == drift


def test_drift_is_told_in_millionths():
    """A crystal that is 40 ppm fast gains 0.2 s in a session."""
    time = DeviceTickOffset()
    for second in range(0, 1001, 10):
        time.add_reading(TickReading(1000 * second, 1000 * second + 2, 1 + second * 1000 + second * 40 // 1000))
    assert 30 <= time.drift_ppm <= 50


def test_drift_is_told_exactly_where_answers_come_at_once():
    """Between the first answer and the best one now; a slow clock has less than nothing."""
    for after, ticks, drift in (
        (60_000, 60_060, 1000),
        (60_000, 59_997, -50),
        (100_000, 100_007, 70),
        (59_999, 1, None),
    ):
        time = DeviceTickOffset()
        time.add_reading(TickReading(0, 0, 0))
        time.add_reading(TickReading(after, after, ticks if drift is not None else after))
        assert (time.drift_ppm, len(time._known.last)) == (drift, 2)


def test_no_drift_is_told_from_a_few_seconds():
    """A millisecond of a measurement's error in two seconds would be told as 500 millionths."""
    time = DeviceTickOffset()
    assert time.drift_ppm is None
    time.add_reading(TickReading(0, 40, 1))
    time.add_reading(TickReading(2000, 2002, 2001))
    assert time.drift_ppm is None


def test_a_length_is_shortened_and_a_stop_ends_the_count():
    """What was mistyped is taken back; a stopped session stands still and can go on."""
    clock = held(("start", 0, 90), ("extra", MINUTE, -60))
    assert clock.until_end(MINUTE) == 29 * MINUTE
    with pytest.raises(Refused, match="stop the clock instead"):
        check_clock_act(clock, "extra", 10 * MINUTE, minutes=-20)
    stopped = held(("start", 0, 90), ("stop", 10 * MINUTE, 0))
    assert (stopped.stage(30 * MINUTE), stopped.until_end(30 * MINUTE)) == ("finished", 80 * MINUTE)
    assert stopped.until_signal(30 * MINUTE) == 0
    check_clock_act(stopped, "resume", 30 * MINUTE)
    again = held(("start", 0, 90), ("stop", 10 * MINUTE, 0), ("resume", 30 * MINUTE, 0))
    assert (again.stage(30 * MINUTE), again.until_end(31 * MINUTE)) == ("running", 79 * MINUTE)
    done = held(("start", 0, 90), ("stop", 100 * MINUTE, 0))
    assert not done.ended_early
