"""Dumps the heap on the USB line at the harness's order; the harness removes the dump from the line.

Only the interpreter itself knows the pieces of its heap and the names it keeps, and it does nothing but print them.
"""

import gc
import sys

import micropython

import harness_channel

# The memory that the simulated parts had taken when the firmware started.
taken_before = 0


def save_memory_baseline() -> None:
    """Note what is taken before the firmware starts."""
    global taken_before
    gc.collect()
    taken_before = gc.mem_alloc()


def print_memory_use() -> None:
    """Print what the firmware takes, which modules are loaded, and the interpreter's own figures."""
    gc.collect()
    sys.stdout.write("firmware %d\n" % (gc.mem_alloc() - taken_before))
    sys.stdout.write("modules %s\n" % " ".join(sys.modules))
    micropython.mem_info()
    micropython.qstr_info()


harness_channel.orders["memory"] = print_memory_use
