"""The device's health for a host: memory, seat boxes, supply, faults."""

import gc
import io
import time

from micropython import const

from tenbo_core import VERSION, books

if False:  # for the type checker alone, and gone when compiled
    from device.parts import HostCommands

# The shortest time from one scan of the buttons to the next.
_SCAN_MS = const(10)
# So exact is the length of the largest free piece.
_EXACT = const(512)


def fields(commands: "HostCommands") -> "list[tuple[str, object]]":
    """Return all figures, each with its name."""
    board, pause = commands.board, commands.keeper.journal.poll_buttons
    # A collection takes 20 ms: right after a scan of the buttons, and with another one right after it.
    time.sleep_ms(_SCAN_MS)
    pause()
    gc.collect()
    pause()
    largest = largest_free_bytes()
    pause()
    return [
        ("free", gc.mem_free()),
        ("used", gc.mem_alloc()),
        ("largest", largest),
        ("firmware", VERSION),
        ("books", books.FINGERPRINT),
        ("events", commands.keeper.last),
        ("seats", [port.here for port in board.seats]),
        ("displays", [port.display_here for port in board.seats]),
        ("held", [port.stuck for port in board.seats]),
        ("bus_faults", [port.faults for port in board.seats]),
        ("light", board.room_light()),
        ("supply_mv", board.supply_mv()),
        ("boot", commands.boot),
        ("journal_damage", len(commands.keeper.journal.damaged)),
        ("hanging", commands.pulse.hanging_task()),
    ] + [(name, figure()) for name, figure in commands.figures]


def largest_free_bytes() -> int:
    """Return how many bytes the largest free piece of memory has, to half a kilobyte.

    Pieces are taken and given back at once, ever closer to what just fits. A module that is loaded, and a frame,
    need whole pieces: free memory in small ones is useless to them. The collector is off meanwhile: it would run
    each time that a piece does not fit.
    """
    fits, too_large = 0, gc.mem_free() + 1
    gc.disable()
    try:
        while too_large - fits > _EXACT:
            size = (fits + too_large) // 2
            try:
                io.BytesIO(size).close()
                fits = size
            except MemoryError:
                too_large = size
    finally:
        gc.enable()
    return fits
