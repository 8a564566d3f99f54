"""Tenpai: which tiles complete a hand, found suit by suit without trying tiles out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.scoring.tables import Table
from tenbo.scoring.tiles import (
    HONOUR_BITS,
    KIND,
    KINDS,
    NAMES,
    ONE_EACH,
    ORPHANS,
    SUIT_BITS,
    TERMINALS_AND_HONOURS,
    UNIT,
    parse_tiles,
)
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenbo.scoring.melds import Meld

# What a suit answers, as one integer: the ranks that complete it (9 bits), whether it is complete
# as it stands, and whether it holds a pair beside its sets (3k + 2 tiles). The answers of four suits
# are added up, so that there is room above each field.
RANKS = (1 << 9) - 1
COMPLETE = 1 << 12
WITH_PAIR = 1 << 15

TWO_EACH = 2 * ONE_EACH
FOUR_EACH = 4 * ONE_EACH
KIND_BITS = 7 * ONE_EACH
NOT_ORPHANS = KIND_BITS & ~(7 * ORPHANS)


def answer_of_suit(bits: int) -> int:
    """Give what one suit of numbers answers.

    >>> answer_of_suit(0o11) & RANKS == 1 << 2  # 12 waits for 3
    True
    """
    tiles, weight = _weigh(bits)
    ranks = 0
    if tiles % 3:
        # With a set to complete, the ranks must add up to a multiple of three.
        for rank in range(9) if tiles % 3 == 1 else range(-weight % 3, 9, 3):
            # A tile far from all others completes nothing.
            near = bits << 6 >> 3 * rank & 0o77777
            if near and (bits >> 3 * rank & 7) < 4 and _is_complete(bits + (1 << 3 * rank), tiles + 1, weight + rank):
                ranks |= 1 << rank
    complete = COMPLETE if _is_complete(bits, tiles, weight) else 0
    return ranks | complete | (WITH_PAIR if tiles % 3 == 2 else 0)


def _weigh(bits: int) -> tuple[int, int]:
    """Give the number of tiles in a suit, and the sum of their ranks."""
    tiles = weight = 0
    for rank in range(9):
        held = bits >> 3 * rank & 7
        tiles += held
        weight += rank * held
    return tiles, weight


def _is_complete(bits: int, tiles: int, weight: int) -> bool:
    """Say whether a suit is all sets, or sets and a pair.

    The ranks of a set add up to a multiple of three, which leaves three ranks for the pair.
    """
    if tiles % 3 == 0:
        return weight % 3 == 0 and _is_sets(bits)
    if tiles % 3 == 2:
        for rank in range(2 * weight % 3, 9, 3):
            if (bits >> 3 * rank & 7) >= 2 and _is_sets(bits - (2 << 3 * rank)):
                return True
    return False


def _is_sets(bits: int) -> bool:
    """Say whether a suit is all sets: from the lowest tiles on, triplets first, runs for what is left."""
    rank = 0
    while bits >> 3 * rank:
        runs = (bits >> 3 * rank & 7) % 3
        if runs:
            if rank > 6 or (bits >> 3 * rank + 3 & 7) < runs or (bits >> 3 * rank + 6 & 7) < runs:
                return False
            bits -= runs * (0o110 << 3 * rank)
        rank += 1
    return True


def answer_of_honours(bits: int) -> int:
    """Give what the honours answer: only triplets and one pair."""
    held = [bits >> 3 * place & 7 for place in range(7)]

    def complete(counts: list[int]) -> bool:
        return all(number in (0, 2, 3) for number in counts) and counts.count(2) <= 1

    ranks = 0
    for place in range(7):
        if complete([number + (place == other) for other, number in enumerate(held)]):
            ranks |= 1 << place
    return ranks | (COMPLETE if complete(held) else 0) | (WITH_PAIR if sum(held) % 3 == 2 else 0)


SUIT_ANSWERS: Table[int] = Table(answer_of_suit, limit=16_000)
HONOUR_ANSWERS: Table[int] = Table(answer_of_honours, limit=4_000)


def waits_of(packed: int, melded: int = 0) -> int:  # noqa: C901, PLR0912  (four suits, written out for speed)  # noqa: C901, PLR0912  (the hot loop, kept in one piece)
    """Give the kinds that complete a hand of 13 tiles less 3 for each meld, as a bit for each kind.

    `packed` are the closed tiles, `melded` those in melds. A kind of which the player holds all four
    is no wait.
    """
    man = SUIT_ANSWERS[packed & SUIT_BITS]
    pin = SUIT_ANSWERS[packed >> 27 & SUIT_BITS]
    sou = SUIT_ANSWERS[packed >> 54 & SUIT_BITS]
    honours = HONOUR_ANSWERS[packed >> 81 & HONOUR_BITS]
    answers = man + pin + sou + honours
    complete = answers >> 12 & 7
    found = 0
    if complete == 3:
        # One suit takes the tile. A pair of its own becomes a set, so that another suit must have
        # the pair; otherwise it makes the pair, and no other suit may have one.
        if not man & COMPLETE:
            taker, found = man, man & RANKS
        elif not pin & COMPLETE:
            taker, found = pin, (pin & RANKS) << 9
        elif not sou & COMPLETE:
            taker, found = sou, (sou & RANKS) << 18
        else:
            taker, found = honours, (honours & RANKS) << 27
        if answers >> 15 != (2 if taker & WITH_PAIR else 0):
            found = 0
    elif complete == 4:
        # Two suits with a pair each: either may make a triplet of it.
        if man & WITH_PAIR:
            found = man & RANKS
        if pin & WITH_PAIR:
            found |= (pin & RANKS) << 9
        if sou & WITH_PAIR:
            found |= (sou & RANKS) << 18
        if honours & WITH_PAIR:
            found |= (honours & RANKS) << 27
    if not melded:
        if (packed & TWO_EACH).bit_count() == 6:
            found |= _last_pair(packed & KIND_BITS)
        elif not packed & NOT_ORPHANS:
            found |= _last_orphan(packed & KIND_BITS)
        full = packed & FOUR_EACH
    else:
        full = packed + melded & FOUR_EACH
    if full and found:
        for kind in range(KINDS):
            if full >> 3 * kind & 4:
                found &= ~(1 << kind)
    return found


def _last_pair(packed: int) -> int:
    """Give the wait of seven pairs: the one tile without its like, beside six pairs."""
    singles = packed & ONE_EACH
    if singles.bit_count() != 1 or packed & singles << 1 or packed & FOUR_EACH:
        return 0
    return 1 << (singles.bit_length() - 1) // 3


def _last_orphan(packed: int) -> int:
    """Give the waits of thirteen orphans: the missing one, or all of them."""
    there = (packed | packed >> 1) & ORPHANS
    missing = there ^ ORPHANS
    if not missing:
        return sum(1 << kind for kind in TERMINALS_AND_HONOURS)
    if missing & missing - 1:
        return 0
    return 1 << (missing.bit_length() - 1) // 3


KINDS_IN: Table[tuple[int, ...]] = Table(
    lambda found: tuple(kind for kind in range(KINDS) if found >> kind & 1), limit=4_000
)


def waits(tiles: str | Iterable[int], melds: Sequence[Meld] = ()) -> tuple[int, ...]:
    """Give the kinds that complete a hand, in order; empty when it is not tenpai.

    >>> [NAMES[kind] for kind in waits("34555p77z234m678s")]
    ['2p', '5p', '7z']
    >>> waits("1111m234567p999s")  # only a fifth 1m would do
    ()
    """
    packed = 0
    for tile in parse_tiles(tiles) if isinstance(tiles, str) else tiles:
        packed += UNIT[tile]
    if not melds:
        return KINDS_IN[waits_of(packed)]
    melded = 0
    for meld in melds:
        melded += meld.packed
    return KINDS_IN[waits_of(packed, melded)]


def check_tiles(tiles: Sequence[int], melds: Sequence[Meld]) -> None:
    """Refuse a hand that has the wrong number of tiles or five of a kind."""
    wanted = 13 - 3 * len(melds)
    if len(tiles) != wanted:
        raise Malformed(
            "wrong_tile_count", f"a hand with {len(melds)} melds has {wanted} closed tiles, not {len(tiles)}", "hand"
        )
    held = [0] * KINDS
    for at, part in (("hand", tiles), *(("melds", meld.tiles) for meld in melds)):
        for tile in part:
            held[KIND[tile]] += 1
            if held[KIND[tile]] == 5:
                raise Malformed("too_many_tiles", f"{NAMES[KIND[tile]]} is there five times", at)
