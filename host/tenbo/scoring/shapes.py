"""The rule text at work: from the shape of a reading to the yaku it holds."""

from __future__ import annotations

from tenbo.scoring.features import Shape
from tenbo.scoring.places import RUNS, STRAIGHT, TRIPLETS
from tenbo.scoring.tables import Table
from tenbo.scoring.tiles import NOT_GREEN
from tenbo.scoring.yaku import BIT, YAKU

# Three marks beside the yaku: the reading is complete; it has enough runs or triplets for a yaku
# of place. They save asking where the groups stand when it cannot matter.
COMPLETE = 1 << len(YAKU)
THREE_RUNS = COMPLETE << 1
THREE_TRIPLETS = COMPLETE << 2
PLACED = THREE_RUNS | THREE_TRIPLETS
MARKS = COMPLETE | THREE_RUNS | THREE_TRIPLETS

PINFU = BIT["pinfu"]
HONITSU = BIT["honitsu"]
CHINITSU = BIT["chinitsu"]
RYUUIISOU = BIT["ryuuiisou"]
ITTSU = BIT["ittsu"]
SANSHOKU_DOUJUN = BIT["sanshoku_doujun"]
SANSHOKU_DOUKOU = BIT["sanshoku_doukou"]
FLUSHES = HONITSU | CHINITSU
NOT_ONE_SUIT = ~(FLUSHES | RYUUIISOU)


def yaku_of_shape(word: int) -> int:
    """Give the yaku of a shape (a feature word without its fu), or 0 when it is no hand.

    What depends on suits and on single tiles is left open: the flushes and all green are given, and
    `kept_by_suits` takes them back.
    """
    shape = Shape(word)
    if not shape.is_complete:
        return 0
    found = COMPLETE | HONITSU | RYUUIISOU
    if shape.honours == 0:
        found |= CHINITSU
    if shape.runs >= 3:
        found |= THREE_RUNS
    if shape.triplets >= 3:
        found |= THREE_TRIPLETS
    for bit, holds in BY_SHAPE:
        if holds(shape):
            found |= bit
    return found


# The yaku that the shape decides.
BY_SHAPE = tuple((1 << index, yaku.holds) for index, yaku in enumerate(YAKU) if yaku.holds is not None)


SHAPES: Table[int] = Table(yaku_of_shape, limit=12_000)


def kept_by_suits(man: int, pin: int, sou: int, packed: int) -> int:
    """Give what remains possible of all yaku: from which suits are used (not 0), and from all tiles."""
    if (man and (pin or sou)) or (pin and sou):
        return NOT_ONE_SUIT
    kept = -1 if man or pin or sou else ~FLUSHES
    return kept & ~RYUUIISOU if packed & NOT_GREEN else kept


def yaku_of_place(found: int, man: int, pin: int, sou: int) -> int:
    """Add the yaku of place to what a shape gave.

    With four sets only one of straight, three colour run and three colour triplet is possible.
    """
    if found & THREE_RUNS:
        if man & pin & sou & RUNS:
            return found | SANSHOKU_DOUJUN
        if man & STRAIGHT == STRAIGHT or pin & STRAIGHT == STRAIGHT or sou & STRAIGHT == STRAIGHT:
            return found | ITTSU
    elif found & THREE_TRIPLETS and man & pin & sou & TRIPLETS:
        return found | SANSHOKU_DOUKOU
    return found
