"""Where the groups stand: which runs and triplets each suit holds.

A place is an integer for one suit: nine bits for runs by their lowest rank, nine for triplets, and
one that says the suit is used at all. Three places, one for each suit, are what the yaku of place ask.
"""

from __future__ import annotations

RUN_AT = tuple(1 << rank for rank in range(7))
TRIPLET_AT = tuple(1 << 9 + rank for rank in range(9))
USED = 1 << 18

RUNS = (1 << 9) - 1
TRIPLETS = RUNS << 9
# 123, 456 and 789.
STRAIGHT = RUN_AT[0] | RUN_AT[3] | RUN_AT[6]
