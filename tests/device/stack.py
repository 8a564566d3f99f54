"""How much of its stack the firmware takes, measured inside the simulated table at what its functions call."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tenbo.simulator.observed_state import ObservedState
from tenbo_core.errors import LinkFault, Refused

if TYPE_CHECKING:
    from players import Players

    from tenbo.simulator.table import VirtualTable

Command = tuple[Any, ...]

# Bytes of this port's stack. Where a Pico's Python ends at 7,936 bytes of its 8,192, this port's has 18,400; the rest
# is for what C functions and interrupts take below.
BOUND = 14_000

# Planted before the firmware begins. Nearly every function calls a built-in one, so those are where it is measured; the
# simulated parts, which are C on a chip, keep the real ones. Past a limit, what is under way ends with a report of it.
MEASURING = """
import builtins
import harness_channel
import micropython
import sys
from device.app import App
from device.board import Board
use = micropython.stack_use
most = [0, 1 << 30]
class Deep(BaseException):
    pass
def measured(function):
    def measuring(*arguments, **named):
        now = use()
        if now > most[0]:
            most[0] = now
            if now >= most[1]:
                most[1] = 1 << 30
                raise Deep(now)
        return function(*arguments, **named)
    return measuring
simulated = [module for name, module in sys.modules.items() if "." not in name and hasattr(module, "__file__")]
for name in ("all", "any", "chr", "getattr", "hasattr", "isinstance", "len", "max", "min", "ord", "repr", "setattr",
             "sorted", "sum"):
    real = getattr(builtins, name)
    for module in simulated:
        if not hasattr(module, name):
            setattr(module, name, real)
    setattr(builtins, name, measured(real))
App.poll_buttons = measured(App.poll_buttons)
def tell_stack(limit=0):
    harness_channel.send_to_harness("stack", most[0])
    most[0], most[1] = 0, int(limit) or 1 << 30
harness_channel.orders["stack"] = tell_stack
def telling(reset):
    def told_and_reset(board):
        tell_stack()
        reset(board)
    return told_and_reset
Board.reset = telling(Board.reset)
"""


def deepest(virtual: VirtualTable, limit: int = 0) -> int:
    """Return how deep the stack has been since the last call; from now on end what goes as deep as a limit."""
    return max(told(virtual, limit))


def told(virtual: VirtualTable, limit: int = 0) -> list[int]:
    """Return the same of each run of the firmware since the last call: it tells when it starts again."""
    scene = virtual.scene
    assert isinstance(scene, ObservedState)
    virtual.send_order(f"stack {limit}")
    virtual._run(0)
    depths = [int(details[0]) for _at, kind, details in scene.log if kind == "stack"]
    scene.log.clear()
    return depths


HAND, RIICHI, WIN = ("hand",), ("riichi", 1), ("win", [[0, 1, 4, 30]])
# A game with something of everything in it, for what folds it again.
GAME = (
    *(HAND, RIICHI, WIN, ("session", 90), ("name", 2, "M\u00fcller"), HAND, ("draw", [1, 3]), ("pause",), ("resume",)),
    *(HAND, ("chombo", [2]), ("penalty", 1, -1000, "phone"), ("late", 0, 5), ("substitute", 3, "now"), HAND, RIICHI),
)
# Each event that the desk may record, after others that it needs, with what takes it back.
RECORDED: tuple[tuple[tuple[Any, ...], ...], ...] = (
    (("riichi", 2), ("riichi_void", 2), ("undo",), ("undo",)),
    (("riichi_invalid", 1), ("undo",)),
    (("win", [[0, 1, 4, 30], [2, 1, 3, 40]]), ("undo",)),
    (("win", [[0, 0, 0, 0, 2, [[1, 1]]]]), ("undo",)),
    (("win", [[2, 2, 3, 40]]), ("correct", 18, [["win", [[2, 2, 4, 40]]]], None, "wrong han"), ("undo",), ("undo",)),
    (("draw", [0, 1], [1]), ("undo",)),
    (("abort", "four_winds"), ("undo",)),
    (("chombo", [1], "win"), ("undo",)),
    (("dead_hand", 2), ("undo",)),
    (("redeal", "walls fell"), ("undo",)),
    (("penalty", 3, -8000, "late", "after_uma"), ("undo",)),
    (("disqualify", 3, "left"), ("undo",)),
    (("extra", 5, "fire"), ("signal",), ("undo",), ("undo",)),
    (("swap", [0, 1], 5, "wrong seats"), ("undo",)),
    (("correct", 3, [["win", [[0, 1, 3, 30]]]], None, "wrong fu"), ("undo",)),
    (("correct", 8, [["draw", [0, 1, 2]], ["name", 1, "\u4e2d"]], 9, "wrong"), ("undo", 4, "all of it wrong")),
)


def prepare(people: Players, rules: str = "ema-2016") -> int:
    """Begin a game, play it to the middle of a hand, and return the number of its first event."""
    if people.state()["phase"] == "playing":
        people.asker.ask("do", "end", 4)
    people.begin(rules)
    first = int(people.state()["n"])
    for kind, *fields in GAME:
        # Some books know no late players.
        with suppress(Refused):
            people.asker.ask("do", kind, 4, *fields)
    people.virtual.wait(3000)
    deepest(people.virtual)
    return first


def depths_of(people: Players, commands: tuple[tuple[Any, ...], ...]) -> dict[str, int]:
    """Return how deep the stack is at each of some commands, however they are answered, from a table at rest."""
    found = {}
    for command in commands:
        try:
            people.asker.ask(*command)
        except Refused as refusal:
            assert refusal.code != "stack_full", command
        people.virtual.wait(300)
        found[repr(command)] = deepest(people.virtual)
    return found


def chain_of(people: Players, commands: tuple[Command, ...], limit: int) -> list[str]:
    """Return the functions that call one another where a command goes as deep as a limit, the first of them first."""
    deepest(people.virtual, limit)
    for command in commands:
        with suppress(Refused, LinkFault):
            people.asker.ask(*command)
        people.virtual.wait(300)
        if said := people.virtual.stderr():
            return re.findall(r"(?m)^  File .*, in (\S+)$", said)[:-1]
        # As `depths_of` does: otherwise the scans of the buttons fall on other moments.
        deepest(people.virtual, limit)
    return []


def recorded_from(first: int) -> tuple[Command, ...]:
    """Return all that the desk may record, for a game whose first event has this number."""
    return tuple(
        ("do", kind, 4, *fields)
        for commands in RECORDED
        for kind, *fields in (numbered_from(command, first) for command in commands)
    )


def numbered_from(command: tuple[Any, ...], first: int) -> tuple[Any, ...]:
    """Return a command whose numbers of events count from the first of the game."""
    kind, *fields = command
    if kind == "correct":
        of, instead, to, why = fields
        return (kind, first + of, instead, None if to is None else first + to, why)
    if kind == "swap":
        seats, of, why = fields
        return (kind, seats, first + of, why)
    if kind == "undo" and fields:
        return (kind, first + fields[0], fields[1])
    return command
