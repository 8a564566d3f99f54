"""Characters of text from outside: full-width ones as ASCII, and those that do not print as their codes."""

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


# Every printable sign of ASCII has a wide twin, in the same order; the wide blank lies elsewhere.
_NARROW = {0xFF01 + place: chr(0x21 + place) for place in range(94)} | {0x3000: " "}


def to_ascii_width(text: str) -> str:
    """Return a text with its wide signs as those of ASCII; signs that only look like digits stay what they are.

    >>> to_ascii_width("２２．０３．２０２６"), to_ascii_width("ＡＢ　１２"), to_ascii_width("²")
    ('22.03.2026', 'AB 12', '²')
    """
    return text.translate(_NARROW)
