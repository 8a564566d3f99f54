"""Scores arrays of hands into arrays of results.

For archives of millions of hands. The rules are those of the single hand: the arrays are filled by the same functions
(see `arrays`), which are called once for each different argument. Only the combination of a hand's parts is written a
second time, for arrays instead of one hand; `tests/host/scoring/test_bulk.py` checks every value of
every switch against the scorer for single hands. It needs NumPy (in the clone `pip install '.[bulk]'`).

>>> from tenbo.rulebooks import load
>>> from tenbo.scoring.yaku import BIT
>>> archive = HandBatch(1)
>>> archive.set_hand(0, closed=[1, 2, 3, 4, 5, 6, 11, 12, 13, 24, 25, 26, 17], win=17, situation=BIT["riichi"])
>>> scores = BulkScorer(load("ema-2016").rules).score(archive)
>>> scores.han.tolist(), scores.fu.tolist(), scores.value.tolist(), scores.yaku(0)
([1], [40], [1300], (('riichi', 1),))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tenbo.scoring.bulk.hand_batch import HandBatch, PackedHands
from tenbo.scoring.bulk.lookup_arrays import (
    HONOUR_MASK,
    MOST_KEYS,
    PLACE_MASK,
    PLACE_SHIFT,
    SUIT_MASK,
    SUIT_SHIFT,
    WAYS_TO_WIN,
    HashedMemo,
    HonourArrays,
    MeldArrays,
    SuitArrays,
)
from tenbo.scoring.engine.payment_tables import (
    FU_MASK,
    HAN_MASK,
    HAN_SHIFT,
    UNIT_SHIFT,
    YAKUMAN_MARK,
    payment_tables_of,
)
from tenbo.scoring.engine.reading_features import FU_BITS, GROUP_BITS, GROUP_MASK, HALF_FU
from tenbo.scoring.engine.scorer import RENHOU
from tenbo.scoring.engine.shape_yaku import (
    PINFU,
    PLACED,
    RYUUIISOU,
    STRAIGHT,
    THREE_RUNS,
    add_ittsu_and_sanshoku,
    yaku_allowed_by_suits,
    yaku_of_honours,
    yaku_of_orphans,
    yaku_of_shape,
)
from tenbo.scoring.engine.yaku_values import HAN, RENHOU_ALONE
from tenbo.scoring.tiles import KIND, NOT_GREEN
from tenbo_core.hand_value import YAKUMAN, required_yaku_han, ron_payment, tsumo_payment

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tenbo_core.rules import Rules

    Ints = NDArray[np.int64]

# Hands scored in one go: as many as stay in the processor's cache.
CHUNK = 8192

# Beside a set of yaku: whether the hand is open.
OPEN_SHIFT = 60
# A yakuman is 8,000: room for 131, as many as no book and hand have. Memory is taken only where the table is filled.
UNITS = 1 << 20

# What the suits in use leave possible, one entry for each combination; from 8 on with a tile that is not green.
KEPT_BY_SUITS = np.array(
    [yaku_allowed_by_suits(use & 1, use & 2, use & 4, NOT_GREEN if use & 8 else 0) for use in range(16)], dtype=np.int64
)

# The two marks of yaku of place, above the places of the three suits.
MARKS_SHIFT = 3 * PLACE_SHIFT

SUIT_OF_WIN = np.array([kind // 9 for kind in KIND], dtype=np.int32)
RANK_OF_WIN = np.array([kind % 9 if kind < 27 else kind - 27 for kind in KIND], dtype=np.int32)


class ArchiveScores(NamedTuple):
    """The results of an archive; where a hand does not score, `unit` and everything else is 0."""

    unit: Ints
    yakuman: Ints
    han: Ints
    fu: Ints
    # The whole hand without counters, and with them what the discarder, East or each pays, and what
    # the two others pay when another than East won by tsumo.
    value: Ints
    first: Ints
    second: Ints
    # The yaku of the best reading as bits, and whether the hand is open.
    yaku_bits: Ints
    is_open: NDArray[np.bool_]
    rules: Rules

    def yaku(self, at: int) -> tuple[tuple[str, int], ...]:
        """Return the yaku of one hand by name."""
        if not self.unit[at]:
            return ()
        worth = payment_tables_of(self.rules)
        return (worth.open if self.is_open[at] else worth.closed).listed[int(self.yaku_bits[at])]


class _Readings(NamedTuple):
    """Readings of a chunk, several a hand: their shape, and the places of the three suits."""

    shape: Ints
    man: NDArray[np.int32]
    pin: NDArray[np.int32]
    sou: NDArray[np.int32]


def _yaku_of_places(key: int) -> int:
    """Return the yaku of place, from the marks and the places of the three suits in one integer."""
    man, pin, sou = (key >> shift & PLACE_MASK for shift in (0, PLACE_SHIFT, 2 * PLACE_SHIFT))
    return add_ittsu_and_sanshoku((key >> MARKS_SHIFT) * THREE_RUNS, man, pin, sou) & ~PLACED


class BulkScorer:
    """Scores archives under one rule book."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.worth = payment_tables_of(rules)
        self.words = np.array(self.worth.words, dtype=np.int64).ravel()
        self.seven_pairs = np.array(self.worth.seven_pairs, dtype=np.int64)
        # By whether the hand is open and won by tsumo, the yaku that the way itself brings.
        self.own_yaku = np.array([own for *_, own in self.worth.ways[False]], dtype=np.int64)
        self.half_fus, self.hans = len(self.worth.words[0]), len(self.worth.seven_pairs)
        self.shapes = HashedMemo(yaku_of_shape)
        self.of_honours = HashedMemo(yaku_of_honours)
        self.of_places = HashedMemo(_yaku_of_places)
        self.worths = HashedMemo(self._worth_of)
        # By way of winning and unit: the whole value, the first and the second payer.
        self.payments = np.zeros((3, 4 * UNITS), dtype=np.int32)
        self._clear_caches()

    def _clear_caches(self) -> None:
        self.suits = SuitArrays()
        self.honours = HonourArrays(self.rules.double_wind_pair_fu)
        self.melds = MeldArrays(self.honours.winds)

    def _worth_of(self, key: int) -> int:
        values = self.worth.open if key >> OPEN_SHIFT else self.worth.closed
        return values.worth[key & (1 << OPEN_SHIFT) - 1]

    def score(self, archive: HandBatch) -> ArchiveScores:
        """Score every hand of an archive."""
        parts = [
            self._chunk(archive, begin, min(begin + CHUNK, len(archive))) for begin in range(0, len(archive), CHUNK)
        ]
        if not parts:
            nothing = np.zeros(0, dtype=np.int64)
            return ArchiveScores._make([*[nothing] * 8, np.zeros(0, dtype=np.bool_), self.rules])
        return ArchiveScores._make([*(np.concatenate(columns) for columns in zip(*parts, strict=True)), self.rules])

    def _least_han(self, honba: Ints) -> Ints | int:
        """Return the han of yaku that every hand needs, one number where the counters do not matter."""
        if not self.rules.two_han_from:
            return required_yaku_han(self.rules, 0)
        counters, places = np.unique(honba, return_inverse=True)
        return np.array([required_yaku_han(self.rules, int(number)) for number in counters])[places]

    def _chunk(self, archive: HandBatch, begin: int, end: int) -> tuple[NDArray[Any], ...]:
        if self.suits.numbers.known > MOST_KEYS:
            self._clear_caches()
        hands = PackedHands(archive, slice(begin, end), self.melds, self.rules)
        needed = self._least_han(hands.honba)
        situation = hands.situation | np.take(self.own_yaku, 2 * hands.is_open + hands.tsumo)
        open_bit = hands.is_open.astype(np.int64) << OPEN_SHIFT
        by_situation = self.worths(situation | open_bit)
        judge = _YakuFinder(self, by_situation, needed, open_bit, hands)
        suit_rows, honour_words, suit_numbers, honour_numbers = self._rows(hands)
        counts = self.suits.reading_counts(suit_rows.ravel()).reshape(3, -1)
        start = np.take(self.suits.start, suit_rows)
        complete = (counts.min(axis=0) > 0) & (honour_words >= 0)
        # The first reading of every hand, then its other readings.
        at = np.nonzero(complete)[0]
        best = np.zeros(len(hands.win), dtype=np.int64)
        yaku_bits = np.zeros(len(hands.win), dtype=np.int64)
        best[at], yaku_bits[at] = judge.words_and_yaku(self._readings(hands, honour_words, start[:, at], at), at)
        more = np.nonzero(complete & (counts.max(axis=0) > 1))[0]
        if more.size:
            of_hand, entries = _other_readings(counts[:, more], start[:, more], more)
            _update_best(
                best,
                yaku_bits,
                of_hand,
                *judge.words_and_yaku(self._readings(hands, honour_words, entries, of_hand), of_hand),
            )
        self._special(hands, judge, suit_numbers, honour_numbers, best, yaku_bits)
        if self.worth.renhou_alone:
            alone = (situation & RENHOU != 0) & (best < self.worth.renhou_word) & (yaku_bits != 0)
            best[alone] = self.worth.renhou_word
            situation[alone] = RENHOU_ALONE
        return self._results(hands, best, yaku_bits | situation)

    def _rows(self, hands: PackedHands) -> tuple[NDArray[np.int32], Ints, NDArray[np.int32], NDArray[np.int32]]:
        """Return the rows of the suits, the words of the honours, and the numbers of both."""
        suits = np.stack(
            [hands.suits & SUIT_MASK, hands.suits >> SUIT_SHIFT & SUIT_MASK, hands.suits >> 2 * SUIT_SHIFT]
        )
        numbers = self.suits.numbers(suits.ravel()).reshape(3, -1)
        honours = self.honours.numbers(hands.honours & HONOUR_MASK)
        suit = np.take(SUIT_OF_WIN, hands.win)
        won = 2 * np.take(RANK_OF_WIN, hands.win) + 1 + ~hands.tsumo
        rows = numbers * WAYS_TO_WIN
        for of_suit in range(3):
            rows[of_suit] += won * (suit == of_suit)
        places = (honours * 15 + won * (suit == 3)) * 16 + hands.winds
        return rows, self.honours(places), numbers, honours

    def _readings(
        self, hands: PackedHands, honour_words: Ints, entries: NDArray[np.int32], of_hand: NDArray[np.intp]
    ) -> _Readings:
        """Add up the features of the suits, the honours and the melds of each reading."""
        words = np.take(self.suits.words, entries)
        places = np.take(self.suits.places, entries)
        shape = words[0] + words[1] + words[2] + honour_words[of_hand] + hands.features[of_hand]
        melded = hands.places[of_hand]
        return _Readings(
            shape,
            places[0] | melded & PLACE_MASK,
            places[1] | melded >> PLACE_SHIFT & PLACE_MASK,
            places[2] | melded >> 2 * PLACE_SHIFT,
        )

    def _special(
        self,
        hands: PackedHands,
        judge: _YakuFinder,
        suit_numbers: NDArray[np.int32],
        honour_numbers: NDArray[np.int32],
        best: Ints,
        yaku_bits: Ints,
    ) -> None:
        """Score seven pairs and thirteen orphans, where a hand is one."""
        pairs = np.take(self.suits.pairs, suit_numbers).sum(axis=0) + np.take(self.honours.pairs, honour_numbers)
        at = np.nonzero((pairs == 7) & ~hands.is_melded)[0]
        if at.size:
            numbers = suit_numbers[:, at]
            shape = np.take(self.suits.words_of_pairs, numbers).sum(axis=0)
            shape += np.take(self.honours.words_of_pairs, honour_numbers[at])
            man, pin, sou = (numbers != self.suits.nothing).astype(np.int32)
            _update_best(best, yaku_bits, at, *judge.seven_pairs_words_and_yaku(_Readings(shape, man, pin, sou), at))
        orphans = np.take(self.suits.orphans, suit_numbers).all(axis=0) & np.take(self.honours.orphans, honour_numbers)
        for hand in np.nonzero(orphans & ~hands.is_melded & (best == 0))[0].tolist():
            yaku = yaku_of_orphans(int((hands.kinds[:, hand] == KIND[hands.win[hand]]).sum()))
            worth = self.worth.closed.worth[yaku]
            if worth > HAN:
                best[hand] = self.worth.yakuman_hand_word(worth, int(judge.by_situation[hand]))
                yaku_bits[hand] = yaku

    def _results(self, hands: PackedHands, best: Ints, yaku_bits: Ints) -> tuple[NDArray[Any], ...]:
        """Split the words and look up the payments."""
        unit = best >> UNIT_SHIFT
        is_east = hands.winds < 4
        kinds = 2 * hands.tsumo + is_east
        value, first, second = (np.take(table, kinds * UNITS + unit) for table in self._payments(kinds, unit))
        counters = hands.honba * self.rules.honba_value
        share = np.where(hands.tsumo, counters // (self.rules.players - 1), counters)
        scored = best > 0
        first = np.where(scored, first + share, 0)
        second = np.where(scored & hands.tsumo & ~is_east, second + share, 0)
        is_yakuman = best & YAKUMAN_MARK != 0
        counted = ~is_yakuman & (unit == YAKUMAN)
        yakuman = np.where(is_yakuman, unit // YAKUMAN, counted)
        yaku_bits = np.where(scored, yaku_bits, 0)
        return (
            unit,
            yakuman,
            best >> HAN_SHIFT & HAN_MASK,
            best & FU_MASK,
            value,
            first,
            second,
            yaku_bits,
            hands.is_open,
        )

    def _payments(self, kinds: Ints, unit: Ints) -> NDArray[np.int32]:
        """Return the tables of payments, with a row for every unit there is."""
        keys = kinds * UNITS + unit
        missing = (np.take(self.payments[0], keys) == 0) & (unit > 0)
        if missing.any():
            for key in np.unique(keys[missing]).tolist():
                kind, paid = divmod(key, UNITS)
                east_wins = bool(kind & 1)
                pay = tsumo_payment(self.rules, paid, east_wins) if kind & 2 else ron_payment(paid, east_wins)
                self.payments[:, key] = pay.total, pay.discarder or pay.each or pay.east, pay.other
        return self.payments


class _YakuFinder:
    """Finds the words of readings, for one chunk."""

    def __init__(
        self, bulk: BulkScorer, by_situation: Ints, needed: Ints | int, open_bit: Ints, hands: PackedHands
    ) -> None:
        self.bulk = bulk
        self.by_situation = by_situation
        self.needed = needed
        self.open_bit = open_bit
        self.hands = hands
        self.bonus = hands.bonus
        self.way = (2 * hands.is_open + hands.tsumo) * bulk.half_fus

    def _yaku(self, readings: _Readings, of_hand: NDArray[np.intp]) -> Ints:
        """Return the yaku of shape and place."""
        yaku_bits = self.bulk.shapes((readings.shape & GROUP_MASK) >> FU_BITS)
        yaku_bits &= self.bulk.of_honours(readings.shape >> GROUP_BITS)
        man, pin, sou = readings.man, readings.pin, readings.sou
        used = (man != 0) + 2 * (pin != 0) + 4 * (sou != 0)
        yaku_bits &= np.take(KEPT_BY_SUITS, used)
        # Which tiles there are is looked at only where nothing else speaks against all green.
        green = np.nonzero(yaku_bits & RYUUIISOU)[0]
        yaku_bits[green] &= np.take(KEPT_BY_SUITS, used[green] + 8 * ~self.hands.green_mask(of_hand[green]))
        # As for a single hand: a set in all three suits, or the parts of a straight somewhere, are worth a closer look.
        near = (man & pin & sou != 0) | ((man | pin | sou) & STRAIGHT == STRAIGHT)
        near = np.nonzero(near & (yaku_bits & PLACED != 0))[0]
        if near.size:
            keys = (yaku_bits[near] & PLACED) // THREE_RUNS << MARKS_SHIFT
            for suit, shift in ((man, 0), (pin, PLACE_SHIFT), (sou, 2 * PLACE_SHIFT)):
                keys |= (suit[near] & PLACE_MASK).astype(np.int64) << shift
            yaku_bits[near] |= self.bulk.of_places(keys)
        return yaku_bits

    def words_and_yaku(self, readings: _Readings, of_hand: NDArray[np.intp]) -> tuple[Ints, Ints]:
        """Return word and yaku of readings as four sets and a pair."""
        yaku_bits = self._yaku(readings, of_hand)
        half_fu = readings.shape & HALF_FU
        open_bit = self.open_bit[of_hand]
        yaku_bits[(half_fu == 0) & (open_bit == 0) & (yaku_bits != 0)] |= PINFU
        place = (self.way[of_hand] + half_fu) * self.bulk.hans
        return self._words(yaku_bits, of_hand, self.bulk.words, place), yaku_bits

    def seven_pairs_words_and_yaku(self, readings: _Readings, of_hand: NDArray[np.intp]) -> tuple[Ints, Ints]:
        """Return word and yaku of seven pairs."""
        yaku_bits = self._yaku(readings, of_hand)
        return self._words(yaku_bits, of_hand, self.bulk.seven_pairs, np.zeros(len(of_hand), dtype=np.int64)), yaku_bits

    def _words(self, yaku_bits: Ints, of_hand: NDArray[np.intp], table: Ints, place: Ints) -> Ints:
        by_yaku = self.bulk.worths(yaku_bits | self.open_bit[of_hand])
        by_situation = self.by_situation[of_hand]
        han = by_yaku + by_situation
        needed = self.needed if isinstance(self.needed, int) else self.needed[of_hand]
        yakuman = np.nonzero((han > HAN) & (yaku_bits != 0))[0]
        words: Ints = np.take(table, place + (han & HAN) + self.bonus[of_hand], mode="clip")
        words[(yaku_bits == 0) | (han < needed)] = 0
        for at in yakuman.tolist():
            words[at] = self.bulk.worth.yakuman_hand_word(int(by_yaku[at]), int(by_situation[at]))
        return words


def _other_readings(
    counts: NDArray[np.int32], start: NDArray[np.int32], of_hand: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """Return every reading but the first of hands with several: of which hand, and its three entries."""
    number = counts[0] * counts[1] * counts[2]
    place = np.repeat(np.arange(len(number)), number - 1)
    # Counting up from 1 inside each hand, in mixed radix over the three suits.
    digit = np.arange(len(place)) - np.repeat(np.cumsum(number - 1) - (number - 1), number - 1) + 1
    entries = np.take(start, place, axis=1)
    for suit in (2, 1, 0):
        radix = counts[suit][place]
        entries[suit] += digit % radix
        digit //= radix
    return of_hand[place], entries


def _update_best(best: Ints, yaku_bits: Ints, of_hand: NDArray[np.intp], words: Ints, yaku: Ints) -> None:
    """Replace readings by others of higher value; of equals the first stays."""
    better = np.nonzero(words > best[of_hand])[0]
    if better.size:
        # Within a hand the greatest comes last, and of equals the first reading.
        order = better[np.lexsort((-better, words[better], of_hand[better]))]
        best[of_hand[order]] = words[order]
        yaku_bits[of_hand[order]] = yaku[order]
