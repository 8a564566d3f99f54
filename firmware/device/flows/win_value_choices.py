"""The values a hand can have, as a player chooses them: han first, then fu where they matter."""

from micropython import const

from tenbo_core import hand_value
from tenbo_core.rules import Rules

_YAKUMAN_HAN = const(100)  # stands for a yakuman in the list of values; 200 for a double one

# The names of the limits, from mangan on, as in `hand_value.LIMIT_HAN`.
LIMIT_NAMES = ("Mangan", "Haneman", "Baiman", "Sanbaiman")

# No tiles make more; further choices would only lie in the way of the others.
_MOST_MULTIPLES = const(6)

# So far reaches a hand below mangan that is worth naming.
_MOST_FU = const(110)


class WinValue:
    """One line of the list: han with the fu it can have, or a limit by its English name."""

    def __init__(self, han: int, fu: "list[int]", name: str = "") -> None:
        self.han = han
        self.fu = fu
        self.name = name

    @property
    def yakuman(self) -> int:
        """Return the multiple of a yakuman, 0 for a counted hand."""
        return self.han // _YAKUMAN_HAN


def possible_values(rules: Rules, tsumo: bool, least_han: int = 1, at: "int | None" = None) -> "list[WinValue]":
    """Return every value a winning hand can have in this rule book, smallest first.

    With a place, only the value there has its fu: those of all take a Pico 10 ms.
    """
    if not rules.counts_fu:
        values = [WinValue(han, []) for han in range(least_han, len(rules.payment) + 1)]
    else:
        values = [
            WinValue(han, _fu_below_limit(rules, han, tsumo) if at in (None, han - least_han) else [])
            for han in range(least_han, 5)
        ]
        values += [WinValue(han, [], name) for han, name in zip(hand_value.LIMIT_HAN, LIMIT_NAMES)]
    if rules.counted_limit == "yakuman" and (rules.counts_fu or len(rules.payment) < 13):
        values.append(WinValue(13, [], "13+ han"))
    for multiple in range(1, min(hand_value.most_yakuman(rules), _MOST_MULTIPLES) + 1):
        values.append(WinValue(multiple * _YAKUMAN_HAN, []))
    return values


def _fu_below_limit(rules: Rules, han: int, tsumo: bool) -> "list[int]":
    """Return the fu that a hand of this number of han can have below mangan; 30, the usual one, comes first."""
    below = [
        fu
        for fu in hand_value.possible_fu(rules, han, tsumo)
        if hand_value.base_points_of(rules, han, fu) < hand_value.MANGAN
    ]
    return [fu for fu in below if 30 <= fu <= _MOST_FU] + [fu for fu in reversed(below) if fu < 30]
