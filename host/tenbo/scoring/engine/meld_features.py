"""The entries that melds add to a hand, by their code."""

from __future__ import annotations

from tenbo.scoring.engine.honour_readings import Winds, features_of_honours
from tenbo.scoring.engine.suit_readings import RUN, TRIPLET, features_of_run, features_of_triplet, group_bit
from tenbo.scoring.melds import ANKAN, CHI, KAN_KINDS, MELD_WORDS
from tenbo.scoring.tiles import EAST, KINDS

# Features of a meld and its place in each suit.
MeldEntry = tuple[int, int, int, int]


def entry_of_meld(code: int, winds: Winds) -> MeldEntry:
    """Return the entry of a meld, by its code: features, and its place in each of the three suits."""
    sort, kind = divmod(code, KINDS)
    concealed, kan = sort == ANKAN, sort in KAN_KINDS
    if kind >= EAST:
        return features_of_honours(kind, winds, concealed=concealed, kan=kan), 0, 0, 0
    suit, rank = divmod(kind, 9)
    word, group = (
        (features_of_run(rank), RUN)
        if sort == CHI
        else (features_of_triplet(rank, concealed=concealed, kan=kan), TRIPLET)
    )
    man, pin, sou = (group_bit(group + rank) if suit == other else 0 for other in range(3))
    return word, man, pin, sou


def all_meld_entries(winds: Winds) -> dict[int, MeldEntry]:
    """Return the entry of every meld there is."""
    return {
        sort * KINDS + kind: entry_of_meld(sort * KINDS + kind, winds)
        for sort in range(len(MELD_WORDS))
        for kind in range(KINDS)
        if sort != CHI or (kind < EAST and kind % 9 <= 6)
    }
