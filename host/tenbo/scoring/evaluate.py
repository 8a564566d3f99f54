"""Scores a declared hand under a rule book, or says why it does not score."""

from __future__ import annotations

from tenbo.rulebooks import IDS, Book, rules_of
from tenbo.scoring.engine.payment_tables import HAN_SHIFT, UNIT_SHIFT
from tenbo.scoring.engine.scorer_cache import scorer_of
from tenbo.scoring.hand import Hand
from tenbo.scoring.hand_field_values import TSUMO, wind_number
from tenbo.scoring.result import Result
from tenbo.scoring.yaku import BIT
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.hand_value import (
    MANGAN,
    tsumo_payment,
)
from tenbo_core.rules import DEFAULT_BOOK, Rules
from tenbo_core.seats import EAST
from tenbo_core.sentences import sentence

TYPE_CHECKING = False

if TYPE_CHECKING:
    from pathlib import Path

    from tenbo.scoring.engine.scorer import Scorer

NAGASHI_HAN = 5

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

    `book` is an id, the file of an own book, a loaded book or its rules.
    What is refused raises a `TenboError`:

    - `wrong_tile_count`, `too_many_tiles`, `contradiction`, `bad_field`:
      the hand cannot be; so with three players `bad_tile`, `bad_seat`;
    - `not_in_this_rule_book`: the book does not know what was declared;
    - `not_winning`, `no_yaku`, `too_few_han`: the tiles do not win;
    - `unknown_rules`: the book does not exist.

    >>> import tenbo
    >>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1, dora="8s")
    >>> result = tenbo.score(hand)
    >>> result.yaku, result.han, result.fu, result.pay.discarder
    ((('riichi', 1),), 3, 40, 5200)
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
            from tenbo.scoring.engine.unknown_wait import unknown_wait_scorer_of  # noqa: PLC0415 - few books ask

            scorer = unknown_wait_scorer_of(rules, hand.seat, hand.round, hand.north)
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
        from tenbo.scoring.refused_wins import win_refusal_reason  # noqa: PLC0415 - only for what does not win

        raise win_refusal_reason(hand, rules, score) from None
    if hand.pao is not None:
        from tenbo.scoring.liable_payments import payment_of_liable  # noqa: PLC0415 - few hands have a liable player

        return result._replace(pay=payment_of_liable(hand, result, rules))
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

    A reason has a stable `code`, a sentence in `message`, and in `at` the
    field that is wrong. Only a book that does not exist raises
    (`unknown_rules`), and what is no hand (`bad_field`).

    >>> import tenbo
    >>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron")
    >>> [reason.code for reason in tenbo.why_not(hand)]
    ['no_yaku']
    >>> hand = tenbo.Hand("1111m345p678s999s", "1m", "ron", ippatsu=True)
    >>> [reason.code for reason in tenbo.why_not(hand)]
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
