"""`os` of MicroPython with dice that a script can fix: `urandom` follows a seed when one is given."""

import hashlib

from uos import *  # noqa: F403 - everything of the real one
from uos import urandom as _entropy

_seed = b""
_drawn = 0


def seed(text: str) -> None:
    """Make the entropy of this run repeatable; without a seed it is the computer's own."""
    global _seed
    _seed = text.encode()


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
