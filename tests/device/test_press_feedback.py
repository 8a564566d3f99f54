"""Every press has an answer: something changes on a display, or what was answered before still stands there."""

from __future__ import annotations

import random
from typing import Any

import pytest
from players import Players, players

pytestmark = pytest.mark.thorough("presses by chance")

SEATS = range(4)
# What is said beside a view goes away after four seconds, or eight when someone may join a ron.
LONGEST_NOTE_MS = 8100
# Reasons that may be given twice in a row.
STANDING = (
    "no effect",
    "already answered",
    "a question is open",
    "read first",
    "hold OK: dice",
    "a hand is running",
    "no hand is running",
    "riichi already",
    "nothing to take back",
    "dead hand: no win",
    "dead hand: no riichi",
    "only the nearest wins",
    "no fu at this value",
)


def looks(people: Players) -> list[Any]:
    """Return what the displays say without their clocks, and what the lamps show."""
    seen: list[Any] = []
    for seat in SEATS:
        view = people.view(seat)
        lines = [line for line in view["lines"] if not line.endswith(" s")]
        if view["screen"] == "score":
            lines[0] = lines[0].rpartition("  ")[0]
        seen.append((view["screen"], lines))
    return [*seen, people.virtual.lamps()["riichi"]]


@pytest.mark.parametrize("seed", range(2))
def test_a_press_is_never_silent(seed: int) -> None:
    """No matter what is pressed by chance, at rest and in every question: no one wonders whether the button works."""
    chance = random.Random(seed)
    buttons = [(seat, button) for seat in SEATS for button in ("riichi", "ok", "ok", "up", "down", "back")]
    buttons += [("table", "dice"), ("table", "dice"), ("table", "undo")]
    silent = []
    with players(("ema-2016", "tenhou")[seed]) as people:
        before = looks(people)
        for _ in range(60):
            place, button = chance.choice(buttons)
            if chance.random() < 0.2:
                people.virtual.wait(LONGEST_NOTE_MS)
                before = looks(people)
            people.virtual.hold(place, button)
            people.virtual.wait(60)
            held = looks(people)
            people.virtual.release(place, button)
            people.virtual.wait(60)
            after = looks(people)
            if before == held == after:
                silent.append((place, button, before))
            before = after
    unanswered = [press for press in silent if not says_so(*press)]
    assert unanswered == []


def says_so(place: int | str, _button: str, seen: list[Any]) -> bool:
    """Return whether the answer to such a press stands on the display already."""
    lines = [line for seat in SEATS if place in (seat, "table") for line in seen[seat][1]]
    return any(line in STANDING or (line.startswith("wait: ") and line.endswith(" asks")) for line in lines)
