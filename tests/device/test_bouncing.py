"""Contacts bounce, and while a strip of the flash is erased no one reads them: every press counts once all the same."""

from array import array

from test_buttons import Board, Dice, Port, _events, _holding

from device.input.buttons import OK, PRESSED, RELEASED, Buttons

READ_US = 200
SCAN_US = 10_000
BOUNCE_US = 8000
LATE_US = 30_000


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
        buttons.scan(is_late=gap > LATE_US)
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
    buttons.scan(is_late=True)
    buttons.scan()
    assert _events(buttons) == [(3, OK, PRESSED), (3, OK, RELEASED), (3, OK, PRESSED)]


def test_a_short_press_in_an_erased_block_after_a_button_was_let_go_for_long_counts():
    """The chips caught it, and the contact had come to rest before."""
    board, buttons = _holding(3, OK)
    board.seats[3].bits = 0
    buttons.scan()
    buttons.scan(is_late=True)
    board.seats[3].caught = 1 << OK
    buttons.scan(is_late=True)
    assert _events(buttons) == [(3, OK, PRESSED), (3, OK, RELEASED), (3, OK, PRESSED)]


def test_a_button_let_go_and_pressed_again_between_two_erased_blocks_is_two_presses():
    board, buttons = _holding(3, OK)
    for bits in (0, 1 << OK):
        board.seats[3].bits = bits
        buttons.scan(is_late=True)
    assert _events(buttons) == [(3, OK, PRESSED), (3, OK, RELEASED), (3, OK, PRESSED)]


def test_a_contact_that_fails_for_an_instant_after_an_erased_block_is_still_held():
    board, buttons = _holding(3, OK)
    readings = [0, 1 << OK]
    board.seats[3].read_buttons = lambda surely=False: readings.pop(0) if readings else 1 << OK
    buttons.scan(is_late=True)
    buttons.scan()
    assert _events(buttons) == [(3, OK, PRESSED)]


def test_what_bounces_after_it_was_let_go_between_two_erased_blocks_is_no_press():
    board, buttons = _holding(3, OK)
    board.seats[3].bits = 0
    buttons.scan(is_late=True)
    board.seats[3].caught = 1 << OK
    buttons.scan(is_late=True)
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
