"""The scorers of the rule books, for each seat and round wind made once."""

from __future__ import annotations

from functools import lru_cache

from tenbo.scoring.engine.scorer import Scorer
from tenbo.scoring.engine.three_player_scorer import ThreePlayerScorer

TYPE_CHECKING = False

if TYPE_CHECKING:
    from tenbo_core.rules import Rules


@lru_cache(maxsize=128)
def scorer_of(rules: Rules, seat: int, round_: int, norths: int = 0) -> Scorer:
    """Return the scorer of a rule book for a seat and round wind (0-3), of three players with so many norths aside."""
    return ThreePlayerScorer(rules, seat, round_, norths) if rules.players == 3 else Scorer(rules, seat, round_)
