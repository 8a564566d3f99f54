"""How many letters the table draws, modules it loads and bytes it sends, as counts that are the same on every machine.

Time is a model here; letters drawn, modules loaded and bytes sent are not. A change that brings a freeze back
raises one of them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from players import Players, broken_firmware, players

from compiled_firmware import compiled_firmware

pytestmark = pytest.mark.thorough("every dialogue, while it is loaded")

# Every text that is drawn and every module that is loaded says so.
COUNTING = """
def counting():
    import builtins
    import harness_channel
    import sys
    from device.text import blitter
    def told(work, name):
        def counted(*arguments):
            harness_channel.send_to_harness("work", name, len(arguments[3]))
            return work(*arguments)
        return counted
    for name in ("write_small", "write_high", "write_digits"):
        setattr(blitter, name, told(getattr(blitter, name), "letters"))
    load = builtins.__import__
    def loaded(name, *rest):
        if name.startswith(("device.", "tenbo_core.")) and name not in sys.modules:
            harness_channel.send_to_harness("work", "modules", 1)
        return load(name, *rest)
    builtins.__import__ = loaded
    from tenbo_core.ledger import Ledger
    preview = Ledger.preview
    def previewed(*arguments):
        harness_channel.send_to_harness("work", "previews", 1)
        return preview(*arguments)
    Ledger.preview = previewed
counting()
"""


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Players]:
    """Yield players in a hand whose table counts what it does."""
    with players(firmware=broken_firmware(tmp_path / "firmware", COUNTING)) as people:
        people.press("dice")
        people.virtual.wait(12_000)
        people.virtual.scene.log.clear()
        yield people


def work(people: Players) -> dict[str, int]:
    """Return what has been done since the last time: letters drawn, modules loaded, events tried out, bytes sent."""
    done = {"letters": 0, "modules": 0, "previews": 0, "bytes": 0}
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
    # In the middle of a second, in which no clock is drawn.
    people.virtual.wait(1300 - people.virtual.device_time_us // 1000 % 1000)
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
    before = work(people)
    assert before["modules"] > 0
    assert before["previews"] == 1
    people.press("1 up")
    people.virtual.wait(1500)
    before = work(people)
    assert (before["modules"], before["previews"]) == (0, 1)
    people.virtual.hold(1, "ok")
    people.virtual.wait(300)
    done = work(people)
    assert [people.view(seat)["screen"] for seat in range(4)] == ["preview"] * 4
    assert done["modules"] == done["previews"] == 0
    assert done["bytes"] <= 4 * 8 * 136
    people.virtual.release(1, "ok")


def test_a_preview_says_the_same_whether_it_was_made_ready_or_not() -> None:
    """A player who steps on and takes at once does not see what was made ready for the value before; nor who joins."""
    seen = [previews(think_ms) for think_ms in (0, 40, 1500)]
    assert seen[0] == seen[1] == seen[2]
    alone, joined = seen[0]
    assert [lines[0] for lines in alone] == ["South ron"] * 4
    assert [lines[1] for lines in alone] == ["Nothing for you", "You get 8700", "You pay 7700", "Nothing for you"]
    assert [lines[0] for lines in joined] == ["Double ron from West"] * 4
    # The riichi stick goes to the nearer winner.
    assert joined[1][1] == "You get 7700"


def previews(think_ms: int) -> tuple[list[list[str]], list[list[str]]]:
    """Return what the seats see of a ron and of a second one, when each press comes some time after the last."""
    seen = []
    with players() as people:
        people.press("dice, 3 riichi, 1 ok, 1 down")
        for script in ("1 up, 1 up, 1 down, 1 ok", "0 up, 0 up, 0 up, 0 down, 0 ok"):
            people.virtual.wait(1000)
            for press in script.split(", "):
                people.virtual.wait(think_ms)
                people.press(press)
            people.virtual.wait(300)
            seen.append([people.view(seat)["lines"] for seat in range(4)])
    return seen[0], seen[1]


# The memory that each part of a picture takes, between two moments at which the buttons may be read. MicroPython looks
# each new text up among all of its names, so on a Pico what makes many texts takes long.
TAKING = """
def taking():
    import harness_channel
    import gc
    from device.outputs.displays import Displays
    begun = [0]
    def begin(*_):
        begun[0] = gc.mem_alloc()
    def tell(*_):
        harness_channel.send_to_harness("taken", gc.mem_alloc() - begun[0])
        begin()
    draw = Displays._draw
    def drawn(displays, seat):
        begin()
        draw(displays, seat)
        tell()
    Displays._draw = drawn
    poll = Displays.poll_buttons
    def polled(displays):
        tell()
        poll(displays)
        begin()
    Displays.poll_buttons = polled
taking()
"""
# In bytes of the simulation's heap; one text takes 64 or 96.
MOST_TAKEN = 16_000


def test_no_part_of_a_preview_makes_many_texts_between_two_scans(tmp_path: Path) -> None:
    """Also where a line is too long for the display, and its words are shortened letter by letter."""
    with players(firmware=broken_firmware(tmp_path / "firmware", TAKING)) as people:
        for seat, language in enumerate(("Deutsch", "日本語", "Nederlands", "English")):
            people.set_up(seat, "My language", language)
        for seat, name in enumerate(("Anna Katharina", "Bernhardine", "Constantijn", "Dorothea")):
            people.asker.ask("do", "name", 4, seat, name)
        people.press("dice, 1 ok, 1 ok")
        people.virtual.wait(1500)
        people.virtual.scene.log.clear()
        people.virtual.hold(1, "ok")
        people.virtual.wait(300)
        taken = [int(details[0]) for _at, kind, details in people.virtual.scene.log if kind == "taken"]
        people.virtual.release(1, "ok")
        assert [people.view(seat)["screen"] for seat in range(4)] == ["preview"] * 4
        assert len(taken) >= 4 * 3
        assert max(taken) <= MOST_TAKEN, taken


# Every file of the firmware that is looked for, and every one that is opened.
LOOKING = """
def looking():
    import builtins
    import harness_channel
    import os
    import sys
    def told(work, name):
        def looked(path, *rest):
            if type(path) is str and path.replace("//", "/").startswith((sys.path[2], sys.path[3])):
                harness_channel.send_to_harness("look", name, path)
            return work(path, *rest)
        return looked
    os.stat = told(os.stat, "stat")
    builtins.open = told(builtins.open, "open")
looking()
"""


def test_a_module_is_opened_once_and_looked_for_no_more(tmp_path: Path) -> None:
    """Of a Pico's file system an import of one module asks for a folder, a source and a compiled file: 6 ms."""
    folder = tmp_path / "firmware"
    shutil.copytree(compiled_firmware(), folder)
    main = folder / "main.py"
    *before, last = main.read_text().splitlines(keepends=True)
    main.write_text("".join([*before, LOOKING, last]))
    with players(firmware=folder) as people:
        people.press("dice")
        people.virtual.wait(12_000)
        people.virtual.scene.log.clear()
        people.press("1 back")
        people.virtual.wait(500)
        looks = [details for _at, kind, details in people.virtual.scene.log if kind == "look"]
        modules = [path for _, path in looks if path.endswith(".mpy")]
        assert [path for how, path in looks if how == "stat"] == []
        assert len(modules) == len(set(modules)) > 2
