"""A line that damages bytes: for proving that nothing is lost on it."""

from __future__ import annotations

import random


def noisy(data: bytes, chance: random.Random, rate: float) -> bytes:
    """Flip a bit of, lose or double each byte, each with a small chance."""
    out = bytearray()
    for byte in data:
        fate = chance.random()
        if fate < rate:
            out.append(byte ^ 1 << chance.randrange(8))
        elif fate < 2 * rate:
            continue
        elif fate < 3 * rate:
            out += bytes((byte, byte))
        else:
            out.append(byte)
    return bytes(out)
