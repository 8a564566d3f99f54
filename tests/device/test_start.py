"""What the seats see while the table starts, and what it remembers of its starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chip_memory import compiled_firmware, memory
from players import broken_firmware, players

from tenbo_core import VERSION
from tenbo_core.wire import encode

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.thorough("many starts")

# From power on: when the picture is there; and from then on, when it is gone.
SHOWN_MS, GONE_MS, NOTED_MS = 600, 500, 1500
# The letters of Russian are half a kilobyte of them.
BYTES_BEFORE_A_PICTURE = 55_500


def test_every_seat_sees_a_picture_of_the_self_test() -> None:
    with players(begin=False, boot_ms=SHOWN_MS) as people:
        views = [people.view(seat) for seat in range(4)]
        assert [view["screen"] for view in views] == ["start"] * 4
        assert all("all well" in view["lines"] for view in views)
        people.virtual.wait(GONE_MS)
        assert [people.view(seat)["screen"] for seat in range(4)] == ["message"] * 4


def test_a_game_that_goes_on_is_shown_at_once_and_for_a_moment_that_all_is_well() -> None:
    """Also in the middle of a hand: no one waits for a picture that says nothing of the game."""
    with players(boot_ms=SHOWN_MS) as people:
        people.press("dice, 2 riichi")
        people.virtual.cut_power()
        people.virtual.power_on()
        views = [people.view(seat) for seat in range(4)]
        assert [view["screen"] for view in views] == ["score"] * 4
        assert all("all well" in view["lines"] for view in views)
        assert views[2]["riichi"] is True
        people.virtual.wait(NOTED_MS)
        assert not any("all well" in people.view(seat)["lines"] for seat in range(4))


def test_a_press_during_the_self_test_counts() -> None:
    with players(boot_ms=SHOWN_MS) as people:
        people.press("dice")
        people.virtual.cut_power()
        people.virtual.power_on()
        people.press("2 riichi, 1 ok")
        people.virtual.wait(GONE_MS)
        assert people.state()["riichi"] == [2]
        assert people.view(1)["screen"] == "how"


def test_the_self_test_says_at_all_seats_which_box_is_missing_and_leaves_time_to_read_it() -> None:
    with players(boot_ms=SHOWN_MS) as people:
        people.virtual.cut_power()
        people.virtual.unplug_seat(2)
        people.virtual.set_chip_muted(3, "display")
        people.virtual.power_on()
        people.virtual.wait(GONE_MS)
        assert {"West: no box", "North: no display"} <= set(people.view(0)["lines"])
        people.virtual.wait(3500)
        assert people.view(0)["screen"] == "score"


def test_the_self_test_says_that_the_supply_is_weak_and_a_button_held() -> None:
    with players(boot_ms=SHOWN_MS) as people:
        people.virtual.cut_power()
        people.virtual.set_analog_input("V5_SENSE", 4300 * 65535 // 6600)
        people.virtual.hold(1, "up")
        people.virtual.power_on()
        assert people.view(1)["lines"][:3] == [f"Tenbo {VERSION}", "a button is held down", "weak supply"]
        assert people.view(0)["lines"][:2] == [f"Tenbo {VERSION}", "weak supply"]


def test_what_the_first_picture_does_not_need_is_loaded_after_it() -> None:
    """On a Pico each KB of them takes 13 ms; what is not needed for it is loaded while people look at it."""
    with players(begin=False, firmware=compiled_firmware(), boot_ms=1) as people:
        lit = 0
        while lit < 4:
            people.virtual.wait(2)
            lit = sum(people.virtual.display(seat).count_lit() > 0 for seat in range(4))
        before = sum(memory(people.virtual).modules.values())
        people.virtual.wait(2000)
        after = sum(memory(people.virtual).modules.values())
    assert before <= BYTES_BEFORE_A_PICTURE < after


def test_starts_are_counted_by_their_cause() -> None:
    """Power first, then twice again, and once by the watchdog."""
    with players() as people:
        assert people.health()["starts"] == [1, 0, 0]
        for _ in range(2):
            people.virtual.cut_power()
            people.virtual.power_on()
            people.virtual.wait(GONE_MS)
        people.virtual.hang_processor()
        people.virtual.wait(5000)
        assert people.health()["starts"] == [3, 1, 0]


def test_health_tells_the_longest_turn_of_the_loop_since_the_last_time() -> None:
    """Buttons are read every 10 ms; a block of flash takes 45 ms to erase."""
    with players() as people:
        people.virtual.wait(1000)
        people.health()
        people.virtual.wait(2000)
        assert 10 <= people.health()["loop_ms"] <= 20


# Every event that a start folds says so.
FOLDING = """
def folding():
    import harness_channel
    from tenbo_core.ledger import Ledger
    preview = Ledger.preview
    def previewed(*arguments):
        harness_channel.send_to_harness("folded")
        return preview(*arguments)
    Ledger.preview = previewed
folding()
"""


def test_a_start_after_a_desk_that_never_rested_folds_fifty_events_at_most(tmp_path: Path) -> None:
    """Each takes a Pico 15 ms. A checkpoint is made a second after the last press, and sooner for such a desk."""
    with players(firmware=broken_firmware(tmp_path / "firmware", FOLDING)) as people:
        people.press("dice")
        begun = people.virtual.device_time_us
        for number in range(50):
            people.virtual.service.write(
                encode(["do", 500 + number, "name", 4, 1, "Aoi"]) + encode(["do", 600 + number, "name", 4, 1, "Emi"])
            )
            people.virtual.wait(12)
        assert people.virtual.device_time_us - begun < 950_000
        people.virtual.scene.log.clear()
        people.virtual.cut_power()
        people.virtual.power_on()
        people.virtual.wait(4000)
        folded = [kind for _at, kind, _details in people.virtual.scene.log if kind == "folded"]
        assert len(folded) <= 50
        assert people.state()["n"] > 80
