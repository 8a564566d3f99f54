"""`os` of MicroPython with the board's name, and dice that a script can fix: with a seed, `urandom` follows it."""

import hashlib

from uos import *  # noqa: F403 - everything of the real one
from uos import urandom as _entropy

BOARDS = {"RP2040": "Raspberry Pi Pico with RP2040", "RP2350": "Raspberry Pi Pico2 with RP2350"}

# The chip of this board, and whether it has a radio; set by the start.
chip = "RP2040"
radio = False
_seed = b""
_drawn = 0


def seed(text: str) -> None:
    """Make the entropy of this run repeatable; without a seed it is the computer's own."""
    global _seed
    _seed = text.encode()


class Uname:
    """The identity of this system."""

    def __init__(self, machine: str) -> None:
        self.machine = machine


def uname() -> Uname:
    """Return what this system is."""
    return Uname(BOARDS[chip].replace(" with", " W with" if radio else " with"))


def urandom(count: int) -> bytes:
    """Return random bytes."""
    global _drawn
    if not _seed:
        return _entropy(count)
    drawn = b""
    while len(drawn) < count:
        _drawn += 1
        drawn += hashlib.sha256(_seed + b" %d" % _drawn).digest()
    return drawn[:count]
