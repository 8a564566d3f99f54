"""The result of a scored hand; what only a reader wants is worked out when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.scoring.groups import fu_items_of, groups_of
from tenbo.scoring.tiles import kinds_of, tile_text
from tenbo.scoring.value import RENHOU_HAN
from tenbo.scoring.worth import FU_MASK, HAN_MASK, HAN_SHIFT, RENHOU_WORD, UNIT_SHIFT, YAKUMAN_MARK
from tenbo.scoring.yaku import BIT
from tenbo_core.points import YAKUMAN, Payment, by_ron, by_tsumo, limit_of, with_liability

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.scoring.groups import FuItem
    from tenbo.scoring.melds import Meld
    from tenbo.scoring.scorer import Scorer

RENHOU = BIT["renhou"]


class Bonus(NamedTuple):
    """Han that are no yaku: dora, dora under the indicators, red fives."""

    dora: int = 0
    ura: int = 0
    red: int = 0


class Result:
    """What a hand is worth and who pays it."""

    __slots__ = (
        "found",
        "honba",
        "liable",
        "melds",
        "packed",
        "packed_bonus",
        "scorer",
        "shape",
        "situation",
        "sticks",
        "tsumo",
        "win",
        "word",
    )

    def __init__(  # noqa: PLR0913  (one field each; only the scorer makes results)
        self,
        scorer: Scorer,
        packed: int,
        win: int,
        tsumo: bool,  # noqa: FBT001
        melds: Sequence[Meld],
        situation: int,
        word: int,
        found: int,
        shape: int,
        packed_bonus: int,
        honba: int,
        sticks: int,
    ) -> None:
        self.scorer = scorer
        self.packed = packed
        self.win = win
        self.tsumo = tsumo
        self.melds = melds
        self.situation = situation
        self.word = word
        self.found = found
        self.shape = shape
        self.packed_bonus = packed_bonus
        self.honba = honba
        self.sticks = sticks
        # "" for nobody, "alone", or "shared" with the discarder.
        self.liable = ""

    @property
    def is_open(self) -> bool:
        """Say whether a meld opened the hand."""
        return any(meld.is_open for meld in self.melds)

    @property
    def is_renhou_limit(self) -> bool:
        """Say whether renhou is paid as a limit of its own, without anything else."""
        return self.word == RENHOU_WORD and bool(self.found & RENHOU)

    @property
    def unit(self) -> int:
        """Give the unit: what a non-dealer pays another by tsumo, before rounding."""
        return self.word >> UNIT_SHIFT

    @property
    def yakuman(self) -> int:
        """Give how many yakuman are paid; a counted one is one."""
        if self.word & YAKUMAN_MARK:
            return self.unit // YAKUMAN
        return 1 if self.is_counted else 0

    @property
    def is_counted(self) -> bool:
        """Say whether 13 and more ordinary han are paid as a yakuman."""
        return not self.word & YAKUMAN_MARK and self.unit == YAKUMAN

    @property
    def yaku(self) -> tuple[tuple[str, int], ...]:
        """Give the yaku that count, each with its han, or with its number of yakuman."""
        if self.is_renhou_limit:
            return (("renhou", RENHOU_HAN),)
        worth = self.scorer.worth
        return (worth.open if self.is_open else worth.closed).listed[self.found | self.situation]

    @property
    def bonus(self) -> Bonus:
        """Give the han that are no yaku; they do not count with a yakuman or renhou as a limit."""
        if self.word & YAKUMAN_MARK or self.is_renhou_limit:
            return Bonus()
        return Bonus(self.packed_bonus & 255, self.packed_bonus >> 8 & 255, self.packed_bonus >> 16)

    @property
    def han(self) -> int:
        """Give the han, bonus included; 0 for a yakuman."""
        return self.word >> HAN_SHIFT & HAN_MASK

    @property
    def fu(self) -> int:
        """Give the fu, rounded; 0 for a yakuman and in a book without fu."""
        return self.word & FU_MASK

    @property
    def limit(self) -> str | None:
        """Give the name of the limit that is paid."""
        if self.word & YAKUMAN_MARK:
            return "yakuman"
        return limit_of(self.unit) or None

    @property
    def value(self) -> int:
        """Give what the hand brings without counters and sticks, all payers together."""
        return self._payment(0).total

    @property
    def pay(self) -> Payment:
        """Give who pays how much, counters included."""
        return self._payment(self.honba * self.scorer.rules.honba_value)

    @property
    def gain(self) -> int:
        """Give what the winner gets: all payments and the sticks."""
        return self.pay.total + 1000 * self.sticks

    def _payment(self, counters: int) -> Payment:
        east_wins = self.scorer.seat == 0
        if self.liable:
            return with_liability(self.unit, east_wins, self.liable == "shared", counters)
        return (by_tsumo if self.tsumo else by_ron)(self.unit, east_wins, counters)

    @property
    def fu_items(self) -> tuple[FuItem, ...]:
        """Give what the fu come from, before rounding."""
        return fu_items_of(self)

    @property
    def reading(self) -> tuple[str, ...]:
        """Give the groups of the best reading: sets, melds, then the pair."""
        groups = groups_of(self)
        if groups:
            return tuple(group.text for group in groups)
        kinds = kinds_of(self.packed)
        return tuple(tile_text([kind] * kinds.count(kind)) for kind in dict.fromkeys(kinds))

    def __repr__(self) -> str:
        names = " ".join(name for name, _ in self.yaku)
        worth = f"{self.yakuman} yakuman" if self.word & YAKUMAN_MARK else f"{self.han} han {self.fu} fu"
        return f"<Result {names}: {worth}, {self.value}>"
