"""Where the texts of reports lie in memory: close together, also where four seats hold DOWN side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players import broken_firmware, players

if TYPE_CHECKING:
    from pathlib import Path

# Each collection, each step of a job and each text of the wins that a seat needs says so.
WRITING = """
def writing():
    import harness_channel
    import gc
    import sys
    class Collector:
        disable, enable, mem_alloc, mem_free, threshold = gc.disable, gc.enable, gc.mem_alloc, gc.mem_free, gc.threshold
        @staticmethod
        def collect():
            harness_channel.send_to_harness("collected")
            gc.collect()
    sys.modules["gc"] = Collector
    from device.flows.background import Background
    from device.text.language import SeatLanguages
    step, localize = Background._step, SeatLanguages.localize
    def stepped(background):
        harness_channel.send_to_harness("step")
        step(background)
    def said(words, seat, text, *values):
        if text == "tsumo" or text.startswith(("{} han", "To ")):
            harness_channel.send_to_harness("text", seat)
        return localize(words, seat, text, *values)
    Background._step, SeatLanguages.localize = stepped, said
writing()
"""
HELD_MS = 2500


def happened_while_four_seats_hold_down(folder: Path) -> list[str]:
    """Return in their order: a seat for each text of its report, "step" and "collected"."""
    with players(firmware=broken_firmware(folder, WRITING)) as people:
        people.press("dice")
        people.virtual.wait(4500)
        people.virtual.scene.log.clear()
        for seat in range(4):
            people.virtual.hold(seat, "down")
        people.virtual.wait(HELD_MS)
        for seat in range(4):
            assert people.view(seat)["screen"] == "needs"
        kinds = ("text", "step", "collected")
        return [
            details[0] if kind == "text" else kind for _, kind, details in people.virtual.scene.log if kind in kinds
        ]


def test_each_seats_texts_are_written_right_after_a_collection_and_nobody_elses_between(tmp_path: Path) -> None:
    """Texts that are made among what searches leave would lie all over the heap, and no large piece would be free."""
    order = happened_while_four_seats_hold_down(tmp_path / "firmware")
    seats = [what for what in order if what.isdecimal()]
    # Each seat once, and its texts without another seat's between.
    runs = [seat for at, seat in enumerate(seats) if at == 0 or seats[at - 1] != seat]
    assert sorted(runs) == ["0", "1", "2", "3"]
    # The last one's search has nobody beside it.
    for seat in runs[:-1]:
        before = order[: order.index(seat)]
        assert "collected" in before[-3:], (seat, before[-8:])


def test_a_report_is_written_a_line_a_step(tmp_path: Path) -> None:
    """All lines in one step take a Pico 30 ms, in which no button is read."""
    order = happened_while_four_seats_hold_down(tmp_path / "firmware")
    in_a_step = 0
    for what in order:
        in_a_step = in_a_step + 1 if what.isdecimal() else 0
        assert in_a_step <= 2
