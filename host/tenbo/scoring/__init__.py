"""The scoring core: declared hands, what they are worth, and why.

The modules, in the order in which a hand passes through them:

    tiles, melds     what stands on the table, in any notation, packed into integers
    hand             a declared hand, read and ready to be scored
    hand_faults      everything that cannot be true of one
    evaluate         score a hand under a book, or say why not
    yaku             the rows of the yaku: names, what each asks for, what it replaces
    fu               what groups, pair and wait bring
    groups           a hand laid out as a player sees it, with the fu of each group
    result           what comes out
    explain          the same in words, for a person
    formatting       the words that an explanation shares with a hand that is settled at a table
    ignored_declarations  what a hand declares and the book does not have
    tenpai           which tiles complete a hand
    records          hands and results as JSON records
    typed_hand       a declared hand as somebody types it
    notations        the other ways in which people write one
    engine           the machinery behind `evaluate`: suits, shapes and payouts as tables of integers
    bulk             the same rules over arrays of millions of hands (needs NumPy)

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
