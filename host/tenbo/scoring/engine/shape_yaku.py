"""Finds the yaku of a reading from its shape.

Shape, honours, and the suits in use each leave some yaku possible; what all three leave, the reading has.
"""

from __future__ import annotations

from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.reading_features import HonourFields, ShapeFields
from tenbo.scoring.tiles import NOT_GREEN
from tenbo.scoring.yaku import BIT, YAKU

# Three marks beside the yaku: the reading is complete; it has enough runs or triplets for a yaku
# of place. They save asking where the groups stand when it cannot matter.
COMPLETE = 1 << len(YAKU)
THREE_RUNS = COMPLETE << 1
THREE_TRIPLETS = COMPLETE << 2
PLACED = THREE_RUNS | THREE_TRIPLETS
MARKS = COMPLETE | THREE_RUNS | THREE_TRIPLETS

# Where groups stand is an integer for each suit: nine bits for runs by their lowest rank, nine for triplets, nine for
# pairs. The yaku of place are found in three of them.
RUNS = (1 << 9) - 1
TRIPLETS = RUNS << 9
# 123, 456 and 789.
STRAIGHT = 1 << 0 | 1 << 3 | 1 << 6

PINFU = BIT["pinfu"]
HONITSU = BIT["honitsu"]
CHINITSU = BIT["chinitsu"]
RYUUIISOU = BIT["ryuuiisou"]
TSUUIISOU = BIT["tsuuiisou"]
ITTSU = BIT["ittsu"]
SANSHOKU_DOUJUN = BIT["sanshoku_doujun"]
SANSHOKU_DOUKOU = BIT["sanshoku_doukou"]
KOKUSHI = BIT["kokushi"] | COMPLETE
KOKUSHI_13 = KOKUSHI | BIT["kokushi_13"]
# The yaku that the suits and tiles in use decide.
BY_SUITS = HONITSU | CHINITSU | RYUUIISOU | TSUUIISOU

# The yaku that shape and honours decide, those that do not ask the one or the other left possible by it.
ASKING_SHAPE = tuple((1 << index, yaku.holds) for index, yaku in enumerate(YAKU) if yaku.holds)
ASKING_HONOURS = tuple((1 << index, yaku.honours) for index, yaku in enumerate(YAKU) if yaku.honours)
OTHERS_OF_SHAPE = BY_SUITS | sum(1 << index for index, yaku in enumerate(YAKU) if yaku.honours and not yaku.holds)
OTHERS_OF_HONOURS = (
    MARKS | BY_SUITS & ~CHINITSU | sum(1 << index for index, yaku in enumerate(YAKU) if yaku.holds and not yaku.honours)
)


def yaku_of_shape(word: int) -> int:
    """Return the yaku that a shape (its fields about groups, without fu) leaves possible, 0 when it is no hand."""
    shape = ShapeFields(word)
    if not shape.is_complete:
        return 0
    yaku_bits = COMPLETE | OTHERS_OF_SHAPE
    if shape.runs >= 3:
        yaku_bits |= THREE_RUNS
    if shape.triplets >= 3:
        yaku_bits |= THREE_TRIPLETS
    for bit, holds in ASKING_SHAPE:
        if holds(shape):
            yaku_bits |= bit
    return yaku_bits


def yaku_of_honours(word: int) -> int:
    """Return the yaku that the fields about honours leave possible, 0 when some honours are in no group."""
    honours = HonourFields(word)
    if honours.stray:
        return 0
    yaku_bits = OTHERS_OF_HONOURS
    if not honours.honours:
        yaku_bits |= CHINITSU
    for bit, holds in ASKING_HONOURS:
        if holds(honours):
            yaku_bits |= bit
    return yaku_bits


SHAPES: Memo[int] = Memo(yaku_of_shape, limit=4_000)
HONOURS: Memo[int] = Memo(yaku_of_honours, limit=2_000)

# Two suits or three leave neither flush, nor all green, nor all honours.
SUITS_MIXED = ~BY_SUITS


def yaku_allowed_by_suits(man: int, pin: int, sou: int, packed: int) -> int:
    """Return what remains possible of all yaku: from which suits are used (not 0), and from all tiles."""
    if (man and (pin or sou)) or (pin and sou):
        return SUITS_MIXED
    kept = ~TSUUIISOU if man or pin or sou else ~(HONITSU | CHINITSU)
    return kept & ~RYUUIISOU if packed & NOT_GREEN else kept


def yaku_of_orphans(held: int) -> int:
    """Return the yaku of thirteen orphans, from how many of the winning tile the hand has with it."""
    return KOKUSHI_13 if held == 2 else KOKUSHI


def add_ittsu_and_sanshoku(yaku_bits: int, man: int, pin: int, sou: int) -> int:
    """Add the yaku of place to the yaku of a shape.

    With four sets only one of straight, three colour run and three colour triplet is possible.
    """
    if yaku_bits & THREE_RUNS:
        if man & pin & sou & RUNS:
            return yaku_bits | SANSHOKU_DOUJUN
        if man & STRAIGHT == STRAIGHT or pin & STRAIGHT == STRAIGHT or sou & STRAIGHT == STRAIGHT:
            return yaku_bits | ITTSU
    elif yaku_bits & THREE_TRIPLETS and man & pin & sou & TRIPLETS:
        return yaku_bits | SANSHOKU_DOUKOU
    return yaku_bits
