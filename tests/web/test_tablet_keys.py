"""The keys of a table in a browser without a finger on them: by the keyboard, and a list by dragging its lines."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .tablets import SIZE, open_table, tablet_service

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def table(new_browser, hall):
    """Open a table for four around a tablet."""
    return open_table(new_browser(viewport=SIZE, has_touch=True), hall)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_keyboard_has_a_row_for_each_seat(table):
    """A laptop has no glass: four rows of five keys, and two for the middle."""
    table.page.keyboard.press("Space", delay=60)
    table.wait_stored(1)
    for number, key in enumerate(("z", "a", "q", "1"), 2):
        table.page.keyboard.press(key, delay=60)
        table.wait_stored(number)
    assert table.page.evaluate("tenbo.state()")["riichi"] == [0, 1, 2, 3]


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_keyboard_has_the_keys_of_the_seat_that_is_shown_alone(new_browser, hall):
    """R, Enter, the arrows and Esc, D and U for the middle, and another seat on 1 to 4."""
    table = open_table(new_browser(viewport=PHONE), hall)
    keyboard = table.page.keyboard
    keyboard.press("d", delay=60)
    table.wait_stored(1)
    keyboard.press("2", delay=60)
    keyboard.press("r", delay=60)
    table.wait_stored(2)
    assert table.page.evaluate("tenbo.state()")["riichi"] == [1]
    keyboard.press("Escape", delay=60)
    chosen = table.page.locator('[data-seat="1"] .list .on')
    first = chosen.text_content()
    keyboard.press("ArrowDown", delay=60)
    expect(chosen).not_to_have_text(first)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize("seat", range(4))
def test_the_lines_of_a_list_move_with_the_finger(new_browser, hall, seat):
    """Whichever way the seat looks: one more line is chosen for each that the finger has passed."""
    table = open_table(new_browser(viewport=SIZE, has_touch=True), hall)
    table.throw_dice()
    table.page.tap(f'[data-seat="{seat}"] [data-key="back"]')
    lines = table.page.locator(f'[data-seat="{seat}"] .list > span')
    expect(lines).to_have_count(3)
    second = lines.nth(1).text_content()
    boxes = [lines.nth(at).bounding_box() for at in (1, 0)]
    (x, y), (to_x, to_y) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 1.2 * (to_x - x), y + 1.2 * (to_y - y), steps=4)
    table.page.mouse.up()
    expect(table.page.locator(f'[data-seat="{seat}"] .list .on')).to_have_text(second)
