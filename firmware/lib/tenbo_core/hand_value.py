"""The possible values of a hand and their payments: from han and fu, or from units by han.

Everything starts from the *unit*: the payment of one non-dealer to another by tsumo, before rounding.
East pays and gets double, a discarder pays for all three (EMA 2016, 4.1.2).
"""

from tenbo_core.rules import Rules
from tenbo_core.value_object import ValueObject

MANGAN = 2000
YAKUMAN = 8000

# The units of mangan, haneman, baiman, sanbaiman and yakuman.
LIMIT_UNITS = (2000, 3000, 4000, 6000, 8000)

# More han than any tiles make, and the most fu: three closed kans of honours and what may stand beside them.
MOST_HAN = 99
MOST_FU = 140

# The fewest han of each limit from mangan on; the last is the counted yakuman.
LIMIT_HAN = (5, 6, 8, 11, 13)


class Payment(ValueObject):
    """The payments for one hand; a field that does not apply is 0.

    `discarder` for a ron; `each` when East won by tsumo; `east` and `other` when another seat
    did; `liable` for the whole payment of the player who made a yakuman certain (pao), alone or
    beside the other payers. `payers` is how many pay for a self-drawn win.
    """

    FIELDS: "tuple[str, ...]" = ("discarder", "each", "east", "other", "liable")

    def __init__(
        self, discarder: int = 0, each: int = 0, east: int = 0, other: int = 0, liable: int = 0, payers: int = 3
    ) -> None:
        self.discarder = discarder
        self.each = each
        self.east = east
        self.other = other
        self.liable = liable
        self.payers = payers

    @property
    def total(self) -> int:
        """Return the sum of all payments.

        >>> Payment(east=2000, other=1000).total, Payment(east=2000, other=1000, liable=4000).total
        (4000, 7000)
        """
        # A liable player pays their whole share in `liable`, so one player less pays as usual.
        payers = self.payers - 1 if self.liable else self.payers
        others = payers - 1 if self.east else payers
        return self.discarder + payers * self.each + self.east + others * self.other + self.liable


def required_yaku_han(rules: Rules, honba: int) -> int:
    """Return how many han of yaku a win needs: from some counters on two, where the book says so.

    >>> from tenbo_core.books import load
    >>> [required_yaku_han(load("ema-2012"), honba) for honba in (4, 5)], required_yaku_han(load("ema-2016"), 5)
    ([1, 2], 1)
    """
    return 2 if 0 < rules.two_han_from <= honba else 1


def least_han_with(rules: Rules, fu: int, by_tsumo: bool) -> int:
    """Return the fewest han of a hand with this number of fu; 0 if no hand has them.

    20 fu are a self-drawn pinfu, and 25 are seven pairs, which have two han, and one more by tsumo; an own book may
    count them otherwise.

    >>> from tenbo_core.books import load
    >>> rules = load("ema-2016")
    >>> [least_han_with(rules, fu, by_tsumo) for fu, by_tsumo in ((20, True), (25, False), (35, True))]
    [2, 2, 0]
    """
    if fu in (20, 25):
        if "yaku" in rules.values:
            from tenbo_core import yaku_rows

            return yaku_rows.least_han_with(rules.yaku, fu, by_tsumo)
        return 2 + by_tsumo if fu == 25 else 2 * by_tsumo
    return 1 if fu % 10 == 0 and 30 <= fu <= MOST_FU else 0


def possible_fu(rules: Rules, han: int, by_tsumo: bool) -> "list[int]":
    """Return the fu that a hand of this number of han can have, up to the first that makes it a mangan.

    >>> from tenbo_core.books import load
    >>> possible_fu(load("ema-2016"), 3, by_tsumo=True)
    [20, 25, 30, 40, 50, 60, 70]
    """
    possible = []
    for fu in [20, 25] + list(range(30, MOST_FU + 1, 10)):
        if 0 < least_han_with(rules, fu, by_tsumo) <= han:
            possible.append(fu)
            if base_points_of(rules, han, fu) >= MANGAN:
                break
    return possible


def most_yakuman(rules: Rules) -> int:
    """Return how many times yakuman a hand can be paid: many where they add up (Austria, 4.2), else as the dearest."""
    most = 13 if rules.yakuman_stack else 2 if rules.double_yakuman else 1
    if "yaku" in rules.values:
        from tenbo_core import yaku_rows

        return max(most, yaku_rows.most_yakuman(rules.yaku))
    return most


def base_points_of(rules: Rules, han: int, fu: int) -> int:
    """Return the unit of an ordinary hand, dora included in `han`, limits applied.

    A book without fu names its unit for each han (ALARM, 4); the last one stands for all above, unless 13 counted
    han pay a yakuman.
    """
    counted = han >= 13 and rules.counted_limit == "yakuman"
    if not isinstance(rules.payment, str):
        unit = rules.payment[min(han, len(rules.payment)) - 1]
        return max(unit, YAKUMAN) if counted and len(rules.payment) < 13 else unit
    if han >= 5:
        return LIMIT_UNITS[(han > 5) + (han > 7) + (han > 10) + counted]
    unit = fu << (han + 2)
    # 4 han 30 fu and 3 han 60 fu are 1920: some books round them up to the limit.
    if unit >= MANGAN or (rules.kiriage and unit == 1920):
        return MANGAN
    return unit


def round_up(points: int) -> int:
    """Round one payment up to the next 100 (EMA 2016, 4.1.2); sticks of 250 pay theirs as they are.

    >>> round_up(1920), round_up(250)
    (2000, 250)
    """
    # Payments from fu are multiples of 80 or 200: where 250 divides one, 100 does too.  So only
    # the units that a book without fu names (ALARM, 1.4 and 4) are left alone.
    return points if points % 250 == 0 else -(-points // 100) * 100


def ron_payment(unit: int, east_wins: bool, counters: int = 0) -> Payment:
    """Return the payment of a ron; `counters` are the points all honba together add.

    >>> ron_payment(960, east_wins=False, counters=300)
    Payment(discarder=4200, each=0, east=0, other=0, liable=0)
    """
    return Payment(discarder=round_up(unit * (6 if east_wins else 4)) + counters)


def tsumo_payment(rules: Rules, unit: int, east_wins: bool, counters: int = 0) -> Payment:
    """Return the payment of a self-drawn win; an equal part of the counters falls to each payer.

    Of three players a fourth one's share is lost (tsumo loss), or each of the two payers pays half of it.

    >>> from tenbo_core.books import load
    >>> tsumo_payment(load("ema-2016"), 960, east_wins=False, counters=300)
    Payment(discarder=0, each=0, east=2100, other=1100, liable=0)
    """
    payers = rules.players - 1
    share = counters // payers
    if payers == 2 and not rules.tsumo_loss:
        share += half_north_share(rules, round_up(unit * (2 if east_wins else 1)))
    if east_wins:
        return Payment(each=round_up(unit * 2) + share, payers=payers)
    return Payment(east=round_up(unit * 2) + share, other=round_up(unit) + share, payers=payers)


def half_north_share(rules: Rules, share: int) -> int:
    """Return what each of two payers pays of the share of a fourth player, rounded up to a stick.

    >>> from tenbo_core.books import load
    >>> half_north_share(load("sanma-club"), 500)
    300
    """
    step = rules.point_step
    return -(-share // (2 * step)) * step


def liability_payment(
    rules: Rules, unit: int, east_wins: bool, tsumo: bool, discarder_is_other: bool, counters: int = 0
) -> Payment:
    """Return the payment of a yakuman with a liable player (EMA 2016, 3.3.9).

    The liable player pays a self-drawn hand alone, counters included: all that the others would have paid. Ronned
    from a third player, the two share the hand, and the counters fall to the discarder.

    >>> from tenbo_core.books import load
    >>> liability_payment(load("ema-2016"), 8000, east_wins=False, tsumo=False, discarder_is_other=True, counters=300)
    Payment(discarder=16300, each=0, east=0, other=0, liable=16000)
    """
    whole = tsumo_payment(rules, unit, east_wins).total if tsumo else round_up(unit * (6 if east_wins else 4))
    if discarder_is_other:
        return Payment(discarder=whole - whole // 2 + counters, liable=whole // 2)
    return Payment(liable=whole + counters)


def payment_text(payment: Payment) -> str:
    """Return a payment as it is called at the table: the liable player first, the others before East.

    >>> (payment_text(ron_payment(960, east_wins=False)),
    ... payment_text(Payment(east=2000, other=1000)), payment_text(Payment(each=2000)))
    ('3900', '1000/2000', '2000 all')
    """
    if payment.liable:
        also = [payment.discarder, payment.each, payment.other, payment.east]
        return " + ".join([f"{payment.liable} liable"] + [str(points) for points in also if points])
    if payment.discarder:
        return str(payment.discarder)
    return f"{payment.each} all" if payment.each else f"{payment.other}/{payment.east}"
