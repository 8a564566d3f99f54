"""A slow and obvious scorer to hold the fast one against: lists, no tables, one rule after another.

It shares nothing with the scoring core but the rule book. It takes input records of `tenbo score`.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from reference_hands import Group, Tile, groupings, is_outside, read, readings
from reference_yaku import nine_gates, yaku_of_groups, yaku_of_moment, yaku_of_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo_core.rules import Rules

YAKUMAN = [
    "tenhou",
    "chiihou",
    "kokushi",
    "kokushi_13",
    "chuuren",
    "chuuren_9",
    "suuankou",
    "suuankou_tanki",
    "suukantsu",
    "ryuuiisou",
    "chinroutou",
    "tsuuiisou",
    "daisangen",
    "shousuushii",
    "daisuushii",
]
INSTEAD = {
    "double_riichi": "riichi",
    "ryanpeikou": "iipeikou",
    "junchan": "chanta",
    "chinitsu": "honitsu",
    "kokushi_13": "kokushi",
    "chuuren_9": "chuuren",
    "suuankou_tanki": "suuankou",
}


def fu_of(groups: list[Group], record: dict[str, Any], rules: Rules, *, pinfu: bool) -> int:
    """Count the fu."""
    closed = not any(group.open and group.melded for group in groups)
    (win,) = read(record["win"])
    fu = 0
    for group in groups:
        first = group.tiles[0]
        if group.is_set:
            worth = 4 if is_outside(first) else 2
            fu += worth * (1 if group.open else 2) * (4 if group.sort == "kan" else 1)
        if group.sort == "pair":
            fu += fu_of_pair(first, record, rules)
        if group.won:
            numbers = [number for _, number in group.tiles]
            if group.sort == "pair" or (
                group.sort == "run"
                and (win[1] == numbers[1] or (numbers[0] == 1 and win[1] == 3) or (numbers[2] == 9 and win[1] == 7))
            ):
                fu += 2
    if record["by"] == "tsumo":
        fu += 0 if pinfu else 2
    elif closed:
        fu += 10
    elif fu == 0:
        fu = 2
    return (20 + fu + 9) // 10 * 10


def fu_of_pair(tile: Tile, record: dict[str, Any], rules: Rules) -> int:
    if tile[0] != "z":
        return 0
    if tile[1] >= 5:
        return 2
    wind = "ESWN"[tile[1] - 1]
    seat, round_ = record.get("seat", "S"), record.get("round", "E")
    if wind == seat == round_:
        return rules.double_wind_pair_fu
    return 2 if wind in (seat, round_) else 0


def bonus_of(record: dict[str, Any], tiles: list[Tile], rules: Rules) -> int:
    bonus = 0
    for indicator in [*record.get("dora", []), *(record.get("ura", []) if rules.ura_dora else [])]:
        ((suit, number),) = read(indicator)
        if suit != "z":
            dora = (suit, number % 9 + 1)
        elif number <= 4:
            dora = (suit, number % 4 + 1)
        else:
            dora = (suit, (number - 4) % 3 + 5)
        bonus += tiles.count(dora)
    if rules.red_fives:
        bonus += (record["hand"] + record["win"] + "".join(record.get("melds", []))).count("0")
    return bonus


def unit_of(han: int, fu: int, rules: Rules) -> int:
    if isinstance(rules.payment, list):
        return rules.payment[min(han, len(rules.payment)) - 1]
    if han >= 13:
        return 8000 if rules.counted_limit == "yakuman" else 6000
    for least, unit in ((11, 6000), (8, 4000), (6, 3000), (5, 2000)):
        if han >= least:
            return unit
    unit = fu * 2 ** (2 + han)
    if unit > 2000 or (rules.kiriage and unit == 1920):
        return 2000
    return unit


class Score(NamedTuple):
    """What the reference gives: the unit first, so that the best score is the greatest."""

    unit: int
    yakuman: int
    han: int
    fu: int
    yaku: frozenset[str] = frozenset()


def candidates(record: dict[str, Any], rules: Rules) -> Iterator[tuple[set[str], int]]:
    """Yield the yaku of the tiles and the fu, for every way to see the hand."""
    (win,) = read(record["win"])
    tiles = [*read(record["hand"]), win]
    for meld in record.get("melds", []):
        tiles += read(meld.split()[1])
    plain = yaku_of_tiles(tiles)
    gates = set() if record.get("melds") else nine_gates(tiles, win)
    for groups in readings(record):
        found = yaku_of_groups(groups, record) | plain | gates
        closed = not any(group.open and group.melded for group in groups)
        runs = sum(group.sort == "run" for group in groups)
        if closed and runs == 4 and fu_of(groups, {**record, "by": "ron"}, rules, pinfu=False) == 30:
            # No fu besides the 30 of a closed ron: pinfu, unless 2 to 10 more were rounded away.
            worthless = fu_of_pair(next(g.tiles[0] for g in groups if g.sort == "pair"), record, rules) == 0
            won = next(group for group in groups if group.won)
            numbers = [number for _, number in won.tiles]
            two_sided = won.sort == "run" and (
                (win[1] == numbers[0] and numbers[0] != 7) or (win[1] == numbers[2] and numbers[2] != 3)
            )
            if worthless and two_sided:
                found = found | {"pinfu"}
        yield found, fu_of(groups, record, rules, pinfu="pinfu" in found and rules.yaku["pinfu"][0] > 0)
    if not record.get("melds"):
        if len(set(tiles)) == 7 and all(tiles.count(tile) == 2 for tile in tiles):
            yield plain | {"chiitoitsu"}, 25
        if len(set(tiles)) == 13 and all(is_outside(tile) for tile in tiles):
            yield ({"kokushi", "kokushi_13"} if tiles.count(win) == 2 else {"kokushi"}), 0


def reference_score(record: dict[str, Any], rules: Rules) -> Score | None:
    """Return the best score of a hand, or None when it cannot win."""
    closed = not any(not meld.startswith("ankan") for meld in record.get("melds", []))
    (win,) = read(record["win"])
    tiles = [*read(record["hand"]), win]
    for meld in record.get("melds", []):
        tiles += read(meld.split()[1])
    bonus = bonus_of(record, tiles, rules)
    how = yaku_of_moment(record, closed=closed)
    scores = []
    complete = False
    for found, fu in candidates(record, rules):
        complete = True
        scores += _scores(found | how, fu, bonus, rules, closed=closed, honba=record.get("honba", 0))
    if complete and "renhou" in how and rules.renhou == "mangan":
        scores.append(Score(2000, 0, 5, 0, frozenset({"renhou"})))
    return max(scores, default=None)


def _scores(found: set[str], fu: int, bonus: int, rules: Rules, *, closed: bool, honba: int) -> list[Score]:
    """Return the score of one way to see a hand: none, if it has no yaku."""
    worth = {name: _worth(name, rules, closed=closed) for name in found}
    worth = {name: han for name, han in worth.items() if han}
    for higher, lower in INSTEAD.items():
        if higher in worth:
            worth.pop(lower, None)
    yakuman = {
        name: 2 if name in rules.double_yakuman else 1
        for name in worth
        if name in YAKUMAN or (name == "renhou" and rules.renhou == "yakuman")
    }
    if yakuman:
        number = sum(yakuman.values()) if rules.yakuman_stack else max(yakuman.values())
        return [Score(8000 * number, number, 0, 0, frozenset(yakuman))]
    han = sum(worth.values())
    if han < (2 if rules.two_han_from and honba >= rules.two_han_from else 1):
        return []
    if not rules.counts_fu:
        fu = 0
    return [Score(unit_of(han + bonus, fu, rules), 0, han + bonus, fu, frozenset(worth))]


def _worth(name: str, rules: Rules, *, closed: bool) -> int:
    if name == "renhou":
        return {"none": 0, "mangan": 0, "five_han": 5, "yakuman": 1}[rules.renhou]
    if name == "tanyao" and not closed and not rules.open_tanyao:
        return 0
    return rules.yaku[name][0 if closed else 1]


def try_every_tile(hand: str, melds: list[str]) -> list[str]:
    """Find the waits by trying all 34 tiles."""
    held = read(hand) + [tile for meld in melds for tile in read(meld.split()[1])]
    found = []
    for suit, number in [*product("mps", range(1, 10)), *product("z", range(1, 8))]:
        if held.count((suit, number)) == 4:
            continue
        tiles = [*read(hand), (suit, number)]
        pairs = not melds and len(set(tiles)) == 7 and all(tiles.count(tile) == 2 for tile in tiles)
        orphans = not melds and len(set(tiles)) == 13 and all(is_outside(tile) for tile in tiles)
        if pairs or orphans or next(groupings(tiles), None) is not None:
            found.append(f"{number}{suit}")
    return found
