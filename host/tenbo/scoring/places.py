"""Where the groups stand: which runs and triplets each suit holds.

Each suit has a lane of 20 bits: nine for runs by their lowest rank, nine for triplets, one that
says the suit is used at all. The questions below are plain bit operations, so that they take one
hand's integer and a NumPy array of many hands alike.
"""

from __future__ import annotations

from typing import TypeVar

LANE = 20
RUN_AT = tuple(1 << rank for rank in range(7))
TRIPLET_AT = tuple(1 << 9 + rank for rank in range(9))
USED = 1 << 18

RUNS = (1 << 9) - 1
TRIPLETS = RUNS << 9
# The runs 123, 456 and 789 of one suit.
STRAIGHT = RUN_AT[0] | RUN_AT[3] | RUN_AT[6]
USED_SUITS = USED | USED << LANE | USED << 2 * LANE
ONLY_BAMBOO = USED << 2 * LANE
ONE_SUIT = (0, USED, USED << LANE, USED << 2 * LANE)

Where = TypeVar("Where", bound=int)


def same_runs(where: Where) -> Where:
    """Give the runs that stand in all three suits (sanshoku doujun)."""
    return where & where >> LANE & where >> 2 * LANE & RUNS  # type: ignore[return-value]


def same_triplets(where: Where) -> Where:
    """Give the triplets that stand in all three suits (sanshoku doukou)."""
    return where & where >> LANE & where >> 2 * LANE & TRIPLETS  # type: ignore[return-value]


def straights(where: Where) -> Where:
    """Give, for each suit, whether it holds 123, 456 and 789 (ittsu)."""
    lanes = where & where >> 3 & where >> 6
    return lanes & (1 | 1 << LANE | 1 << 2 * LANE)  # type: ignore[return-value]
