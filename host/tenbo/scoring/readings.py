"""Readings: every way to see the tiles of one suit as groups, and what each way is worth knowing.

A hand is read suit by suit, because groups never cross suits. The *row* of a suit holds one entry
for each way to read it; which group the winning tile completed is settled here too, as its own
entry, so that whoever scores only adds.
"""

from __future__ import annotations

from tenbo.scoring import fu
from tenbo.scoring.features import SUIT_FEATURE_BITS, features
from tenbo.scoring.melds import ANKAN, CHI, KAN_KINDS, MELD_WORDS
from tenbo.scoring.places import RUN_AT, TRIPLET_AT, USED
from tenbo.scoring.tables import Table
from tenbo.scoring.tiles import (
    DRAGONS,
    EAST,
    GREEN,
    HONOUR_BITS,
    KIND,
    KINDS,
    RED,
    SUIT_BITS,
    WHITE,
    WINDS,
)

# A group inside one suit is a small number: its sort, and the rank (0-8) of its lowest tile.
RUN, TRIPLET, PAIR = 0, 9, 18

# Features and place of a group.
Entry = tuple[int, int]
# For each way to read a suit one integer: its features, and above them its place.
Row = tuple[int, ...]
# Features of a meld and its place in each suit.
MeldEntry = tuple[int, int, int, int]

# The code of a row: the suit's 27 bits, the rank of the winning tile plus one (0 = not in this
# suit), and whether it came by ron.
WON_SHIFT = 27
RON_SHIFT = 31

NINE_GATES = sum(number << 3 * rank for rank, number in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))


# What the winning tile adds to the code of its suit.
WON = tuple((kind % 9 + 1 if kind < EAST else kind - EAST + 1) << WON_SHIFT for kind in KIND)
RON = 1 << RON_SHIFT


def codes_of(packed: int, win: int, *, ron: bool) -> list[int]:
    """Give the codes of the three suits and the honours, the winning tile marked in its own."""
    codes = [packed & SUIT_BITS, packed >> 27 & SUIT_BITS, packed >> 54 & SUIT_BITS, packed >> 81 & HONOUR_BITS]
    kind = KIND[win]
    # Ron matters only to a triplet; without one the row is the same.
    codes[kind // 9] += WON[win] + (RON if ron and packed >> 3 * kind & 7 >= 3 else 0)
    return codes


# --- what each group of a suit brings ----------------------------------------------------------


def _run(rank: int) -> Entry:
    simple = 1 <= rank <= 5
    return features(runs=1, simples=simple), RUN_AT[rank] | USED


def _triplet(rank: int, *, concealed: bool, kan: bool = False) -> Entry:
    word = features(
        triplets=1,
        concealed=concealed,
        kans=kan,
        simples=0 < rank < 8,
        half_fu=fu.of_triplet(rank, concealed=concealed, kan=kan) // 2,
    )
    return word, TRIPLET_AT[rank] | USED


def _pair(rank: int) -> Entry:
    return features(pairs=1, simples=0 < rank < 8), USED


# Every group as it stands in the hand, concealed.
GROUPS: dict[int, Entry] = {
    **{RUN + rank: _run(rank) for rank in range(7)},
    **{TRIPLET + rank: _triplet(rank, concealed=True) for rank in range(9)},
    **{PAIR + rank: _pair(rank) for rank in range(9)},
}
TWINS = features(twins=1)
PURE_GATES = features(pure_gates=1)
PAIR_WAIT = features(pair_wait=1, half_fu=fu.WAIT // 2)


def _change_by_winning(group: int, won: int, *, ron: bool) -> int:
    """Give what changes in the features when the winning tile completed this group."""
    if group >= PAIR:
        return PAIR_WAIT
    if group >= TRIPLET:
        # A triplet completed by ron counts as open (EMA 2016, 4.1.1).
        rank = group - TRIPLET
        return _triplet(rank, concealed=False)[0] - _triplet(rank, concealed=True)[0] if ron else 0
    return features(half_fu=fu.of_run_wait(group, won) // 2)


# For each rank of the winning tile, by tsumo and then by ron: the groups it may have completed, and
# what changes.
CHANGES: list[dict[int, int]] = [
    {
        group: _change_by_winning(group, won, ron=ron)
        for group in (won, won - 1, won - 2, TRIPLET + won, PAIR + won)
        if group in GROUPS and (group >= TRIPLET + won or 0 <= group <= 6)
    }
    for ron in (False, True)
    for won in range(9)
]


# One way to see tiles of a suit: its features, its place, its groups from low to high.
Way = tuple[int, int, tuple[int, ...]]
Ways = tuple[Way, ...]
NOTHING: Ways = ((0, 0, ()),)


def read_sets(bits: int) -> Ways:
    """Give every way to see the tiles of one suit as sets alone.

    The lowest tiles are a triplet or not; what is left of them must begin runs.

    >>> [groups for _, _, groups in read_sets(0o333)]  # 111 222 333: three triplets or three runs
    [(9, 10, 11), (0, 0, 0)]
    """
    if not bits:
        return NOTHING
    rank = ((bits & -bits).bit_length() - 1) // 3
    held = bits >> 3 * rank & 7
    ways: list[Way] = []
    if held >= 3:
        word, where = GROUPS[TRIPLET + rank]
        for rest in _after_runs(bits - (3 << 3 * rank), rank, held - 3):
            ways.append((word + rest[0], where | rest[1], (TRIPLET + rank, *rest[2])))
    ways += _after_runs(bits, rank, held)
    return tuple(ways)


def _after_runs(bits: int, rank: int, runs: int) -> Ways:
    """Take so many runs from this rank on, and give the ways to see them with the rest."""
    if not runs:
        return SETS[bits]
    if rank > 6 or (bits >> 3 * rank + 3 & 7) < runs or (bits >> 3 * rank + 6 & 7) < runs:
        return ()
    word, where = GROUPS[RUN + rank]
    word = runs * word + TWINS * (runs // 2)
    groups = (RUN + rank,) * runs
    rests = SETS[bits - runs * (0o111 << 3 * rank)]
    return tuple([(word + rest[0], where | rest[1], groups + rest[2]) for rest in rests])


SETS: Table[Ways] = Table(read_sets, limit=12_000)

# For the tiles of three neighbouring ranks: their number, and above it the sum of their ranks as far as
# it matters, modulo three.
COUNTED = tuple(
    (low + middle + high) | (middle + 2 * high) << 8 for high in range(8) for middle in range(8) for low in range(8)
)


def read_suit(bits: int) -> Ways:
    """Give every way to see the tiles of one suit: as sets, and a pair where their number asks for one.

    >>> [groups for _, _, groups in read_suit(0o1112)]  # 1 1 2 3 4
    [(1, 18)]
    """
    counted = COUNTED[bits & 511] + COUNTED[bits >> 9 & 511] + COUNTED[bits >> 18]
    tiles = (counted & 255) % 3
    if tiles != 2:
        # One tile too many is seen as nothing at all.
        return () if tiles else SETS[bits]
    gates = features(nine_gates=1) if is_nine_gates(bits) else 0
    ways: list[Way] = []
    # The ranks of a set add up to a multiple of three, which leaves three ranks for the pair.
    for rank in range(2 * (counted >> 8) % 3, 9, 3):
        if (bits >> 3 * rank & 7) >= 2:
            rests = SETS[bits - (2 << 3 * rank)]
            if rests:
                word, where = GROUPS[PAIR + rank]
                for rest in rests:
                    ways.append((word + gates + rest[0], where | rest[1], (*rest[2], PAIR + rank)))
    return tuple(ways)


def is_nine_gates(bits: int) -> bool:
    """Say whether a suit holds 1112345678999 and one more of it.

    >>> is_nine_gates(NINE_GATES + 8), is_nine_gates(NINE_GATES)
    (True, False)
    """
    extra = bits - NINE_GATES
    return extra > 0 and extra & (extra - 1) == 0 and extra & 0o111111111 != 0


WAYS: Table[Ways] = Table(read_suit, limit=12_000)


def marked_ways(code: int) -> list[tuple[int, int, tuple[int, ...], int]]:
    """Give features, place and groups of every way to read a suit, and where the won group is (-1: nowhere)."""
    ways = WAYS[code & SUIT_BITS]
    won = (code >> WON_SHIFT & 15) - 1
    if won < 0:
        return [(*way, -1) for way in ways]
    changes, pure = _changes_of(code, won)
    return [
        (word + change + pure, where, groups, groups.index(group))
        for word, where, groups in ways
        for group, change in changes.items()
        if group in groups
    ]


# For those who ask for groups; whoever only adds up takes ROWS.
MARKED: Table[list[tuple[int, int, tuple[int, ...], int]]] = Table(marked_ways, limit=2_000)


def _changes_of(code: int, won: int) -> tuple[dict[int, int], int]:
    """Give what changes in the group that the winning tile completed, and in the whole suit."""
    pure = PURE_GATES if (code & SUIT_BITS) - (1 << 3 * won) == NINE_GATES else 0
    return CHANGES[won + 9 * (code >> RON_SHIFT)], pure


def row_of_suit(code: int) -> Row:
    """Give the row of a suit: features and place of every reading, in the order of `marked_ways`."""
    ways = WAYS[code & SUIT_BITS]
    won = (code >> WON_SHIFT & 15) - 1
    if won < 0:
        return tuple([word | where << SUIT_FEATURE_BITS for word, where, _ in ways])
    changes, pure = _changes_of(code, won)
    row = []
    for word, where, groups in ways:
        for group, change in changes.items():
            if group in groups:
                row.append(word + change + pure | where << SUIT_FEATURE_BITS)
    return tuple(row)


ROWS: Table[Row] = Table(row_of_suit, limit=32_000)


# --- honours -----------------------------------------------------------------------------------


class Winds:
    """The winds that bring yaku and fu to this player now, and what a pair of both brings."""

    __slots__ = ("double_fu", "round", "seat")

    def __init__(self, seat: int, round_: int, double_fu: int) -> None:
        self.seat = seat
        self.round = round_
        self.double_fu = double_fu


def _honour_triplet(kind: int, winds: Winds, *, concealed: bool, kan: bool = False) -> int:
    return features(
        triplets=1,
        concealed=concealed,
        kans=kan,
        honours=1,
        half_fu=fu.of_triplet(kind, concealed=concealed, kan=kan) // 2,
        winds=kind in WINDS,
        haku=kind == WHITE,
        hatsu=kind == GREEN,
        chun=kind == RED,
        seat_wind=kind == EAST + winds.seat,
        round_wind=kind == EAST + winds.round,
    )


def _honour_pair(kind: int, winds: Winds) -> int:
    return features(
        pairs=1,
        honours=1,
        half_fu=fu.of_pair(kind, winds.seat, winds.round, winds.double_fu) // 2,
        wind_pair=kind in WINDS,
        dragon_pair=kind in DRAGONS,
    )


class HonourWords:
    """The features of every group of honours under some winds, by the place of the honour (0-6)."""

    __slots__ = ("closed", "open", "pairs")

    def __init__(self, winds: Winds) -> None:
        kinds = range(EAST, EAST + 7)
        self.closed = [_honour_triplet(kind, winds, concealed=True) for kind in kinds]
        self.open = [_honour_triplet(kind, winds, concealed=False) for kind in kinds]
        self.pairs = [_honour_pair(kind, winds) for kind in kinds]


def row_of_honours(code: int, words: HonourWords) -> tuple[int, ...]:
    """Give the features of the honours: at most one way to read them; none leaves the row empty."""
    won = (code >> WON_SHIFT & 15) - 1
    word = pairs = 0
    for place in range(7):
        held = code >> 3 * place & 7
        if held == 3:
            word += words.open[place] if place == won and code >> RON_SHIFT else words.closed[place]
        elif held == 2:
            pairs += 1
            word += words.pairs[place]
            if place == won:
                word += PAIR_WAIT
        elif held:
            return ()
    return (word,) if pairs <= 1 else ()


# --- melds -------------------------------------------------------------------------------------


def entry_of_meld(code: int, winds: Winds) -> MeldEntry:
    """Give what a meld brings, by its code: features, and its place in each of the three suits."""
    sort, kind = divmod(code, KINDS)
    concealed, kan = sort == ANKAN, sort in KAN_KINDS
    if kind >= EAST:
        return _honour_triplet(kind, winds, concealed=concealed, kan=kan), 0, 0, 0
    suit, rank = divmod(kind, 9)
    word, where = _run(rank) if sort == CHI else _triplet(rank, concealed=concealed, kan=kan)
    man, pin, sou = (where if suit == other else 0 for other in range(3))
    return word, man, pin, sou


def entries_of_melds(winds: Winds) -> dict[int, MeldEntry]:
    """Give the entry of every meld there is."""
    return {
        sort * KINDS + kind: entry_of_meld(sort * KINDS + kind, winds)
        for sort in range(len(MELD_WORDS))
        for kind in range(KINDS)
        if sort != CHI or (kind < EAST and kind % 9 <= 6)
    }


# --- seven pairs and thirteen orphans ----------------------------------------------------------

NOT_PAIRS = sum(5 << 3 * kind for kind in range(KINDS))


def is_seven_pairs(packed: int) -> bool:
    """Say whether fourteen tiles are seven different pairs.

    >>> from tenbo.scoring.tiles import UNIT
    >>> is_seven_pairs(sum(2 * UNIT[kind] for kind in (0, 3, 9, 15, 20, 28, 33)))
    True
    """
    tiles = packed & (1 << 3 * KINDS) - 1
    return not tiles & NOT_PAIRS and tiles.bit_count() == 7


def pairs_of_suit(bits: int) -> int:
    """Give the features of the pairs in one suit; seven pairs have no fu of their own."""
    return sum(features(pairs=1, simples=0 < rank < 8) for rank in range(9) if bits >> 3 * rank & 7)


def pairs_of_honours(bits: int) -> int:
    """Give the features of the pairs of honours."""
    return sum(features(pairs=1, honours=1) for place in range(7) if bits >> 3 * place & 7)


SUIT_PAIRS: Table[int] = Table(pairs_of_suit, limit=600)
HONOUR_PAIRS: Table[int] = Table(pairs_of_honours, limit=200)


def features_of_pairs(packed: int) -> int:
    """Give the features of seven pairs."""
    return (
        SUIT_PAIRS[packed & SUIT_BITS]
        + SUIT_PAIRS[packed >> 27 & SUIT_BITS]
        + SUIT_PAIRS[packed >> 54 & SUIT_BITS]
        + HONOUR_PAIRS[packed >> 81 & HONOUR_BITS]
    )
