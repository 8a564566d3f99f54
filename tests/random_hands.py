"""Random declared hands of a fixed mix, all of them possible at a table.

Made from groups, so that they are complete, and without asking the scoring core anything: 45 to 50 %
have melds, 17 % are flushes, 7 % seven pairs, 1.5 % thirteen orphans, 0.5 % nine gates, and so on. It is
a harder and more varied mix than real play.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
HONOURS = tuple(range(27, 34))
RUN_STARTS = tuple(9 * suit + rank for suit in range(3) for rank in range(7))
SIMPLE_STARTS = tuple(9 * suit + rank for suit in range(3) for rank in range(1, 6))
SIMPLES = tuple(9 * suit + rank for suit in range(3) for rank in range(1, 8))
OUTSIDE_STARTS = tuple(9 * suit + rank for suit in range(3) for rank in (0, 6))
ALL = tuple(range(34))


class RandomHand(NamedTuple):
    """A declared hand as plain numbers: tiles are kinds 0-33, winds 0-3, dora are indicators."""

    sort: str
    closed: list[int]  # without the winning tile
    win: int
    melds: list[tuple[str, list[int]]]
    tsumo: bool
    seat: int
    round: int
    riichi: int
    ippatsu: bool
    moment: str
    dora: list[int]
    ura: list[int]

    def as_record(self, rules: str = "ema-2016") -> dict[str, object]:
        """Return the hand as an input record of `tenbo score --jsonl`."""
        record: dict[str, object] = {
            "rules": rules,
            "hand": write(self.closed),
            "win": write([self.win]),
            "by": "tsumo" if self.tsumo else "ron",
            "melds": [f"{word} {write(tiles)}" for word, tiles in self.melds],
            "seat": "ESWN"[self.seat],
            "round": "ESWN"[self.round],
            "riichi": self.riichi,
            "ippatsu": self.ippatsu,
            "dora": [write([tile]) for tile in self.dora],
            "ura": [write([tile]) for tile in self.ura],
        }
        if self.moment:
            record[self.moment] = True
        return record


def write(tiles: list[int]) -> str:
    """Write tiles the plainest way: each with its suit."""
    return "".join(f"{tile % 9 + 1}{'mpsz'[tile // 9]}" for tile in tiles)


# --- the sorts of hands, each as its groups ------------------------------------------------------

Groups = list[tuple[str, int]]


def _free(rng: Random) -> Groups:
    return [*(_set(rng, RUN_STARTS, ALL, 0.7) for _ in range(4)), ("pair", rng.choice(ALL))]


def _set(rng: Random, starts: tuple[int, ...], kinds: tuple[int, ...], runs: float) -> tuple[str, int]:
    if starts and rng.random() < runs:
        return ("run", rng.choice(starts))
    return ("triplet", rng.choice(kinds))


def _flush(rng: Random) -> Groups:
    suit = 9 * rng.randrange(3)
    starts = tuple(suit + rank for rank in range(7))
    kinds = tuple(suit + rank for rank in range(9))
    if rng.random() < 0.5:
        kinds += HONOURS
    return [*(_set(rng, starts, kinds, 0.6) for _ in range(4)), ("pair", rng.choice(kinds))]


def _twin_runs(rng: Random) -> Groups:
    first, second = rng.choice(RUN_STARTS), rng.choice(RUN_STARTS)
    return [("run", first), ("run", first), ("run", second), ("run", second), ("pair", rng.choice(ALL))]


def _triplets(rng: Random) -> Groups:
    return [*(_set(rng, RUN_STARTS, ALL, 0.15) for _ in range(4)), ("pair", rng.choice(ALL))]


def _outside(rng: Random) -> Groups:
    return [*(_set(rng, OUTSIDE_STARTS, ORPHANS, 0.65) for _ in range(4)), ("pair", rng.choice(ORPHANS))]


def _three_colours(rng: Random) -> Groups:
    if rng.random() < 0.85:
        rank = rng.randrange(7)
        sets: Groups = [("run", 9 * suit + rank) for suit in range(3)]
    else:
        rank = rng.randrange(9)
        sets = [("triplet", 9 * suit + rank) for suit in range(3)]
    return [*sets, _set(rng, RUN_STARTS, ALL, 0.7), ("pair", rng.choice(ALL))]


def _straight(rng: Random) -> Groups:
    suit = 9 * rng.randrange(3)
    sets: Groups = [("run", suit), ("run", suit + 3), ("run", suit + 6)]
    return [*sets, _set(rng, RUN_STARTS, ALL, 0.7), ("pair", rng.choice(ALL))]


def _simples(rng: Random) -> Groups:
    return [*(_set(rng, SIMPLE_STARTS, SIMPLES, 0.75) for _ in range(4)), ("pair", rng.choice(SIMPLES))]


def _nine_gates(rng: Random) -> Groups:
    suit = 9 * rng.randrange(3)
    return [("tiles", suit + rank) for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))]


def _seven_pairs(rng: Random) -> Groups:
    kinds = ALL if rng.random() < 0.7 else rng.choice((SIMPLES, ORPHANS, tuple(range(9)), tuple(range(18, 34))))
    return [("pair", kind) for kind in rng.sample(kinds, 7)]


def _orphans(rng: Random) -> Groups:
    return [("tiles", kind) for kind in (*ORPHANS, rng.choice(ORPHANS))]


# Rare yakuman, for directed runs.
def _winds(rng: Random) -> Groups:
    kinds = rng.sample(range(27, 31), 4)
    big = rng.random() < 0.5
    last: Groups = (
        [("triplet", kinds[3]), ("pair", rng.choice(ALL))]
        if big
        else [
            _set(rng, RUN_STARTS, ALL, 0.5),
            ("pair", kinds[3]),
        ]
    )
    return [*(("triplet", kind) for kind in kinds[:3]), *last]


def _dragons(rng: Random) -> Groups:
    kinds = rng.sample(range(31, 34), 3)
    last: Groups = (
        [("triplet", kinds[2]), ("pair", rng.choice(ALL))]
        if rng.random() < 0.5
        else [
            _set(rng, RUN_STARTS, ALL, 0.5),
            ("pair", kinds[2]),
        ]
    )
    return [("triplet", kinds[0]), ("triplet", kinds[1]), _set(rng, RUN_STARTS, ALL, 0.5), *last]


def _green(rng: Random) -> Groups:
    kinds = (19, 20, 21, 23, 25, 32)
    return [*(_set(rng, (19,), kinds, 0.4) for _ in range(4)), ("pair", rng.choice(kinds))]


def _ends(rng: Random) -> Groups:
    kinds = ORPHANS[:6] if rng.random() < 0.6 else HONOURS
    return [*(("triplet", kind) for kind in rng.sample(kinds, 4)), ("pair", rng.choice(kinds))]


def _kans(rng: Random) -> Groups:
    return [*(("kan", rng.choice(ALL)) for _ in range(4)), ("pair", rng.choice(ALL))]


MIX = (
    ("flush", 17.0, _flush),
    ("seven pairs", 7.0, _seven_pairs),
    ("orphans", 1.5, _orphans),
    ("nine gates", 0.5, _nine_gates),
    ("twin runs", 4.0, _twin_runs),
    ("triplets", 6.0, _triplets),
    ("outside", 4.0, _outside),
    ("three colours", 4.0, _three_colours),
    ("straight", 4.0, _straight),
    ("simples", 11.0, _simples),
    ("free", 41.0, _free),
)
RARE = (
    ("winds", 1.0, _winds),
    ("dragons", 1.0, _dragons),
    ("green", 1.0, _green),
    ("ends", 1.0, _ends),
    ("kans", 1.0, _kans),
    ("nine gates", 0.5, _nine_gates),
    ("orphans", 0.5, _orphans),
)


def random_hands(number: int, seed: int, mix: tuple[tuple[str, float, object], ...] = MIX) -> list[RandomHand]:
    """Return so many hands; the same seed gives the same hands."""
    rng = Random(seed)
    weights = [weight for _, weight, _ in mix]
    hands: list[RandomHand] = []
    while len(hands) < number:
        sort, _, make = rng.choices(mix, weights)[0]
        hand = _declare(rng, sort, make(rng))  # type: ignore[operator]
        if hand is not None:
            hands.append(hand)
    return hands


def _tiles_of(sort: str, kind: int) -> list[int]:
    if sort == "run":
        return [kind, kind + 1, kind + 2]
    return [kind] * {"tiles": 1, "pair": 2, "triplet": 3, "kan": 4}[sort]


def _declare(rng: Random, sort: str, groups: Groups) -> RandomHand | None:
    """Lay the groups out as a declared hand; None when a tile would be there five times."""
    sets = [group for group in groups if group[0] in ("run", "triplet", "kan")]
    melds: list[tuple[str, list[int]]] = []
    closed: list[int] = []
    melding = rng.random() < 0.62
    for group in groups:
        meld = _meld(rng, group) if group in sets and (group[0] == "kan" or (melding and rng.random() < 0.45)) else None
        if meld:
            melds.append(meld)
        else:
            closed += _tiles_of(*group)
    win = closed.pop(rng.randrange(len(closed)))
    held = [0] * 34
    for tile in [*closed, win, *(tile for _, tiles in melds for tile in tiles)]:
        held[tile] += 1
    if max(held) > 4:
        return None
    kans = sum(word in ("kan", "kakan", "ankan") for word, _ in melds)
    tsumo = rng.random() < 0.45
    is_closed = all(word == "ankan" for word, _ in melds)
    riichi = rng.choices((0, 1, 2), (40, 55, 5))[0] if is_closed else 0
    moment = _moment(rng, tsumo=tsumo, kans=kans, free=held[win] == 1)
    if moment == "chankan":
        # All four lie in the robbed kan.
        held[win] = 4
    ippatsu = bool(riichi) and moment != "rinshan" and rng.random() < 0.15
    dora = _indicators(rng, held, 1 + kans)
    ura = _indicators(rng, held, 1 + kans) if riichi else []
    rng.shuffle(closed)
    return RandomHand(
        sort, closed, win, melds, tsumo, rng.randrange(4), rng.randrange(2), riichi, ippatsu, moment, dora, ura
    )


def _meld(rng: Random, group: tuple[str, int]) -> tuple[str, list[int]]:
    sort, kind = group
    if sort == "run":
        return ("chi", _tiles_of(sort, kind))
    if sort == "kan" or rng.random() < 0.35:
        return (rng.choice(("kan", "kakan", "ankan", "ankan")), [kind] * 4)
    return ("pon", [kind] * 3)


def _moment(rng: Random, *, tsumo: bool, kans: int, free: bool) -> str:
    chance = rng.random()
    if chance < 0.03:
        return "last_tile"
    if tsumo and kans and chance < 0.12:
        return "rinshan"
    if not tsumo and free and chance < 0.05:
        return "chankan"
    return ""


def _indicators(rng: Random, held: list[int], number: int) -> list[int]:
    """Turn indicators up from the tiles that are left."""
    chosen: list[int] = []
    while len(chosen) < min(number, 5):
        tile = rng.randrange(34)
        if held[tile] < 4:
            held[tile] += 1
            chosen.append(tile)
    return chosen
