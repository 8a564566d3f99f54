"""The simulated table with a list of what its displays are sent."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "tests/device")]

import promises  # noqa: E402
import stack  # noqa: E402
from chip_memory import LESS_ON_1_29, Memory, memory  # noqa: E402
from hostile_lines import attack  # noqa: E402
from players import Players, broken_firmware  # noqa: E402
from random_power_cuts import cut_power  # noqa: E402

from tenbo.simulator.observed_state import ObservedState  # noqa: E402
from tenbo.simulator.ssd1309 import WIDTH  # noqa: E402
from tenbo.simulator.table import VirtualTable  # noqa: E402

__all__ = [
    "LESS_ON_1_29",
    "NOTE_MS",
    "DisplayLogTable",
    "Memory",
    "Players",
    "attack",
    "broken_firmware",
    "cut_power",
    "memory",
    "promises",
    "recorded_display_table",
    "stack",
]

# A note has left the displays after this.
NOTE_MS = 4300


class DisplayChange(NamedTuple):
    """One transfer that changed what a display shows: when, where, and how many bytes it took."""

    at: int
    seat: int
    page: int
    first: int
    size: int


class DisplayLogTable(ObservedState):
    """The outside of the table, with a list of what changed on the displays."""

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[DisplayChange] = []

    def handle_line(self, words: list[str]) -> None:
        """Take in one line of what the parts say, and note which columns of a display it has changed."""
        if words[0] != "display":
            super().handle_line(words)
            return
        display = self.display(int(words[2]))
        before, received = bytes(display._memory), display.bytes_received  # noqa: SLF001 - no picture in between
        super().handle_line(words)
        changed = [place for place, byte in enumerate(display._memory) if byte != before[place]]  # noqa: SLF001
        if changed:
            page, first = changed[0] // WIDTH, min(place % WIDTH for place in changed)
            size = display.bytes_received - received
            self.changes.append(DisplayChange(self.began + int(words[1]), int(words[2]), page, first, size))


def recorded_display_table(folder: Path | None = None, **options: object) -> tuple[VirtualTable, DisplayLogTable]:
    """Return a simulated table whose displays are watched; start it in a `with` statement."""
    virtual = VirtualTable(frozen=True, firmware=folder, **options)  # type: ignore[arg-type]
    scene = DisplayLogTable()
    virtual.scene = scene
    return virtual, scene
