"""How many letters the table draws, modules it loads and bytes it sends, as counts that are the same on every machine.

Time is a model here; letters drawn, modules loaded and bytes sent are not. A change that brings a freeze back
raises one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from players import Players, broken_firmware, players

# Every text that is drawn and every module that is loaded says so.
COUNTING = """
def counting():
    import builtins
    import control
    import sys
    from device import glyphs
    def told(work, name):
        def counted(*arguments):
            control.say("work", name, len(arguments[3]))
            return work(*arguments)
        return counted
    for name in ("write_small", "write_high", "write_digits"):
        setattr(glyphs, name, told(getattr(glyphs, name), "letters"))
    load = builtins.__import__
    def loaded(name, *rest):
        if name.startswith(("device.", "tenbo_core.")) and name not in sys.modules:
            control.say("work", "modules", 1)
        return load(name, *rest)
    builtins.__import__ = loaded
counting()
"""


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Players]:
    """Yield players in a hand whose table counts what it does."""
    with players(firmware=broken_firmware(tmp_path / "firmware", COUNTING)) as people:
        people.press("dice")
        people.virtual.wait(5000)
        people.virtual.scene.log.clear()
        yield people


def work(people: Players) -> dict[str, int]:
    """Return what has been done since the last time: letters drawn, modules loaded, bytes sent to displays."""
    done = {"letters": 0, "modules": 0, "bytes": 0}
    for _at, kind, details in people.virtual.scene.log:
        if kind == "work":
            done[details[0]] += int(details[1])
        elif kind == "display":
            done["bytes"] += int(details[1])
    people.virtual.scene.log.clear()
    return done


def test_a_second_of_the_clock_draws_the_clock_and_loads_nothing(people: Players) -> None:
    """Four displays, some digits each; a look at nothing loads no module."""
    people.virtual.wait(5000)
    done = work(people)
    assert done["modules"] == 0
    assert 0 < done["letters"] <= 5 * 4 * 8
    assert 0 < done["bytes"] <= 5 * 4 * 25


def test_a_riichi_draws_what_changed_and_loads_nothing(people: Players) -> None:
    """The note at its seat, sticks and differences at the others: not four whole screens."""
    people.press("2 riichi")
    people.virtual.wait(500)
    done = work(people)
    assert done["modules"] == 0
    assert 0 < done["letters"] <= 170
    assert 0 < done["bytes"] <= 700


def test_a_step_in_a_menu_draws_one_display_and_loads_nothing(people: Players) -> None:
    """The module came with the menu."""
    people.press("1 back")
    people.virtual.wait(300)
    assert work(people)["modules"] > 0
    people.press("1 down")
    people.virtual.wait(300)
    done = work(people)
    assert done["modules"] == 0
    assert 0 < done["letters"] <= 70
    assert 0 < done["bytes"] <= 500


def test_the_preview_of_a_win_has_been_made_ready_while_its_value_was_chosen(people: Players) -> None:
    """Its modules take a tenth of a second to load, its words half of that; four players look at the displays."""
    people.press("1 ok, 1 ok")
    people.virtual.wait(1500)
    assert work(people)["modules"] > 0
    people.virtual.hold(1, "ok")
    people.virtual.wait(300)
    done = work(people)
    assert people.view(0)["screen"] == "preview"
    assert done["modules"] == 0
    assert done["bytes"] <= 4 * 8 * 136
    people.virtual.release(1, "ok")
