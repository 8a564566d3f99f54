"""A panel sends what changed and nothing else, page by page, and survives everything its cable does."""

import micropython
import screen_views
from simple_seat import DISPLAY, SimpleSeat

from device.input.buttons import Buttons
from device.input.seat_box_driver import RETRY_EVERY, SeatBox
from device.outputs import screen_renderer
from device.outputs.seat_display import SeatDisplay
from device.text.blitter import overlay
from device.text.display_frame import DisplayFrame

A_PAGE = 128
# The commands before the columns of a line.
HEAD = 7


def _panel():
    """Return a panel whose display shows its frame, and the seat behind it with an empty list of transfers."""
    seat = SimpleSeat()
    port = SeatBox(0, seat)
    port.read_buttons()
    panel = SeatDisplay(port)
    _push_all(panel)
    del seat.transfers[:]
    return seat, port, panel


def _push_all(panel):
    pushes = 0
    while panel.push_pages():
        pushes += 1
        assert pushes < 100, "the panel never comes to rest"
    return pushes


def _sent(seat):
    """Return how many bytes of pixels the display got."""
    return sum([length - HEAD for address, length in seat.transfers if address == DISPLAY and length > HEAD])


def _show(panel, view):
    panel.snapshot_frame()
    screen_renderer.draw(view, panel.frame)
    panel.update()
    _push_all(panel)


def test_a_new_display_gets_the_whole_picture_before_it_is_lit():
    """Its memory holds noise after power-on, which no one should see."""
    seat = SimpleSeat()
    port = SeatBox(0, seat)
    port.read_buttons()
    panel = SeatDisplay(port)
    panel.snapshot_frame()
    panel.frame.fill(1)
    panel.update()
    lit = []
    while panel.push_pages():
        lit.append(seat.lit)
    assert bytes(seat.memory) == b"\xff" * 1024
    assert lit == [False] * 4 + [True]


def test_nothing_changed_sends_nothing():
    seat, _, panel = _panel()
    panel.snapshot_frame()
    panel.update()
    assert _push_all(panel) == 0
    assert seat.transfers == []


def test_one_changed_pixel_sends_four_columns_of_one_page():
    seat, _, panel = _panel()
    panel.snapshot_frame()
    panel.frame.pixel(100, 37, 1)
    panel.update()
    assert _push_all(panel) == 1
    assert _sent(seat) == 4
    assert len(seat.transfers) == 1
    assert seat.memory[37 // 8 * 128 + 100] == 1 << 37 % 8


def test_the_display_always_ends_with_the_drawn_frame():
    """Every scene after every other one: what is sent is the difference, what is seen the whole."""
    seat, _, panel = _panel()
    for _, first in screen_views.SCENES:
        for _, second in screen_views.SCENES[:4]:
            _show(panel, first)
            _show(panel, second)
            assert seat.memory == panel.frame.buffer
            del seat.transfers[:]


def test_a_push_sends_at_most_what_three_pages_take():
    """The loop gets its turn after 9 ms of bus at the latest."""
    seat, _, panel = _panel()
    panel.snapshot_frame()
    panel.frame.fill(1)
    panel.update()
    more = True
    while more:
        before = seat.bus_us()
        more = panel.push_pages()
        assert seat.bus_us() - before <= 9300


def test_one_changed_digit_costs_at_most_three_pages_of_bytes():
    """Each digit of the own score, changed to each other digit, at each shift of the layout."""
    seat, _, panel = _panel()
    for shift in range(4):
        for place in range(5):
            for digit in range(1, 10):
                view = screen_views._score(0, hand=1, honba=shift, scores=[11111, 30000, 30000, 30000])
                _show(panel, view)
                del seat.transfers[:]
                view.score = 11111 + (digit - 1) * 10**place
                _show(panel, view)
                assert _sent(seat) <= 3 * A_PAGE
                assert digit == 1 or _sent(seat) > 0


def test_a_riichi_reaches_all_four_seats_within_sixty_milliseconds_of_bus():
    """The press, the lamp, four displays: all that the wires carry, one seat after the other."""
    panels = [_panel() for _ in range(4)]
    for seat in range(4):
        _show(panels[seat][2], screen_views._score(seat, "0:59:59", hand=2, scores=[30000, 30000, 25100, 34900]))
        del panels[seat][0].transfers[:]
    after = {"hand": 2, "sticks": 1, "riichi": [1], "scores": [30000, 29000, 25100, 34900]}
    panels[1][1].set_lamp(True)
    for seat in range(4):
        panels[seat][1].read_buttons()
        _show(panels[seat][2], screen_views._score(seat, "0:59:58", **after))
    total = sum([seat.bus_us() for seat, _, _ in panels])
    assert 1000 < total <= 60_000


def test_a_failed_transfer_is_repeated():
    seat, _, panel = _panel()
    panel.snapshot_frame()
    panel.frame.fill(1)
    panel.update()
    seat.fail_next = 2
    _push_all(panel)
    assert bytes(seat.memory) == b"\xff" * 1024


def test_a_box_put_back_gets_its_whole_picture():
    seat, port, panel = _panel()
    _show(panel, screen_views.SCENES[0][1])
    seat.plugged = False
    for _ in range(3):
        port.read_buttons()
    assert not panel.push_pages()
    _show(panel, screen_views.SCENES[2][1])
    seat.power_on()
    seat.plugged = True
    for _ in range(RETRY_EVERY + 1):
        port.read_buttons()
    _push_all(panel)
    assert seat.memory == panel.frame.buffer
    assert seat.lit


def test_nobody_makes_a_display_brighter_than_the_power_budget_counts_on():
    """Full contrast asked for is half of it sent, which four displays may have at once."""
    seat, _, panel = _panel()
    panel.contrast(0xFF)
    _push_all(panel)
    assert seat.contrast == 0x80


def test_brightness_and_sleep_survive_a_replug():
    """A box that is put back in a dark hall must not glare."""
    seat, port, panel = _panel()
    panel.contrast(0x20)
    panel.sleep(True)
    _push_all(panel)
    assert (seat.contrast, seat.lit) == (0x20, False)
    seat.power_on()
    port.read_buttons()
    _push_all(panel)
    assert (seat.contrast, seat.lit) == (0x20, False)
    panel.sleep(False)
    _push_all(panel)
    assert seat.lit


class QuietSeat:
    """Wires that take everything and remember nothing, so that any memory taken is the driver's."""

    has_interrupt = False

    def is_interrupt_quiet(self):
        return False

    def bus(self):
        return self

    def unstick(self):
        return True

    def writeto(self, address, data):
        pass

    def readfrom_mem_into(self, address, register, buffer):
        buffer[0] = 0x1F
        buffer[3] = 0x1E


class QuietBoard:
    def __init__(self):
        self.seats = tuple([SeatBox(place, QuietSeat()) for place in range(4)])

    def table_pressed(self):
        return False

    def undo_pressed(self):
        return False

    def table_was_pressed(self):
        return True

    def undo_was_pressed(self):
        return True

    def forget_presses(self):
        pass


def test_scanning_and_sending_take_no_memory():
    """A collection takes 20 ms, so what runs a hundred times a second must never ask for one."""
    board = QuietBoard()
    buttons = Buttons(board)
    panels = [SeatDisplay(port) for port in board.seats]
    for _ in range(60):
        buttons.scan()
    for panel in panels:
        _push_all(panel)
    micropython.heap_lock()
    try:
        for panel in panels:
            panel.snapshot_frame()
            panel.frame.fill(1)
            panel.update()
            while panel.push_pages():
                pass
        for number in range(10):
            buttons.scan(is_late=number == 5)
    finally:
        micropython.heap_unlock()
    assert buttons.scans == 70
    assert panels[3].bytes_sent == 2 * 8 * (A_PAGE + HEAD)


def test_columns_that_cross_an_edge_of_a_frame_are_cut_there():
    """Instead of coming back on the other side, a page lower."""
    frame = DisplayFrame()
    assert overlay(frame.buffer, 118, 3, b"\x01" * 10, 10) == 128
    assert overlay(frame.buffer, 119, 4, b"\x01" * 10, 10) == 129
    assert overlay(frame.buffer, -1, 5, b"\x01", 1) == 0
    assert sum(frame.buffer) == 19


def test_a_screen_looks_the_same_whatever_was_there_before():
    """Only changed parts are drawn; what is seen depends on the view alone."""
    fresh, used = DisplayFrame(), DisplayFrame()
    for _, before in screen_views.SCENES:
        for _, view in screen_views.SCENES:
            fresh.clear()
            screen_renderer.draw(view, fresh)
            screen_renderer.draw(before, used)
            screen_renderer.draw(view, used)
            assert fresh.buffer == used.buffer


def test_a_new_second_draws_the_clock_alone():
    """Four whole screens a second would keep a Pico busy for a tenth of its time."""
    frame = DisplayFrame()
    screen_renderer.draw(screen_views._score(0, "1:29:58"), frame)
    for start in range(128, 1024):
        frame.buffer[start] = 0x5A
    screen_renderer.draw(screen_views._score(0, "1:29:57"), frame)
    assert bytes(frame.buffer[128:]) == b"\x5a" * (1024 - 128)
    other = DisplayFrame()
    screen_renderer.draw(screen_views._score(0, "1:29:57"), other)
    assert bytes(frame.buffer[:128]) == bytes(other.buffer[:128])


def test_a_panel_owes_what_no_drawing_brings():
    """Anyone who sends may sleep until something is drawn, or a panel says this."""
    _seat, port, panel = _panel()
    assert not panel.needs_send_without_drawing()
    panel.contrast(0x18)
    assert panel.needs_send_without_drawing()
    _push_all(panel)
    assert not panel.needs_send_without_drawing()
    panel.sleep(True)
    assert panel.needs_send_without_drawing()
    _push_all(panel)
    panel.sleep(False)
    _push_all(panel)
    assert not panel.needs_send_without_drawing()
    port.renewed += 1
    assert panel.needs_send_without_drawing()
