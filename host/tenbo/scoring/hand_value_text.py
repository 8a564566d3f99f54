"""Formats the value of a hand as text, for explanations, comparisons and hands that are settled at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

FU_WORDS = {
    "win": "winning",
    "closed_ron": "closed hand won by ron",
    "tsumo": "self-draw",
    "open_pinfu": "open hand that has no other fu",
    "seven_pairs": "seven pairs",
    "open_triplet": "open triplet",
    "closed_triplet": "concealed triplet",
    "open_kan": "open kan",
    "closed_kan": "closed kan",
    "dragon_pair": "pair of dragons",
    "seat_wind_pair": "pair of the seat wind",
    "round_wind_pair": "pair of the round wind",
    "double_wind_pair": "pair that is both seat and round wind",
    "pair_wait": "pair wait",
    "middle_wait": "middle wait",
    "edge_wait": "edge wait",
}
WORDS_IGNORED = {"red_fives": "red fives", "ura": "ura-dora", "honba": "counters"}
BONUS_WORDS = {"dora": "dora", "ura": "ura-dora", "red": "red fives", "north": "norths set aside"}
# Where a book has the section of a bonus.
BONUS_SECTIONS = {"red": ("red_fives",), "ura": ("ura", "ura_dora"), "north": ("north_bonus",)}


def is_yakuman(limit: str | None, counted: bool) -> bool:
    """Return whether a hand is paid as yakuman for what it is, not for its han."""
    return limit == "yakuman" and not counted


def yaku_value_text(number: int, *, as_yakuman: bool = False) -> str:
    """Return a value as text: its han, or its number of yakuman."""
    return f"{number} yakuman" if as_yakuman else f"{number} han"


def worth_text(han: int, fu: int, limit: str | None, yakuman: int, *, counted: bool = False) -> str:
    """Return the total value of a hand as text.

    >>> worth_text(3, 40, None, 0), worth_text(5, 30, "mangan", 0), worth_text(0, 0, "yakuman", 2)
    ('3 han 40 fu', '5 han 30 fu, mangan', '2 yakuman')
    >>> worth_text(13, 30, "yakuman", 1, counted=True)
    '13 han 30 fu, yakuman'
    """
    if is_yakuman(limit, counted):
        return yaku_value_text(yakuman, as_yakuman=True)
    return yaku_value_text(han) + (f" {fu} fu" if fu else "") + (f", {limit}" if limit else "")


def join_values(counted: Iterable[tuple[str, int]], between: str = ", ") -> str:
    """Return the counted items, each with its number.

    >>> join_values([("riichi", 1), ("menzen_tsumo", 1)])
    'riichi 1, menzen tsumo 1'
    """
    return between.join(f"{readable_name(name)} {number}" for name, number in counted)


def readable_name(name: str) -> str:
    """Return a name of the records as people write it.

    >>> readable_name("suuankou_tanki")
    'suuankou tanki'
    """
    return name.replace("_", " ")
