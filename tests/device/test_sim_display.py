"""The simulated display controller obeys the data sheet's commands, not only those the firmware uses today."""

from __future__ import annotations

import random

import pytest

from tenbo.devices.display_image import HEIGHT, WIDTH, DisplayImage
from tenbo.simulator.ssd1309 import SimulatedDisplay

UPRIGHT = (0xA1, 0xC8, 0xAF)


def running(*commands: int) -> SimulatedDisplay:
    """Return a display that has been reset, is upright, lit and empty, and has got more commands."""
    display = SimulatedDisplay()
    display.set_supply(on=True)
    display.set_reset_line(high=False)
    display.set_reset_line(high=True)
    display.receive(bytes((0x00, *UPRIGHT, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)))
    display.receive(bytes((0x40, *bytes(1024))))
    display.receive(bytes((0x00, 0x20, 0x02, 0xB0, 0x00, 0x10, *commands)))
    assert display.faults == []
    return display


def write(display: SimulatedDisplay, *data: int) -> None:
    display.receive(bytes((0x40, *data)))


def dots(display: SimulatedDisplay) -> set[tuple[int, int]]:
    """Return the lit pixels as (column, row)."""
    return {(x, y) for y, row in enumerate(display.picture().rows) for x, dot in enumerate(row) if dot == "#"}


def test_page_mode_writes_along_one_page_and_wraps_in_it() -> None:
    display = running(0xB3, 0x0E, 0x17)
    write(display, 1, 2, 4)
    assert dots(display) == {(126, 24), (127, 25), (0, 26)}


def test_horizontal_mode_fills_a_window_row_by_row() -> None:
    display = running(0x20, 0x00, 0x21, 10, 11, 0x22, 2, 3)
    write(display, 1, 1, 1, 1, 0x80)
    assert dots(display) == {(10, 23), (11, 16), (10, 24), (11, 24)}


def test_vertical_mode_fills_a_window_column_by_column() -> None:
    display = running(0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3)
    write(display, 1, 1, 1)
    assert dots(display) == {(10, 16), (10, 24), (11, 16)}


@pytest.mark.parametrize("remapped", [0xA0, 0xA1])
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_a_long_write_is_taken_as_its_bytes_one_by_one_are(mode: int, remapped: int) -> None:
    """From any place in any window, also one that the pointer begins beside, or whose end is before its beginning."""
    chance = random.Random(mode)
    for _ in range(12):
        columns, pages = [chance.randrange(WIDTH) for _ in "ab"], [chance.randrange(HEIGHT // 8) for _ in "ab"]
        place = (0xB0 + chance.randrange(8), chance.randrange(16), 0x10 + chance.randrange(8))
        long, short = (running(remapped, 0x20, mode, 0x21, *columns, 0x22, *pages, *place) for _ in "ab")
        data = chance.randbytes(chance.choice((1, 127, 129, 1100)))
        write(long, *data)
        for byte in data:
            write(short, byte)
        assert long.picture() == short.picture()
        assert long.data_bytes == short.data_bytes


def test_remapping_turns_the_picture_sideways_and_upside_down() -> None:
    """Segments when written, rows at once: a driver that forgets A1 shows a mirror image."""
    display = running()
    write(display, 1)
    display.receive(bytes((0x00, 0xC0)))
    assert dots(display) == {(0, 63)}
    display.receive(bytes((0x00, 0xA0, 0xC8)))
    write(display, 1)
    assert dots(display) == {(0, 0), (126, 0)}


def test_offset_and_start_line_move_the_rows() -> None:
    """What protects against burn-in without drawing again."""
    display = running()
    write(display, 0x10)
    display.receive(bytes((0x00, 0xD3, 3)))
    assert dots(display) == {(0, 1)}
    display.receive(bytes((0x00, 0x41)))
    assert dots(display) == {(0, 0)}


def test_fewer_rows_leave_the_rest_dark() -> None:
    display = running(0xA8, 31, 0xA5)
    assert display.picture().count_lit() == 32 * WIDTH


def test_inverse_sleep_and_full_light() -> None:
    display = running()
    write(display, 1)
    display.receive(bytes((0x00, 0xA7)))
    assert display.picture().count_lit() == WIDTH * HEIGHT - 1
    display.receive(bytes((0x00, 0xAE)))
    assert display.picture().count_lit() == 0
    display.receive(bytes((0x00, 0xAF, 0xA6)))
    assert dots(display) == {(0, 0)}, "the memory is kept in sleep"


def test_single_control_bytes_mix_commands_and_data() -> None:
    display = running()
    display.receive(bytes((0x80, 0xB1, 0x80, 0x05, 0xC0, 0x01, 0x40, 0x01, 0x01)))
    assert dots(display) == {(5, 8), (6, 8), (7, 8)}


def test_a_command_may_be_cut_in_two_writes() -> None:
    display = running()
    display.receive(bytes((0x00, 0x81)))
    display.receive(bytes((0x00, 0x30)))
    assert display.contrast == 0x30


def test_a_locked_display_obeys_nothing_but_the_key() -> None:
    display = running(0xFD, 0x16, 0xAE)
    assert display.on
    display.receive(bytes((0x00, 0xFD, 0x12, 0xAE)))
    assert not display.on


@pytest.mark.parametrize("command", [0x8D, 0xD0])
def test_a_command_it_has_not_is_reported(command: int) -> None:
    """Above all the charge pump of the SSD1306, which this controller has not."""
    display = running()
    display.receive(bytes((0x00, command)))
    assert display.faults == [f"it has no command 0x{command:02X}"]


def test_bytes_are_counted() -> None:
    display = running()
    before = (display.bytes_received, display.data_bytes)
    write(display, 1, 2, 3)
    assert (display.bytes_received - before[0], display.data_bytes - before[1]) == (4, 3)


def test_a_display_that_lost_its_supply_shows_nonsense_until_it_is_written() -> None:
    """A firmware that switches a fresh display on before it has drawn shows what the memory woke up with."""
    display = running()
    display.set_supply(on=False)
    assert display.picture().count_lit() == 0
    display.set_supply(on=True)
    display.set_reset_line(high=False)
    display.set_reset_line(high=True)
    display.receive(bytes((0x00, 0xAF)))
    assert 0 < display.picture().count_lit() < WIDTH * HEIGHT


def test_a_picture_reads_as_text_and_as_braille() -> None:
    picture = DisplayImage(("#...", "....", "...#", "...."))
    assert picture.text_bitmap() == "#...\n....\n...#\n....\n"
    assert picture.braille_text() == "⠁⠠"
