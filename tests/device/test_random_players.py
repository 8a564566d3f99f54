"""A table played by chance keeps its promises; `make fuzz` plays for hours what is played here for seconds."""

from __future__ import annotations

from pathlib import Path

import pytest
from random_players import play
from test_table_faults import broken_firmware

pytestmark = pytest.mark.thorough("games by chance")

# Each is a table with an empty flash; together they take a few seconds.
SEEDS = (4, 6, 8)
ACTIONS = 100

FORGETS = "__import__('device.storage.journal').storage.journal.Journal.write = lambda *_: None"

CLAIMS_TOO_MUCH = """
from device.storage import ledger_writer
from tenbo_core.state_answer import ANSWER, answer_values
ledger_writer.answer_values = lambda *given: [
    value + 1 if key == "sticks" else value for key, value in zip(ANSWER, answer_values(*given))
]
"""
SHOWS_NOTHING = """
from device.outputs.seat_display import SeatDisplay
SeatDisplay.push_pages = lambda *_: False
"""


@pytest.mark.parametrize("seed", SEEDS)
def test_games_by_chance_with_cuts_boxes_and_hosts_keep_every_promise(seed: int) -> None:
    """Points add up, host and displays agree with the table, nothing is lost, doubled, blank or restarted."""
    story = play(ACTIONS, seed)
    assert not story.broken, "\n".join([story.details, *story.done])
    assert story.events > 5


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        (FORGETS, "the game is still there"),
        (CLAIMS_TOO_MUCH, "the host's fold is the table"),
        (SHOWS_NOTHING, "a display is never blank"),
    ],
)
def test_a_planted_fault_is_found(fault: str, promise: str, tmp_path: Path) -> None:
    """A player who found nothing wrong with these would find nothing at all."""
    firmware = broken_firmware(tmp_path / "firmware", fault)
    actions = ["host begins ema-2016", "press table dice", "press 2 riichi", "cut", "power"]
    story = play(actions, firmware=firmware)
    assert story.broken == promise, story.details
