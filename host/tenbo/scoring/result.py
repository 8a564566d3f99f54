"""The result of a scored hand; the parts for a reader are computed on demand."""

from __future__ import annotations

from tenbo.scoring.engine.payment_tables import UNIT_SHIFT, YAKUMAN_MARK
from tenbo.scoring.tiles import DORA_SHIFT, red_five_count
from tenbo.scoring.yaku import BIT
from tenbo.validation.named_tuple import NamedTuple
from tenbo_core.hand_value import LIMIT_UNITS, YAKUMAN

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.scoring.engine.scorer import Scorer
    from tenbo.scoring.engine.three_player_scorer import ThreePlayerScorer
    from tenbo.scoring.laid_out_groups import FuItem, Group
    from tenbo.scoring.melds import Meld
    from tenbo_core.hand_value import Payment

RENHOU = BIT["renhou"]
LIMIT_NAMES = dict(zip(LIMIT_UNITS, ("mangan", "haneman", "baiman", "sanbaiman", "yakuman"), strict=True))


def limit_name(unit: int) -> str:
    """Return the name of the limit a unit is, or an empty text.

    >>> limit_name(3000), limit_name(640)
    ('haneman', '')
    """
    return LIMIT_NAMES.get(unit, "")


# What a program may rely on, in the order of docs/library.md.
PUBLIC = (
    "yaku", "han", "fu", "limit", "yakuman", "is_counted", "value", "pay", "gain", "bonus", "fu_items", "reading",
    "groups", "is_open", "is_liable", "is_renhou_limit", "honba", "sticks",
)  # fmt: skip


# What help says of a result's fields; the others are the engine's.
FIELDS = {
    "yaku": "The yaku that count, each with its han or its number of yakuman.",
    "han": "The han of yaku and bonus; 0 for a yakuman, except a counted one.",
    "fu": "The fu; 0 in a book without fu, and for a yakuman, except a counted one.",
    "pay": "What each payer pays, counters included: `discarder` after a ron,\n"
    "`each` or `east` and `other` after a tsumo; with pao also, or only,\n"
    "`liable` (and `liable_other` where two are liable).",
    "honba": "The counters on the table.",
    "sticks": "The riichi sticks on the table.",
}
INTERNAL = "Internal: it may change with any release."


class Bonus(NamedTuple):
    """Han that are no yaku: dora, ura-dora, red fives."""

    dora: int = 0
    ura: int = 0
    red: int = 0


class ThreePlayerBonusHan(NamedTuple):
    """The same where three play: norths set aside too, each of which may be dora besides."""

    dora: int = 0
    ura: int = 0
    red: int = 0
    north: int = 0


class Result(NamedTuple):
    """The value of a hand and its payments; `tenbo.score` returns it.

    `yaku` are those that count, each with its han, or with its number of
    yakuman. `han` includes the bonus; `han` and `fu` are 0 for a yakuman,
    `fu` in a book without fu. `pay` includes counters.

    >>> import tenbo
    >>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1, honba=1)
    >>> result = tenbo.score(hand)
    >>> result
    <Result riichi: 1 han 40 fu, 1300>
    >>> result.value, result.pay.discarder, result.limit
    (1300, 1600, None)
    """

    yaku: tuple[tuple[str, int], ...]
    han: int
    fu: int
    pay: Payment
    # How it came about; what is derived from it is worked out when it is asked for.
    scorer: Scorer
    word: int
    yaku_bits: int
    shape: int
    packed: int
    win: int
    tsumo: bool
    melds: Sequence[Meld]
    situation: int
    dora_indicators: Sequence[int]
    ura_indicators: Sequence[int]
    honba: int
    sticks: int

    @property
    def is_open(self) -> bool:
        """Return whether a meld opened the hand.

        >>> import tenbo
        >>> hand = tenbo.Hand("234m67s99s", "5s", "ron", melds="555z 234p")
        >>> tenbo.score(hand).is_open
        True
        """
        return any(meld.is_open for meld in self.melds)

    @property
    def is_liable(self) -> bool:
        """Return whether a liable player pays for having fed the hand.

        >>> import tenbo
        >>> dragons = "pon 555z, pon 666z, pon 777z"
        >>> pao = tenbo.Liability("W")
        >>> hand = tenbo.Hand("23m55s", "1m", "tsumo", melds=dragons, pao=pao)
        >>> tenbo.score(hand).is_liable, tenbo.score(hand).pay.liable
        (True, 32000)
        """
        return bool(self.pay.liable)

    @property
    def is_renhou_limit(self) -> bool:
        """Return whether renhou is paid as a limit of its own.

        Then it is paid without anything else.

        >>> import tenbo
        >>> hand = tenbo.Hand(
        ...     "234567m345p678s9s", "9s", "ron", moment="first_turn"
        ... )
        >>> tenbo.score(hand, "ema-2016").is_renhou_limit
        True
        """
        return self.word == self.scorer.worth.renhou_word and bool(self.yaku_bits & RENHOU)

    @property
    def unit(self) -> int:
        """Return the unit that payments are multiples of, before rounding."""
        return self.word >> UNIT_SHIFT

    @property
    def yakuman(self) -> int:
        """Return how many yakuman are paid; a counted one is one.

        >>> import tenbo
        >>> hand = tenbo.Hand("111m222p333s444s5z", "5z", "tsumo")
        >>> tenbo.score(hand, "ema-2016").yakuman
        1
        >>> tenbo.score(hand, "rrc").yakuman
        2
        """
        if self.word & YAKUMAN_MARK:
            return self.unit // YAKUMAN
        return 1 if self.is_counted else 0

    @property
    def is_counted(self) -> bool:
        """Return whether 13 and more ordinary han are paid as a yakuman.

        >>> import tenbo
        >>> hand = tenbo.Hand(
        ...     "23445566778m99m", "3m", "tsumo", riichi=1, dora="8m8m"
        ... )
        >>> result = tenbo.score(hand, "tenhou")
        >>> result.han, result.limit, result.is_counted
        (13, 'yakuman', True)
        """
        return not self.word & YAKUMAN_MARK and self.unit == YAKUMAN

    @property
    def bonus(self) -> Bonus | ThreePlayerBonusHan:
        """Return the han that are no yaku: `dora`, `ura` and `red`.

        They do not count with a yakuman or renhou as a limit.

        >>> import tenbo
        >>> hand = tenbo.Hand(
        ...     "234067m345p678s9s", "9s", "ron", riichi=1, dora="8s"
        ... )
        >>> tenbo.score(hand, "tenhou").bonus
        Bonus(dora=2, ura=0, red=1)
        """
        three = self.scorer.rules.players == 3
        if self.word & YAKUMAN_MARK or self.is_renhou_limit:
            return ThreePlayerBonusHan() if three else Bonus()
        total = self.packed + sum(meld.packed for meld in self.melds)
        counted_ura = self.ura_indicators if self.scorer.counts_ura else ()
        dora, ura = (
            sum(total >> DORA_SHIFT[indicator] & 7 for indicator in indicators)
            for indicators in (self.dora_indicators, counted_ura)
        )
        red = red_five_count(total) if self.scorer.rules.red_fives else 0
        if not three:
            return Bonus(dora, ura, red)
        scorer: ThreePlayerScorer = self.scorer  # type: ignore[assignment]  # three play
        if red:
            red -= scorer.north_bonus(self.dora_indicators, self.ura_indicators)
        aside = [scorer.north_dora(indicators) for indicators in (self.dora_indicators, counted_ura)]
        return ThreePlayerBonusHan(dora + aside[0], ura + aside[1], red, scorer.norths)

    @property
    def limit(self) -> str | None:
        """Return the name of the limit that is paid, or None.

        It is "mangan", "haneman", "baiman", "sanbaiman" or "yakuman".

        >>> import tenbo
        >>> hand = tenbo.Hand(
        ...     "234567m345p678s9s", "9s", "ron", riichi=1, dora="8s8s"
        ... )
        >>> tenbo.score(hand).han, tenbo.score(hand).limit
        (5, 'mangan')
        """
        if self.word & YAKUMAN_MARK:
            return "yakuman"
        return limit_name(self.unit) or None

    @property
    def value(self) -> int:
        """Return the sum of all payments without counters and sticks.

        >>> import tenbo
        >>> hand = tenbo.Hand(
        ...     "234567m345p678s9s", "9s", "ron", riichi=1, honba=1, sticks=1
        ... )
        >>> tenbo.score(hand).value, tenbo.score(hand).gain
        (1300, 2600)
        """
        if not self.honba:
            return self.pay.total
        counters = self.honba * self.scorer.rules.honba_value
        payers = self.scorer.rules.players - 1
        return self.pay.total - (counters // payers * payers if self.tsumo and not self.is_liable else counters)

    @property
    def gain(self) -> int:
        """Return all that the winner gets: payments, counters and sticks.

        >>> import tenbo
        >>> hand = tenbo.Hand(
        ...     "234567m345p678s9s", "9s", "ron", riichi=1, sticks=2
        ... )
        >>> tenbo.score(hand).gain
        3300
        """
        return self.pay.total + 1000 * self.sticks

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the groups of the best reading.

        They are the sets in order, melds, then the pair. Each has its
        `text` and its `sort`: "run", "triplet", "kan" or "pair".

        >>> import tenbo
        >>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1)
        >>> [group.text for group in tenbo.score(hand).groups]
        ['234m', '567m', '345p', '678s', '99s']
        """
        from tenbo.scoring.laid_out_groups import groups_of  # noqa: PLC0415 - most results are never laid out

        return groups_of(self)

    @property
    def fu_items(self) -> tuple[FuItem, ...]:
        """Return the sources of the fu, before rounding.

        >>> import tenbo
        >>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1)
        >>> tenbo.score(hand).fu_items
        (('win', 20), ('closed_ron', 10), ('pair_wait', 2))
        """
        from tenbo.scoring.laid_out_groups import fu_items_of  # noqa: PLC0415

        return tuple(item for item, _ in fu_items_of(self, self.groups))

    @property
    def reading(self) -> tuple[str, ...]:
        """Return the groups of the best reading as text.

        >>> import tenbo
        >>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1)
        >>> tenbo.score(hand).reading
        ('234m', '567m', '345p', '678s', '99s')
        """
        from tenbo.scoring.laid_out_groups import reading_text  # noqa: PLC0415

        return reading_text(self, self.groups)

    def __dir__(self) -> list[str]:
        """List what is stable: what the engine has left in a result is not."""
        return [*PUBLIC]

    def __repr__(self) -> str:
        names = " ".join(name for name, _ in self.yaku)
        fu = f" {self.fu} fu" if self.fu else ""
        worth = f"{self.yakuman} yakuman" if self.word & YAKUMAN_MARK else f"{self.han} han{fu}"
        return f"<Result {names}: {worth}, {self.value}>"


# Python's help would say `Alias for field number 3`.
for _name in Result._fields:
    getattr(Result, _name).__doc__ = FIELDS.get(_name, INTERNAL)
Result.__new__.__doc__ = "Internal: `tenbo.score` makes results."
