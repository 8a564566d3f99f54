"""Buttons: every press counts once, whatever the contacts do, and the queue loses nothing in silence."""

from array import array

from device.buttons import (
    BACK,
    DICE,
    DOWN,
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
    Buttons,
    Contacts,
    EventQueue,
)

READ_US = 200
SCAN_US = 10_000
BOUNCE_US = 8000
LATE_US = 30_000


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

    def read_buttons(self, surely=False):
        return self.bits if self.here else None


class Board:
    def __init__(self):
        self.seats = tuple([Port(place) for place in range(4)])
        self.dice = False
        self.undo = False
        self.caught = 0
        self.calls = False

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
    event = buttons.take()
    while event is not None:
        found.append(event)
        event = buttons.take()
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
    assert _feed(Contacts(), "0011111000") == "..P......R"


def test_bounce_at_either_end_makes_no_second_press():
    """Two readings without the contact are bounce; only the third ends the press."""
    assert _feed(Contacts(), "0101101001000") == ".P..........R"


def test_the_next_press_may_follow_thirty_milliseconds_later():
    assert _feed(Contacts(), "01100010") == ".P...RP."


def test_a_button_down_when_the_box_comes_is_no_press():
    """Whoever plugs a box in with a thumb on RIICHI has not declared it."""
    assert _feed(Contacts(), "1110001") == "......P"


def test_holding_is_told_once_after_800_milliseconds():
    assert LONG_AFTER == 80
    said = _feed(Contacts(), "0" + "1" * 200 + "000")
    assert said == ".P" + "." * 79 + "L" + "." * 121 + "R"


def test_a_button_held_for_thirty_seconds_is_stuck_and_ignored_until_released():
    """A jammed button must not answer every question of the evening."""
    contacts = Contacts()
    _feed(contacts, "0" + "1" * STUCK_AFTER)
    assert contacts.stuck == 0
    contacts.sample(1)
    assert (contacts.stuck, contacts.ignored) == (1, 1)
    assert _feed(contacts, "1" * 100 + "0000") == "." * 104
    assert contacts.ignored == 0
    assert _feed(contacts, "01") == ".P"


def test_a_lost_box_ends_its_presses():
    contacts = Contacts()
    _feed(contacts, "011")
    contacts.lose()
    assert contacts.released == 1
    assert _feed(contacts, "11") == ".."


def test_all_buttons_of_a_place_are_told_apart():
    contacts = Contacts()
    for bits, pressed in ((0, 0), (0b00001, 0b00001), (0b10001, 0b10000), (0b11111, 0b01110)):
        contacts.sample(bits)
        assert contacts.pressed == pressed


def _waves(dice, count, shortest=40_000):
    """Return presses of a bouncing contact: when it closes and opens, in microseconds, flickers included."""
    edges = array("i")
    now = 50_000
    for _ in range(count):
        for steady in (shortest + dice.below(160_000), 60_000 + dice.below(200_000)):
            bounce = dice.below(BOUNCE_US)
            edges.append(now)
            flickers = dice.below(5)
            times = sorted([dice.below(bounce + 1) for _ in range(2 * flickers)])
            for at in times:
                edges.append(now + at)
            now += max(steady, BOUNCE_US + 1)
    return edges


class Wave:
    """A contact that follows a wave of edges; every reading takes its time on the bus."""

    def __init__(self, edges):
        self.place = 0
        self.here = True
        self.caught = 0
        self.calls = False
        self.now = 0
        self._edges = edges
        self._next = 0

    def read_buttons(self, surely=False):
        self.caught = 0
        self.calls = False
        while self._next < len(self._edges) and self._edges[self._next] <= self.now:
            self._next += 1
            self.caught |= self._next & 1
        self.now += READ_US
        return self._next & 1


def _heard(wave, gap_after):
    """Return the presses and releases that are heard of a wave; `gap_after` says when the next scan comes."""
    board = Board()
    board.seats = (wave, Port(1), Port(2), Port(3))
    buttons = Buttons(board)
    found = []
    gap = 0
    end = wave._edges[-1] + 300_000
    while wave.now < end:
        scan = wave.now
        buttons.scan(late=gap > LATE_US)
        found += [event[2] for event in _events(buttons) if event[2] in (PRESSED, RELEASED)]
        gap = gap_after()
        wave.now = scan + gap
    return found


def test_no_press_of_a_bouncing_contact_is_missed_or_doubled():
    """Presses from 40 ms, 60 ms apart, bounce up to 8 ms at both ends, scans up to 5 ms late."""
    dice = Dice(20)
    presses = 1000
    wave = Wave(_waves(dice, presses))
    assert _heard(wave, lambda: SCAN_US + dice.below(5000)) == [PRESSED, RELEASED] * presses


def test_no_press_is_missed_or_doubled_while_a_strip_is_erased():
    """Three blocks in a row take 45 to 50 ms each; between them the buttons are read once.

    Presses from 52 ms, 60 ms apart: a shorter one may lie between two readings, just after another.
    """
    presses = 500
    for seed in range(6):
        dice = Dice(seed)
        erases = [0]

        def gap(dice=dice, erases=erases):
            if erases[0] == 0 and dice.below(20) == 0:
                erases[0] = 3
            if erases[0]:
                erases[0] -= 1
                return 45_000 + dice.below(5000)
            return SCAN_US + dice.below(5000)

        assert _heard(Wave(_waves(dice, presses, 52_000)), gap) == [PRESSED, RELEASED] * presses


def test_a_button_let_go_just_before_an_erased_block_and_pressed_in_it_is_two_presses():
    """One ordinary reading without it is no release yet, but what is down after the gap is no bounce."""
    board, buttons = _holding(3, OK)
    board.seats[3].bits = 0
    buttons.scan()
    board.seats[3].bits = 1 << OK
    buttons.scan(late=True)
    buttons.scan()
    assert _events(buttons) == [(3, OK, PRESSED), (3, OK, RELEASED), (3, OK, PRESSED)]


def test_a_short_press_in_an_erased_block_after_a_button_was_let_go_for_long_counts():
    """The chips caught it, and the contact had come to rest before."""
    board, buttons = _holding(3, OK)
    board.seats[3].bits = 0
    buttons.scan()
    buttons.scan(late=True)
    board.seats[3].caught = 1 << OK
    buttons.scan(late=True)
    assert _events(buttons) == [(3, OK, PRESSED), (3, OK, RELEASED), (3, OK, PRESSED)]


def test_a_button_let_go_and_pressed_again_between_two_erased_blocks_is_two_presses():
    board, buttons = _holding(3, OK)
    for bits in (0, 1 << OK):
        board.seats[3].bits = bits
        buttons.scan(late=True)
    assert _events(buttons) == [(3, OK, PRESSED), (3, OK, RELEASED), (3, OK, PRESSED)]


def test_a_contact_that_fails_for_an_instant_after_an_erased_block_is_still_held():
    board, buttons = _holding(3, OK)
    readings = [0, 1 << OK]
    board.seats[3].read_buttons = lambda surely=False: readings.pop(0) if readings else 1 << OK
    buttons.scan(late=True)
    buttons.scan()
    assert _events(buttons) == [(3, OK, PRESSED)]


def test_what_bounces_after_it_was_let_go_between_two_erased_blocks_is_no_press():
    board, buttons = _holding(3, OK)
    board.seats[3].bits = 0
    buttons.scan(late=True)
    board.seats[3].caught = 1 << OK
    buttons.scan(late=True)
    assert _events(buttons) == [(3, OK, PRESSED), (3, OK, RELEASED)]


def test_presses_in_quick_succession_are_all_counted():
    """Sixty milliseconds down, forty up: as fast as fingers go through a menu."""
    dice = Dice(7)
    presses = 300
    wave = Wave(array("i", [40_000 + 50_000 * edge + (10_000 if edge & 1 else 0) for edge in range(2 * presses)]))
    board = Board()
    board.seats = (wave, Port(1), Port(2), Port(3))
    buttons = Buttons(board)
    found = 0
    while wave.now < wave._edges[-1] + 100_000:
        scan = wave.now
        buttons.scan()
        found += len([event for event in _events(buttons) if event[2] == PRESSED])
        wave.now = scan + SCAN_US + dice.below(2000)
    assert found == presses


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
    buttons.scan(late=True)
    board.seats[2].caught = 0
    for _ in range(3):
        buttons.scan()
    expected = [(2, OK, PRESSED), (TABLE, DICE, PRESSED), (2, OK, RELEASED), (TABLE, DICE, RELEASED)]
    assert _events(buttons) == expected


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
    buttons.scan(late=True)
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
    assert buttons.stuck(3) == 1 << RIICHI


def test_the_queue_keeps_order_and_counts_what_it_cannot_hold():
    """Thirty-two presses that nobody takes: the rest is counted, not silently gone."""
    queue = EventQueue()
    for step in range(40):
        queue.put(step % 5, OK, PRESSED)
    assert (queue.count, queue.lost) == (32, 8)
    assert [queue.take() for _ in range(32)] == [(step % 5, OK, PRESSED) for step in range(32)]
    queue.put(TABLE, UNDO, STUCK)
    assert queue.take() == (TABLE, UNDO, STUCK)


class WiredPort(Port):
    """A box whose interrupt wire calls until its buttons are read; `asked` counts how often they were."""

    def __init__(self, place):
        Port.__init__(self, place)
        self.calls = True
        self.seen = 0
        self.asked = 0

    def read_buttons(self, surely=False):
        self.asked += 1
        self.seen = self.bits
        return Port.read_buttons(self, surely)


class WiredBoard(Board):
    """A board that sees at one look whether a wire calls or a button in the centre is down."""

    def __init__(self):
        Board.__init__(self)
        self.seats = tuple([WiredPort(place) for place in range(4)])

    def is_idle(self):
        return not (self.dice or self.undo or [port for port in self.seats if port.bits != port.seen])


def test_of_seats_with_quiet_wires_only_the_one_that_holds_a_button_is_asked():
    """The others were read when their wires called last: a look at them takes as long as four of these."""
    board = WiredBoard()
    buttons = Buttons(board)
    buttons.scan()
    board.seats[2].bits = 1 << OK
    buttons.scan()
    asked = [port.asked for port in board.seats]
    for _ in range(20):
        buttons.scan()
    assert [port.asked - before for port, before in zip(board.seats, asked)] == [0, 0, 20, 0]
    # Another seat is heard at once, and then both are read every time.
    board.seats[0].bits = 1 << RIICHI
    buttons.scan()
    assert _events(buttons) == [(2, OK, PRESSED), (0, RIICHI, PRESSED)]
    asked = [port.asked for port in board.seats]
    buttons.scan()
    assert [port.asked - before for port, before in zip(board.seats, asked)] == [1, 1, 1, 1]


def test_a_box_that_is_pulled_while_its_button_is_held_ends_the_press():
    """Its wire is as quiet as before, so it is noticed when the box is read surely."""
    board = WiredBoard()
    buttons = Buttons(board)
    buttons.scan()
    board.seats[1].bits = 1 << DOWN
    buttons.scan()
    assert _events(buttons) == [(1, DOWN, PRESSED)]
    board.seats[1].here = False
    for _ in range(3):
        buttons.scan()
    assert _events(buttons) == [(1, DOWN, RELEASED)]


def test_a_seat_that_holds_a_button_is_told_as_if_all_were_read_every_time():
    """Presses, long ones, bounce at either end, at one seat and at several."""
    chance = Dice(7)
    plain, wired = Board(), WiredBoard()
    both = (Buttons(plain), Buttons(wired))
    seen = []
    for step in range(6000):
        if chance.below(12) == 0:
            place, bits = chance.below(4), chance.below(3) and 1 << chance.below(5)
            for board in (plain, wired):
                board.seats[place].bits = bits
        if chance.below(200) == 0:
            plain.dice = wired.dice = not plain.dice
        for buttons in both:
            buttons.scan()
        told = [sorted(_events(buttons)) for buttons in both]
        assert told[0] == told[1], step
        seen += told[0]
    assert len(seen) > 300
