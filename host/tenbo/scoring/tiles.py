"""Tiles, their text, and a hand of them packed into one integer.

A tile is a small integer: 0-8 characters (m), 9-17 circles (p), 18-26 bamboo (s), 27-33 the winds
E S W N and the dragons white, green, red (z), and 34-36 the red fives 0m 0p 0s. Its *kind* is
what it is to the rules: a red five is a five.

A packed hand holds three bits for each kind, and above them the number of red fives, so that
packing is adding and every question about a count is a shift.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = 34
RED_FIVES = (34, 35, 36)
SUITS = "mpsz"

NAMES = tuple(f"{rank + 1}{suit}" for suit in "mps" for rank in range(9)) + tuple(f"{n}z" for n in range(1, 8))
NAMES += ("0m", "0p", "0s")
TILES = {name: tile for tile, name in enumerate(NAMES)}

EAST, SOUTH, WEST, NORTH = 27, 28, 29, 30
WHITE, GREEN, RED = 31, 32, 33
WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (WHITE, GREEN, RED)

# The kind of every tile, red fives included.
KIND: tuple[int, ...] = (*range(KINDS), 4, 13, 22)


def tile_order(tile: int) -> int:
    """Return a key that sorts tiles as a player does, a red five just before the plain ones."""
    return 2 * KIND[tile] + (tile < KINDS)


def tile_text(tiles: Iterable[int]) -> str:
    """Write tiles in the one output form, sorted.

    >>> tile_text([33, 0, 34, 2])
    '130m7z'
    """
    parts: list[str] = []
    for tile in sorted(tiles, key=tile_order):
        rank, suit = tuple(NAMES[tile])
        if parts and parts[-1].endswith(suit):
            parts[-1] = f"{parts[-1][:-1]}{rank}{suit}"
        else:
            parts.append(rank + suit)
    return "".join(parts)


RED_SHIFT = 3 * KINDS
# Where the number of tiles stands that were read from a text, and what lies below it. Numbers only grow when more
# tiles of a kind than there can be spill over into their neighbours, so that thirteen tiles are always thirteen.
NUMBER_SHIFT = RED_SHIFT + 8
PACKED_BITS = (1 << NUMBER_SHIFT) - 1
# The term that each tile adds to a packed hand.
UNIT = tuple(1 << 3 * kind for kind in range(KINDS)) + tuple((1 << 3 * kind) + (1 << RED_SHIFT) for kind in (4, 13, 22))

SUIT_SHIFT = 27
SUIT_BITS = (1 << SUIT_SHIFT) - 1
SOU_SHIFT, HONOUR_SHIFT = 2 * SUIT_SHIFT, 3 * SUIT_SHIFT
HONOUR_BITS = (1 << 21) - 1
ONE_EACH = sum(UNIT[kind] for kind in range(KINDS))
# The same in one suit.
ONE_OF_EACH = 0o111_111_111
TERMINALS_AND_HONOURS: tuple[int, ...] = (0, 8, 9, 17, 18, 26, *range(27, 34))
ORPHANS = sum(UNIT[kind] for kind in TERMINALS_AND_HONOURS)
# 2, 3, 4, 6 and 8 of bamboo and the green dragon; every count of any other kind.
GREEN_KINDS = (19, 20, 21, 23, 25, GREEN)
NOT_GREEN = sum(7 * UNIT[kind] for kind in range(KINDS) if kind not in GREEN_KINDS)


def pack(tiles: Iterable[int]) -> int:
    """Pack tiles into one integer.

    >>> from tenbo.scoring.tile_parser import parse_tiles
    >>> kind_count(pack(parse_tiles("55p0p")), 13), red_five_count(pack(parse_tiles("55p0p")))
    (3, 1)
    """
    packed = 0
    for tile in tiles:
        packed += UNIT[tile]
    return packed


def kind_count(packed: int, kind: int) -> int:
    """Return how many tiles of a kind a packed hand holds."""
    return packed >> 3 * kind & 7


def red_five_count(packed: int) -> int:
    """Return how many red fives a packed hand holds."""
    return packed >> RED_SHIFT


def kinds_of(packed: int) -> list[int]:
    """Return the kinds of a packed hand, each as often as it is there, in order.

    >>> kinds_of(pack([3, 1, 3]))
    [1, 3, 3]
    """
    return [kind for kind in range(KINDS) for _ in range(kind_count(packed, kind))]


def dora_of(indicator: int) -> int:
    """Return the kind an indicator makes dora: the next one, in a circle (EMA 2016, 2.7).

    >>> [NAMES[dora_of(TILES[name])] for name in ("9p", "4z", "7z", "0s")]
    ['1p', '1z', '5z', '6s']
    """
    kind = KIND[indicator]
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    if kind == NORTH:
        return EAST
    return WHITE if kind == RED else kind + 1


# How far to shift a packed hand to count the dora of an indicator.
DORA_SHIFT = tuple(3 * dora_of(tile) for tile in range(len(NAMES)))
