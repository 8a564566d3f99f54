"""Stands in for `gc`: the figures of a heap that has an end, as a chip's has.

The port's own heap grows for ever. A search for its largest free piece would take a hundred megabytes.
"""

import gc

SIZE = 460 * 1024

collect, enable, disable, threshold, mem_alloc = gc.collect, gc.enable, gc.disable, gc.threshold, gc.mem_alloc


def mem_free() -> int:
    """Return how much of such a heap is free."""
    return max(0, SIZE - gc.mem_alloc())
