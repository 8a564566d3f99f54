"""Finds why a possible hand cannot win: not complete, no yaku, or too few han."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.rulebooks import rules_of
from tenbo.scoring.engine.scorer_cache import scorer_of
from tenbo.scoring.engine.seven_pairs import is_seven_pairs
from tenbo.scoring.engine.shape_yaku import MARKS
from tenbo.scoring.laid_out_groups import readings_of
from tenbo.scoring.tenpai import waits
from tenbo.scoring.tiles import KIND, NAMES
from tenbo.scoring.yaku import BY_NAME, yaku_names
from tenbo_core.errors import Refused
from tenbo_core.hand_value import required_yaku_han
from tenbo_core.rules import DEFAULT_BOOK
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.scoring.hand import Hand
    from tenbo_core.rules import Rules


def is_complete(hand: Hand) -> bool:
    """Return whether the tiles are a complete hand, regardless of its value."""
    packed = hand.packed
    if not hand.melds and (is_seven_pairs(packed) or KIND[hand.win] in waits(hand.tiles)):
        return True
    tables = scorer_of(rules_of(DEFAULT_BOOK), hand.seat, hand.round).tables
    return next(readings_of(packed, hand.win, hand.melds, tables, tsumo=hand.is_tsumo), None) is not None


def win_refusal_reason(hand: Hand, rules: Rules, score: Callable[[Hand, Rules], object]) -> Refused:
    """Return why a possible hand cannot win: not complete, no yaku, or too few han for the counters."""
    if not is_complete(hand):
        held = waits(hand.tiles, hand.melds)
        if held:
            names = ", ".join(NAMES[kind] for kind in held)
            return Refused(
                "not_winning",
                sentence(
                    "tile_does_not_win",
                    "{names} does not complete the hand; it waits for {other_names}",
                    names=NAMES[hand.win],
                    other_names=names,
                ),
                "win",
            )
        return Refused(
            "not_winning",
            sentence("not_a_winning_shape", "these tiles are not four sets and a pair, nor a special hand"),
            "hand",
        )
    if required_yaku_han(rules, hand.honba) > 1:
        fewer = rules.changed({"two_han_from": 0})
        try:
            score(hand, fewer)
        except Refused:
            pass
        else:
            message = sentence(
                "two_han_needed",
                "with {honba} honba the hand needs two han from yaku; dora do not count",
                honba=hand.honba,
            )
            return Refused("too_few_han", message, "honba")
    return Refused("no_yaku", _no_yaku(hand, rules), "hand")


def _no_yaku(hand: Hand, rules: Rules) -> str:
    """Return a sentence that the hand has no yaku, and names the nearest one."""
    yaku_bits = hand.situation
    scorer = scorer_of(rules, hand.seat, hand.round)
    for reading in readings_of(hand.packed, hand.win, hand.melds, scorer.tables, tsumo=hand.is_tsumo):
        yaku_bits |= reading.yaku_bits & ~MARKS
    nearly = [BY_NAME[name].english for name in yaku_names(yaku_bits)]
    if not nearly:
        return sentence("no_yaku_but_dora", "the hand is complete but has no yaku; dora alone are not enough")
    yaku = ", ".join(nearly)
    if hand.is_open:
        return sentence(
            "no_yaku_open",
            "the hand is complete but has no yaku; not counted with an open hand: {yaku}",
            yaku=yaku,
        )
    return sentence(
        "no_yaku_in_book",
        "the hand is complete but has no yaku; not counted under this rule book: {yaku}",
        yaku=yaku,
    )
