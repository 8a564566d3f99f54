"""The rule text at work: from the shape of a reading to the yaku it holds."""

from __future__ import annotations

from tenbo.scoring.features import Shape
from tenbo.scoring.places import ONE_SUIT, ONLY_BAMBOO, USED_SUITS, same_runs, same_triplets, straights
from tenbo.scoring.tables import Table
from tenbo.scoring.yaku import BIT, YAKU

# Three marks beside the yaku: the reading is complete; it has enough runs or triplets for a yaku
# of place. They save asking where the groups stand when it cannot matter.
COMPLETE = 1 << len(YAKU)
THREE_RUNS = COMPLETE << 1
THREE_TRIPLETS = COMPLETE << 2
MARKS = COMPLETE | THREE_RUNS | THREE_TRIPLETS

PINFU = BIT["pinfu"]
HONITSU = BIT["honitsu"]
CHINITSU = BIT["chinitsu"]
RYUUIISOU = BIT["ryuuiisou"]
ITTSU = BIT["ittsu"]
SANSHOKU_DOUJUN = BIT["sanshoku_doujun"]
SANSHOKU_DOUKOU = BIT["sanshoku_doukou"]


def yaku_of_shape(word: int) -> int:
    """Give the yaku of a shape (a feature word without its fu), or 0 when it is no hand.

    What depends on suits is left open: the flushes and all green are given as if there were one
    suit, and `yaku_of_place` takes them back.
    """
    shape = Shape(word)
    if not shape.is_complete:
        return 0
    found = COMPLETE | HONITSU
    if shape.honours == 0:
        found |= CHINITSU
    if shape.runs >= 3:
        found |= THREE_RUNS
    if shape.triplets >= 3:
        found |= THREE_TRIPLETS
    for index, yaku in enumerate(YAKU):
        if yaku.holds is not None and yaku.holds(shape):
            found |= 1 << index
    return found


SHAPES: Table[int] = Table(yaku_of_shape, limit=20_000)


def kept_by_suits(suits: int) -> int:
    """Give the yaku that remain possible with these suits in use."""
    kept = ~0
    if suits not in ONE_SUIT or suits == 0:
        kept &= ~(HONITSU | CHINITSU)
    if suits & ~ONLY_BAMBOO:
        kept &= ~RYUUIISOU
    return kept


# For every combination of suits in use, what remains possible.
KEPT_BY_SUITS = {
    suits: kept_by_suits(suits)
    for number in range(8)
    for suits in [sum(used for index, used in enumerate(ONE_SUIT[1:]) if number >> index & 1)]
}


def yaku_of_place(found: int, where: int) -> int:
    """Add the yaku of place to what a shape gave, and take back what needs one suit."""
    found &= KEPT_BY_SUITS[where & USED_SUITS]
    if found & THREE_RUNS:
        if same_runs(where):
            found |= SANSHOKU_DOUJUN
        if straights(where):
            found |= ITTSU
    if found & THREE_TRIPLETS and same_triplets(where):
        found |= SANSHOKU_DOUKOU
    return found
