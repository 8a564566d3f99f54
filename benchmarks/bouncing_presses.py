"""Presses of bouncing contacts while a game goes on: how many are missed, counted twice or wrongly ended."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from recorded_displays import NOTE_MS, DisplayLogTable, Players, recorded_display_table

from tenbo.simulator.interpreter_lookup import find_firmware_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.simulator.table import VirtualTable

SEAT_BUTTONS = ("riichi", "ok", "up", "down", "back")
BOUNCE_MS = 8
# Three readings without the button end a press, which takes 30 ms; but once in a hundred events the flash
# erases a block, and for 45 ms nothing is read.  No finger is back on the same button sooner than this.
APART_MS = 90
# Presses by chance undo as much as they do: a game of so many events is ended.
LONGEST_GAME = 250

# Planted before the last line of the real main.py: every recognised button event is told to the simulation.
TELLING = """\
def tell(put):
    def put_and_tell(queue, place, button, kind):
        __import__("harness_channel").say("heard", place, button, kind)
        put(queue, place, button, kind)
    return put_and_tell
queue = __import__("device.input.buttons").input.buttons.EventQueue
queue.put = tell(queue.put)
"""


class ContactEdge(NamedTuple):
    """A contact that opens or closes, at a millisecond."""

    at: int
    place: int | str
    button: str
    down: bool


def bouncing_presses(number: int, chance: random.Random) -> tuple[list[ContactEdge], int]:
    """Make up presses of all buttons that overlap and bounce; give their edges and how long it all takes."""
    edges: list[ContactEdge] = []
    free: dict[tuple[int | str, str], int] = {}
    now = 100
    for _ in range(number):
        place: int | str = chance.choice([0, 1, 2, 3, "table"])
        button = chance.choice(("dice", "undo") if place == "table" else SEAT_BUTTONS)
        now += chance.choice((0, 5, 40, 150))
        down = max(now, free.get((place, button), 0))
        up = down + chance.randrange(60, 200)
        for begin, level in ((down, True), (up, False)):
            edges += _bounce(begin, level, place, button, chance)
        free[place, button] = up + BOUNCE_MS + APART_MS
    edges.sort(key=lambda edge: edge.at)
    return edges, edges[-1].at + 500


def _bounce(begin: int, level: bool, place: int | str, button: str, chance: random.Random) -> list[ContactEdge]:
    """Let a contact chatter for up to 8 ms before it rests."""
    length = chance.randrange(BOUNCE_MS + 1)
    between = sorted(chance.sample(range(1, length), min(length - 1, 2 * chance.randrange(4)))) if length > 1 else []
    between = between[: len(between) // 2 * 2]
    levels = [level if count % 2 == 0 else not level for count in range(len(between) + 1)]
    return [ContactEdge(begin + at, place, button, down) for at, down in zip([0, *between], levels, strict=True)]


def miscounted_presses(number: int, seed: int) -> Iterator[str]:
    """Return how many of many presses the device has missed or counted twice while a game goes on."""
    chance = random.Random(seed)
    made: Counter[tuple[int, int]] = Counter()
    heard: Counter[tuple[int, int]] = Counter()
    released: Counter[tuple[int, int]] = Counter()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        virtual, scene = recorded_display_table(_telling(Path(folder)))
        with virtual:
            people = Players(virtual)
            people.begin()
            began = people.state()["n"]
            for _ in range(0, number, 500):
                edges, length = bouncing_presses(min(500, number - sum(made.values())), chance)
                made += _play(virtual, edges, length, chance)
                for _at, kind, details in scene.log:
                    if kind == "heard" and details[2] in "02":
                        (heard if details[2] == "0" else released)[int(details[0]), int(details[1])] += 1
                scene.log.clear()
                state = people.state()
                if state["phase"] != "over" and state["n"] - began > LONGEST_GAME:
                    people.asker.ask("do", "end", 4)
                if state["phase"] == "over" or state["n"] - began > LONGEST_GAME:
                    people.begin()
                    began = people.state()["n"]
            yield from _together(virtual, scene)
            restarts = len(virtual.restarts)
    missed, doubled = (made - heard).total(), (heard - made).total()
    unended = (made - released).total() + (released - made).total()
    name = f"{made.total()} random presses with bounce up to {BOUNCE_MS} ms during play"
    yield f"{name}: {missed} missed, {doubled} doubled, {unended} wrongly ended, {restarts} restarts"
    yield f"  in {time.monotonic() - begun:.0f} s of wall time"


def _telling(folder: Path) -> Path:
    """Make a firmware that is the real one and also tells what it hears."""
    (folder / "device").symlink_to(find_firmware_folder() / "device")
    *before, last = (find_firmware_folder() / "main.py").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "main.py").write_text("".join([*before, TELLING, last]), encoding="utf-8")
    return folder


def _number(place: int | str, button: str) -> tuple[int, int]:
    """Return place and button as the device numbers them."""
    return (4, ("dice", "undo").index(button) + 5) if place == "table" else (int(place), SEAT_BUTTONS.index(button))


def _play(
    virtual: VirtualTable, edges: list[ContactEdge], length: int, chance: random.Random
) -> Counter[tuple[int, int]]:
    """Move the contacts, and count the presses by what stands at the beginning of each."""
    virtual._run(chance.randrange(20_000))  # noqa: SLF001 - a phase in microseconds
    made: Counter[tuple[int, int]] = Counter()
    last_down: dict[tuple[int | str, str], int] = {}
    now = 0
    for at, place, button, down in edges:
        if at > now:
            virtual.wait(at - now)
            now = at
        if down:
            virtual.hold(place, button)
            before = last_down.get((place, button))
            if before is None or at - before > BOUNCE_MS:
                made[_number(place, button)] += 1
            last_down[place, button] = at
        else:
            virtual.release(place, button)
            last_down[place, button] = max(last_down[place, button], at)
    virtual.wait(length - now)
    return made


def _together(virtual: VirtualTable, scene: DisplayLogTable) -> Iterator[str]:
    """Return whether presses at one instant are all seen: 16 at the seats, then all 22 there are."""
    virtual.wait(NOTE_MS)
    for buttons, centre in ((SEAT_BUTTONS[:4], ()), (SEAT_BUTTONS, ("dice", "undo"))):
        scene.log.clear()
        all_of_them = [(seat, button) for seat in range(4) for button in buttons]
        virtual.press_together([*all_of_them, *[("table", button) for button in centre]])
        virtual.wait(500)
        seen = {details[:2] for _at, kind, details in scene.log if kind == "heard" and details[2] == "0"}
        yield f"{len(all_of_them) + len(centre)} presses at the same instant: {len(seen)} seen"
        virtual.wait(70_000)
