"""How soon a press is on the displays, in the time of the simulated table."""

from __future__ import annotations

import pytest
from players import players


@pytest.mark.parametrize("phase_ms", range(0, 21, 3))
def test_what_a_press_changes_is_drawn_as_soon_as_it_is_written(phase_ms: int) -> None:
    """Whatever the device's loops are doing at that moment: nothing waits for the next look."""
    with players() as people:
        people.press("dice")
        people.virtual.wait(5000 + phase_ms)
        people.virtual.scene.log.clear()
        people.virtual.hold(2, "riichi")
        people.virtual.wait(200)
        written = max(moment for moment, kind, _ in people.virtual.scene.log if kind == "flash")
        first = min(moment for moment, kind, _ in people.virtual.scene.log if kind == "display" and moment > written)
        assert first - written < 8000


def test_a_display_that_comes_back_is_drawn_although_nothing_changes() -> None:
    """The clock stands at this moment of the second; the box alone is the reason to send."""
    with players() as people:
        people.press("dice")
        people.virtual.wait(6000 - people.virtual.now_us // 1000 % 1000)
        whole = people.virtual.display(1)
        people.virtual.unplug(1)
        people.virtual.wait(2000)
        people.virtual.plug(1)
        people.virtual.wait(900)
        shown = people.virtual.display(1)
        assert shown.rows[8:] == whole.rows[8:]
        assert people.virtual.scene.display(1).on
