"""Lamps: what the table says, at the right seats."""

from simple_seat import SimpleSeat

from device.input import expander
from device.input.seat_box_driver import SeatBox
from device.outputs.lights import RiichiLamps


def _lamps():
    seats = [SimpleSeat() for _ in range(4)]
    ports = tuple([SeatBox(place, seat) for place, seat in enumerate(seats)])
    for port in ports:
        while not port.here:
            port.read_buttons()
    return RiichiLamps(ports), seats


def _lit(seats, bit):
    return [bool(seat.registers[expander.OLAT] & bit) for seat in seats]


def test_riichi_lamps_burn_at_the_seats_that_declared():
    lamps, seats = _lamps()
    lamps.show([2, 0], [], [], beat=False)
    assert _lit(seats, expander.LAMP) == [True, False, True, False]
    lamps.show([], [], [], beat=False)
    assert _lit(seats, expander.LAMP) == [False] * 4


def test_the_button_is_lit_where_a_riichi_would_be_taken():
    lamps, seats = _lamps()
    lamps.show([1], [0, 3], [], beat=False)
    assert _lit(seats, expander.LIGHT) == [True, False, False, True]


def test_a_seat_that_calls_the_referee_blinks_even_in_riichi():
    lamps, seats = _lamps()
    lamps.show([1], [], [1, 2], beat=True)
    assert _lit(seats, expander.LAMP) == [False, True, True, False]
    lamps.show([1], [], [1, 2], beat=False)
    assert _lit(seats, expander.LAMP) == [False, False, False, False]


def test_all_lamps_can_be_tried():
    lamps, seats = _lamps()
    lamps.set_all(True)
    assert _lit(seats, expander.LAMP) == _lit(seats, expander.LIGHT) == [True] * 4
    lamps.set_all(False)
    assert _lit(seats, expander.LAMP) == _lit(seats, expander.LIGHT) == [False] * 4
