"""Seats whose interrupt wires are quiet are not asked, and nothing that happens there is told otherwise."""

from test_buttons import Board, Dice, Port, _events

from device.input.buttons import DOWN, OK, PRESSED, RELEASED, RIICHI, Buttons


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
