"""The scorer: one rule book, one seat wind, one round wind; hands in, results out.

It trusts what it is given. Whoever has text or records from outside makes a `Hand` first, which is
checked; a program that already holds clean tiles may come here directly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tenbo.scoring.features import FU_BITS, HALF_FU, SUIT_FEATURE_BITS, SUIT_FEATURES
from tenbo.scoring.places import RUNS, STRAIGHT, TRIPLETS
from tenbo.scoring.readings import (
    AROUND,
    BY_RON,
    BY_TSUMO,
    HONOUR_BY_RON,
    HONOUR_BY_TSUMO,
    NOT_PAIRS,
    ROWS,
    HonourWords,
    Winds,
    entries_of_melds,
    features_of_pairs,
    is_seven_pairs,
    read_honours,
)
from tenbo.scoring.result import Result
from tenbo.scoring.shapes import COMPLETE, NOT_ONE_SUIT, PINFU, PLACED, SHAPES, kept_by_suits, yaku_of_place
from tenbo.scoring.tables import Table
from tenbo.scoring.tiles import DORA_SHIFT, HONOUR_BITS, KIND, KINDS, ORPHANS, RED_SHIFT, SUIT_BITS, UNIT
from tenbo.scoring.value import HAN, RENHOU_ALONE
from tenbo.scoring.worth import (
    CLOSED_RON,
    CLOSED_TSUMO,
    FU_MASK,
    HAN_MASK,
    HAN_SHIFT,
    OPEN_RON,
    OPEN_TSUMO,
    RENHOU_WORD,
    UNIT_SHIFT,
    worth_of,
)
from tenbo.scoring.yaku import BIT
from tenbo_core.errors import Refused
from tenbo_core.points import Payment, by_ron, by_tsumo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.scoring.melds import Meld
    from tenbo.scoring.readings import Row
    from tenbo_core.rules import Rules

new_tuple = tuple.__new__
MENZEN_TSUMO = BIT["menzen_tsumo"]
RENHOU = BIT["renhou"]
KOKUSHI = BIT["kokushi"] | COMPLETE
KOKUSHI_13 = BIT["kokushi_13"]
KINDS_BITS = (1 << 3 * KINDS) - 1
NOT_ORPHANS = KINDS_BITS & ~(3 * ORPHANS)
UNIT_MASK = (1 << 32) - 1
# Places as they stand in the entries of rows, above the features.
PLACES_IN_ROW = (RUNS | TRIPLETS) << SUIT_FEATURE_BITS
STRAIGHT_IN_ROW = STRAIGHT << SUIT_FEATURE_BITS


class Tables:
    """What depends on the winds alone, shared by all rule books: words of honours, entries of melds."""

    __slots__ = ("honours", "melds", "winds")

    def __init__(self, winds: Winds) -> None:
        self.winds = winds
        words = HonourWords(winds)
        self.honours: Table[int] = Table(lambda bits: read_honours(bits, words), limit=1_000)
        self.melds = entries_of_melds(winds)


@lru_cache(maxsize=64)
def tables_of(seat: int, round_: int, double_fu: int) -> Tables:
    """Give the tables for a seat wind and a round wind, made once."""
    return Tables(Winds(seat, round_, double_fu))


class Scorer:
    """Scores hands under one rule book for one seat.

    >>> from tenbo.books import load
    >>> from tenbo.scoring.tiles import parse_tiles
    >>> south = scorer_of(load("ema-2016").rules, seat=1, round_=0)
    >>> result = south.score(parse_tiles("234567m345p678s9s"), *parse_tiles("9s"), situation=BIT["riichi"])
    >>> result.yaku, result.han, result.fu, result.value
    ((('riichi', 1),), 1, 40, 1300)
    """

    __slots__ = (
        "by_ron",
        "by_tsumo",
        "closed",
        "counts_red_fives",
        "honours",
        "melds",
        "open",
        "round",
        "rules",
        "seat",
        "tables",
        "two_han_from",
        "words",
        "worth",
    )

    def __init__(self, rules: Rules, seat: int, round_: int) -> None:
        self.rules = rules
        self.seat = seat
        self.round = round_
        self.worth = worth_of(rules)
        self.closed = self.worth.closed
        self.open = self.worth.open
        self.words = self.worth.words
        self.counts_red_fives = rules.red_fives > 0
        self.two_han_from = rules.two_han_from
        self.by_ron: Table[Payment] = Table(self._ron_of, limit=500)
        self.by_tsumo: Table[Payment] = Table(self._tsumo_of, limit=500)
        self.tables = tables_of(seat, round_, rules.double_wind_pair_fu)
        self.honours = self.tables.honours
        self.melds = self.tables.melds

    def _ron_of(self, key: int) -> Payment:
        """Give who pays a ron, by unit and honba in one integer."""
        return by_ron(key & UNIT_MASK, self.seat == 0, (key >> 32) * self.rules.honba_value)

    def _tsumo_of(self, key: int) -> Payment:
        """Give who pays a self-drawn win, by unit and honba in one integer."""
        return by_tsumo(key & UNIT_MASK, self.seat == 0, (key >> 32) * self.rules.honba_value)

    def score(  # noqa: PLR0913  (a declared hand is what it is)
        self,
        tiles: Sequence[int],
        win: int,
        *,
        tsumo: bool = False,
        melds: Sequence[Meld] = (),
        situation: int = 0,
        dora: Sequence[int] = (),
        ura: Sequence[int] = (),
        honba: int = 0,
        sticks: int = 0,
    ) -> Result:
        """Score a hand: its closed tiles without the winning one, the winning tile, and how it came.

        `situation` is the set of yaku that do not show in the tiles (riichi, ippatsu, rinshan ...), by
        their bits; menzen tsumo is found by itself.
        """
        unit = UNIT
        packed = unit[win]
        for tile in tiles:
            packed += unit[tile]
        return self.score_packed(packed, win, tsumo, melds, situation, dora, ura, honba, sticks)

    def score_packed(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917  (the one hot loop, kept in one piece)
        self,
        packed: int,
        win: int,
        tsumo: bool,
        melds: Sequence[Meld] = (),
        situation: int = 0,
        dora: Sequence[int] = (),
        ura: Sequence[int] = (),
        honba: int = 0,
        sticks: int = 0,
    ) -> Result:
        """Score a hand whose closed tiles are packed, the winning tile among them."""
        # What the melds bring.
        total = packed
        features = first_in = second_in = third_in = 0
        is_open = False
        if melds:
            entries = self.melds
            for meld in melds:
                brings, in_man, in_pin, in_sou = entries[meld.code]
                features += brings
                first_in |= in_man
                second_in |= in_pin
                third_in |= in_sou
                total += meld.packed
                if meld.is_open:
                    is_open = True
        # Bonus: dora, ura, red fives.
        bonus = 0
        for indicator in dora:
            bonus += total >> DORA_SHIFT[indicator] & 7
        bonus_han = bonus
        if ura:
            under = 0
            for indicator in ura:
                under += total >> DORA_SHIFT[indicator] & 7
            bonus_han += under
            bonus |= under << 8
        if self.counts_red_fives and total >> RED_SHIFT:
            bonus_han += total >> RED_SHIFT
            bonus |= total >> RED_SHIFT << 16
        # How the book counts this way of winning.
        if is_open:
            values = self.open
            words = self.words[OPEN_TSUMO if tsumo else OPEN_RON]
        elif tsumo:
            values = self.closed
            words = self.words[CLOSED_TSUMO]
            situation |= MENZEN_TSUMO
        else:
            values = self.closed
            words = self.words[CLOSED_RON]
        worths = values.worth
        by_situation = worths[situation] if situation else 0
        needed = 2 if self.two_han_from and honba >= self.two_han_from else 1
        # The suits, first the one with the winning tile, and what that tile may change in it.
        first = packed & SUIT_BITS
        second = packed >> 27 & SUIT_BITS
        third = packed >> 54 & SUIT_BITS
        kind = KIND[win]
        if kind > 26:
            changes = (HONOUR_BY_TSUMO if tsumo else HONOUR_BY_RON)[packed >> 3 * kind & 7]
        else:
            changes = (BY_TSUMO if tsumo else BY_RON)[kind]
            if kind > 17:
                first, third = third, first
                first_in, third_in = third_in, first_in
            elif kind > 8:
                first, second = second, first
                first_in, second_in = second_in, first_in
        around = AROUND[win]
        # Most hands use two suits, which is seen here without a call.
        if (first or first_in) and (second or second_in or third or third_in):
            kept = NOT_ONE_SUIT
        else:
            kept = kept_by_suits(first | first_in, second | second_in, third | third_in, total)
        features += self.honours[packed >> 81 & HONOUR_BITS]
        of_seconds, of_thirds = ROWS[second], ROWS[third]
        best = best_found = best_shape = 0
        for of_first in ROWS[first]:
            for change in changes[of_first & around]:
                for of_second in of_seconds:
                    for of_third in of_thirds:
                        shape = features + change + (of_first + of_second + of_third & SUIT_FEATURES)
                        found = SHAPES[shape >> FU_BITS] & kept
                        if not found:
                            continue
                        if found & PLACED:
                            all_first, all_second, all_third = (
                                of_first | first_in,
                                of_second | second_in,
                                of_third | third_in,
                            )
                            # A set in all three suits, or the parts of a straight somewhere: worth a closer look.
                            if (
                                all_first & all_second & all_third & PLACES_IN_ROW
                                or (all_first | all_second | all_third) & STRAIGHT_IN_ROW == STRAIGHT_IN_ROW
                            ):
                                found = yaku_of_place(
                                    found,
                                    all_first >> SUIT_FEATURE_BITS,
                                    all_second >> SUIT_FEATURE_BITS,
                                    all_third >> SUIT_FEATURE_BITS,
                                )
                        half_fu = shape & HALF_FU
                        if not half_fu and not is_open:
                            found |= PINFU
                        by_yaku = worths[found]
                        han = by_yaku + by_situation
                        if han > HAN:
                            word = self.worth.of_yakuman(by_yaku, by_situation)
                        elif han < needed:
                            continue
                        else:
                            word = words[half_fu][han + bonus_han]
                        if word > best:
                            best = word
                            best_found = found
                            best_shape = shape
        if not melds and (not packed & NOT_PAIRS or (not best and not packed & NOT_ORPHANS)):
            special = self._special(packed, kind, kept, by_situation, bonus_han, needed)
            if special[0] > best:
                best, best_found, best_shape = special
        if (
            situation & RENHOU
            and self.worth.renhou_alone
            and best < RENHOU_WORD
            and (best or is_complete(features, ROWS[first], of_seconds, of_thirds) or is_seven_pairs(packed))
        ):
            best = RENHOU_WORD
            best_found |= RENHOU
            situation = RENHOU_ALONE
        if not best:
            raise Refused("not_winning", "this is no complete hand, or it has no yaku under this rule book", "hand")
        unit = best >> UNIT_SHIFT
        payments = self.by_tsumo if tsumo else self.by_ron
        # The plain tuple, because the named one's constructor costs a tenth of the whole.
        return new_tuple(
            Result,
            (
                values.listed[best_found | situation],
                best >> HAN_SHIFT & HAN_MASK,
                best & FU_MASK,
                payments[unit | honba << 32 if honba else unit],
                self,
                values,
                best,
                best_found,
                best_shape,
                packed,
                win,
                tsumo,
                melds,
                situation,
                bonus,
                honba,
                sticks,
                False,
            ),
        )

    def _special(
        self, packed: int, won: int, kept: int, by_situation: int, bonus_han: int, needed: int
    ) -> tuple[int, int, int]:
        """Give word, yaku and shape of seven pairs or thirteen orphans; nothing if the tiles are neither."""
        worth = self.worth
        worths = worth.closed.worth
        if is_seven_pairs(packed):
            shape = features_of_pairs(packed)
            found = SHAPES[shape >> FU_BITS] & kept
            by_yaku = worths[found]
            han = by_yaku + by_situation
            if han > HAN:
                return worth.of_yakuman(by_yaku, by_situation), found, shape
            return (worth.seven_pairs[han + bonus_han], found, shape) if han >= needed else (0, 0, 0)
        if not packed & NOT_ORPHANS and (packed | packed >> 1) & ORPHANS == ORPHANS:
            found = KOKUSHI | KOKUSHI_13 if packed >> 3 * won & 2 else KOKUSHI
            han = worths[found] + by_situation
            return (worth.of_yakuman(worths[found], by_situation) if han > HAN else 0), found, 0
        return 0, 0, 0


def is_complete(features: int, *rows: Row) -> bool:
    """Say whether three suits are a hand together with the features of melds and honours; any reading tells."""
    if not all(rows):
        return False
    shape = features + (sum(row[0] for row in rows) & SUIT_FEATURES)
    return SHAPES[shape >> FU_BITS] != 0


@lru_cache(maxsize=128)
def scorer_of(rules: Rules, seat: int, round_: int) -> Scorer:
    """Give the scorer of a rule book for a seat and round wind (0-3), made once."""
    return Scorer(rules, seat, round_)
