"""The scoring core: declared hands, what they are worth, and why.

>>> from tenbo.scoring import RON, Hand, score, why_not
>>> result = score(Hand("234567m345p678s9s", "9s", RON, riichi=1), "ema-2016")
>>> result.value, result.reading
(1300, ('234m', '567m', '345p', '678s', '99s'))
>>> [reason.message for reason in why_not(Hand("234567m345p678s9s", "9s", RON))]
['the hand is complete but has no yaku; dora alone do not win']
"""

from tenbo.scoring.hand import CHANKAN, FIRST_TURN, LAST_TILE, RINSHAN, RON, TSUMO, Hand, Liability
from tenbo.scoring.judge import score, why_not
from tenbo.scoring.melds import Meld, parse_meld
from tenbo.scoring.result import Bonus, Result
from tenbo.scoring.scorer import Scorer, scorer_of
from tenbo.scoring.tenpai import waits

__all__ = [
    "CHANKAN",
    "FIRST_TURN",
    "LAST_TILE",
    "RINSHAN",
    "RON",
    "TSUMO",
    "Bonus",
    "Hand",
    "Liability",
    "Meld",
    "Result",
    "Scorer",
    "parse_meld",
    "score",
    "scorer_of",
    "waits",
    "why_not",
]
