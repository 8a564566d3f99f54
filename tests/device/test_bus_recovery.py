"""A stuck data line is freed by the supply's switch, but not at the price of the other seats."""

from device.input.bus_power_cycle import MOST_ATTEMPTS, OFF_TICKS, STUCK_TICKS, StuckBusReset


class Port:
    def __init__(self):
        self.stuck = False


class Board:
    def __init__(self):
        self.seats = tuple([Port() for _ in range(4)])
        self.switched = []

    def set_seat_power(self, on):
        self.switched.append(on)


def _tick(recovery, times):
    for _ in range(times):
        recovery.tick()


def test_free_lines_are_left_alone():
    board = Board()
    _tick(StuckBusReset(board), 1000)
    assert board.switched == []


def test_a_line_low_for_a_moment_is_left_alone():
    """A plug goes in contact by contact."""
    board = Board()
    recovery = StuckBusReset(board)
    board.seats[2].stuck = True
    _tick(recovery, STUCK_TICKS - 1)
    board.seats[2].stuck = False
    _tick(recovery, 100)
    assert board.switched == []


def test_a_stuck_line_gets_its_supply_switched_off_and_on():
    board = Board()
    recovery = StuckBusReset(board)
    board.seats[2].stuck = True
    _tick(recovery, STUCK_TICKS)
    assert board.switched == [False]
    _tick(recovery, OFF_TICKS)
    assert board.switched == [False, True]
    board.seats[2].stuck = False
    _tick(recovery, 100)
    assert board.switched == [False, True]
    assert recovery.attempts == 0


def test_a_short_does_not_darken_the_table_for_ever():
    """After some attempts the box is left alone; once it was free, a new fault gets new attempts."""
    board = Board()
    recovery = StuckBusReset(board)
    board.seats[1].stuck = True
    _tick(recovery, 10_000)
    assert board.switched == [False, True] * MOST_ATTEMPTS
    board.seats[1].stuck = False
    _tick(recovery, 1)
    board.seats[1].stuck = True
    _tick(recovery, STUCK_TICKS)
    assert board.switched == [False, True] * MOST_ATTEMPTS + [False]
