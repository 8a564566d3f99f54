"""The entries that melds add to a hand, by their code."""

from __future__ import annotations

from functools import cache

from tenbo.scoring.engine.honour_readings import Winds, features_of_honours
from tenbo.scoring.engine.suit_readings import RUN, TRIPLET, features_of_run, features_of_triplet, group_bit
from tenbo.scoring.melds import ANKAN, CHI, KAN_KINDS, MELD_WORDS
from tenbo.scoring.tiles import EAST, KINDS

# Features of a meld and its place in each suit.
MeldEntry = tuple[int, int, int, int]
# The suits in the order in which an entry has its places.
SuitOrder = tuple[int, int, int]
IN_ORDER = (0, 1, 2)

# What tells the melds of a kind apart: chi is a run, the others differ in whether they are concealed, and kans.
TRIPLET_SORTS = tuple((sort, sort == ANKAN, sort in KAN_KINDS) for sort in range(len(MELD_WORDS)) if sort != CHI)


@cache
def suit_meld_entries(order: SuitOrder) -> dict[int, MeldEntry]:
    """Return the entry of every meld of the suits; winds change none of them."""
    groups = [(CHI, rank, features_of_run(rank), group_bit(RUN + rank)) for rank in range(7)]
    groups += [
        (sort, rank, features_of_triplet(rank, concealed=concealed, kan=kan), group_bit(TRIPLET + rank))
        for sort, concealed, kan in TRIPLET_SORTS
        for rank in range(9)
    ]
    entries: dict[int, MeldEntry] = {}
    for suit in range(3):
        first, second, third = (suit == other for other in order)
        for sort, rank, word, place in groups:
            entries[sort * KINDS + 9 * suit + rank] = (word, place * first, place * second, place * third)
    return entries


def honour_meld_entries(winds: Winds) -> dict[int, MeldEntry]:
    """Return the entry of every meld of honours, which has no place in any suit."""
    return {
        sort * KINDS + kind: (features_of_honours(kind, winds, concealed=concealed, kan=kan), 0, 0, 0)
        for sort, concealed, kan in TRIPLET_SORTS
        for kind in range(EAST, KINDS)
    }


def all_meld_entries(winds: Winds) -> dict[int, MeldEntry]:
    """Return the entry of every meld there is.

    >>> len(all_meld_entries(Winds(0, 0, 2)))
    157
    """
    return suit_meld_entries(IN_ORDER) | honour_meld_entries(winds)
