"""What the rows of yaku say of a win's value; a table needs it only for a book that changed some of them."""

# The yaku whose rows count yakuman.
YAKUMAN = (
    "tenhou chiihou kokushi kokushi_13 chuuren chuuren_9 suuankou suuankou_tanki suukantsu ryuuiisou chinroutou "
    "tsuuiisou daisangen shousuushii daisuushii"
)


def yakuman_in_row(stated: int) -> int:
    """Return the yakuman that a row states, by their number or by 13 han for each.

    >>> yakuman_in_row(2), yakuman_in_row(26)
    (2, 2)
    """
    return stated // 13 if stated >= 13 else stated


def most_yakuman(rows: "dict[str, list[int]]") -> int:
    """Return how often the dearest yakuman counts.

    >>> most_yakuman({"riichi": [3, 0], "kokushi_13": [26, 0]})
    2
    """
    return max([0] + [yakuman_in_row(max(rows[name])) for name in YAKUMAN.split(" ") if name in rows])


def least_han_with(rows: "dict[str, list[int]]", fu: int, by_tsumo: bool) -> int:
    """Return the fewest han of a hand of 20 fu, a self-drawn pinfu, or of 25, seven pairs; 0 if no hand has them.

    Seven pairs win with another yaku too, where they are none.

    >>> least_han_with({}, 20, by_tsumo=True), least_han_with({"chiitoitsu": [1, 0]}, 25, by_tsumo=True)
    (2, 2)
    """
    if fu == 20 and not by_tsumo:
        return 0
    name, usual = ("pinfu", 1) if fu == 20 else ("chiitoitsu", 2)
    return max(1, rows.get(name, (usual,))[0] + (rows.get("menzen_tsumo", (1,))[0] if by_tsumo else 0))
