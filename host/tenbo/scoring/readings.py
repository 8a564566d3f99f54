"""Readings: every way to see the tiles of one suit as groups, and what each way is worth knowing.

A hand is read suit by suit, because groups never cross suits. The *row* of a suit holds one entry
for each way to read it. Which group the winning tile completed is settled afterwards, by what that
changes in an entry; there are few such changes, and all suits share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.scoring import fu
from tenbo.scoring.features import GROUP_BITS, features
from tenbo.scoring.melds import ANKAN, CHI, KAN_KINDS, MELD_WORDS
from tenbo.scoring.tables import Table
from tenbo.scoring.tiles import DRAGONS, EAST, GREEN, HONOUR_BITS, KIND, KINDS, RED, SUIT_BITS, SUIT_SHIFT, WHITE, WINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

# A group inside one suit is a small number: its sort, and the rank (0-8) of its lowest tile. It stands
# in a place at the bit of that number (see `places`).
RUN, TRIPLET, PAIR = 0, 9, 18
# Nine gates stand in a place too, by the tile that is there once more than they need.
GATES = 27

# For each way to read a suit one integer: its features, and above them its place.
Row = tuple[int, ...]
# Features of a meld and its place in each suit.
MeldEntry = tuple[int, int, int, int]

NINE_GATES = sum(number << 3 * rank for rank, number in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))


# --- what each group of a suit brings ----------------------------------------------------------


def _run(rank: int) -> int:
    return features(runs=1, simples=1 <= rank <= 5)


def _triplet(rank: int, *, concealed: bool, kan: bool = False) -> int:
    return features(
        triplets=1,
        concealed=concealed,
        kans=kan,
        simples=0 < rank < 8,
        half_fu=fu.of_triplet(rank, concealed=concealed, kan=kan) // 2,
    )


def _pair(rank: int) -> int:
    return features(pairs=1, simples=0 < rank < 8)


def place_of(group: int) -> int:
    """Give the bit of a group as it stands in an entry, above the features."""
    return 1 << GROUP_BITS + group


# Entries of groups as they stand in the hand, concealed; several equal runs are one entry.
TRIPLETS = [place_of(TRIPLET + rank) + _triplet(rank, concealed=True) for rank in range(9)]
PAIRS = [place_of(PAIR + rank) + _pair(rank) for rank in range(9)]
RUNS = [
    [place_of(RUN + rank) + runs * _run(rank) + features(twins=runs // 2) for runs in range(5)] for rank in range(7)
]
# How many tiles the same runs take, from their lowest rank on.
ONE_RUN = 0o111


def read_sets(bits: int) -> Row:
    """Give every way to see the tiles of one suit as sets alone.

    The lowest tiles are a triplet or not; what is left of them must begin runs.

    >>> [groups_in(0o333, entry) for entry in read_sets(0o333)]  # 111 222 333: three triplets or three runs
    [(9, 10, 11), (0, 0, 0)]
    """
    if not bits:
        return (0,)
    rank = ((bits & -bits).bit_length() - 1) // 3
    held = bits >> 3 * rank & 7
    if held < 3:
        return _after_runs(bits, rank, held)
    rests = _after_runs(bits - (3 << 3 * rank), rank, held - 3)
    return (*[TRIPLETS[rank] + rest for rest in rests], *_after_runs(bits, rank, held))


def _after_runs(bits: int, rank: int, runs: int) -> Row:
    """Take so many runs from this rank on, and give the ways to see them with the rest."""
    if not runs:
        return SETS[bits]
    if rank > 6 or (bits >> 3 * rank + 3 & 7) < runs or (bits >> 3 * rank + 6 & 7) < runs:
        return ()
    entry = RUNS[rank][runs]
    rests = SETS[bits - runs * (ONE_RUN << 3 * rank)]
    return tuple([entry + rest for rest in rests])


SETS: Table[Row] = Table(read_sets, limit=12_000)

# For the tiles of three neighbouring ranks: their number, and above it the sum of their ranks as far as
# it matters, modulo three.
COUNTED = tuple(
    (low + middle + high) | (middle + 2 * high) << 8 for high in range(8) for middle in range(8) for low in range(8)
)


def read_suit(bits: int) -> Row:
    """Give every way to see the tiles of one suit: as sets, and a pair where their number asks for one.

    >>> [groups_in(0o1112, entry) for entry in read_suit(0o1112)]  # 1 1 2 3 4
    [(1, 18)]
    """
    counted = COUNTED[bits & 511] + COUNTED[bits >> 9 & 511] + COUNTED[bits >> 18]
    tiles = (counted & 255) % 3
    if tiles != 2:
        # One tile too many is seen as nothing at all.
        return () if tiles else SETS[bits]
    gates = entry_of_gates(bits) if counted & 255 == 14 else 0
    row: list[int] = []
    # The ranks of a set add up to a multiple of three, which leaves three ranks for the pair.
    for rank in range(2 * (counted >> 8) % 3, 9, 3):
        if (bits >> 3 * rank & 7) >= 2:
            entry = PAIRS[rank] + gates
            row += [entry + rest for rest in SETS[bits - (2 << 3 * rank)]]
    return tuple(row)


def entry_of_gates(bits: int) -> int:
    """Give what nine gates add to an entry: 1112345678999 and one more of the suit; 0 for anything else.

    >>> entry_of_gates(NINE_GATES + 8) == place_of(GATES + 1) + features(nine_gates=1), entry_of_gates(NINE_GATES)
    (True, 0)
    """
    extra = bits - NINE_GATES
    if extra <= 0 or extra & (extra - 1) or not extra & ONE_OF_EACH:
        return 0
    return place_of(GATES + extra.bit_length() // 3) + features(nine_gates=1)


ROWS: Table[Row] = Table(read_suit, limit=24_000)

# In the place of an entry, where there are several, or none. Added to entries they stay below 0, and one
# NONE below three SEVERAL.
SEVERAL, NONE = -1 << 80, -1 << 90
NO_READING = NONE >> 1


def only_reading(bits: int) -> int:
    """Give the one entry of a suit, SEVERAL or NONE; of twenty suits nineteen can be read in one way only.

    >>> only_reading(0o333) == SEVERAL, only_reading(0o1) == NONE, groups_in(0o3, only_reading(0o3))
    (True, True, (9,))
    """
    row = read_suit(bits)
    if len(row) == 1:
        return row[0]
    return SEVERAL if row else NONE


# Every suit that can be read finds room: there are 21,743. Who has asked for so many will ask for all.
OFTEN = 8_000


def only_reading_or_all(bits: int) -> int:
    """Give the same, and the first time that many suits have been asked for, read all others too."""
    if len(ONLY) == OFTEN:
        ONLY.update({suit: only_reading(suit) for suit in every_suit()})
    return only_reading(bits)


ONLY: Table[int] = Table(only_reading_or_all, limit=24_000)


def every_suit() -> set[int]:
    """Give every suit that can be read: up to four sets, and a pair or none.

    >>> len(every_suit())
    21743
    """
    sets = {0}
    for _ in range(4):
        sets |= _with_one_more(
            sets, [*(3 << 3 * rank for rank in range(9)), *(ONE_RUN << 3 * rank for rank in range(7))]
        )
    return sets | _with_one_more(sets, [2 << 3 * rank for rank in range(9)])


def _with_one_more(suits: set[int], groups: list[int]) -> set[int]:
    """Give the suits with one more group, as far as nothing is there five times."""
    larger = {suit + group for suit in suits for group in groups}
    return {suit for suit in larger if not suit >> 2 & (suit | suit >> 1) & ONE_OF_EACH}


ONE_OF_EACH = 0o111_111_111


def groups_in(bits: int, entry: int) -> tuple[int, ...]:
    """Give the groups of an entry, by their lowest tile, the pair last."""
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


# --- which group the winning tile completed ------------------------------------------------------

PAIR_WAIT = features(pair_wait=1, half_fu=fu.WAIT // 2)
PURE_GATES = features(pure_gates=1)


def could_complete(won: int) -> tuple[int, ...]:
    """Give the groups that a winning tile of this rank may have completed, in the order they are tried."""
    return (*(RUN + low for low in (won, won - 1, won - 2) if 0 <= low <= 6), TRIPLET + won, PAIR + won)


def change_by_winning(group: int, won: int, *, ron: bool) -> int:
    """Give what changes in the features when the winning tile completed this group."""
    if group >= PAIR:
        return PAIR_WAIT
    if group >= TRIPLET:
        # A triplet completed by ron counts as open (EMA 2016, 4.1.1).
        return _triplet(won, concealed=False) - _triplet(won, concealed=True) if ron else 0
    return features(half_fu=fu.of_run_wait(group, won) // 2)


def completed(entry: int, won: int, *, ron: bool) -> Iterator[tuple[int, int]]:
    """Give each group of an entry that the winning tile may have completed, and what that changes."""
    pure = PURE_GATES if entry & place_of(GATES + won) else 0
    for group in could_complete(won):
        if entry & place_of(group):
            yield group, change_by_winning(group, won, ron=ron) + pure


def _changes(won: int, *, ron: bool) -> Table[Row]:
    """Give the changes by the winning tile, for all that an entry may hold of what it could complete."""
    return Table(lambda entry: tuple([change for _, change in completed(entry, won, ron=ron)]), limit=64)


BY_TSUMO, BY_RON = ([_changes(won, ron=ron) for won in range(9)] for ron in (False, True))
NO_CHANGE: dict[int, Row] = {0: (0,)}

# What a winning tile decides: the part of an entry of its suit that it touches; what may change in such an
# entry, by that part; what it adds to the code of the honours; where its suit and the two others begin in
# a packed hand; and the number of its suit.
Won = tuple[int, "Table[Row] | dict[int, Row]", int, int, int, int, int]


def _won(kind: int, *, ron: bool) -> Won:
    suit, rank = divmod(kind, 9)
    if kind >= EAST:
        return 0, NO_CHANGE, mark_of_honour(rank, ron=ron), 0, SUIT_SHIFT, 2 * SUIT_SHIFT, 0
    around = sum(place_of(group) for group in (*could_complete(rank), GATES + rank))
    shifts = [SUIT_SHIFT * other for other in OTHERS_AFTER[suit]]
    return around, (BY_RON if ron else BY_TSUMO)[rank], 0, shifts[0], shifts[1], shifts[2], suit


# The three suits, each of them once in front.
OTHERS_AFTER = ((0, 1, 2), (1, 0, 2), (2, 0, 1))

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


STRAY = features(stray=1)

# The code of honours: their bits, above them the place of the one that was won plus one (0: none), and
# whether it came by ron.
WON_SHIFT = 21
RON_SHIFT = 24


def mark_of_honour(place: int, *, ron: bool) -> int:
    """Give what an honour that was won adds to the code of the honours."""
    return place + 1 << WON_SHIFT | ron << RON_SHIFT


def read_honours(code: int, words: HonourWords) -> int:
    """Give the features of the honours: at most one way to read them; STRAY when there is none."""
    won = (code >> WON_SHIFT & 7) - 1
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
            return STRAY
    return word if pairs <= 1 else STRAY


WON_BY_TSUMO, WON_BY_RON = ([_won(kind, ron=ron) for kind in KIND] for ron in (False, True))


# --- melds -------------------------------------------------------------------------------------


def entry_of_meld(code: int, winds: Winds) -> MeldEntry:
    """Give what a meld brings, by its code: features, and its place in each of the three suits."""
    sort, kind = divmod(code, KINDS)
    concealed, kan = sort == ANKAN, sort in KAN_KINDS
    if kind >= EAST:
        return _honour_triplet(kind, winds, concealed=concealed, kan=kan), 0, 0, 0
    suit, rank = divmod(kind, 9)
    word, group = (_run(rank), RUN) if sort == CHI else (_triplet(rank, concealed=concealed, kan=kan), TRIPLET)
    man, pin, sou = (place_of(group + rank) if suit == other else 0 for other in range(3))
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
