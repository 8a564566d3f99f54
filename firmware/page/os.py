"""`os` of MicroPython with what a board has besides: its name, and random bytes from the browser."""

from binascii import unhexlify

from js import world
from uos import *  # noqa: F403 - everything of the real one


class Uname:
    """The identity of this system."""

    machine = "Raspberry Pi Pico with RP2040"


def uname() -> Uname:
    """Return what this system is: the chip whose parts are simulated."""
    return Uname()


def urandom(count: int) -> bytes:
    """Return random bytes."""
    return unhexlify(world.random(count))
