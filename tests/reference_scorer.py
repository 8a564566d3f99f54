"""A slow and obvious scorer to hold the fast one against: lists, no tables, one rule after another.

It shares nothing with the scoring core but the rule book. It takes input records of `tenbo score`.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo_core.rules import Rules

Tile = tuple[str, int]  # suit and number, a red five being a five

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


class Group(NamedTuple):
    """Tiles that belong together; `open` for what another player's tile made."""

    tiles: tuple[Tile, ...]
    open: bool = False
    won: bool = False
    melded: bool = False

    @property
    def sort(self) -> str:
        if self.tiles[0] != self.tiles[1]:
            return "run"
        return {2: "pair", 3: "triplet", 4: "kan"}[len(self.tiles)]

    @property
    def is_set(self) -> bool:
        return self.sort in ("triplet", "kan")


def read(text: str) -> list[Tile]:
    """Read tiles in the plain form; a red five counts as five here."""
    tiles: list[Tile] = []
    numbers: list[int] = []
    for sign in text:
        if sign.isdigit():
            numbers.append(int(sign) or 5)
        else:
            tiles += [(sign, number) for number in numbers]
            numbers = []
    return tiles


def is_outside(tile: Tile) -> bool:
    return tile[0] == "z" or tile[1] in (1, 9)


def groupings(tiles: list[Tile]) -> Iterator[list[tuple[Tile, ...]]]:
    """Yield every way to lay tiles out as sets with one pair."""
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = sorted(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for sets in _sets(rest):
                yield [*sets, (pair, pair)]


def _sets(tiles: list[Tile]) -> Iterator[list[tuple[Tile, ...]]]:
    if not tiles:
        yield []
        return
    first = tiles[0]
    suit, number = first
    if tiles.count(first) >= 3:
        rest = tiles[3:]
        for sets in _sets(rest):
            yield [(first, first, first), *sets]
    run = (first, (suit, number + 1), (suit, number + 2))
    if suit != "z" and all(tile in tiles for tile in run):
        rest = list(tiles)
        for tile in run:
            rest.remove(tile)
        for sets in _sets(rest):
            yield [run, *sets]


def readings(record: dict[str, Any]) -> Iterator[list[Group]]:
    """Yield every way to see the hand as four sets and a pair, and which group the last tile completed."""
    melds = []
    for meld in record.get("melds", []):
        word, tiles = meld.split()
        melds.append(Group(tuple(sorted(read(tiles))), open=word != "ankan", melded=True))
    (win,) = read(record["win"])
    seen = set()
    for groups in groupings([*read(record["hand"]), win]):
        for place, group in enumerate(groups):
            key = (tuple(sorted(groups)), group)
            if win in group and key not in seen:
                seen.add(key)
                ron = record["by"] == "ron"
                yield [
                    *(Group(other, open=ron and at == place and len(set(other)) == 1, won=at == place)
                      for at, other in enumerate(groups)),
                    *melds,
                ]  # fmt: skip


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


def bonus_of(record: dict[str, Any], tiles: list[Tile], rules: Rules) -> int:
    bonus = 0
    for indicator in [*record.get("dora", []), *record.get("ura", [])]:
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
