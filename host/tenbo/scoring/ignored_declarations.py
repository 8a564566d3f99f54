"""Lists the declarations that do not count because the rule book does not have them, so that they are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.scoring.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.scoring.hand import Hand
    from tenbo_core.rules import Rules


def ignored_declarations(hand: Hand, rules: Rules) -> list[str]:
    """Return the names of a hand's declarations that a book does not have.

    >>> from tenbo.rulebooks import load
    >>> from tenbo.scoring.hand import Hand
    >>> ignored_declarations(Hand("234067m345p678s9s", "9s", "ron", riichi=1), load("ema-2016").rules)
    ['red_fives']
    """
    names = [name for name in _yaku_declared(hand) if not _is_counted(name, rules)]
    tiles = (*hand.tiles, hand.win, *(tile for meld in hand.melds for tile in meld.tiles))
    if not rules.red_fives and max(tiles) >= KINDS:
        names.append("red_fives")
    if hand.ura and not rules.ura_dora:
        names.append("ura")
    if hand.honba and not rules.has_counters:
        names.append("honba")
    return names


def deciding_switch(name: str) -> str:
    """Return the switch, or the row of the yaku, that decides about a name.

    >>> deciding_switch("red_fives"), deciding_switch("honba"), deciding_switch("ippatsu")
    ('red_fives', 'honba_value', 'yaku.ippatsu')
    """
    if name in ("red_fives", "renhou", "sorted_in"):
        return name
    return {"ura": "ura_dora", "honba": "honba_value"}.get(name, f"yaku.{name}")


def _is_counted(name: str, rules: Rules) -> bool:
    return rules.renhou != "none" if name == "renhou" else any(rules.yaku[name])


def _yaku_declared(hand: Hand) -> Iterator[str]:
    """Yield the yaku of luck and of riichi that a hand declares."""
    if hand.riichi == 2:
        yield "double_riichi"
    if hand.ippatsu:
        yield "ippatsu"
    if hand.moment:
        yield hand.yaku_of_moment()
