"""What a hand is worth and who pays how much: from han and fu, or from units by han.

Everything starts from the *unit*: what one non-dealer pays another by tsumo, before rounding.
East pays and gets double, a discarder pays for all three (EMA 2016, 4.1.2).
"""

from tenbo_core.record import Record
from tenbo_core.rules import Rules

MANGAN = 2000
HANEMAN = 3000
BAIMAN = 4000
SANBAIMAN = 6000
YAKUMAN = 8000

LIMIT_NAMES = {
    MANGAN: "mangan",
    HANEMAN: "haneman",
    BAIMAN: "baiman",
    SANBAIMAN: "sanbaiman",
    YAKUMAN: "yakuman",
}


class Payment(Record):
    """Who pays how much for one hand; what does not apply is 0.

    `discarder` for a ron; `each` when East won by tsumo; `east` and `other` when somebody else
    did; `liable` for all that the player pays who made a yakuman certain (pao), alone or beside
    those who are not liable.
    """

    FIELDS = ("discarder", "each", "east", "other", "liable")

    def __init__(self, discarder: int = 0, each: int = 0, east: int = 0, other: int = 0, liable: int = 0) -> None:
        self.discarder = discarder
        self.each = each
        self.east = east
        self.other = other
        self.liable = liable

    @property
    def total(self) -> int:
        """Return the sum of what all payers pay.

        >>> Payment(east=2000, other=1000).total
        4000
        """
        # Beside somebody liable, who pays for all that is theirs in `liable`, one player less pays as usual.
        payers = 2 if self.liable else 3
        others = payers - 1 if self.east else payers
        return self.discarder + payers * self.each + self.east + others * self.other + self.liable


def unit_of(rules: Rules, han: int, fu: int) -> int:
    """Return the unit of an ordinary hand, dora included in `han`, limits applied.

    A book without fu names its unit for each han (ALARM, 4); the last one stands for all above.
    """
    if not isinstance(rules.payment, str):
        return rules.payment[min(han, len(rules.payment)) - 1]
    if han >= 13:
        return YAKUMAN if rules.counted_limit == "yakuman" else SANBAIMAN
    if han >= 5:
        return (MANGAN, HANEMAN, HANEMAN, BAIMAN, BAIMAN, BAIMAN, SANBAIMAN, SANBAIMAN)[han - 5]
    unit = fu << (han + 2)
    # 4 han 30 fu and 3 han 60 fu are 1920: some books round them up to the limit.
    if unit >= MANGAN or (rules.kiriage and unit == 1920):
        return MANGAN
    return unit


def limit_of(unit: int) -> str:
    """Return the name of the limit a unit is, or an empty text.

    >>> limit_of(3000)
    'haneman'
    """
    return LIMIT_NAMES.get(unit, "")


def round_up(points: int) -> int:
    """Round one payment up to the next 100 (EMA 2016, 4.1.2); sticks of 250 pay theirs as they are.

    >>> round_up(1920), round_up(250)
    (2000, 250)
    """
    # Payments from fu are multiples of 80 or 200: where 250 divides one, 100 does too.  So only
    # the units that a book without fu names (ALARM, 1.4 and 4) are left alone.
    return points if points % 250 == 0 else -(-points // 100) * 100


def by_ron(unit: int, east_wins: bool, counters: int = 0) -> Payment:
    """Return the payment of a ron; `counters` are the points all honba together add.

    >>> by_ron(960, east_wins=False, counters=300)
    Payment(discarder=4200, each=0, east=0, other=0, liable=0)
    """
    return Payment(discarder=round_up(unit * (6 if east_wins else 4)) + counters)


def by_tsumo(unit: int, east_wins: bool, counters: int = 0) -> Payment:
    """Return the payment of a self-drawn win; a third of the counters falls to each payer.

    >>> by_tsumo(960, east_wins=False, counters=300)
    Payment(discarder=0, each=0, east=2100, other=1100, liable=0)
    """
    share = counters // 3
    if east_wins:
        return Payment(each=round_up(unit * 2) + share)
    return Payment(east=round_up(unit * 2) + share, other=round_up(unit) + share)


def with_liability(unit: int, east_wins: bool, discarder_is_other: bool, counters: int = 0) -> Payment:
    """Return the payment of a yakuman that somebody is liable for (EMA 2016, 3.3.9).

    The liable player pays a self-drawn hand alone, counters included. Ronned from a third player, the
    two share the hand, and the counters fall to the discarder.

    >>> with_liability(8000, east_wins=False, discarder_is_other=True, counters=300)
    Payment(discarder=16300, each=0, east=0, other=0, liable=16000)
    """
    whole = round_up(unit * (6 if east_wins else 4))
    if discarder_is_other:
        return Payment(discarder=whole - whole // 2 + counters, liable=whole // 2)
    return Payment(liable=whole + counters)
