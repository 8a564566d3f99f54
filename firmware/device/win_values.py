"""The values a hand can have, as a player chooses them: han first, then fu where they matter."""

from micropython import const

from tenbo_core import points
from tenbo_core.rules import Rules

_YAKUMAN_HAN = const(100)  # stands for a yakuman in the list of choices; 200 for a double one

# From five han on only the limit counts: the smallest han of each.
LIMIT_HAN = ((5, "Mangan"), (6, "Haneman"), (8, "Baiman"), (11, "Sanbaiman"))
_MOST_MULTIPLES = const(6)


class Choice:
    """One line of the list: han with the fu it can have, or a limit."""

    def __init__(self, han: int, fu: "list[int]", name: str) -> None:
        self.han = han
        self.fu = fu
        self.name = name

    @property
    def yakuman(self) -> int:
        """Give the multiple of a yakuman, 0 for a counted hand."""
        return self.han // _YAKUMAN_HAN


def choices(rules: Rules, tsumo: bool, least_han: int = 1) -> "list[Choice]":
    """Give every value a winning hand can have in this rule book, smallest first."""
    if not rules.counts_fu:
        found = [Choice(han, [], f"{han} han") for han in range(least_han, len(rules.payment) + 1)]
    else:
        found = [Choice(han, _fu_below_limit(rules, han, tsumo), f"{han} han") for han in range(least_han, 5)]
        found += [Choice(han, [], name) for han, name in LIMIT_HAN]
        if rules.counted_limit == "yakuman":
            found.append(Choice(13, [], "13+ han"))
    multiples = _MOST_MULTIPLES if rules.yakuman_stack else 2 if rules.double_yakuman else 1
    for multiple in range(1, multiples + 1):
        found.append(Choice(multiple * _YAKUMAN_HAN, [], "Yakuman" if multiple == 1 else f"{multiple}x Yakuman"))
    return found


def _fu_below_limit(rules: Rules, han: int, tsumo: bool) -> "list[int]":
    """Give the fu that a hand of so many han can have below mangan; 30 comes first, being the usual."""
    found = [30] + [fu for fu in range(40, 120, 10) if points.unit_of(rules, han, fu) < points.MANGAN]
    if han >= (3 if tsumo else 2):
        found.append(25)
    if tsumo and han >= 2:
        found.append(20)
    return found
