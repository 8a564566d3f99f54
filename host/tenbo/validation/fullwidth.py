"""Converts full-width letters and digits, as a Japanese keyboard types them, to ASCII."""

from __future__ import annotations

# Every printable sign of ASCII has a wide twin, in the same order; the wide blank lies elsewhere.
_NARROW = {0xFF01 + place: chr(0x21 + place) for place in range(94)} | {0x3000: " "}


def to_ascii_width(text: str) -> str:
    """Return a text with its wide signs as those of ASCII; signs that only look like digits stay what they are.

    >>> to_ascii_width("２２．０３．２０２６"), to_ascii_width("ＡＢ　１２"), to_ascii_width("²")
    ('22.03.2026', 'AB 12', '²')
    """
    return text.translate(_NARROW)
