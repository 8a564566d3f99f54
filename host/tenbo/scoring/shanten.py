"""Shanten: how many tiles a hand is away from tenpai.

A suit answers how many tiles it lacks for each number of sets, with and without the pair; the four answers are
combined for the fewest tiles in all. A tile of which the player holds all four cannot be drawn, as with the waits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tenbo.scoring.melds import Meld, closed_tiles_text, meld_count_phrase, parse_melds, tile_count_hint
from tenbo.scoring.tenpai import check_copies
from tenbo.scoring.tile_parser import tiles_from_input
from tenbo.scoring.tiles import (
    HONOUR_BITS,
    HONOUR_SHIFT,
    ORPHANS,
    SOU_SHIFT,
    SUIT_BITS,
    SUIT_SHIFT,
    TERMINALS_AND_HONOURS,
    kind_count,
    kinds_of,
    pack,
)
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# A hand is four sets and a pair; no suit lacks as many tiles as this, so it stands for what cannot be.
SETS = 4
NEVER = 99
# What a suit lacks, by 2 * sets + pair.
Lacking = tuple[int, ...]
NOTHING: Lacking = (0, *[NEVER] * (2 * SETS + 1))


def shanten(tiles: str | Iterable[str | int], melds: str | Iterable[str | Meld] = ()) -> int:
    """Return how many tiles a hand is away from tenpai.

    It is 0 when the hand is tenpai, -1 when it is complete. `tiles` are 13
    less 3 for each meld, or one more after a draw. Another number of tiles
    raises `wrong_tile_count`, a fifth copy `too_many_tiles`, and what is no
    tile or meld `bad_tile` or `bad_meld`.

    >>> import tenbo
    >>> tenbo.shanten("1112345678999m"), tenbo.shanten("147m258p369s1234z")
    (0, 6)
    >>> tenbo.shanten("19m19p19s1234567z1m")
    -1
    >>> tenbo.shanten("1234p", ["pon 555z", "chi 234m", "ankan 9999s"])
    0
    """
    held, shown = tiles_from_input(tiles), parse_melds(melds)
    lacking = 14 - 3 * len(shown) - len(held)
    if lacking not in (0, 1):
        message = (
            f"a hand must have {meld_count_phrase(len(shown))}{closed_tiles_text(13 - 3 * len(shown))}, or one "
            "more after a "
            f"draw, not {len(held)}{tile_count_hint(len(held), len(shown))}"
        )
        raise Malformed("wrong_tile_count", message, "hand")
    check_copies(held, shown)
    return shanten_of_checked_tiles(held, shown)


def shanten_of_checked_tiles(tiles: Sequence[int], melds: Sequence[Meld] = ()) -> int:
    """Return the shanten of tiles that were checked."""
    packed, gone = pack(tiles), sum(meld.packed for meld in melds)
    best = NOTHING
    for shift, bits, is_honours in _SUITS:
        best = _combined(
            best, tiles_needed_by_sets(packed >> shift & bits, gone >> shift & bits, is_honours=is_honours)
        )
    fewest = best[2 * (SETS - len(melds)) + 1]
    if not melds:
        fewest = min(fewest, _seven_pairs(packed), _thirteen_orphans(packed))
    return fewest - 1


_SUITS = (
    (0, SUIT_BITS, False),
    (SUIT_SHIFT, SUIT_BITS, False),
    (SOU_SHIFT, SUIT_BITS, False),
    (HONOUR_SHIFT, HONOUR_BITS, True),
)


def _combined(one: Lacking, other: Lacking) -> Lacking:
    """Return what two suits together lack."""
    best = [NEVER] * (2 * SETS + 2)
    for at, lacks in enumerate(one):
        for more, besides in enumerate(other):
            # Only one of the two may have the pair.
            if lacks + besides < NEVER and not at & more & 1 and at + more < len(best):
                best[at + more] = min(best[at + more], lacks + besides)
    return tuple(best)


@lru_cache(maxsize=20_000)
def tiles_needed_by_sets(held: int, gone: int, *, is_honours: bool) -> Lacking:
    """Return how many tiles a suit lacks for each number of sets, with and without a pair.

    `gone` are the tiles that lie in melds: of each kind there are only four. Rank by rank, a state is the runs that
    began one and two ranks before.

    >>> tiles_needed_by_sets(0o11, 0, is_honours=False)[:3]  # 12: nothing for no set, two for the pair, one for a set
    (0, 1, 1)
    """
    states = {(0, 0): NOTHING}
    for rank in range(7 if is_honours else 9):
        have = held >> 3 * rank & 7
        most = 4 - (gone >> 3 * rank & 7)
        begun: dict[tuple[int, int], Lacking] = {}
        for (before, last), lacks in states.items():
            # Three equal runs are three triplets.
            for new in range(3 if not is_honours and rank < 7 else 1):
                for extra, needed in ((0, 0), (1, 2), (2, 3), (3, 5)):
                    needed_here = before + last + new + needed
                    if needed_here > most:
                        break
                    cost = max(0, needed_here - have)
                    # A pair counts 1, a triplet 2 as a run does: two for each set.
                    moved = _moved(lacks, 2 * new + extra, cost)
                    key = last, new
                    begun[key] = _fewest(begun[key], moved) if key in begun else moved
        states = begun
    return states[0, 0]


def _moved(lacks: Lacking, by: int, cost: int) -> Lacking:
    """Return what is lacked after some sets and a pair are added; a second pair cannot be."""
    moved = [NEVER] * len(lacks)
    for at, number in enumerate(lacks):
        if number < NEVER and not at & by & 1 and at + by < len(moved):
            moved[at + by] = number + cost
    return tuple(moved)


def _fewest(one: Lacking, other: Lacking) -> Lacking:
    return tuple(map(min, one, other))


def _seven_pairs(packed: int) -> int:
    """Return how many tiles seven different pairs lack."""
    kinds = set(kinds_of(packed))
    pairs = sum(kind_count(packed, kind) >= 2 for kind in kinds)
    return 7 - min(pairs, 7) + max(0, 7 - len(kinds))


def _thirteen_orphans(packed: int) -> int:
    """Return how many tiles thirteen orphans lack."""
    there = ((packed | packed >> 1 | packed >> 2) & ORPHANS).bit_count()
    return 14 - there - any(kind_count(packed, kind) >= 2 for kind in TERMINALS_AND_HONOURS)
