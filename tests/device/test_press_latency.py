"""How soon a press is on the displays, in the time of the simulated table."""

from __future__ import annotations

import pytest
from players import players


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("phase_ms", range(0, 21, 3))
def test_what_a_press_changes_is_drawn_as_soon_as_it_is_written(phase_ms: int) -> None:
    """No matter what the device's loops are doing at that moment: nothing waits for the next look."""
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
        people.virtual.wait(6000 - people.virtual.device_time_us // 1000 % 1000)
        whole = people.virtual.display(1)
        people.virtual.unplug_seat(1)
        people.virtual.wait(2000)
        people.virtual.plug_seat(1)
        people.virtual.wait(900)
        shown = people.virtual.display(1)
        assert shown.rows[8:] == whole.rows[8:]
        assert people.virtual.scene.display(1).on


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_riichi_lights_its_lamp_as_it_is_read_although_pictures_are_on_their_way() -> None:
    """A proposal that is refused gives all four displays other pictures, which take their buses a tenth of a second."""
    waits = []
    with players() as people:
        people.press("dice")
        for phase_ms in range(12, 96, 8):
            people.virtual.wait(5000)
            people.press("0 ok, 0 ok, 0 ok")
            people.virtual.hold(0, "back")
            people.virtual.wait(phase_ms)
            people.virtual.scene.log.clear()
            begun = people.virtual.device_time_us
            people.virtual.hold(2, "riichi")
            people.virtual.wait(200)
            people.virtual.release(0, "back")
            people.virtual.release(2, "riichi")
            people.virtual.wait(100)
            log = people.virtual.scene.log
            lamps = [details for _, kind, details in log if kind == "lamp" and details[:2] == ("2", "LAMP")]
            # It is lit once, although the press is taken some time after it was read.
            assert lamps == [("2", "LAMP", "1")]
            waits.append(next(moment for moment, kind, _ in log if kind == "lamp") - begun)
            assert people.state()["riichi"] == [2]
            people.asker.ask("do", "undo", 4)
    assert max(waits) < 20_000
    assert sum(waits) / len(waits) < 9500


def test_a_riichi_that_will_be_refused_lights_no_lamp() -> None:
    """Neither for a moment: the seat has declared already, no hand runs, or a dialogue is open."""
    with players() as people:
        people.press("dice, 1 riichi")
        for opened, seat in (("3 up", 1), ("0 ok", 2), ("0 back", 3)):
            people.press(opened)
            if seat == 3:
                people.asker.ask("do", "draw", 4, [1])
            # A question that gets no key for five seconds gives way to a riichi.
            people.virtual.wait(4500)
            people.virtual.scene.log.clear()
            people.press(f"{seat} riichi")
            told = [details for _, kind, details in people.virtual.scene.log if kind in ("lamp", "tone")]
            assert (str(seat), "LAMP", "1") not in told
            assert seat == 2 or ("2000",) in told
