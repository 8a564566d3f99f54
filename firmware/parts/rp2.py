"""Simulated `rp2`: the flash as a block device."""

import flash


def Flash() -> "object":  # noqa: N802 - it stands for the class of that name
    """Return the block device that carries the file system."""
    return flash.chip
