"""Converts the tile numbers of both log formats into our notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

SUITS = "mpsz"

# tenhou.net/6: 11 is the 1 of characters, 41 East; 51, 52, 53 are the red fives.
_PLAIN = {
    **{10 * (suit + 1) + number: f"{number}{SUITS[suit]}" for suit in range(3) for number in range(1, 10)},
    **{40 + number: f"{number}z" for number in range(1, 8)},
    **{51 + suit: f"0{SUITS[suit]}" for suit in range(3)},
}

# mjlog: each of the 136 tiles has a number of its own; these are the red ones where there are any.
COPIES = 4
ALL = 34 * COPIES
_RED = {16: "0m", 52: "0p", 88: "0s"}


def tile_from_two_digits(number: object) -> str:
    """Return a tile of tenhou.net/6.

    >>> tile_from_two_digits(27), tile_from_two_digits(53), tile_from_two_digits(41)
    ('7p', '0s', '1z')
    """
    if not isinstance(number, int) or number not in _PLAIN:
        raise Malformed(
            "bad_tile",
            sentence(
                "unknown_tenhou_tile",
                "{number} is not a tile in tenhou.net/6, whose tiles are 11 to 19, 21 to 29, 31 to 39, 41 to "
                "47 and 51 to 53",
                number=repr(str(number)[:20]),
            ),
            "log",
        )
    return _PLAIN[number]


def tile_from_136(number: int, *, red: bool) -> str:
    """Return a tile of mjlog.

    >>> tile_from_136(16, red=True), tile_from_136(16, red=False), tile_from_136(135, red=True)
    ('0m', '5m', '7z')
    """
    if not 0 <= number < ALL:
        raise Malformed(
            "bad_tile",
            sentence(
                "unknown_mjlog_tile",
                "{number} is not a tile in mjlog, whose tiles are 0 to {all}",
                number=number,
                all=ALL - 1,
            ),
            "hai",
        )
    if red and number in _RED:
        return _RED[number]
    suit, place = divmod(number // COPIES, 9)
    return f"{place + 1}{SUITS[suit]}"


def join_tiles(tiles: Iterable[str]) -> str:
    """Return tiles as one text, each with its suit.

    >>> join_tiles(["1m", "0m", "7z"])
    '1m0m7z'
    """
    return "".join(tiles)


def without_red(tile: str) -> str:
    """Return the plain tile of a red five, and any other as it is.

    >>> without_red("0p"), without_red("3p")
    ('5p', '3p')
    """
    return f"5{tile[1]}" if tile[0] == "0" else tile


def sort_tiles(tiles: Iterable[str]) -> list[str]:
    """Return tiles by suit and number, a red five among the fives."""
    return sorted(tiles, key=lambda tile: (tile[1], without_red(tile)[0], tile))
