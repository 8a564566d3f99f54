"""Seven pairs: the reading that is not made of sets."""

from __future__ import annotations

from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.reading_features import pack_features
from tenbo.scoring.tiles import HONOUR_BITS, HONOUR_SHIFT, KINDS, SOU_SHIFT, SUIT_BITS, SUIT_SHIFT

NOT_PAIRS = sum(5 << 3 * kind for kind in range(KINDS))


def is_seven_pairs(packed: int) -> bool:
    """Return whether fourteen tiles are seven different pairs.

    >>> from tenbo.scoring.tiles import UNIT
    >>> is_seven_pairs(sum(2 * UNIT[kind] for kind in (0, 3, 9, 15, 20, 28, 33)))
    True
    """
    tiles = packed & (1 << 3 * KINDS) - 1
    return not tiles & NOT_PAIRS and tiles.bit_count() == 7


def pair_features_of_suit(bits: int) -> int:
    """Return the features of the pairs in one suit; seven pairs have no fu of their own."""
    return sum(pack_features(pairs=1, simples=0 < rank < 8) for rank in range(9) if bits >> 3 * rank & 7)


def pair_features_of_honours(bits: int) -> int:
    """Return the features of the pairs of honours."""
    return sum(pack_features(pairs=1, honours=1) for place in range(7) if bits >> 3 * place & 7)


SUIT_PAIRS: Memo[int] = Memo(pair_features_of_suit, limit=600)
HONOUR_PAIRS: Memo[int] = Memo(pair_features_of_honours, limit=200)


def features_of_pairs(packed: int) -> int:
    """Return the features of seven pairs."""
    return (
        SUIT_PAIRS[packed & SUIT_BITS]
        + SUIT_PAIRS[packed >> SUIT_SHIFT & SUIT_BITS]
        + SUIT_PAIRS[packed >> SOU_SHIFT & SUIT_BITS]
        + HONOUR_PAIRS[packed >> HONOUR_SHIFT & HONOUR_BITS]
    )
