"""The chips that the firmware runs on, with their differences for the simulated table."""

from __future__ import annotations

from typing import NamedTuple

BLOCK = 4096


class ChipModel(NamedTuple):
    """The memory and flash of a board: the heap in the chip's own words, the file system in blocks of 4 KB."""

    heap_kb: int
    blocks: int

    @property
    def file_system_size(self) -> int:
        """Return the bytes of the file system."""
        return self.blocks * BLOCK


# A Pico has 264 KB of RAM and 2 MB of flash, a Pico 2 twice as much; MicroPython keeps a part of each.
CHIPS = {"RP2040": ChipModel(236, 352), "RP2350": ChipModel(460, 768)}
