"""Models the chip's heap: its use, the moments when its collector runs by itself, and the time that takes.

A block of this port's heap is twice as long as one of the chip's, so as many blocks are taken here as there: what
they bring nearer is counted by the interpreter itself, in the place from which its own collector reads it.
"""

import gc
import os
import sys

import uctypes

import clock

# Without the factor for the cache's misses.
COLLECTION_US = 3_100
COLLECTION_A_KB_US = 125
# The heap of a Pico's build, and that of a Pico 2 with what the radio's driver and lwIP leave of it
# (`tests/device/chip_memory.py`).
HEAP, HEAP_OF_PICO_2, OF_THE_DRIVER = 245_888, 471_040, 36_000
# What a compiled module takes of it besides half of what is counted here.
MODULE_PERCENT = 37
# What the chip has on its heap besides: MicroPython itself with its event loop, the letters of names, functions in the
# chip's own code, and what was measured there and is not explained (`tests/device/chip_memory.py`).
BESIDES = 22_400

# A block of this port's heap and one of the chip's, and how many free ones in a row are no hole.
UNIX_BLOCK, CHIP_BLOCK, LONG_ROW = 32, 16, 512
# What the simulated parts may take before it is given back.
MOST_FOREIGN = 2048

collections = 0
by_itself = True  # whether the firmware lets the collector come
threshold = -1  # after how many blocks the chip's collector would run by itself
kept = 0  # the blocks that the firmware had taken at the last way into a part

_heap = HEAP  # bytes of this chip's heap
_foreign = 0  # the memory that the simulated parts have taken since it was last given back
_before = 0  # bytes on the heap before the firmware came
_amount = None  # the collector's own count of blocks taken since the last collection
_sizes: "dict[str, int]" = {}  # of the compiled modules, by name
_filling: "object" = None


def begin_counting_blocks(sizes: "dict[str, int]") -> None:
    """Begin to count what is used, with the sizes of the modules that may come."""
    global _heap, _before, _amount, _sizes
    if os.chip == "RP2350":
        _heap = HEAP_OF_PICO_2 - (OF_THE_DRIVER if os.radio else 0)
    _sizes = sizes
    _amount = _amount_in_place()
    gc.collect()
    _fill_holes()
    _before = gc.mem_alloc()


def blocks_since_collection() -> int:
    """Return how many blocks were taken since the last collection."""
    return _amount[0] | _amount[1] << 8 | _amount[2] << 16


def set_blocks_since_collection(blocks: int) -> None:
    """Set the number of blocks from which the collector counts on."""
    _amount[0] = blocks & 0xFF
    _amount[1] = blocks >> 8 & 0xFF
    _amount[2] = blocks >> 16


def save_firmware_blocks(blocks: int) -> None:
    """Note at an entry the memory that the firmware alone has taken; memory of a simulated part does not count."""
    global kept
    kept = blocks
    set_blocks_since_collection(0)


def restore_count(blocks: int) -> None:
    """Have the collector count what the firmware alone has taken, and free what the parts have, before it is much.

    On the chip no search for room comes past their garbage.
    """
    global _foreign
    _foreign += blocks_since_collection()
    if _foreign > MOST_FOREIGN:
        _foreign = 0
        gc.collect()
    set_blocks_since_collection(blocks)


def used_bytes() -> int:
    """Return how many bytes would be used on the chip's heap."""
    modules = 0
    for name in sys.modules:
        modules += _sizes.get(name, 0)
    return (gc.mem_alloc() - _before) // 2 + modules * MODULE_PERCENT // 100 + BESIDES


def free_bytes() -> int:
    """Return how many bytes would be free on the chip's heap."""
    return _heap - used_bytes()


def collect() -> None:
    """Collect, in the time that it takes the chip."""
    global collections, kept
    clock.simulate_busy_time(COLLECTION_US + COLLECTION_A_KB_US * (used_bytes() >> 10))
    gc.collect()
    collections += 1
    kept = 0


def allow_automatic_collection(on: bool) -> None:
    """Let the collector come by itself, or only when it is asked for."""
    global by_itself
    by_itself = on
    if on:
        gc.enable()
    else:
        gc.disable()


def is_collection_due(blocks: int) -> bool:
    """Return whether the chip's collector would run by itself after this number of blocks."""
    return by_itself and blocks > threshold >= 0


def set_threshold(amount: int) -> None:
    """Set after how many bytes of the chip's the collector comes by itself."""
    global threshold
    threshold = amount // CHIP_BLOCK if amount >= 0 else -1


def allow_port_collection(by_itself: bool) -> None:
    """Let this port's collector run by itself, uncharged, or only when a door finds that it is due."""
    gc.threshold(threshold * UNIX_BLOCK if by_itself and threshold >= 0 else -1)


def _fill_holes() -> None:
    """Fill the small holes among the simulated parts: on the chip no search for room comes past them."""
    global _filling
    row = 0
    while row < LONG_ROW:
        before = id(_filling)
        _filling = (_filling,)
        row = row + 1 if id(_filling) == before + UNIX_BLOCK else 0
    # Those of the last row lie where the firmware will.
    for _ in range(LONG_ROW):
        _filling = _filling[0]
    gc.collect()
    # What is left over the chip's heap, whose blocks are half as large.
    _filling = (_filling, bytearray(max(0, gc.mem_free() - 2 * (_heap - BESIDES))))


def _amount_in_place() -> "bytearray":
    """Find the collector's count: it stands before the threshold, not far from the table of loaded modules."""
    mark = 0x2A5A5
    gc.threshold(mark * UNIX_BLOCK)
    near = id(sys.modules)
    wanted = mark.to_bytes(8, "little")
    for place in range(near - 8192, near + 8192, 8):
        if uctypes.bytearray_at(place, 8) == wanted:
            gc.threshold(-1)
            return uctypes.bytearray_at(place - 8, 8)
    raise RuntimeError("this MicroPython keeps the collector's figures elsewhere")
