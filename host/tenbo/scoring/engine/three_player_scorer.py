"""The scorer where three play: norths set aside are a bonus, and the indicator 1m makes 9m dora."""

from __future__ import annotations

from functools import lru_cache

from tenbo.scoring.engine.scorer import KINDS_BITS, Scorer
from tenbo.scoring.tiles import KIND, RED_SHIFT, WEST
from tenbo_core.rules import Rules

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.scoring.melds import Meld
    from tenbo.scoring.result import Result

# Of characters there are 1m and 9m: the one indicator whose dora is another kind than where four play.
ONE, EIGHT = 0, 7


class ThreePlayerScorer(Scorer):
    """Scores the hands of a player who has set so many norths aside."""

    __slots__ = ("norths",)

    def __init__(self, rules: Rules, seat: int, round_: int, norths: int = 0) -> None:
        super().__init__(rules, seat, round_)
        self.norths = norths
        # The bonus of the norths stands where a packed hand counts its red fives.
        self.counts_red_fives = rules.red_fives > 0 or norths > 0

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, ThreePlayerScorer) and self.norths == other.norths

    def __hash__(self) -> int:
        return hash((super().__hash__(), self.norths))

    def __reduce__(self) -> tuple[object, ...]:
        import json  # noqa: PLC0415 - only a result that goes elsewhere

        rules = self.rules
        return _unpickled, (type(self), rules.book, json.dumps(rules.values), self.seat, self.round, self.norths)

    def north_dora(self, indicators: Sequence[int]) -> int:
        """Return how many dora the norths are that lie aside."""
        return self.norths * sum(KIND[tile] == WEST for tile in indicators)

    def north_bonus(self, dora: Sequence[int], ura: Sequence[int]) -> int:
        """Return all han that the norths bring that lie aside: one for each, more where they are dora."""
        return self.norths + self.north_dora(dora) + (self.north_dora(ura) if self.rules.ura_dora else 0)

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
        """Score a hand as ever, with the bonus of the norths."""
        if ONE in dora or ONE in ura:
            dora, ura = ([EIGHT if tile == ONE else tile for tile in tiles] for tiles in (dora, ura))
        if self.norths:
            bonus = self.north_bonus(dora, ura)
            if not self.rules.red_fives:
                # A red five is a plain one here: those of the hand are left out, those of its melds made up for.
                packed &= KINDS_BITS
                bonus -= sum(meld.packed >> RED_SHIFT for meld in melds)
            packed += bonus << RED_SHIFT
        return super().score_packed(packed, win, tsumo, melds, situation, dora, ura, honba, sticks)


@lru_cache(maxsize=64)
def _unpickled(
    kind: type[ThreePlayerScorer], book: str, values: str, seat: int, round_: int, norths: int
) -> ThreePlayerScorer:
    import json  # noqa: PLC0415

    return kind(Rules(book, json.loads(values)), seat, round_, norths)
