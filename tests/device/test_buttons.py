"""Buttons: every press counts once, no matter what the contacts do, and the queue loses nothing in silence."""

from device.input.buttons import (
    BACK,
    DICE,
    LONG,
    LONG_AFTER,
    OK,
    PRESSED,
    RELEASED,
    RIICHI,
    STUCK,
    STUCK_AFTER,
    TABLE,
    UNDO,
    ButtonDebouncer,
    Buttons,
    EventQueue,
)


class Dice:
    """Numbers that look random and are the same on both interpreters."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self.state >> 8) % limit


class Port:
    """A box of which only the buttons count."""

    def __init__(self, place):
        self.place = place
        self.here = True
        self.bits = 0
        self.caught = 0
        self.calls = False
        self.readings = 0

    def read_buttons(self, surely=False):
        self.readings += 1
        return self.bits if self.here else None


class Board:
    def __init__(self):
        self.seats = tuple([Port(place) for place in range(4)])
        self.dice = False
        self.undo = False
        self.caught = 0
        self.calls = False

    def is_idle(self):
        return not any([port.bits or port.caught for port in self.seats]) and not self.dice and not self.undo

    def table_pressed(self):
        return self.dice

    def undo_pressed(self):
        return self.undo

    def table_was_pressed(self):
        return bool(self.caught & 1)

    def undo_was_pressed(self):
        return bool(self.caught & 2)

    def forget_presses(self):
        self.caught = 0
        self.calls = False


def _events(buttons):
    found = []
    event = buttons.next_event()
    while event is not None:
        found.append(event)
        event = buttons.next_event()
    return found


def _feed(contacts, samples):
    """Return what a script of readings makes of the first button: P, L, R or S at each."""
    said = ""
    for sample in samples:
        contacts.sample(1 if sample == "1" else 0)
        said += "P" if contacts.pressed else "L" if contacts.long else "R" if contacts.released else "."
    return said


def _at_rest():
    """Return a board on which nothing is pressed, and its buttons after a scan."""
    board = Board()
    buttons = Buttons(board)
    buttons.scan()
    return board, buttons


def _holding(place, button):
    """Return the same while a seat holds a button."""
    board, buttons = _at_rest()
    board.seats[place].bits = 1 << button
    buttons.scan()
    return board, buttons


def test_a_press_counts_at_the_first_reading():
    assert _feed(ButtonDebouncer(), "0011111000") == "..P......R"


def test_bounce_at_either_end_makes_no_second_press():
    """Two readings without the contact are bounce; only the third ends the press."""
    assert _feed(ButtonDebouncer(), "0101101001000") == ".P..........R"


def test_the_next_press_may_follow_thirty_milliseconds_later():
    assert _feed(ButtonDebouncer(), "01100010") == ".P...RP."


def test_a_button_down_when_the_box_comes_is_no_press():
    """Anyone who plugs a box in with a thumb on RIICHI has not declared it."""
    assert _feed(ButtonDebouncer(), "1110001") == "......P"


def test_holding_is_told_once_after_800_milliseconds():
    assert LONG_AFTER == 80
    said = _feed(ButtonDebouncer(), "0" + "1" * 200 + "000")
    assert said == ".P" + "." * 79 + "L" + "." * 121 + "R"


def test_a_button_held_for_thirty_seconds_is_stuck_and_ignored_until_released():
    """A jammed button must not answer every question of the evening."""
    contacts = ButtonDebouncer()
    _feed(contacts, "0" + "1" * STUCK_AFTER)
    assert contacts.stuck == 0
    contacts.sample(1)
    assert (contacts.stuck, contacts.ignored) == (1, 1)
    assert _feed(contacts, "1" * 100 + "0000") == "." * 104
    assert contacts.ignored == 0
    assert _feed(contacts, "01") == ".P"


def test_a_lost_box_ends_its_presses():
    contacts = ButtonDebouncer()
    _feed(contacts, "011")
    contacts.lose()
    assert contacts.released == 1
    assert _feed(contacts, "11") == ".."


def test_all_buttons_of_a_place_are_told_apart():
    contacts = ButtonDebouncer()
    for bits, pressed in ((0, 0), (0b00001, 0b00001), (0b10001, 0b10000), (0b11111, 0b01110)):
        contacts.sample(bits)
        assert contacts.pressed == pressed


def test_sixteen_buttons_at_once_are_all_seen():
    """Four seats press four buttons each in the same moment."""
    board, buttons = _at_rest()
    for port in board.seats:
        port.bits = 0b01111
    buttons.scan()
    expected = [(place, button, PRESSED) for place in range(4) for button in range(4)]
    assert sorted(_events(buttons)) == expected


def test_the_centre_buttons_are_a_place_of_their_own():
    board, buttons = _at_rest()
    board.dice = True
    buttons.scan()
    board.undo = True
    buttons.scan()
    assert _events(buttons) == [(TABLE, DICE, PRESSED), (TABLE, UNDO, PRESSED)]


def test_a_spark_that_is_gone_at_the_second_look_is_no_press():
    board, buttons = _at_rest()
    readings = [1, 0]
    board.seats[2].read_buttons = lambda surely=False: readings.pop(0) if readings else 0
    buttons.scan()
    assert _events(buttons) == []


def test_a_press_that_came_and_went_while_nothing_was_read_counts():
    """The flash erases blocks, and the processor stands still meanwhile; the chips do not."""
    board, buttons = _at_rest()
    board.seats[2].caught = 1 << OK
    board.caught = 1
    buttons.scan(is_late=True)
    board.seats[2].caught = 0
    for _ in range(3):
        buttons.scan()
    expected = [(2, OK, PRESSED), (TABLE, DICE, PRESSED), (2, OK, RELEASED), (TABLE, DICE, RELEASED)]
    assert _events(buttons) == expected


def test_a_late_look_reads_no_seat_whose_wire_is_quiet_unless_the_centre_has_caught_a_press():
    """A table in a browser looks seldom while nothing happens, and each look is late."""
    board, buttons = _at_rest()
    for port in board.seats:
        port.calls = True
    buttons.scan()
    read = [port.readings for port in board.seats]
    buttons.scan(is_late=True)
    assert [port.readings for port in board.seats] == read
    board.caught = 1
    buttons.scan(is_late=True)
    assert _events(buttons) == [(TABLE, DICE, PRESSED)]
    board.seats[1].caught = 1 << OK
    buttons.scan(is_late=True)
    assert (1, OK, PRESSED) in _events(buttons)


def test_what_the_chips_caught_in_an_ordinary_gap_is_a_spark():
    """Ten milliseconds are too short for a finger."""
    board, buttons = _at_rest()
    board.seats[2].caught = 1 << OK
    board.caught = 3
    buttons.scan()
    assert _events(buttons) == []


def test_the_end_of_a_long_press_is_no_new_press():
    """Its contact still bounces while nothing is read."""
    board, buttons = _holding(1, BACK)
    board.seats[1].bits = 0
    board.seats[1].caught = 1 << BACK
    buttons.scan(is_late=True)
    board.seats[1].caught = 0
    for _ in range(3):
        buttons.scan()
    assert _events(buttons) == [(1, BACK, PRESSED), (1, BACK, RELEASED)]


def test_a_pulled_box_lets_go_of_its_buttons():
    board, buttons = _holding(1, BACK)
    board.seats[1].here = False
    buttons.scan()
    assert _events(buttons) == [(1, BACK, PRESSED), (1, BACK, RELEASED)]


def test_a_stuck_button_is_reported():
    board, buttons = _at_rest()
    board.seats[3].bits = 1 << RIICHI
    for _ in range(STUCK_AFTER + 1):
        buttons.scan()
    assert _events(buttons) == [(3, RIICHI, PRESSED), (3, RIICHI, LONG), (3, RIICHI, STUCK)]
    assert buttons.stuck_bits(3) == 1 << RIICHI


def test_the_queue_keeps_order_and_counts_what_it_cannot_hold():
    """Thirty-two presses that no one takes: the rest is counted, not silently gone."""
    queue = EventQueue()
    for step in range(40):
        queue.put(step % 5, OK, PRESSED)
    assert (queue.count, queue.lost) == (32, 8)
    assert [queue.pop() for _ in range(32)] == [(step % 5, OK, PRESSED) for step in range(32)]
    queue.put(TABLE, UNDO, STUCK)
    assert queue.pop() == (TABLE, UNDO, STUCK)
