"""A Pico 2 is the same table: its chip has other registers, more memory and a larger flash."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from players import broken_firmware, players

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.thorough("chips, press by press")

CHIPS = ("RP2040", "RP2350")


@pytest.mark.parametrize("chip", CHIPS)
def test_a_hand_is_played_on_either_chip(chip: str) -> None:
    """A chip that is asked for a register of the other would stop the table at the first look at the buttons."""
    with players(chip=chip) as people:
        people.press("dice, 2 riichi")
        assert people.state()["riichi"] == [2]
        people.press("2 ok, 2 down, 2 ok, 2 ok")
        people.press("0 ok, 1 ok, 3 ok")
        assert people.state()["phase"] == "between"
        people.virtual.wait(9000)
        people.press("dice")
        assert people.state()["event"] == "hand"
        assert people.virtual.faults() == []


@pytest.mark.parametrize("chip", CHIPS)
def test_either_chip_says_why_it_started(chip: str) -> None:
    with players(chip=chip) as people:
        assert people.health()["boot"] == "power"
        people.virtual.hang_processor()
        people.virtual.wait(8000)
        assert people.health()["boot"] == "watchdog"
        assert [why for _, why in people.virtual.restarts] == ["watchdog"]


def test_a_pico_2_has_twice_the_memory_and_the_flash_of_a_pico() -> None:
    free = {}
    for chip in CHIPS:
        with players(chip=chip) as people:
            free[chip] = people.health()["free"]
    assert free["RP2350"] > 2 * free["RP2040"]


# Leaves a settings file as `tenbo flash --clock` does.
SET = """
import json
with open("settings.json", "w") as file:
    json.dump({values}, file)
"""


@pytest.mark.parametrize(
    ("chip", "values", "hertz"),
    [
        ("RP2040", {"mhz": 200}, ["200000000"]),
        ("RP2040", {"mhz": 0}, []),
        ("RP2040", {"mhz": 400}, []),
        ("RP2040", {"mhz": "fast"}, []),
        ("RP2350", {"mhz": 200}, []),
    ],
)
def test_the_clock_is_faster_only_for_whoever_sets_it_and_after_the_voltage(
    tmp_path: Path, chip: str, values: dict[str, object], hertz: list[str]
) -> None:
    """The simulated chip notices a clock without the voltage for it, or one changed under a part."""
    firmware = broken_firmware(tmp_path / "firmware", SET.format(values=json.dumps(values)))
    with players(chip=chip, firmware=firmware) as people:
        people.press("dice, 1 riichi")
        assert people.state()["riichi"] == [1]
        assert [details[0] for _, kind, details in people.virtual.scene.log if kind == "clock"] == hertz
        assert people.virtual.faults() == []
