"""Escapes untrusted text for display: no character that controls a terminal, reverses the text or is invisible."""

from __future__ import annotations

# The length of an untrusted text that a line of the log, a terminal or a page shows.
LONGEST = 4000


def escape_unprintable(text: str) -> str:
    r"""Return a text in which everything that does not print is written as its code.

    >>> print(escape_unprintable("Jürgen 東 \x1b[2J\u202e"))
    Jürgen 東 \x1b[2J\u202e
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text[:LONGEST])


def escape_value(value: object) -> object:
    """Return a value of a message with every text in it printable."""
    if isinstance(value, str):
        return value if value.isprintable() and len(value) <= LONGEST else escape_unprintable(value)
    if isinstance(value, list):
        return [escape_value(item) for item in value]
    if isinstance(value, dict):
        return {escape_unprintable(name): escape_value(item) for name, item in value.items()}
    return value
