"""One seat's box: found, lost, put back, replaced, its lamps and its display right every time."""

from simple_seat import SimpleSeat

from device.input import expander
from device.input.seat_box_driver import RETRY_EVERY, SeatBox

OK_BIT = 1 << 1


def _port():
    seat = SimpleSeat()
    port = SeatBox(0, seat)
    while not port.here:
        port.read_buttons()
    return seat, port


def test_a_box_is_set_up_at_the_first_reading():
    """Inputs with pull-ups, the display out of its reset and set up, still dark."""
    seat, port = _port()
    assert (port.here, port.display_here, port.renewed) == (True, True, 1)
    assert seat.registers[0] == expander.INPUTS
    assert seat.registers[expander.GPPU] == expander.INPUTS
    assert not seat.lit


def test_pressed_buttons_are_bits():
    seat, port = _port()
    seat.pressed = OK_BIT | 1 << 4
    assert port.read_buttons() == OK_BIT | 1 << 4


def test_a_missing_box_reads_none_and_costs_one_attempt_in_half_a_second():
    """Fifty scans of 10 ms: the other seats must not wait for what is not there."""
    seat = SimpleSeat()
    seat.plugged = False
    port = SeatBox(0, seat)
    assert [port.read_buttons() for _ in range(2 * RETRY_EVERY)] == [None] * (2 * RETRY_EVERY)
    assert seat.freed == 2
    assert port.faults == 0


def test_one_bad_transfer_is_no_unplugged_box():
    """A spark costs one reading, not a reset of the display."""
    seat, port = _port()
    seat.fail_next = 1
    assert port.read_buttons() is None
    assert port.here
    assert port.read_buttons() == 0
    assert (port.renewed, port.faults) == (1, 1)


def test_a_pulled_box_is_noticed_within_three_readings():
    seat, port = _port()
    seat.plugged = False
    for _ in range(3):
        port.read_buttons()
    assert not port.here
    assert not port.display_here


def test_a_box_put_back_is_set_up_again():
    """The lamp that should be lit is lit again, and the display says that it shows nothing yet."""
    seat, port = _port()
    port.set_lamp(True)
    seat.plugged = False
    for _ in range(3):
        port.read_buttons()
    seat.power_on()
    seat.plugged = True
    for _ in range(RETRY_EVERY + 1):
        port.read_buttons()
    assert port.here
    assert port.renewed == 2
    assert seat.registers[expander.OLAT] & expander.LAMP


def test_a_box_replaced_between_two_readings_is_noticed_by_its_pull_ups():
    """The chip that comes answers at once, but its GPPU reads 0: it has forgotten everything."""
    seat, port = _port()
    port.set_lamp(True)
    seat.power_on()
    assert port.read_buttons() == 0
    assert port.renewed == 2
    assert seat.registers[expander.OLAT] & expander.LAMP


def test_a_lamp_set_while_the_box_is_away_is_lit_when_it_comes():
    seat, port = _port()
    seat.plugged = False
    for _ in range(3):
        port.read_buttons()
    port.set_lamp(True)
    seat.power_on()
    seat.plugged = True
    for _ in range(RETRY_EVERY + 1):
        port.read_buttons()
    assert seat.registers[expander.OLAT] & expander.LAMP


def test_a_lamp_whose_write_failed_is_written_with_the_next_reading():
    seat, port = _port()
    seat.fail_next = 1
    port.set_lamp(True)
    assert not seat.registers[expander.OLAT] & expander.LAMP
    port.read_buttons()
    assert seat.registers[expander.OLAT] & expander.LAMP


def test_a_lamp_is_written_only_when_it_changes():
    """The app says what should be lit twenty times a second."""
    seat, port = _port()
    port.set_lamp(True)
    before = len(seat.transfers)
    port.set_lamp(True)
    assert len(seat.transfers) == before


def test_a_display_that_never_answers_does_not_take_the_buttons_away():
    """The seat can still declare riichi; the display is asked again twice a second."""
    seat = SimpleSeat()
    seat.display_works = False
    port = SeatBox(0, seat)
    seat.pressed = OK_BIT
    readings = [port.read_buttons() for _ in range(10)]
    assert readings == [OK_BIT] * 10
    assert (port.here, port.display_here) == (True, False)
    assert not port.write(b"\x80\xb0\x80\x00\x80\x10\x40\xff")
    seat.display_works = True
    for _ in range(RETRY_EVERY):
        port.read_buttons()
    assert port.display_here


def test_a_page_lands_at_its_columns():
    seat, port = _port()
    assert port.write(b"\x80\xb5\x80\x00\x80\x17\x40" + b"\x3c" * 16)
    assert bytes(seat.memory[5 * 128 + 112 : 6 * 128]) == b"\x3c" * 16
    assert seat.memory[5 * 128 + 111] == 0xA5


def test_a_reset_of_the_display_leaves_the_lamps_alone():
    seat, port = _port()
    port.set_lamp(True)
    port.set_button_light(True)
    port._set_up_display()
    assert seat.resets == 1
    outputs = expander.LAMP | expander.LIGHT | expander.RUN_DISPLAY
    assert seat.registers[expander.OLAT] == outputs


def test_without_supply_the_wires_are_let_go_and_nothing_is_asked():
    """A pulled-up line would feed the box through its data pins."""
    seat, port = _port()
    port.on_power_switch(False)
    before = len(seat.transfers)
    assert seat.freed == 1
    assert [port.read_buttons() for _ in range(100)] == [None] * 100
    assert len(seat.transfers) == before
    seat.power_on()
    port.on_power_switch(True)
    assert port.read_buttons() == 0
    assert port.renewed == 2
