"""Lookup tables of all values and payments of one rule book.

A *word* is a hand's worth as one integer that sorts: first the unit (what a non-dealer pays another by
tsumo, before rounding), then a yakuman before a counted one, then han, then fu.
"""

from __future__ import annotations

from functools import lru_cache

from tenbo.scoring import fu
from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.yaku_values import RENHOU_HAN, YAKUMAN_SHIFT, Listed, YakuValues
from tenbo.scoring.yaku import BIT
from tenbo_core.hand_value import YAKUMAN, Payment, base_points_of, ron_payment, tsumo_payment

TYPE_CHECKING = False

if TYPE_CHECKING:
    from tenbo_core.rules import Rules

UNIT_SHIFT = 17
YAKUMAN_MARK = 1 << 16
HAN_SHIFT = 8
FU_MASK = 255
HAN_MASK = 255

# A word is below; above it stand the counters.
HONBA_SHIFT = 40
WORD_MASK = (1 << HONBA_SHIFT) - 1

# Han, fu, and the payers.
Outcome = tuple[int, int, Payment]

# What depends on the way of winning: the worth of yaku, the words by half fu and han, the outcomes, the list
# of yaku, and the yaku that the way itself brings.
Way = tuple[Memo[int], list[list[int]], Memo[Outcome], Memo[Listed], int]

MENZEN_TSUMO = BIT["menzen_tsumo"]

# The ways to win, as the tables count them: closed or open, by ron or by tsumo.
CLOSED_RON, CLOSED_TSUMO, OPEN_RON, OPEN_TSUMO = range(4)

# Four closed kans of honours, a double wind pair and its wait are 134 fu.
_MOST_HALF_FU = 70
# Fourteen yaku of 13 han and forty dora are 222.
_MOST_HAN = 256


def pack_yakuman(number: int) -> int:
    """Return the word of a hand of a number of yakuman."""
    return YAKUMAN * number << UNIT_SHIFT | YAKUMAN_MARK


class PaymentTables:
    """The tables of one rule book."""

    __slots__ = ("closed", "open", "renhou_alone", "renhou_word", "rules", "seven_pairs", "ways", "words")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.closed = YakuValues(rules, is_open=False)
        self.open = YakuValues(rules, is_open=True)
        self.renhou_alone = rules.renhou == "mangan"
        self.renhou_word = base_points_of(rules, RENHOU_HAN, 0) << UNIT_SHIFT | RENHOU_HAN << HAN_SHIFT
        by_fu = {number: self._words_of(number) for number in (fu.SEVEN_PAIRS, *range(20, 180, 10))}
        # For each way to win and each half fu of the groups: the words by han.
        self.words = [
            [by_fu[self._fu_of(half, way)] for half in range(_MOST_HALF_FU)]
            for way in (CLOSED_RON, CLOSED_TSUMO, OPEN_RON, OPEN_TSUMO)
        ]
        self.seven_pairs = by_fu[fu.SEVEN_PAIRS]
        # For another than East and for East: each way to win, with all that depends on it.
        self.ways = [[self._win_case(way, east_wins=east_wins) for way in range(4)] for east_wins in (False, True)]

    def _win_case(self, way: int, *, east_wins: bool) -> Way:
        values = self.open if way in (OPEN_RON, OPEN_TSUMO) else self.closed
        tsumo = way in (CLOSED_TSUMO, OPEN_TSUMO)
        own_draw = MENZEN_TSUMO if way == CLOSED_TSUMO else 0
        outcomes = self._outcomes(tsumo=tsumo, east_wins=east_wins)
        return values.worth, self.words[way], outcomes, values.listed, own_draw

    def _outcomes(self, *, tsumo: bool, east_wins: bool) -> Memo[Outcome]:
        """Return the table of han, fu and payments, by the word and above it the counters."""

        def outcome_of(key: int) -> Outcome:
            counters = (key >> HONBA_SHIFT) * self.rules.honba_value
            unit = (key & WORD_MASK) >> UNIT_SHIFT
            pay = (
                tsumo_payment(self.rules, unit, east_wins, counters)
                if tsumo
                else ron_payment(unit, east_wins, counters)
            )
            return key >> HAN_SHIFT & HAN_MASK, key & FU_MASK, pay

        return Memo(outcome_of, limit=1_000)

    def yakuman_hand_word(self, by_yaku: int, by_situation: int) -> int:
        """Return the word of a yakuman hand, from the worth of its reading and of how it was won."""
        first, second = by_yaku >> YAKUMAN_SHIFT, by_situation >> YAKUMAN_SHIFT
        return pack_yakuman(first + second if self.rules.yakuman_stack else max(first, second))

    def _fu_of(self, half: int, way: int) -> int:
        closed = way in (CLOSED_RON, CLOSED_TSUMO)
        return fu.total(
            2 * half,
            closed=closed,
            tsumo=way in (CLOSED_TSUMO, OPEN_TSUMO),
            pinfu=half == 0 and closed and self.closed.allows_pinfu,
        )

    def _words_of(self, number: int) -> list[int]:
        """Return the words of a fu by han; nothing is worth nothing."""
        shown = number if self.rules.counts_fu else 0
        payment = self.rules.payment
        # The han with which payments rise for the last time; above them only the han are counted on.
        last_rise = 13 if isinstance(payment, str) else min(max(len(payment), 13), _MOST_HAN - 1)
        units = [0] + [base_points_of(self.rules, han, number) for han in range(1, last_rise + 1)]
        words = [unit << UNIT_SHIFT | han << HAN_SHIFT | shown for han, unit in enumerate(units)]
        one_han = 1 << HAN_SHIFT
        return [*words, *range(words[-1] + one_han, words[-1] + (_MOST_HAN - last_rise) * one_han, one_han)]


@lru_cache(maxsize=32)
def payment_tables_of(rules: Rules) -> PaymentTables:
    """Return the tables of a rule book, made once."""
    return PaymentTables(rules)
