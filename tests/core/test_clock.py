"""The session clock: time goes in as a number, so every second can be looked at."""

from tenbo_core import clock
from tenbo_core.clock import FINISHED, PAUSED, RUNNING, WAITING, SecondCounter, Session
from tenbo_core.errors import TenboError
from tenbo_core.events import make
from tenbo_core.fold import apply


def table_after(*events):
    """Return the table after events, each as (second, kind, fields)."""
    table = apply(None, make(0, "start", 4, 0, {"rules": "ema-2016"}))
    for n, (at, kind, values) in enumerate(events):
        table = apply(table, make(n + 1, kind, 4, at, values))
    return table


def refusal(table, at, kind, values):
    """Return the error with which an event is refused."""
    try:
        apply(table, make(99, kind, 4, at, values))
    except TenboError as error:
        return error
    return None


def test_the_book_gives_the_length_and_the_signal():
    """EMA plays 90 minutes and signals 15 before the end (5.9)."""
    session = table_after((100, "session", {})).session
    assert session == Session(100, 5400, 900)
    assert session.left(100) == 5400
    assert session.until_signal(4599) == 1
    assert session.until_signal(4600) == 0
    assert session.left(5500) == 0


def test_a_session_can_begin_at_a_second_to_come():
    """All tables start on the same second; no hand begins before it."""
    table = table_after((100, "session", {"start": 160}))
    assert table.session.stage(159) == WAITING
    assert table.session.left(130) == 5400
    assert refusal(table, 159, "hand", {}).code == "not_allowed_now"
    assert refusal(table, 160, "hand", {}) is None


def test_a_start_may_be_now_and_not_before():
    """What is over cannot be waited for."""
    table = table_after()
    assert refusal(table, 100, "session", {"start": 99}).at == "start"
    assert apply(table, make(1, "session", 4, 100, {"start": 100})).session.start == 100


def test_a_pause_stops_the_clock_and_the_next_hand():
    """Ten minutes of fire alarm are no one's ten minutes."""
    table = table_after((0, "session", {}), (1000, "pause", {}))
    assert table.session.stage(1300) == PAUSED
    assert table.session.left(1300) == 4400
    assert refusal(table, 1300, "hand", {}).code == "not_allowed_now"
    again = table_after((0, "session", {}), (1000, "pause", {}), (1600, "resume", {}))
    assert again.session.stage(1600) == RUNNING
    assert again.session.left(1700) == 4300


def test_a_pause_before_the_start_moves_the_start():
    """The start signal does not sound while the hall is stopped."""
    table = table_after((0, "session", {"start": 60}), (30, "pause", {}), (300, "resume", {}))
    assert table.session.left(300) == 5400
    assert table.session.left(310) == 5390


def test_extra_time_moves_signal_and_end():
    """A table that waited for the referee plays as long as the others."""
    table = table_after((0, "session", {}), (2000, "extra", {"minutes": 7}))
    assert table.session.until_signal(4500) == 420
    assert table.session.left(5400) == 420


def test_a_mistyped_length_is_shortened():
    """Less time is given as more time is; a session without any time is none."""
    table = table_after((0, "session", {"minutes": 90}), (60, "extra", {"minutes": -60}))
    assert table.session.left(60) == 29 * 60
    assert refusal(table, 61, "extra", {"minutes": -30}).code == "not_allowed_now"
    assert refusal(table, 61, "extra", {"minutes": -1441}).code == "bad_field"


def test_a_stopped_session_is_given_its_time_anew():
    """The desk stops a session with a mistyped length and starts another; what the first one signalled is void."""
    first = table_after((0, "session", {"minutes": 15}), (1, "signal", {}))
    assert refusal(first, 2, "session", {"minutes": 90}).code == "not_allowed_now"
    table = apply(apply(first, make(3, "pause", 4, 30, {})), make(4, "session", 4, 40, {"minutes": 90, "start": 45}))
    assert table.session == Session(45, 5400, 900)
    assert table.hands_left is None
    assert clock.is_signal_due(table, 45 + 4500)


def test_the_signal_is_due_once():
    """A device asks every second; the signal is an event, and after it nothing is due."""
    table = table_after((0, "session", {}), (10, "hand", {}))
    assert not clock.is_signal_due(table, 4499)
    assert clock.is_signal_due(table, 4500)
    assert clock.is_signal_due(table, 9000)
    sounded = apply(table, make(9, "signal", 6, 4500, {}))
    assert not clock.is_signal_due(sounded, 4501)
    assert clock.remaining_hands_text(sounded) == "finish this hand and play one more"


def test_no_signal_is_due_in_a_pause_before_the_start_or_without_a_session():
    """A table whose clock stands still does not end."""
    stopped = table_after((0, "session", {}), (4400, "pause", {}))
    assert not clock.is_signal_due(stopped, 9999)
    assert not clock.is_signal_due(table_after((0, "session", {"start": 9000})), 8999)
    assert not clock.is_signal_due(table_after(), 9999)


def test_a_signal_that_fell_into_a_pause_is_due_after_it():
    """Time that was not played does not bring the signal nearer."""
    table = table_after((0, "session", {}), (4499, "pause", {}), (6000, "resume", {}))
    assert not clock.is_signal_due(table, 6000)
    assert clock.is_signal_due(table, 6001)


def test_what_may_still_be_played_in_words():
    """The display says it in the book's sense, as the hands go by."""
    table = table_after((0, "session", {}))
    assert clock.remaining_hands_text(table) == ""
    table = apply(table, make(2, "signal", 6, 4500, {}))
    assert clock.remaining_hands_text(table) == "play one more hand"
    table = apply(table, make(3, "hand", 6, 4510, {}))
    assert clock.remaining_hands_text(table) == "finish this hand"
    table = apply(table, make(4, "chombo", 6, 4520, {"seats": [1]}))
    assert clock.remaining_hands_text(table) == "play one more hand"
    table = apply(table, make(5, "hand", 6, 4530, {}))
    table = apply(table, make(6, "draw", 6, 4600, {"tenpai": []}))
    assert clock.remaining_hands_text(table) == "the game is over"


def test_each_warning_falls_due_once():
    """15, 5 and 1 minutes before the end, and at the end, however often the device looks."""
    table = table_after((0, "session", {}))
    heard = []
    before = 0
    for now in range(7, 5600, 7):
        due = clock.due_warning(table, before, now)
        if due is not None:
            heard.append((due, now))
        before = now
    assert heard == [(15, 4501), (5, 5103), (1, 5341), (0, 5404)]


def test_a_long_gap_gives_the_latest_warning_alone():
    """A device that was without power for a while does not sound three alarms."""
    table = table_after((0, "session", {}))
    assert clock.due_warning(table, 4000, 5350) == 1
    assert clock.due_warning(table, 5350, 5350) is None
    assert clock.due_warning(table_after(), 0, 9999) is None


def test_the_time_is_up():
    """A hand that runs then is finished; the clock stands at zero."""
    session = Session(0, 60, 0)
    assert session.stage(59) == RUNNING
    assert session.stage(60) == FINISHED
    assert session.left(1000) == 0


def test_seconds_are_counted_over_the_wrap_of_the_counter():
    """A Pico's counter starts again every 12.4 days, in the middle of a hand if it likes."""
    period = 1 << 30
    seconds = SecondCounter(period, period - 2500)
    reading = period - 2500
    for step in range(1, 1001):
        reading = (reading + 977) % period
        assert seconds.advance(reading) == 977 * step // 1000


def test_seconds_begin_where_the_ledger_left_off():
    """After a power cut the ledger goes on counting."""
    assert SecondCounter(1 << 30, 5, value=400).advance(1005) == 401


def test_a_clock_that_is_put_back_waits_and_never_counts_a_second_twice():
    """The hall corrects a table's clock; what has happened keeps its second."""
    seconds = SecondCounter(1 << 30, 0)
    assert seconds.advance(5000) == 5
    seconds.shift(-2000)
    assert seconds.advance(6500) == 5
    assert seconds.advance(8000) == 6
    seconds.shift(3000)
    assert seconds.advance(8000) == 9


def test_a_pause_that_ends_before_the_start_is_none():
    """It began before the start and ended before it: nothing of the session was lost."""
    stopped = Session(100, 600, 60, stopped=40)
    for at, paused in ((40, 0), (99, 0), (100, 0), (101, 1), (160, 60)):
        assert stopped.after_pause(at) == Session(100, 600, 60, paused=paused)
    assert Session(100, 600, 60, paused=5, stopped=130).after_pause(135) == Session(100, 600, 60, paused=10)


def test_a_session_that_is_not_stopped_goes_on_as_it_is():
    """Nothing is to be made up for."""
    session = Session(100, 600, 60, paused=5)
    assert session.after_pause(300) == session


def test_a_warning_is_due_at_its_second_and_not_behind_it():
    """However often a device looks at the same second."""
    table = table_after((0, "session", {}))
    for minutes in (15, 5, 1):
        due = 5400 - 60 * minutes
        assert clock.due_warning(table, due - 1, due) == minutes
        assert clock.due_warning(table, due - 2, due - 1) is None
        assert clock.due_warning(table, due, due + 1) is None


def test_milliseconds_are_those_of_a_reading_before_or_behind_the_last_one():
    """Up to half a round of the counter either way, and over its wrap; what was taken beyond a second counts."""
    for period in (1 << 30, 10_001):
        half = period // 2
        for last in (0, 4_321, period - 1):
            seconds = SecondCounter(period, last, value=7)
            for apart in (0, 1, -1, 1_234, -1_234, half - 1, -half):
                assert seconds.ms_at((last + apart) % period) == 7_000 + apart
    seconds = SecondCounter(1 << 30, 0)
    seconds.advance(2_345)
    assert (seconds.value, seconds.ms_at(2_345), seconds.ms_at(2_300)) == (2, 2_345, 2_300)
