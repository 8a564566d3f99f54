"""The scoring core: declared hands, what they are worth, and why.

The way of a hand through the modules:

    tiles, melds     what stands on the table, in any notation, packed into integers
    hand             a declared hand and everything that cannot be true of it
    readings         every way to see the tiles of a suit as groups
    features, places what the rules ask about a reading, as integers that add up
    yaku, shapes     THE RULE TEXT: one row for each yaku, and what each asks of a shape
    fu               what groups, pair and wait bring
    value, worth     what a rule book pays for yaku, han and fu
    scorer           the loop that puts them together; result what comes out
    groups, explain  the same in words, for whoever wants to know why
    judge            score a hand under a book, or say why not
    tenpai           which tiles complete a hand
    records          hands and results as JSON records
    archive, bulk    the same rules over arrays of millions of hands (needs NumPy)

>>> from tenbo.scoring import RON, Hand, score, why_not
>>> result = score(Hand("234567m345p678s9s", "9s", RON, riichi=1), "ema-2016")
>>> result.value, result.reading
(1300, ('234m', '567m', '345p', '678s', '99s'))
>>> [reason.message for reason in why_not(Hand("234567m345p678s9s", "9s", RON))]
['the hand is complete but has no yaku; dora alone do not win']
"""

from tenbo.scoring.engine.scorer import Scorer, scorer_of
from tenbo.scoring.evaluate import score, why_not
from tenbo.scoring.hand import CHANKAN, FIRST_TURN, LAST_TILE, RINSHAN, RON, TSUMO, Hand, Liability
from tenbo.scoring.melds import Meld, parse_meld
from tenbo.scoring.result import Bonus, Result
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
