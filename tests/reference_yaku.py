"""Yaku for the reference scorer: one rule after another, each as the books say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_hands import Group, Tile, is_outside

if TYPE_CHECKING:
    pass


def yaku_of_groups(groups: list[Group], record: dict[str, Any]) -> set[str]:
    """Name the yaku of a reading as four sets and a pair."""
    found = set()
    closed = not any(group.open and group.melded for group in groups)
    runs = [group.tiles for group in groups if group.sort == "run"]
    sets = [group.tiles[0] for group in groups if group.is_set]
    pair = next(group.tiles[0] for group in groups if group.sort == "pair")
    tiles = [tile for group in groups for tile in group.tiles]
    for number, name in ((5, "haku"), (6, "hatsu"), (7, "chun")):
        if ("z", number) in sets:
            found.add(name)
    if ("z", "ESWN".index(record.get("seat", "S")) + 1) in sets:
        found.add("seat_wind")
    if ("z", "ESWN".index(record.get("round", "E")) + 1) in sets:
        found.add("round_wind")
    twins = sum(runs.count(run) // 2 for run in set(runs))
    if closed and twins >= 1:
        found.add("iipeikou")
    if closed and twins == 2:
        found.add("ryanpeikou")
    if all(any(is_outside(tile) for tile in group.tiles) for group in groups) and runs:
        found.add("chanta")
        if not any(tile[0] == "z" for tile in tiles):
            found.add("junchan")
    for suit in "mps":
        if all(((suit, low), (suit, low + 1), (suit, low + 2)) in runs for low in (1, 4, 7)):
            found.add("ittsu")
    for low in range(1, 8):
        if all(((suit, low), (suit, low + 1), (suit, low + 2)) in runs for suit in "mps"):
            found.add("sanshoku_doujun")
    for number in range(1, 10):
        if all((suit, number) in sets for suit in "mps"):
            found.add("sanshoku_doukou")
    kans = sum(group.sort == "kan" for group in groups)
    if kans == 3:
        found.add("sankantsu")
    if kans == 4:
        found.add("suukantsu")
    if len(sets) == 4:
        found.add("toitoi")
    concealed = sum(group.is_set and not group.open for group in groups)
    if concealed >= 3:
        found.add("sanankou")
    if concealed == 4:
        found.add("suuankou")
        if any(group.won and group.sort == "pair" for group in groups):
            found.add("suuankou_tanki")
    dragons = sum(("z", number) in sets for number in (5, 6, 7))
    if dragons == 2 and pair in (("z", 5), ("z", 6), ("z", 7)):
        found.add("shousangen")
    if dragons == 3:
        found.add("daisangen")
    winds = sum(("z", number) in sets for number in (1, 2, 3, 4))
    if winds == 3 and pair[0] == "z" and pair[1] <= 4:
        found.add("shousuushii")
    if winds == 4:
        found.add("daisuushii")
    return found


def yaku_of_tiles(tiles: list[Tile]) -> set[str]:
    """Name the yaku that all tiles together decide, for any sort of hand."""
    found = set()
    suits = {suit for suit, _ in tiles if suit != "z"}
    honours = any(suit == "z" for suit, _ in tiles)
    if not any(is_outside(tile) for tile in tiles):
        found.add("tanyao")
    if all(is_outside(tile) for tile in tiles):
        found.add("honroutou")
        if not honours:
            found.add("chinroutou")
    if not suits:
        found.add("tsuuiisou")
    if len(suits) == 1:
        found.add("honitsu")
        if not honours:
            found.add("chinitsu")
    green = {("z", 6), *(("s", number) for number in (2, 3, 4, 6, 8))}
    if set(tiles) <= green:
        found.add("ryuuiisou")
    return found


def nine_gates(tiles: list[Tile], win: Tile) -> set[str]:
    if len({suit for suit, _ in tiles}) != 1 or tiles[0][0] == "z" or len(tiles) != 14:
        return set()
    numbers = [number for _, number in tiles]
    pattern = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]
    for number in pattern:
        if number not in numbers:
            return set()
        numbers.remove(number)
    return {"chuuren", "chuuren_9"} if numbers[0] == win[1] else {"chuuren"}


def yaku_of_moment(record: dict[str, Any], *, closed: bool) -> set[str]:
    """Name the yaku of how the hand was won."""
    found = set()
    tsumo = record["by"] == "tsumo"
    if record.get("riichi"):
        found.add("riichi")
    if record.get("riichi") == 2:
        found.add("double_riichi")
    for name in ("ippatsu", "open_riichi", "rinshan", "chankan"):
        if record.get(name):
            found.add(name)
    if record.get("last_tile"):
        found.add("haitei" if tsumo else "houtei")
    if record.get("first_turn"):
        found.add(("tenhou" if record.get("seat") == "E" else "chiihou") if tsumo else "renhou")
    if tsumo and closed:
        found.add("menzen_tsumo")
    return found
