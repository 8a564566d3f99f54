"""Scores hands whose drawn winning tile was sorted in, so that their wait is unknown (Austria, 3.6.1.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tenbo.scoring.engine.payment_tables import HONBA_SHIFT, YAKUMAN_MARK
from tenbo.scoring.engine.reading_features import HALF_FU
from tenbo.scoring.engine.scorer import Scorer
from tenbo.scoring.engine.three_player_scorer import ThreePlayerScorer
from tenbo.scoring.engine.yaku_values import HAN
from tenbo.scoring.laid_out_groups import WAITS, fu_of_group, readings_of
from tenbo.scoring.yaku import BIT
from tenbo_core.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.scoring.laid_out_groups import Reading
    from tenbo.scoring.melds import Meld
    from tenbo.scoring.result import Result

# Hands that do not depend on their wait.
WITHOUT_WAITS = BIT["chiitoitsu"] | BIT["kokushi"]


class UnknownWaitScorer(Scorer):
    """Scores self-drawn hands without pinfu and without fu for the wait; the fu of the self-draw stay."""

    def __init__(self, rules: Rules, seat: int, round_: int) -> None:
        super().__init__(_without_pinfu(rules), seat, round_)
        self.counts_waits = False

    # The signature is written in full: *args and **kwargs would hide the types from callers, or need Any.
    def score_packed(  # noqa: PLR0913, PLR0917  (as its base)
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
        """Score a hand as ever, then again without the waits, reading by reading."""
        result = super().score_packed(packed, win, tsumo, melds, situation, dora, ura, honba, sticks)
        if result.word & YAKUMAN_MARK or result.yaku_bits & WITHOUT_WAITS:
            return result
        worths, words, outcomes, listed, _ = (self.open if result.is_open else self.closed)[tsumo]
        bonus, by_situation = sum(result.bonus), worths[result.situation]
        best = result._replace(word=0)
        for reading in readings_of(packed, win, melds, self.tables, tsumo=tsumo):
            # A reading with too few han for the book is never the best: no fu make up for a han between readings.
            by_yaku = worths[reading.yaku_bits]
            han = by_yaku + by_situation
            if han > HAN:
                # It was less than the best: units of an own book may be above a yakuman's.
                word = self.worth.yakuman_hand_word(by_yaku, by_situation)
            else:
                word = words[(reading.shape & HALF_FU) - self._waits_of(reading, win) // 2][han + bonus]
            if word > best.word:
                best = best._replace(word=word, yaku_bits=reading.yaku_bits, shape=reading.shape)
        han, fu, pay = outcomes[best.word | honba << HONBA_SHIFT]
        return best._replace(yaku=listed[best.yaku_bits | result.situation], han=han, fu=fu, pay=pay)

    def _waits_of(self, reading: Reading, win: int) -> int:
        items = [item for group in reading.groups for item in fu_of_group(group, self.tables.winds, win, ron=False)]
        return sum(fu for name, fu in items if name in WAITS)


class ThreePlayerUnknownWaitScorer(ThreePlayerScorer, UnknownWaitScorer):
    """Scores them where three play: the norths set aside are counted first."""

    __slots__ = ()


@lru_cache(maxsize=32)
def _without_pinfu(rules: Rules) -> Rules:
    return Rules(rules.book, {**rules.values, "yaku": {**rules.yaku, "pinfu": [0, 0]}})


@lru_cache(maxsize=32)
def unknown_wait_scorer_of(rules: Rules, seat: int, round_: int, norths: int = 0) -> UnknownWaitScorer:
    """Return the scorer of a rule book for a seat and round wind (0-3), of three players with so many norths aside."""
    if rules.players == 3:
        return ThreePlayerUnknownWaitScorer(rules, seat, round_, norths)
    return UnknownWaitScorer(rules, seat, round_)
