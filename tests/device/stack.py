"""How much of its stack the firmware takes, measured inside the simulated table at what its functions call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.virtual.scene import Scene

if TYPE_CHECKING:
    from tenbo.virtual.table import VirtualTable

# Bytes of this port's stack. Where a Pico's Python ends at 7,936 bytes of its 8,192, this port's has 18,400; the rest
# is for what C functions and interrupts take below.
BOUND = 14_000

# Planted before the firmware begins. Nearly every function calls a built-in one, so those are where it is measured; the
# simulated parts, which are C on a chip, keep the real ones. Past a limit, what is under way ends with a report of it.
MEASURING = """
import builtins
import control
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
App.between = measured(App.between)
def tell_stack(limit=0):
    control.say("stack", most[0])
    most[0], most[1] = 0, int(limit) or 1 << 30
control.orders["stack"] = tell_stack
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
    assert isinstance(scene, Scene)
    virtual.order(f"stack {limit}")
    virtual._run(0)
    depths = [int(details[0]) for _at, kind, details in scene.log if kind == "stack"]
    scene.log.clear()
    return depths
