"""The positions of groups: the runs and triplets that each suit holds.

A place is an integer for one suit: nine bits for runs by their lowest rank, nine for triplets, nine for
pairs. Three places, one for each suit, are what the yaku of place ask.
"""

from __future__ import annotations

RUNS = (1 << 9) - 1
TRIPLETS = RUNS << 9
# 123, 456 and 789.
STRAIGHT = 1 << 0 | 1 << 3 | 1 << 6
