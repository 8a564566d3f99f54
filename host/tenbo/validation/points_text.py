"""Writes points for people to read: their thousands apart as the language has them, and a gain with its plus."""

from __future__ import annotations

NO_BREAK_SPACE = "\u00a0"
# What parts the thousands, where it is no comma; pages ask the browser, which knows the same.
SEPARATORS = {
    "de": ".",
    "es": ".",
    "fr": NO_BREAK_SPACE,
    "it": ".",
    "nl": ".",
    "pl": NO_BREAK_SPACE,
    "ru": NO_BREAK_SPACE,
}
# Languages that part no number of four digits.
FIVE_DIGITS = ("es", "it", "pl")
LEAST_OF_FIVE = 10_000


def points_text(points: int, language: str = "en") -> str:
    """Return points as people write them.

    >>> points_text(32000), points_text(-1200), points_text(32000, "de"), points_text(1200, "pl")
    ('32,000', '-1,200', '32.000', '1200')
    """
    if language in FIVE_DIGITS and abs(points) < LEAST_OF_FIVE:
        return str(points)
    return f"{points:,}".replace(",", SEPARATORS.get(language, ","))


def signed_points_text(points: int, language: str = "en") -> str:
    """Return a gain or a loss of points: nothing has no sign.

    >>> signed_points_text(26000), signed_points_text(-500), signed_points_text(0)
    ('+26,000', '-500', '0')
    """
    return ("+" if points > 0 else "") + points_text(points, language)


def points_list_text(points: list[int]) -> str:
    """Return the scores of a table one behind the other, from East on.

    >>> points_list_text([32000, -1200])
    '32,000 -1,200'
    """
    return " ".join(map(points_text, points))
