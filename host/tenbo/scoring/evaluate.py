"""Scores a declared hand under a rule book, or says why it does not score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.rulebooks import IDS, Book, rules_of
from tenbo.scoring.engine.payment_tables import HAN_SHIFT, UNIT_SHIFT
from tenbo.scoring.engine.scorer_cache import scorer_of
from tenbo.scoring.engine.seven_pairs import is_seven_pairs
from tenbo.scoring.engine.shape_yaku import MARKS
from tenbo.scoring.engine.unknown_wait import unknown_wait_scorer_of
from tenbo.scoring.hand import Hand
from tenbo.scoring.hand_field_values import TSUMO, Liability, wind_number
from tenbo.scoring.laid_out_groups import readings_of
from tenbo.scoring.melds import KAN
from tenbo.scoring.result import Result
from tenbo.scoring.tenpai import waits
from tenbo.scoring.tiles import KIND, NAMES
from tenbo.scoring.yaku import BIT, BY_NAME, yaku_names
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.hand_value import (
    MANGAN,
    YAKUMAN,
    Payment,
    liability_payment,
    required_yaku_han,
    ron_payment,
    tsumo_payment,
)
from tenbo_core.rules import DEFAULT_BOOK, Rules
from tenbo_core.seats import EAST
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from pathlib import Path

    from tenbo.scoring.engine.scorer import Scorer

NAGASHI_HAN = 5

# Which kinds a liable player must have fed: the triplets of these make the yakuman.
FED_TILES = {"daisangen": range(31, 34), "daisuushii": range(27, 31), "suukantsu": range(34)}
SETS_OF = {"daisangen": 3, "daisuushii": 4, "suukantsu": 4}


# The scorers of the books that come along, by book, then by seat wind and round wind.
SCORERS: dict[object, dict[int, Scorer]] = {}


def _scorer_of(book: str | Path | Book | Rules, hand: Hand) -> Scorer:
    """Return the scorer of a book, and remember that of a book that cannot change: one that comes along.

    None is remembered where three play: a hand that is sound under another book may have tiles that are not there.
    """
    rules = rules_of(book)
    if rules.players == 3:
        hand.check(rules)
        return scorer_of(rules, hand.seat, hand.round, hand.north)
    scorer = scorer_of(rules, hand.seat, hand.round)
    if isinstance(book, str) and book in IDS:
        SCORERS.setdefault(book, {})[4 * hand.seat + hand.round] = scorer
    return scorer


def check_hand_type(hand: object) -> None:
    """Refuse what is no hand, a text for one."""
    if not isinstance(hand, Hand):
        message = f"hand must be a Hand, such as Hand('234567m345p678s9s', '9s', 'ron'), not {quote_value(hand)}"
        raise Malformed("bad_field", message, "hand") from None


def score(hand: Hand, book: str | Path | Book | Rules = DEFAULT_BOOK) -> Result:
    """Score a declared hand, or refuse it with the first reason.

    A hand that cannot be raises `wrong_tile_count`, `too_many_tiles`, `contradiction`, `bad_field` or, with a book for
    three players, `bad_tile` and `bad_seat`; what the book does not know raises `not_in_this_rule_book`, tiles that do
    not win `not_winning`, `no_yaku` or `too_few_han`, and a book that does not exist `unknown_rules`.

    >>> import tenbo
    >>> result = tenbo.score(tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1, dora="8s"))
    >>> result.yaku, result.han, result.fu, result.pay
    ((('riichi', 1),), 3, 40, Payment(discarder=5200, each=0, east=0, other=0, liable=0))
    """
    try:
        scorer = SCORERS[book][4 * hand.seat + hand.round]
    except (KeyError, TypeError, AttributeError):
        check_hand_type(hand)
        scorer = _scorer_of(book, hand)
    rules = scorer.rules
    if not hand.is_sound:
        hand.check(rules)
        if hand.sorted_in:
            scorer = unknown_wait_scorer_of(rules, hand.seat, hand.round)
    try:
        result = scorer.score_packed(
            hand.packed,
            hand.win,
            hand.by == TSUMO,
            hand.melds,
            hand.situation,
            hand.dora,
            hand.ura,
            hand.honba,
            hand.sticks,
        )
    except Refused:
        raise win_refusal_reason(hand, rules) from None
    if hand.pao is not None:
        return result._replace(pay=_pay_of_liable(hand, result, rules))
    return result


def score_nagashi(seat: str, book: str | Path | Book | Rules, honba: int = 0, sticks: int = 0) -> Result:
    """Score a nagashi mangan: paid like a self-drawn mangan, nothing is added to it.

    Where it is a draw, counters and sticks stay on the table.

    >>> result = score_nagashi("S", "austria", honba=1, sticks=2)
    >>> result.yaku, result.limit, result.pay.east, result.pay.other, result.gain
    ((('nagashi_mangan', 5),), 'mangan', 4100, 2100, 10300)
    >>> plain = score_nagashi("S", "austria")
    >>> plain.pay.east, plain.pay.other, plain.gain
    (4000, 2000, 8000)
    """
    rules = rules_of(book)
    if rules.nagashi == "none":
        raise Refused(
            "not_in_this_rule_book",
            sentence("book_without_nagashi", "rule book {book} has no nagashi mangan", book=rules.book),
            "nagashi",
        )
    if rules.nagashi == "draw":
        honba = sticks = 0
    wind = wind_number(seat, "seat")
    if wind >= rules.players:
        raise Malformed("bad_seat", sentence("north_of_four_players", "there is no North with three players"), "seat")
    scorer = scorer_of(rules, wind, 0)
    return Result(
        yaku=(("nagashi_mangan", NAGASHI_HAN),),
        han=NAGASHI_HAN,
        fu=0,
        pay=tsumo_payment(rules, MANGAN, scorer.seat == EAST, honba * rules.honba_value),
        scorer=scorer,
        word=MANGAN << UNIT_SHIFT | NAGASHI_HAN << HAN_SHIFT,
        yaku_bits=BIT["nagashi_mangan"],
        shape=0,
        packed=0,
        win=0,
        tsumo=True,
        melds=(),
        situation=0,
        dora_indicators=(),
        ura_indicators=(),
        honba=honba,
        sticks=sticks,
    )


def why_not(hand: Hand, book: str | Path | Book | Rules = DEFAULT_BOOK) -> list[TenboError]:
    """Return every reason why a hand does not score; none when it does.

    A reason has a stable `code`, a sentence in `message`, and in `at` the field that is wrong. Only a book that does
    not exist raises (`unknown_rules`), and what is no hand (`bad_field`).

    >>> import tenbo
    >>> [reason.code for reason in tenbo.why_not(tenbo.Hand("234567m345p678s9s", "9s", "ron"))]
    ['no_yaku']
    >>> [reason.code for reason in tenbo.why_not(tenbo.Hand("1111m345p678s999s", "1m", "ron", ippatsu=True))]
    ['too_many_tiles', 'contradiction']
    """
    check_hand_type(hand)
    rules = rules_of(book)
    reasons = list(hand.faults(rules))
    if not reasons:
        try:
            score(hand, rules)
        except TenboError as reason:
            reasons.append(reason)
    return reasons


def is_complete(hand: Hand) -> bool:
    """Return whether the tiles are a complete hand, regardless of its value."""
    packed = hand.packed
    if not hand.melds and (is_seven_pairs(packed) or KIND[hand.win] in waits(hand.tiles)):
        return True
    tables = scorer_of(rules_of(DEFAULT_BOOK), hand.seat, hand.round).tables
    return next(readings_of(packed, hand.win, hand.melds, tables, tsumo=hand.is_tsumo), None) is not None


def win_refusal_reason(hand: Hand, rules: Rules) -> Refused:
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


FOUR_KANS = "suukantsu"


class TwoLiablePayment(Payment):
    """The payment when two players are liable, each for one yakuman."""

    FIELDS: tuple[str, ...] = (*Payment.FIELDS, "liable_other")

    def __init__(self, discarder: int = 0, liable: int = 0, liable_other: int = 0) -> None:
        super().__init__(discarder=discarder, liable=liable)
        self.liable_other = liable_other

    @property
    def total(self) -> int:
        """Return the sum of all payments."""
        return super().total + self.liable_other


def pao_yakuman_multiples(hand: Hand, result: Result, rules: Rules) -> dict[str, int]:
    """Return the yakuman of a hand that were fed as the book asks, each with its multiple."""
    return {name: number for name, number in result.yaku if name in rules.pao and _has_fed_sets(hand, name, rules)}


def check_two_liable(hand: Hand, result: Result, rules: Rules, at: str = "pao") -> None:
    """Refuse two liable players but for four kans beside another fed yakuman (M-League, 8-1)."""
    if FOUR_KANS not in rules.pao or rules.pao_share != "whole":
        raise Refused(
            "not_in_this_rule_book",
            sentence(
                "book_without_two_liable",
                "rule book {book} never makes two players liable for one hand",
                book=rules.book,
            ),
            at,
        )
    fed = pao_yakuman_multiples(hand, result, rules)
    if FOUR_KANS not in fed or len(fed) < 2 or result.yakuman < len(fed):
        message = sentence(
            "two_liable_only_with_kans",
            "two players can be liable only if the hand has four kans and another yakuman, the sets of both "
            "yakuman were fed, and both yakuman are paid",
        )
        raise Malformed("contradiction", message, at)


def liable_yakuman_count(hand: Hand, result: Result, rules: Rules) -> int:
    """Return for how many of the paid yakuman a player is liable; 0 without a liable player."""
    numbers = [*pao_yakuman_multiples(hand, result, rules).values()]
    if not numbers or rules.pao_share == "whole":
        return result.yakuman if numbers else 0
    return min(sum(numbers), result.yakuman)


def _pay_of_liable(hand: Hand, result: Result, rules: Rules) -> Payment:
    """Return the payment with a liable player, or refuse the liability."""
    fed = YAKUMAN * liable_yakuman_count(hand, result, rules)
    pao, is_east = hand.pao, hand.seat == EAST
    assert pao is not None
    if not fed:
        if not rules.pao:
            # The same sentence as at a table.
            text = sentence("liability_not_in_book", "this rule book makes no player liable for a yakuman")
            raise Refused("not_in_this_rule_book", text, "pao")
        sets = "called sets only" if rules.pao_counts == "open" else "called sets and closed kans"
        message = sentence(
            "no_pao_for_hand",
            "no player is liable for this hand: under this rule book pao applies to {listed}, counting {sets}",
            listed=", ".join(rules.pao),
            sets=sets,
        )
        raise Malformed("contradiction", message, "pao")
    if pao.discarder is None and not hand.is_tsumo:
        message = sentence(
            "discarder_missing_for_pao",
            "a player is liable for this ron: give the discarder's wind as well (`--from WIND`, or "
            "`pao.from` in a record)",
        )
        raise Malformed("missing_field", message, "pao.from")
    if pao.four_kans is not None:
        check_two_liable(hand, result, rules)
        return _pay_of_two(hand, pao, fed, rules)
    shared = not hand.is_tsumo and pao.discarder != pao.liable
    pay = liability_payment(rules, fed, is_east, hand.is_tsumo, shared, hand.honba * rules.honba_value)
    rest = result.unit - fed
    if not rest:
        return pay
    usual = tsumo_payment(rules, rest, is_east) if hand.is_tsumo else ron_payment(rest, is_east)
    if shared:
        return Payment(discarder=pay.discarder + usual.discarder, liable=pay.liable)
    # The liable player's usual share of the rest.
    liable_is_east = pao.liable == EAST
    own = usual.discarder or usual.each or (usual.east if liable_is_east else usual.other)
    east = 0 if liable_is_east else usual.east
    return Payment(each=usual.each, east=east, other=usual.other, liable=pay.liable + own, payers=usual.payers)


def _pay_of_two(hand: Hand, pao: Liability, fed: int, rules: Rules) -> Payment:
    """Return the payment when one player is liable for the four kans and another one for the rest of the hand."""
    tsumo = hand.is_tsumo
    parts = ((pao.liable, fed - YAKUMAN, hand.honba * rules.honba_value), (pao.four_kans, YAKUMAN, 0))
    pays = [
        liability_payment(rules, unit, hand.seat == EAST, tsumo, not tsumo and pao.discarder != liable, more)
        for liable, unit, more in parts
    ]
    if pao.discarder == pao.four_kans and not hand.is_tsumo:
        # The counters of a ron are the discarder's.
        return TwoLiablePayment(liable=pays[0].liable, liable_other=pays[1].liable + pays[0].discarder)
    if pao.discarder == pao.liable and not hand.is_tsumo:
        return TwoLiablePayment(liable=pays[0].liable + pays[1].discarder, liable_other=pays[1].liable)
    return TwoLiablePayment(sum(pay.discarder for pay in pays), pays[0].liable, pays[1].liable)


def _has_fed_sets(hand: Hand, name: str, rules: Rules) -> bool:
    """Return whether the sets of a yakuman are laid out as the book asks, so that the last of them was fed."""
    sets = [meld for meld in hand.melds if meld.first in FED_TILES[name] and (name != "suukantsu" or meld.is_kan)]
    if rules.pao_counts == "open" and not all(meld.is_open for meld in sets):
        return False
    # A fourth kan was fed only if it was called as one.
    fed = any(meld.kind == KAN if name == "suukantsu" else meld.is_open for meld in sets)
    return len(sets) == SETS_OF[name] and fed
