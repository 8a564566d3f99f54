"""What the table must not do, and is told in words: no task dies of it, and nothing is half done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from players import broken_firmware, filled_firmware, players

from rings import mostly_thorough
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from pathlib import Path


# ---------------------------------------------------------------- a ledger that is handed over


def test_after_a_refused_restore_nothing_is_put_and_nothing_taken(earlier: int) -> None:
    """During a hand the running ledger stays, no matter what the host goes on to say."""
    with players(earlier=earlier) as people:
        people.press("dice, 1 riichi")
        before = people.state()
        for ledger in ("abcd.1", "../../x", "", "x" * 80):
            with pytest.raises(Refused):
                people.asker.ask("restore", ledger)
            for command in (("ledger_event", 0, "start", 4, 0, "austria"), ("ledger_commit", 0), ("ledger_commit", -1)):
                with pytest.raises(Refused, match="say first which ledger"):
                    people.asker.ask(*command)
        people.virtual.wait(3000)
        assert people.state() == before
        assert people.virtual.restarts == []


def test_a_refused_restore_ends_the_one_that_was_begun_before() -> None:
    """Events meant for the second must not end up in the first."""
    with players() as people:
        people.asker.ask("restore", "abcd.1")
        people.asker.ask("ledger_event", 0, "start", 4, 0, "austria")
        with pytest.raises(Refused, match="no id"):
            people.asker.ask("restore", "a/b")
        with pytest.raises(Refused, match="say first which ledger"):
            people.asker.ask("ledger_commit", 0)


@pytest.mark.parametrize("own", [False, True])
def test_a_table_that_is_played_on_during_a_handover_keeps_what_was_played(own: bool) -> None:
    """The dice are thrown after `restore`: the hand is worth more than what was to take its place."""
    with players() as people:
        hello = people.asker.identify(2000)
        assert hello is not None
        ledger = hello.ledger
        people.asker.ask("restore", f"{ledger}.1" if own else "abcd.1")
        people.asker.ask("ledger_event", 0, "start", 4, 0, "austria")
        people.press("dice, 2 riichi")
        with pytest.raises(Refused, match="played on meanwhile"):
            people.asker.ask("ledger_commit", 0)
        people.virtual.wait(2000)
        assert people.state()["riichi"] == [2]
        assert people.virtual.restarts == []


# ---------------------------------------------------------------- the time signal of a table that may not write


@pytest.mark.thorough("sessions to their signal")
def test_the_signal_of_a_table_that_was_given_away_is_told_once_and_restarts_nothing(earlier: int) -> None:
    """Another device writes this ledger; when it is this one's again, the signal is recorded."""
    with players(earlier=earlier, minutes=16) as people:
        people.press("dice")
        people.asker.ask("write_permission", False)
        people.virtual.wait(61_000)
        assert "see the desk" in people.view(2)["lines"]
        people.virtual.wait(60_000)
        assert "see the desk" not in people.view(2)["lines"]
        assert people.state()["event"] == "hand"
        people.asker.ask("write_permission", True)
        people.virtual.wait(1500)
        assert people.state()["event"] == "signal"
        assert people.virtual.restarts == []


@pytest.mark.thorough("games of many hundred events")
def test_a_game_with_as_many_events_as_there_may_be_still_gets_its_signal() -> None:
    """The hands that are left count for the result, and nothing restarts."""
    with players(minutes=16) as people:
        people.press("dice")
        assert "more than a table keeps" in people.ask_until_refused("do", "name", 4, 0, "x").message
        people.virtual.wait(61_000)
        assert people.state()["event"] == "signal"
        people.asker.ask("do", "end", 4)
        assert people.virtual.restarts == []


@pytest.mark.thorough("a flash full of games")
def test_the_signal_on_a_full_flash_is_told_and_restarts_nothing(tmp_path: Path) -> None:
    """Nothing can be recorded, and the players know why."""
    flash = tmp_path / "flash"
    with players(flash=flash, minutes=18) as people:
        people.press("dice")
    filled = filled_firmware(tmp_path / "firmware", blocks=0)
    with players(flash=flash, begin=False, boot_ms=30_000, firmware=filled) as people:
        people.fill_flash()
        told = set()
        for _ in range(90):
            people.virtual.wait(2000)
            told.update(people.view(1)["lines"])
        assert "journal: cannot write" in told
        assert people.virtual.restarts == []


# ---------------------------------------------------------------- settings that are JSON, but not settings

WRONG = [
    {"languages": ["de"]},
    {"languages": ["de", "de", "de", "klingon"]},
    {"languages": [1, 2, 3, ["de"]]},
    {"languages": "dedede"},
    {"contrast": 300, "lit_minutes": -1, "minutes": 1 << 40},
    {"rules": "mahjong", "silent": 1, "minutes": None},
    {"rules": 17},
    17,
    ["en"],
    "settings",
    None,
]


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("wrong", mostly_thorough(WRONG, "more settings that are none", inner=2), ids=json.dumps)
def test_settings_that_are_none_are_as_at_first_and_the_seats_are_told(wrong: object, tmp_path: Path) -> None:
    """The table starts, says so, and what is set again is kept."""
    change = f"""
import os
if "settings.json" not in os.listdir():
    with open("settings.json", "w") as file:
        file.write({json.dumps(wrong)!r})
"""
    with players(firmware=broken_firmware(tmp_path / "firmware", change)) as people:
        people.virtual.wait(500)
        people.virtual.cut_power()
        people.virtual.power_on()
        told = set(people.view(0)["lines"])
        people.press("dice, 2 riichi")
        assert people.state()["riichi"] == [2]
        assert "settings lost: set up again" in told | set(people.view(1)["lines"])
        assert [why for _, why in people.virtual.restarts] == ["cut"]
