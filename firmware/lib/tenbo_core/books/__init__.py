# Generated from host/tenbo/rulebooks/*.toml by `python -m tools.generate books`; do not edit.
"""The rule books on the device, each in a module of its own that is loaded when it is asked for."""

from tenbo_core.errors import Malformed
from tenbo_core.rules import Rules

BOOKS = (
    "ema-2025",
    "ema-2012",
    "hambaiman-ema",
    "hambaiman-casual",
    "alarm",
    "austria",
    "ema-2016",
    "tenhou",
    "wrc",
    "wrc-2025",
    "m-league",
    "jpml-a",
    "rrc",
    "tenhou-sanma",
    "sanma-club",
)

# CRC-32 over every book's values: a device and a host with equal fingerprints play by equal rules.
FINGERPRINT = 842747369


def load(book: str) -> Rules:
    """Return the switches of a rule book by its id, without the yaku.

    >>> load("ema-2016").start_points
    30000
    """
    if book not in BOOKS:
        raise Malformed("unknown_rules", "there is no rule book %r; there are %s" % (book, ", ".join(BOOKS)), "rules")
    name = "tenbo_core.books." + book.replace("-", "_")
    return Rules(book, __import__(name, None, None, ("VALUES",)).VALUES)
