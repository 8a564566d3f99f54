"""Suits: every way to read the tiles of one suit as groups, with the features of each way.

A hand is read suit by suit, because groups never cross suits. The *row* of a suit holds one entry
for each way to read it. Which group the winning tile completed is settled afterwards (`winning`).
"""

from __future__ import annotations

from tenbo.scoring import fu
from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.reading_features import GROUP_BITS, pack_features
from tenbo.scoring.tiles import ONE_OF_EACH

# A group inside one suit is a small number: its sort, and the rank (0-8) of its lowest tile. It stands
# in a place at the bit of that number (see `places`).
RUN, TRIPLET, PAIR = 0, 9, 18
# Nine gates stand in a place too, by the tile that is there once more than they need.
GATES = 27

# For each way to read a suit one integer: its features, and above them its place.
Row = tuple[int, ...]

NINE_GATES = sum(number << 3 * rank for rank, number in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))


def features_of_run(rank: int) -> int:
    """Return the features of a run, by the rank of its lowest tile."""
    return pack_features(runs=1, simples=1 <= rank <= 5)


def features_of_triplet(rank: int, *, concealed: bool, kan: bool = False) -> int:
    """Return the features of a triplet or kan."""
    return pack_features(
        triplets=1,
        concealed=concealed,
        kans=kan,
        simples=0 < rank < 8,
        half_fu=fu.of_triplet(rank, concealed=concealed, kan=kan) // 2,
    )


def features_of_pair(rank: int) -> int:
    """Return the features of a pair."""
    return pack_features(pairs=1, simples=0 < rank < 8)


def group_bit(group: int) -> int:
    """Return the bit of a group in an entry, above the features."""
    return 1 << GROUP_BITS + group


# Entries of the hand's concealed groups; several equal runs are one entry.
TRIPLETS = [group_bit(TRIPLET + rank) + features_of_triplet(rank, concealed=True) for rank in range(9)]
PAIRS = [group_bit(PAIR + rank) + features_of_pair(rank) for rank in range(9)]
RUNS = [
    [group_bit(RUN + rank) + runs * features_of_run(rank) + pack_features(twins=runs // 2) for runs in range(5)]
    for rank in range(7)
]
# How many tiles the same runs take, from their lowest rank on.
ONE_RUN = 0o111


def read_sets(bits: int) -> Row:
    """Return every way to see the tiles of one suit as sets alone.

    The lowest tiles are a triplet or not; what is left of them must begin runs.

    >>> [groups_in(0o333, entry) for entry in read_sets(0o333)]  # 111 222 333: three triplets or three runs
    [(9, 10, 11), (0, 0, 0)]
    """
    if not bits:
        return (0,)
    rank = ((bits & -bits).bit_length() - 1) // 3
    held = bits >> 3 * rank & 7
    if held < 3:
        return _sets_after_runs(bits, rank, held)
    rests = _sets_after_runs(bits - (3 << 3 * rank), rank, held - 3)
    return (*[TRIPLETS[rank] + rest for rest in rests], *_sets_after_runs(bits, rank, held))


def _sets_after_runs(bits: int, rank: int, runs: int) -> Row:
    """Take a number of runs from this rank on, and return the ways to read them with the rest."""
    if not runs:
        return SETS[bits]
    if rank > 6 or (bits >> 3 * rank + 3 & 7) < runs or (bits >> 3 * rank + 6 & 7) < runs:
        return ()
    entry = RUNS[rank][runs]
    rests = SETS[bits - runs * (ONE_RUN << 3 * rank)]
    return tuple([entry + rest for rest in rests])


SETS: Memo[Row] = Memo(read_sets, limit=12_000)

# For the tiles of three neighbouring ranks: their number, and above it the sum of their ranks as far as
# it matters, modulo three.
COUNTED = tuple(
    (low + middle + high) | (middle + 2 * high) << 8 for high in range(8) for middle in range(8) for low in range(8)
)


def read_suit(bits: int) -> Row:
    """Return every way to see the tiles of one suit: as sets, and a pair where their number asks for one.

    >>> [groups_in(0o1112, entry) for entry in read_suit(0o1112)]  # 1 1 2 3 4
    [(1, 18)]
    """
    counted = COUNTED[bits & 511] + COUNTED[bits >> 9 & 511] + COUNTED[bits >> 18]
    tiles = (counted & 255) % 3
    if tiles != 2:
        # One tile too many is seen as nothing at all.
        return () if tiles else SETS[bits]
    gates = nine_gates_entry(bits) if counted & 255 == 14 else 0
    row: list[int] = []
    # The ranks of a set add up to a multiple of three, which leaves three ranks for the pair.
    for rank in range(2 * (counted >> 8) % 3, 9, 3):
        if (bits >> 3 * rank & 7) >= 2:
            entry = PAIRS[rank] + gates
            row += [entry + rest for rest in SETS[bits - (2 << 3 * rank)]]
    return tuple(row)


def nine_gates_entry(bits: int) -> int:
    """Return what nine gates add to an entry: 1112345678999 and one more of the suit; 0 for anything else.

    >>> nine_gates_entry(NINE_GATES + 8) == group_bit(GATES + 1) + pack_features(nine_gates=1)
    True
    >>> nine_gates_entry(NINE_GATES)
    0
    """
    extra = bits - NINE_GATES
    if extra <= 0 or extra & (extra - 1) or not extra & ONE_OF_EACH:
        return 0
    return group_bit(GATES + extra.bit_length() // 3) + pack_features(nine_gates=1)


ROWS: Memo[Row] = Memo(read_suit, limit=24_000)

# In the place of an entry, where there are several, or none. Added to entries they stay below 0, and one
# NONE below three SEVERAL.
SEVERAL, NONE = -1 << 80, -1 << 90
NO_READING = NONE >> 1


def single_reading(bits: int) -> int:
    """Return the one entry of a suit, SEVERAL or NONE; of twenty suits nineteen can be read in one way only.

    >>> single_reading(0o333) == SEVERAL, single_reading(0o1) == NONE, groups_in(0o3, single_reading(0o3))
    (True, True, (9,))
    """
    row = read_suit(bits)
    if len(row) == 1:
        return row[0]
    return SEVERAL if row else NONE


# A program that has asked for some suits will ask for many of up to three sets, and one that has asked for thousands
# for all: put together from their groups they take a tenth of the time of reading each. By the number of suits that
# have been asked for, the number of sets up to which all are filled in.
PREFILLS = {30: 3, 8_000: 4}


def single_reading_or_prefill(bits: int) -> int:
    """Return the same, and at some numbers of suits that have been asked for, fill in all others up to a size."""
    most_sets = PREFILLS.get(len(ONLY))
    if most_sets:
        ONLY.update(single_readings(most_sets))
    return single_reading(bits)


ONLY: Memo[int] = Memo(single_reading_or_prefill, limit=24_000)

FOUR_OF_EACH = 4 * ONE_OF_EACH


def single_readings(most_sets: int) -> dict[int, int]:
    """Return the entry of every suit with up to so many sets, and a pair or none; SEVERAL where there is more than one.

    >>> len(single_readings(4))
    21743
    """
    # By number of sets: tiles and entry of every way to put them together.
    ways: list[list[tuple[int, int]]] = [[(0, 0)], *([] for _ in range(most_sets))]
    for rank in range(9):
        _add_sets(ways, [(1, 3 << 3 * rank, TRIPLETS[rank])])
    for rank in range(7):
        _add_sets(ways, [(runs, runs * ONE_RUN << 3 * rank, RUNS[rank][runs]) for runs in range(1, most_sets + 1)])
    sets = [way for of_number in ways for way in of_number]
    found: dict[int, int] = {}
    for bits, entry in sets:
        found[bits] = SEVERAL if bits in found else entry
    for rank in range(9):
        pair, of_pair = 2 << 3 * rank, PAIRS[rank]
        for bits, entry in sets:
            if bits >> 3 * rank & 7 <= 2:
                found[bits + pair] = SEVERAL if bits + pair in found else entry + of_pair
    for extra in range(9):
        gates = NINE_GATES + (1 << 3 * extra)
        if found.get(gates, SEVERAL) != SEVERAL:
            found[gates] += nine_gates_entry(gates)
    return found


def _add_sets(ways: list[list[tuple[int, int]]], groups: list[tuple[int, int, int]]) -> None:
    """Add the ways with one of these groups more: each its number of sets, its tiles and its entry."""
    for number in range(len(ways) - 1, 0, -1):
        for sets, tiles, of_group in groups[:number]:
            for bits, entry in ways[number - sets]:
                suit = bits + tiles
                # Nothing is there five times: not eight, which would spill over, and no four with a one or a two.
                if not (bits & tiles & FOUR_OF_EACH or suit >> 2 & (suit | suit >> 1) & ONE_OF_EACH):
                    ways[number].append((suit, entry + of_group))


def groups_in(bits: int, entry: int) -> tuple[int, ...]:
    """Return the groups of an entry, by their lowest tile, the pair last."""
    place = entry >> GROUP_BITS
    groups: list[int] = []
    pair: tuple[int, ...] = ()
    rank = 0
    while bits:
        if place >> PAIR + rank & 1:
            pair = (PAIR + rank,)
            bits -= 2
        if place >> TRIPLET + rank & 1:
            groups.append(TRIPLET + rank)
            bits -= 3
        # What is left of the lowest tile begins runs.
        for _ in range(bits & 7):
            groups.append(RUN + rank)
            bits -= ONE_RUN
        bits >>= 3
        rank += 1
    return (*groups, *pair)
