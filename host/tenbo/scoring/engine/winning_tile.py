"""The groups that the winning tile may have completed, and the change of an entry for each.

There are few such changes, and all suits share them.
"""

from __future__ import annotations

from tenbo.scoring import fu
from tenbo.scoring.engine.honour_readings import PAIR_WAIT, winning_honour_code
from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.reading_features import pack_features
from tenbo.scoring.engine.suit_readings import GATES, PAIR, RUN, TRIPLET, Row, features_of_triplet, group_bit
from tenbo.scoring.tiles import EAST, KIND, SUIT_SHIFT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

PURE_GATES = pack_features(pure_gates=1)


def completable_groups(won: int) -> tuple[int, ...]:
    """Return the groups that a winning tile of this rank may have completed, in the order they are tried."""
    return (*(RUN + low for low in (won, won - 1, won - 2) if 0 <= low <= 6), TRIPLET + won, PAIR + won)


def completion_feature_change(group: int, won: int, *, ron: bool) -> int:
    """Return the change of the features if the winning tile completed this group."""
    if group >= PAIR:
        return PAIR_WAIT
    if group >= TRIPLET:
        # A triplet completed by ron counts as open (EMA 2016, 4.1.1).
        return features_of_triplet(won, concealed=False) - features_of_triplet(won, concealed=True) if ron else 0
    return pack_features(half_fu=fu.of_run_wait(group, won) // 2)


def completed_groups(entry: int, won: int, *, ron: bool) -> Iterator[tuple[int, int]]:
    """Yield each group of an entry that the winning tile may have completed, and the change by it."""
    pure = PURE_GATES if entry & group_bit(GATES + won) else 0
    for group in completable_groups(won):
        if entry & group_bit(group):
            yield group, completion_feature_change(group, won, ron=ron) + pure


def _changes(won: int, *, ron: bool) -> Memo[Row]:
    """Return the changes by the winning tile, for all that an entry may hold of what it could complete."""
    return Memo(lambda entry: tuple([change for _, change in completed_groups(entry, won, ron=ron)]), limit=64)


BY_TSUMO, BY_RON = ([_changes(won, ron=ron) for won in range(9)] for ron in (False, True))
NO_CHANGE: dict[int, Row] = {0: (0,)}

# What a winning tile decides: the part of an entry of its suit that it touches; what may change in such an
# entry, by that part; what it adds to the code of the honours; where its suit and the two others begin in
# a packed hand; and the number of its suit.
Won = tuple[int, "Memo[Row] | dict[int, Row]", int, int, int, int, int]


def _winning_row(kind: int, *, ron: bool) -> Won:
    suit, rank = divmod(kind, 9)
    if kind >= EAST:
        return 0, NO_CHANGE, winning_honour_code(rank, ron=ron), 0, SUIT_SHIFT, 2 * SUIT_SHIFT, 0
    around = sum(group_bit(group) for group in (*completable_groups(rank), GATES + rank))
    shifts = [SUIT_SHIFT * other for other in OTHERS_AFTER[suit]]
    return around, (BY_RON if ron else BY_TSUMO)[rank], 0, shifts[0], shifts[1], shifts[2], suit


# The three suits, each of them once in front.
OTHERS_AFTER = ((0, 1, 2), (1, 0, 2), (2, 0, 1))

WON_BY_TSUMO, WON_BY_RON = ([_winning_row(kind, ron=ron) for kind in KIND] for ron in (False, True))
