"""The tables of the scoring core as NumPy arrays that fill themselves.

Nothing here knows a rule: what an array lacks is asked, once for each different question, of the same
functions that the scorer for single hands asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tenbo.scoring.engine.honour_readings import STRAY, HonourFeatureTable, Winds, read_honours, winning_honour_code
from tenbo.scoring.engine.meld_features import all_meld_entries
from tenbo.scoring.engine.reading_features import GROUP_BITS, GROUP_MASK
from tenbo.scoring.engine.seven_pairs import NOT_PAIRS, pair_features_of_honours, pair_features_of_suit
from tenbo.scoring.engine.suit_readings import GATES, ROWS
from tenbo.scoring.engine.winning_tile import WON_BY_RON, WON_BY_TSUMO
from tenbo.scoring.tiles import KIND, KINDS, ORPHANS, RED_FIVES, SUIT_BITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    SmallInts = NDArray[np.int32]

# No tile, no meld.
NO_TILE = 37
NO_MELD = 5 * KINDS

# Three suits in one 64-bit integer, each a number in base 5; the honours, and above them the number of
# red fives, in another.
SUIT_SHIFT = 21
SUIT_MASK = (1 << SUIT_SHIFT) - 1
RED_SHIFT = 20
HONOUR_MASK = (1 << RED_SHIFT) - 1
SUIT_WEIGHTS = np.zeros(NO_TILE + 1, dtype=np.int64)
HONOUR_WEIGHTS = np.zeros(NO_TILE + 1, dtype=np.int64)
for _tile, _kind in enumerate(KIND):
    if _kind < 27:
        SUIT_WEIGHTS[_tile] = 5 ** (_kind % 9) << SUIT_SHIFT * (_kind // 9)
    else:
        HONOUR_WEIGHTS[_tile] = 5 ** (_kind - 27)
    if _tile in RED_FIVES:
        HONOUR_WEIGHTS[_tile] = 1 << RED_SHIFT

# A hand's winning tile inside a suit: 0 = elsewhere, then rank and ron.
WAYS_TO_WIN = 19
NOT_ONLY_PAIRS = 100
MOST_KEYS = 40_000

# The place of the three suits in one integer, for melds, which are never pairs.
PLACE_SHIFT = 18
PLACE_MASK = (1 << PLACE_SHIFT) - 1
PLACES_OF_GROUPS = (1 << GATES) - 1


def base5_to_bits(number: int) -> int:
    """Return the three-bit form of a number in base 5.

    >>> oct(base5_to_bits(1 + 2 * 5 + 3 * 25))
    '0o321'
    """
    bits = shift = 0
    while number:
        number, held = divmod(number, 5)
        bits |= held << shift
        shift += 3
    return bits


class Base5Index:
    """Numbers the distinct base-5 numbers from 0, in the order of their first occurrence."""

    def __init__(self, size: int, grow: Callable[[int], None]) -> None:
        self.of = np.full(size, -1, dtype=np.int32)
        self.known = 0
        self.grow = grow

    def __call__(self, numbers: Ints) -> SmallInts:
        """Return the indices of base-5 numbers; new ones are first passed to `grow`, so that the arrays can grow."""
        entries = np.take(self.of, numbers)
        if entries.min(initial=0) < 0:
            for number in np.unique(numbers[entries < 0]).tolist():
                self.of[number] = self.known
                self.known += 1
                self.grow(base5_to_bits(number))
            entries = np.take(self.of, numbers)
        return entries


class SuitArrays:
    """Rows of suits: where each row begins in one long list of readings, and how long it is."""

    def __init__(self) -> None:
        self.numbers = Base5Index(5**9, self._add)
        self.bits: list[int] = []
        rows = 64 * WAYS_TO_WIN
        self.start = np.zeros(rows, dtype=np.int32)
        self.count = np.full(rows, -1, dtype=np.int32)
        self.words = np.zeros(1024, dtype=np.int64)
        self.places = np.zeros(1024, dtype=np.int32)
        self.pairs = np.zeros(64, dtype=np.int32)
        self.words_of_pairs = np.zeros(64, dtype=np.int64)
        self.orphans = np.zeros(64, dtype=np.bool_)
        self.used = 0
        # The number of a suit without tiles.
        self.nothing = int(self.numbers(np.zeros(1, dtype=np.int64))[0])

    def _add(self, bits: int) -> None:
        if self.numbers.known * WAYS_TO_WIN > len(self.start):
            self.start = np.concatenate([self.start, np.zeros_like(self.start)])
            self.count = np.concatenate([self.count, np.full_like(self.count, -1)])
            self.pairs = np.concatenate([self.pairs, np.zeros_like(self.pairs)])
            self.words_of_pairs = np.concatenate([self.words_of_pairs, np.zeros_like(self.words_of_pairs)])
            self.orphans = np.concatenate([self.orphans, np.zeros_like(self.orphans)])
        at = len(self.bits)
        self.bits.append(bits)
        only_pairs = not bits & NOT_PAIRS & SUIT_BITS
        self.pairs[at] = bits.bit_count() if only_pairs else NOT_ONLY_PAIRS
        self.words_of_pairs[at] = pair_features_of_suit(bits) if only_pairs else 0
        self.orphans[at] = not bits & ~(3 * ORPHANS & SUIT_BITS) and (bits | bits >> 1) & ORPHANS == ORPHANS & SUIT_BITS

    def reading_counts(self, rows: SmallInts) -> SmallInts:
        """Return how many readings each row has; rows asked for the first time are made."""
        entries = np.take(self.count, rows)
        if entries.min(initial=0) < 0:
            for row in np.unique(rows[entries < 0]).tolist():
                self._read(row)
            entries = np.take(self.count, rows)
        return entries

    def _read(self, row: int) -> None:
        number, won = divmod(row, WAYS_TO_WIN)
        entries = [(entry, entry & GROUP_MASK) for entry in ROWS[self.bits[number]]]
        if won:
            rank, ron = divmod(won - 1, 2)
            around, changes, *_ = (WON_BY_RON if ron else WON_BY_TSUMO)[rank]
            entries = [(entry, word + change) for entry, word in entries for change in changes[entry & around]]
        while self.used + len(entries) > len(self.words):
            self.words = np.concatenate([self.words, np.zeros_like(self.words)])
            self.places = np.concatenate([self.places, np.zeros_like(self.places)])
        self.start[row] = self.used
        self.count[row] = len(entries)
        for entry, word in entries:
            self.words[self.used] = word
            self.places[self.used] = entry >> GROUP_BITS & PLACES_OF_GROUPS
            self.used += 1


class HonourArrays:
    """Features of honours, for each seat and round wind; -1 where they are no groups."""

    def __init__(self, double_fu: int) -> None:
        self.winds = [Winds(seat, round_, double_fu) for seat in range(4) for round_ in range(4)]
        self.groups = [HonourFeatureTable(winds) for winds in self.winds]
        self.numbers = Base5Index(5**7, self._add)
        self.bits: list[int] = []
        self.words = np.full(64 * 15 * 16, -2, dtype=np.int64)
        self.pairs = np.zeros(64, dtype=np.int32)
        self.words_of_pairs = np.zeros(64, dtype=np.int64)
        self.orphans = np.zeros(64, dtype=np.bool_)

    def _add(self, bits: int) -> None:
        if self.numbers.known * 15 * 16 > len(self.words):
            self.words = np.concatenate([self.words, np.full_like(self.words, -2)])
            self.pairs = np.concatenate([self.pairs, np.zeros_like(self.pairs)])
            self.words_of_pairs = np.concatenate([self.words_of_pairs, np.zeros_like(self.words_of_pairs)])
            self.orphans = np.concatenate([self.orphans, np.zeros_like(self.orphans)])
        at = len(self.bits)
        self.bits.append(bits)
        only_pairs = not bits & NOT_PAIRS
        self.pairs[at] = bits.bit_count() if only_pairs else NOT_ONLY_PAIRS
        self.words_of_pairs[at] = pair_features_of_honours(bits) if only_pairs else 0
        self.orphans[at] = (bits | bits >> 1) & 0o1111111 == 0o1111111 and not bits & 0o4444444

    def __call__(self, places: SmallInts) -> Ints:
        """Return the features at these places: number, way of winning and winds in one."""
        entries = np.take(self.words, places)
        if entries.min(initial=0) == -2:
            for place in np.unique(places[entries == -2]).tolist():
                rest, winds = divmod(place, 16)
                number, won = divmod(rest, 15)
                self.words[place] = self._word(self.bits[number], won, self.groups[winds])
            entries = np.take(self.words, places)
        return entries

    def _word(self, bits: int, won: int, words: HonourFeatureTable) -> int:
        place, ron = divmod(won - 1, 2)
        word = read_honours(bits + winning_honour_code(place, ron=bool(ron)) if won else bits, words)
        return -1 if word == STRAY else word


class MeldArrays:
    """Features of melds for each pair of winds, their places, and whether they open the hand."""

    def __init__(self, winds: list[Winds]) -> None:
        self.words: Ints = np.zeros((16, NO_MELD), dtype=np.int64)
        self.places = np.zeros(NO_MELD, dtype=np.int64)
        self.is_open = np.zeros(NO_MELD, dtype=np.bool_)
        for context, wind in enumerate(winds):
            for code, (word, *places) in all_meld_entries(wind).items():
                self.words[context, code] = word
                man, pin, sou = (place >> GROUP_BITS for place in places)
                self.places[code] = man | pin << PLACE_SHIFT | sou << 2 * PLACE_SHIFT
                self.is_open[code] = code // KINDS != 4


class HashedMemo:
    """A cache of the results of a function of one integer, by a hash; of two that collide the newer stays."""

    BITS = 16

    def __init__(self, function: Callable[[int], int]) -> None:
        self.function = function
        self.keys = np.full(1 << self.BITS, -1, dtype=np.int64)
        self.values = np.zeros(1 << self.BITS, dtype=np.int64)

    def __call__(self, keys: Ints) -> Ints:
        """Return the function of every key."""
        slots = self._slots(keys)
        values = np.take(self.values, slots)
        missing = np.nonzero(np.take(self.keys, slots) != keys)[0]
        if missing.size:
            asked, where = np.unique(keys[missing], return_inverse=True)
            answers = np.array([self.function(key) for key in asked.tolist()], dtype=np.int64)
            values[missing] = answers[where]
            # Of keys that share a slot, key and value must come from the same one.
            slots_of_asked = self._slots(asked)
            self.keys[slots_of_asked] = asked
            self.values[slots_of_asked] = answers
        return values

    def _slots(self, keys: Ints) -> Ints:
        return ((keys ^ keys >> 29) * 0x9E3779B97F4A7C1) >> 40 & (1 << self.BITS) - 1
