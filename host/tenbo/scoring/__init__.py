"""The scoring core: scores declared hands and explains the results.

The modules, in the order in which a hand passes through them:

    tile_parser      tiles as they are typed, in many notations
    tiles, melds     tiles and melds, packed into integers
    hand             a declared hand, parsed and ready to be scored
    hand_field_values
                     the values that the fields of a declared hand may have
    hand_faults      the faults of a declared hand
    three_player_faults
                     the same where three play
    evaluate         scores a hand under a book, or says why not
    refused_wins     why a possible hand cannot win
    liable_payments  what is paid when a player is liable for a yakuman
    yaku             the rows of the yaku: names, conditions, and the yaku that each replaces
    yaku_name_translations
                     the meaning of a yaku's name in a language
    languages        those meanings, a file for each language
    fu               the fu of groups, pair and wait
    laid_out_groups  a hand laid out as a player sees it, with the fu of each group
    result           the result of a scored hand
    explain          the result as text, for a person
    hand_value_text  the value of a hand as text, for explanations and for hands settled at a table
    ignored_declarations
                     the declarations that the book does not have
    tenpai           the tiles that complete a hand
    shanten          how many tiles a hand is away from tenpai
    json_records     hands and results as JSON records
    typed_hand       a declared hand as a user types it
    notation_normalizer
                     other notations of tiles, as those that are parsed
    engine           the machinery behind `evaluate`: suits, shapes and payouts as tables of integers
    bulk             the same rules over arrays of millions of hands (needs NumPy)

>>> from tenbo.scoring import RON, Hand, score, why_not
>>> result = score(Hand("234567m345p678s9s", "9s", RON, riichi=1), "ema-2016")
>>> result.value, result.reading
(1300, ('234m', '567m', '345p', '678s', '99s'))
>>> [reason.message for reason in why_not(Hand("234567m345p678s9s", "9s", RON))]
['the hand is complete but has no yaku; dora alone are not enough']
"""

from tenbo.scoring.engine.scorer import Scorer
from tenbo.scoring.engine.scorer_cache import scorer_of
from tenbo.scoring.evaluate import score, why_not
from tenbo.scoring.hand import Hand
from tenbo.scoring.hand_field_values import CHANKAN, FIRST_TURN, LAST_TILE, RINSHAN, RON, TSUMO, Liability
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
