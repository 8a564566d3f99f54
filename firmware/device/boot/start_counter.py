"""Counts the table's starts and their causes: one letter a start, in a block that needs no erasing."""

import os

from device.storage import block_files
from device.storage.log_block import AppendBlock

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Entropy, Flash

PATH = "starts"
CAUSES = ("power", "watchdog", "reset")


def count(flash: "Flash", entropy: "Entropy", cause: str) -> "list[int]":
    """Note a start, and return how often there was each of `CAUSES`; nothing at all where the flash is full.

    After some four thousand starts the block is full, and counting begins again.
    """
    try:
        try:
            starts = AppendBlock(flash, PATH)
        except OSError:
            starts = block_files.make_block(flash, PATH, entropy)
        if not starts.room:
            os.remove(PATH)
            starts = block_files.make_block(flash, PATH, entropy)
        starts.append(cause[0].encode())
        noted = b"".join(starts.each_line())
    except OSError:
        return []
    return [noted.count(cause[0].encode()) for cause in CAUSES]
