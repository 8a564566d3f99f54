"""What is paid when a player is liable for a yakuman (pao), alone or with the discarder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.scoring.melds import KAN
from tenbo_core.errors import Malformed, Refused
from tenbo_core.hand_value import YAKUMAN, Payment, liability_payment, ron_payment, tsumo_payment
from tenbo_core.seats import EAST
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.scoring.hand import Hand
    from tenbo.scoring.hand_field_values import Liability
    from tenbo.scoring.result import Result
    from tenbo_core.rules import Rules

FOUR_KANS = "suukantsu"

# Which kinds a liable player must have fed: the triplets of these make the yakuman.
FED_TILES = {"daisangen": range(31, 34), "daisuushii": range(27, 31), "suukantsu": range(34)}
SETS_OF = {"daisangen": 3, "daisuushii": 4, "suukantsu": 4}


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


def payment_of_liable(hand: Hand, result: Result, rules: Rules) -> Payment:
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
    # Of three players only one other than East can pay.
    other = usual.other if liable_is_east or rules.players == 4 else 0
    return Payment(each=usual.each, east=east, other=other, liable=pay.liable + own, payers=usual.payers)


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
