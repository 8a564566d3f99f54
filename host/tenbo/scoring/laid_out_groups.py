"""The groups of a hand as a player lays them out, with the fu of each."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from tenbo.scoring import fu
from tenbo.scoring.engine.honour_readings import winning_honour_code
from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.reading_features import FU_BITS, GROUP_BITS, GROUP_MASK
from tenbo.scoring.engine.shape_yaku import HONOURS, PINFU, SHAPES, add_ittsu_and_sanshoku, yaku_allowed_by_suits
from tenbo.scoring.engine.suit_readings import PAIR, ROWS, TRIPLET, groups_in
from tenbo.scoring.engine.winning_tile import completed_groups
from tenbo.scoring.melds import CHI
from tenbo.scoring.tiles import (
    EAST,
    HONOUR_BITS,
    HONOUR_SHIFT,
    KIND,
    KINDS,
    NAMES,
    SUIT_BITS,
    SUIT_SHIFT,
    WHITE,
    kinds_of,
    tile_text,
)
from tenbo.scoring.yaku import BIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tenbo.scoring.engine.honour_readings import Winds
    from tenbo.scoring.engine.scorer import WindScoringTables
    from tenbo.scoring.melds import Meld
    from tenbo.scoring.result import Result

FuItem = tuple[str, int]

# The items that come from what the hand waited for.
WAITS = ("pair_wait", "middle_wait", "edge_wait")
NO_GROUPS = BIT["kokushi"] | BIT["nagashi_mangan"]


class Group(NamedTuple):
    """One group: its sort (`run`, `triplet`, `kan`, `pair`) and its lowest kind.

    `won` says that the winning tile completed it; `meld` is the meld it is, if it is one.
    """

    sort: str
    kind: int
    won: bool = False
    meld: Meld | None = None

    @property
    def kinds(self) -> tuple[int, ...]:
        """Return the kinds of its tiles."""
        if self.sort == "run":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * {"pair": 2, "triplet": 3, "kan": 4}[self.sort]

    @property
    def text(self) -> str:
        """Write the group.

        >>> Group("run", 1).text
        '234m'
        """
        return TEXTS[self.sort, self.kind]

    def is_concealed(self, *, ron: bool) -> bool:
        """Return whether no other player's tile completed it; a triplet won by ron is not concealed."""
        if self.meld is not None:
            return not self.meld.is_open
        return not (ron and self.won)


# The text of each group.
TEXTS = {
    **{("run", kind): f"{kind % 9 + 1}{kind % 9 + 2}{NAMES[kind + 2]}" for kind in range(EAST) if kind % 9 <= 6},
    **{("pair", kind): NAMES[kind][0] + NAMES[kind] for kind in range(KINDS)},
    **{("triplet", kind): 2 * NAMES[kind][0] + NAMES[kind] for kind in range(KINDS)},
    **{("kan", kind): 3 * NAMES[kind][0] + NAMES[kind] for kind in range(KINDS)},
}


class Reading(NamedTuple):
    """One way to read a hand: its groups, its shape, and the yaku that the tiles alone decide."""

    groups: tuple[Group, ...]
    shape: int
    yaku_bits: int


# One way to read a suit: its entry, its features, its groups.
Way = tuple[int, int, tuple[Group, ...]]


def readings_of(
    packed: int, win: int, melds: Sequence[Meld], tables: WindScoringTables, *, tsumo: bool
) -> Iterator[Reading]:
    """Yield every reading as four sets and a pair."""
    kind = KIND[win]
    mark = winning_honour_code(kind - EAST, ron=not tsumo) if kind >= EAST else 0
    of_groups, _, of_honours = tables.honours[packed >> HONOUR_SHIFT & HONOUR_BITS | mark]
    brought = sum(tables.melds[0][meld.code][0] for meld in melds)
    of_groups += brought & GROUP_MASK
    possible = HONOURS[of_honours + (brought >> GROUP_BITS)]
    melded_in = [0, 0, 0]
    for meld in melds:
        for suit, place in enumerate(tables.melds[0][meld.code][1:]):
            melded_in[suit] |= place
    used = packed + sum(meld.packed for meld in melds)
    for ways in product(*_ways_of_suits(packed, kind, tsumo=tsumo)):
        shape = of_groups + sum(way[1] for way in ways)
        yaku_bits = SHAPES[shape >> FU_BITS] & possible
        if not yaku_bits:
            continue
        man, pin, sou = ((way[0] | more) >> GROUP_BITS for way, more in zip(ways, melded_in, strict=True))
        yaku_bits = add_ittsu_and_sanshoku(yaku_bits & yaku_allowed_by_suits(man, pin, sou, used), man, pin, sou)
        yield Reading(_ordered_groups(ways, packed, kind, melds), shape, yaku_bits)


def _ways_of_suits(packed: int, won: int, *, tsumo: bool) -> list[tuple[Way, ...]]:
    """Return every way to read each suit; what was won matters only in its own."""
    return [
        WAYS[
            packed >> SUIT_SHIFT * suit & SUIT_BITS
            | suit << SUIT_SHIFT
            | (won % 9 + 1 << WON_SHIFT | tsumo << TSUMO_SHIFT if won // 9 == suit else 0)
        ]
        for suit in range(3)
    ]


# What a way to read a suit is asked by: its tiles, and above them its number, the rank that was won in it
# plus one (0: none), and whether that was drawn.
WON_SHIFT = SUIT_SHIFT + 2
TSUMO_SHIFT = WON_SHIFT + 4


def _readings_of_suit(question: int) -> tuple[Way, ...]:
    """Return every way to read a suit, and where a tile of it was won, which group that completed."""
    bits, suit = question & SUIT_BITS, question >> SUIT_SHIFT & 3
    won, ron = (question >> WON_SHIFT & 15) - 1, not question >> TSUMO_SHIFT
    ways: list[Way] = []
    for entry in ROWS[bits]:
        groups = groups_in(bits, entry)
        if won < 0:
            ways.append((entry, entry & GROUP_MASK, tuple([_group(group, suit) for group in groups])))
            continue
        for completed_group, change in completed_groups(entry, won, ron=ron):
            place = groups.index(completed_group)
            of_suit = tuple([_group(group, suit, won=at == place) for at, group in enumerate(groups)])
            ways.append((entry, (entry & GROUP_MASK) + change, of_suit))
    return tuple(ways)


WAYS: Memo[tuple[Way, ...]] = Memo(_readings_of_suit, limit=6_000)


def _ordered_groups(ways: Iterable[Way], packed: int, won: int, melds: Sequence[Meld]) -> tuple[Group, ...]:
    """Return the groups of a reading: sets in order, melds, the pair last."""
    groups = [group for way in ways for group in way[2]]
    groups += _honour_groups(packed, won)
    sets = [group for group in groups if group.sort != "pair"]
    pair = [group for group in groups if group.sort == "pair"]
    return (*sets, *[_group_of_meld(meld) for meld in melds], *pair)


def groups_of(result: Result) -> tuple[Group, ...]:
    """Return the groups of the reading that was scored: sets in order, melds, the pair last.

    Thirteen orphans and nagashi mangan have no groups and give an empty tuple.
    """
    if result.yaku_bits & NO_GROUPS:
        return ()
    packed, won, melds, tsumo = result.packed, KIND[result.win], result.melds, result.tsumo
    if result.yaku_bits & BIT["chiitoitsu"]:
        return tuple(Group("pair", kind, kind == won) for kind in dict.fromkeys(kinds_of(packed)))
    ways = _ways_of_suits(packed, won, tsumo=tsumo)
    if all(len(of_suit) == 1 for of_suit in ways):
        return _ordered_groups([of_suit[0] for of_suit in ways], packed, won, melds)
    for reading in readings_of(packed, result.win, melds, result.scorer.tables, tsumo=tsumo):
        if not result.shape or (
            reading.shape == result.shape and reading.yaku_bits == result.yaku_bits & ~(PINFU | BIT["renhou"])
        ):
            return reading.groups
    raise AssertionError("the reading that was scored is not among the readings")


@lru_cache(maxsize=200)
def _group(group: int, suit: int, *, won: bool = False) -> Group:
    """Return a group of a suit; equal ones are one object."""
    sort = "pair" if group >= PAIR else "triplet" if group >= TRIPLET else "run"
    return Group(sort, 9 * suit + group % 9, won)


def _honour_groups(packed: int, win: int) -> Iterator[Group]:
    for kind in range(EAST, EAST + 7):
        held = packed >> 3 * kind & 7
        if held:
            yield Group("triplet" if held == 3 else "pair", kind, kind == win)


def _group_of_meld(meld: Meld) -> Group:
    sort = "run" if meld.kind == CHI else "kan" if meld.is_kan else "triplet"
    return Group(sort, meld.first, meld=meld)


# --- fu ----------------------------------------------------------------------------------------


def fu_of_group(group: Group, winds: Winds, win: int, *, ron: bool) -> list[FuItem]:
    """Return the fu a group brings, and the fu of the wait it was completed from."""
    items: list[FuItem] = []
    if group.sort in ("triplet", "kan"):
        concealed = group.is_concealed(ron=ron)
        name = f"{'closed' if concealed else 'open'}_{group.sort}"
        items.append((name, fu.of_triplet(group.kind, concealed=concealed, kan=group.sort == "kan")))
    elif group.sort == "pair":
        worth = fu.of_pair(group.kind, winds.seat, winds.round, winds.double_fu)
        if worth:
            items.append((_name_of_pair(group.kind, winds), worth))
        if group.won:
            items.append(("pair_wait", fu.WAIT))
    elif group.won:
        won = KIND[win] % 9
        if fu.of_run_wait(group.kind % 9, won):
            items.append(("middle_wait" if won == group.kind % 9 + 1 else "edge_wait", fu.WAIT))
    return items


def _name_of_pair(kind: int, winds: Winds) -> str:
    if kind >= WHITE:
        return "dragon_pair"
    if winds.seat == winds.round:
        return "double_wind_pair"
    return "seat_wind_pair" if kind - EAST == winds.seat else "round_wind_pair"


def fu_items_of(result: Result, groups: Sequence[Group]) -> list[tuple[FuItem, Group | None]]:
    """Return every fu item of a hand and the group it comes from, in the order a player counts them.

    The list is empty if fu do not count. `groups` are those of the scored reading.
    """
    if not result.fu:
        return []
    if result.yaku_bits & BIT["chiitoitsu"]:
        return [(("seven_pairs", fu.SEVEN_PAIRS), None)]
    items: list[tuple[FuItem, Group | None]] = [(("win", fu.WIN), None)]
    if result.tsumo:
        if not (result.yaku_bits & PINFU and result.scorer.worth.closed.allows_pinfu):
            items.append((("tsumo", fu.TSUMO), None))
    elif not result.is_open:
        items.append((("closed_ron", fu.CLOSED_RON), None))
    winds = result.scorer.tables.winds
    of_groups = [
        (item, group)
        for group in groups
        for item in fu_of_group(group, winds, result.win, ron=not result.tsumo)
        if result.scorer.counts_waits or item[0] not in WAITS
    ]
    if not of_groups and result.is_open and not result.tsumo:
        items.append((("open_pinfu", fu.OPEN_PINFU), None))
    return items + of_groups


def reading_text(result: Result, groups: Sequence[Group]) -> tuple[str, ...]:
    """Write the groups of a reading; thirteen orphans tile by tile, the pair together."""
    if groups:
        return tuple([group.text for group in groups])
    kinds = kinds_of(result.packed)
    return tuple(tile_text([kind] * kinds.count(kind)) for kind in dict.fromkeys(kinds))
